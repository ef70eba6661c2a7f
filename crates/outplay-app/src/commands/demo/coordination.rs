//! What a ghost believes of the other one makes them work together, though nobody told them to.

use outplay::Game;
use outplay::face::Notation;

use super::{Options, Side, Tally, game, mean, percent, played};
use crate::draw::columns;
use crate::failure::Failure;

pub(super) const LAYOUT: &str = "pinch";
/// After how many moves a game is given up.
pub(super) const MOST: u32 = 200;

/// The ghosts that are compared: the same but for their belief.
pub(super) fn sides() -> [Side; 3] {
    let pacman = "alpha-beta:3,evaluation=good,ties=random";
    [
        Side::new("the other minimises with me", pacman, "minimax:3"),
        Side::new("the other stands still", pacman, "minimax:3,belief=still"),
        Side::new("the other moves at random", pacman, "minimax:3,belief=random"),
    ]
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let game = game(LAYOUT);
    let sides = sides();
    let tallies = played(options, &game, &sides, 200, MOST)?;
    let row = |(side, tally): (&Side, &Tally)| {
        vec![
            side.name.to_owned(),
            tally.games.to_string(),
            percent(tally.lost()),
            // A Pacman that is never caught is free until the game is over.
            mean(&tally.moves),
            mean(&tally.score),
        ]
    };
    let rows: Vec<Vec<String>> = sides.iter().zip(&tallies).map(row).collect();
    let head =
        ["each ghost believes", "games", "caught (95% interval)", "moves in freedom", "his score"];
    Ok(format!(
        "Coordination: two ghosts after the same Pacman, who looks ahead, too\n\n{}\n\
         What to watch for: all ghosts search for themselves, 3 rounds deep, and judge positions alike. They differ in what they believe of\n\
         each other. Who believes that the other one closes in as well leaves that side to it and takes the other: they come from both sides.\n\
         Who believes that it stands still, or goes anywhere, has a plan that the other one does not keep to. Nobody told them to work together.\n\n{}\n\
         The point: by the belief alone ghosts catch Pacman in {} of games, after {} moves on average, those included\n\
         in which he is free to the end; if each takes the other to stand still, in {}, if to move at random, in {}.\n",
        game.picture(&game.start()),
        columns::aligned(&head, &rows, 1),
        percent(tallies[0].lost()),
        mean(&tallies[0].moves),
        percent(tallies[1].lost()),
        percent(tallies[2].lost()),
    ))
}
