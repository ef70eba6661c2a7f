//! Caches of the evaluation: what a thread found a short while ago for the same pawns, and for the same pieces.
//!
//! A search comes back to positions, by transposition and once for every depth, and most of its moves leave the pawns as they are: three in ten
//! evaluations are found here, and the worth of the pawns in five of six others. No score changes, because what is kept is what would be computed
//! again. Each thread has its own.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cozy_chess::{Board, Color, Piece};

use super::evaluate::PawnShare;

/// How many sets of pawns are kept.
const PAWNS: usize = 1 << 12;

/// How many evaluations are kept.
const EVALUATIONS: usize = 1 << 15;

/// The part of an entry of [`Caches::evaluations`] that is the score.
const SCORE: u64 = 0xFFFF;

thread_local! {
    static CACHES: Caches = Caches::default();
}

/// Whose weights made a score, so that no other weights are mistaken for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner(u32);

impl Owner {
    /// The weights that come with the game.
    pub(super) const SHIPPED: Owner = Owner(1);

    /// Other weights.
    pub(super) fn another() -> Owner {
        static NEXT: AtomicU32 = AtomicU32::new(2);
        Owner(NEXT.fetch_add(1, Relaxed))
    }
}

/// The caches of one thread.
struct Caches {
    pawns: Box<[Cell<Pawns>]>,
    /// A position's key and the score, in one number.
    evaluations: Box<[Cell<u64>]>,
}

impl Default for Caches {
    fn default() -> Self {
        Caches {
            pawns: vec![Cell::default(); PAWNS].into(),
            evaluations: vec![Cell::default(); EVALUATIONS].into(),
        }
    }
}

/// What pawns are worth. An empty entry has no owner.
#[derive(Clone, Copy, Default)]
struct Pawns {
    white: u64,
    black: u64,
    passed: u64,
    total: i32,
    owner: u32,
}

/// What the pawns of a board are worth: found, or computed and kept.
#[inline(always)]
pub(super) fn pawns(
    board: &Board,
    Owner(owner): Owner,
    compute: impl FnOnce() -> PawnShare,
) -> PawnShare {
    let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn).0);
    let key = (white ^ black.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    CACHES.with(|caches| {
        let entry = &caches.pawns[(key >> (u64::BITS - PAWNS.ilog2())) as usize];
        let found = entry.get();
        if (found.white, found.black, found.owner) == (white, black, owner) {
            let passed = [found.passed & white, found.passed & black];
            return PawnShare { total: found.total, passed };
        }
        let share = compute();
        let [one, other] = share.passed;
        entry.set(Pawns { white, black, passed: one | other, total: share.total, owner });
        share
    })
}

/// The score of a board: found, or computed and kept.
#[inline(always)]
pub(super) fn evaluation(board: &Board, Owner(owner): Owner, compute: impl FnOnce() -> i32) -> i32 {
    let key = board.hash() ^ u64::from(owner) << 32;
    CACHES.with(|caches| {
        let entry = &caches.evaluations[key as usize % EVALUATIONS];
        let found = entry.get();
        if (found ^ key) & !SCORE == 0 {
            return i32::from(found as i16);
        }
        let score = compute();
        debug_assert_eq!(score, i32::from(score as i16), "a score is as small as half of a weight");
        entry.set(key & !SCORE | u64::from(score as u16));
        score
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_do_not_see_what_others_found() {
        let (board, one, other) = (Board::default(), Owner::another(), Owner::another());
        let share = |total| PawnShare { total, passed: [0; 2] };
        for (owner, score) in [(one, 7), (other, -9)] {
            for _ in 0..2 {
                assert_eq!(evaluation(&board, owner, || score), score);
                assert_eq!(pawns(&board, owner, || share(score)), share(score));
            }
        }
        let unused = || unreachable!("it is kept");
        assert_eq!(evaluation(&board, one, || 7), 7);
        assert_eq!(evaluation(&board, one, unused), 7);
    }
}
