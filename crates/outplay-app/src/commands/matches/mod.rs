//! `outplay match`: who is stronger, and by how much.
//!
//! The grammar follows fastchess and cutechess-cli where it fits; see `docs/matches.md`.

mod cast;
mod figures;
mod gtp;
mod hub;
mod journal;
mod live;
mod openings;
mod play;
mod process;
mod processor;
mod remote;
mod settings;
mod spec;
mod stats;
#[cfg(test)]
mod toys;
mod uci;

pub(super) use cast::Tools;
pub(super) use spec::Spec;

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use outplay::arena::{self, DrawRule, Model, ResignRule, Rules, Sprt};
use outplay::face::{About, Faced};

use crate::failure::Failure;
use crate::files::Force;
use crate::games;
use journal::{Names, State};
use play::Plan;
use settings::Settings;

const NOTES: &str = "\
A player is one of
  engine:KEY=VALUE,...     the engine: time, threads, table, weights, book, tables, syzygy, and its knobs; solver has the same
  max-n:KEY=VALUE,...      a search of the textbook by its name: time, order, table, deepen, and evaluation where the game has
                           several. Zero-sum games have alpha-beta and minimax as well, and all games have max-n, paranoid and expectimax;
                           best-reply is for three players and more, where players can be passed over
  mcts:KEY=VALUE,...       Monte-Carlo search: time, simulations, threads, table, and its knobs (docs/matches.md); it has no depth
  textbook:KEY=VALUE,...   alpha-beta, or minimax with algorithm=minimax
  own:NAME,...             players that only this game has, for any of its seats
  random                   any legal move
  uci:PROGRAM ARGUMENTS    a program that speaks UCI
  gtp:PROGRAM ARGUMENTS    a program that speaks GTP
  hub:PROGRAM ARGUMENTS    a program that speaks Hub, for checkers
or, as in cutechess-cli, --engine cmd=PROGRAM proto=uci name=A tc=40/60+0.6. For all of them: name, tc (MOVES/TIME+INCREMENT, in
seconds), st (seconds per move), nodes, depth, timemargin; with --each for everybody. Programs also have dir, arg, args,
option.NAME (UCI, Hub), startup, ping and stall.

Games come in pairs: the same opening and the same dice, with colours swapped. In a game for more than two everybody has every
seat, and in a game for one everybody plays alone; the result is the mean payoff. With --out NAME every pair is kept as soon as it is over, and a
match that was interrupted, by Ctrl-C or by kill -9, goes on with --resume NAME.state.json. Without it no file is written. The
exit code is 1 if a player lost on time, stalled, crashed or made an illegal move. More in docs/matches.md.";

/// The options of `outplay match`.
#[derive(Args)]
#[command(after_long_help = NOTES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Matches {
    #[command(subcommand)]
    step: Option<Step>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Step {
    /// What results say: wins, draws and losses, or five counts of pairs
    Stats(stats::Options),
}

#[derive(Args)]
struct Options {
    /// The game, by its name
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The players, like engine:time=1s, max-n:depth=4, random, uci:PROGRAM, gtp:PROGRAM or hub:PROGRAM
    players: Vec<String>,
    #[command(flatten)]
    engines: Engines,
    /// Settings for every player that has none of its own, like st=0.1
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Which players meet: everybody everybody, or the first one everybody else
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    tournament: Format,
    /// How many pairs any two players play, or encounters, if not two play a game; 100, or without end with --sprt
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    rounds: Option<u64>,
    /// Where games begin: file=FILE with order=random if you like, or random=PLIES
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    concurrency: u32,
    /// Play until it is decided which hypothesis holds: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,
    /// Give a game as drawn: movenumber=40 movecount=8 score=10
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Option<Vec<String>>,
    /// Give a game as lost: movecount=3 score=500 twosided=on
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Option<Vec<String>>,
    /// Draw a game after so many moves of every player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: Option<u32>,
    /// Keep the games, in files whose names begin with this; without it none are written
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Go on with a match, by its state file
    #[arg(long, value_name = "FILE", exclusive = true)]
    resume: Option<PathBuf>,
    /// What is printed at the end
    #[arg(long, short, value_enum, default_value_t = stats::Form::Text)]
    format: stats::Form,
}

