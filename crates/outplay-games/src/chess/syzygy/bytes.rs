//! Reading a file of others: byte by byte, and nothing behind its end.

use std::io::ErrorKind;

use outplay::solve::tables::{TableError, TableSource};

/// What is wrong with a file that is not as it was written. We could not build it again.
pub(super) fn damaged(what: &str) -> TableError {
    TableError::Unreadable(format!("{what}; it is not as it was made"))
}

/// Fills `bytes` with those from `at` on.
pub(super) fn filled(
    source: &dyn TableSource,
    at: u64,
    bytes: &mut [u8],
) -> Result<(), TableError> {
    source.read(at, bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => damaged("it is cut off"),
        _ => TableError::Unreadable(error.to_string()),
    })
}

/// The bytes of a file from one place on.
pub(super) struct Bytes<'s> {
    pub(super) source: &'s dyn TableSource,
    pub(super) at: u64,
}

impl Bytes<'_> {
    /// The next few.
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let mut taken = [0; N];
        filled(self.source, self.at, &mut taken)?;
        self.at += N as u64;
        Ok(taken)
    }

    /// So many numbers of two bytes.
    pub(super) fn numbers(&mut self, count: usize) -> Result<Vec<u16>, TableError> {
        (0..count).map(|_| self.take().map(u16::from_le_bytes)).collect()
    }

    /// Goes to the next multiple.
    pub(super) fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }
}
