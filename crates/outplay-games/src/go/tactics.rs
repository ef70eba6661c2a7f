//! Tactics: liberties after a move, self-atari, ladders, and vital points of small eyes, on the board for play-outs.

use super::board::{Board, Chain, EMPTY, PASS, Point, other};

/// A few different points.
#[derive(Clone, Copy)]
pub(super) struct Few<const M: usize> {
    points: [Point; M],
    count: usize,
}

impl<const M: usize> Few<M> {
    pub(super) fn new() -> Self {
        Few { points: [PASS; M], count: 0 }
    }

    /// Adds a point that is not there yet, if there is room, and says whether it did.
    #[inline(always)]
    pub(super) fn add(&mut self, point: Point) -> bool {
        // PERF: `contains` is a call of a function, for a point or two.
        let is_new = self.count < M && self.as_slice().iter().all(|&known| known != point);
        if is_new {
            self.points[self.count] = point;
            self.count += 1;
        }
        is_new
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.count == M
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[Point] {
        &self.points[..self.count]
    }
}

impl<const N: usize> Board<N> {
    /// The first few liberties of the chain of a stone.
    #[inline(always)]
    pub(super) fn first_liberties<const M: usize>(&self, stone: Point) -> Few<M> {
        let mut found = Few::new();
        self.collect_liberties(stone, PASS, &mut found);
        found
    }

    /// False if a chain has more than two liberties, as far as one can tell without a walk: none counts for more than four stones.
    #[inline(always)]
    pub(super) fn may_have_two_liberties(&self, stone: Point) -> bool {
        let chain = self.chain(stone);
        chain.liberties <= 8 && !chain.is_in_atari()
    }

    #[inline(always)]
    fn collect_liberties<const M: usize>(&self, stone: Point, but: Point, found: &mut Few<M>) {
        for stone in self.stones(stone) {
            for beside in self.empties_beside(stone) {
                if beside != but {
                    found.add(beside);
                }
            }
            if found.is_full() {
                return;
            }
        }
    }

    /// The first few liberties that the chain of a stone has once it was put.
    #[inline(always)]
    pub(super) fn liberties_after<const M: usize>(&self, point: Point, stone: u8) -> Few<M> {
        let mut found = Few::new();
        for beside in self.beside(point) {
            let colour = self.colour(beside);
            if colour == EMPTY || colour == other(stone) && self.is_in_atari(beside) {
                found.add(beside);
            }
        }
        for beside in self.beside(point) {
            if found.is_full() {
                break;
            }
            let colour = self.colour(beside);
            if colour == stone {
                self.collect_liberties(beside, point, &mut found);
            } else if colour == other(stone) && self.is_in_atari(beside) {
                // Stones that are taken leave liberties where they touch the own chain.
                for taken in self.stones(beside) {
                    let touches = |at: Point| {
                        at == point
                            || self.colour(at) == stone
                                && self.beside(point).iter().any(|&own| {
                                    self.colour(own) == stone && self.head(own) == self.head(at)
                                })
                    };
                    if self.beside(taken).into_iter().any(touches) {
                        found.add(taken);
                    }
                }
            }
        }
        found
    }

    /// The chain that a stone is part of once it was put, as if it took nothing.
    #[inline(always)]
    fn joined(&self, point: Point, stone: u8) -> Chain {
        let mut joined = Chain::default();
        let mut heads = Few::<4>::new();
        for beside in self.beside(point) {
            match self.colour(beside) {
                EMPTY => joined.add(beside),
                colour if colour == stone => {
                    if heads.add(self.head(beside)) {
                        joined.join(self.chain(beside));
                    }
                    // Each stone beside the point had it for a liberty.
                    joined.remove(point);
                }
                _ => {}
            }
        }
        joined
    }

    /// Whether a stone has three liberties at least once it was put.
    #[inline(always)]
    pub(super) fn gets_three_liberties(&self, point: Point, stone: u8) -> bool {
        self.empty_beside(point).count_ones() > 2
            || self.liberties_after::<3>(point, stone).is_full()
    }

    /// Whether a stone is in atari once it was put.
    #[inline(always)]
    pub(super) fn is_self_atari(&self, point: Point, stone: u8) -> bool {
        if self.has_room(point) {
            return false;
        }
        match self.captures(point, stone) {
            true => !self.liberties_after::<2>(point, stone).is_full(),
            false => self.joined(point, stone).is_in_atari(),
        }
    }

    /// Whether a stone is in atari once it was put, and nothing is gained by it: it takes nothing.
    #[inline(always)]
    pub(super) fn is_bad_self_atari(&self, point: Point, stone: u8) -> bool {
        !self.has_room(point)
            && self.joined(point, stone).is_in_atari()
            && !self.captures(point, stone)
    }

    /// Whether a stone that is put takes others.
    #[inline(always)]
    pub(super) fn captures(&self, point: Point, stone: u8) -> bool {
        self.beside(point)
            .into_iter()
            .any(|beside| self.colour(beside) == other(stone) && self.is_in_atari(beside))
    }

    /// Whether a chain touches a stone.
    pub(super) fn touches(&self, chain: Point, stone: Point) -> bool {
        let is_part = |beside: &Point| {
            self.colour(*beside) == self.colour(chain) && self.head(*beside) == self.head(chain)
        };
        stone != PASS && self.beside(stone).iter().any(is_part)
    }

