//! Dice: which outcome of chance a random number stands for.
//!
//! The outcomes lie side by side on the way from 0 to 1, each as long as it is likely. A number hits one of them, so that the same numbers
//! give the same dice wherever the odds are the same: that is how the games of an encounter are paired.

/// Which of the outcomes with these odds a number from 0 up to 1 stands for.
pub(crate) fn outcome(odds: &[f64], number: f64) -> usize {
    let mut left = number * odds.iter().sum::<f64>();
    let is_hit = |odds: &f64| {
        left -= odds;
        left < 0.0
    };
    odds.iter().position(is_hit).unwrap_or(odds.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_as_frequent_as_it_is_likely() {
        let odds = [0.25, 0.5, 0.0, 0.25];
        let of = |number| outcome(&odds, number);
        assert_eq!([0.0, 0.24, 0.26, 0.74, 0.76, 0.999].map(of), [0, 0, 1, 1, 3, 3]);
        // Odds that do not quite sum to one leave nothing over.
        assert_eq!((outcome(&[1.0 / 3.0; 3], 1.0), outcome(&[2.0, 2.0], 0.6)), (2, 1));
    }
}
