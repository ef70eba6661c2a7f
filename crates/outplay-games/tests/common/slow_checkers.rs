//! Checkers on a board of characters with columns and rows, written naively. It judges the rules, and shares nothing with them.

/// All 64 squares, `b` and `B` for Black's men and kings, `w` and `W` for White's, and the colour to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SlowCheckers {
    marks: [[char; 8]; 8],
    side: char,
}

type Place = (i32, i32);

/// A move: all its squares, 1 to 32, and the position that it leads to.
pub type SlowMove = (Vec<u32>, SlowCheckers);

/// Column and row of a square.
fn place(square: u32) -> Place {
    let row = (square as i32 - 1) / 4;
    let nth = (square as i32 - 1) % 4;
    (if row % 2 == 0 { 2 * nth + 1 } else { 2 * nth }, row)
}

/// The square at a column and a row.
fn square((column, row): Place) -> u32 {
    (1..=32).find(|square| place(*square) == (column, row)).expect("a dark square")
}

impl SlowCheckers {
    /// From pieces with their marks on squares 1 to 32, and `b` or `w` to move.
    pub fn new(pieces: &[(u32, char)], side: char) -> SlowCheckers {
        let mut board = SlowCheckers { marks: [['.'; 8]; 8], side };
        for (square, mark) in pieces {
            board.put(place(*square), *mark);
        }
        board
    }

    fn at(&self, (column, row): Place) -> Option<char> {
        let inside = (0..8).contains(&column) && (0..8).contains(&row);
        inside.then(|| self.marks[row as usize][column as usize])
    }

    fn put(&mut self, (column, row): Place, mark: char) {
        self.marks[row as usize][column as usize] = mark;
    }

    fn is_own(&self, mark: char) -> bool {
        mark.to_ascii_lowercase() == self.side
    }

    fn is_other(&self, mark: char) -> bool {
        mark != '.' && !self.is_own(mark)
    }

    fn ways(mark: char) -> Vec<Place> {
        let mut ways = Vec::new();
        if mark != 'w' {
            ways.extend([(-1, 1), (1, 1)]);
        }
        if mark != 'b' {
            ways.extend([(-1, -1), (1, -1)]);
        }
        ways
    }

    /// The mark of a piece once it has come to a row.
    fn crowned(mark: char, row: i32) -> char {
        match (mark, row) {
            ('b', 7) => 'B',
            ('w', 0) => 'W',
            _ => mark,
        }
    }

    fn handed_over(mut self) -> SlowCheckers {
        self.side = if self.side == 'b' { 'w' } else { 'b' };
        self
    }

    fn jumps_on(&self, at: Place, path: &[u32], moves: &mut Vec<SlowMove>) {
        let mark = self.at(at).expect("on the board");
        let mut is_end = true;
        for (right, down) in SlowCheckers::ways(mark) {
            let over = (at.0 + right, at.1 + down);
            let to = (at.0 + 2 * right, at.1 + 2 * down);
            if !self.at(over).is_some_and(|mark| self.is_other(mark)) || self.at(to) != Some('.') {
                continue;
            }
            is_end = false;
            let mut next = self.clone();
            let crowned = SlowCheckers::crowned(mark, to.1);
            next.put(at, '.');
            next.put(over, '.');
            next.put(to, crowned);
            let path = [path, &[square(to)]].concat();
            if crowned == mark {
                next.jumps_on(to, &path, moves);
            } else {
                moves.push((path, next.handed_over()));
            }
        }
        if is_end && path.len() > 1 {
            moves.push((path.to_vec(), self.clone().handed_over()));
        }
    }

    fn places(&self) -> Vec<Place> {
        (1..=32)
            .map(place)
            .filter(|at| self.at(*at).is_some_and(|mark| self.is_own(mark)))
            .collect()
    }

    /// All captures.
    pub fn captures(&self) -> Vec<SlowMove> {
        let mut moves = Vec::new();
        for at in self.places() {
            self.jumps_on(at, &[square(at)], &mut moves);
        }
        moves
    }

    /// All legal moves.
    pub fn moves(&self) -> Vec<SlowMove> {
        let mut moves = self.captures();
        if !moves.is_empty() {
            return moves;
        }
        for at in self.places() {
            let mark = self.at(at).expect("on the board");
            for (right, down) in SlowCheckers::ways(mark) {
                let to = (at.0 + right, at.1 + down);
                if self.at(to) == Some('.') {
                    let mut next = self.clone();
                    next.put(at, '.');
                    next.put(to, SlowCheckers::crowned(mark, to.1));
                    moves.push((vec![square(at), square(to)], next.handed_over()));
                }
            }
        }
        moves
    }

    /// Lines of so many plies.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
        }
    }
}
