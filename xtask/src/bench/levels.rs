//! Levels as they are asked for.

use std::str::FromStr;

use anyhow::{Result, bail};

/// The levels from one to another, both included; 0, which stands for another
/// level, is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    min: i32,
    max: i32,
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            text.parse::<i32>().map_err(|_| format!("'{text}' is no level and no range as -5..3"))
        };
        let (min, max) = match text.split_once("..") {
            Some((min, max)) => (number(min)?, number(max)?),
            None => (number(text)?, number(text)?),
        };
        if min > max { Err(format!("the range {text} is empty")) } else { Ok(Self { min, max }) }
    }
}

/// Each level once, in order.
pub fn all(asked: &[Levels], usual: &str) -> Result<Vec<i32>> {
    let usual: Vec<Levels> = usual.split(',').filter_map(|it| it.parse().ok()).collect();
    let ranges = if asked.is_empty() { &usual } else { asked };
    let mut levels: Vec<i32> =
        ranges.iter().flat_map(|range| range.min..=range.max).filter(|&level| level != 0).collect();
    levels.sort_unstable();
    levels.dedup();
    if levels.is_empty() {
        bail!("there is no level to measure");
    }
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_numbers_become_each_level_once() {
        let asked: Vec<Levels> = ["3", "-2..2", "1"].map(|it| it.parse().unwrap()).into();
        assert_eq!(all(&asked, "9").unwrap(), [-2, -1, 1, 2, 3]);
        assert_eq!(all(&[], "9,-50..-49").unwrap(), [-50, -49, 9]);
        assert!(all(&["0".parse().unwrap()], "9").is_err());
        for text in ["", "x", "2..1", "1..", "1-2"] {
            assert!(text.parse::<Levels>().is_err(), "{text}");
        }
    }
}
