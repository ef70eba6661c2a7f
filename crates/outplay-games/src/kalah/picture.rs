//! The board as a person sees it.

use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape};
use outplay::{Game, Player};

use super::rules::{self, Kalah, Pit, count};

impl Kalah {
    /// Where a pit is: the first player sits below and sows to the right, the second one sits above.
    fn place(&self, player: Player, pit: u8) -> Place {
        match player {
            Player::MAX => Place { x: pit + 1, y: 1 },
            _ => Place { x: self.pits() - pit, y: 0 },
        }
    }
}

impl Drawn for Kalah {
    fn board(&self, board: &rules::Board) -> Board {
        let pits = Player::all(self.players()).flat_map(|player| {
            (0..self.pits()).map(move |pit| {
                let seeds = count(board.side(player), pit.into());
                Piece::new(self.place(player, pit), Shape::Pit, Some(player.0)).labelled(seeds)
            })
        });
        let store = |player: Player, x: u8| {
            let seeds = self.store_of(board.side(player));
            let piece = Piece::new(Place { x, y: 0 }, Shape::Pit, Some(player.0)).labelled(seeds);
            Piece { y: 0.5, ..piece }
        };
        let stores = [store(Player::MIN, 0), store(Player::MAX, self.pits() + 1)];
        Board {
            ground: Ground::Pits,
            width: self.pits() + 2,
            height: 2,
            pieces: pits.chain(stores).collect(),
            ..Board::default()
        }
    }

    fn gesture(&self, board: &rules::Board, pit: Pit) -> Gesture {
        Gesture::put(self.place(board.mover(), pit.0))
    }
}
