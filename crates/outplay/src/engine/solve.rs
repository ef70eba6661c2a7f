//! Solving: the score of a position with best play to the end.
//!
//! The node is asked whether the score is above a number, again and again, with a window in which nothing
//! lies: each answer narrows what is left. Such a question is answered with far fewer positions than "what is
//! the score?", and the table keeps what they have in common. The questions go from the outside inwards,
//! because "is it won quickly?" is cheaper to answer than "is it won at all?". When only scores near zero are
//! left, they are about equally dear, and the fewest questions are asked by starting at zero.
//! PERF: asking about 0 first, then halving, takes 7.5 times as many positions on the first 1,000 Connect Four
//! problems of the test data (10,466 against 1,389 each).

use super::book::{Book, BookError};
use super::config::{Config, Driver};
use super::features::{Switch, switch};
use super::histories::HistoryPool;
use super::insight::{Facts, Insight, Keys, Scale, WIN, mover, widest};
use super::node::Ask;
use super::progress::Progress;
use super::repetition;
use super::search::Search;
use super::table::{SURE, TO_THE_END, Table};
use super::threads::Team;
use crate::limits::Watch;
use crate::{Bound, Counts, Limits, Past, Player, Range, Report, Stop, Window, ZeroSum};

const FACTS: Switch = switch("facts");

/// The engine, for one game and what is known about it. The table is kept from one search to the next.
pub struct Engine<'e, G, I> {
    pub(super) game: &'e G,
    pub(super) insight: &'e I,
    pub(super) table: Table,
    pub(super) config: Config,
    pub(super) limits: Limits,
    pub(super) book: Option<&'e Book>,
    pub(super) pool: HistoryPool,
    /// The repetition keys of the positions before the one that is asked about, the first one first.
    pub(super) past: Vec<u64>,
}

impl<'e, G, I: Insight<G>> Engine<'e, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Sync,
{
    /// An engine with a table of at most so many megabytes. Fails if the system does not hand them out.
    ///
    /// # Panics
    /// If the insight contradicts itself: scores that count plies go up to [`WIN`](super::WIN), and others to 32,767 at most; keys
    /// have up to 64 bits, and there are less than 65,535 indices of moves.
    pub fn new(game: &'e G, insight: &'e I, megabytes: usize) -> std::io::Result<Self> {
        let (key_bits, highest) = (insight.keys().key_bits(game), insight.scale().highest(game));
        assert!(
            !insight.scale().counts_plies(game) || highest == WIN,
            "scores that count plies go up to {WIN}, not to {highest}: a scale of its own says that it does not count plies"
        );
        let table = Table::new(megabytes, key_bits, highest, Search::<'_, G, I>::MOVE_INDICES)?;
        let (config, limits) = (Config::default(), Limits::default());
        Ok(Engine {
            game,
            insight,
            table,
            config,
            limits,
            book: None,
            pool: HistoryPool::default(),
            past: Vec::new(),
        })
    }

    /// Tells what was before the position that is asked about next, for rules of [repetition](crate::Game::repetition).
    /// [Solving](Self::solve) does not ask for it.
    pub fn set_past(&mut self, past: &Past<G::Position>) {
        self.past = repetition::keys_of(self.game, past);
    }

    /// Sets the knobs. What searches with other knobs have learnt is forgotten, but for the table.
    pub fn config(self, config: Config) -> Self {
        let pool = if config == self.config { self.pool } else { HistoryPool::default() };
        Engine { config, pool, ..self }
    }

    /// Sets when to stop. Solving goes to the end, whatever the depth.
    pub fn limits(self, limits: Limits) -> Self {
        Engine { limits, ..self }
    }

    /// Looks positions up in a book. Fails if it was made for another game.
    pub fn book(self, book: &'e Book) -> Result<Self, BookError> {
        book.fits(self.game, self.insight)?;
        Ok(Engine { book: Some(book), ..self })
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

    /// Finds the score of a position with best play to the end, for the player to move; a game that is over
    /// is scored for MAX. It is that of a game that starts there, whatever was before.
    ///
    /// If it is stopped, the value is what is proven so far, if anything is. Only the best moves are a line,
    /// and only if [all moves](Config::moves) were asked for; the depth is not known and 0.
    ///
    /// # Panics
    /// If chance moves anywhere in the game.
    pub fn solve(
        &self,
        position: &G::Position,
        progress: &Progress,
    ) -> Report<G::Move, Bound<i32>> {
        let team = Team::new(self.config.threads);
        // What is solved depends on nothing but the position and the table.
        let pool = HistoryPool::default();
        let mut search = self.begin(progress, &pool);
        let mut range = Range::ALL;
        let mut scores = Vec::new();
        let solved = match self.config.moves && !self.is_over(position) {
            true => self.score_moves(&mut search, &team, position, &mut scores, &mut range),
            false => {
                self.narrow(&mut search, &team, position, self.viewer(position), 0, &mut range)
            }
        };
        let stop = solved.err().unwrap_or(Stop::Finished);
        let first = self.first_range(position, self.viewer(position), 0);
        report(range, self.clipped_range(first), scores, search.counts, stop)
    }

    pub(super) fn begin<'s>(
        &'s self,
        progress: &'s Progress,
        pool: &'s HistoryPool,
    ) -> Search<'s, G, I> {
        self.table.grow_older();
        if self.config.threads > 1 {
            // Threads share the table as it is.
            self.table.grow_fully();
        }
        let watch = Watch::start(&self.limits);
        let mut search =
            Search::new(self.game, self.insight, &self.table, self.config, watch, progress, pool);
        search.book = self.book;
        search
    }

