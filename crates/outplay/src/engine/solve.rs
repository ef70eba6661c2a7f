//! Solving: the score of a position with best play to the end.
//!
//! The node is asked whether the score is above a number, again and again, with a window in which nothing
//! lies: each answer narrows what is left. Such a question is answered with far fewer positions than "what is
//! the score?", and the table keeps what they have in common. The questions go from the outside inwards,
//! because "is it won quickly?" is cheaper to answer than "is it won at all?". When only scores near zero are
//! left, they are about equally dear, and the fewest questions are asked by starting at zero.
//! PERF: asking about 0 first, then halving, takes 7.5 times as many positions on the first 1,000 Connect Four
//! problems of the test data (10,466 against 1,389 each).

use super::config::Driver;
use super::features::{Switch, switch};
use super::handle::Engine;
use super::histories::HistoryPool;
use super::insight::{Facts, Insight, Scale, mover, widest};
use super::node::Ask;
use super::progress::Progress;
use super::question::Question;
use super::repetition;
use super::root::{Choices, choices};
use super::search::{Search, Watcher};
use super::table::{SURE, TO_THE_END};
use super::threads::Team;
use crate::{
    Bound, Deterministic, Event, Limits, Observer, Player, Range, Report, Stop, Value, Window,
    ZeroSum,
};

const FACTS: Switch = switch("facts");

impl<G, I: Insight<G>> Engine<G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    /// Finds the score of a position with best play to the end, for the player to move; a game that is over
    /// is scored for MAX. It is that of a game that starts there, whatever was before. It goes to the end, whatever the depth of
    /// the limits is.
    ///
    /// Every value is proven. If it is stopped, it is what is known so far, if anything is. There is a best move wherever there is a
    /// move, unless [no line](Question::lines) is asked for, or it is stopped before one is known; the line is as long as the
    /// table proves that it is best play. The depth is not known and 0.
    pub fn solve(
        &self,
        question: &Question<G::Position, G::Move>,
        limits: &Limits,
        mut observer: impl Observer<G::Position, G::Move, Value<i32>, i32>,
    ) -> Report<G::Move, Value<i32>> {
        let is_watched = observer.watching();
        self.solved(question, limits, if is_watched { Some(&mut observer) } else { None })
    }

    fn solved(
        &self,
        question: &Question<G::Position, G::Move>,
        limits: &Limits,
        watcher: Option<&mut Watcher<'_, G>>,
    ) -> Report<G::Move, Value<i32>> {
        let past = question.past(&*self.game);
        let position = past.position();
        let (team, progress) = (Team::new(self.config.threads), Progress::default());
        // What is solved depends on nothing but the position and the table.
        let pool = HistoryPool::default();
        let is_over = self.is_over(position);
        let mut solving = Solving {
            engine: self,
            viewer: if is_over { Player::MAX } else { mover(&*self.game, position) },
            weak: question.weak,
            search: self.begin(limits, watcher, &progress, &pool),
            team: &team,
            range: Range::ALL,
            report: Report::nothing(),
        };
        let line = repetition::line_of_moves(&*self.game, position);
        let mut choices = choices(&*self.game, &*self.insight, position, question);
        choices.retain(|choice| !line.forbids(&*self.game, &choice.child));
        let solved = match question.lines {
            _ if is_over => solving.score(position),
            _ if choices.is_empty() => Ok(()),
            0 | 1 if question.only.is_empty() => {
                let scored = solving.score(position);
                let named = match question.lines {
                    0 => Ok(()),
                    _ => solving.name_best(position, &choices, scored.is_ok()),
                };
                scored.and(named)
            }
            _ => solving.score_moves(position, &choices),
        };
        let Solving { search, report, .. } = solving;
        let complete = report.value.is_some_and(|value| value.exact().is_some());
        let stop = solved.err().unwrap_or(Stop::Finished);
        Report { complete, counts: search.counts, stop, ..report }
    }

    pub(super) fn is_over(&self, position: &G::Position) -> bool {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let line = repetition::line_of_moves(&*self.game, position);
        line.retain_legal(&*self.game, position, &mut moves);
        moves.is_empty()
    }

    fn driver(&self) -> Driver {
        self.config.driver.unwrap_or(I::DRIVER)
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
}

/// One question that is being solved.
pub(super) struct Solving<'s, G: ZeroSum, I: Insight<G>> {
    pub(super) engine: &'s Engine<G, I>,
    /// The player to move, who sees all scores; MAX, if the game is over.
    pub(super) viewer: Player,
    /// Whether only who wins is asked for.
    pub(super) weak: bool,
    pub(super) search: Search<'s, G, I>,
    pub(super) team: &'s Team,
    /// Where the score lies.
    pub(super) range: Range<i32>,
    pub(super) report: Report<G::Move, Value<i32>>,
}

