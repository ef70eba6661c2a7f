//! Which stones are dead: who owns each point at the end of many play-outs.
//!
//! At the end of a game players agree about that. Here both sides play on by the [policy](super::Policy) of play-outs, with each of
//! them to move in half of them, and a chain is dead if its points mostly end up with the other player.

use fastrand::Rng;
use outplay::Player;

use super::board::Board;
use super::policy::Policy;
use super::rules::{Go, Position, Vertex};

/// How sure it must be that the points of a chain go to the other player before it counts as dead.
const DEAD: f32 = 0.3;

/// How many play-outs are made to judge.
pub const JUDGEMENT: u32 = 400;

impl Go {
    /// Who owns each point in the end: 1 if that is always Black, -1 if it is always White.
    pub fn ownership(
        &self,
        position: &Position,
        policy: &Policy,
        play_outs: u32,
        seed: u64,
    ) -> Vec<f32> {
        match Board::<128>::fits(self.width(), self.height()) {
            true => ownership::<128>(self, position, policy, play_outs, seed),
            false => ownership::<512>(self, position, policy, play_outs, seed),
        }
    }

    /// The dead stones of a game that is about to be scored, by points.
    pub fn dead_stones(&self, position: &Position, policy: &Policy, seed: u64) -> Vec<usize> {
        self.lost(position, &self.ownership(position, policy, JUDGEMENT, seed))
    }

    /// The stones of chains whose points go to the other player, if that is who owns each point in the end.
    pub(super) fn lost(&self, position: &Position, ownership: &[f32]) -> Vec<usize> {
        let is_lost = |chain: &Vec<usize>| {
            let sign = if position.owner(chain[0]) == Some(Player::MAX) { 1.0 } else { -1.0 };
            let kept: f32 = chain.iter().map(|&stone| sign * ownership[stone]).sum();
            kept < -DEAD * chain.len() as f32
        };
        self.chains(position).into_iter().filter(is_lost).flatten().collect()
    }

    /// The stones of each chain, in the order of their first points.
    pub(super) fn chains(&self, position: &Position) -> Vec<Vec<usize>> {
        let mut chains: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; self.points()];
        for point in 0..self.points() {
            if position.owner(point).is_none() || seen[point] {
                continue;
            }
            let chain = self.chain(position, point as u16);
            chain.iter().for_each(|stone| seen[usize::from(stone)] = true);
            chains.push(chain.iter().map(usize::from).collect());
        }
        chains
    }

    /// The position without some stones: to be scored once the dead ones are known.
    pub fn without(&self, position: &Position, stones: &[usize]) -> Position {
        let passes = position.passes();
        let mut left =
            stones.iter().fold(*position, |position, &stone| position.with_stone(stone, None));
        left.set_passes(passes);
        left
    }
}

fn ownership<const N: usize>(
    game: &Go,
    position: &Position,
    policy: &Policy,
    play_outs: u32,
    seed: u64,
) -> Vec<f32> {
    let mut random = Rng::with_seed(seed);
    let mut sums = vec![0_i32; game.points()];
    let starts = Player::all(2).map(|player| Board::<N>::new(game, &position.with_mover(player)));
    let starts: Vec<Board<N>> = starts.collect();
    for index in 0..play_outs {
        let mut board = starts[index as usize % 2].clone();
        policy.play_out(&mut board, &mut random, 3 * game.points() as u16);
        for (point, sum) in sums.iter_mut().enumerate() {
            *sum += board.owner(board.point(Vertex(point as u16)));
        }
    }
    sums.into_iter().map(|sum| sum as f32 / play_outs.max(1) as f32).collect()
}
