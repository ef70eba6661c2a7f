//! A match, from the first game to the table at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outplay::arena::{
    Control, Format, Played, Referee, Rules, Schedule, Score, Sprt, Standings, Tournament,
};
use outplay_games::catalogue::{Listed, Visitor};

use super::cast::Tools;
use super::figures::Outcome;
use super::journal::{Journal, Kept, Names, State};
use super::live::Live;
use super::openings::{Choice, Openings};
use super::spec::{Kind, Protocol, Spec};
use super::stats::Form;
use crate::failure::{Failure, warn};
use crate::{interrupt, json};

/// All that is to be known about a match.
pub(super) struct Plan<'p> {
    pub(super) game: &'p str,
    pub(super) specs: Vec<Spec>,
    pub(super) format: Format,
    pub(super) rounds: Option<u64>,
    pub(super) openings: Choice,
    pub(super) seed: u64,
    pub(super) concurrency: usize,
    pub(super) sprt: Option<Sprt>,
    pub(super) rules: Rules,
    /// The files, if the games are kept.
    pub(super) names: Option<Names>,
    /// What the files say, if the match goes on.
    pub(super) state: Option<State>,
    pub(super) form: Form,
}

pub(super) struct Play<'p>(pub(super) &'p Plan<'p>);

impl Visitor for Play<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Play(plan) = self;
        let openings = Openings::new(game, &plan.openings, plan.seed)?;
        check(plan, game, &openings)?;
        // From here on Ctrl-C stops the match and not the program: it would leave behind what is started next.
        let _ = interrupt::flag();
        let tools = plan.specs.iter().map(|spec| Tools::new(game, plan.game, spec));
        let tools: Vec<Tools<G>> = tools.collect::<Result<_, _>>()?;
        let schedule = Schedule::new(plan.format, plan.specs.len(), game.players(), plan.rounds);
        let (journal, kept) = opened(plan, game, &schedule, openings.fingerprint)?;
        if plan.state.is_none() {
            warn_of_crowds(plan);
            warn_of_repetition(plan, &openings);
        }
        let names: Vec<String> = plan.specs.iter().map(|spec| spec.name.clone()).collect();
        let mut room = Room::new(plan, game, &schedule, &names, journal);
        kept.into_iter().for_each(|kept| room.count(kept));
        room.play(&openings, &tools)?;
        room.end()
    }
}

/// The files of the match, if it has any, and the games in them.
fn opened<G: Listed>(
    plan: &Plan<'_>,
    game: &G,
    schedule: &Schedule,
    openings: u64,
) -> Result<(Option<Journal>, Vec<Kept>), Failure> {
    let Some(names) = &plan.names else { return Ok((None, Vec::new())) };
    let new = match plan.state {
        Some(_) => None,
        None => {
            let folder = std::env::current_dir().ok();
            Some(State { arguments: arguments()?, openings, folder })
        }
    };
    let (journal, kept) = Journal::open(names, game, schedule, new.as_ref())?;
    Ok((Some(journal), kept))
}

/// The words after `outplay match`.
fn arguments() -> Result<Vec<String>, Failure> {
    let word = |word: std::ffi::OsString| {
        word.into_string().map_err(|word| {
            Failure::input(format!("`{}` is not UTF-8 text", word.to_string_lossy()))
        })
    };
    std::env::args_os().skip(2).map(word).collect()
}

/// What goes together with what.
fn check<G: Listed>(plan: &Plan<'_>, game: &G, openings: &Openings<G>) -> Result<(), Failure> {
    if plan.state.as_ref().is_some_and(|state| state.openings != openings.fingerprint) {
        return Err(Failure::input(
            "--resume: the file of openings is not the one that the match began with",
        ));
    }
    if plan.sprt.is_some() && game.players() != 2 {
        return Err(Failure::input("--sprt is for games of two players"));
    }
    let speaks_gtp = |spec: &&Spec| matches!(&spec.kind, Kind::Program(program) if program.protocol == Protocol::Gtp);
    if let Some(spec) = plan.specs.iter().find(speaks_gtp)
        && openings.has_positions(game)
    {
        return Err(Failure::input(format!(
            "--openings: `{}` speaks GTP, which has no way to set up a position: give openings as moves",
            spec.name
        )));
    }
    Ok(())
}

