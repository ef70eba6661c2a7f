//! `outplay analyse`: what the engine thinks of a position, deeper and deeper until a limit is reached.
//!
//! The JSON that it prints is described in `docs/json.md`.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use outplay::engine::{Engine, Insight, Question, Scale};
use outplay::{Bound, Depth, Fail, Limits, Opinion, Report, Reports, Stop, Turn, Value};
use outplay_games::catalogue::{Listed, Visitor};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::machine::Machine;
use crate::place::Place;
use crate::{games, interrupt, json};

const NOTES: &str = "\
Connect Four: a position is the columns of the moves so far, like 4453. Othello: it is the moves so far, like
f5d6c3, or all squares row by row from the upper left, X, O or - each, and the player to move.

A score is for the player to move. It is exact if the search went to the end of the game and left nothing out, proven if
it says who wins, and otherwise an opinion: what the game's evaluation makes of it. The search ends at the first limit that it reaches; if none is given,
after 1 second. Ctrl-C ends it at once, with what is known so far.

The JSON is described in crates/outplay-app/docs/json.md.";

/// How long is thought about a position, if nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// How many moves of a line fit beside the rest of what is said on the way.
const SHOWN_ON_THE_WAY: usize = 12;

/// The options of `outplay analyse`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a size may follow, as in othello:6x6
    game: String,
    #[command(flatten)]
    place: Place,
    /// Stop after this time, like 1s or 500ms
    #[arg(long, value_parser = outplay::parse_time)]
    time: Option<Duration>,
    /// Search so many plies deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop before more positions than this are looked at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Compare so many of the best moves
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    lines: u32,
    #[command(flatten)]
    machine: Machine,
    /// What is printed
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    games::visit(&options.game, Analyse(options))?
}

struct Analyse<'o>(&'o Options);

impl Visitor for Analyse<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Analyse(options) = self;
        let position = options.place.read(game, "analyse")?;
        let engine = options.machine.engine(game, game.insight())?;
        let lines = options.lines as usize;
        let question = Question { lines, ..Question::at(position.clone()) };
        let started = Instant::now();
        let looked_at = io::stderr().is_terminal();
        let told = Reports(|report: &Report<_, _>| {
            if looked_at {
                tell(&on_the_way(&engine, &position, report, started.elapsed()));
            }
        });
        let report = engine.search(&question, &options.limits(), told);
        if report.value.is_none() && report.stop == Stop::Asked {
            return Err(Failure::interrupted());
        }
        let time = started.elapsed();
        let each = report.moves.iter().take(lines).map(|&(mv, value)| {
            let line = engine.line(&question, mv, report.line.len().max(1) as u32);
            let moves = if Some(mv) == report.best { report.line.clone() } else { line };
            Line { value, moves }
        });
        let lines = each.collect();
        let analysis = Analysis { game, engine: &engine, position, report, lines, time };
        Ok(match options.format {
            Format::Text => analysis.text(),
            Format::Json => json::printed(&analysis.json(&options.game)),
        })
    }
}

impl Options {
    fn limits(&self) -> Limits {
        let limited = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth.map(Depth::plies),
            nodes: self.nodes,
            time: self.time.or((!limited).then_some(USUAL_TIME)),
            stop: Some(interrupt::flag()),
            ..Limits::default()
        }
    }
}

/// One iteration, in one line.
fn on_the_way<G: Listed>(
    engine: &Playing<G>,
    position: &G::Position,
    report: &Report<G::Move, Value<i32>>,
    time: Duration,
) -> String {
    let score = report.value.map(|value| score_told(engine, value)).unwrap_or_default();
    let nodes = HumanCount(report.counts.generated).to_string();
    let rate = rate(report.counts.generated, time);
    let mut line = written(engine.game(), position, &report.line);
    line.truncate(SHOWN_ON_THE_WAY);
    let (depth, line) = (report.depth, line.join(" "));
    format!("depth {depth:>3}  score {score:>4}  {nodes:>13} positions  {rate:>5.1} M/s  {line}\n")
}

/// Says something on standard error, if anybody still reads it.
fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Millions of positions in a second.
fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

/// The engine of a game, as it plays.
pub(crate) type Playing<G> = Engine<G, <G as Listed>::Insight>;

fn score_told<G: Listed>(engine: &Playing<G>, value: Value<i32>) -> String {
    let score = match value.score() {
        0 => "0".to_owned(),
        score => format!("{score:+}"),
    };
    match side(engine, value) {
        None => score,
        Some(Fail::High) => format!("{score} or more"),
        Some(Fail::Low) => format!("{score} or less"),
    }
}

