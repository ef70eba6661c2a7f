//! Three evaluations for experiments, from what a beginner counts to what a club player looks at. None is as large as the smallest win, so
//! that a finished game is always worth more than an opinion.

use outplay::face::OwnEvaluation;
use outplay::{Game, Player};

use super::{Board, Othello, Square};

/// The smallest win is 2 discs.
const MOST: f64 = 1.9;

/// A corner counts as many moves.
const CORNER: f64 = 10.0;

/// The evaluations by name.
pub(super) const EVALUATIONS: [(&str, OwnEvaluation<Othello>); 3] =
    [("discs", by_discs), ("moves", by_moves), ("moves-and-corners", by_moves_and_corners)];

/// The difference of discs now.
fn by_discs(game: &Othello, board: &Board, player: Player) -> f64 {
    scaled(lead(player, |one| discs(board, one, u64::MAX)), area(game))
}

/// The difference in the number of moves to choose from.
fn by_moves(game: &Othello, board: &Board, player: Player) -> f64 {
    scaled(lead(player, |one| moves(game, board, one)), area(game))
}

/// The same, and corners, which nobody can take back.
fn by_moves_and_corners(game: &Othello, board: &Board, player: Player) -> f64 {
    let corners = corners(game.size());
    let counted = |one| moves(game, board, one) + CORNER * discs(board, one, corners);
    scaled(lead(player, counted), area(game) + 4.0 * CORNER)
}

/// How much more a player has of something than the other one.
fn lead(player: Player, counted: impl Fn(Player) -> f64) -> f64 {
    counted(player) - counted(player.other())
}

fn scaled(lead: f64, most: f64) -> f64 {
    MOST * lead / most
}

fn area(game: &Othello) -> f64 {
    f64::from(game.size() * game.size())
}

fn discs(board: &Board, player: Player, among: u64) -> f64 {
    f64::from((board.discs(player) & among).count_ones())
}

/// The corners of a board in the middle of 8 x 8.
fn corners(size: u32) -> u64 {
    let (low, high) = ((8 - size) / 2, (8 + size) / 2 - 1);
    let square = |x: u32, y: u32| 1 << (8 * y + x);
    square(low, low) | square(high, low) | square(low, high) | square(high, high)
}

/// In how many places a player could put a disc, if it were their turn.
fn moves(game: &Othello, board: &Board, player: Player) -> f64 {
    let mut board = *board;
    if board.mover() != player {
        game.play(&mut board, Square::PASS);
    }
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    moves.retain(|&square| square != Square::PASS);
    moves.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_opposite_for_the_two_players_and_smaller_than_a_win() {
        for (size, seed) in
            [4, 6, 8].into_iter().flat_map(|size| (0..20).map(move |seed| (size, seed)))
        {
            let game = Othello::new(size).expect("a size");
            let mut random = fastrand::Rng::with_seed(seed);
            let mut board = game.start();
            let mut choices = Vec::new();
            game.moves(&board, &mut choices);
            while !choices.is_empty() {
                for (name, evaluation) in EVALUATIONS {
                    let [first, second] =
                        [Player::MAX, Player::MIN].map(|one| evaluation(&game, &board, one));
                    assert!((first + second).abs() < 1e-12 && first.abs() < 2.0, "{name}");
                }
                game.play(&mut board, choices[random.usize(..choices.len())]);
                choices.clear();
                game.moves(&board, &mut choices);
            }
        }
    }

    #[test]
    fn at_the_start_both_have_four_moves_and_no_corner() {
        let game = Othello::new(6).expect("a size");
        let start = game.start();
        let each = [Player::MAX, Player::MIN].map(|player| moves(&game, &start, player));
        assert_eq!(each, [4.0, 4.0]);
        assert!(EVALUATIONS.iter().all(|(_, one)| one(&game, &start, Player::MAX) == 0.0));
        assert_eq!(corners(6), 1 << 9 | 1 << 14 | 1 << 49 | 1 << 54);
        assert_eq!(corners(8), 1 | 1 << 7 | 1 << 56 | 1 << 63);
    }
}
