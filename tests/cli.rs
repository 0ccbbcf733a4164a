//! The command line tool, as a program.
#![cfg(feature = "cli")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn ratioscope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ratioscope")).args(args).output().unwrap()
}

fn printed(args: &[&str]) -> String {
    let output = ratioscope(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = ratioscope(args);
    assert!(!output.status.success(), "{args:?} should fail");
    String::from_utf8(output.stderr).unwrap()
}

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn a_sweep_prints_a_report() {
    let directory = directory("sweep");
    let file = directory.join("sample ü.txt");
    fs::write(&file, ratioscope::samples::generate("json-log", Some(50_000)).unwrap()).unwrap();
    let file = file.to_str().unwrap();
    let json = printed(&[
        "sweep",
        file,
        "--codec",
        "none,zstd,gzip-miniz",
        "--levels=-50..2,23",
        "--chunk",
        "16K",
        "--format",
        "json",
    ]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["schema"], "ratioscope/report/1");
    assert_eq!(report["engine"]["build"], "native");
    assert_eq!(report["inputs"][0]["name"], file);
    let cells = report["cells"].as_array().unwrap();
    // none; zstd -50, -20, -15 to -1, 1, 2 and the failed 23; gzip 0 to 2 and 23.
    assert_eq!(cells.len(), 1 + 19 + 1 + 3 + 1);
    for cell in cells {
        assert_eq!(cell["chunk"], 16_384);
        if cell["level"] == 23 && cell["codec"] != "none" {
            assert_eq!(cell["failure"]["code"], "level_out_of_range");
        } else {
            assert_eq!(cell["measurement"]["verified"], true, "{cell}");
            assert_eq!(cell["measurement"]["chunks"], 4);
            assert!(cell["measurement"]["compress"]["medianMs"].is_f64());
        }
    }
    let workspace = |codec: &str| {
        let cell = cells.iter().rfind(|cell| cell["codec"] == codec && cell["level"] == 1);
        cell.unwrap()["measurement"]["encoderWorkspace"].as_u64().unwrap()
    };
    assert!(workspace("zstd") > 10_000 && workspace("gzip-miniz") > 100_000);

    let csv = printed(&["sweep", file, "-l", "1,23", "--sizes", "--format", "csv"]);
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines.len(), 4, "{csv}");
    assert!(lines[3].contains("level_out_of_range"));

    let table =
        printed(&["sweep", file, "--sample", "zeros", "-l", "1..3", "--min-speed", "0.001"]);
    for text in ["sample ü.txt: 50000 bytes", "zeros: 1048576 bytes", "frontier", " gives "] {
        assert!(table.contains(text), "{text} is not in:\n{table}");
    }
}

#[test]
fn files_are_compressed_and_decompressed() {
    let directory = directory("files");
    let content = ratioscope::samples::generate("source", Some(100_000)).unwrap();
    let plain = directory.join("plain");
    fs::write(&plain, &content).unwrap();
    let plain = plain.to_str().unwrap();
    for (codec, extension) in [("zstd", "zst"), ("gzip-zlibrs", "gz"), ("zlib-miniz", "zz")] {
        let packed = format!("{plain}.{extension}");
        printed(&["compress", plain, "--codec", codec, "--level", "1"]);
        assert!(fs::metadata(&packed).unwrap().len() < 40_000);
        // Told by its first bytes; not written over what is there.
        let copy = directory.join("copy");
        let copy = copy.to_str().unwrap();
        printed(&["decompress", &packed, "-o", copy, "--force"]);
        assert!(fs::read(copy).unwrap() == content);
        assert!(refused(&["decompress", &packed]).contains("plain"));
        assert!(refused(&["decompress", &packed, "-o", copy]).contains("copy"));
        let small = refused(&["decompress", &packed, "-o", "-", "--max-output", "10K"]);
        assert!(small.contains("10240 bytes allowed"), "{small}");
    }
    let negative = refused(&["compress", plain, "-l", "-50", "-o", "-", "-c", "deflate-miniz"]);
    assert!(negative.contains("0 to 9"), "{negative}");
}

#[test]
fn what_goes_wrong_is_said() {
    let directory = directory("wrong");
    let missing = directory.join("missing");
    assert!(refused(&["sweep", missing.to_str().unwrap()]).contains("missing"));
    assert!(refused(&["sweep", directory.to_str().unwrap()]).contains("is a directory"));
    assert!(refused(&["sweep", "--sample", "nothing"]).contains("no sample named 'nothing'"));
    assert!(
        refused(&["sweep", "--sample", "zeros", "-c", "lzma"]).contains("there are none, zstd")
    );
    assert!(refused(&["sweep", "--sample", "zeros", "-l", "3..1"]).contains("swapped"));
    let text = directory.join("text");
    fs::write(&text, "not compressed").unwrap();
    let text = text.to_str().unwrap();
    assert!(refused(&["decompress", text, "-o", "-"]).contains("neither zstd, gzip nor zlib"));
    let level = refused(&["compress", text, "-o", "-", "--level=-131073"]);
    assert!(level.contains("-131072 to"), "{level}");
}

#[test]
fn levels_and_samples_are_listed() {
    let levels = printed(&["levels", "--size", "4K"]);
    assert!(levels.contains("zlib-rs") && levels.contains("4096 bytes"));
    let row = levels.lines().find(|line| line.trim_start().starts_with("3 ")).unwrap();
    let fields: Vec<_> = row.split_whitespace().collect();
    assert_eq!(fields, ["3", "dfast", "12", "12", "13", "2", "4", "0", "90136", "3663385"]);
    assert_eq!(printed(&["sample"]).lines().count(), ratioscope::samples::all().len());
    let sample = ratioscope::samples::generate("listing", Some(4096)).unwrap();
    assert_eq!(printed(&["sample", "listing", "--bytes", "4K"]).as_bytes(), sample);
}
