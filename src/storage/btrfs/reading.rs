//! What reads cost (`btrfs_submit_compressed_read`, `add_ra_bio_folios`, Linux
//! 7.2).
//!
//! A read of any page of a compressed extent reads all of it, and decompresses
//! it to its end, because what is not in the page cache yet is read ahead to
//! the end of the extent. A read of an uncompressed extent reads the sectors
//! asked for. Inline extents are in metadata that was read anyway.
//!
//! Left out: metadata and checksums; read-ahead of uncompressed extents; and
//! that read-ahead within an extent ends early where more than four sectors
//! are in the page cache already.

use serde::Serialize;

/// The sizes of reads that are looked at, in bytes.
const SIZES: [u64; 8] =
    [4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 512 << 10];

/// An extent of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub offset: u64,
    pub len: u64,
    /// What it takes, in bytes.
    pub disk: u64,
    /// Its size before rounding up, if it is compressed.
    pub compressed: Option<u64>,
    pub inline: bool,
}

/// What a number of reads cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    /// Reads.
    pub reads: u64,
    /// Bytes that were asked for.
    pub requested_bytes: u64,
    /// Bytes that were read from the device.
    pub io_bytes: u64,
    /// Bytes that were decompressed.
    pub decompressed_bytes: u64,
    /// Bytes read for each byte asked for.
    pub io_amplification: f64,
    /// Bytes decompressed for each byte asked for.
    pub cpu_amplification: f64,
    /// Bytes of a request to the device on average, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_bytes: Option<f64>,
    /// Requests to the device, one per extent and read.
    pub requests: u64,
}

impl Cost {
    fn of(reads: u64, requested_bytes: u64, parts: [u64; 3]) -> Self {
        let [io_bytes, decompressed_bytes, requests] = parts;
        let per = |bytes: u64, of: u64| if of == 0 { 0.0 } else { bytes as f64 / of as f64 };
        Self {
            reads,
            requested_bytes,
            io_bytes,
            decompressed_bytes,
            io_amplification: per(io_bytes, requested_bytes),
            cpu_amplification: per(decompressed_bytes, requested_bytes),
            request_bytes: (requests > 0).then(|| per(io_bytes, requests)),
            requests,
        }
    }

    fn add(&self, other: &Self) -> Self {
        Self::of(
            self.reads + other.reads,
            self.requested_bytes + other.requested_bytes,
            [
                self.io_bytes + other.io_bytes,
                self.decompressed_bytes + other.decompressed_bytes,
                self.requests + other.requests,
            ],
        )
    }
}

/// What reads of one size cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reads {
    /// Bytes of a read.
    pub read_size: u64,
    /// Each aligned read of the file once, nothing in the page cache: what
    /// random reads cost on average.
    pub random: Cost,
    /// The same at all offsets in sectors, aligned or not. Absent for files
    /// smaller than a read, and for reads smaller than a sector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_unaligned: Option<Cost>,
    /// From the beginning to the end, with the page cache.
    pub sequential: Cost,
}

/// What reads of each size cost in a file.
pub(super) fn costs(extents: &[Extent], size: u64, sector: u64) -> Vec<Reads> {
    SIZES
        .iter()
        .map(|&read_size| Reads {
            read_size,
            random: random(extents, size, sector, read_size),
            random_unaligned: random_unaligned(extents, size, sector, read_size),
            sequential: sequential(extents, size, sector, read_size),
        })
        .collect()
}

/// Adds the costs of other files, which may be of none.
pub(super) fn add(reads: &mut Vec<Reads>, others: &[Reads]) {
    if reads.is_empty() {
        reads.extend_from_slice(others);
        return;
    }
    for (read, other) in reads.iter_mut().zip(others) {
        read.random = read.random.add(&other.random);
        read.sequential = read.sequential.add(&other.sequential);
        read.random_unaligned = match (read.random_unaligned, &other.random_unaligned) {
            (Some(cost), Some(other)) => Some(cost.add(other)),
            (cost, other) => cost.or(*other),
        };
    }
}

/// The aligned reads that touch an extent.
fn touching(extent: &Extent, read_size: u64) -> u64 {
    (extent.offset + extent.len - 1) / read_size - extent.offset / read_size + 1
}

fn random(extents: &[Extent], size: u64, sector: u64, read_size: u64) -> Cost {
    let mut parts = [0; 3];
    for extent in extents {
        let touching = touching(extent, read_size);
        match extent {
            Extent { compressed: Some(_), .. } => {
                parts[1] += touching * extent.len;
                if !extent.inline {
                    parts[0] += touching * extent.disk;
                    parts[2] += touching;
                }
            }
            Extent { inline: true, .. } => {}
            // Borders of reads within a sector make it be read again.
            _ => {
                parts[0] += if read_size < sector { touching * sector } else { extent.len };
                parts[2] += touching;
            }
        }
    }
    Cost::of(size.div_ceil(read_size), size, parts)
}

