//! Writing blocks as zlib does: its trees, their description, and the choice
//! between the three kinds of blocks.

/// A block ends when it has so many literals and matches, at memory level 8.
const MOST_SYMBOLS: usize = (1 << 14) - 1;
/// Where blocks can end early, each time that they have so many more.
const LOOKED_AT: usize = 1 << 12;
const END_OF_BLOCK: usize = 256;
const LITERALS: usize = 286;
const DISTANCES: usize = 30;
/// Symbols that describe the lengths of codes: 0 to 15, and runs.
const DESCRIPTIONS: usize = 19;
const REPEAT: usize = 16;
const ZEROS: usize = 17;
const MANY_ZEROS: usize = 18;
/// The order in which their own lengths are stated.
const ORDER: [usize; DESCRIPTIONS] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Extra bits of a length's symbol, less 257.
fn length_extra(symbol: usize) -> u32 {
    if symbol < 8 || symbol == 28 { 0 } else { symbol as u32 / 4 - 1 }
}

/// Extra bits of a distance's symbol.
fn distance_extra(symbol: usize) -> u32 {
    (symbol as u32 / 2).saturating_sub(1)
}

fn description_extra(symbol: usize) -> u32 {
    [2, 3, 7].get(symbol.wrapping_sub(REPEAT)).copied().unwrap_or(0)
}

fn literal_extra(symbol: usize) -> u32 {
    if symbol > END_OF_BLOCK { length_extra(symbol - END_OF_BLOCK - 1) } else { 0 }
}

/// The symbol and the extra bits of a number that counts from 0, where symbols
/// come in groups of 2^`log` that each double the range.
fn symbol(number: usize, log: u32) -> (usize, u32) {
    let high = number.checked_ilog2().unwrap_or(0);
    if high <= log {
        return (number, 0);
    }
    let extra = high - log;
    ((((extra as usize) << log) + (number >> extra)), (number & ((1 << extra) - 1)) as u32)
}

fn length_symbol(length: usize) -> (usize, u32) {
    if length == 258 { (28, 0) } else { symbol(length - 3, 2) }
}

fn distance_symbol(distance: usize) -> (usize, u32) {
    symbol(distance - 1, 1)
}

/// Codes of symbols, and what they cost.
struct Tree {
    lengths: Vec<u8>,
    codes: Vec<u16>,
    /// The last symbol that has a code.
    last: usize,
    /// Bits for all occurrences, with their extra bits.
    bits: u64,
}

impl Tree {
    fn of_lengths(lengths: Vec<u8>) -> Self {
        let mut next = [0u16; 17];
        for bits in 1..16 {
            let shorter = lengths.iter().filter(|&&length| usize::from(length) == bits).count();
            next[bits + 1] = (next[bits] + shorter as u16) << 1;
        }
        let mut code = |&length: &u8| {
            let code = next[usize::from(length)];
            next[usize::from(length)] += 1;
            if length == 0 { 0 } else { code.reverse_bits() >> (16 - length) }
        };
        let codes = lengths.iter().map(&mut code).collect();
        let last = lengths.iter().rposition(|&length| length > 0).unwrap_or(0);
        Self { lengths, codes, last, bits: 0 }
    }

    /// The tree for these counts, as zlib builds it.
    fn build(counts: &[u32], most: u8, extra: fn(usize) -> u32) -> Self {
        let mut weights = counts.to_vec();
        let mut used: Vec<usize> = (0..counts.len()).filter(|&n| counts[n] > 0).collect();
        let mut last = used.last().copied();
        // There are two codes at least, though they may not be used.
        while used.len() < 2 {
            let added = match last {
                None => 0,
                Some(last @ 0..2) => last + 1,
                Some(_) => 0,
            };
            last = last.max(Some(added));
            weights[added] = 1;
            used.push(added);
        }
        let mut tree = Self::of_lengths(Heap::new(weights, used).lengths(most));
        tree.bits = tree.cost(counts, extra);
        tree
    }

