//! Games by name.

use outplay_games::catalogue::{self, NameError, Visitor};

use crate::failure::Failure;

/// Lets `visitor` work with the game of this name. Says which name is meant if it is nearly right.
pub(crate) fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Output, Failure> {
    catalogue::visit(game, visitor).map_err(|error| {
        Failure::input(match (&error, nearest(game)) {
            (NameError::Unknown(_), Some(name)) => {
                format!("there is no game `{game}`: did you mean {name}?")
            }
            _ => error.to_string(),
        })
    })
}

fn nearest(game: &str) -> Option<&'static str> {
    let letters = |name: &str| -> String {
        name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).take(100).collect()
    };
    let wanted = letters(game);
    let distance = |name: &str| strsim::levenshtein(&wanted, &letters(name));
    let names = catalogue::GAMES.iter().map(|entry| entry.name);
    let name = names.min_by_key(|name| distance(name))?;
    (distance(name) <= 4 && distance(name) < wanted.len()).then_some(name)
}
