//! Iterative deepening: one ply, then two, then three: each search tells the next where to look first.
//!
//! Searches down to a depth go on until a limit is reached. Once the depth comes near the end of the game, the search
//! goes to the end instead: first leaving out what is likely to be hopeless, then less and less of it, then nothing. Slate and Atkin,
//! *Chess 4.5: The Northwestern University Chess Program*, 1977.

use super::features::{Switch, switch};
use super::insight::{Facts, Insight, Keys, Ordering, Scale, Selectivity, mover};
use super::node::{Ask, Found};
use super::progress::Progress;
use super::repetition;
use super::root::{Choices, choices, sort_by_score};
use super::search::Search;
use super::solve::Engine;
use super::table::{PRUNING, SURE, TO_THE_END};
use super::threads::Team;
use super::time_management::TimeManagement;
use crate::{Bound, Counts, Depth, MAX_PLY, Player, Report, Stop, ZeroSum};

const PROBCUT: Switch = switch("probcut");

/// How many positions a search may still look at that is stopped before it knows anything. One ply takes about a hundred
/// of them in chess.
const GLANCE: u64 = 10_000;

/// How selective a search down to a depth is.
const USUAL: u32 = 1;

/// How selective searches to the end are, one after the other, before the one that is sure: the longer it takes, the
/// more it pays to know where to look.
fn less_selective(plies: u32) -> &'static [u32] {
    match plies {
        ..15 => &[],
        15..19 => &[1],
        19..27 => &[1, 3],
        _ => &[1, 3, 5],
    }
}

/// One search after the other: how deep, how selective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    selectivity: u32,
}

impl<G, I: Insight<G>> Engine<'_, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Sync,
{
    /// Finds the best move it can within the [limits](crate::Limits), and tells every report on the way. Whatever the limits
    /// are, it looks one ply ahead, so that the best move is never one that it has not looked at.
    ///
    /// The value is exact if the search went to the end and left nothing out; then the report is
    /// [complete](Report::complete). Otherwise it is what the game's evaluation makes of it. With more than one of
    /// [`Config::multi_pv`](super::Config::multi_pv), that many best moves are compared, and each has its value. The
    /// report's [moves](Report::moves) come with these first, the highest score in front, and then the others by their bounds.
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
        // It does not grow while a clock runs.
        self.table.grow_fully();
        let mut search = self.begin(progress, &self.pool);
        search.line = repetition::line_from(self.game, &self.past, position);
        let mut choices = choices(self.game, self.insight, position);
        choices.retain(|choice| !search.line.forbids(self.game, &choice.child));
        let mut report = Report::nothing();
        report.best = choices.first().map(|choice| choice.mv);
        if repetition::is_drawn(self.game, &self.past, position) {
            return self.drawn();
        }
        if choices.is_empty() {
            return self.over(position);
        }
        let mut steps = self.steps(position, self.limits.depth).peekable();
        let mut time = TimeManagement::default();
        report.stop = loop {
            let Some(step) = steps.next() else { break Stop::Finished };
            if let Err(stop) = self.take(&mut search, &team, position, &mut choices, step) {
                let glance = Step { depth: 1, ..step };
                if report.value.is_none()
                    && self.glance(&mut search, &team, position, &mut choices, glance).is_ok()
                {
                    self.write(&mut report, position, &choices, glance, search.counts);
                    told(&report);
                }
                self.prefer(&mut report, search.best_so_far.take());
                break stop;
            }
            self.write(&mut report, position, &choices, step, search.counts);
            // What another thread saw is not known here.
            let saw_all =
                !search.saw_horizon && step.selectivity >= PRUNING && self.config.threads < 2;
            report.complete |= saw_all && report.value.is_some_and(|value| value.exact().is_some());
            told(&report);
            if report.complete {
                break Stop::Finished;
            }
            let share = time.share_after(&report, Search::<'_, G, I>::CLEAR_ADVANTAGE);
            if steps.peek().is_some() && search.watch.is_late(share) {
                break Stop::Time;
            }
        };
        report.counts = search.counts;
        report
    }

