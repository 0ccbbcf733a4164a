//! When memory that is seldom needed is given back.

/// Memory is too much when it is more than so many times what is needed,
const TOO_MUCH: usize = 3;
/// and given back when it was too much so many times in a row.
const PATIENCE: u32 = 128;

/// Watches whether memory that was allocated for one use is too much for all
/// that follow. The rule is libzstd's.
#[derive(Debug, Default)]
pub struct Surplus {
    uses: u32,
}

impl Surplus {
    /// Notes a use that needs `needed` of `held` bytes; says whether the
    /// memory should be given back.
    pub fn should_give_back(&mut self, held: usize, needed: usize) -> bool {
        if held / TOO_MUCH <= needed {
            self.uses = 0;
            return false;
        }
        self.uses += 1;
        if self.uses < PATIENCE {
            return false;
        }
        self.uses = 0;
        true
    }
}

/// Makes `table` one of `size` zeros. A fresh allocation is used where the
/// old one is too small: memory that is known to be zero costs nothing.
pub fn zeroed<T: Clone + Default>(table: &mut Vec<T>, size: usize) {
    if table.capacity() < size {
        // The old memory goes before the new one comes.
        *table = Vec::new();
        *table = vec![T::default(); size];
    } else {
        table.clear();
        table.resize(size, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lasting_surplus_is_given_back() {
        let mut surplus = Surplus::default();
        for _ in 0..3 {
            for _ in 0..PATIENCE - 1 {
                assert!(!surplus.should_give_back(3003, 1000));
            }
            assert!(!surplus.should_give_back(3002, 1000));
        }
        for _ in 0..PATIENCE - 1 {
            assert!(!surplus.should_give_back(3003, 1000));
        }
        assert!(surplus.should_give_back(3003, 1000));
        assert!(!surplus.should_give_back(3003, 1000));
    }
}