/// Players who wait for a processor think less than they seem to.
fn warn_of_crowds(plan: &Plan<'_>) {
    let threads = |spec: &Spec| match &spec.kind {
        Kind::Engine(options) => options.config.threads,
        _ => 1,
    };
    let busy = plan.concurrency * plan.specs.iter().map(threads).max().unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(busy, NonZero::get);
    if busy > cores {
        warn(&format!(
            "{busy} threads at once on {cores} cores: players wait for each other, and may lose on time by it"
        ));
    }
}

fn warn_of_repetition<G: Listed>(plan: &Plan<'_>, openings: &Openings<G>) {
    if openings.is_always_the_same() && plan.rounds != Some(1) {
        warn(
            "all games begin in the same way, and players without chance repeat them: \
             --openings random=6 makes them differ",
        );
    }
}

/// A match under way.
struct Room<'r, G: Listed> {
    plan: &'r Plan<'r>,
    game: &'r G,
    schedule: &'r Schedule,
    names: &'r [String],
    journal: Option<Journal>,
    /// All encounters that are over.
    standings: Standings,
    done: BTreeSet<u64>,
    /// Those before which none is missing: a sequential test goes by these alone, so that it does not matter which games
    /// are quick.
    ordered: Standings,
    /// Encounters that wait for one before them.
    waiting: BTreeMap<u64, Kept>,
    next: u64,
    is_decided: bool,
}

