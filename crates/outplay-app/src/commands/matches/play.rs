//! A match, from the first game to the table at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outplay::arena::{
    Control, Format, News, Played, Referee, Rules, Schedule, Score, Sprt, Standings, Tournament,
};
use outplay::face::{About, Choice, Faced};

use super::cast::Tools;
use super::figures::Outcome;
use super::journal::{Journal, Kept, Names, State};
use super::live::{Live, encounter_word, under_way};
use super::openings::{Begun, Openings, Wanted};
use super::spec::{Kind, Spec};
use super::stats::Form;
use crate::draw::numbers;
use crate::failure::{Failure, warn};
use crate::{interrupt, json};

/// All that is to be known about a match.
pub(super) struct Plan {
    pub(super) game: Faced,
    pub(super) specs: Vec<Spec>,
    pub(super) format: Format,
    pub(super) rounds: Option<u64>,
    pub(super) openings: Wanted,
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

/// Plays a match.
pub(super) fn play(plan: &Plan) -> Result<String, Failure> {
    let openings = Openings::new(&*plan.game.0, &plan.openings, plan.seed)?;
    check(plan, &openings)?;
    // From here on Ctrl-C stops the match and not the program: it would leave behind what is started next.
    let _ = interrupt::flag();
    let tools = plan.specs.iter().map(|spec| Tools::new(&plan.game, spec));
    let tools: Vec<Tools<'_>> = tools.collect::<Result<_, _>>()?;
    let seats = plan.game.0.about().players();
    let schedule = Schedule::new(plan.format, plan.specs.len(), seats, plan.rounds);
    let (journal, kept) = opened(plan, &schedule, openings.fingerprint)?;
    if plan.state.is_none() {
        warn_of_crowds(plan);
        warn_of_repetition(plan, &openings);
    }
    let names: Vec<String> = plan.specs.iter().map(|spec| spec.name.clone()).collect();
    let mut room = Room::new(plan, &schedule, &names, journal);
    kept.into_iter().for_each(|kept| room.count(kept));
    room.play(&openings, &tools)?;
    room.end()
}

/// The files of the match, if it has any, and the games in them.
fn opened(
    plan: &Plan,
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
    let (journal, kept) = Journal::open(names, &*plan.game.0, schedule, new.as_ref())?;
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
fn check(plan: &Plan, openings: &Openings) -> Result<(), Failure> {
    if plan.state.as_ref().is_some_and(|state| state.openings != openings.fingerprint) {
        return Err(Failure::input(
            "--resume: the file of openings is not the one that the match began with",
        ));
    }
    let about = plan.game.0.about();
    if about.players() != 2 {
        let rules = [
            ("--sprt", plan.sprt.is_some()),
            ("--draw", plan.rules.draw.is_some()),
            ("--resign", plan.rules.resign.is_some()),
        ];
        if let Some((option, _)) = rules.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::input(format!("{option} is for games of two players")));
        }
    }
    let elsewhere = openings.has_positions().then_some("--openings");
    plan.specs.iter().try_for_each(|spec| spec.check_protocol(about, elsewhere))
}

