//! What the subcommands read, and the levels that they try.

use std::fs;
use std::path::{Path, PathBuf};

use ratioscope::codec::LevelRange;
use ratioscope::sweep::plan;

use super::super::Failure;
use super::super::args::Levels;

/// A file that was read.
pub(super) struct File {
    /// Its path, `/` between names: below the directory given, or the last
    /// name.
    pub(super) name: String,
    /// What it holds.
    pub(super) content: Vec<u8>,
}

/// Reads files, and all files in directories, as [`find`] does.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<File>, Failure> {
    let read = |(name, path): (String, PathBuf)| {
        let content = fs::read(&path).map_err(Failure::about(path.display()))?;
        Ok(File { name, content })
    };
    find(paths)?.into_iter().map(read).collect()
}

/// The names and paths of files, and of all files in directories. Links are
/// not followed. The content of a single directory is at the root, as
/// mksquashfs has it.
pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, Failure> {
    let mut files = Vec::new();
    let single = paths.len() == 1;
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = if single && path.is_dir() { String::new() } else { name.unwrap_or_default() };
        let metadata = fs::metadata(path).map_err(Failure::about(path.display()))?;
        if metadata.is_dir() {
            directory(path, &name, &mut files)?;
        } else {
            files.push((name, path.clone()));
        }
    }
    Ok(files)
}

fn directory(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> Result<(), Failure> {
    let about = Failure::about(path.display());
    for entry in fs::read_dir(path).map_err(&about)? {
        let entry = entry.map_err(&about)?;
        let kind = entry.file_type().map_err(&about)?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = if name.is_empty() { own } else { format!("{name}/{own}") };
        if kind.is_dir() {
            directory(&entry.path(), &name, files)?;
        } else if kind.is_file() {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}

/// The levels to try, in the order given: `None` for what has no levels, or
/// for the default where none is asked for. Of several codecs each is tried at
/// those levels that it has.
pub(super) fn levels(
    range: Option<LevelRange>,
    asked: &[Levels],
    several: bool,
) -> Vec<Option<i32>> {
    let Some(range) = range else { return vec![None] };
    if asked.is_empty() {
        return vec![None];
    }
    let each = asked.iter().flat_map(|levels| match *levels {
        Levels::One(level) if several && !(range.min..=range.max).contains(&level) => vec![],
        Levels::One(level) => vec![level],
        Levels::Range(min, max) => plan::levels(range, min, max),
    });
    each.map(Some).collect()
}
