//! Searches for the page: what a search thinks, move by move, and what a player does.

use std::cmp::Ordering::Equal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use outplay::face::{
    Answer, AnyGame, Choice, Considered, Options, Question, Session, Thinker, Told, Worth,
};
use outplay::textbook::Config;
use outplay::{Depth, Limits, Stop, Turn};
use serde_json::{Value as Json, json};

use super::bar;
use super::films;
use super::outbox::Outbox;
use super::pool::{Recall, Ticket};
use super::scoring;
use super::spots::{self, Reached, Spot};
use crate::books;
use crate::commands::gtp::ESTIMATED;

/// How long the engine thinks about one position at most.
const LONGEST: Duration = Duration::from_secs(300);
/// How long a player may think about a move at most.
const LONGEST_MOVE: Duration = Duration::from_secs(30);
/// How long a player thinks about a move, if nothing is said about it.
const USUAL_MOVE: Duration = Duration::from_secs(1);
/// How long is thought about each position of a game that is looked through.
const GLANCE: Duration = Duration::from_millis(80);
/// How many games of a demonstration are counted, and how many at most.
const USUAL_GAMES: u64 = 100;
const MOST_GAMES: u64 = 1_000;
/// How many moves of a line are shown.
const LINE: usize = 24;
/// How long to wait for a slow reader before it is looked at again.
const READING: Duration = Duration::from_millis(20);
/// The stack of a thread that searches.
const STACK: usize = 8 << 20;

/// What is searched for.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// What each move is worth, deeper and deeper; so many of the best ones, or all.
    Analyse { lines: Option<usize> },
    /// What a player would do.
    Choose { player: Who },
    /// What each position of the game so far is worth.
    Review,
    /// The score of a game that is over, with these stones taken off, or those that are judged to be dead.
    Score { dead: Option<Vec<usize>> },
    /// A game of a demonstration.
    Film { name: String, seed: u64 },
    /// Many games of a demonstration.
    Tally { demo: String, games: u32 },
    /// Who played a game of the mystery.
    Reveal { seed: u64 },
}

/// Who chooses a move.
#[derive(Clone, Debug)]
pub(super) enum Who {
    Random,
    /// A search: the one that is named, or the best that the game has.
    Engine {
        search: Option<String>,
        time: Option<Duration>,
        depth: Option<u32>,
    },
    /// One that only this game has, by its name.
    Own(String),
}

impl Task {
    /// What an object asks for.
    pub(super) fn read(what: &str, ask: &Json) -> Result<Task, String> {
        match what {
            "analyse" => {
                let lines = ask["lines"].as_u64().filter(|&lines| lines > 0);
                Ok(Task::Analyse { lines: lines.map(|lines| lines.min(1_000) as usize) })
            }
            "review" => Ok(Task::Review),
            "score" => Ok(Task::Score { dead: scoring::read(ask)? }),
            "film" => {
                let name = ask["name"].as_str().ok_or("`name` is missing: the name of a film")?;
                Ok(Task::Film { name: name.to_owned(), seed: ask["seed"].as_u64().unwrap_or(1) })
            }
            "tally" => {
                let demo = ask["demo"].as_str();
                let demo = demo.ok_or("`demo` is missing: the name of a demonstration")?;
                let games = ask["games"].as_u64().unwrap_or(USUAL_GAMES).clamp(1, MOST_GAMES);
                Ok(Task::Tally { demo: demo.to_owned(), games: games as u32 })
            }
            "reveal" => Ok(Task::Reveal { seed: ask["seed"].as_u64().unwrap_or(1) }),
            _ => Ok(Task::Choose { player: who(&ask["player"])? }),
        }
    }

    /// The game whose rules it uses.
    fn game<'s>(&'s self, spot: &'s Spot) -> &'s str {
        match self {
            Task::Film { name, .. } => name,
            Task::Tally { demo, .. } => demo,
            _ => &spot.game,
        }
    }
}

