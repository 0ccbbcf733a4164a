//! The model of squashfs against what mksquashfs 4.5.1 makes of the same files.
#![cfg(all(feature = "storage", feature = "xz"))]

use ratioscope::samples::generate;
use ratioscope::storage::squashfs::{
    self, Compressor, Fragments, Image, Input, Options, Packed, SPARSE, Settings, UNCOMPRESSED,
};

fn sample(id: &str, bytes: usize) -> Vec<u8> {
    generate(id, Some(bytes)).unwrap()
}

/// Small and large files, duplicates, zeros, holes, and what cannot be
/// compressed.
fn tree() -> Vec<(String, Vec<u8>)> {
    let short = sample("listing", 700);
    let holes = [&short[..], &[0; 400_000], &short, &[0; 50_000]].concat();
    let mut files = vec![
        ("usr/share/source".to_owned(), sample("source", 400_000)),
        ("usr/share/doc/listing".into(), sample("listing", 300_001)),
        ("etc/log".into(), sample("json-log", 131_072)),
        ("etc/log.copy".into(), sample("json-log", 131_072)),
        ("etc/integers".into(), sample("integers", 5000)),
        ("usr/random".into(), sample("random", 140_000)),
        ("etc/short".into(), short),
        ("etc/zeros".into(), vec![0; 200_000]),
        ("etc/few-zeros".into(), vec![0; 100]),
        ("usr/holes".into(), holes),
        ("etc/empty".into(), Vec::new()),
    ];
    let small = (0..20).map(|i| (format!("usr/share/doc/s{i}"), sample("source", 1000 + 517 * i)));
    files.extend(small);
    files
}

fn pack(files: &[(String, Vec<u8>)], options: Options) -> Packed {
    let inputs: Vec<_> = files.iter().map(|(name, content)| Input { name, content }).collect();
    squashfs::pack(&inputs, &options, &|| 0.0).unwrap()
}

fn unpadded(packed: &Packed) -> Image {
    squashfs::image(packed, &Settings { pad: false, ..Settings::default() }).unwrap()
}

/// The sizes of images by mksquashfs 4.5.1 (zlib 1.2.13, liblzo2 2.10, liblz4
/// 1.9.4, liblzma 5.4.1, libzstd 1.5.4), before padding.
#[test]
fn images_are_as_large_as_those_of_mksquashfs() {
    use Compressor::{Gzip, Lz4, Lzo, LzoFast, Xz, Zstd};
    let files = tree();
    for (compressor, level, block_size, size, tolerance) in [
        (Gzip, None, 4096, 372_270, 0.0001),
        (Gzip, None, 131_072, 257_683, 0.0001),
        (Gzip, None, 1 << 20, 257_872, 0.0001),
        (Lzo, None, 4096, 428_183, 0.02),
        (Lzo, None, 131_072, 289_197, 0.03),
        (Lzo, None, 1 << 20, 285_644, 0.03),
        (LzoFast, None, 4096, 490_186, 0.0001),
        (LzoFast, None, 131_072, 371_121, 0.0001),
        (LzoFast, None, 1 << 20, 379_977, 0.0001),
        (Lz4, None, 4096, 513_563, 0.0003),
        (Lz4, None, 131_072, 366_868, 0.0003),
        (Lz4, None, 1 << 20, 365_412, 0.0003),
        (Xz, None, 4096, 383_670, 0.001),
        (Xz, None, 131_072, 240_006, 0.001),
        (Xz, None, 1 << 20, 230_538, 0.001),
        (Zstd, None, 4096, 367_109, 0.01),
        (Zstd, None, 131_072, 242_172, 0.01),
        (Zstd, None, 1 << 20, 242_991, 0.01),
        (Zstd, Some(3), 4096, 387_725, 0.01),
        (Zstd, Some(3), 131_072, 274_413, 0.01),
        (Zstd, Some(3), 1 << 20, 272_388, 0.01),
    ] {
        let options = Options { compressor, level, block_size, ..Options::default() };
        let image = unpadded(&pack(&files, options));
        let off = image.image_bytes as f64 / f64::from(size) - 1.0;
        let id = compressor.id();
        assert!(off.abs() < tolerance, "{id} {level:?} {block_size}: {off:.5}");
    }
}

