//! `outplay tour`: what there is, in one screen.

use outplay::textbook::Config;
use outplay::{Limits, Tree};
use outplay_games::catalogue::GAMES;

use crate::draw::{Look, Picture, summary, text};
use crate::failure::Failure;
use crate::search::{self, Algorithm, Plan};

const EXAMPLE: &str = "((3 12 8) (2 x y) (14 5 2))";

const COMMANDS: &str = "\
Outplay searches games: describe a game once, search it every way.

  outplay                                  a page to play every game on
  outplay tree \"((10 8) (4 50))\"           search a tree written as text, and draw it
  outplay tree FILE --trace                every step in one sentence
  outplay tree FILE --compare              every algorithm and move order side by side
  outplay tree FILE --format svg           a figure for a lecture (or tikz, json)
  outplay lab ordering -b 5 -m 6           what the order of moves is worth
  outplay policy tic-tac-toe               the best move in every position
  outplay solve connect-four 444444331     the exact score of a position
  outplay analyse othello f5d6c3 --time 2s the best moves, as far as the engine sees
  outplay gtp othello                      play against other programs
  outplay uci                              the same for chess programs
  outplay match othello engine:depth=4 random   who is stronger, and how sure is that
  outplay demo min-vs-exp                  what the lectures show, with one command each
  outplay help tree                        all options, and how trees are written
";

/// The commands, and one example worked out.
pub(crate) fn run() -> Result<String, Failure> {
    let tree: Tree = EXAMPLE.parse().map_err(|error| Failure::input(format!("{error}")))?;
    let config = Config { limits: Limits::default(), distinct: true, ..Config::default() };
    let plan = Plan { algorithm: Algorithm::AlphaBeta, player: None, config, record: true };
    let found = search::search(&tree, &plan).map_err(|problem| problem.failure(&tree))?;
    let view = plan.view(&tree).map_err(|problem| problem.failure(&tree))?;
    let drawing = text::drawn(&Picture::new(&tree, &view, &found, u32::MAX, Look::default()));
    let summary = summary::of(&tree, &plan, &found);
    let games = games();
    Ok(format!(
        "{COMMANDS}\n{games}\nAn example: outplay tree \"{EXAMPLE}\"\n\
         MAX picks the bracket, MIN a number in it. The leaves x and y are unknown, and not needed.\n\n\
         {drawing}\n{summary}"
    ))
}

/// The games, from the one list of them.
fn games() -> String {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    format!("Games: {}\n", names.join(", "))
}
