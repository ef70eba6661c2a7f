//! The board as a person sees it.

use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape, letters};

use super::rules::{Discs, Rolit, Square};

fn place(square: u8) -> Place {
    Place { x: square % 8, y: square / 8 }
}

impl Drawn for Rolit {
    fn board(&self, discs: &Discs) -> Board {
        let seats = (0_u8..).zip(discs.discs);
        let pieces = seats.flat_map(|(seat, discs)| {
            let there = (0..64).filter(move |square| discs >> square & 1 == 1);
            there.map(move |square| Piece::new(place(square), Shape::Disc, Some(seat)))
        });
        Board {
            ground: Ground::Cloth,
            width: 8,
            height: 8,
            columns: letters(8),
            rows: (1..=8).map(|row: u8| row.to_string()).collect(),
            pieces: pieces.collect(),
            ..Board::default()
        }
    }

    fn gesture(&self, _: &Discs, square: Square) -> Gesture {
        Gesture::put(place(square.0))
    }
}
