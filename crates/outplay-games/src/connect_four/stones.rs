//! Numbers of positions of small boards: how high the columns are, and which of the stones the player to move has.

use std::collections::HashMap;

use outplay::solve::tables::Kind;

use super::rules::{Board, ConnectFour};
use crate::by_stones::Stones;
use crate::combinations::{choose, gathered, rank, scattered, set};

/// Larger boards have too many positions to be solved whole.
const MOST_SQUARES: u32 = 25;

/// A small board with numbers for its positions.
pub(super) struct SmallBoard {
    game: ConnectFour,
    /// For each number of stones, all ways in which they can lie in the columns.
    heaps: Vec<Vec<u64>>,
    /// Which of them it is, by the squares that are taken.
    places: HashMap<u64, u64>,
}

impl SmallBoard {
    /// The board of a game, if it is small enough.
    pub(super) fn new(game: &ConnectFour) -> Result<SmallBoard, String> {
        let (width, height) = (game.width(), game.height());
        let squares = width * height;
        if squares > MOST_SQUARES {
            return Err(format!(
                "{width} x {height} has too many positions for tables: there are some of boards with up to {MOST_SQUARES} squares"
            ));
        }
        let mut heaps = vec![Vec::new(); squares as usize + 1];
        for heap in heaps_of(height, width) {
            heaps[heap.count_ones() as usize].push(heap);
        }
        let places = heaps.iter().flat_map(|heaps| heaps.iter().copied().zip(0..)).collect();
        Ok(SmallBoard { game: game.clone(), heaps, places })
    }

    /// In how many ways so many stones can belong to the players.
    fn ways(stones: u8) -> u64 {
        choose(stones.into(), u32::from(stones) / 2)
    }
}

/// All ways to fill columns from the bottom up.
fn heaps_of(height: u32, columns: u32) -> Vec<u64> {
    let Some(others) = columns.checked_sub(1) else { return vec![0] };
    let above = |rest: u64| (0..=height).map(move |high| rest << (height + 1) | ((1 << high) - 1));
    heaps_of(height, others).into_iter().flat_map(above).collect()
}

impl Stones for SmallBoard {
    type Game = ConnectFour;

    const KINDS: &'static [Kind] = &[Kind::Scores];

    fn game(&self) -> &ConnectFour {
        &self.game
    }

    fn name(&self) -> String {
        format!("connect-four-{}x{}", self.game.width(), self.game.height())
    }

    fn rules(&self) -> u64 {
        let (width, height) = (self.game.width(), self.game.height());
        0x666f_7572_0000_0001 | u64::from(width) << 16 | u64::from(height) << 8
    }

    fn squares(&self) -> u8 {
        self.heaps.len() as u8 - 1
    }

    fn stones(&self, board: &Board) -> u8 {
        board.count() as u8
    }

    fn count(&self, stones: u8) -> u64 {
        self.heaps[usize::from(stones)].len() as u64 * Self::ways(stones)
    }

    fn number(&self, board: &Board) -> u64 {
        let heap = self.places[&board.stones];
        heap * Self::ways(self.stones(board)) + rank(gathered(board.own, board.stones))
    }

    fn position(&self, stones: u8, number: u64) -> Option<Board> {
        let ways = Self::ways(stones);
        let taken = self.heaps[usize::from(stones)][(number / ways) as usize];
        let own = scattered(set(number % ways, u32::from(stones) / 2), taken);
        let board = Board { own, stones: taken };
        // After four in a row nobody moves.
        (!self.game.has_four(board.own)).then_some(board)
    }

    /// As a solver counts: the player who has just completed a four would have had half of the squares that are left.
    fn points(&self, board: &Board) -> i32 {
        let unused = i32::from(self.squares()) - board.count();
        if self.game.has_four(board.other()) { -(unused / 2 + 1) } else { 0 }
    }
}
