//! What pages take in zram or zswap, under settings.

use serde::{Deserialize, Serialize};

use super::zsmalloc::{Rule, Zsmalloc};
use super::{Allocator, ClassUse, Compressor, Packed};
use crate::storage::StorageError;

/// `struct zram_table_entry`, for each page of the device, in bytes.
const ZRAM_ENTRY: u64 = 16;
/// `struct zswap_entry`, for each page in it, in bytes.
const ZSWAP_ENTRY: u64 = 56;
/// zsmalloc's handle outside of the pool, for each object, in bytes.
const HANDLE_OBJECT: u64 = 8;

/// What holds the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum User {
    /// A block device in memory. Its allocator is zsmalloc; others are
    /// computed as if it took them.
    #[default]
    Zram,
    /// A cache before swap.
    Zswap,
}

/// What zswap does with pages that do not become smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Incompressible {
    /// They are stored as they are: 7.2, if the cgroup may write back.
    Store,
    /// They are rejected, and go to swap or stay: 6.12 and older.
    Reject,
}

/// What changes no compressed page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// What holds the pages.
    pub user: User,
    /// Where the compressed pages lie.
    pub allocator: Allocator,
    /// The most pages that zsmalloc lays objects over
    /// (`CONFIG_ZSMALLOC_CHAIN_SIZE`): 4 to 16.
    pub chain: u32,
    /// Only zswap; absent: stored with zsmalloc, as in 7.2, rejected with the
    /// others, which are older.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incompressible: Option<Incompressible>,
    /// CPUs, each with a workspace.
    pub cpus: u32,
}

impl Default for Settings {
    /// zram with zsmalloc, chain 8, 8 CPUs.
    fn default() -> Self {
        Self {
            user: User::Zram,
            allocator: Allocator::Zsmalloc,
            chain: super::zsmalloc::DEFAULT_CHAIN,
            incompressible: None,
            cpus: 8,
        }
    }
}

/// What pages take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Under which settings.
    pub settings: Settings,
    /// The compressor.
    pub compressor: Compressor,
    /// Its level, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// What compressed: name and version.
    pub engine: String,
    /// Bytes of a page.
    pub page_size: u32,
    /// Pages of the data.
    pub pages: u64,
    /// Pages of zeros. zswap never sees them (the swap core notes them, since
    /// 6.12).
    pub zero_pages: u64,
    /// Pages of one word of 8 bytes over and over, zeros included: in zram they
    /// take nothing (`same_pages` of `mm_stat`), in zswap they are like any
    /// other.
    pub same_pages: u64,
    /// Pages stored as they are: in zram those that do not become smaller than
    /// `hugeClassSize` (`huge_pages`), in zswap those that do not become
    /// smaller than a page.
    pub huge_pages: u64,
    /// Pages that are not held: they did not become smaller, or the allocator
    /// refused them.
    pub rejected_pages: u64,
    /// Bytes of the pages that are held: `orig_data_size` of zram's `mm_stat`,
    /// with the same pages; `Zswapped` of `/proc/meminfo`, without pages of
    /// zeros.
    pub original_bytes: u64,
    /// Bytes stored for them: `compr_data_size`.
    pub compressed_bytes: u64,
    /// Pages that the allocator has taken.
    pub pool_pages: u64,
    /// Their bytes: `mem_used_total`, or `Zswap`.
    pub pool_bytes: u64,
    /// `originalBytes` / `poolBytes`; absent if the pool is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// The ratio if all blocks of the allocator were full, which a much larger
    /// set of such pages tends to: few pages leave many blocks partly empty, the
    /// more so the longer zsmalloc's chain is. Absent for zbud and z3fold, and
    /// if the pool is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_of_many: Option<f64>,
    /// `compressedBytes` / `poolBytes`: how well the allocator packs; absent
    /// if the pool is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// Bytes beside the pool: an entry of 16 bytes for each page of zram's
    /// device or of 56 for each page in zswap (7.2), and 8 for each object of
    /// zsmalloc.
    pub metadata_bytes: u64,
    /// How many bytes of data one byte of memory holds: all pages, by pool,
    /// metadata and the rejected pages at their full size. Absent if there are
    /// no pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_factor: Option<f64>,
    /// From this compressed size on zram stores a page as it is, in bytes.
    pub huge_class_size: u32,
    /// Bytes of the compressor's workspace for one CPU (7.2, x86-64), with its
    /// buffers for pages: two pages in zram and in zswap of 6.12, one in zswap
    /// of 7.2.
    pub workspace_per_cpu: u64,
    /// The same for all CPUs.
    pub workspace_bytes: u64,
    /// Compression of a page by this engine, in microseconds, on average; pages
    /// of zeros not counted. Absent if none was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compress_us_per_page: Option<f64>,
    /// Decompression of a page by this engine, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decompress_us_per_page: Option<f64>,
    /// The stored pages by the allocator's classes, ascending.
    pub classes: Vec<ClassUse>,
    /// Lines for a shell that set up the same.
    pub commands: Vec<String>,
}

