//! What is known of a position, and what that rests on.

use super::numbers::ProofNumbers;

/// How long something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Length {
    /// At most so many plies.
    pub(super) plies: u16,
    /// They are those to the end of the game; otherwise to something that cannot be taken back, as [an endgame table](crate::engine::KNOWN_WIN) tells it.
    pub(super) to_end: bool,
}

impl Length {
    /// The game is over.
    pub(super) const ZERO: Length = Length { plies: 0, to_end: true };
    /// However long it takes.
    pub(super) const ANY: Length = Length { plies: u16::MAX, to_end: true };

    /// One ply more.
    fn longer(self) -> Length {
        Length { plies: self.plies.saturating_add(1), ..self }
    }

    fn longest(self, other: Length) -> Length {
        Length { plies: self.plies.max(other.plies), to_end: self.to_end && other.to_end }
    }

    /// Whether it is no longer, and says no less about the end of the game.
    pub(super) fn is_as_good(self, other: Length) -> bool {
        self.plies <= other.plies && (self.to_end || !other.to_end)
    }

    fn is_shorter(self, other: Length) -> bool {
        (!self.to_end, self.plies) < (!other.to_end, other.plies)
    }
}

/// What a disproof rests on: nothing, if it holds wherever the position is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rests {
    /// The player who should be stopped gets nowhere without one of the positions with these keys, in order. Where all of them are on the line, or are disproven,
    /// the position is, too.
    pub(super) on: Vec<u64>,
    /// A clock ends the game before the claim is won.
    pub(super) on_clock: bool,
}

impl Rests {
    pub(super) fn on(key: u64) -> Rests {
        Rests { on: vec![key], on_clock: false }
    }

    fn join(&mut self, other: &Rests) {
        self.on.extend_from_slice(&other.on);
        self.on.sort_unstable();
        self.on.dedup();
        self.on_clock |= other.on_clock;
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) numbers: ProofNumbers,
    /// How long a proof takes.
    pub(super) length: Length,
    /// What a disproof rests on.
    pub(super) rests: Rests,
}

impl Known {
    pub(super) fn open(numbers: ProofNumbers) -> Known {
        Known { numbers, length: Length::ANY, rests: Rests::default() }
    }

    pub(super) fn proven(length: Length) -> Known {
        Known { length, ..Known::open(ProofNumbers::PROVEN) }
    }

    pub(super) fn disproven(rests: Rests) -> Known {
        Known { rests, ..Known::open(ProofNumbers::DISPROVEN) }
    }

    /// A position whose children are known, and its numbers by theirs.
    pub(super) fn above(numbers: ProofNumbers, children: &[Known], is_provers: bool) -> Known {
        let proven = || children.iter().filter(|child| child.numbers.is_proven());
        let disproven = || children.iter().filter(|child| child.numbers.is_disproven());
        match (numbers, is_provers) {
            (ProofNumbers { proof: 0, .. }, true) => {
                let quicker = |one: Length, child: &Known| match child.length.is_shorter(one) {
                    true => child.length,
                    false => one,
                };
                let none = Length { plies: u16::MAX, to_end: false };
                Known::proven(proven().fold(none, quicker).longer())
            }
            (ProofNumbers { proof: 0, .. }, false) => {
                let longest = |one: Length, child: &Known| one.longest(child.length);
                Known::proven(proven().fold(Length::ZERO, longest).longer())
            }
            (ProofNumbers { disproof: 0, .. }, true) => {
                let mut rests = Rests::default();
                disproven().for_each(|child| rests.join(&child.rests));
                Known::disproven(rests)
            }
            (ProofNumbers { disproof: 0, .. }, false) => {
                let fewest = |child: &&Known| (child.rests.on_clock, child.rests.on.len());
                let child = disproven().min_by_key(fewest);
                Known::disproven(child.map_or_else(Rests::default, |child| child.rests.clone()))
            }
            _ => Known::open(numbers),
        }
    }
}
