//! `outplay analyse`: what a search thinks of a position, deeper and deeper until a limit is reached.
//!
//! The JSON that it prints is described in `docs/json.md`.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use outplay::face::{About, Answer, Considered, Question, Sampled, Session, Told, Unit, Worth};
use outplay::textbook::Config;
use outplay::{Depth, Limits, Stop, Turn};
use serde_json::{Value as Json, json};

use super::depth;
use crate::failure::Failure;
use crate::machine::Machine;
use crate::place::Place;
use crate::{games, interrupt, json, knobs, patience};

const NOTES: &str = "\
`outplay games NAME` says how a game writes its positions, in what it counts scores, and which searches take it.

A score is for the player to move, +#5 is a win in 5 plies and -#5 a loss. It is exact if the search went to the end of the
game and left nothing out, proven if it says who wins, and otherwise heuristic: what the game's evaluation makes of it. The
search ends at the first limit that it reaches; if none is given, after 1 second. Ctrl-C ends it at once, with what is known
so far.

The JSON is described in docs/json.md.";

/// How long is thought about a position, if nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// How many moves of a line fit beside the rest of what is said on the way.
const SHOWN_ON_THE_WAY: usize = 12;

/// The options of `outplay analyse`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    #[command(flatten)]
    place: Place,
    /// The search, by its name; default: the first one that `outplay games NAME` lists. Knobs of Monte-Carlo search follow behind a colon:
    /// mcts:simulations=10000,rule=puct
    #[arg(long, value_name = "NAME")]
    search: Option<String>,
    /// Stop after this time, like 1s or 500ms
    #[arg(long, value_parser = outplay::parse_time)]
    time: Option<Duration>,
    /// Search this deep: 4 or 4p is 4 plies, 2r is 2 rounds
    #[arg(long, value_parser = depth)]
    depth: Option<Depth>,
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

/// What is printed of a search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    let session = options.place.read(&*game, "analyse")?;
    let (search, mcts) = knobs::read(options.search(game.about()), game.about())?;
    let textbook = options.textbook();
    let is_counted = knobs::limit(&mcts);
    let made = outplay::face::Options { textbook, mcts, ..options.machine.options(&*game)? };
    let mut thinker = game.thinker(search, &made)?;
    let question = Question { lines: options.lines as usize, ..Question::default() };
    let started = Instant::now();
    let looked_at = io::stderr().is_terminal();
    let latest = Mutex::new("nothing is known yet".to_owned());
    let mut hear = |told: Told<'_>| {
        let Told::Answer(answer) = told else { return };
        let told = on_the_way(&*session, answer, started.elapsed());
        if looked_at {
            tell(&told);
        }
        *latest.lock().expect("nobody panics with it") = told.trim_end().to_owned();
    };
    let so_far = || latest.lock().expect("nobody panics with it").clone();
    let limits = options.limits(is_counted);
    let answer =
        patience::keeping(so_far, || thinker.think(&*session, &question, &limits, &mut hear))?;
    if answer.worth.is_none() && answer.stop == Stop::Asked {
        return Err(Failure::interrupted());
    }
    let lines = lines(&*session, &answer, question.lines);
    let time = started.elapsed();
    let analysis = Analysis { search, session, answer, lines, time };
    Ok(match options.format {
        Format::Text => analysis.text(),
        Format::Json => json::printed(&analysis.json(&options.game)),
    })
}

impl Options {
    /// The search that is wanted.
    fn search<'a>(&'a self, about: &'a About) -> &'a str {
        self.search.as_deref().unwrap_or_else(|| about.usual_search())
    }

    /// A search of the textbook deepens, so that it can be stopped; with no other limit than a depth it need not.
    fn textbook(&self) -> Config {
        let deepen = self.depth.is_none() || self.time.is_some() || self.nodes.is_some();
        Config { deepen, ..Config::default() }
    }

    fn limits(&self, is_counted: bool) -> Limits {
        let by_search = self.depth.is_some() || self.nodes.is_some() || is_counted;
        let limited = self.time.is_some() || by_search;
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.or((!limited).then_some(USUAL_TIME)),
            stop: Some(interrupt::flag()),
            ..Limits::default()
        }
    }
}

/// One iteration, in one line.
fn on_the_way(session: &dyn Session, answer: &Answer, time: Duration) -> String {
    let score = answer.worth.as_ref().map(|worth| worth.short(&answer.unit)).unwrap_or_default();
    let nodes = HumanCount(answer.counts.generated).to_string();
    let rate = rate(answer.counts.generated, time);
    let shown = &answer.line[..answer.line.len().min(SHOWN_ON_THE_WAY)];
    let (depth, line) = (answer.depth, session.names(shown).join(" "));
    format!("depth {depth:>3}  score {score:>5}  {nodes:>13} positions  {rate:>5.1} M/s  {line}\n")
}

/// Says something on standard error, if anybody still reads it.
fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Millions of positions in a second.
fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6
}

/// One of the best moves: what it is worth, and best play from there on, the move included.
pub(super) struct Line {
    pub(super) worth: Worth,
    pub(super) moves: Vec<String>,
    /// What Monte-Carlo search knows beside it.
    pub(super) sampled: Option<Sampled>,
}

