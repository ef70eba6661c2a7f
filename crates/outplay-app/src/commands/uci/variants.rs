//! Variants: what the protocol calls the games of the catalogue.
//!
//! `UCI_Variant` names a game by one of its [protocol names](outplay::face::About::protocol_names), of which the first one is told, or
//! by its name in the catalogue. Chess from any array of pieces has an option of its own, `UCI_Chess960`.

use std::sync::Arc;

use outplay::face::{About, AnyGame, NameError};

use crate::games;

/// What the protocol calls the game that it is made for.
const CHESS: &str = "chess";

/// What programs call the same from any array of pieces.
const CHESS_960: [&str; 2] = ["chess960", "fischerandom"];

/// All games.
fn all() -> impl Iterator<Item = Arc<dyn AnyGame>> {
    let catalogue = games::all();
    catalogue.listings().iter().filter_map(|listing| catalogue.game(&listing.name).ok())
}

/// The game to play if none is named: chess, or the first one.
pub(super) fn usual() -> Option<Arc<dyn AnyGame>> {
    called(CHESS).or_else(|| all().next())
}

/// The game that a program means.
fn named(name: &str) -> Result<Arc<dyn AnyGame>, NameError> {
    called(name).map_or_else(|| games::all().game(name), Ok)
}

fn called(name: &str) -> Option<Arc<dyn AnyGame>> {
    all().find(|game| is_called(&**game, name))
}

fn is_called(game: &dyn AnyGame, name: &str) -> bool {
    let About { name: own, protocol_names, .. } = game.about();
    protocol_names.iter().chain([own]).any(|known| known.eq_ignore_ascii_case(name))
}

/// The name of a game that is told. One that is played on another board than usual has none but its own.
pub(super) fn told(game: &dyn AnyGame) -> &str {
    let About { name, protocol_names, .. } = game.about();
    protocol_names.first().filter(|_| !name.contains(':')).unwrap_or(name)
}

/// Whether it is chess from any array of pieces.
pub(super) fn is_960(game: &dyn AnyGame) -> bool {
    CHESS_960.iter().any(|name| is_called(game, name))
}

/// Chess with or without other arrays of pieces, if that is not what is played already. Nothing if it is another game that is played.
pub(super) fn with_960(game: &dyn AnyGame, wanted: bool) -> Option<Arc<dyn AnyGame>> {
    match (is_960(game), wanted) {
        (false, true) if is_called(game, CHESS) => all().find(|other| is_960(&**other)),
        (true, false) => called(CHESS),
        _ => None,
    }
}

/// The game to change to. Nothing if it is played already: with other arrays of pieces, chess is still chess.
pub(super) fn change(game: &dyn AnyGame, to: &str) -> Result<Option<Arc<dyn AnyGame>>, NameError> {
    let other = named(to)?;
    let is_same = other.about().name == game.about().name
        || is_960(game) && !is_960(&*other) && is_called(&*other, CHESS);
    Ok((!is_same).then_some(other))
}

/// The lines that tell of the options.
pub(super) fn options(game: &dyn AnyGame) -> String {
    let chess = called(CHESS).filter(|_| all().any(|one| is_960(&*one)));
    let has_960 = chess.is_some();
    // What the other option is for is no variant.
    let names = all().filter(|one| !has_960 || !is_960(&**one));
    let mut names: Vec<String> = names.map(|one| told(&*one).to_owned()).collect();
    let present = match chess {
        Some(chess) if is_960(game) => told(&*chess).to_owned(),
        _ => told(game).to_owned(),
    };
    if !names.contains(&present) {
        names.push(present.clone());
    }
    let variants: String = names.iter().map(|name| format!(" var {name}")).collect();
    let variant = format!("option name UCI_Variant type combo default {present}{variants}");
    match has_960 {
        true => format!("option name UCI_Chess960 type check default {}\n{variant}", is_960(game)),
        false => variant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> Arc<dyn AnyGame> {
        games::named(name).unwrap_or_else(|failure| panic!("{failure}"))
    }

    #[test]
    fn every_game_is_found_by_every_name_it_has() {
        for one in all() {
            let About { name, protocol_names, .. } = one.about();
            for called in protocol_names.iter().chain([name]) {
                let found = named(&called.to_uppercase()).expect("a name of a game");
                assert_eq!(found.about().name, *name);
            }
        }
        assert_eq!(named("othello:6x6").expect("a board to play on").about().name, "othello:6x6");
        assert!(named("no such game").is_err());
    }

    #[test]
    fn only_another_game_is_a_change() {
        let to = |from: &str, to: &str| {
            let change = change(&*game(from), to).expect("a game");
            change.map(|game| game.about().name.clone())
        };
        assert_eq!(to("chess", "cfour"), Some("connect-four".to_owned()));
        assert_eq!(to("othello:6x6", "flipello"), Some("othello".to_owned()));
        assert_eq!((to("chess", "chess"), to("chess960", "chess")), (None, None));
        assert_eq!(to("chess960", "fischerandom"), None);
        let with = |from: &str, wanted| Some(with_960(&*game(from), wanted)?.about().name.clone());
        assert_eq!(with("chess", true), Some("chess960".to_owned()));
        assert_eq!(with("chess960", false), Some("chess".to_owned()));
        assert_eq!((with("chess", false), with("othello", true)), (None, None));
    }

    #[test]
    fn the_default_is_one_of_the_variants() {
        for name in ["chess", "chess960", "othello", "othello:6x6"] {
            let told = options(&*game(name));
            let default =
                told.split(" combo default ").nth(1).and_then(|rest| rest.split(' ').next());
            let default = default.expect("a default").to_owned();
            assert!(format!("{told} ").contains(&format!(" var {default} ")), "{told}");
            let is_960 = format!("UCI_Chess960 type check default {}", name == "chess960");
            assert!(told.contains(&is_960), "{told}");
        }
    }
}
