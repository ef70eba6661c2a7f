//! What the face keeps of a game: the rules, and what was given beside them.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::about::About;
use super::by_mcts::Sampler;
use super::making_tables::TablesOf;
use super::ownership::{Judgement, Ownership};
use super::texts::{Boards, Texts};
use crate::engine::WIN;
use crate::{Game, Outcomes, Past, Player};

/// A game that can be had behind the face: positions can be compared and printed, and everything may go from thread to thread.
pub trait Playable:
    Game<Position: PartialEq + Debug + Send + Sync + 'static, Move: Send + Sync + 'static>
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Game<Position: PartialEq + Debug + Send + Sync + 'static, Move: Send + Sync + 'static>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// Chooses a move for a player that only this game has; nothing if there is no such player, or if it was stopped.
pub type OwnChoice<G> =
    fn(&G, &str, &<G as Game>::Position, &mut Rng, &Arc<AtomicBool>) -> Option<<G as Game>::Move>;

/// What a player can expect to win, as one of the evaluations sees it that a game has [beside](super::Entry::evaluations) the usual one.
pub type OwnEvaluation<G> = fn(&G, &<G as Game>::Position, Player) -> f64;

/// Evaluations by name.
pub(super) type Evaluations<G> = &'static [(&'static str, OwnEvaluation<G>)];

/// Says who will have each point of a position, by an estimate or by what players agree about.
pub type Owning<G> = fn(&G, &<G as Game>::Position, Judgement<'_>) -> Ownership;

/// Makes it another player's turn, as [`Passing`](crate::textbook::Passing) does.
pub(super) type PassTo<G> = fn(&G, &mut Past<<G as Game>::Position>, Player);

/// The rules, and what was given beside them.
#[doc(hidden)]
pub struct Core<G: Playable> {
    pub(super) game: G,
    pub(super) about: About,
    pub(super) texts: Arc<dyn Texts<G>>,
    pub(super) boards: Arc<dyn Boards<G>>,
    pub(super) meaning: Option<fn(&G, i32) -> String>,
    pub(super) own_choice: Option<OwnChoice<G>>,
    pub(super) evaluations: Evaluations<G>,
    pub(super) sampler: Option<Sampler<G>>,
    pub(super) owning: Option<Owning<G>>,
    pub(super) variant_of: fn(&str) -> Option<String>,
    pub(super) pass_to: Option<PassTo<G>>,
    pub(super) tables: Option<TablesOf<G>>,
    pub(super) promise: Option<fn(&G)>,
}

impl<G: Playable> Core<G> {
    /// The evaluation of this name, if the game has one beside the usual one.
    pub(super) fn evaluation(&self, name: &str) -> Option<OwnEvaluation<G>> {
        self.evaluations.iter().find(|(own, _)| *own == name).map(|&(_, evaluation)| evaluation)
    }

    /// What a solved score means, in a few words.
    pub(super) fn meaning(&self, score: i32, outcomes: Outcomes) -> String {
        if let Some(meaning) = self.meaning {
            return meaning(&self.game, score);
        }
        meaning_of(score, outcomes)
    }
}

/// What a solved score means, where the game has no words of its own for it.
fn meaning_of(score: i32, outcomes: Outcomes) -> String {
    let plies = |count: i32| if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") };
    match (score, outcomes) {
        (0, _) => "a draw".to_owned(),
        (won, Outcomes::WinDrawLoss) if won > 0 => {
            format!("the player to move wins in {}", plies(WIN - won))
        }
        (lost, Outcomes::WinDrawLoss) => {
            format!("the player to move loses in {}", plies(WIN + lost))
        }
        (won, Outcomes::Points { .. }) if won > 0 => format!("the player to move wins by {won}"),
        (lost, Outcomes::Points { .. }) => format!("the player to move loses by {}", -lost),
    }
}