fn who(player: &Json) -> Result<Who, String> {
    match player["kind"].as_str() {
        Some("random") => Ok(Who::Random),
        Some("engine") => {
            let time = player["time"].as_u64().map(Duration::from_millis);
            let depth = player["depth"].as_u64().map(|depth| depth.clamp(1, 1_000) as u32);
            let search = player["search"].as_str().map(str::to_owned);
            Ok(Who::Engine { search, time: time.map(|time| time.min(LONGEST_MOVE)), depth })
        }
        Some("own") => {
            Ok(Who::Own(player["name"].as_str().ok_or("the player has no name")?.to_owned()))
        }
        _ => Err("`player` is missing: random, engine or own".to_owned()),
    }
}

/// A search that is asked for.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) id: Json,
    task: Task,
    spot: Spot,
}

/// A search that is under way.
pub(super) struct Search {
    pub(super) id: Json,
    /// How many positions were looked at so far.
    pub(super) nodes: Arc<AtomicU64>,
    pub(super) started: Instant,
    recall: Recall,
}

impl Order {
    /// What an object asks for.
    pub(super) fn read(what: &str, ask: &Json) -> Result<Order, String> {
        let task = Task::read(what, ask)?;
        let is_of_a_demonstration = matches!(what, "film" | "tally" | "reveal");
        let spot = if is_of_a_demonstration { Spot::default() } else { Spot::read(ask)? };
        Ok(Order { id: ask["id"].clone(), task, spot })
    }

    /// The answer if it is stopped.
    pub(super) fn stopped(&self) -> String {
        stopped(&self.id).to_string()
    }

    /// Starts the search on a thread of its own. What it finds goes into the outbox.
    pub(super) fn start(self, ticket: Ticket, outbox: &Arc<Outbox>) -> Result<Search, String> {
        let (nodes, started) = (Arc::new(AtomicU64::new(0)), Instant::now());
        let recall = ticket.recall();
        let search = Search {
            id: self.id.clone(),
            nodes: Arc::clone(&nodes),
            started,
            recall: recall.clone(),
        };
        let outbox = Arc::clone(outbox);
        let work = move || {
            let Order { id, task, spot } = &self;
            let (nodes, outbox) = (&*nodes, &*outbox);
            let job = Job { id, spot, task, ticket, nodes, started, outbox };
            let mut end = match spots::guarded(task.game(spot), || job.done()) {
                _ if recall.is_cancelled() => stopped(id),
                Ok(end) => end,
                Err(error) => json!({ "error": error }),
            };
            end["id"] = id.clone();
            outbox.finish(end.to_string());
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        thread.spawn(work).map_err(|error| format!("no thread can be had: {error}"))?;
        Ok(search)
    }
}

/// The last word of a search that was stopped.
fn stopped(id: &Json) -> Json {
    json!({ "event": "done", "stopped": true, "id": id })
}

impl Search {
    /// Nobody waits for it any more.
    pub(super) fn stop(&self) {
        self.recall.cancel();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.recall.is_cancelled()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A search, with all it needs.
struct Job<'j> {
    id: &'j Json,
    spot: &'j Spot,
    task: &'j Task,
    ticket: Ticket,
    nodes: &'j AtomicU64,
    started: Instant,
    outbox: &'j Outbox,
}

impl Job<'_> {
    /// Does it, and says how it ended.
    fn done(mut self) -> Result<Json, String> {
        // Even to find the position may take long.
        if self.ticket.ready().is_none() {
            return Ok(json!({}));
        }
        match self.task {
            Task::Film { name, seed } => {
                let stop = self.ticket.cancelled();
                // If it was stopped, the game sees that itself.
                films::play(name, *seed, &stop, &mut || {
                    self.ticket.ready();
                })
            }
            Task::Tally { demo, games } => self.tally(demo, *games),
            Task::Reveal { seed } => {
                let stop = self.ticket.cancelled();
                films::revealed(*seed, &stop, &mut || {
                    self.ticket.ready();
                })
            }
            Task::Review => {
                let at = self.spot.reach()?;
                self.review(&at)
            }
            Task::Score { dead } => {
                let at = self.spot.reach()?;
                let score = self.ticket.turn(|| scoring::told(&at, dead.as_deref()));
                score.unwrap_or_else(|| Ok(json!({})))
            }
            Task::Analyse { lines } => {
                let at = self.awaited()?;
                let choices = at.session.choices();
                self.analyse(&at, lines.unwrap_or(choices).min(choices))
            }
            Task::Choose { player } => {
                let at = self.awaited()?;
                self.choose(&at, player)
            }
        }
    }

