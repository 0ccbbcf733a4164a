//! The search of `LZ4_compress_default`, and what it writes.
//!
//! One table holds the last position of each hash. Where nothing matches, the
//! step to the next position grows by one for each 64 that were tried. A match
//! found is made longer to the left, and the position right after it is tried
//! at once. Inputs below 64 KiB have 16-bit positions, and so twice as many
//! entries, by four bytes each; larger ones go by five bytes, as liblz4 does on
//! 64-bit machines, here on all.

/// The shortest match.
const MIN_MATCH: usize = 4;
/// The bytes at the end that are always literals.
const LAST_LITERALS: usize = 5;
/// No match begins in so many bytes at the end.
const MATCH_LIMIT: usize = 12;
/// The farthest that a match reaches back.
const MAX_DISTANCE: usize = 65_535;
/// From this size on positions have 32 bits.
const LARGE: usize = (64 << 10) + MATCH_LIMIT - 1;
/// Steps grow by one for each 2^6 positions.
const SKIP_LOG: usize = 6;
/// A length that does not fit into its half of the token.
const EXTENDED: usize = 15;

const SMALL_LOG: u32 = 13;
const LARGE_LOG: u32 = 12;

/// Positions by hash: 16 KiB either way.
pub(super) enum Table {
    Small(Box<[u16; 1 << SMALL_LOG]>),
    Large(Box<[u32; 1 << LARGE_LOG]>),
}

impl Table {
    /// An empty table for an input of this size, in the memory of `old` if
    /// that is of the kind.
    pub(super) fn for_size(size: usize, old: Option<Self>) -> Self {
        const SIZED: &str = "the size is that of the type";
        match old {
            Some(Self::Small(mut table)) if size < LARGE => {
                table.fill(0);
                Self::Small(table)
            }
            Some(Self::Large(mut table)) if size >= LARGE => {
                table.fill(0);
                Self::Large(table)
            }
            _ if size < LARGE => Self::Small(vec![0; 1 << SMALL_LOG].try_into().expect(SIZED)),
            _ => Self::Large(vec![0; 1 << LARGE_LOG].try_into().expect(SIZED)),
        }
    }
}

/// A hash table of positions.
trait Positions {
    /// The slot of the bytes at `at`, of which there are eight.
    fn slot(src: &[u8], at: usize) -> usize;
    /// What was at the slot, and now is `at`.
    fn replace(&mut self, slot: usize, at: usize) -> usize;
}

impl Positions for [u16; 1 << SMALL_LOG] {
    fn slot(src: &[u8], at: usize) -> usize {
        (four(src, at).wrapping_mul(2_654_435_761) >> (32 - SMALL_LOG)) as usize
    }

    fn replace(&mut self, slot: usize, at: usize) -> usize {
        usize::from(core::mem::replace(&mut self[slot], at as u16))
    }
}

impl Positions for [u32; 1 << LARGE_LOG] {
    fn slot(src: &[u8], at: usize) -> usize {
        ((eight(src, at) << 24).wrapping_mul(889_523_592_379) >> (64 - LARGE_LOG)) as usize
    }

    fn replace(&mut self, slot: usize, at: usize) -> usize {
        core::mem::replace(&mut self[slot], at as u32) as usize
    }
}

/// Appends the block of `src` to `out`.
pub(super) fn compress(src: &[u8], table: &mut Table, out: &mut Vec<u8>) {
    let anchor = if src.len() <= MATCH_LIMIT {
        0
    } else {
        match table {
            Table::Small(table) => search(src, table.as_mut(), out),
            Table::Large(table) => search(src, table.as_mut(), out),
        }
    };
    sequence(&src[anchor..], None, out);
}

/// Writes the sequences; returns where the literals begin that remain.
fn search<T: Positions>(src: &[u8], table: &mut T, out: &mut Vec<u8>) -> usize {
    let last_start = src.len() - MATCH_LIMIT;
    let mut anchor = 0;
    table.replace(T::slot(src, 0), 0);
    let mut at = 1;
    loop {
        let Some((found, mut candidate)) = next_match(src, at, last_start, table) else {
            return anchor;
        };
        at = found;
        while at > anchor && candidate > 0 && src[at - 1] == src[candidate - 1] {
            at -= 1;
            candidate -= 1;
        }
        loop {
            let length = match_length(src, candidate, at);
            sequence(&src[anchor..at], Some((at - candidate, length)), out);
            at += length;
            anchor = at;
            if at > last_start {
                return anchor;
            }
            table.replace(T::slot(src, at - 2), at - 2);
            candidate = table.replace(T::slot(src, at), at);
            if at - candidate > MAX_DISTANCE || four(src, candidate) != four(src, at) {
                break;
            }
        }
        at += 1;
    }
}

/// The next position from `at` on with a match, and where that is.
#[inline]
fn next_match<T: Positions>(
    src: &[u8],
    mut at: usize,
    last_start: usize,
    table: &mut T,
) -> Option<(usize, usize)> {
    let mut step = 1;
    let mut tried = 1 << SKIP_LOG;
    loop {
        let next = at + step;
        step = tried >> SKIP_LOG;
        tried += 1;
        if next > last_start + 1 {
            return None;
        }
        let candidate = table.replace(T::slot(src, at), at);
        if at - candidate <= MAX_DISTANCE && four(src, candidate) == four(src, at) {
            return Some((at, candidate));
        }
        at = next;
    }
}

fn four(src: &[u8], at: usize) -> u32 {
    src.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u32::from_le_bytes(*word))
}

fn eight(src: &[u8], at: usize) -> u64 {
    src.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u64::from_le_bytes(*word))
}

/// How long the match is of which four bytes are known.
fn match_length(src: &[u8], candidate: usize, at: usize) -> usize {
    let end = src.len() - LAST_LITERALS;
    let (mut length, most) = (MIN_MATCH, end - at);
    while length + 8 <= most {
        let different = eight(src, candidate + length) ^ eight(src, at + length);
        if different != 0 {
            return length + different.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    while length < most && src[candidate + length] == src[at + length] {
        length += 1;
    }
    length
}

/// Writes literals and the match after them, a distance and a length.
fn sequence(literals: &[u8], copy: Option<(usize, usize)>, out: &mut Vec<u8>) {
    let extra = copy.map_or(0, |(_, length)| length - MIN_MATCH);
    let token = literals.len().min(EXTENDED) << 4 | extra.min(EXTENDED);
    out.push(token as u8);
    extended(literals.len(), out);
    out.extend_from_slice(literals);
    if let Some((distance, _)) = copy {
        out.extend_from_slice(&(distance as u16).to_le_bytes());
        extended(extra, out);
    }
}

/// What of a length the token does not hold.
fn extended(length: usize, out: &mut Vec<u8>) {
    if let Some(rest) = length.checked_sub(EXTENDED) {
        out.resize(out.len() + rest / 255, 255);
        out.push((rest % 255) as u8);
    }
}
