//! Positions as [FEN](super), moves as the squares they go over: `11-15`, `15x24`, `15x24x31`.
//!
//! Where a position is read, nothing at all means the start. A capture may leave out squares between the first and the last where
//! it can be told without them, and any of `-`, `x`, `:` and `*` may stand between squares; two digits for each square do as well.
//! Openings are lines of moves, positions, or whole [games](super::pdn).
//!
//! ```
//! use outplay::Game;
//! use outplay::face::notation::Notation;
//! use outplay_games::checkers::Checkers;
//!
//! let game = Checkers::default();
//! let mut position = game.start();
//! for text in ["11-15", "22-18", "15x22"] {
//!     let mv = game.read_move(&position, text)?;
//!     game.play(&mut position, mv);
//! }
//! let fen = "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22";
//! assert_eq!(game.write_position(&position), fen);
//! assert_eq!(game.read_position("W:W21,23-32:B1-10,12,22.")?, position);
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use outplay::Game;
use outplay::arena::Opening;
use outplay::face::notation::{Finished, Games, Notation, NotationError, Problem, read_score};

use super::fen::{self, Read};
use super::pdn::{self, PdnGame};
use super::rules::{Checkers, Move, Position};
use super::squares::each;
use crate::portable::{is_portable, tags_of};

impl Notation for Checkers {
    fn write_position(&self, position: &Position) -> String {
        fen::written(*position)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        match text.trim() {
            "" => Ok(self.start()),
            text => fen::read(text).map_err(NotationError::new),
        }
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        if self.is_drawn(position) {
            let moves = self.limit().div_ceil(2);
            return Err(NotationError::new(format!(
                "the game is drawn: {moves} moves without a capture or a move of a man are over"
            )));
        }
        read_move(*position, text).map_err(NotationError::new)
    }

    /// As the protocol Hub has it: a capture by its first square, its last square, and what it takes.
    fn write_uci(&self, _: &Position, mv: Move) -> String {
        let squares =
            [mv.from(), mv.to()].into_iter().chain(each(mv.captured()).map(u32::trailing_zeros));
        let names: Vec<String> = squares.map(|square| (square + 1).to_string()).collect();
        names.join(if mv.is_capture() { "x" } else { "-" })
    }

    /// A program may go on where the limit of moves is reached.
    fn read_uci(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let is_it = |mv: &Move| are_taken(*mv, text);
        let found = legal(*position).into_iter().find(is_it).map(Ok);
        found.unwrap_or_else(|| read_move(*position, text)).map_err(NotationError::new)
    }

    fn picture(&self, position: &Position) -> String {
        super::picture::draw(*position)
    }

    fn anew(&self, position: &Position) -> Position {
        position.with_plies(0)
    }

    /// A position, its score, and perhaps what the game it is from ended with for the player to move: 1, 0 or -1.
    fn read_problem(&self, line: &str) -> Result<Problem<Checkers>, NotationError> {
        let mut words = line.split_whitespace();
        let position = self.read_position(words.next().unwrap_or(""))?;
        let score = words.next().map(read_score).transpose()?;
        let payoff = words.next().map(payoff_of).transpose()?;
        Ok(Problem { score, payoff, ..Problem::new(position) })
    }

    fn write_problem(&self, position: &Position, score: i32, payoff: Option<f64>) -> String {
        // A draw seen from the other side is -0, which nobody wants to read.
        let payoff = payoff.map_or(String::new(), |payoff| format!(" {}", payoff + 0.0));
        format!("{} {score}{payoff}", self.write_position(position))
    }

    /// Games of a PDN file.
    fn read_games(&self, text: &str) -> Option<Games<Checkers>> {
        let opening = |game: PdnGame| Opening { position: game.start, moves: game.moves };
        let read = || Ok(pdn::read(text)?.into_iter().map(opening).collect());
        is_portable(text).then(read)
    }

    /// As a game of a PDN file.
    fn write_game(&self, game: &Finished<'_, Checkers>) -> Option<String> {
        let tags = tags_of(game, ["Black", "White"]);
        let moves = game.opening.moves.iter().chain(game.moves).copied().collect();
        let result = pdn::Outcome::read(game.result).unwrap_or_default();
        Some(format!("{}\n", PdnGame { tags, start: game.opening.position, moves, result }))
    }
}

/// What the player to move has won.
fn payoff_of(text: &str) -> Result<f64, NotationError> {
    match text {
        "1" => Ok(1.0),
        "0" => Ok(0.0),
        "-1" => Ok(-1.0),
        _ => Err(NotationError::new(format!("`{text:.20}` is no result: write 1, 0 or -1"))),
    }
}

