//! The table as a person sees it: the points of both players, and the sum of the turn.

use outplay::Player;
use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape};

use super::rules::{Pig, PigMove, Scores};

impl Drawn for Pig {
    fn board(&self, scores: &Scores) -> Board {
        let points = |player: Player, x: u8| {
            Piece::new(Place { x, y: 0 }, Shape::Stone, Some(player.0))
                .labelled(scores.points(player))
        };
        let sum = Piece::new(Place { x: 1, y: 0 }, Shape::Die, None).labelled(scores.sum());
        Board {
            ground: Ground::Tiles,
            width: 3,
            height: 1,
            pieces: vec![points(Player::MAX, 0), sum, points(Player::MIN, 2)],
            caption: format!("first to {}", self.goal()),
            ..Board::default()
        }
    }

    fn gesture(&self, _: &Scores, _: PigMove) -> Gesture {
        Gesture::default()
    }
}
