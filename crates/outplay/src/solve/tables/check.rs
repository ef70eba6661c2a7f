//! Checking tables: every position against those that its moves lead to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::super::retrograde::{Ground, Look, NOTHING, Slices, VerdictTally, Worth};
use super::build::{Build, BuildWatch, Known, SliceError};
use super::format::{About, TableError};
use super::solved::Solved;

/// What a check has found to be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many tables.
    pub slices: usize,
    /// How many positions there are of each verdict.
    pub tally: VerdictTally,
    /// How many of them are never probed.
    pub unprobed: u64,
    /// How many bytes the tables have.
    pub bytes: u64,
}

impl<S: Slices, K: Solved> Build<'_, S, K> {
    /// Checks all tables; nothing is told if it was stopped.
    pub fn check(&self, watch: &dyn BuildWatch) -> Result<Option<Checked>, SliceError> {
        let mut checked = Checked::default();
        let mut resident = HashMap::new();
        for slice in self.slices() {
            let name = Self::name(&slice);
            let wrong = |error| SliceError { slice: name.clone(), error };
            let none = || wrong(TableError::Unreadable("there is none".to_owned()));
            let table = self.open(&slice)?.ok_or_else(none)?;
            let exits = self.exits(&slice, &mut resident)?;
            watch.begins(&name, table.about().count);
            let verdicts = K::load(&table).map_err(wrong)?;
            let ground = self.game.ground(&slice);
            self.check_slice(&ground, &verdicts, &exits, table.about(), watch).map_err(wrong)?;
            watch.ends(table.about(), table.bytes());
            checked = Checked {
                slices: checked.slices + 1,
                tally: checked.tally + table.about().tally,
                unprobed: checked.unprobed + table.about().unprobed,
                bytes: checked.bytes + table.bytes(),
            };
            // Smaller slices are asked about by many, and those with as many positions as this one by few.
            resident.retain(|slice, _| self.game.ground(slice).count() < 1 << 24);
            if watch.is_stopped() {
                return Ok(None);
            }
        }
        Ok(Some(checked))
    }

    /// Whether every verdict is that of the best move, and the header counts right.
    fn check_slice(
        &self,
        ground: &S::Ground,
        told: &K,
        exits: &Known<K>,
        about: &About,
        watch: &dyn BuildWatch,
    ) -> Result<(), TableError> {
        // Positions that are never probed are settled by their exits.
        let all = K::filled(&self.by, ground.count(), |cursor, number| {
            match ground.position(cursor, number) {
                None => None,
                Some(position) if ground.is_probed(&position) => told.value(number),
                Some(position) => match ground.look(&position, exits) {
                    Look::Settled(value) => Some(value),
                    Look::Open { .. } => panic!("a position that is never probed has moves inside"),
                },
            }
        });
        let first_wrong: Mutex<Option<(u64, K::Value)>> = Mutex::new(None);
        let piece = super::super::retrograde::PIECE;
        let unprobed = self.by.filled(ground.count(), |cursor, number| {
            if number.is_multiple_of(piece) {
                watch.looked(piece.min(ground.count() - number));
            }
            let Some(position) = ground.position(cursor, number) else { return NOTHING };
            if !ground.is_probed(&position) {
                return 0;
            }
            let best = best(ground, &position, exits, &all);
            if Some(best) != all.value(number) {
                let mut wrong = first_wrong.lock().unwrap_or_else(PoisonError::into_inner);
                if wrong.is_none_or(|(first, _)| number < first) {
                    *wrong = Some((number, best));
                }
            }
            1
        });
        if let Some((number, best)) =
            first_wrong.into_inner().unwrap_or_else(PoisonError::into_inner)
        {
            let is = all.value(number);
            let what = format!("position {number} is {is:?}, and its best move {best:?}");
            return Err(TableError::Damaged(what));
        }
        if (all.tally(), unprobed.tally().losses) != (about.tally, about.unprobed) {
            return Err(TableError::Damaged("it counts its positions wrongly".to_owned()));
        }
        Ok(())
    }
}

/// What the best move of a position says.
fn best<G: Ground, K: Solved>(
    ground: &G,
    position: &G::Position,
    exits: &Known<K>,
    all: &K,
) -> K::Value {
    let mut best = match ground.look(position, exits) {
        Look::Settled(verdict) => return verdict,
        Look::Open { exits, .. } => exits.unwrap_or(K::Value::LOST),
    };
    ground.after(position, |number, next| {
        let value = all.value(number).expect("moves lead to positions");
        best = best.max(value.before(next));
    });
    best
}
