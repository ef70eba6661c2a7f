//! Insight: what the engine may be told about a game beyond its rules.

use crate::{Game, Player, Range, Turn, Window};

/// The score of a game that is won, before the plies it took are taken off.
pub const WIN: i32 = 30_000;

/// More plies than any game that is won takes: scores closer to [`WIN`] than this count plies.
pub(super) const FARTHEST: i32 = 2_000;

/// What is known about a game beyond its rules, as a value of its own.
///
/// Every method has a default that knows nothing, and costs next to nothing; `()` is the insight of somebody who
/// has only read the rules. A *fact* must be true, because a search cuts on it. An *opinion* changes only
/// the order in which a search looks, or what it thinks of positions that it does not search to the end. Scores
/// are whole numbers, for the player to move.
pub trait Insight<G: Game>: Sync {
    /// What is computed once per position and handed on to the other questions.
    type Scratch: Copy + Default;

    /// What goes with a position from move to move, because it is cheaper to change than to compute anew, for the
    /// sake of [`evaluate`](Self::evaluate).
    type Carried: Clone + Default + Send;

    /// Whether scores count the plies from the root, as the default of [`over`](Self::over) does. A game
    /// that scores a position by itself says no.
    const COUNTS_PLIES: bool = true;

    /// Whether the two players always take turns. It saves asking.
    const ALTERNATES: bool = false;

    /// Whether [`evaluate`](Self::evaluate) says anything. A search that solves then looks ahead before it looks
    /// to the end.
    const EVALUATES: bool = false;

    /// Whether some positions are [finished](Self::finish) by hand.
    const FINISHES: bool = false;

    /// Whether [`care`](Self::care) ever asks for more than a look at the move.
    const LOOKS_AHEAD: bool = false;

    /// All scores of finished games are multiples of this.
    const GRAIN: i32 = 1;

    /// By how much scores usually change from one depth of search to the next.
    const SWING: i32 = 25;

    /// Whether a search down to a depth goes on with [noisy](Self::noisy) moves until a position is quiet.
    const QUIETENS: bool = false;

    /// Whether a search down to a depth may leave moves out, or look less deep at them, because of what the evaluation
    /// says and of where they come in the order: for games with many moves, most of them bad.
    const NEGLECTS: bool = false;

    /// A clear advantage: with it, one wins more often than not. Margins are made of it.
    const EDGE: i32 = 100;

    /// How many moves there are for [`index`](Self::index). If there are none, a search does not learn from its
    /// cut-offs, nor remember best moves.
    const INDICES: usize = 0;

    /// How many themes there are for [`theme`](Self::theme): at most a few hundred. If there are none, a search does not learn
    /// what to play after what.
    const THEMES: usize = 0;

    /// How many kinds of [gist](Self::gist) there are. If there are none, evaluations are not corrected.
    const GISTS: usize = 0;

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

    /// Fact: at most so many plies are left to play; moves that are the only one need not be counted.
    /// A search that deep sees the end.
    fn plies_left(&self, game: &G, position: &G::Position) -> u32 {
        let _ = (game, position);
        u32::MAX
    }

    /// Fact: the score of a position shortly before the end, and how many positions were looked at to find it. With
    /// a window, as in the search itself, a bound outside of it is enough.
    fn finish(&self, game: &G, position: &G::Position, window: Window<i32>) -> Option<(i32, u64)> {
        let _ = (game, position, window);
        None
    }

    /// Opinion: the score, as far as one can tell without looking ahead. Less than
    /// [the highest](Self::highest), up to its sign.
    fn evaluate(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        carried: &Self::Carried,
    ) -> i32 {
        let _ = (game, position, scratch, carried);
        0
    }

    /// What is carried from here on, computed anew.
    fn carried(&self, game: &G, position: &G::Position) -> Self::Carried {
        let _ = (game, position);
        Self::Carried::default()
    }

    /// What is carried on by a move from `position` to `child`: the same as computed anew there.
    fn carry(
        &self,
        game: &G,
        carried: &Self::Carried,
        position: &G::Position,
        mv: G::Move,
        child: &G::Position,
    ) -> Self::Carried {
        let _ = (carried, position, mv);
        self.carried(game, child)
    }

