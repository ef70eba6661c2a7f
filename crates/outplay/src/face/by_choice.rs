//! Players that do not search: at random, and those that only one game has.

use std::sync::Arc;

use super::thinker::{Answer, Options, Question, Thinker, Told};
use super::{Choice, Refusal, Session, Unit};
use crate::{Limits, Stop};

/// Any legal move, all equally often.
pub(super) struct AtRandom(fastrand::Rng);

impl AtRandom {
    pub(super) fn new(options: &Options) -> AtRandom {
        AtRandom(fastrand::Rng::with_seed(options.seed))
    }
}

impl Thinker for AtRandom {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        _: &Limits,
        _: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let all: Vec<Choice> = (0..at.choices()).map(Choice::of).collect();
        let from = if question.only.is_empty() { &all } else { &question.only };
        Ok(chosen(self.0.choice(from).copied()))
    }

    fn begin(&mut self, seed: u64) {
        self.0 = fastrand::Rng::with_seed(seed);
    }
}

/// A player that only one game has.
pub(super) struct Own {
    pub(super) name: String,
    pub(super) random: fastrand::Rng,
}

impl Thinker for Own {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        _: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        if !question.only.is_empty() {
            return Err(Refusal(format!(
                "the player `{:.50}` cannot be told which moves to look at: a search can",
                self.name
            )));
        }
        let stop = limits.stop.clone().unwrap_or_else(|| Arc::new(false.into()));
        let choice = at.own_choice(&self.name, self.random.u64(..), &stop);
        let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
        match choice {
            None if !stopped => Err(Refusal(format!(
                "the player to move has no player `{:.50}` in this game",
                self.name
            ))),
            choice => Ok(chosen(choice)),
        }
    }

    fn begin(&mut self, seed: u64) {
        self.random = fastrand::Rng::with_seed(seed);
    }
}

/// A move without a thought.
fn chosen(best: Option<Choice>) -> Answer {
    let nothing = Answer::nothing(Unit::default(), Stop::Finished);
    Answer { best, line: best.into_iter().collect(), ..nothing }
}
