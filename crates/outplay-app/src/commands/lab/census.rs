//! `outplay lab census`: how large the tree of a game is, ply by ply, and how many different positions are in it.
//!
//! Positions are counted once each, with the number of ways that lead to them: so a tree with a trillion nodes takes no longer than the
//! positions in it.

use std::collections::{HashMap, HashSet};

use clap::Args;
use outplay::face::{Choice, Session};

use crate::draw::columns;
use crate::failure::Failure;
use crate::{games, interrupt};

/// More different positions after the same number of moves are not kept.
const MOST: usize = 100_000;

/// The options of `outplay lab census`.
#[derive(Args)]
pub(crate) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    /// Count only so many plies
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    plies: u32,
}

/// Positions after some moves, each with the number of ways that lead to it.
type Layer = HashMap<String, (Box<dyn Session>, u128)>;

/// What is counted of a ply.
#[derive(Clone, Copy)]
struct Row {
    nodes: u128,
    positions: usize,
    games: u128,
}

/// Runs the experiment.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    let start = game.start();
    let mut layer = Layer::from([(key(&*start), (start, 1))]);
    let mut seen: HashSet<String> = HashSet::new();
    let mut rows = Vec::new();
    for ply in 0..=options.plies {
        rows.push(Row::of(&layer));
        seen.extend(layer.keys().cloned());
        if ply < options.plies {
            layer = next(&layer, options, ply)?;
        }
        if layer.is_empty() {
            break;
        }
    }
    let is_whole = layer.is_empty();
    Ok(told(&game.about().name, &rows, seen.len(), is_whole))
}

/// What tells a position from others: its key, or its text where the game has no keys.
fn key(session: &dyn Session) -> String {
    session.key().map_or_else(|| session.position(), |key| key.to_string())
}

fn next(layer: &Layer, options: &Options, ply: u32) -> Result<Layer, Failure> {
    let mut next = Layer::new();
    for (session, ways) in layer.values() {
        if interrupt::asked() {
            return Err(Failure::interrupted());
        }
        for choice in (0..session.choices() as u32).map(Choice) {
            let mut child = session.fork();
            child.play(choice);
            let (_, sum) = next.entry(key(&*child)).or_insert((child, 0));
            *sum = sum.checked_add(*ways).ok_or_else(|| too_many(options, ply))?;
        }
        if next.len() > MOST {
            return Err(too_many(options, ply));
        }
    }
    Ok(next)
}

fn too_many(options: &Options, ply: u32) -> Failure {
    let game = &options.game;
    Failure::input(format!(
        "{game} has too many positions after {} moves: `outplay lab census {game} --plies {ply}` counts up to {ply}",
        ply + 1
    ))
}

impl Row {
    fn of(layer: &Layer) -> Row {
        let all = layer.values();
        let over = layer.values().filter(|(session, _)| session.choices() == 0);
        Row {
            nodes: sum(all.map(|(_, ways)| *ways)),
            positions: layer.len(),
            games: sum(over.map(|(_, ways)| *ways)),
        }
    }

    fn cells(&self, name: String) -> Vec<String> {
        vec![name, grouped(self.nodes), grouped(self.positions as u128), grouped(self.games)]
    }
}

fn told(name: &str, rows: &[Row], positions: usize, is_whole: bool) -> String {
    let all = Row {
        nodes: sum(rows.iter().map(|row| row.nodes)),
        positions,
        games: sum(rows.iter().map(|row| row.games)),
    };
    let of_plies = (0..).zip(rows).map(|(ply, row): (u32, &Row)| row.cells(ply.to_string()));
    let cells: Vec<Vec<String>> = of_plies.chain([all.cells("all".to_owned())]).collect();
    let part = match is_whole {
        true => "the whole tree".to_owned(),
        false => format!("the tree down to {} plies", rows.len() - 1),
    };
    format!(
        "{name}: {part}\n\n{}",
        columns::aligned(&["plies", "nodes", "different positions", "games over"], &cells, 1)
    )
}

/// No sum is so large that it matters where it ends.
fn sum(numbers: impl Iterator<Item = u128>) -> u128 {
    numbers.fold(0, u128::saturating_add)
}

/// With a comma between every three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_of_tic_tac_toe_is_as_large_as_the_lectures_say() {
        let text =
            run(&Options { game: "tic-tac-toe".to_owned(), plies: 100 }).expect("a small game");
        assert!(text.starts_with("tic-tac-toe: the whole tree\n"), "{text}");
        let last: Vec<&str> = text.lines().last().unwrap_or("").split_whitespace().collect();
        assert_eq!(last, ["all", "549,946", "5,478", "255,168"]);
    }

    #[test]
    fn a_large_game_is_counted_from_its_beginning() {
        let text = run(&Options { game: "chess".to_owned(), plies: 2 }).expect("two plies");
        assert!(text.starts_with("chess: the tree down to 2 plies\n"), "{text}");
        let last: Vec<&str> = text.lines().last().unwrap_or("").split_whitespace().collect();
        assert_eq!(last, ["all", "421", "421", "0"]);
        let told = run(&Options { game: "chess".to_owned(), plies: 100 }).expect_err("too large");
        assert!(told.to_string().contains("--plies "), "{told}");
    }
}
