//! `ratioscope storage squashfs` and `zram`, as a program.
#![cfg(feature = "cli")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use ratioscope::samples::generate;
use serde_json::Value;

fn ratioscope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ratioscope")).arg("storage").args(args).output().unwrap()
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

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// A directory of this test's own with a file and, below, another.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("below")).unwrap();
    fs::write(path.join("log"), generate("json-log", Some(300_000)).unwrap()).unwrap();
    fs::write(path.join("below/zeros"), vec![0; 200_000]).unwrap();
    path
}

#[test]
fn squashfs_prints_an_image_per_compressor_level_and_block_size() {
    let path = directory("squashfs");
    let path = path.to_str().unwrap();
    let report =
        json(&["squashfs", path, "-c", "zstd,lz4", "--level", "1..2,-5", "-b", "4K,1M", "--json"]);
    assert_eq!(report["schema"], "ratioscope/storage-squashfs/1");
    let images = report["images"].as_array().unwrap();
    assert_eq!(images.len(), 3 * 2 + 2);
    let options: Vec<_> = images
        .iter()
        .map(|image| {
            let options = &image["options"];
            (
                options["compressor"].as_str().unwrap(),
                options["level"].as_i64(),
                &options["blockSize"],
            )
        })
        .collect();
    assert_eq!(options[5], ("zstd", Some(-5), &Value::from(1 << 20)));
    assert_eq!(options[7], ("lz4", None, &Value::from(1 << 20)));
    for image in images {
        assert_eq!(image["files"], 2);
        assert_eq!(image["inodes"], 4);
        assert_eq!(image["inputBytes"], 500_000);
        assert_eq!(image["blocks"]["sparseContent"], 200_000);
        assert!(image["ratio"].as_f64().unwrap() > 4.0);
        assert!(image["compressMs"].as_f64().unwrap() > 0.0);
        assert!(image["command"].as_str().unwrap().starts_with("mksquashfs DIRECTORY IMAGE "));
    }
    let text = printed(&["squashfs", path, "-c", "gzip"]);
    assert!(text.contains("mksquashfs DIRECTORY IMAGE -comp gzip -Xcompression-level 9"), "{text}");
}

#[test]
fn squashfs_refuses_what_there_is_not() {
    let path = directory("squashfs-wrong");
    let path = path.to_str().unwrap();
    assert!(refused(&["squashfs", path, "-c", "brotli"]).contains("gzip, lzo, lzo-fast, lz4"));
    assert!(refused(&["squashfs", path, "--level", "23"]).contains("-131072 to 22"));
    assert!(refused(&["squashfs", path, "--level", "0"]).contains("-131072 to -1 and 1 to 22"));
    assert!(refused(&["squashfs", path, "--level", "23..30"]).contains("no level in this range"));
    assert!(refused(&["squashfs", path, "-c", "lz4", "-l", "3"]).contains("lz4 has no levels"));
    assert!(refused(&["squashfs", path, "-c", "gzip,zstd", "-l", "30..40"]).contains("none of"));
    assert!(refused(&["squashfs", path, "-b", "5000"]).contains("a power of two"));
    assert!(refused(&["squashfs", "/no/such/file"]).contains("/no/such/file"));
}

