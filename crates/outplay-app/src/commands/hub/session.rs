//! The session with a controller: positions, levels, and one search after the other.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use outplay::face::{self, Answer, AnyGame, Choice, Question, Thinker, Told, Worth};
use outplay::{Clock, Depth, Limits};

use super::inbox::{Event, Inbox};
use super::words::{Words, quoted};
use super::{Options, position};
use crate::failure::Failure;
use crate::lines;
use crate::machine::free_megabytes;

/// What a command leads to: nothing to say, or what was wrong.
type Obeyed = Result<(), String>;

/// The most seconds that a level can have.
const MOST_SECONDS: f64 = 1e7;

/// One game after the other with a controller.
pub(super) struct Session<'o> {
    options: &'o Options,
    game: Arc<dyn AnyGame>,
    thinker: Option<Box<dyn Thinker>>,
    threads: u32,
    megabytes: u32,
    /// The game under way.
    at: Box<dyn face::Session>,
    /// The limits of a search, as far as they are set.
    level: Option<Limits>,
    inbox: Inbox,
    has_quit: bool,
}

/// How a search ended.
struct Ended {
    found: Option<Answer>,
    /// Whether the move that was expected was played.
    is_hit: bool,
}

impl<'o> Session<'o> {
    pub(super) fn new(options: &'o Options, game: Arc<dyn AnyGame>) -> Result<Self, Failure> {
        let usual = options.machine.options(&*game)?;
        let mut session = Session {
            options,
            thinker: None,
            threads: usual.threads as u32,
            megabytes: usual.megabytes as u32,
            at: game.start(),
            game,
            level: None,
            inbox: Inbox::of_standard_input(),
            has_quit: false,
        };
        session.thinker = Some(session.made().map_err(Failure::input)?);
        Ok(session)
    }

    /// A search of the game.
    fn made(&self) -> Result<Box<dyn Thinker>, String> {
        let mut wanted =
            self.options.machine.options(&*self.game).map_err(|one| one.to_string())?;
        (wanted.threads, wanted.megabytes) = (self.threads as usize, self.megabytes as usize);
        let search = self.game.about().usual_search();
        self.game.thinker(search, &wanted).map_err(|refusal| refusal.to_string())
    }

    /// Answers until nobody asks any more.
    pub(super) fn serve(&mut self) -> Result<(), Failure> {
        while !self.has_quit {
            let obeyed = match self.inbox.next() {
                Event::End => break,
                Event::Line(words) => self.obey(&words),
                Event::TooLong => Err(format!("a line has less than {} bytes", lines::LONGEST)),
                Event::Done => Ok(()),
            };
            if let Err(what) = obeyed {
                say(&format!("error message={}", quoted(&what)));
            }
        }
        Ok(())
    }

    fn obey(&mut self, words: &Words) -> Obeyed {
        match words.command.as_str() {
            "" | "stop" | "ponder-hit" => Ok(()),
            "hub" => self.introduce(),
            "init" => {
                say("ready");
                Ok(())
            }
            "ping" => {
                say("pong");
                Ok(())
            }
            "new-game" => {
                if let Some(thinker) = &mut self.thinker {
                    thinker.begin(0);
                }
                Ok(())
            }
            "set-param" => self.set(words),
            "pos" => self.set_up(words),
            "level" => self.set_level(words),
            "go" => self.go(words.first()),
            "quit" => {
                self.has_quit = true;
                Ok(())
            }
            other => Err(format!("there is no command `{other:.40}`")),
        }
    }

    fn introduce(&self) -> Obeyed {
        let version = env!("CARGO_PKG_VERSION");
        say(&format!("id name=Outplay version={version} author=Outplay"));
        say("param name=variant value=english type=enum values=english");
        say(&format!("param name=threads value={} type=int min=1 max=256", self.threads));
        let most = most_megabytes();
        say(&format!("param name=hash value={} type=int min=1 max={most}", self.megabytes));
        say("wait");
        Ok(())
    }

