//! Watching every node of the engine.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Insight, Ordering};
use crate::engine::Driver;
use crate::{Event, Observer, ZeroSum};

/// An insight whose engine tells an [observer](Observer) what happens at every node: entered, left, a leaf and how its score is known, a better
/// move, a position that a feature prunes, a move that is skipped.
///
/// It is compiled apart from the same engine without it, which pays nothing for it. Scores are whole numbers: of a position that is entered or left for the player who
/// asks about it, and in between for the player to move. A forced move is played without entering another position, so that a leaf may lie deeper than the position that
/// was entered; and a score that needs no leaf (from a book, by a clock or a repetition) is told only when the position is left. What happens at the root is told to the observer
/// of the [search](crate::engine::Engine::search). Use one thread: several tell their stories at the same time.
///
/// ```
/// use outplay::engine::{Engine, Question, Watched};
/// use outplay::{Event, Limits, Observer, Tree};
///
/// /// Counts the positions that are entered.
/// #[derive(Default)]
/// struct Entered(u64);
///
/// impl<P, M> Observer<P, M, i32, i32> for Entered {
///     fn event(&mut self, event: Event<'_, P, M, i32, i32>) {
///         self.0 += u64::from(matches!(event, Event::Enter { .. }));
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let engine = Engine::new(tree.for_engine()?, Watched::new((), Entered::default()), 1)?;
/// engine.solve(&Question::at(tree.root()), &Limits::default(), ());
/// assert!(engine.insight().observer().0 > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Watched<I, O> {
    insight: I,
    observer: Mutex<O>,
}

impl<I, O> Watched<I, O> {
    /// An insight, and somebody who watches what a search makes of it.
    pub fn new(insight: I, observer: O) -> Watched<I, O> {
        Watched { insight, observer: Mutex::new(observer) }
    }

    /// The observer, between searches.
    pub fn observer(&self) -> MutexGuard<'_, O> {
        self.observer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: ZeroSum, I: Insight<G>, O> Insight<G> for Watched<I, O>
where
    O: Observer<G::Position, G::Move, i32, i32> + Send,
{
    type Scratch = I::Scratch;
    type Scale = I::Scale;
    type Facts = I::Facts;
    type Evaluation = I::Evaluation;
    type Ordering = I::Ordering;
    type Selectivity = I::Selectivity;
    type Keys = I::Keys;

    const ALTERNATES: bool = I::ALTERNATES;
    const DRIVER: Driver = I::DRIVER;
    const WATCHED: bool = true;

    fn watch(&self, event: Event<'_, G::Position, G::Move, i32, i32>) {
        self.observer().event(event);
    }

    fn scratch(&self, game: &G, position: &G::Position) -> I::Scratch {
        self.insight.scratch(game, position)
    }

    fn scratch_after(
        &self,
        game: &G,
        before: &I::Scratch,
        mv: G::Move,
        note: Option<<I::Ordering as Ordering<G, I::Scratch>>::Note>,
        position: &G::Position,
    ) -> I::Scratch {
        self.insight.scratch_after(game, before, mv, note, position)
    }

    fn scale(&self) -> &I::Scale {
        self.insight.scale()
    }
    fn facts(&self) -> &I::Facts {
        self.insight.facts()
    }
    fn evaluation(&self) -> &I::Evaluation {
        self.insight.evaluation()
    }
    fn ordering(&self) -> &I::Ordering {
        self.insight.ordering()
    }
    fn selectivity(&self) -> &I::Selectivity {
        self.insight.selectivity()
    }
    fn keys(&self) -> &I::Keys {
        self.insight.keys()
    }
}
