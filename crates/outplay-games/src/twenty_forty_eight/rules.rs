//! The rules, on a board of 64 bits: four for each square, the power of two that lies there, and nothing for an empty one.
//!
//! A move slides all tiles to one side. Two equal tiles that meet become one of twice the value, and bring as many points; a tile is merged once in a move. A
//! move that changes nothing is not legal. After each move, and twice at the start, chance puts a tile on an empty square, any of them as
//! likely: a 2 nine times out of ten, otherwise a 4. The game is over when no move is left, and pays the points.
//!
//! Two tiles of 32,768 are not merged: there is no room for more, and nobody has come that far without taking moves back.

use std::sync::LazyLock;

use outplay::{Game, Player, Turn};

/// The largest power of two on the board.
const LARGEST: u16 = 15;

/// How often chance puts a 2, and not a 4.
const TWO: f64 = 0.9;

/// The game: one player, and chance.
#[derive(Clone, Copy, Debug)]
pub struct TwentyFortyEight {
    rows: &'static Rows,
}

impl TwentyFortyEight {
    /// The game.
    pub fn new() -> Self {
        TwentyFortyEight { rows: &ROWS }
    }

    /// A board after a slide, and the points that it brings. The board is the same if the slide is not legal.
    #[inline]
    pub(super) fn slid(&self, board: u64, to: Slide) -> (u64, u32) {
        match to {
            Slide::Left => self.each_row(board, &self.rows.left),
            Slide::Right => self.each_row(board, &self.rows.right),
            Slide::Up => self.each_column(board, &self.rows.left),
            Slide::Down => self.each_column(board, &self.rows.right),
        }
    }

    #[inline]
    fn each_row(&self, board: u64, after: &[u16]) -> (u64, u32) {
        let (mut next, mut points) = (0, 0);
        for shift in [0, 16, 32, 48] {
            let row = usize::from((board >> shift) as u16);
            next |= u64::from(after[row]) << shift;
            points += self.rows.points[row];
        }
        (next, points)
    }

    #[inline]
    fn each_column(&self, board: u64, after: &[u16]) -> (u64, u32) {
        let (next, points) = self.each_row(transposed(board), after);
        (transposed(next), points)
    }
}

impl Default for TwentyFortyEight {
    fn default() -> Self {
        TwentyFortyEight::new()
    }
}

/// What becomes of each row, as 16 bits with the leftmost square in the lowest four.
#[derive(Debug)]
struct Rows {
    left: Vec<u16>,
    right: Vec<u16>,
    /// The same to either side.
    points: Vec<u32>,
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let slid: Vec<(u16, u32)> = (0..=u16::MAX).map(slid_left).collect();
    let right = (0..=u16::MAX).map(|row| mirrored(slid[usize::from(mirrored(row))].0));
    Rows {
        left: slid.iter().map(|one| one.0).collect(),
        right: right.collect(),
        points: slid.iter().map(|one| one.1).collect(),
    }
});

/// A row after a slide to the left, and the points that it brings.
fn slid_left(row: u16) -> (u16, u32) {
    let tiles = [0, 4, 8, 12].map(|shift| row >> shift & 15).into_iter().filter(|&tile| tile > 0);
    let (mut next, mut place, mut waiting, mut points) = (0, 0, 0, 0);
    for tile in tiles {
        if tile == waiting && tile < LARGEST {
            next += 1 << (4 * (place - 1));
            points += 2 << tile;
            waiting = 0;
        } else {
            next |= tile << (4 * place);
            place += 1;
            waiting = tile;
        }
    }
    (next, points)
}

/// A row from the other side.
pub(super) fn mirrored(row: u16) -> u16 {
    row >> 12 | row >> 4 & 0xf0 | row << 4 & 0xf00 | row << 12
}

/// Rows as columns: first within blocks of two by two, then the blocks.
pub(super) fn transposed(board: u64) -> u64 {
    let swapped = |board: u64, mask: u64, shift: u32| {
        let differences = (board ^ board >> shift) & mask;
        board ^ differences ^ differences << shift
    };
    let board = swapped(board, 0x0000_f0f0_0000_f0f0, 12);
    swapped(board, 0x0000_0000_ff00_ff00, 24)
}

/// A moment of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// Four bits for each square, from the upper left, row by row.
    pub(super) board: u64,
    /// The points so far.
    pub(super) points: u32,
    /// How many tiles chance puts on the board before the player moves.
    pub(super) to_come: u8,
}

impl Tiles {
    /// What lies on a square, counted from 0 in the upper left: 2, 4, 8 and so on, or 0.
    pub fn tile(&self, square: u8) -> u32 {
        match self.board >> (4 * square) & 15 {
            0 => 0,
            power => 1 << power,
        }
    }

    /// The largest tile.
    pub fn largest(&self) -> u32 {
        (0..16).map(|square| self.tile(square)).max().unwrap_or(0)
    }

    /// The points so far.
    pub fn points(&self) -> u32 {
        self.points
    }