    /// Opinion: by how much the score of a search `shallow` plies deep is off from that of a search `deep` plies
    /// deep, as a standard deviation. `deep` is at most [the plies left](Self::plies_left).
    fn error(&self, game: &G, position: &G::Position, deep: u32, shallow: u32) -> Option<f32> {
        let _ = (game, position, deep, shallow);
        None
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

    /// Opinion: whether a position was there before, so that it is likely to be drawn: whoever could do better would have done so
    /// at first. A search to the end does not ask.
    fn repeats(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
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

    /// Fact: whether there is a move. They may be listed, or not: it is asked where nothing else is to be known.
    fn can_move(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        self.moves(game, position, scratch, moves);
        !moves.is_empty()
    }

    /// Opinion: the moves that can change the evaluation much. Where one is [in danger](Self::in_danger), all moves; then none
    /// means that the game is over.
    fn noisy(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        moves: &mut Vec<G::Move>,
    ) {
        let _ = (game, position, scratch, moves);
    }

    /// Whether a move is one of the [noisy](Self::noisy) ones.
    fn is_noisy(&self, game: &G, position: &G::Position, mv: G::Move) -> bool {
        let _ = (game, position, mv);
        false
    }

    /// Whether the player to move cannot afford to do nothing: then the evaluation is not to be trusted.
    fn in_danger(&self, game: &G, position: &G::Position, scratch: &Self::Scratch) -> bool {
        let _ = (game, position, scratch);
        false
    }

    /// Opinion: whether a move gains at least so much in the end, taking the replies to it where it happens into account.
    fn gains(&self, game: &G, position: &G::Position, mv: G::Move, least: i32) -> bool {
        let _ = (game, position, mv, least);
        true
    }

    /// Opinion: whether the player to move could well use one move more, as nearly always. Where doing nothing would often be the best,
    /// every move matters, and none is left out.
    fn has_use_of_moves(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// The position if the player to move does nothing, though the rules do not allow it. It is asked where one [has use of
    /// moves](Self::has_use_of_moves): elsewhere it proves nothing that one can afford to do nothing.
    fn idle(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let _ = (game, position);
        None
    }

    /// How much care to take over the order of the moves, with so many plies to search.
    fn care(&self, game: &G, position: &G::Position, plies: u32) -> Care {
        let _ = (game, position, plies);
        Care::Move
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

    /// Opinion: how promising a move is, seen by where it leads to.
    fn outlook(
        &self,
        game: &G,
        position: &G::Position,
        scratch: &Self::Scratch,
        mv: G::Move,
        child: &G::Position,
    ) -> i32 {
        let _ = child;
        self.promise(game, position, scratch, mv, Window::OPEN)
    }

    /// A number below [`INDICES`](Self::INDICES), which should be small and mean about the same in every
    /// position: two moves of one position never share it.
    fn index(&self, game: &G, mv: G::Move) -> usize {
        let _ = (game, mv);
        0
    }

    /// What a move is about, as a number below [`THEMES`](Self::THEMES): coarser than [`index`](Self::index), so that what is
    /// learnt about pairs of moves fits into memory.
    fn theme(&self, game: &G, position: &G::Position, mv: G::Move) -> usize {
        let _ = (game, position, mv);
        0
    }

    /// What is essential in a position and changes slowly, in one of several respects, as a hash: the evaluation is likely to be
    /// wrong by as much in positions that share it.
    fn gist(&self, game: &G, position: &G::Position, kind: usize) -> u64 {
        let _ = (game, position, kind);
        0
    }

    /// Whether it pays to look whether one of the next positions is known well enough to stop here, with so
    /// many plies to search.
    fn siblings_pay(&self, game: &G, position: &G::Position, plies: u32) -> bool {
        let _ = (game, position, plies);
        false
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

/// How much care is taken over the order of moves. Care costs time, and saves time where much is to be
/// searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// As [listed](Insight::moves).
    None,
    /// By [`promise`](Insight::promise).
    Move,
    /// By [`promise`](Insight::promise), and among equals by what cut off elsewhere: for games whose moves have
    /// [indices](Insight::INDICES), and where that is better than the order in which they are listed.
    Habit,
    /// By [`outlook`](Insight::outlook), if the game [looks ahead](Insight::LOOKS_AHEAD).
    Child,
    /// By [`outlook`](Insight::outlook), and a search of so many plies from where a move leads to, if the game [looks
    /// ahead](Insight::LOOKS_AHEAD).
    Search {
        /// How deep to look.
        plies: u32,
        /// What one unit of score is worth, in units of outlook.
        weight: i32,
    },
}

impl<G: Game> Insight<G> for () {
    type Scratch = ();
    type Carried = ();
}

/// A window in which every score lies, narrow enough to compute with.
pub(super) fn widest<G: Game, I: Insight<G>>(game: &G, insight: &I) -> Window<i32> {
    let most = insight.highest(game) + 1;
    Window { alpha: -most, beta: most }
}

/// The player to move in a game for two.
#[inline(always)]
pub(super) fn mover<G: Game>(game: &G, position: &G::Position) -> Player {
    match game.turn(position) {
        Turn::Player(player) => player,
        Turn::Chance => panic!("the engine searches games without chance"),
    }
}
