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
//!
//! The time of a search runs from when its command was read. The thread that searches is there all the time, because on a busy machine
//! one that is started anew waits longer for a processor than one that wakes up.

mod go;
mod hand;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::str::SplitWhitespace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use outplay::engine::{Config, Engine, Question, WIN};
use outplay::{
    Depth, Event as Told, Fail, Game, Limits, Observer, Past, Player, Report, Turn, Value, WithPast,
};
use outplay_games::catalogue::{self, Listed, Visitor};

use self::go::Go;
use self::hand::Hand;
use super::analyse::side;
use super::bench;
use crate::failure::Failure;
use crate::lines::{self, Line};
use crate::{games, machine};

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

/// After so long, the move that is being searched is told, and where the score lies.
const SLOW: Duration = Duration::from_secs(1);

/// The longest line that is read, in bytes: a game of three million moves.
const LONGEST_LINE: usize = 1 << 24;

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
        // Tables have a power of two of bytes.
        largest_table: 1 << machine::free_megabytes().ilog2(),
        threads: options.threads as usize,
        lines: 1,
        hand: Hand::new(Duration::from_millis(10)),
    };
    let (sender, events) = mpsc::channel();
    let mut events = Events {
        sender: sender.clone(),
        events,
        waiting: VecDeque::new(),
        stopped: 0,
        is_at_end: false,
    };
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
    /// A line, and when it was read.
    Line(String, Instant),
    /// A line was longer than any that is read.
    TooLong,
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
    /// How many of them were followed by `stop`: the searches that they begin end at once.
    stopped: usize,
    /// Whether all lines were read.
    is_at_end: bool,
}

