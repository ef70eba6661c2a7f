//! `--values`: what every move is worth, and what it took to know.
//!
//! It is made to be compared with other programs move by move and count by count, so nothing is approximate: pruning is strict
//! unless it is asked for otherwise, the window is carried from one move of the root to the next, and positions are evaluated
//! only at the depth limit or where the game is over.

use std::collections::HashSet;

use indicatif::{HumanCount, ProgressBar};
use outplay::face::Notation;
use outplay::textbook::{Prune, Search};
use outplay::{Bound, Event, Game, Limits, Observer, Player, Report};
use outplay_games::pacman::{Direction, Judge, Pacman, Position};
use serde_json::{Value as Json, json};

use super::place::{self, Loaded};
use super::{Algorithm, Evaluation, Format, Options, Pruning};
use crate::draw::{columns, numbers};
use crate::failure::Failure;
use crate::{interrupt, json};

/// Searches and tells.
pub(super) fn printed(
    options: &Options,
    loaded: &Loaded,
    position: &Position,
) -> Result<String, Failure> {
    let report = searched(options, &loaded.game, position)?;
    if report.value.is_none() {
        return Err(Failure::interrupted());
    }
    Ok(match options.format {
        Format::Json => json::printed(&as_json(options, loaded, position, &report)),
        Format::Text => as_text(options, loaded, position, &report),
    })
}

type Found = Report<Direction, Bound<f64>>;

fn searched(options: &Options, game: &Pacman, position: &Position) -> Result<Found, Failure> {
    let game = if options.no_stop { game.clone().without_stop() } else { game.clone() };
    let mut seen = Seen::new(&game);
    let limits =
        Limits { depth: Some(options.depth), stop: Some(interrupt::flag()), ..Limits::default() };
    let prune = match options.prune {
        Pruning::Strict => Prune::Strict,
        Pruning::NonStrict => Prune::NonStrict,
    };
    let search = Search::new(&game)
        .evaluation(options.evaluation.judge())
        .limits(limits)
        .prune(prune)
        .observer(&mut seen);
    let report = match options.algorithm {
        Algorithm::Minimax => search.minimax(position),
        Algorithm::AlphaBeta => search.alpha_beta(position),
        Algorithm::Expectimax => search.expectimax(position, Player::MAX),
    };
    seen.bar.finish_and_clear();
    let mut report = report.map_err(|error| Failure::input(error.to_string()))?;
    report.counts.distinct = Some(seen.scenes.len() as u64);
    Ok(report)
}

impl Evaluation {
    fn judge(self) -> Judge {
        match self {
            Evaluation::Score => Judge::Score,
            Evaluation::Food => Judge::Food,
            Evaluation::Good => Judge::Good,
            Evaluation::Room => Judge::Room,
        }
    }
}

impl Algorithm {
    fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::Expectimax => "expectimax",
        }
    }
}

/// Counts positions that are different as the course sees it: whose turn it is does not matter.
struct Seen<'g> {
    game: &'g Pacman,
    scenes: HashSet<u64>,
    generated: u64,
    bar: ProgressBar,
}

impl Seen<'_> {
    fn new(game: &Pacman) -> Seen<'_> {
        Seen { game, scenes: HashSet::new(), generated: 0, bar: ProgressBar::new_spinner() }
    }
}

impl Observer<Position, Direction, Bound<f64>> for Seen<'_> {
    fn event(&mut self, event: Event<'_, Position, Direction, Bound<f64>>) {
        let Event::Enter { position, .. } = event else { return };
        self.scenes.extend(self.game.key(&position.scene()));
        self.generated += 1;
        if self.generated.is_multiple_of(1 << 18) {
            self.bar.set_message(format!("{} positions", HumanCount(self.generated)));
            self.bar.tick();
        }
    }
}

fn as_json(options: &Options, loaded: &Loaded, position: &Position, report: &Found) -> Json {
    let name = |mv: &Direction| loaded.game.write_move(position, *mv);
    let names = |moves: &[Direction]| -> Vec<String> { moves.iter().map(name).collect() };
    let kind = |bound: Bound<f64>| report.judge(bound).kind();
    let moves: Vec<Json> = report
        .moves
        .iter()
        .map(|(mv, value)| json!({"move": name(mv), "value": value.score(), "bound": kind(*value)}))
        .collect();
    let prune = match (options.algorithm, options.prune) {
        (Algorithm::AlphaBeta, Pruning::Strict) => Some("strict"),
        (Algorithm::AlphaBeta, Pruning::NonStrict) => Some("non-strict"),
        _ => None,
    };
    json!({
        "layout": loaded.name,
        "algorithm": options.algorithm.name(),
        "prune": prune,
        "depth": options.depth.to_string(),
        "evaluation": options.evaluation.judge().name(),
        "stop": !options.no_stop,
        "value": report.value.map(Bound::score),
        "bound": report.value.map(kind),
        "move": report.best.as_ref().map(name),
        "best_moves": names(&report.best_moves),
        "line": names(&report.line),
        "moves": moves,
        "counts": json::counts(report.counts),
        "position": place::as_json(&loaded.game, position),
    })
}

fn as_text(options: &Options, loaded: &Loaded, position: &Position, report: &Found) -> String {
    let rows: Vec<Vec<String>> = report
        .moves
        .iter()
        .map(|(mv, value)| {
            let sign = match value {
                Bound::Exact(_) => "",
                Bound::AtLeast(_) => ">= ",
                Bound::AtMost(_) => "<= ",
            };
            let best = if report.best_moves.contains(mv) { "best" } else { "" };
            vec![
                format!("{mv:?}"),
                format!("{sign}{}", numbers::short(value.score())),
                best.to_owned(),
            ]
        })
        .collect();
    let line: Vec<String> = report.line.iter().map(|mv| format!("{mv:?}")).collect();
    let value = report.value.map_or(f64::NAN, Bound::score);
    let counts = report.counts;
    format!(
        "{}\n{}\nvalue      {} by {}, {} deep\nline       {}\npositions  {} generated, {} distinct, {} leaves, {} cut-offs\n",
        loaded.game.picture(position),
        columns::aligned(&["move", "value", ""], &rows, 1),
        numbers::short(value),
        options.algorithm.name(),
        options.depth,
        match line.is_empty() {
            true => "none: there is nothing to search".to_owned(),
            false => line.join(" "),
        },
        counts.generated,
        counts.distinct.unwrap_or(0),
        counts.leaves,
        counts.cutoffs,
    )
}
