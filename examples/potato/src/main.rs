//! Hot potato: a game for three.
//!
//! Twelve matches lie on the table. In turn everybody takes one, two or three. Whoever takes the last match loses two points, and
//! the others win one each: nobody can win alone, and the player in the middle decides who loses.
//!
//! ```text
//! cargo run --release -p potato -- play potato
//! cargo run --release -p potato -- analyse potato --search max-n
//! cargo run --release -p potato -- match potato max-n paranoid random
//! ```

use outplay::face::Entry;
use outplay::{Game, Player, Turn};

#[derive(Clone)]
struct Potato;

/// How many matches are left, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matches {
    left: u8,
    mover: u8,
}

impl Game for Potato {
    type Position = Matches;
    type Move = u8;

    fn players(&self) -> usize {
        3
    }

    fn start(&self) -> Matches {
        Matches { left: 12, mover: 0 }
    }

    fn turn(&self, matches: &Matches) -> Turn {
        Turn::Player(Player(matches.mover))
    }

    fn moves(&self, matches: &Matches, moves: &mut Vec<u8>) {
        moves.extend(1..=matches.left.min(3));
    }

    fn play(&self, matches: &mut Matches, taken: u8) {
        matches.left -= taken;
        matches.mover = (matches.mover + 1) % 3;
    }

    fn payoff(&self, matches: &Matches, player: Player) -> f64 {
        // The turn has gone on since the last match was taken.
        let last = (matches.mover + 2) % 3;
        if player.0 == last { -2.0 } else { 1.0 }
    }

    fn key(&self, matches: &Matches) -> Option<u64> {
        Some(u64::from(matches.left) * 3 + u64::from(matches.mover))
    }
}

fn main() -> std::process::ExitCode {
    let potato = Entry::new("potato", Potato).about("three take matches, the last one loses");
    outplay_app::run(outplay_games::catalogue().with(potato.seats(&["Ann", "Bob", "Cat"])))
}
