//! Portable Game Notation: whole games, with comments, variations and clocks.
//!
//! Reference: Edwards, *Portable Game Notation Specification and Implementation Guide*, 1994. Reading is tolerant: tags,
//! results and move numbers may be missing, moves may be written in any of the [usual ways](super); what cannot be
//! understood gets an error with its line and column. Within a variation a null move (`--`, `Z0`) is allowed, and ends what is kept of it.
//!
//! ```
//! use outplay_games::chess::pgn;
//!
//! let games = pgn::read("1. e4 {best by test} e5 (1... c5 $1) 2. Nf3 *")?;
//! let moves = &games[0].line.moves;
//! assert_eq!(moves.len(), 3);
//! assert_eq!(moves[0].comment, "best by test");
//! assert_eq!(moves[1].variations[0].moves[0].nags, [1]);
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use std::fmt::{self, Display};
use std::time::Duration;

use cozy_chess::{Board, Color, Move};

use super::fen::{self, Read};
use super::rules::Position;
use super::san;
use crate::portable::{self, Place, Reader, Token};
use outplay::face::notation::NotationError;

/// How deep variations may lie in each other.
const DEEPEST: usize = 100;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began.
    pub start: Position,
    /// The moves that were played.
    pub line: Line,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Moves one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub moves: Vec<Noted>,
}

/// A move and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The move.
    pub mv: Move,
    /// Numeric glyphs: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// What is said after it.
    pub comment: String,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

impl Noted {
    /// A move about which nothing is said.
    pub fn new(mv: Move) -> Noted {
        Noted { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() }
    }

    /// What the player's clock showed after the move: `[%clk 1:02:03]` in its comment.
    pub fn clock(&self) -> Option<Duration> {
        let (_, rest) = self.comment.split_once("[%clk")?;
        let (text, _) = rest.split_once(']')?;
        let seconds = text.trim().split(':').try_fold(0.0, |sum: f64, part| {
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            part.parse::<f64>().ok().filter(|_| is_number).map(|number| 60.0 * sum + number)
        })?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Sets what the player's clock showed after the move.
    pub fn set_clock(&mut self, clock: Duration) {
        if let Some(start) = self.comment.find("[%clk")
            && let Some(length) = self.comment[start..].find(']')
        {
            self.comment.replace_range(start..=start + length, "");
        }
        let (seconds, millis) = (clock.as_secs(), clock.subsec_millis());
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let part = if millis == 0 { String::new() } else { format!(".{millis:03}") };
        let told = format!("[%clk {hours}:{minutes:02}:{seconds:02}{part}]");
        let rest = self.comment.trim();
        self.comment = if rest.is_empty() { told } else { format!("{told} {rest}") };
    }
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        portable::value(&self.tags, name)
    }
}

/// A tag as it should be, for error messages.
const EXAMPLE: &str = "[White \"Anderssen\"]";

/// Reads all games of a file.
pub fn read(text: &str) -> Result<Vec<PgnGame>, NotationError> {
    portable::games(text, EXAMPLE, game)
}

/// Moves that are being read.
struct Frame {
    line: Line,
    /// Before the last move, and after it.
    before: Position,
    now: Position,
    /// Where it began.
    place: Place,
    /// Whether there was a null move, after which nothing is kept.
    is_over: bool,
}

impl Frame {
    fn new(position: &Position, place: Place) -> Frame {
        let (before, now) = (position.clone(), position.clone());
        Frame { line: Line::default(), before, now, place, is_over: false }
    }

    fn say(&mut self, comment: &str) {
        let old = match self.line.moves.last_mut() {
            _ if self.is_over => return,
            Some(noted) => &mut noted.comment,
            None => &mut self.line.comment,
        };
        for word in comment.split_whitespace() {
            if !old.is_empty() {
                old.push(' ');
            }
            old.push_str(word);
        }
    }
}