/// Adds up what the pages take. All parts must have been compressed alike;
/// their pages are stored one part after the other.
///
/// # Errors
/// [`StorageError::Option`] for a chain outside 4 to 16, an allocator that has
/// no such pages, no parts, or parts that differ in compressor, level or page.
pub fn usage(parts: &[Packed], settings: &Settings) -> Result<Usage, StorageError> {
    let first = one_kind(parts)?;
    super::check_chain(settings.chain)?;
    let options = first.options;
    let (compressor, page) = (options.compressor, options.page_size);
    let huge_class_size = Zsmalloc::new(page, settings.chain, Rule::Waste).huge_class_size();
    let kept = keep(parts, settings, page, huge_class_size);
    let pool = settings.allocator.store(page, settings.chain, &kept.sizes)?;

    let bytes = u64::from(page);
    let pages: u64 = parts.iter().map(|part| part.sizes.len() as u64).sum();
    let objects = kept.sizes.len() as u64 - pool.refused;
    let rejected_pages = kept.rejected + pool.refused;
    let free = if settings.user == User::Zram { kept.same } else { 0 };
    let original_bytes = (objects + free) * bytes;
    let pool_bytes = pool.pages * bytes;
    let handles = if settings.allocator == Allocator::Zsmalloc { HANDLE_OBJECT } else { 0 };
    let entries = match settings.user {
        User::Zram => pages * ZRAM_ENTRY,
        User::Zswap => objects * ZSWAP_ENTRY,
    };
    let metadata_bytes = entries + objects * handles;
    let memory = pool_bytes + metadata_bytes + rejected_pages * bytes;
    let workspace_per_cpu =
        compressor.workspace(options.level, page) + bytes * buffers(settings.user, compressor);
    let timed: u64 = parts.iter().map(|part| part.timed_pages).sum();
    let per_page = |ms: f64| (timed > 0).then(|| ms * 1000.0 / timed as f64);
    let by = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    Ok(Usage {
        settings: *settings,
        compressor,
        level: options.level,
        engine: first.engine.clone(),
        page_size: page,
        pages,
        zero_pages: kept.zero,
        same_pages: kept.same,
        huge_pages: kept.huge,
        rejected_pages,
        original_bytes,
        compressed_bytes: pool.stored_bytes,
        pool_pages: pool.pages,
        pool_bytes,
        ratio: by(original_bytes, pool_bytes),
        ratio_of_many: full_pages(&pool.classes)
            .map(|pages| original_bytes as f64 / (pages * bytes as f64)),
        density: by(pool.stored_bytes, pool_bytes),
        metadata_bytes,
        effective_factor: by(pages * bytes, memory),
        huge_class_size,
        workspace_per_cpu,
        workspace_bytes: workspace_per_cpu * u64::from(settings.cpus),
        compress_us_per_page: per_page(parts.iter().map(|part| part.compress_ms).sum()),
        decompress_us_per_page: per_page(parts.iter().map(|part| part.decompress_ms).sum()),
        classes: pool.classes,
        commands: commands(compressor, options.level, settings),
    })
}

/// Pages of the pool if no block were partly empty.
fn full_pages(classes: &[ClassUse]) -> Option<f64> {
    let pages = classes.iter().map(|class| {
        let (slots, block) = (class.slots?, class.block_pages?);
        Some(class.objects as f64 * f64::from(block) / f64::from(slots))
    });
    pages.sum::<Option<f64>>().filter(|&pages| pages > 0.0)
}

/// The first part, if all are of its kind.
fn one_kind(parts: &[Packed]) -> Result<&Packed, StorageError> {
    let wrong = |given: &str| StorageError::Option {
        name: "the pages",
        given: given.to_owned(),
        allowed: "one part or more, compressed alike",
    };
    let kind =
        |part: &Packed| (part.options.compressor, part.options.level, part.options.page_size);
    let first = parts.first().ok_or_else(|| wrong("none"))?;
    if parts.iter().any(|part| kind(part) != kind(first)) {
        return Err(wrong("of several kinds"));
    }
    Ok(first)
}

