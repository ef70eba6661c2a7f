//! UCB1: the move with the highest upper bound of its mean.
//!
//! A move of n visits among N is worth its mean, and c times the square root of ln N / n: what it may be worth beyond its mean. A move that is tried
//! seldom is not forgotten, because ln N grows; one that is bad gets a share of the visits that falls towards nothing.
//!
//! Auer, Cesa-Bianchi and Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem*, Machine Learning 47, 2002; in trees: Kocsis and Szepesvári,
//! *Bandit Based Monte-Carlo Planning*, ECML 2006.

use std::sync::LazyLock;

/// The natural logarithm, by operations that every machine rounds alike: a library's `ln` may differ in its last bit, and then trees would.
pub(super) fn ln(count: u32) -> f64 {
    let count = f64::from(count.max(1));
    let bits = count.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    let small = (mantissa - 1.0) / (mantissa + 1.0);
    let square = small * small;
    let series = [1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0];
    let sum = series.into_iter().fold(0.0, |sum, factor| sum * square + factor);
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * small * sum
}

/// Up to here, the logarithm of a count is looked up exactly.
const EXACT: usize = 1_024;
/// Up to here, one by a count and one by its square root are.
const DIVIDED: usize = 1 << 15;
/// Stands for one by the square root of 0: an untried move has a higher score than all others.
pub(super) const UNTRIED: f32 = 1e12;
/// Stands for it where nothing is to be visited: such a move has a lower score than all others.
pub(super) const CLOSED: f32 = -UNTRIED;
/// The least weight of what is not known, so that untried moves come first even without exploration.
const LEAST: f32 = 1e-6;
/// Above, logarithms are those of a count a little below: so many for each power of two.
const STEPS: u32 = 7;

/// What depends on counts of visits.
///
/// PERF: choosing among seven moves takes 7 divisions and 7 square roots less, and no logarithm.
#[derive(Debug)]
pub(super) struct Tables {
    logs: Vec<f64>,
    /// Their square roots.
    roots: Vec<f32>,
    /// One by the count, and one by its square root.
    parts: Vec<[f32; 2]>,
}

/// The same for all searches.
pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let powers = EXACT.ilog2()..32;
    let above = powers.flat_map(|power| {
        (0..1 << STEPS).map(move |step| ln((1 << power) | step << (power - STEPS)))
    });
    let logs: Vec<f64> = (0..EXACT as u32).map(ln).chain(above).collect();
    let roots = logs.iter().map(|ln| ln.sqrt() as f32).collect();
    let parts = (1..DIVIDED as u32).map(divided);
    Tables { logs, roots, parts: std::iter::once([0.0, UNTRIED]).chain(parts).collect() }
});

/// One by a count, and one by its square root.
fn divided(count: u32) -> [f32; 2] {
    [1.0 / count as f32, 1.0 / (count as f32).sqrt()]
}

/// Where the logarithm of a count is.
#[inline(always)]
fn place(count: u32) -> usize {
    if (count as usize) < EXACT {
        return count as usize;
    }
    let power = count.ilog2();
    let step = (count >> (power - STEPS)) & ((1 << STEPS) - 1);
    EXACT + ((power - EXACT.ilog2()) << STEPS | step) as usize
}

impl Tables {
    /// The logarithm of a count: above 1,024 too low by less than 0.008.
    #[inline(always)]
    pub(super) fn ln(&self, count: u32) -> f64 {
        self.logs[place(count)]
    }

    /// How much what is not known weighs among so many visits: the part of the bound that all moves share.
    #[inline(always)]
    pub(super) fn spread(&self, count: u32, exploration: f64) -> f32 {
        (exploration as f32 * self.roots[place(count)]).max(LEAST)
    }

    /// One by the count, and one by its square root.
    #[inline(always)]
    pub(super) fn parts(&self, count: u32) -> [f32; 2] {
        match self.parts.get(count as usize) {
            Some(&parts) => parts,
            None => divided(count),
        }
    }
}

/// The score of a move: its mean, from 0 to 1, and the bound of its error.
#[inline(always)]
pub(super) fn score(mean: f64, visits: f64, ln_parent: f64, exploration: f64) -> f64 {
    mean + exploration * (ln_parent / visits).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right() {
        for count in (1..1_000).chain((1..400).map(|step| step * 9_999_991)) {
            let right = f64::from(count).ln();
            assert!((ln(count) - right).abs() < 1e-9, "{count}: {} {right}", ln(count));
        }
    }

    #[test]
    fn a_logarithm_that_is_looked_up_is_nearly_right() {
        for count in (1..5_000).chain((1..400).map(|step| step * 9_999_991)) {
            let (looked_up, right) = (TABLES.ln(count), ln(count));
            assert!((0.0..0.008).contains(&(right - looked_up)), "{count}: {looked_up} {right}");
        }
    }

    #[test]
    fn a_score_by_tables_is_nearly_right() {
        for visits in [1, 2, 77, 1_023, 1_024, 32_767, 32_768, 40_000_000] {
            for all in [visits, visits + 1, 3 * visits, 60_000_000] {
                let right = score(0.3, f64::from(visits), ln(all), 1.4);
                let [part, root] = TABLES.parts(visits);
                let looked_up = 0.3 * visits as f32 * part + TABLES.spread(all, 1.4) * root;
                assert!((right - f64::from(looked_up)).abs() < 0.01 * right, "{visits} of {all}");
            }
        }
        for exploration in [0.0, 1.0] {
            let untried = TABLES.spread(1, exploration) * TABLES.parts(0)[1];
            assert!(untried > 1_000.0, "an untried move is first");
        }
    }

    #[test]
    fn what_was_tried_less_may_be_better() {
        assert!(score(0.5, 10.0, ln(1_000), 1.0) > score(0.6, 500.0, ln(1_000), 1.0));
        assert!(score(0.5, 10.0, ln(1_000), 0.0) < score(0.6, 500.0, ln(1_000), 0.0));
    }
}
