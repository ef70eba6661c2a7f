//! Extended Position Description: a position and what is said about it, in one line.
//!
//! Four fields as in [FEN](super), then operations: a word, its operands, a semicolon. The two numbers of FEN may stand
//! between them.
//!
//! ```
//! use outplay_games::chess::Epd;
//!
//! let line = r#"8/8/8/8/8/3k4/3p4/3K4 b - - bm Ke3 Kc3; id "a draw, or not";"#;
//! let epd: Epd = line.parse()?;
//! assert_eq!(epd.operands("bm"), Some(&["Ke3".to_owned(), "Kc3".to_owned()][..]));
//! assert_eq!(epd.to_string(), line);
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use super::fen::{self, Read};
use super::rules::Position;
use outplay::face::notation::NotationError;

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position. The operations `hmvc` and `fmvn` are in it.
    pub position: Position,
    /// Words with their operands, in their order.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Epd {
    /// What follows an opcode, if it is there.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|(name, _)| name == opcode);
        found.map(|(_, operands)| &operands[..])
    }
}

impl FromStr for Epd {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Epd, NotationError> {
        read(line).map_err(NotationError::new)
    }
}

fn read(line: &str) -> Read<Epd> {
    let mut rest = line.trim();
    let mut fields = Vec::new();
    while fields.len() < 6 && !rest.is_empty() {
        let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if fields.len() >= 4 && !is_number {
            break;
        }
        fields.push(word);
        rest = after.trim_start();
    }
    let operations = read_operations(rest)?;
    let number = |opcode: &str, field: &'static str| {
        let (_, operands) = operations.iter().find(|(name, _)| name == opcode)?;
        Some(operands.first().map_or(field, String::as_str).to_owned())
    };
    let (clock, count) = (number("hmvc", "0"), number("fmvn", "1"));
    if let (4, true) = (fields.len(), clock.is_some() || count.is_some()) {
        fields.push(clock.as_deref().unwrap_or("0"));
        fields.push(count.as_deref().unwrap_or("1"));
    }
    let board = fen::from_fields(&fields)?;
    Ok(Epd { position: Position::from(board), operations })
}

fn read_operations(text: &str) -> Read<Vec<(String, Vec<String>)>> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            ';' => end_operation(&mut words, &mut operations),
            blank if blank.is_whitespace() => {}
            _ if words.is_empty() && !letter.is_alphabetic() => {
                let place = text[..at].chars().count() + 1;
                return Err(format!(
                    "place {place} of the operations `{text:.60}`: an operation begins with a word like `bm`"
                ));
            }
            '"' => {
                let mut word = String::new();
                loop {
                    match letters.next() {
                        Some((_, '"')) => break,
                        Some((_, letter)) => word.push(letter),
                        None => {
                            let place = text[..at].chars().count() + 1;
                            return Err(format!(
                                "the quotation mark at place {place} of the operations `{text:.60}` is not closed"
                            ));
                        }
                    }
                }
                words.push(word);
            }
            _ => {
                let mut word = String::from(letter);
                while let Some(&(_, next)) = letters.peek() {
                    if next == ';' || next.is_whitespace() {
                        break;
                    }
                    word.push(next);
                    letters.next();
                }
                words.push(word);
            }
        }
    }
    // The last semicolon is often missing.
    end_operation(&mut words, &mut operations);
    Ok(operations)
}

fn end_operation(words: &mut Vec<String>, operations: &mut Vec<(String, Vec<String>)>) {
    let mut words = std::mem::take(words).into_iter();
    if let Some(opcode) = words.next() {
        operations.push((opcode, words.collect()));
    }
}

impl Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = fen::written(self.position.board(), false);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for (opcode, operands) in &self.operations {
            write!(f, " {opcode}")?;
            for operand in operands {
                let is_text = opcode == "id" || is_comment(opcode);
                match is_text || operand.is_empty() || operand.contains([' ', ';']) {
                    true => write!(f, " \"{}\"", operand.replace('"', "'"))?,
                    false => write!(f, " {operand}")?,
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// `c0` to `c9` are comments.
fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', b'0'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for line in [
            "8/8/8/8/8/3k4/3p4/3K4 b - -",
            "8/8/8/8/8/3k4/3p4/3K4 b - - hmvc 7; fmvn 60;",
            "8/8/8/8/8/3k4/3p4/3K4 b - - bm Ke3; ce -20; id \"a; b\"; pv Ke3 Ke1;",
        ] {
            assert_eq!(line.parse::<Epd>().unwrap().to_string(), line);
        }
        let epd: Epd = "8/8/8/8/8/3k4/3p4/3K4 b - - hmvc 7; fmvn 60;".parse().unwrap();
        let board = epd.position.board();
        assert_eq!((board.halfmove_clock(), board.fullmove_number()), (7, 60));
        let epd: Epd = "8/8/8/8/8/3k4/3p4/3K4 b - - 7 60 id \"x\"".parse().unwrap();
        assert_eq!(epd.position.board().halfmove_clock(), 7);
        assert_eq!(epd.operands("id"), Some(&["x".to_owned()][..]));
        assert_eq!(epd.operands("bm"), None);
    }

    #[test]
    fn bad_text_says_why() {
        let error = |line: &str| line.parse::<Epd>().unwrap_err().to_string();
        assert_eq!(
            error("8/8/8/8/8/3k4/3p4/3K4 b - - id \"x"),
            "the quotation mark at place 4 of the operations `id \"x` is not closed"
        );
        assert_eq!(
            error("8/8/8/8/8/3k4/3p4/3K4 b - - hmvc x;"),
            "`x` is no number of plies since a capture or a pawn's move"
        );
        assert_eq!(
            error("8/8/8/8/8/3k4/3p4/3K4 b - - bm Ke3; \"id\" x;"),
            "place 9 of the operations `bm Ke3; \"id\" x;`: an operation begins with a word like `bm`"
        );
        assert!(
            error("8/8/8/8/8/3k4/3p4/3K4 b - - 0 1 0 1").starts_with("place 1 of the operations")
        );
        assert!(error("").starts_with("`` has 1 rows"));
    }
}
