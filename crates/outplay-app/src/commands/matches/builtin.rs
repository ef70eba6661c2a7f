//! Contestants that are part of this program: the engine, and the searches of the textbook.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use outplay::arena::{Answer, Choice, Contestant, Fault, FaultKind, Start, Task, Trouble};
use outplay::engine::{Engine, Insight, Progress};
use outplay::textbook::{Config, Search};
use outplay::{Bound, Depth, Evaluation, Game, Limits, Player, Turn, ZeroSum};
use outplay_games::catalogue::Listed;

use super::spec::{EngineOptions, TextbookOptions};

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
        stop: Some(task.stop.clone()),
    }
}

/// The processor time of this thread.
///
/// PERF: on a machine of two cores that had other work for both, 9 of 1,000 games at 20 ms a move were lost on time by up to 28 ms
/// as the wall has it, although no search went on for more than its 10 ms.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// What this thread has used since it had used `before`.
fn used_since(before: Option<Duration>) -> Option<Duration> {
    processor_time()?.checked_sub(before?)
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

/// The engine.
pub(super) struct EnginePlayer<'e, G: Listed> {
    /// Away only while its limits are set.
    engine: Option<Engine<'e, G, G::Insight>>,
    options: &'e EngineOptions,
}

impl<'e, G: Listed> EnginePlayer<'e, G> {
    pub(super) fn new(
        engine: Engine<'e, G, G::Insight>,
        options: &'e EngineOptions,
    ) -> EnginePlayer<'e, G> {
        EnginePlayer { engine: Some(engine.config(options.config)), options }
    }
}

impl<G: Listed> Contestant<G> for EnginePlayer<'_, G> {
    fn begin(&mut self, _: &Start<'_, G>, _: u64) -> Result<(), Trouble> {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        Ok(())
    }

    fn answer(&mut self, task: &Task<'_, G>) -> Result<Answer<G::Move>, Trouble> {
        if let Some(answer) = forced(task) {
            return Ok(answer);
        }
        // Of several threads, one may wait for the others.
        let before = processor_time().filter(|_| self.options.config.threads == 1);
        let engine = self.engine.take().expect("it is back by the end of this");
        let engine = engine.limits(limits(task, self.options.time));
        let report = guarded(|| engine.search(task.position, &Progress::default(), |_| ()));
        self.engine = Some(engine);
        let report = report?;
        if task.is_stopped() {
            return Err(Trouble::Stopped);
        }
        let mv = report.best.ok_or_else(|| Fault::new(FaultKind::Illegal, "no move was found"))?;
        Ok(Answer::Move(Choice {
            mv,
            score: report.value.map(Bound::score).map(f64::from),
            depth: Some(report.depth),
            nodes: Some(report.counts.generated),
            used: used_since(before),
        }))
    }
}

/// A search of the textbook.
pub(super) struct TextbookPlayer<'t, G: Listed> {
    game: &'t G,
    insight: &'t G::Insight,
    options: &'t TextbookOptions,
}

impl<'t, G: Listed> TextbookPlayer<'t, G> {
    pub(super) fn new(
        game: &'t G,
        insight: &'t G::Insight,
        options: &'t TextbookOptions,
    ) -> TextbookPlayer<'t, G> {
        TextbookPlayer { game, insight, options }
    }
}

impl<G: Listed> Contestant<G> for TextbookPlayer<'_, G> {
    fn begin(&mut self, _: &Start<'_, G>, _: u64) -> Result<(), Trouble> {
        Ok(())
    }

    fn answer(&mut self, task: &Task<'_, G>) -> Result<Answer<G::Move>, Trouble> {
        if let Some(answer) = forced(task) {
            return Ok(answer);
        }
        let before = processor_time();
        let TextbookOptions { time, prunes, order, table, deepen } = *self.options;
        let config =
            Config { limits: limits(task, time), deepen, order, table, ..Config::default() };
        let scored = Scored { game: self.game, insight: self.insight };
        let search = Search::new(&scored).evaluation(&scored).config(config);
        let report = guarded(|| match prunes {
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
            used: used_since(before),
        }))
    }
}

/// A game whose payoffs are the scores that the engine works with, so that the textbook and the engine mean the same by
/// them, and so that what the engine knows of a position serves the textbook, too.
struct Scored<'s, G: Listed> {
    game: &'s G,
    insight: &'s G::Insight,
}

impl<G: Listed> Game for Scored<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn turn(&self, position: &G::Position) -> Turn {
        self.game.turn(position)
    }
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }
    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.game.play(position, mv);
    }
    fn payoff(&self, position: &G::Position, player: Player) -> f64 {
        let score = self.insight.over(self.game, position, Player::MAX, 0);
        f64::from(if player == Player::MAX { score } else { -score })
    }
    fn players(&self) -> usize {
        self.game.players()
    }
    fn round(&self) -> usize {
        self.game.round()
    }
    fn key(&self, position: &G::Position) -> Option<u64> {
        self.game.key(position)
    }
}

impl<G: Listed> ZeroSum for Scored<'_, G> {}

impl<'s, G: Listed> Evaluation<Scored<'s, G>> for Scored<'s, G> {
    fn evaluate(&self, _: &Scored<'s, G>, position: &G::Position, player: Player) -> f64 {
        let scratch = self.insight.scratch(self.game, position);
        let carried = self.insight.carried(self.game, position);
        let score = f64::from(self.insight.evaluate(self.game, position, &scratch, &carried));
        if self.game.turn(position) == Turn::Player(player) { score } else { -score }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_crash() {
        assert_eq!(guarded(|| 3), Ok(3));
        let fault = guarded(|| panic!("{} is too many", 4)).expect_err("it panics");
        assert_eq!(
            (fault.kind, fault.what.as_str()),
            (FaultKind::Crash, "the search panicked: 4 is too many")
        );
    }

    #[test]
    fn a_search_ends_before_its_time() {
        let milli = Duration::from_millis;
        for (time, least) in [(1, 0), (10, 5), (20, 10), (100, 25), (1_000, 50), (60_000, 50)] {
            assert!(
                reserve(milli(time)) >= milli(least) && reserve(milli(time)) <= milli(time) / 2
            );
        }
    }
}