/// Players who wait for a processor think less than they seem to.
fn warn_of_crowds(plan: &Plan) {
    let threads = |spec: &Spec| match &spec.kind {
        Kind::Search(search) => search.threads,
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

fn warn_of_repetition(plan: &Plan, openings: &Openings) {
    let has_dice = plan.game.0.about().chance;
    let is_repeated = repeated(&plan.specs, plan.game.0.about().players());
    if openings.is_always_the_same() && plan.rounds != Some(1) && !has_dice && is_repeated {
        warn(
            "all games begin in the same way, and players without chance repeat them: \
             --openings random=6 makes them differ",
        );
    }
}

/// Whether a game may come that has no player in it who decides by chance: what programs do is not known.
fn repeated(specs: &[Spec], seats: usize) -> bool {
    let others = specs.iter().filter(|spec| !spec.is_by_chance()).count();
    // As many players as there are seats, or all of them.
    others >= seats.min(specs.len())
}

/// A match under way.
struct Room<'r> {
    plan: &'r Plan,
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

impl<'r> Room<'r> {
    fn new(
        plan: &'r Plan,
        schedule: &'r Schedule,
        names: &'r [String],
        journal: Option<Journal>,
    ) -> Room<'r> {
        let standings = Standings::new(plan.specs.len());
        Room {
            plan,
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
        let seats = self.about().players();
        let (all, sprt) = (&self.standings, self.plan.sprt.as_ref());
        Outcome { names: self.names, seats, standings, all, sprt }
    }

    fn is_over(&self) -> bool {
        let all = self.schedule.length();
        self.is_decided || all.is_some_and(|all| self.done.len() as u64 >= all)
    }

    /// Plays what is missing.
    fn play(&mut self, openings: &Openings, tools: &[Tools<'_>]) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(());
        }
        let plan = self.plan;
        let opening = |round| openings.of(&*plan.game.0, round);
        let contestant = |player: usize| tools[player].contestant(&plan.game);
        let controls: Vec<Control> = plan.specs.iter().map(|spec| spec.control).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let tournament = Tournament {
            referee: Referee { game: &plan.game, rules: plan.rules, stop },
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
        let mut live = Live::new(schedule.length(), self.done.len() as u64);
        let mut problem = None;
        tournament.run(missing, |news| {
            let kept = match news {
                News::Played(played) => {
                    self.finish(&opening(played.encounter.round), &played, &mut live)
                }
                News::UnderWay(games) => {
                    live.tell_under_way(&under_way(games));
                    self.journal.as_mut().map_or(Ok(()), Journal::settle)
                }
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
        opening: &Begun,
        played: &Played<Choice>,
        live: &mut Live,
    ) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.write(&*self.plan.game.0, self.names, opening, played)?;
        }
        for (players, record) in played.encounter.games().iter().zip(&played.records) {
            for (seat, fault) in &record.faults {
                let name = &self.names[players[seat.index()]];
                live.tell_line(&format!("{name}: {}: {}", fault.kind, fault.what));
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

    fn about(&self) -> &'r About {
        self.plan.game.0.about()
    }

    /// `pair 3 of 100: a 1.5 - b 0.5`: points, in a game for two; otherwise payoffs per game.
    fn line(&self, played: &Played<Choice>) -> String {
        let number = self.done.len() + 1;
        let all = self.schedule.length().map(|all| format!(" of {all}")).unwrap_or_default();
        let (what, games) = (encounter_word(played.encounter.seats), played.encounter.games());
        let of = |player: usize| -> Vec<f64> {
            let with = games.iter().zip(&played.records).flat_map(|(players, record)| {
                players.iter().zip(&record.results).filter(move |(one, _)| **one == player)
            });
            with.map(|(_, result)| *result).collect()
        };
        let told = |player: usize| {
            let results = of(player);
            let sum: f64 = results.iter().sum();
            match played.encounter.seats {
                2 => sum,
                _ => sum / results.len() as f64,
            }
        };
        let mut lineup = played.encounter.lineup.clone();
        lineup.sort_unstable();
        lineup.dedup();
        let names = lineup
            .into_iter()
            .map(|player| format!("{} {}", self.names[player], numbers::short(told(player))));
        let between = if played.encounter.seats == 2 { " - " } else { ", " };
        format!("{what} {number}{all}: {}", names.collect::<Vec<String>>().join(between))
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

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::super::toys::toy;
    use super::*;
    use crate::files::Force;

    /// A match of a toy for so many rounds.
    fn plan(game: &str, players: &[&str], rounds: u64) -> Plan {
        let game = toy(game);
        let specs = players.iter().map(|text| Spec::short(text, &[], &*game.0).expect(text));
        Plan {
            specs: specs.collect(),
            game,
            format: Format::RoundRobin,
            rounds: Some(rounds),
            openings: Wanted::Start,
            seed: 1,
            concurrency: 2,
            sprt: None,
            rules: Rules::default(),
            names: None,
            state: None,
            form: Form::Json,
        }
    }

    #[test]
    fn games_between_players_of_chance_are_not_called_repeated() {
        let is_repeated = |players: &[&str]| repeated(&plan("pile", players, 2).specs, 2);
        assert!(!is_repeated(&["random", "random"]));
        assert!(!is_repeated(&["random", "max-n"]));
        assert!(is_repeated(&["max-n", "paranoid", "random"]));
        assert!(is_repeated(&["max-n", "max-n"]));
    }

    fn table(plan: &Plan) -> Json {
        serde_json::from_str(&play(plan).expect("no fault")).expect("JSON")
    }

    fn mean(table: &Json, player: usize, end: &str) -> f64 {
        table["players"][player]["mean"][end].as_f64().expect("a number")
    }

    /// Three players have a mean payoff with an interval, and neither wins nor a rating.
    #[test]
    fn three_play_for_payoffs() {
        let plan = plan("pile", &["max-n", "random", "random:name=other"], 40);
        let table = table(&plan);
        assert_eq!((&table["games"], &table["encounters"]), (&Json::from(120), &Json::from(40)));
        let sum: f64 = (0..3).map(|player| mean(&table, player, "value")).sum();
        assert!(sum.abs() < 1e-9 && mean(&table, 0, "low") > mean(&table, 1, "high"), "{table}");
        assert!(table["players"][0].get("rating").is_none() && table.get("first").is_none());
        let text = play(&Plan { form: Form::Text, ..plan }).expect("no fault");
        assert!(
            text.starts_with("player ") && text.contains(" payoff  encounters\nmax-n "),
            "{text}"
        );
        assert!(!text.contains("Elo"), "{text}");
    }

    /// Two of whom one has two seats, and four of whom one is left out in turn.
    #[test]
    fn any_number_of_players_meets() {
        for (players, encounters) in [(2, 2), (4, 8)] {
            let all = ["max-n", "random", "random:name=b", "random:name=c"];
            let table = table(&plan("pile", &all[..players], 2));
            assert_eq!(table["encounters"], encounters);
            assert_eq!(table["games"], 3 * encounters);
        }
    }

    /// With dice it is still won or lost, and pairs say by how much.
    #[test]
    fn dice_have_pairs() {
        let table = table(&plan("race", &["expectimax:depth=1", "random"], 40));
        assert_eq!(table["games"], 80);
        assert!(table["first"]["elo"]["low"].as_f64() > Some(0.0), "{table}");
    }

    /// Alone: what is best is 0.5 for each of three cards, and it is played on the same cards as by the other player.
    #[test]
    fn one_plays_alone() {
        let plan = plan("draw", &["random", "expectimax"], 60);
        let table = table(&plan);
        assert_eq!((&table["games"], &table["encounters"]), (&Json::from(120), &Json::from(60)));
        let (low, high) = (mean(&table, 1, "low"), mean(&table, 1, "high"));
        assert!(low < 1.5 && high > 1.5 && low > mean(&table, 0, "high"), "{table}");
        let text = play(&Plan { form: Form::Text, ..plan }).expect("no fault");
        assert!(text.contains(" payoff  games\n"), "{text}");
    }

    /// Records of any game are kept, with what chance did, and a match goes on from them.
    #[test]
    fn records_have_the_dice() {
        // Games that end in another order are added up in another order: their last digits may differ.
        let rounded = |table: &Json| -> Vec<String> {
            let players = table["players"].as_array().expect("players").iter();
            let mean =
                |player: &Json, name: &str| player["mean"][name].as_f64().unwrap_or(f64::NAN);
            let means = |player: &Json| ["value", "low", "high"].map(|name| mean(player, name));
            players
                .map(|player| {
                    format!("{} {:.9?} {}", player["name"], means(player), player["faults"])
                })
                .collect()
        };
        let folder = std::env::temp_dir().join(format!("outplay-{}-toys", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for (game, players, throws) in [
            ("race", &["max-n:depth=1", "random"][..], 8),
            ("draw", &["expectimax", "random"], 3),
            ("pile", &["max-n", "random"], 0),
        ] {
            let names = Names::new(&folder.join(game), Force { force: true }).expect("free names");
            let records = names.games.clone();
            let short = Plan { names: Some(names.clone()), ..plan(game, players, 3) };
            table(&short);
            let text = crate::files::text(&records, crate::files::Kind::GAMES).expect("records");
            let games: Vec<Json> =
                text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let dice = |game: &Json| -> Vec<Json> {
                let moves = game["moves"].as_array().expect("moves").iter();
                moves.filter(|mv| mv["player"].is_null()).map(|mv| mv["move"].clone()).collect()
            };
            for game in &games {
                let same = games.iter().find(|one| one["encounter"] == game["encounter"]);
                assert_eq!(dice(game), same.map(dice).expect("it is itself there"));
                assert_eq!(dice(game).len(), throws);
            }
            let state = State { arguments: Vec::new(), openings: 0, folder: None };
            let longer = plan(game, players, 5);
            let resumed = Plan { names: Some(names), state: Some(state), ..plan(game, players, 5) };
            assert_eq!(rounded(&table(&resumed)), rounded(&table(&longer)), "{game}");
        }
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn what_does_not_go_together_is_told() {
        let told = |plan: Plan| play(&plan).expect_err("it is refused").to_string();
        let three = || plan("pile", &["random", "random"], 1);
        let sprt = Some(Sprt::default());
        assert_eq!(told(Plan { sprt, ..three() }), "--sprt is for games of two players");
        let draw = Some(outplay::arena::DrawRule { from: 0, moves: 1, score: 0.0 });
        let rules = Rules { draw, ..Rules::default() };
        assert_eq!(told(Plan { rules, ..three() }), "--draw is for games of two players");
        let other = "player `gtp:./a`: GTP is for two players without dice, and";
        for game in ["race", "pile"] {
            let what = format!("{other} {game} is another game: UCI takes any");
            assert_eq!(told(plan(game, &["gtp:./a", "random"], 1)), what);
        }
    }
}