/// All legal moves, whether or not the game is drawn.
pub(super) fn legal(position: Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal(|mv| moves.push(mv));
    moves
}

/// The squares that a text names.
fn squares(text: &str) -> Read<Vec<u32>> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let bare = text.trim().trim_end_matches(['!', '?', '*', '+', '#']);
    let wrong = || format!("`{text:.50}` is no move: a move is like 11-15, 15x24 or 15x24x31");
    if bare.len() >= 4 && bare.len().is_multiple_of(2) && bare.chars().all(is_digit) {
        let pairs = bare.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair));
        return pairs.map(|pair| fen::square(&pair)).collect();
    }
    let is_mark = |letter: char| matches!(letter, '-' | 'x' | 'X' | ':' | '*' | '×' | '–');
    let words: Vec<&str> = bare.split(is_mark).map(str::trim).collect();
    if words.len() < 2 || words.iter().any(|word| word.is_empty() || !word.chars().all(is_digit)) {
        return Err(wrong());
    }
    words.into_iter().map(fen::square).collect()
}

/// Whether a text names the first square of a capture, its last one, and what it takes.
fn are_taken(mv: Move, text: &str) -> bool {
    let Ok(squares) = squares(text) else { return false };
    let [from, to, taken @ ..] = &squares[..] else { return false };
    let captured = taken.iter().fold(0, |taken, square| taken | 1_u32 << square);
    (mv.from(), mv.to(), mv.captured()) == (*from, *to, captured)
}

/// Whether all of `some` come one after the other in `all`.
fn are_in_order(some: &[u32], mut all: impl Iterator<Item = u32>) -> bool {
    some.iter().all(|one| all.any(|other| other == *one))
}

/// Reads a move, and refuses one that is not legal.
pub(super) fn read_move(position: Position, text: &str) -> Read<Move> {
    let squares = squares(text)?;
    let (first, last) = (squares[0], squares[squares.len() - 1]);
    let fits =
        |mv: &Move| mv.from() == first && mv.to() == last && are_in_order(&squares, mv.squares());
    let moves = legal(position);
    let mut found = moves.iter().copied().filter(fits);
    let Some(mv) = found.next() else { return Err(refused(position, text, &moves)) };
    let is_exact = |mv: &Move| mv.squares().eq(squares.iter().copied());
    let others: Vec<Move> = found.collect();
    // Ways to take the same pieces lead to the same position: it does not matter which is meant.
    let is_meant = others.iter().all(|other| other.captured() == mv.captured());
    match moves.iter().copied().filter(fits).find(is_exact) {
        Some(exact) => Ok(exact),
        None if is_meant => Ok(mv),
        None => {
            let names: Vec<String> = std::iter::once(mv).chain(others).map(told).collect();
            Err(format!("`{text:.50}` may be {}: write all its squares", names.join(" or ")))
        }
    }
}

fn told(mv: Move) -> String {
    mv.to_string()
}

