//! Random trees that are worth a look: as many cuts as a teacher wishes, and no ties where they would be in the way.
//!
//! A tree is drawn at random and kept if it has all that was wished for; otherwise the next one is drawn, up to
//! a bound. The same seed gives the same tree.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use fastrand::Rng;

use super::{Branch, Place, Tree};
use crate::textbook::{Prune, Search, Trace, What};
use crate::{Bound, Game};

/// A tree has at most so many leaves.
pub const MOST_LEAVES: u64 = 1_000;
/// So many trees are drawn before it is given up ...
const MOST_TRIES: u32 = 5_000;
/// ... or so many nodes.
const MOST_NODES: usize = 500_000;

/// What a random tree shall be like. MAX and MIN take turns, MAX first, and cuts are those of alpha-beta in the order as
/// written, where it cuts at v >= beta.
///
/// ```
/// use outplay::Tree;
/// use outplay::tree::Wishes;
///
/// let wishes = Wishes { cuts: 2, no_ties: true, ..Wishes::default() };
/// let text = wishes.grow(7).expect("trees with two cuts are common");
/// assert_eq!(text, wishes.grow(7).unwrap());
/// let tree: Tree = text.parse().expect("a tree");
///
/// let wishes = Wishes { deep: true, ..Wishes::default() };
/// let unmet = wishes.grow(7).unwrap_err().to_string();
/// assert_eq!(unmet, "a deep cut takes at least 4 plies and 2 moves: the tree has at most 2 plies and 3 moves");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// How many plies a game takes.
    pub depth: RangeInclusive<u32>,
    /// How many moves a node has.
    pub branching: RangeInclusive<u32>,
    /// Between which whole numbers the payoffs lie.
    pub values: RangeInclusive<i32>,
    /// At so many nodes, at least, something is cut.
    pub cuts: u32,
    /// A branch is cut that leads to more than a leaf.
    pub above_leaves: bool,
    /// A cut is caused by an ancestor that is not the parent: at least three plies above.
    pub deep: bool,
    /// All payoffs are different.
    pub no_ties: bool,
    /// The same branches are cut at v >= beta and at v > beta.
    pub same_cuts: bool,
}

impl Default for Wishes {
    /// The shape of the lectures' first tree, with one cut.
    fn default() -> Wishes {
        Wishes {
            depth: 2..=2,
            branching: 3..=3,
            values: 0..=20,
            cuts: 1,
            above_leaves: false,
            deep: false,
            no_ties: false,
            same_cuts: false,
        }
    }
}

/// Why there is no such tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// The wishes contradict themselves or each other; this says how.
    Impossible(String),
    /// No tree that was drawn had this.
    Never {
        /// The wish.
        wish: Wish,
        /// How many trees were drawn.
        tries: u32,
    },
    /// Each wish was met by some tree, and no tree met all of them.
    NotTogether {
        /// The wish that was met least often.
        rarest: Wish,
        /// How many trees met it.
        met: u32,
        /// How many trees were drawn.
        tries: u32,
    },
}

/// One of [`Wishes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// At least so many cuts.
    Cuts(u32),
    /// A cut above the leaves.
    AboveLeaves,
    /// A deep cut.
    Deep,
    /// No ties.
    NoTies,
    /// The same cuts by both rules.
    SameCuts,
}

impl Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::Cuts(1) => f.write_str("a cut"),
            Wish::Cuts(count) => write!(f, "at least {count} cuts"),
            Wish::AboveLeaves => f.write_str("a cut above the leaves"),
            Wish::Deep => f.write_str("a deep cut"),
            Wish::NoTies => f.write_str("no ties"),
            Wish::SameCuts => f.write_str("the same cuts at >= and at >"),
        }
    }
}

impl Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmet::Impossible(what) => f.write_str(what),
            Unmet::Never { wish, tries } => {
                write!(f, "none of {tries} trees of this shape had {wish}: try a larger one")
            }
            Unmet::NotTogether { rarest, met, tries } => write!(
                f,
                "none of {tries} trees of this shape had all of it at once; the rarest is {rarest}, which {met} had"
            ),
        }
    }
}

