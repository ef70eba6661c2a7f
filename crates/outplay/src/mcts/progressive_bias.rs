//! Progressive bias: what the game says of a move is added while the move has few visits.
//!
//! Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, *Progressive Strategies for Monte-Carlo Tree Search*, New Mathematics and Natural Computation 4, 2008.

/// What is added to the score of a move.
#[inline(always)]
pub(super) fn bonus(bias: f64, visits: f64, weight: f64) -> f64 {
    weight * bias / (visits + 1.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_fades() {
        assert_eq!(super::bonus(0.5, 0.0, 2.0), 1.0);
        assert_eq!(super::bonus(0.5, 9.0, 2.0), 0.1);
    }
}