/// The next game. None at the end.
fn game(reader: &mut Reader<'_>) -> Result<Option<PgnGame>, NotationError> {
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut start = Position::from(Board::default());
    let mut frames: Vec<Frame> = vec![Frame::new(&start, reader.place())];
    let mut result = None;
    let mut has_begun = false;
    while result.is_none() {
        let before = *reader;
        let Some((token, place)) = reader.token()? else { break };
        // What is said behind the last game begins none.
        has_begun |= matches!(token, Token::Tag(..) | Token::Word(_));
        let depth = frames.len();
        let frame = frames.last_mut().expect("the game itself is never closed");
        match token {
            Token::Tag(name, value) => {
                let is_next = depth == 1 && !frame.line.moves.is_empty();
                if is_next {
                    // The result is missing, and the next game begins.
                    *reader = before;
                    break;
                }
                if name.eq_ignore_ascii_case("FEN") {
                    start =
                        fen::read(&value).map(Position::from).map_err(|what| place.wrong(what))?;
                    let comment = std::mem::take(&mut frame.line.comment);
                    frames = vec![Frame::new(&start, place)];
                    frames[0].line.comment = comment;
                }
                tags.push((name, value));
            }
            Token::Comment(text) => frame.say(text),
            Token::Glyph(digits) => {
                let wrong = || place.wrong(format!("`${digits:.20}` is no glyph, $0 to $255"));
                let nag = digits.parse().map_err(|_| wrong())?;
                if let Some(noted) = frame.line.moves.last_mut().filter(|_| !frame.is_over) {
                    noted.nags.push(nag);
                }
            }
            Token::Open => {
                if frame.line.moves.is_empty() && !frame.is_over {
                    return Err(place.wrong("a variation has to follow a move"));
                }
                if depth > DEEPEST {
                    let what = format!("variations lie more than {DEEPEST} deep in each other");
                    return Err(place.wrong(what));
                }
                let mut inner = Frame::new(&frame.before, place);
                inner.is_over = frame.is_over;
                frames.push(inner);
            }
            Token::Close => {
                if depth == 1 {
                    return Err(place.never_opened(')'));
                }
                close(&mut frames);
            }
            Token::Word(word) => {
                let is_inner = depth > 1;
                result = read_word(frame, word, is_inner).map_err(|what| place.wrong(what))?;
            }
        }
    }
    if let [_, .., open] = &frames[..] {
        return Err(open.place.never_closed());
    }
    let line = frames.swap_remove(0).line;
    let result = result.unwrap_or_else(|| "*".to_owned());
    Ok(has_begun.then_some(PgnGame { tags, start, line, result }))
}
/// The last frame becomes a variation of the one before.
fn close(frames: &mut Vec<Frame>) {
    let Some(inner) = frames.pop() else { return };
    let outer = frames.last_mut().and_then(|frame| frame.line.moves.last_mut());
    let is_kept = !inner.line.moves.is_empty() || !inner.line.comment.is_empty();
    if let Some(noted) = outer.filter(|_| is_kept) {
        noted.variations.push(inner.line);
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A move, with or without its number; or the result, if the game is over.
fn read_word(frame: &mut Frame, word: &str, is_inner: bool) -> Read<Option<String>> {
    if RESULTS.contains(&word) || word == "1/2" {
        let result = if word == "1/2" { "1/2-1/2" } else { word };
        // Within a variation it only says how that would end.
        return Ok(Some(result.to_owned()).filter(|_| !is_inner));
    }
    let is_castling = word.starts_with("0-0");
    let text = match is_castling {
        true => word,
        false => {
            let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            digits.trim_start_matches(['.', '\u{2026}'])
        }
    };
    let bare = text.trim_end_matches(['!', '?']);
    let nag = nag(&text[bare.len()..]);
    if ["--", "Z0", "null", "@@@@"].contains(&bare) && is_inner {
        frame.is_over = true;
    }
    if frame.is_over {
        return Ok(None);
    }
    if !bare.is_empty() && bare != "e.p." && !["+", "#", "+-", "-+", "=", "N", "D"].contains(&bare)
    {
        let mv = san::read(frame.now.board(), bare)?;
        frame.before = frame.now.clone();
        frame.now.make(mv);
        frame.line.moves.push(Noted::new(mv));
    }
    if let (Some(nag), Some(noted)) = (nag, frame.line.moves.last_mut()) {
        noted.nags.push(nag);
    }
    Ok(None)
}

fn nag(marks: &str) -> Option<u8> {
    let known = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];
    known.iter().find(|(text, _)| *text == marks).map(|&(_, nag)| nag)
}

/// The tags that every game has, in this order.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

impl Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        portable::write_tags(f, &self.tags, &ROSTER, &self.result, &[])?;
        if self.start != Position::from(Board::default()) && self.tag("FEN").is_none() {
            portable::write_tag(f, "SetUp", "1")?;
            portable::write_tag(f, "FEN", &fen::written(self.start.board(), false))?;
        }
        let mut words = Vec::new();
        self.line.write(self.start.board().clone(), &mut words);
        words.push(self.result.clone());
        portable::write_words(f, &words)
    }
}

impl Line {
    fn write(&self, mut board: Board, words: &mut Vec<String>) {
        say(&self.comment, words);
        let mut needs_number = true;
        for noted in &self.moves {
            let number = board.fullmove_number();
            match board.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if needs_number => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(san::written(&board, noted.mv));
            words.extend(noted.nags.iter().map(|nag| format!("${nag}")));
            say(&noted.comment, words);
            for variation in &noted.variations {
                let first = words.len();
                variation.write(board.clone(), words);
                if let Some(word) = words.get_mut(first) {
                    word.insert(0, '(');
                }
                if let Some(word) = words[first..].last_mut() {
                    word.push(')');
                }
            }
            needs_number = !noted.comment.is_empty() || !noted.variations.is_empty();
            board.play_unchecked(noted.mv);
        }
    }
}

