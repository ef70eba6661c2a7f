//! The rules of a game: who moves, what they may do, and what they win.

use std::fmt::{self, Debug, Display};

/// A seat at the table, counted from 0.
///
/// In a two-player zero-sum game the first player is MAX and the second is MIN: a value that a
/// search hands out is always what MAX wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The first player, who wants a high value.
    pub const MAX: Player = Player(0);
    /// The second player of a zero-sum game, who wants a low value.
    pub const MIN: Player = Player(1);

    /// The seat as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other player of a two-player game.
    pub fn other(self) -> Player {
        debug_assert!(self.0 < 2, "{self} of a game for two");
        Player(self.0 ^ 1)
    }

    /// The first `count` players.
    pub fn all(count: usize) -> impl Iterator<Item = Player> {
        (0..count).map(|seat| Player(u8::try_from(seat).expect("a game has at most 256 players")))
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0)
    }
}

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A player chooses a move.
    Player(Player),
    /// A die is thrown, a card is drawn: the move is chosen by [`Game::odds`].
    Chance,
}

/// The rules of a game.
///
/// `&self` carries what does not change during play (the size of the board, the maze), a
/// [`Position`](Game::Position) what does. Positions are copied, never undone, so keep them small.
/// A player may move twice in a row, and some moves may be up to [chance](Turn::Chance).
///
/// [`check_game`](crate::testing::check_game) tests what is promised here, for positions that can be
/// compared and printed. The front page of [this crate](crate) shows a whole game.
pub trait Game {
    /// A moment of play: everything the future depends on.
    type Position: Clone;
    /// One way to go on from a position.
    type Move: Copy + Eq + Debug;

    /// Where the game starts.
    fn start(&self) -> Self::Position;

    /// Who acts. Asked only of positions that are not over.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends every legal move, always in the same order. A position without moves is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// What `player` has won, in a position that is over.
    fn payoff(&self, position: &Self::Position, player: Player) -> f64;

    /// How many players there are: 2 unless said otherwise.
    fn players(&self) -> usize {
        2
    }

    /// How many moves make one round, in which every player moves once.
    fn round(&self) -> usize {
        self.players()
    }

    /// Appends the probability of each of `moves`, at a turn of [`Turn::Chance`]: equal
    /// unless said otherwise. They are positive and sum to one.
    fn odds(&self, position: &Self::Position, moves: &[Self::Move], odds: &mut Vec<f64>) {
        let _ = position;
        odds.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
    }

    /// A number that is equal for equal positions, whose turn it is included, and different for
    /// different ones (always, or with the certainty of a good 64-bit hash). `None`, the default,
    /// means that no table is used.
    fn key(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// What the rules make of a position that comes again: nothing, unless said otherwise.
    ///
    /// A position holds no past, so [`moves`](Self::moves) and [`payoff`](Self::payoff) know nothing of it. The rule is said here
    /// and applied by whoever knows the past: [`WithPast`](crate::WithPast) for searches of the textbook, referees and tests, and
    /// the [engine](crate::engine) by itself.
    #[inline(always)]
    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// Whether the rules of repetition take two positions for the same. Clocks do not matter to them, and symmetric positions are
    /// different ones. By default, positions with the same [repetition key](Self::repetition_key) are.
    fn is_same_position(&self, one: &Self::Position, other: &Self::Position) -> bool {
        self.repetition_key(one) == self.repetition_key(other)
    }

    /// A number that is equal for [the same positions](Self::is_same_position) and different for others with the certainty of a good
    /// 64-bit hash. Whose turn it is belongs to it, except where repetition is [forbidden](Repetition::Forbidden) whoever moves. By default the [key](Self::key), which is right where that holds no clock.
    ///
    /// # Panics
    /// If the game has no keys, by default.
    #[inline(always)]
    fn repetition_key(&self, position: &Self::Position) -> u64 {
        self.key(position).expect("a game whose rules mind repetition has keys")
    }

    /// At most so many plies back there can be [the same position](Self::is_same_position): in chess the moves since the last
    /// capture or pawn's move. A move adds one at most: what cannot come again now never can. By default it can be anywhere in the
    /// past.
    #[inline(always)]
    fn reversible_plies(&self, position: &Self::Position) -> u32 {
        let _ = position;
        u32::MAX
    }
}

/// What the rules make of a position that comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing.
    Ignored,
    /// The game is over, and nobody has won, when a position is there for this time. In chess it is the third.
    Draw {
        /// At least 2.
        times: u32,
    },
    /// A move that leads to a position of the past is not legal, as by the superko rule of Go. A player who has no other move
    /// ends the game, and [`Game::payoff`] has to say what it is worth.
    Forbidden,
}

