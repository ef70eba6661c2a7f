//! Players, as they are written: `engine:time=1s,threads=2`, `max-n:depth=4`, `random`, `own:NAME`, `uci:PROGRAM`, `gtp:PROGRAM`, `hub:PROGRAM`; or in
//! the way of cutechess-cli, `--engine cmd=PROGRAM proto=uci name=A tc=40/60`.

use std::path::PathBuf;
use std::time::Duration;

use outplay::arena::{Control, Period};
use outplay::engine::{FEATURES, Features};
use outplay::face::{About, AnyGame, Options};
use outplay::mcts;
use outplay::textbook::{self, Order};

use super::settings::Settings;
use crate::failure::Failure;

/// A player.
#[derive(Clone, Debug)]
pub(in crate::commands) struct Spec {
    pub(in crate::commands) name: String,
    pub(in crate::commands) control: Control,
    pub(super) kind: Kind,
    /// Settings for everybody that it has no use for.
    pub(super) unused: Vec<String>,
}

/// What plays.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Search(Box<Search>),
    /// Players that only this game has, by seat.
    Own(Vec<String>),
    Program(Program),
}

/// A search of the game, and how it is made.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Its name, as the game has it.
    pub(super) name: String,
    /// How long to think about a move, if the clock leaves it that.
    pub(super) time: Option<Duration>,
    pub(super) table: u32,
    pub(super) threads: usize,
    pub(super) features: Features,
    pub(super) weights: Option<PathBuf>,
    pub(super) book: Book,
    /// The folder of endgame tables.
    pub(super) tables: Option<PathBuf>,
    /// The folders of Syzygy tables.
    pub(super) syzygy: Option<PathBuf>,
    pub(super) textbook: textbook::Config,
    /// The evaluation of a textbook search, by its name.
    pub(super) evaluation: Option<String>,
    /// Knobs of Monte-Carlo search.
    pub(super) mcts: Vec<(String, String)>,
}

