//! Node.js and its packages.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;
use crate::project::Project;
use crate::stamp::Step;

/// The oldest Node.js that everything here works with.
const OLDEST_NODE: u32 = 20;

/// Fails with an explanation where Node.js is missing or too old.
pub fn check() -> Result<()> {
    let version = process::output(Command::new("node").arg("--version"))
        .with_context(|| format!("Node.js {OLDEST_NODE} or newer is needed, see nodejs.org"))?;
    if major(&version).is_none_or(|major| major < OLDEST_NODE) {
        bail!("Node.js {OLDEST_NODE} or newer is needed; `node --version` says {version}");
    }
    Ok(())
}

/// The first number of `v20.1.2`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// `node` in a folder.
pub fn node(folder: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(folder);
    command
}

/// `npm` in a folder.
pub fn npm(folder: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

/// Installs the packages of a folder's lock file, if they are not there yet.
pub fn install(project: &Project, folder: &str) -> Result<()> {
    let path = project.path(folder);
    let name = format!("npm-{}", folder.replace('/', "-"));
    Step::new(&name)
        .input(path.join("package.json"))
        .input(path.join("package-lock.json"))
        // npm writes it last, so it stands for the whole folder.
        .output(path.join("node_modules/.package-lock.json"))
        .run(project, || {
            println!("==> Installing the npm packages of {folder}/");
            process::run(npm(&path).args(["ci", "--no-audit", "--no-fund"]))
        })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_the_first_number() {
        assert_eq!(major("v20.1.2"), Some(20));
        assert_eq!(major("v9.0.0"), Some(9));
        assert_eq!(major("20.1.2"), None);
    }
}
