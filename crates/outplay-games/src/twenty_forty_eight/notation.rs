//! Boards as sixteen tiles, row by row from the top, and the points so far, `2.4.....8...2...:12`: powers of two as one letter each,
//! see [`LETTERS`]; and at the end `+` for each tile that chance puts next. Moves as `left`, `right`, `up` and `down`, and tiles of chance as
//! a square with its tile, like `b3=2`.

use outplay::Game;

use super::rules::{Slide, Tiles, TilesMove, TwentyFortyEight};
use outplay::face::notation::{Notation, NotationError};

/// Nothing, 2, 4, 8 and so on: the power of two as a digit in base 16.
const LETTERS: &str = ".123456789abcdef";

/// Squares are named like those of chess: `a4` in the upper left, `d1` in the lower right.
fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 4), 4 - square / 4)
}

fn slide_name(to: Slide) -> &'static str {
    match to {
        Slide::Left => "left",
        Slide::Right => "right",
        Slide::Up => "up",
        Slide::Down => "down",
    }
}

/// The board of sixteen letters.
fn read_board(text: &str) -> Option<u64> {
    let powers = text.chars().map(|letter| LETTERS.find(letter));
    let powers = powers.collect::<Option<Vec<usize>>>().filter(|powers| powers.len() == 16)?;
    Some(powers.iter().rev().fold(0, |board, &power| board << 4 | power as u64))
}

impl Notation for TwentyFortyEight {
    fn write_position(&self, tiles: &Tiles) -> String {
        let letter = |square: u32| {
            char::from(LETTERS.as_bytes()[(tiles.board >> (4 * square) & 15) as usize])
        };
        let board: String = (0..16).map(letter).collect();
        format!("{board}:{}{}", tiles.points, "+".repeat(tiles.to_come.into()))
    }

    fn read_position(&self, text: &str) -> Result<Tiles, NotationError> {
        let wrong = || {
            let what = format!(
                "`{text:.40}` is no board: write 16 squares, each `.` or a power of two in base 16, and the points, like 1.....2.........:0"
            );
            NotationError::new(what)
        };
        let (board, rest) = text.split_once(':').ok_or_else(wrong)?;
        let board = read_board(board).ok_or_else(wrong)?;
        let points = rest.trim_end_matches('+');
        let to_come = rest.len() - points.len();
        let points = points.parse().ok().filter(|_| !points.starts_with('+')).ok_or_else(wrong)?;
        let tiles = Tiles { board, points, to_come: to_come.min(3) as u8 };
        let empty = (0..16).filter(|&square| tiles.tile(square) == 0).count();
        if to_come > 2 || to_come > empty {
            let what = format!("{to_come} tiles cannot be still to come here");
            return Err(NotationError::new(what));
        }
        Ok(tiles)
    }

    fn write_move(&self, _: &Tiles, mv: TilesMove) -> String {
        match mv {
            TilesMove::Slide(to) => slide_name(to).to_owned(),
            TilesMove::Put { square, four } => {
                format!("{}={}", square_name(square), if four { 4 } else { 2 })
            }
        }
    }

    fn read_move(&self, tiles: &Tiles, text: &str) -> Result<TilesMove, NotationError> {
        let mut moves = Vec::new();
        self.moves(tiles, &mut moves);
        let found = moves.iter().find(|&&mv| self.write_move(tiles, mv) == text);
        found.copied().ok_or_else(|| {
            NotationError::new(match (moves.is_empty(), tiles.to_come) {
                (true, _) => "the game is over".to_owned(),
                (_, 0) => {
                    let names: Vec<String> =
                        moves.iter().map(|&mv| self.write_move(tiles, mv)).collect();
                    format!("`{text:.20}` cannot be done here: {}", names.join(", "))
                }
                _ => format!(
                    "`{text:.20}` is no tile on an empty square, like {}",
                    self.write_move(tiles, moves[0])
                ),
            })
        })
    }

    /// ```
    /// use outplay::face::Notation;
    /// use outplay_games::twenty_forty_eight::TwentyFortyEight;
    ///
    /// let game = TwentyFortyEight::new();
    /// let tiles = game.read_position("1.2.....3...b...:20000")?;
    /// assert_eq!(game.picture(&tiles), "\
    /// 4      2     .     4     .
    /// 3      .     .     .     .
    /// 2      8     .     .     .
    /// 1   2048     .     .     .
    ///        a     b     c     d
    /// 20000 points
    /// ");
    /// # Ok::<(), outplay::face::NotationError>(())
    /// ```
    fn picture(&self, tiles: &Tiles) -> String {
        let tile = |square: u8| match tiles.tile(square) {
            0 => format!("{:>6}", "."),
            tile => format!("{tile:>6}"),
        };
        let row = |row: u8| {
            let tiles: String = (0..4).map(|column| tile(4 * row + column)).collect();
            format!("{} {tiles}\n", 4 - row)
        };
        let rows: String = (0..4).map(row).collect();
        format!("{rows}       a     b     c     d\n{} points\n", tiles.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let game = TwentyFortyEight::new();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20 {
            let mut tiles = game.start();
            loop {
                assert_eq!(game.read_position(&game.write_position(&tiles)), Ok(tiles));
                let mut moves = Vec::new();
                game.moves(&tiles, &mut moves);
                let Some(&mv) = random.choice(&moves) else { break };
                assert_eq!(game.read_move(&tiles, &game.write_move(&tiles, mv)), Ok(mv));
                game.play(&mut tiles, mv);
            }
        }
    }

    #[test]
    fn bad_text_says_why() {
        let game = TwentyFortyEight::new();
        let error = |text: &str| game.read_position(text).unwrap_err().to_string();
        for text in
            ["", "1", "1:2", "................:", "................:x", "...............g:0", "é"]
        {
            assert!(error(text).starts_with(&format!("`{text}` is no board")), "{text}");
        }
        assert_eq!(error("................:0+++"), "3 tiles cannot be still to come here");
        assert_eq!(error("1212212112122121:0+"), "1 tiles cannot be still to come here");
        let over = game.read_position("1212212112122121:0").unwrap();
        assert_eq!(game.read_move(&over, "up").unwrap_err().to_string(), "the game is over");
        let tiles = game.read_position("1...............:0").unwrap();
        let told = game.read_move(&tiles, "up").unwrap_err().to_string();
        assert_eq!(told, "`up` cannot be done here: right, down");
        let told = game.read_move(&game.start(), "a9=2").unwrap_err().to_string();
        assert_eq!(told, "`a9=2` is no tile on an empty square, like a4=2");
    }
}
