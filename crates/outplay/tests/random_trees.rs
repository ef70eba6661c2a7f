//! Trees by wish: each really has what was asked for. The judge is an alpha-beta of its own, written here, that knows
//! for both ends of its window how far above they were set.

mod common;

use std::ops::RangeInclusive;

use common::law;
use common::seeds::Tally;
use outplay::tree::{Branch, Place, Unmet, Wish, Wishes};
use outplay::{Game, Tree};
use proptest::prelude::*;

/// An end of the window, and the ply that set it.
type End = (f64, usize);

/// What a search cut.
#[derive(Default, Debug, PartialEq)]
struct Cuts {
    /// At how many nodes.
    count: u32,
    /// The branches, as lines from the root.
    lines: Vec<Vec<u32>>,
    above_leaves: bool,
    deep: bool,
}

struct Judge<'t> {
    tree: &'t Tree,
    strict: bool,
    cuts: Cuts,
}

/// What is written at a leaf.
fn payoff(tree: &Tree, place: Place) -> i32 {
    let written = tree.written(place).expect("a payoff");
    written.parse().expect("a whole number")
}

fn moves(tree: &Tree, place: Place) -> Vec<Place> {
    let mut moves: Vec<Branch> = Vec::new();
    tree.moves(&place, &mut moves);
    let after = |branch| {
        let mut next = place;
        tree.play(&mut next, branch);
        next
    };
    moves.into_iter().map(after).collect()
}

impl Judge<'_> {
    fn value(&mut self, place: Place, line: &mut Vec<u32>, mut low: End, mut high: End) -> f64 {
        let next = moves(self.tree, place);
        if next.is_empty() {
            return f64::from(payoff(self.tree, place));
        }
        let (ply, is_max) = (line.len(), line.len().is_multiple_of(2));
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        for (index, &child) in next.iter().enumerate() {
            line.push(index as u32);
            let value = self.value(child, line, low, high);
            line.pop();
            best = if is_max { best.max(value) } else { best.min(value) };
            if is_max && best > low.0 {
                low = (best, ply);
            }
            if !is_max && best < high.0 {
                high = (best, ply);
            }
            let passed = if self.strict { low.0 > high.0 } else { low.0 >= high.0 };
            if passed && index + 1 < next.len() {
                let setter = if is_max { high.1 } else { low.1 };
                self.cut(line, index + 1, &next, ply - setter);
                break;
            }
        }
        best
    }

    fn cut(&mut self, line: &[u32], first: usize, next: &[Place], distance: usize) {
        self.cuts.count += 1;
        self.cuts.deep |= distance > 1;
        for (index, &place) in next.iter().enumerate().skip(first) {
            self.cuts.above_leaves |= !moves(self.tree, place).is_empty();
            self.cuts.lines.push([line, &[index as u32]].concat());
        }
    }
}

fn cuts(tree: &Tree, strict: bool) -> Cuts {
    let mut judge = Judge { tree, strict, cuts: Cuts::default() };
    let ends = ((f64::NEG_INFINITY, 0), (f64::INFINITY, 0));
    judge.value(tree.root(), &mut Vec::new(), ends.0, ends.1);
    judge.cuts
}

/// The depth of every leaf, its payoff, and the number of moves at every other node.
#[derive(Default)]
struct Shape {
    depths: Vec<u32>,
    payoffs: Vec<i32>,
    branching: Vec<u32>,
}

fn shape(tree: &Tree) -> Shape {
    let mut shape = Shape::default();
    let mut stack = vec![(tree.root(), 0)];
    while let Some((place, ply)) = stack.pop() {
        let next = moves(tree, place);
        if next.is_empty() {
            shape.depths.push(ply);
            shape.payoffs.push(payoff(tree, place));
        } else {
            shape.branching.push(next.len() as u32);
        }
        stack.extend(next.into_iter().map(|place| (place, ply + 1)));
    }
    shape
}

fn check(wishes: &Wishes, text: &str) {
    let tree: Tree = text.parse().expect("a tree");
    let Shape { depths, mut payoffs, branching } = shape(&tree);
    assert!(depths.iter().all(|depth| wishes.depth.contains(depth)), "{text}");
    assert!(branching.iter().all(|moves| wishes.branching.contains(moves)), "{text}");
    assert!(payoffs.iter().all(|payoff| wishes.values.contains(payoff)), "{text}");
    let found = cuts(&tree, false);
    assert!(found.count >= wishes.cuts, "{} cuts in {text}", found.count);
    assert!(found.above_leaves || !wishes.above_leaves, "no cut above the leaves: {text}");
    assert!(found.deep || !wishes.deep, "no deep cut: {text}");
    assert!(!wishes.same_cuts || found.lines == cuts(&tree, true).lines, "other cuts: {text}");
    let leaves = payoffs.len();
    payoffs.sort_unstable();
    payoffs.dedup();
    assert!(!wishes.no_ties || payoffs.len() == leaves, "ties: {text}");
}

