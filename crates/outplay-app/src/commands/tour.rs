//! `outplay tour`: what there is, in one screen.

use outplay::textbook::Config;
use outplay::{Limits, Tree};

use crate::draw::{Look, Picture, summary, text};
use crate::failure::Failure;
use crate::games;
use crate::search::{self, Algorithm, Plan};

const EXAMPLE: &str = "((3 12 8) (2 x y) (14 5 2))";

/// The commands, and one example worked out.
pub(crate) fn run() -> Result<String, Failure> {
    let tree: Tree = EXAMPLE.parse().map_err(|error| Failure::input(format!("{error}")))?;
    let config = Config { limits: Limits::default(), distinct: true, ..Config::default() };
    let plan = Plan { algorithm: Algorithm::AlphaBeta, player: None, config, record: true };
    let found = search::search(&tree, &plan).map_err(|problem| problem.failure(&tree))?;
    let view = plan.view(&tree).map_err(|problem| problem.failure(&tree))?;
    let drawing = text::drawn(&Picture::new(&tree, &view, &found, u32::MAX, Look::default()));
    let summary = summary::of(&tree, &plan, &found);
    let names: Vec<&str> =
        games::all().listings().iter().map(|listing| listing.name.as_str()).collect();
    let rows: Vec<String> = names.chunks(7).map(|row| row.join(", ")).collect();
    let (commands, games) = (commands(&names), rows.join(",\n       "));
    Ok(format!(
        "{commands}\nGames: {games}\n\nAn example: outplay tree \"{EXAMPLE}\"\n\
         MAX picks the bracket, MIN a number in it. The leaves x and y are unknown, and not needed.\n\n\
         {drawing}\n{summary}"
    ))
}

/// The commands, each with an example. Those that are about a game take one that there is.
fn commands(games: &[&str]) -> String {
    let game = |number: usize| games.get(number % games.len().max(1)).copied().unwrap_or("GAME");
    let lines = [
        (String::new(), "a page to play every game on"),
        ("games".to_owned(), "the games, and how each is written"),
        ("tree \"((10 8) (4 50))\"".to_owned(), "search a tree written as text, and draw it"),
        ("tree FILE --trace".to_owned(), "every step in one sentence"),
        ("tree FILE --format svg".to_owned(), "a figure for a lecture (or tikz, json)"),
        (format!("policy {}", game(0)), "the best move in every position"),
        (format!("solve {}", game(1)), "the exact score of a position"),
        (format!("analyse {} --time 2s", game(2)), "the best moves, as far as a search sees"),
        (format!("play {}", game(1)), "play in the terminal, against any player"),
        ("uci".to_owned(), "play against other programs; gtp and hub do the same"),
        (
            format!("match {} engine:depth=4 random", game(2)),
            "who is stronger, and how sure is that",
        ),
        ("demo min-vs-exp".to_owned(), "what the lectures show, with one command each"),
        ("new my-game".to_owned(), "a crate for a game of your own, with every command"),
        ("help tree".to_owned(), "all options, and how trees are written"),
    ];
    let each = lines.map(|(command, what)| {
        let command = format!("outplay {command}");
        format!("  {command:<43} {what}\n")
    });
    format!(
        "Outplay searches games: describe a game once, search it every way.\n\n{}",
        each.concat()
    )
}
