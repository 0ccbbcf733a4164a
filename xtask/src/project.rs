//! Where things are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The root of the repository, and the paths that more than one step needs.
pub struct Project {
    root: PathBuf,
}

impl Project {
    /// Finds the repository that this xtask belongs to.
    pub fn locate() -> Result<Self> {
        // Cargo sets it for `cargo run`; the value of the build serves when
        // the binary is started by hand.
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().context("xtask has no parent folder")?.to_path_buf();
        if !root.join("Cargo.lock").is_file() {
            bail!("{} is not the repository of Ratioscope", root.display());
        }
        Ok(Self { root })
    }

    /// A project in any folder, for tests.
    #[cfg(test)]
    pub fn at(root: PathBuf) -> Self {
        Self { root }
    }

    /// The repository itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside the repository, written with forward slashes.
    pub fn path(&self, relative: &str) -> PathBuf {
        relative.split('/').fold(self.root.clone(), |path, part| path.join(part))
    }

    /// The npm package.
    pub fn package(&self) -> PathBuf {
        self.path("pkg")
    }

    /// The sources of the page.
    pub fn page(&self) -> PathBuf {
        self.path("www")
    }

    /// The built page, which the server serves.
    pub fn page_dist(&self) -> PathBuf {
        self.path("www/dist")
    }

    /// Files of this tool that are no build products: stamps, settings.
    pub fn state(&self) -> PathBuf {
        self.path("target/xtask-state")
    }

    /// The version of a dependency in Cargo.lock.
    pub fn locked_version(&self, name: &str) -> Result<String> {
        let path = self.path("Cargo.lock");
        let lock = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        locked_version(&lock, name)
            .map(str::to_owned)
            .with_context(|| format!("Cargo.lock does not list {name}"))
    }
}

/// The version that follows `name = "<name>"` in a lock file.
fn locked_version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let wanted = format!("name = \"{name}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == wanted)?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "\
[[package]]
name = \"wasm-bindgen-shared\"
version = \"0.2.99\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
";

    #[test]
    fn a_locked_version_belongs_to_the_whole_name() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(LOCK, "wasm-bindgen-shared"), Some("0.2.99"));
        assert_eq!(locked_version(LOCK, "bindgen"), None);
    }

    #[test]
    fn the_project_is_the_one_that_holds_this_crate() {
        let project = Project::locate().unwrap();
        assert!(project.path("xtask/src/project.rs").is_file());
        assert_eq!(
            project.locked_version("wasm-bindgen").unwrap(),
            project.locked_version("wasm-bindgen-cli-support").unwrap(),
            "the library that writes the glue must match the crate"
        );
    }
}
