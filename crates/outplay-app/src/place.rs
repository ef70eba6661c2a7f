//! A position on the command line.

use clap::Args;
use outplay::face::{AnyGame, Session};

use crate::failure::Failure;

/// How many letters of what is wrong with a position are told.
const LONGEST_MESSAGE: usize = 500;

/// Options of a command that is about a position.
#[derive(Args, Default)]
pub(crate) struct Place {
    /// A position in the notation of the game, moves from the start, or a position and moves; the start if nothing is given
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// More of the same: a position and moves need no quotes
    #[arg(value_name = "MORE")]
    more: Vec<String>,
}

impl Place {
    /// The position, which is not over; `purpose` is what there would be nothing to do about.
    pub(crate) fn read(
        &self,
        game: &dyn AnyGame,
        purpose: &str,
    ) -> Result<Box<dyn Session>, Failure> {
        let session = self.position(game)?;
        match session.is_over() {
            true => Err(Failure::input(format!("the game is over: there is nothing to {purpose}"))),
            false => Ok(session),
        }
    }

    /// The position, whether or not the game is over.
    pub(crate) fn position(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Failure> {
        let words: Vec<&str> = self.position.iter().chain(&self.more).map(String::as_str).collect();
        let text = words.join(" ");
        game.open(&text).map_err(|wrong| {
            // A long text is not said back in full.
            let wrong: String = wrong.to_string().chars().take(LONGEST_MESSAGE).collect();
            // Since a position may begin like an option, an option with a typing error is read as a position.
            Failure::input(match text.starts_with('-') {
                true => format!("`{text:.50}` is neither an option nor a position: {wrong}"),
                false => wrong,
            })
        })
    }
}
