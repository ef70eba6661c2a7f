//! What is known beyond the rules: who has more lines open.

use outplay::engine::{Facts, Insight, Ordering, StaticEvaluation};
use outplay::{Evaluation, Player};

use super::rules::{Board, LINES, Square, TicTacToe};

/// The evaluation of Russell and Norvig's exercise: with Xn the lines in which X has n stones and O none,
/// 3 X2 + X1 - (3 O2 + O1), scaled to stay between a loss and a win.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// More than 3 X2 + X1 can be: eight lines, three points each.
const SCALE: f64 = 25.0;

impl Evaluation<TicTacToe> for OpenLines {
    fn evaluate(&self, _: &TicTacToe, board: &Board, player: Player) -> f64 {
        (open(board, player) - open(board, player.other())) / SCALE
    }
}

impl Insight<TicTacToe> for OpenLines {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = ();
    type Keys = ();

    const ALTERNATES: bool = true;

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &Self {
        self
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &() {
        &()
    }
}

impl Facts<TicTacToe, ()> for OpenLines {
    fn plies_left(&self, _: &TicTacToe, board: &Board) -> u32 {
        9 - (board.stones[0] | board.stones[1]).count_ones()
    }
}

impl StaticEvaluation<TicTacToe, ()> for OpenLines {
    type Carried = ();

    fn evaluate(&self, _: &TicTacToe, board: &Board, (): &(), (): &()) -> i32 {
        let mover = board.mover();
        (open(board, mover) - open(board, mover.other())) as i32
    }
}

impl Ordering<TicTacToe, ()> for OpenLines {
    type Note = ();

    const MOVE_INDICES: usize = 9;

    fn move_index(&self, _: &TicTacToe, square: Square) -> usize {
        usize::from(square.0)
    }
}

fn open(board: &Board, player: Player) -> f64 {
    let (own, other) = (board.stones[player.index()], board.stones[player.other().index()]);
    let free = LINES.iter().filter(|line| other & **line == 0);
    free.map(|line| match (own & line).count_ones() {
        1 => 1.0,
        2 => 3.0,
        _ => 0.0,
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::face::notation::Notation;
    use outplay::testing;

    #[test]
    fn it_stays_between_a_loss_and_a_win() {
        testing::check_evaluation(&TicTacToe, &OpenLines, -1.0, 1.0);
    }

    #[test]
    fn the_centre_is_best_and_the_edge_worst() {
        let value = |text| {
            let board = TicTacToe.read_position(text).unwrap();
            Evaluation::evaluate(&OpenLines, &TicTacToe, &board, Player::MAX)
        };
        assert_eq!(value("....X....") * SCALE, 4.0);
        assert_eq!(value("X........") * SCALE, 3.0);
        assert_eq!(value(".X.......") * SCALE, 2.0);
        assert_eq!(value("X...O....") * SCALE, 2.0 - 3.0);
        assert_eq!(value("XX.OO....") * SCALE, -1.0);
    }
}
