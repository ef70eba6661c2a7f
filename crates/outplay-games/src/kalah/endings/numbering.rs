//! Numbers of positions with so many seeds in the pits, without gaps.
//!
//! The ways to put `s` seeds into the pits of a side are numbered by the sums of the first pits, of the first two, and so on: those sums grow, so they are a
//! combination with repetition, and its number is a sum of binomial coefficients (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). A position has
//! the number of seeds of the player to move first, then the number of that side, then that of the other one.

use super::super::rules::{Board, Kalah, MOST_PITS, count, prefix_sums, sum};
use super::MOST_SEEDS;

/// How the positions of all slices with up to so many seeds are numbered.
pub(super) struct Numbering {
    /// What the sum of the first pits adds to the number of a side, by how many pits these are besides the first.
    steps: [[u32; MOST_SEEDS as usize + 1]; MOST_PITS],
    /// For each number of seeds, all ways to put them into the pits of a side.
    sides: Vec<Vec<u64>>,
    /// For each number of seeds in all pits, the first number for each number of seeds of the player to move; in the end, how many there are.
    firsts: Vec<Vec<u64>>,
}

impl Numbering {
    pub(super) fn new(pits: u8, most: u8) -> Numbering {
        let mut numbering =
            Numbering { steps: steps(pits), sides: vec![vec![0]], firsts: vec![Vec::new(); 2] };
        for seeds in 1..=most {
            let side = numbering.all_sides(pits, seeds);
            numbering.sides.push(side);
        }
        for seeds in 2..=most {
            let firsts = numbering.first_numbers(seeds);
            numbering.firsts.push(firsts);
        }
        numbering
    }

    /// All sides with so many seeds, in the order of their numbers.
    fn all_sides(&self, pits: u8, seeds: u8) -> Vec<u64> {
        let mut sides = sides(pits.into(), seeds.into());
        sides.sort_by_key(|&side| self.side(pits.into(), side));
        sides
    }

    fn first_numbers(&self, seeds: u8) -> Vec<u64> {
        let mut first = 0;
        let mut firsts = vec![0];
        for own in 1..usize::from(seeds) {
            firsts.push(first);
            first += (self.sides[own].len() * self.sides[usize::from(seeds) - own].len()) as u64;
        }
        firsts.push(first);
        firsts
    }

    /// How many positions there are with so many seeds.
    pub(super) fn count(&self, seeds: u8) -> u64 {
        self.firsts[usize::from(seeds)][usize::from(seeds)]
    }

    /// The number of a side among those with as many seeds.
    #[inline(always)]
    fn side(&self, pits: usize, side: u64) -> u64 {
        let sums = prefix_sums(side);
        (0..pits - 1).map(|pit| u64::from(self.steps[pit][usize::from(count(sums, pit))])).sum()
    }

    /// The number of a position among those with as many seeds.
    #[inline(always)]
    pub(super) fn number(&self, game: &Kalah, board: &Board) -> u64 {
        let [own, other] = [board.own, board.other].map(|side| game.pits_of(side));
        let [own_seeds, other_seeds] = [own, other].map(|side| sum(side) as usize);
        let pits = usize::from(game.pits());
        let row = self.side(pits, own) * self.sides[other_seeds].len() as u64;
        self.firsts[own_seeds + other_seeds][own_seeds] + row + self.side(pits, other)
    }

    /// The pits of the player to move and of the other one, by the number of a position.
    pub(super) fn pits(&self, seeds: u8, number: u64) -> [u64; 2] {
        let firsts = &self.firsts[usize::from(seeds)][1..];
        let own = firsts.partition_point(|&first| first <= number);
        let others = &self.sides[usize::from(seeds) - own];
        let place = (number - firsts[own - 1]) as usize;
        [self.sides[own][place / others.len()], others[place % others.len()]]
    }
}

/// In how many ways so many seeds fewer can be in the pits up to each.
fn steps(pits: u8) -> [[u32; MOST_SEEDS as usize + 1]; MOST_PITS] {
    let mut steps = [[0; MOST_SEEDS as usize + 1]; MOST_PITS];
    for pit in 0..usize::from(pits) {
        for seeds in 1..=usize::from(MOST_SEEDS) {
            let before = if pit == 0 { 1 } else { steps[pit - 1][seeds] };
            steps[pit][seeds] = steps[pit][seeds - 1] + before;
        }
    }
    steps
}

/// All ways to put so many seeds into so many pits.
fn sides(pits: usize, seeds: u64) -> Vec<u64> {
    match pits {
        1 => vec![seeds],
        _ => {
            let last = |in_last: u64| {
                let rest = sides(pits - 1, seeds - in_last).into_iter();
                rest.map(move |rest| rest | in_last << (8 * (pits - 1)))
            };
            (0..=seeds).flat_map(last).collect()
        }
    }
}
