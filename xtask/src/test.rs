//! Every test there is: Rust, wasm in Node and in Chromium, the package, the
//! page.

use std::process::Command;

use anyhow::{Context, Result};

use crate::browser::Chromium;
use crate::build;
use crate::node;
use crate::process;
use crate::project::Project;
use crate::server;
use crate::setup;
use crate::steps::Steps;
use crate::tools;
use crate::wasm::Variant;

/// Where the wasm tests run.
#[derive(Clone, Copy)]
enum Host {
    Node,
    Chromium,
}

/// Seconds that the test runner gives the browser to start, and the tests to
/// end. Its own, 5 and 20, suit no slow machine.
const PATIENCE: [(&str, &str); 2] =
    [("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60"), ("WASM_BINDGEN_TEST_TIMEOUT", "900")];

/// Adds the tests to the steps.
pub fn run(project: &Project, steps: &mut Steps) {
    rust(project, steps);
    wasm(project, steps);
    javascript(project, steps);
}

fn rust(project: &Project, steps: &mut Steps) {
    let cargo_test = |arguments: &[&str]| {
        process::run(process::cargo(project.root()).arg("test").args(arguments))
    };
    steps.run("rust: unit and integration tests", || {
        cargo_test(&["--package", "ratioscope", "--all-features", "--lib", "--bins", "--tests"])
    });
    steps.run("rust: documentation tests", || {
        cargo_test(&["--package", "ratioscope", "--all-features", "--doc"])
    });
    steps.run("rust: xtask", || cargo_test(&["--package", "xtask", "--profile", "xtask"]));
}

fn wasm(project: &Project, steps: &mut Steps) {
    for (host, host_name) in [(Host::Node, "Node"), (Host::Chromium, "Chromium")] {
        for variant in Variant::ALL {
            steps.run(&format!("wasm: {} in {host_name}", variant.name()), || {
                wasm_pack(project, host, variant)
            });
        }
    }
}

/// Runs the wasm tests with one build, in one place.
fn wasm_pack(project: &Project, host: Host, variant: Variant) -> Result<()> {
    setup::wasm_target(project)?;
    node::check()?;
    let path = tools::install(project)?;
    let mut command = Command::new("wasm-pack");
    command
        .current_dir(project.root())
        .env("PATH", path)
        .env("RUSTFLAGS", variant.rustc_flags().join(" "))
        .env("CARGO_TARGET_DIR", variant.target_dir(project))
        .arg("test");
    let profile = project.state().join(format!("chromium-{}", variant.name()));
    match host {
        Host::Node => {
            command.arg("--node");
        }
        Host::Chromium => {
            let chromium = Chromium::find()?;
            let settings = project.state().join("webdriver.json");
            chromium.write_capabilities(&settings, &profile)?;
            command
                // The tests run anywhere; without this none would be a browser's.
                .env("WASM_BINDGEN_USE_BROWSER", "1")
                .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings)
                .envs(PATIENCE)
                .args(["--headless", "--chrome", "--chromedriver"])
                .arg(chromium.driver);
        }
    }
    command.args(["--mode", "no-install", "--", "--features", "web", "--test", "web"]);
    let result = process::run(&mut command);
    let _ = std::fs::remove_dir_all(profile);
    result
}

fn javascript(project: &Project, steps: &mut Steps) {
    steps.run("build: package, page and command line tool", || build::run(project));
    for (name, folder) in [("package: unit tests", "pkg"), ("page: unit tests", "www")] {
        steps.run(name, || process::run(node::npm(&project.path(folder)).arg("test")));
    }
    steps.run("package: the packed tarball", || {
        process::run(
            node::node(project.root())
                .arg(project.path("tests/npm/run.mjs"))
                .env("CHROME", Chromium::find()?.browser),
        )
    });
    steps.run("bench: the package by itself", || bench(project));
    steps.run("page: end to end in Chromium", || in_browser(project, "e2e"));
}

/// One turn of `cargo xtask bench` with nothing to compare, and so nothing to
/// fetch: whether it works, not how fast.
fn bench(project: &Project) -> Result<()> {
    let table = project.state().join("bench.md");
    process::run(
        Command::new(std::env::current_exe()?)
            .current_dir(project.root())
            .args(["bench", "--engines", "ours-wasm,ours-wasm-streams"])
            .args(["--baseline", "ours-wasm"])
            .args(["--files", "listing", "--levels=-1,3", "--rounds", "1", "--min-ms", "1"])
            .arg("--output")
            .arg(&table),
    )?;
    let text = std::fs::read_to_string(&table)?;
    for engine in ["| ours-wasm |", "| ours-wasm-streams |"] {
        let rows = text.lines().filter(|line| line.starts_with(engine)).count();
        anyhow::ensure!(rows == 4, "the tables are not whole: {rows} rows {engine}");
    }
    anyhow::ensure!(!text.contains("What failed"), "an engine failed");
    Ok(())
}

/// Runs a script of the page that wants the served page and a browser.
pub fn in_browser(project: &Project, script: &str) -> Result<()> {
    let chromium = Chromium::find()?;
    let running = server::Running::start(&project.page_dist(), server::listen(0)?)
        .context("the page must be built first")?;
    process::run(
        node::npm(&project.page())
            .args(["run", script])
            .env("BASE_URL", running.url())
            .env("CHROME", &chromium.browser),
    )
}
