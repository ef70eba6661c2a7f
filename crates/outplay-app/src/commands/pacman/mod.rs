//! `outplay pacman`: games of Pacman, many or one to look at, and the values of moves.
//!
//! What it prints as JSON is described in `docs/json.md`; the rules and what was measured in `docs/pacman.md`.

pub(crate) mod games;
pub(crate) mod keys;
mod place;
mod replay;
pub(crate) mod show;
mod values;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use outplay::Depth;
use outplay_games::pacman::{Hero, Hunter, LAYOUTS, Pacman, Position};

use crate::draw::columns;
use crate::failure::{Failure, warn};
use crate::files::{Force, Kind, Target};
use crate::{interrupt, json};
use games::{Cast, Tally};
use place::Loaded;

const NOTES: &str = "\
Who plays Pacman:
  random                     any move
  reflex                     the move to the position that looks best
  minimax:DEPTH              all ghosts play their best; depth in rounds
  alpha-beta:DEPTH           the same, without looking at what cannot matter
  expectimax:DEPTH           all ghosts move at random
  time:TIME                  deeper and deeper for so long, like time:500ms
  strong                     plays to win
  keyboard                   you: arrows or w a s d, blank to stop, q to give up
Who plays a ghost:
  random                     any move
  directional:PROBABILITY    towards Pacman, away when scared, so often; otherwise any move
  greedy                     the shortest way to Pacman
  minimax:DEPTH              searches, knowing that the other ghosts minimise, too
Parameters follow after commas: alpha-beta:3,evaluation=good,ties=random,stop=off. Evaluations: score is the score of the
game; food also counts the way to the nearest food; good plays to win; room is how much space Pacman has. Of moves that are equally
good, ties=first (the default), last or random is taken.

A layout is a name (--layouts lists them) or a file: % wall, . food, o capsule, P Pacman, G ghost (1 to 4 to number
them). A position is a file of lines like `pacman 5,3 West`, `ghost 4.5,1 East 12` (scared for 12 moves), `food 1,1 2,1`,
`capsules 9,9`, `score 12`, `turn 0`; what is printed for a position can be read again.";

