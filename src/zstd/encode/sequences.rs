//! The sequences section of a block ([RFC 8878, section 3.1.1.3.2]).
//!
//! [RFC 8878, section 3.1.1.3.2]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.3.2

use std::sync::LazyLock;

use super::entropy::{Change, Slot};
use super::sequence_bits::write_stream;
use super::sequence_store::{Lengths, Part};
use crate::zstd::format::sequences::{
    Field, LITERAL_LENGTH, LITERAL_LENGTH_BITS, MATCH_LENGTH, MATCH_LENGTH_BITS, OFFSET,
    PREDEFINED_LITERAL_LENGTHS, PREDEFINED_MATCH_LENGTHS, PREDEFINED_OFFSETS, literal_length_code,
    match_length_code, offset_code,
};
use crate::zstd::fse::encode::{EncodeTable, cost, cross_entropy_cost, entropy_cost};
use crate::zstd::fse::normalize::{Probabilities, normalize, table_log, write_description};

/// How a table is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Predefined = 0,
    Rle = 1,
    Described = 2,
    Repeat = 3,
}

/// The three fields in the order in which their tables are described.
const FIELDS: [Field; 3] = [LITERAL_LENGTH, OFFSET, MATCH_LENGTH];

/// The predefined tables, in the order of [`FIELDS`].
static PREDEFINED: LazyLock<[EncodeTable; 3]> = LazyLock::new(|| {
    core::array::from_fn(|i| {
        let mut table = EncodeTable::default();
        table.build(predefined_probabilities(i), FIELDS[i].predefined_log);
        table
    })
});

fn predefined_probabilities(field: usize) -> &'static Probabilities {
    [&PREDEFINED_LITERAL_LENGTHS, &PREDEFINED_OFFSETS, &PREDEFINED_MATCH_LENGTHS][field]
}

/// The codes of a sequence, in the order of [`FIELDS`].
#[inline(always)]
pub fn codes(sequence: Lengths) -> [u8; 3] {
    [
        literal_length_code(sequence.literals),
        offset_code(sequence.offset),
        match_length_code(sequence.length),
    ]
}

/// Writes the section; says what became of the tables, or `None` if it does
/// not fit into `staging`, which means that the block does not compress.
pub fn write(
    part: Part<'_>,
    slots: &mut [Slot<EncodeTable>; 3],
    staging: &mut [u8],
    out: &mut Vec<u8>,
) -> Option<[Change; 3]> {
    let count = part.len();
    match count {
        0..128 => out.push(count as u8),
        128..0x7F00 => out.extend_from_slice(&[(count >> 8) as u8 | 0x80, count as u8]),
        _ => {
            out.push(0xFF);
            out.extend_from_slice(&((count - 0x7F00) as u16).to_le_bytes());
        }
    }
    if count == 0 {
        return Some([Change::Keep; 3]);
    }

    let Counts { counts, last } = Counts::of(part);
    let modes_at = out.len();
    out.push(0);
    let mut changes = [Change::Keep; 3];
    let mut modes = [Mode::Predefined; 3];
    for field in 0..3 {
        let counts = &counts[field][..FIELDS[field].codes];
        let slot = &mut slots[field];
        let mode = choose(field, counts, count as u32, last[field], slot, staging, out);
        out[modes_at] |= (mode as u8) << (6 - 2 * field);
        modes[field] = mode;
        changes[field] = match mode {
            Mode::Repeat => Change::Keep,
            Mode::Described => Change::Replace,
            Mode::Predefined | Mode::Rle => Change::Forget,
        };
    }
    let table = |field: usize| match modes[field] {
        Mode::Predefined => &PREDEFINED[field],
        Mode::Repeat => slots[field].current().unwrap_or(&PREDEFINED[field]),
        Mode::Rle | Mode::Described => &slots[field].new,
    };
    let size = write_stream(part, [table(0), table(1), table(2)], staging)?;
    out.extend_from_slice(&staging[..size]);
    Some(changes)
}

/// How often each code occurs, by field, and which is the last.
struct Counts {
    /// Wide enough to be indexed by a masked code without a bounds check.
    counts: [[u32; 64]; 3],
    last: [u8; 3],
}

impl Counts {
    fn of(part: Part<'_>) -> Self {
        let mut counts = [[0u32; 64]; 3];
        let mut count = |sequence: Lengths, by: u32| {
            for (counts, code) in counts.iter_mut().zip(codes(sequence)) {
                let count = &mut counts[code as usize & 63];
                *count = count.wrapping_add(by);
            }
        };
        for &sequence in part.stored() {
            count(sequence.into(), 1);
        }
        // Of at most one the lengths are not those in the store.
        if let Some(long) = part.long() {
            count(part.stored()[long].into(), 1u32.wrapping_neg());
            count(part.get(long), 1);
        }
        let last = part.len().checked_sub(1).map_or([0; 3], |last| codes(part.get(last)));
        Self { counts, last }
    }
}

