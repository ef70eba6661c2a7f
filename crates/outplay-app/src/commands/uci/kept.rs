//! The search that is kept from question to question: made when it is needed, with its memory got ready before a clock runs.

use std::time::Instant;

use outplay::face::{AnyGame, Thinker};

use super::say;
use super::settings::Settings;

/// The search that is kept from question to question.
pub(super) struct Kept {
    /// Away while it searches, and not there before it is needed.
    thinker: Option<Box<dyn Thinker>>,
    /// Whether its memory is ready.
    is_warm: bool,
    /// Since when it is: the clock of a search that was asked for before does not run until then.
    pub(super) ready: Instant,
}

impl Kept {
    pub(super) fn nothing() -> Kept {
        Kept { thinker: None, is_warm: false, ready: Instant::now() }
    }

    /// The search, with its memory ready. There is none if there is no memory for it.
    pub(super) fn take(
        &mut self,
        game: &dyn AnyGame,
        settings: &mut Settings,
    ) -> Option<Box<dyn Thinker>> {
        self.get_ready(game, settings);
        self.thinker.take()
    }

    /// The search comes back.
    pub(super) fn put_back(&mut self, thinker: Box<dyn Thinker>) {
        self.thinker = Some(thinker);
    }

    /// The search is needed no more: another one will take its place.
    pub(super) fn discard(&mut self) {
        self.thinker = None;
    }

    /// Makes the search forget all that it has found out.
    pub(super) fn forget(&mut self, seed: u64) {
        if let Some(thinker) = &mut self.thinker {
            thinker.begin(seed);
            self.is_warm = false;
            self.warm_up();
        }
    }

    /// Makes sure that there is a search, and that its memory is ready.
    pub(super) fn get_ready(&mut self, game: &dyn AnyGame, settings: &mut Settings) {
        self.prepare(game, settings);
        self.warm_up();
    }

    fn warm_up(&mut self) {
        if let (Some(thinker), false) = (&self.thinker, self.is_warm) {
            thinker.warm_up();
            (self.is_warm, self.ready) = (true, Instant::now());
        }
    }

    /// Makes sure that there is a search. If there is no memory for its table, a smaller one has to do.
    fn prepare(&mut self, game: &dyn AnyGame, settings: &mut Settings) {
        if self.thinker.is_some() {
            return;
        }
        self.is_warm = false;
        let Settings { options, largest_table, tables, .. } = settings;
        options.tables = tables.open(game).unwrap_or_else(|failure| {
            say(&format!("info string {failure}"));
            None
        });
        let wanted = options.megabytes;
        options.megabytes = wanted.min(*largest_table);
        let name = game.about().usual_search();
        while self.thinker.is_none() {
            match game.thinker(name, options) {
                Ok(thinker) => self.thinker = Some(thinker),
                Err(_) if options.megabytes > 1 => options.megabytes /= 2,
                Err(refusal) => {
                    say(&format!("info string {refusal}"));
                    return;
                }
            }
        }
        let got = options.megabytes;
        if got < wanted {
            say(&format!("info string there is no memory for {wanted} MB: {got} MB are used"));
        }
    }
}
