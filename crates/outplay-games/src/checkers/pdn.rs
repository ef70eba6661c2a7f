//! Portable Draughts Notation: whole games, as files of them are exchanged.
//!
//! Reference: *PDN 3.0*, the standard of 2013, game type 21. Reading is tolerant: tags, results and numbers of moves may be
//! missing, moves may be written in any of the [usual ways](super), results may be those of chess or of draughts (`2-0`). Comments and
//! variations are left out. What cannot be understood gets an error with its line and column.
//!
//! ```
//! use outplay_games::checkers::pdn::{self, Outcome};
//!
//! let games = pdn::read("[White \"B\"]\n1. 11-15 {best} 22-18 (22-17) 2. 15x22 25x18 1/2-1/2")?;
//! assert_eq!((games[0].moves.len(), games[0].result), (4, Outcome::Draw));
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use std::fmt::{self, Display};

use outplay::Game;
use outplay::face::notation::NotationError;

use super::fen;
use super::notation::{legal, read_move};
use super::rules::{BLACK, Checkers, Move, Position};
use crate::portable::{self, Reader, Token};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began.
    pub start: Position,
    /// The moves that were played.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: Outcome,
}

/// Who won. The first of two numbers is that of Black, who moves first: [PDN 3.0](https://pdn.fmjd.org/pdntags.html) gives results from the
/// perspective of the side that moves first in a game of this type, whichever of them a position that was set up lets move first. There are programs
/// that put White's first, as in chess; from the text it cannot be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Black, `1-0` or `2-0`.
    Black,
    /// White, `0-1` or `0-2`.
    White,
    /// Nobody, `1/2-1/2` or `1-1`.
    Draw,
    /// It is not known, `*`.
    #[default]
    Unknown,
}

impl Outcome {
    /// What a result means. None if it is no result.
    pub fn read(text: &str) -> Option<Outcome> {
        match text {
            "1-0" | "2-0" => Some(Outcome::Black),
            "0-1" | "0-2" => Some(Outcome::White),
            "1/2-1/2" | "½-½" | "1-1" | "1/2" => Some(Outcome::Draw),
            "*" | "0-0" => Some(Outcome::Unknown),
            _ => None,
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Black => "1-0",
            Outcome::White => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        })
    }
}

impl PdnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        portable::value(&self.tags, name)
    }
}

/// A tag as it should be, for error messages.
const EXAMPLE: &str = "[White \"Tinsley\"]";

/// Reads all games of a file.
pub fn read(text: &str) -> Result<Vec<PdnGame>, NotationError> {
    portable::games(text, EXAMPLE, game)
}

/// A game that is being read.
struct Draft {
    game: PdnGame,
    now: Position,
    /// The result as the tag has it, for games that have none at their end.
    told: Option<Outcome>,
}

/// The next game. None at the end.
fn game(reader: &mut Reader<'_>) -> Result<Option<PdnGame>, NotationError> {
    let start = Checkers::default().start();
    let game = PdnGame { tags: Vec::new(), start, moves: Vec::new(), result: Outcome::Unknown };
    let mut draft = Draft { game, now: start, told: None };
    let mut has_begun = false;
    loop {
        let before = *reader;
        let Some((token, place)) = reader.token()? else { break };
        has_begun |= matches!(token, Token::Tag(..) | Token::Word(_));
        match token {
            Token::Tag(..) if !draft.game.moves.is_empty() => {
                // The result is missing, and the next game begins.
                *reader = before;
                break;
            }
            Token::Tag(name, value) => {
                draft.tag(name, value).map_err(|what| place.wrong(what))?;
            }
            Token::Comment(_) | Token::Glyph(_) => {}
            Token::Open => reader.pass_variation(place)?,
            Token::Close => return Err(place.never_opened(')')),
            Token::Word(word) => {
                if let Some(result) = Outcome::read(word) {
                    return Ok(Some(draft.done(Some(result))));
                }
                let is_before_stop = reader.is_before_stop();
                draft.word(word, is_before_stop).map_err(|what| place.wrong(what))?;
            }
        }
    }
    Ok(has_begun.then(|| draft.done(None)))
}