/// The bytes that [`write`] is expected to take for `part`.
#[must_use]
pub fn estimate(part: Part<'_>, slots: &[Slot<EncodeTable>; 3], staging: &mut [u8]) -> usize {
    let count = part.len();
    if count == 0 {
        return 1;
    }
    let Counts { counts, last } = Counts::of(part);
    let mut size = 2 + usize::from(count >= 128) + usize::from(count >= 0x7F00);
    for field in 0..3 {
        let counts = &counts[field][..FIELDS[field].codes];
        let extra = |code: usize| match field {
            0 => u32::from(LITERAL_LENGTH_BITS[code]),
            1 => code as u32,
            _ => u32::from(MATCH_LENGTH_BITS[code]),
        };
        let extra_bits: u32 = counts.iter().zip(0..).map(|(&n, code)| n * extra(code)).sum();
        let choice = weigh(field, counts, count as u32, last[field], &slots[field], staging);
        let (description, bits) = match choice {
            Choice::Predefined { cost } | Choice::Repeat { cost } => (0, cost),
            Choice::Rle => (1, 0),
            Choice::Described { probabilities, log, size } => {
                (size, cost(counts, &probabilities, log).unwrap_or(u32::MAX))
            }
        };
        size += description + ((bits + extra_bits) >> 3) as usize;
    }
    size
}

/// How a field's table is given, with what that takes.
enum Choice {
    Predefined { cost: u32 },
    Rle,
    Repeat { cost: u32 },
    Described { probabilities: Probabilities, log: u32, size: usize },
}

/// Chooses a field's table, builds it and writes its description. `total` is
/// the sum of `counts`, `last` the last code.
fn choose(
    field: usize,
    counts: &[u32],
    total: u32,
    last: u8,
    slot: &mut Slot<EncodeTable>,
    staging: &mut [u8],
    out: &mut Vec<u8>,
) -> Mode {
    match weigh(field, counts, total, last, slot, staging) {
        Choice::Predefined { .. } => Mode::Predefined,
        Choice::Repeat { .. } => Mode::Repeat,
        Choice::Rle => {
            slot.new.build_rle(last);
            out.push(last);
            Mode::Rle
        }
        Choice::Described { probabilities, log, size } => {
            slot.new.build(&probabilities, log);
            out.extend_from_slice(&staging[..size]);
            Mode::Described
        }
    }
}

/// Finds the cheapest way to give a field's table; leaves the description of
/// a new one in `staging`.
///
/// The reference compares costs only from `lazy` on; the comparison costs
/// next to nothing beside parsing and is never worse.
fn weigh(
    field: usize,
    counts: &[u32],
    total: u32,
    last: u8,
    slot: &Slot<EncodeTable>,
    staging: &mut [u8],
) -> Choice {
    let Field { max_log, predefined_log, predefined_codes, .. } = FIELDS[field];
    let used = counts.iter().rposition(|&c| c > 0).map_or(0, |i| i + 1);
    let counts = &counts[..used];
    let predefined = predefined_probabilities(field);
    let predefined_cost =
        cross_entropy_cost(counts, &predefined[..predefined_codes], predefined_log)
            .unwrap_or(u32::MAX);
    if counts[last as usize] == total {
        let (choice, cost) = if total <= 2 && used <= predefined_codes {
            (Choice::Predefined { cost: predefined_cost }, predefined_cost)
        } else {
            (Choice::Rle, 8)
        };
        return match slot.given().and_then(|table| table.cost(counts)) {
            Some(given) if given <= cost => Choice::Repeat { cost: given },
            _ => choice,
        };
    }
    let repeat_cost = slot.current().and_then(|table| table.cost(counts)).unwrap_or(u32::MAX);

    let log = table_log(max_log, total, used - 1, 2);
    let mut real = [0; 64];
    let real = &mut real[..used];
    real.copy_from_slice(counts);
    // The first state carries the last code for nothing.
    let spared = u32::from(real[last as usize] > 1);
    real[last as usize] -= spared;
    let total_real = total - spared;
    let low = if total_real >= 2048 { -1 } else { 1 };
    let probabilities = normalize(real, total_real, log, low);
    let described = write_description(&probabilities[..used], log, staging);
    let described_cost =
        described.map_or(u32::MAX, |size| 8 * size as u32 + entropy_cost(counts, total));

    if predefined_cost <= repeat_cost && predefined_cost <= described_cost {
        Choice::Predefined { cost: predefined_cost }
    } else if repeat_cost <= described_cost {
        Choice::Repeat { cost: repeat_cost }
    } else {
        Choice::Described { probabilities, log, size: described.unwrap_or(0) }
    }
}
