//! All positions of a game as a graph: each position once, by its key, with the numbers of those that its moves lead to.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use super::SolveError;
use crate::{Game, Player, Range, Turn, ZeroSum};

/// Who decides what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// The game is over: what MAX has won.
    Over(f64),
    Max,
    Min,
    Chance,
}

/// The positions of a game, each with a number, in the order in which they were found.
pub(super) struct Graph {
    numbers: HashMap<u64, u32, BuildHasherDefault<Spread>>,
    pub(super) kinds: Vec<Kind>,
    /// Where the moves of each position begin, and at the end where the last ones end.
    first: Vec<usize>,
    /// Where each move leads to.
    targets: Vec<u32>,
    /// The chance of each move; nothing where a player moves.
    odds: Vec<f64>,
    /// The least and the most that MAX can win.
    pub(super) payoffs: Range<f64>,
}

/// A position has to wait here until its moves are looked at.
type Waiting<P> = VecDeque<P>;

impl Graph {
    /// All positions that `start` leads to, as long as `goes_on`, which is told how many were looked at, says so.
    pub(super) fn of<G: ZeroSum>(
        game: &G,
        start: &G::Position,
        most: usize,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Graph, SolveError> {
        let mut graph = Graph {
            numbers: HashMap::default(),
            kinds: Vec::new(),
            first: vec![0],
            targets: Vec::new(),
            odds: Vec::new(),
            payoffs: Range { low: f64::INFINITY, high: f64::NEG_INFINITY },
        };
        let mut waiting = Waiting::from([start.clone()]);
        graph.numbers.insert(game.key(start).ok_or(SolveError::NoKeys)?, 0);
        let (mut moves, mut odds) = (Vec::new(), Vec::new());
        while let Some(position) = waiting.pop_front() {
            if !goes_on(graph.kinds.len() as u64) {
                return Err(SolveError::Stopped);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let kind = graph.kind(game, &position, moves.is_empty())?;
            odds.clear();
            match kind {
                Kind::Chance => game.odds(&position, &moves, &mut odds),
                _ => odds.resize(moves.len(), 0.0),
            }
            for &mv in &moves {
                let mut child = position.clone();
                game.play(&mut child, mv);
                let target = graph.number(game, child, &mut waiting)?;
                graph.targets.push(target);
            }
            if graph.numbers.len() > most {
                return Err(SolveError::TooMany { most });
            }
            graph.odds.append(&mut odds);
            graph.kinds.push(kind);
            graph.first.push(graph.targets.len());
        }
        Ok(graph)
    }

    fn kind<G: ZeroSum>(
        &mut self,
        game: &G,
        position: &G::Position,
        is_over: bool,
    ) -> Result<Kind, SolveError> {
        if is_over {
            let payoff = game.payoff(position, Player::MAX);
            if !payoff.is_finite() {
                return Err(SolveError::NoValue);
            }
            let Range { low, high } = self.payoffs;
            self.payoffs = Range { low: low.min(payoff), high: high.max(payoff) };
            return Ok(Kind::Over(payoff));
        }
        Ok(match game.turn(position) {
            Turn::Chance => Kind::Chance,
            Turn::Player(Player::MAX) => Kind::Max,
            Turn::Player(_) => Kind::Min,
        })
    }

    /// The number of a position, a new one if it was not seen before.
    fn number<G: Game>(
        &mut self,
        game: &G,
        position: G::Position,
        waiting: &mut Waiting<G::Position>,
    ) -> Result<u32, SolveError> {
        let next = self.numbers.len();
        match self.numbers.entry(game.key(&position).ok_or(SolveError::NoKeys)?) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(new) => {
                let next = u32::try_from(next)
                    .map_err(|_| SolveError::TooMany { most: u32::MAX as usize })?;
                waiting.push_back(position);
                Ok(*new.insert(next))
            }
        }
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The number of the position with this key.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.numbers.get(&key).map(|&number| number as usize)
    }

    /// Where the moves of a position lead to.
    pub(super) fn targets(&self, node: usize) -> &[u32] {
        &self.targets[self.first[node]..self.first[node + 1]]
    }

    /// The same with the chance of each.
    pub(super) fn outcomes(&self, node: usize) -> impl Iterator<Item = (f64, usize)> + Clone + '_ {
        let moves = self.first[node]..self.first[node + 1];
        let targets = self.targets[moves.clone()].iter().map(|&target| target as usize);
        self.odds[moves].iter().copied().zip(targets)
    }
}

/// Keys of games may be small numbers side by side: a multiplication spreads them.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(self.0 ^ u64::from(byte));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(self.0 ^ number as u64);
    }

    fn write_u64(&mut self, key: u64) {
        let product = u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * 0xd1b5_4a32_d192_ed03_u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
