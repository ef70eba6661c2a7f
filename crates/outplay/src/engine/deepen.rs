//! Deepening: one ply, then two, then three: each search tells the next where to look first.
//!
//! Searches down to a depth go on until a limit is reached. Once the depth comes near the end of the game, the search
//! goes to the end instead: first leaving out what is likely to be hopeless, then less and less of it, then nothing.
//! Each starts with a small window around what the one before found (aspiration), and widens it where that fails.

use super::insight::{Insight, mover, widest};
use super::node::{Ask, Found, Search};
use super::progress::Progress;
use super::root::{Choices, choices};
use super::solve::Engine;
use super::table::{NONE, SURE, TO_THE_END};
use super::threads::Team;
use crate::{Bound, Counts, Depth, MAX_PLY, Player, Report, Stop, Window, ZeroSum};

/// How certain a search down to a depth is of what it leaves out.
const USUAL: u32 = 1;

/// How certain searches to the end are, one after the other, before the one that is sure: the longer it takes, the
/// more it pays to know where to look.
fn surer(plies: u32) -> &'static [u32] {
    match plies {
        ..15 => &[],
        15..19 => &[1],
        19..27 => &[1, 3],
        _ => &[1, 3, 5],
    }
}

/// One search after the other: how deep, how certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    certainty: u32,
}

impl<G, I: Insight<G>> Engine<'_, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Sync,
{
    /// Finds the best move it can within the [limits](crate::Limits), and tells every report on the way.
    ///
    /// The value is exact if the search went to the end and left nothing out; then the report is
    /// [complete](Report::complete). Otherwise it is what the game's evaluation makes of it. With more than one of
    /// [`Config::lines`](super::Config::lines), that many best moves are compared, and each has its value.
    ///
    /// # Panics
    /// If chance moves anywhere in the game.
    pub fn search(
        &self,
        position: &G::Position,
        progress: &Progress,
        mut told: impl FnMut(&Report<G::Move, Bound<i32>>),
    ) -> Report<G::Move, Bound<i32>> {
        let team = Team::new(self.config.threads);
        let mut search = self.begin(progress, &self.shelf);
        let mut choices = choices(self.game, self.insight, position);
        let mut report = Report::nothing();
        report.best = choices.first().map(|choice| choice.mv);
        if choices.is_empty() {
            return self.over(position);
        }
        let mut steps = self.steps(position, self.limits.depth).peekable();
        let mut patience = Patience::new();
        report.stop = loop {
            let Some(step) = steps.next() else { break Stop::Finished };
            if let Err(stop) = self.take(&mut search, &team, position, &mut choices, step) {
                self.prefer(&mut report, search.better.take());
                break stop;
            }
            self.write(&mut report, position, &choices, step, search.counts);
            // Other threads may have seen it.
            let saw_all = !search.saw_horizon && step.certainty == SURE && self.config.threads < 2;
            report.complete |= saw_all && report.value.is_some_and(|value| value.exact().is_some());
            told(&report);
            if report.complete {
                break Stop::Finished;
            }
            let patience = patience.after(&report, I::EDGE);
            if steps.peek().is_some() && search.watch.is_late(patience) {
                break Stop::Time;
            }
        };
        report.counts = search.counts;
        report
    }

    /// A search that was broken off may have found a better move before.
    fn prefer(&self, report: &mut Report<G::Move, Bound<i32>>, better: Option<G::Move>) {
        if let Some(mv) = better.filter(|&mv| report.best != Some(mv) && self.config.lines < 2) {
            report.best = Some(mv);
            report.best_moves = vec![mv];
            report.line = vec![mv];
            if let Some(at) = report.moves.iter().position(|&(other, _)| other == mv) {
                report.moves[..=at].rotate_right(1);
            }
        }
    }

    /// The searches of a position, one after the other, down to a depth at most.
    fn steps(
        &self,
        position: &G::Position,
        limit: Option<Depth>,
    ) -> impl Iterator<Item = Step> + use<G, I> {
        let plies = self.insight.plies_left(self.game, position);
        let limit = limit.map_or(u32::MAX, |depth| depth.of(self.game));
        // Who may look as deep as the game is long may look to the end.
        let ends = plies <= limit && plies < TO_THE_END;
        let deepest = if ends { turning_point(plies) } else { limit.min(TO_THE_END - 1) };
        // Without an idea of the error nothing is left out, and it would be searched to the end more than once.
        let may_err = self.insight.error(self.game, position, plies, 0).is_some();
        let selective = I::EVALUATES && self.config.probcut && may_err;
        let certainty = if selective { USUAL } else { SURE };
        let shallow = (1..=deepest).map(move |depth| Step { depth, certainty });
        let surer = surer(plies).iter().copied().filter(move |_| selective).chain([SURE]);
        let to_the_end = surer.map(|certainty| Step { depth: TO_THE_END, certainty });
        shallow.chain(to_the_end.filter(move |_| ends))
    }

