//! Source files in a small language of braces.

use core::fmt::Write;

use super::rng::Rng;

const NOUNS: [&str; 32] = [
    "index", "buffer", "count", "node", "value", "entry", "offset", "length", "table", "cursor",
    "state", "result", "token", "limit", "source", "target", "frame", "block", "window", "hash",
    "weight", "stream", "symbol", "header", "record", "queue", "error", "reader", "writer",
    "range", "total", "parent",
];
const VERBS: [&str; 16] = [
    "read", "write", "find", "update", "insert", "remove", "check", "build", "parse", "reset",
    "copy", "merge", "split", "next", "load", "store",
];
const TYPES: [&str; 8] = ["u32", "usize", "u8", "u64", "bool", "i32", "Node", "Entry"];
const OPERATORS: [&str; 6] = ["+", "-", "<<", "&", "|", "*"];
const COMPARISONS: [&str; 5] = ["<", "==", ">=", "!=", ">"];
const REMARKS: [&str; 10] = [
    "the caller has checked that this fits",
    "nothing to do for an empty input",
    "keep the order: later entries win",
    "this is the slow path",
    "one more than the last that was written",
    "see the table above",
    "both ends are inclusive",
    "wraps around at the end of the window",
    "no allocation in this loop",
    "an error here is fatal",
];
/// No statement is nested deeper.
const DEEPEST: usize = 4;

/// At least `bytes` bytes.
pub(super) fn generate(bytes: usize) -> Vec<u8> {
    let mut source = Source { rng: Rng::new(3), out: String::with_capacity(bytes + 4096) };
    while source.out.len() < bytes {
        source.file();
    }
    source.out.into_bytes()
}

struct Source {
    rng: Rng,
    out: String,
}

impl Source {
    fn file(&mut self) {
        let module = self.rng.pick(&NOUNS);
        let _ = writeln!(self.out, "//! The {module}: how to {} it.\n", self.rng.pick(&VERBS));
        for _ in 0..2 + self.rng.below(4) {
            let (noun, verb) = (self.rng.pick(&NOUNS), self.rng.pick(&VERBS));
            let _ = writeln!(
                self.out,
                "use crate::{noun}::{{{verb}_{noun}, {}}};",
                self.rng.pick(&TYPES)
            );
        }
        let kind = capitalised(module);
        let _ = writeln!(
            self.out,
            "\n/// One {module}.\n#[derive(Debug, Clone)]\npub struct {kind} {{"
        );
        for _ in 0..2 + self.rng.below(5) {
            let (name, of) = (self.rng.pick(&NOUNS), self.rng.pick_skewed(&TYPES));
            let _ = writeln!(self.out, "    {name}: {of},");
        }
        let _ = writeln!(self.out, "}}\n\nimpl {kind} {{");
        for i in 0..3 + self.rng.below(8) {
            if i > 0 {
                self.out.push('\n');
            }
            self.function();
        }
        self.out.push_str("}\n\n");
    }

    fn function(&mut self) {
        let (verb, noun) = (self.rng.pick(&VERBS), self.rng.pick(&NOUNS));
        if self.rng.one_in(2) {
            let _ = writeln!(
                self.out,
                "    /// Tries to {verb} the {noun}: {}.",
                self.rng.pick(&REMARKS)
            );
        }
        let (argument, of) = (self.rng.pick(&NOUNS), self.rng.pick_skewed(&TYPES));
        let returned = self.rng.pick_skewed(&TYPES);
        let _ = writeln!(
            self.out,
            "    pub fn {verb}_{noun}(&mut self, {argument}: {of}) -> {returned} {{"
        );
        for _ in 0..2 + self.rng.skewed(9) {
            self.statement(2);
        }
        let _ = writeln!(self.out, "        self.{}\n    }}", self.rng.pick_skewed(&NOUNS));
    }

    fn statement(&mut self, depth: usize) {
        let indent = depth * 4;
        let (a, b) = (self.rng.pick_skewed(&NOUNS), self.rng.pick_skewed(&NOUNS));
        match self.rng.below(if depth < DEEPEST { 8 } else { 6 }) {
            0 => {
                let _ = writeln!(self.out, "{:indent$}// {}", "", self.rng.pick(&REMARKS));
            }
            1 | 2 => {
                let (operator, number) = (self.rng.pick(&OPERATORS), self.rng.skewed(64));
                let _ = writeln!(self.out, "{:indent$}let {a} = self.{b} {operator} {number};", "");
            }
            3 => {
                let verb = self.rng.pick_skewed(&VERBS);
                let _ = writeln!(self.out, "{:indent$}self.{verb}_{a}({b});", "");
            }
            4 => {
                let _ = writeln!(self.out, "{:indent$}self.{a} = {b};", "");
            }
            5 => {
                let verb = self.rng.pick(&VERBS);
                let _ = writeln!(
                    self.out,
                    "{:indent$}let Some({a}) = {verb}_{b}(&self.{a}) else {{ return 0 }};",
                    ""
                );
            }
            kind => {
                let (word, comparison) =
                    (if kind == 6 { "if" } else { "while" }, self.rng.pick(&COMPARISONS));
                let _ = writeln!(self.out, "{:indent$}{word} {a} {comparison} self.{b} {{", "");
                for _ in 0..1 + self.rng.skewed(4) {
                    self.statement(depth + 1);
                }
                let _ = writeln!(self.out, "{:indent$}}}", "");
            }
        }
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
