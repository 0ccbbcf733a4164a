//! The tools that only the wasm tests need: wasm-bindgen's test runner, at
//! exactly the version of the crate, and wasm-pack, which drives it.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::project::Project;

/// The wasm-pack that the tests were written with.
const WASM_PACK: &str = "0.15.1";

/// Installs what is missing; returns a `PATH` on which both tools are found.
pub fn install(project: &Project) -> Result<OsString> {
    let root = project.path("target/tools");
    let bindgen = project.locked_version("wasm-bindgen")?;
    for (package, binary, version) in [
        ("wasm-bindgen-cli", "wasm-bindgen-test-runner", bindgen.as_str()),
        ("wasm-pack", "wasm-pack", WASM_PACK),
    ] {
        if !is_there(&root, binary, version) {
            println!("==> Installing {package} {version} into target/tools, a few minutes");
            install_one(project, &root, package, version)?;
        }
    }
    // Left only by an interrupted installation, which it lets go on.
    let _ = fs::remove_dir_all(build_dir(&root));
    process::path_with(&root.join("bin"))
}

/// Whether the tool that a search would find first has this version.
fn is_there(root: &Path, binary: &str, version: &str) -> bool {
    let own = root.join("bin").join(format!("{binary}{}", std::env::consts::EXE_SUFFIX));
    let found = if own.is_file() { Some(own) } else { process::find_in_path(&[binary]) };
    found.is_some_and(|path| {
        process::output(Command::new(path).arg("--version"))
            .is_ok_and(|line| is_version(&line, version))
    })
}

/// Whether `tool 1.2.3 (and more)` says this version.
fn is_version(line: &str, version: &str) -> bool {
    line.split_whitespace().nth(1) == Some(version)
}

fn build_dir(root: &Path) -> std::path::PathBuf {
    root.join("build")
}

/// Installs one tool with the dependencies that its authors locked, or, where
/// the registry lacks one of those, with the newest that it has.
fn install_one(project: &Project, root: &Path, package: &str, version: &str) -> Result<()> {
    let install = |locked: &[&str]| {
        process::run(
            process::cargo(project.root())
                .args(["install", package, "--force", "--version", &format!("={version}")])
                .args(locked)
                .arg("--root")
                .arg(root)
                .arg("--target-dir")
                .arg(build_dir(root))
                // These run for seconds in all: what counts is their own build.
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        )
    };
    install(&["--locked"])
        .or_else(|error| {
            println!("{error:#}\n==> Once more, with the newest dependencies");
            install(&[])
        })
        .with_context(|| format!("cannot install {package} {version}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_version_will_do() {
        assert!(is_version("wasm-bindgen-test-runner 0.2.130", "0.2.130"));
        assert!(is_version("wasm-bindgen 0.2.130 (abcdef123)", "0.2.130"));
        assert!(!is_version("wasm-bindgen 0.2.13", "0.2.130"));
        assert!(!is_version("wasm-bindgen", "0.2.130"));
    }
}
