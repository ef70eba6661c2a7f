//! What is known beyond the rules: discs in a corner stay what they are, and the more discs, the better.

use outplay::{Evaluation, Player};

use super::rules::{COLOURS, Discs, Rolit};

/// As many points as a disc in a corner is worth.
const CORNER: f64 = 8.0;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Expects the share of the win that the player has of all discs, where a corner counts as eight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Corners;

impl Evaluation<Rolit> for Corners {
    fn evaluate(&self, _: &Rolit, discs: &Discs, player: Player) -> f64 {
        let points = |colour: usize| {
            let discs = discs.discs[colour];
            f64::from(discs.count_ones())
                + (CORNER - 1.0) * f64::from((discs & CORNERS).count_ones())
        };
        points(player.index()) / (0..COLOURS).map(points).sum::<f64>()
    }
}
