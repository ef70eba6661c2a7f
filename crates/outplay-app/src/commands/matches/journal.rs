//! The files of a match, so that nothing is lost if it is killed. There are none unless `--out` names them.
//!
//! `NAME.state.json` says what is played: it is written once, before the first game. `NAME.games.jsonl` has a line for every
//! game; the lines of an encounter are written together when it is over. From these two a match goes on: what was cut off in the
//! middle is dropped and played again, and so is all from a damaged line on, which is kept in `NAME.games.jsonl.damaged`. `NAME.games.txt` has the games as people write them down, where there is such a form;
//! it follows from the other two.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outplay::Player;
use outplay::arena::{self, Encounter, Fault, FaultKind, Made, Played, Schedule, Score};
use outplay::face::{AnyGame, Choice, Record, Session};
use serde_json::{Value as Json, json};

use super::openings::Begun;
use crate::failure::{Failure, warn};
use crate::files::{self, Force, Kind, Log, OTHERWISE, Target};

/// How long a game may be in memory only: a second, less the time between two looks at it.
const SYNC: Duration = Duration::from_millis(900);

/// What a state file begins with.
const KIND: &str = "outplay match 1";

/// The end of the name of a state file.
const STATE: &str = ".state.json";

/// The names of the files of a match.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) state: PathBuf,
    pub(super) games: PathBuf,
    pub(super) native: PathBuf,
    /// Whether a new match may write over them.
    force: Force,
}

impl Names {
    /// Those of a new match with this name.
    pub(super) fn new(name: &Path, force: Force) -> Result<Names, Failure> {
        let names = Names { force, ..Names::of(name) };
        names.check_free().map(|()| names)
    }

    /// Refuses what is there already, unless it may be written over.
    fn check_free(&self) -> Result<(), Failure> {
        let Some(path) = self.taken().filter(|_| !self.force.force) else { return Ok(()) };
        if !self.state.exists() {
            return Err(files::taken(path));
        }
        let (path, state) = (path.display(), self.state.display());
        Err(Failure::input(format!(
            "{path} is there already: go on with `outplay match --resume {state}`, {OTHERWISE}"
        )))
    }

    /// The first of the files that is there. Records without a line and without a state are of a match that was killed before it
    /// began.
    fn taken(&self) -> Option<&Path> {
        let has_games = || self.games.metadata().is_ok_and(|file| file.len() > 0);
        [
            (&self.state, self.state.exists()),
            (&self.games, has_games()),
            (&self.native, self.native.exists()),
        ]
        .into_iter()
        .find_map(|(path, is_there)| is_there.then_some(path.as_path()))
    }

    fn of(name: &Path) -> Names {
        let with = |end: &str| files::beside(name, end);
        let (games, native) = (with("games.jsonl"), with("games.txt"));
        let force = Force { force: false };
        Names { state: with(STATE.trim_start_matches('.')), games, native, force }
    }

    /// Those that belong to a state file.
    pub(super) fn beside(state: &Path) -> Result<Names, Failure> {
        let shown = state.display().to_string();
        let name = state.to_str().and_then(|text| text.strip_suffix(STATE)).ok_or_else(|| {
            Failure::input(format!("--resume {shown}: the name of a state file ends in {STATE}"))
        })?;
        // They stay the same files wherever the match began.
        let name = std::path::absolute(name).map_err(|error| files::unreadable(&shown, &error))?;
        Ok(Names::of(&name))
    }
}

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    /// The command line.
    pub(super) arguments: Vec<String>,
    /// A number that is another one for other openings.
    pub(super) openings: u64,
    /// Where the match began: paths of the command line are meant from there.
    pub(super) folder: Option<PathBuf>,
}

impl State {
    pub(super) fn write(&self, names: &Names) -> Result<(), Failure> {
        let object = json!({
            "kind": KIND,
            "version": env!("CARGO_PKG_VERSION"),
            "arguments": self.arguments,
            "folder": self.folder.as_deref().and_then(Path::to_str),
            "openings": format!("{:016x}", self.openings),
        });
        let target = Target::new(&names.state, Kind::STATE, names.force)?;
        target.put(format!("{object:#}\n").as_bytes())
    }

    pub(super) fn read(names: &Names) -> Result<State, Failure> {
        let path = &names.state;
        let text = files::text(path, Kind::STATE)?;
        let parsed = || -> Option<State> {
            let object: Json = serde_json::from_str(&text).ok()?;
            let arguments = object["arguments"].as_array()?;
            let openings = u64::from_str_radix(object["openings"].as_str()?, 16).ok()?;
            let word = |word: &Json| word.as_str().map(str::to_owned);
            let arguments = arguments.iter().map(word).collect::<Option<_>>()?;
            let folder = object["folder"].as_str().map(PathBuf::from);
            (object["kind"] == KIND).then_some(State { arguments, openings, folder })
        };
        let shown = path.display();
        parsed().ok_or_else(|| Failure::input(format!("{shown} is no state of a match")))
    }

