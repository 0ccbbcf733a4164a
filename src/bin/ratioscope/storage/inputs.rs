//! What the subcommands read, and the levels that they try.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
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

/// The names and paths of files, and of all files in directories. In these,
/// links are not followed, and what cannot be read is passed over with a word
/// on standard error. The content of a single directory is at the root, and a
/// name that is there already gets a number, as mksquashfs has it.
pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, Failure> {
    let mut files = Vec::new();
    let mut taken = HashSet::new();
    let single = paths.len() == 1;
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = if single && path.is_dir() { String::new() } else { name.unwrap_or_default() };
        let name = not_taken(name, &mut taken);
        let about = Failure::about(path.display());
        let metadata = fs::metadata(path).map_err(&about)?;
        if metadata.is_dir() {
            directory(path, &name, &mut files).map_err(about)?;
        } else if metadata.is_file() {
            files.push((name, path.clone()));
        } else {
            let what = "is neither a file nor a directory";
            return Err(Failure::new(format!("{} {what}", path.display())));
        }
    }
    Ok(files)
}

/// The name, or the first of `name_1`, `name_2`, ... that is not taken.
fn not_taken(name: String, taken: &mut HashSet<String>) -> String {
    let numbered = (1..).map(|number| format!("{name}_{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    let name = free.unwrap_or(name);
    taken.insert(name.clone());
    name
}

fn directory(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = if name.is_empty() { own } else { format!("{name}/{own}") };
        let path = entry.path();
        let result = if kind.is_dir() {
            directory(&path, &name, files)
        } else if kind.is_file() {
            fs::File::open(&path).map(|_| files.push((name, path.clone())))
        } else {
            Ok(())
        };
        if let Err(error) = result {
            // There is nothing to be done if this cannot be said.
            let _ = writeln!(io::stderr(), "ratioscope: {} is left out: {error}", path.display());
        }
    }
    Ok(())
}

/// The levels to try, in the order given: `None` for what has no levels, or
/// for the default where none is asked for. One of several codecs is tried at
/// those levels that it has, which may be none; a single one must have them.
pub(super) fn levels(
    codec: &str,
    range: Option<LevelRange>,
    asked: &[Levels],
    several: bool,
) -> Result<Vec<Option<i32>>, Failure> {
    let range = match range {
        Some(range) if !asked.is_empty() => range,
        None if !asked.is_empty() && !several => {
            return Err(Failure::new(format!("{codec} has no levels")));
        }
        _ => return Ok(vec![None]),
    };
    let each = asked.iter().flat_map(|levels| match *levels {
        Levels::One(level) if several && !(range.min..=range.max).contains(&level) => vec![],
        Levels::One(level) => vec![level],
        Levels::Range(min, max) => plan::levels(range, min, max),
    });
    let levels: Vec<_> = each.map(Some).collect();
    if levels.is_empty() && !several {
        return Err(Failure::new(format!("{codec} has no level in this range")));
    }
    Ok(levels)
}