/// Read from the images: bytes of inodes and directories, fragment blocks.
#[test]
fn tables_and_fragments_are_those_of_mksquashfs() {
    let files = tree();
    for (fragments, block_size, inodes, blocks, size) in [
        (Fragments::Files, 4096, 3024, 5, 372_270),
        (Fragments::Files, 131_072, 1224, 1, 257_683),
        (Fragments::Files, 1 << 20, 1160, 2, 257_872),
        (Fragments::Tails, 131_072, 1208, 2, 259_057),
        (Fragments::Tails, 1 << 20, 1160, 2, 257_872),
        (Fragments::None, 131_072, 1312, 0, 284_316),
        (Fragments::None, 1 << 20, 1272, 0, 280_288),
    ] {
        let compressor = Compressor::Gzip;
        let image =
            unpadded(&pack(&files, Options { compressor, level: None, block_size, fragments }));
        assert_eq!(image.tables.inodes_content, inodes, "{fragments:?} {block_size}");
        assert_eq!(image.tables.directories_content, 471);
        assert_eq!(image.fragments.count, blocks, "{fragments:?} {block_size}");
        assert_eq!((image.files, image.inodes, image.duplicates), (31, 36, 1));
        let off = image.image_bytes as f64 / f64::from(size) - 1.0;
        assert!(off.abs() < 0.03, "{fragments:?} {block_size}: {off:.5}");
    }
}

#[test]
fn blocks_are_kept_compressed_if_that_saves_a_byte() {
    let noise = sample("random", 8192);
    let mut half = noise[..4096].to_vec();
    half[..400].fill(0);
    let content = [&noise[..], &[0; 4096], &half].concat();
    for compressor in Compressor::ALL {
        let options = Options { compressor: *compressor, block_size: 4096, ..Options::default() };
        let packed = pack(&[("file".into(), content.clone())], options);
        let blocks = &packed.files[0].blocks;
        assert_eq!(blocks[..3], [4096 | UNCOMPRESSED, 4096 | UNCOMPRESSED, SPARSE]);
        assert!(blocks[3] < 4096 || blocks[3] == 4096 | UNCOMPRESSED, "{}", compressor.id());
        assert_eq!(packed.files[0].fragment, None);
    }
    let zstd =
        pack(&[("file".into(), content)], Options { block_size: 4096, ..Options::default() });
    let image = squashfs::image(&zstd, &Settings::default()).unwrap();
    assert!(zstd.files[0].blocks[3] < 4096, "zeros save some bytes");
    assert_eq!((image.blocks.count, image.blocks.sparse, image.blocks.uncompressed), (4, 1, 2));
    assert_eq!(image.blocks.sparse_content, 4096);
    assert_eq!(image.blocks.stored, 8192 + u64::from(zstd.files[0].blocks[3]));
    assert_eq!(image.image_bytes % 4096, 0);
}

#[test]
fn small_files_share_fragment_blocks() {
    let files: Vec<_> =
        (0..9).map(|i| (format!("{i}"), sample("source", 1000 * (i + 1)))).collect();
    let options = Options { block_size: 16_384, ..Options::default() };
    let packed = pack(&files, options);
    // 1000 to 5000 bytes make 15000; the next ones 6000 + 7000; and so on.
    let contents: Vec<_> =
        packed.fragments.iter().map(|block| (block.content, block.pieces)).collect();
    assert_eq!(contents, [(15_000, 5), (13_000, 2), (8000, 1), (9000, 1)]);
    let place = packed.files[6].fragment.unwrap();
    assert_eq!((place.block, place.offset), (1, 6000));
    let none = pack(&files, Options { fragments: Fragments::None, ..options });
    assert!(none.fragments.is_empty());
    let alone: u32 = none.files.iter().map(|file| file.blocks[0]).sum();
    let together: u32 = packed.fragments.iter().map(|block| block.stored()).sum();
    assert!(together < alone, "{together} of {alone}");
}

#[test]
fn duplicates_take_no_blocks_but_an_inode() {
    let one = sample("json-log", 300_000);
    let single = pack(&[("a".into(), one.clone())], Options::default());
    let twice = pack(&[("a".into(), one.clone()), ("b".into(), one)], Options::default());
    assert_eq!(twice.files[1].duplicate_of, Some(0));
    let (single, twice) = (unpadded(&single), unpadded(&twice));
    assert_eq!((single.blocks, single.fragments), (twice.blocks, twice.fragments));
    assert_eq!(twice.tables.inodes_content - single.tables.inodes_content, 32 + 3 * 4);
    assert_eq!(twice.input_bytes, 600_000);
}

