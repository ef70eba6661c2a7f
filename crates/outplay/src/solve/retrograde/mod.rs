//! Retrograde analysis: win, draw or loss of every position of a game, from its ends backwards.
//!
//! Thompson, *Retrograde Analysis of Certain Endgames*, 1986; Lake, Schaeffer and Lu, *Solving Large Retrograde Analysis Problems Using a
//! Network of Workstations*, 1994.
//!
//! A game tells its positions in [slices](Slices), numbered within each ([`Ground`]), and each slice is solved after those that it leads
//! to. How a slice is solved depends on what the game can tell:
//!
//! | the game | how | file | bytes a position |
//! |---|---|---|---|
//! | can undo moves | counters | `counters.rs` | 1 and a bit |
//! | cannot, and memory is scarce | sweeps over all moves | `forward.rs` | 1 |
//! | cannot, and time is | counters, with every move written down backwards | `forward.rs` | 9 and 8 a move |
//! | never stays in a slice | in one pass, by layers | here | a quarter |
//! | should tell how far a win is | counters, ply by ply | `distance.rs` | 3 |
//! | counts points, and never comes back inside a slice | each position after those behind it | `score.rs` | 1 |
//! | counts points, and comes back | a question of win, draw or loss for each number of points | `thresholds.rs` | 1 more than for that |

pub(crate) mod counters;
mod distance;
pub(crate) mod forward;
mod score;
mod slices;
mod threads;
mod thresholds;
mod verdict;

use std::sync::Mutex;
use std::thread;

use counters::Counters;
pub use distance::{Distance, Distances, ToConversion};
use forward::{Reversed, Sweeps, reversed_bytes};
pub use score::{Score, Scores};
pub use slices::{Exits, Ground, Look, MOST_INSIDE, Next, Slices};
pub(crate) use threads::PIECE;
pub(crate) use verdict::NOTHING;
use verdict::States;
pub use verdict::{Verdict, VerdictTally, Verdicts, Worth};

use self::distance::ByPlies;
use self::score::InTurn;

/// Hears how far it is. It is called from several threads.
pub trait Watch: Sync {
    /// So many more positions of the slice were looked at for the first time.
    fn looked(&self, positions: u64) {
        let _ = positions;
    }

    /// All positions that were decided have told those before them, once more.
    fn swept(&self) {}
}

impl Watch for () {}

/// How a slice is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Counters, by [`Ground::before`].
    Unmoves,
    /// Counters, with all moves written down backwards.
    ReverseEdges,
    /// Sweeps over all moves, until nothing changes.
    Sweeps,
}

/// Solves slices.
///
/// ```
/// use outplay::solve::retrograde::{Exits, Ground, Look, Next, Retrograde, Verdict, Worth};
///
/// /// A ring of ten fields. A player goes one field on or one back; whoever stands on 0 or 5 has lost.
/// struct Ring;
///
/// impl Ground for Ring {
///     type Position = u64;
///     type Cursor = ();
///     fn count(&self) -> u64 { 10 }
///     fn position(&self, _: &mut (), number: u64) -> Option<u64> { Some(number) }
///     fn look<E: Exits>(&self, at: &u64, _: &E) -> Look<E::Value> {
///         if at % 5 == 0 { Look::Settled(E::Value::LOST) } else { Look::new(None, 2) }
///     }
///     fn after(&self, at: &u64, mut told: impl FnMut(u64, Next)) {
///         if at % 5 != 0 { [at + 1, at + 9].map(|to| told(to % 10, Next::Opponent)); }
///     }
///     fn before(&self, at: &u64, mut told: impl FnMut(u64, Next)) {
///         for from in [at + 1, at + 9] {
///             if from % 5 != 0 { told(from % 10, Next::Opponent); }
///         }
///     }
/// }
///
/// struct Nowhere;
/// impl Exits for Nowhere {
///     type Value = Verdict;
///     fn value(&self, _: usize, _: u64) -> Verdict { unreachable!("there is one slice") }
/// }
///
/// let verdicts = Retrograde::default().solve(&Ring, &Nowhere, &());
/// assert_eq!(verdicts.get(4), Some(Verdict::Win), "the other one is put on 5");
/// assert_eq!(verdicts.get(3), Some(Verdict::Draw), "to go to 4 would lose, to go to 2 does not");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retrograde {
    /// How many threads are used. The result is the same.
    pub threads: usize,
    /// How slices are solved; the best way that the game allows if nothing is said: un-moves, otherwise sweeps.
    pub method: Option<Method>,
}

impl Default for Retrograde {
    fn default() -> Self {
        Retrograde { threads: 1, method: None }
    }
}

impl Retrograde {
    /// How many bytes it takes to solve a slice, besides what the game and the other slices take.
    pub fn memory<G: Ground>(&self, ground: &G) -> u64 {
        let count = ground.count();
        let end = Verdicts::bytes_for(count);
        end + match self.method_for(ground) {
            None => 0,
            Some(Method::Unmoves) => Counters::bytes(count),
            Some(Method::Sweeps) => count,
            Some(Method::ReverseEdges) => Counters::bytes(count) + reversed_bytes(ground),
        }
    }

    /// The same for [distances](Self::distances).
    pub fn memory_of_distances<G: Ground>(&self, ground: &G) -> u64 {
        let reversed = match G::UNMOVES && self.method != Some(Method::ReverseEdges) {
            true => 0,
            false => reversed_bytes(ground),
        };
        // At the end they are there twice.
        5 * ground.count() + reversed
    }

