//! From the sources to everything that is handed out: the npm package, the
//! page, the native binary.

use anyhow::Result;

use crate::node;
use crate::process;
use crate::project::Project;
use crate::setup;
use crate::stamp::Step;
use crate::wasm;

/// Builds what has changed.
pub fn run(project: &Project) -> Result<()> {
    setup::run(project)?;
    wasm::build(project)?;
    if project.path("pkg/build.mjs").is_file() {
        package(project)?;
    } else {
        println!("==> pkg/build.mjs is not there yet");
    }
    if project.path("www/package.json").is_file() {
        page(project)?;
    } else {
        println!("==> www/package.json is not there yet");
    }
    binary(project)
}

/// The TypeScript of the package, next to the wasm in `pkg/dist`.
fn package(project: &Project) -> Result<()> {
    let folder = project.package();
    Step::new("package")
        .input(&folder)
        .input(project.path("pkg/dist/wasm"))
        .output(project.path("pkg/dist"))
        .run(project, || {
            println!("==> Building the npm package");
            process::run(node::node(&folder).arg("build.mjs"))
        })?;
    Ok(())
}

/// The page, which uses the built package.
fn page(project: &Project) -> Result<()> {
    let folder = project.page();
    Step::new("page")
        .input(&folder)
        .input(project.path("pkg/dist"))
        .output(project.page_dist())
        .run(project, || {
            println!("==> Building the page");
            process::run(node::npm(&folder).args(["run", "build"]))
        })?;
    Ok(())
}

/// `target/release/ratioscope`.
fn binary(project: &Project) -> Result<()> {
    println!("==> Building the command line tool");
    process::run(process::cargo(project.root()).args([
        "build",
        "--release",
        "--features",
        "cli",
        "--bin",
        "ratioscope",
    ]))
}
