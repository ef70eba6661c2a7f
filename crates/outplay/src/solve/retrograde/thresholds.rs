//! By how much a position is won, where moves come back to where they began: a question of win, draw or loss for each number of points.
//!
//! For a threshold of so many points, a player has won who gets as many, and the game is drawn if nobody does. That is a slice like any other, and is solved
//! as such. What a position is worth is the highest threshold that its player reaches, or the one that the other player reaches; if nobody forces anything, the game
//! goes on for ever, and nobody is ahead.
//!
//! Romein and Bal, *Solving Awari with Parallel Retrograde Analysis*, 2003, where bounds of all thresholds are kept side by side.

use std::sync::atomic::{AtomicBool, Ordering};

use super::score::{Score, Scores};
use super::slices::{Exits, Ground, Look};
use super::threads::share;
use super::verdict::{Verdict, Verdicts, Worth};
use super::{Next, Retrograde, Watch};

/// A slice in which whoever gets so many points has won.
struct AtLeast<'a, G, E> {
    ground: &'a G,
    scores: &'a E,
    points: i32,
}

impl<G: Ground, E: Exits<Value = Score>> Ground for AtLeast<'_, G, E> {
    type Position = G::Position;
    type Cursor = G::Cursor;
    const UNMOVES: bool = G::UNMOVES;

    fn count(&self) -> u64 {
        self.ground.count()
    }

    fn has_moves_inside(&self) -> bool {
        self.ground.has_moves_inside()
    }

    fn position(&self, cursor: &mut G::Cursor, number: u64) -> Option<G::Position> {
        self.ground.position(cursor, number)
    }

    fn look<V: Exits>(&self, position: &G::Position, _: &V) -> Look<V::Value> {
        let reached = |score: Score| V::Value::over(score.points() / self.points);
        match self.ground.look(position, self.scores) {
            Look::Settled(score) => Look::Settled(reached(score)),
            Look::Open { exits, inside } => Look::Open { exits: exits.map(reached), inside },
        }
    }

    fn after(&self, position: &G::Position, told: impl FnMut(u64, Next)) {
        self.ground.after(position, told);
    }

    fn before(&self, position: &G::Position, told: impl FnMut(u64, Next)) {
        self.ground.before(position, told);
    }
}

/// All that leads out of the slice is asked about in points.
struct InPoints;

impl Exits for InPoints {
    type Value = Verdict;

    fn value(&self, _: usize, _: u64) -> Verdict {
        unreachable!("exits are asked about in points")
    }
}

/// The scores of a slice, by one verdict for each threshold.
pub(super) fn scores<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Scores
where
    G: Ground,
    E: Exits<Value = Score>,
{
    let mut scores = nobody_ahead(ground);
    for points in thresholds(by, ground, exits, watch) {
        let verdicts = by.solve(&AtLeast { ground, scores: exits, points }, &InPoints, &());
        raise(&mut scores, &verdicts, points);
        watch.swept();
        let reached = verdicts.tally();
        if reached.wins + reached.losses == 0 {
            break;
        }
    }
    scores
}

/// How far somebody may be ahead after a move that leaves the slice, from the fewest points: what happens between two of them is the same for all thresholds there.
fn thresholds<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Vec<i32>
where
    G: Ground,
    E: Exits<Value = Score>,
{
    let seen = [const { AtomicBool::new(false) }; Score::MOST as usize + 1];
    share(by.threads, ground.count(), |piece| {
        let mut cursor = G::Cursor::default();
        watch.looked(piece.end - piece.start);
        for position in piece.filter_map(|number| ground.position(&mut cursor, number)) {
            let (Look::Settled(score) | Look::Open { exits: Some(score), .. }) =
                ground.look(&position, exits)
            else {
                continue;
            };
            seen[score.points().unsigned_abs() as usize].store(true, Ordering::Relaxed);
        }
    });
    (1..=Score::MOST).filter(|&points| seen[points as usize].load(Ordering::Relaxed)).collect()
}

fn nobody_ahead<G: Ground>(ground: &G) -> Scores {
    let mut cursor = G::Cursor::default();
    let drawn = |number| ground.position(&mut cursor, number).map(|_| Score::DRAWN);
    Scores::of((0..ground.count()).map(drawn))
}

/// Whoever reaches a threshold is ahead by as much at least.
fn raise(scores: &mut Scores, verdicts: &Verdicts, points: i32) {
    for number in 0..verdicts.count() {
        match verdicts.get(number) {
            Some(Verdict::Win) => scores.set(number, Score::new(points)),
            Some(Verdict::Loss) => scores.set(number, Score::new(-points)),
            Some(Verdict::Draw) | None => {}
        }
    }
}
