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

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use outplay::face::AnyGame;

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
    /// The game, by its name: one that is played with men and kings; default: the first that is
    game: Option<String>,
    /// How long to think about a move if no level is set, like 1s or 500ms
    #[arg(long, value_parser = outplay::parse_time, default_value = "1s")]
    time: Duration,
    #[command(flatten)]
    machine: Machine,
}

/// The first game that Hub has words for.
fn usual() -> Option<Arc<dyn AnyGame>> {
    let names = games::all().listings().iter().map(|listing| &listing.name);
    names.filter_map(|name| games::all().game(name).ok()).find(|game| is_draughts(&**game))
}

fn is_draughts(game: &dyn AnyGame) -> bool {
    write_position(&*game.start(), game.about()).is_some()
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = match &options.game {
        Some(name) => games::named(name)?,
        None => {
            usual().ok_or_else(|| Failure::input(format!("{NOT_DRAUGHTS}, and no game here is")))?
        }
    };
    if !is_draughts(&*game) {
        let name = &game.about().name;
        return Err(Failure::input(format!("{NOT_DRAUGHTS}, and {name} is another game")));
    }
    Session::new(options, game)?.serve()?;
    // All has been said already.
    Ok(String::new())
}
