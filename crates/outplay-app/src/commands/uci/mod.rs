//! `outplay uci`: plays through the Universal Chess Interface, on standard input and output, so that boards on the screen and
//! referees of matches can use the engine.
//!
//! Reference: Meyer-Kahlen, *Description of the Universal Chess Interface*, 2004. The protocol is made for chess, but a game is
//! only moves and positions as text there, so that every game of the catalogue can be played; the option `UCI_Variant` changes
//! from one to another. A game that the engine does not take is played by the first search that does.
//!
//! ```text
//! events.rs ──lines──▶ session.rs ──Task──▶ searcher.rs: a thread ──▶ thinking.rs: info and bestmove
//!                          ▲  │ go.rs: limits; hand.rs: time in hand          │
//!                          │  └ settings.rs, variants.rs: options; kept.rs    │
//!                          └──────────────────────Done────────────────────────┘
//! ```
//!
//! One thread reads commands, one searches, and one does what the commands say. The search goes to the thread that uses it, and comes
//! back at the end; so a command that needs it waits until then, while others (`stop`, `isready`) are obeyed at once. What is not
//! understood is passed over, as the protocol has it.
//!
//! The time of a search runs from when its command was read, or from when a new table was ready for it: `isready` waits for that.
//! The thread that searches is there all the time, because on a busy machine one that is started anew waits longer for a
//! processor than one that wakes up.

mod events;
mod go;
mod hand;
mod kept;
mod searcher;
mod session;
mod settings;
mod thinking;
mod variants;

use std::io::{self, Write};

use clap::Args;

use self::events::Events;
use self::session::Session;
use self::settings::Settings;
use crate::failure::Failure;
use crate::games;

const NOTES: &str = "\
The program reads commands and answers them, until `quit` or the end of the input. Beside those of the protocol there are
`d`, which shows the position, and `bench`, which measures the search on some positions and prints a signature: how many
positions were looked at.

A whole script may be piped in: every search that has a limit is finished before `quit` is obeyed. `quit` that is typed, or that
comes from a program which keeps the input open, ends the search under way: at once, or after a second.

Options that can be set: Hash (megabytes), Threads, MultiPV, Move Overhead (milliseconds), Ponder, UCI_Variant (another game) and,
if there is such a game, UCI_Chess960. `uci` tells what each of them may be.";

/// The options of `outplay uci`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; unless said otherwise, the one that the protocol is made for
    game: Option<String>,
    /// How many threads search, if the other program does not say so
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The size of the table in megabytes, if the other program does not say so
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    table: u32,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = match &options.game {
        Some(name) => games::named(name)?,
        None => variants::usual().ok_or_else(|| Failure::input("there are no games to play"))?,
    };
    let settings = Settings::new(options.table as usize, options.threads as usize);
    Session::new(game, settings, Events::of_input()).serve()?;
    // All has been said already.
    Ok(String::new())
}

/// Says a line; whether anybody still listens.
fn say(line: &str) -> bool {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
}