    pub(super) fn is_over(&self, position: &G::Position) -> bool {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let line = repetition::line_of_moves(self.game, position);
        moves.retain(|&mv| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            !line.forbids(self.game, &child)
        });
        moves.is_empty()
    }

    pub(super) fn viewer(&self, position: &G::Position) -> Player {
        if self.is_over(position) { Player::MAX } else { mover(self.game, position) }
    }

    /// The score of each move, and the range of the best one.
    fn score_moves<'s>(
        &self,
        search: &mut Search<'s, G, I>,
        team: &'s Team,
        position: &G::Position,
        scores: &mut Vec<(G::Move, Bound<i32>)>,
        best: &mut Range<i32>,
    ) -> Result<(), Stop> {
        let player = mover(self.game, position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        search.line = repetition::line_of_moves(self.game, position);
        let mut highest = -i32::MAX;
        for mv in moves {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            if search.line.forbids(self.game, &child) {
                continue;
            }
            let mut range = Range::ALL;
            self.narrow(search, team, &child, player, 1, &mut range)?;
            highest = highest.max(range.low);
            scores.push((mv, Bound::Exact(range.low)));
            *best = Range { low: highest, ..Range::ALL };
        }
        *best = Range { low: highest, high: highest };
        Ok(())
    }

    /// Narrows the range of a position's score, for `viewer`, until it is one number.
    fn narrow<'s>(
        &self,
        search: &mut Search<'s, G, I>,
        team: &'s Team,
        position: &G::Position,
        viewer: Player,
        ply: u32,
        range: &mut Range<i32>,
    ) -> Result<(), Stop> {
        if let Some(score) = search.at_once(position, viewer, ply) {
            *range = Range { low: self.clipped(score), high: self.clipped(score) };
            return Ok(());
        }
        let first = self.clipped_range(self.first_range(position, viewer, ply));
        let mut left = first;
        let mut guess = match self.driver() {
            Driver::Deepen if !left.is_exact() => {
                Some(self.estimate(search, team, position, viewer, ply)?)
            }
            Driver::Guess => Some(0),
            _ => None,
        };
        let mut may_win = true;
        while !left.is_exact() {
            let who_wins = repetition::who_wins(self.game, left, may_win);
            let who_wins = who_wins.filter(|_| self.driver() != Driver::Open);
            let window = who_wins.unwrap_or_else(|| self.question(left, first, guess));
            let ask = Ask { ply, ..Ask::about(window) };
            search.selectivity = SURE;
            let (score, is_proven) = search.together(team, position, TO_THE_END, |search| {
                let score = search.start(position, viewer, ask)?;
                Ok((score, search.line.proves(score, window)))
            })?;
            if !is_proven {
                if who_wins.is_none() || !may_win {
                    return Err(Stop::Deepest);
                }
                may_win = false;
                continue;
            }
            if score <= window.alpha {
                left.high = self.clipped(score);
            } else if score >= window.beta {
                left.low = self.clipped(score);
            } else {
                left = Range { low: score, high: score };
            }
            guess = guess.map(|_| score);
            if ply == 0 {
                search.progress.narrow(left);
            }
            *range = left;
        }
        *range = left;
        Ok(())
    }

    fn driver(&self) -> Driver {
        self.config.driver.unwrap_or(I::DRIVER)
    }

    /// What is known of the score before the search.
    fn first_range(&self, position: &G::Position, viewer: Player, ply: u32) -> Range<i32> {
        if !self.config.has(FACTS) {
            return Range::ALL;
        }
        let scratch = self.insight.scratch(self.game, position);
        let window = widest(self.game, self.insight);
        let known = self.insight.facts().bounds(self.game, position, &scratch, window);
        let known = self.insight.scale().range_farther(self.game, known, ply);
        if mover(self.game, position) == viewer { known } else { known.flipped() }
    }

    /// The next question.
    fn question(&self, left: Range<i32>, first: Range<i32>, guess: Option<i32>) -> Window<i32> {
        match self.driver() {
            Driver::Open => Window { alpha: left.low - 1, beta: left.high + 1 },
            Driver::Bisect => from_outside(left, first),
            Driver::Deepen => around(left, guess.unwrap_or(0)),
            Driver::Guess => from_guess(left, guess.unwrap_or(0)),
        }
    }

    /// The highest score there is.
    fn highest(&self) -> i32 {
        if self.config.weak { 1 } else { self.insight.scale().highest(self.game) }
    }

    fn clipped_range(&self, range: Range<i32>) -> Range<i32> {
        let highest = self.highest();
        range.within(Range { low: -highest, high: highest })
    }

    fn clipped(&self, score: i32) -> i32 {
        if self.config.weak { score.signum() } else { score }
    }
}

