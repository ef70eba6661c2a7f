//! Players, as they are written: `engine:time=1s,threads=2`, `textbook:depth=4`, `random`, `uci:PROGRAM`,
//! `gtp:PROGRAM`; or in the way of cutechess-cli, `--engine cmd=PROGRAM proto=uci name=A tc=40/60`.

use std::path::PathBuf;
use std::time::Duration;

use outplay::arena::{Control, Period};
use outplay::engine::{self, FEATURES};
use outplay::textbook::Order;

use super::settings::Settings;
use crate::failure::Failure;

/// A player.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) name: String,
    pub(super) control: Control,
    pub(super) kind: Kind,
    /// Settings for everybody that it has no use for.
    pub(super) unused: Vec<String>,
}

/// What plays.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Engine(Box<EngineOptions>),
    Textbook(TextbookOptions),
    Random,
    Program(Program),
}

/// The options of the engine.
#[derive(Clone, Debug)]
pub(super) struct EngineOptions {
    /// How long to think about a move, if the clock leaves it that.
    pub(super) time: Option<Duration>,
    pub(super) table: u32,
    pub(super) weights: Option<PathBuf>,
    pub(super) book: Book,
    pub(super) config: engine::Config,
}

#[derive(Clone, Debug)]
pub(super) enum Book {
    None,
    Own,
    File(PathBuf),
}

/// The options of a textbook search.
#[derive(Clone, Debug)]
pub(super) struct TextbookOptions {
    pub(super) time: Option<Duration>,
    pub(super) prunes: bool,
    pub(super) order: Order,
    pub(super) table: bool,
    pub(super) deepen: bool,
}

/// A program of its own.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) protocol: Protocol,
    pub(super) command: Vec<String>,
    pub(super) folder: Option<PathBuf>,
    /// What the program is told before its first game.
    pub(super) options: Vec<(String, String)>,
    /// How long it may take to start, and to say that it is ready.
    pub(super) startup: Duration,
    pub(super) ping: Duration,
    /// How long an answer is waited for after its time is over.
    pub(super) stall: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Uci,
    Gtp,
}

/// The kinds of players, for messages.
const KINDS: &str = "engine, textbook, random, uci:PROGRAM, gtp:PROGRAM";

/// How long is thought about a move, if nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How deep a textbook search looks, if nothing is said about it.
const USUAL_DEPTH: u32 = 4;
/// The table of an engine in a match, in megabytes.
const USUAL_TABLE: u32 = 16;
/// How long to wait for a program.
const STARTUP: Duration = Duration::from_secs(10);
const PING: Duration = Duration::from_secs(10);
const STALL: Duration = Duration::from_secs(10);
/// The same for a program that has no clock.
const STALL_WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// The longest name of a player that fits into a table.
const LONGEST_NAME: usize = 40;

impl Spec {
    /// Reads `engine:time=1s,threads=2` or `uci:PROGRAM ARGUMENTS`, with the settings for everybody.
    pub(super) fn short(text: &str, each: &[&str]) -> Result<Spec, Failure> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let place = format!("player `{text:.60}`");
        match kind {
            "uci" | "gtp" => {
                let mut settings = Settings::new(place, [])?;
                settings.or(each)?;
                Spec::read(kind, Some(rest), text, settings)
            }
            _ => {
                let words = rest.split(',').map(str::trim).filter(|word| !word.is_empty());
                let mut settings = Settings::new(place, words)?;
                settings.or(each)?;
                Spec::read(kind, None, text, settings)
            }
        }
    }

    /// Reads the words after `--engine`.
    pub(super) fn long(words: &[String], each: &[&str]) -> Result<Spec, Failure> {
        let shown = words.join(" ");
        let place = format!("--engine {shown:.60}");
        let mut settings = Settings::new(place, words.iter().map(String::as_str))?;
        settings.or(each)?;
        let protocol = settings.text("proto");
        let command = settings.text("cmd");
        match (protocol, command) {
            (None, None) => {
                Err(settings.wrong("`cmd=PROGRAM` is missing, or `proto=` with what plays"))
            }
            (None | Some("uci"), _) => Spec::read("uci", command, &shown, settings),
            (Some(kind), _) => Spec::read(kind, command, &shown, settings),
        }
    }

    fn read(
        kind: &str,
        command: Option<&str>,
        shown: &str,
        mut settings: Settings<'_>,
    ) -> Result<Spec, Failure> {
        if kind.is_empty() {
            return Err(settings.wrong(&format!("a player is missing; there are {KINDS}")));
        }
        let name = settings.text("name").unwrap_or(shown);
        let name: String = name.chars().filter(|one| !one.is_control()).collect();
        if name.trim().is_empty() {
            return Err(settings.wrong("a name has at least one letter"));
        }
        let name = name.chars().take(LONGEST_NAME).collect();
        let mut control = control(kind, &mut settings)?;
        let is_program = matches!(kind, "uci" | "gtp");
        if command.is_some() && !is_program {
            return Err(settings.wrong("`cmd=` is for programs, `proto=uci` or `proto=gtp`"));
        }
        let kind = match kind {
            "engine" => Kind::Engine(Box::new(engine_options(&mut settings, &control)?)),
            "textbook" => Kind::Textbook(textbook_options(&mut settings, &mut control)?),
            "random" => Kind::Random,
            "uci" | "gtp" => Kind::Program(program(kind, command, &control, &mut settings)?),
            other => {
                let what = format!("there is no player `{other:.40}`; there are {KINDS}");
                return Err(settings.wrong(&what));
            }
        };
        let unused = settings.end()?;
        Ok(Spec { name, control, kind, unused })
    }
}

