//! Weights: what each feature is worth, in hundredths of a man, as a text that people can read.
//!
//! Each group has its name, a colon, and for each of its features the weights with all pieces on the board and with none: `100/100`.
//! What follows a `#` is for people.

use std::sync::{Arc, LazyLock};

use super::features::{COUNT, GROUPS};
use crate::tapered::{Form, Weight};

/// A weight for each feature, with all pieces on the board and with none.
pub(super) type Weights = [Weight; COUNT];

/// The weights that come with the game.
pub(super) static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(read(include_str!("weights.txt")).expect("a test reads the weights that come with it"))
});

/// Numbers are at most this far from zero.
pub(super) const MOST: i32 = 1_000;

fn form() -> Form {
    Form {
        head: "The weights of the features of checkers, in hundredths of a man: all pieces/no pieces.",
        groups: GROUPS.map(|group| (group.name, group.count)).to_vec(),
        most: MOST,
        example: "`100/95`: two numbers",
        row: 4,
    }
}

/// Reads the weights of a file.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, String> {
    read(std::str::from_utf8(bytes).map_err(|_| "the weights are no text".to_owned())?)
}

/// Reads weights.
pub(super) fn read(text: &str) -> Result<Weights, String> {
    let weights = form().read(text)?;
    Ok(std::array::from_fn(|feature| weights[feature]))
}

/// Weights as text, in the form that [`read`] takes.
pub(super) fn written(weights: &[Weight]) -> String {
    form().written(weights)
}

/// The weights before anything is learnt: all of them are 0.
pub(super) fn untrained() -> Vec<u8> {
    written(&[[0; 2]; COUNT]).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in [include_str!("by_hand.txt"), include_str!("weights.txt")] {
            let weights = read(text).unwrap();
            assert_eq!(read(&written(&weights)), Ok(weights));
        }
    }

    #[test]
    fn bad_text_says_why() {
        let text = written(&read(include_str!("by_hand.txt")).unwrap());
        let told = |from: &str, to: &str| read(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(told("men", "women"), "line 2: `women` instead of `men`");
        let form = "is no weight, like `100/95`: two numbers up to 1000";
        assert_eq!(told("104/100", "82"), format!("line 3: `82` {form}"));
        assert_eq!(read("").unwrap_err(), "`men` is missing");
        assert_eq!(
            read("1/1").unwrap_err(),
            "line 1: weights without the name of a group before them"
        );
    }
}
