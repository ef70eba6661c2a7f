//! Trees by wish, and the trees that everybody knows.

use std::ops::RangeInclusive;

use outplay::tree::{Unmet, Wishes};
use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::pace::Pace;
use crate::failure::Failure;

/// A tree that is worth knowing.
struct Classic {
    name: &'static str,
    tree: &'static str,
}

const CLASSICS: [Classic; 8] = [
    Classic { name: "Russell and Norvig: the first tree", tree: "((3 12 8) (2 4 6) (14 5 2))" },
    Classic { name: "Two moves each", tree: "((10 8) (4 50))" },
    Classic { name: "Berkeley: three levels", tree: "(((10 6) (100 8)) ((1 2) (20 4)))" },
    Classic { name: "A deep cut", tree: "(5 (((4 7) 3) 9))" },
    Classic { name: "A tie at the root", tree: "(10 (10 0))" },
    Classic {
        name: "Four levels",
        tree: "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))",
    },
    Classic { name: "The other player first", tree: "min max: ((3 12 8) (2 4 6) (14 5 2))" },
    Classic {
        name: "Chance, with payoffs from -2 to 2",
        tree: "payoffs -2 2: ({(2 2) (1 2)} {(0 2) (-1 0)})",
    },
];

/// The classic trees.
pub(super) fn classics() -> Json {
    let classic = |one: &Classic| json!({ "name": one.name, "tree": one.tree });
    json!({ "classics": CLASSICS.iter().map(classic).collect::<Vec<Json>>() })
}

/// So many nodes are drawn and searched in some milliseconds.
const QUICK_NODES: usize = 20_000;

/// A random tree with what is wished for.
pub(super) fn grow(ask: Ask<'_>, pace: &mut Pace<'_>) -> Result<Option<Json>, Failure> {
    let Wishes { depth, branching, values, .. } = Wishes::default();
    let wishes = Wishes {
        depth: range(ask, "depth", depth, 1..=12)?,
        branching: range(ask, "branching", branching, 1..=50)?,
        values: range(ask, "values", values, -1_000_000..=1_000_000)?,
        cuts: ask.whole("cuts", 0..=1_000)?.unwrap_or(0) as u32,
        above_leaves: ask.flag("above_leaves"),
        deep: ask.flag("deep"),
        no_ties: ask.flag("no_ties"),
        same_cuts: ask.flag("same_cuts"),
    };
    let seed = ask.seed()?.unwrap_or(1);
    let grown = match pace.is_quick() {
        true => wishes.grow_within(seed, QUICK_NODES),
        false => wishes.grow(seed),
    };
    match grown {
        Ok(tree) => Ok(Some(json!({ "tree": tree }))),
        Err(Unmet::Never { .. } | Unmet::NotTogether { .. }) if pace.is_quick() => Ok(None),
        Err(unmet) => Err(Failure::input(unmet.to_string())),
    }
}

/// A list of two whole numbers.
fn range<N: TryFrom<i64> + Copy>(
    ask: Ask<'_>,
    name: &str,
    default: RangeInclusive<N>,
    within: RangeInclusive<i64>,
) -> Result<RangeInclusive<N>, Failure> {
    let Some(field) = ask.field(name) else { return Ok(default) };
    let number = |index: usize| {
        let number = field.get(index)?.as_i64().filter(|number| within.contains(number))?;
        N::try_from(number).ok()
    };
    let (low, high) = (within.start(), within.end());
    let wrong =
        || Failure::input(format!("`{name}` has to be two whole numbers from {low} to {high}"));
    number(0).zip(number(1)).map(|(low, high)| low..=high).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::Tree;

    #[test]
    fn every_classic_is_a_tree_of_two_sides() {
        for Classic { name, tree } in &CLASSICS {
            let tree: Tree = tree.parse().expect(name);
            assert!(tree.sides().is_ok(), "{name}");
        }
    }

    #[test]
    fn the_page_gets_the_tree_of_the_command_line() {
        let fields = json!({ "depth": [3, 4], "branching": [2, 3], "values": [0, 20], "cuts": 2, "seed": 5 });
        let wishes = Wishes { depth: 3..=4, branching: 2..=3, cuts: 2, ..Wishes::default() };
        let grown = grow(Ask(&fields), &mut Pace::Quick).expect("common enough");
        assert_eq!(grown.expect("it is quick")["tree"], wishes.grow(5).expect("common enough"));
        for (fields, words) in [
            (json!({ "depth": [0, 1] }), "`depth` has to be two whole numbers from 1 to 12"),
            (json!({ "depth": 3 }), "`depth` has to be two whole numbers"),
            (json!({ "values": [0, 5e9] }), "`values` has to be two whole numbers"),
            (json!({ "deep": true }), "a deep cut takes at least 4 plies"),
            (json!({ "seed": -1 }), "`seed` has to be a whole number"),
        ] {
            let told = grow(Ask(&fields), &mut Pace::Quick).expect_err("it is wrong").to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
