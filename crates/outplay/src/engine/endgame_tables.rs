//! Endgame tables: positions that they know are not searched.
//!
//! Schaeffer, Culberson, Treloar, Knight, Lu and Szafron, *A World Championship Caliber Checkers Program*, 1992.
//!
//! **Facts.** A table tells where a score lies (`TableFact::range`): a win in so many plies, a draw, or a win of which nobody knows how long it takes. What
//! was before the position is not in a table, so a win is believed only if the rules cannot end the game before it comes nearer
//! (which the table says), and if no position of the past is drawn when it comes once more. What is not believed is still at least a
//! draw: a player who can win by a table's way never loses on it. Draws are always true, because clocks and repetition only make more of them.
//!
//! **Progress.** Where a table knows the root by its verdict alone, all good moves are won, and nothing would be left to choose by. So a search down to a depth goes on in positions with
//! the verdict of the root and evaluates them, as if there were no table; positions that are worse for the player who should win are left at once, as worse than anything
//! else; and those whose distance is known are, too. What the transposition table keeps then is only good for such a search ([`Aim::salt`]). What is reported of the root
//! and its moves is what the tables prove ([`Engine::believed_by_tables`]).

use super::TableFact;
use super::features::{Switch, switch};
use super::handle::Engine;
use super::insight::{FARTHEST, Facts, Insight, KNOWN_WIN, Scale, mover};
use super::node::{END, Visit};
use super::probe::enough;
use super::root::{Choice, Choices};
use super::search::Search;
use crate::solve::retrograde::Verdict;
use crate::{Bound, Deterministic, Player, Range, Value, ZeroSum};

const SWITCH: Switch = switch("endgame-tables");

/// What a position is worth that is worse than the root for the player who should win.
const SPOILT: i32 = KNOWN_WIN - FARTHEST / 2;

/// What tables tell of the root: who wins, as MAX sees it; nothing if they do not know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Aim(Option<Verdict>);

impl Aim {
    /// Changes the keys of the table, so that scores which depend on the aim are found by searches with the same aim.
    #[inline(always)]
    pub(super) fn salt(self) -> u64 {
        match self.0 {
            None => 0,
            Some(Verdict::Loss) => 0x5851_f42d_4c95_7f2d,
            Some(Verdict::Draw) => 0x1405_7b7e_f767_814f,
            Some(Verdict::Win) => 0x2545_f491_4f6c_dd1d,
        }
    }
}

