//! What people download, held to `xtask/size-budget.json`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::node;
use crate::process;
use crate::project::Project;
use crate::setup;
use crate::steps::Steps;
use crate::wasm::{self, Core, Variant};

/// One line of the budget.
#[derive(Deserialize)]
struct Budget {
    /// What is measured, one of the names in [`files`].
    what: String,
    /// Most bytes after `gzip -9`.
    gzip: u64,
    /// Why this much.
    #[allow(dead_code, reason = "for the readers of the file")]
    why: String,
}

/// Adds the size budget to the steps.
pub fn run(project: &Project, steps: &mut Steps) {
    steps.run("size: the budget of downloads", || check(project));
}

fn check(project: &Project) -> Result<()> {
    setup::run(project)?;
    let path = project.path("xtask/size-budget.json");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let budgets: Vec<Budget> = serde_json::from_str(&text)
        .with_context(|| format!("cannot understand {}", path.display()))?;
    let files = files(project)?;
    let mut over = Vec::new();
    for (what, file) in &files {
        let budget = budgets
            .iter()
            .find(|budget| budget.what == *what)
            .with_context(|| format!("{} has no line for {what}", path.display()))?;
        let (raw, gzip) = (fs::metadata(file)?.len(), gzip_size(project, file)?);
        println!("{what}: {gzip} bytes of at most {} (not compressed: {raw})", budget.gzip);
        if gzip > budget.gzip {
            over.push(format!("{what} is {} bytes over its budget", gzip - budget.gzip));
        }
    }
    if !over.is_empty() {
        bail!("{}", over.join("; "));
    }
    Ok(())
}

/// What is measured, and the file that shows it: those that the package has.
fn files(project: &Project) -> Result<Vec<(&'static str, PathBuf)>> {
    wasm::build(project)?;
    let package = wasm::folder(project);
    let [second_glue, _, second_module] = wasm::second_files(project);
    let module = |core: Core, variant| package.join(core.module(variant));
    Ok(vec![
        ("zstd's decoder alone, simd", module(wasm::DECODER, Variant::Simd)),
        ("zstd's decoder alone, scalar", module(wasm::DECODER, Variant::Scalar)),
        ("glue of the decoder alone", package.join(wasm::DECODER.glue())),
        ("zstd alone, simd", module(wasm::ZSTD, Variant::Simd)),
        ("zstd alone, scalar", module(wasm::ZSTD, Variant::Scalar)),
        ("glue of zstd alone", package.join(wasm::ZSTD.glue())),
        ("all codecs, simd", module(wasm::ALL, Variant::Simd)),
        ("all codecs, scalar", module(wasm::ALL, Variant::Scalar)),
        ("glue", package.join(wasm::ALL.glue())),
        ("second decoder", second_module),
        ("glue of the second decoder", second_glue),
    ])
}

/// The size after `gzip -9`, by the zlib in Node.js.
fn gzip_size(project: &Project, file: &Path) -> Result<u64> {
    const PROGRAM: &str = "const { readFileSync } = require('node:fs'); \
         const { gzipSync } = require('node:zlib'); \
         console.log(gzipSync(readFileSync(process.argv[1]), { level: 9 }).length)";
    process::output(node::node(project.root()).args(["-e", PROGRAM]).arg(file))?
        .parse()
        .context("node printed no size")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_that_of_gzip() {
        let file = std::env::temp_dir().join(format!("xtask-size-{}", std::process::id()));
        fs::write(&file, vec![b'a'; 100_000]).unwrap();
        let size = gzip_size(&Project::locate().unwrap(), &file).unwrap();
        fs::remove_file(file).unwrap();
        // 100,000 equal bytes are 387 matches of 258: about a bit each way.
        assert!((100..200).contains(&size), "{size}");
    }

    #[test]
    fn the_budget_file_gives_a_reason_for_every_line() {
        let path = Project::locate().unwrap().path("xtask/size-budget.json");
        let budgets: Vec<Budget> =
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(!budgets.is_empty());
        for budget in budgets {
            assert!(budget.gzip > 0 && !budget.why.is_empty(), "{}", budget.what);
        }
    }
}