impl Search {
    /// A search as it is made if nothing is said about it.
    fn usual(name: &str) -> Search {
        let usual = Options::default();
        Search {
            name: name.to_owned(),
            time: None,
            table: USUAL_TABLE,
            threads: usual.threads,
            features: usual.features,
            weights: None,
            book: Book::None,
            tables: None,
            syzygy: None,
            textbook: usual.textbook,
            evaluation: None,
            mcts: usual.mcts,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Book {
    None,
    Own,
    File(PathBuf),
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
    Hub,
}

/// How long is thought about a move, if nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How deep a textbook search looks, if nothing is said about it and the game has an evaluation.
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

/// A player as it is written, without its settings.
struct Written<'w> {
    /// What comes first: the name of a search, or of a protocol.
    kind: &'w str,
    /// The program.
    command: Option<&'w str>,
    /// Players that only one game has.
    own: Vec<&'w str>,
    /// All of it, which is its name unless it is given one.
    shown: &'w str,
}

impl Spec {
    /// Refuses what the protocol of a program has no words for. `elsewhere` is what says that a game begins in a position.
    pub(in crate::commands) fn check_protocol(
        &self,
        about: &About,
        elsewhere: Option<&str>,
    ) -> Result<(), Failure> {
        let (name, game) = (&self.name, &about.name);
        let speaks_gtp = |program: &Program| program.protocol == Protocol::Gtp;
        if !matches!(&self.kind, Kind::Program(program) if speaks_gtp(program)) {
            return Ok(());
        }
        if about.players() > 2 || about.chance {
            return Err(Failure::input(format!(
                "player `{name}`: GTP is for two players without dice, and {game} is another game: UCI takes any"
            )));
        }
        match elsewhere {
            Some(place) => Err(Failure::input(format!(
                "{place}: `{name}` speaks GTP, which has no way to set up a position: give moves from the start"
            ))),
            None => Ok(()),
        }
    }

    /// Whether it decides by chance, with another seed in each game.
    pub(super) fn is_by_chance(&self) -> bool {
        match &self.kind {
            Kind::Search(search) => matches!(&search.name[..], "random" | "mcts"),
            Kind::Own(_) | Kind::Program(_) => false,
        }
    }

    /// Reads `engine:time=1s,threads=2` or `uci:PROGRAM ARGUMENTS`, with the settings for everybody.
    pub(in crate::commands) fn short(
        text: &str,
        each: &[&str],
        game: &dyn AnyGame,
    ) -> Result<Spec, Failure> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let is_program = matches!(kind, "uci" | "gtp" | "hub");
        let place = format!("player `{text:.60}`");
        let words = rest.split(',').map(str::trim);
        let words = words.filter(|word| !is_program && !word.is_empty());
        // A player that only this game has is a name, and no setting.
        let (own, words): (Vec<&str>, Vec<&str>) =
            words.partition(|word| kind == "own" && !word.contains('='));
        let mut settings = Settings::new(place, words)?;
        settings.or(each)?;
        let command = is_program.then_some(rest);
        Spec::read(&Written { kind, command, own, shown: text }, settings, game)
    }

    /// Reads the words after `--engine`.
    pub(super) fn long(
        words: &[String],
        each: &[&str],
        game: &dyn AnyGame,
    ) -> Result<Spec, Failure> {
        let shown = words.join(" ");
        let place = format!("--engine {shown:.60}");
        let mut settings = Settings::new(place, words.iter().map(String::as_str))?;
        settings.or(each)?;
        let protocol = settings.text("proto");
        let command = settings.text("cmd");
        let own = match protocol {
            Some("own") => {
                settings.text("player").into_iter().flat_map(|all| all.split(',')).collect()
            }
            _ => Vec::new(),
        };
        let kind = match (protocol, command) {
            (None, None) => {
                return Err(settings.wrong("`cmd=PROGRAM` is missing, or `proto=` with what plays"));
            }
            (kind, _) => kind.unwrap_or("uci"),
        };
        Spec::read(&Written { kind, command, own, shown: &shown }, settings, game)
    }

    fn read(
        written: &Written<'_>,
        mut settings: Settings<'_>,
        game: &dyn AnyGame,
    ) -> Result<Spec, Failure> {
        let Written { kind, command, own, shown } = written;
        if kind.is_empty() {
            let what = format!("a player is missing; there are {}", players(game));
            return Err(settings.wrong(&what));
        }
        let name = settings.text("name").unwrap_or(shown);
        let name: String = name.chars().filter(|one| !one.is_control()).collect();
        if name.trim().is_empty() {
            return Err(settings.wrong("a name has at least one letter"));
        }
        let name = name.chars().take(LONGEST_NAME).collect();
        let mut control = control(kind, &mut settings)?;
        let is_program = matches!(*kind, "uci" | "gtp" | "hub");
        if command.is_some() && !is_program {
            return Err(
                settings.wrong("`cmd=` is for programs, `proto=uci`, `proto=gtp` or `proto=hub`")
            );
        }
        let kind = match *kind {
            "uci" | "gtp" | "hub" => {
                Kind::Program(program(kind, *command, &control, &mut settings)?)
            }
            "own" => Kind::Own(own_players(own, game).map_err(|what| settings.wrong(&what))?),
            "random" => Kind::Search(Box::new(Search::usual("random"))),
            search => {
                Kind::Search(Box::new(read_search(search, &mut settings, &mut control, game)?))
            }
        };
        let unused = settings.end()?;
        Ok(Spec { name, control, kind, unused })
    }
}

/// All players there are, for messages.
fn players(game: &dyn AnyGame) -> String {
    let about = game.about();
    let searches = about.searches.iter().map(|search| search.name.to_owned());
    searches.chain(["textbook".to_owned()]).chain(others(game)).collect::<Vec<String>>().join(", ")
}

/// Those that are no searches.
fn others(game: &dyn AnyGame) -> Vec<String> {
    let own = game.about().own_players.iter().flatten().map(|name| format!("own:{name}"));
    let mut all = vec!["random".to_owned()];
    all.extend(own);
    all.extend(["uci:PROGRAM", "gtp:PROGRAM", "hub:PROGRAM"].map(str::to_owned));
    all
}

/// A search by its name. One that does not take the game is refused in the words of the game.
fn read_search(
    kind: &str,
    settings: &mut Settings<'_>,
    control: &mut Control,
    game: &dyn AnyGame,
) -> Result<Search, Failure> {
    let name = match kind {
        "textbook" => match settings.text("algorithm") {
            None => "alpha-beta",
            Some(name @ ("alpha-beta" | "minimax")) => name,
            Some(other) => {
                let what = format!("`algorithm={other}` is neither minimax nor alpha-beta");
                return Err(settings.wrong(&what));
            }
        },
        name => name,
    };
    if !game.about().has_search(name)
        && let Err(refusal) = game.thinker(name, &Options::default())
    {
        let others = others(game).join(", ");
        return Err(settings.wrong(&format!("{refusal}; other players are {others}")));
    }
    match name {
        "engine" | "solver" => read_engine(name, settings, control),
        "mcts" => read_mcts(settings, control, game),
        _ => read_textbook(name, settings, control, game),
    }
}

/// Who plays on each seat: the first of these names that is one for it, and otherwise the first that the game has.
fn own_players(names: &[&str], game: &dyn AnyGame) -> Result<Vec<String>, String> {
    let about = game.about();
    let has = |seat: &Vec<String>, name: &str| seat.iter().any(|own| own == name);
    let mut all = about.own_players.iter().flatten();
    if about.own_players.iter().all(Vec::is_empty) {
        return Err(format!("{} has no players of its own", about.name));
    }
    if let Some(name) = names.iter().find(|name| !all.clone().any(|own| own == *name)) {
        let told = all.by_ref().map(String::as_str).collect::<Vec<&str>>().join(", ");
        return Err(format!("{} has no player `{name:.40}`; its own are {told}", about.name));
    }
    let on = |(seat, called): (usize, &String)| {
        let there = about.own_players.get(seat);
        let named = names.iter().find(|name| there.is_some_and(|there| has(there, name)));
        let named = named.map(|name| (*name).to_owned());
        let chosen = named.or_else(|| there.and_then(|there| there.first()).cloned());
        chosen.ok_or_else(|| format!("{} has no player of its own for {called}", about.name))
    };
    about.seats.iter().enumerate().map(on).collect()
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

fn read_engine(
    name: &str,
    settings: &mut Settings<'_>,
    control: &Control,
) -> Result<Search, Failure> {
    let mut search = Search::usual(name);
    let time = settings.time("time", None)?;
    (search.threads, search.table) = threads_and_table(settings)?;
    search.weights = settings.text("weights").map(PathBuf::from);
    search.tables = settings.text("tables").map(PathBuf::from);
    search.syzygy = settings.text("syzygy").map(PathBuf::from);
    search.book = match settings.text("book") {
        None | Some("none") => Book::None,
        Some("own") => Book::Own,
        Some(path) => Book::File(PathBuf::from(path)),
    };
    for feature in FEATURES {
        if let Some(is_on) = settings.switch(feature.name)? {
            let is_known = search.features.set(feature.name, is_on);
            debug_assert!(is_known, "it is in the table");
        }
    }
    search.time = time.or(is_unlimited(control).then_some(USUAL_TIME));
    Ok(search)
}

/// Monte-Carlo search: its knobs, and what it shares with the engine.
fn read_mcts(
    settings: &mut Settings<'_>,
    control: &Control,
    game: &dyn AnyGame,
) -> Result<Search, Failure> {
    if control.depth.is_some() {
        let what = "Monte-Carlo search has no depth: limit it with simulations=, nodes=, time=, st= or tc=";
        return Err(settings.wrong(what));
    }
    let mut search = Search::usual("mcts");
    let time = settings.time("time", None)?;
    search.tables = settings.text("tables").map(PathBuf::from);
    search.syzygy = settings.text("syzygy").map(PathBuf::from);
    (search.threads, search.table) = threads_and_table(settings)?;
    let mut config = mcts::Config::default();
    for setting in mcts::SETTINGS {
        if let Some(text) = settings.text(setting.name) {
            config.set(setting.name, text).map_err(|what| settings.wrong(&what))?;
            search.mcts.push((setting.name.to_owned(), text.to_owned()));
        }
    }
    for knob in &game.about().knobs {
        let text = settings.text(knob.name);
        search.mcts.extend(text.map(|text| (knob.name.to_owned(), text.to_owned())));
    }
    // Only the game can say what is wrong with a knob of its own.
    let made = Options { mcts: search.mcts.clone(), ..Options::default() };
    game.thinker("mcts", &made).map_err(|refusal| settings.wrong(&refusal.to_string()))?;
    let is_unlimited = is_unlimited(control) && config.simulations.is_none();
    search.time = time.or(is_unlimited.then_some(USUAL_TIME));
    Ok(search)
}

fn threads_and_table(settings: &mut Settings<'_>) -> Result<(usize, u32), Failure> {
    let threads = settings.count("threads")?.unwrap_or(1);
    if threads > 256 {
        return Err(settings.wrong("`threads` is 256 at most"));
    }
    let table = settings.count("table")?.unwrap_or(USUAL_TABLE);
    if table > 1_000_000 {
        return Err(settings.wrong("`table` is in megabytes, 1000000 at most"));
    }
    Ok((threads, table))
}

fn read_textbook(
    name: &str,
    settings: &mut Settings<'_>,
    control: &mut Control,
    game: &dyn AnyGame,
) -> Result<Search, Failure> {
    let mut search = Search::usual(name);
    search.time = settings.time("time", None)?;
    search.textbook.order = match settings.text("order") {
        None | Some("given") => Order::Given,
        Some("evaluation") => Order::Evaluation,
        Some("random") => Order::Random(0),
        Some(other) => {
            let what = format!("`order={other}` is none of given, evaluation and random");
            return Err(settings.wrong(&what));
        }
    };
    search.textbook.table = settings.switch("table")?.unwrap_or(false);
    search.evaluation = settings.text("evaluation").map(str::to_owned);
    // Without an evaluation nothing is known of a position where the depth ends.
    let is_named = search.evaluation.is_some();
    let has_evaluation = || is_named || game.shares(&*game.start()).is_some();
    if is_unlimited(control) && search.time.is_none() && has_evaluation() {
        control.depth = Some(USUAL_DEPTH);
    }
    // A search that may be stopped half-way has to have something to show.
    let may_stop = search.time.is_some()
        || control.period.is_some()
        || control.per_move.is_some()
        || control.nodes.is_some();
    search.textbook.deepen = settings.switch("deepen")?.unwrap_or(may_stop);
    Ok(search)
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
    let protocol = match kind {
        "uci" => Protocol::Uci,
        "hub" => Protocol::Hub,
        _ => Protocol::Gtp,
    };
    if protocol != Protocol::Gtp && is_unlimited(control) {
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
            Protocol::Uci | Protocol::Hub => settings.beginning("option."),
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
    use super::super::toys::toy;
    use super::*;
    use crate::games;

    fn read(text: &str, each: &[&str]) -> Result<Spec, Failure> {
        Spec::short(text, each, &*games::named("tic-tac-toe").unwrap())
    }

    fn read_long<const N: usize>(words: [&str; N], each: &[&str]) -> Result<Spec, Failure> {
        let words = words.map(str::to_owned);
        Spec::long(&words, each, &*games::named("pacman").unwrap())
    }

    fn search(spec: Spec) -> Search {
        let Kind::Search(search) = spec.kind else { panic!("a search: {spec:?}") };
        *search
    }

    fn program(spec: Spec) -> Program {
        let Kind::Program(program) = spec.kind else { panic!("a program: {spec:?}") };
        program
    }

    #[test]
    fn players_are_read() {
        let spec = read("engine:time=1s,threads=2,probcut=off,name=new", &[]).unwrap();
        assert_eq!(spec.name, "new");
        let engine = search(spec);
        assert_eq!((engine.time, engine.threads), (Some(Duration::from_secs(1)), 2));
        let mut features = Features::ALL;
        assert!(features.set("probcut", false));
        assert_eq!((&engine.name[..], engine.features), ("engine", features));
        let spec = read("uci:./a 'b c' --d", &["tc=40/60+0.6", "option.Hash=8"]).unwrap();
        assert_eq!(spec.control.period.and_then(|period| period.moves), Some(40));
        let told = program(spec);
        assert_eq!(told.command, ["./a", "b c", "--d"]);
        assert_eq!(told.options, [("Hash".to_owned(), "8".to_owned())]);
        let given = ["cmd=./a b", "args='c d' e", "arg=f g", "arg=h", "depth=1"];
        let told = program(read_long(given, &[]).unwrap());
        assert_eq!(told.command, ["./a", "b", "c d", "e", "f g", "h"]);
        let spec = read_long(["proto=textbook", "depth=2"], &["st=1"]).unwrap();
        assert_eq!((spec.control.depth, search(spec).textbook.deepen), (Some(2), true));
    }

    /// Every search of the game is a player by its own name, and the textbook is two of them.
    #[test]
    fn searches_are_players() {
        for name in ["engine", "solver", "minimax", "alpha-beta", "max-n", "paranoid", "expectimax"]
        {
            let spec = read(&format!("{name}:depth=3"), &[]).unwrap();
            assert_eq!((spec.control.depth, &search(spec).name[..]), (Some(3), name));
        }
        let named = search(read("alpha-beta:depth=2,evaluation=moves", &[]).unwrap());
        assert_eq!(named.evaluation.as_deref(), Some("moves"));
        let textbook = |text| search(read(text, &[]).unwrap()).name;
        assert_eq!(textbook("textbook"), "alpha-beta");
        assert_eq!(textbook("textbook:algorithm=minimax"), "minimax");
        // Pacman has an evaluation; without one, a search goes to the end.
        assert_eq!(read_long(["proto=max-n"], &[]).unwrap().control.depth, Some(USUAL_DEPTH));
        let pile = toy("pile").0;
        assert_eq!(Spec::short("max-n", &[], &*pile).unwrap().control.depth, None);
    }

    #[test]
    fn a_search_that_does_not_take_the_game_is_refused() {
        let pile = toy("pile").0;
        for (text, name, what) in [
            ("textbook:depth=4", "alpha-beta", "in which one player wins what the other loses"),
            (
                "engine:time=1s",
                "engine",
                "of two players without chance, in which one wins what the other loses",
            ),
        ] {
            let told = Spec::short(text, &[], &*pile).expect_err(text).to_string();
            let sentence = format!(
                "player `{text}`: `{name}` takes games {what}: \
                 pile can be searched by max-n, paranoid, expectimax, mcts; other players are random, uci:PROGRAM, gtp:PROGRAM, hub:PROGRAM"
            );
            assert_eq!(told, sentence);
        }
    }

    #[test]
    fn own_players_sit_where_they_belong() {
        let pacman = games::named("pacman").unwrap();
        let own = |text: &str| match Spec::short(text, &[], &*pacman).map(|spec| spec.kind) {
            Ok(Kind::Own(names)) => names.join(" "),
            Ok(kind) => panic!("{kind:?}"),
            Err(failure) => failure.to_string(),
        };
        let first = |seat: usize| pacman.about().own_players[seat][0].clone();
        assert_eq!(own("own"), format!("{} {}", first(0), first(1)));
        assert_eq!(own("own:reflex,name=me"), format!("reflex {}", first(1)));
        assert_eq!(own("own:expectimax:2,greedy,st=1"), "expectimax:2 greedy");
        let Kind::Own(names) = read_long(["proto=own", "player=reflex,greedy"], &[]).unwrap().kind
        else {
            panic!("players of the game")
        };
        assert_eq!(names, ["reflex", "greedy"]);
        let told = own("own:nobody");
        assert!(told.starts_with(
            "player `own:nobody`: pacman has no player `nobody`; its own are strong, "
        ));
        let told = read("own:strong", &[]).unwrap_err().to_string();
        assert_eq!(told, "player `own:strong`: tic-tac-toe has no players of its own");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, what) in [
            (
                "engin",
                "`engin` is no search: tic-tac-toe can be searched by engine, solver, minimax, alpha-beta, max-n, paranoid, \
                 expectimax, mcts; other players are random, uci:PROGRAM, gtp:PROGRAM, hub:PROGRAM",
            ),
            (
                "",
                "a player is missing; there are engine, solver, minimax, alpha-beta, max-n, paranoid, expectimax, mcts, textbook, random, \
                 uci:PROGRAM, gtp:PROGRAM, hub:PROGRAM",
            ),
            ("random:depth=x", "`depth=x` is no number: write a whole number, at least 1"),
            (
                "random:time=1s",
                "there is no setting `time`; there are name, tc, st, nodes, depth, timemargin",
            ),
            ("engine:tc=60,st=1", "`tc=` and `st=` exclude each other"),
            ("engine:st=0", "`st=0` leaves no time to move"),
            (
                "mcts:depth=3",
                "Monte-Carlo search has no depth: limit it with simulations=, nodes=, time=, st= or tc=",
            ),
            (
                "engine:tc=x",
                "tc: `x` is no time control: write seconds, or minutes:seconds, like `60`, `60+0.6`, `40/60+0.6` or `40/1:00`",
            ),
            ("textbook:order=best", "`order=best` is none of given, evaluation and random"),
            ("textbook:algorithm=max-n", "`algorithm=max-n` is neither minimax nor alpha-beta"),
            ("uci:", "the program is missing: write it like `uci:./program`"),
            ("uci:./a 'b", "the quote ' is not closed in `./a 'b`"),
            (
                "uci:./a",
                "it would think forever: limit it with tc=, st=, nodes= or depth=, here or for all with --each",
            ),
        ] {
            let told = read(text, &[]).expect_err(text).to_string();
            assert_eq!(told, format!("player `{text}`: {what}"));
        }
        assert_eq!(read("random", &["stall=1s", "st=1"]).unwrap().unused, ["stall"]);
        assert_eq!(read("gtp:./a", &["depth=3"]).unwrap().unused, ["depth"]);
        let error = read_long(["cmd=./a", "proto=gtp", "depth=3"], &[]).unwrap_err().to_string();
        assert!(error.contains("GTP knows neither nodes= nor depth="), "{error}");
    }
}
