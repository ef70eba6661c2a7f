//! Tuning: the weights of an evaluation, from positions whose outcome is known.
//!
//! The evaluation is linear: a score is the sum of weight times amount over the few features that a position
//! shows. A feature is an entry of a pattern table (amount 1), or a term like mobility (any amount). Each sample is
//! a position as its features, with a label: points, or the result of its game. [`fit`] finds the weights whose
//! scores are closest to the labels.
//!
//! It goes over the samples `epochs` times, every time in another random order, batch by batch, with Adam's steps
//! that become shorter until they are zero. The result is a function of the samples and the [`Config`]: no clock, the
//! same bits on any number of threads, in one go or stopped and resumed from bytes. Nothing is printed: [`fit`] tells
//! its [`Progress`] after each batch, and the answer can stop it.
//!
//! Reference: Buro, *Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello*, 1997,
//! for pattern tables; `adam.rs` for the steps.
//!
//! Time: one look at each feature per epoch, and one at each weight per batch.
//!
//! PERF: a million samples of 50 out of 230,000 features, shown 0 to 300,000 times each, half of them at most 5 times:
//! 0.38 s per epoch on one thread. With noise of variance 25 in the labels, weights of variance 1 and a ridge of 25, the
//! loss on unseen samples after 15 epochs is 26.68. The exact solution, by conjugate gradients on another draw of as many
//! of these samples, has 26.69; the truth itself 25.17. Batches of 4,096 to 65,536 samples and rates of 0.03 to 0.3 end
//! between 26.68 and 26.74, so neither knob is delicate. The ridge is: 27.39 with 5, 27.03 with 100.
//!
//! ```
//! use std::ops::ControlFlow;
//! use outplay::tune::{fit, Config, Feature, Loss, Samples, State};
//!
//! /// Scores of 3 points and a feature worth 2, at each amount from 0 to 9.
//! struct Lesson;
//!
//! impl Samples for Lesson {
//!     fn len(&self) -> usize {
//!         1000
//!     }
//!
//!     fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
//!         let amount = (index % 10) as f32;
//!         features.push(Feature { index: 0, amount: 1.0 });
//!         features.push(Feature { index: 1, amount });
//!         3.0 + 2.0 * amount
//!     }
//! }
//!
//! let mut state = State::new(2);
//! let config = Config { batch: 20, ridge: 0.0, epochs: 50, ..Config::new(Loss::Squared) };
//! let fit = fit(&Lesson, &mut state, &config, |_| ControlFlow::Continue(())).unwrap();
//! assert!(fit.training < 1e-3, "{fit:?}");
//! assert!((state.weights()[0] - 3.0).abs() < 0.02);
//! assert!((state.weights()[1] - 2.0).abs() < 0.02);
//! ```

mod adam;
mod batch;
mod loss;
mod state;

use std::fmt::{self, Display};
use std::ops::ControlFlow;

use crate::mixed;
use adam::Step;
use batch::{Judge, Parts};
pub use loss::Loss;
pub use state::{BytesError, State};

/// A position whose score is known, or nearly so.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<P> {
    /// The position.
    pub position: P,
    /// Its score, for the player to move.
    pub score: i32,
    /// What its game ended with, for the player to move.
    pub payoff: Option<f64>,
    /// Which game it is from: positions of one game are much alike.
    pub game: usize,
}

/// What a sample shows of one weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Which weight.
    pub index: u32,
    /// What it is multiplied with.
    pub amount: f32,
}

/// Positions whose outcome is known. They are asked for again in every epoch, in any order, by several threads.
pub trait Samples: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the features of the sample `index` and returns its label. The same feature may come twice.
    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32;

    /// Which group the sample `index` belongs to. A group is held out as a whole or not at all, so let all positions
    /// of a game be one: they share a label, and one of them would give the others away. Default: all on their own.
    fn group(&self, index: usize) -> usize {
        index
    }
}

/// The knobs of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What a wrong score costs.
    pub loss: Loss,
    /// How far a weight moves in a step at the beginning, if its gradients agree: a share of a typical weight.
    /// It falls in a straight line to zero at the end.
    pub rate: f32,
    /// Samples per step, at most. A step also looks at every weight once.
    pub batch: usize,
    /// How often to go over all samples, with those before a resume.
    pub epochs: usize,
    /// How many threads share the work. They do not change the result.
    pub threads: usize,
    /// Chooses the order of the samples, and which of them are held out.
    pub seed: u64,
    /// The share of the samples that is held out: never learned from, only measured.
    pub validation: f32,
    /// Pulls all weights to zero as if each had been seen in so many more samples, that say zero: what was seen `n`
    /// times ends at `n / (n + ridge)` of what these samples say, and what was never seen at zero. The best number is
    /// the variance of the labels' noise, divided by that of the weights: try a few, and look at the validation.
    pub ridge: f32,
}

