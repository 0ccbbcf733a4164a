//! Skips a step whose inputs and outputs are what they were when it last ran.
//!
//! A stamp is a file that holds one digest of the step's inputs and one of
//! its outputs. Contents count, not times: a `git switch` there and back
//! rebuilds nothing, and an output that something else wrote over is made
//! again.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::project::Project;

/// One step that need not run when nothing has changed.
pub struct Step<'a> {
    name: &'a str,
    settings: String,
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
}

impl<'a> Step<'a> {
    /// A step with a name that is a file name too.
    pub fn new(name: &'a str) -> Self {
        Self { name, settings: String::new(), inputs: Vec::new(), outputs: Vec::new() }
    }

    /// Something besides files that decides what comes out.
    pub fn setting(mut self, value: impl AsRef<str>) -> Self {
        self.settings.push_str(value.as_ref());
        self.settings.push('\n');
        self
    }

    /// A file, or a folder with everything in it, that the step reads.
    pub fn input(mut self, path: impl Into<PathBuf>) -> Self {
        self.inputs.push(path.into());
        self
    }

    /// A file or folder that the step writes.
    pub fn output(mut self, path: impl Into<PathBuf>) -> Self {
        self.outputs.push(path.into());
        self
    }

    /// Runs the step unless it has run with these inputs and its outputs
    /// still stand; tells whether it ran.
    pub fn run(self, project: &Project, action: impl FnOnce() -> Result<()>) -> Result<bool> {
        let stamp = project.state().join(format!("{}.stamp", self.name));
        let inputs = self.digest(&self.inputs)?;
        if let Ok(recorded) = fs::read_to_string(&stamp)
            && recorded == self.record(inputs)?
        {
            return Ok(false);
        }
        action()?;
        // Only a step that has succeeded leaves a stamp.
        fs::create_dir_all(project.state())?;
        fs::write(&stamp, self.record(inputs)?)
            .with_context(|| format!("cannot write {}", stamp.display()))?;
        Ok(true)
    }

    fn record(&self, inputs: u64) -> Result<String> {
        Ok(format!("{inputs:016x} {:016x}\n", self.digest(&self.outputs)?))
    }

    fn digest(&self, paths: &[PathBuf]) -> Result<u64> {
        let mut hasher = DefaultHasher::new();
        self.settings.hash(&mut hasher);
        for path in paths {
            hash_path(path, &mut hasher)
                .with_context(|| format!("cannot read {}", path.display()))?;
        }
        Ok(hasher.finish())
    }
}

/// Names and contents of everything at a path; a missing file counts as such.
fn hash_path(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            "missing".hash(hasher);
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    if !metadata.is_dir() {
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?.collect::<std::io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        entry.file_name().hash(hasher);
        hash_path(&entry.path(), hasher)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of this test's own, and a project that points at it.
    fn project(name: &str) -> Project {
        let root = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("in")).unwrap();
        fs::write(root.join("in/a.txt"), "one").unwrap();
        Project::at(root)
    }

    /// Runs a step that copies `in/a.txt` to `out.txt`.
    fn copy(project: &Project, setting: &str) -> bool {
        let (from, to) = (project.path("in/a.txt"), project.path("out.txt"));
        Step::new("copy")
            .setting(setting)
            .input(project.path("in"))
            .output(&to)
            .run(project, || Ok(fs::copy(&from, &to).map(|_| ())?))
            .unwrap()
    }

    #[test]
    fn a_step_runs_once_until_something_changes() {
        let project = project("stamp");
        assert!(copy(&project, "x"), "the first time");
        assert!(!copy(&project, "x"), "nothing changed");

        fs::write(project.path("in/a.txt"), "two").unwrap();
        assert!(copy(&project, "x"), "an input changed");
        assert_eq!(fs::read_to_string(project.path("out.txt")).unwrap(), "two");

        fs::write(project.path("in/b.txt"), "").unwrap();
        assert!(copy(&project, "x"), "an input is new");
        assert!(copy(&project, "y"), "a setting changed");

        fs::write(project.path("out.txt"), "spoilt").unwrap();
        assert!(copy(&project, "y"), "the output was written over");
        fs::remove_file(project.path("out.txt")).unwrap();
        assert!(copy(&project, "y"), "the output is gone");
        assert!(!copy(&project, "y"));
        fs::remove_dir_all(project.root()).unwrap();
    }

    #[test]
    fn a_failed_step_runs_again() {
        let project = project("failed");
        let step = || Step::new("fails").input(project.path("in"));
        assert!(step().run(&project, || anyhow::bail!("no")).is_err());
        assert!(step().run(&project, || Ok(())).unwrap());
        fs::remove_dir_all(project.root()).unwrap();
    }
}
