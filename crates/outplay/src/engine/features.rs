//! Features: one table of everything in the search that can be switched off.
//!
//! Defaults, [`Config::plain`](super::Config::plain), the options of players (`engine:null-move=off`), help texts, the tests that switch
//! each feature off and the script that measures what each is worth all follow from [`FEATURES`]. To add one, write its file, add its row
//! here, and call it: its file asks [`Config::has`](super::Config::has) for the switch that [`switch`] finds by name when it is
//! compiled.

use std::fmt::{self, Debug};

/// A feature of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What the field calls it, as an option of players.
    pub name: &'static str,
    /// Whether a score that is proven stays the same with it; down to a depth, a search may see farther. What is not sound is off when a
    /// score has to be proven.
    pub is_sound: bool,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Who described it first, or best.
    pub reference: &'static str,
    /// Where it is, in `crates/outplay/src/engine`.
    pub file: &'static str,
}

/// All features. Sound ones come first.
pub const FEATURES: &[Feature] = &[
    sound(
        "transposition-table",
        "Keeps what was found about a position for the next visit.",
        "Greenblatt, Eastlake and Crocker 1967",
        "probe.rs",
    ),
    sound(
        "facts",
        "Cuts on what the game proves without a search, and tries only the moves that suffice.",
        "",
        "insight/facts.rs",
    ),
    sound(
        "endgame-tables",
        "Does not search positions that endgame tables know.",
        "Schaeffer et al. 1992",
        "endgame_tables.rs",
    ),
    sound(
        "ordering",
        "Tries moves in the order of their scores.",
        "Slagle and Dixon 1969",
        "move_picker.rs",
    ),
    sound(
        "killers",
        "Tries moves early that cut off another position of the same ply.",
        "Akl and Newborn 1977",
        "killers.rs",
    ),
    sound(
        "counter-moves",
        "Tries the move early that cut off after the same move of the opponent.",
        "Uiterwijk 1992",
        "counter_moves.rs",
    ),
    sound(
        "history",
        "Tries moves early that cut off often, anywhere.",
        "Schaeffer 1989",
        "history.rs",
    ),
    sound(
        "continuation-history",
        "Tries moves early that cut off often after the same moves before.",
        "Stockfish, since 2016",
        "continuation_history.rs",
    ),
    sound(
        "kept-histories",
        "Keeps histories from one move of a game to the next.",
        "Stockfish",
        "histories.rs",
    ),
    sound(
        "forced-moves",
        "Plays a move that is the only one at once, without a ply of depth.",
        "",
        "node.rs",
    ),
    sound(
        "pvs",
        "Tries all moves but the first with a null window, to prove that they are not better: principal variation search.",
        "Marsland and Campbell 1982",
        "pvs.rs",
    ),
    sound(
        "transposition-cutoffs",
        "Looks for a cut-off among the next positions in the table, before any is searched.",
        "Plaat, Schaeffer, Pijls and de Bruin 1996",
        "transposition_cutoffs.rs",
    ),
    sound(
        "aspiration",
        "Starts each search with a small window around what the one before found.",
        "Slate and Atkin 1977",
        "aspiration.rs",
    ),
    sound(
        "mate-distance-pruning",
        "Leaves a position where even the quickest win is slower than one that was found.",
        "Chess Programming Wiki",
        "mate_distance_pruning.rs",
    ),
    unsound(
        "probcut",
        "Leaves a position whose shallow search is far outside of the window.",
        "Buro 1995",
        "probcut.rs",
    ),
    unsound(
        "quiescence",
        "Plays noisy moves out at the horizon before it trusts the evaluation.",
        "Harris 1975",
        "quiescence.rs",
    ),
    unsound(
        "null-move",
        "Leaves a position whose player could pass and still be above beta.",
        "Beal 1990, Donninger 1993",
        "null_move.rs",
    ),
    unsound(
        "reverse-futility",
        "Leaves a position near the horizon whose evaluation is far above beta.",
        "Heinz 1998",
        "reverse_futility.rs",
    ),
    unsound(
        "razoring",
        "Tries only noisy moves near the horizon where the evaluation is far below alpha.",
        "Birmingham and Kent 1977",
        "razoring.rs",
    ),
    unsound(
        "futility",
        "Prunes quiet moves near the horizon that cannot bring the evaluation up to alpha.",
        "Heinz 1998",
        "futility.rs",
    ),
    unsound(
        "late-move-reductions",
        "Searches moves that come late in the order less deep.",
        "Romstad 2006",
        "late_move_reductions.rs",
    ),
    unsound(
        "late-move-pruning",
        "Prunes quiet moves near the horizon once many were tried.",
        "Chess Programming Wiki",
        "late_move_pruning.rs",
    ),
    unsound(
        "see-pruning",
        "Prunes moves that lose material by static exchange evaluation.",
        "Reul 2009",
        "see_pruning.rs",
    ),
    unsound(
        "history-pruning",
        "Prunes quiet moves near the horizon that mostly failed elsewhere.",
        "Chess Programming Wiki",
        "history_pruning.rs",
    ),
    unsound(
        "check-extension",
        "Searches a player in check one ply deeper.",
        "Slate and Atkin 1977",
        "check_extension.rs",
    ),
    unsound(
        "singular-extension",
        "Searches a table move deeper that is clearly better than all others.",
        "Anantharaman, Campbell and Hsu 1990",
        "singular_extension.rs",
    ),
    unsound(
        "internal-iterative-reduction",
        "Searches one ply less deep where the table has no move.",
        "Schröder 2020",
        "internal_iterative_reduction.rs",
    ),
    unsound(
        "correction-history",
        "Corrects the evaluation by what searches found in similar positions.",
        "Caissa and Stockfish, since 2023",
        "correction_history.rs",
    ),
];

