//! Series: the cheapest way from a match to where nothing can beat it.

use super::super::super::matchers::binary_tree::{BinaryTree, Match, READ_AHEAD};
use super::super::super::matchers::long_distance::{LongMatch, covering};
use super::super::super::sequence_store::{Repeats, SequenceStore};
use super::super::price::{BIT, Prices};

/// No match ends farther than this from the start of a series, except the
/// one that ends it.
const REACH: usize = 4096;
/// One node more for a literal behind the last, and one that is never reached.
pub(super) const NODES: usize = REACH + 3;
/// The price of what was not reached yet.
const INFINITE: i32 = 1 << 30;
/// The best known way to a position: a match, then literals.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    price: i32,
    /// The offset value of the match.
    offset: u32,
    /// Length of the match; 0 before the first.
    length: u32,
    /// Number of literals after the match: 0 where it ends.
    literals: u32,
}

impl Node {
    /// Not reached yet, and not the end of a match.
    const UNREACHED: Self = Self { price: INFINITE, offset: 0, length: 0, literals: 1 };
}

/// The repeat distances after a sequence.
#[inline(always)]
fn repeats_after(repeats: [u32; 3], offset: u32, after_match: bool) -> [u32; 3] {
    let mut repeats = Repeats(repeats);
    repeats.follow(offset, after_match);
    repeats.0
}

/// How a series ends.
#[derive(Debug, Clone, Copy)]
struct End {
    /// The node at which the last match starts, or the last node of a series
    /// without matches.
    node: usize,
    /// The last match; of length 0 if there is none.
    offset: u32,
    length: usize,
    /// The repeat distances after it, which any literals leave as they are.
    repeats: [u32; 3],
}

/// Plans and emits the series of a block.
pub(super) struct Parser<'a> {
    pub(super) data: &'a [u8],
    pub(super) finder: BinaryTree<'a>,
    pub(super) nodes: &'a mut [Node; NODES],
    pub(super) repeats: &'a mut [[u32; 3]; NODES],
    pub(super) matches: &'a mut Vec<Match>,
    pub(super) prices: &'a mut Prices,
    /// The long matches from the present series on.
    pub(super) long: &'a [LongMatch],
    pub(super) sufficient: usize,
    pub(super) least: usize,
}

