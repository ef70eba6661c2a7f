//! A question: what an engine is asked about a game that is under way.

use std::fmt::Debug;

use crate::{Game, Past, WithPast};

/// The number of [lines](Question::lines) that asks for the value of every move.
pub const EVERY_MOVE: usize = usize::MAX;

/// What an engine is asked: where a game has come to, and what is to be known about it.
///
/// How long to think about it is said by the [limits](crate::Limits), and how to search by the [knobs](super::Config) of the engine.
///
/// ```
/// use outplay::engine::{EVERY_MOVE, Engine, Question};
/// use outplay::tree::Branch;
/// use outplay::{Bound, Limits, Tree, Value};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let engine = Engine::new(tree.for_engine()?, (), 1)?;
///
/// // What is the score after the second branch was taken, for the player to move?
/// let question = Question::after(tree.root(), vec![Branch(1)]);
/// let report = engine.solve(&question, &Limits::default(), ());
/// assert_eq!(report.best, Some(Branch(0)));
/// assert_eq!(report.value, Some(Value::Proven(Bound::Exact(-2))));
///
/// // What are the last two branches worth?
/// let only = vec![Branch(1), Branch(2)];
/// let question = Question { only, lines: EVERY_MOVE, ..Question::at(tree.root()) };
/// let scores = engine.solve(&question, &Limits::default(), ()).moves;
/// let two = Value::Proven(Bound::Exact(2));
/// assert_eq!(scores, [(Branch(1), two), (Branch(2), two)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<P, M> {
    /// Where the game began, or any position before the one that is asked about.
    pub start: P,
    /// The moves that were made since, each of them legal. A position on the way may have come again more often than the rules allow.
    pub moves: Vec<M>,
    /// Only these moves are looked at, and the value is that of the best of them; all moves, if none is named. Those that are not
    /// legal are passed over.
    pub only: Vec<M>,
    /// How many of the best moves get a value of their own: 1 unless said otherwise, and [`EVERY_MOVE`] for all there are. Solving
    /// finds the score of every move if this is more than 1; if it is 0, it finds the score of the position and no best move.
    pub lines: usize,
    /// When solving: only find out who wins. The score is 1, 0 or -1.
    pub weak: bool,
}

impl<P, M> Question<P, M> {
    /// What is the best move in this position?
    pub fn at(position: P) -> Question<P, M> {
        Question::after(position, Vec::new())
    }

    /// What is the best move after these moves?
    pub fn after(start: P, moves: Vec<M>) -> Question<P, M> {
        Question { start, moves, only: Vec::new(), lines: 1, weak: false }
    }
}

impl<P: Clone, M: Copy + Eq + Debug> Question<P, M> {
    /// The position that is asked about, with what came before.
    pub fn past<G: Game<Position = P, Move = M>>(&self, game: &G) -> Past<P> {
        let mut past = Past::new(self.start.clone());
        for &mv in &self.moves {
            debug_assert!(
                {
                    let mut legal = Vec::new();
                    game.moves(&past, &mut legal);
                    legal.contains(&mv)
                },
                "{mv:?} is no legal move of the game that a question tells",
            );
            WithPast::new(game).play(&mut past, mv);
        }
        past
    }

    /// Whether a move is asked about.
    pub(super) fn is_about(&self, mv: M) -> bool {
        self.only.is_empty() || self.only.contains(&mv)
    }
}
