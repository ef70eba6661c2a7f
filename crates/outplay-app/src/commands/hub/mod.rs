//! `outplay hub`: plays draughts through the protocol Hub, version 2, so that boards on the screen and other programs can play
//! against the engine. docs/hub.md lists the commands.
//!
//! Reference: Letouzey, *Hub protocol, version 2*, which comes with his program Scan. Hub is made for international draughts; any
//! game on the dark squares of a board, with men and kings of Black and White, can be told in its words. A position is the
//! player to move and a letter for each square; a capture is its first square, its last square, and what it takes.
//!
//! ```text
//! input: a thread ──words.rs──▶ inbox.rs ──▶ session.rs ──▶ a search in a thread of its own
//!                                               └ position.rs: positions as Hub writes them
//! ```

mod inbox;
mod position;
mod session;
mod words;

use std::time::Duration;

use clap::Args;

use self::session::Session;
use crate::failure::Failure;
use crate::games;
use crate::machine::Machine;

pub(super) use self::position::{NOT_DRAUGHTS, written as write_position};
pub(super) use self::words::{Words, quoted};

const NOTES: &str = "\
The program reads commands (hub, init, pos, level, go, stop, ping, new-game, set-param, quit) and answers them, until `quit` or the
end of the input. Without a `level` it thinks --time about each move. docs/hub.md tells more.";

/// The options of `outplay hub`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name: one that is played with men and kings
    #[arg(default_value = "checkers")]
    game: String,
    /// How long to think about a move if no level is set, like 1s or 500ms
    #[arg(long, value_parser = outplay::parse_time, default_value = "1s")]
    time: Duration,
    #[command(flatten)]
    machine: Machine,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    if write_position(&*game.start(), game.about()).is_none() {
        let name = &game.about().name;
        return Err(Failure::input(format!("{NOT_DRAUGHTS}, and {name} is another game")));
    }
    Session::new(options, game)?.serve()?;
    // All has been said already.
    Ok(String::new())
}
