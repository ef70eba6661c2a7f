//! Positions as all squares, row by row from `a1` in the upper left, and the player to move; or as the moves that
//! lead there, `f5d6c3`.
//!
//! Black, who begins, is written `X` (also read: `*`, `B`), white `O` (`W`) and an empty square `-` (`.`). Blanks and
//! line breaks mean nothing. A move is a square, or `pass` (`pa`, `--`). Between squares a pass may be left out.
//!
//! ```
//! use outplay::face::notation::Notation;
//! use outplay_games::othello::Othello;
//!
//! let game = Othello::new(4)?;
//! let board = game.read_position("b1")?;
//! assert_eq!(game.write_position(&board), "-X---XX--XO-----O");
//! assert_eq!(game.read_position("-X-- -XX- -XO- ---- O")?, board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use outplay::{Game, Player};

use super::rules::{Board, Othello, Square};
use outplay::face::notation::read_score;
use outplay::face::notation::{Notation, NotationError, Problem};

impl Notation for Othello {
    fn write_position(&self, board: &Board) -> String {
        let marks = self.bits().map(|bit| board.mark(bit).unwrap_or('-'));
        marks.chain([side(board.mover())]).collect()
    }

    fn read_position(&self, text: &str) -> Result<Board, NotationError> {
        let marks: Vec<char> = text.chars().filter(|mark| !mark.is_whitespace()).collect();
        let read = match marks[..] {
            [] => Ok(self.start()),
            [first, second, ..] if first.is_alphabetic() && second.is_ascii_digit() => {
                self.read_moves(&marks)
            }
            ['p' | 'P', ..] => self.read_moves(&marks),
            _ => self.read_board(&marks),
        };
        read.map_err(NotationError::new)
    }

    fn write_move(&self, _: &Board, square: Square) -> String {
        self.name(square)
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Square, NotationError> {
        let legal = |square| self.legal(board, square);
        self.square(text).and_then(legal).map_err(NotationError::new)
    }

    /// The board and the side, then `; move:score` for the moves that are known: `... X; A2:+38; C7:+36;`. The
    /// score is that of the best.
    fn read_problem(&self, line: &str) -> Result<Problem<Othello>, NotationError> {
        if !line.contains(';') {
            // A score may follow, and is the only part that is a number.
            let last = line.rsplit_once(char::is_whitespace);
            let (position, score) = match last.map(|(before, word)| (before, word.parse().ok())) {
                Some((before, Some(score))) => (before, Some(score)),
                _ => (line, None),
            };
            return Ok(Problem { score, ..Problem::new(self.read_position(position)?) });
        }
        let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
        let position = self.read_position(parts.next().unwrap_or(""))?;
        let moves: Vec<(Square, i32)> = parts
            .map(|part| {
                let (mv, score) = part.split_once(':').ok_or_else(|| {
                    NotationError::new(format!("`{part}` is no move with its score, like `A2:+38`"))
                })?;
                Ok((self.read_move(&position, mv.trim())?, read_score(score.trim())?))
            })
            .collect::<Result<_, NotationError>>()?;
        let score = moves.iter().map(|&(_, score)| score).max();
        Ok(Problem { score, moves, ..Problem::new(position) })
    }

    fn picture(&self, board: &Board) -> String {
        self.draw(board)
    }
}

/// How a player is written.
pub(super) fn side(player: Player) -> char {
    if player == Player::MAX { 'X' } else { 'O' }
}

/// The player who is written like this.
fn player(mark: char) -> Option<Player> {
    match mark {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Player::MAX),
        'O' | 'o' | 'W' | 'w' => Some(Player::MIN),
        _ => None,
    }
}

impl Board {
    /// Whose disc is on a square.
    pub(super) fn mark(self, bit: u32) -> Option<char> {
        let has = |&player: &Player| self.discs(player) >> bit & 1 == 1;
        [Player::MAX, Player::MIN].into_iter().find(has).map(side)
    }
}

impl Othello {
    /// The bit of a square of this board.
    pub(super) fn bit(&self, column: u32, row: u32) -> u32 {
        let margin = (8 - self.size) / 2;
        8 * (row + margin) + column + margin
    }

    /// The bits of all squares, row by row.
    fn bits(&self) -> impl Iterator<Item = u32> {
        (0..self.size * self.size).map(|index| self.bit(index % self.size, index / self.size))
    }

