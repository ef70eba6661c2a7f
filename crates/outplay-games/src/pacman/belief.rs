//! What a ghost believes of the other ghosts, while it searches for itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outplay::{Bound, Game, Modelled, OpponentModel, Report};

use super::agents::Search;
use super::rules::{Direction, Pacman, Position};

/// How the other ghosts move, as one of them sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Belief {
    /// As badly for Pacman as they can: they search as this one does.
    #[default]
    Minimise,
    /// Anywhere.
    Random,
    /// Not at all.
    Still,
}

impl Belief {
    /// All of them.
    pub const ALL: [Belief; 3] = [Belief::Minimise, Belief::Random, Belief::Still];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Belief::Minimise => "minimise",
            Belief::Random => "random",
            Belief::Still => "still",
        }
    }

    /// What a search finds for the ghost that is to move, if it believes this of the others.
    pub(super) fn report(
        self,
        search: &Search,
        game: &Pacman,
        position: &Position,
        stop: &Arc<AtomicBool>,
    ) -> Report<Direction, Bound<f64>> {
        if self == Belief::Minimise {
            return search.report(game, position, stop);
        }
        let others = Others { believer: position.agent_to_move(), belief: self };
        let modelled = Modelled::new(game, others);
        search.report_of(&modelled, modelled.evaluation(search.judge), position, stop)
    }
}

/// The other ghosts, as one of them believes them to be.
struct Others {
    believer: usize,
    belief: Belief,
}

impl OpponentModel<Pacman> for Others {
    fn predicts(&self, _: &Pacman, position: &Position) -> bool {
        let mover = position.agent_to_move();
        mover != 0 && mover != self.believer
    }

    fn moves(&self, game: &Pacman, position: &Position, moves: &mut Vec<Direction>) {
        match self.belief {
            Belief::Still => moves.push(Direction::Stop),
            Belief::Minimise | Belief::Random => game.moves(position, moves),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacman::agents::Algorithm;
    use crate::pacman::{Judge, Layout};

    /// What Pacman's score comes to for the ghost that is to move, three rounds deep.
    fn value(game: &Pacman, position: &Position, belief: Belief) -> f64 {
        let search = Search { judge: Judge::Room, ..Search::new(Algorithm::AlphaBeta, 3) };
        let report = belief.report(&search, game, position, &Arc::default());
        report.value.expect("a value").score()
    }

    #[test]
    fn who_takes_the_others_for_aimless_expects_more_for_pacman() {
        let game = Pacman::new(Layout::named("pinch").expect("a layout"));
        let mut random = fastrand::Rng::with_seed(1);
        let (mut position, mut differ) = (game.start(), 0);
        for _ in 0..60 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            if position.agent_to_move() != 0 {
                let [minimise, aimless] = [Belief::Minimise, Belief::Random]
                    .map(|belief| value(&game, &position, belief));
                assert!(minimise <= aimless + 1e-9, "{minimise} {aimless}");
                differ += u32::from(minimise < aimless - 1e-9);
            }
            game.play(&mut position, moves[random.usize(..moves.len())]);
        }
        assert!(differ > 5, "{differ}");
    }

    #[test]
    fn the_other_ghosts_stand_still_and_pacman_does_not() {
        let game = Pacman::new(Layout::named("pinch").expect("a layout"));
        let others = Others { believer: 2, belief: Belief::Still };
        let modelled = Modelled::new(&game, others);
        let mut position = game.start();
        let listed = |position: &Position| {
            let mut moves = Vec::new();
            modelled.moves(position, &mut moves);
            moves
        };
        assert!(listed(&position).len() > 1);
        modelled.play(&mut position, Direction::Stop);
        let before = position.agents[1];
        assert_eq!(listed(&position), [Direction::Stop]);
        modelled.play(&mut position, Direction::Stop);
        assert_eq!(position.agents[1], before);
        assert!(!listed(&position).contains(&Direction::Stop));
    }
}
