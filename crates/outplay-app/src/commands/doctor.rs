//! `outplay doctor`: whether a game keeps the promises of its rules, and a short line that shows where it does not.

use std::panic;

use clap::Args;
use outplay::face::AnyGame;

use crate::failure::Failure;
use crate::{games, patience};

const NOTES: &str = "\
It looks at the positions near the start, the nearest first, and plays 200 random games. It tests that moves are always listed in the
same order, that they can be played, that players exist, odds sum to one, equal positions have equal keys and others have others,
and everybody has a payoff where the game is over; where one player wins what the other loses, that payoffs sum to zero and are what the
game says they can be. The exit code is 1 if a promise is broken.";

/// The options of `outplay doctor`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; all games, if none is given
    game: Option<String>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let names = match &options.game {
        Some(game) => vec![game.clone()],
        None => games::all().listings().iter().map(|listing| listing.name.clone()).collect(),
    };
    let mut text = String::new();
    let mut sick = 0;
    for name in names {
        let game = games::named(&name)?;
        match examined(&*game) {
            Ok(()) => text += &format!("{name}: every promise is kept\n"),
            Err(wrong) => {
                sick += 1;
                text += &format!("{name}: {wrong}\n");
            }
        }
    }
    if sick == 0 {
        return Ok(text);
    }
    crate::printed(&text)?;
    let games = if sick == 1 { "a game breaks".to_owned() } else { format!("{sick} games break") };
    Err(Failure::different(format!("{games} a promise of its rules")))
}

/// What is wrong with a game. The panic that tells it is not shown.
fn examined(game: &dyn AnyGame) -> Result<(), String> {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let name = game.about().name.clone();
    let checked = patience::keeping(|| format!("{name} is being examined"), || game.check());
    panic::set_hook(before);
    checked.map_err(|wrong| wrong.to_string())
}
