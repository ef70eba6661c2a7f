//! Tuning finds the weights that made the labels, on any number of threads, in one go or in many.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::ops::ControlFlow;
use std::time::Instant;

use outplay::tune::{
    Config, Error, Feature, Fit, Loss, Progress, Samples, State, Stop, fit, measure,
};

const LOGISTIC: Loss = Loss::Logistic { scale: 100.0 };

/// Samples written out.
#[derive(Clone, Default)]
struct List {
    samples: Vec<(Vec<Feature>, f32)>,
    /// How many samples in a row are a group.
    group: usize,
}

impl Samples for List {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let (shown, label) = &self.samples[index];
        features.extend(shown);
        *label
    }

    fn group(&self, index: usize) -> usize {
        index / self.group.max(1)
    }
}

impl List {
    /// `count` samples of one feature of amount 1.
    fn add(&mut self, count: usize, index: u32, label: f32) {
        self.samples.extend((0..count).map(|_| (vec![Feature { index, amount: 1.0 }], label)));
    }
}

/// About normal, with variance 1: the sum of 12 numbers with a variance of 1/12 each.
fn normal(random: &mut fastrand::Rng) -> f32 {
    (0..12).map(|_| random.f32()).sum::<f32>() - 6.0
}

/// Terms of any amount, as in chess: `shown` of the weights in each sample. The label is what is expected.
fn terms(truth: &[f32], count: usize, shown: usize, loss: Loss) -> List {
    let mut random = fastrand::Rng::with_seed(5);
    let mut sample = |_| {
        let features: Vec<Feature> = (0..shown)
            .map(|_| Feature {
                index: random.u32(..truth.len() as u32),
                amount: normal(&mut random),
            })
            .collect();
        let score: f32 =
            features.iter().map(|shown| truth[shown.index as usize] * shown.amount).sum();
        (features, loss.expected(score))
    };
    List { samples: (0..count).map(&mut sample).collect(), group: 1 }
}

fn truth(count: usize, size: f32) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(99);
    (0..count).map(|_| size * normal(&mut random)).collect()
}

/// Small batches and no pull: what these small examples need.
fn small(loss: Loss) -> Config {
    Config { batch: 64, ridge: 0.0, ..Config::new(loss) }
}

