//! The core as WebAssembly, whole, zstd alone and its decoder alone: compiled
//! twice (with and without simd128), bound to JavaScript by wasm-bindgen, made
//! small by Binaryen. And the second decoder, a module of its own.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::node;
use crate::process;
use crate::project::Project;
use crate::setup::WASM_TARGET;
use crate::simd;
use crate::stamp::Step;

/// One selection of what the core has, as modules of the package.
#[derive(Clone, Copy)]
pub struct Core {
    /// What the JavaScript side calls the modules and their glue.
    name: &'static str,
    /// What Cargo is told to select.
    features: &'static [&'static str],
}

/// All codecs, the measurements, the models.
pub const ALL: Core = Core { name: "ratioscope", features: &["--features", "web"] };
/// zstd alone.
pub const ZSTD: Core =
    Core { name: "zstd", features: &["--no-default-features", "--features", "web-codec"] };
/// zstd's decoder alone.
pub const DECODER: Core =
    Core { name: "zstd_decoder", features: &["--no-default-features", "--features", "web-decode"] };
/// What the package has of the core.
const CORES: [Core; 3] = [DECODER, ZSTD, ALL];
/// What the JavaScript side calls the second decoder.
const SECOND: &str = "second_decoder";
/// Its crate.
const SECOND_CRATE: &str = "ratioscope-second-decoder";

/// One build of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// For browsers without vectors.
    Scalar,
    /// With the 128-bit vectors that every browser of the last years has.
    Simd,
}

impl Variant {
    /// Both builds.
    pub const ALL: [Self; 2] = [Self::Scalar, Self::Simd];

    /// As file names and messages have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Simd => "simd",
        }
    }

    /// A folder of its own for Cargo: sharing one would rebuild everything at
    /// each switch of the compiler's flags.
    pub fn target_dir(self, project: &Project) -> PathBuf {
        project.path("target").join(format!("wasm-{}", self.name()))
    }

    /// The compiler's flags.
    pub fn rustc_flags(self) -> &'static [&'static str] {
        match self {
            Self::Scalar => &[NO_STRENGTH_REDUCTION],
            Self::Simd => &[NO_STRENGTH_REDUCTION, "-Ctarget-feature=+simd128"],
        }
    }
}

/// Strength reduction makes a pointer of each index in a loop, and addresses by
/// small distances from it that may be negative: wasm's loads cannot have those
/// as their constants, so each costs an addition. Without it the module is 1 %
/// smaller and levels -5 to 3 are 1 % faster.
const NO_STRENGTH_REDUCTION: &str = "-Cllvm-args=-disable-lsr";

/// Makes `pkg/dist/wasm`: for each core both modules and the glue that they
/// share, and the second decoder.
pub fn build(project: &Project) -> Result<()> {
    let compiler = process::output(Command::new("rustc").arg("-vV").current_dir(project.root()))?;
    for core in CORES {
        build_core(project, core, &compiler)?;
    }
    build_second(project)
}

fn build_core(project: &Project, core: Core, compiler: &str) -> Result<()> {
    let name = format!("wasm-{}", core.name);
    let mut step = Step::new(&name)
        .setting(optimizer_flags(Variant::Scalar).join(" "))
        .setting(project.locked_version("wasm-bindgen-cli-support")?)
        .input(project.path("pkg/package-lock.json"))
        .input(project.path("xtask/src/wasm.rs"));
    for variant in Variant::ALL {
        step = step.input(compile(project, variant, core, compiler)?);
    }
    for file in core.files(project) {
        step = step.output(file);
    }
    step.run(project, || bind_and_optimize(project, core, &folder(project)))?;
    Ok(())
}

