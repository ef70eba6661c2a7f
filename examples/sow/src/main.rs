//! Sow: a sowing game for two in which one may move again.
//!
//! Each player has five pits with three seeds each, and a store. A move takes all seeds of an own pit and sows them one by one, in
//! own pits, the own store and the pits of the other. Whoever puts the last seed into the own store moves again. Once a player
//! has no seeds to sow, the game is over; seeds that are left belong to the owner of their pits, and more seeds win.
//!
//! ```text
//! cargo run --release -p sow -- play sow
//! cargo run --release -p sow -- solve sow
//! cargo run --release -p sow -- match sow engine random
//! ```

use outplay::engine::Evaluated;
use outplay::face::Entry;
use outplay::{Deterministic, Evaluation, Game, Outcomes, Player, Turn, ZeroSum};

const PITS: usize = 5;
const SEEDS: u8 = 3;

#[derive(Clone)]
struct Sow;

/// The seeds of each player, the store last, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Board {
    seeds: [[u8; PITS + 1]; 2],
    mover: usize,
}

impl Game for Sow {
    type Position = Board;
    type Move = usize;

    fn start(&self) -> Board {
        let mut row = [SEEDS; PITS + 1];
        row[PITS] = 0;
        Board { seeds: [row; 2], mover: 0 }
    }

    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(Player(board.mover as u8))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<usize>) {
        moves.extend((0..PITS).filter(|&pit| board.seeds[board.mover][pit] > 0));
    }

    fn play(&self, board: &mut Board, pit: usize) {
        let (mut side, mut at) = (board.mover, pit);
        for _ in 0..std::mem::take(&mut board.seeds[side][pit]) {
            at += 1;
            // The store of the other player is passed over.
            if at > PITS || at == PITS && side != board.mover {
                (side, at) = (1 - side, 0);
            }
            board.seeds[side][at] += 1;
        }
        if (side, at) != (board.mover, PITS) {
            board.mover = 1 - board.mover;
        }
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        let [own, other] = [player.index(), 1 - player.index()];
        let sum = |side: usize| f64::from(board.seeds[side].iter().sum::<u8>());
        sum(own) - sum(other)
    }

    fn key(&self, board: &Board) -> Option<u64> {
        let seeds = board.seeds.iter().flatten();
        let mixed = |key: u64, &seeds: &u8| outplay::mixed(key ^ u64::from(seeds) << 32);
        Some(seeds.fold(board.mover as u64 + 1, mixed))
    }
}

impl ZeroSum for Sow {
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: 2 * PITS as i32 * i32::from(SEEDS) }
    }
}

impl Deterministic for Sow {}

/// Seeds in the store are safe.
#[derive(Clone)]
struct Stores;

impl Evaluation<Sow> for Stores {
    fn evaluate(&self, _: &Sow, board: &Board, player: Player) -> f64 {
        let store = |side: usize| f64::from(board.seeds[side][PITS]);
        store(player.index()) - store(1 - player.index())
    }
}

fn main() -> std::process::ExitCode {
    let sow = Entry::new("sow", Sow).about("sow seeds, the last one into the store moves again");
    let sow = sow.seats(&["South", "North"]).zero_sum().insight(|_| Evaluated(Stores));
    outplay_app::run(outplay_games::catalogue().with(sow))
}
