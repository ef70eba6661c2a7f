//! What a wrong score costs, and which way is less wrong.

/// How a score is held against a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// The square of the error: for labels that are points, like the final disc difference.
    Squared,
    /// The cross entropy in nats of the result, a number from 0 to 1, and the result expected at this score,
    /// `1 / (1 + exp(-score / scale))`: for labels that are wins, draws and losses.
    Logistic {
        /// The score at which a win is expected `e` times as often as a loss.
        scale: f32,
    },
}

impl Loss {
    /// What is expected at `score`: the score itself, or the result.
    ///
    /// ```
    /// use outplay::tune::Loss;
    ///
    /// assert_eq!(Loss::Squared.expected(12.0), 12.0);
    /// assert_eq!(Loss::Logistic { scale: 100.0 }.expected(0.0), 0.5);
    /// ```
    pub fn expected(self, score: f32) -> f32 {
        match self {
            Loss::Squared => score,
            Loss::Logistic { scale } => 1.0 / (1.0 + (-score / scale).exp()),
        }
    }

    /// What `score` costs where `label` is true.
    pub fn value(self, score: f32, label: f32) -> f32 {
        match self {
            Loss::Squared => (score - label) * (score - label),
            // ln(1 + e^x) - label * x, with no large number to the power of e.
            Loss::Logistic { scale } => {
                let x = score / scale;
                x.max(0.0) - label * x + (-x.abs()).exp().ln_1p()
            }
        }
    }

    /// How fast [`Loss::value`] grows with the score.
    pub fn slope(self, score: f32, label: f32) -> f32 {
        match self {
            Loss::Squared => 2.0 * (score - label),
            Loss::Logistic { scale } => (self.expected(score) - label) / scale,
        }
    }

    /// How fast the slope grows with the score, at most: what one sample knows about a weight.
    pub(super) fn curvature(self) -> f32 {
        match self {
            Loss::Squared => 2.0,
            Loss::Logistic { scale } => 0.25 / (scale * scale),
        }
    }

    /// Whether this loss can be held against `label`.
    pub(super) fn takes(self, label: f32) -> bool {
        match self {
            Loss::Squared => label.is_finite(),
            Loss::Logistic { .. } => (0.0..=1.0).contains(&label),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOSSES: [Loss; 3] =
        [Loss::Squared, Loss::Logistic { scale: 1.0 }, Loss::Logistic { scale: 170.0 }];

    #[test]
    fn the_slope_is_that_of_the_value() {
        for loss in LOSSES {
            let unit = if let Loss::Logistic { scale } = loss { scale } else { 1.0 };
            for score in [-3.0, -0.4, 0.0, 0.7, 2.5].map(|score| score * unit) {
                for label in [0.0, 0.3, 1.0] {
                    let step = 0.01 * unit;
                    let rise = loss.value(score + step, label) - loss.value(score - step, label);
                    let (found, slope) = (rise / (2.0 * step), loss.slope(score, label));
                    assert!(
                        (found - slope).abs() * unit < 1e-3,
                        "{loss:?} {score} {label}: {found} {slope}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_curvature_is_that_of_the_slope_at_zero() {
        for loss in LOSSES {
            let step = 0.01 * loss.curvature().recip().sqrt();
            let rise = loss.slope(step, 0.5) - loss.slope(-step, 0.5);
            assert!((rise / (2.0 * step) / loss.curvature() - 1.0).abs() < 1e-3, "{loss:?}");
        }
    }

    #[test]
    fn a_sure_and_wrong_score_costs_a_finite_number() {
        let loss = Loss::Logistic { scale: 1.0 };
        assert_eq!(loss.value(1e6, 0.0), 1e6);
        assert_eq!(loss.value(-1e6, 0.0), 0.0);
        assert_eq!(loss.slope(-1e6, 1.0), -1.0);
    }
}
