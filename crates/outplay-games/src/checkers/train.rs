//! Fitting the weights of the features to positions of games whose results are known.

use std::ops::ControlFlow;

use outplay::face::Fitting;
use outplay::tune::{Feature, Labelled, Samples};

use super::features::{COUNT, visit};
use super::rules::{BLACK, Position};
use super::weights::{self, MOST, Weights, from_bytes};
use crate::tapered::{Course, show, show_before};

/// In hundredths of a man.
const COURSE: Course =
    Course { scale: 100.0, result: 0.5, decided: 1_000, ridge: 100.0, most: MOST };

/// Positions with the label of their player to move, and the weights that the fit starts from.
struct Lesson<'a> {
    positions: Vec<(&'a Labelled<Position>, f32)>,
    weights: &'a Weights,
}

impl Samples for Lesson<'_> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let (Labelled { position, .. }, mover) = self.positions[index];
        let all = position.count() as f32 / 24.0;
        let mut before = 0.0;
        visit(*position, |feature, amount| {
            let amounts = [all, 1.0 - all].map(|share| share * amount as f32);
            let [with_all, with_none] = self.weights[feature].map(|weight| weight as f32);
            before += amounts[0] * with_all;
            before += amounts[1] * with_none;
            show(features, feature, amounts);
        });
        show_before(features, COUNT, before);
        if position.player() == BLACK { mover } else { 1.0 - mover }
    }

    fn group(&self, index: usize) -> usize {
        self.positions[index].0.game
    }
}

/// A position with its label, if it teaches something: not where there is a capture to be made.
fn lesson_of(labelled: &Labelled<Position>) -> Option<(&Labelled<Position>, f32)> {
    let label = COURSE.label(labelled).filter(|_| !labelled.position.can_capture());
    label.map(|label| (labelled, label))
}

/// Fits weights, starting from those that are given or from those that were set by hand. The callback may stop it: then there are none.
pub(super) fn fit(
    positions: &[Labelled<Position>],
    fitting: &Fitting<'_>,
    told: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Vec<u8>, String> {
    let before = match fitting.before {
        Some(bytes) => from_bytes(bytes)?,
        None => weights::read(include_str!("by_hand.txt"))?,
    };
    let positions = positions.iter().filter_map(lesson_of).collect();
    let lesson = Lesson { positions, weights: &before };
    if lesson.is_empty() {
        return Err("there is no quiet position with the result of its game".to_owned());
    }
    let fitted = COURSE.fit(&lesson, &before, fitting, told)?;
    Ok(weights::written(&fitted).into_bytes())
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
        let untrained = weights::untrained();
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