    /// Plays many games of a demonstration, and says what they came to so far.
    fn tally(&mut self, demo: &str, games: u32) -> Result<Json, String> {
        let stop = self.ticket.cancelled();
        let (id, outbox, ticket) = (self.id, self.outbox, &mut self.ticket);
        let told = &mut |mut so_far: Json| {
            so_far["id"] = id.clone();
            so_far["event"] = json!("tally");
            outbox.latest(so_far.to_string());
        };
        let pause = &mut || {
            ticket.ready();
        };
        let mut end = films::tallied(demo, games, LONGEST, &stop, pause, told)?;
        end["event"] = json!("done");
        Ok(end)
    }

    /// A position in which a player has to move.
    fn awaited(&self) -> Result<Reached, String> {
        let at = self.spot.reach()?;
        match at.session.turn() {
            Some(Turn::Player(_)) => Ok(at),
            Some(Turn::Chance) => Err("chance moves here: let it `roll`".to_owned()),
            None => Err("the game is over".to_owned()),
        }
    }

    fn choose(&mut self, at: &Reached, player: &Who) -> Result<Json, String> {
        let session = &*at.session;
        let mut note = None;
        let chosen = match player {
            _ if session.choices() == 1 => Some(Choice(0)),
            Who::Random => Some(any(session)),
            Who::Own(name) => self.own(at, name)?,
            Who::Engine { search, time, depth } => {
                let search = search.as_deref().unwrap_or(at.about().usual_search());
                // A player always moves: one that finds nothing says so, and plays at random.
                let found = self.best(at, search, *time, *depth)?;
                found.map_or_else(
                    |why| {
                        note = Some(format!("this move is random: {why}"));
                        Some(any(session))
                    },
                    Some,
                )
            }
        };
        let name = chosen.map(|choice| session.name(choice));
        Ok(json!({ "move": name, "note": note, "nodes": self.nodes_so_far() }))
    }

    fn own(&mut self, at: &Reached, name: &str) -> Result<Option<Choice>, String> {
        let own = match at.session.turn() {
            Some(Turn::Player(seat)) => at.about().own_players.get(seat.index()),
            _ => None,
        };
        if !own.is_some_and(|own| own.iter().any(|one| one == name)) {
            return Err(format!("the player to move has no player `{name:.50}` in this game"));
        }
        let limits = Limits { stop: Some(self.ticket.cancelled()), ..Limits::default() };
        let found = self.with_thinker(&*at.game, name, |job, thinker| {
            let question = Question::default();
            let think = || thinker.think(&*at.session, &question, &limits, &mut |_| ());
            job.ticket.turn(think).transpose().map_err(|refusal| refusal.to_string())
        })?;
        Ok(found.flatten().and_then(|answer| answer.best))
    }

    /// Makes a search and works with it. Nothing comes of it if it was cancelled.
    fn with_thinker<T>(
        &mut self,
        game: &dyn AnyGame,
        name: &str,
        work: impl FnOnce(&mut Self, &mut dyn Thinker) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let Some(book) = self.ticket.turn(|| books::shipped(game)) else { return Ok(None) };
        let tables = self.ticket.tables().open_if_there(game);
        let options = Options {
            megabytes: self.ticket.megabytes(),
            tables: tables.map_err(|failure| failure.to_string())?,
            book: book.map_err(|failure| failure.to_string())?,
            textbook: Config { deepen: true, ..Config::default() },
            seed: fastrand::u64(..),
            ..Options::default()
        };
        let Some(made) = self.ticket.turn(|| game.thinker(name, &options)) else { return Ok(None) };
        let mut thinker = made.map_err(|refusal| refusal.to_string())?;
        work(self, &mut *thinker).map(Some)
    }