impl Draft {
    fn tag(&mut self, name: String, value: String) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "fen" => {
                self.game.start = fen::read(&value)?;
                self.now = self.game.start;
            }
            "gametype" => check_type(&value)?,
            "result" => self.told = Outcome::read(value.trim()),
            _ => {}
        }
        self.game.tags.push((name, value));
        Ok(())
    }

    /// Makes the move of a word, with or without its number, which may have its full stop behind a space.
    fn word(&mut self, word: &str, is_before_stop: bool) -> Result<(), String> {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let bare = match digits.starts_with('.') && digits.len() < word.len() {
            true => digits.trim_start_matches(['.', '\u{2026}']),
            false => word.trim_start_matches(['.', '\u{2026}']),
        };
        let text = bare.trim_end_matches(['!', '?']);
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() < 4;
        if text.is_empty() || is_number && is_before_stop {
            return Ok(());
        }
        let mv = read_move(self.now, text)?;
        self.game.moves.push(mv);
        self.now.make(mv);
        Ok(())
    }

    /// The game, with the result at its end; the tag tells it otherwise.
    fn done(mut self, result: Option<Outcome>) -> PdnGame {
        let known = result.filter(|result| *result != Outcome::Unknown);
        self.game.result = known.or(self.told).unwrap_or_default();
        self.game
    }
}

/// English draughts has the game type 21. What follows the number is about how the board is drawn.
fn check_type(value: &str) -> Result<(), String> {
    let number = value.split(',').next().unwrap_or("").trim();
    match number {
        "21" | "" | "?" => Ok(()),
        _ => Err(format!(
            "a game of the type {number:.20} is another kind of draughts: checkers has the type 21"
        )),
    }
}

/// The tags that every game has, in this order.
const ROSTER: [(&str, &str); 8] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("Black", "?"),
    ("White", "?"),
    ("Result", "*"),
    ("GameType", "21"),
];

impl Display for PdnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.to_string();
        portable::write_tags(f, &self.tags, &ROSTER, &result, &["SetUp", "FEN"])?;
        if self.start != Checkers::default().start() {
            portable::write_tag(f, "SetUp", "1")?;
            portable::write_tag(f, "FEN", &fen::written(self.start))?;
        }
        let mut words = self.words();
        words.push(result);
        portable::write_words(f, &words)
    }
}

impl PdnGame {
    /// The moves with their numbers.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.start;
        let mut number = 1;
        for &mv in &self.moves {
            match position.player() {
                BLACK => words.push(format!("{number}.")),
                _ if words.is_empty() => words.push(format!("{number}...")),
                _ => {}
            }
            number += u32::from(position.player() != BLACK);
            words.push(brief(position, mv));
            position.make(mv);
        }
        words
    }
}