fn say(comment: &str, words: &mut Vec<String>) {
    if comment.is_empty() {
        return;
    }
    // A comment has no way to write the brace that ends it.
    let comment = comment.replace('}', ")");
    let mut parts: Vec<String> = comment.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = parts.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = parts.last_mut() {
        last.push('}');
    }
    words.append(&mut parts);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written, read, written again.
    fn both_ways(text: &str) -> String {
        let games = read(text).unwrap();
        let written: String = games.iter().map(|game| format!("{game}\n")).collect();
        assert_eq!(read(&written).unwrap().len(), games.len());
        for (again, game) in read(&written).unwrap().iter().zip(&games) {
            assert_eq!(again.line, game.line, "{written}");
            assert_eq!((&again.start, &again.result), (&game.start, &game.result));
        }
        written
    }

    #[test]
    fn a_game_with_everything() {
        let text = "[Event \"A \\\"match\\\"\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n\
            {before} 1. e4 $1 {[%clk 0:09:58] good} 1... e5 ; a line\n2. Qh5?! (2. Nf3 Nc6 (2... d6 $14 3. d4) 3. Bb5 {Spain}) \
            2... Nc6 3. Bc4 Nf6?? 4.Qxf7# 1-0\n\n[White \"C\"]\n\n1.d4 d5 1/2-1/2";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tag("Event"), Some("A \"match\""));
        let moves = &games[0].line.moves;
        assert_eq!(moves[0].clock(), Some(Duration::from_secs(598)));
        assert_eq!(moves[0].nags, [1]);
        assert_eq!(moves[1].comment, "a line");
        assert_eq!(moves[2].nags, [6]);
        assert_eq!(moves[2].variations[0].moves[1].variations[0].moves.len(), 2);
        assert_eq!(games[1].result, "1/2-1/2");
        let written = both_ways(text);
        assert!(written.contains("3. Bc4 Nf6 $4 4. Qxf7# 1-0"), "{written}");
        assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    }

    #[test]
    fn reading_is_tolerant() {
        for (text, moves) in [
            ("e4 e5 Nf3", 3),
            ("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.0-0", 7),
            ("1 e4 1 ... e5 2. Nf3 *", 3),
            ("% escape\n1. e4 e5", 2),
            ("\u{feff}1. e2e4 e7e5", 2),
            ("1. e4 (1. -- d5 2. Qxh7 nonsense (1. x)) e5", 2),
            ("1. e4 (1. d4 1-0) e5 1/2", 2),
            ("1. e4 ! e5 +- 1/2", 2),
        ] {
            let games = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(games.len(), 1, "{text}");
            assert_eq!(games[0].line.moves.len(), moves, "{text}");
            both_ways(text);
        }
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read(" \n\n").unwrap(), []);
        assert_eq!(read("1. e4, e5 1-0 {White was tired}").unwrap().len(), 1);
        assert_eq!(read("[White \"A\"]\n\n1. e4\n\n[White \"B\"]\n\n1. d4").unwrap().len(), 2);
        let other =
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 *";
        assert!(both_ways(other).contains("30... Kd7 31. e4 *"));
    }

    #[test]
    fn bad_text_says_where_and_why() {
        for (text, told) in [
            ("1. e4\ne5 2. Ke3", "line 2, column 7: `Ke3` is not legal for White: the moves are "),
            ("1. e4 {what", "line 1, column 7: the comment has no `}`"),
            ("1. e4 (1. d4", "line 1, column 7: the variation has no `)`"),
            ("1. e4 )", "line 1, column 7: `)` without `(` before it"),
            ("(1. e4)", "line 1, column 1: a variation has to follow a move"),
            ("1. e4 } e5", "line 1, column 7: `}` without `{` before it"),
            ("1. e4 $999", "line 1, column 7: `$999` is no glyph, $0 to $255"),
            ("[White A]", "line 1, column 1: this is no tag, like [White \"Anderssen\"]"),
            ("[White \"A", "line 1, column 1: the value of the tag has no end"),
            ("\n[FEN \"x\"]", "line 2, column 1: `x` has 1 rows"),
            ("1. hello", "line 1, column 4: `hello` is no move"),
            ("1. e4 --", "line 1, column 7: `--` is no move"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(100_000);
        assert!(read(&deep).unwrap_err().to_string().contains("more than 100 deep"));
    }

    #[test]
    fn a_clock_is_kept_in_the_comment() {
        let mut noted = Noted::new("e2e4".parse().unwrap());
        assert_eq!(noted.clock(), None);
        noted.comment = "good".to_owned();
        noted.set_clock(Duration::from_millis(3_723_500));
        assert_eq!(noted.comment, "[%clk 1:02:03.500] good");
        assert_eq!(noted.clock(), Some(Duration::from_millis(3_723_500)));
        noted.set_clock(Duration::from_secs(9));
        assert_eq!(noted.comment, "[%clk 0:00:09] good");
        for comment in ["[%clk", "[%clk x]", "[%clk -1]", "[%clk 1:é]", "[%clk inf]"] {
            noted.comment = comment.to_owned();
            assert_eq!(noted.clock(), None, "{comment}");
        }
    }
}