/// On which side of the score the value lies, where that has to be said. Of a win everybody knows that it may come sooner.
pub(crate) fn side<G: Listed>(engine: &Playing<G>, value: Value<i32>) -> Option<Fail> {
    match value {
        _ if engine.decides(value) => None,
        Value::Proven(Bound::Exact(_)) => None,
        Value::Proven(Bound::AtLeast(_)) => Some(Fail::High),
        Value::Proven(Bound::AtMost(_)) => Some(Fail::Low),
        Value::Opinion(Opinion { fail, .. }) => fail,
    }
}

/// How far a value can be believed, in one word.
pub(crate) fn trust(value: Value<i32>) -> &'static str {
    match value {
        Value::Proven(Bound::Exact(_)) => "exact",
        Value::Proven(_) => "proven",
        Value::Opinion(_) => "heuristic",
    }
}

/// What a value means in words, if it is more than an opinion.
pub(crate) fn meaning<G: Listed>(engine: &Playing<G>, value: Value<i32>) -> Option<String> {
    let unit = <<G::Insight as Insight<G>>::Scale as Scale<G>>::UNIT;
    let meaning = || engine.game().meaning(value.score() / unit);
    match value.exact() {
        Some(_) => Some(meaning()),
        None if engine.decides(value) => Some(format!("{}, or sooner", meaning())),
        None => None,
    }
}

/// Moves one after the other, each as it is written where it is made.
pub(crate) fn written<G: Listed>(
    game: &G,
    position: &G::Position,
    line: &[G::Move],
) -> Vec<String> {
    let mut position = position.clone();
    let each = line.iter().map(|&mv| {
        let text = game.write_move(&position, mv);
        game.play(&mut position, mv);
        text
    });
    each.collect()
}

/// What was found, and where.
struct Analysis<'g, G: Listed> {
    game: &'g G,
    engine: &'g Playing<G>,
    position: G::Position,
    report: Report<G::Move, Value<i32>>,
    lines: Vec<Line<G::Move>>,
    time: Duration,
}

/// One of the best moves: its value, and best play from there on, the move included.
struct Line<M> {
    value: Value<i32>,
    moves: Vec<M>,
}

impl<G: Listed> Analysis<'_, G> {
    /// The best moves as text.
    fn lines(&self) -> Vec<Line<String>> {
        let told = |&Line { value, ref moves }: &Line<G::Move>| Line {
            value,
            moves: written(self.game, &self.position, moves),
        };
        self.lines.iter().map(told).collect()
    }

    fn text(&self) -> String {
        let lines = self.lines();
        let numbered = lines.iter().zip(1..).map(|(line, number)| {
            let number = if lines.len() > 1 { format!("{number}. ") } else { String::new() };
            format!("{number}{}: {}\n", self.value_told(line), line.moves.join(" "))
        });
        let told: String = match lines.is_empty() {
            true => "nothing is known: not even one ply was searched\n".to_owned(),
            false => numbered.collect(),
        };
        let nodes = self.report.counts.generated;
        format!(
            "{}\n{told}{} positions in {:.3} s, {:.1} M/s: {}\n",
            self.game.picture(&self.position),
            HumanCount(nodes),
            self.time.as_secs_f64(),
            rate(nodes, self.time),
            self.report.stop,
        )
    }

    fn value_told(&self, &Line { value, .. }: &Line<String>) -> String {
        let told = format!("score {}, {}", score_told(self.engine, value), trust(value));
        match (value, meaning(self.engine, value)) {
            (Value::Opinion(Opinion { depth, .. }), _) => format!("{told}, depth {depth}"),
            (_, Some(meaning)) => format!("{told}, {meaning}"),
            (_, None) => told,
        }
    }

    fn json(&self, name: &str) -> Json {
        let Analysis { game, position, report, time, .. } = self;
        let lines = self.lines();
        let turn = match game.turn(position) {
            Turn::Player(player) => json!(player.0),
            Turn::Chance => json!("chance"),
        };
        let each = lines.iter().map(|Line { value, moves }| {
            json!({
                "move": moves.first(),
                "score": value.score(),
                "bound": value.kind(),
                "trust": trust(*value),
                "line": moves,
            })
        });
        let mut object = json!({
            "game": name,
            "position": game.write_position(position),
            "turn": turn,
            "score": report.value.map(Value::score),
            "bound": report.value.map(Value::kind),
            "complete": report.complete,
            "depth": report.depth,
            "move": report.best.map(|mv| game.write_move(position, mv)),
            "lines": each.collect::<Vec<Json>>(),
            "counts": json::counts(report.counts),
            "seconds": time.as_secs_f64(),
        });
        if report.stop != Stop::Finished {
            object["stop"] = json!(report.stop.to_string());
        }
        object
    }
}