fn control(kind: &str, settings: &mut Settings<'_>) -> Result<Control, Failure> {
    let period = match settings.text("tc") {
        None | Some("inf") => None,
        Some(text) => {
            let read: Result<Period, _> = text.parse();
            Some(read.map_err(|error| settings.wrong(&format!("tc: {error}")))?)
        }
    };
    let per_move = settings.time("st", Some("s"))?;
    if per_move.is_some_and(|time| time.is_zero()) {
        return Err(settings.wrong("`st=0` leaves no time to move"));
    }
    if period.is_some() && per_move.is_some() {
        return Err(settings.wrong("`tc=` and `st=` exclude each other"));
    }
    // What GTP has no words for may still be meant for the others.
    let (nodes, depth) = match kind {
        "gtp" if settings.own("nodes").or(settings.own("depth")).is_some() => {
            let what = "GTP knows neither nodes= nor depth=: limit it with tc= or st=, or by an argument of the program";
            return Err(settings.wrong(what));
        }
        "gtp" => (None, None),
        _ => (settings.count("nodes")?, settings.count("depth")?),
    };
    Ok(Control {
        period,
        per_move,
        nodes,
        depth,
        margin: settings.time("timemargin", Some("ms"))?.unwrap_or_default(),
    })
}

fn is_unlimited(control: &Control) -> bool {
    let Control { period, per_move, nodes, depth, .. } = control;
    period.is_none() && per_move.is_none() && nodes.is_none() && depth.is_none()
}

fn engine_options(
    settings: &mut Settings<'_>,
    control: &Control,
) -> Result<EngineOptions, Failure> {
    let time = settings.time("time", None)?;
    let mut config = engine::Config::default();
    config.threads = settings.count("threads")?.unwrap_or(config.threads);
    if config.threads > 256 {
        return Err(settings.wrong("`threads` is 256 at most"));
    }
    let table: u32 = settings.count("table")?.unwrap_or(USUAL_TABLE);
    if table > 1_000_000 {
        return Err(settings.wrong("`table` is in megabytes, 1000000 at most"));
    }
    let weights = settings.text("weights").map(PathBuf::from);
    let book = match settings.text("book") {
        None | Some("none") => Book::None,
        Some("own") => Book::Own,
        Some(path) => Book::File(PathBuf::from(path)),
    };
    for feature in FEATURES {
        if let Some(is_on) = settings.switch(feature.name)? {
            let is_known = config.features.set(feature.name, is_on);
            debug_assert!(is_known, "it is in the table");
        }
    }
    let time = time.or(is_unlimited(control).then_some(USUAL_TIME));
    Ok(EngineOptions { time, table, weights, book, config })
}

fn textbook_options(
    settings: &mut Settings<'_>,
    control: &mut Control,
) -> Result<TextbookOptions, Failure> {
    let time = settings.time("time", None)?;
    let prunes = match settings.text("algorithm") {
        None | Some("alpha-beta") => true,
        Some("minimax") => false,
        Some(other) => {
            let what = format!("`algorithm={other}` is neither minimax nor alpha-beta");
            return Err(settings.wrong(&what));
        }
    };
    let order = match settings.text("order") {
        None | Some("given") => Order::Given,
        Some("evaluation") => Order::Evaluation,
        Some("random") => Order::Random(0),
        Some(other) => {
            let what = format!("`order={other}` is none of given, evaluation and random");
            return Err(settings.wrong(&what));
        }
    };
    let table = settings.switch("table")?.unwrap_or(false);
    if is_unlimited(control) && time.is_none() {
        control.depth = Some(USUAL_DEPTH);
    }
    // A search that may be stopped half-way has to have something to show.
    let may_stop = time.is_some()
        || control.period.is_some()
        || control.per_move.is_some()
        || control.nodes.is_some();
    let deepen = settings.switch("deepen")?.unwrap_or(may_stop);
    Ok(TextbookOptions { time, prunes, order, table, deepen })
}

