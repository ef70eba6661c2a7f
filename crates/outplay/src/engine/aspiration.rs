//! Aspiration windows: each search starts with a small window around what the one before found, which is widened where the score
//! lies outside.
//!
//! Slate and Atkin, *Chess 4.5: The Northwestern University Chess Program*, 1977.

use super::features::{Switch, switch};
use super::handle::Engine;
use super::insight::{Insight, StaticEvaluation, widest};
use super::node::Found;
use super::search::Search;
use crate::{Deterministic, Event, Fail, Window, ZeroSum};

const SWITCH: Switch = switch("aspiration");

impl<G: ZeroSum + Deterministic, I: Insight<G>> Engine<G, I> {
    /// Asks with a window around a guess, which is widened until the score lies inside.
    pub(super) fn aspire<'s>(
        &self,
        search: &mut Search<'s, G, I>,
        guess: Option<i32>,
        mut ask: impl FnMut(&mut Search<'s, G, I>, Window<i32>) -> Found,
    ) -> Found {
        let guess = guess.filter(|_| self.config.has(SWITCH));
        let Some(guess) = guess else { return ask(search, widest(&*self.game, &*self.insight)) };
        let width = <I::Evaluation as StaticEvaluation<G, I::Scratch>>::ASPIRATION;
        let (mut below, mut above) = (width, width);
        loop {
            let window = Window { alpha: guess - below, beta: guess + above };
            let score = ask(search, window)?;
            let fail = if score <= window.alpha {
                below = widened(below, guess - score);
                Fail::Low
            } else if score >= window.beta {
                above = widened(above, score - guess);
                Fail::High
            } else {
                return Ok(score);
            };
            search.tell(Event::Outside { fail, score, window });
        }
    }
}

fn widened(width: i32, missed: i32) -> i32 {
    missed.saturating_add(width.saturating_mul(2))
}