impl Config {
    /// Knobs that work for pattern tables with labels in points, and for results of games with a fitting `scale`.
    pub fn new(loss: Loss) -> Config {
        let rate = match loss {
            Loss::Squared => 0.1,
            Loss::Logistic { scale } => 0.02 * scale,
        };
        Config {
            loss,
            rate,
            batch: 16_384,
            epochs: 15,
            threads: 1,
            seed: 1,
            validation: 0.05,
            ridge: 20.0,
        }
    }

    fn check(&self) -> Result<(), Error> {
        let positive = |number: f32| number.is_finite() && number > 0.0;
        let scale = if let Loss::Logistic { scale } = self.loss { scale } else { 1.0 };
        for (holds, sentence) in [
            (positive(scale), "the scale of the loss must be a positive number"),
            (positive(self.rate), "the rate must be a positive number"),
            (self.batch > 0, "a batch must have at least one sample"),
            ((0.0..1.0).contains(&self.validation), "the share held out must be from 0 to below 1"),
            (
                self.ridge.is_finite() && self.ridge >= 0.0,
                "the ridge must be zero or a positive number",
            ),
        ] {
            if !holds {
                return Err(Error::Config(sentence));
            }
        }
        Ok(())
    }
}

/// Where a fit stands after a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The current epoch, from 1.
    pub epoch: usize,
    /// How many epochs there will be.
    pub epochs: usize,
    /// Samples learned from in this epoch.
    pub done: usize,
    /// Samples to learn from in an epoch.
    pub samples: usize,
    /// The mean loss of the samples of this epoch, each just before it was learned from.
    pub training: f64,
    /// The mean loss of the samples that were held out, if there are any: at the end of an epoch.
    pub validation: Option<f64>,
}

/// What a fit came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The mean loss of the samples of the last epoch, each just before it was learned from. `NaN` if no sample was
    /// learned from.
    pub training: f64,
    /// The mean loss of the samples that were held out, if there are any.
    pub validation: Option<f64>,
    /// How many epochs are over, with those before a resume.
    pub epochs: usize,
    /// Why it stopped.
    pub stop: Stop,
}

/// Why a fit stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All epochs are over.
    Finished,
    /// The answer to its progress was to stop.
    Asked,
}

impl Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Finished => "finished",
            Stop::Asked => "stopped on request",
        })
    }
}

