//! Fitting weights to positions of games whose results are known.
//!
//! Not the weights themselves are fitted but what is to be added to those that were there before, so that a feature which hardly ever
//! comes up keeps what it was worth. How much all of them count together is one weight more.

use std::ops::ControlFlow;

use outplay::face::Fitting;
use outplay::tune::{self, Config, Feature, Labelled, Loss, Progress, Samples, State};

use super::Weight;

/// How a game learns.
pub(crate) struct Course {
    /// The score at which a win is expected `e` times as often as a loss.
    pub(crate) scale: f32,
    /// How much of a label is the result of the game; the rest is what the search expected.
    pub(crate) result: f32,
    /// Positions in which the search saw more than this are decided, and teach nothing.
    pub(crate) decided: i32,
    /// How strongly features that are seldom seen are kept as they were.
    pub(crate) ridge: f32,
    /// Weights stay this near to zero.
    pub(crate) most: i32,
}

/// The weight of everything that was there before, at first.
const WHOLE: f32 = 100.0;

/// Shows both weights of a feature with these amounts.
pub(crate) fn show(features: &mut Vec<Feature>, feature: usize, amounts: [f32; 2]) {
    let first = 2 * feature as u32;
    features.extend((first..).zip(amounts).map(|(index, amount)| Feature { index, amount }));
}

/// Shows what the weights that were there before say. There are so many features.
pub(crate) fn show_before(features: &mut Vec<Feature>, count: usize, score: f32) {
    features.push(Feature { index: 2 * count as u32, amount: score / WHOLE });
}

impl Course {
    /// How much of a game is won for the player to move. None if nobody knows how it ended, or if it is decided.
    pub(crate) fn label<P>(&self, labelled: &Labelled<P>) -> Option<f32> {
        let payoff = labelled.payoff.filter(|_| labelled.score.abs() <= self.decided)?;
        let result = (payoff as f32 + 1.0) / 2.0;
        let searched = self.loss().expected(labelled.score as f32);
        Some(result * self.result + searched * (1.0 - self.result))
    }

    fn loss(&self) -> Loss {
        Loss::Logistic { scale: self.scale }
    }

    /// Fits weights, starting from these. The callback may stop it: then there are none.
    pub(crate) fn fit(
        &self,
        lesson: &impl Samples,
        before: &[Weight],
        fitting: &Fitting<'_>,
        told: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Vec<Weight>, String> {
        let mut start = vec![0.0; 2 * before.len()];
        start.push(WHOLE);
        let mut state = State::from(start);
        let mut config = Config::new(self.loss());
        config.epochs = fitting.epochs as _;
        (config.threads, config.ridge) = (fitting.threads, self.ridge);
        let said = |progress: &Progress| {
            // Between the epochs it is only asked whether to stop.
            if progress.done < progress.samples { told("") } else { told(&line(lesson, progress)) }
        };
        let fitted = tune::fit(lesson, &mut state, &config, said).map_err(|e| e.to_string())?;
        match fitted.stop {
            tune::Stop::Asked => Err("stopped on request".to_owned()),
            tune::Stop::Finished => Ok(self.added(before, state.weights())),
        }
    }

    /// Weights with what was learnt added to them.
    fn added(&self, before: &[Weight], learnt: &[f32]) -> Vec<Weight> {
        let whole = learnt[2 * before.len()] / WHOLE;
        let sum = |before: i32, more: f32| {
            let sum = (before as f32 * whole + more).round() as i32;
            sum.clamp(-self.most, self.most)
        };
        let pairs = before.iter().zip(learnt.chunks_exact(2));
        pairs.map(|(before, more)| [sum(before[0], more[0]), sum(before[1], more[1])]).collect()
    }
}

fn line(lesson: &impl Samples, progress: &Progress) -> String {
    let Progress { epoch, epochs, training, .. } = progress;
    let count = lesson.len();
    let line = format!("{count} positions, epoch {epoch} of {epochs}, loss {training:.5}");
    match progress.validation {
        Some(validation) => format!("{line}, {validation:.5} on positions held out"),
        None => line,
    }
}
