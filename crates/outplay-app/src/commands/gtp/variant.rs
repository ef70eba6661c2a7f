//! Variants: another board, komi or handicap of the same game, by its name.
//!
//! Many games write a variant as a size and what else is chosen, with commas between them: `go:9x9,komi=7`. A name is taken apart and
//! put together again here; whether there is such a game the catalogue says.

use std::fmt::{self, Display};
use std::sync::Arc;

use outplay::face::AnyGame;

use crate::games;

/// A name of a game, by its parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    plain: String,
    /// `9x9`.
    size: Option<String>,
    komi: Option<f64>,
    handicap: Option<u32>,
    /// All that is none of these.
    others: Vec<String>,
}

impl Variant {
    /// The parts of a name.
    pub(super) fn of(name: &str) -> Variant {
        let (plain, parts) = name.split_once(':').unwrap_or((name, ""));
        let plain = plain.to_owned();
        let mut variant =
            Variant { plain, size: None, komi: None, handicap: None, others: Vec::new() };
        for part in parts.split(',').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(("komi", komi)) if komi.parse::<f64>().is_ok() => {
                    variant.komi = komi.parse().ok();
                }
                Some(("handicap", stones)) if stones.parse::<u32>().is_ok() => {
                    variant.handicap = stones.parse().ok();
                }
                None if is_size(part) => variant.size = Some(part.to_owned()),
                _ => variant.others.push(part.to_owned()),
            }
        }
        variant
    }

    /// The same on a square board of another size.
    pub(super) fn with_size(&self, size: usize) -> Variant {
        Variant { size: Some(format!("{size}x{size}")), ..self.clone() }
    }

    /// The same with another komi.
    pub(super) fn with_komi(&self, komi: f64) -> Variant {
        Variant { komi: Some(komi), ..self.clone() }
    }

    /// The same with another handicap, or none.
    pub(super) fn with_handicap(&self, handicap: Option<u32>) -> Variant {
        Variant { handicap, ..self.clone() }
    }

    /// The handicap that its name tells.
    pub(super) fn handicap(&self) -> Option<u32> {
        self.handicap
    }

    /// The name without all that is chosen.
    pub(super) fn plain(&self) -> &str {
        &self.plain
    }

    /// The game, if there is one.
    pub(super) fn game(&self) -> Result<Arc<dyn AnyGame>, String> {
        games::named(&self.to_string()).map_err(|failure| failure.to_string())
    }
}

/// Columns and rows, like `9x9`.
fn is_size(part: &str) -> bool {
    let is_number = |side: &str| !side.is_empty() && side.bytes().all(|one| one.is_ascii_digit());
    part.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
}

impl Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let komi = self.komi.map(|komi| format!("komi={komi}"));
        let handicap = self.handicap.map(|stones| format!("handicap={stones}"));
        let parts = self.size.iter().cloned().chain(self.others.iter().cloned());
        let parts: Vec<String> = parts.chain(komi).chain(handicap).collect();
        match parts.is_empty() {
            true => f.write_str(&self.plain),
            false => write!(f, "{}:{}", self.plain, parts.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_and_put_together() {
        for name in ["othello", "othello:6x6", "go:9x9,rules=tromp-taylor,komi=5.5,handicap=2"] {
            assert_eq!(Variant::of(name).to_string(), name);
        }
        let variant = Variant::of("go:komi=7,suicide=on");
        assert_eq!(variant.with_size(13).to_string(), "go:13x13,suicide=on,komi=7");
        assert_eq!(variant.with_komi(-0.5).to_string(), "go:suicide=on,komi=-0.5");
        let handicap = variant.with_size(9).with_handicap(Some(3));
        assert_eq!(handicap.to_string(), "go:9x9,suicide=on,komi=7,handicap=3");
        assert_eq!(handicap.with_handicap(None), variant.with_size(9));
        assert_eq!(Variant::of("kalah:6,4").to_string(), "kalah:6,4");
    }
}