    /// Whether a chain touches one of a colour that is in atari.
    pub(super) fn touches_atari(&self, chain: Point, colour: u8) -> bool {
        let threatened = |beside: Point| self.colour(beside) == colour && self.is_in_atari(beside);
        self.stones(chain).any(|stone| self.beside(stone).into_iter().any(threatened))
    }

    /// Whether a point is the vital one of a small eye.
    pub(super) fn is_vital(&self, point: Point) -> bool {
        self.nakade(point) == Some(point)
    }

    /// Whether stones that are put into an eye, and taken there, leave no room for two eyes: up to three, or more in the form of a small eye with a vital point.
    pub(super) fn leaves_no_eyes(&self, point: Point, stone: u8) -> bool {
        let size = self.joined_size(point, stone);
        if size > 6 {
            return false;
        }
        let mut stones = Few::<6>::new();
        stones.add(point);
        for beside in self.beside(point) {
            if self.colour(beside) == stone {
                self.stones(beside).for_each(|own| _ = stones.add(own));
            }
        }
        size <= 3 || vital_of(self, stones.as_slice()).is_some()
    }

    /// How many own stones are joined to a stone that is put, itself included.
    pub(super) fn joined_size(&self, point: Point, stone: u8) -> u16 {
        let mut heads = Few::<4>::new();
        for beside in self.beside(point) {
            if self.colour(beside) == stone {
                heads.add(self.head(beside));
            }
        }
        1 + heads.as_slice().iter().map(|&head| self.chain(head).size).sum::<u16>()
    }

    /// Whether a chain in atari is lost although its player moves: all ways out lead along a ladder to its capture. At most so many
    /// moves are read; a longer chase counts as one that is survived.
    pub(super) fn is_lost_in_ladder(&self, stone: Point, depth: u32) -> bool {
        let colour = self.colour(stone);
        // Taking a stone of the chain around it is a way out, unless that is in atari again.
        let mut tried = Few::<8>::new();
        for own in self.stones(stone) {
            for beside in self.beside(own) {
                if self.colour(beside) == other(colour) && self.is_in_atari(beside) {
                    tried.add(self.only_liberty(beside));
                }
            }
        }
        tried.add(self.only_liberty(stone));
        tried.as_slice().iter().all(|&point| self.is_caught_after(stone, point, depth))
    }

    /// Whether the chain of a stone is caught after its player has moved to a point.
    fn is_caught_after(&self, stone: Point, point: Point, depth: u32) -> bool {
        let colour = self.colour(stone);
        if depth == 0 {
            return false;
        }
        let mut board = self.clone();
        board.set_mover(colour);
        if !board.may_put(point) {
            return true;
        }
        board.play(point);
        let liberties = board.first_liberties::<3>(stone);
        match *liberties.as_slice() {
            [] | [_] => true,
            [one, two] => {
                board.is_caught_by(stone, one, depth) || board.is_caught_by(stone, two, depth)
            }
            _ => false,
        }
    }

    /// Whether a chain with two liberties is caught if the other player takes one of them.
    pub(super) fn is_caught_by(&self, stone: Point, point: Point, depth: u32) -> bool {
        let mut board = self.clone();
        let hunter = other(self.colour(stone));
        board.set_mover(hunter);
        if !board.may_put(point) || board.is_self_atari(point, hunter) {
            return false;
        }
        board.play(point);
        board.colour(stone) == EMPTY
            || board.is_in_atari(stone) && board.is_lost_in_ladder(stone, depth - 1)
    }

    /// The vital point of a small eye around an empty point: a region of three to six empty points beside stones of one colour,
    /// one of which touches more of the others than every other one does. Whoever takes it makes one eye of it, or two.
    pub(super) fn nakade(&self, from: Point) -> Option<Point> {
        match self.empties_at_hand(from) {
            2..7 => vital_of(self, self.small_region(from)?.as_slice()),
            _ => None,
        }
    }

    /// How many of an empty point and the eight around it are joined to it.
    #[inline(always)]
    fn empties_at_hand(&self, point: Point) -> u32 {
        let empty = self.empty_around(point);
        let [above, left, right, below] = [0, 2, 4, 6].map(|bit| empty >> bit & 1);
        let corners =
            (above | left) | (above | right) << 2 | (below | left) << 4 | (below | right) << 6;
        1 + (empty & (corners << 8 | 0x55)).count_ones()
    }

    /// All empty points that are joined to an empty point, if they are six at most and beside stones of one colour.
    #[inline(always)]
    fn small_region(&self, from: Point) -> Option<Few<7>> {
        let mut region = Few::<7>::new();
        region.add(from);
        let (mut index, mut colours) = (0, 0);
        while let Some(&point) = region.as_slice().get(index) {
            colours |= self.colours_beside(point);
            self.empties_beside(point).for_each(|empty| _ = region.add(empty));
            if colours == 3 || region.is_full() {
                return None;
            }
            index += 1;
        }
        Some(region)
    }
}

/// The point of a region that touches more of the others than every other one does, if that is enough to make one eye of it.
fn vital_of<const N: usize>(board: &Board<N>, points: &[Point]) -> Option<Point> {
    let touched =
        |point: Point| board.beside(point).iter().filter(|beside| points.contains(beside)).count();
    let most = points.iter().map(|&point| touched(point)).max()?;
    let needed = match points.len() {
        3 => 2,
        4 => 3,
        5 => 3,
        6 => 4,
        _ => return None,
    };
    let mut best = points.iter().copied().filter(|&point| touched(point) == most);
    let vital = best.next()?;
    (most >= needed && best.next().is_none()).then_some(vital)
}