fn random_unaligned(extents: &[Extent], size: u64, sector: u64, read_size: u64) -> Option<Cost> {
    if read_size < sector || size < read_size {
        return None;
    }
    // In sectors: the reads begin at 0 to `last`, and each covers `covered`.
    let last = (size - read_size) / sector;
    let covered = read_size / sector;
    // The reads that cover any of the sectors before x, counted per sector.
    let sum_to = |x: u64| {
        let triangle = |n: u64| n * (n + 1) / 2;
        let begun =
            if x <= last { triangle(x) } else { triangle(last + 1) + (x - last - 1) * (last + 1) };
        begun - triangle(x.saturating_sub(covered))
    };
    let mut parts = [0; 3];
    for extent in extents.iter().filter(|extent| !extent.inline) {
        let (from, to) = (extent.offset / sector, (extent.offset + extent.len) / sector);
        let first = (from + 1).saturating_sub(covered);
        let touching = ((to - 1).min(last) + 1).saturating_sub(first);
        if extent.compressed.is_some() {
            parts[0] += touching * extent.disk;
            parts[1] += touching * extent.len;
        } else {
            parts[0] += (sum_to(to) - sum_to(from)) * sector;
        }
        parts[2] += touching;
    }
    Some(Cost::of(last + 1, (last + 1) * read_size, parts))
}

/// Each extent is read once, an uncompressed one in requests of the reads'
/// size.
fn sequential(extents: &[Extent], size: u64, sector: u64, read_size: u64) -> Cost {
    let mut parts = [0; 3];
    for extent in extents {
        if extent.compressed.is_some() {
            parts[1] += extent.len;
        }
        if extent.inline {
            continue;
        }
        parts[0] += extent.disk;
        parts[2] += match extent.compressed {
            Some(_) => 1,
            None => touching(extent, read_size.max(sector)),
        };
    }
    Cost::of(size.div_ceil(read_size), size, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compressed(count: u64, disk: u64) -> Vec<Extent> {
        let at = |i| Extent {
            offset: i * 131_072,
            len: 131_072,
            disk,
            compressed: Some(disk - 1),
            inline: false,
        };
        (0..count).map(at).collect()
    }

    #[test]
    fn a_small_read_decompresses_a_piece() {
        for (disk, amplified) in [(4096, 1.0), (45_056, 11.0), (65_536, 16.0), (122_880, 30.0)] {
            let costs = costs(&compressed(8, disk), 1 << 20, 4096);
            assert_eq!(costs[0].read_size, 4096);
            assert_eq!(costs[0].random.io_amplification, amplified);
            let cpu: Vec<f64> = costs.iter().map(|reads| reads.random.cpu_amplification).collect();
            assert_eq!(cpu, [32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 1.0, 1.0]);
            assert!(costs.iter().all(|reads| reads.sequential.cpu_amplification == 1.0));
            assert_eq!(costs[1].sequential.request_bytes, Some(disk as f64));
        }
    }

    /// 1 + (r - 4096) / 131072 extents per read, far from the file's ends.
    #[test]
    fn unaligned_reads_touch_more() {
        let count = 4096;
        let costs = costs(&compressed(count, 8192), count * 131_072, 4096);
        for reads in costs {
            let cost = reads.random_unaligned.unwrap();
            let extents = cost.decompressed_bytes as f64 / 131_072.0 / cost.reads as f64;
            let expected = 1.0 + (reads.read_size - 4096) as f64 / 131_072.0;
            assert!((extents / expected - 1.0).abs() < 0.002, "{extents} {expected}");
            assert_eq!(cost.requests * 8192, cost.io_bytes);
        }
    }

    /// Against a count of each read and sector.
    #[test]
    fn unaligned_reads_are_counted_exactly() {
        let (kib, sector) = (1024, 4096);
        let raw = |offset, len| Extent { offset, len, disk: len, compressed: None, inline: false };
        let mut extents = compressed(2, 12_288);
        extents.push(raw(256 * kib, 36 * kib));
        extents.push(raw(292 * kib, 4 * kib));
        let size = 293 * kib;
        for reads in costs(&extents, size, sector) {
            let Some(cost) = reads.random_unaligned else {
                assert!(reads.read_size > size);
                continue;
            };
            let (mut io, mut cpu, mut requests, mut count) = (0, 0, 0, 0);
            let mut start = 0;
            while start + reads.read_size <= size {
                for extent in &extents {
                    let from = start.max(extent.offset);
                    let to = (start + reads.read_size).min(extent.offset + extent.len);
                    if from < to {
                        requests += 1;
                        let whole = extent.compressed.is_some();
                        io += if whole { extent.disk } else { to - from };
                        cpu += if whole { extent.len } else { 0 };
                    }
                }
                count += 1;
                start += sector;
            }
            let counted = (cost.io_bytes, cost.decompressed_bytes, cost.requests, cost.reads);
            assert_eq!(counted, (io, cpu, requests, count), "{}", reads.read_size);
        }
    }

    #[test]
    fn uncompressed_sectors_are_read_as_asked() {
        let raw =
            [Extent { offset: 0, len: 1 << 20, disk: 1 << 20, compressed: None, inline: false }];
        let small = costs(&raw, 1 << 20, 4096);
        assert!(small.iter().all(|reads| reads.random.io_amplification == 1.0));
        assert!(small.iter().all(|reads| reads.random.cpu_amplification == 0.0));
        assert_eq!(small[1].sequential.request_bytes, Some(8192.0));
        let large = costs(&raw, 1 << 20, 65_536);
        assert_eq!(large[0].random.io_amplification, 16.0, "whole sectors");
        assert!(large[0].random_unaligned.is_none());
    }
}
