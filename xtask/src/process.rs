//! Running other programs, with errors that say which one failed and how.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a program to its end with this process's output; an error if it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot start `{}`", describe(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", describe(command));
    }
    Ok(())
}

/// Runs a program and returns its standard output, trimmed.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .with_context(|| format!("cannot start `{}`", describe(command)))?;
    if !output.status.success() {
        bail!(
            "`{}` failed ({}): {}",
            describe(command),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command line, for people.
fn describe(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The Cargo that runs this xtask, in the given folder.
pub fn cargo(folder: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(folder);
    command
}

/// The first of these programs that is in `PATH`.
pub fn find_in_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names.iter().find_map(|name| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
            .find(|candidate| candidate.is_file())
    })
}

/// `PATH` with a folder in front.
pub fn path_with(folder: &Path) -> Result<OsString> {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&old));
    std::env::join_paths(folders).context("PATH cannot hold this folder's name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command() {
        let error = run(cargo(Path::new(".")).arg("no-such-subcommand").stderr(Stdio::null()))
            .unwrap_err()
            .to_string();
        assert!(error.contains("no-such-subcommand"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-at-all")).unwrap_err().to_string();
        assert!(error.contains("no-such-program-at-all"), "{error}");
        assert_eq!(find_in_path(&["no-such-program-at-all"]), None);
    }

    #[test]
    fn output_is_trimmed() {
        let version = output(cargo(Path::new(".")).arg("--version")).unwrap();
        assert!(version.starts_with("cargo "), "{version}");
        assert!(!version.ends_with('\n'));
    }
}