/// `--engine` may be given many times, each time with many settings.
struct Engines(Vec<Vec<String>>);

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Engines, clap::Error> {
        let engines = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Engines(engines.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: clap::Command) -> clap::Command {
        let engine = Arg::new("engine").long("engine").num_args(1..).action(ArgAction::Append);
        let help = "A player by settings: cmd=PROGRAM proto=uci name=A tc=40/60+0.6 option.Hash=64";
        command.arg(engine.value_name("KEY=VALUE").help(help))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Engines::augment_args(command)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    RoundRobin,
    Gauntlet,
}

/// The arguments of a match that goes on.
#[derive(Parser)]
#[command(name = "outplay match")]
struct Again {
    #[command(flatten)]
    options: Options,
}

/// Runs the command.
pub(crate) fn run(matches: &Matches) -> Result<String, Failure> {
    match (&matches.step, &matches.options.resume) {
        (Some(Step::Stats(options)), _) => stats::run(options),
        (None, Some(state)) => {
            let names = Names::beside(state)?;
            let state = State::read(&names)?;
            state.enter();
            let words = ["match"].into_iter().chain(state.arguments.iter().map(String::as_str));
            let again = Again::try_parse_from(words).map_err(|error| {
                let what = error.to_string();
                Failure::input(format!("{}: {}", names.state.display(), what.trim()))
            })?;
            start(&again.options, Some(names), Some(state))
        }
        (None, None) => {
            // A mistake in a name is told before any file is.
            games::named(matches.options.game.as_deref().unwrap_or_default())?;
            let Options { out, force, .. } = &matches.options;
            if force.force && out.is_none() {
                return Err(Failure::input("--force goes with --out"));
            }
            let names = out.as_deref().map(|name| Names::new(name, *force)).transpose()?;
            start(&matches.options, names, None)
        }
    }
}

fn start(options: &Options, names: Option<Names>, state: Option<State>) -> Result<String, Failure> {
    let game = games::named(options.game.as_deref().unwrap_or_default())?;
    let each: Vec<&str> = options.each.iter().map(String::as_str).collect();
    let short = options.players.iter().map(|text| Spec::short(text, &each, &*game));
    let long = options.engines.0.iter().map(|words| Spec::long(words, &each, &*game));
    let mut specs: Vec<Spec> = short.chain(long).collect::<Result<_, _>>()?;
    check_count(&specs, game.about())?;
    let is_unused = |key: &&String| specs.iter().all(|spec| spec.unused.contains(key));
    if let Some(key) = specs[0].unused.iter().find(is_unused) {
        return Err(Failure::input(format!("--each: none of the players has a setting `{key}`")));
    }
    spec::told_apart(&mut specs);
    let sprt = options.sprt.as_deref().map(read_sprt).transpose()?;
    if sprt.is_some() && specs.len() != 2 {
        return Err(Failure::input("--sprt is for two players"));
    }
    let plan = Plan {
        game: Faced(game),
        specs,
        format: match options.tournament {
            Format::RoundRobin => arena::Format::RoundRobin,
            Format::Gauntlet => arena::Format::Gauntlet,
        },
        rounds: options.rounds.or(sprt.is_none().then_some(100)),
        openings: openings::Wanted::read(&options.openings)?,
        seed: options.seed,
        concurrency: options.concurrency as usize,
        sprt,
        rules: rules(options)?,
        names,
        state,
        form: options.format,
    };
    play::play(&plan)
}

/// There is somebody to compare, or somebody who plays alone.
fn check_count(specs: &[Spec], about: &About) -> Result<(), Failure> {
    let least = about.players().min(2);
    if specs.len() >= least {
        return Ok(());
    }
    let least = if least == 1 { "one player" } else { "two players" };
    let given = if specs.is_empty() { "none is" } else { "one is" };
    let (game, usual) = (&about.name, about.usual_search());
    Err(Failure::input(format!(
        "a match takes {least} or more, and {given} given: write them after the game, like \
         `outplay match {game} {usual}:time=100ms random`"
    )))
}

fn rules(options: &Options) -> Result<Rules, Failure> {
    let draw = options.draw.as_deref().map(|words| {
        let mut settings = Settings::new("--draw", words.iter().map(String::as_str))?;
        let rule = DrawRule {
            from: settings.value("movenumber", "no whole number")?.unwrap_or(0),
            moves: settings.count("movecount")?.unwrap_or(1),
            score: positive(&mut settings)?,
        };
        settings.end().map(|_| rule)
    });
    let resign = options.resign.as_deref().map(|words| {
        let mut settings = Settings::new("--resign", words.iter().map(String::as_str))?;
        let rule = ResignRule {
            moves: settings.count("movecount")?.unwrap_or(1),
            score: positive(&mut settings)?,
            both: settings.switch("twosided")?.unwrap_or(false),
        };
        settings.end().map(|_| rule)
    });
    let (draw, resign) = (draw.transpose()?, resign.transpose()?);
    Ok(Rules { draw, resign, longest: options.maxmoves })
}

/// The score of a rule, which has to be there.
fn positive(settings: &mut Settings<'_>) -> Result<f64, Failure> {
    let score = settings.number("score")?;
    score
        .filter(|&score| score >= 0.0)
        .ok_or_else(|| settings.wrong("`score=` is missing, or below zero"))
}

/// The hypotheses of a test.
fn read_sprt(words: &[String]) -> Result<Sprt, Failure> {
    let mut settings = Settings::new("--sprt", words.iter().map(String::as_str))?;
    let usual = Sprt::default();
    let sprt = Sprt {
        elo0: settings.number("elo0")?.unwrap_or(usual.elo0),
        elo1: settings.number("elo1")?.unwrap_or(usual.elo1),
        alpha: settings.number("alpha")?.unwrap_or(usual.alpha),
        beta: settings.number("beta")?.unwrap_or(usual.beta),
        model: match settings.text("model") {
            None | Some("normalised" | "normalized") => Model::Normalised,
            Some("logistic") => Model::Logistic,
            Some(other) => {
                let what = format!("`model={other}` is neither normalised nor logistic");
                return Err(settings.wrong(&what));
            }
        },
    };
    let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
    if !is_chance(sprt.alpha) || !is_chance(sprt.beta) {
        return Err(settings.wrong("alpha and beta lie between 0 and 0.5"));
    }
    if sprt.elo0 >= sprt.elo1 || sprt.elo0.abs() > 5_000.0 || sprt.elo1.abs() > 5_000.0 {
        return Err(settings.wrong("elo0 is below elo1, and both are within 5000"));
    }
    settings.end().map(|_| sprt)
}