/// A verdict as MAX sees it.
fn for_max(verdict: Verdict, player: Player) -> Verdict {
    if player == Player::MAX { verdict } else { verdict.flipped() }
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// The score, if tables know enough of it.
    #[inline(always)]
    pub(super) fn by_tables<const MODE: u8>(
        &mut self,
        visit: &Visit<'_, G, I::Scratch>,
    ) -> Option<i32> {
        if !Self::TABLES || !self.config.has(SWITCH) {
            return None;
        }
        let tabled = self.insight.facts().tabled_itself(self.game, visit.position)?;
        self.counts.tb_hits += 1;
        let believed = self.believed_range(tabled.range);
        let range = self.insight.scale().range_farther(self.game, believed, visit.ply);
        match (MODE, tabled.verdict) {
            (END, _) | (_, None) => enough(range, visit.window),
            (_, Some(verdict)) => self.by_verdict(visit.player, range, verdict),
        }
    }

    /// In a search down to a depth: what a position with a verdict is worth, unless it is to be searched.
    fn by_verdict(&mut self, player: Player, range: Range<i32>, verdict: Verdict) -> Option<i32> {
        let as_max = for_max(verdict, player);
        if self.aim.0 == Some(as_max) && (as_max == Verdict::Draw || !range.is_exact()) {
            return None;
        }
        if let Some(winner) = self.aim.0.filter(|&aim| aim != Verdict::Draw && aim != as_max) {
            // The player who should win has spoilt it.
            return Some(if for_max(winner, player) == Verdict::Win { -SPOILT } else { SPOILT });
        }
        if range.is_exact() {
            return Some(range.low);
        }
        // A bound stands for the score: there is more to be known.
        let score = [range.low.max(0), range.high.min(0)].into_iter().find(|&score| score != 0)?;
        self.saw_horizon = true;
        Some(score)
    }

    /// What a draw by the past of a position is worth: where a player should win, the other one is glad of it.
    #[inline(always)]
    pub(super) fn drawn(&self, player: Player, score: i32) -> i32 {
        match self.aim.0 {
            Some(aim) if Self::TABLES && aim != Verdict::Draw => {
                if for_max(aim, player) == Verdict::Win { -SPOILT } else { SPOILT }
            }
            _ => score,
        }
    }

    /// What a table tells, as far as it holds after what was before.
    #[inline(always)]
    fn believed_range(&self, told: Range<i32>) -> Range<i32> {
        match self.doubts_wins() {
            true => Range { low: told.low.min(0), high: told.high.max(0) },
            false => told,
        }
    }

    /// Leaves out the moves that do not keep what tables tell of the root, as long as there is one that does. Of the others those stay that come nearer to a win
    /// soonest, or to a loss latest, if tables tell that.
    pub(super) fn keep_verdict(&self, choices: &mut Choices<G>, position: &G::Position) {
        let Some(aim) = self.aim.0 else { return };
        let player = mover(self.game, position);
        let aim = for_max(aim, player);
        let keeps = |choice: &Choice<G>| self.verdict_after(choice, player) >= aim;
        if choices.iter().any(keeps) {
            choices.retain(keeps);
        }
        if aim != Verdict::Draw && !self.range_by_tables(position).is_exact() {
            self.keep_progress(choices, aim);
        }
    }

    /// What a move of the root leads to, for the player who makes it.
    fn verdict_after(&self, choice: &Choice<G>, player: Player) -> Verdict {
        if choice.is_last {
            // A draw by the rules is one, whatever the tables say.
            return Verdict::of_points(self.at_the_end(&choice.child, player, 1).unwrap_or(0));
        }
        let after = self.insight.facts().tabled(self.game, &choice.child);
        let verdict = after.and_then(|tabled| tabled.verdict).unwrap_or(Verdict::Draw);
        for_max(for_max(verdict, mover(self.game, &choice.child)), player)
    }

    /// Leaves out the moves that are slower, or give in sooner, than the best; all stay if tables do not tell it of each.
    fn keep_progress(&self, choices: &mut Choices<G>, aim: Verdict) {
        let plies = |choice: &Choice<G>| match choice.is_last {
            // The end of the game is what a player who wins wants, and it saves one who was lost.
            true => Some(if aim == Verdict::Win { 0 } else { u32::MAX }),
            false => self.insight.facts().progress(self.game, &choice.child),
        };
        let Some(all) = choices.iter().map(plies).collect::<Option<Vec<u32>>>() else { return };
        let best = if aim == Verdict::Win { all.iter().min() } else { all.iter().max() };
        let mut is_best = all.iter().map(|plies| Some(plies) == best);
        choices.retain(|_| is_best.next() == Some(true));
    }

    /// Where the score after a move of the root lies, for the player who makes it.
    pub(super) fn range_of_choice(&self, choice: &Choice<G>, position: &G::Position) -> Range<i32> {
        if !Self::TABLES || choice.is_last {
            return Range::ALL;
        }
        let range = self.range_by_tables(&choice.child);
        let range = self.insight.scale().range_farther(self.game, range, 1);
        let is_same = mover(self.game, &choice.child) == mover(self.game, position);
        if is_same { range } else { range.flipped() }
    }

    /// Where the score of a position lies, counted from there, by tables.
    pub(super) fn range_by_tables(&self, position: &G::Position) -> Range<i32> {
        if !Self::TABLES || !self.config.has(SWITCH) {
            return Range::ALL;
        }
        let tabled = self.insight.facts().tabled(self.game, position);
        tabled.map_or(Range::ALL, |tabled| self.believed_range(tabled.range))
    }
}

impl<G, I: Insight<G>> Engine<G, I>
where
    G: ZeroSum + Deterministic,
{
    /// What tables tell of a root, for a search down to a depth.
    pub(super) fn aim(&self, position: &G::Position) -> Aim {
        if !Search::<'_, G, I>::TABLES || !self.config.has(SWITCH) {
            return Aim::default();
        }
        let Some(TableFact { verdict, .. }) = self.insight.facts().tabled(&self.game, position)
        else {
            return Aim::default();
        };
        Aim(verdict.map(|verdict| for_max(verdict, mover(&*self.game, position))))
    }

    /// What may be said of a score in spite of, or because of, where tables prove it to be.
    pub(super) fn believed_by_tables(
        &self,
        found: Bound<i32>,
        range: Range<i32>,
        judged: impl FnOnce(Bound<i32>) -> Value<i32>,
    ) -> Value<i32> {
        let scale = self.insight.scale();
        let is_decided = |score| scale.is_decided(&self.game, score);
        match found.score() {
            _ if range.is_exact() => Value::Proven(Bound::Exact(range.low)),
            // A win that was found tells more than one of which only the verdict is known.
            score if range.low > 0 && (score < range.low || !is_decided(score)) => {
                Value::Proven(Bound::AtLeast(range.low))
            }
            score if range.high < 0 && (score > range.high || !is_decided(score)) => {
                Value::Proven(Bound::AtMost(range.high))
            }
            _ => judged(found),
        }
    }
}