fn fit_all(samples: &List, state: &mut State, config: &Config) -> Fit {
    fit(samples, state, config, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn the_weights_that_made_the_labels_are_found() {
    for (loss, size) in [(Loss::Squared, 1.0), (LOGISTIC, 30.0)] {
        let truth = truth(50, size);
        let samples = terms(&truth, 4000, 10, loss);
        let mut state = State::new(truth.len());
        let found = fit_all(&samples, &mut state, &small(loss));
        for (weight, truth) in state.weights().iter().zip(&truth) {
            assert!((weight - truth).abs() < 0.01 * size, "{loss:?}: {weight} for {truth}");
        }
        let floor = measure(&samples, &truth, loss, 1).unwrap();
        assert!(found.validation.unwrap() < floor + 0.01, "{found:?}, at best {floor}");
    }
}

#[test]
fn the_ridge_keeps_rare_weights_small_and_unseen_ones_at_zero() {
    let mut samples = List::default();
    samples.add(4000, 0, 10.0);
    samples.add(40, 1, 10.0);
    let config = Config { ridge: 40.0, validation: 0.0, epochs: 60, ..small(Loss::Squared) };
    let mut state = State::new(3);
    fit_all(&samples, &mut state, &config);
    let expected = [10.0 * 4000.0 / 4040.0, 10.0 * 40.0 / 80.0];
    for (weight, expected) in state.weights().iter().zip(expected) {
        assert!((weight - expected).abs() < 0.1, "{weight} for {expected}");
    }
    assert_eq!(state.weights()[2], 0.0);

    let mut warm = State::from(vec![0.0, 0.0, 4.0]);
    fit_all(&samples, &mut warm, &config);
    assert!(warm.weights()[2].abs() < 0.01, "{:?}", warm.weights());

    let mut free = State::new(3);
    fit_all(&samples, &mut free, &Config { ridge: 0.0, ..config });
    assert!((free.weights()[1] - 10.0).abs() < 0.1, "{:?}", free.weights());
}

#[test]
fn the_ridge_means_the_same_for_results() {
    let mut samples = List::default();
    samples.add(1000, 0, 0.5);
    samples.add(40, 1, 0.51);
    let config = Config { ridge: 40.0, validation: 0.0, epochs: 100, ..small(LOGISTIC) };
    let mut state = State::new(2);
    fit_all(&samples, &mut state, &config);
    // Without ridge, the score at which 0.51 is expected is 4.
    assert!((state.weights()[1] - 2.0).abs() < 0.1, "{:?}", state.weights());
}

#[test]
fn any_number_of_threads_ends_in_the_same_bits() {
    let samples = terms(&truth(3000, 30.0), 5000, 10, LOGISTIC);
    let with = |threads| {
        let config = Config { threads, batch: 1000, epochs: 2, ..Config::new(LOGISTIC) };
        let mut state = State::new(3000);
        let mut story = Vec::new();
        let end = fit(&samples, &mut state, &config, |progress| {
            story.push(*progress);
            ControlFlow::Continue(())
        });
        (state.to_bytes(), story, end.unwrap())
    };
    let one = with(1);
    for threads in [0, 2, 3, 8, 20] {
        assert!(with(threads) == one, "{threads} threads");
    }
}

#[test]
fn a_fit_stopped_anywhere_goes_on_from_its_bytes_as_if_it_never_had() {
    let samples = terms(&truth(50, 1.0), 1000, 10, Loss::Squared);
    let config = Config { batch: 100, epochs: 4, ..Config::new(Loss::Squared) };
    let mut unbroken = State::new(50);
    let mut story = Vec::new();
    let end = fit(&samples, &mut unbroken, &config, |progress| {
        story.push(*progress);
        ControlFlow::Continue(())
    });
    for stop_after in 1..story.len() {
        let (mut state, mut told) = (State::new(50), Vec::new());
        let stopped = fit(&samples, &mut state, &config, |progress| {
            told.push(*progress);
            if told.len() < stop_after { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let stopped = stopped.unwrap();
        let last = story[stop_after - 1];
        assert_eq!((stopped.stop, stopped.training), (Stop::Asked, last.training));
        assert_eq!(stopped.epochs, last.epoch - usize::from(last.done < last.samples));
        assert_eq!(state.epoch(), stopped.epochs);

        let mut state = State::from_bytes(&state.to_bytes()).unwrap();
        let resumed =
            fit(&samples, &mut state, &Config { threads: 2, ..config.clone() }, |progress| {
                told.push(*progress);
                ControlFlow::Continue(())
            });
        assert_eq!((&resumed, &told, &state), (&end, &story, &unbroken), "after {stop_after}");
    }
}

#[test]
fn a_fit_that_is_stopped_keeps_what_it_learned() {
    let samples = terms(&truth(50, 1.0), 4000, 10, Loss::Squared);
    let config = small(Loss::Squared);
    let mut state = State::new(50);
    let before = measure(&samples, state.weights(), Loss::Squared, 1).unwrap();
    let stop = |progress: &Progress| {
        if progress.done < 1280 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let stopped = fit(&samples, &mut state, &config, stop).unwrap();
    assert_eq!((stopped.epochs, stopped.stop.to_string().as_str()), (0, "stopped on request"));
    assert!(stopped.validation.unwrap() < 0.5 * before, "{stopped:?}, before {before}");
    assert!(measure(&samples, state.weights(), Loss::Squared, 1).unwrap() < 0.5 * before);
}

#[test]
fn a_fit_that_is_over_only_measures() {
    let samples = terms(&truth(50, 1.0), 1000, 10, Loss::Squared);
    let mut state = State::new(50);
    let config = Config { epochs: 3, ..small(Loss::Squared) };
    let end = fit_all(&samples, &mut state, &config);
    let after = state.clone();
    let again = fit(&samples, &mut state, &config, |_| panic!("nothing happens")).unwrap();
    assert_eq!((state, again.validation, again.stop), (after, end.validation, Stop::Finished));
}

#[test]
fn a_group_is_held_out_as_a_whole() {
    let mut samples = List { group: 5, ..List::default() };
    (0..200).for_each(|group| samples.add(5, group, 1.0));
    let config = Config { validation: 0.3, ..small(Loss::Squared) };
    let mut state = State::new(200);
    let end = fit_all(&samples, &mut state, &config);
    assert_eq!(end.validation, Some(1.0), "nothing is known about the groups held out");
    let unknown = state.weights().iter().filter(|&&weight| weight == 0.0).count();
    assert!((40..80).contains(&unknown), "{unknown} of 200 held out");
}

#[test]
fn nothing_held_out_is_nothing_to_validate() {
    let samples = terms(&truth(50, 1.0), 100, 10, Loss::Squared);
    let config = Config { validation: 0.0, ..small(Loss::Squared) };
    assert_eq!(fit_all(&samples, &mut State::new(50), &config).validation, None);
}

#[test]
fn errors_say_what_is_wrong() {
    let good = small(LOGISTIC);
    let said = |samples: &List, config: &Config| {
        let error: Error =
            fit(samples, &mut State::new(3), config, |_| ControlFlow::Continue(())).unwrap_err();
        error.to_string()
    };
    let mut fine = List::default();
    fine.add(20, 0, 1.0);
    let with = |index, label| {
        let mut samples = fine.clone();
        samples.add(1, index, label);
        said(&samples, &Config { validation: 0.0, ..good.clone() })
    };
    assert_eq!(said(&List::default(), &good), "there are no samples to learn from");
    assert_eq!(with(3, 0.0), "sample 20 shows feature 3, but there are 3 weights");
    assert_eq!(with(0, 2.0), "sample 20 has the label 2, which this loss cannot take");
    assert_eq!(with(0, f32::NAN), "sample 20 has the label NaN, which this loss cannot take");
    let mut endless = List::default();
    endless.samples.push((vec![Feature { index: 0, amount: f32::NAN }], 0.0));
    let all = Config { validation: 0.0, ..good.clone() };
    assert_eq!(said(&endless, &all), "the score of sample 0 is no finite number");
    for (config, sentence) in [
        (Config { rate: 0.0, ..good.clone() }, "the rate must be a positive number"),
        (Config { rate: f32::NAN, ..good.clone() }, "the rate must be a positive number"),
        (Config { batch: 0, ..good.clone() }, "a batch must have at least one sample"),
        (
            Config { validation: 1.0, ..good.clone() },
            "the share held out must be from 0 to below 1",
        ),
        (Config { ridge: -1.0, ..good.clone() }, "the ridge must be zero or a positive number"),
        (
            Config { loss: Loss::Logistic { scale: 0.0 }, ..good.clone() },
            "the scale of the loss must be a positive number",
        ),
    ] {
        assert_eq!(said(&fine, &config), sentence);
    }
}

#[test]
fn a_state_does_not_go_on_with_other_samples() {
    let mut samples = terms(&truth(50, 1.0), 1000, 10, Loss::Squared);
    let config = small(Loss::Squared);
    let mut state = State::new(50);
    let started = fit(&samples, &mut state, &config, |_| ControlFlow::Break(())).unwrap();
    assert_eq!(started.stop, Stop::Asked);
    let mut again = |samples: &List, config| {
        fit(samples, &mut state, &config, |_| ControlFlow::Break(())).map(|fit| fit.stop)
    };
    assert_eq!(again(&samples, Config { seed: 2, ..config.clone() }), Err(Error::OtherFit));
    assert_eq!(again(&samples, Config { validation: 0.2, ..config.clone() }), Err(Error::OtherFit));
    assert_eq!(again(&samples, config.clone()), Ok(Stop::Asked));
    samples.add(1, 0, 0.0);
    assert_eq!(again(&samples, config), Err(Error::OtherFit));
}

/// Pattern tables: one entry of each is shown in every sample, a few of them often and most of them rarely.
struct Patterns {
    truth: Vec<f32>,
    tables: usize,
    shown: Vec<u32>,
    labels: Vec<f32>,
}

impl Patterns {
    const NOISE: f32 = 5.0;

    fn new(tables: usize, entries: usize, samples: usize, seed: u64) -> Patterns {
        let mut random = fastrand::Rng::with_seed(seed);
        let truth = truth(tables * entries, 1.0);
        let (mut shown, mut labels) = (Vec::new(), Vec::new());
        for _ in 0..samples {
            let mut label = Patterns::NOISE * normal(&mut random);
            // Patterns overlap, so what they show is correlated.
            let common = random.f32();
            for table in 0..tables {
                let own = random.f32();
                let luck = if random.f32() < 0.3 { common } else { own };
                // Zipf's law: entry k is shown about k^-1.5 times as often as the first.
                let least = (entries as f32).powf(-0.5);
                let entry = (1.0 - luck * (1.0 - least)).powi(-2) as usize - 1;
                let index = table * entries + entry.min(entries - 1);
                shown.push(index as u32);
                label += truth[index];
            }
            labels.push(label);
        }
        Patterns { truth, tables, shown, labels }
    }
}

impl Samples for Patterns {
    fn len(&self) -> usize {
        self.labels.len()
    }

    fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
        let shown = &self.shown[index * self.tables..][..self.tables];
        features.extend(shown.iter().map(|&index| Feature { index, amount: 1.0 }));
        self.labels[index]
    }
}

#[test]
fn pattern_tables_come_close_to_the_noise() {
    let samples = Patterns::new(20, 500, 80_000, 1);
    let unseen = Patterns::new(20, 500, 10_000, 2);
    let mut state = State::new(samples.truth.len());
    let config = Config { ridge: 25.0, batch: 1024, ..Config::new(Loss::Squared) };
    fit(&samples, &mut state, &config, |_| ControlFlow::Continue(())).unwrap();
    let loss = |weights: &[f32]| measure(&unseen, weights, Loss::Squared, 1).unwrap();
    let (noise, found, zero) = (loss(&samples.truth), loss(state.weights()), loss(&[0.0; 10_000]));
    assert!(found - noise < 0.1 * (zero - noise), "noise {noise}, found {found}, zero {zero}");
}

/// As large as a phase of Othello: the numbers in the docs of `tune`.
/// `cargo test --release --test tune -- --ignored --nocapture`, with `RATE=0.3` and the like for other knobs.
#[test]
#[ignore = "an experiment that prints a table"]
fn a_million_samples_of_many_tables() {
    let knob = |name: &str, default: f32| {
        std::env::var(name).map_or(default, |text| text.parse().unwrap())
    };
    let default = Config::new(Loss::Squared);
    let config = Config {
        rate: knob("RATE", default.rate),
        batch: knob("BATCH", default.batch as f32) as usize,
        epochs: knob("EPOCHS", default.epochs as f32) as usize,
        threads: knob("THREADS", default.threads as f32) as usize,
        ridge: knob("RIDGE", Patterns::NOISE * Patterns::NOISE),
        ..default
    };
    let samples = Patterns::new(50, 4600, 1_000_000, 1);
    let unseen = Patterns::new(50, 4600, 50_000, 2);
    let mut state = State::new(samples.truth.len());
    let start = Instant::now();
    let row = |progress: &Progress| {
        if let Some(validation) = progress.validation {
            let (epoch, training, time) = (progress.epoch, progress.training, start.elapsed());
            println!("{epoch:3}  {training:.3}  {validation:.3}  {:.2} s", time.as_secs_f64());
        }
        ControlFlow::Continue(())
    };
    fit(&samples, &mut state, &config, row).unwrap();
    let loss = |weights: &[f32]| measure(&unseen, weights, Loss::Squared, 1).unwrap();
    println!("unseen: {:.3}, the truth: {:.3}", loss(state.weights()), loss(&samples.truth));
}

/// As large as the terms of chess, with results of games.
#[test]
#[ignore = "an experiment that prints a table"]
fn results_of_many_terms() {
    let truth = truth(1000, 20.0);
    let mut samples = terms(&truth, 300_000, 100, LOGISTIC);
    let mut random = fastrand::Rng::with_seed(4);
    for (_, label) in &mut samples.samples {
        *label = f32::from(random.f32() < *label);
    }
    let mut state = State::new(1000);
    let start = Instant::now();
    let row = |progress: &Progress| {
        if let Some(validation) = progress.validation {
            let (epoch, training, time) = (progress.epoch, progress.training, start.elapsed());
            println!("{epoch:3}  {training:.5}  {validation:.5}  {:.2} s", time.as_secs_f64());
        }
        ControlFlow::Continue(())
    };
    fit(&samples, &mut state, &Config::new(LOGISTIC), row).unwrap();
    let errors = state.weights().iter().zip(&truth).map(|(weight, truth)| (weight - truth).powi(2));
    println!("error of a weight: {:.2} of 20", (errors.sum::<f32>() / 1000.0).sqrt());
    println!("the truth: {:.5}", measure(&samples, &truth, LOGISTIC, 1).unwrap());
}