/// Makes the second decoder. One build without vectors is enough: it is there
/// to agree, not to be fast.
fn build_second(project: &Project) -> Result<()> {
    println!("==> Compiling the second decoder to wasm");
    let variant = Variant::Scalar;
    let compiled = cargo_build(project, variant, SECOND_CRATE, &[])?;
    let mut step = Step::new("wasm-second-decoder")
        .setting(optimizer_flags(variant).join(" "))
        .setting(project.locked_version("wasm-bindgen-cli-support")?)
        .input(project.path("pkg/package-lock.json"))
        .input(project.path("xtask/src/wasm.rs"))
        .input(&compiled);
    for file in second_files(project) {
        step = step.output(file);
    }
    step.run(project, || {
        let [glue, types, module] = second_files(project);
        let bound = project.path("target/bound-second-decoder");
        bind(&compiled, SECOND, &bound)?;
        let to = folder(project);
        fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
        optimize(project, variant, &bound.join(bound_module(SECOND)), &module)?;
        simd::check(&fs::read(&module)?, false)
            .with_context(|| format!("{} is not what it says", module.display()))?;
        minify(project, &bound.join(format!("{SECOND}.js")), &glue)?;
        fs::copy(bound.join(format!("{SECOND}.d.ts")), &types)
            .with_context(|| format!("cannot write {}", types.display()))?;
        Ok(())
    })?;
    Ok(())
}

/// Where the package has its wasm.
pub fn folder(project: &Project) -> PathBuf {
    project.path("pkg/dist/wasm")
}

/// All files that [`build`] makes.
pub fn files(project: &Project) -> Vec<PathBuf> {
    let cores = CORES.iter().flat_map(|core| core.files(project));
    cores.chain(second_files(project)).collect()
}

impl Core {
    fn files(self, project: &Project) -> [PathBuf; 4] {
        let [scalar, simd] = Variant::ALL.map(|variant| self.module(variant));
        [self.glue(), self.types(), scalar, simd].map(|file| folder(project).join(file))
    }

    /// The JavaScript that calls either module.
    pub fn glue(self) -> String {
        format!("{}.js", self.name)
    }

    fn types(self) -> String {
        format!("{}.d.ts", self.name)
    }

    /// A module of the package.
    pub fn module(self, variant: Variant) -> String {
        format!("{}_{}.wasm", self.name, variant.name())
    }

    /// The module as Cargo has made it. A copy of its own: Cargo has one file
    /// for all selections of features.
    fn compiled(self, project: &Project, variant: Variant) -> PathBuf {
        variant.target_dir(project).join(format!("{}.wasm", self.name))
    }

    /// Where wasm-bindgen puts a module and its glue.
    fn bound(self, project: &Project, variant: Variant) -> PathBuf {
        project.path("target").join(format!("bound-{}-{}", self.name, variant.name()))
    }
}

/// Glue, types and module of the second decoder.
pub fn second_files(project: &Project) -> [PathBuf; 3] {
    ["js", "d.ts", "wasm"].map(|end| folder(project).join(format!("{SECOND}.{end}")))
}

/// What [`bind`] calls a module.
fn bound_module(name: &str) -> String {
    format!("{name}_bg.wasm")
}

/// Compiles a core with the compiler of this version; returns the path of the module. Cargo has one file for all
/// selections of features and makes it again at each change of them, so what
/// has not changed is not compiled.
fn compile(project: &Project, variant: Variant, core: Core, compiler: &str) -> Result<PathBuf> {
    let kept = core.compiled(project, variant);
    let name = format!("compile-{}-{}", core.name, variant.name());
    let mut step = Step::new(&name)
        .setting(compiler)
        .setting(core.features.join(" "))
        .setting(encoded_flags(variant).to_string_lossy())
        .output(&kept);
    for source in ["src", "Cargo.toml", "Cargo.lock"] {
        step = step.input(project.path(source));
    }
    step.run(project, || {
        println!("==> Compiling {} to wasm ({})", core.name, variant.name());
        let made = cargo_build(project, variant, "ratioscope", core.features)?;
        fs::copy(&made, &kept).with_context(|| format!("cannot write {}", kept.display()))?;
        Ok(())
    })?;
    Ok(kept)
}

/// Compiles a crate; returns the path of the module that Cargo wrote.
fn cargo_build(
    project: &Project,
    variant: Variant,
    package: &str,
    features: &[&str],
) -> Result<PathBuf> {
    let target_dir = variant.target_dir(project);
    process::run(
        process::cargo(project.root())
            .args(["build", "--release", "--lib", "--target", WASM_TARGET])
            .args(["--package", package])
            .args(features)
            .arg("--target-dir")
            .arg(&target_dir)
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", encoded_flags(variant)),
    )?;
    let file = format!("{}.wasm", package.replace('-', "_"));
    Ok(target_dir.join(WASM_TARGET).join("release").join(file))
}

