//! Fitting the weights of the features to positions of games whose results are known.
//!
//! Not the weights themselves are fitted but what is to be added to those that were set by hand, so that a feature which hardly ever
//! comes up keeps what it was worth. How much all of them count together is one weight more.

use std::ops::ControlFlow;

use outplay::face::Fitting;
use outplay::tune::{self, Config, Feature, Labelled, Loss, Progress, Samples, State};

use super::features::{COUNT, visit};
use super::rules::{BLACK, Position};
use super::weights::{Weights, from_bytes, read, written};

/// The score at which a win is expected `e` times as often as a loss, in hundredths of a man.
const SCALE: f32 = 100.0;

/// How much of a label is the result of the game; the rest is what the search expected.
const RESULT: f32 = 0.5;

/// Positions in which the search saw more than this are decided, and teach nothing.
const DECIDED: i32 = 1_000;

/// The weight of everything that was there before, at first.
const WHOLE: f32 = 100.0;

/// Where that weight is: after two for each feature.
const BEFORE: usize = 2 * COUNT;

/// How strongly features that are seldom seen are kept as they were.
const RIDGE: f32 = 100.0;

/// Positions, and the weights that the fit starts from.
struct Lesson<'a> {
    positions: Vec<&'a Labelled<Position>>,
    weights: &'a Weights,
}

impl Samples for Lesson<'_> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let Labelled { position, score, payoff, .. } = self.positions[index];
        let all = position.count() as f32 / 24.0;
        let mut before = 0.0;
        visit(*position, |feature, amount| {
            let amounts = [all * amount as f32, (1.0 - all) * amount as f32];
            for (half, amount) in amounts.into_iter().enumerate() {
                before += amount * self.weights[feature][half] as f32;
                features.push(Feature { index: (2 * feature + half) as u32, amount });
            }
        });
        features.push(Feature { index: BEFORE as u32, amount: before / WHOLE });
        let result = (payoff.unwrap_or(0.0) as f32 + 1.0) / 2.0;
        let searched = Loss::Logistic { scale: SCALE }.expected(*score as f32);
        let mover = result * RESULT + searched * (1.0 - RESULT);
        if position.player() == BLACK { mover } else { 1.0 - mover }
    }

    fn group(&self, index: usize) -> usize {
        self.positions[index].game
    }
}

/// A position teaches something if it is not decided, nothing is to be captured, and the result of its game is known.
fn teaches(labelled: &&Labelled<Position>) -> bool {
    let Labelled { position, score, payoff, .. } = labelled;
    payoff.is_some() && score.abs() <= DECIDED && !position.can_capture()
}

/// Fits weights, starting from those that are given or from those that were set by hand. The callback may stop it: then there are none.
pub(super) fn fit(
    positions: &[Labelled<Position>],
    fitting: &Fitting<'_>,
    told: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Vec<u8>, String> {
    let before = match fitting.before {
        Some(bytes) => from_bytes(bytes)?,
        None => read(include_str!("by_hand.txt"))?,
    };
    let positions: Vec<_> = positions.iter().filter(teaches).collect();
    let lesson = Lesson { positions, weights: &before };
    if lesson.is_empty() {
        return Err("there is no quiet position with the result of its game".to_owned());
    }
    let mut start = vec![0.0; BEFORE + 1];
    start[BEFORE] = WHOLE;
    let mut state = State::from(start);
    let mut config = Config::new(Loss::Logistic { scale: SCALE });
    (config.epochs, config.threads, config.ridge) = (fitting.epochs as _, fitting.threads, RIDGE);
    let said = |progress: &Progress| {
        // Between the epochs it is only asked whether to stop.
        if progress.done < progress.samples {
            return told("");
        }
        let mut line = format!(
            "{} positions, epoch {} of {}, loss {:.5}",
            lesson.len(),
            progress.epoch,
            progress.epochs,
            progress.training,
        );
        if let Some(validation) = progress.validation {
            line += &format!(", {validation:.5} on positions held out");
        }
        told(&line)
    };
    let fitted = tune::fit(&lesson, &mut state, &config, said).map_err(|e| e.to_string())?;
    match fitted.stop {
        tune::Stop::Asked => Err("stopped on request".to_owned()),
        tune::Stop::Finished => Ok(written(&added(&before, state.weights())).into_bytes()),
    }
}

/// Weights with what was learnt added to them.
fn added(before: &Weights, learnt: &[f32]) -> Weights {
    let whole = learnt[BEFORE] / WHOLE;
    let mut weights = *before;
    for (weight, more) in weights.iter_mut().flatten().zip(learnt) {
        *weight = (*weight as f32 * whole + more).round().clamp(-1_000.0, 1_000.0) as i32;
    }
    weights
}

#[cfg(test)]
mod tests {
    use outplay::face::notation::Notation;

    use super::*;
    use crate::checkers::{Checkers, Draughtsmen};

    /// Games in which the player with a man on the first row wins.
    fn games() -> Vec<Labelled<Position>> {
        let game = Checkers::default();
        let sample = |fen: &str, payoff: f64, number: usize| Labelled {
            position: game.read_position(fen).unwrap(),
            score: (50.0 * payoff) as i32,
            payoff: Some(payoff),
            game: number,
        };
        let both = |number| {
            let wins = sample("B:W21,22,25:B2,10,12", 1.0, number);
            let loses = sample("B:W21,23,31:B9,10,12", -1.0, number);
            [wins, loses]
        };
        (0..400).flat_map(both).collect()
    }

    fn epochs(epochs: u32) -> Fitting<'static> {
        Fitting { epochs, threads: 1, before: None }
    }

    #[test]
    fn what_wins_becomes_worth_more() {
        let mut lines = Vec::new();
        let bytes = fit(&games(), &epochs(20), &mut |line| {
            lines.extend((!line.is_empty()).then(|| line.to_owned()));
            ControlFlow::Continue(())
        });
        let fitted = Draughtsmen::with_weights(&bytes.unwrap()).unwrap();
        let by_hand = Draughtsmen::with_weights(include_bytes!("by_hand.txt")).unwrap();
        let position = games()[0].position;
        assert!(fitted.score(position) > by_hand.score(position) + 5);
        assert_eq!(lines.len(), 20);
    }

    #[test]
    fn a_fit_can_be_stopped_and_needs_results() {
        let stopped = fit(&games(), &epochs(5), &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err("stopped on request".to_owned()));
        let without: Vec<_> =
            games().into_iter().map(|sample| Labelled { payoff: None, ..sample }).collect();
        assert!(fit(&without, &epochs(5), &mut |_| ControlFlow::Continue(())).is_err());
    }

    #[test]
    fn whoever_knows_nothing_learns_what_wins() {
        let untrained = crate::checkers::weights::untrained();
        let fitting = Fitting { before: Some(&untrained), ..epochs(20) };
        let bytes = fit(&games(), &fitting, &mut |_| ControlFlow::Continue(()));
        let fitted = Draughtsmen::with_weights(&bytes.unwrap()).unwrap();
        let nobody = Draughtsmen::with_weights(&untrained).unwrap();
        let position = games()[0].position;
        assert_eq!(nobody.score(position), 0);
        assert!(fitted.score(position) > 5);
        let told = fit(&games(), &Fitting { before: Some(b"no"), ..fitting }, &mut |_| {
            ControlFlow::Continue(())
        });
        assert!(told.unwrap_err().contains("is no weight"));
    }
}
