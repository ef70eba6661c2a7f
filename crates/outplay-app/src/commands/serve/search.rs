//! Searches for the page: what the engine thinks, move by move, and what a player does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use outplay::engine::Question;
use outplay::{Depth, Event, Game, Limits, Observer, Past, Report, Stop, Turn, Value, WithPast};
use outplay_games::catalogue::{Listed, Visitor};
use serde_json::{Value as Json, json};

use super::super::analyse::{Playing, meaning, trust, written};
use super::bar;
use super::face::{Spot, Way};
use super::films;
use super::outbox::Outbox;
use super::pool::{Recall, Ticket};
use crate::books;
use crate::failure::Failure;
use crate::machine::engine;

/// How long the engine thinks about one position at most.
const LONGEST: Duration = Duration::from_secs(300);
/// How long a player may think about a move at most.
const LONGEST_MOVE: Duration = Duration::from_secs(30);
/// How long a player thinks about a move, if nothing is said about it.
const USUAL_MOVE: Duration = Duration::from_secs(1);
/// How long is thought about each position of a game that is looked through.
const GLANCE: Duration = Duration::from_millis(80);
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
    /// A game of a demonstration.
    Film { name: String, seed: u64 },
}

/// Who chooses a move.
#[derive(Clone, Debug)]
pub(super) enum Who {
    Random,
    Engine {
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
            "film" => {
                let name = ask["name"].as_str().ok_or("`name` is missing: the name of a film")?;
                Ok(Task::Film { name: name.to_owned(), seed: ask["seed"].as_u64().unwrap_or(1) })
            }
            _ => Ok(Task::Choose { player: who(&ask["player"])? }),
        }
    }
}

