//! GRAVE: RAVE with the games of a position above, where there are more of them.
//!
//! Near the leaves few games are known, and what RAVE learns from them is mostly noise. GRAVE asks the nearest position above with enough visits, and the same
//! player to move, what it knows of a move that does the same.
//!
//! Cazenave, *Generalized Rapid Action Value Estimation*, IJCAI 2015. There a position knows something of every action; here it knows of those that were its own
//! moves, and for others the position itself is asked, as RAVE does.

/// Where a position above keeps what it knows of each action.
#[derive(Clone, Debug, Default)]
pub(super) struct Reference {
    /// For every action, the rank of the child that does it, and the stamp of the position that said so.
    ranks: Vec<(u32, u16)>,
    stamp: u32,
}

impl Reference {
    pub(super) fn new(actions: usize) -> Reference {
        Reference { ranks: vec![(0, 0); actions], stamp: 0 }
    }

    /// Begins with another position: what was known of the last one is forgotten.
    pub(super) fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(1).max(1);
    }

    pub(super) fn set(&mut self, action: u32, rank: usize) {
        self.ranks[action as usize] = (self.stamp, rank as u16);
    }

    /// The rank of the child that does it.
    pub(super) fn rank(&self, action: u32) -> Option<usize> {
        let (stamp, rank) = self.ranks[action as usize];
        (stamp == self.stamp).then_some(usize::from(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_position_is_asked() {
        let mut reference = Reference::new(8);
        reference.begin();
        reference.set(3, 1);
        assert_eq!((reference.rank(3), reference.rank(4)), (Some(1), None));
        reference.begin();
        assert_eq!(reference.rank(3), None);
    }
}
