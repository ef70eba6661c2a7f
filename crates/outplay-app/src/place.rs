//! A position on the command line.

use clap::Args;
use outplay_games::catalogue::Listed;

use crate::failure::Failure;

/// Options of a command that is about a position.
#[derive(Args)]
pub(crate) struct Place {
    /// The position, in the notation of the game; the start if none is given
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The player to move, if the position does not say so
    side: Option<String>,
}

impl Place {
    /// The position, which is not over; `purpose` is what there would be nothing to do about.
    pub(crate) fn read<G: Listed>(&self, game: &G, purpose: &str) -> Result<G::Position, Failure> {
        let position = self.position(game)?;
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        match moves.is_empty() {
            true => Err(Failure::input(format!("the game is over: there is nothing to {purpose}"))),
            false => Ok(position),
        }
    }

    /// The position, whether or not the game is over.
    pub(crate) fn position<G: Listed>(&self, game: &G) -> Result<G::Position, Failure> {
        let Some(text) = &self.position else { return Ok(game.start()) };
        let read = game.read_position(text);
        let (text, read) = match (&self.side, read) {
            (None, read) => (text.clone(), read),
            (Some(side), Ok(_)) => {
                let what = "the position says already who moves, and is one word";
                return Err(Failure::input(format!("`{side:.50}` is too much: {what}")));
            }
            (Some(side), Err(_)) => {
                let text = format!("{text} {side}");
                let read = game.read_position(&text);
                (text, read)
            }
        };
        read.map_err(|error| {
            // Since a position may begin like an option, an option with a typing error is read as a position.
            Failure::input(match text.starts_with('-') {
                true => format!("`{text:.50}` is neither an option nor a position: {error}"),
                false => error.to_string(),
            })
        })
    }
}
