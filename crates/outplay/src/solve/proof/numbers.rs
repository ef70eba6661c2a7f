//! Proof and disproof numbers: how much is left to do, at least.
//!
//! The proof number of a position is how many unsettled positions below it have to be settled, at the least, to prove the claim; the disproof number how many to
//! disprove it (Allis, van der Meulen and van den Herik, *Proof-Number Search*, 1994). The player who can choose needs one of the children, the other one all of them: so
//! one number is the least of those of the children, and the other is counted together.

/// What no effort reaches, because the position is settled the other way.
pub(super) const NEVER: u32 = u32::MAX;

/// The highest number of a position that is not settled.
const MOST: u32 = NEVER - 1;

/// How the numbers of children are counted together, where all of them have to be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Their sum. What is below several children counts several times.
    Sum,
    /// The highest, and one for each other child: *weak proof numbers* (Ueda, Hashimoto, Hashimoto and Iida, *Weak Proof-Number Search*, 2008). What is below several
    /// children cannot count more than once.
    Weak,
}

/// The proof number and the disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// How many positions have to be settled to prove the claim, at least: 0 if it is proven.
    pub proof: u32,
    /// How many have to be settled to disprove it.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The claim holds.
    pub(super) const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: NEVER };
    /// It does not.
    pub(super) const DISPROVEN: ProofNumbers = ProofNumbers { proof: NEVER, disproof: 0 };
    /// A limit that only a settled position reaches.
    pub(super) const SETTLED: ProofNumbers = ProofNumbers { proof: NEVER, disproof: NEVER };

    /// A position of which nothing is known but how many moves there are, and whether one of them is enough for the claim.
    pub(super) fn first(moves: usize, is_provers: bool) -> ProofNumbers {
        let all = u32::try_from(moves).unwrap_or(MOST);
        ProofNumbers { proof: 1, disproof: all }.seen_by(is_provers)
    }

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    pub(super) fn is_settled(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Whether one of the numbers is as high as in a limit.
    pub(super) fn reaches(self, limit: ProofNumbers) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }

    /// As the player sees them who moves: to prove is to get what that player wants. It is its own inverse.
    pub(super) fn seen_by(self, is_provers: bool) -> ProofNumbers {
        match is_provers {
            true => self,
            false => ProofNumbers { proof: self.disproof, disproof: self.proof },
        }
    }
}

/// The numbers of a position by those of its children, as the player who moves there sees all of them.
#[derive(Clone, Copy)]
pub(super) struct Summed {
    pub(super) numbers: ProofNumbers,
    /// The child that is the least work.
    pub(super) best: usize,
    /// Its number for the other player.
    best_disproof: u32,
    /// The proof number of the next best.
    second: u32,
    /// How many children the other player has not got yet.
    open: u32,
}

impl Summed {
    pub(super) fn of(children: impl Iterator<Item = ProofNumbers>, counting: Counting) -> Summed {
        let numbers = ProofNumbers::DISPROVEN;
        let mut all = Summed { numbers, best: 0, best_disproof: 0, second: NEVER, open: 0 };
        for (at, ProofNumbers { proof, disproof }) in children.enumerate() {
            let so_far = all.numbers.disproof;
            all.numbers.disproof = match counting {
                Counting::Sum => plus(so_far, disproof),
                Counting::Weak => so_far.max(disproof),
            };
            all.open += u32::from(disproof > 0);
            // Of equals, the one that the other player finds hardest to deal with.
            let is_best =
                (proof, NEVER - disproof) < (all.numbers.proof, NEVER - all.best_disproof);
            if is_best {
                all.second = all.numbers.proof;
                (all.best, all.numbers.proof, all.best_disproof) = (at, proof, disproof);
            } else {
                all.second = all.second.min(proof);
            }
        }
        if counting == Counting::Weak {
            all.numbers.disproof = plus(all.numbers.disproof, all.open.saturating_sub(1));
        }
        all
    }

    /// How far the best child is searched before another one may be better, or before the limit of the position itself is reached.
    ///
    /// With a tolerance, a child goes on until it is that much worse than the next best: the search changes its mind less often (Pawlewicz and Lew, *Improving Depth-First
    /// PN-Search: 1 + ε Trick*, 2007).
    pub(super) fn limit_of_best(
        &self,
        limit: ProofNumbers,
        tolerance: f32,
        counting: Counting,
    ) -> ProofNumbers {
        let others = match counting {
            Counting::Sum => self.numbers.disproof - self.best_disproof,
            Counting::Weak => self.open.saturating_sub(1),
        };
        // Numbers that cannot grow any more no longer tell which child is better, and this one is searched to the end.
        let patience = match self.second {
            MOST.. => NEVER,
            second => plus(second, (1.0 + f64::from(second) * f64::from(tolerance)) as u32),
        };
        ProofNumbers { proof: limit.proof.min(patience), disproof: minus(limit.disproof, others) }
    }
}

fn plus(one: u32, other: u32) -> u32 {
    match one == NEVER || other == NEVER {
        true => NEVER,
        false => one.saturating_add(other).min(MOST),
    }
}

fn minus(limit: u32, spent: u32) -> u32 {
    if limit == NEVER { NEVER } else { limit.saturating_sub(spent) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof }
    }

    #[test]
    fn one_child_is_enough_for_one_player_and_the_other_needs_all() {
        let children = [numbers(3, 4), numbers(2, 6), numbers(5, 1)];
        let sum = Summed::of(children.into_iter(), Counting::Sum);
        assert_eq!((sum.numbers, sum.best), (numbers(2, 11), 1));
        assert_eq!(sum.limit_of_best(ProofNumbers::SETTLED, 0.0, Counting::Sum), numbers(4, NEVER));
        assert_eq!(sum.limit_of_best(numbers(9, 20), 1.0, Counting::Sum), numbers(7, 15));
        let weak = Summed::of(children.into_iter(), Counting::Weak);
        assert_eq!(weak.numbers, numbers(2, 8));
        assert_eq!(weak.limit_of_best(numbers(3, 20), 0.0, Counting::Weak), numbers(3, 18));
    }

    #[test]
    fn what_is_settled_stays_so() {
        for counting in [Counting::Sum, Counting::Weak] {
            let of =
                |children: &[ProofNumbers]| Summed::of(children.iter().copied(), counting).numbers;
            let open = numbers(MOST, MOST);
            assert_eq!(of(&[open, ProofNumbers::PROVEN]), ProofNumbers::PROVEN);
            assert_eq!(of(&[ProofNumbers::DISPROVEN; 2]), ProofNumbers::DISPROVEN);
            assert_eq!(of(&[]), ProofNumbers::DISPROVEN);
            assert_eq!(of(&[open, open, ProofNumbers::DISPROVEN]), open);
        }
    }
}