/// Hands on all lines.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = match lines::next(&mut input, LONGEST_LINE) {
            Ok(Some(Line { is_cut: true, .. })) => Event::TooLong,
            Ok(Some(Line { bytes, .. })) => {
                let read = Instant::now();
                Event::Line(String::from_utf8_lossy(&bytes).into_owned(), read)
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
    /// The largest table that there was memory for when the program began.
    largest_table: usize,
    threads: usize,
    lines: usize,
    hand: Hand,
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
        thread::scope(|scope| {
            let mut session = Session {
                game,
                insight: Arc::new(game.insight()),
                scope,
                settings: self.0,
                events: self.1,
                engine: None,
                searcher: Searcher::start(scope),
                search: None,
                start: game.start(),
                moves: Vec::new(),
                position: Past::new(game.start()),
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
    insight: Arc<G::Insight>,
    scope: &'scope Scope<'scope, 'env>,
    settings: &'s mut Settings,
    events: &'s mut Events,
    /// Away while it searches, and not there before it is needed.
    engine: Option<Engine<G, G::Insight>>,
    searcher: Searcher<'scope, 'env, G>,
    search: Option<Running>,
    /// Where the game began, the moves since, and where they led.
    start: G::Position,
    moves: Vec<G::Move>,
    position: Past<G::Position>,
}

/// The thread that searches, and what goes there and comes back.
struct Searcher<'scope, 'env, G: Listed> {
    thread: ScopedJoinHandle<'scope, ()>,
    tasks: Sender<Task<'env, G>>,
    done: Receiver<Done<G>>,
}

/// What to search, and with what.
type Task<'env, G> = (Thinking<'env, G>, Engine<G, <G as Listed>::Insight>);

/// A search is over.
struct Done<G: Listed> {
    engine: Engine<G, G::Insight>,
    /// The longest time in which nothing could be done.
    pause: Duration,
}

impl<'scope, 'env, G: Listed> Searcher<'scope, 'env, G> {
    fn start(scope: &'scope Scope<'scope, 'env>) -> Self {
        let (tasks, waiting) = mpsc::channel::<Task<'env, G>>();
        let (sender, done) = mpsc::channel();
        let thread = scope.spawn(move || {
            for (thinking, engine) in waiting {
                // It also tells that a search has ended which panics.
                let _ending = Ending::of(&thinking);
                // If nobody listens any more, nobody waits for it.
                let _ = sender.send(thinking.run(engine));
            }
        });
        Searcher { thread, tasks, done }
    }
}

/// Tells that a search has ended, however it ends: whoever waits for a move gets one.
struct Ending {
    control: Arc<Control>,
    events: Sender<Event>,
    /// What to say if the search fails.
    answer: String,
}

impl Ending {
    fn of<G: Listed>(thinking: &Thinking<'_, G>) -> Ending {
        let first = thinking.game.write_uci(&thinking.position, thinking.first);
        Ending {
            control: Arc::clone(&thinking.control),
            events: thinking.events.clone(),
            answer: format!("bestmove {first}"),
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if thread::panicking() {
            self.control.finish();
            say(&self.answer);
        }
        let _ = self.events.send(Event::Done);
    }
}

/// A search under way.
struct Running {
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
                let is_stopped = self.events.stopped > 0;
                self.events.stopped = self.events.stopped.saturating_sub(1);
                // It has waited, but not because of its sender.
                if let Some(next) = self.obey(&line, Instant::now()) {
                    return Ok(next);
                }
                if is_stopped {
                    self.stop();
                }
                continue;
            }
            if self.events.is_at_end && self.search.is_none() {
                return Ok(Next::Quit);
            }
            match self.events.events.recv() {
                Ok(Event::Line(line, read)) => {
                    self.end_done_search();
                    let line = command(&line);
                    if self.has_to_wait(line) {
                        self.events.waiting.push_back(line.to_owned());
                    } else if let Some(next) = self.obey(line, read) {
                        return Ok(next);
                    }
                }
                Ok(Event::TooLong) => {
                    say(&format!(
                        "info string a line of more than {LONGEST_LINE} bytes is passed over"
                    ));
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

    /// Lets the search under way answer.
    fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Does what a line says that was read at some time.
    fn obey(&mut self, line: &str, read: Instant) -> Option<Next> {
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
                self.put(self.game.start(), Vec::new(), Past::new(self.game.start()));
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                    engine.warm_up();
                }
            }
            "position" => self.set_up(words),
            "go" => self.go(&Go::read(words), read),
            "stop" => {
                self.stop();
                self.events.stopped = self.events.waiting.len();
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
                match bench::measured(self.game, &self.insight, depth, self.settings.threads) {
                    Ok(measured) => say(&measured.to_string()),
                    Err(failure) => say(&format!("info string {failure}")),
                }
            }
            _ => {}
        }
        None
    }

    fn introduce(&self) {
        let Settings { game, table, largest_table, threads, lines, hand } = &*self.settings;
        let version = env!("CARGO_PKG_VERSION");
        let (table, overhead) = (table.min(largest_table), hand.overhead.as_millis());
        let is_960 = game == "chess960";
        let of_game = |(_, name): &&(&str, &str)| name == game || is_960 && *name == "chess";
        let variant = VARIANTS.iter().find(of_game).map_or(&game[..], |(variant, _)| variant);
        let variants: String =
            VARIANTS[..TOLD].iter().map(|(variant, _)| format!(" var {variant}")).collect();
        say(&format!(
            "id name Outplay {version}\nid author the authors of Outplay\n\
             option name Hash type spin default {table} min 1 max {largest_table}\n\
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
                let table = number(1, usize::MAX)?;
                self.end_search();
                if table != self.settings.table {
                    self.settings.table = table;
                    self.engine = None;
                    // Now, and not when a clock runs.
                    self.prepare();
                }
            }
            "clear hash" => {
                self.end_search();
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                    engine.warm_up();
                }
            }
            "threads" => self.settings.threads = number(1, 256)?,
            "multipv" => self.settings.lines = number(1, 256)?,
            "move overhead" => {
                self.settings.hand.overhead = Duration::from_millis(number(0, 10_000)? as u64);
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
        let start = match read {
            Ok(position) => position,
            Err(error) => return say(&format!("info string {error}")),
        };
        let (mut position, mut made) = (Past::new(start.clone()), Vec::new());
        for word in moves.iter().skip(1) {
            match self.game.read_uci(&position, word) {
                Ok(mv) => {
                    WithPast::new(self.game).play(&mut position, mv);
                    made.push(mv);
                }
                Err(error) => {
                    say(&format!("info string {error}"));
                    break;
                }
            }
        }
        self.put(start, made, position);
    }

    /// From now on, the game is the one that began at `start`, and came to `position` by these moves.
    fn put(&mut self, start: G::Position, moves: Vec<G::Move>, position: Past<G::Position>) {
        (self.start, self.moves, self.position) = (start, moves, position);
    }

    fn moves(&self, position: &Past<G::Position>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        WithPast::new(self.game).moves(position, &mut moves);
        moves
    }

    /// Makes sure that there is an engine. If there is no memory for its table, a smaller one has to do.
    fn prepare(&mut self) {
        if self.engine.is_some() {
            return;
        }
        let Settings { table: wanted, largest_table, .. } = *self.settings;
        self.settings.table = wanted.min(largest_table);
        while self.engine.is_none() {
            match machine::engine(self.game, &self.insight, self.settings.table) {
                Ok(engine) => {
                    engine.warm_up();
                    self.engine = Some(engine);
                }
                Err(_) if self.settings.table > 1 => self.settings.table /= 2,
                Err(error) => return say(&format!("info string there is no memory: {error}")),
            }
        }
        let got = self.settings.table;
        if got < wanted {
            say(&format!("info string there is no memory for {wanted} MB: {got} MB are used"));
        }
    }

    /// Begins a search. Its time runs since the command was read.
    fn go(&mut self, go: &Go, read: Instant) {
        self.end_search();
        let mut question = Question::after(self.start.clone(), self.moves.clone());
        let mut position = self.position.clone();
        let mut moves = self.moves(&position);
        if moves.is_empty() {
            position = Past::new(self.game.anew(&position));
            moves = self.moves(&position);
            question = Question::at(position.position().clone());
        }
        self.prepare();
        if moves.is_empty() || self.engine.is_none() {
            return self.refuse(&position, &moves);
        }
        let meant = |text: &String| self.game.read_uci(&position, text).ok();
        question.only = go.only.iter().filter_map(meant).collect();
        question.lines = self.settings.lines;
        let Turn::Player(player) = self.game.turn(&position) else { return };
        let Settings { threads, hand, .. } = *self.settings;
        let control = Arc::new(Control::default());
        control.state().waits = go.is_endless() || go.ponders;
        let mut limits = go.limits(player, hand, read);
        if limits.clock.is_some() && moves.len() == 1 {
            // There is nothing to think about, but something to say.
            limits.depth = Some(Depth::plies(4));
        }
        limits.stop = Some(Arc::clone(&control.stop));
        let config = Config { threads, ..Config::default() };
        let Some(mut engine) = self.engine.take() else { return };
        // Who asks for a mate in so many moves wants no move left out.
        engine.set_config(if go.mate.is_some() { config.plain() } else { config });
        let thinking = Thinking {
            game: self.game,
            first: question.only.first().copied().unwrap_or(moves[0]),
            question,
            position: position.position().clone(),
            limits,
            mate: go.mate,
            started: read,
            control: Arc::clone(&control),
            events: self.events.sender.clone(),
        };
        let can_be_hit = go.ponders && !go.is_endless();
        let after_hit = can_be_hit.then(|| go.after_hit(player, hand));
        self.search = Some(Running { control, after_hit });
        // If nobody takes it, that is noticed when it is to end.
        let _ = self.searcher.tasks.send((thinking, engine));
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
        let Some(Running { control, .. }) = self.search.take() else { return };
        control.stop();
        match self.searcher.done.recv() {
            Ok(Done { engine, pause }) => {
                self.engine = Some(engine);
                self.settings.hand.learn(pause);
            }
            Err(_) => {
                say("info string the search has failed");
                let failed = mem::replace(&mut self.searcher, Searcher::start(self.scope));
                let _ = failed.thread.join();
            }
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
    question: Question<G::Position, G::Move>,
    /// The position that the question is about.
    position: G::Position,
    limits: Limits,
    /// A mate in so many moves is enough.
    mate: Option<u32>,
    /// What to play if nothing is found.
    first: G::Move,
    started: Instant,
    control: Arc<Control>,
    events: Sender<Event>,
}

impl<G: Listed> Thinking<'_, G> {
    fn run(self, engine: Engine<G, G::Insight>) -> Done<G> {
        let mut telling = Telling {
            thinking: &self,
            engine: &engine,
            depth: 0,
            farthest: 0,
            nodes: 0,
            pause: Duration::ZERO,
        };
        let report = engine.search(&self.question, &self.limits, &mut telling);
        let pause = telling.pause;
        self.control.wait_for_release();
        let released = Instant::now();
        let best = report.best.unwrap_or(self.first);
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
        Done { engine, pause: pause.max(released.elapsed()) }
    }

    /// In how many moves the player to move mates, or is mated, if the score says so.
    fn mate_in(&self, score: i32) -> Option<i32> {
        let plies = WIN - score.abs();
        let counts = self.game.counts_plies() && plies < NEAR_A_WIN;
        counts.then(|| if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
    }

    fn score(&self, score: i32, side: Option<Fail>) -> String {
        let score = match self.mate_in(score) {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {score}"),
        };
        let bound = match side {
            None => "",
            Some(Fail::High) => " lowerbound",
            Some(Fail::Low) => " upperbound",
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

/// Tells the other program what the engine tells.
struct Telling<'t, 'env, G: Listed> {
    thinking: &'t Thinking<'env, G>,
    engine: &'t Engine<G, G::Insight>,
    /// The iteration that is under way.
    depth: u32,
    farthest: u32,
    nodes: u64,
    /// The longest time in which the search could do nothing.
    pause: Duration,
}

type Found<G> = Report<<G as Game>::Move, Value<i32>>;

impl<G: Listed> Observer<G::Position, G::Move, Value<i32>, i32> for Telling<'_, '_, G> {
    fn event(&mut self, event: Told<'_, G::Position, G::Move, Value<i32>, i32>) {
        match event {
            Told::Iteration { depth } => self.depth = depth,
            Told::Progress { nodes, farthest, pause } => {
                (self.nodes, self.farthest, self.pause) = (nodes, farthest, pause);
            }
            Told::RootMove { by, number, .. } if self.is_slow() => {
                let mv = self.thinking.game.write_uci(&self.thinking.position, by);
                say(&format!("info depth {} currmove {mv} currmovenumber {number}", self.depth));
            }
            Told::Outside { fail, score, .. } if self.is_slow() => {
                let score = self.thinking.score(score, Some(fail));
                say(&format!("info depth {} score {score} {}", self.depth, self.cost(self.nodes)));
            }
            Told::Report { report } => {
                self.lines(report).iter().for_each(|line| say(line));
                self.stop_if_mate(report);
            }
            _ => {}
        }
    }
}

impl<G: Listed> Telling<'_, '_, G> {
    /// One line for each of the best moves.
    fn lines(&self, report: &Found<G>) -> Vec<String> {
        let Telling { thinking, engine, .. } = self;
        let asked = thinking.question.lines;
        let (depth, farthest) = (report.depth, self.farthest.max(report.depth));
        let cost = self.cost(report.counts.generated);
        let told = report.moves.iter().take(asked).zip(1..).map(|(&(mv, value), number)| {
            let line = match report.line.first() == Some(&mv) {
                true => report.line.clone(),
                false => engine.line(&thinking.question, mv, report.depth),
            };
            let multi = if asked > 1 { format!(" multipv {number}") } else { String::new() };
            let score = thinking.score(value.score(), side(engine, value));
            let line = thinking.written(&line).join(" ");
            format!("info depth {depth} seldepth {farthest}{multi} score {score} {cost} pv {line}")
        });
        told.collect()
    }

    /// Whether it takes so long that whoever looks at the screen wants to know what happens.
    fn is_slow(&self) -> bool {
        self.thinking.started.elapsed() > SLOW
    }

    /// What it has taken so far.
    fn cost(&self, nodes: u64) -> String {
        let time = self.thinking.started.elapsed();
        let rate = (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        let full = self.engine.hash_full();
        format!("nodes {nodes} nps {rate} hashfull {full} time {}", time.as_millis())
    }

    fn stop_if_mate(&self, report: &Found<G>) {
        let Thinking { mate, control, .. } = self.thinking;
        let is_found =
            |value: Value<i32>| matches!(self.thinking.mate_in(value.score()), Some(1..));
        if mate.is_some() && report.value.is_some_and(is_found) {
            control.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_follow_rubbish() {
        assert_eq!(command("joho debug on\n"), "debug on\n");
        assert_eq!(command("  go   depth 3"), "go   depth 3");
        assert_eq!(command("\u{feff}\u{e9} stopp"), "");
    }
}