impl std::error::Error for Unmet {}

impl Wishes {
    /// A tree with all of this, as nested lists.
    pub fn grow(&self, seed: u64) -> Result<String, Unmet> {
        self.grow_within(seed, MOST_NODES)
    }

    /// The same, looked for among trees of so many nodes together.
    pub fn grow_within(&self, seed: u64, most_nodes: usize) -> Result<String, Unmet> {
        self.check()?;
        let mut random = Rng::with_seed(seed);
        let wishes = self.list();
        let mut met = vec![0; wishes.len()];
        let (mut tries, mut nodes) = (0, 0);
        while tries < MOST_TRIES && nodes < most_nodes {
            tries += 1;
            let text = self.draw(&mut random);
            let merits = Merits::of(&text, self.same_cuts);
            nodes += merits.nodes;
            let has: Vec<bool> = wishes.iter().map(|&wish| merits.meets(wish)).collect();
            if has.iter().all(|&has| has) {
                return Ok(text);
            }
            met.iter_mut().zip(has).for_each(|(met, has)| *met += u32::from(has));
        }
        let (rarest, met) = wishes
            .into_iter()
            .zip(met)
            .min_by_key(|&(_, met)| met)
            .expect("without wishes the first tree will do");
        Err(match met {
            0 => Unmet::Never { wish: rarest, tries },
            _ => Unmet::NotTogether { rarest, met, tries },
        })
    }

    fn list(&self) -> Vec<Wish> {
        let wishes = [
            (self.cuts > 0, Wish::Cuts(self.cuts)),
            (self.above_leaves, Wish::AboveLeaves),
            (self.deep, Wish::Deep),
            (self.no_ties, Wish::NoTies),
            (self.same_cuts, Wish::SameCuts),
        ];
        wishes.into_iter().filter(|(wanted, _)| *wanted).map(|(_, wish)| wish).collect()
    }

    /// Refuses what no tree can be.
    fn check(&self) -> Result<(), Unmet> {
        let impossible = |what: String| Err(Unmet::Impossible(what));
        if let Some(what) = self.no_range() {
            return impossible(what);
        }
        let leaves = |moves: &u32, plies: &u32| u64::from(*moves).checked_pow(*plies);
        let (plies, moves) = (self.depth.end(), self.branching.end());
        if leaves(moves, plies).is_none_or(|leaves| leaves > MOST_LEAVES) {
            return impossible(format!(
                "{moves} moves at each of {plies} plies are more than {MOST_LEAVES} leaves: make the tree smaller"
            ));
        }
        let (low, high) = (self.values.start(), self.values.end());
        let values = u64::from(low.abs_diff(*high)) + 1;
        let fewest = leaves(self.branching.start(), self.depth.start()).unwrap_or(u64::MAX);
        if self.no_ties && fewest > values {
            return impossible(format!(
                "without ties, {fewest} leaves take as many different values: from {low} to {high} there are {values}"
            ));
        }
        let needs = [
            (self.deep, "a deep cut", 4),
            (self.above_leaves, "a cut above the leaves", 3),
            (self.cuts > 0, "a cut", 2),
        ];
        match needs.into_iter().find(|need| need.0 && (*plies < need.2 || *moves < 2)) {
            Some((_, what, least)) => impossible(format!(
                "{what} takes at least {least} plies and 2 moves: the tree has at most {plies} plies and {moves} moves"
            )),
            None => Ok(()),
        }
    }

    /// What is wrong with a range.
    fn no_range(&self) -> Option<String> {
        let Wishes { depth, branching, values, .. } = self;
        let backwards = |what: &str, low: &dyn Display, high: &dyn Display| {
            Some(format!("{what} from {low} to {high} is no range: the first is above the second"))
        };
        match () {
            () if depth.is_empty() => backwards("a depth", depth.start(), depth.end()),
            () if branching.is_empty() => {
                backwards("a number of moves", branching.start(), branching.end())
            }
            () if values.is_empty() => backwards("values", values.start(), values.end()),
            () if *depth.start() == 0 => Some("a tree has a depth of at least 1".to_owned()),
            () if *branching.start() == 0 => Some("a node has at least 1 move".to_owned()),
            () => None,
        }
    }

