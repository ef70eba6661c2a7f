//! Othello on a board of characters, one step at a time, solved by alpha-beta alone. It judges the rules and the engine, and shares nothing
//! with them.

/// All squares, row by row, and the player to move.
#[derive(Clone)]
pub struct SlowOthello {
    size: i32,
    marks: Vec<char>,
    side: char,
}

impl SlowOthello {
    /// From what is written: all squares, and the player to move.
    pub fn new(text: &str) -> SlowOthello {
        let mut marks: Vec<char> = text.chars().filter(|mark| !mark.is_whitespace()).collect();
        let side = marks.pop().expect("a player to move");
        SlowOthello { size: marks.len().isqrt() as i32, marks, side }
    }

    /// The usual board at the beginning of a game.
    pub fn start() -> SlowOthello {
        let edge = "-".repeat(27);
        SlowOthello::new(&format!("{edge}OX------XO{edge}X"))
    }

    /// The same as it was read.
    pub fn text(&self) -> String {
        self.marks.iter().chain([&self.side]).collect()
    }

    fn other(&self) -> char {
        if self.side == 'X' { 'O' } else { 'X' }
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let inside = (0..self.size).contains(&column) && (0..self.size).contains(&row);
        inside.then_some((row * self.size + column) as usize)
    }

    fn flipped(&self, square: usize) -> Vec<usize> {
        let (column, row) = (square as i32 % self.size, square as i32 / self.size);
        let mut flipped = Vec::new();
        for (right, down) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]
        {
            let mut between = Vec::new();
            for step in 1.. {
                match self.at(column + step * right, row + step * down) {
                    Some(next) if self.marks[next] == self.other() => between.push(next),
                    Some(next) if self.marks[next] == self.side => {
                        flipped.append(&mut between);
                        break;
                    }
                    _ => break,
                }
            }
        }
        flipped
    }

    fn squares(&self) -> Vec<usize> {
        let empty = |&square: &usize| self.marks[square] == '-';
        let all = (0..self.marks.len()).filter(empty);
        all.filter(|&square| !self.flipped(square).is_empty()).collect()
    }

    fn passed(&self) -> SlowOthello {
        SlowOthello { side: self.other(), ..self.clone() }
    }

    fn played(&self, square: usize) -> SlowOthello {
        let mut after = self.passed();
        for place in self.flipped(square).into_iter().chain([square]) {
            after.marks[place] = self.side;
        }
        after
    }

    /// Every move, and the position it leads to.
    pub fn moves(&self) -> Vec<(String, String)> {
        let name = |square: usize| {
            let (column, row) = (square as i32 % self.size, square as i32 / self.size);
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        };
        let squares = self.squares();
        if squares.is_empty() && !self.passed().squares().is_empty() {
            return vec![("pass".to_owned(), self.passed().text())];
        }
        squares.into_iter().map(|square| (name(square), self.played(square).text())).collect()
    }

    /// How many squares are empty.
    pub fn empty(&self) -> usize {
        self.count('-')
    }

    fn count(&self, mark: char) -> usize {
        self.marks.iter().filter(|&&one| one == mark).count()
    }

    /// The score for the player to move, if it is between alpha and beta; otherwise it is beyond the same end.
    pub fn score(&self, mut alpha: i32, beta: i32) -> i32 {
        let moves = self.moves();
        let mut best = if moves.is_empty() { self.payoff() } else { -i32::MAX };
        for (_, after) in moves {
            best = best.max(-SlowOthello::new(&after).score(-beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Discs more than the other player's, once nobody can move; the winner gets the squares that are empty.
    fn payoff(&self) -> i32 {
        let more = self.count(self.side) as i32 - self.count(self.other()) as i32;
        more + more.signum() * self.empty() as i32
    }
}
