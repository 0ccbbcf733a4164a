//! What is checked without running anything: form, lints, documentation.

use anyhow::Result;

use crate::process;
use crate::project::Project;
use crate::setup::{self, WASM_TARGET};
use crate::steps::Steps;

/// Formats the Rust code.
pub fn format(project: &Project) -> Result<()> {
    component(project, "rustfmt")?;
    process::run(process::cargo(project.root()).args(["fmt", "--all"]))?;
    process::run(process::cargo(&project.path("benches/peers")).args(["fmt", "--all"]))
}

/// Adds the checks to the steps.
pub fn run(project: &Project, steps: &mut Steps) {
    steps.run("lint: format", || {
        component(project, "rustfmt")?;
        let check = ["fmt", "--all", "--check"];
        process::run(process::cargo(project.root()).args(check))?;
        process::run(process::cargo(&project.path("benches/peers")).args(check))
    });
    let clippy = |arguments: &[&str]| {
        component(project, "clippy")?;
        process::run(
            process::cargo(project.root())
                .arg("clippy")
                .args(arguments)
                .args(["--", "-D", "warnings"]),
        )
    };
    steps.run("lint: clippy, native", || {
        clippy(&["--workspace", "--all-features", "--all-targets"])
    });
    for feature in ["web-codec", "web-decode"] {
        steps.run(&format!("lint: clippy, {feature} alone"), || {
            let features = ["--no-default-features", "--features", feature];
            clippy(&[&["--package", "ratioscope", "--lib"], &features[..]].concat())
        });
    }
    steps.run("lint: clippy, wasm", || {
        setup::wasm_target(project)?;
        let target = ["--package", "ratioscope", "--features", "web", "--target", WASM_TARGET];
        clippy(&[&target[..], &["--lib", "--test", "web"]].concat())
    });
    steps.run("lint: rustdoc", || {
        process::run(
            process::cargo(project.root())
                .args(["doc", "--package", "ratioscope", "--all-features", "--no-deps"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )
    });
}

/// Adds a component of the toolchain that minimal installations lack.
fn component(project: &Project, name: &str) -> Result<()> {
    let subcommand = if name == "rustfmt" { "fmt" } else { name };
    if process::output(process::cargo(project.root()).args([subcommand, "--version"])).is_ok() {
        return Ok(());
    }
    println!("==> Adding the toolchain's component {name}");
    process::run(
        std::process::Command::new("rustup")
            .args(["component", "add", name])
            .current_dir(project.root()),
    )
}
