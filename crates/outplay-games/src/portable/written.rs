//! From a game to letters.

use std::fmt;

use super::{Tags, value};

/// The longest line that is written.
const WIDTH: usize = 80;

/// Writes the tags that every game has, in the order of the roster and with what it says of those that are not known, and after them
/// all others. Tags of these names the game writes itself.
pub(crate) fn write_tags(
    f: &mut fmt::Formatter<'_>,
    tags: &Tags,
    roster: &[(&str, &str)],
    result: &str,
    own: &[&str],
) -> fmt::Result {
    for &(name, unknown) in roster {
        let known = if name == "Result" { Some(result) } else { value(tags, name) };
        write_tag(f, name, known.unwrap_or(unknown))?;
    }
    let is_written = |name: &str| {
        let mut known = roster.iter().map(|(tag, _)| tag).chain(own);
        known.any(|tag| tag.eq_ignore_ascii_case(name))
    };
    let mut others = tags.iter().filter(|(name, _)| !is_written(name));
    others.try_for_each(|(name, value)| write_tag(f, name, value))
}

/// Writes one tag.
pub(crate) fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Writes the moves and the result, after an empty line and in lines that are not too long.
pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    writeln!(f, "\n{text}")
}
