//! Fitting the weights of the patterns to positions whose scores are known.

use std::ops::ControlFlow;

use outplay::face::Fitting;
use outplay::tune::{self, Config, Feature, Loss, Progress, Samples, State};

use super::patterns::{LAYOUT, PHASES, phase};
use super::rules::Board;
use super::weights;
use outplay::tune::Labelled;

/// A phase also learns from positions that are this many empty squares away from it.
const NEIGHBOURHOOD: u32 = 2;

/// The positions of one phase.
struct Phase<'a>(Vec<&'a Labelled<Board>>);

impl Samples for Phase<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let sample = self.0[index];
        let places = LAYOUT.places(&sample.position);
        features
            .extend(places.map(|place| Feature { index: LAYOUT.canonical[place], amount: 1.0 }));
        sample.score as f32
    }

    fn group(&self, index: usize) -> usize {
        self.0[index].game
    }
}

/// Fits the weights of every phase. The callback may stop it: then there are none.
pub(super) fn fit(
    samples: &[Labelled<Board>],
    fitting: &Fitting<'_>,
    told: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Vec<u8>, String> {
    if fitting.before.is_some() {
        return Err("the weights of Othello are fitted from nothing, not from others".to_owned());
    }
    let mut tables = Vec::new();
    for number in 0..PHASES {
        let phase = Phase(samples.iter().filter(|sample| belongs(sample, number)).collect());
        let mut state = State::new(LAYOUT.distinct);
        let mut config = Config::new(Loss::Squared);
        (config.epochs, config.threads) = (fitting.epochs as _, fitting.threads);
        if phase.len() >= 100 {
            let said = |progress: &Progress| {
                let Some(validation) = progress.validation else {
                    return ControlFlow::Continue(());
                };
                told(&format!(
                    "phase {number} of {PHASES}: {} positions, epoch {} of {}, off by {:.2} discs, {:.2} on positions held out",
                    phase.len(),
                    progress.epoch,
                    progress.epochs,
                    progress.training.sqrt(),
                    validation.sqrt(),
                ))
            };
            let fitted = tune::fit(&phase, &mut state, &config, said).map_err(|e| e.to_string())?;
            if fitted.stop == tune::Stop::Asked {
                return Err("stopped on request".to_owned());
            }
        }
        tables.push(state.into_weights());
    }
    Ok(weights::write(&tables))
}

fn belongs(sample: &Labelled<Board>, number: usize) -> bool {
    let empty = (!(sample.position.own | sample.position.other)).count_ones();
    let near = empty.saturating_sub(NEIGHBOURHOOD)..=empty + NEIGHBOURHOOD;
    near.into_iter().any(|empty| phase(empty) == number)
}
