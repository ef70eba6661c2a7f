//! The engine itself: what it owns, and what is kept from one question to the next.

use std::sync::Arc;

use super::book::{Book, BookError};
use super::config::Config;
use super::histories::HistoryPool;
use super::insight::{Insight, Keys, Scale, WIN};
use super::progress::Progress;
use super::search::{Search, Watcher};
use super::table::Table;
use crate::limits::Watch;
use crate::{Bound, Deterministic, Limits, Value, ZeroSum};

/// The engine, for one game and what is known about it.
///
/// It owns or shares what it works with, so that it can be boxed, kept and sent to another thread. The table, and what was learnt
/// about moves, are kept from one question to the next, whatever is set in between.
pub struct Engine<G, I> {
    pub(super) game: Arc<G>,
    pub(super) insight: Arc<I>,
    pub(super) table: Table,
    pub(super) config: Config,
    pub(super) book: Option<Arc<Book>>,
    pub(super) pool: HistoryPool,
}

impl<G, I> Engine<G, I> {
    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What is known about the game.
    pub fn insight(&self) -> &I {
        &self.insight
    }

    /// How it searches.
    pub fn config(&self) -> Config {
        self.config
    }

    /// Sets how it searches from now on. Nothing that it has learnt is forgotten.
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
    }

    /// Gets the memory of the table ready, as far as that takes no more than a tenth of a second: before a clock runs.
    pub fn warm_up(&self) {
        self.table.warm_up();
    }

    /// Forgets all that it has found out and learnt.
    pub fn clear(&mut self) {
        self.table.clear();
        self.pool.clear();
    }

    /// How much of the table the last search has filled, in thousandths, as far as a sample shows.
    pub fn hash_full(&self) -> u32 {
        self.table.hash_full()
    }
}

impl<G, I: Insight<G>> Engine<G, I>
where
    G: ZeroSum + Deterministic,
{
    /// An engine with a table of at most so many megabytes. Fails if the system does not hand them out.
    ///
    /// # Panics
    /// If the insight contradicts itself: scores that count plies go up to [`WIN`](super::WIN), and others to 32,767 at most; keys
    /// have up to 64 bits, and there are less than 65,535 indices of moves.
    pub fn new(game: G, insight: I, megabytes: usize) -> std::io::Result<Self> {
        Engine::shared(Arc::new(game), Arc::new(insight), megabytes)
    }

    /// The same, with a game and an insight that others use, too.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn shared(game: Arc<G>, insight: Arc<I>, megabytes: usize) -> std::io::Result<Self> {
        let (scale, keys) = (insight.scale(), insight.keys());
        let highest = scale.highest(&game);
        assert!(
            !scale.counts_plies(&game) || highest == WIN,
            "scores that count plies go up to {WIN}, not to {highest}: a scale of its own says that it does not count plies"
        );
        let indices = Search::<'_, G, I>::MOVE_INDICES;
        let table = Table::new(megabytes, keys.key_bits(&game), highest, indices)?;
        let (config, pool) = (Config::default(), HistoryPool::default());
        Ok(Engine { game, insight, table, config, book: None, pool })
    }

    /// Looks positions up in a book from now on, or in none. Fails if the book was made for another game, and changes nothing then.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) -> Result<(), BookError> {
        if let Some(book) = &book {
            book.fits(&*self.game, &*self.insight)?;
        }
        self.book = book;
        Ok(())
    }

    /// Whether a value proves who wins, in a game in which a quick win scores more than a slow one. Such a win may come even sooner
    /// than its bound says.
    pub fn decides(&self, value: Value<i32>) -> bool {
        self.insight.scale().decides(&self.game, value)
    }

    /// A search by the first thread, watched by `watcher`.
    pub(super) fn begin<'s>(
        &'s self,
        limits: &Limits,
        watcher: Option<&'s mut Watcher<'_, G>>,
        progress: &'s Progress,
        pool: &'s HistoryPool,
    ) -> Search<'s, G, I> {
        self.table.grow_older();
        if self.config.threads > 1 {
            // Threads share the table as it is.
            self.table.grow_fully();
        }
        let watch = Watch::start(limits);
        let mut search = Search::new(
            &*self.game,
            &*self.insight,
            &self.table,
            self.config,
            watch,
            progress,
            pool,
        );
        search.book = self.book.as_deref();
        if let Some(watcher) = watcher {
            search.watcher = Some(watcher);
        }
        search
    }

    /// What may be said of a score that was found: it is proven if the search saw all that matters. Otherwise only who wins is
    /// proven, because moves of a player who is lost so far are never pruned; the win may come even sooner.
    pub(super) fn judged(&self, found: Bound<i32>, saw_all: bool, depth: u32) -> Value<i32> {
        let is_decided = |score| self.insight.scale().is_decided(&self.game, score);
        // Nobody wins before the first move.
        let most = self.insight.scale().highest(&self.game);
        let counts_plies = self.insight.scale().counts_plies(&self.game);
        let is_soonest = |score: i32| score.abs() >= most - i32::from(counts_plies);
        match found {
            _ if saw_all => Value::Proven(found),
            Bound::Exact(won) | Bound::AtLeast(won) if won > 0 && is_decided(won) => {
                Value::Proven(if is_soonest(won) { Bound::Exact(won) } else { Bound::AtLeast(won) })
            }
            Bound::Exact(lost) | Bound::AtMost(lost) if lost < 0 && is_decided(lost) => {
                Value::Proven(if is_soonest(lost) {
                    Bound::Exact(lost)
                } else {
                    Bound::AtMost(lost)
                })
            }
            _ => Value::opinion(found, depth),
        }
    }
}
