//! What the engine is told about a game, for Monte-Carlo search: its evaluation, and its endgame tables.
//!
//! A position that tables know needs no play-out: what it is worth is proven, and the solver backs it up. Where they know the position that is asked about, only moves are
//! searched that keep what it is worth, and below it positions with the same verdict are played out all the same: a choice among won positions has to be
//! made by something.

use crate::engine::Facts;
use crate::engine::{Insight, KNOWN_WIN, StaticEvaluation, TableFact, WIN};
use crate::mcts::Knowledge;
use crate::solve::retrograde::Verdict;
use crate::{Outcomes, Player, Range, Turn, ZeroSum};

/// What the engine's evaluation says of a position, for play-outs that are cut and for implicit minimax.
pub(super) struct ByStaticEvaluation<I> {
    pub(super) insight: I,
    /// A score with which a player is clearly ahead.
    pub(super) clear: f64,
    /// How much of a score is one unit.
    pub(super) size: f64,
}

impl<I> ByStaticEvaluation<I> {
    /// What tables tell of a position, as the first player sees it.
    fn told<G: ZeroSum>(&self, game: &G, position: &G::Position) -> Option<TableFact>
    where
        I: Insight<G>,
    {
        let TableFact { range, verdict } = self.insight.facts().tabled(game, position)?;
        Some(match game.turn(position) {
            Turn::Player(Player::MAX) => TableFact { range, verdict },
            _ => TableFact { range: range.flipped(), verdict: verdict.map(Verdict::flipped) },
        })
    }

    /// Who wins after a move, and how soon, if that is known: more is better for the player who makes it.
    fn after<G: ZeroSum>(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<(i32, i32)>
    where
        I: Insight<G>,
    {
        let Turn::Player(player) = game.turn(position) else { return None };
        let (mut child, mut replies) = (position.clone(), Vec::new());
        game.play(&mut child, mv);
        game.moves(&child, &mut replies);
        if replies.is_empty() {
            let payoff = game.payoff(&child, player);
            return Some(match game.outcomes() {
                Outcomes::WinDrawLoss => (payoff as i32, if payoff > 0.0 { WIN } else { 0 }),
                Outcomes::Points { .. } => (0, payoff as i32),
            });
        }
        let TableFact { range, verdict } = self.told(game, &child)?;
        let is_max = player == Player::MAX;
        let range = if is_max { range } else { range.flipped() };
        let verdict = verdict.map_or(Verdict::Draw, |one| if is_max { one } else { one.flipped() });
        let soon = if range.is_exact() { range.low } else { 0 };
        Some((verdict as i32 - Verdict::Draw as i32, soon))
    }
}

/// What the first player wins, if that is proven.
fn payoff(range: Range<i32>, outcomes: Outcomes) -> Option<f64> {
    match outcomes {
        Outcomes::Points { .. } => range.is_exact().then(|| f64::from(range.low)),
        Outcomes::WinDrawLoss if range.low > 0 => Some(1.0),
        Outcomes::WinDrawLoss if range.high < 0 => Some(-1.0),
        Outcomes::WinDrawLoss => (range.low == 0 && range.high == 0).then_some(0.0),
    }
}

impl<G: ZeroSum, I: Insight<G> + Sync> Knowledge<G> for ByStaticEvaluation<I> {
    /// What tables tell of the position that is asked about, as the first player sees it.
    type Hand = Option<Verdict>;

    const KNOWS: bool = <I::Facts as Facts<G, I::Scratch>>::TABLES;

    const EVALUATES: bool = <I::Evaluation as StaticEvaluation<G, I::Scratch>>::EVALUATES;

    fn hand(&self, _: &G) -> Option<Verdict> {
        None
    }

    fn begin(&self, game: &G, position: &G::Position, hand: &mut Option<Verdict>) {
        *hand = None;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if !moves.is_empty() {
            *hand = self.told(game, position).and_then(|told| told.verdict);
        }
    }

    fn known(
        &self,
        game: &G,
        position: &G::Position,
        hand: &mut Option<Verdict>,
        payoffs: &mut [f64],
    ) -> bool {
        let Some(told) = self.told(game, position) else { return false };
        let has_distance = told.range.is_exact() && told.range.low.abs() > KNOWN_WIN;
        if told.verdict.is_some() && told.verdict == *hand && !has_distance {
            return false;
        }
        let Some(payoff) = payoff(told.range, game.outcomes()) else { return false };
        payoffs.copy_from_slice(&[payoff, -payoff]);
        true
    }

    fn leave_out(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        let worth = |&mv: &G::Move| self.after(game, position, mv);
        let Some(known) = moves.iter().map(worth).collect::<Option<Vec<_>>>() else { return };
        let Some(&best) = known.iter().max() else { return };
        let mut known = known.into_iter();
        moves.retain(|_| known.next() == Some(best));
    }

    fn evaluate(&self, game: &G, position: &G::Position, payoffs: &mut [f64]) {
        let evaluation = self.insight.evaluation();
        let scratch = self.insight.scratch(game, position);
        let carried = evaluation.carried(game, position);
        let score = f64::from(evaluation.evaluate(game, position, &scratch, &carried));
        let own = match game.outcomes() {
            // Half a win for a score with which one is clearly ahead.
            Outcomes::WinDrawLoss => score / (score.abs() + self.clear),
            Outcomes::Points { most } => {
                (score / self.size).clamp(-f64::from(most), f64::from(most))
            }
        };
        let mover = match game.turn(position) {
            Turn::Player(player) => player,
            Turn::Chance => Player::MAX,
        };
        for (seat, payoff) in payoffs.iter_mut().enumerate() {
            *payoff = if seat == mover.index() { own } else { -own };
        }
    }
}
