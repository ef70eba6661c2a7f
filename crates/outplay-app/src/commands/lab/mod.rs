//! `outplay lab`: experiments on trees that are made up, and on evaluations of a small game.

mod census;
mod correlation;
mod depth;
mod judged;
mod learning;
mod ordering;
mod pairs;
mod tree;

use clap::{Args, Subcommand};

use crate::failure::Failure;

pub(super) const NO_EXPERIMENT: &str = "lab needs the name of an experiment:
  ordering    what the order of moves is worth to alpha-beta, in uniform trees with random payoffs
  depth       what depth and what an evaluation are worth, in Othello on 6 x 6
  evaluation  how much an evaluation has to do with the exact value
  learning    an evaluation that knows nothing learns from games against itself
  census      how large the tree of a game is, ply by ply
  tree        a random tree with the cuts that are wished for, for `outplay tree`
for example `outplay lab ordering -b 5 -m 6`";

/// The options of `outplay lab`.
#[derive(Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    experiment: Option<Experiment>,
}

/// What there is.
#[derive(Subcommand)]
pub(crate) enum Experiment {
    /// What the order of moves is worth to alpha-beta, in uniform trees with random payoffs
    Ordering(ordering::Options),
    /// What depth and what an evaluation are worth, in Othello on 6 x 6
    Depth(depth::Options),
    /// How much an evaluation has to do with the exact value
    Evaluation(correlation::Options),
    /// How an evaluation that knows nothing learns from games against itself
    Learning(learning::Options),
    /// How large the tree of a game is, ply by ply, and how many different positions are in it
    Census(census::Options),
    /// Print a random tree with the cuts that are wished for
    Tree(tree::Options),
}

/// Runs an experiment.
pub(crate) fn run(lab: &Lab) -> Result<String, Failure> {
    match &lab.experiment {
        None => Err(Failure::input(NO_EXPERIMENT)),
        Some(Experiment::Ordering(options)) => ordering::run(options),
        Some(Experiment::Depth(options)) => depth::run(options),
        Some(Experiment::Evaluation(options)) => correlation::run(options),
        Some(Experiment::Learning(options)) => learning::run(options),
        Some(Experiment::Census(options)) => census::run(options),
        Some(Experiment::Tree(options)) => tree::run(options),
    }
}
