//! The catalogue: the one list of games. A game that is added here appears everywhere.
//!
//! ```
//! let games = outplay_games::catalogue();
//! let othello = games.game("othello:6x6")?;
//! assert_eq!(othello.start().choices(), 4);
//! let Err(error) = games.game("tic-tak-toe") else { panic!("there is no such game") };
//! assert!(error.to_string().starts_with("there is no game `tic-tak-toe`; the games are tic-tac-toe, connect-four"));
//! # Ok::<(), outplay::face::NameError>(())
//! ```

use std::fmt::Display;

use outplay::face::Catalogue;

/// All games that ship.
pub fn catalogue() -> Catalogue {
    Catalogue::default()
        .with(crate::tic_tac_toe::entry())
        .with(crate::connect_four::entry())
        .with(crate::othello::entry())
        .with(crate::chess::entry())
        .with(crate::chess::entry_960())
        .with(crate::checkers::entry())
        .with(crate::pacman::entry())
        .with(crate::kalah::entry())
        .with(crate::pig::entry())
        .with(crate::twenty_forty_eight::entry())
        .with(crate::rolit::entry())
        .with(crate::centipede::entry())
        .with(crate::go::entry())
        .with(crate::go::entry_points())
}

/// The 5 and 4 of `connect-four:5x4`.
pub(crate) fn size(variant: Option<&str>) -> Result<Option<(u32, u32)>, String> {
    let Some(size) = variant else { return Ok(None) };
    let number = |text: &str| text.parse().ok().filter(|_| text.len() < 4);
    let sides =
        size.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    sides.map(Some).ok_or_else(|| {
        format!("`{size:.50}` is no size of a board: write width x height, like `connect-four:5x4`")
    })
}

/// `1 point`, `2 points`.
pub(crate) fn counted(count: impl Copy + Display + Into<f64>, what: &str) -> String {
    let ending = if count.into() == 1.0 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use outplay::face::board::{Gesture, Place};
    use outplay::face::{AnyGame, Choice};

    use super::*;

    /// A game signs the contract, and reads what it writes.
    fn check(game: &dyn AnyGame) {
        game.check().unwrap_or_else(|wrong| panic!("{}: {wrong}", game.about().name));
        let session = game.start();
        assert!(session.choices() > 0);
        let again = game.open(&session.position()).expect("it reads what it writes");
        assert_eq!(again.position(), session.position());
        let board = session.board();
        let is_there = |place: &Place| place.x < board.width && place.y < board.height;
        for choice in (0..session.choices() as u32).map(Choice) {
            let Gesture { from, via, to, also, .. } = session.gesture(choice);
            assert!(from.iter().chain(&via).chain(&to).chain(&also).all(is_there), "{choice:?}");
            assert_eq!(session.read(&session.name(choice)), Ok(choice));
            assert_eq!(session.read_uci(&session.uci_name(choice)), Ok(choice));
        }
    }

    #[test]
    fn every_game_signs_the_contract() {
        let games = catalogue();
        for listing in games.listings() {
            check(&*games.game(&listing.name).expect("a game in the list can be opened"));
        }
    }

    #[test]
    fn one_point_is_no_points() {
        assert_eq!(
            [1, 2, 0].map(|count: i32| counted(count, "point")),
            ["1 point", "2 points", "0 points"]
        );
        assert_eq!([1.0, 0.5].map(|count: f64| counted(count, "point")), ["1 point", "0.5 points"]);
        let solved = catalogue().game("go-points:2x2").unwrap();
        let options = outplay::face::Options::default();
        let mut solver = solved.thinker("solver", &options).unwrap();
        let found =
            solver.think(&*solved.start(), &Default::default(), &Default::default(), &mut |_| ());
        let told = found.unwrap().worth.and_then(|worth| worth.meaning);
        assert_eq!(told.as_deref(), Some("the player to move wins by 1 point"));
    }

    /// Of moves without blanks between them, the one that is wrong is told.
    #[test]
    fn a_wrong_move_in_the_middle_of_a_word_is_told() {
        let told = |game: &str, text: &str| {
            catalogue().game(game).unwrap().open(text).err().expect("it is wrong").to_string()
        };
        assert_eq!(told("connect-four", "444444455"), "move 7: column 4 is full");
        assert!(told("othello", "f5d6f5c3").starts_with("move 3: f5 is taken"));
        assert!(told("chess", "e4e5Nf4").starts_with("move 3: `Nf4` is not legal"));
    }

    #[test]
    fn a_name_may_say_a_size() {
        let games = catalogue();
        for listing in games.listings() {
            for variant in &listing.variants {
                let game = games.game(&format!("{}:{variant}", listing.name));
                assert!(game.expect("a board to play on").start().choices() > 0);
            }
        }
        for name in ["othello:6x6", "othello:4x4", "connect-four:5x4", "pacman:tiny"] {
            check(&*games.game(name).expect("a size that is played"));
        }
        for (name, told) in [
            ("othello:7x7", "a board of 7 x 7 does not do: there are 4 x 4, 6 x 6 and 8 x 8"),
            ("othello:8x6", "the board of Othello is as wide as it is high"),
            ("tic-tac-toe:4x4", "tic-tac-toe is played on 3 x 3"),
            (
                "othello:six",
                "`six` is no size of a board: write width x height, like `connect-four:5x4`",
            ),
            ("chess:4x4", "chess is played on 8 x 8"),
        ] {
            let Err(error) = games.game(name) else { panic!("{name} is a wrong name") };
            assert_eq!(error.to_string(), told);
        }
    }
}
