//! Games by name: the catalogue that the program was started with.

use std::sync::{Arc, OnceLock};

use outplay::face::{AnyGame, Catalogue, NameError};

use crate::failure::Failure;

static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

/// Makes this the list of games, before anything asks for one.
pub(crate) fn install(catalogue: Catalogue) {
    let _ = CATALOGUE.set(catalogue);
}

/// The list of games: those that ship, if nobody has installed another one.
pub(crate) fn all() -> &'static Catalogue {
    CATALOGUE.get_or_init(outplay_games::catalogue)
}

/// The game of this name. Says which name is meant if it is nearly right.
pub(crate) fn named(game: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    all().game(game).map_err(|error| {
        Failure::input(match (&error, nearest(game)) {
            (NameError::Unknown { .. }, Some(name)) => {
                format!("there is no game `{game:.50}`: did you mean {name}?")
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
    let names = all().listings().iter().map(|listing| listing.name.as_str());
    let name = names.min_by_key(|name| distance(name))?;
    (distance(name) <= 4 && distance(name) < wanted.len()).then_some(name)
}
