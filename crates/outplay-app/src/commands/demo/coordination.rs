//! Ghosts that each minimise work together, though nobody told them to.

use outplay::Game;
use outplay::face::Notation;

use super::{Options, Side, game, mean, percent, played};
use crate::draw::columns;
use crate::failure::Failure;

pub(super) const LAYOUT: &str = "pinch";
/// After how many moves a game is given up.
pub(super) const MOST: u32 = 200;

/// Who is compared.
pub(super) fn sides() -> [Side; 2] {
    let pacman = "alpha-beta:2,evaluation=food,ties=random";
    [
        Side::new("two greedy chasers", pacman, "greedy"),
        Side::new("two minimax ghosts", pacman, "minimax:3"),
    ]
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let game = game(LAYOUT);
    let sides = sides();
    let tallies = played(options, &game, &sides, 200, MOST)?;
    let rows: Vec<Vec<String>> = sides
        .iter()
        .zip(&tallies)
        .map(|(side, tally)| {
            // Who is never caught is free for at least as long as the game.
            let soon = mean(&tally.moves);
            vec![
                side.name.to_owned(),
                tally.games.to_string(),
                percent(tally.lost()),
                soon,
                mean(&tally.score),
            ]
        })
        .collect();
    let head = ["", "games", "caught (95% interval)", "moves in freedom", "Pacman's score"];
    Ok(format!(
        "Coordination: two ghosts after the same Pacman\n\n{}\n\
         What to watch for: greedy ghosts take the shortest way, end up behind each other, and chase Pacman in circles. A ghost that\n\
         searches knows that the other one minimises, too, and goes where that one does not: they come from both sides. Nobody told\n\
         them to work together.\n\n{}\n\
         The point: minimax ghosts catch Pacman in {} of games, and he is free for {} moves; greedy ones in {}, and for\n\
         {} moves, the end of games in which he is not caught included.\n",
        game.picture(&game.start()),
        columns::aligned(&head, &rows, 1),
        percent(tallies[1].lost()),
        mean(&tallies[1].moves),
        percent(tallies[0].lost()),
        mean(&tallies[0].moves),
    ))
}
