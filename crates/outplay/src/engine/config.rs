//! The knobs of the engine, as plain data.

use super::features::{FEATURES, Features, Switch};

/// How the score of a position is found by searches of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Deeper and deeper, each time with a window around what was found before. For games that are
    /// [evaluated](super::StaticEvaluation::EVALUATES).
    Deepen,
    /// Question by question, whether the score is above a number, from the outside inwards.
    Bisect,
    /// The same, from a guess onwards: MTD(f) (Plaat, *Research Re: search & Re-search*, 1996).
    Guess,
    /// At once, with a window in which everything lies.
    Open,
}

/// The knobs: how to search, whatever is [asked](super::Question).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// What is switched on.
    pub features: Features,
    /// How a solved score is found; as the [insight](super::Insight::DRIVER) says, if not said.
    pub driver: Option<Driver>,
    /// How many threads search.
    pub threads: usize,
    /// Call other threads for the shortest search, too: for tests.
    pub eager: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { features: Features::ALL, driver: None, threads: 1, eager: false }
    }
}

impl Config {
    #[inline(always)]
    pub(super) fn has(&self, switch: Switch) -> bool {
        self.features.has(switch)
    }

    /// The same without a [feature](FEATURES).
    ///
    /// # Panics
    /// If there is none of this name.
    pub fn without(mut self, name: &str) -> Config {
        assert!(self.features.set(name, false), "there is no feature `{name}`");
        self
    }

    /// Only what is sound: nothing is left out, and nothing is searched less deep than asked for.
    pub fn plain(self) -> Config {
        Config { features: self.features.sound(), ..self }
    }

    /// All features on, then each of them off, then each driver, then nothing on at all: what a test of a game's insight goes through.
    pub fn each_off() -> Vec<Config> {
        let all = Config::default();
        let driver = |driver| Config { driver: Some(driver), ..all };
        let off = FEATURES.iter().map(|feature| all.without(feature.name));
        // Other drivers ask with null windows only, so that it makes no difference there.
        let open = Config { driver: Some(Driver::Open), ..all.without("pvs") };
        let drivers = [Driver::Deepen, Driver::Bisect, Driver::Guess, Driver::Open].map(driver);
        let nothing = Config { features: Features::NONE, driver: Some(Driver::Open), ..all };
        let eager = Config { threads: 2, eager: true, ..all };
        [all].into_iter().chain(off).chain([open, eager]).chain(drivers).chain([nothing]).collect()
    }
}
