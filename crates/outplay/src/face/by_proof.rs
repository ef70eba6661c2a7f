//! Proof-number search behind the face: who wins, or whether the player to move gets so much.

use std::sync::Arc;

use super::Refusal;
use super::by_engine::{solved_unit, worth};
use super::core::{Core, Playable};
use super::session::{Played, Session};
use super::thinker::{Answer, Options, Question, Thinker, Told};
use crate::engine::{Insight, Scale};
use crate::solve::proof::Prover;
use crate::{Bound, Deterministic, Event, Limits, Observer, Value, ZeroSum};

/// The name of the search. It is not listed with those that play: it says nothing of what it has not proven.
pub(super) const DF_PN: &str = "df-pn";

/// Proof-number search, for one game and what is known of it.
pub(super) struct ByProof<G: Playable, I> {
    core: Arc<Core<G>>,
    prover: Prover<G, I>,
}

impl<G, I> ByProof<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + 'static,
{
    pub(super) fn new(core: &Arc<Core<G>>, insight: I, options: &Options) -> Result<Self, Refusal> {
        let (core, megabytes) = (Arc::clone(core), options.megabytes);
        let prover = Prover::shared(Arc::new(core.game.clone()), Arc::new(insight), megabytes)
            .map_err(|error| Refusal::no_table(megabytes, error))?;
        Ok(ByProof { core, prover })
    }

    fn counts_plies(&self) -> bool {
        self.prover.insight().scale().counts_plies(&self.core.game)
    }

    /// Why a question is not answered.
    fn refused(&self, question: &Question) -> Option<Refusal> {
        if !question.only.is_empty() {
            return Some(Refusal(
                "a proof is about all moves, and not about some of them".to_owned(),
            ));
        }
        let is_odd = question.at_least.filter(|at_least| !(0..=1).contains(at_least));
        let at_least = is_odd.filter(|_| self.counts_plies())?;
        Some(Refusal(format!(
            "{} is won, drawn or lost: at least 1 is a win, at least 0 a draw, and {at_least} is neither",
            self.core.about.name
        )))
    }

    /// Where scores do not count plies, a proof of who wins says so and no more.
    fn is_weak(&self, question: &Question) -> bool {
        question.at_least.is_none() && !self.counts_plies()
    }
}

impl<G, I> Thinker for ByProof<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + 'static,
{
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        if let Some(refusal) = self.refused(question) {
            return Err(refusal);
        }
        let at = Played::<G>::of(at);
        let report = self.prover.solve(&at.past, question.at_least, limits, Relay(told));
        let weak = self.is_weak(question);
        let scale = self.prover.insight().scale();
        let worth =
            |value| worth(&self.core, scale, if weak { weakly(value) } else { value }, weak);
        Ok(Answer {
            best: report.best.and_then(|mv| at.choice(mv)),
            worth: report.value.map(worth),
            line: at.line(&report.line),
            hash_full: self.prover.hash_full(),
            ..Answer::bare(&report, solved_unit(&self.core, scale, weak))
        })
    }

    fn begin(&mut self, _: u64) {
        self.prover.clear();
    }
}

/// A win is 1, by however much.
fn weakly(value: Value<i32>) -> Value<i32> {
    match value {
        Value::Proven(Bound::AtLeast(1)) => Value::Proven(Bound::Exact(1)),
        Value::Proven(Bound::AtMost(-1)) => Value::Proven(Bound::Exact(-1)),
        value => value,
    }
}

/// Hands on what the search tells.
struct Relay<'r>(&'r mut dyn FnMut(Told<'_>));

impl<P, M> Observer<P, M, Value<i32>, i32> for Relay<'_> {
    fn event(&mut self, event: Event<'_, P, M, Value<i32>, i32>) {
        match event {
            Event::Narrowed { range } => (self.0)(Told::Narrowed { range }),
            Event::Progress { nodes, farthest, pause } => {
                (self.0)(Told::Progress { nodes, farthest, pause });
            }
            Event::ProofNumbers { numbers } => (self.0)(Told::ProofNumbers { numbers }),
            _ => {}
        }
    }
}
