//! Whole games as text, in the form that chess and checkers share: tags in brackets, then moves with their numbers, comments, glyphs and
//! variations, and the result.
//!
//! Reading is tolerant, and says the line and the column of what cannot be understood. A game gives what differs: what a move is, what a
//! result means, which tags it needs, and how much of comments and variations it keeps.

mod read;
mod written;

use outplay::Game;
use outplay::face::notation::Finished;

pub(crate) use read::{Place, Reader, Token, games};
pub(crate) use written::{write_tag, write_tags, write_words};

/// Names and values, in their order.
pub(crate) type Tags = [(String, String)];

/// The value of a tag.
pub(crate) fn value<'t>(tags: &'t Tags, name: &str) -> Option<&'t str> {
    let found = tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
    found.map(|(_, value)| &value[..])
}

/// Whether a text holds games: it begins with a tag, a comment, or the number of the first move.
pub(crate) fn is_portable(text: &str) -> bool {
    let text =
        text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let first = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    text.starts_with(['[', '{', '%']) || first.len() < text.len() && first.starts_with('.')
}

/// What is known of a game of a match. The colours are in the order of the seats.
pub(crate) fn tags_of<G: Game>(
    game: &Finished<'_, G>,
    colours: [&str; 2],
) -> Vec<(String, String)> {
    let name = |seat: usize| game.players.get(seat).copied().unwrap_or("?").to_owned();
    let [first, second] = colours;
    let tags = [
        ("Round", game.number.to_string()),
        (first, name(0)),
        (second, name(1)),
        ("Termination", game.ending.to_owned()),
    ];
    tags.map(|(name, value)| (name.to_owned(), value)).to_vec()
}
