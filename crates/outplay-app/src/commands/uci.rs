//! `outplay uci`: plays through the Universal Chess Interface, on standard input and output, so that boards on the screen and
//! referees of matches can use the engine.
//!
//! Reference: Meyer-Kahlen, *Description of the Universal Chess Interface*, 2004. The protocol is made for chess, but a game is
//! only moves and positions as text there, so that every game of the catalogue can be played; the option `UCI_Variant` changes
//! from one to another.
//!
//! One thread reads commands, one searches, and one does what the commands say. Whoever searches owns the engine, and gives it back
//! at the end; so a command that needs the engine waits until then, while others (`stop`, `isready`) are obeyed at once. What is not
//! understood is passed over, as the protocol has it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::str::SplitWhitespace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use outplay::engine::{Config, Engine, Insight, Progress, WIN};
use outplay::{Bound, Clock, Depth, Limits, Player, Report, Turn};
use outplay_games::catalogue::{self, Listed, Visitor};

use super::bench;
use crate::failure::Failure;
use crate::games;
use crate::lines::{self, Line};

const NOTES: &str = "\
The program reads commands and answers them, until `quit` or the end of the input. Beside those of the protocol there are
`d`, which shows the position, and `bench`, which measures the search on some positions and prints a signature: how many
positions were looked at.

Options that can be set: Hash (megabytes), Threads, MultiPV, Move Overhead (milliseconds), Ponder, UCI_Chess960,
UCI_Variant (chess, tictactoe, cfour, flipello).";

/// The games by the names that programs for chess and its relatives have for them.
const VARIANTS: [(&str, &str); 7] = [
    ("chess", "chess"),
    ("tictactoe", "tic-tac-toe"),
    ("cfour", "connect-four"),
    ("flipello", "othello"),
    ("othello", "othello"),
    ("fischerandom", "chess960"),
    ("chess960", "chess960"),
];

/// How many of them are told: the others are read as well.
const TOLD: usize = 4;

/// Scores this near to a win count plies.
const NEAR_A_WIN: i32 = 2_000;

/// The largest table, in megabytes.
const LARGEST_TABLE: usize = 1 << 20;

/// More than anybody waits.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The options of `outplay uci`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name
    #[arg(default_value = "chess")]
    game: String,
    /// How many threads search, if the other program does not say so
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The size of the table in megabytes, if the other program does not say so
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    table: u32,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let mut settings = Settings {
        game: options.game.clone(),
        table: options.table as usize,
        threads: options.threads as usize,
        lines: 1,
        overhead: Duration::from_millis(10),
    };
    let (sender, events) = mpsc::channel();
    let mut events =
        Events { sender: sender.clone(), events, waiting: VecDeque::new(), is_at_end: false };
    // It is not waited for: it may never be told that nobody listens any more.
    thread::spawn(move || read_lines(&sender));
    loop {
        let name = settings.game.clone();
        match games::visit(&name, Serve(&mut settings, &mut events))?? {
            // All has been said already.
            Next::Quit => return Ok(String::new()),
            Next::Play(game) => settings.game = game,
        }
    }
}

/// What happens.
enum Event {
    Line(String),
    /// The search is done.
    Done,
    /// There are no more lines: the end of the input, or an error.
    End(Option<io::Error>),
}

/// What happens, and what has not been done yet.
struct Events {
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Commands that wait for a search to be done.
    waiting: VecDeque<String>,
    /// Whether all lines were read.
    is_at_end: bool,
}

/// Hands on all lines.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match lines::next(&mut input) {
            Ok(Some(Line { bytes, .. })) => {
                Event::Line(String::from_utf8_lossy(&bytes).into_owned())
            }
            Ok(None) => Event::End(None),
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// What can be set.
#[derive(Clone, Debug)]
struct Settings {
    game: String,
    table: usize,
    threads: usize,
    lines: usize,
    overhead: Duration,
}

/// What comes after a session.
enum Next {
    Quit,
    /// The same with another game.
    Play(String),
}

struct Serve<'s>(&'s mut Settings, &'s mut Events);

impl Visitor for Serve<'_> {
    type Output = Result<Next, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let insight = game.insight();
        thread::scope(|scope| {
            let mut session = Session {
                game,
                insight: &insight,
                scope,
                settings: self.0,
                events: self.1,
                engine: None,
                search: None,
                position: game.start(),
            };
            let next = session.serve();
            session.end_search();
            next
        })
    }
}

