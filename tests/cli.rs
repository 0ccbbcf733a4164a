//! The command line tool, as a program.
#![cfg(feature = "cli")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use ratioscope::zstd;
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

#[test]
fn workspaces_are_printed_and_simulated() {
    let json = |args: &[&str]| -> Value { serde_json::from_str(&printed(args)).unwrap() };
    let needs = json(&["workspace", "--level", "9", "--size", "128K", "--json"]);
    assert_eq!(needs["libzstd"]["oneshot"], 1_303_576);
    assert_eq!(needs["kernel"]["btrfs"]["7.2"], 1_959_433);
    assert!(needs["engine"]["decoder"].as_u64().unwrap() > 10_000, "it is measured");
    let zram = printed(&["workspace", "--level=3", "--cpus", "8"]);
    assert!(zram.contains("on 8 CPUs") && zram.contains("1488640"), "{zram}");
    let text = printed(&["workspace", "--level=-5"]);
    assert!(text.contains("1336857") && text.contains("943625"), "{text}");
    let all = json(&["workspace", "--all", "--size", "4096", "--json"]);
    assert!(all.as_array().unwrap().len() >= 37);
    assert!(printed(&["workspace", "--all"]).contains("874070679"));

    let groups = json(&["workspace", "--groups", "3", "--release", "5.1", "--json"]);
    assert_eq!(groups["cuts"], serde_json::json!([1_028_752, 1_815_184]));
    let weighted = printed(&["workspace", "--groups=3", "--release=5.1", "--weight", "3=14"]);
    assert!(weighted.contains("1290896 bytes"), "{weighted}");

    let run = ["workspace", "simulate", "--mix=3:8,-5,15:1:20,0:3", "--writers", "16"];
    let text = printed(&run);
    assert!(text.contains("62171212 bytes at most"), "{text}");
    let run = json(&[&run[..], &["--json", "--points", "10"]].concat());
    assert_eq!(run["peakBytes"], 62_171_212);
    assert_eq!(run["points"].as_array().unwrap().len(), 10);
    assert!(refused(&["workspace", "--level", "23"]).contains("22"));
    assert!(refused(&["workspace", "simulate", "--mix", "16"]).contains("no level 16"));
}