#[test]
fn memory_to_read_is_the_kernel_s() {
    let files = [("a".to_owned(), sample("listing", 10_000))];
    for (block_size, zstd) in [
        (4096, 128_792),
        (8192, 128_792),
        (16_384, 161_560),
        (32_768, 227_096),
        (65_536, 358_168),
        (131_072, 620_312),
        (262_144, 751_384),
        (524_288, 1_013_528),
        (1_048_576, 1_537_816),
    ] {
        let packed = pack(&files, Options { block_size, level: Some(1), ..Options::default() });
        let settings = Settings { decompressors: 4, ..Settings::default() };
        let memory = squashfs::image(&packed, &settings).unwrap().memory;
        assert_eq!(memory.decompressor, zstd);
        let block = u64::from(block_size);
        assert_eq!(memory.total, 4 * zstd + 8 * 8192 + 3 * block + 4 * block);
        let gzip = Options { compressor: Compressor::Gzip, block_size, ..Options::default() };
        let memory = unpadded(&pack(&files, gzip)).memory;
        assert_eq!(memory.decompressor, 42_312);
    }
}

#[test]
fn a_small_read_decompresses_a_whole_block() {
    let options = Options { level: Some(1), ..Options::default() };
    let packed = pack(&[("a".into(), sample("listing", 262_144))], options);
    let read = unpadded(&packed).random_read.unwrap();
    let stored: u32 = packed.files[0].blocks.iter().sum();
    assert_eq!(read.decompressed, 131_072.0);
    assert_eq!(read.stored, f64::from(stored) / 2.0);
    let zeros = pack(&[("a".into(), vec![0; 262_144])], options);
    let read = unpadded(&zeros).random_read.unwrap();
    assert_eq!((read.stored, read.decompressed), (0.0, 0.0));
    assert_eq!(unpadded(&pack(&[], options)).random_read, None);
}

#[test]
fn options_are_checked_and_become_a_command() {
    let of = |compressor, level| Options { compressor, level, ..Options::default() };
    for (options, code) in [
        (Options { block_size: 2048, ..Options::default() }, "invalid_argument"),
        (Options { block_size: 3 << 12, ..Options::default() }, "invalid_argument"),
        (Options { block_size: 2 << 20, ..Options::default() }, "invalid_argument"),
        (of(Compressor::Zstd, Some(23)), "level_out_of_range"),
        (of(Compressor::Zstd, Some(0)), "level_out_of_range"),
        (of(Compressor::Gzip, Some(10)), "level_out_of_range"),
        (of(Compressor::Lz4, Some(1)), "level_out_of_range"),
    ] {
        let error = options.checked().unwrap_err();
        assert_eq!(error.code(), code, "{options:?}: {error}");
    }
    let command = |options: Options| options.checked().unwrap().command("dir", "img");
    assert_eq!(
        command(Options::default()),
        "mksquashfs dir img -comp zstd -Xcompression-level 15 -b 131072"
    );
    assert_eq!(
        command(Options { fragments: Fragments::Tails, ..of(Compressor::LzoFast, None) }),
        "mksquashfs dir img -comp lzo -Xalgorithm lzo1x_1_15 -b 131072 -tailends"
    );
    let settings = Settings { exports: false, pad: false, decompressors: 1 };
    let image = squashfs::image(&pack(&[], of(Compressor::Xz, None)), &settings).unwrap();
    assert_eq!(image.command, "mksquashfs DIRECTORY IMAGE -comp xz -b 131072 -no-exports -nopad");
}

#[test]
fn results_are_data_that_come_back() {
    let packed = pack(&tree()[4..8], Options::default());
    let text = serde_json::to_string(&packed).unwrap();
    assert!(text.contains("\"compressMs\"") && text.contains("\"blockSize\":131072"), "{text}");
    assert_eq!(serde_json::from_str::<Packed>(&text).unwrap(), packed);
    let options: Options = serde_json::from_str(r#"{"compressor":"lzo-fast"}"#).unwrap();
    assert_eq!(options.block_size, 131_072);
    assert!(serde_json::from_str::<Options>(r#"{"compressor":"zstd","blocksize":1}"#).is_err());
}
