//! Fitting the weights of the features to positions of games whose results are known.
//!
//! Not the weights themselves are fitted but what is to be added to those that the fit starts from, so that a feature which hardly ever
//! comes up keeps what it was worth. How much all of them count together is one weight more. How a bare king is mated is known, and not learnt.

use std::ops::ControlFlow;

use outplay::face::Fitting;
use outplay::tune::{self, Config, Feature, Loss, Progress, Samples, State};

use super::evaluate::{Amount, FEATURES, amounts};
use super::features::Group;
use super::rules::Position;
use super::weights::{Weights, end, from_bytes, middle, packed, read, written};
use outplay::tune::Labelled;

/// The score at which a win is expected `e` times as often as a loss, in hundredths of a pawn.
const SCALE: f32 = 200.0;

/// How much of a label is the result of the game; the rest is what the search expected. Results of few games say little about rare features:
/// with 3,500 games and 0.6 the weights lose to those they started from.
const RESULT: f32 = 0.2;

/// Positions in which the search saw more than this are decided, and teach nothing.
const DECIDED: i32 = 1_500;

/// The weight of everything that was there before, at first.
const WHOLE: f32 = 100.0;

/// Where that weight is: after two for each feature.
const BEFORE: usize = 2 * FEATURES;

/// How strongly features that are seldom seen are kept as they were.
const RIDGE: f32 = 300.0;

/// A position as its features, in as little room as possible: a million of them are kept.
struct Sample {
    /// Where its amounts begin.
    from: usize,
    /// What the weights that were there before say, for White.
    before: f32,
    label: f32,
    game: u32,
}

struct Lesson {
    amounts: Vec<Amount>,
    samples: Vec<Sample>,
}

impl Lesson {
    fn new(positions: &[Labelled<Position>], weights: &Weights) -> Lesson {
        let mut lesson = Lesson { amounts: Vec::new(), samples: Vec::new() };
        let loss = Loss::Logistic { scale: SCALE };
        for labelled in positions {
            let Some(payoff) = labelled.payoff.filter(|_| labelled.score.abs() <= DECIDED) else {
                continue;
            };
            let board = labelled.position.board();
            let mover = (payoff as f32 + 1.0) / 2.0 * RESULT
                + loss.expected(labelled.score as f32) * (1.0 - RESULT);
            let label = match board.side_to_move() {
                cozy_chess::Color::White => mover,
                cozy_chess::Color::Black => 1.0 - mover,
            };
            let from = lesson.amounts.len();
            lesson.amounts.extend(amounts(board, weights));
            let before = lesson.amounts[from..].iter().map(|one| worth(one, weights)).sum();
            lesson.samples.push(Sample { from, before, label, game: labelled.game as u32 });
        }
        lesson
    }
}

/// What an amount adds to the score of White.
fn worth(amount: &Amount, weights: &Weights) -> f32 {
    let weight = weights[usize::from(amount.feature)];
    amount.middle * middle(weight) as f32 + amount.end * end(weight) as f32
}

impl Samples for Lesson {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let sample = &self.samples[index];
        let until = self.samples.get(index + 1).map_or(self.amounts.len(), |next| next.from);
        let learnt = |amount: &&Amount| Group::of(usize::from(amount.feature)) != Group::Driven;
        for amount in self.amounts[sample.from..until].iter().filter(learnt) {
            let first = 2 * u32::from(amount.feature);
            features.push(Feature { index: first, amount: amount.middle });
            features.push(Feature { index: first + 1, amount: amount.end });
        }
        features.push(Feature { index: BEFORE as u32, amount: sample.before / WHOLE });
        sample.label
    }

    fn group(&self, index: usize) -> usize {
        self.samples[index].game as usize
    }
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
    let lesson = Lesson::new(positions, &before);
    if lesson.is_empty() {
        return Err("there is no position with the result of its game (`c9 \"1-0\";`)".to_owned());
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
    for (feature, more) in learnt.chunks_exact(2).enumerate() {
        if Group::of(feature) == Group::Driven {
            continue;
        }
        let weight = &mut weights[feature];
        let sum = |before: i32, more: f32| (before as f32 * whole + more).round() as i32;
        *weight = packed(sum(middle(*weight), more[0]), sum(end(*weight), more[1]));
    }
    weights
}

#[cfg(test)]
mod tests {
    use outplay::Game;

    use super::*;
    use crate::chess::{Chess, Pieces};
    use outplay::face::notation::Notation;

    /// Positions of random games, each with the result that its side with the bishop pair wins.
    fn games() -> Vec<Labelled<Position>> {
        let game = Chess::default();
        let pair = "1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2";
        let none = "2b1kb2/pppppppp/8/8/8/8/PPPPPPPP/1N2K1N1";
        let mut random = fastrand::Rng::with_seed(1);
        let mut samples = Vec::new();
        for number in 0..400 {
            let (board, result) = if number % 2 == 0 { (pair, 1.0) } else { (none, -1.0) };
            let mut position = game.read_position(&format!("{board} w - - 0 1")).unwrap();
            for ply in 0..4 {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[random.usize(..moves.len())]);
                let payoff = if ply % 2 == 0 { -result } else { result };
                let score = (payoff * 300.0) as i32;
                samples.push(Labelled {
                    position: position.clone(),
                    score,
                    payoff: Some(payoff),
                    game: number,
                });
            }
        }
        samples
    }

    fn epochs(epochs: u32) -> Fitting<'static> {
        Fitting { epochs, threads: 1, before: None }
    }

    #[test]
    fn what_wins_becomes_worth_more() {
        let mut lines = Vec::new();
        let bytes = fit(&games(), &epochs(40), &mut |line| {
            lines.extend((!line.is_empty()).then(|| line.to_owned()));
            ControlFlow::Continue(())
        });
        let fitted = Pieces::with_weights(&bytes.unwrap()).unwrap();
        let by_hand = Pieces::with_weights(include_bytes!("by_hand.txt")).unwrap();
        let gained = |fen: &str| {
            let position = Chess::default().read_position(fen).unwrap();
            fitted.score(&position) - by_hand.score(&position)
        };
        assert!(gained("1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1") > 20);
        assert!(gained("2b1kb2/pppppppp/8/8/8/8/PPPPPPPP/1N2K1N1 w - - 0 1") < -20);
        assert!(
            fitted.weights().contains("a bare king driven:\n    0/22 0/14"),
            "it is no opinion"
        );
        assert_eq!(lines.len(), 40);
    }

    #[test]
    fn a_fit_can_be_stopped_and_needs_results() {
        let stopped = fit(&games(), &epochs(5), &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err("stopped on request".to_owned()));
        let without: Vec<_> =
            games().into_iter().map(|sample| Labelled { payoff: None, ..sample }).collect();
        let error = fit(&without, &epochs(5), &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert_eq!(error, "there is no position with the result of its game (`c9 \"1-0\";`)");
    }
}
