//! What Monte-Carlo search is told about Go: play-outs on a board of their own, chances of moves, and points as actions.

use fastrand::Rng;
use outplay::Player;
use outplay::mcts::{Config, End, Knowledge, Rave, Rule};

use super::criticality::Criticality;
use super::features::Weights;
use super::play_out::PlayOut;
use super::policy::Policy;
use super::rules::{Go, Goal, MOST_POINTS, Position, Vertex};

/// What Monte-Carlo search is told about Go.
#[derive(Clone, Debug, Default)]
pub struct PlayOuts {
    policy: Policy,
}

impl PlayOuts {
    /// Play-outs by this policy.
    pub fn new(policy: Policy) -> PlayOuts {
        PlayOuts { policy }
    }
}

/// What a thread keeps for its play-outs.
#[derive(Debug)]
pub struct Hand {
    /// Who owned which point at the end of the play-outs of this search.
    pub counts: Criticality,
    moves: Vec<Vertex>,
}

/// Moves that fill an own eye are hardly ever good.
const FILLS_EYE: f32 = 1e-4;

impl Knowledge<Go> for PlayOuts {
    type Hand = Hand;

    const PRIORS: bool = true;
    const ACTIONS: usize = MOST_POINTS + 1;

    /// Games in which a move was made later tell most moves apart, so little else is needed to look at all of them.
    fn usual(&self, config: Config) -> Config {
        let rave = Some(Rave { equivalence: 3_000.0, ..Rave::default() });
        let rule = Rule::Puct { exploration: 0.4 };
        Config { rule, rave, expand_after: 2, ..config.puct() }
    }

    fn hand(&self, game: &Go) -> Hand {
        Hand { counts: Criticality::new(game.points()), moves: Vec::new() }
    }

    fn begin(&self, game: &Go, _: &Position, hand: &mut Hand) {
        hand.counts = Criticality::new(game.points());
    }

    fn priors(&self, game: &Go, position: &Position, moves: &[Vertex], priors: &mut Vec<f32>) {
        let board = PlayOut::new(game, position);
        let mut sensible = Vec::with_capacity(moves.len());
        board.moves(&mut sensible);
        let mut chances = Vec::with_capacity(sensible.len());
        board.priors(Weights::shipped(), &sensible, &mut chances);
        // Both lists are in the order of the points.
        let mut left = sensible.iter().zip(&chances).peekable();
        priors.extend(moves.iter().map(|mv| match left.next_if(|(one, _)| *one == mv) {
            Some((_, &chance)) => chance.max(FILLS_EYE),
            None => FILLS_EYE,
        }));
    }

    #[inline]
    fn action(&self, _: &Go, _: &Position, vertex: Vertex) -> usize {
        vertex.point().unwrap_or(MOST_POINTS)
    }

    fn play_out(
        &self,
        game: &Go,
        position: &mut Position,
        hand: &mut Hand,
        run: &mut outplay::mcts::PlayOut<Vertex>,
    ) -> End {
        run.listed.clear();
        if position.passes() >= 2 {
            run.was_over = true;
            run.finish(game, position);
            return End::Over;
        }
        let mut board = PlayOut::new(game, position);
        let mut random = Rng::with_seed(run.random.any());
        hand.moves.clear();
        board.run_noting(&self.policy, &mut random, &mut hand.moves);
        run.plies += hand.moves.len() as u32;
        if run.wants_actions() {
            let mut player = position.mover();
            for &vertex in &hand.moves {
                run.played(player, vertex.point().unwrap_or(MOST_POINTS));
                player = player.other();
            }
        }
        if run.is_watched() {
            run.moves.extend_from_slice(&hand.moves);
        }
        hand.counts.count(&board, game.compensation());
        let lead = f64::from(board.area()) - game.compensation();
        let payoff = match game.options().goal {
            Goal::Points => lead,
            Goal::Win if lead == 0.0 => 0.0,
            Goal::Win => lead.signum(),
        };
        run.payoffs[Player::MAX.index()] = payoff;
        run.payoffs[Player::MIN.index()] = -payoff;
        End::Over
    }
}
