//! Lines from somebody who may send anything: none is longer than a limit.

use std::io::{self, BufRead, Read};

/// The longest line that is kept as a rule, in bytes.
pub(crate) const LONGEST: usize = 1 << 16;

/// A line, with its end if that was read.
pub(crate) struct Line {
    pub(crate) bytes: Vec<u8>,
    /// Whether it was longer. The rest is gone.
    pub(crate) is_cut: bool,
}

/// The next line, of which at most so many bytes are kept. None at the end of the input.
pub(crate) fn next(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(longest as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_cut = bytes.len() == longest && bytes.last() != Some(&b'\n');
    if is_cut {
        input.skip_until(b'\n')?;
    }
    Ok(Some(Line { bytes, is_cut }))
}
