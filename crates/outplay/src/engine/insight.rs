//! Insight: what the engine may be told about a game beyond its rules.

use crate::{Game, Player, Range, Turn, Window};

/// The score of a game that is won, before the plies it took are taken off.
pub const WIN: i32 = 30_000;

/// More plies than any game that is won takes: scores closer to [`WIN`] than this count plies.
pub(super) const FARTHEST: i32 = 2_000;

/// What is known about a game beyond its rules, as a value of its own.
///
/// Every method has a default that knows nothing, and costs nothing; `()` is the insight of somebody who
/// has only read the rules. A *fact* must be true, because a search cuts on it. An *opinion* changes only
/// the order in which a search looks. Scores are whole numbers,
/// for the player to move.
pub trait Insight<G: Game>: Sync {
    /// What is computed once per position and handed on to the other questions.
    type Scratch: Copy + Default;

    /// Whether scores count the plies from the root, as the default of [`over`](Self::over) does. A game
    /// that scores a position by itself says no.
    const COUNTS_PLIES: bool = true;

    /// Whether the two players always take turns. It saves asking.
    const ALTERNATES: bool = false;

    /// How many bits a [key](Self::key) can have. If they are few, an entry of the table takes one word.
    fn key_bits(&self, game: &G) -> u32 {
        let _ = game;
        64
    }

    /// Fact: the score of a position from which a search starts (the root, or one of its moves), where the other
    /// answers do not hold. They may take for granted what is true of every position that [`moves`](Self::moves) leads to: that
    /// the player to move cannot win at once, for instance.
    fn decided(&self, game: &G, position: &G::Position) -> Option<i32> {
        let _ = (game, position);
        None
    }

    /// Looks at a position once.
    fn scratch(&self, game: &G, position: &G::Position) -> Self::Scratch {
        let _ = (game, position);
        Self::Scratch::default()
    }

    /// Fact: what a finished game is worth to `player`, `ply` plies from the root. By default a quick win
    /// is better than a slow one.
    fn over(&self, game: &G, position: &G::Position, player: Player, ply: u32) -> i32 {
        match game.payoff(position, player) {
            payoff if payoff > 0.0 => WIN - ply as i32,
            payoff if payoff < 0.0 => ply as i32 - WIN,
            _ => 0,
        }
    }

    /// The highest score there is, up to its sign: at most 32,767.
    fn highest(&self, game: &G) -> i32 {
        let _ = game;
        WIN
    }

    /// Fact: the score lies between these, both included. It is also asked of positions that are over. Where
    /// [scores count plies](Self::COUNTS_PLIES), these count them from this position. The window says what would be enough to know: a
    /// bound that is dear to compute is worth it only where it can pass an edge of the window.
    fn known(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        window: Window<i32>,
    ) -> Range<i32> {
        let _ = (game, position, scratch, window);
        Range::ALL
    }

    /// Fact: the moves that are enough to find the score, in the order in which they are best tried if
    /// nothing else is known. Moves that lose at once may be left out if [`known`](Self::known) tells
    /// the score where none is left.
    fn moves(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        moves: &mut Vec<G::Move>,
    ) {
        let _ = scratch;
        game.moves(position, moves);
    }

    /// Opinion: how promising a move is. The highest is tried first; equals stay in their order. The window
    /// says what is asked: who is to win quickly tries other moves than who is not to lose.
    fn promise(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        mv: G::Move,
        window: Window<i32>,
    ) -> i32 {
        let _ = (game, position, scratch, mv, window);
        0
    }

    /// Whether it pays to look a position up in the table.
    fn table_pays(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// The key of a position, the same for positions that are symmetric where it pays to know.
    fn key(&self, game: &G, position: &G::Position) -> Option<u64> {
        game.key(position)
    }
}

impl<G: Game> Insight<G> for () {
    type Scratch = ();
}

/// The player to move in a game for two.
#[inline(always)]
pub(super) fn mover<G: Game>(game: &G, position: &G::Position) -> Player {
    match game.turn(position) {
        Turn::Player(player) => player,
        Turn::Chance => panic!("the engine searches games without chance"),
    }
}