    /// The best move that a search finds, or why it finds none.
    fn best(
        &mut self,
        at: &Reached,
        search: &str,
        time: Option<Duration>,
        depth: Option<u32>,
    ) -> Result<Result<Choice, String>, String> {
        let usual = if depth.is_some() { LONGEST_MOVE } else { USUAL_MOVE };
        let limits = Limits {
            depth: depth.map(Depth::plies),
            time: Some(time.unwrap_or(usual)),
            ..Limits::default()
        };
        let found = self.with_thinker(&*at.game, search, |job, thinker| {
            let question = Question::default();
            Ok(job.sliced(thinker, &*at.session, &question, &limits, &mut |_, _| {}))
        })?;
        let best = found.unwrap_or(Ok(None)).map(|answer| answer.and_then(|answer| answer.best));
        Ok(best.and_then(|best| best.ok_or_else(|| "nothing was found in time".to_owned())))
    }

    fn analyse(&mut self, at: &Reached, lines: usize) -> Result<Json, String> {
        let limits = Limits { time: Some(LONGEST), ..Limits::default() };
        let question = Question { lines, ..Question::default() };
        let (id, started, nodes, outbox) = (self.id, self.started, self.nodes, self.outbox);
        let ownership = self.ticket.turn(|| at.session.ownership(ESTIMATED)).flatten();
        let mut deepest = 0;
        let told = &mut |answer: &Answer, ends: bool| {
            // A search that starts again says nothing until it knows more.
            if answer.depth < deepest && !ends {
                return;
            }
            deepest = answer.depth;
            let mut event = found(at, answer);
            ownership.iter().for_each(|ownership| scoring::add(ownership, &mut event));
            event["id"] = id.clone();
            event["event"] = json!("lines");
            event["nodes"] = json!(nodes.load(Ordering::Relaxed));
            event["time"] = json!(started.elapsed().as_millis() as u64);
            outbox.latest(event.to_string());
        };
        let found = self.with_thinker(&*at.game, at.about().usual_search(), |job, thinker| {
            job.sliced(thinker, &*at.session, &question, &limits, told)
        })?;
        let exact = found.flatten().is_some_and(|answer| answer.complete);
        Ok(json!({ "event": "done", "exact": exact, "nodes": self.nodes_so_far() }))
    }

    /// What each position is worth at a glance.
    fn review(&mut self, at: &Reached) -> Result<Json, String> {
        if !bar::is_shown(at.about()) {
            return Err("this game has no evaluation bar: only games of two players have one, in which one wins what the other loses".to_owned());
        }
        let plies = at.session.plies();
        let mut session = at.session.after(0);
        self.with_thinker(&*at.game, at.about().usual_search(), |job, thinker| {
            for ply in 0..=plies.len() {
                let bar = job.glance(thinker, &*session)?;
                if job.ticket.is_cancelled() {
                    break;
                }
                let event = json!({ "id": job.id, "event": "ply", "ply": ply, "bar": bar });
                job.outbox.event(event.to_string());
                job.await_reader();
                plies.get(ply).into_iter().for_each(|ply| session.play(ply.choice));
            }
            Ok(())
        })?;
        Ok(json!({ "event": "done" }))
    }

    /// Waits while the reader is far behind.
    fn await_reader(&mut self) {
        while self.outbox.is_full() && !self.ticket.is_cancelled() {
            self.ticket.rest();
            thread::sleep(READING);
        }
    }

    /// What the bar shows of a position after a glance at it; nothing, if there was no time for one.
    fn glance(&mut self, thinker: &mut dyn Thinker, at: &dyn Session) -> Result<Json, String> {
        if at.is_over() {
            return Ok(bar::of_end(at));
        }
        let limits = Limits { time: Some(GLANCE), ..Limits::default() };
        let answer = self.sliced(thinker, at, &Question::default(), &limits, &mut |_, _| {})?;
        let bar = answer.and_then(|Answer { worth, unit, .. }| {
            worth.map(|worth| bar::of_worth(at, &worth, &unit))
        });
        Ok(bar.unwrap_or(Json::Null))
    }

