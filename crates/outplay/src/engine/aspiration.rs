//! Aspiration windows: each search starts with a small window around what the one before found, which is widened where the score
//! lies outside.
//!
//! Slate and Atkin, *Chess 4.5: The Northwestern University Chess Program*, 1977.

use super::features::{Switch, switch};
use super::insight::{Insight, StaticEvaluation, widest};
use super::node::Found;
use super::solve::Engine;
use crate::{Window, ZeroSum};

const SWITCH: Switch = switch("aspiration");

impl<G, I: Insight<G>> Engine<'_, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Sync,
{
    /// Asks with a window around a guess, which is widened until the score lies inside.
    pub(super) fn aspire(
        &self,
        guess: Option<i32>,
        mut ask: impl FnMut(Window<i32>) -> Found,
    ) -> Found {
        let guess = guess.filter(|_| self.config.has(SWITCH));
        let Some(guess) = guess else { return ask(widest(self.game, self.insight)) };
        let width = <I::Evaluation as StaticEvaluation<G, I::Scratch>>::ASPIRATION;
        let (mut below, mut above) = (width, width);
        loop {
            let window = Window { alpha: guess - below, beta: guess + above };
            let score = ask(window)?;
            if score <= window.alpha {
                below = widened(below, guess - score);
            } else if score >= window.beta {
                above = widened(above, score - guess);
            } else {
                return Ok(score);
            }
        }
    }
}

fn widened(width: i32, missed: i32) -> i32 {
    missed.saturating_add(width.saturating_mul(2))
}