/// Says a line, if anybody still listens.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// One game after the other, with one other program.
struct Session<'scope, 'env, 's, G: Listed> {
    game: &'env G,
    insight: &'env G::Insight,
    scope: &'scope Scope<'scope, 'env>,
    settings: &'s mut Settings,
    events: &'s mut Events,
    /// Away while it searches, and not there before it is needed.
    engine: Option<Engine<'env, G, G::Insight>>,
    search: Option<Running<'scope, 'env, G>>,
    position: G::Position,
}

/// A search under way.
struct Running<'scope, 'env, G: Listed> {
    thread: ScopedJoinHandle<'scope, Engine<'env, G, G::Insight>>,
    control: Arc<Control>,
    /// How long to think once the other player has made the move that was expected, if this waits for that.
    after_hit: Option<Duration>,
}

/// What the two threads tell each other.
#[derive(Debug, Default)]
struct Control {
    stop: Arc<AtomicBool>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the answer has to wait until it is asked for.
    waits: bool,
    is_done: bool,
}

impl Control {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the answer out as soon as there is one.
    fn release(&self) {
        self.state().waits = false;
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.release();
    }

    fn wait_for_release(&self) {
        let mut state = self.state();
        while state.waits {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self) {
        self.state().is_done = true;
        self.changed.notify_all();
    }

    /// Stops a search that is not done after some time.
    fn stop_after(&self, time: Duration) {
        let state = self.state();
        let waited = self.changed.wait_timeout_while(state, time, |state| !state.is_done);
        if waited.is_ok_and(|(state, _)| !state.is_done) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What a `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Go {
    only: Vec<String>,
    ponders: bool,
    is_infinite: bool,
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    time: Option<Duration>,
}

impl Go {
    fn read(words: SplitWhitespace<'_>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponders = true,
                "infinite" => go.is_infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        go.only.push(mv.to_owned());
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    let number = words.peek().and_then(|text| text.parse::<i64>().ok());
                    let Some(number) = number else { continue };
                    words.next();
                    go.set(word, number);
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: i64) {
        let count = u64::try_from(number).unwrap_or(0);
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        let time = Duration::from_millis(count).min(LONGEST);
        match word {
            "wtime" => self.times[0] = Some(time),
            "btime" => self.times[1] = Some(time),
            "winc" => self.increments[0] = time,
            "binc" => self.increments[1] = time,
            "movestogo" => self.moves = Some(small).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(count.max(1)),
            "mate" => self.mate = Some(small.max(1)),
            "movetime" => self.time = Some(time),
            _ => {}
        }
    }

    /// The clock of a player, without what it takes to get an answer across.
    fn clock(&self, player: Player, overhead: Duration) -> Option<Clock> {
        // Who is told only the other one's clock takes it for theirs.
        let times = [self.times[player.index()], self.times[player.other().index()]];
        let left = times.into_iter().flatten().next()?.saturating_sub(overhead);
        Some(Clock { left, increment: self.increments[player.index()], moves: self.moves })
    }

    fn limits(&self, player: Player, overhead: Duration) -> Limits {
        let free = self.is_infinite || self.ponders;
        let time = self.time.filter(|_| !free);
        let shortest = Duration::from_millis(1);
        // A mate in three moves takes five plies.
        let mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        Limits {
            depth: [self.depth, mate].into_iter().flatten().min().map(Depth::plies),
            nodes: self.nodes,
            time: time.map(|time| time.saturating_sub(overhead).max(shortest)),
            clock: self.clock(player, overhead).filter(|_| !free),
            stop: None,
        }
    }

    /// Whether it would go on for ever.
    fn is_endless(&self) -> bool {
        let is_limited = self.times.iter().any(Option::is_some)
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.time.is_some();
        self.is_infinite || !is_limited
    }

    /// How long to think after the expected move was made.
    fn after_hit(&self, player: Player, overhead: Duration) -> Duration {
        let time = self.time.map(|time| time.saturating_sub(overhead));
        time.or(self.clock(player, overhead).map(Clock::soft)).unwrap_or(LONGEST)
    }
}

const KEYWORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// The commands that are understood.
const COMMANDS: [&str; 14] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "bench",
    "exit",
];

impl<'scope, 'env, G: Listed> Session<'scope, 'env, '_, G> {
    /// Answers until nobody asks any more.
    fn serve(&mut self) -> Result<Next, Failure> {
        loop {
            // What waits for it was sent after it, and nobody will stop it.
            if self.events.is_at_end || !self.events.waiting.is_empty() {
                self.end_endless_search();
            }
            // What waits comes first, if it can be done.
            if self.search.is_none()
                && let Some(line) = self.events.waiting.pop_front()
            {
                match self.obey(&line) {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            if self.events.is_at_end && self.search.is_none() {
                return Ok(Next::Quit);
            }
            match self.events.events.recv() {
                Ok(Event::Line(line)) => {
                    self.end_done_search();
                    let line = command(&line);
                    if self.has_to_wait(line) {
                        self.events.waiting.push_back(line.to_owned());
                    } else if let Some(next) = self.obey(line) {
                        return Ok(next);
                    }
                }
                Ok(Event::Done) => self.end_done_search(),
                Ok(Event::End(Some(error))) => {
                    return Err(Failure::input(format!("cannot read the commands: {error}")));
                }
                // Whoever has sent all commands at once waits for the answer to the last, but nobody says `stop` any more.
                Ok(Event::End(None)) | Err(_) => self.events.is_at_end = true,
            }
        }
    }

    /// Whether a command cannot be obeyed yet.
    fn has_to_wait(&mut self, line: &str) -> bool {
        let command = line.split_whitespace().next().unwrap_or("");
        if !matches!(command, "setoption" | "ucinewgame" | "position" | "go" | "bench" | "d") {
            return false;
        }
        if command != "d" && command != "position" {
            self.end_endless_search();
        }
        let is_first = self.events.waiting.is_empty() && matches!(command, "d" | "position");
        self.search.is_some() && !is_first
    }

    /// Stops a search that only a command can end, because that was forgotten.
    fn end_endless_search(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.control.state().waits) {
            self.end_search();
        }
    }

    fn end_done_search(&mut self) {
        // It may have been ended, and another one begun, since it said so.
        if self.search.as_ref().is_some_and(|search| search.control.state().is_done) {
            self.end_search();
        }
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Option<Next> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "uci" => self.introduce(),
            "isready" => {
                // To be ready is to have a table, unless that is away searching.
                if self.search.is_none() {
                    self.prepare();
                }
                say("readyok");
            }
            "setoption" => return self.set(&words.collect::<Vec<_>>()),
            "ucinewgame" => {
                self.end_search();
                self.position = self.game.start();
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            "position" => self.set_up(words),
            "go" => self.go(&Go::read(words)),
            "stop" => {
                if let Some(search) = &self.search {
                    search.control.stop();
                }
            }
            "ponderhit" => self.hit(),
            "quit" | "exit" => {
                self.end_search();
                return Some(Next::Quit);
            }
            "d" => {
                say(&self.game.picture(&self.position));
                say(&self.game.write_position(&self.position));
            }
            "bench" => {
                self.end_search();
                let depth = words.next().and_then(|word| word.parse().ok());
                let depth = depth.unwrap_or(bench::DEPTH).clamp(1, 100);
                match bench::measured(self.game, self.insight, depth, self.settings.threads) {
                    Ok(measured) => say(&measured.to_string()),
                    Err(failure) => say(&format!("info string {failure}")),
                }
            }
            _ => {}
        }
        None
    }

    fn introduce(&self) {
        let Settings { game, table, threads, lines, overhead } = &*self.settings;
        let version = env!("CARGO_PKG_VERSION");
        let overhead = overhead.as_millis();
        let is_960 = game == "chess960";
        let of_game = |(_, name): &&(&str, &str)| name == game || is_960 && *name == "chess";
        let variant = VARIANTS.iter().find(of_game).map_or(&game[..], |(variant, _)| variant);
        let variants: String =
            VARIANTS[..TOLD].iter().map(|(variant, _)| format!(" var {variant}")).collect();
        say(&format!(
            "id name Outplay {version}\nid author the authors of Outplay\n\
             option name Hash type spin default {table} min 1 max {LARGEST_TABLE}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {threads} min 1 max 256\n\
             option name MultiPV type spin default {lines} min 1 max 256\n\
             option name Ponder type check default false\n\
             option name Move Overhead type spin default {overhead} min 0 max 10000\n\
             option name UCI_Chess960 type check default {is_960}\n\
             option name UCI_Variant type combo default {variant}{variants}\n\
             uciok"
        ));
    }

    /// `name X value Y`, where both may be several words.
    fn set(&mut self, words: &[&str]) -> Option<Next> {
        let name_at = words.iter().position(|word| *word == "name")? + 1;
        let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name = words.get(name_at..value_at)?.join(" ").to_ascii_lowercase();
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let number = |low: usize, high: usize| {
            value
                .parse::<i64>()
                .ok()
                .map(|number| usize::try_from(number.max(0)).unwrap_or(usize::MAX).clamp(low, high))
        };
        match name.as_str() {
            "hash" => {
                let table = number(1, LARGEST_TABLE)?;
                self.end_search();
                if table != self.settings.table {
                    self.settings.table = table;
                    self.engine = None;
                }
            }
            "clear hash" => {
                self.end_search();
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            "threads" => self.settings.threads = number(1, 256)?,
            "multipv" => self.settings.lines = number(1, 256)?,
            "move overhead" => {
                self.settings.overhead = Duration::from_millis(number(0, 10_000)? as u64);
            }
            "uci_chess960" => {
                let game = match (&self.settings.game[..], value.eq_ignore_ascii_case("true")) {
                    ("chess", true) => "chess960",
                    ("chess960", false) => "chess",
                    _ => return None,
                };
                return Some(self.change_to(game));
            }
            "uci_variant" => {
                let is_meant = |(variant, game): &&(&str, &str)| {
                    variant.eq_ignore_ascii_case(&value) || game.eq_ignore_ascii_case(&value)
                };
                let (_, game) = VARIANTS.iter().find(is_meant)?;
                let is_same = *game == self.settings.game
                    || *game == "chess" && self.settings.game == "chess960";
                return (!is_same).then(|| self.change_to(game));
            }
            _ => {}
        }
        None
    }

    fn change_to(&mut self, game: &str) -> Next {
        self.end_search();
        debug_assert!(catalogue::GAMES.iter().any(|entry| entry.name == game), "{game} is listed");
        Next::Play(game.to_owned())
    }

    /// `startpos` or `fen ...`, then `moves ...`. What is wrong is said, and what comes before it counts.
    fn set_up(&mut self, words: SplitWhitespace<'_>) {
        let words: Vec<&str> = words.collect();
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let place = place.strip_prefix(&["fen"]).unwrap_or(place).join(" ");
        let read = match place.as_str() {
            "" => return,
            "startpos" => Ok(self.game.start()),
            text => self.game.read_position(text),
        };
        let mut position = match read {
            Ok(position) => position,
            Err(error) => return say(&format!("info string {error}")),
        };
        for word in moves.iter().skip(1) {
            match self.game.read_uci(&position, word) {
                Ok(mv) => self.game.play(&mut position, mv),
                Err(error) => {
                    say(&format!("info string {error}"));
                    break;
                }
            }
        }
        self.position = position;
    }

    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// Makes sure that there is an engine. If there is no memory for its table, a smaller one has to do.
    fn prepare(&mut self) {
        while self.engine.is_none() {
            match Engine::new(self.game, self.insight, self.settings.table) {
                Ok(engine) => self.engine = Some(engine),
                Err(_) if self.settings.table > 1 => {
                    self.settings.table /= 2;
                    say(&format!("info string only {} MB are used", self.settings.table));
                }
                Err(error) => return say(&format!("info string there is no memory: {error}")),
            }
        }
    }

    fn go(&mut self, go: &Go) {
        self.end_search();
        let mut position = self.position.clone();
        let mut moves = self.moves(&position);
        if moves.is_empty() {
            position = self.game.anew(&position);
            moves = self.moves(&position);
        }
        self.prepare();
        if moves.is_empty() || self.engine.is_none() {
            return self.refuse(&position, &moves);
        }
        let read = |text: &String| self.game.read_uci(&position, text).ok();
        let only: Vec<G::Move> = go.only.iter().filter_map(read).collect();
        let Turn::Player(player) = self.game.turn(&position) else { return };
        let Settings { threads, lines, overhead, .. } = *self.settings;
        let control = Arc::new(Control::default());
        control.state().waits = go.is_endless() || go.ponders;
        let mut limits = go.limits(player, overhead);
        if limits.clock.is_some() && moves.len() == 1 {
            // There is nothing to think about, but something to say.
            limits.depth = Some(Depth::plies(4));
        }
        limits.stop = Some(Arc::clone(&control.stop));
        // The engine compares as many moves as it is told to: all of them, if some do not count.
        let compared = if only.is_empty() { lines.min(moves.len()) } else { moves.len() };
        let config = Config { threads, lines: compared, ..Config::default() };
        // Who asks for a mate in so many moves wants no move left out.
        let config = if go.mate.is_some() { config.plain() } else { config };
        let Some(engine) = self.engine.take() else { return };
        let engine = engine.config(config).limits(limits);
        let thinking = Thinking {
            game: self.game,
            position,
            only,
            lines,
            mate: go.mate,
            first: moves[0],
            started: Instant::now(),
            control: Arc::clone(&control),
            events: self.events.sender.clone(),
        };
        let thread = self.scope.spawn(move || thinking.run(engine));
        let can_be_hit = go.ponders && !go.is_endless();
        let after_hit = can_be_hit.then(|| go.after_hit(player, overhead));
        self.search = Some(Running { thread, control, after_hit });
    }

    /// Answers without a search: the game is over, or there is no memory.
    fn refuse(&self, position: &G::Position, moves: &[G::Move]) {
        match moves.first() {
            Some(&mv) => say(&format!("bestmove {}", self.game.write_uci(position, mv))),
            None => {
                let player = match self.game.turn(position) {
                    Turn::Player(player) => player,
                    Turn::Chance => Player::MAX,
                };
                let is_lost = self.game.payoff(position, player) < 0.0;
                say(&format!("info depth 0 score {}", if is_lost { "mate 0" } else { "cp 0" }));
                say("bestmove (none)");
            }
        }
    }

    /// The other player has made the move that was expected: from now on the clock runs.
    fn hit(&mut self) {
        let Some(Running { control, after_hit, .. }) = &mut self.search else { return };
        let Some(time) = after_hit.take() else { return };
        control.release();
        let control = Arc::clone(control);
        self.scope.spawn(move || control.stop_after(time));
    }

    /// Ends a search, with its answer.
    fn end_search(&mut self) {
        let Some(Running { thread, control, .. }) = self.search.take() else { return };
        control.stop();
        match thread.join() {
            Ok(engine) => self.engine = Some(engine),
            Err(_) => say("info string the search has failed"),
        }
    }
}

/// A line from its first word that is a command.
fn command(line: &str) -> &str {
    let is_command = |word: &&str| COMMANDS.contains(word);
    let first = line.split_whitespace().find(is_command);
    // Words are parts of the line, so that their places are known.
    first.map_or("", |word| &line[word.as_ptr() as usize - line.as_ptr() as usize..])
}

/// A search, as its thread sees it.
struct Thinking<'env, G: Listed> {
    game: &'env G,
    position: G::Position,
    /// The moves that count; all of them, if there are none.
    only: Vec<G::Move>,
    lines: usize,
    /// A mate in so many moves is enough.
    mate: Option<u32>,
    first: G::Move,
    started: Instant,
    control: Arc<Control>,
    events: Sender<Event>,
}

impl<'env, G: Listed> Thinking<'env, G> {
    fn run(self, engine: Engine<'env, G, G::Insight>) -> Engine<'env, G, G::Insight> {
        let progress = Progress::default();
        let report = engine.search(&self.position, &progress, |report| {
            for line in self.told(&engine, report, &progress) {
                say(&line);
            }
            let is_found = |value: Bound<i32>| matches!(self.mate_in(value.score()), Some(1..));
            if self.mate.is_some() && report.value.is_some_and(is_found) {
                self.control.stop.store(true, Ordering::Relaxed);
            }
        });
        self.control.wait_for_release();
        let best = self.counting(&report).first().map(|&(mv, _)| mv).or(report.best);
        let best = best.filter(|mv| self.only.is_empty() || self.only.contains(mv));
        let best = best.or(self.only.first().copied()).unwrap_or(self.first);
        let mut answer = format!("bestmove {}", self.game.write_uci(&self.position, best));
        if let [first, second, ..] = report.line[..]
            && first == best
        {
            let mut position = self.position.clone();
            self.game.play(&mut position, best);
            answer += &format!(" ponder {}", self.game.write_uci(&position, second));
        }
        // Whoever reads the answer may ask for more at once, and then this is over.
        self.control.finish();
        say(&answer);
        // If nobody listens any more, nobody waits for it.
        let _ = self.events.send(Event::Done);
        engine
    }

    /// The moves that count, the best first.
    fn counting(&self, report: &Report<G::Move, Bound<i32>>) -> Vec<(G::Move, Bound<i32>)> {
        let counts = |mv: &G::Move| self.only.is_empty() || self.only.contains(mv);
        let mut moves: Vec<_> = report.moves.iter().copied().filter(|(mv, _)| counts(mv)).collect();
        let by_score = |(_, value): &(G::Move, Bound<i32>)| std::cmp::Reverse(value.score());
        match &mut moves[..] {
            // The engine has the best in front.
            [_, others @ ..] if self.only.is_empty() => {
                let compared = others.len().min(self.lines.saturating_sub(1));
                others[..compared].sort_by_key(by_score);
            }
            all => all.sort_by_key(by_score),
        }
        moves
    }

    /// One line for each of the best moves.
    fn told(
        &self,
        engine: &Engine<'env, G, G::Insight>,
        report: &Report<G::Move, Bound<i32>>,
        progress: &Progress,
    ) -> Vec<String> {
        let farthest = progress.farthest().max(report.depth);
        let (nodes, time) = (report.counts.generated, self.started.elapsed());
        let rate = (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        let moves = self.counting(report);
        let told = moves.iter().take(self.lines).zip(1..).map(|(&(mv, value), number)| {
            let line = match report.line.first() == Some(&mv) {
                true => report.line.clone(),
                false => engine.line(&self.position, mv, report.depth),
            };
            let multi = if self.lines > 1 { format!(" multipv {number}") } else { String::new() };
            format!(
                "info depth {} seldepth {farthest}{multi} score {} nodes {nodes} nps {rate} hashfull {} time {} pv {}",
                report.depth,
                self.score(value),
                engine.filled(),
                time.as_millis(),
                self.written(&line).join(" "),
            )
        });
        told.collect()
    }

    /// In how many moves the player to move mates, or is mated, if the score says so.
    fn mate_in(&self, score: i32) -> Option<i32> {
        let plies = WIN - score.abs();
        let counts = <G::Insight as Insight<G>>::COUNTS_PLIES && plies < NEAR_A_WIN;
        counts.then(|| if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
    }

    fn score(&self, value: Bound<i32>) -> String {
        let score = match self.mate_in(value.score()) {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", value.score()),
        };
        let bound = match value {
            Bound::Exact(_) => "",
            Bound::AtLeast(_) => " lowerbound",
            Bound::AtMost(_) => " upperbound",
        };
        score + bound
    }

    fn written(&self, line: &[G::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let each = line.iter().map(|&mv| {
            let text = self.game.write_uci(&position, mv);
            self.game.play(&mut position, mv);
            text
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::read(text.split_whitespace())
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let read =
            go("wtime 60000 btime 30000 winc 100 movestogo 20 searchmoves e2e4 d2d4 depth 9");
        assert_eq!(read.only, ["e2e4", "d2d4"]);
        assert_eq!(read.depth, Some(9));
        let clock = read.clock(Player::MAX, Duration::from_millis(10)).unwrap();
        assert_eq!((clock.left, clock.moves), (Duration::from_millis(59_990), Some(20)));
        assert_eq!(clock.increment, Duration::from_millis(100));
        assert!(!read.is_endless());
    }

    #[test]
    fn a_command_may_follow_rubbish() {
        assert_eq!(command("joho debug on\n"), "debug on\n");
        assert_eq!(command("  go   depth 3"), "go   depth 3");
        assert_eq!(command("\u{feff}\u{e9} stopp"), "");
    }

    #[test]
    fn rubbish_is_passed_over() {
        assert_eq!(go("wtime x depth depth 5 hello -3"), Go { depth: Some(5), ..Go::default() });
        assert!(go("").is_endless() && go("infinite depth 3").is_endless());
        // Only one clock is told: it counts for both.
        let one = go("wtme 1 btime 100").limits(Player::MAX, Duration::ZERO);
        assert_eq!(one.clock.map(|clock| clock.left), Some(Duration::from_millis(100)));
        // A clock may have run out.
        let late = go("wtime -50 btime 100");
        assert_eq!(late.times[0], Some(Duration::ZERO));
        let limits = late.limits(Player::MAX, Duration::from_secs(1));
        assert_eq!(limits.clock.map(|clock| clock.left), Some(Duration::ZERO));
        go("nodes 99999999999999999999 movetime 9223372036854775807 mate 4294967295 depth 0")
            .limits(Player::MIN, Duration::ZERO);
    }

    #[test]
    fn who_ponders_has_no_clock_yet() {
        let pondering = go("ponder wtime 30000 btime 30000");
        assert_eq!(pondering.limits(Player::MAX, Duration::ZERO).clock, None);
        assert_eq!(pondering.after_hit(Player::MAX, Duration::ZERO), Duration::from_millis(720));
        assert_eq!(go("ponder").after_hit(Player::MAX, Duration::ZERO), LONGEST);
        let limits = go("mate 3").limits(Player::MAX, Duration::ZERO);
        assert_eq!(limits.depth, Some(Depth::plies(5)));
    }
}
