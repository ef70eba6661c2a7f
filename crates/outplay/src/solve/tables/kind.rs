//! What a table tells of every position.

/// What a table tells of every position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Who wins.
    #[default]
    Verdicts,
    /// Who wins, and in how many plies.
    Distances,
    /// By how many points.
    Scores,
}

impl Kind {
    /// What stands behind the name of a slice in the name of its table.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Kind::Verdicts => "",
            Kind::Distances => "-distance",
            Kind::Scores => "-score",
        }
    }

    /// As a byte of the header.
    pub(super) fn code(self) -> u8 {
        self as u8
    }
}