    /// Goes to where the match began.
    pub(super) fn enter(&self) {
        if let Some(folder) = &self.folder
            && let Err(error) = std::env::set_current_dir(folder)
        {
            let shown = folder.display();
            warn(&format!(
                "the match began in {shown}, and paths are meant from here now: {error}"
            ));
        }
    }
}

/// The records of a match, as they are written.
pub(super) struct Journal {
    pub(super) names: Names,
    games: Log,
    native: Option<Log>,
    /// Since when something is not on the disk yet.
    unsynced: Option<Instant>,
}

/// An encounter that is in the journal.
pub(super) struct Kept {
    pub(super) encounter: Encounter,
    pub(super) scores: Vec<Score>,
}

impl Journal {
    /// Opens the files of a match, with what is there already. A new match gets its state first.
    pub(super) fn open(
        names: &Names,
        game: &dyn AnyGame,
        schedule: &Schedule,
        new: Option<&State>,
    ) -> Result<(Journal, Vec<Kept>), Failure> {
        let mut games = Log::open(&names.games, Kind::GAMES)?;
        if let Some(state) = new {
            // Another match may have come and gone since the names were chosen.
            names.check_free()?;
            games.cut(0)?;
            state.write(names)?;
        }
        let bytes = games.read()?;
        let Readable { kept, records, end, is_damaged } = read(&names.games, &bytes, schedule)?;
        if is_damaged {
            put_aside(&names.games, &bytes[end..])?;
        }
        games.cut(end as u64)?;
        let natives: Option<String> = records.iter().map(|record| native(game, record)).collect();
        let native = match natives.filter(|_| has_native(game)) {
            None => None,
            Some(text) => {
                // It follows from the records, so it can be made anew.
                let force = Force { force: true };
                Target::new(&names.native, Kind::GAMES, force)?.put(text.as_bytes())?;
                Some(Log::open(&names.native, Kind::GAMES)?)
            }
        };
        let journal = Journal { names: names.clone(), games, native, unsynced: None };
        Ok((journal, kept))
    }

    /// Writes an encounter.
    pub(super) fn write(
        &mut self,
        game: &dyn AnyGame,
        names: &[String],
        opening: &Begun,
        played: &Played<Choice>,
    ) -> Result<(), Failure> {
        let records = records(names, opening, played);
        let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
        self.games.append(lines.as_bytes())?;
        if let Some(log) = &mut self.native {
            let text: String = records.iter().filter_map(|record| native(game, record)).collect();
            log.append(text.as_bytes())?;
        }
        self.unsynced.get_or_insert_with(Instant::now);
        self.settle()
    }

    /// Makes sure that nothing is in memory only for long. To be called every now and then.
    pub(super) fn settle(&mut self) -> Result<(), Failure> {
        match self.unsynced {
            Some(since) if since.elapsed() > SYNC => self.sync(),
            _ => Ok(()),
        }
    }

    /// Makes sure that all is on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.unsynced = None;
        self.games.sync()
    }
}

/// Whether games are written down in a form of their own.
fn has_native(game: &dyn AnyGame) -> bool {
    let mut session = game.start();
    session.play(Choice(0));
    let record = Record { number: 1, players: &[], opening: 1, result: "", ending: "" };
    session.write_game(&record).is_some()
}

/// A record for each game of an encounter.
fn records(names: &[String], opening: &Begun, played: &Played<Choice>) -> Vec<Json> {
    let Played { encounter, records } = played;
    let start = Some(opening.position.start_text()).filter(|text| !text.is_empty());
    let mut session = opening.position.fork();
    let opening_moves: Vec<String> =
        opening.moves.iter().map(|&mv| made(&mut *session, mv)).collect();
    let games = encounter.games();
    let first = encounter.number * games.len() as u64 + 1;
    let game = |((players, record), number): ((&Vec<usize>, &arena::Record<Choice>), u64)| {
        let players: Vec<&String> = players.iter().map(|&player| &names[player]).collect();
        json!({
            "game": number,
            "encounter": encounter.number,
            "round": encounter.round,
            "players": players,
            "opening": { "position": start, "moves": opening_moves },
            "moves": moves_json(session.fork(), &record.moves),
            "results": record.results,
            "reason": record.ending.to_string(),
            "faults": faults_json(record),
            "asked": record.asked,
            "overhead_seconds": record.overhead.as_secs_f64(),
        })
    };
    games.iter().zip(records).zip(first..).map(game).collect()
}

fn moves_json(mut session: Box<dyn Session>, moves: &[Made<Choice>]) -> Vec<Json> {
    let one = |one: &Made<Choice>| {
        json!({
            "move": made(&mut *session, one.choice.mv),
            "player": one.by.map(|player| player.0),
            "seconds": rounded(one.time),
            "clock": one.left.map(rounded),
            "score": one.choice.score,
            "depth": one.choice.depth,
            "nodes": one.choice.nodes,
        })
    };
    moves.iter().map(one).collect()
}