    /// The verdicts of all positions of a slice.
    pub fn solve<G, E>(&self, ground: &G, exits: &E, watch: &dyn Watch) -> Verdicts
    where
        G: Ground,
        E: Exits<Value = Verdict>,
    {
        match self.method_for(ground) {
            None => self.layer(ground, exits, watch),
            Some(Method::Sweeps) => {
                let sweeps = Sweeps::new(ground, exits, self.threads);
                sweeps.solve(watch);
                self.packed(&sweeps.states, ground.count())
            }
            Some(Method::Unmoves) => self.count(ground, exits, watch),
            Some(Method::ReverseEdges) => self.count(&Reversed::new(ground), exits, watch),
        }
    }

    /// The verdicts of all positions of a slice, with the plies that they take: to the end of the game, or to the
    /// [conversion](ToConversion), as the exits tell. Without un-moves all moves are written down backwards.
    pub fn distances<G, E>(&self, ground: &G, exits: &E, watch: &dyn Watch) -> Distances
    where
        G: Ground,
        E: Exits<Value = Distance>,
    {
        match G::UNMOVES && self.method != Some(Method::ReverseEdges) {
            true => ByPlies::new(ground, exits, self.threads).solve(watch),
            false => ByPlies::new(&Reversed::new(ground), exits, self.threads).solve(watch),
        }
    }

    /// The same for [scores](Self::scores).
    pub fn memory_of_scores<G: Ground>(&self, ground: &G) -> u64 {
        ground.count() + if self.by_thresholds(ground) { self.memory(ground) } else { 0 }
    }

    /// The scores of all positions of a slice. Where moves [come back](Ground::comes_back) to where they began, whoever forces nothing gets nothing.
    pub fn scores<G, E>(&self, ground: &G, exits: &E, watch: &dyn Watch) -> Scores
    where
        G: Ground,
        E: Exits<Value = Score>,
    {
        match self.by_thresholds(ground) {
            true => thresholds::scores(self, ground, exits, watch),
            false => InTurn::new(ground, exits, self.threads).solve(watch),
        }
    }

    /// Whether scores are found by one verdict for each number of points.
    fn by_thresholds<G: Ground>(&self, ground: &G) -> bool {
        ground.has_moves_inside() && ground.comes_back()
    }

    /// None for layers.
    fn method_for<G: Ground>(&self, ground: &G) -> Option<Method> {
        let best = if G::UNMOVES { Method::Unmoves } else { Method::Sweeps };
        match self.method.unwrap_or(best) {
            _ if !ground.has_moves_inside() => None,
            Method::Unmoves => Some(best),
            method => Some(method),
        }
    }

    fn count<G, E>(&self, ground: &G, exits: &E, watch: &dyn Watch) -> Verdicts
    where
        G: Ground,
        E: Exits<Value = Verdict>,
    {
        let counters = Counters::new(ground, exits, self.threads);
        let longest = counters.solve(self.threads, watch);
        self.packed(&counters.states, ground.count()).with_longest(Some(longest))
    }

    /// The verdicts of the positions of a slice that are [probed](Ground::is_probed), and a tally of the others. Only counters can tell them apart at no cost.
    pub(crate) fn solve_probed<G, E>(
        &self,
        ground: &G,
        exits: &E,
        watch: &dyn Watch,
    ) -> Option<(Verdicts, VerdictTally)>
    where
        G: Ground,
        E: Exits<Value = Verdict>,
    {
        if self.method_for(ground) != Some(Method::Unmoves) {
            return None;
        }
        let counters = Counters::new(ground, exits, self.threads);
        let longest = counters.solve(self.threads, watch);
        let states = &counters.states;
        let code = |(): &mut (), number| states.probed_code(number);
        Some((self.filled(ground.count(), code).with_longest(Some(longest)), states.unprobed()))
    }

    fn packed(&self, states: &States, count: u64) -> Verdicts {
        self.filled(count, |(): &mut (), number| states.code(number))
    }

    /// A slice in which no move stays: every position is known by its exits.
    fn layer<G, E>(&self, ground: &G, exits: &E, watch: &dyn Watch) -> Verdicts
    where
        G: Ground,
        E: Exits<Value = Verdict>,
    {
        self.filled(ground.count(), |cursor: &mut G::Cursor, number| {
            if number % PIECE == 0 {
                watch.looked(PIECE.min(ground.count() - number));
            }
            match ground.position(cursor, number).map(|one| ground.look(&one, exits)) {
                None => NOTHING,
                Some(Look::Settled(verdict)) => verdict.code(),
                Some(Look::Open { .. }) => panic!("a move stays inside of a layer"),
            }
        })
        .with_longest(Some(0))
    }

    /// Verdicts, four in a byte, by several threads.
    pub(crate) fn filled<C: Default>(
        &self,
        count: u64,
        code: impl Fn(&mut C, u64) -> u8 + Sync,
    ) -> Verdicts {
        let mut verdicts = Verdicts::nothing(count);
        let share = (PIECE / 4) as usize;
        let pieces = verdicts.bytes_mut().chunks_mut(share).enumerate();
        let pieces = Mutex::new(pieces);
        let one = || {
            loop {
                let next = pieces.lock().expect("no thread panics while it holds it").next();
                let Some((piece, bytes)) = next else { return };
                let mut cursor = C::default();
                let first = piece as u64 * PIECE;
                for (at, byte) in bytes.iter_mut().enumerate() {
                    let number = first + at as u64 * 4;
                    for place in 0..(count - number).min(4) {
                        let shift = place * 2;
                        *byte = *byte & !(3 << shift) | code(&mut cursor, number + place) << shift;
                    }
                }
            }
        };
        thread::scope(|scope| (0..self.threads.max(1)).for_each(|_| drop(scope.spawn(one))));
        verdicts
    }
}
