//! Where it was measured.

use std::fs;
use std::process::Command;

use super::corpus::File;
use super::engine::Engine;
use crate::process;
use crate::project::Project;

/// The machine, the versions and the input, as the head of the report.
pub fn describe(project: &Project, engines: &[Engine], files: &[File]) -> String {
    let said = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        process::output(command.args(arguments).current_dir(project.root()))
            .unwrap_or_else(|_| "unknown".into())
    };
    let changed = match said("git", &["status", "--porcelain", "--untracked-files=no"]) {
        text if text.is_empty() => "",
        _ => ", with changes",
    };
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let bytes: u64 = files.iter().map(|file| file.bytes).sum();
    let names: Vec<_> = files.iter().map(|file| &file.name[..]).collect();
    let versions: Vec<_> =
        engines.iter().map(|engine| format!("{} ({})", engine.name, engine.version)).collect();
    format!(
        "- Machine: {}, {processors} processors, {}\n\
         - Versions: {}; Node.js {}; commit {}{changed}\n\
         - Input: {} files, {bytes} bytes: {}\n\
         - Engines: {}\n{}",
        processor(),
        std::env::consts::OS,
        said("rustc", &["--version"]),
        said("node", &["--version"]),
        said("git", &["rev-parse", "--short", "HEAD"]),
        files.len(),
        names.join(", "),
        versions.join(", "),
        load("before"),
    )
}

/// How busy the machine is, where it says so: other work spoils times.
pub fn load(when: &str) -> String {
    fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split(' ').next().map(str::to_owned))
        .map_or_else(String::new, |load| format!("- Load {when}: {load}\n"))
}

/// The processor's name, or at least its kind.
fn processor() -> String {
    fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(": ")?.1.to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}