#[test]
fn zram_prints_a_usage_per_compressor_level_page_and_allocator() {
    let path = directory("zram");
    let path = path.to_str().unwrap();
    let report = json(&[
        "zram", path, "-c", "zstd,lzo", "--level", "-5,3", "--page", "4K,16K", "-a", "all",
        "--chain", "4,8", "--cpus", "2", "--json",
    ]);
    assert_eq!(report["schema"], "ratioscope/storage-zram/1");
    let usages = report["usages"].as_array().unwrap();
    // Three compressions; 8 allocators with two chains at 4 KiB, one less at 16.
    assert_eq!(usages.len(), 3 * (8 + 7));
    for usage in usages {
        let page = usage["pageSize"].as_u64().unwrap();
        let pages = 300_000_u64.div_ceil(page) + 200_000_u64.div_ceil(page);
        assert_eq!(usage["pages"], pages);
        assert_eq!(usage["samePages"], 200_000_u64.div_ceil(page));
        assert!(usage["poolPages"].as_u64().unwrap() > 0);
        assert!(usage["workspaceBytes"].as_u64().unwrap() > 32_000);
        assert!(usage["compressUsPerPage"].as_f64().unwrap() > 0.0);
        let held: u64 = usage["classes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|class| class["objects"].as_u64().unwrap())
            .sum();
        assert_eq!(
            held + usage["rejectedPages"].as_u64().unwrap() + 200_000_u64.div_ceil(page),
            pages
        );
    }
    assert_eq!(report["references"].as_array().unwrap().len(), 9);
    assert_eq!(report["notModelled"][0][0], "lz4hc");
    let zswap = json(&["zram", path, "--zswap", "-c", "zstd-crypto", "--json"]);
    assert_eq!(zswap["usages"][0]["settings"]["user"], "zswap");
    assert_eq!(zswap["usages"][0]["level"], Value::Null);
    // Each at the levels that it has.
    let several = json(&["zram", path, "-c", "zstd,deflate", "--level", "-9,8", "--json"]);
    assert_eq!(several["usages"].as_array().unwrap().len(), 3);
    let text = printed(&["zram", path, "-c", "lz4,deflate"]);
    assert!(text.contains("comp_algorithm") && text.contains("zsmalloc"), "{text}");
}

#[test]
fn zram_refuses_what_there_is_not() {
    let path = directory("zram-wrong");
    let path = path.to_str().unwrap();
    assert!(refused(&["zram", path, "-c", "lz4hc"]).contains("not modelled"));
    assert!(refused(&["zram", path, "-c", "brotli"]).contains("lzo, lzo-rle, lz4, deflate, zstd"));
    assert!(refused(&["zram", path, "-l", "23.."]).contains("no level in this range"));
    assert!(refused(&["zram", path, "-c", "lzo-rle", "-l", "3"]).contains("lzo-rle has no levels"));
    assert!(refused(&["zram", path, "-c", "zstd,deflate", "-l", "30"]).contains("none of the"));
    assert!(refused(&["zram", path, "--page", "8K"]).contains("4096, 16384 or 65536"));
    assert!(refused(&["zram", path, "--chain", "20"]).contains("4 to 16"));
    assert!(refused(&["zram", path, "-a", "slab"]).contains("slab"));
    assert!(refused(&["zram", path, "--page", "16K", "-a", "zblock-v1"]).contains("zblock"));
}

/// Links, sockets and what cannot be read; names that are there twice; nothing
/// and very much.
#[cfg(unix)]
#[test]
fn odd_inputs_are_left_out_or_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    let path = directory("odd");
    let at = |name: &str| path.join(name).to_str().unwrap().to_owned();
    fs::create_dir(path.join("sub")).unwrap();
    symlink(".", path.join("loop")).unwrap();
    symlink("nowhere", path.join("dangling")).unwrap();
    let _socket = UnixListener::bind(path.join("socket")).unwrap();
    fs::write(path.join("sub/text"), "in a directory").unwrap();
    fs::write(path.join("closed"), "not for everyone").unwrap();
    fs::set_permissions(path.join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
    // Nothing is closed to root.
    let closed = fs::File::open(path.join("closed")).is_err();
    // The two files of every such directory, and these two.
    let expected = 2 + if closed { 1 } else { 2 };
    let btrfs = json(&["btrfs", path.to_str().unwrap(), "--json"]);
    assert_eq!(btrfs["results"][0]["total"]["summary"]["files"], expected);
    let squashfs = json(&["squashfs", path.to_str().unwrap(), "--json"]);
    assert_eq!(squashfs["images"][0]["files"], expected);
    for model in ["btrfs", "squashfs", "zram"] {
        assert!(refused(&[model, &at("socket")]).contains("neither a file nor a directory"));
        assert!(refused(&[model, &at("dangling")]).contains("dangling"));
    }
    // mksquashfs names the second one text_1.
    let text = at("sub/text");
    let twice = json(&["squashfs", &text, &text, &text, "--json"]);
    let image = &twice["images"][0];
    assert_eq!((&image["files"], &image["inodes"]), (&3.into(), &4.into()));
    assert_eq!(image["duplicates"], 2);
    let empty = at("sub/empty");
    fs::write(&empty, "").unwrap();
    assert_eq!(json(&["zram", &empty, "--json"])["usages"][0]["pages"], 0);
    assert!(printed(&["zram", &empty]).lines().all(|line| !line.starts_with("the most data")));
    assert_eq!(json(&["squashfs", &empty, "--json"])["images"][0]["inputBytes"], 0);
    assert!(refused(&["btrfs", "--zeros", "16T"]).contains("256G"));
    assert!(refused(&["btrfs", &empty, "--sector", "5G"]).contains("5368709120"));
    assert!(refused(&["zram", &empty, "--cpus", "0"]).contains("not in 1.."));
}

/// Without a compressor zswap is modelled with its own zstd.
#[test]
fn zswap_has_its_own_zstd() {
    let path = directory("zswap");
    let zswap = json(&["zram", path.to_str().unwrap(), "--zswap", "--json"]);
    assert_eq!(zswap["usages"][0]["compressor"], "zstd-crypto");
    let zram = json(&["zram", path.to_str().unwrap(), "--json"]);
    assert_eq!(zram["usages"][0]["compressor"], "zstd");
}