/// Why there is no fit. The state is as it was after the last whole batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A knob has no sense.
    Config(&'static str),
    /// Nothing to learn from, or more samples than can be numbered.
    Samples(usize),
    /// The state is in the middle of a fit of other samples, or with another seed or share held out.
    OtherFit,
    /// A feature names a weight that is not there.
    Index {
        /// Which sample.
        sample: usize,
        /// What it names.
        index: u32,
        /// How many weights there are.
        weights: usize,
    },
    /// The label is none for this loss.
    Label {
        /// Which sample.
        sample: usize,
        /// Its label.
        label: String,
    },
    /// The score is no finite number.
    Score {
        /// Which sample.
        sample: usize,
    },
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Config(sentence) => f.write_str(sentence),
            Error::Samples(0) => write!(f, "there are no samples to learn from"),
            Error::Samples(count) => write!(f, "{count} samples are more than {}", u32::MAX),
            Error::OtherFit => write!(
                f,
                "the state is in the middle of a fit of other samples, or with another seed or share held out"
            ),
            Error::Index { sample, index, weights } => {
                write!(f, "sample {sample} shows feature {index}, but there are {weights} weights")
            }
            Error::Label { sample, label } => {
                write!(f, "sample {sample} has the label {label}, which this loss cannot take")
            }
            Error::Score { sample } => {
                write!(f, "the score of sample {sample} is no finite number")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Fits the weights in `state` to the samples: from its beginning, or from where it was stopped. `progress` is
/// told after each batch how it stands; [`ControlFlow::Break`] stops, and all that was learned is in `state`.
///
/// A state that goes on must be given the same samples, seed and share held out; with the same other knobs (the
/// threads apart), it ends in the same bits as if it had never stopped.
///
/// # Errors
/// A knob, a sample or the state has no sense: see [`Error`].
pub fn fit<S: Samples>(
    samples: &S,
    state: &mut State,
    config: &Config,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Fit, Error> {
    config.check()?;
    let mut run = Run::new(samples, state, config)?;
    while run.state.epoch() < config.epochs {
        let order = run.plan.order(run.state.epoch);
        for batch in order[run.state.done as usize..].chunks(run.batch()) {
            run.learn(batch)?;
            if progress(&run.progress()?).is_break() {
                return run.report(Stop::Asked);
            }
        }
    }
    run.report(Stop::Finished)
}

/// The mean loss of `weights` on all samples, on so many threads.
///
/// # Errors
/// There are no samples, or one of them has no sense: see [`Error`].
pub fn measure<S: Samples>(
    samples: &S,
    weights: &[f32],
    loss: Loss,
    threads: usize,
) -> Result<f64, Error> {
    let all: Vec<u32> = (0..numbered(samples)?).collect();
    Judge { samples, loss, threads }.mean(weights, &all)
}

/// How many samples there are, if they can be numbered and there is at least one.
fn numbered<S: Samples>(samples: &S) -> Result<u32, Error> {
    let count = u32::try_from(samples.len()).ok().filter(|&count| count > 0);
    count.ok_or(Error::Samples(samples.len()))
}

/// A fit in the making.
struct Run<'a, S> {
    judge: Judge<'a, S>,
    config: &'a Config,
    plan: Plan,
    state: &'a mut State,
    parts: Parts,
    /// The mean losses as they were told last.
    training: Option<f64>,
    validation: Option<f64>,
}

impl<'a, S: Samples> Run<'a, S> {
    fn new(samples: &'a S, state: &'a mut State, config: &'a Config) -> Result<Run<'a, S>, Error> {
        let plan = Plan::new(samples, config)?;
        plan.claim(state)?;
        let judge = Judge { samples, loss: config.loss, threads: config.threads };
        let parts = Parts::new(state.weights.len());
        Ok(Run { judge, config, plan, state, parts, training: None, validation: None })
    }

    /// Samples per step: as evenly as possible, so that the last batch is no small and noisy one.
    fn batch(&self) -> usize {
        let samples = self.plan.training.len();
        samples.div_ceil(samples.div_ceil(self.config.batch))
    }

    /// Takes one step.
    fn learn(&mut self, batch: &[u32]) -> Result<(), Error> {
        let rate = self.rate();
        let loss = self.judge.gradient(&self.state.weights, batch, &mut self.parts)?;
        self.state.steps += 1;
        self.state.done += batch.len() as u64;
        self.state.loss += loss;
        let pull =
            self.config.loss.curvature() * self.config.ridge / self.plan.training.len() as f32;
        let step = Step::new(self.state.steps, rate, batch.len(), pull);
        self.parts.step(step, self.state, self.config.threads);
        Ok(())
    }

    /// The rate of the next step.
    fn rate(&self) -> f32 {
        let part = self.state.done as f64 / self.plan.training.len() as f64;
        let gone = (self.state.epoch as f64 + part) / self.config.epochs as f64;
        self.config.rate * (1.0 - gone) as f32
    }

    /// How it stands. Closes the epoch if it is over.
    fn progress(&mut self) -> Result<Progress, Error> {
        let (done, samples) = (self.state.done as usize, self.plan.training.len());
        let training = self.state.loss / done as f64;
        self.training = Some(training);
        self.validation = None;
        let epoch = self.state.epoch() + 1;
        if done == samples {
            (self.state.epoch, self.state.done, self.state.loss) = (epoch as u64, 0, 0.0);
            self.validation = self.held_out()?;
        }
        let validation = self.validation;
        Ok(Progress { epoch, epochs: self.config.epochs, done, samples, training, validation })
    }

    fn held_out(&self) -> Result<Option<f64>, Error> {
        let held_out = &self.plan.held_out;
        if held_out.is_empty() {
            return Ok(None);
        }
        self.judge.mean(&self.state.weights, held_out).map(Some)
    }

    fn report(self, stop: Stop) -> Result<Fit, Error> {
        let training = match self.training {
            Some(training) => training,
            None => self.judge.mean(&self.state.weights, &self.plan.training)?,
        };
        let validation = match self.validation {
            Some(validation) => Some(validation),
            None => self.held_out()?,
        };
        Ok(Fit { training, validation, epochs: self.state.epoch(), stop })
    }
}

/// Which samples are learned from, and in which order.
struct Plan {
    training: Vec<u32>,
    held_out: Vec<u32>,
    seed: u64,
    /// Differs for other samples, seeds and shares held out: a state carries it, so that no resume mixes them up.
    mark: u64,
}

impl Plan {
    fn new<S: Samples>(samples: &S, config: &Config) -> Result<Plan, Error> {
        let seed = mix(config.seed);
        let drawn = |sample: u32| mix(seed ^ samples.group(sample as usize) as u64);
        let is_held_out =
            |&sample: &u32| (drawn(sample) as f64) < f64::from(config.validation) * 2f64.powi(64);
        let (held_out, training): (Vec<u32>, Vec<u32>) =
            (0..numbered(samples)?).partition(is_held_out);
        if training.is_empty() {
            return Err(Error::Samples(0));
        }
        let mark = mix(seed ^ mix(training.len() as u64) ^ (held_out.len() as u64));
        Ok(Plan { training, held_out, seed, mark })
    }

    /// Makes a fresh state one of this plan. Any other must already be.
    fn claim(&self, state: &mut State) -> Result<(), Error> {
        if state.steps == 0 {
            state.mark = self.mark;
        }
        let fits = state.mark == self.mark && state.done < self.training.len() as u64;
        if fits { Ok(()) } else { Err(Error::OtherFit) }
    }

    /// The samples to learn from, shuffled for this epoch.
    fn order(&self, epoch: u64) -> Vec<u32> {
        let mut order = self.training.clone();
        fastrand::Rng::with_seed(mix(self.seed.wrapping_add(epoch))).shuffle(&mut order);
        order
    }
}

/// A number that looks random: Steele, Lea and Flood's SplitMix.
fn mix(number: u64) -> u64 {
    mixed(number.wrapping_add(0x9e37_79b9_7f4a_7c15))
}
