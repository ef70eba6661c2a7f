//! Games with what the engine is told about them when it solves.

use outplay::engine::Insight;
use outplay::face::{Notation, Playable};
use outplay::{Deterministic, ZeroSum};
use outplay_games::connect_four::{ConnectFour, Threats};
use outplay_games::othello::{Discs, Othello};
use outplay_games::tic_tac_toe::{OpenLines, TicTacToe};

pub trait Solved: Playable + ZeroSum + Deterministic + Notation {
    type Solver: Insight<Self>;
    fn solver(&self) -> Self::Solver;
}

impl Solved for ConnectFour {
    type Solver = Threats;
    fn solver(&self) -> Threats {
        Threats
    }
}

impl Solved for Othello {
    type Solver = Discs;
    fn solver(&self) -> Discs {
        Discs::default()
    }
}

impl Solved for TicTacToe {
    type Solver = OpenLines;
    fn solver(&self) -> OpenLines {
        OpenLines
    }
}
