//! Connect Four on a grid of letters, solved by plain minimax. It judges the engine, and shares nothing with it.

use std::collections::HashMap;

const WIDTH: usize = 7;
const HEIGHT: usize = 6;
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The discs of each column, from the bottom; `false` for the first player's.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct SlowFour {
    columns: [Vec<bool>; WIDTH],
}

impl SlowFour {
    /// After some moves: columns as digits, from 1.
    pub fn after(line: &str) -> SlowFour {
        let mut board = SlowFour::default();
        for digit in line.bytes() {
            board.drop_in(usize::from(digit - b'1'));
        }
        board
    }

    /// How many cells are empty.
    pub fn empty(&self) -> usize {
        WIDTH * HEIGHT - self.discs()
    }

    fn discs(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    /// The columns that are not full.
    pub fn open(&self) -> Vec<usize> {
        (0..WIDTH).filter(|&column| self.columns[column].len() < HEIGHT).collect()
    }

    /// The player to move puts a disc on top of a column.
    pub fn drop_in(&mut self, column: usize) {
        let player = self.discs() % 2 == 1;
        self.columns[column].push(player);
    }

    /// Whether the player to move has four in a row by a disc in this column.
    pub fn wins(&self, column: usize) -> bool {
        let mut after = self.clone();
        after.drop_in(column);
        let row = self.columns[column].len();
        DIRECTIONS.iter().any(|&step| after.in_a_row(column, row, step) >= 4)
    }

    /// How many discs of one player are in line with one of them, in both directions of a step.
    fn in_a_row(&self, column: usize, row: usize, (right, up): (isize, isize)) -> usize {
        let player = self.columns[column][row];
        let is_same = |far: isize| {
            let at = |from: usize, step: isize| from as isize + far * step;
            self.disc(at(column, right), at(row, up)) == Some(player)
        };
        let ahead = (1..4).take_while(|&far| is_same(far)).count();
        let behind = (1..4).take_while(|&far| is_same(-far)).count();
        1 + ahead + behind
    }

    fn disc(&self, column: isize, row: isize) -> Option<bool> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// The score for the player to move: 1 for a win with the last disc of that player, 2 with the one before it, and so on.
    pub fn score(&self, seen: &mut HashMap<SlowFour, i32>) -> i32 {
        if let Some(&score) = seen.get(self) {
            return score;
        }
        let after = |column: usize| match self.wins(column) {
            true => (WIDTH * HEIGHT).div_ceil(2) as i32 - self.discs() as i32 / 2,
            false => {
                let mut child = self.clone();
                child.drop_in(column);
                -child.score(seen)
            }
        };
        let score = self.open().into_iter().map(after).max().unwrap_or(0);
        seen.insert(self.clone(), score);
        score
    }
}
