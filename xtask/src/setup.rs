//! What a build needs and a fresh machine may lack.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::node;
use crate::process;
use crate::project::Project;

/// The target that the core is compiled to for browsers.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Fetches all that [`crate::build`] needs.
pub fn run(project: &Project) -> Result<()> {
    wasm_target(project)?;
    node::check()?;
    for folder in ["pkg", "www"] {
        node::install(project, folder)?;
    }
    Ok(())
}

/// Adds the wasm target to the toolchain, if it is not there.
pub fn wasm_target(project: &Project) -> Result<()> {
    let library = process::output(
        Command::new("rustc")
            .args(["--print", "target-libdir", "--target", WASM_TARGET])
            .current_dir(project.root()),
    )
    .context("a stable Rust toolchain is needed, see rustup.rs")?;
    if Path::new(&library).is_dir() {
        return Ok(());
    }
    println!("==> Adding the Rust target {WASM_TARGET}");
    process::run(
        Command::new("rustup").args(["target", "add", WASM_TARGET]).current_dir(project.root()),
    )
    .with_context(|| format!("the Rust target {WASM_TARGET} is missing"))
}
