//! Numbers for tests, in the crate and beside it: the same on every machine.

/// Where a generator starts unless told otherwise.
pub const START: u32 = 0x9E37_79B9;

/// A 32-bit xorshift.
pub fn numbers(start: u32) -> impl FnMut() -> u32 {
    let mut x = start;
    move || {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        x
    }
}
