//! Requests: a line of the controller, without what the protocol says to leave out.

use crate::lines::Line;

/// A command.
pub(super) struct Request {
    pub(super) id: String,
    pub(super) words: Vec<String>,
    /// Whether it is too long to be read to its end.
    pub(super) is_cut: bool,
}

impl Request {
    /// What a line asks for; nothing if it is blank or a comment.
    pub(super) fn of(line: &Line) -> Option<Request> {
        let request = Request::parsed(&line.bytes, line.is_cut);
        (!request.words.is_empty() || !request.id.is_empty()).then_some(request)
    }

    fn parsed(line: &[u8], is_cut: bool) -> Request {
        let comment = line.iter().position(|&byte| byte == b'#');
        let line = &line[..comment.unwrap_or(line.len())];
        let meant = line.iter().filter(|byte| !byte.is_ascii_control() || **byte == b'\t');
        let text: Vec<u8> = meant.copied().collect();
        let text = String::from_utf8_lossy(&text);
        let mut words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
        let is_id = |word: &String| word.len() < 20 && word.bytes().all(|one| one.is_ascii_digit());
        let id = if words.first().is_some_and(is_id) { words.remove(0) } else { String::new() };
        Request { id, words, is_cut: is_cut && comment.is_none() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_count_is_left_out() {
        let words = |line: &[u8]| {
            let Request { id, words, .. } = Request::parsed(line, false);
            (id, words.join("|"))
        };
        let of = |id: &str, words: &str| (id.to_owned(), words.to_owned());
        assert_eq!(words(b"12 play\tblack  f5 # a comment\r\n"), of("12", "play|black|f5"));
        assert_eq!(words(b"pl\x01ay\x7f\r\n"), of("", "play"));
        assert_eq!(words(b" \t # 12 play"), of("", ""));
        assert_eq!(words(b"12"), of("12", ""));
        assert_eq!(words(b"123456789012345678901234"), of("", "123456789012345678901234"));
    }
}