    /// One search for somebody who was stopped before anything was known. It has a limit of its own.
    fn glance<'s>(
        &self,
        search: &mut Search<'s, G, I>,
        team: &'s Team,
        position: &G::Position,
        choices: &mut Choices<G>,
        step: Step,
    ) -> Result<(), Stop> {
        search.watch = search.watch.only_nodes(search.counts.generated + GLANCE);
        self.take(search, team, position, choices, step)
    }

    /// A search that was broken off may have found a better move before.
    fn prefer(&self, report: &mut Report<G::Move, Bound<i32>>, better: Option<G::Move>) {
        if let Some(mv) = better.filter(|&mv| report.best != Some(mv) && self.config.multi_pv < 2) {
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
        let plies = self.insight.facts().plies_left(self.game, position);
        let limit = limit.map_or(u32::MAX, |depth| depth.of(self.game).max(1));
        // If the limit is as deep as the game is long, the search goes to the end.
        let ends = plies <= limit && plies < TO_THE_END;
        let deepest = if ends { turning_point(plies) } else { limit.min(TO_THE_END - 1) };
        // Without an idea of the error nothing is left out, and it would be searched to the end more than once.
        let may_err =
            self.insight.selectivity().probcut_error(self.game, position, plies, 0).is_some();
        let selective = Search::<'_, G, I>::EVALUATES && self.config.has(PROBCUT) && may_err;
        let prunes = Search::<'_, G, I>::SELECTIVE && self.config != self.config.plain();
        let selectivity = match (selective, prunes) {
            (true, _) => USUAL,
            (false, true) => PRUNING,
            (false, false) => SURE,
        };
        let shallow = (1..=deepest).map(move |depth| Step { depth, selectivity });
        let selectivities =
            less_selective(plies).iter().copied().filter(move |_| selective).chain([SURE]);
        let to_the_end = selectivities.map(|selectivity| Step { depth: TO_THE_END, selectivity });
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
        search.selectivity = step.selectivity;
        search.saw_horizon = false;
        search.best_so_far = None;
        search.progress.deepen(step.depth % TO_THE_END);
        let viewer = mover(self.game, position);
        let lines = self.config.multi_pv.clamp(1, choices.len());
        let guesses: Vec<Option<i32>> =
            choices[..lines].iter().map(|choice| choice.value.and_then(Bound::exact)).collect();
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
        // A search that leaves moves out may think more of a move when it is asked about it alone.
        sort_by_score(&mut choices[..lines]);
        Ok(())
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
            self.steps(position, None).filter(|step| step.selectivity < PRUNING).collect();
        for step in steps {
            search.selectivity = step.selectivity;
            search.progress.deepen(step.depth % TO_THE_END);
            let score = self.aspire(guess, |window| {
                let ask = Ask { depth: step.depth, ply, ..Ask::about(window) };
                search.together(team, position, step.depth, |search| {
                    search.start(position, viewer, ask)
                })
            });
            search.selectivity = SURE;
            guess = Some(score?);
        }
        search.progress.deepen(0);
        let guess = guess.unwrap_or(0);
        Ok(guess - guess % Search::<'_, G, I>::GRAIN)
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
        let mut ranked = choices.clone();
        sort_by_score(&mut ranked[self.config.multi_pv.clamp(1, choices.len())..]);
        let known = ranked.iter().filter_map(|choice| Some((choice.mv, choice.value?)));
        report.moves = known.collect();
        report.best = Some(first.mv);
        report.best_moves = vec![first.mv];
        report.value = value;
        report.line = self.line(position, first.mv, step.depth);
        report.depth = match step.depth {
            TO_THE_END => self.insight.facts().plies_left(self.game, position),
            depth => depth,
        };
        report.complete = step == Step { depth: TO_THE_END, selectivity: SURE }
            && value.is_some_and(|value| value.exact().is_some());
        report.counts = counts;
    }

    /// Best play from a position that was searched, if it begins with `first`, as far as the table remembers
    /// it, and at most so many plies.
    pub fn line(&self, position: &G::Position, first: G::Move, plies: u32) -> Vec<G::Move> {
        let mut path = repetition::line_from(self.game, &self.past, position);
        let mut position = position.clone();
        let mut line = vec![first];
        self.game.play(&mut position, first);
        let mut moves = Vec::new();
        while line.len() < (plies as usize).min(MAX_PLY) && path.goes_on(self.game, &position) {
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
        let key = self.insight.keys().key(self.game, position)?;
        let best = self.table.get(self.table.slot(key))?.moves[0];
        let ordering = self.insight.ordering();
        let is_best = |&&mv: &&G::Move| ordering.move_index(self.game, mv) as u16 == best;
        moves.iter().find(is_best).copied()
    }

    fn over(&self, position: &G::Position) -> Report<G::Move, Bound<i32>> {
        let score = self.insight.scale().terminal(self.game, position, Player::MAX, 0);
        Report { value: Some(Bound::Exact(score)), complete: true, ..Report::nothing() }
    }

    /// The position was there too often.
    fn drawn(&self) -> Report<G::Move, Bound<i32>> {
        Report { value: Some(Bound::Exact(0)), complete: true, ..Report::nothing() }
    }
}

/// The last depth before the search goes to the end.
fn turning_point(plies: u32) -> u32 {
    plies.saturating_sub(10).clamp(plies.min(2), 12.max(plies / 2))
}
