//! The statistics of matches: against what others have published, and against chance.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use outplay::arena::{Games, Model, Pairs, Sample, Sprt, Verdict};

/// The figures are rounded to two decimals, and some are a unit off in the last.
const ROUNDED: f64 = 0.0101;
/// Others iterate less. If all of 5,550 pairs are won, the ratio has a closed form: 5550 ln(1 + t / √(1 + t²)) = 111.798, with
/// t = √2 · 5 / 347.44, and 111.82 was published.
const INEXACT: f64 = 2.5e-4;

fn sample(words: &[&str]) -> Sample {
    let counts: Vec<u64> = words[1..].iter().map(|word| word.parse().unwrap()).collect();
    match (words[0], &counts[..]) {
        ("games", &[wins, draws, losses]) => Games { wins, draws, losses }.into(),
        ("pairs", counts) => Pairs(counts.try_into().unwrap()).into(),
        _ => panic!("{words:?}"),
    }
}

/// That a figure is the published one, if there is one: how many were compared.
fn check(found: f64, published: &str, line: &str) -> u32 {
    if published == "-" {
        return 0;
    }
    let published: f64 = published.parse().unwrap();
    let most = ROUNDED.max(INEXACT * published.abs());
    assert!((found - published).abs() < most, "{found} instead of {published}: {line}");
    1
}

#[test]
fn published_examples_come_out() {
    let text = include_str!("../../../testdata/arena/statistics.txt");
    let cases = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (mut checked, mut figures) = (0, 0);
    for line in cases {
        let (what, expected) = line.split_once(" | ").unwrap();
        let what: Vec<&str> = what.split_whitespace().collect();
        let expected: Vec<&str> = expected.split_whitespace().collect();
        let sample = sample(&what[1..]);
        match (what[0], &expected[..]) {
            ("elo", [elo, error, normalised, normalised_error, superiority]) => {
                figures += check(sample.elo(0.95).value, elo, line);
                figures += check(sample.elo(0.95).error(), error, line);
                figures += check(sample.normalised_elo(0.95).value, normalised, line);
                figures += check(sample.normalised_elo(0.95).error(), normalised_error, line);
                figures += check(sample.superiority() * 100.0, superiority, line);
            }
            ("sprt", [model, elo0, elo1, llr]) => {
                let model = match *model {
                    "normalised" => Model::Normalised,
                    _ => Model::Logistic,
                };
                let (elo0, elo1) = (elo0.parse().unwrap(), elo1.parse().unwrap());
                let sprt = Sprt { elo0, elo1, model, ..Sprt::default() };
                figures += check(sprt.llr(&sample), llr, line);
            }
            _ => panic!("{line}"),
        }
        checked += 1;
    }
    assert_eq!((checked, figures), (33, 54));
}

/// Chances of the five results of a pair at a certain normalised Elo.
fn chances(normalised: f64) -> [f64; 5] {
    let tilted = |tilt: f64| {
        let weights: [f64; 5] = std::array::from_fn(|step| {
            [0.04, 0.22, 0.48, 0.22, 0.04][step] * (tilt * step as f64).exp()
        });
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    };
    let elo = |chances: [f64; 5]| {
        let counts = chances.map(|chance| (chance * 1e15) as u64);
        Sample::from(Pairs(counts)).normalised_elo(0.95).value
    };
    let (mut low, mut high) = (-2.0, 2.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if elo(tilted(middle)) < normalised { low = middle } else { high = middle }
    }
    tilted(low)
}

/// How many of so many tests end with the second hypothesis, and how many pairs they took.
fn simulated(sprt: &Sprt, truth: f64, tests: u32, seed: u64) -> (u32, u64) {
    let chances = chances(truth);
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut second, mut taken) = (0, 0);
    for _ in 0..tests {
        let mut pairs = Pairs::default();
        let verdict = loop {
            let mut left = random.f64();
            let step = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            pairs.0[step.unwrap_or(4)] += 1;
            if let Some(verdict) = sprt.verdict(sprt.llr(&pairs.into())) {
                break verdict;
            }
        };
        second += u32::from(verdict == Verdict::Second);
        taken += pairs.count();
    }
    (second, taken)
}

/// 10,000 tests of a known difference: each of the two errors is made as often as was promised, at most, and not
/// so rarely that the test would be a waste of games.
#[test]
fn sequential_tests_err_as_often_as_promised() {
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.1, model: Model::Normalised };
    let tests = 5_000;
    let (wrong, _) = simulated(&sprt, 0.0, tests, 1);
    let (right, taken) = simulated(&sprt, 40.0, tests, 2);
    let most = |chance: f64| {
        let deviation = (chance * (1.0 - chance) * f64::from(tests)).sqrt();
        (chance * f64::from(tests) + 3.0 * deviation) as u32
    };
    println!(
        "{wrong} and {} of {tests} are wrong; {} pairs each",
        tests - right,
        taken / u64::from(tests)
    );
    assert!(wrong <= most(0.05), "{wrong} of {tests} accept what is wrong");
    assert!(tests - right <= most(0.1), "{} of {tests} refuse what is right", tests - right);
    assert!(wrong > 50 && tests - right > 100, "the test takes longer than it needs to");
    // Half a match with a fixed length: that would take (1.645 + 1.282)^2 / (40 / 347.4)^2 / 2 = 323 pairs.
    assert!(taken / u64::from(tests) < 260);
}
