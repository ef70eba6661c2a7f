//! Pegs: a puzzle for one.
//!
//! Ten holes in a triangle, nine pegs. A peg jumps over its neighbour into a hole, and the neighbour is taken away. The fewer pegs are left
//! when nothing can jump, the better: every peg that was taken is a point.
//!
//! ```text
//!       0           cargo run --release -p pegs -- play pegs
//!      1 2          cargo run --release -p pegs -- analyse pegs
//!     3 4 5         cargo run --release -p pegs -- match pegs max-n random
//!    6 7 8 9
//! ```

use std::fmt;

use outplay::face::Entry;
use outplay::{Game, Player, Turn};

#[derive(Clone)]
struct Pegs;

/// From one hole over another into a third.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Jump(u8, u8, u8);

impl fmt::Debug for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.2)
    }
}

/// Three holes in a line, whichever way one jumps.
const LINES: [[u8; 3]; 9] = [
    [0, 1, 3],
    [1, 3, 6],
    [2, 4, 7],
    [0, 2, 5],
    [2, 5, 9],
    [1, 4, 8],
    [3, 4, 5],
    [6, 7, 8],
    [7, 8, 9],
];

const HOLES: u32 = 10;

impl Game for Pegs {
    /// A bit for each hole with a peg.
    type Position = u16;
    type Move = Jump;

    fn players(&self) -> usize {
        1
    }

    fn start(&self) -> u16 {
        // The hole that is empty is in the middle of an edge: from there one peg alone can be left.
        (1 << HOLES) - 1 - (1 << 1)
    }

    fn turn(&self, _: &u16) -> Turn {
        Turn::Player(Player(0))
    }

    fn moves(&self, pegs: &u16, moves: &mut Vec<Jump>) {
        let has = |hole: u8| pegs >> hole & 1 == 1;
        for [one, over, other] in LINES {
            for (from, to) in [(one, other), (other, one)] {
                if has(from) && has(over) && !has(to) {
                    moves.push(Jump(from, over, to));
                }
            }
        }
    }

    fn play(&self, pegs: &mut u16, Jump(from, over, to): Jump) {
        *pegs = *pegs & !(1 << from | 1 << over) | 1 << to;
    }

    fn payoff(&self, pegs: &u16, _: Player) -> f64 {
        f64::from(HOLES - 1 - pegs.count_ones())
    }

    fn key(&self, pegs: &u16) -> Option<u64> {
        Some(u64::from(*pegs))
    }
}

fn main() -> std::process::ExitCode {
    let pegs = Entry::new("pegs", Pegs).about("a triangle of pegs that jump, for one");
    outplay_app::run(outplay_games::catalogue().with(pegs.seats(&["You"])))
}