    /// Bits for so many of each symbol, with their extra bits.
    fn cost(&self, counts: &[u32], extra: fn(usize) -> u32) -> u64 {
        let bits = |n: usize| u64::from(u32::from(self.lengths[n]) + extra(n));
        (0..counts.len()).map(|n| u64::from(counts[n]) * bits(n)).sum()
    }
}

/// Nodes by their counts, then by their depths, in the order in which zlib's
/// heap gives them.
struct Heap {
    /// From 1 on.
    nodes: Vec<usize>,
    counts: Vec<u32>,
    depths: Vec<u32>,
    parents: Vec<usize>,
    symbols: usize,
}

impl Heap {
    fn new(counts: Vec<u32>, used: Vec<usize>) -> Self {
        let nodes = [vec![0], used].concat();
        let symbols = counts.len();
        let mut heap =
            Self { nodes, depths: vec![0; symbols], parents: vec![0; symbols], counts, symbols };
        for k in (1..=(heap.nodes.len() - 1) / 2).rev() {
            heap.sift(k);
        }
        heap
    }

    fn is_smaller(&self, a: usize, b: usize) -> bool {
        (self.counts[a], self.depths[a]) <= (self.counts[b], self.depths[b])
    }

    fn sift(&mut self, mut k: usize) {
        let node = self.nodes[k];
        let len = self.nodes.len() - 1;
        while 2 * k <= len {
            let mut child = 2 * k;
            if child < len && self.is_smaller(self.nodes[child + 1], self.nodes[child]) {
                child += 1;
            }
            if self.is_smaller(node, self.nodes[child]) {
                break;
            }
            self.nodes[k] = self.nodes[child];
            k = child;
        }
        self.nodes[k] = node;
    }

    /// Takes the smallest node out.
    fn pop(&mut self) -> usize {
        let smallest = self.nodes[1];
        self.nodes.swap_remove(1);
        self.sift(1);
        smallest
    }

    /// The lengths of the codes, none longer than `most`.
    fn lengths(mut self, most: u8) -> Vec<u8> {
        // All nodes, those with the smallest counts first.
        let mut order = Vec::new();
        while self.nodes.len() > 2 {
            let (a, b) = (self.pop(), self.nodes[1]);
            order.extend([a, b]);
            let node = self.counts.len();
            self.counts.push(self.counts[a] + self.counts[b]);
            self.depths.push(self.depths[a].max(self.depths[b]) + 1);
            self.parents.push(0);
            (self.parents[a], self.parents[b]) = (node, node);
            self.nodes[1] = node;
            self.sift(1);
        }
        let mut lengths = vec![0u8; self.counts.len()];
        let mut per_length = [0usize; 17];
        let mut too_long = 0;
        for &node in order.iter().rev() {
            let length = lengths[self.parents[node]] + 1;
            too_long += usize::from(length > most);
            lengths[node] = length.min(most);
            per_length[usize::from(lengths[node])] += usize::from(node < self.symbols);
        }
        if too_long > 0 {
            shorten(&mut per_length, usize::from(most), too_long);
            let mut leaves = order.iter().filter(|&&node| node < self.symbols);
            for length in (1..=most).rev() {
                for &leaf in leaves.by_ref().take(per_length[usize::from(length)]) {
                    lengths[leaf] = length;
                }
            }
        }
        lengths.truncate(self.symbols);
        lengths
    }
}

/// Moves leaves up until none is too deep.
fn shorten(per_length: &mut [usize; 17], most: usize, too_long: usize) {
    for _ in 0..too_long.div_ceil(2) {
        let from = (1..most).rev().find(|&bits| per_length[bits] > 0).unwrap_or(1);
        per_length[from] -= 1;
        per_length[from + 1] += 2;
        per_length[most] -= 1;
    }
}

