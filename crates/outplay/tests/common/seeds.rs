//! Random tests: with the same numbers every time, and once more with numbers that nobody has tried.

use std::cell::Cell;

use fastrand::Rng;

/// The variable that repeats a fresh seed.
const VARIABLE: &str = "OUTPLAY_SEED";

/// Runs a test with a fixed seed, then with a fresh one. A test that fails says with which.
pub fn each_seed(fixed: u64, mut test: impl FnMut(&mut Rng)) {
    for seed in [fixed, fresh()] {
        told(seed, || test(&mut Rng::with_seed(seed)));
    }
}

/// A seed of its own for every run, or the one that the variable asks for.
pub fn fresh() -> u64 {
    std::env::var(VARIABLE).map_or_else(
        |_| fastrand::u64(..),
        |text| text.parse().unwrap_or_else(|_| panic!("{VARIABLE}={text}: it is a whole number")),
    )
}

/// Runs something that depends on a seed, which is printed if it panics.
pub fn told<T>(seed: u64, test: impl FnOnce() -> T) -> T {
    let _guard = Guard(seed);
    test()
}

struct Guard(u64);

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the seed was {0}: {VARIABLE}={0} repeats it", self.0);
        }
    }
}

/// How often a law had something to say: one that never had was not tested.
#[derive(Debug)]
pub struct Tally(Cell<u64>);

impl Tally {
    /// Nothing counted yet.
    pub const fn new() -> Tally {
        Tally(Cell::new(0))
    }

    /// Whether the law applies, which is counted.
    pub fn when(&self, applies: bool) -> bool {
        self.add(u64::from(applies));
        applies
    }

    /// So many more cases.
    pub fn add(&self, cases: u64) {
        self.0.set(self.0.get() + cases);
    }

    /// Fails where there were fewer cases.
    #[track_caller]
    pub fn at_least(&self, least: u64) {
        let count = self.0.get();
        assert!(count >= least, "this was tested in {count} cases, and {least} were expected");
    }
}