fn program(
    kind: &str,
    command: Option<&str>,
    control: &Control,
    settings: &mut Settings<'_>,
) -> Result<Program, Failure> {
    let mut command = words(command.unwrap_or_default()).map_err(|what| settings.wrong(&what))?;
    if command.is_empty() {
        return Err(settings.wrong("the program is missing: write it like `uci:./program`"));
    }
    for (key, text) in settings.repeated() {
        match key {
            "args" => command.extend(words(text).map_err(|what| settings.wrong(&what))?),
            _ => command.push(text.to_owned()),
        }
    }
    let protocol = if kind == "uci" { Protocol::Uci } else { Protocol::Gtp };
    if protocol == Protocol::Uci && is_unlimited(control) {
        let what = "it would think forever: limit it with tc=, st=, nodes= or depth=, here or for all with --each";
        return Err(settings.wrong(what));
    }
    let has_clock = control.period.is_some() || control.per_move.is_some();
    let usual = if has_clock { STALL } else { STALL_WITHOUT_CLOCK };
    Ok(Program {
        protocol,
        command,
        folder: settings.text("dir").map(PathBuf::from),
        options: match protocol {
            Protocol::Uci => settings.beginning("option."),
            Protocol::Gtp => Vec::new(),
        },
        startup: settings.time("startup", None)?.unwrap_or(STARTUP),
        ping: settings.time("ping", None)?.unwrap_or(PING),
        stall: settings.time("stall", None)?.unwrap_or(usual),
    })
}

/// A command line as words: blanks part them, unless they are between quotes.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("the quote {open} is not closed in `{text:.60}`")),
        None => Ok(words),
    }
}

/// Players with different names: who comes second gets a number.
pub(super) fn told_apart(specs: &mut [Spec]) {
    for index in 1..specs.len() {
        let (before, rest) = specs.split_at_mut(index);
        let name = rest[0].name.clone();
        let mut number = 2;
        while before.iter().any(|spec| spec.name == rest[0].name) {
            rest[0].name = format!("{name} #{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        Spec::short(text, &[]).expect_err(text).to_string()
    }

    #[test]
    fn players_are_read() {
        let spec = Spec::short("engine:time=1s,threads=2,probcut=off,name=new", &[]).unwrap();
        assert_eq!(spec.name, "new");
        let Kind::Engine(options) = spec.kind else { panic!("an engine") };
        assert_eq!((options.time, options.config.threads), (Some(Duration::from_secs(1)), 2));
        assert_eq!(options.config.features, engine::Config::default().without("probcut").features);
        let spec = Spec::short("uci:./a 'b c' --d", &["tc=40/60+0.6", "option.Hash=8"]).unwrap();
        let Kind::Program(program) = spec.kind else { panic!("a program") };
        assert_eq!(program.command, ["./a", "b c", "--d"]);
        assert_eq!(program.options, [("Hash".to_owned(), "8".to_owned())]);
        assert_eq!(spec.control.period.and_then(|period| period.moves), Some(40));
        let given = ["cmd=./a b", "args='c d' e", "arg=f g", "arg=h", "depth=1"].map(str::to_owned);
        let Kind::Program(program) = Spec::long(&given, &[]).unwrap().kind else { panic!() };
        assert_eq!(program.command, ["./a", "b", "c d", "e", "f g", "h"]);
        let words = ["proto=textbook", "depth=2"].map(str::to_owned);
        assert_eq!(Spec::long(&words, &["st=1"]).unwrap().control.depth, Some(2));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let place = |text: &str| format!("player `{text}`: ");
        for (text, what) in [
            (
                "engin",
                "there is no player `engin`; there are engine, textbook, random, uci:PROGRAM, gtp:PROGRAM",
            ),
            (
                "",
                "a player is missing; there are engine, textbook, random, uci:PROGRAM, gtp:PROGRAM",
            ),
            ("random:depth=x", "`depth=x` is no number: write a whole number, at least 1"),
            (
                "random:time=1s",
                "there is no setting `time`; there are name, tc, st, nodes, depth, timemargin",
            ),
            ("engine:tc=60,st=1", "`tc=` and `st=` exclude each other"),
            ("engine:st=0", "`st=0` leaves no time to move"),
            (
                "engine:tc=x",
                "tc: `x` is no time control: write seconds, or minutes:seconds, like `60`, `60+0.6`, `40/60+0.6` or `40/1:00`",
            ),
            ("textbook:order=best", "`order=best` is none of given, evaluation and random"),
            ("uci:", "the program is missing: write it like `uci:./program`"),
            ("uci:./a 'b", "the quote ' is not closed in `./a 'b`"),
            (
                "uci:./a",
                "it would think forever: limit it with tc=, st=, nodes= or depth=, here or for all with --each",
            ),
        ] {
            assert_eq!(told(text), place(text) + what);
        }
        let spec = Spec::short("random", &["stall=1s", "st=1"]).unwrap();
        assert_eq!(spec.unused, ["stall"]);
        assert_eq!(Spec::short("gtp:./a", &["depth=3"]).unwrap().unused, ["depth"]);
        let own = ["cmd=./a", "proto=gtp", "depth=3"].map(str::to_owned);
        let error = Spec::long(&own, &[]).unwrap_err().to_string();
        assert!(error.contains("GTP knows neither nodes= nor depth="), "{error}");
    }
}