const fn sound(
    name: &'static str,
    about: &'static str,
    reference: &'static str,
    file: &'static str,
) -> Feature {
    Feature { name, is_sound: true, about, reference, file }
}

const fn unsound(
    name: &'static str,
    about: &'static str,
    reference: &'static str,
    file: &'static str,
) -> Feature {
    Feature { name, is_sound: false, about, reference, file }
}

/// The place of a feature in the table, as a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Switch(u64);

/// The switch of a feature. In a constant, a name that is not in the table does not compile.
pub(super) const fn switch(name: &str) -> Switch {
    match place(name) {
        Some(place) => Switch(1 << place),
        None => panic!("there is no feature of this name in the table"),
    }
}

const fn place(name: &str) -> Option<usize> {
    let mut place = 0;
    while place < FEATURES.len() {
        if is_same(name.as_bytes(), FEATURES[place].name.as_bytes()) {
            return Some(place);
        }
        place += 1;
    }
    None
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Which [features](FEATURES) are on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Features(u64);

impl Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let off = FEATURES.iter().zip(0..).filter(|&(_, place)| self.0 >> place & 1 == 0);
        f.write_str("all but ")?;
        f.debug_list().entries(off.map(|(feature, _)| feature.name)).finish()
    }
}

impl Default for Features {
    fn default() -> Self {
        Features::ALL
    }
}

impl Features {
    /// All of them.
    pub const ALL: Features = Features((1 << FEATURES.len()) - 1);
    /// None of them.
    pub const NONE: Features = Features(0);

    #[inline(always)]
    pub(super) fn has(self, switch: Switch) -> bool {
        self.0 & switch.0 != 0
    }

    /// Switches a feature on or off by its name; says false if there is none of this name.
    #[must_use]
    pub fn set(&mut self, name: &str, is_on: bool) -> bool {
        let Some(place) = place(name) else { return false };
        self.0 = self.0 & !(1 << place) | u64::from(is_on) << place;
        true
    }

    /// Without those that are not sound.
    pub fn sound(self) -> Features {
        let sound = FEATURES.iter().zip(0..).filter(|(feature, _)| feature.is_sound);
        Features(self.0 & sound.fold(0, |bits, (_, place)| bits | 1 << place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_file_and_its_own_name() {
        for feature in FEATURES {
            let file = format!("{}/src/engine/{}", env!("CARGO_MANIFEST_DIR"), feature.file);
            assert!(std::path::Path::new(&file).exists(), "{file}");
            let same = FEATURES.iter().filter(|other| other.name == feature.name);
            assert_eq!(same.count(), 1, "{}", feature.name);
        }
        assert!(FEATURES.is_sorted_by_key(|feature| !feature.is_sound));
    }

    #[test]
    fn a_switch_switches_one_feature() {
        for feature in FEATURES {
            let mut features = Features::ALL;
            assert!(features.set(feature.name, false));
            let left = FEATURES.iter().filter(|other| features.has(switch(other.name)));
            assert_eq!(left.count(), FEATURES.len() - 1, "{}", feature.name);
        }
        assert!(!Features::ALL.clone().set("idle", false), "there is no such feature");
    }
}
