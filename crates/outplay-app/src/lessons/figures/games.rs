//! The games that there are, by kind: the page has a switch for each axis, and the games that fit light up.

use serde_json::{Value as Json, json};

use super::Show;
use crate::draw::columns;
use crate::failure::Failure;
use crate::games;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

struct Games(Vec<Kind>);

/// What kind of game one is.
struct Kind {
    name: String,
    players: usize,
    chance: bool,
    zero_sum: bool,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&[])?;
    let kind = |name: &str| {
        let game =
            games::named(name).map_err(|failure| Wrong::new(fields.line, failure.to_string()))?;
        let about = game.about();
        let (players, chance) = (about.players(), about.chance);
        Ok(Kind { name: name.to_owned(), players, chance, zero_sum: about.zero_sum })
    };
    let listings = games::all().listings();
    let kinds: Result<Vec<Kind>, Wrong> =
        listings.iter().map(|listing| kind(&listing.name)).collect();
    Ok(Box::new(Games(kinds?)))
}

impl Show for Games {
    fn page(&self) -> Json {
        let page = |kind: &Kind| {
            let Kind { name, players, chance, zero_sum } = kind;
            json!({ "name": name, "players": players, "chance": chance, "zero_sum": zero_sum })
        };
        json!({ "games": self.0.iter().map(page).collect::<Vec<Json>>() })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let word = |is_so| if is_so { "yes" } else { "no" }.to_owned();
        let row = |kind: &Kind| {
            vec![
                kind.name.clone(),
                kind.players.to_string(),
                word(kind.chance),
                word(kind.zero_sum),
                word(true),
            ]
        };
        let rows: Vec<Vec<String>> = self.0.iter().map(row).collect();
        Ok(columns::aligned(
            &["game", "players", "chance", "zero-sum", "perfect information"],
            &rows,
            5,
        ))
    }
}
