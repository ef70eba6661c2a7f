//! Iterative deepening: one ply, then two, then three: each search tells the next where to look first.
//!
//! Searches down to a depth go on until a limit is reached. Once the depth comes near the end of the game, the search
//! goes to the end instead: first leaving out what is likely to be hopeless, then less and less of it, then nothing. Slate and Atkin,
//! *Chess 4.5: The Northwestern University Chess Program*, 1977.

use super::endgame_tables::Aim;
use super::features::{Switch, switch};
use super::handle::Engine;
use super::insight::{Facts, Insight, Keys, Ordering, Scale, Selectivity, mover};
use super::node::{Ask, Found};
use super::progress::Progress;
use super::question::Question;
use super::repetition::{self, Line};
use super::root::{Choices, choices, sort_by_score};
use super::search::{Search, Watcher};
use super::table::{PRUNING, SURE, TO_THE_END};
use super::threads::Team;
use super::time_management::TimeManagement;
use crate::{
    Bound, Depth, Deterministic, Event, Limits, MAX_PLY, Observer, Player, Report, Stop, Value,
    ZeroSum,
};

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

impl<G, I: Insight<G>> Engine<G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    /// Finds the best move it can within the limits. The observer hears of every iteration, of the moves of the root, and of every
    /// report on the way. Whatever the limits are, it looks one ply ahead, so that the best move is never one that it has not
    /// looked at.
    ///
    /// The value is proven if the search saw the end of the game everywhere and left nothing out; then the report is
    /// [complete](Report::complete). It is also proven if it says who wins. Otherwise it is an opinion: what the game's
    /// evaluation makes of it. With more than one [line](Question::lines), that many best moves are compared, and each has its value. The
    /// report's [moves](Report::moves) come with these first, the highest score in front, and then the others by their bounds.
    pub fn search(
        &self,
        question: &Question<G::Position, G::Move>,
        limits: &Limits,
        mut observer: impl Observer<G::Position, G::Move, Value<i32>, i32>,
    ) -> Report<G::Move, Value<i32>> {
        let is_watched = observer.watching();
        self.deepened(question, limits, if is_watched { Some(&mut observer) } else { None })
    }

    fn deepened(
        &self,
        question: &Question<G::Position, G::Move>,
        limits: &Limits,
        watcher: Option<&mut Watcher<'_, G>>,
    ) -> Report<G::Move, Value<i32>> {
        let game = &*self.game;
        let (position, before) = self.reached(question);
        if repetition::is_drawn(game, &before, &position) {
            return finished(0);
        }
        let line = repetition::line_from(game, &before, &position);
        let mut choices = choices(game, &*self.insight, &position, question);
        choices.retain(|choice| !line.forbids(game, &choice.child));
        for choice in &mut choices {
            choice.is_last |= !line.clone().goes_on(game, &choice.child);
        }
        if choices.is_empty() {
            return self.without_moves(&position);
        }
        // It does not grow while a clock runs.
        self.table.grow_fully();
        let (team, progress) = (Team::new(self.config.threads), Progress::default());
        let mut search = self.begin(limits, watcher, &progress, &self.pool);
        search.line = line.clone();
        search.aim = self.aim(&position);
        if question.lines < 2 && question.only.is_empty() {
            search.keep_verdict(&mut choices, &position);
        }
        let mut deepening = Deepening {
            engine: self,
            position: &position,
            line: &line,
            viewer: mover(game, &position),
            report: Report { best: choices.first().map(|first| first.mv), ..Report::nothing() },
            lines: question.lines.clamp(1, choices.len()),
            choices,
            search,
            team: &team,
        };
        let stop = deepening.run(limits.depth);
        let report = deepening.report;
        Report { stop, counts: deepening.search.counts, ..report }
    }

    /// The report on a position that is over; nothing is known of one in which no legal move is asked about.
    fn without_moves(&self, position: &G::Position) -> Report<G::Move, Value<i32>> {
        if !self.is_over(position) {
            return Report::nothing();
        }
        finished(self.insight.scale().terminal(&self.game, position, Player::MAX, 0))
    }

    /// The position that is asked about, and the repetition keys of those before it that can come again.
    fn reached(&self, question: &Question<G::Position, G::Move>) -> (G::Position, Vec<u64>) {
        let past = question.past(&*self.game);
        (past.position().clone(), repetition::keys_of(&*self.game, &past))
    }

    /// The searches of a position, one after the other, down to a depth at most.
    fn steps(
        &self,
        position: &G::Position,
        limit: Option<Depth>,
    ) -> impl Iterator<Item = Step> + use<G, I> {
        let plies = self.insight.facts().plies_left(&self.game, position);
        let limit = limit.map_or(u32::MAX, |depth| depth.of(&*self.game).max(1));
        // If the limit is as deep as the game is long, the search goes to the end.
        let ends = plies <= limit && plies < TO_THE_END;
        let deepest = if ends { turning_point(plies) } else { limit.min(TO_THE_END - 1) };
        // Without an idea of the error nothing is left out, and it would be searched to the end more than once.
        let may_err =
            self.insight.selectivity().probcut_error(&self.game, position, plies, 0).is_some();
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
            search.tell(Event::Iteration { depth: self.depth_of(step, position) });
            let score = self.aspire(search, guess, |search, window| {
                let ask = Ask { depth: step.depth, ply, ..Ask::about(window) };
                let (score, _) = search.together(team, position, step.depth, &|search| {
                    Ok((search.start(position, viewer, ask)?, true))
                })?;
                Ok(score)
            });
            search.selectivity = SURE;
            guess = Some(score?);
        }
        let guess = guess.unwrap_or(0);
        Ok(guess - guess % Search::<'_, G, I>::GRAIN)
    }

    /// How many plies deep a search looks.
    fn depth_of(&self, step: Step, position: &G::Position) -> u32 {
        match step.depth {
            TO_THE_END => self.insight.facts().plies_left(&self.game, position),
            depth => depth,
        }
    }

    /// Best play from a position that was searched, if it begins with `first`, as far as the table remembers
    /// it, and at most so many plies.
    pub fn line(
        &self,
        question: &Question<G::Position, G::Move>,
        first: G::Move,
        plies: u32,
    ) -> Vec<G::Move> {
        let (position, before) = self.reached(question);
        let path = repetition::line_from(&*self.game, &before, &position);
        self.line_along(path, &position, first, plies)
    }

    /// The same, of a position at the end of a path.
    fn line_along(
        &self,
        mut path: Line,
        position: &G::Position,
        first: G::Move,
        plies: u32,
    ) -> Vec<G::Move> {
        let aim = self.aim(position);
        let mut position = position.clone();
        let mut line = vec![first];
        self.game.play(&mut position, first);
        let mut moves = Vec::new();
        while line.len() < (plies as usize).min(MAX_PLY) && path.goes_on(&*self.game, &position) {
            moves.clear();
            self.game.moves(&position, &mut moves);
            path.retain_legal(&*self.game, &position, &mut moves);
            let next = match moves[..] {
                [only] => Some(only),
                _ => self.remembered(&position, &moves, aim),
            };
            let Some(next) = next else { break };
            self.game.play(&mut position, next);
            line.push(next);
        }
        line
    }

    fn remembered(&self, position: &G::Position, moves: &[G::Move], aim: Aim) -> Option<G::Move> {
        let key = self.insight.keys().key(&self.game, position)? ^ aim.salt();
        let best = self.table.get(self.table.slot(key))?.moves[0];
        let ordering = self.insight.ordering();
        let is_best = |&&mv: &&G::Move| ordering.move_index(&self.game, mv) as u16 == best;
        moves.iter().find(is_best).copied()
    }
}

