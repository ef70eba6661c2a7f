//! Contestants of this library: the engine, and the searches of the textbook.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outplay::engine::Engine;
//! use outplay::{Game, Tree};
//! use outplay::arena::{AtRandom, ByEngine, Control, Opening, Referee, Rules, Seat};
//!
//! let tree: Tree = "((1 -1) (1 1))".parse()?;
//! let game = tree.for_engine()?;
//! let referee = Referee { game: &game, rules: Rules::default(), stop: Arc::new(AtomicBool::new(false)) };
//! let mut strong = ByEngine::new(Engine::new(game.clone(), (), 1)?);
//! for seed in 0..10 {
//!     let mut seats = [
//!         Seat { contestant: &mut strong, control: Control::default(), seed },
//!         Seat { contestant: &mut AtRandom::default(), control: Control::default(), seed },
//!     ];
//!     let opening = Opening { position: game.start(), moves: vec![] };
//!     let record = referee.play(&mut seats, &opening, seed).expect("nobody stops it");
//!     assert_eq!(record.results, [1.0, 0.0]); // the second branch wins whatever follows
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::contestant::{Answer, Choice, Contestant, Fault, FaultKind, Start, Task, Trouble};
use crate::engine::{Engine, Insight, Question};
use crate::textbook::{Config, Search};
use crate::{Depth, Deterministic, Game, Limits, Player, Scored, Value, WithPast, ZeroSum};

/// Tells how much time this thread has used so far, if it can: see [`Choice::used`].
pub type Stopwatch = fn() -> Option<Duration>;

fn none() -> Option<Duration> {
    None
}

/// What is left of the time for a move when a search has to end: the system may have other things to do first, and takes
/// about 5 ms for each of them. PERF: with a quarter of 20 ms, 8 of 120 games were lost on time, by 0.2 to 4 ms, on a machine of
/// two cores that had three threads to run.
fn reserve(time: Duration) -> Duration {
    let milli = Duration::from_millis;
    (time / 2).min(milli(10)).max((time / 4).min(milli(50)))
}

/// The limits of a search.
fn limits<G: Game>(task: &Task<'_, G>, time: Option<Duration>) -> Limits {
    let per_move = task.control.per_move.map(|time| time - reserve(time));
    Limits {
        depth: task.control.depth.map(Depth::plies),
        nodes: task.control.nodes,
        time: [time, per_move].into_iter().flatten().min(),
        clock: task.clocks[task.seat.index()],
        since: None,
        stop: Some(task.stop.clone()),
    }
}

/// What a search finds. One that panics is a player who crashed: the match goes on.
fn guarded<T>(search: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(search)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let what = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why");
        Fault::new(FaultKind::Crash, format!("the search panicked: {what:.200}"))
    })
}

/// A move that is the only one needs no thought.
fn forced<G: Game>(task: &Task<'_, G>) -> Option<Answer<G::Move>> {
    match task.legal {
        [only] => Some(Answer::Move(Choice::plain(*only))),
        _ => None,
    }
}

/// Plays what the [engine](crate::engine) finds. Its limits are those of the match.
pub struct ByEngine<G, I> {
    engine: Engine<G, I>,
    time: Option<Duration>,
    stopwatch: Stopwatch,
}

impl<G, I> ByEngine<G, I> {
    /// A contestant with this engine.
    pub fn new(engine: Engine<G, I>) -> Self {
        ByEngine { engine, time: None, stopwatch: none }
    }

    /// Thinks no longer than this about a move, whatever the clock says.
    pub fn time(self, time: Option<Duration>) -> Self {
        ByEngine { time, ..self }
    }

    /// Is charged by a clock of its own. It has to be that of the whole search: not for several threads.
    pub fn stopwatch(self, stopwatch: Stopwatch) -> Self {
        ByEngine { stopwatch, ..self }
    }
}

