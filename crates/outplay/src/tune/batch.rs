//! One batch on many threads, with the same result on any number of them.
//!
//! Sums of `f32` depend on their order. So a batch is cut into a fixed number of parts whatever the number of
//! threads; each part is summed by one thread, from its first sample to its last, into a gradient of its own; and
//! the parts are added up in order.

use super::adam::Step;
use super::{Error, Feature, Loss, Samples, State};
use crate::beside::{Job, beside};

/// Into how many parts a batch is cut: threads beyond these have nothing to do.
const PARTS: usize = 8;

/// How many samples a thread measures at a time.
const STRETCH: usize = 4096;

/// How many gradients are added up at a time: they and their weights fit into the nearest cache.
const BLOCK: usize = 1024;

/// The samples, how they are held against their labels, and on how many threads.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a, S> {
    pub(super) samples: &'a S,
    pub(super) loss: Loss,
    pub(super) threads: usize,
}

impl<S: Samples> Judge<'_, S> {
    /// The sum of the losses of `chosen` samples.
    fn loss(&self, weights: &[f32], chosen: &[u32]) -> Result<f64, Error> {
        let stretches = chosen.chunks(STRETCH).collect();
        let sums = spread(self.threads, stretches, |stretch: &[u32]| {
            self.visit(weights, stretch, |_, _| ())
        });
        sums.into_iter().sum()
    }

    /// The mean of the losses of `chosen` samples.
    pub(super) fn mean(&self, weights: &[f32], chosen: &[u32]) -> Result<f64, Error> {
        Ok(self.loss(weights, chosen)? / chosen.len() as f64)
    }

    /// Adds the gradients of the losses of `chosen` samples to `parts`; the sum of these losses.
    pub(super) fn gradient(
        &self,
        weights: &[f32],
        chosen: &[u32],
        parts: &mut Parts,
    ) -> Result<f64, Error> {
        let stretch = chosen.len().div_ceil(PARTS).max(1);
        let jobs = chosen.chunks(stretch).zip(&mut parts.0).collect();
        let sums = spread(self.threads, jobs, |(stretch, part): (&[u32], &mut Vec<f32>)| {
            self.visit(weights, stretch, |slope, features| {
                for feature in features {
                    part[feature.index as usize] += slope * feature.amount;
                }
            })
        });
        sums.into_iter().sum()
    }

    /// Shows the slope of the loss and the features of each of `chosen`; the sum of the losses.
    fn visit(
        &self,
        weights: &[f32],
        chosen: &[u32],
        mut show: impl FnMut(f32, &[Feature]),
    ) -> Result<f64, Error> {
        let mut features = Vec::new();
        let mut sum = 0.0;
        for &sample in chosen {
            let sample = sample as usize;
            features.clear();
            let label = self.samples.sample(sample, &mut features);
            if !self.loss.takes(label) {
                return Err(Error::Label { sample, label: label.to_string() });
            }
            let score = score(weights, &features).map_err(|index| Error::Index {
                sample,
                index,
                weights: weights.len(),
            })?;
            if !score.is_finite() {
                return Err(Error::Score { sample });
            }
            sum += f64::from(self.loss.value(score, label));
            show(self.loss.slope(score, label), &features);
        }
        Ok(sum)
    }
}

/// The sum of weight times amount, or an index that is none.
fn score(weights: &[f32], features: &[Feature]) -> Result<f32, u32> {
    let mut score = 0.0;
    for feature in features {
        score += weights.get(feature.index as usize).ok_or(feature.index)? * feature.amount;
    }
    Ok(score)
}

/// The gradients of the parts of a batch: all zero between two batches.
pub(super) struct Parts(Vec<Vec<f32>>);

impl Parts {
    pub(super) fn new(weights: usize) -> Parts {
        Parts(vec![vec![0.0; weights]; PARTS])
    }

