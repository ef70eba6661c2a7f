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
    use outplay::face::notation::Notation;

    use super::*;
    use crate::pacman::agents::Algorithm;
    use crate::pacman::{Judge, Layout};

    /// Pacman between two ghosts in a corridor, the first of them to move; four rounds by the score.
    fn value(belief: Belief) -> f64 {
        let layout: Layout = "%%%%%%%%%\n%G  P  G%\n%      .%\n%%%%%%%%%".parse().unwrap();
        let game = Pacman::new(layout);
        let text = "pacman 4,2 Stop; ghost 2,2 East; ghost 7,2 West; food 7,1; turn 1";
        let position = game.read_position(text).unwrap();
        let search = Search { judge: Judge::Room, ..Search::new(Algorithm::AlphaBeta, 2) };
        let report = belief.report(&search, &game, &position, &Arc::default());
        report.value.expect("a value").score()
    }

    #[test]
    fn who_expects_less_of_the_other_ghost_expects_more_for_pacman() {
        let [minimise, random, still] = Belief::ALL.map(value);
        assert!(minimise < random, "{minimise} {random}");
        assert!(minimise < still, "{minimise} {still}");
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
