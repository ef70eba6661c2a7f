//! The best move of a solved position, and best play after it.
//!
//! A search that solves a position asks whether its score is above some number, and hears no move. But the proof is in the table: the
//! best move is one after which the score is known to be as high, and its best reply one after which it is known to be as low. So
//! best play is read from the table for as long as that proves it. What the table knows is looked up, not searched, and does not count
//! as positions. Only where not even the first move is proven, because its entry was overwritten or there is no table, the moves are
//! asked about one after the other.

use super::handle::Engine;
use super::insight::{Insight, Scale, mover};
use super::repetition;
use super::root::{Choice, Choices};
use super::solve::Solving;
use super::table::{SURE, TO_THE_END};
use crate::{Deterministic, MAX_PLY, Range, Repetition, Stop, Window, ZeroSum};

/// How many moves ahead a proof is looked for in the table, where there is a choice: entries are not kept at every ply.
const AHEAD: u32 = 2;

/// How many positions are looked up for one line.
const MOST_LOOKUPS: u32 = 20_000;

/// What is to be known of a score, for the player who asks.
#[derive(Clone, Copy)]
enum Claim {
    AtLeast(i32),
    AtMost(i32),
}

impl<G, I: Insight<G>> Solving<'_, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    /// Names a move that leads to the score, or at least to the lowest one that is left. Searches for it only if the score is known.
    pub(super) fn name_best(
        &mut self,
        position: &G::Position,
        choices: &Choices<G>,
        is_solved: bool,
    ) -> Result<(), Stop> {
        if !is_solved && self.range.low <= -self.highest() {
            return Ok(());
        }
        self.report.line = self.proven_line(position, 0, self.range.low);
        let best = choices.iter().find(|choice| self.report.line.first() == Some(&choice.mv));
        let best = match best {
            None if is_solved => {
                self.search.line = repetition::line_of_moves(&*self.engine.game, position);
                let best = self.found_by_search(choices)?;
                self.report.line = self.line_by(best);
                Some(best)
            }
            best => best,
        };
        self.report.best = best.map(|best| best.mv);
        // That others are as good is not known.
        self.report.best_moves = self.report.best.filter(|_| is_solved).into_iter().collect();
        Ok(())
    }

    /// The line that a move begins whose score is the lowest one that is left.
    pub(super) fn line_by(&self, best: &Choice<G>) -> Vec<G::Move> {
        let mut line = vec![best.mv];
        line.extend(self.proven_line(&best.child, 1, self.range.low));
        line
    }

    /// A move after which the score is what it is said to be.
    fn found_by_search<'c>(&mut self, choices: &'c Choices<G>) -> Result<&'c Choice<G>, Stop> {
        let mut unknown = Vec::new();
        for (at, choice) in choices.iter().enumerate() {
            // One of them is as good: the last one, if no other is.
            if at + 1 == choices.len() && unknown.is_empty() {
                return Ok(choice);
            }
            match self.reaches_score(choice)? {
                Some(true) => return Ok(choice),
                Some(false) => {}
                None => unknown.push(choice),
            }
        }
        match unknown[..] {
            [only] => Ok(only),
            _ => Err(Stop::Deepest),
        }
    }

    /// Whether a move leads to the score, if that can be proven.
    fn reaches_score(&mut self, choice: &Choice<G>) -> Result<Option<bool>, Stop> {
        let (score, is_proven) = match self.search.at_once(&choice.child, self.viewer, 1) {
            Some(score) => (score, true),
            None => {
                let beta = self.least_that_means(self.range.low);
                self.ask(&choice.child, 1, Window { alpha: beta - 1, beta })?
            }
        };
        Ok(is_proven.then(|| self.clipped(score) >= self.range.low))
    }

    /// The lowest score that is [clipped](Self::clipped) to this one.
    fn least_that_means(&self, score: i32) -> i32 {
        match self.weak && score < 0 {
            true => -self.engine.insight.scale().highest(&self.engine.game),
            false => score,
        }
    }

    /// Best play from a position whose score is known, as far as the table proves it. Where repetition is forbidden, the table has
    /// no proofs.
    fn proven_line(&self, position: &G::Position, ply: u32, score: i32) -> Vec<G::Move> {
        let game = &*self.engine.game;
        let (mut position, mut ply) = (position.clone(), ply);
        let (mut line, mut moves) = (Vec::new(), Vec::new());
        let mut lookups = MOST_LOOKUPS;
        let mut path = repetition::line_from(game, &[], &position);
        let is_open = game.repetition() != Repetition::Forbidden;
        while is_open && line.len() < MAX_PLY {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let claim = match mover(game, &position) == self.viewer {
                true => Claim::AtLeast(score),
                false => Claim::AtMost(score),
            };
            let after = |mv: G::Move| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                child
            };
            let is_best =
                |&mv: &G::Move| self.is_proven(&after(mv), ply + 1, claim, AHEAD, &mut lookups);
            let Some(mv) = moves.iter().copied().find(is_best) else { break };
            position = after(mv);
            ply += 1;
            line.push(mv);
            if !path.goes_on(game, &position) {
                break;
            }
        }
        line
    }

    /// Whether something is known of a position's score, by what the table knows of it and of the next ones.
    fn is_proven(
        &self,
        position: &G::Position,
        ply: u32,
        claim: Claim,
        ahead: u32,
        lookups: &mut u32,
    ) -> bool {
        if *lookups == 0 || ply as usize > MAX_PLY {
            return false;
        }
        *lookups -= 1;
        let Range { low, high } = self.known(position, ply);
        let (low, high) = (self.clipped(low), self.clipped(high));
        let (is_known, is_refuted) = match claim {
            Claim::AtLeast(score) => (low >= score, high < score),
            Claim::AtMost(score) => (high <= score, low > score),
        };
        if is_known || is_refuted {
            return is_known;
        }
        let game = &*self.engine.game;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        // A move that is the only one is no choice.
        let left = if moves.len() == 1 { Some(ahead) } else { ahead.checked_sub(1) };
        let Some(left) = left else { return false };
        let mut proven_after = |mv: G::Move| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            self.is_proven(&child, ply + 1, claim, left, lookups)
        };
        let is_viewers = mover(game, position) == self.viewer;
        match claim {
            Claim::AtLeast(_) if is_viewers => moves.into_iter().any(&mut proven_after),
            Claim::AtMost(_) if !is_viewers => moves.into_iter().any(&mut proven_after),
            _ => moves.into_iter().all(&mut proven_after),
        }
    }

    /// Where the score of a position lies, without a search: by the rules, by facts, by the book and by the table.
    fn known(&self, position: &G::Position, ply: u32) -> Range<i32> {
        if let Some(score) = self.search.at_once(position, self.viewer, ply) {
            return Range { low: score, high: score };
        }
        let facts = self.first_range(position, ply);
        let Engine { game, insight, table, .. } = self.engine;
        let entry = self.search.slot(position).and_then(|slot| table.get(slot));
        let entry = entry.filter(|entry| entry.depth == TO_THE_END && entry.selectivity >= SURE);
        let Some(entry) = entry else { return facts };
        let known = self.search.with_bank(position, entry.known);
        let known = self.search.in_time(position, known);
        let known = insight.scale().range_farther(game, known, ply);
        let known = if mover(&**game, position) == self.viewer { known } else { known.flipped() };
        Range { low: facts.low.max(known.low), high: facts.high.min(known.high) }
    }
}