fn wishes() -> impl Strategy<Value = Wishes> {
    let shape = (1u32..=5, 0u32..=1, 1u32..=3, 0u32..=1, -20i32..=5, 5i32..=60);
    (shape, 0u32..=3, any::<[bool; 4]>()).prop_map(|(shape, cuts, flags)| Wishes {
        depth: shape.0..=shape.0 + shape.1,
        branching: shape.2..=shape.2 + shape.3,
        values: shape.4..=shape.5,
        cuts,
        above_leaves: flags[0],
        deep: flags[1],
        no_ties: flags[2],
        same_cuts: flags[3],
    })
}

#[test]
fn a_tree_has_what_was_wished_for() {
    let grown = Tally::new();
    let flags: [Tally; 4] = [const { Tally::new() }; 4];
    law(2026, 300, &(wishes(), any::<u64>()), |(wishes, seed)| {
        if let Ok(text) = wishes.grow(seed) {
            check(&wishes, &text);
            grown.add(1);
            let Wishes { above_leaves, deep, no_ties, same_cuts, .. } = wishes;
            for (flag, is_wished) in flags.iter().zip([above_leaves, deep, no_ties, same_cuts]) {
                flag.when(is_wished);
            }
            prop_assert_eq!(wishes.grow(seed), Ok(text));
        }
        Ok(())
    });
    grown.at_least(80);
    flags.iter().for_each(|flag| flag.at_least(20));
}

#[test]
fn all_wishes_at_once() {
    let wishes = Wishes {
        depth: 4..=4,
        branching: 2..=3,
        values: 0..=99,
        cuts: 4,
        above_leaves: true,
        deep: true,
        no_ties: true,
        same_cuts: true,
    };
    let mut seen = std::collections::HashSet::new();
    for seed in 0..20 {
        let text = wishes.grow(seed).expect("such trees are common enough");
        check(&wishes, &text);
        seen.insert(text);
    }
    assert_eq!(seen.len(), 20, "another seed is another tree");
}

#[test]
fn a_wish_that_cannot_be_met_is_named() {
    let told = |wishes: Wishes| wishes.grow(1).expect_err("it cannot be met").to_string();
    let plain = Wishes::default();
    for (wishes, words) in [
        (
            Wishes { depth: RangeInclusive::new(3, 2), ..plain.clone() },
            "a depth from 3 to 2 is no range",
        ),
        (
            Wishes { values: RangeInclusive::new(9, 0), ..plain.clone() },
            "values from 9 to 0 is no range",
        ),
        (Wishes { depth: 0..=2, ..plain.clone() }, "a depth of at least 1"),
        (Wishes { branching: 0..=2, ..plain.clone() }, "at least 1 move"),
        (Wishes { depth: 9..=9, ..plain.clone() }, "more than 1000 leaves"),
        (Wishes { depth: 64..=64, branching: 99..=99, ..plain.clone() }, "more than 1000 leaves"),
        (
            Wishes { no_ties: true, values: 1..=8, ..plain.clone() },
            "without ties, 9 leaves take as many different values: from 1 to 8 there are 8",
        ),
        (
            Wishes { above_leaves: true, ..plain.clone() },
            "a cut above the leaves takes at least 3 plies",
        ),
        (Wishes { branching: 1..=1, ..plain.clone() }, "a cut takes at least 2 plies and 2 moves"),
    ] {
        let told = told(wishes);
        assert!(told.contains(words), "{told}");
    }
    // A node with three moves after the first one is cut at most once.
    let unmet = Wishes { cuts: 3, ..plain.clone() }.grow(1);
    assert!(matches!(unmet, Err(Unmet::Never { wish: Wish::Cuts(3), .. })), "{unmet:?}");
    let told = told(Wishes { cuts: 2, values: 5..=5, same_cuts: true, ..plain });
    assert!(
        told.ends_with("trees of this shape had the same cuts at >= and at >: try a larger one"),
        "{told}"
    );
}