/// What goes to the allocator, and what does not.
#[derive(Default)]
struct Kept {
    sizes: Vec<u32>,
    zero: u64,
    same: u64,
    huge: u64,
    rejected: u64,
}

fn keep(parts: &[Packed], settings: &Settings, page: u32, huge_class_size: u32) -> Kept {
    let store = match settings.incompressible {
        Some(choice) => choice == Incompressible::Store,
        None => settings.allocator == Allocator::Zsmalloc,
    };
    let mut kept = Kept::default();
    for part in parts {
        let mut same = part.same.iter().copied().peekable();
        for (index, &size) in part.sizes.iter().enumerate() {
            let repeats = same.next_if_eq(&(index as u32)).is_some();
            kept.zero += u64::from(size == 0);
            kept.same += u64::from(size == 0 || repeats);
            match settings.user {
                _ if size == 0 => {}
                User::Zram if repeats => {}
                User::Zram if size >= huge_class_size => {
                    kept.huge += 1;
                    kept.sizes.push(page);
                }
                User::Zswap if size >= page && store => {
                    kept.huge += 1;
                    kept.sizes.push(page);
                }
                User::Zswap if size >= page => kept.rejected += 1,
                _ => kept.sizes.push(size),
            }
        }
    }
    kept
}

/// Pages of buffer beside a compressor.
fn buffers(user: User, compressor: Compressor) -> u64 {
    match (user, compressor) {
        (User::Zswap, Compressor::ZstdCrypto6_12) | (User::Zram, _) => 2,
        (User::Zswap, _) => 1,
    }
}

fn commands(compressor: Compressor, level: Option<i32>, settings: &Settings) -> Vec<String> {
    let name = compressor.kernel_name();
    let mut lines = remarks(compressor, level, settings);
    match settings.user {
        User::Zram => {
            lines.push("modprobe zram".into());
            lines.push(format!("echo {name} > /sys/block/zram0/comp_algorithm"));
            if let Some(level) = level {
                lines.push(format!(
                    "echo 'algo={name} level={level}' > /sys/block/zram0/algorithm_params"
                ));
            }
            lines.push("echo 4G > /sys/block/zram0/disksize".into());
            lines.push("mkswap /dev/zram0 && swapon -p 100 /dev/zram0".into());
        }
        User::Zswap => {
            let parameters = "/sys/module/zswap/parameters";
            lines.push(format!("echo {name} > {parameters}/compressor"));
            if settings.allocator != Allocator::Zsmalloc {
                // All versions of zblock go by one name.
                let pool = settings.allocator.id().split('-').next().unwrap_or_default();
                lines.push(format!("echo {pool} > {parameters}/zpool"));
            }
            lines.push(format!("echo 20 > {parameters}/max_pool_percent"));
            lines.push(format!("echo 1 > {parameters}/enabled"));
        }
    }
    lines
}

/// What keeps the lines from giving just this, as comments for a shell.
fn remarks(compressor: Compressor, level: Option<i32>, settings: &Settings) -> Vec<String> {
    let Settings { user, allocator, chain, .. } = *settings;
    let mut remarks: Vec<String> = Vec::new();
    match (user, allocator) {
        (_, Allocator::Zsmalloc) if chain != super::zsmalloc::DEFAULT_CHAIN => {
            remarks.push(format!("# a kernel with CONFIG_ZSMALLOC_CHAIN_SIZE={chain}"));
        }
        (_, Allocator::Zsmalloc) => {}
        (User::Zram, _) => remarks.push("# zram has no other allocator than zsmalloc".into()),
        (User::Zswap, Allocator::Zbud | Allocator::Z3fold) => {
            remarks.push("# Linux 6.12 or before".into());
        }
        (User::Zswap, _) => remarks.push("# a kernel with the patches of zblock".into()),
    }
    match (user, compressor) {
        (User::Zswap, Compressor::Zstd) => remarks
            .push("# these sizes are zram's: zswap has no levels, its zstd is zstd-crypto".into()),
        (User::Zswap, Compressor::Deflate) if level != compressor.levels().map(|it| it.default) => {
            remarks.push("# zswap has no levels: its deflate has level 6".into());
        }
        (User::Zram, Compressor::ZstdCrypto | Compressor::ZstdCrypto6_12) => {
            remarks.push("# these sizes are zswap's: zram's zstd has other parameters".into());
        }
        _ => {}
    }
    remarks
}
