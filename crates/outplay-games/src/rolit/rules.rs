//! The rules: Othello for two, three or four, on bit boards, one for each colour.
//!
//! The players put discs of their colour on the board of eight by eight in turn, and turn over all discs of any other colours that lie in a straight line between the
//! new disc and another one of the same colour. Who can turn discs over has to; who cannot puts a disc beside any disc there is (to the side or
//! across). So everybody always has a move, and the game is over when the board is full. Whoever has the most discs wins.
//!
//! Two players begin as in Othello; three with one disc each in the centre, whose fourth square is empty; four with one disc each.
//!
//! What is paid is a share of the win: 1 for a player who has more discs than all others, or equal parts for those who have as many.

use std::fmt::{self, Display};

use outplay::textbook::Passing;
use outplay::{Deterministic, Game, Player, Turn};

/// The most players.
pub(super) const COLOURS: usize = 4;

/// The game for a number of players. The first one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolit {
    players: u8,
}

/// Too few players, or too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayersError(u8);

impl Display for PlayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} players do not do: there are 2, 3 or 4", self.0)
    }
}

impl std::error::Error for PlayersError {}

impl Rolit {
    /// The game for two, three or four.
    pub fn new(players: u8) -> Result<Rolit, PlayersError> {
        if (2..=4).contains(&players) { Ok(Rolit { players }) } else { Err(PlayersError(players)) }
    }
}

impl Default for Rolit {
    fn default() -> Self {
        Rolit { players: 4 }
    }
}

/// A moment of play. Bit 0 is the square in the upper left, bit 63 the one in the lower right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs {
    /// The discs of each colour.
    pub(super) discs: [u64; COLOURS],
    pub(super) mover: u8,
}

impl Discs {
    /// How many discs a player has.
    pub fn count(&self, player: Player) -> u32 {
        self.discs[player.index()].count_ones()
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        Player(self.mover)
    }

    pub(super) fn all(&self) -> u64 {
        self.discs.iter().fold(0, |all, discs| all | discs)
    }

    /// The squares on which the player to move may put a disc.
    pub(super) fn squares(&self) -> u64 {
        let (own, all) = (self.discs[usize::from(self.mover)], self.all());
        let captures =
            DIRECTIONS.into_iter().fold(0, |squares, to| squares | ends(own, all & !own, to));
        match captures & !all {
            0 => DIRECTIONS.into_iter().fold(0, |beside, to| beside | shifted(all, to)) & !all,
            some => some,
        }
    }

    /// What is turned over by a disc of the player to move.
    fn turned_over(&self, disc: u64) -> u64 {
        let own = self.discs[usize::from(self.mover)];
        let others = self.all() & !own;
        DIRECTIONS.into_iter().fold(0, |turned, to| {
            let run = run(disc, others, to);
            let is_closed = shifted(run, to) & own != 0;
            if is_closed { turned | run } else { turned }
        })
    }
}

/// A way from a square to one beside it: how many bits up or down, and which squares it cannot come to.
#[derive(Clone, Copy)]
struct Direction {
    up: u32,
    down: u32,
    allowed: u64,
}

const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

const fn direction(up: u32, down: u32, allowed: u64) -> Direction {
    Direction { up, down, allowed }
}

const DIRECTIONS: [Direction; 8] = [
    direction(1, 0, NOT_FIRST),
    direction(0, 1, NOT_LAST),
    direction(8, 0, u64::MAX),
    direction(0, 8, u64::MAX),
    direction(9, 0, NOT_FIRST),
    direction(0, 9, NOT_LAST),
    direction(7, 0, NOT_LAST),
    direction(0, 7, NOT_FIRST),
];

fn shifted(squares: u64, to: Direction) -> u64 {
    squares << to.up >> to.down & to.allowed
}

/// The discs `others` in a row from some squares on.
fn run(from: u64, others: u64, to: Direction) -> u64 {
    let mut row = shifted(from, to) & others;
    for _ in 0..5 {
        row |= shifted(row, to) & others;
    }
    row
}

/// Where rows of `others` end that begin beside `own`.
fn ends(own: u64, others: u64, to: Direction) -> u64 {
    shifted(run(own, others, to), to)
}

/// A square, from 0 in the upper left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

impl Game for Rolit {
    type Position = Discs;
    type Move = Square;

    fn start(&self) -> Discs {
        let [d4, e4, d5, e5] = [27, 28, 35, 36].map(|square| 1 << square);
        let discs = match self.players {
            2 => [e4 | d5, d4 | e5, 0, 0],
            3 => [d4, e4, e5, 0],
            _ => [d4, e4, e5, d5],
        };
        Discs { discs, mover: 0 }
    }

    fn turn(&self, discs: &Discs) -> Turn {
        Turn::Player(discs.mover())
    }

    fn moves(&self, discs: &Discs, moves: &mut Vec<Square>) {
        let squares = discs.squares();
        moves.extend((0..64).filter(|square| squares >> square & 1 == 1).map(Square));
    }

    fn play(&self, discs: &mut Discs, Square(square): Square) {
        let disc = 1 << square;
        let turned = discs.turned_over(disc);
        discs.discs.iter_mut().for_each(|colour| *colour &= !turned);
        discs.discs[usize::from(discs.mover)] |= turned | disc;
        discs.mover = (discs.mover + 1) % self.players;
    }

    fn payoff(&self, discs: &Discs, player: Player) -> f64 {
        let counts = discs.discs.map(u64::count_ones);
        let most = counts.into_iter().max().unwrap_or(0);
        let winners = counts.iter().filter(|&&count| count == most).count();
        if discs.count(player) == most { 1.0 / winners as f64 } else { 0.0 }
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn key(&self, discs: &Discs) -> Option<u64> {
        let fold = |one: u64, other: u64| {
            let product =
                u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other ^ 0xd1b5_4a32_d192_ed03);
            product as u64 ^ (product >> 64) as u64
        };
        let mixed = discs.discs.into_iter().fold(u64::from(discs.mover), fold);
        Some(fold(mixed, discs.discs[0] ^ discs.discs[2].rotate_left(32)))
    }
}

impl Deterministic for Rolit {}

impl Passing for Rolit {
    fn pass_to(&self, discs: &mut Discs, player: Player) {
        discs.mover = player.0;
    }
}