fn who(player: &Json) -> Result<Who, String> {
    match player["kind"].as_str() {
        Some("random") => Ok(Who::Random),
        Some("engine") => {
            let time = player["time"].as_u64().map(Duration::from_millis);
            let depth = player["depth"].as_u64().map(|depth| depth.clamp(1, 1_000) as u32);
            Ok(Who::Engine { time: time.map(|time| time.min(LONGEST_MOVE)), depth })
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
        let spot = if what == "film" { Spot::default() } else { Spot::read(ask)? };
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
            let mut end = match catch_unwind(AssertUnwindSafe(|| job.done())) {
                _ if recall.is_cancelled() => stopped(id),
                Ok(Ok(end)) => end,
                Ok(Err(error)) => json!({ "error": error }),
                Err(_) => json!({ "error": "the search failed: this is a mistake of the program" }),
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

impl Visitor for Job<'_> {
    type Output = Result<Json, String>;

    fn visit<G: Listed>(mut self, game: &G) -> Self::Output {
        let way = self.spot.reach(game)?;
        let position = way.last();
        let mut moves = Vec::new();
        WithPast::new(game).moves(position, &mut moves);
        match self.task {
            Task::Review => self.review(game, &way),
            _ if moves.is_empty() => Err("the game is over".to_owned()),
            Task::Analyse { lines } => {
                let lines = lines.unwrap_or(moves.len()).min(moves.len());
                let question = Question { lines, ..way.question(way.moves.len()) };
                self.analyse(game, position, &question)
            }
            Task::Choose { player } => self.choose(game, &way, &moves, player),
            Task::Film { .. } => Ok(Json::Null),
        }
    }
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
            _ => self.spot.visit(self),
        }
    }

    fn choose<G: Listed>(
        &mut self,
        game: &G,
        way: &Way<G>,
        moves: &[G::Move],
        player: &Who,
    ) -> Result<Json, String> {
        let position = way.last();
        let chosen = match player {
            _ if moves.len() == 1 => Some(moves[0]),
            Who::Random => Rng::new().choice(moves).copied(),
            Who::Own(name) => self.own(game, position, name)?,
            Who::Engine { time, depth } => self.best(game, way, *time, *depth)?,
        };
        let name = chosen.map(|mv| game.write_move(position, mv));
        Ok(json!({ "move": name, "nodes": self.nodes_so_far() }))
    }

    fn own<G: Listed>(
        &mut self,
        game: &G,
        position: &G::Position,
        name: &str,
    ) -> Result<Option<G::Move>, String> {
        let known = match game.turn(position) {
            Turn::Player(seat) => game.own_players(seat).contains(&name),
            Turn::Chance => false,
        };
        if !known {
            return Err(format!("who is to move has no player `{name:.50}` in this game"));
        }
        let stop = self.ticket.cancelled();
        let chosen = self.ticket.turn(|| game.own_choice(name, position, &mut Rng::new(), &stop));
        Ok(chosen.flatten())
    }

    /// Makes an engine and works with it. Nothing comes of it if it was cancelled.
    fn with_engine<G: Listed, T>(
        &mut self,
        game: &G,
        work: impl FnOnce(&mut Self, &Playing<G>) -> T,
    ) -> Result<Option<T>, String> {
        let told = |failure: Failure| failure.to_string();
        let Some(insight) = self.ticket.turn(|| game.insight()) else { return Ok(None) };
        let Some(book) = self.ticket.turn(|| books::shipped(game)) else { return Ok(None) };
        let (book, megabytes) = (book.map_err(told)?, self.ticket.megabytes());
        let made = self.ticket.turn(|| {
            let mut engine = engine(game, &Arc::new(insight), megabytes)?;
            books::give(&mut engine, book.as_ref())?;
            Ok(engine)
        });
        let Some(engine) = made else { return Ok(None) };
        Ok(Some(work(self, &engine.map_err(told)?)))
    }

    /// The best move that the engine finds.
    fn best<G: Listed>(
        &mut self,
        game: &G,
        way: &Way<G>,
        time: Option<Duration>,
        depth: Option<u32>,
    ) -> Result<Option<G::Move>, String> {
        let usual = if depth.is_some() { LONGEST_MOVE } else { USUAL_MOVE };
        let limits = Limits {
            depth: depth.map(Depth::plies),
            time: Some(time.unwrap_or(usual)),
            ..Limits::default()
        };
        let question = way.question(way.moves.len());
        let found = self.with_engine(game, |job, engine| {
            job.sliced(engine, &question, &limits, &mut |_, _| {})
        })?;
        Ok(found.flatten().and_then(|report| report.best))
    }

    fn analyse<G: Listed>(
        &mut self,
        game: &G,
        position: &G::Position,
        question: &Question<G::Position, G::Move>,
    ) -> Result<Json, String> {
        let limits = Limits { time: Some(LONGEST), ..Limits::default() };
        let (id, started, nodes, outbox) = (self.id, self.started, self.nodes, self.outbox);
        let mut deepest = 0;
        let found = self.with_engine(game, |job, engine| {
            let told = &mut |report: &Found<G>, ends: bool| {
                // A search that starts again says nothing until it knows more.
                if report.depth < deepest && !ends {
                    return;
                }
                deepest = report.depth;
                let mut event = found(engine, question, position, report);
                event["id"] = id.clone();
                event["event"] = json!("lines");
                event["nodes"] = json!(nodes.load(Ordering::Relaxed));
                event["time"] = json!(started.elapsed().as_millis() as u64);
                outbox.latest(event.to_string());
            };
            job.sliced(engine, question, &limits, told)
        })?;
        let exact = found.flatten().is_some_and(|report| report.complete);
        Ok(json!({ "event": "done", "exact": exact, "nodes": self.nodes_so_far() }))
    }

    /// What each position is worth at a glance.
    fn review<G: Listed>(&mut self, game: &G, way: &Way<G>) -> Result<Json, String> {
        self.with_engine(game, |job, engine| {
            for (ply, position) in way.positions.iter().enumerate() {
                let bar = job.glance(engine, position, &way.question(ply));
                if job.ticket.is_cancelled() {
                    break;
                }
                let event = json!({ "id": job.id, "event": "ply", "ply": ply, "bar": bar });
                job.outbox.event(event.to_string());
                job.await_reader();
            }
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
    fn glance<G: Listed>(
        &mut self,
        engine: &Playing<G>,
        position: &Past<G::Position>,
        question: &Question<G::Position, G::Move>,
    ) -> Json {
        let game = engine.game();
        let mut moves = Vec::new();
        WithPast::new(game).moves(position, &mut moves);
        if moves.is_empty() {
            return bar::of_end(game, position);
        }
        let limits = Limits { time: Some(GLANCE), ..Limits::default() };
        let report = self.sliced(engine, question, &limits, &mut |_, _| {});
        let value = report.and_then(|report| report.value);
        value.map_or(Json::Null, |value| bar::of_value(engine, position, value))
    }

    fn nodes_so_far(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Searches turn by turn until a limit is reached. `told` hears every report, and the last one again.
    fn sliced<G: Listed>(
        &mut self,
        engine: &Playing<G>,
        question: &Question<G::Position, G::Move>,
        limits: &Limits,
        told: &mut dyn FnMut(&Found<G>, bool),
    ) -> Option<Found<G>> {
        let before = self.ticket.used();
        let mut known = None;
        loop {
            let used = self.ticket.used() - before;
            let time = limits.time.map(|time| time.saturating_sub(used));
            let limits = Limits { time, stop: Some(self.ticket.stop()), ..limits.clone() };
            let before = self.nodes_so_far();
            let slice = Slice::<G> { before, nodes: self.nodes, told };
            let search = || engine.search(question, &limits, slice);
            let Some(report) = self.ticket.turn(search) else { return known };
            let made_room = report.stop == Stop::Asked && !self.ticket.is_cancelled();
            // Every turn begins anew, and the last one may have been short.
            let is_better =
                |known: &Found<G>| report.value.is_some() && report.depth >= known.depth;
            if known.as_ref().is_none_or(is_better) {
                known = Some(report);
            }
            if !made_room {
                break;
            }
        }
        let is_wanted = !self.ticket.is_cancelled();
        if let Some(report) = known.as_ref().filter(|report| is_wanted && report.value.is_some()) {
            told(report, true);
        }
        known
    }
}

/// One turn of a search: counts positions, and hands reports on.
struct Slice<'s, G: Listed> {
    nodes: &'s AtomicU64,
    /// How many positions there were before this turn.
    before: u64,
    told: &'s mut dyn FnMut(&Found<G>, bool),
}

impl<G: Listed> Observer<G::Position, G::Move, Value<i32>, i32> for Slice<'_, G> {
    fn event(&mut self, event: Event<'_, G::Position, G::Move, Value<i32>, i32>) {
        match event {
            Event::Progress { nodes, .. } => {
                self.nodes.store(self.before + nodes, Ordering::Relaxed);
            }
            Event::Report { report } => (self.told)(report, false),
            _ => {}
        }
    }
}

/// What the engine finds.
type Found<G> = Report<<G as Game>::Move, Value<i32>>;

/// A report, as the page shows it.
fn found<G: Listed>(
    engine: &Playing<G>,
    question: &Question<G::Position, G::Move>,
    position: &G::Position,
    report: &Found<G>,
) -> Json {
    let game = engine.game();
    let each = report.moves.iter().map(|&(mv, value)| {
        let mut line = score(engine, position, value);
        let moves = match Some(mv) == report.best {
            true => report.line.clone(),
            false => engine.line(question, mv, report.depth.max(1)),
        };
        line["move"] = json!(game.write_move(position, mv));
        line["line"] = json!(written(game, position, &moves[..moves.len().min(LINE)]));
        line
    });
    let lines: Vec<Json> = each.collect();
    json!({ "depth": report.depth, "exact": report.complete, "lines": lines })
}

/// A score for the player to move: as a number, in a few letters, and in words; and what the bar shows of it.
fn score<G: Listed>(engine: &Playing<G>, position: &G::Position, value: Value<i32>) -> Json {
    json!({
        "score": value.score(),
        "told": bar::told(engine, value),
        "trust": trust(value),
        "meaning": meaning(engine, value),
        "bar": bar::of_value(engine, position, value),
    })
}