    fn name(&self, square: Square) -> String {
        if square == Square::PASS {
            return "pass".to_owned();
        }
        let margin = (8 - self.size) / 2;
        let (column, row) = (square.bit() % 8 - margin, square.bit() / 8 - margin);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    /// The lower right square.
    fn last(&self) -> String {
        self.name(Square(self.bit(self.size - 1, self.size - 1) as u8))
    }

    fn square(&self, text: &str) -> Result<Square, String> {
        let lower = text.to_ascii_lowercase();
        if ["pass", "pa", "--"].contains(&lower.as_str()) {
            return Ok(Square::PASS);
        }
        if let [column @ b'a'..=b'h', row @ b'1'..=b'8'] = *lower.as_bytes() {
            let (column, row) = (u32::from(column - b'a'), u32::from(row - b'1'));
            if column < self.size && row < self.size {
                return Ok(Square(self.bit(column, row) as u8));
            }
        }
        let last = self.last();
        Err(format!("`{text:.50}` is no move: a move is a square from a1 to {last}, or `pass`"))
    }

    fn legal(&self, board: &Board, square: Square) -> Result<Square, String> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        if moves.contains(&square) {
            return Ok(square);
        }
        let (name, side) = (self.name(square), side(board.mover()));
        let wrong = match board.mark(square.bit() & 63) {
            _ if moves.is_empty() => return Err("the game is over, nobody can move".to_owned()),
            _ if square == Square::PASS => format!("{side} may not pass"),
            Some(_) => format!("{name} is taken"),
            None => format!("{name} flips nothing"),
        };
        let names: Vec<String> = moves.iter().map(|&square| self.name(square)).collect();
        Err(format!("{wrong}, the moves of {side} are {}", names.join(", ")))
    }

    fn read_moves(&self, text: &[char]) -> Result<Board, String> {
        let mut board = self.start();
        let mut rest = text;
        for number in 1.. {
            let Some((word, after)) = first_move(rest) else { break };
            let square = self.square(&word).and_then(|square| {
                if square != Square::PASS && self.must_pass(&board) {
                    board = board.passed();
                }
                self.legal(&board, square)
            });
            let place = |what| {
                let line: String = text.iter().collect();
                format!("move {number} of `{line:.50}`: {what}")
            };
            self.play(&mut board, square.map_err(place)?);
            rest = after;
        }
        Ok(board)
    }

    fn read_board(&self, marks: &[char]) -> Result<Board, String> {
        let squares = (self.size * self.size) as usize;
        let mut discs = [0_u64; 2];
        for (bit, &mark) in self.bits().zip(marks) {
            match player(mark) {
                Some(player) => discs[player.index()] |= 1 << bit,
                None if matches!(mark, '-' | '.') => {}
                None => {
                    let name = self.name(Square(bit as u8));
                    return Err(format!("`{mark}` on {name} is neither `X` nor `O` nor `-`"));
                }
            }
        }
        let side = match marks.get(squares..) {
            None => {
                return Err(format!("{} squares are too few: there are {squares}", marks.len()));
            }
            Some([]) => return Err("after the squares, the player to move is missing".to_owned()),
            Some(&[side]) => side,
            Some(more) => {
                let count = more.len();
                return Err(format!(
                    "{count} marks after the {squares} squares are too many: only the player to \
                     move is told there, `X` or `O`"
                ));
            }
        };
        let player = player(side).ok_or(format!("`{side}` does not move, it is `X` or `O`"))?;
        self.check_reachable(discs[0] | discs[1])?;
        let [own, other] = [player, player.other()].map(|player| discs[player.index()]);
        Ok(Board::new(own, other, player))
    }

    /// The game starts with four discs, and none is ever taken away.
    fn check_reachable(&self, discs: u64) -> Result<(), String> {
        let start = self.start();
        let missing = (start.own | start.other) & !discs;
        if missing == 0 {
            return Ok(());
        }
        let name = self.name(Square(missing.trailing_zeros() as u8));
        Err(format!("{name} is empty, but the four squares in the centre never are"))
    }
}

/// The first move of a line of moves, and the rest.
fn first_move(text: &[char]) -> Option<(String, &[char])> {
    let start: String = text.iter().take(4).collect();
    let length = if start.eq_ignore_ascii_case("pass") { 4 } else { text.len().min(2) };
    let (word, rest) = text.split_at(length);
    (length > 0).then(|| (word.iter().collect(), rest))
}
