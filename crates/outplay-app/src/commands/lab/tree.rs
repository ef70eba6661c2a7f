//! `outplay lab tree`: a random tree with the cuts that are wished for.

use std::ops::RangeInclusive;

use clap::Args;
use outplay::tree::Wishes;

use crate::failure::Failure;
use crate::span::range;

const NOTES: &str = "\
Cuts are those of alpha-beta in the order as written, where it cuts at v >= beta. A deep cut is one that an
ancestor causes who is not the parent. Two numbers with a comma between them are a range, like 2,3.

The tree is printed as `outplay tree` reads it:
  outplay lab tree --depth 4 --branching 2,3 --cuts 3 --deep | outplay tree -";

/// The options of `outplay lab tree`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// How many plies a game takes
    #[arg(short = 'm', long, default_value = "3", value_parser = range::<u32>, allow_hyphen_values = true)]
    depth: RangeInclusive<u32>,
    /// How many moves a node has
    #[arg(short, long, default_value = "2,3", value_parser = range::<u32>, allow_hyphen_values = true)]
    branching: RangeInclusive<u32>,
    /// Between which whole numbers the payoffs lie
    #[arg(long, default_value = "0,20", value_parser = range::<i32>, allow_hyphen_values = true)]
    values: RangeInclusive<i32>,
    /// At how many nodes, at least, something is cut
    #[arg(long, default_value_t = 1)]
    cuts: u32,
    /// A branch is cut that leads to more than a leaf
    #[arg(long)]
    above_leaves: bool,
    /// There is a deep cut
    #[arg(long)]
    deep: bool,
    /// All payoffs are different
    #[arg(long)]
    no_ties: bool,
    /// The same branches are cut at v >= beta and at v > beta
    #[arg(long)]
    same_cuts: bool,
    /// Chooses the tree
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let tree = options.wishes().grow(options.seed);
    tree.map(|text| text + "\n").map_err(|unmet| Failure::input(unmet.to_string()))
}

impl Options {
    fn wishes(&self) -> Wishes {
        Wishes {
            depth: self.depth.clone(),
            branching: self.branching.clone(),
            values: self.values.clone(),
            cuts: self.cuts,
            above_leaves: self.above_leaves,
            deep: self.deep,
            no_ties: self.no_ties,
            same_cuts: self.same_cuts,
        }
    }
}
