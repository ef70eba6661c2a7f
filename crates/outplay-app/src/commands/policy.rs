//! `outplay policy`: the move for every position of a small game.
//!
//! The JSON that it prints is described in `docs/json.md`.

use clap::{Args, ValueEnum};
use outplay::Turn;
use outplay::textbook::{Choice, Policy, PolicyError};
use outplay_games::catalogue::{Listed, Visitor};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::room::{Counting, Room};
use crate::{games, json};

const NOTES: &str = "\
Tic-tac-toe: a position is its 9 squares, row by row from the upper left: X, O, or . where it is empty.
So the squares are, in that order, a3 b3 c3 a2 b2 c2 a1 b1 c1: a3 is the upper left, c1 the lower right.
Turn 0 is X, turn 1 is O, and none where the game is over. The value is what X wins with best play: 1, 0
or -1.

The JSON is described in crates/outplay-app/docs/json.md.";

/// The options of `outplay policy`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, for example tic-tac-toe
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

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let rows = games::visit(&options.game, Rows(&options.room))??;
    Ok(match options.format {
        Format::Json => json::lines(rows.iter().map(Row::json)),
        Format::Csv => as_csv(&rows),
    })
}

/// One position, in words.
struct Row {
    position: String,
    /// The number of a player, or `chance`.
    turn: Option<Json>,
    best: Option<String>,
    best_moves: Vec<String>,
    value: f64,
}

/// Solves a game and writes its positions down.
struct Rows<'o>(&'o Room);

/// About how many bytes a row takes, and its line.
const BYTES_OF_A_ROW: usize = 700;

impl Visitor for Rows<'_> {
    type Output = Result<Vec<Row>, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Rows(room) = self;
        let each = Policy::<G::Position, G::Move>::bytes_each() + BYTES_OF_A_ROW;
        let counting = Counting::new(each);
        let most = room.most(each);
        let policy = Policy::new(game, &game.start(), most, |tally| counting.tell(tally));
        let policy = policy.map_err(|error| match error {
            PolicyError::TooMany(tally) => room.exceeded(tally, each, ""),
            other => Failure::input(other.to_string()),
        })?;
        Ok(policy.choices.iter().map(|choice| Row::new(game, choice)).collect())
    }
}

impl Row {
    fn new<G: Listed>(game: &G, choice: &Choice<G::Position, G::Move>) -> Row {
        let name = |mv: G::Move| game.write_move(&choice.position, mv);
        Row {
            position: game.write_position(&choice.position),
            turn: choice.turn.map(actor),
            best: choice.best.map(name),
            best_moves: choice.best_moves.iter().map(|&mv| name(mv)).collect(),
            value: choice.value + 0.0,
        }
    }

    fn json(&self) -> Json {
        json!({
            "position": self.position,
            "turn": self.turn,
            "move": self.best,
            "best_moves": self.best_moves,
            "value": self.value,
        })
    }

    fn csv(&self) -> String {
        let cells = [
            quoted(&self.position),
            self.turn.as_ref().map_or(String::new(), word),
            quoted(self.best.as_deref().unwrap_or("")),
            quoted(&self.best_moves.join(" ")),
            self.value.to_string(),
        ];
        cells.join(",") + "\n"
    }
}

fn actor(turn: Turn) -> Json {
    match turn {
        Turn::Player(player) => json!(player.0),
        Turn::Chance => json!("chance"),
    }
}

/// A JSON value in a cell: strings without their quotes.
fn word(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}

fn as_csv(rows: &[Row]) -> String {
    let rows: String = rows.iter().map(Row::csv).collect();
    format!("position,turn,move,best_moves,value\n{rows}")
}

/// A cell of a CSV file (RFC 4180): quoted where it has to be.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
