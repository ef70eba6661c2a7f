//! What a build makes of a slice: verdicts, distances or scores.

use super::super::retrograde::{
    Distance, Distances, Exits, Ground, NOTHING, Retrograde, Score, Scores, Verdict, VerdictTally,
    Verdicts, Watch, Worth,
};
use super::format::{self, About, TableError};
use super::kind::Kind;
use super::table::Table;

/// What is known of all positions of a slice.
pub trait Solved: Sized + Send + Sync {
    /// What is known of one of them.
    type Value: Worth + std::fmt::Debug;

    /// What its tables tell.
    const KIND: Kind;

    /// How many bytes so many positions take.
    fn bytes_for(count: u64) -> u64;

    /// How many bytes it takes to solve a slice, besides what the game and the other slices take.
    fn memory<G: Ground>(by: &Retrograde, ground: &G) -> u64;

    /// Solves a slice.
    fn solve<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Self
    where
        G: Ground,
        E: Exits<Value = Self::Value>;

    /// Solves a slice: what a table of it tells, and how many positions there are of each verdict.
    fn solve_probed<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Probed<Self>
    where
        G: Ground,
        E: Exits<Value = Self::Value>,
    {
        in_two_passes(by, ground, exits, watch)
    }

    /// What is known of a number; nothing if no position has it.
    fn value(&self, number: u64) -> Option<Self::Value>;

    /// So many numbers, each with its value.
    fn filled<C: Default>(
        by: &Retrograde,
        count: u64,
        value: impl Fn(&mut C, u64) -> Option<Self::Value> + Sync,
    ) -> Self;

    /// How many positions there are of each verdict.
    fn tally(&self) -> VerdictTally;

    /// After so many moves inside the slice, at most, a player who wins has left it or has won.
    fn longest(&self) -> Option<u16>;

    /// The bytes of the table.
    fn written(&self, about: &About) -> Result<Vec<u8>, TableError>;

    /// Reads a whole table.
    fn load(table: &Table) -> Result<Self, TableError>;
}

/// A slice that is solved.
pub struct Probed<K> {
    /// What is known of the positions that are [probed](Ground::is_probed).
    pub told: K,
    /// How many positions there are of each verdict, probed or not.
    pub tally: VerdictTally,
    /// How many of them are never probed.
    pub unprobed: u64,
    /// After so many moves inside the slice, at most, a player who wins has left it or has won.
    pub longest: Option<u16>,
}

impl Probed<Verdicts> {
    /// Verdicts of positions that are probed, and how many others there are of each.
    pub(crate) fn of_verdicts(told: Verdicts, others: VerdictTally) -> Self {
        let (unprobed, longest) = (others.positions(), told.longest());
        let mut tally = told.tally() + others;
        tally.nothing -= unprobed;
        Probed { told, tally, unprobed, longest }
    }
}

/// Solves a slice, and looks at all positions once more to leave out those that are never probed.
fn in_two_passes<K, G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Probed<K>
where
    K: Solved,
    G: Ground,
    E: Exits<Value = K::Value>,
{
    let solved = K::solve(by, ground, exits, watch);
    let told = K::filled(by, ground.count(), |cursor, number| {
        let position = ground.position(cursor, number);
        let is_probed = position.is_some_and(|position| ground.is_probed(&position));
        if is_probed { solved.value(number) } else { None }
    });
    let (tally, longest) = (solved.tally(), solved.longest());
    let unprobed = told.tally().nothing - tally.nothing;
    Probed { told, tally, unprobed, longest }
}

impl Solved for Verdicts {
    type Value = Verdict;

    const KIND: Kind = Kind::Verdicts;

    fn bytes_for(count: u64) -> u64 {
        Verdicts::bytes_for(count)
    }

    fn memory<G: Ground>(by: &Retrograde, ground: &G) -> u64 {
        by.memory(ground)
    }

    fn solve<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Verdicts
    where
        G: Ground,
        E: Exits<Value = Verdict>,
    {
        by.solve(ground, exits, watch)
    }

