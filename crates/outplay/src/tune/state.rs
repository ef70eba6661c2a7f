//! All that a fit knows between two batches, and the same as bytes.
//!
//! ```text
//! "outplay tune"  version  count of weights, steps, epoch, done, loss, mark  weights, means, squares  checksum
//!  12 bytes       u32      u64 × 5, the loss an f64                          f32 × count each         u64
//! ```
//! Little endian. The checksum is FNV-1a over all bytes before it.

use std::fmt::{self, Display};

const MAGIC: &[u8; 12] = b"outplay tune";
const VERSION: u32 = 1;
const HEADER: usize = MAGIC.len() + 4 + 6 * 8;
const CHECKSUM: usize = 8;

/// The weights and where their fit stands: stop it, keep the bytes, go on another day.
///
/// ```
/// use outplay::tune::State;
///
/// let state = State::new(1000);
/// assert_eq!(State::from_bytes(&state.to_bytes()), Ok(state));
/// assert_eq!(State::from_bytes(b"GIF89a").unwrap_err().to_string(), "these bytes are no state of a fit");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) weights: Vec<f32>,
    /// Adam's running mean of the gradient of each weight.
    pub(super) means: Vec<f32>,
    /// Adam's running mean of the squared gradient of each weight.
    pub(super) squares: Vec<f32>,
    /// Batches learned from.
    pub(super) steps: u64,
    /// Epochs that are over.
    pub(super) epoch: u64,
    /// Samples learned from in the epoch that is not over.
    pub(super) done: u64,
    /// The sum of their losses.
    pub(super) loss: f64,
    /// Which samples these are, and how they are drawn: see `Plan::mark`.
    pub(super) mark: u64,
}

impl State {
    /// `weights` weights of zero.
    pub fn new(weights: usize) -> State {
        State::from(vec![0.0; weights])
    }

    /// The weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights, without the rest.
    pub fn into_weights(self) -> Vec<f32> {
        self.weights
    }

    /// How many epochs are over.
    pub fn epoch(&self) -> usize {
        self.epoch as usize
    }

    /// The state as bytes, for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + 12 * self.weights.len() + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let count = self.weights.len() as u64;
        for word in [count, self.steps, self.epoch, self.done, self.loss.to_bits(), self.mark] {
            bytes.extend(word.to_le_bytes());
        }
        for numbers in [&self.weights, &self.means, &self.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The state that [`State::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are of something else or of another version, too few or too many, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<State, BytesError> {
        let after_magic = bytes.strip_prefix(MAGIC).ok_or(BytesError::Other)?;
        let version = after_magic.first_chunk().ok_or(BytesError::Short { found: bytes.len() })?;
        match u32::from_le_bytes(*version) {
            VERSION => {}
            version => return Err(BytesError::Version(version)),
        }
        if bytes.len() < HEADER + CHECKSUM {
            return Err(BytesError::Short { found: bytes.len() });
        }
        let [count, steps, epoch, done, loss, mark] =
            std::array::from_fn(|at| word(&bytes[HEADER - 48 + 8 * at..]));
        let (found, room) = (bytes.len(), bytes.len() - HEADER - CHECKSUM);
        if count.checked_mul(12) != Some(room as u64) {
            return Err(BytesError::Length { weights: count, found });
        }
        let (body, sum) = bytes.split_at(found - CHECKSUM);
        if checksum(body) != word(sum) {
            return Err(BytesError::Damaged);
        }
        let third = |at: usize| numbers(&body[HEADER + at * room / 3..][..room / 3]);
        let (weights, means, squares) = (third(0), third(1), third(2));
        Ok(State { weights, means, squares, steps, epoch, done, loss: f64::from_bits(loss), mark })
    }
}

/// A fresh fit that starts from these weights.
impl From<Vec<f32>> for State {
    fn from(weights: Vec<f32>) -> State {
        let zeros = vec![0.0; weights.len()];
        let (means, squares) = (zeros.clone(), zeros);
        State { weights, means, squares, steps: 0, epoch: 0, done: 0, loss: 0.0, mark: 0 }
    }
}

/// The first 8 of `bytes`.
fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("the length was checked"))
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes
        .chunks_exact(4)
        .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}

fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Why bytes are no [`State`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BytesError {
    /// They begin like something else.
    Other,
    /// They are of this version, which is not the one that can be read.
    Version(u32),
    /// They end before the first weight could begin.
    Short {
        /// How many there are.
        found: usize,
    },
    /// They are too few or too many.
    Length {
        /// For so many weights.
        weights: u64,
        /// How many there are.
        found: usize,
    },
    /// The checksum is of other bytes.
    Damaged,
}

impl Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BytesError::Other => write!(f, "these bytes are no state of a fit"),
            BytesError::Version(version) => {
                write!(f, "the state of the fit has version {version}, not {VERSION}")
            }
            BytesError::Short { found } => {
                write!(f, "the state of the fit ends after {found} bytes")
            }
            BytesError::Length { weights, found } => {
                write!(f, "{found} bytes cannot be the state of a fit of {weights} weights")
            }
            BytesError::Damaged => {
                write!(f, "the state of the fit is damaged: its checksum is wrong")
            }
        }
    }
}

impl std::error::Error for BytesError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        let mut state = State::from(vec![1.5, -2.0, 0.0]);
        state.means = vec![0.1, 0.2, 0.3];
        state.squares = vec![1e-30, 1e30, 7.0];
        (state.steps, state.epoch, state.done, state.loss, state.mark) =
            (12, 3, 4096, 0.25, u64::MAX);
        state
    }

    #[test]
    fn bytes_and_back() {
        assert_eq!(State::from_bytes(&state().to_bytes()), Ok(state()));
        assert_eq!(State::from_bytes(&State::new(0).to_bytes()), Ok(State::new(0)));
    }

    #[test]
    fn no_byte_can_be_missing_or_wrong() {
        let bytes = state().to_bytes();
        for at in 0..bytes.len() {
            assert!(State::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(State::from_bytes(&damaged).is_err(), "damaged at {at}");
        }
    }

    #[test]
    fn errors_are_sentences() {
        let bytes = state().to_bytes();
        let said = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            State::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert_eq!(said(&|bytes| bytes[0] = b'i'), "these bytes are no state of a fit");
        assert_eq!(said(&|bytes| bytes[12] = 7), "the state of the fit has version 7, not 1");
        assert_eq!(said(&|bytes| bytes.truncate(30)), "the state of the fit ends after 30 bytes");
        assert_eq!(
            said(&|bytes| bytes.push(0)),
            "109 bytes cannot be the state of a fit of 3 weights"
        );
        assert_eq!(
            said(&|bytes| bytes[70] ^= 1),
            "the state of the fit is damaged: its checksum is wrong"
        );
    }
}