/// The best moves, best first. What chance does is not compared: there is one line, for what is expected.
pub(super) fn lines(session: &dyn Session, answer: &Answer, most: usize) -> Vec<Line> {
    let mut moves: Vec<&Considered> = answer.moves.iter().collect();
    // A search of the textbook has them in the order of the rules.
    let is_other = |one: &Considered| Some(one.choice) != answer.best;
    let visits = |one: &Considered| one.sampled.map_or(0, |sampled| sampled.visits);
    moves.sort_by(|a, b| {
        let by_visits = visits(b).cmp(&visits(a));
        let by_score = b.worth.score().total_cmp(&a.worth.score());
        is_other(a).cmp(&is_other(b)).then(by_visits).then(by_score)
    });
    if session.turn() == Some(Turn::Chance) || moves.is_empty() {
        let line = |worth: &Worth| Line {
            worth: worth.clone(),
            moves: session.names(&answer.line),
            sampled: None,
        };
        return answer.worth.iter().map(line).collect();
    }
    let line = |one: &&Considered| Line {
        worth: one.worth.clone(),
        moves: session.names(&one.line),
        sampled: one.sampled,
    };
    moves.iter().take(most).map(line).collect()
}

/// What was found, and where.
pub(super) struct Analysis<'g> {
    pub(super) search: &'g str,
    pub(super) session: Box<dyn Session>,
    pub(super) answer: Answer,
    pub(super) lines: Vec<Line>,
    pub(super) time: Duration,
}

impl Analysis<'_> {
    fn text(&self) -> String {
        let Answer { counts, unit, .. } = &self.answer;
        let numbered = self.lines.iter().zip(1..).map(|(line, number)| {
            let number = if self.lines.len() > 1 { format!("{number}. ") } else { String::new() };
            let moves = line.moves.join(" ");
            let colon = if moves.is_empty() { "" } else { ": " };
            format!("{number}score {}{colon}{moves}\n", line.sentence(unit))
        });
        let told: String = match self.lines.is_empty() {
            true => self.without_score(),
            false => numbered.collect(),
        };
        format!(
            "{}\n{told}{} positions in {:.3} s, {:.1} M/s: {}\n",
            self.session.picture(),
            HumanCount(counts.generated),
            self.time.as_secs_f64(),
            rate(counts.generated, self.time),
            self.ended(),
        )
    }

    /// Why the search ended.
    fn ended(&self) -> String {
        let is_open = |line: &Line| line.sampled.is_some() && line.worth.value.proven().is_none();
        match self.answer.stop {
            Stop::Finished if self.lines.iter().any(is_open) => {
                "the best move is proven".to_owned()
            }
            stop => stop.to_string(),
        }
    }

    /// What is said of a move that was chosen without a search, or before one was finished.
    fn without_score(&self) -> String {
        match self.answer.best {
            Some(best) => {
                format!("move {}: not even one ply was searched\n", self.session.name(best))
            }
            None => "nothing is known: not even one ply was searched\n".to_owned(),
        }
    }

    pub(super) fn json(&self, name: &str) -> Json {
        let Analysis { session, answer, time, .. } = self;
        let turn = match session.turn() {
            Some(Turn::Player(player)) => json!(player.0),
            Some(Turn::Chance) => json!("chance"),
            None => json!(null),
        };
        let each = self.lines.iter().map(Line::json);
        let mut object = json!({
            "game": name,
            "position": session.position(),
            "turn": turn,
            "search": self.search,
            "score": answer.worth.as_ref().map(|worth| json::score(worth.score())),
            "bound": answer.worth.as_ref().map(|worth| worth.value.kind()),
            "unit": unit_json(&answer.unit),
            "complete": answer.complete,
            "depth": answer.depth,
            "move": answer.best.map(|best| session.name(best)),
            "lines": each.collect::<Vec<Json>>(),
            "counts": json::counts(answer.counts),
            "seconds": time.as_secs_f64(),
        });
        if answer.stop != Stop::Finished {
            object["stop"] = json!(answer.stop.to_string());
        }
        object
    }
}

/// In what scores are counted.
fn unit_json(unit: &Unit) -> Json {
    json!({ "name": unit.name, "size": json::score(unit.size) })
}

impl Line {
    /// What it is worth, in the words of the one writer.
    pub(super) fn sentence(&self, unit: &Unit) -> String {
        match &self.sampled {
            Some(sampled) => self.worth.sampled(sampled, unit),
            None => self.worth.sentence(unit),
        }
    }

    fn json(&self) -> Json {
        let Line { worth, moves, sampled } = self;
        let mut line = json!({
            "move": moves.first(),
            "score": json::score(worth.score()),
            "bound": worth.value.kind(),
            "trust": worth.trust(),
            "line": moves,
        });
        if let Some(Sampled { visits, error, rate, prior, .. }) = sampled {
            line["visits"] = json!(visits);
            line["rate"] = json!(rate);
            line["error"] = json!(error.is_finite().then_some(error));
            line["prior"] = json!(prior);
        }
        if !worth.each.is_empty() {
            line["each"] = worth.each.iter().map(|&one| json::score(one)).collect();
        }
        line
    }
}
