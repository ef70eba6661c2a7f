//! `outplay games`: what there is to play, and what kind of game each is.

use clap::Args;
use outplay::face::About;
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::{games, json};

const NOTES: &str = "\
A variant follows the name of a game behind a colon: othello:6x6. A game in which players know less than the whole position, such as
poker, is out of scope: OpenSpiel has searches for those.";

/// The options of `outplay games`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// One game, with all that is to be known about it
    game: Option<String>,
    /// What is printed
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let names = match &options.game {
        Some(game) => vec![game.clone()],
        None => games::all().listings().iter().map(|listing| listing.name.clone()).collect(),
    };
    let abouts = names.iter().map(|name| Ok(games::named(name)?.about().clone()));
    let abouts: Vec<About> = abouts.collect::<Result<_, Failure>>()?;
    Ok(match (options.format, &abouts[..]) {
        (Format::Json, _) => {
            let games: Vec<Json> = abouts.iter().map(row).collect();
            json::printed(&json!({ "games": games }))
        }
        (Format::Text, [about]) if options.game.is_some() => told(about),
        (Format::Text, _) => table(&abouts),
    })
}

fn players(about: &About) -> String {
    match about.players() {
        1 => "1 player".to_owned(),
        count => format!("{count} players"),
    }
}

fn axes(about: &About) -> [&'static str; 2] {
    let chance = if about.chance { "chance" } else { "no chance" };
    let sum = match about.players() {
        1 => "alone",
        _ if about.zero_sum => "zero-sum",
        _ => "general payoffs",
    };
    [chance, sum]
}

fn table(abouts: &[About]) -> String {
    let width = abouts.iter().map(|about| about.name.len()).max().unwrap_or(0);
    let row = |about: &About| {
        let [chance, sum] = axes(about);
        let (name, what, players) = (&about.name, &about.what, players(about));
        format!("{name:width$}  {players:9}  {chance:9}  {sum:15}  {what}\n")
    };
    abouts.iter().map(row).collect()
}

/// All that is to be known about one game.
fn told(about: &About) -> String {
    let [chance, sum] = axes(about);
    let mut text = format!("{}: {}\n", about.name, about.what);
    text += &format!("players    {} ({})\n", about.players(), about.seats.join(", "));
    text += &format!("kind       {chance}, {sum}, perfect information\n");
    if !about.variants.is_empty() {
        text += &format!("variants   {}\n", about.variants.join(", "));
    }
    text += &format!("scores     in {}\n", about.unit.name);
    text += &format!("positions  {}\n", about.written);
    if !about.protocol_names.is_empty() {
        text += &format!("protocols  {}\n", about.protocol_names.join(", "));
    }
    for (seat, own) in about.seats.iter().zip(&about.own_players) {
        text += &format!("players    of {seat} that only this game has: {}\n", own.join(", "));
    }
    if !about.evaluations.is_empty() {
        let names = about.evaluations.join(", ");
        text +=
            &format!("evaluations  for searches of the textbook, beside the usual one: {names}\n");
    }
    text += "searches\n";
    for search in &about.searches {
        text += &format!("  {:11} {}\n", search.name, search.what);
    }
    if !about.knobs.is_empty() {
        text += "knobs of mcts that only this game has\n";
    }
    for knob in &about.knobs {
        text += &format!("  {:14} {}: {}\n", knob.name, knob.what, knob.values);
    }
    text
}

fn row(about: &About) -> Json {
    json!({
        "name": about.name,
        "about": about.what,
        "variants": about.variants,
        "seats": about.seats,
        "chance": about.chance,
        "zero_sum": about.zero_sum,
        "information": "perfect",
        "unit": about.unit.name,
        "written": about.written,
        "searches": about.searches.iter().map(|search| search.name).collect::<Vec<_>>(),
        "knobs": about.knobs.iter().map(|knob| knob.name).collect::<Vec<_>>(),
        "own_players": about.own_players,
        "evaluations": about.evaluations,
        "protocol_names": about.protocol_names,
    })
}
