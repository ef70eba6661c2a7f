//! Adam: steps as long as a weight's gradients agree with each other.
//!
//! The running mean of the gradients of a weight, divided by their running root mean square: a step is about one
//! `rate` where they agree, and short where they are noise. A table entry that one position in 100,000 shows has
//! tiny gradients, yet learns about as fast as a frequent one, because only their ratio counts.
//!
//! Reference: Kingma and Ba, *Adam: a method for stochastic optimization*, 2015. The pull to zero is part of the
//! gradient, as in ridge regression, and not apart from it as in AdamW: only so does a weight that was seen `n`
//! times end at `n / (n + ridge)` of what it would be without.

/// How much of the mean is kept in a step.
const KEEP_MEAN: f32 = 0.9;

/// How much of the mean square is kept in a step.
const KEEP_SQUARE: f32 = 0.999;

/// Keeps 0 / 0 away. Its square is a number that `f32` can hold, so it also stands in for squares that it cannot.
const TINY: f32 = 1e-15;

/// What all weights share in one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What the summed gradient of the batch is multiplied with: one over its samples.
    share: f32,
    /// The gradient of the pull to zero, per unit of weight.
    pull: f32,
    /// The length of the step, with both means corrected for their start at zero.
    length: f32,
}

impl Step {
    /// The step number `count`, from 1.
    pub(super) fn new(count: u64, rate: f32, samples: usize, pull: f32) -> Step {
        let count = count.min(1 << 20) as i32;
        let (mean, square) = (1.0 - KEEP_MEAN.powi(count), 1.0 - KEEP_SQUARE.powi(count));
        Step { share: 1.0 / samples as f32, pull, length: rate * square.sqrt() / mean }
    }

    /// Moves `weights` against `gradients`, the sums over the batch.
    pub(super) fn take(
        self,
        weights: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        gradients: &[f32],
    ) {
        let moments = means.iter_mut().zip(squares);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradients).zip(moments) {
            let gradient = gradient * self.share + self.pull * *weight;
            *mean += (1.0 - KEEP_MEAN) * (gradient - *mean);
            *square += (1.0 - KEEP_SQUARE) * (gradient * gradient - *square);
            *weight -= self.length * *mean / (square.sqrt() + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_one_rate_long_whatever_the_gradient() {
        for gradient in [1e-6, 1.0, -1e6] {
            let (mut weight, mut mean, mut square) = ([5.0], [0.0], [0.0]);
            Step::new(1, 0.25, 1, 0.0).take(&mut weight, &mut mean, &mut square, &[gradient]);
            assert!((weight[0] - (5.0 - 0.25 * gradient.signum())).abs() < 1e-4, "{weight:?}");
        }
    }

    #[test]
    fn a_weight_without_gradient_stays() {
        let (mut weight, mut mean, mut square) = ([5.0], [0.0], [0.0]);
        Step::new(1, 0.25, 1, 0.0).take(&mut weight, &mut mean, &mut square, &[0.0]);
        assert_eq!(weight, [5.0]);
    }
}
