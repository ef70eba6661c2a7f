//! Three evaluations of Othello on 6 x 6, from what a beginner counts to what a club player looks at.

use outplay::{Evaluation, Game, Player};
use outplay_games::othello::{Board, Othello, Square};

/// The board of the experiments.
pub(super) const SIZE: u32 = 6;
/// No opinion is as large as the smallest win, which is 2 discs.
const MOST: f64 = 1.9;

/// An evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opinion {
    /// Who has more discs now.
    Discs,
    /// Who can choose among more moves.
    Moves,
    /// The same, and corners, which nobody can take back, count as ten moves.
    MovesAndCorners,
}

pub(super) const OPINIONS: [Opinion; 3] =
    [Opinion::Discs, Opinion::Moves, Opinion::MovesAndCorners];

impl Opinion {
    pub(super) fn name(self) -> &'static str {
        match self {
            Opinion::Discs => "discs",
            Opinion::Moves => "moves",
            Opinion::MovesAndCorners => "moves and corners",
        }
    }

    /// The difference of what is counted, and the most that it can be.
    fn difference(self, game: &Othello, board: &Board, player: Player) -> (f64, f64) {
        let other = Player(1 - player.0);
        let discs = |player, among: u64| f64::from((board.discs(player) & among).count_ones());
        match self {
            Opinion::Discs => (discs(player, u64::MAX) - discs(other, u64::MAX), 36.0),
            Opinion::Moves => (moves(game, board, player) - moves(game, board, other), 36.0),
            Opinion::MovesAndCorners => {
                let corners = discs(player, CORNERS) - discs(other, CORNERS);
                (moves(game, board, player) - moves(game, board, other) + 10.0 * corners, 76.0)
            }
        }
    }
}

/// The corners of 6 x 6 in the middle of 8 x 8.
const CORNERS: u64 = 1 << 9 | 1 << 14 | 1 << 49 | 1 << 54;

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

impl Evaluation<Othello> for Opinion {
    fn evaluate(&self, game: &Othello, board: &Board, player: Player) -> f64 {
        let (difference, most) = self.difference(game, board, player);
        MOST * difference / most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions_are_opposite_for_the_two_players_and_smaller_than_a_win() {
        let game = Othello::new(SIZE).expect("a size");
        for seed in 0..50 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut board = game.start();
            let mut choices = Vec::new();
            game.moves(&board, &mut choices);
            while !choices.is_empty() {
                for opinion in OPINIONS {
                    let [first, second] =
                        [Player::MAX, Player::MIN].map(|one| opinion.evaluate(&game, &board, one));
                    assert!((first + second).abs() < 1e-12 && first.abs() < 2.0, "{opinion:?}");
                }
                game.play(&mut board, choices[random.usize(..choices.len())]);
                choices.clear();
                game.moves(&board, &mut choices);
            }
        }
    }

    #[test]
    fn at_the_start_both_have_four_moves_and_no_corner() {
        let game = Othello::new(SIZE).expect("a size");
        let start = game.start();
        assert_eq!(
            (moves(&game, &start, Player::MAX), moves(&game, &start, Player::MIN)),
            (4.0, 4.0)
        );
        assert!(OPINIONS.iter().all(|one| one.evaluate(&game, &start, Player::MAX) == 0.0));
    }
}