    fn solve_probed<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Probed<Self>
    where
        G: Ground,
        E: Exits<Value = Verdict>,
    {
        match by.solve_probed(ground, exits, watch) {
            Some((told, others)) => Probed::of_verdicts(told, others),
            None => in_two_passes(by, ground, exits, watch),
        }
    }

    #[inline(always)]
    fn value(&self, number: u64) -> Option<Verdict> {
        self.get(number)
    }

    fn filled<C: Default>(
        by: &Retrograde,
        count: u64,
        value: impl Fn(&mut C, u64) -> Option<Verdict> + Sync,
    ) -> Verdicts {
        by.filled(count, |cursor, number| value(cursor, number).map_or(NOTHING, Verdict::code))
    }

    fn tally(&self) -> VerdictTally {
        Verdicts::tally(self)
    }

    fn longest(&self) -> Option<u16> {
        Verdicts::longest(self)
    }

    fn written(&self, about: &About) -> Result<Vec<u8>, TableError> {
        Ok(format::write(about, self))
    }

    fn load(table: &Table) -> Result<Verdicts, TableError> {
        table.verdicts()
    }
}

impl Solved for Distances {
    type Value = Distance;

    const KIND: Kind = Kind::Distances;

    fn bytes_for(count: u64) -> u64 {
        2 * count
    }

    fn memory<G: Ground>(by: &Retrograde, ground: &G) -> u64 {
        by.memory_of_distances(ground)
    }

    fn solve<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Distances
    where
        G: Ground,
        E: Exits<Value = Distance>,
    {
        by.distances(ground, exits, watch)
    }

    #[inline(always)]
    fn value(&self, number: u64) -> Option<Distance> {
        self.get(number)
    }

    fn filled<C: Default>(
        _: &Retrograde,
        count: u64,
        value: impl Fn(&mut C, u64) -> Option<Distance> + Sync,
    ) -> Distances {
        let mut cursor = C::default();
        Distances::of((0..count).map(|number| value(&mut cursor, number)))
    }

    fn tally(&self) -> VerdictTally {
        Distances::tally(self)
    }

    fn longest(&self) -> Option<u16> {
        Some(Distances::longest(self).unwrap_or(0))
    }

    fn written(&self, about: &About) -> Result<Vec<u8>, TableError> {
        format::write_values(about, Self::KIND, |number| self.get(number).map(Distance::code))
    }

    fn load(table: &Table) -> Result<Distances, TableError> {
        table.distances()
    }
}

impl Solved for Scores {
    type Value = Score;

    const KIND: Kind = Kind::Scores;

    fn bytes_for(count: u64) -> u64 {
        count
    }

    fn memory<G: Ground>(by: &Retrograde, ground: &G) -> u64 {
        by.memory_of_scores(ground)
    }

    fn solve<G, E>(by: &Retrograde, ground: &G, exits: &E, watch: &dyn Watch) -> Scores
    where
        G: Ground,
        E: Exits<Value = Score>,
    {
        by.scores(ground, exits, watch)
    }

    #[inline(always)]
    fn value(&self, number: u64) -> Option<Score> {
        self.get(number)
    }

    fn filled<C: Default>(
        _: &Retrograde,
        count: u64,
        value: impl Fn(&mut C, u64) -> Option<Score> + Sync,
    ) -> Scores {
        let mut cursor = C::default();
        Scores::of((0..count).map(|number| value(&mut cursor, number)))
    }

    fn tally(&self) -> VerdictTally {
        Scores::tally(self)
    }

    /// Nobody asks how long it takes to win points.
    fn longest(&self) -> Option<u16> {
        None
    }

    fn written(&self, about: &About) -> Result<Vec<u8>, TableError> {
        format::write_values(about, Self::KIND, |number| self.get(number).map(Score::code))
    }

    fn load(table: &Table) -> Result<Scores, TableError> {
        table.scores()
    }
}
