//! Snatch: a game of dice for two.
//!
//! A die is thrown, and the player to move takes the number or gives it to the other. Exactly 12 wins, and more than that loses.
//!
//! ```text
//! cargo run --release -p snatch -- play snatch
//! cargo run --release -p snatch -- solve snatch
//! cargo run --release -p snatch -- match snatch alpha-beta:depth=4 random
//! ```

use outplay::face::Entry;
use outplay::{Evaluation, Game, Player, Turn, ZeroSum};

const GOAL: u8 = 12;

#[derive(Clone)]
struct Snatch;

/// What both have, the number that was thrown, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Table {
    sums: [u8; 2],
    thrown: Option<u8>,
    mover: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Thrown(u8),
    Take,
    Give,
}

impl Game for Snatch {
    type Position = Table;
    type Move = Move;

    fn start(&self) -> Table {
        Table { sums: [0; 2], thrown: None, mover: 0 }
    }

    fn turn(&self, table: &Table) -> Turn {
        match table.thrown {
            None => Turn::Chance,
            Some(_) => Turn::Player(Player(table.mover)),
        }
    }

    fn moves(&self, table: &Table, moves: &mut Vec<Move>) {
        if table.sums.iter().any(|&sum| sum >= GOAL) {
            return;
        }
        match table.thrown {
            None => moves.extend((1..=6).map(Move::Thrown)),
            Some(_) => moves.extend([Move::Take, Move::Give]),
        }
    }

    fn play(&self, table: &mut Table, mv: Move) {
        let owner = match mv {
            Move::Thrown(number) => return table.thrown = Some(number),
            Move::Take => table.mover,
            Move::Give => 1 - table.mover,
        };
        table.sums[usize::from(owner)] += table.thrown.take().expect("a number was thrown");
        table.mover = 1 - table.mover;
    }

    fn payoff(&self, table: &Table, player: Player) -> f64 {
        let [own, other] = [player.index(), 1 - player.index()].map(|seat| table.sums[seat]);
        if own == GOAL || other > GOAL { 1.0 } else { -1.0 }
    }

    fn key(&self, table: &Table) -> Option<u64> {
        let Table { sums: [first, second], thrown, mover } = *table;
        let numbers = [first, second, thrown.unwrap_or(0), mover];
        Some(numbers.iter().fold(0, |key, &number| key << 8 | u64::from(number)))
    }
}

impl ZeroSum for Snatch {}

/// The nearer to the goal the better.
#[derive(Clone)]
struct Near;

impl Evaluation<Snatch> for Near {
    fn evaluate(&self, _: &Snatch, table: &Table, player: Player) -> f64 {
        let lead =
            f64::from(table.sums[player.index()]) - f64::from(table.sums[1 - player.index()]);
        lead / f64::from(2 * GOAL)
    }
}

fn main() -> std::process::ExitCode {
    let snatch = Entry::new("snatch", Snatch).about("take the die or give it away, come to 12");
    let snatch = snatch.seats(&["Ann", "Bob"]).zero_sum_with_chance().evaluation(Near);
    outplay_app::run(outplay_games::catalogue().with(snatch))
}
