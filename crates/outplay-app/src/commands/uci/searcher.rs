//! The thread that searches, and how a search under way is stopped, released and waited for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use outplay::face::Thinker;

use super::events::Event;
use super::say;
use super::thinking::Thinking;

/// The thread that searches, and what goes there and comes back.
pub(super) struct Searcher {
    thread: JoinHandle<()>,
    tasks: Sender<Task>,
    done: Receiver<Done>,
}

/// What to search, and with what.
type Task = (Thinking, Box<dyn Thinker>);

/// A search is over.
pub(super) struct Done {
    pub(super) thinker: Box<dyn Thinker>,
    /// The longest time in which nothing could be done.
    pub(super) pause: Duration,
}

impl Searcher {
    pub(super) fn start() -> Searcher {
        let (tasks, waiting) = mpsc::channel::<Task>();
        let (sender, done) = mpsc::channel();
        let thread = thread::spawn(move || {
            for (thinking, thinker) in waiting {
                // It also tells that a search has ended which panics.
                let _ending = Ending::of(&thinking);
                // If nobody listens any more, nobody waits for it.
                let _ = sender.send(thinking.run(thinker));
            }
        });
        Searcher { thread, tasks, done }
    }

    /// Begins a search. If the thread is gone, that is noticed when the search is to end.
    pub(super) fn begin(&self, thinking: Thinking, thinker: Box<dyn Thinker>) {
        let _ = self.tasks.send((thinking, thinker));
    }

    /// Waits for the end of a search. Nothing comes of one that panicked, and another thread takes the place of the one that did.
    pub(super) fn wait(&mut self) -> Option<Done> {
        if let Ok(done) = self.done.recv() {
            return Some(done);
        }
        let failed = std::mem::replace(self, Searcher::start());
        let _ = failed.thread.join();
        None
    }
}

/// Tells that a search has ended, however it ends: whoever waits for a move gets one.
struct Ending {
    control: Arc<Control>,
    events: Sender<Event>,
    /// What to say if the search fails.
    answer: String,
}

impl Ending {
    fn of(thinking: &Thinking) -> Ending {
        Ending {
            control: Arc::clone(&thinking.control),
            events: thinking.events.clone(),
            answer: format!("bestmove {}", thinking.at.uci_name(thinking.first)),
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if thread::panicking() {
            self.control.finish();
            say(&self.answer);
        }
        let _ = self.events.send(Event::Done);
    }
}

/// A search under way.
pub(super) struct Running {
    pub(super) control: Arc<Control>,
    /// How long to think once the other player has made the move that was expected, if this waits for that.
    pub(super) after_hit: Option<Duration>,
}

/// What the two threads tell each other.
#[derive(Debug, Default)]
pub(super) struct Control {
    pub(super) stop: Arc<AtomicBool>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the answer has to wait until it is asked for.
    waits: bool,
    is_done: bool,
}

impl Control {
    /// Of a search whose answer may have to wait until it is asked for.
    pub(super) fn new(waits: bool) -> Arc<Control> {
        let control = Control::default();
        control.state().waits = waits;
        Arc::new(control)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether only a command can end the search.
    pub(super) fn waits(&self) -> bool {
        self.state().waits
    }

    pub(super) fn is_done(&self) -> bool {
        self.state().is_done
    }

    /// Lets the answer out as soon as there is one.
    pub(super) fn release(&self) {
        self.state().waits = false;
        self.changed.notify_all();
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.release();
    }

    pub(super) fn wait_for_release(&self) {
        let mut state = self.state();
        while state.waits {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(super) fn finish(&self) {
        self.state().is_done = true;
        self.changed.notify_all();
    }

    /// Stops a search that is not done after some time.
    pub(super) fn stop_after(&self, time: Duration) {
        let state = self.state();
        let waited = self.changed.wait_timeout_while(state, time, |state| !state.is_done);
        if waited.is_ok_and(|(state, _)| !state.is_done) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use outplay::Limits;
    use outplay::face::{Answer, Question, Refusal, Session, Told};

    use super::*;
    use crate::games;

    /// A search that fails.
    struct Panics;

    impl Thinker for Panics {
        fn think(
            &mut self,
            _: &dyn Session,
            _: &Question,
            _: &Limits,
            _: &mut dyn FnMut(Told<'_>),
        ) -> Result<Answer, Refusal> {
            panic!("a search that is meant to fail")
        }
    }

    #[test]
    fn after_a_panic_another_thread_searches() {
        let game = games::all().game("tic-tac-toe").expect("a small game");
        let (events, heard) = mpsc::channel();
        let mut searcher = Searcher::start();
        let thinking = || Thinking::about(game.start(), events.clone());
        let failing = thinking();
        let control = Arc::clone(&failing.control);
        searcher.begin(failing, Box::new(Panics));
        assert!(searcher.wait().is_none());
        assert!(control.is_done() && matches!(heard.recv(), Ok(Event::Done)));
        let engine = game.thinker("engine", &outplay::face::Options::default());
        searcher.begin(thinking(), engine.expect("the engine plays it"));
        assert!(searcher.wait().is_some());
    }
}