/// One question under search, deeper and deeper.
struct Deepening<'q, 's, G: ZeroSum, I: Insight<G>> {
    engine: &'s Engine<G, I>,
    position: &'q G::Position,
    /// What was before, and the position.
    line: &'q Line,
    viewer: Player,
    choices: Choices<G>,
    /// How many of them are compared.
    lines: usize,
    search: Search<'s, G, I>,
    team: &'s Team,
    report: Report<G::Move, Value<i32>>,
}

impl<G, I: Insight<G>> Deepening<'_, '_, G, I>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    /// Searches until there is nothing more to know, or a limit is reached.
    fn run(&mut self, limit: Option<Depth>) -> Stop {
        let mut steps = self.engine.steps(self.position, limit).peekable();
        let mut time = TimeManagement::default();
        while let Some(step) = steps.next() {
            if let Err(stop) = self.take(step) {
                let glance = Step { depth: 1, ..step };
                if self.report.value.is_none() && self.glance(glance).is_ok() {
                    self.write(glance);
                }
                self.prefer_best_so_far();
                return stop;
            }
            self.write(step);
            if self.report.complete {
                break;
            }
            let share = time.share_after(&self.report, Search::<'_, G, I>::CLEAR_ADVANTAGE);
            if steps.peek().is_some() && self.search.watch.is_late(share) {
                return Stop::Time;
            }
        }
        Stop::Finished
    }

    /// One search for somebody who was stopped before anything was known. It has a limit of its own.
    fn glance(&mut self, step: Step) -> Result<(), Stop> {
        let search = &mut self.search;
        search.watch = search.watch.only_nodes(search.counts.generated + GLANCE);
        self.take(step)
    }

    /// One search of all moves, or of as many as there are lines to be found.
    fn take(&mut self, step: Step) -> Result<(), Stop> {
        let Deepening { engine, position, viewer, choices, lines, search, team, .. } = self;
        search.selectivity = step.selectivity;
        search.saw_horizon = false;
        search.best_so_far = None;
        search.tell(Event::Iteration { depth: engine.depth_of(step, position) });
        let guesses: Vec<Option<i32>> =
            choices[..*lines].iter().map(|choice| choice.found.and_then(Bound::exact)).collect();
        for (from, guess) in guesses.into_iter().enumerate() {
            engine.aspire(search, guess, |search, window| {
                let (score, found) = search.together(team, position, step.depth, &|search| {
                    let mut mine = choices.clone();
                    let score = search.best_of(&mut mine[from..], *viewer, window, step.depth)?;
                    Ok((score, mine))
                })?;
                *choices = found;
                Ok(score)
            })?;
        }
        // A search that leaves moves out may think more of a move when it is asked about it alone.
        sort_by_score(&mut choices[..*lines]);
        Ok(())
    }

    /// Writes down what a search has found, and tells it.
    fn write(&mut self, step: Step) {
        let Deepening { engine, position, choices, search, report, .. } = self;
        let Some(first) = choices.first() else { return };
        let to_the_end = step == Step { depth: TO_THE_END, selectivity: SURE };
        let saw_all = to_the_end || !search.saw_horizon && step.selectivity >= PRUNING;
        let depth = engine.depth_of(step, position);
        let mut ranked = choices.clone();
        sort_by_score(&mut ranked[self.lines..]);
        let known = ranked.iter().filter_map(|choice| {
            let judged = |found| engine.judged(found, saw_all || choice.is_last, depth);
            let range = search.range_of_choice(choice, position);
            Some((choice.mv, engine.believed_by_tables(choice.found?, range, judged)))
        });
        report.moves = known.collect();
        report.best = Some(first.mv);
        report.best_moves = vec![first.mv];
        let judged = |found| engine.judged(found, saw_all, depth);
        let range = search.range_by_tables(position);
        let value = first.found.map(|found| engine.believed_by_tables(found, range, judged));
        report.value = value.or(report.value);
        report.line = engine.line_along(self.line.clone(), position, first.mv, step.depth);
        report.depth = depth;
        report.complete = saw_all && report.value.is_some_and(|value| value.exact().is_some());
        report.counts = search.counts;
        search.count_progress();
        search.tell(Event::Report { report });
    }

    /// A search that was broken off may have found a better move before.
    fn prefer_best_so_far(&mut self) {
        let report = &mut self.report;
        let better = self.search.best_so_far.take();
        if let Some(mv) = better.filter(|&mv| report.best != Some(mv) && self.lines < 2) {
            report.best = Some(mv);
            report.best_moves = vec![mv];
            report.line = vec![mv];
            if let Some(at) = report.moves.iter().position(|&(other, _)| other == mv) {
                report.moves[..=at].rotate_right(1);
            }
        }
    }
}

/// The report on a game that is over.
fn finished<M>(score: i32) -> Report<M, Value<i32>> {
    let value = Some(Value::Proven(Bound::Exact(score)));
    Report { value, complete: true, ..Report::nothing() }
}

/// The last depth before the search goes to the end.
fn turning_point(plies: u32) -> u32 {
    plies.saturating_sub(10).clamp(plies.min(2), 12.max(plies / 2))
}
