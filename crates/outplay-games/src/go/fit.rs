//! Fitting the weights of the evaluation to positions whose scores are known.

use std::ops::ControlFlow;

use outplay::Player;
use outplay::face::Fitting;
use outplay::tune::{self, Config, Feature, Labelled, Loss, Progress, Samples, State};

use super::insight::{TERM_NAMES, TERMS, terms};
use super::rules::{Go, Goal, Position};

/// Positions with what the weights are multiplied with.
struct Judged<'a> {
    game: &'a Go,
    samples: &'a [Labelled<Position>],
}

impl Samples for Judged<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    /// In points, for the player to move, without komi.
    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let Labelled { position, score, .. } = &self.samples[index];
        let sign = if position.mover() == Player::MAX { 1.0 } else { -1.0 };
        let amounts = terms(self.game, position).into_iter().enumerate();
        features.extend(
            amounts.map(|(index, term)| Feature { index: index as u32, amount: sign * term }),
        );
        let unit = if self.game.options().goal == Goal::Win { 100.0 } else { 1.0 };
        let points = self.game.points() as f32;
        (*score as f32 / unit + sign * self.game.compensation() as f32).clamp(-points, points)
    }

    fn group(&self, index: usize) -> usize {
        self.samples[index].game
    }
}

/// Fits the weights, as the text of a file. The callback may stop it: then there are none.
pub(super) fn fit(
    game: &Go,
    samples: &[Labelled<Position>],
    fitting: &Fitting<'_>,
    told: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Vec<u8>, String> {
    if fitting.before.is_some() {
        return Err("the weights of Go are fitted from nothing, not from others".to_owned());
    }
    let judged = Judged { game, samples };
    let mut state = State::new(TERMS);
    let mut config = Config::new(Loss::Squared);
    (config.epochs, config.threads) = (fitting.epochs as _, fitting.threads);
    let said = |progress: &Progress| {
        let Some(validation) = progress.validation else { return ControlFlow::Continue(()) };
        let (epoch, epochs) = (progress.epoch, progress.epochs);
        told(&format!(
            "epoch {epoch} of {epochs}: off by {:.2} points on positions held out",
            validation.sqrt()
        ))
    };
    let fitted =
        tune::fit(&judged, &mut state, &config, said).map_err(|error| error.to_string())?;
    if fitted.stop == tune::Stop::Asked {
        return Err("stopped on request".to_owned());
    }
    let lines = state
        .into_weights()
        .into_iter()
        .zip(TERM_NAMES)
        .map(|(weight, _)| format!("{weight:.3}\n"));
    Ok(lines.collect::<String>().into_bytes())
}
