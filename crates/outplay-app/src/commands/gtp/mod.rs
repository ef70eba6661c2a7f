//! `outplay gtp`: plays through the Go Text Protocol, version 2, so that referees, boards on the screen and other
//! programs can play against the engine. docs/gtp.md lists the commands.
//!
//! Reference: Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2*, 2002. The protocol is made for Go,
//! but a controller that knows the rules of another game can use it for that: Quarry and GRhino do for Othello.
//! Black is the player who begins. A vertex is a move in the notation of the game, and `pass` is what it is called there. A player who
//! has to pass is asked for a move, and answers `pass`; a controller may also leave such a pass out. Once the game is
//! over, everybody passes.
//!
//! ```text
//! input.rs: a thread ──lines──▶ request.rs ──▶ session.rs: the list of commands
//!                                                 ├ settings.rs: board, komi, clocks (variant.rs, clocks.rs)
//!                                                 ├ playing.rs, handicap.rs: moves
//!                                                 ├ scoring.rs, records.rs: scores, SGF
//!                                                 └ analysis.rs: streams, until the next line comes
//! ```

mod analysis;
mod clocks;
mod handicap;
mod input;
mod playing;
mod records;
mod request;
mod scoring;
mod session;
mod settings;
mod variant;
mod words;

use std::time::Duration;

use clap::Args;
use outplay::face::{About, AnyGame};

use self::session::Session;
use crate::failure::Failure;
use crate::files::Force;
use crate::machine::Machine;
use crate::{games, knobs};

pub(super) use self::scoring::ESTIMATED;
pub(super) use self::words::is_pass;

const NOTES: &str = "\
The program reads commands (list_commands tells which) and answers them, until `quit` or the end of the input. Black
begins; moves are written as everywhere else. If the controller sets a time with time_settings, kgs-time_settings or
time_left, the search lives on that, and otherwise thinks --time about each move. docs/gtp.md tells how to use it with
Sabaki, Lizzie, gogui-twogtp and CGOS.";

/// How long is thought about a move, if nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The options of `outplay gtp`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a size may follow, as in othello:6x6
    game: String,
    /// How long to think about a move, like 1s or 500ms; default: 1s, unless the search has a limit of its own
    #[arg(long, value_parser = outplay::parse_time)]
    time: Option<Duration>,
    /// The search, by its name; default: the first one that `outplay games NAME` lists. Knobs of Monte-Carlo search follow behind a colon:
    /// mcts:simulations=10000,rule=puct
    #[arg(long, value_name = "NAME")]
    search: Option<String>,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    force: Force,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    takes(game.about())?;
    Session::new(options, game)?.serve()?;
    // All has been said already.
    Ok(String::new())
}

impl Options {
    /// The search that plays, and its knobs.
    fn search<'a>(&'a self, about: &'a About) -> Result<(&'a str, knobs::Knobs), Failure> {
        knobs::read(self.search.as_deref().unwrap_or_else(|| about.usual_search()), about)
    }

    /// How long to think about a move that is not on a clock.
    fn time(&self, knobs: &[(String, String)]) -> Option<Duration> {
        self.time.or((!knobs::limit(knobs)).then_some(USUAL_TIME))
    }
}

/// Whether the protocol has words for all that happens in a game.
fn takes(about: &About) -> Result<(), Failure> {
    let About { name, chance, .. } = about;
    let why = match about.players() {
        2 if *chance => "in it, chance moves".to_owned(),
        2 => return Ok(()),
        players => format!("it has {players} players"),
    };
    let what = "the Go Text Protocol is for two players without chance";
    Err(Failure::input(format!("{what}, and {name} is no such game: {why}")))
}

/// A game, as it is called by those who have several.
pub(super) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// How many rows and columns a board has, if there are as many of both.
pub(super) fn board_size(game: &dyn AnyGame) -> Option<usize> {
    let board = game.start().board();
    (board.width > 0 && board.width == board.height).then_some(usize::from(board.width))
}
