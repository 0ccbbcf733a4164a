//! The engines: how they are built, started and asked.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::build;
use crate::node;
use crate::process;
use crate::project::Project;

/// libzstd in C.
pub const LIBZSTD: &str = "libzstd";
/// This engine, natively.
pub const OURS: &str = "ours-native";

/// The native engines with their folders in `benches/peers`.
const NATIVE: [(&str, &str); 5] = [
    (OURS, "ours"),
    (LIBZSTD, "libzstd"),
    ("structured-native", "structured"),
    ("libzstd-rs-native", "libzstd-rs"),
    ("ruzstd-native", "ruzstd"),
];
/// Those that need the package.
const PACKAGE: [&str; 2] = ["ours-wasm", "ours-wasm-streams"];
const PEERS: &str = "benches/peers";

/// Where engines lie that were built elsewhere, if there are any.
pub fn prebuilt(project: &Project) -> PathBuf {
    project.path("../shared/peers/wasm")
}

/// The names of all engines, the native ones first.
pub fn names(project: &Project, prebuilt: &Path) -> Result<Vec<String>> {
    node::check()?;
    let list = process::output(script(project).arg("--list").arg(prebuilt))?;
    Ok(NATIVE.iter().map(|(name, _)| *name).chain(list.lines()).map(str::to_owned).collect())
}

fn script(project: &Project) -> Command {
    let mut command = node::node(&project.path(PEERS));
    command.arg("engine.mjs");
    command
}

/// An engine that was built.
pub struct Engine {
    pub name: String,
    pub version: String,
    /// Whether it is JavaScript or wasm, and so wants to be warmed up.
    pub in_node: bool,
    command: Box<dyn Fn() -> Command>,
    /// Absent after it ended on its own.
    process: Option<Process>,
    /// What it holds: a file and the size of its pieces.
    loaded: Option<(PathBuf, usize)>,
}

struct Process {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What an engine did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Of all frames, or of all content.
    pub size: u64,
    /// Nanoseconds per call.
    pub wall: u64,
    /// Nanoseconds per call.
    pub cpu: u64,
}

impl Engine {
    /// Builds an engine, unless it is there, and starts it.
    pub fn start(project: &Project, name: &str, prebuilt: &Path) -> Result<Self> {
        let native = NATIVE.iter().find(|(native, _)| *native == name);
        let command: Box<dyn Fn() -> Command> = match native {
            Some((_, folder)) => {
                let program = build_native(project, folder)?;
                Box::new(move || Command::new(&program))
            }
            None => {
                if PACKAGE.contains(&name) {
                    build::package_alone(project)?;
                } else {
                    node::install(project, PEERS)?;
                }
                let (folder, name) = (project.path(PEERS), name.to_owned());
                let prebuilt = prebuilt.to_path_buf();
                Box::new(move || {
                    let mut command = node::node(&folder);
                    command.arg("engine.mjs").arg(&name).arg(&prebuilt);
                    command
                })
            }
        };
        let mut engine = Self {
            name: name.to_owned(),
            version: String::new(),
            in_node: native.is_none(),
            command,
            process: None,
            loaded: None,
        };
        engine.version = engine.spawn()?;
        Ok(engine)
    }

    /// Holds this file, in pieces of so many bytes, or whole for 0.
    pub fn load(&mut self, file: &Path, piece: usize) -> Result<()> {
        if self.loaded.as_ref().is_some_and(|(path, size)| path == file && *size == piece) {
            return Ok(());
        }
        self.loaded = Some((file.to_path_buf(), piece));
        if self.process.is_some() { self.load_again() } else { self.revive() }
    }

    /// Compresses at a level for so many milliseconds, and writes the frames
    /// to a file if one is named.
    pub fn compress(&mut self, level: i32, min_ms: u32, save: Option<&Path>) -> Result<Answer> {
        self.send_compress(level, min_ms, save)?;
        self.receive()
    }

    /// The first half of [`Self::compress`], so that several engines can work
    /// at the same time.
    pub fn send_compress(&mut self, level: i32, min_ms: u32, save: Option<&Path>) -> Result<()> {
        let save = save.map_or("-".into(), |path| path.display().to_string());
        self.send(&["compress", &level.to_string(), &min_ms.to_string(), &save])
    }

    /// Decompresses the frames in a file, which must give what it holds.
    pub fn decompress(&mut self, frames: &Path, min_ms: u32) -> Result<Answer> {
        self.send(&["decompress", &frames.display().to_string(), &min_ms.to_string()])?;
        self.receive()
    }

    /// Starts the program; returns its version.
    fn spawn(&mut self) -> Result<String> {
        let mut child = (self.command)()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("it does not start")?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("it has no pipes");
        };
        let process =
            self.process.insert(Process { child, requests, answers: BufReader::new(answers) });
        let line = process.line();
        match line.as_deref().and_then(|line| line.split_once('\t')) {
            Some(("ready", version)) => Ok(version.to_owned()),
            Some((_, message)) => bail!("{message}"),
            None => bail!("it ended before it was ready"),
        }
    }

    fn revive(&mut self) -> Result<()> {
        self.spawn()?;
        self.load_again()
    }

    fn load_again(&mut self) -> Result<()> {
        let Some((path, piece)) = self.loaded.clone() else { return Ok(()) };
        self.send(&["load", &path.display().to_string(), &piece.to_string()])?;
        self.line().map(|_| ())
    }

    fn send(&mut self, fields: &[&str]) -> Result<()> {
        if self.process.is_none() {
            self.revive()?;
        }
        let process = self.process.as_mut().context("it is gone")?;
        // If it is gone, the answer says so.
        let _ = writeln!(process.requests, "{}", fields.join("\t"));
        Ok(())
    }

    /// Waits for the answer to the last request.
    pub fn receive(&mut self) -> Result<Answer> {
        let fields = self.line()?;
        let number = |i: usize| {
            let field = fields.split('\t').nth(i);
            field.and_then(|it| it.parse().ok()).context("its answer makes no sense")
        };
        // The second is the number of calls.
        Ok(Answer { size: number(0)?, wall: number(2)?, cpu: number(3)? })
    }

    fn line(&mut self) -> Result<String> {
        let line = self.process.as_mut().and_then(Process::line);
        match line.as_deref().and_then(|line| line.split_once('\t')) {
            Some(("ok", fields)) => Ok(fields.to_owned()),
            Some((_, message)) => bail!("{message}"),
            None => {
                self.process = None;
                bail!("it ended, as programs do that crash")
            }
        }
    }
}

impl Process {
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let size = self.answers.read_line(&mut line).ok()?;
        (size > 0).then(|| line.trim_end().to_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the program of a native engine; returns its path.
fn build_native(project: &Project, folder: &str) -> Result<PathBuf> {
    let (package, target) = (format!("peer-{folder}"), project.path("target/peers"));
    eprintln!("==> Building {package}");
    let mut command = process::cargo(&project.path(PEERS));
    command
        // Not locked: the lock file also has what this crate depends on, and
        // need not follow each change of that. The peers' versions are exact.
        .args(["build", "--release", "--quiet", "--package", &package, "--target-dir"])
        .arg(&target)
        // Flags that are meant for this repository's own builds.
        .env_remove("RUSTFLAGS");
    process::run(&mut command)?;
    Ok(target.join("release").join(format!("{package}{}", std::env::consts::EXE_SUFFIX)))
}