    /// Any tree of this shape, with different payoffs if that is wished for and there are enough.
    fn draw(&self, random: &mut Rng) -> String {
        let mut shape = String::new();
        self.branch(0, random, &mut shape);
        let mut taken = BTreeSet::new();
        let values = *self.values.start()..=*self.values.end();
        let enough = u64::from(values.start().abs_diff(*values.end())) + 1;
        let mut value = || loop {
            let value = random.i32(values.clone());
            let is_new = taken.insert(value);
            if is_new || !self.no_ties || taken.len() as u64 == enough {
                return value.to_string();
            }
        };
        let leaf = |c: char| if c == 'x' { value() } else { c.to_string() };
        shape.chars().map(leaf).collect()
    }

    /// A node and all below it, with `x` for every leaf.
    fn branch(&self, ply: u32, random: &mut Rng, shape: &mut String) {
        let goes_on = ply < *self.depth.start() || (ply < *self.depth.end() && random.bool());
        if !goes_on {
            shape.push('x');
            return;
        }
        shape.push('(');
        for index in 0..random.u32(self.branching.clone()) {
            if index > 0 {
                shape.push(' ');
            }
            self.branch(ply + 1, random, shape);
        }
        shape.push(')');
    }
}

/// What a tree has to offer.
struct Merits {
    nodes: usize,
    cuts: u32,
    above_leaves: bool,
    deep: bool,
    no_ties: bool,
    same_cuts: bool,
}

type Record = Trace<Place, Branch, Bound<f64>>;

impl Merits {
    fn of(text: &str, both: bool) -> Merits {
        let tree: Tree = text.parse().expect("drawn trees are well-formed");
        let record = recorded(&tree, Prune::NonStrict);
        let same_cuts = both && cut(&tree, &record) == cut(&tree, &recorded(&tree, Prune::Strict));
        let leads_on = |place: Place| tree.nodes[place.node as usize].count > 0;
        Merits {
            nodes: tree.len(),
            cuts: record.nodes.iter().filter(|node| !node.cut.is_empty()).count() as u32,
            above_leaves: cut(&tree, &record).into_iter().any(leads_on),
            deep: record.steps.iter().any(|step| is_deep(&record, step.node, &step.what)),
            no_ties: no_ties(&tree),
            same_cuts,
        }
    }

    fn meets(&self, wish: Wish) -> bool {
        match wish {
            Wish::Cuts(count) => self.cuts >= count,
            Wish::AboveLeaves => self.above_leaves,
            Wish::Deep => self.deep,
            Wish::NoTies => self.no_ties,
            Wish::SameCuts => self.same_cuts,
        }
    }
}

fn recorded(tree: &Tree, prune: Prune) -> Record {
    let mut trace = Trace::new();
    let sides = tree.sides().expect("every leaf has one number");
    let search = Search::new(&sides).prune(prune).observer(&mut trace);
    search.alpha_beta(&tree.root()).expect("all payoffs are known");
    trace
}

/// Whether a step leaves moves out because of somebody above the parent.
fn is_deep(record: &Record, node: usize, what: &What<Branch, Bound<f64>>) -> bool {
    let What::Cut { cause: Some(ancestor), left, .. } = what else { return false };
    !left.is_empty() && record.nodes[node].ply > record.nodes[ancestor.node].ply + 1
}

/// Where the branches lead that are cut.
fn cut(tree: &Tree, record: &Record) -> Vec<Place> {
    let below = |node: &crate::textbook::TraceNode<Place, Branch, _>| {
        let place = node.position;
        let after = move |&branch: &Branch| {
            let mut place = place;
            tree.play(&mut place, branch);
            place
        };
        node.cut.iter().map(after).collect::<Vec<Place>>()
    };
    record.nodes.iter().flat_map(below).collect()
}

fn no_ties(tree: &Tree) -> bool {
    let mut payoffs: Vec<f64> = tree.nodes.iter().filter_map(super::Node::number).collect();
    payoffs.sort_by(f64::total_cmp);
    payoffs.windows(2).all(|pair| pair[0] != pair[1])
}