    /// The squares without a tile.
    fn empty(&self) -> impl Iterator<Item = u8> + use<> {
        let board = self.board;
        (0..16).filter(move |square| board >> (4 * square) & 15 == 0)
    }
}

/// Where to slide the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slide {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Slide {
    /// All four.
    pub const ALL: [Slide; 4] = [Slide::Left, Slide::Right, Slide::Up, Slide::Down];
}

/// What the player does, or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TilesMove {
    /// The player slides the tiles.
    Slide(Slide),
    /// Chance puts a tile on a square.
    Put {
        /// The square, from 0 in the upper left, row by row.
        square: u8,
        /// Whether it is a 4, and not a 2.
        four: bool,
    },
}

impl Game for TwentyFortyEight {
    type Position = Tiles;
    type Move = TilesMove;

    fn start(&self) -> Tiles {
        Tiles { board: 0, points: 0, to_come: 2 }
    }

    fn turn(&self, tiles: &Tiles) -> Turn {
        if tiles.to_come > 0 { Turn::Chance } else { Turn::Player(Player::MAX) }
    }

    fn moves(&self, tiles: &Tiles, moves: &mut Vec<TilesMove>) {
        if tiles.to_come > 0 {
            let both = |square| [false, true].map(|four| TilesMove::Put { square, four });
            moves.extend(tiles.empty().flat_map(both));
        } else {
            let legal = |to: &Slide| self.slid(tiles.board, *to).0 != tiles.board;
            moves.extend(Slide::ALL.into_iter().filter(legal).map(TilesMove::Slide));
        }
    }

    fn play(&self, tiles: &mut Tiles, mv: TilesMove) {
        match mv {
            TilesMove::Slide(to) => {
                let (board, points) = self.slid(tiles.board, to);
                *tiles = Tiles { board, points: tiles.points + points, to_come: 1 };
            }
            TilesMove::Put { square, four } => {
                tiles.board |= (1 + u64::from(four)) << (4 * square);
                tiles.to_come -= 1;
            }
        }
    }

    fn payoff(&self, tiles: &Tiles, _: Player) -> f64 {
        tiles.points.into()
    }

    fn players(&self) -> usize {
        1
    }

    fn odds(&self, _: &Tiles, moves: &[TilesMove], odds: &mut Vec<f64>) {
        let squares = moves.len() as f64 / 2.0;
        odds.extend(moves.iter().map(|mv| match mv {
            TilesMove::Put { four: true, .. } => (1.0 - TWO) / squares,
            _ => TWO / squares,
        }));
    }

    fn key(&self, tiles: &Tiles) -> Option<u64> {
        let fold = |one: u64, other: u64| {
            let product = u128::from(one) * u128::from(other);
            product as u64 ^ (product >> 64) as u64
        };
        let rest = u64::from(tiles.points) << 2 | u64::from(tiles.to_come);
        let once = fold(tiles.board ^ 0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03);
        Some(fold(once ^ rest, 0x8cb9_2ba7_2f3d_8dd7) ^ once)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::testing;

    #[test]
    fn the_game_keeps_its_promises() {
        testing::check_game(&TwentyFortyEight::new());
    }

    #[test]
    fn rows_slide_and_merge() {
        let row = |tiles: [u16; 4]| tiles.iter().rev().fold(0, |row, tile| row << 4 | tile);
        for (before, after, points) in [
            ([1, 1, 0, 0], [2, 0, 0, 0], 4),
            ([1, 1, 1, 1], [2, 2, 0, 0], 8),
            ([2, 1, 1, 0], [2, 2, 0, 0], 4), // a tile is merged once
            ([1, 0, 1, 2], [2, 2, 0, 0], 4),
            ([0, 0, 0, 3], [3, 0, 0, 0], 0),
            ([1, 1, 1, 0], [2, 1, 0, 0], 4), // those that meet first
            ([10, 10, 0, 0], [11, 0, 0, 0], 2048),
            ([15, 15, 0, 0], [15, 15, 0, 0], 0),
        ] {
            assert_eq!(slid_left(row(before)), (row(after), points), "{before:?}");
        }
    }

    #[test]
    fn columns_are_rows_transposed() {
        let board = 0xfedc_ba98_7654_3210;
        assert_eq!(transposed(board), 0xfb73_ea62_d951_c840);
        assert_eq!(transposed(transposed(board)), board);
        assert_eq!(mirrored(0x3210), 0x0123);
        let game = TwentyFortyEight::new();
        // Two 2s below each other in the left column.
        let board = 0x0000_0001_0000_0001;
        assert_eq!(game.slid(board, Slide::Up), (0x0000_0000_0000_0002, 4));
        assert_eq!(game.slid(board, Slide::Down), (0x0002_0000_0000_0000, 4));
        assert_eq!(game.slid(board, Slide::Left), (board, 0));
        assert_eq!(game.slid(board, Slide::Right), (0x0000_1000_0000_1000, 0));
    }
}