/// The flags as Cargo takes them: separated by a byte that no path holds.
fn encoded_flags(variant: Variant) -> OsString {
    let mut flags: Vec<OsString> = variant.rustc_flags().iter().map(OsString::from).collect();
    // Panic messages name source files. Where the crates lie on this machine
    // is nobody's business, and makes builds differ from one to the next.
    for folder in crate_sources() {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push("=crates");
        flags.push(flag);
    }
    flags.join(OsStr::new("\x1f"))
}

/// The folders into which Cargo unpacks crates.
fn crate_sources() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let Some(entries) = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok()) else {
        return Vec::new();
    };
    let mut folders: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// From Cargo's modules to the files of the package.
fn bind_and_optimize(project: &Project, core: Core, to: &Path) -> Result<()> {
    let bound = Variant::ALL.map(|variant| core.bound(project, variant));
    for (variant, folder) in Variant::ALL.into_iter().zip(&bound) {
        println!("==> Binding {} to JavaScript ({})", core.name, variant.name());
        bind(&core.compiled(project, variant), core.name, folder)?;
    }
    let [scalar, simd] = &bound;
    for file in [core.glue(), core.types()] {
        if fs::read(scalar.join(&file))? != fs::read(simd.join(&file))? {
            bail!(
                "{file} differs between the two builds ({} and {}): one glue cannot serve both",
                scalar.display(),
                simd.display()
            );
        }
    }
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for (variant, folder) in Variant::ALL.into_iter().zip(&bound) {
        println!("==> Optimising {} ({})", core.name, variant.name());
        let file = to.join(core.module(variant));
        optimize(project, variant, &folder.join(bound_module(core.name)), &file)?;
        simd::check(&fs::read(&file)?, variant == Variant::Simd)
            .with_context(|| format!("{} is not what it says", file.display()))?;
    }
    minify(project, &scalar.join(core.glue()), &to.join(core.glue()))?;
    let types = to.join(core.types());
    fs::copy(scalar.join(core.types()), &types)
        .with_context(|| format!("cannot write {}", types.display()))?;
    Ok(())
}

/// Takes comments and long names out of the glue: people read its types.
fn minify(project: &Project, from: &Path, to: &Path) -> Result<()> {
    const PROGRAM: &str = "const [from, to] = process.argv.slice(1); \
         require('esbuild').buildSync({ \
           entryPoints: [from], outfile: to, minify: true, format: 'esm', charset: 'utf8' })";
    process::run(node::node(&project.package()).args(["-e", PROGRAM]).arg(from).arg(to))
}

/// Runs wasm-bindgen on one module.
fn bind(module: &Path, name: &str, folder: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        // The package picks one of two modules and hands over its address.
        .omit_default_module_path(true)
        .generate(folder)
        .with_context(|| format!("wasm-bindgen cannot bind {}", module.display()))
}

/// Runs Binaryen's optimiser on one module.
fn optimize(project: &Project, variant: Variant, from: &Path, to: &Path) -> Result<()> {
    let optimizer = project.path("pkg/node_modules/binaryen/bin/wasm-opt");
    process::run(
        node::node(project.root())
            .arg(optimizer)
            .args(optimizer_flags(variant))
            .arg(from)
            .arg("-o")
            .arg(to),
    )
}

/// The features are those that rustc turns on by default for this target, so
/// that the optimiser neither refuses the module nor puts others into it.
///
/// Only small functions are inlined. The core keeps each copy of a hot loop in
/// a function of its own, because V8 spills registers in large ones; with its
/// defaults the optimiser puts them all into their only caller again, which
/// costs 25 to 35 % of the speed of zstd at levels -5, 1 and 3 (one
/// interleaved run).
fn optimizer_flags(variant: Variant) -> Vec<&'static str> {
    let mut flags = vec![
        "-O3",
        "--one-caller-inline-max-function-size=60",
        "--flexible-inline-max-function-size=20",
        "--mvp-features",
        "--enable-bulk-memory",
        "--enable-nontrapping-float-to-int",
        "--enable-sign-ext",
        "--enable-mutable-globals",
        "--enable-reference-types",
        "--enable-multivalue",
        "--strip-debug",
        "--strip-producers",
        "--strip-target-features",
    ];
    if variant == Variant::Simd {
        flags.push("--enable-simd");
    }
    flags
}