    fn set(&mut self, words: &Words) -> Obeyed {
        let name = words.value("name").ok_or("`name=` is missing")?;
        let value = words.value("value").unwrap_or("");
        let number = |most: u32| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("`{value:.40}` is no number from 1 to {most}"))
        };
        match name {
            "variant" => {
                return match value {
                    "english" | "checkers" => Ok(()),
                    _ => Err(format!("there is no variant `{value:.40}`, only english")),
                };
            }
            "threads" => self.threads = number(256)?,
            "hash" => self.megabytes = number(most_megabytes())?,
            _ => return Err(format!("there is no parameter `{name:.40}`")),
        }
        self.thinker = Some(self.made()?);
        Ok(())
    }

    /// The position, and the moves from there.
    fn set_up(&mut self, words: &Words) -> Obeyed {
        let mut at = match words.value("pos") {
            None | Some("start" | "") => self.game.start(),
            Some(text) => self.opened(text)?,
        };
        for (word, number) in words.value("moves").unwrap_or("").split_whitespace().zip(1..) {
            // The controller may go on where the rules would end the game because of what came before.
            if at.is_over() {
                at = at.anew();
            }
            let choice = at.read_uci(word).map_err(|wrong| format!("move {number}: {wrong}"))?;
            at.play(choice);
        }
        self.at = at;
        Ok(())
    }

    /// The position of a text. White does not begin in checkers: where the pieces of the start are there with White to move, a program
    /// exchanges the colours, which `pydraughts` does, and means the start.
    fn opened(&self, text: &str) -> Result<Box<dyn face::Session>, String> {
        let start = position::written(&*self.game.start(), self.game.about()).unwrap_or_default();
        let same = |one: &str, other: &str| one.get(1..) == other.get(1..);
        if same(text, &start) {
            return Ok(self.game.start());
        }
        let text = position::read(text, start.len().saturating_sub(1))?;
        self.game.open(&text).map_err(|wrong| wrong.to_string())
    }

    fn set_level(&mut self, words: &Words) -> Obeyed {
        let mut limits = Limits::default();
        if let Some(depth) = words.value("depth") {
            limits.depth = Some(Depth::plies(count(depth)?.clamp(1, 1_000) as u32));
        }
        limits.nodes = words.value("nodes").map(count).transpose()?;
        limits.time = words.value("move-time").map(seconds).transpose()?;
        if let Some(time) = words.value("time") {
            let increment = words.value("inc").map_or(Ok(Duration::ZERO), seconds)?;
            let moves = words.value("moves").map(count).transpose()?.filter(|moves| *moves > 0);
            let moves = moves.map(|moves| moves.min(1_000) as u32);
            // The increment comes before the move, and is not in the time that is told.
            limits.clock = Some(Clock { left: seconds(time)? + increment, increment, moves });
        }
        let is_set = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        self.level = (is_set || limits.clock.is_some()).then_some(limits);
        Ok(())
    }

    /// Searches, and tells the best move.
    fn go(&mut self, mode: &str) -> Obeyed {
        // The controller may go on where the rules would end the game because of what came before.
        if self.at.is_over() {
            self.at = self.at.anew();
        }
        if self.at.is_over() {
            return Err("the game is over".to_owned());
        }
        let usual = || Limits { time: Some(self.options.time), ..Limits::default() };
        let level = self.level.clone().unwrap_or_else(usual);
        let ended = match mode {
            "ponder" => {
                let ended = self.search(Limits::default(), true)?;
                if ended.is_hit { self.search(level, false)? } else { ended }
            }
            "analyze" | "analyse" => self.search(Limits::default(), true)?,
            "" | "think" if self.at.choices() == 1 => Ended { found: None, is_hit: false },
            "" | "think" => self.search(level, false)?,
            other => return Err(format!("`{other:.40}` is none of think, ponder and analyze")),
        };
        let best = ended.found.as_ref().and_then(|answer| answer.best).unwrap_or(Choice(0));
        let line = ended.found.map_or(Vec::new(), |answer| answer.line);
        say(&match &line[..] {
            [first, _, ..] if *first == best => {
                format!("done move={}", self.at.uci_names(&line[..2]).join(" ponder="))
            }
            _ => format!("done move={}", self.at.uci_name(best)),
        });
        Ok(())
    }

    /// Searches until a limit is reached or `stop` comes. If it `waits`, its end is told only then.
    fn search(&mut self, mut limits: Limits, waits: bool) -> Result<Ended, String> {
        let mut thinker = self.thinker.take().map_or_else(|| self.made(), Ok)?;
        let stop = Arc::new(AtomicBool::new(false));
        limits.stop = Some(Arc::clone(&stop));
        let (sender, at) = (self.inbox.sender(), self.at.fork());
        let worker = thread::spawn(move || {
            let started = Instant::now();
            let found = thinker.think(&*at, &Question::default(), &limits, &mut |told| {
                if let Told::Answer(answer) = told {
                    say(&info(&*at, answer, started.elapsed()));
                }
            });
            // Nobody listens only where the session is over.
            let _ = sender.send(Event::Done);
            (thinker, found)
        });
        let is_hit = self.inbox.attend(&stop, waits);
        let (thinker, found) = worker.join().map_err(|_| "the search ended in a panic")?;
        self.thinker = Some(thinker);
        Ok(Ended { found: Some(found.map_err(|refusal| refusal.to_string())?), is_hit })
    }
}

/// What is known after an iteration.
fn info(at: &dyn face::Session, answer: &Answer, time: Duration) -> String {
    let (nodes, seconds) = (answer.counts.generated, time.as_secs_f64());
    let rate = nodes as f64 / seconds.max(1e-3) / 1e6;
    let score = answer
        .worth
        .as_ref()
        .map_or(String::new(), |worth| format!(" score={:.2}", score(worth, answer.unit.size)));
    let line = quoted(&at.uci_names(&answer.line).join(" "));
    let depth = answer.depth;
    format!("info depth={depth}{score} nodes={nodes} time={seconds:.3} nps={rate:.3} pv={line}")
}

/// A score in men. A win is worth a hundred, less a hundredth for each ply to it.
fn score(worth: &Worth, unit: f64) -> f64 {
    match worth.wins_in {
        Some(plies) => {
            let far = f64::from(plies.abs()) / 100.0;
            if plies > 0 { 100.0 - far } else { far - 100.0 }
        }
        None => f64::from(worth.rounded()) / unit,
    }
}

/// The largest table that there is room for.
fn most_megabytes() -> u32 {
    free_megabytes().clamp(1, 1_000_000) as u32
}

fn count(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text:.40}` is no whole number"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text:.40}` is no time in seconds");
    let number: f64 = text.parse().map_err(|_| wrong())?;
    if !number.is_finite() {
        return Err(wrong());
    }
    Ok(Duration::from_secs_f64(number.clamp(0.0, MOST_SECONDS)))
}

/// Says a line. If nobody listens any more, the input will end soon.
pub(super) fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
}
