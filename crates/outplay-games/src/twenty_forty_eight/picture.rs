//! The board as a person sees it.

use outplay::face::board::{Board, Drawn, Gesture, Ground, Piece, Place, Shape, Toward};

use super::rules::{Slide, Tiles, TilesMove, TwentyFortyEight};

fn place(square: u8) -> Place {
    Place { x: square % 4, y: square / 4 }
}

impl Drawn for TwentyFortyEight {
    fn board(&self, tiles: &Tiles) -> Board {
        let there = (0..16).filter(|&square| tiles.tile(square) > 0);
        let tile =
            |square| Piece::new(place(square), Shape::Tile, None).labelled(tiles.tile(square));
        Board {
            ground: Ground::Tiles,
            width: 4,
            height: 4,
            pieces: there.map(tile).collect(),
            caption: format!("{} points", tiles.points()),
            ..Board::default()
        }
    }

    fn gesture(&self, _: &Tiles, mv: TilesMove) -> Gesture {
        match mv {
            TilesMove::Slide(Slide::Left) => Gesture::slide(Toward::Left),
            TilesMove::Slide(Slide::Right) => Gesture::slide(Toward::Right),
            TilesMove::Slide(Slide::Up) => Gesture::slide(Toward::Up),
            TilesMove::Slide(Slide::Down) => Gesture::slide(Toward::Down),
            TilesMove::Put { square, .. } => Gesture::put(place(square)),
        }
    }
}
