//! What a search found, and what it cost.

use crate::limits::Stop;

/// What a search found: `M` is a move, `V` a value.
///
/// In a zero-sum game a value is what MAX, the first player, wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M, V> {
    /// The best move that was found first. None where the game is over, where chance moves, and where the
    /// search was stopped before it knew one.
    pub best: Option<M>,
    /// Every move that is *proven* to be as good as the best one, in the order of the rules. Minimax
    /// and strict pruning prove all there are; other pruning leaves some of them open.
    pub best_moves: Vec<M>,
    /// The value of the position, as far as the search looked: exact only means true if it is
    /// [complete](Self::complete). None if the search was stopped before it knew one.
    pub value: Option<V>,
    /// Best play from here on, as far as the search saw it: until the game is over, the depth limit
    /// is reached or chance moves.
    pub line: Vec<M>,
    /// What is known of each move, in the order they were looked at.
    pub moves: Vec<(M, V)>,
    /// How many plies deep the value reaches.
    pub depth: u32,
    /// Whether the value rests on payoffs alone: no depth limit cut the search off anywhere.
    pub complete: bool,
    /// What it cost, all iterations together.
    pub counts: Counts,
    /// Why it stopped.
    pub stop: Stop,
}

impl<M, V> Report<M, V> {
    /// What is known before the first iteration is finished.
    pub(crate) fn nothing() -> Report<M, V> {
        Report {
            best: None,
            best_moves: Vec::new(),
            value: None,
            line: Vec::new(),
            moves: Vec::new(),
            depth: 0,
            complete: false,
            counts: Counts::default(),
            stop: Stop::Finished,
        }
    }
}

/// What a search did. The words mean the same in every algorithm. Looking ahead for the sake
/// of a move [`Order`](crate::textbook::Order) is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions produced, the root included; one that is reached twice counts twice.
    pub generated: u64,
    /// Different positions produced, by [`Game::key`](crate::Game::key): counted where the search is
    /// told to and the game has keys.
    pub distinct: Option<u64>,
    /// Positions whose moves were looked at, at least one of them.
    pub expanded: u64,
    /// Positions that got a payoff or an evaluation.
    pub leaves: u64,
    /// Positions of which at least one move was left out.
    pub cutoffs: u64,
    /// Positions whose value, or a bound that was enough, was in the table.
    pub table_hits: u64,
}