impl<G, I: Insight<G>> Solving<'_, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    /// The score of the position alone.
    fn score(&mut self, position: &G::Position) -> Result<(), Stop> {
        let mut range = Range::ALL;
        let solved = self.narrow(position, 0, &mut range);
        self.range = range;
        self.report.value = match range.is_exact() {
            true => Some(Value::Proven(Bound::Exact(range.low))),
            // Nobody is asked whose turn it is where the game is over.
            false => {
                let first = self.clipped_range(self.first_range(position, 0));
                proven(range, first).map(Value::Proven)
            }
        };
        solved
    }

    /// The score of each move that is asked about, in the order of the rules, and of the best one.
    fn score_moves(&mut self, position: &G::Position, choices: &Choices<G>) -> Result<(), Stop> {
        let game = &*self.engine.game;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        self.search.line = repetition::line_of_moves(game, position);
        let all = moves.iter().filter_map(|mv| choices.iter().find(|choice| choice.mv == *mv));
        let mut solved = Ok(());
        let mut scores: Vec<(G::Move, i32)> = Vec::new();
        for choice in all {
            let mut range = Range::ALL;
            solved = self.narrow(&choice.child, 1, &mut range);
            if solved.is_err() {
                break;
            }
            scores.push((choice.mv, range.low));
        }
        let highest = scores.iter().map(|&(_, score)| score).max();
        let Some(highest) = highest else { return solved };
        let best = scores.iter().filter(|&&(_, score)| score == highest);
        self.report.best_moves = best.map(|&(mv, _)| mv).collect();
        self.report.best = self.report.best_moves.first().copied();
        if solved.is_err() {
            // One that was not solved may be as good, or better.
            self.report.best_moves.clear();
        }
        let exact = |score| Value::Proven(Bound::Exact(score));
        self.report.moves = scores.into_iter().map(|(mv, score)| (mv, exact(score))).collect();
        let value = if solved.is_ok() { Bound::Exact(highest) } else { Bound::AtLeast(highest) };
        self.report.value = Some(Value::Proven(value));
        self.range = Range::from(value);
        if let Some(best) = choices.iter().find(|choice| Some(choice.mv) == self.report.best) {
            self.report.line = self.line_by(best);
        }
        solved
    }

    /// Narrows the range of a position's score until it is one number.
    fn narrow(
        &mut self,
        position: &G::Position,
        ply: u32,
        range: &mut Range<i32>,
    ) -> Result<(), Stop> {
        let viewer = self.viewer;
        if let Some(score) = self.search.at_once(position, viewer, ply) {
            *range = Range { low: self.clipped(score), high: self.clipped(score) };
            return Ok(());
        }
        let first = self.clipped_range(self.first_range(position, ply));
        let mut left = first;
        let (engine, team) = (self.engine, self.team);
        let mut guess = match engine.driver() {
            Driver::Deepen if !left.is_exact() => {
                Some(engine.estimate(&mut self.search, team, position, viewer, ply)?)
            }
            Driver::Guess => Some(0),
            _ => None,
        };
        let mut may_win = true;
        while !left.is_exact() {
            let who_wins = repetition::who_wins(&*engine.game, left, may_win);
            let who_wins = who_wins.filter(|_| engine.driver() != Driver::Open);
            let window = who_wins.unwrap_or_else(|| engine.question(left, first, guess));
            let (score, is_proven) = self.ask(position, ply, window)?;
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
                self.search.tell(Event::Narrowed { range: left });
            }
            *range = left;
        }
        *range = left;
        Ok(())
    }

    /// The score of a position that is not over, searched to the end with a window, and whether it is proven.
    pub(super) fn ask(
        &mut self,
        position: &G::Position,
        ply: u32,
        window: Window<i32>,
    ) -> Result<(i32, bool), Stop> {
        let ask = Ask { ply, ..Ask::about(window) };
        let viewer = self.viewer;
        self.search.selectivity = SURE;
        self.search.together(self.team, position, TO_THE_END, &|search| {
            let score = search.start(position, viewer, ask)?;
            Ok((score, search.line.proves(score, window)))
        })
    }

    /// What is known of the score before the search.
    pub(super) fn first_range(&self, position: &G::Position, ply: u32) -> Range<i32> {
        let Engine { game, insight, config, .. } = self.engine;
        let mut known = self.search.range_by_tables(position);
        if config.has(FACTS) {
            let scratch = insight.scratch(game, position);
            let window = widest(&**game, &**insight);
            let facts = insight.facts().bounds(game, position, &scratch, window);
            known = Range { low: known.low.max(facts.low), high: known.high.min(facts.high) };
        }
        let known = insight.scale().range_farther(game, known, ply);
        if mover(&**game, position) == self.viewer { known } else { known.flipped() }
    }

    /// The highest score there is.
    pub(super) fn highest(&self) -> i32 {
        if self.weak { 1 } else { self.engine.insight.scale().highest(&self.engine.game) }
    }

    fn clipped_range(&self, range: Range<i32>) -> Range<i32> {
        let highest = self.highest();
        range.within(Range { low: -highest, high: highest })
    }

    /// A score as it is asked for.
    pub(super) fn clipped(&self, score: i32) -> i32 {
        if self.weak { score.signum() } else { score }
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
fn proven(range: Range<i32>, first: Range<i32>) -> Option<Bound<i32>> {
    let Range { low, high } = range;
    match (low > first.low, high < first.high) {
        _ if low == high => Some(Bound::Exact(low)),
        (false, false) => None,
        // Of two ends, the one that says who wins.
        (_, true) if high < 0 || low <= first.low => Some(Bound::AtMost(high)),
        _ => Some(Bound::AtLeast(low)),
    }
}
