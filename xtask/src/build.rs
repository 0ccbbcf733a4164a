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
    package(project)?;
    page(project)?;
    binary(project)
}

/// Builds only what lies in `pkg/`.
pub fn package_alone(project: &Project) -> Result<()> {
    setup::wasm_target(project)?;
    node::check()?;
    node::install(project, "pkg")?;
    wasm::build(project)?;
    package(project)
}

/// The TypeScript of the package, next to the wasm in `pkg/dist`.
fn package(project: &Project) -> Result<()> {
    let folder = project.package();
    let mut step = Step::new("package").output(folder.join("dist"));
    for file in ["src", "build.mjs", "package.json", "package-lock.json", "tsconfig.json"] {
        step = step.input(folder.join(file));
    }
    // It carries the licences, and checks that its version is the crate's.
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml"] {
        step = step.input(project.path(file));
    }
    for file in wasm::files(project) {
        step = step.input(file);
    }
    step.run(project, || {
        println!("==> Building the npm package");
        process::run(node::node(&folder).arg("build.mjs"))
    })?;
    Ok(())
}

/// The page, which uses the built package.
fn page(project: &Project) -> Result<()> {
    let folder = project.page();
    let mut step = Step::new("page").input(project.path("pkg/dist")).output(project.page_dist());
    for file in [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "vite.config.ts",
    ] {
        step = step.input(folder.join(file));
    }
    step.run(project, || {
        println!("==> Building the page");
        process::run(node::npm(&folder).args(["run", "build"]))
    })?;
    Ok(())
}

/// `target/release/ratioscope`.
pub fn binary(project: &Project) -> Result<()> {
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