/// A move by its first and its last square where that tells it, and by all of them otherwise.
fn brief(position: Position, mv: Move) -> String {
    let ends = |mv: Move| (mv.from(), mv.to());
    let is_other = |other: &Move| *other != mv && ends(*other) == ends(mv);
    match mv.jumps() > 1 && !legal(position).iter().any(is_other) {
        true => format!("{}x{}", mv.from() + 1, mv.to() + 1),
        false => mv.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written, read, written again.
    fn both_ways(text: &str) -> String {
        let games = read(text).unwrap();
        let written: String = games.iter().map(|game| format!("{game}\n")).collect();
        let again = read(&written).unwrap();
        assert_eq!(again.len(), games.len());
        for (again, game) in again.iter().zip(&games) {
            assert_eq!((&again.moves, again.start), (&game.moves, game.start), "{written}");
            assert_eq!(again.result, game.result);
        }
        written
    }

    /// From the perspective of the side that moves first, which is Black.
    #[test]
    fn the_first_number_is_that_of_black() {
        for (text, outcome) in [
            ("1-0", Outcome::Black),
            ("2-0", Outcome::Black),
            ("0-1", Outcome::White),
            ("0-2", Outcome::White),
        ] {
            assert_eq!(Outcome::read(text), Some(outcome), "{text}");
        }
        assert_eq!(Outcome::Black.to_string(), "1-0");
        assert_eq!(Outcome::White.to_string(), "0-1");
    }

    #[test]
    fn a_game_with_everything() {
        let text = "[Event \"A \\\"match\\\"\"]\n[Black \"A\"]\n[White \"B\"]\n[Result \"2-0\"]\n\
            [GameType \"21,B,8,8,N1,0\"]\n\n{before} 1. 11-15 $1 {good} 22-18 ; a line\n\
            2. 15x22! (2. x (nonsense {)})) 25x18 3. 8-11 2-0\n\n[Black \"C\"]\n\n1.9-13 21-17 1-1";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tag("event"), Some("A \"match\""));
        assert_eq!((games[0].moves.len(), games[0].result), (5, Outcome::Black));
        assert_eq!((games[1].moves.len(), games[1].result), (2, Outcome::Draw));
        let written = both_ways(text);
        assert!(written.contains("1. 11-15 22-18 2. 15x22 25x18 3. 8-11 1-0"), "{written}");
        assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    }

    #[test]
    fn reading_is_tolerant() {
        for (text, moves) in [
            ("11-15 22-18", 2),
            ("1 . 11-15 22-18 2 ... 15x22", 3),
            ("1. 1115 2218 2. 1522", 3),
            ("1... 11-15, 22-18", 2),
            ("% escape\n1. 11-15 22-18", 2),
            ("\u{feff}1. 11-15", 1),
            ("[Result \"*\"]\n1. 11-15 ! 22-18?! *", 2),
            ("[GameType \"\"]", 0),
        ] {
            let games = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(games[0].moves.len(), moves, "{text}");
            both_ways(text);
        }
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read(" \n\n").unwrap(), []);
        let two = "[Black \"A\"]\n1. 11-15\n[Black \"B\"]\n1. 9-13";
        assert_eq!(read(two).unwrap().len(), 2);
        let ending =
            "[SetUp \"1\"]\n[FEN \"W:W18,24,K27:B12,16,K20.\"]\n[Result \"0-2\"]\n\n1... 20x11";
        let error = read(ending).unwrap_err().to_string();
        assert!(error.starts_with("line 5, column 6: `20x11` is not legal"), "{error}");
        let ending = ending.replace("20x11", "18-15");
        assert_eq!(read(&ending).unwrap()[0].result, Outcome::White);
        assert!(both_ways(&ending).contains("1... 18-15 0-1"));
    }

    #[test]
    fn a_capture_is_short_where_that_tells_it() {
        let long = "[FEN \"B:W14,15,22,23:B10\"]\n1. 10x19x26";
        assert!(both_ways(long).contains("1. 10x19x26 *"));
        let short = "[FEN \"B:W14,22:B10\"]\n1. 10x17x26";
        assert!(both_ways(short).contains("1. 10x26 *"));
    }

    #[test]
    fn bad_text_says_where_and_why() {
        for (text, told) in [
            ("1. 11-15\n22-19", "line 2, column 1: `22-19` is not legal: the moves of White are "),
            ("1. 11-15 {what", "line 1, column 10: the comment has no `}`"),
            ("1. 11-15 (1. 9-13", "line 1, column 10: the variation has no `)`"),
            ("1. 11-15 )", "line 1, column 10: `)` without `(` before it"),
            ("1. 11-15 } 22-18", "line 1, column 10: `}` without `{` before it"),
            ("[White A]", "line 1, column 1: this is no tag, like [White \"Tinsley\"]"),
            ("[White \"A", "line 1, column 1: the value of the tag has no end"),
            ("\n[FEN \"x\"]", "line 2, column 1: `x` is neither B nor W"),
            ("[GameType \"20\"]", "line 1, column 1: a game of the type 20 is another kind"),
            ("1. hello", "line 1, column 4: `hello` is no move"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        let deep = "1. 11-15 ".to_owned() + &"(".repeat(1_000_000);
        assert!(read(&deep).is_err());
    }
}
