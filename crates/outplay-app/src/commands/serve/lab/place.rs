//! A position of a game, as the page names it: the game, a position if it is not the start, and moves from there.

use outplay::face::{About, Listing};
use serde_json::{Value as Json, json};

use super::super::spots::{self, Reached, Spot};
use super::ask::Ask;
use crate::failure::Failure;
use crate::games;

/// The searches of the textbook, which can be recorded and compared.
const TEXTBOOK: [&str; 5] = ["minimax", "alpha-beta", "max-n", "paranoid", "expectimax"];

/// The searches of the textbook that take a game.
pub(super) fn searches(about: &About) -> Vec<&'static str> {
    TEXTBOOK.into_iter().filter(|name| about.has_search(name)).collect()
}

/// The games whose positions can be searched, the searches that take them, and whether Monte-Carlo search does.
pub(super) fn games() -> Json {
    let game = |listing: &Listing| {
        let opened = spots::guarded(&listing.name, || {
            let game = games::named(&listing.name).map_err(|failure| failure.to_string())?;
            let about = game.about();
            Ok((searches(about), about.has_search("mcts")))
        });
        let (searches, sampled) = opened.unwrap_or_default();
        json!({ "name": listing.name, "about": listing.what, "searches": searches, "sampled": sampled })
    };
    json!({ "games": games::all().listings().iter().map(game).collect::<Vec<Json>>() })
}

/// Reads the position, which is not over. Without the name of a game it is one of the first game.
pub(super) fn read(ask: Ask<'_>) -> Result<Reached, Failure> {
    let spot = Spot {
        game: spots::or_first(ask.maybe_text("game")?.unwrap_or_default().to_owned()),
        start: ask.maybe_text("position")?.unwrap_or_default().to_owned(),
        moves: ask.words("moves")?.into_iter().map(str::to_owned).collect(),
    };
    let at = spot.reach().map_err(Failure::input)?;
    match at.session.is_over() {
        true => Err(Failure::input("the game is over: there is nothing to search")),
        false => Ok(at),
    }
}