impl Parser<'_> {
    /// Parses the block from `start` on.
    pub(super) fn parse<const EXACT: bool>(
        &mut self,
        start: usize,
        repeats: &mut [u32; 3],
        store: &mut SequenceStore,
    ) {
        let mut anchor = start;
        // The first byte of all has nothing before it to match.
        let mut at = start + usize::from(self.finder.is_first(start));
        while at + READ_AHEAD < self.data.len() {
            let literals = at - anchor;
            self.finder.find(at, repeats, literals == 0, self.matches);
            self.add_long_match(at);
            let Some(longest) = self.matches.last() else {
                at += 1;
                continue;
            };
            self.nodes[0] = Node {
                price: self.prices.run(literals as u32),
                literals: literals as u32,
                ..Node::default()
            };
            self.repeats[0] = *repeats;
            let end = if longest.length as usize > self.sufficient {
                self.end_with(0, *longest)
            } else {
                self.plan::<EXACT>(at)
            };
            if end.length == 0 {
                at += end.node;
                continue;
            }
            *repeats = end.repeats;
            anchor = self.emit(anchor, end, store);
            // Literals after the last match are planned again, with what was
            // not searched among them: the reference's sequences.
            at = anchor;
            while self.long.first().is_some_and(|found| found.end() <= at) {
                self.long = &self.long[1..];
            }
            self.prices.renew_bases();
        }
        store.finish(self.data, anchor);
    }

    /// Adds what remains of the long match that covers `at`, if nothing as
    /// long was found there.
    #[inline(always)]
    fn add_long_match(&mut self, at: usize) {
        if self.long.is_empty() {
            return;
        }
        if let Some((distance, length)) = covering(self.long, at)
            && length >= self.least
            && self.matches.last().is_none_or(|longest| (longest.length as usize) < length)
        {
            self.matches.push(Match { length: length as u32, offset: distance + Repeats::CODES });
        }
    }

    /// Plans a series at `at`, whose matches were found. Returns its end.
    #[inline(never)]
    fn plan<const EXACT: bool>(&mut self, at: usize) -> End {
        let mut last = self.first_matches();
        let mut now = 1;
        while now <= last {
            self.add_literal::<EXACT>(at, now, &mut last);
            let node = self.nodes[now];
            if node.literals == 0 {
                let before = now - node.length as usize;
                let after_match = self.nodes[before].literals == 0;
                self.repeats[now] = repeats_after(self.repeats[before], node.offset, after_match);
            }
            if at + now + READ_AHEAD > self.data.len() {
                now += 1;
                continue;
            }
            if now == last {
                break;
            }
            if !EXACT && self.nodes[now + 1].price <= node.price + BIT / 2 {
                // What comes next is as cheap: matches from there will do.
                now += 1;
                continue;
            }
            let after_match = node.literals == 0;
            self.finder.find(at + now, &self.repeats[now], after_match, self.matches);
            self.add_long_match(at + now);
            if let Some(longest) = self.matches.last() {
                let length = longest.length as usize;
                if length > self.sufficient
                    || now + length >= REACH
                    || at + now + length >= self.data.len()
                {
                    return self.end_with(now, *longest);
                }
                self.try_matches::<EXACT>(now, node.price, &mut last);
                self.nodes[last + 1].price = INFINITE;
            }
            now += 1;
        }
        self.end_at(last)
    }

    /// Prices the matches at the start of a series; returns the last node
    /// that they reach.
    fn first_matches(&mut self) -> usize {
        let Node { price, literals, .. } = self.nodes[0];
        for (i, node) in self.nodes[1..self.least].iter_mut().enumerate() {
            *node = Node { literals: literals + 1 + i as u32, ..Node::UNREACHED };
        }
        let base = price + self.prices.run(0);
        let mut shortest = self.least;
        for found in self.matches.iter() {
            let base = base + self.prices.offset(found.offset);
            let length = found.length as usize;
            let prices = &self.prices.by_length()[shortest..=length];
            let nodes = &mut self.nodes[shortest..=length];
            for ((node, price), length) in nodes.iter_mut().zip(prices).zip(shortest as u32..) {
                *node = Node { price: base + price, offset: found.offset, length, literals: 0 };
            }
            shortest = length + 1;
        }
        self.nodes[shortest].price = INFINITE;
        shortest - 1
    }

    /// Reaches node `now` by one literal more, if that is not dearer.
    #[inline(always)]
    fn add_literal<const EXACT: bool>(&mut self, at: usize, now: usize, last: &mut usize) {
        let before = self.nodes[now - 1];
        let literals = before.literals + 1;
        let price = before.price
            + self.prices.literal(self.data[at + now - 1])
            + self.prices.longer_run(literals);
        let old = self.nodes[now];
        if price > old.price {
            return;
        }
        self.nodes[now] = Node { price, literals, ..before };
        self.repeats[now] = self.repeats[now - 1];
        // A match that ends here may still be the better one a literal later.
        if EXACT && old.literals == 0 {
            let one_more = self.prices.longer_run(1);
            if one_more < 0
                && let Some(&next) = self.data.get(at + now)
            {
                let next = self.prices.literal(next);
                let with_match = old.price + next + one_more;
                let without = price + next + self.prices.longer_run(literals + 1);
                if with_match < without && with_match < self.nodes[now + 1].price {
                    let start = now - old.length as usize;
                    let after_match = self.nodes[start].literals == 0;
                    self.repeats[now + 1] =
                        repeats_after(self.repeats[start], old.offset, after_match);
                    self.nodes[now + 1] = Node { price: with_match, literals: 1, ..old };
                    if *last <= now {
                        *last = now + 1;
                        self.nodes[now + 2].price = INFINITE;
                    }
                }
            }
        }
    }

    /// Tries all lengths of all matches at node `now`.
    #[inline(always)]
    fn try_matches<const EXACT: bool>(&mut self, now: usize, price: i32, last: &mut usize) {
        let base = price + self.prices.run(0);
        let mut shortest = self.least;
        for found in self.matches.iter() {
            let base = base + self.prices.offset(found.offset);
            let length = found.length as usize;
            if now + length > *last {
                self.nodes[*last + 1..=now + length].fill(Node::UNREACHED);
                *last = now + length;
            }
            let prices = &self.prices.by_length()[shortest..=length];
            let nodes = &mut self.nodes[now + shortest..][..prices.len()];
            let ways = nodes.iter_mut().zip(prices);
            let offset = found.offset;
            if EXACT {
                for ((node, price), length) in ways.zip(shortest as u32..) {
                    let price = base + price;
                    if price < node.price {
                        *node = Node { price, offset, length, literals: 0 };
                    }
                }
            } else {
                let mut length = found.length;
                for (node, price) in ways.rev() {
                    let price = base + price;
                    if price >= node.price {
                        break;
                    }
                    *node = Node { price, offset, length, literals: 0 };
                    length -= 1;
                }
            }
            shortest = length + 1;
        }
    }

    /// The end of a series by a match at `node` that is taken at any price.
    fn end_with(&self, node: usize, found: Match) -> End {
        let after_match = self.nodes[node].literals == 0;
        End {
            node,
            offset: found.offset,
            length: found.length as usize,
            repeats: repeats_after(self.repeats[node], found.offset, after_match),
        }
    }

    /// The end of a series at its last node.
    fn end_at(&self, last: usize) -> End {
        let Node { offset, length, literals, .. } = self.nodes[last];
        let repeats = self.repeats[last];
        let (length, literals) = (length as usize, literals as usize);
        if length == 0 {
            return End { node: last, offset, length, repeats };
        }
        End { node: last - literals - length, offset, length, repeats }
    }

    /// Emits the sequences of a series and counts them; returns the new
    /// anchor.
    fn emit(&mut self, mut anchor: usize, end: End, store: &mut SequenceStore) -> usize {
        // The way leads backwards. Its sequences are laid down from the last
        // node on, where the way does not come along again.
        let top = end.node + 1;
        let mut first = top;
        let (mut node, mut offset, mut length) = (end.node, end.offset, end.length);
        loop {
            let before = self.nodes[node];
            self.nodes[first] =
                Node { price: 0, offset, length: length as u32, literals: before.literals };
            if before.length == 0 {
                break;
            }
            node -= (before.literals + before.length) as usize;
            (offset, length) = (before.offset, before.length as usize);
            first -= 1;
        }
        for sequence in &self.nodes[first..=top] {
            let Node { offset, length, literals, .. } = *sequence;
            let (length, literals) = (length as usize, literals as usize);
            store.push(self.data, anchor, literals, offset, length);
            self.prices.count(&self.data[anchor..anchor + literals], offset, length);
            anchor += literals + length;
        }
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Optimal, is_exact};
    use super::*;
    use crate::zstd::encode::matchers::binary_tree::{Progress, Tables, sufficient};
    use crate::zstd::encode::parsers::Block;
    use crate::zstd::params;

    /// Follows the way of each series back and adds up what it costs: that
    /// must be what its last node claims.
    fn check_prices(data: &[u8], level: i32) {
        let params = params::for_level(level, Some(data.len() as u64));
        let mut state = Optimal::new(&params);
        let (mut roots, mut children) =
            (vec![0; 1 << params.hash_log], vec![0; 1 << params.chain_log]);
        state.prices.start_block(data);
        let tables =
            Tables { roots: &mut roots, children: &mut children, short: &mut state.short_table };
        let block = Block { data, start: 0, low: 0 };
        let mut parser = Parser {
            data,
            finder: BinaryTree::new(block, tables, &params, Progress::START),
            nodes: &mut state.nodes,
            repeats: &mut state.repeats,
            matches: &mut state.matches,
            prices: &mut state.prices,
            long: &[],
            sufficient: sufficient(&params),
            least: if params.min_match == 3 { 3 } else { 4 },
        };
        let mut checked = 0;
        let mut at = 1;
        while at + READ_AHEAD < data.len() {
            parser.finder.find(at, &FIRST, false, parser.matches);
            if parser.matches.last().is_none_or(|m| m.length as usize > parser.sufficient) {
                at += 1;
                continue;
            }
            parser.nodes[0] = Node { price: parser.prices.run(9), literals: 9, ..Node::default() };
            parser.repeats[0] = FIRST;
            let end =
                if is_exact(&params) { parser.plan::<true>(at) } else { parser.plan::<false>(at) };
            let prices = &*parser.prices;
            let mut node = end.node;
            let mut cost = parser.nodes[node].price;
            while parser.nodes[node].length > 0 {
                let Node { offset, length, literals, .. } = parser.nodes[node];
                let (length, run) = (length as usize, literals as usize);
                let start = node - run - length;
                for &literal in &data[at + node - run..at + node] {
                    cost -= prices.literal(literal);
                }
                cost -= prices.run(literals) + prices.offset(offset) + prices.by_length()[length];
                // The bytes that the match stands for are there.
                let distance = {
                    let mut repeats = Repeats(parser.repeats[start]);
                    repeats.follow(offset, parser.nodes[start].literals == 0) as usize
                };
                let from = at + start;
                for i in from..from + length {
                    assert_eq!(data[i], data[i - distance]);
                }
                node = start;
                checked += 1;
            }
            for &literal in &data[at..at + node] {
                cost -= prices.literal(literal);
            }
            assert_eq!(cost, prices.run(9 + node as u32), "series at {at}, level {level}");
            at += end.node + end.length;
        }
        assert!(checked > 50);
    }

    const FIRST: [u32; 3] = [1, 4, 8];

    #[test]
    fn a_series_costs_what_its_last_node_says() {
        let mut data = Vec::new();
        let mut x = 1u32;
        while data.len() < 15_000 {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let word = [&b"alpha "[..], b"beta", b"gamma, ", b"delta\n", b"al", b"ga"];
            data.extend_from_slice(word[(x >> 28) as usize % 6]);
            data.push((x >> 20) as u8 & 31);
        }
        for level in [11, 12, 13, 15, 16, 19, 22] {
            check_prices(&data, level);
        }
    }
}