/// How lengths of codes are described: symbols with their extra bits.
fn describe(lengths: &[u8], mut emit: impl FnMut(usize, u32)) {
    let mut before = None;
    let mut rest = lengths;
    while let Some(&length) = rest.first() {
        let run = rest.iter().take_while(|&&other| other == length).count();
        let (most, least) = match (length, before) {
            (0, _) => (138, 3),
            (_, Some(before)) if before == length => (6, 3),
            _ => (7, 4),
        };
        let mut count = run.min(most);
        rest = &rest[count..];
        let symbol = usize::from(length);
        if count < least {
            (0..count).for_each(|_| emit(symbol, 0));
        } else if length != 0 {
            if before != Some(length) {
                emit(symbol, 0);
                count -= 1;
            }
            emit(REPEAT, count as u32 - 3);
        } else if count <= 10 {
            emit(ZEROS, count as u32 - 3);
        } else {
            emit(MANY_ZEROS, count as u32 - 11);
        }
        before = Some(length);
    }
}

/// Bits that are not a whole byte yet.
#[derive(Default)]
struct Bits {
    bits: u64,
    count: u32,
}

impl Bits {
    fn add(&mut self, value: u32, count: u32, out: &mut Vec<u8>) {
        self.bits |= u64::from(value) << self.count;
        self.count += count;
        while self.count >= 8 {
            out.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    fn align(&mut self, out: &mut Vec<u8>) {
        if self.count > 0 {
            self.add(0, 8 - self.count, out);
        }
    }

    fn symbol(&mut self, tree: &Tree, symbol: usize, out: &mut Vec<u8>) {
        self.add(tree.codes[symbol].into(), tree.lengths[symbol].into(), out);
    }
}

/// The block that is growing, and the bits that blocks leave to the next.
pub(super) struct Blocks {
    bits: Bits,
    /// Distances, 0 for a literal; and lengths or literals.
    symbols: Vec<(u16, u16)>,
    literals: [u32; LITERALS],
    distances: [u32; DISTANCES],
    matches: usize,
    fixed: [Tree; 2],
    /// A block may end before it is full, if it seems to become small.
    ends_early: bool,
}

impl Blocks {
    pub(super) fn new(ends_early: bool) -> Self {
        let fixed = [vec![8; 144], vec![9; 112], vec![7; 24], vec![8; 8]].concat();
        Self {
            bits: Bits::default(),
            symbols: Vec::new(),
            literals: [0; LITERALS],
            distances: [0; DISTANCES],
            matches: 0,
            ends_early,
            fixed: [Tree::of_lengths(fixed), Tree::of_lengths(vec![5; DISTANCES])],
        }
    }

    pub(super) fn reset(&mut self) {
        self.bits = Bits::default();
        self.clear();
    }

    fn clear(&mut self) {
        self.symbols.clear();
        self.matches = 0;
        self.literals.fill(0);
        self.distances.fill(0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Adds a literal; whether the block is to end, after so much `input` up to
    /// the position.
    pub(super) fn literal(&mut self, byte: u8, input: usize) -> bool {
        self.literals[usize::from(byte)] += 1;
        self.add(0, byte.into(), input)
    }

    /// Adds a match, likewise.
    pub(super) fn matched(&mut self, distance: usize, length: usize, input: usize) -> bool {
        self.matches += 1;
        self.literals[END_OF_BLOCK + 1 + length_symbol(length).0] += 1;
        self.distances[distance_symbol(distance).0] += 1;
        self.add(distance as u16, length as u16, input)
    }

    fn add(&mut self, distance: u16, length: u16, input: usize) -> bool {
        self.symbols.push((distance, length));
        let count = self.symbols.len();
        if self.ends_early && count.is_multiple_of(LOOKED_AT) {
            // A guess at its size, with a byte for each symbol.
            let extra = (0..DISTANCES).map(|n| self.distances[n] * (5 + distance_extra(n)));
            let bytes = (8 * count + extra.sum::<u32>() as usize) / 8;
            if self.matches < count / 2 && bytes < input / 2 {
                return true;
            }
        }
        count == MOST_SYMBOLS
    }

    /// Writes the block; `stored` is its content, if that is still kept.
    pub(super) fn end(&mut self, stored: Option<&[u8]>, last: bool, out: &mut Vec<u8>) {
        self.literals[END_OF_BLOCK] = 1;
        let literals = Tree::build(&self.literals, 15, literal_extra);
        let distances = Tree::build(&self.distances, 15, distance_extra);
        let lengths = [&literals, &distances].map(|tree| &tree.lengths[..=tree.last]);
        let mut described = [0; DESCRIPTIONS];
        lengths.iter().for_each(|lengths| describe(lengths, |symbol, _| described[symbol] += 1));
        let description = Tree::build(&described, 7, description_extra);
        let stated =
            ORDER.iter().rposition(|&n| description.lengths[n] > 0).unwrap_or(0).max(3) + 1;
        let header = 5 + 5 + 4 + 3 * stated as u64 + description.bits;
        let bytes = |bits: u64| (bits + 3).div_ceil(8);
        let dynamic = bytes(literals.bits + distances.bits + header);
        let [fixed_literals, fixed_distances] = &self.fixed;
        let fixed = bytes(
            fixed_literals.cost(&self.literals, literal_extra)
                + fixed_distances.cost(&self.distances, distance_extra),
        );
        let least = dynamic.min(fixed);
        let kind = |kind: u32| kind << 1 | u32::from(last);
        match stored {
            Some(content) if content.len() as u64 + 4 <= least => {
                self.bits.add(kind(0), 3, out);
                store(&mut self.bits, content, out);
            }
            _ if fixed == least => {
                self.bits.add(kind(1), 3, out);
                write(&mut self.bits, &self.symbols, &self.fixed, out);
            }
            _ => {
                self.bits.add(kind(2), 3, out);
                self.bits.add(literals.last as u32 - 256, 5, out);
                self.bits.add(distances.last as u32, 5, out);
                self.bits.add(stated as u32 - 4, 4, out);
                for &n in &ORDER[..stated] {
                    self.bits.add(description.lengths[n].into(), 3, out);
                }
                for lengths in lengths {
                    describe(lengths, |symbol, extra| {
                        self.bits.symbol(&description, symbol, out);
                        self.bits.add(extra, description_extra(symbol), out);
                    });
                }
                write(&mut self.bits, &self.symbols, &[literals, distances], out);
            }
        }
        self.clear();
        if last {
            self.bits.align(out);
        }
    }

    /// Ends with an empty stored block, so that whole bytes are there.
    pub(super) fn align(&mut self, out: &mut Vec<u8>) {
        self.bits.add(0, 3, out);
        store(&mut self.bits, &[], out);
    }
}

/// What follows the kind of a stored block.
fn store(bits: &mut Bits, content: &[u8], out: &mut Vec<u8>) {
    bits.align(out);
    let length = content.len() as u16;
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&(!length).to_le_bytes());
    out.extend_from_slice(content);
}

fn write(bits: &mut Bits, symbols: &[(u16, u16)], trees: &[Tree; 2], out: &mut Vec<u8>) {
    let [literals, distances] = trees;
    for &(distance, length) in symbols {
        let length = usize::from(length);
        if distance == 0 {
            bits.symbol(literals, length, out);
            continue;
        }
        let (symbol, extra) = length_symbol(length);
        bits.symbol(literals, END_OF_BLOCK + 1 + symbol, out);
        bits.add(extra, length_extra(symbol), out);
        let (symbol, extra) = distance_symbol(distance.into());
        bits.symbol(distances, symbol, out);
        bits.add(extra, distance_extra(symbol), out);
    }
    bits.symbol(literals, END_OF_BLOCK, out);
}