    /// Adds up the parts, takes the step and leaves zeros.
    pub(super) fn step(&mut self, step: Step, state: &mut State, threads: usize) {
        let width = state.weights.len().div_ceil(threads.clamp(1, PARTS)).max(1);
        let mut parts: Vec<_> = self.0.iter_mut().map(|part| part.chunks_mut(width)).collect();
        let moments = state.means.chunks_mut(width).zip(state.squares.chunks_mut(width));
        let jobs =
            state.weights.chunks_mut(width).zip(moments).map(|(weights, (means, squares))| {
                let parts: Vec<_> = parts.iter_mut().filter_map(Iterator::next).collect();
                (weights, means, squares, parts)
            });
        spread(threads, jobs.collect(), |(weights, means, squares, mut parts)| {
            for start in (0..weights.len()).step_by(BLOCK) {
                let block = start..weights.len().min(start + BLOCK);
                let mut sum = [0.0; BLOCK];
                let sum = &mut sum[..block.len()];
                for part in &mut parts {
                    drain(&mut part[block.clone()], sum);
                }
                step.take(
                    &mut weights[block.clone()],
                    &mut means[block.clone()],
                    &mut squares[block],
                    sum,
                );
            }
        });
    }
}

/// Adds `part` to `sum` and leaves zeros.
fn drain(part: &mut [f32], sum: &mut [f32]) {
    for (gradient, sum) in part.iter_mut().zip(sum) {
        *sum += std::mem::take(gradient);
    }
}

/// Does all jobs on so many threads; their results in the order of the jobs. One thread is this one.
fn spread<J: Send, R: Send>(threads: usize, jobs: Vec<J>, work: impl Fn(J) -> R + Sync) -> Vec<R> {
    if threads <= 1 || jobs.len() <= 1 {
        return jobs.into_iter().map(work).collect();
    }
    let each = jobs.len().div_ceil(threads);
    let mut jobs = jobs.into_iter();
    let mut shares: Vec<(Vec<J>, Vec<R>)> = Vec::new();
    while jobs.len() > 0 {
        shares.push((jobs.by_ref().take(each).collect(), Vec::new()));
    }
    let done = |(mine, found): &mut (Vec<J>, Vec<R>)| found.extend(mine.drain(..).map(&work));
    let Some((own, others)) = shares.split_first_mut() else { return Vec::new() };
    let done = &done;
    let helpers = others.iter_mut().map(|share| Box::new(move || done(share)) as Job<'_>);
    beside(helpers.collect(), &mut || done(own));
    shares.into_iter().flat_map(|(_, found)| found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_keep_their_order() {
        for threads in 0..9 {
            let doubled = spread(threads, (0..7).collect(), |job| 2 * job);
            assert_eq!(doubled, [0, 2, 4, 6, 8, 10, 12], "{threads} threads");
        }
    }

    /// Random samples, a few of them with the same feature twice.
    struct Few;

    impl Samples for Few {
        fn len(&self) -> usize {
            40
        }

        fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
            let mut random = fastrand::Rng::with_seed(index as u64);
            features.extend(
                (0..5).map(|_| Feature { index: random.u32(..9), amount: random.f32() - 0.3 }),
            );
            random.f32()
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = fastrand::Rng::with_seed(7);
        let weights: Vec<f32> = (0..9).map(|_| random.f32() - 0.5).collect();
        let chosen: Vec<u32> = (0..40).collect();
        for loss in [Loss::Squared, Loss::Logistic { scale: 0.3 }] {
            let judge = Judge { samples: &Few, loss, threads: 1 };
            let mut parts = Parts::new(weights.len());
            let sum = judge.gradient(&weights, &chosen, &mut parts).unwrap();
            assert!((sum - judge.loss(&weights, &chosen).unwrap()).abs() < 1e-9);
            for at in 0..weights.len() {
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights[at] += by;
                    judge.loss(&weights, &chosen).unwrap()
                };
                let slope = (moved(0.01) - moved(-0.01)) / 0.02;
                let gradient: f32 = parts.0.iter().map(|part| part[at]).sum();
                assert!(
                    (slope - f64::from(gradient)).abs() < 2e-3,
                    "{loss:?} {at}: {slope} {gradient}"
                );
            }
        }
    }
}