/// Why a move is not legal.
fn refused(position: Position, text: &str, moves: &[Move]) -> String {
    let name = super::picture::name(position.player());
    let names: Vec<String> = moves.iter().copied().map(told).collect();
    match moves {
        [] => format!("`{text:.50}` is no move: the game is over, {name} has none"),
        [first, ..] if first.is_capture() => {
            format!("`{text:.50}` is not legal: {name} must capture, {}", names.join(", "))
        }
        _ => format!("`{text:.50}` is not legal: the moves of {name} are {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Checkers::default().read_position(fen).unwrap()
    }

    #[test]
    fn positions_are_read_as_people_write_them() {
        let game = Checkers::default();
        let start = game.start();
        for text in [
            "",
            "B:W21-32:B1-12",
            "b:w21-32:b1-12.",
            "B:B1-12:W21-32",
            " B : W21-24, 25-32 : B 1-4,5-8,9,10,11,12 ",
            "B:W21-32:B1-12:H0:F1",
            "\"B:W21-32:B1-12.\"",
        ] {
            assert_eq!(game.read_position(text), Ok(start), "{text}");
        }
        let kings = position("B:W18,24,K27:B12,16,K20");
        assert_eq!(game.write_position(&kings), "B:W18,24,K27:B12,16,K20");
        assert_eq!(position("B:W18,24,K27:B12,16,K20."), kings);
        let clock = position("W:WK1:BK32:H17");
        assert_eq!(clock.plies(), 17);
        assert_eq!(game.write_position(&clock), "W:WK1:BK32:H17");
        assert_eq!(game.write_position(&position("B:W:BK1-3")), "B:W:BK1,K2,K3");
    }

    #[test]
    fn bad_positions_are_told() {
        for (text, told) in [
            ("X:W1:B2", "`X` is neither B nor W, the player to move: a position is like"),
            ("B", "the pieces of B are missing"),
            ("B:B1", "the pieces of W are missing"),
            ("B:W1:W2:B3", "the pieces of W are there twice"),
            ("B:W33:B1", "`33` is no square: they have the numbers 1 to 32"),
            ("B:W0:B1", "`0` is no square"),
            ("B:Wx:B1", "`x` is no square"),
            ("B:W20:B20", "square 20 has a black and a white piece; it has room for one"),
            ("B:W20,20:B1", "square 20 is named twice"),
            ("B:W24-20:B1", "`24-20` goes down: write the lower square first"),
            ("B:W2:B12", "a man on square 2 has reached the last row: write K2"),
            ("B:W20-32:B1", "White has 13 pieces; there are 12 at most"),
            ("B:WKK5:B1", "`KK5` is no king"),
            ("B:W32:B1:H99999", "`99999` is no number of plies"),
            ("B:W32:B1:Q", "`Q` says nothing of a player's pieces"),
        ] {
            let error = fen::read(text).unwrap_err();
            assert!(error.starts_with(told), "{text}: {error}");
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let start = Checkers::default().start();
        for text in ["11-15", "11x15", "1115", "11-15!", " 11:15 ", "11-15*"] {
            assert_eq!(read_move(start, text).map(told), Ok("11-15".to_owned()), "{text}");
        }
        for (text, wrong) in [
            ("11", "`11` is no move: a move is like 11-15, 15x24 or 15x24x31"),
            ("e4", "`e4` is no move"),
            ("", "`` is no move"),
            ("11-33", "`33` is no square: they have the numbers 1 to 32"),
            ("11-14", "`11-14` is not legal: the moves of Black are "),
        ] {
            let error = read_move(start, text).unwrap_err();
            assert!(error.starts_with(wrong), "{text}: {error}");
        }
    }

    #[test]
    fn a_capture_may_leave_out_what_is_clear() {
        let double = position("B:W14,15,22,23:B10");
        // Over 15 and 23, and over 14 and 22, to different ends; both may be short.
        let moves: Vec<String> = legal(double).into_iter().map(told).collect();
        assert_eq!(moves, ["10x17x26", "10x19x26"]);
        let error = read_move(double, "10x26").unwrap_err();
        assert_eq!(error, "`10x26` may be 10x17x26 or 10x19x26: write all its squares");
        assert_eq!(read_move(double, "10x19x26").map(told), Ok("10x19x26".to_owned()));
        // All four are taken either way.
        let round = position("B:W6,7,14,15:BK2");
        assert!(read_move(round, "2x2").is_ok());
        assert_eq!(read_move(round, "2x9x2").map(told), Ok("2x9x18x11x2".to_owned()));
        let error = read_move(double, "10-14").unwrap_err();
        assert_eq!(error, "`10-14` is not legal: Black must capture, 10x17x26, 10x19x26");
    }

    #[test]
    fn programs_tell_what_a_capture_takes() {
        let game = Checkers::default();
        let double = position("B:W14,15,22,23:B10");
        for mv in legal(double) {
            let text = game.write_uci(&double, mv);
            assert_eq!(game.read_uci(&double, &text), Ok(mv), "{text}");
        }
        assert_eq!(game.write_uci(&double, legal(double)[0]), "10x26x14x22");
        assert_eq!(game.read_uci(&double, "10x26x23x15").map(told), Ok("10x19x26".to_owned()));
        assert_eq!(game.write_uci(&game.start(), legal(game.start())[0]), "9-13");
    }

    #[test]
    fn problems_keep_scores_and_results() {
        let game = Checkers::default();
        let line = "B:W18,24,K27:B12,16,K20 -130 -1";
        let problem = game.read_problem(line).unwrap();
        assert_eq!((problem.score, problem.payoff), (Some(-130), Some(-1.0)));
        assert_eq!(game.write_problem(&problem.position, -130, problem.payoff), line);
        assert!(game.write_problem(&problem.position, 0, Some(-0.0)).ends_with(" 0 0"));
        assert!(game.read_problem("B:W18:B1 5 won").is_err());
    }

    #[test]
    fn after_a_draw_nobody_moves() {
        let game = Checkers::default();
        let error = game.read_move(&position("B:WK32:BK1:H80"), "1-5").unwrap_err().to_string();
        let told = "the game is drawn: 40 moves without a capture or a move of a man are over";
        assert_eq!(error, told);
    }
}
