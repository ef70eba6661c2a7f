//! A session: one game after the other, with one other program.

use std::ops::ControlFlow;
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use outplay::face::{self, AnyGame, Choice, Question};
use outplay::{Depth, Limits, Turn};

use super::super::bench;
use super::events::{Event, Events, LONGEST_LINE, command};
use super::go::Go;
use super::kept::Kept;
use super::searcher::{Control, Done, Running, Searcher};
use super::settings::{Setting, Settings};
use super::thinking::Thinking;
use super::{say, variants};
use crate::failure::Failure;
use crate::tables;

/// One game after the other, with one other program.
pub(super) struct Session {
    game: Arc<dyn AnyGame>,
    /// The game under way.
    position: Box<dyn face::Session>,
    settings: Settings,
    events: Events,
    kept: Kept,
    searcher: Searcher,
    search: Option<Running>,
}

impl Session {
    pub(super) fn new(game: Arc<dyn AnyGame>, settings: Settings, events: Events) -> Session {
        Session {
            position: game.start(),
            game,
            settings,
            events,
            kept: Kept::nothing(),
            searcher: Searcher::start(),
            search: None,
        }
    }

    /// Answers until nobody asks any more.
    pub(super) fn serve(mut self) -> Result<(), Failure> {
        loop {
            // What waits for it was sent after it, and nobody will stop it.
            if self.events.is_at_end || !self.events.waiting.is_empty() {
                self.end_endless_search();
            }
            // What waits comes first, if it can be done.
            let next = if self.search.is_none() { self.events.next_waiting() } else { None };
            let flow = match next {
                Some((line, is_stopped)) => {
                    // It has waited, but not because of its sender.
                    let flow = self.obey(&line, Instant::now());
                    if is_stopped {
                        self.stop();
                    }
                    flow
                }
                None if self.events.is_at_end && self.search.is_none() => ControlFlow::Break(()),
                None => self.handle_event()?,
            };
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    fn handle_event(&mut self) -> Result<ControlFlow<()>, Failure> {
        match self.events.next() {
            Event::Line(line, read) => {
                self.end_done_search();
                let line = command(&line);
                if self.has_to_wait(line, read) {
                    self.events.waiting.push_back(line.to_owned());
                } else {
                    return Ok(self.obey(line, read));
                }
            }
            Event::TooLong => {
                let what = format!("a line of more than {LONGEST_LINE} bytes is passed over");
                say(&format!("info string {what}"));
            }
            Event::Done => self.end_done_search(),
            Event::Impatience => self.stop_all(),
            Event::End(Some(error)) => {
                self.end_search();
                return Err(Failure::input(format!("cannot read the commands: {error}")));
            }
            // Whoever has sent all commands at once waits for the answer to the last, but nobody says `stop` any more.
            Event::End(None) => self.events.is_at_end = true,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether a command, read at some time, cannot be obeyed yet.
    fn has_to_wait(&mut self, line: &str, read: Instant) -> bool {
        let command = line.split_whitespace().next().unwrap_or("");
        match command {
            "d" | "position" => self.search.is_some() && !self.events.waiting.is_empty(),
            "setoption" | "ucinewgame" | "go" | "bench" | "quit" | "exit" => {
                self.end_endless_search();
                let waits = self.search.is_some();
                if waits && matches!(command, "quit" | "exit") {
                    self.events.quit_later(read);
                }
                waits
            }
            _ => false,
        }
    }

    /// Stops a search that only a command can end, because that was forgotten.
    fn end_endless_search(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.control.waits()) {
            self.end_search();
        }
    }

    fn end_done_search(&mut self) {
        // It may have been ended, and another one begun, since it said so.
        if self.search.as_ref().is_some_and(|search| search.control.is_done()) {
            self.end_search();
        }
    }

    /// Lets the search under way answer.
    fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// The same, and those that wait answer as soon as they have begun.
    fn stop_all(&mut self) {
        self.stop();
        self.events.stop_waiting();
    }

    /// Does what a line says that was read at some time.
    fn obey(&mut self, line: &str, read: Instant) -> ControlFlow<()> {
        let mut words = line.split_whitespace();
        match words.next().unwrap_or("") {
            "uci" => self.introduce(),
            "isready" => {
                // To be ready is to have a table, unless that is away searching.
                if self.search.is_none() {
                    self.kept.get_ready(&*self.game, &mut self.settings);
                }
                say("readyok");
            }
            "setoption" => {
                if let Some(setting) = Setting::read(&words.collect::<Vec<_>>()) {
                    self.set(setting);
                }
            }
            "ucinewgame" => {
                self.position = self.game.start();
                self.kept.forget(self.settings.options.seed);
            }
            "position" => self.set_up(words),
            "go" => self.go(&Go::read(words), read),
            "stop" => self.stop_all(),
            "ponderhit" => self.hit(),
            "quit" | "exit" => return ControlFlow::Break(()),
            "d" => {
                say(&self.position.picture());
                say(&self.position.position());
            }
            "bench" => self.bench(words.next()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let (settings, variants) = (self.settings.told(), variants::options(&*self.game));
        say(&format!(
            "id name Outplay {version}\nid author the authors of Outplay\n{settings}\n{variants}\nuciok"
        ));
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Table(megabytes) if megabytes != self.settings.options.megabytes => {
                self.settings.options.megabytes = megabytes;
                self.kept.discard();
                self.kept.get_ready(&*self.game, &mut self.settings);
            }
            Setting::Table(_) => {}
            Setting::Clear => self.kept.forget(self.settings.options.seed),
            // The search is told when it begins.
            Setting::Threads(threads) => self.settings.options.threads = threads,
            Setting::Tables(folder) => self.use_tables(|tables| tables.with_own(folder)),
            Setting::Syzygy(folders) => self.use_tables(|tables| tables.with_syzygy(folders)),
            Setting::Lines(lines) => self.settings.lines = lines,
            Setting::Overhead(time) => self.settings.hand.overhead = time,
            Setting::Is960(wanted) => {
                if let Some(game) = variants::with_960(&*self.game, wanted) {
                    self.change_to(game);
                }
            }
            Setting::Variant(name) => match variants::change(&*self.game, &name) {
                Ok(Some(game)) => self.change_to(game),
                Ok(None) => {}
                Err(error) => {
                    say(&format!("info string {error}"));
                }
            },
        }
    }

    fn use_tables(&mut self, changed: impl FnOnce(tables::Choice) -> tables::Choice) {
        self.settings.tables = changed(std::mem::take(&mut self.settings.tables));
        self.kept.discard();
    }

    fn change_to(&mut self, game: Arc<dyn AnyGame>) {
        self.position = game.start();
        self.kept.discard();
        self.game = game;
    }

    fn bench(&self, depth: Option<&str>) {
        let depth = depth.and_then(|word| word.parse().ok());
        let depth = depth.unwrap_or(bench::DEPTH).clamp(1, 100);
        match bench::measured(&*self.game, depth, self.settings.options.threads) {
            Ok(measured) => say(&measured.to_string()),
            Err(failure) => say(&format!("info string {failure}")),
        };
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
            text => self.game.open(text),
        };
        match read {
            Ok(start) => self.position = start,
            Err(wrong) => {
                say(&format!("info string {wrong}"));
                return;
            }
        }
        for word in moves.iter().skip(1) {
            if let Some(anew) = gone_on(&*self.position) {
                self.position = anew;
            }
            match self.position.read_uci(word) {
                Ok(choice) => self.position.play(choice),
                Err(wrong) => {
                    say(&format!("info string {wrong}"));
                    return;
                }
            }
        }
    }

    /// Begins a search. Its time runs since the command was read, or since there is a table that is ready.
    fn go(&mut self, go: &Go, read: Instant) {
        let at = gone_on(&*self.position).unwrap_or_else(|| self.position.fork());
        let Some(Turn::Player(player)) = at.turn() else { return refuse(&*at) };
        let Some(mut thinker) = self.kept.take(&*self.game, &mut self.settings) else {
            return refuse(&*at);
        };
        let Settings { options, lines, hand, .. } = &self.settings;
        let started = read.max(self.kept.ready);
        let only: Vec<Choice> = go.only.iter().filter_map(|text| at.read_uci(text).ok()).collect();
        let control = Control::new(go.is_endless() || go.ponders);
        let mut limits = go.limits(player, *hand, started);
        let is_forced = limits.clock.is_some() && at.choices() == 1;
        if is_forced {
            // There is nothing to think about, but something to say.
            limits.depth = Some(Depth::plies(4));
        }
        if self.game.about().usual_search() == "mcts" && limit_simulations(&mut limits, is_forced) {
            say(&format!("info string {NO_DEPTH}"));
        }
        limits.stop = Some(Arc::clone(&control.stop));
        // A search for a mate in so many moves leaves no move out.
        let features = if go.mate.is_some() { options.features.sound() } else { options.features };
        thinker.configure(&face::Options { features, ..options.clone() });
        let can_be_hit = go.ponders && !go.is_endless();
        let after_hit = can_be_hit.then(|| go.after_hit(player, *hand));
        let thinking = Thinking {
            at,
            first: only.first().copied().unwrap_or(Choice(0)),
            question: Question { only, lines: *lines, ..Question::default() },
            limits,
            mate: go.mate,
            started,
            control: Arc::clone(&control),
            events: self.events.sender.clone(),
        };
        self.search = Some(Running { control, after_hit });
        self.searcher.begin(thinking, thinker);
    }

    /// The other player has made the move that was expected: from now on the clock runs.
    fn hit(&mut self) {
        let Some(Running { control, after_hit, .. }) = &mut self.search else { return };
        let Some(time) = after_hit.take() else { return };
        control.release();
        let control = Arc::clone(control);
        thread::spawn(move || control.stop_after(time));
    }

    /// Ends a search, with its answer.
    fn end_search(&mut self) {
        let Some(Running { control, .. }) = self.search.take() else { return };
        control.stop();
        match self.searcher.wait() {
            Some(Done { thinker, pause }) => {
                self.kept.put_back(thinker);
                self.settings.hand.learn(pause);
            }
            None => {
                say("info string the search has failed");
            }
        }
    }
}

/// The position as the start of a game, where the game is over only because a draw could be claimed.
fn gone_on(position: &dyn face::Session) -> Option<Box<dyn face::Session>> {
    let anew = || Some(position.anew()).filter(|anew| !anew.is_over());
    if position.is_over() { anew() } else { None }
}

/// Answers without a search: the game is over, chance moves, or there is no memory.
fn refuse(position: &dyn face::Session) {
    let best = match position.turn() {
        None => {
            let is_won = position.winner().is_some();
            say(&format!("info depth 0 score {}", if is_won { "mate 0" } else { "cp 0" }));
            "(none)".to_owned()
        }
        Some(Turn::Chance) => {
            say("info string chance moves here: tell its move with `position ... moves ...`");
            "(none)".to_owned()
        }
        Some(Turn::Player(_)) => position.uci_name(Choice(0)),
    };
    say(&format!("bestmove {best}"));
}
/// What is said of a depth for Monte-Carlo search.
const NO_DEPTH: &str =
    "Monte-Carlo search has no depth: it thinks for a second; nodes and times limit it, too";

/// Monte-Carlo search has no depth. A move is owed all the same, so where nothing else ends the search a time does. Whether it was so.
fn limit_simulations(limits: &mut Limits, is_forced: bool) -> bool {
    let has_depth = limits.depth.take().is_some();
    if is_forced {
        limits.nodes = limits.nodes.or(Some(1_000));
    }
    let is_limited = limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
    let lacks_limit = has_depth && !is_limited;
    if lacks_limit {
        limits.time = Some(Duration::from_secs(1));
    }
    lacks_limit
}
