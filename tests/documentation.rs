//! docs/storage.md and docs/workspace.md against the commands: every option
//! that there is and no other, every field that is printed and no other.
#![cfg(all(feature = "cli", feature = "storage", feature = "xz"))]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

type Names = BTreeSet<String>;

fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ratioscope")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The part of a document whose heading contains `heading`.
fn section(file: &str, heading: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs").join(file);
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("\n## ");
    parts.find(|part| part.lines().next().unwrap().contains(heading)).unwrap().to_owned()
}

/// What stands between backticks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The first cells of the table with this first heading.
fn first_cells<'a>(section: &'a str, heading: &str) -> impl Iterator<Item = &'a str> {
    let table = section.split("\n\n").filter(move |part| part.starts_with(&format!("| {heading}")));
    let rows: Vec<&str> = table.flat_map(|table| table.lines().skip(2)).collect();
    rows.into_iter().filter_map(|row| row.split('|').nth(1))
}

fn documented_options(section: &str) -> Names {
    let cells = first_cells(section, "option").flat_map(code);
    cells.filter(|name| name.starts_with("--")).map(str::to_owned).collect()
}

/// The long options that `--help` lists.
fn options(command: &[&str]) -> Names {
    let help = printed(&[command, &["--help"]].concat());
    let listed = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    // Before the description: `-s, --long <VALUE>`.
    let leading = listed.flat_map(|line| line.split([' ', ',']).take(3));
    let long = leading.filter(|word| word.starts_with("--")).map(str::to_owned);
    let aliases = help.split("[alias: ").skip(1).filter_map(|rest| rest.split(']').next());
    let all = long.chain(aliases.map(str::to_owned));
    all.filter(|name| name != "--help" && name != "--json").collect()
}

fn documented_fields(section: &str) -> Names {
    let cells = first_cells(section, "field").flat_map(code);
    cells.flat_map(|name| name.split('.')).map(str::to_owned).collect()
}

/// The names of all fields, but for keys that are numbers.
fn fields(value: &Value, names: &mut Names) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                if !name.starts_with(|first: char| first.is_ascii_digit()) {
                    names.insert(name.clone());
                }
                fields(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

/// What the commands print is in the section, and its tables have nothing else.
fn check_fields(section: &str, commands: &[&[&str]]) {
    let mut names = Names::new();
    for command in commands {
        let json = printed(&[command, &["--json"][..]].concat());
        fields(&serde_json::from_str(&json).unwrap(), &mut names);
    }
    let words = code(section).flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
    let words: Names = words.map(str::to_owned).collect();
    let missing: Vec<_> = names.difference(&words).collect();
    assert!(missing.is_empty(), "not documented: {missing:?}");
    let documented = documented_fields(section);
    let unknown: Vec<_> = documented.difference(&names).collect();
    assert!(unknown.is_empty(), "not printed: {unknown:?}");
}

/// A directory with files of several kinds.
fn files(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("documentation").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    let sample = |id: &str, bytes| ratioscope::samples::generate(id, Some(bytes)).unwrap();
    let log = sample("json-log", 700_000);
    let mixed = [&log[..200_000], &sample("random", 200_000), &log[..200_000]].concat();
    for (name, content) in [("log", log), ("mixed", mixed), ("small", b"a small file".to_vec())] {
        fs::write(path.join(name), content).unwrap();
    }
    path.to_str().unwrap().to_owned()
}

#[test]
fn btrfs_is_documented() {
    let section = section("storage.md", "storage btrfs");
    assert_eq!(documented_options(&section), options(&["storage", "btrfs"]));
    let path = files("btrfs");
    let btrfs = ["storage", "btrfs", &path, "--pieces"];
    let levels = [&btrfs[..], &["--level=-5,15", "--cut", "400K"]].concat();
    check_fields(&section, &[&levels, &[&btrfs[..], &["--force"]].concat()]);
}

#[test]
fn squashfs_is_documented() {
    let section = section("storage.md", "storage squashfs");
    assert_eq!(documented_options(&section), options(&["storage", "squashfs"]));
    check_fields(
        &section,
        &[&["storage", "squashfs", &files("squashfs"), "-c", "zstd", "-l", "1"]],
    );
}

#[test]
fn zram_is_documented() {
    let section = section("storage.md", "storage zram");
    assert_eq!(documented_options(&section), options(&["storage", "zram"]));
    let path = files("zram");
    let zswap = ["storage", "zram", &path, "--zswap", "--incompressible", "reject"];
    check_fields(&section, &[&["storage", "zram", &path], &zswap]);
    // The compressors and allocators that there are.
    let words: Vec<_> = code(&section).collect();
    let compressors = ratioscope::storage::zram::Compressor::ALL.map(|it| it.id());
    let allocators = ratioscope::storage::zram::Allocator::ALL.map(|it| it.id());
    for name in compressors.into_iter().chain(allocators) {
        assert!(words.contains(&name), "{name}");
    }
    for (name, _) in ratioscope::storage::zram::NOT_MODELLED {
        assert!(section.contains(name), "{name}");
    }
}

#[test]
fn memory_is_documented() {
    let level = section("workspace.md", "workspace --level");
    let groups = section("workspace.md", "workspace --groups");
    let both = &documented_options(&level) | &documented_options(&groups);
    assert_eq!(both, options(&["workspace"]));
    check_fields(&level, &[&["workspace", "--level", "3", "--size", "128K"]]);
    check_fields(&groups, &[&["workspace", "--groups", "3"]]);
    let simulate = section("workspace.md", "workspace simulate");
    assert_eq!(documented_options(&simulate), options(&["workspace", "simulate"]));
    let run = ["workspace", "simulate", "--groups=3", "--limit=8M", "--mix=3:1,15:1:20"];
    check_fields(&simulate, &[&run]);
}
