//! `outplay demo`: what the lectures on adversarial search show, with one command each.
//!
//! Every demonstration says what to watch for, plays seeded games, and ends with the point in numbers.

mod coordination;
mod depth;
mod go_alpha_beta;
mod min_vs_exp;
pub(crate) mod mystery;
mod thrashing;

use std::fmt::Write;

use clap::{Args, ValueEnum};
use outplay_games::pacman::{Hero, Hunter, Layout, Pacman};

use super::pacman::games::{self, Cast, Plan, Tally, mean, percent};
use super::pacman::show::Screen;
use crate::draw::columns;
use crate::failure::{Failure, warn};
use crate::interrupt;

/// The options of `outplay demo`.
#[derive(Args)]
pub(crate) struct Options {
    /// Which demonstration
    name: Name,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games each side plays; every demonstration has a number of its own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Show a game of each side first
    #[arg(long)]
    watch: bool,
    /// In `mystery`: who it is, like minimax
    #[arg(long, value_name = "NAME")]
    guess: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// In a trap, minimax despairs and expectimax hopes
    MinVsExp,
    /// Looking 10 rounds ahead, against 2
    Depth,
    /// A plan that is as good tomorrow is never carried out
    Thrashing,
    /// The same with an evaluation that sees the way
    ThrashingFixed,
    /// Ghosts that each minimise work together
    Coordination,
    /// Somebody plays: which algorithm is it?
    Mystery,
    /// More and more moves: where alpha-beta gives way to Monte-Carlo search
    GoAlphaBeta,
}

/// Runs a demonstration.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    if options.guess.is_some() && options.name != Name::Mystery {
        return Err(Failure::input("--guess goes with `demo mystery`"));
    }
    match options.name {
        Name::MinVsExp => min_vs_exp::run(options),
        Name::Depth => depth::run(options),
        Name::Thrashing => thrashing::run(options),
        Name::ThrashingFixed => thrashing::run_fixed(options),
        Name::Coordination => coordination::run(options),
        Name::Mystery => mystery::run(options),
        Name::GoAlphaBeta => go_alpha_beta::run(options),
    }
}

/// One side of a demonstration, as something to watch.
pub(crate) struct Scene {
    /// The demonstration it is from.
    pub(crate) demo: &'static str,
    pub(crate) layout: &'static str,
    /// After so many moves a game is given up.
    pub(crate) most_moves: u32,
    pub(crate) side: Side,
}

impl Scene {
    /// What it is asked for by.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.demo, self.side.name)
    }
}

/// Everything there is to watch.
pub(crate) fn scenes() -> Vec<Scene> {
    let of = |demo, layout, most_moves, sides: Vec<Side>| {
        sides.into_iter().map(move |side| Scene { demo, layout, most_moves, side })
    };
    let min_vs_exp =
        of("min-vs-exp", min_vs_exp::LAYOUT, min_vs_exp::MOST, min_vs_exp::sides().into());
    let depth = of("depth", depth::LAYOUT, depth::MOST, depth::sides().into());
    let thrashing =
        of("thrashing", thrashing::LAYOUT, 2 * thrashing::SHOWN, thrashing::sides().into());
    let coordination =
        of("coordination", coordination::LAYOUT, coordination::MOST, coordination::sides().into());
    min_vs_exp.chain(depth).chain(thrashing).chain(coordination).collect()
}

fn game(layout: &str) -> Pacman {
    Pacman::new(Layout::named(layout).expect("a layout of the game"))
}

fn hero(text: &str) -> Hero {
    text.parse().expect("a Pacman that there is")
}

fn hunter(text: &str) -> Hunter {
    text.parse().expect("a ghost that there is")
}

/// Two who are compared.
pub(crate) struct Side {
    /// What is said of it.
    pub(crate) name: &'static str,
    pub(crate) cast: Cast,
}

impl Side {
    fn new(name: &'static str, pacman: &str, ghosts: &str) -> Side {
        Side { name, cast: Cast { hero: hero(pacman), hunters: vec![hunter(ghosts)] } }
    }
}

/// Plays the games of all sides, until Ctrl-C.
fn played(
    options: &Options,
    game: &Pacman,
    sides: &[Side],
    games: u32,
    most_moves: u32,
) -> Result<Vec<Tally>, Failure> {
    let plan = Plan { games: options.games.unwrap_or(games), seed: options.seed, most_moves };
    if options.watch {
        watch(options, game, sides, most_moves);
    }
    let tally = |side: &Side| games::many(game, &side.cast, plan, &mut |_, _| {});
    let tallies: Vec<Tally> = sides.iter().map(tally).collect();
    if interrupt::asked() {
        warn("stopped on request: the numbers are those of the games so far");
        if tallies.iter().all(|tally| tally.games == 0) {
            return Err(Failure::interrupted());
        }
    }
    Ok(tallies)
}

fn watch(options: &Options, game: &Pacman, sides: &[Side], most_moves: u32) {
    use outplay::face::Notation;
    for side in sides {
        let mut screen = Screen::new(None);
        let mut told = |position: &_| {
            screen.show(&format!("{}\n{}", side.name, game.picture(position)));
        };
        let episode = games::one(
            game,
            &side.cast,
            options.seed,
            most_moves,
            &mut told,
            &mut None,
            &interrupt::flag(),
        );
        told(&episode.end);
    }
}

/// A table of what all sides did.
fn table(sides: &[Side], tallies: &[Tally]) -> String {
    let row = |(side, tally): (&Side, &Tally)| {
        vec![
            side.name.to_owned(),
            tally.games.to_string(),
            percent(tally.won()),
            mean(&tally.score),
            mean(&tally.moves),
            format!("{:.0}", tally.generated as f64 / tally.all_moves.max(1) as f64),
        ]
    };
    let rows: Vec<Vec<String>> = sides.iter().zip(tallies).map(row).collect();
    let head = ["", "games", "won (95% interval)", "score", "moves", "positions a move"];
    columns::aligned(&head, &rows, 1)
}

/// Words as a list.
fn listed<T: std::fmt::Debug>(moves: &[T]) -> String {
    let mut text = String::new();
    for mv in moves {
        let _ = write!(text, "{}{mv:?}", if text.is_empty() { "" } else { ", " });
    }
    text
}