fn faults_json(record: &arena::Record<Choice>) -> Vec<Json> {
    let fault = |(player, fault): &(Player, Fault)| json!({ "player": player.0, "kind": fault.kind.to_string(), "what": fault.what });
    record.faults.iter().map(fault).collect()
}

/// Makes a move; its name.
fn made(session: &mut dyn Session, choice: Choice) -> String {
    let name = session.name(choice);
    session.play(choice);
    name
}

/// In seconds, to the microsecond.
fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// A game as people write it down.
fn native(game: &dyn AnyGame, record: &Json) -> Option<String> {
    let opening = &record["opening"];
    let mut session = game.open(opening["position"].as_str().unwrap_or_default()).ok()?;
    let opening_moves = opening["moves"].as_array()?;
    let moves = record["moves"].as_array()?.iter().map(|made| &made["move"]);
    for mv in opening_moves.iter().chain(moves) {
        let choice = session.read(mv.as_str()?).ok()?;
        session.play(choice);
    }
    let players: Vec<&str> =
        record["players"].as_array()?.iter().map(Json::as_str).collect::<Option<_>>()?;
    let results: Vec<f64> =
        record["results"].as_array()?.iter().map(Json::as_f64).collect::<Option<_>>()?;
    let result = match results[..] {
        [1.0, 0.0] => "1-0".to_owned(),
        [0.0, 1.0] => "0-1".to_owned(),
        [0.5, 0.5] => "1/2-1/2".to_owned(),
        _ => format!("{results:?}"),
    };
    let finished = Record {
        number: record["game"].as_u64()?,
        players: &players,
        opening: opening_moves.len(),
        result: &result,
        ending: record["reason"].as_str()?,
    };
    // A game that began in another position than the start has no such form; the others still do.
    Some(session.write_game(&finished).unwrap_or_default())
}

/// Keeps bytes that are no records, for whoever wants to look at them.
fn put_aside(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let aside = files::beside(path, "damaged");
    let mut log = Log::open(&aside, Kind::GAMES)?;
    log.append(bytes)?;
    log.sync()?;
    let (shown, aside) = (path.display(), aside.display());
    warn(&format!("{shown} is damaged: all from there on is played again, and is kept in {aside}"));
    Ok(())
}

/// What is to be read in a file of records.
struct Readable {
    /// All encounters that are whole.
    kept: Vec<Kept>,
    /// Their records.
    records: Vec<Json>,
    /// Where the last of them ends.
    end: usize,
    /// Whether there is a line after it that is no record of anything.
    is_damaged: bool,
}

/// Reads records up to the first line that is none. Records of another match are refused, wherever they are.
fn read(path: &Path, bytes: &[u8], schedule: &Schedule) -> Result<Readable, Failure> {
    let mut all = Readable { kept: Vec::new(), records: Vec::new(), end: 0, is_damaged: false };
    let mut at = 0;
    let mut present: Vec<(Json, u64, Score)> = Vec::new();
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        at += line.len();
        if !line.ends_with(b"\n") {
            break;
        }
        let wrong = || {
            let (shown, number) = (path.display(), number + 1);
            Failure::input(format!("{shown}, line {number}: it is no record of this match"))
        };
        let Ok(record) = serde_json::from_slice::<Json>(line) else {
            all.is_damaged = true;
            continue;
        };
        let (number, score) = counted(&record).ok_or_else(wrong)?;
        let encounter = schedule.encounter(number).ok_or_else(wrong)?;
        if score.results.len() != encounter.seats {
            return Err(wrong());
        }
        if all.is_damaged {
            continue;
        }
        if present.first().is_some_and(|(_, first, _)| *first != number) {
            return Err(wrong());
        }
        present.push((record, number, score));
        if present.len() == encounter.games().len() {
            let mut scores = Vec::new();
            for (record, _, score) in present.drain(..) {
                all.records.push(record);
                scores.push(score);
            }
            all.kept.push(Kept { encounter, scores });
            all.end = at;
        }
    }
    Ok(all)
}

/// What counts of a record.
fn counted(record: &Json) -> Option<(u64, Score)> {
    let results = record["results"].as_array()?.iter().map(Json::as_f64).collect::<Option<_>>()?;
    let fault = |fault: &Json| {
        let seat = usize::try_from(fault["player"].as_u64()?).ok()?;
        Some((seat, FaultKind::named(fault["kind"].as_str()?)?))
    };
    let faults: Vec<(usize, FaultKind)> =
        record["faults"].as_array()?.iter().map(fault).collect::<Option<_>>()?;
    let seats = record["players"].as_array()?.len();
    let overhead = Duration::try_from_secs_f64(record["overhead_seconds"].as_f64()?).ok()?;
    let score = Score { results, faults, asked: record["asked"].as_u64()?, overhead };
    let encounter = record["encounter"].as_u64()?;
    score.faults.iter().all(|&(seat, _)| seat < seats).then_some((encounter, score))
}