#[test]
fn files_are_laid_out_on_btrfs() {
    let directory = directory("btrfs");
    let sample = |id: &str, bytes| ratioscope::samples::generate(id, Some(bytes)).unwrap();
    fs::write(directory.join("log"), sample("json-log", 600_000)).unwrap();
    fs::write(directory.join("noise"), sample("random", 300_000)).unwrap();
    fs::write(directory.join("small"), "a small file").unwrap();
    let path = directory.to_str().unwrap();
    let json = |args: &[&str]| -> Value { serde_json::from_str(&printed(args)).unwrap() };

    let report = json(&["storage", "btrfs", path, "--level", "5", "--json"]);
    assert_eq!(report["schema"], "ratioscope/storage-btrfs/1");
    let result = &report["results"][0];
    assert_eq!(result["options"]["level"], 5);
    assert_eq!(result["settings"]["mountOption"], "compress=zstd:5");
    let total = &result["total"];
    assert_eq!(total["summary"]["files"], 3);
    assert_eq!(total["summary"]["inlineExtents"], 1);
    assert_eq!(total["outcomes"]["compressed"], 5);
    assert_eq!(total["total"]["diskBytes"].as_u64().unwrap() % 4096, 12);
    assert!(result["compsize"].as_str().unwrap().starts_with("Processed 3 files, "));
    let names: Vec<_> = result["files"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert!(names.contains(&&Value::from("noise")));
    assert_eq!(result["files"][0].get("pieces"), None);

    let levels = json(&["storage", "btrfs", path, "-l", "-1,3..5,15", "--json", "--pieces"]);
    assert_eq!(levels["results"].as_array().unwrap().len(), 5);
    assert!(levels["best"]["reason"].as_str().unwrap().contains("evel"));
    let log = levels["results"][0]["files"].as_array().unwrap();
    let log = log.iter().find(|file| file["name"] == "log").unwrap();
    assert_eq!(log["pieces"].as_array().unwrap().len(), 5);

    let text = printed(&["storage", "btrfs", "--zeros", "256M", "--force", "--pieces"]);
    for part in ["2048 regular extents", "8.0M", "256M", "compress-force=zstd:3", "####"] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    let lzo = printed(&["storage", "btrfs", path, "-a", "lzo", "--sector", "16K"]);
    assert!(lzo.contains("\nlzo ") && lzo.contains("\nnone "), "{lzo}");
    assert!(refused(&["storage", "btrfs", path, "--level", "16"]).contains("-15 to 15"));
    assert!(refused(&["storage", "btrfs", path, "-a", "lzo", "-l", "3"]).contains("no levels"));
    assert!(refused(&["storage", "btrfs", path, "-l", "16..22"]).contains("no level"));
    assert!(refused(&["storage", "btrfs", path, "--sector", "8K"]).contains("65536"));
}

/// Runs the tool with something on standard input.
fn piped(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

#[test]
fn parameters_of_zstd_are_taken_and_bounded() {
    let directory = directory("parameters");
    let content = ratioscope::samples::generate("source", Some(200_000)).unwrap();
    let plain = directory.join("plain");
    fs::write(&plain, &content).unwrap();
    let plain = plain.to_str().unwrap();
    let compress = |args: &[&str]| {
        let output = ratioscope(&[&["compress", plain, "-o", "-"], args].concat());
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let usual = compress(&["-l", "5"]);
    assert_eq!(usual, zstd::compress(&content, 5).unwrap(), "the same as at once");
    for args in [
        &["--window-log", "12"][..],
        &["--hash-log", "8"],
        &["--search-log", "7"],
        &["--min-match", "7"],
        &["--strategy", "btultra2", "--target-length", "999"],
        &["--strategy", "btlazy2", "--chain-log", "9"],
        &["--long=20", "--ldm-min-match", "16", "--ldm-hash-rate-log", "2"],
        &["--checksum"],
        &["--no-content-size"],
    ] {
        let packed = compress(&[&["-l", "5"], args].concat());
        assert_ne!(packed, usual, "{args:?}");
        assert!(zstd::decompress(&packed).unwrap() == content, "{args:?}");
    }
    assert_eq!(compress(&["-l", "5", "--checksum"]).len(), usual.len() + 4);
    let header = |frame: &[u8]| zstd::format::frame::FrameHeader::parse(frame).unwrap().0;
    assert_eq!(header(&compress(&["--no-content-size"])).content_size, None);

    for (args, says) in [
        (["--window-log", "32"], "windowLog 32 is outside the bounds 10 to 31"),
        (["--min-match", "2"], "minMatch 2 is outside the bounds 3 to 7"),
        (["--strategy", "best"], "btultra2"),
        (["--codec", "gzip-miniz"], "neither dictionaries nor the parameters"),
    ] {
        let checksum = ["compress", plain, "-o", "-", "--checksum"];
        let error = refused(&[&checksum[..], &args].concat());
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn dictionaries_are_trained_and_used() {
    let directory = directory("dictionary");
    let log = ratioscope::samples::generate("json-log", Some(200_000)).unwrap();
    let (samples, record) = log.split_at(190_000);
    let [all, one, dictionary, packed] =
        ["all", "one", "dictionary", "packed"].map(|name| directory.join(name));
    fs::write(&all, samples).unwrap();
    fs::write(&one, &record[..500]).unwrap();
    let [all, one, dictionary, packed] =
        [&all, &one, &dictionary, &packed].map(|path| path.to_str().unwrap());
    let train = ["train", all, "-o", dictionary, "--size", "4K", "--chunk", "500", "--id", "4711"];
    printed(&train);
    assert!(fs::metadata(dictionary).unwrap().len() <= 4096);
    assert!(refused(&train).contains("dictionary"), "it is there already");
    printed(&["compress", one, "-D", dictionary, "-o", packed]);
    let plain = zstd::compress(&record[..500], 3).unwrap().len() as u64;
    assert!(fs::metadata(packed).unwrap().len() * 3 < plain * 2);
    let back = ratioscope(&["decompress", packed, "-D", dictionary, "-o", "-"]);
    assert!(back.stdout == record[..500]);
    assert!(refused(&["decompress", packed, "-o", "-"]).contains("4711"));
    let few = refused(&["train", one, all, "-o", "-"]);
    assert!(few.contains("at least 6 samples") && few.contains("there are 2"), "{few}");
    let wrong = directory.join("wrong");
    fs::write(&wrong, &fs::read(dictionary).unwrap()[..20]).unwrap();
    let error = refused(&["compress", one, "-D", wrong.to_str().unwrap(), "-o", "-"]);
    assert!(error.contains("the dictionary is corrupt"), "{error}");
}

#[test]
fn a_pipe_is_compressed_as_it_comes() {
    let content = ratioscope::samples::generate("json-log", Some(3_000_000)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ratioscope"));
    let output = piped(command.args(["compress", "-", "-l", "1", "--checksum"]), &content);
    assert!(output.status.success());
    assert!(zstd::decompress(&output.stdout).unwrap() == content);
}

/// In less memory than the content has, in either direction.
#[cfg(target_os = "linux")]
#[test]
fn a_stream_takes_little_memory() {
    let content = vec![0; 300 << 20];
    let within = |action: &str, input: &[u8]| {
        let script = format!("ulimit -v 200000 && exec \"$0\" {action} -");
        let mut command = Command::new("sh");
        let output = piped(command.args(["-c", &script, env!("CARGO_BIN_EXE_ratioscope")]), input);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let packed = within("compress -l 1", &content);
    assert!(packed.len() < 100_000);
    assert!(within("decompress", &packed) == content);
}

#[test]
fn a_cut_stream_is_told_and_leaves_nothing() {
    let directory = directory("cut");
    let packed = directory.join("packed.zst");
    let content = ratioscope::samples::generate("json-log", Some(500_000)).unwrap();
    let frame = zstd::compress(&content, 1).unwrap();
    fs::write(&packed, &frame[..frame.len() - 1]).unwrap();
    let packed = packed.to_str().unwrap();
    let error = refused(&["decompress", packed]);
    assert!(error.contains("ends"), "{error}");
    assert!(!directory.join("packed").exists());
    let output = piped(
        Command::new(env!("CARGO_BIN_EXE_ratioscope")).args(["decompress", "-"]),
        &[&frame[..], b"more"].concat(),
    );
    assert!(!output.status.success() && output.stdout == content, "what came before is there");
}

#[test]
fn what_a_failure_leaves_is_removed() {
    let directory = directory("removed");
    let out = directory.join("out");
    // A directory opens, and cannot be read.
    let input = directory.to_str().unwrap();
    refused(&["compress", input, "-o", out.to_str().unwrap()]);
    assert!(!out.exists());
}

#[test]
fn windows_are_limited() {
    let directory = directory("windows");
    let packed = directory.join("packed.zst");
    let packed = packed.to_str().unwrap();
    let content = ratioscope::samples::generate("zeros", Some(100_000)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ratioscope"));
    // Unknown size: the frame declares its window. The flags make a long one.
    let input = content.repeat(20);
    let args = ["compress", "-", "--window-log", "22", "-o", packed];
    assert!(piped(command.args(args), &input).status.success());
    let error = refused(&["decompress", packed, "-o", "-", "--window-log-max", "20"]);
    assert!(error.contains("4194304"), "{error}");
    printed(&["decompress", packed, "--window-log-max", "22"]);
    assert!(fs::read(directory.join("packed")).unwrap() == input);
}

#[test]
fn compressed_files_are_inspected() {
    let directory = directory("inspect");
    let text = directory.join("text");
    fs::write(&text, "some text, and some text again. ".repeat(2000)).unwrap();
    let text = text.to_str().unwrap();
    for (codec, name) in [("zstd", "zst"), ("gzip-zlibrs", "gz"), ("zlib-miniz", "zz")] {
        printed(&["compress", text, "--codec", codec]);
        let packed = format!("{text}.{name}");
        let shown = printed(&["inspect", &packed, "--blocks"]);
        assert!(shown.contains("content 64000 bytes"), "{shown}");
        let report: Value =
            serde_json::from_str(&printed(&["inspect", &packed, "--json"])).unwrap();
        assert_eq!(report["schema"], "ratioscope/inspect/1");
        assert_eq!(report["contentBytes"], 64_000);
        // What is cut is shown as far as it goes, and is an error.
        let bytes = fs::read(&packed).unwrap();
        fs::write(&packed, &bytes[..bytes.len() - 2]).unwrap();
        let output = ratioscope(&["inspect", &packed, "--json"]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("truncated"));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["error"]["code"], "truncated");
    }
    assert!(refused(&["inspect", text]).contains("none of zstd, gzip and zlib"));
}