/// The options of `outplay pacman`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The layout, by name or as a file
    #[arg(long, short, default_value = "small", value_name = "NAME|FILE")]
    layout: String,
    /// List the layouts that come with the game
    #[arg(long)]
    layouts: bool,
    /// Who plays Pacman, like alpha-beta:3
    #[arg(long, default_value = "strong", value_name = "AGENT")]
    pacman: Hero,
    /// Who plays the ghosts; given several times, one for each, and the last for all others
    #[arg(long, default_value = "random", value_name = "AGENT")]
    ghosts: Vec<Hunter>,
    /// How many games are played
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game is given up after so many moves of Pacman
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most_moves: u32,
    /// Show every round
    #[arg(long)]
    watch: bool,
    /// How long a round is shown, in milliseconds; on a terminal 100
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pause: Option<u64>,
    /// Write the games to a file, for --replay
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Show recorded games again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "values", "moves", "position"])]
    replay: Option<PathBuf>,
    /// Play these moves first, of all agents in turn: West,East,North,...
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Begin with the position in a file, - for standard input
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Print what every move is worth, all best moves and what the search cost
    #[arg(long)]
    values: bool,
    /// The search of --values
    #[arg(long, default_value = "alpha-beta", requires = "values")]
    algorithm: Algorithm,
    /// When alpha-beta cuts: strict only at v > beta, non-strict at v >= beta
    #[arg(long, default_value = "strict", requires = "values")]
    prune: Pruning,
    /// How deep --values looks: 2r is 2 rounds, 4 or 4p is 4 plies
    #[arg(long, default_value = "2r", requires = "values", allow_hyphen_values = true)]
    depth: Depth,
    /// What positions are worth where --values ends
    #[arg(long, default_value = "score", requires = "values")]
    evaluation: Evaluation,
    /// Leave Pacman's Stop out of the search of --values
    #[arg(long, requires = "values")]
    no_stop: bool,
    /// What is printed
    #[arg(long, short, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    Minimax,
    AlphaBeta,
    Expectimax,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Pruning {
    /// Cut only at v > beta, which proves every equally good move
    Strict,
    /// Cut at v >= beta
    NonStrict,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Evaluation {
    /// The score of the game
    Score,
    /// The score, and a tenth of a point less for every step to the nearest food
    Food,
    /// Food, capsules and ghosts: plays to win
    Good,
    /// How much room Pacman has
    Room,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    if options.layouts {
        return Ok(layouts());
    }
    if let Some(path) = &options.replay {
        return replay::shown(path, options.pause);
    }
    let loaded = Loaded::new(&options.layout)?;
    if !options.values && options.moves.is_none() && options.position.is_none() {
        return options.play(&loaded);
    }
    options.check_position()?;
    let position =
        place::position(&loaded.game, options.position.as_deref(), options.moves.as_deref())?;
    if options.values {
        return values::printed(options, &loaded, &position);
    }
    Ok(match options.format {
        Format::Json => json::printed(&place::as_json(&loaded.game, &position)),
        Format::Text => place::as_text(&loaded.game, &position),
    })
}

fn layouts() -> String {
    let rows: Vec<Vec<String>> = LAYOUTS
        .iter()
        .map(|(name, about, text)| {
            let (width, height) = (text.lines().next().map_or(0, str::len), text.lines().count());
            vec![(*name).to_owned(), format!("{width} x {height}"), (*about).to_owned()]
        })
        .collect();
    columns::aligned(&["layout", "size", "what it is"], &rows, 3)
}

impl Options {
    /// Refuses what would have no effect.
    fn check_position(&self) -> Result<(), Failure> {
        let one = if self.values { "--values" } else { "a position" };
        let option = match () {
            () if self.watch => "--watch",
            () if self.record.is_some() => "--record",
            () if self.force.force => "--force",
            () if self.games != 1 => "--games",
            () if self.pause.is_some() => "--pause",
            () => return Ok(()),
        };
        Err(Failure::input(format!("{option} is for games, and has no effect with {one}")))
    }

    fn play(&self, loaded: &Loaded) -> Result<String, Failure> {
        if self.pause.is_some() && !self.watch && self.pacman != Hero::Keyboard {
            return Err(Failure::input("--pause goes with --watch and --replay"));
        }
        if self.force.force && self.record.is_none() {
            return Err(Failure::input("--force goes with --record"));
        }
        if self.watch && matches!(self.format, Format::Json) {
            return Err(Failure::input(
                "--watch shows pictures: they would be mixed with the JSON",
            ));
        }
        let cast = Cast { hero: self.pacman, hunters: self.ghosts.clone() };
        let mut record = replay::Recording::new(loaded, &cast);
        let target = self.record.as_deref();
        let target = target.map(|path| Target::new(path, Kind::RECORD, self.force)).transpose()?;
        let tally = if self.watch || self.pacman == Hero::Keyboard {
            self.watched(&loaded.game, &cast, &mut record)?
        } else {
            let plan = self.plan();
            games::many(&loaded.game, &cast, plan, &mut |seed, episode| record.add(seed, episode))
        };
        if let Some(target) = &target {
            record.written(target)?;
        }
        if interrupt::asked() {
            warn(&format!("stopped on request: {} of {} games", tally.games, self.games));
            if tally.games == 0 {
                return Err(Failure::interrupted());
            }
        }
        if tally.games == 0 {
            return Ok("no game was played to its end\n".to_owned());
        }
        Ok(match self.format {
            Format::Text => tally.as_text(&cast),
            Format::Json => json::printed(&tally.as_json(&self.layout, &cast, self.seed)),
        })
    }

    fn plan(&self) -> games::Plan {
        games::Plan { games: self.games, seed: self.seed, most_moves: self.most_moves }
    }

    /// Plays with every round shown, and every move of the keyboard asked for.
    fn watched(
        &self,
        game: &Pacman,
        cast: &Cast,
        record: &mut replay::Recording,
    ) -> Result<Tally, Failure> {
        let mut screen = show::Screen::new(self.pause);
        let mut keys = (self.pacman == Hero::Keyboard).then(keys::Keys::new);
        let mut tally = Tally::default();
        for number in 0..self.games {
            let seed = self.seed.wrapping_add(u64::from(number));
            let mut told = |position: &Position| screen.show(&game_picture(game, position));
            let episode = games::one(
                game,
                cast,
                seed,
                self.most_moves,
                &mut told,
                &mut keys,
                &interrupt::flag(),
            );
            screen.show(&game_picture(game, &episode.end));
            if episode.is_stopped {
                break;
            }
            tally.add(&episode);
            record.add(seed, &episode);
        }
        Ok(tally)
    }
}

fn game_picture(game: &Pacman, position: &Position) -> String {
    use outplay::face::Notation;
    game.picture(position)
}
