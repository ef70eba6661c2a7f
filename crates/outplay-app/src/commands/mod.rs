//! The commands, one file each.

mod analyse;
mod bench;
mod book;
pub(crate) mod compare;
mod demo;
mod doctor;
mod eval;
mod features;
mod games;
mod grade;
mod gtp;
mod hub;
mod lab;
mod learn;
mod matches;
mod new;
mod pacman;
mod play;
mod policy;
mod serve;
mod solve;
mod table;
mod tour;
mod tree;
mod tune;
mod uci;

pub(crate) use demo::mystery;
pub(crate) use serve::stepped;

use clap::Subcommand;
use clap::error::ErrorKind;
use outplay::Depth;

use crate::failure::Failure;
use crate::wanted::PAYOFFS_ARE;

/// What can be run.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show a page to play every game on, and to see what a search does: what is done without a command
    Serve(serve::Options),
    /// Lessons on adversarial search, with figures and questions; the page shows them alive
    Learn(learn::Options),
    /// Say what there is, with one example
    Tour,
    /// Play a game in the terminal, against any player or another person
    Play(Box<play::Options>),
    /// List the games, with what kind of game each is
    Games(games::Options),
    /// Search a game that is written as text, and draw the search
    Tree(Box<tree::Options>),
    /// Experiments: `ordering`, `depth` and `evaluation` measure what each is worth, `census` counts a game's tree, `tree` makes trees by wish
    Lab(lab::Lab),
    /// Grade students' programs, or their answers to the quiz: a table of marks
    Grade(Box<grade::Options>),
    /// Print a move and a value for every position of a game
    Policy(policy::Options),
    /// Find the score of a position with best play to the end
    Solve(solve::Options),
    /// Find the best moves of a position within some time, as a search sees it
    Analyse(analyse::Options),
    /// Play through the Go Text Protocol, on standard input and output
    Gtp(gtp::Options),
    /// Play draughts through the protocol Hub, on standard input and output
    Hub(hub::Options),
    /// Play through the Universal Chess Interface, on standard input and output
    Uci(uci::Options),
    /// Show what the evaluation, and each part of it, says about a position
    Eval(eval::Options),
    /// Search some positions to a fixed depth, and print how many positions that took, and how fast
    Bench(bench::Options),
    /// List what can be switched off in the engine: `engine:null-move=off` in a match does
    Features(features::Options),
    /// Play matches between programs, and say who is stronger
    Match(Box<matches::Matches>),
    /// Play Pacman: many games, one to look at, or the value of every move
    Pacman(Box<pacman::Options>),
    /// Show what the lectures show: min-vs-exp, thrashing, coordination, go-alpha-beta and others
    Demo(demo::Options),
    /// Make and check books: the scores of all positions near the start of a game
    Book(book::Books),
    /// Make, check and ask tables: who wins, of every position near the end of a game
    Table(table::Tables),
    /// Make evaluation weights from games that the engine plays against itself
    Tune(tune::Tune),
    /// Test whether the rules of a game keep their promises
    Doctor(doctor::Options),
    /// Write a crate for a game of your own, with every door
    New(new::Options),
}

/// What the command prints on standard output.
pub(crate) fn run(command: Option<Command>) -> Result<String, Failure> {
    match command {
        None => serve::run(&serve::Options::default()),
        Some(Command::Serve(options)) => serve::run(&options),
        Some(Command::Learn(options)) => learn::run(&options),
        Some(Command::Tour) => tour::run(),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Tree(options)) => tree::run(&options),
        Some(Command::Lab(lab)) => lab::run(&lab),
        Some(Command::Grade(options)) => grade::run(&options),
        Some(Command::Policy(options)) => policy::run(&options),
        Some(Command::Solve(options)) => solve::run(&options),
        Some(Command::Analyse(options)) => analyse::run(&options),
        Some(Command::Gtp(options)) => gtp::run(&options),
        Some(Command::Hub(options)) => hub::run(&options),
        Some(Command::Uci(options)) => uci::run(&options),
        Some(Command::Eval(options)) => eval::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Features(options)) => features::run(&options),
        Some(Command::Match(options)) => matches::run(&options),
        Some(Command::Pacman(options)) => pacman::run(&options),
        Some(Command::Demo(options)) => demo::run(&options),
        Some(Command::Book(books)) => book::run(&books),
        Some(Command::Table(tables)) => table::run(&tables),
        Some(Command::Tune(tune)) => tune::run(&tune),
        Some(Command::Doctor(options)) => doctor::run(&options),
        Some(Command::New(options)) => new::run(&options),
    }
}

/// A mistake on the command line that deserves a better message than its consequences get.
pub(crate) fn mistaken(kind: ErrorKind) -> Option<Failure> {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|one| one.to_string_lossy().into_owned()).collect();
    match arguments.first().map(String::as_str) {
        Some("lab")
            if kind == ErrorKind::InvalidSubcommand
                || arguments.get(1).is_some_and(|one| one.starts_with('-')) =>
        {
            Some(Failure::input(lab::NO_EXPERIMENT))
        }
        Some("tree") => payoffs_apart(&arguments),
        _ => None,
    }
}

/// `--payoffs -1 9` instead of `--payoffs -1,9`.
fn payoffs_apart(arguments: &[String]) -> Option<Failure> {
    let [_, value] = arguments.windows(2).find(|pair| pair[0] == "--payoffs")? else { return None };
    let what = format!("--payoffs {value}: {PAYOFFS_ARE}");
    (!value.contains(',')).then(|| Failure::input(what))
}

/// Reads how deep a search goes: `4` or `4p` plies, or `2r` rounds, and at least one.
fn depth(text: &str) -> Result<Depth, String> {
    let depth: Depth = text.parse().map_err(|error: outplay::ParseDepthError| error.to_string())?;
    match depth.in_plies(1) {
        0 => Err("a search looks at least one ply deep".to_owned()),
        _ => Ok(depth),
    }
}