impl<G, I: Insight<G>> Contestant<G> for ByEngine<G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    fn begin(&mut self, _: &Start<'_, G>, _: u64) -> Result<(), Trouble> {
        self.engine.clear();
        self.engine.warm_up();
        Ok(())
    }

    fn answer(&mut self, task: &Task<'_, G>) -> Result<Answer<G::Move>, Trouble> {
        if let Some(answer) = forced(task) {
            return Ok(answer);
        }
        let before = (self.stopwatch)();
        let question = Question::after(task.start.clone(), task.moves.to_vec());
        let limits = limits(task, self.time);
        let report = guarded(|| self.engine.search(&question, &limits, ()))?;
        if task.is_stopped() {
            return Err(Trouble::Stopped);
        }
        let mv = report.best.ok_or_else(|| Fault::new(FaultKind::Illegal, "no move was found"))?;
        Ok(Answer::Move(Choice {
            mv,
            score: report.value.map(Value::score).map(f64::from),
            depth: Some(report.depth),
            nodes: Some(report.counts.generated),
            used: used_since(self.stopwatch, before),
            waited: None,
        }))
    }
}

fn used_since(stopwatch: Stopwatch, before: Option<Duration>) -> Option<Duration> {
    stopwatch()?.checked_sub(before?)
}

/// Plays what alpha-beta or minimax of the [textbook](crate::textbook) finds.
///
/// Its scores are those of the engine, and so is what it thinks of positions that it does not search: all it is told
/// about a game is the same [`Insight`].
pub struct ByTextbook<'t, G, I> {
    game: &'t G,
    insight: &'t I,
    config: Config,
    prunes: bool,
    time: Option<Duration>,
    stopwatch: Stopwatch,
}

impl<'t, G, I> ByTextbook<'t, G, I> {
    /// A contestant that searches by alpha-beta.
    pub fn new(game: &'t G, insight: &'t I) -> Self {
        let config = Config::default();
        ByTextbook { game, insight, config, prunes: true, time: None, stopwatch: none }
    }

    /// Sets the knobs. The limits are those of the match.
    pub fn config(self, config: Config) -> Self {
        ByTextbook { config, ..self }
    }

    /// Searches by minimax.
    pub fn minimax(self) -> Self {
        ByTextbook { prunes: false, ..self }
    }

    /// Thinks no longer than this about a move, whatever the clock says.
    pub fn time(self, time: Option<Duration>) -> Self {
        ByTextbook { time, ..self }
    }

    /// Is charged by a clock of its own.
    pub fn stopwatch(self, stopwatch: Stopwatch) -> Self {
        ByTextbook { stopwatch, ..self }
    }
}

impl<G: ZeroSum, I: Insight<G>> Contestant<G> for ByTextbook<'_, G, I> {
    fn begin(&mut self, _: &Start<'_, G>, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    fn answer(&mut self, task: &Task<'_, G>) -> Result<Answer<G::Move>, Trouble> {
        if let Some(answer) = forced(task) {
            return Ok(answer);
        }
        let before = (self.stopwatch)();
        let config = Config { limits: limits(task, self.time), ..self.config.clone() };
        let scored = Scored::new(self.game, self.insight);
        let game = WithPast::new(&scored);
        let evaluation = game.evaluation(&scored);
        let search = Search::new(&game).evaluation(&evaluation).config(config);
        let report = guarded(|| match self.prunes {
            true => search.alpha_beta(task.position),
            false => search.minimax(task.position),
        })?;
        if task.is_stopped() {
            return Err(Trouble::Stopped);
        }
        let report =
            report.map_err(|error| Fault::new(FaultKind::Crash, format!("the search: {error}")))?;
        let sign = if task.seat == Player::MAX { 1.0 } else { -1.0 };
        Ok(Answer::Move(Choice {
            // A search that was stopped before it knew anything still has to move.
            mv: report.best.unwrap_or(task.legal[0]),
            score: report.value.map(|value| sign * value.score()),
            depth: Some(report.depth),
            nodes: Some(report.counts.generated),
            used: used_since(self.stopwatch, before),
            waited: None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_crash() {
        assert_eq!(guarded(|| 3), Ok(3));
        let fault = guarded(|| panic!("{} is too many", 4)).expect_err("it panics");
        let told = (fault.kind, fault.what.as_str());
        assert_eq!(told, (FaultKind::Crash, "the search panicked: 4 is too many"));
    }

    #[test]
    fn a_search_ends_before_its_time() {
        let milli = Duration::from_millis;
        for (time, least) in [(1, 0), (10, 5), (20, 10), (100, 25), (1_000, 50), (60_000, 50)] {
            let reserve = reserve(milli(time));
            assert!(reserve >= milli(least) && reserve <= milli(time) / 2, "{time}: {reserve:?}");
        }
    }
}
