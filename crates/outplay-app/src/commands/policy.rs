//! `outplay policy`: the move for every position of a small game.
//!
//! The JSON that it prints is described in `docs/json.md`.

use clap::{Args, ValueEnum};
use outplay::Turn;
use outplay::face::{PolicyRow, PolicyWanted};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::room::{Counting, Room};
use crate::{games, json};

const NOTES: &str = "\
A position is as the game writes it: `outplay games NAME` says how. Turn 0 is the first player, turn 1 the second, and none where
the game is over. The value is what the first player wins with best play.

The JSON is described in docs/json.md.";

/// The options of `outplay policy`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name: one with few positions
    game: String,
    /// What is printed
    #[arg(long, short, default_value = "json")]
    format: Format,
    #[command(flatten)]
    room: Room,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Json,
    Csv,
}

/// About how many bytes a row takes, and its line.
const BYTES_OF_A_ROW: usize = 700;

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    let counting = Counting::new();
    let rows = game.policy(&mut PolicyWanted {
        bytes_beside: BYTES_OF_A_ROW,
        most: &|each| options.room.most(each),
        told: &mut |tally, each| counting.tell(tally, each),
        exceeded: &|tally, each| options.room.exceeded(tally, each, "").to_string(),
    })?;
    drop(counting);
    Ok(match options.format {
        Format::Json => json::lines(rows.iter().map(as_json)),
        Format::Csv => as_csv(&rows),
    })
}

fn as_json(row: &PolicyRow) -> Json {
    json!({
        "position": row.position,
        "turn": row.turn.map(actor),
        "move": row.best,
        "best_moves": row.best_moves,
        "value": row.value,
    })
}

/// The number of a player, or `chance`.
fn actor(turn: Turn) -> Json {
    match turn {
        Turn::Player(player) => json!(player.0),
        Turn::Chance => json!("chance"),
    }
}

fn as_csv(rows: &[PolicyRow]) -> String {
    let rows: String = rows.iter().map(csv_line).collect();
    format!("position,turn,move,best_moves,value\n{rows}")
}

fn csv_line(row: &PolicyRow) -> String {
    let cells = [
        quoted(&row.position),
        row.turn.map(actor).as_ref().map_or(String::new(), word),
        quoted(row.best.as_deref().unwrap_or("")),
        quoted(&row.best_moves.join(" ")),
        row.value.to_string(),
    ];
    cells.join(",") + "\n"
}

/// A JSON value in a cell: strings without their quotes.
fn word(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}

/// A cell of a CSV file (RFC 4180): quoted where it has to be.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