/// A game for two in which one wins what the other loses.
///
/// It is a promise, made by an empty `impl`: [`players`](Game::players) is 2, and the payoffs of
/// both sum to zero wherever the game is over. Minimax and alpha-beta demand it, because a value
/// that is good for one player only says something about the other if the promise holds:
///
/// ```compile_fail,E0277
/// use outplay::{Game, Player, Turn, textbook::Search};
///
/// struct Picnic; // both players win if they meet: not zero-sum
///
/// impl Game for Picnic {
///     type Position = Vec<bool>;
///     type Move = bool;
///     fn start(&self) -> Vec<bool> { Vec::new() }
///     fn turn(&self, walks: &Vec<bool>) -> Turn { Turn::Player(Player(walks.len() as u8)) }
///     fn moves(&self, walks: &Vec<bool>, moves: &mut Vec<bool>) {
///         if walks.len() < 2 { moves.extend([true, false]) }
///     }
///     fn play(&self, walks: &mut Vec<bool>, mv: bool) { walks.push(mv) }
///     fn payoff(&self, walks: &Vec<bool>, _: Player) -> f64 { f64::from(walks[0] == walks[1]) }
/// }
///
/// // error: `Picnic` is not declared to be a two-player zero-sum game
/// let report = Search::new(&Picnic).alpha_beta(&Picnic.start());
/// ```
///
/// Searched by max-n, where each player maximises their own payoff, the same game is fine:
///
/// ```
/// # use outplay::{Game, Player, Turn, textbook::Search};
/// # struct Picnic;
/// # impl Game for Picnic {
/// #     type Position = Vec<bool>;
/// #     type Move = bool;
/// #     fn start(&self) -> Vec<bool> { Vec::new() }
/// #     fn turn(&self, walks: &Vec<bool>) -> Turn { Turn::Player(Player(walks.len() as u8)) }
/// #     fn moves(&self, walks: &Vec<bool>, moves: &mut Vec<bool>) {
/// #         if walks.len() < 2 { moves.extend([true, false]) }
/// #     }
/// #     fn play(&self, walks: &mut Vec<bool>, mv: bool) { walks.push(mv) }
/// #     fn payoff(&self, walks: &Vec<bool>, _: Player) -> f64 { f64::from(walks[0] == walks[1]) }
/// # }
/// let report = Search::new(&Picnic).max_n(&Picnic.start()).unwrap();
/// assert_eq!(report.value.unwrap().0, [1.0, 1.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared to be a two-player zero-sum game",
    label = "this search needs a game in which one player wins what the other loses",
    note = "if the payoffs of its two players always sum to zero, declare it: `impl ZeroSum for {Self} {{}}`",
    note = "otherwise use `Search::max_n`, where each player maximises their own payoff; `Search::paranoid`, one against all; or `Search::expectimax`, one against chance",
    note = "or say who is MAX and who is MIN with `Sides::new(&game, roles)`, and search that"
)]
pub trait ZeroSum: Game {
    /// What a finished game can be worth: win, draw or loss, unless said otherwise.
    /// [`check_zero_sum`](crate::testing::check_zero_sum) tests that it is true.
    fn outcomes(&self) -> Outcomes {
        Outcomes::WinDrawLoss
    }
}

/// What a finished game can be worth, for searches that compute in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// Payoffs are 1, 0 and -1. A quick win is better than a slow one.
    WinDrawLoss,
    /// Payoffs are points, whole numbers that count as they are.
    Points {
        /// The most that can be won, at most 32,767.
        most: i32,
    },
}

/// A game in which chance never moves.
///
/// It is a promise, made by an empty `impl`: nowhere is it the [turn](Game::turn) of [`Turn::Chance`]. The
/// [engine](crate::engine) demands it, because it takes every position to have a player who chooses.
/// [`check_deterministic`](crate::testing::check_deterministic) tests that it is true.
///
/// ```compile_fail,E0277
/// use outplay::{Game, Player, Turn, ZeroSum, engine::Engine};
///
/// struct Coin; // is thrown once: chance moves
///
/// impl Game for Coin {
///     type Position = Option<bool>;
///     type Move = bool;
///     fn start(&self) -> Option<bool> { None }
///     fn turn(&self, _: &Option<bool>) -> Turn { Turn::Chance }
///     fn moves(&self, side: &Option<bool>, moves: &mut Vec<bool>) {
///         if side.is_none() { moves.extend([true, false]) }
///     }
///     fn play(&self, side: &mut Option<bool>, up: bool) { *side = Some(up) }
///     fn payoff(&self, side: &Option<bool>, player: Player) -> f64 {
///         if (*side == Some(true)) == (player == Player::MAX) { 1.0 } else { -1.0 }
///     }
/// }
///
/// impl ZeroSum for Coin {}
///
/// // error: in `Coin` chance may move, and the engine searches games without chance
/// let engine = Engine::new(Coin, (), 1);
/// ```
///
/// Expectimax takes the same game:
///
/// ```
/// # use outplay::{Bound, Game, Player, Turn, ZeroSum, textbook::Search};
/// # struct Coin;
/// # impl Game for Coin {
/// #     type Position = Option<bool>;
/// #     type Move = bool;
/// #     fn start(&self) -> Option<bool> { None }
/// #     fn turn(&self, _: &Option<bool>) -> Turn { Turn::Chance }
/// #     fn moves(&self, side: &Option<bool>, moves: &mut Vec<bool>) {
/// #         if side.is_none() { moves.extend([true, false]) }
/// #     }
/// #     fn play(&self, side: &mut Option<bool>, up: bool) { *side = Some(up) }
/// #     fn payoff(&self, side: &Option<bool>, player: Player) -> f64 {
/// #         if (*side == Some(true)) == (player == Player::MAX) { 1.0 } else { -1.0 }
/// #     }
/// # }
/// let report = Search::new(&Coin).expectimax(&Coin.start(), Player::MAX).unwrap();
/// assert_eq!(report.value, Some(Bound::Exact(0.0)));
/// ```
#[diagnostic::on_unimplemented(
    message = "in `{Self}` chance may move, and the engine searches games without chance",
    label = "this search needs a game in which chance never moves",
    note = "if chance never moves in it, declare it: `impl Deterministic for {Self} {{}}`",
    note = "otherwise use `textbook::Search::expectimax`, which weighs what chance does by its odds",
    note = "for a tree that was read as text there is `Tree::for_engine`, for `Sides` there is `Sides::without_chance`: both check it"
)]
pub trait Deterministic: Game {}
