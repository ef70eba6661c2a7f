//! A search behind the face takes a seat in a match.

use std::time::Duration;

use super::faced::Faced;
use super::panics::guarded;
use super::session::Choice;
use super::thinker::{Question, Thinker};
use crate::arena::{self, Contestant, Fault, FaultKind, Start, Task, Trouble};
use crate::{Depth, Limits};

/// Tells how much time this thread has used so far, if it can: see [`arena::Choice::used`].
pub type Stopwatch = fn() -> Option<Duration>;

/// A contestant that plays what a [`Thinker`] finds. Its limits are those of the match.
pub struct Seated {
    thinker: Box<dyn Thinker>,
    time: Option<Duration>,
    stopwatch: Stopwatch,
}

impl Seated {
    /// A contestant with this search.
    pub fn new(thinker: Box<dyn Thinker>) -> Seated {
        Seated { thinker, time: None, stopwatch: || None }
    }

    /// Thinks no longer than this about a move, whatever the clock says.
    pub fn time(self, time: Option<Duration>) -> Seated {
        Seated { time, ..self }
    }

    /// Is charged by a clock of its own. It has to be that of the whole search: not for several threads.
    pub fn stopwatch(self, stopwatch: Stopwatch) -> Seated {
        Seated { stopwatch, ..self }
    }
}

/// What is left of the time for a move when a search has to end: the system may have other things to do first, and takes
/// about 5 ms for each of them. PERF: with a quarter of 20 ms, 8 of 120 games were lost on time, by 0.2 to 4 ms, on a machine of
/// two cores that had three threads to run.
fn reserve(time: Duration) -> Duration {
    let milli = Duration::from_millis;
    (time / 2).min(milli(10)).max((time / 4).min(milli(50)))
}

/// The limits of a search.
fn limits(task: &Task<'_, Faced>, time: Option<Duration>) -> Limits {
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
fn found<T>(search: impl FnOnce() -> T) -> Result<T, Fault> {
    guarded(search)
        .map_err(|what| Fault::new(FaultKind::Crash, format!("the search panicked: {what:.200}")))
}

impl Contestant<Faced> for Seated {
    fn begin(&mut self, _: &Start<'_, Faced>, seed: u64) -> Result<(), Trouble> {
        self.thinker.begin(seed);
        self.thinker.warm_up();
        Ok(())
    }

    fn answer(&mut self, task: &Task<'_, Faced>) -> Result<arena::Answer<Choice>, Trouble> {
        if let [only] = task.legal {
            // A move that is the only one needs no thought.
            return Ok(arena::Answer::Move(arena::Choice::plain(*only)));
        }
        let before = (self.stopwatch)();
        let (at, limits) = (task.position.position(), limits(task, self.time));
        let thinker = &mut self.thinker;
        let found = found(|| thinker.think(&**at, &Question::default(), &limits, &mut |_| ()))?;
        if task.is_stopped() {
            return Err(Trouble::Stopped);
        }
        let answer = found.map_err(|refusal| Fault::new(FaultKind::Crash, refusal.to_string()))?;
        let used = (self.stopwatch)().zip(before).and_then(|(now, before)| now.checked_sub(before));
        Ok(arena::Answer::Move(arena::Choice {
            // A search that was stopped before it knew anything still has to move.
            mv: answer.best.unwrap_or(task.legal[0]),
            score: answer.worth.as_ref().map(super::Worth::score),
            depth: (answer.depth > 0).then_some(answer.depth),
            nodes: (answer.counts.generated > 0).then_some(answer.counts.generated),
            used,
            waited: None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_crash() {
        assert_eq!(found(|| 3), Ok(3));
        let fault = found(|| panic!("{} is too many", 4)).expect_err("it panics");
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
