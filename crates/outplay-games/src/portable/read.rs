//! From letters to tokens.

use std::fmt::Display;

use outplay::face::notation::NotationError;

/// A place in a text.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(crate) fn wrong(self, what: impl Display) -> NotationError {
        NotationError::new(format!("line {}, column {}: {what}", self.line, self.column))
    }

    /// A bracket that closes what was never opened.
    pub(crate) fn never_opened(self, close: char) -> NotationError {
        let open = match close {
            '}' => '{',
            ')' => '(',
            '>' => '<',
            _ => '[',
        };
        self.wrong(format!("`{close}` without `{open}` before it"))
    }

    /// A variation that began here and goes on to the end of the text.
    pub(crate) fn never_closed(self) -> NotationError {
        self.wrong("the variation has no `)`")
    }
}

/// What a game is made of.
pub(crate) enum Token<'t> {
    Tag(String, String),
    Comment(&'t str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// The digits of a numeric glyph.
    Glyph(&'t str),
    Word(&'t str),
}

/// What is left of a text.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'t> {
    rest: &'t str,
    place: Place,
    /// A tag like those of the game, for error messages.
    tag: &'static str,
}

/// Reads all games of a file with what reads one, which has none at the end. The tag is an example of one.
pub(crate) fn games<'t, G>(
    text: &'t str,
    tag: &'static str,
    next: impl Fn(&mut Reader<'t>) -> Result<Option<G>, NotationError>,
) -> Result<Vec<G>, NotationError> {
    let mut reader = Reader { rest: text, place: Place { line: 1, column: 1 }, tag };
    std::iter::from_fn(|| next(&mut reader).transpose()).collect()
}

impl<'t> Reader<'t> {
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Whether a full stop comes next.
    pub(crate) fn is_before_stop(&self) -> bool {
        self.rest.trim_start().starts_with('.')
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        match letter {
            '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            _ => self.place.column += 1,
        }
        Some(letter)
    }

    /// All up to a letter for which this holds.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'t str {
        let text = self.rest;
        while self.peek().is_some_and(|letter| !ends(letter)) {
            self.next();
        }
        &text[..text.len() - self.rest.len()]
    }

    /// The next token and its place. None at the end.
    pub(crate) fn token(&mut self) -> Result<Option<(Token<'t>, Place)>, NotationError> {
        loop {
            let place = self.place;
            let Some(letter) = self.peek() else { return Ok(None) };
            let is_word = !(is_between(letter) || letter == '.' || "%;{}()[]<>$".contains(letter));
            if is_word || letter == '%' && place.column > 1 {
                return Ok(Some((Token::Word(self.until(ends_word)), place)));
            }
            self.next();
            let token = match letter {
                '%' => {
                    self.until(|letter| letter == '\n');
                    continue;
                }
                ';' => Token::Comment(self.until(|letter| letter == '\n')),
                '{' => Token::Comment(self.comment(place)?),
                '[' => self.tag(place)?,
                '(' => Token::Open,
                ')' => Token::Close,
                '$' => Token::Glyph(self.until(|letter| !letter.is_ascii_digit())),
                '<' => {
                    // The standard keeps these brackets for later.
                    self.until(|letter| letter == '>');
                    self.next().ok_or_else(|| place.wrong("the `<` has no `>`"))?;
                    continue;
                }
                '}' | ']' | '>' => return Err(place.never_opened(letter)),
                _ => continue,
            };
            return Ok(Some((token, place)));
        }
    }

    /// The rest of a comment that began at this place.
    fn comment(&mut self, place: Place) -> Result<&'t str, NotationError> {
        let text = self.until(|letter| letter == '}');
        self.next().map(|_| text).ok_or_else(|| place.wrong("the comment has no `}`"))
    }

    /// Passes over the rest of a variation that began at this place, and over those within it.
    pub(crate) fn pass_variation(&mut self, place: Place) -> Result<(), NotationError> {
        let mut depth = 1_usize;
        while depth > 0 {
            let here = self.place;
            match self.next().ok_or_else(|| place.never_closed())? {
                '{' => _ = self.comment(here)?,
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// The rest of `[Name "value"]`, where a backslash stands before quotation marks and backslashes of the value.
    fn tag(&mut self, place: Place) -> Result<Token<'t>, NotationError> {
        let example = self.tag;
        let wrong = || place.wrong(format!("this is no tag, like {example}"));
        let name = self.until(|letter| matches!(letter, '"' | ']' | '\n')).trim();
        if self.next() != Some('"') {
            return Err(wrong());
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => value.extend(self.next()),
                Some('\n') | None => return Err(place.wrong("the value of the tag has no end")),
                Some(letter) => value.push(letter),
            }
        }
        let rest = self.until(|letter| letter == ']' || letter == '\n');
        match self.next() == Some(']') && rest.trim().is_empty() && !name.is_empty() {
            true => Ok(Token::Tag(name.to_owned(), value)),
            false => Err(wrong()),
        }
    }
}

/// Whether a letter stands between words.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || letter == '\u{feff}'
}

/// Whether a word ends before a letter. A full stop belongs to the number of a move.
fn ends_word(letter: char) -> bool {
    is_between(letter) || "{}()[]<>;$".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_are_kept_for_later_are_passed_over() {
        let words = |text| {
            games(text, "[A \"b\"]", |reader| {
                Ok(reader.token()?.map(|(token, _)| match token {
                    Token::Word(word) => word.to_owned(),
                    _ => "none".to_owned(),
                }))
            })
        };
        assert_eq!(words("1. a,b <not (now> c%").unwrap(), ["1.", "a", "b", "c%"]);
        let error = |text| words(text).unwrap_err().to_string();
        assert_eq!(error("a\nb <c"), "line 2, column 3: the `<` has no `>`");
        assert_eq!(error("a >"), "line 1, column 3: `>` without `<` before it");
    }
}