    fn nodes_so_far(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Searches turn by turn until a limit is reached. `told` hears every answer, and the last one again.
    fn sliced(
        &mut self,
        thinker: &mut dyn Thinker,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(&Answer, bool),
    ) -> Result<Option<Answer>, String> {
        let before = self.ticket.used();
        let mut known: Option<Answer> = None;
        loop {
            let used = self.ticket.used() - before;
            let time = limits.time.map(|time| time.saturating_sub(used));
            let limits = Limits { time, stop: Some(self.ticket.stop()), ..limits.clone() };
            let counted = Counted { nodes: self.nodes, before: self.nodes_so_far() };
            let hear = &mut |event: Told<'_>| match event {
                Told::Progress { nodes, .. } => counted.so_far(nodes),
                Told::Answer(answer) => {
                    counted.so_far(answer.counts.generated);
                    told(answer, false);
                }
                _ => {}
            };
            let think = || thinker.think(at, question, &limits, hear);
            let Some(answer) = self.ticket.turn(think) else { return Ok(known) };
            let answer = answer.map_err(|refusal| refusal.to_string())?;
            counted.so_far(answer.counts.generated);
            let made_room = answer.stop == Stop::Asked && !self.ticket.is_cancelled();
            // Every turn begins anew, and the last one may have been short.
            let is_better = |known: &Answer| answer.worth.is_some() && answer.depth >= known.depth;
            if known.as_ref().is_none_or(is_better) {
                known = Some(answer);
            }
            if !made_room {
                break;
            }
        }
        let is_wanted = !self.ticket.is_cancelled();
        if let Some(answer) = known.as_ref().filter(|answer| is_wanted && answer.worth.is_some()) {
            told(answer, true);
        }
        Ok(known)
    }
}

/// Any move, all equally often.
fn any(at: &dyn Session) -> Choice {
    Choice(fastrand::u32(..at.choices() as u32))
}

/// The positions of one turn of a search, added to those of the turns before.
struct Counted<'c> {
    nodes: &'c AtomicU64,
    before: u64,
}

impl Counted<'_> {
    fn so_far(&self, nodes: u64) {
        self.nodes.fetch_max(self.before + nodes, Ordering::Relaxed);
    }
}

/// What was found, as the page shows it.
fn found(at: &Reached, answer: &Answer) -> Json {
    let mut moves: Vec<&Considered> = answer.moves.iter().collect();
    if !at.about().has_search("engine") {
        // The engine ranks moves itself. Other searches tell them in the order in which they looked at them.
        let rank = |one: &Considered| (Some(one.choice) != answer.best, -one.worth.score());
        moves.sort_by(|one, other| rank(one).partial_cmp(&rank(other)).unwrap_or(Equal));
    }
    let lines = moves.into_iter().map(|Considered { choice, worth, line, sampled }| {
        let mut told = score(at, worth, answer);
        told["move"] = json!(at.session.name(*choice));
        told["line"] = json!(at.session.names(&line[..line.len().min(LINE)]));
        if let Some(sampled) = sampled {
            told["visits"] = json!(sampled.visits);
            if let Some(rate) = sampled.rate {
                told["rate"] = json!(rate);
                // There is little room on a board.
                told["brief"] = json!(format!("{:.0}%", 100.0 * rate));
            }
        }
        told
    });
    let lines: Vec<Json> = lines.collect();
    json!({ "depth": answer.depth, "exact": answer.complete, "lines": lines })
}

/// A score for the player to move: as a number, in a few letters (for each player, and for the one who moves), and in words; and what
/// the bar shows of it.
fn score(at: &Reached, worth: &Worth, Answer { unit, .. }: &Answer) -> Json {
    let alone = Worth { each: Vec::new(), ..worth.clone() };
    json!({
        "score": whole(worth.score()),
        "told": bar::told(worth, unit),
        "brief": bar::told(&alone, unit),
        "trust": worth.trust(),
        "meaning": worth.meaning,
        "bar": bar::is_shown(at.about()).then(|| bar::of_worth(&*at.session, worth, unit)),
    })
}

/// A number without a point where it needs none.
fn whole(number: f64) -> Json {
    match number.fract() == 0.0 && number.abs() < 1e15 {
        true => json!(number as i64),
        false => json!(number),
    }
}