/// A quarter off the side that is farther from zero. Once a third of the first range is left, what is nearest
/// to zero.
fn from_outside(left: Range<i32>, first: Range<i32>) -> Window<i32> {
    let near = first.high.max(-first.low) / 3;
    let alpha = if -left.low <= near && left.high <= near {
        0.clamp(left.low, left.high - 1)
    } else if -left.low >= left.high {
        (left.low * 3 / 4).min(left.high - 1)
    } else {
        (left.high * 3 / 4).max(left.low)
    };
    Window { alpha, beta: alpha + 1 }
}

/// Whether it is the guess, or on which side of it.
fn around(left: Range<i32>, guess: i32) -> Window<i32> {
    let guess = guess.clamp(left.low, left.high);
    Window { alpha: guess - 1, beta: guess + 1 }
}

/// Whether it is the guess or more.
fn from_guess(left: Range<i32>, guess: i32) -> Window<i32> {
    let beta = guess.clamp(left.low + 1, left.high);
    Window { alpha: beta - 1, beta }
}

/// What is proven so far, beyond what was known at `first`.
fn report<M: Copy>(
    range: Range<i32>,
    first: Range<i32>,
    moves: Vec<(M, Bound<i32>)>,
    counts: Counts,
    stop: Stop,
) -> Report<M, Bound<i32>> {
    let Range { low, high } = range;
    let value = match (low > first.low || !moves.is_empty(), high < first.high) {
        _ if low == high => Some(Bound::Exact(low)),
        (false, false) => None,
        // Of two ends, the one that says who wins.
        (_, true) if high < 0 || low <= first.low => Some(Bound::AtMost(high)),
        _ => Some(Bound::AtLeast(low)),
    };
    let best = moves.iter().filter(|(_, score)| value == Some(*score));
    let best_moves: Vec<M> = best.map(|(mv, _)| *mv).collect();
    let best = best_moves.first().copied();
    let complete = stop == Stop::Finished;
    let line = best.into_iter().collect();
    Report { best, best_moves, value, line, moves, depth: 0, complete, counts, stop }
}
