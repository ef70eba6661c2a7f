//! Words: a line as a command and its arguments, `pos pos=Wbb moves="32-28 19-23"`.

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::commands) struct Words {
    /// What comes first.
    pub(in crate::commands) command: String,
    /// Names and values; a name without a value has an empty one.
    arguments: Vec<(String, String)>,
}

impl Words {
    /// Reads a line. Blanks part arguments, unless they are between quotation marks; a mark that is not closed holds to the end.
    pub(in crate::commands) fn read(line: &str) -> Words {
        let mut parts = Vec::new();
        let mut part = String::new();
        let mut is_quoted = false;
        for letter in line.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                _ if letter.is_whitespace() && !is_quoted => {
                    parts.extend(Some(std::mem::take(&mut part)).filter(|part| !part.is_empty()));
                }
                _ => part.push(letter),
            }
        }
        parts.extend(Some(part).filter(|part| !part.is_empty()));
        let mut parts = parts.into_iter();
        let command = parts.next().unwrap_or_default();
        let pair = |part: String| match part.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (part, String::new()),
        };
        Words { command, arguments: parts.map(pair).collect() }
    }

    /// The value of an argument.
    pub(in crate::commands) fn value(&self, name: &str) -> Option<&str> {
        let found = self.arguments.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &value[..])
    }

    /// The name of the first argument.
    pub(in crate::commands) fn first(&self) -> &str {
        self.arguments.first().map_or("", |(name, _)| name)
    }
}

/// A value as it is written: with quotation marks, if there are blanks in it or nothing at all.
pub(in crate::commands) fn quoted(value: &str) -> String {
    let value = value.replace('"', "'");
    match value.is_empty() || value.contains(char::is_whitespace) {
        true => format!("\"{value}\""),
        false => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_and_its_arguments() {
        let words = Words::read("pos pos=Wbe  moves=\"11-15 22-18\" x\r\n");
        assert_eq!((&words.command[..], words.first()), ("pos", "pos"));
        assert_eq!(words.value("moves"), Some("11-15 22-18"));
        assert_eq!((words.value("x"), words.value("y")), (Some(""), None));
        assert_eq!(Words::read(" \t"), Words::default());
        assert_eq!(Words::read("a b=\"c d").value("b"), Some("c d"));
    }

    #[test]
    fn values_with_blanks_are_quoted() {
        assert_eq!([quoted("a"), quoted("a \"b\""), quoted("")], ["a", "\"a 'b'\"", "\"\""]);
    }
}