impl<'r, G: Listed> Room<'r, G> {
    fn new(
        plan: &'r Plan<'r>,
        game: &'r G,
        schedule: &'r Schedule,
        names: &'r [String],
        journal: Option<Journal>,
    ) -> Room<'r, G> {
        let standings = Standings::new(plan.specs.len());
        Room {
            plan,
            game,
            schedule,
            names,
            journal,
            ordered: standings.clone(),
            standings,
            done: BTreeSet::new(),
            waiting: BTreeMap::new(),
            next: 0,
            is_decided: false,
        }
    }

    /// Counts an encounter that is over.
    fn count(&mut self, kept: Kept) {
        if !self.done.insert(kept.encounter.number) {
            return;
        }
        self.standings.add(&kept.encounter, &kept.scores);
        self.waiting.insert(kept.encounter.number, kept);
        while let Some(kept) = self.waiting.remove(&self.next)
            && !self.is_decided
        {
            self.ordered.add(&kept.encounter, &kept.scores);
            self.next += 1;
            self.is_decided = self.plan.sprt.is_some_and(|sprt| {
                let (_, pairs) = self.ordered.between(0, 1);
                sprt.verdict(sprt.llr(&pairs.into())).is_some()
            });
        }
    }

    /// What is reported: of a sequential test, what it has decided on.
    fn outcome(&self) -> Outcome<'_> {
        let standings = if self.plan.sprt.is_some() { &self.ordered } else { &self.standings };
        let seats = self.game.players();
        let (all, sprt) = (&self.standings, self.plan.sprt.as_ref());
        Outcome { names: self.names, seats, standings, all, sprt }
    }

    fn is_over(&self) -> bool {
        let all = self.schedule.length();
        self.is_decided || all.is_some_and(|all| self.done.len() as u64 >= all)
    }

    /// Plays what is missing.
    fn play(&mut self, openings: &Openings<G>, tools: &[Tools<'_, G>]) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(());
        }
        let (game, plan) = (self.game, self.plan);
        let opening = |round| openings.of(game, round);
        let contestant = |player: usize| tools[player].contestant(game, plan.game);
        let controls: Vec<Control> = plan.specs.iter().map(|spec| spec.control).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let tournament = Tournament {
            referee: Referee { game, rules: plan.rules, stop },
            controls,
            opening: &opening,
            contestant: &contestant,
            seed: plan.seed,
            concurrency: plan.concurrency,
        };
        let done = self.done.clone();
        let schedule = self.schedule;
        let missing = (0..)
            .map_while(|number| schedule.encounter(number))
            .filter(|encounter| !done.contains(&encounter.number));
        let live = Live::new(schedule.length(), self.done.len() as u64);
        let mut problem = None;
        tournament.run(missing, |played| {
            let kept = match played {
                Some(played) => self.finish(&opening(played.encounter.round), &played, &live),
                None => self.journal.as_mut().map_or(Ok(()), Journal::settle),
            };
            problem = kept.err();
            match self.is_over() || problem.is_some() || interrupt::asked() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        live.end();
        self.journal.as_mut().map_or(Ok(()), Journal::sync)?;
        problem.map_or(Ok(()), Err)
    }

    /// Keeps and tells an encounter.
    fn finish(
        &mut self,
        opening: &outplay_games::OpeningOf<G>,
        played: &Played<G::Move>,
        live: &Live,
    ) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.write(self.game, self.names, opening, played)?;
        }
        for (players, record) in played.encounter.games().iter().zip(&played.records) {
            for (seat, fault) in &record.faults {
                let name = &self.names[players[seat.index()]];
                live.tell_fault(&format!("{name}: {}: {}", fault.kind, fault.what));
            }
        }
        let scores: Vec<Score> = played
            .records
            .iter()
            .map(|record| Score {
                results: record.results.clone(),
                faults: record.faults.iter().map(|(seat, one)| (seat.index(), one.kind)).collect(),
                asked: u64::from(record.asked),
                overhead: record.overhead,
            })
            .collect();
        let line = self.line(played);
        self.count(Kept { encounter: played.encounter.clone(), scores });
        let line = format!("{line}; {}", self.outcome().brief());
        live.tell(&line, || self.outcome().text());
        Ok(())
    }

    /// `pair 3 of 100: a 1½ - ½ b`
    fn line(&self, played: &Played<G::Move>) -> String {
        let number = self.done.len() + 1;
        let all = self.schedule.length().map(|all| format!(" of {all}")).unwrap_or_default();
        let what = if self.game.players() == 2 { "pair" } else { "encounter" };
        let lineup = &played.encounter.lineup;
        let sum = |player: usize| -> f64 {
            let games = played.encounter.games();
            let with = games.iter().zip(&played.records).flat_map(|(players, record)| {
                players.iter().zip(&record.results).filter(move |(one, _)| **one == player)
            });
            with.map(|(_, result)| result).sum()
        };
        let names: Vec<String> = lineup
            .iter()
            .map(|&player| format!("{} {}", self.names[player], sum(player)))
            .collect();
        format!("{what} {number}{all}: {}", names.join(" - "))
    }

    /// The table, and how to go on.
    fn end(self) -> Result<String, Failure> {
        let outcome = self.outcome();
        let text = match self.plan.form {
            Form::Text => outcome.text(),
            Form::Json => json::printed(&outcome.json()),
        };
        self.tell_files();
        if !self.is_over() {
            crate::printed(&text)?;
            return Err(Failure::stopped());
        }
        if outcome.all.is_clean() {
            return Ok(text);
        }
        crate::printed(&text)?;
        Err(Failure::different("not all games were played as they should: see the faults"))
    }

    /// Where the games are, and how to go on.
    fn tell_files(&self) {
        let Some(Journal { names, .. }) = &self.journal else {
            if !self.is_over() {
                warn("the games are not kept; with --out NAME they are, and the match can go on");
            }
            return;
        };
        let games = names.games.display();
        if self.is_over() {
            return warn(&format!("the match is over; all games are in {games}"));
        }
        warn(&format!("the games so far are in {games}; go on with"));
        warn(&format!("outplay match --resume {}", quoted(&names.state.display().to_string())));
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "/._-+=:,".contains(one);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
