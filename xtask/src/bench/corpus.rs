//! What is compressed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::build;
use crate::process;
use crate::project::Project;

/// A file that is measured.
pub struct File {
    pub name: String,
    pub path: PathBuf,
    pub bytes: u64,
}

/// The files of a folder, in order of their names; of the generated samples
/// without a folder.
pub fn files(project: &Project, folder: Option<&Path>, names: &[String]) -> Result<Vec<File>> {
    let folder = match folder {
        Some(folder) => folder.to_path_buf(),
        None => samples(project)?,
    };
    let mut files = Vec::new();
    let about = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(&folder).with_context(about)? {
        let entry = entry.with_context(about)?;
        // What a link points to counts.
        let metadata = fs::metadata(entry.path()).with_context(about)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if metadata.is_file() && (names.is_empty() || names.contains(&name)) {
            // Engines have folders of their own.
            let path = fs::canonicalize(entry.path()).with_context(about)?;
            files.push(File { name, path, bytes: metadata.len() });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(missing) = names.iter().find(|&name| files.iter().all(|it| it.name != *name)) {
        bail!("{} has no file named {missing}", folder.display());
    }
    if files.is_empty() {
        bail!("{} has no files", folder.display());
    }
    Ok(files)
}

/// A folder with the samples that the command line tool generates.
fn samples(project: &Project) -> Result<PathBuf> {
    build::binary(project)?;
    let tool =
        project.path("target/release/ratioscope").with_extension(std::env::consts::EXE_EXTENSION);
    let folder = project.path("target/bench/samples");
    // Only these: an older version may have had others.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let list = process::output(std::process::Command::new(&tool).arg("sample"))?;
    for id in list.lines().filter_map(|line| line.split_whitespace().next()) {
        process::run(
            std::process::Command::new(&tool).args(["sample", id, "--output"]).arg(folder.join(id)),
        )?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_those_of_the_folder() {
        let project = Project::locate().unwrap();
        let folder = project.path("xtask");
        let files = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            super::files(&project, Some(&folder), &names)
        };
        let all = files(&[]).unwrap();
        let names: Vec<_> = all.iter().map(|file| &file.name[..]).collect();
        assert_eq!(names, ["Cargo.toml", "size-budget.json"], "and no folders");
        assert!(all.iter().all(|file| file.bytes > 100 && file.path.is_absolute()));
        assert_eq!(files(&["Cargo.toml"]).unwrap().len(), 1);
        assert!(files(&["nothing"]).err().unwrap().to_string().contains("nothing"));
    }
}