    /// One search of all moves, or of as many as there are lines to be found.
    fn take<'s>(
        &self,
        search: &mut Search<'s, G, I>,
        team: &'s Team,
        position: &G::Position,
        choices: &mut Choices<G>,
        step: Step,
    ) -> Result<(), Stop> {
        search.certainty = step.certainty;
        search.saw_horizon = false;
        search.better = None;
        search.progress.deepen(step.depth % TO_THE_END);
        let viewer = mover(self.game, position);
        let guesses: Vec<Option<i32>> = choices
            .iter()
            .map(|choice| choice.value.and_then(Bound::exact))
            .take(self.config.lines.max(1))
            .collect();
        for (from, guess) in guesses.into_iter().enumerate() {
            self.aspire(guess, |window| {
                let (score, found) = search.together(team, position, step.depth, |search| {
                    let mut mine = choices.clone();
                    let score = search.best_of(&mut mine[from..], viewer, window, step.depth)?;
                    Ok((score, mine))
                })?;
                *choices = found;
                Ok(score)
            })?;
        }
        Ok(())
    }

    /// Asks with a window around a guess, which is widened until the score lies inside.
    fn aspire(
        &self,
        guess: Option<i32>,
        mut ask: impl FnMut(Window<i32>) -> Found,
    ) -> Result<i32, Stop> {
        let Some(guess) = guess else { return ask(widest(self.game, self.insight)) };
        let (mut below, mut above) = (I::SWING, I::SWING);
        loop {
            let window = Window { alpha: guess - below, beta: guess + above };
            let score = ask(window)?;
            if score <= window.alpha {
                below = widened(below, guess - score);
            } else if score >= window.beta {
                above = widened(above, score - guess);
            } else {
                return Ok(score);
            }
        }
    }

    /// What the score of a position is likely to be, for a search to the end. The table remembers the best moves.
    pub(super) fn estimate<'s>(
        &self,
        search: &mut Search<'s, G, I>,
        team: &'s Team,
        position: &G::Position,
        viewer: Player,
        ply: u32,
    ) -> Found {
        let mut guess = None;
        let steps: Vec<Step> =
            self.steps(position, None).filter(|step| step.certainty < SURE).collect();
        for step in steps {
            search.certainty = step.certainty;
            search.progress.deepen(step.depth % TO_THE_END);
            let score = self.aspire(guess, |window| {
                let ask = Ask { window, depth: step.depth, ply, last: NONE, except: NONE };
                search.together(team, position, step.depth, |search| {
                    search.start(position, viewer, ask)
                })
            });
            search.certainty = SURE;
            guess = Some(score?);
        }
        search.progress.deepen(0);
        let guess = guess.unwrap_or(0);
        Ok(guess - guess % I::GRAIN)
    }

    fn write(
        &self,
        report: &mut Report<G::Move, Bound<i32>>,
        position: &G::Position,
        choices: &Choices<G>,
        step: Step,
        counts: Counts,
    ) {
        let Some(first) = choices.first() else { return };
        let value = first.value.or(report.value);
        let known = choices.iter().filter_map(|choice| Some((choice.mv, choice.value?)));
        report.moves = known.collect();
        report.best = Some(first.mv);
        report.best_moves = vec![first.mv];
        report.value = value;
        report.line = self.line(position, first.mv, step.depth);
        report.depth = match step.depth {
            TO_THE_END => self.insight.plies_left(self.game, position),
            depth => depth,
        };
        report.complete = step == Step { depth: TO_THE_END, certainty: SURE }
            && value.is_some_and(|value| value.exact().is_some());
        report.counts = counts;
    }

    /// Best play from a position that was searched, if it begins with `first`, as far as the table remembers
    /// it, and at most so many plies.
    pub fn line(&self, position: &G::Position, first: G::Move, plies: u32) -> Vec<G::Move> {
        let mut position = position.clone();
        let mut line = vec![first];
        self.game.play(&mut position, first);
        let mut moves = Vec::new();
        while line.len() < (plies as usize).min(MAX_PLY) {
            moves.clear();
            self.game.moves(&position, &mut moves);
            let next = match moves[..] {
                [only] => Some(only),
                _ => self.remembered(&position, &moves),
            };
            let Some(next) = next else { break };
            self.game.play(&mut position, next);
            line.push(next);
        }
        line
    }

    fn remembered(&self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        let key = self.insight.key(self.game, position).filter(|_| I::INDICES > 0)?;
        let best = self.table.get(self.table.slot(key))?.moves[0];
        let is_best = |&&mv: &&G::Move| self.insight.index(self.game, mv) as u16 == best;
        moves.iter().find(is_best).copied()
    }

    fn over(&self, position: &G::Position) -> Report<G::Move, Bound<i32>> {
        let score = self.insight.over(self.game, position, Player::MAX, 0);
        Report { value: Some(Bound::Exact(score)), complete: true, ..Report::nothing() }
    }
}

/// How long to go on: shorter where the best move stays the same, longer where it changes or turns out to be worse than thought.
struct Patience<M> {
    best: Option<M>,
    /// For how many searches it has been the best.
    steady: usize,
    score: i32,
}

impl<M: Copy + Eq> Patience<M> {
    /// By how many searches the best move is the same.
    const STEADY: [f32; 5] = [1.6, 1.25, 1.05, 0.9, 0.8];

    /// The most that a score which falls adds, and by how much it then falls, in clear advantages.
    const WORSE: (f32, f32) = (0.6, 0.5);

    fn new() -> Self {
        Patience { best: None, steady: 0, score: 0 }
    }

    /// As a share of the usual time.
    fn after(&mut self, report: &Report<M, Bound<i32>>, edge: i32) -> f32 {
        self.steady = if report.best == self.best { self.steady + 1 } else { 0 };
        self.best = report.best;
        let score = report.value.map_or(0, Bound::score);
        let fallen = (self.score - score).max(0) as f32 / edge as f32;
        self.score = score;
        let (most, at) = Self::WORSE;
        Self::STEADY[self.steady.min(Self::STEADY.len() - 1)]
            * (1.0 + most * (fallen / at).min(1.0))
    }
}

/// The last depth before the search goes to the end.
fn turning_point(plies: u32) -> u32 {
    plies.saturating_sub(10).clamp(plies.min(2), 12.max(plies / 2))
}

fn widened(width: i32, missed: i32) -> i32 {
    missed.saturating_add(width.saturating_mul(2))
}
