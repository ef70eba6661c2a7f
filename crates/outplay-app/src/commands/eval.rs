//! `outplay eval`: what the evaluation says about a position without a search, for people to read.

use clap::Args;
use outplay::face::{About, Session, Shares};
use outplay::{Player, Turn};

use crate::failure::Failure;
use crate::games;
use crate::place::Place;

const NOTES: &str = "\
Where the evaluation has parts, a row for each says what it adds because of either player, as the first one sees it. Numbers
are in the unit of the game: `outplay games NAME` says which.";

/// The options of `outplay eval`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    #[command(flatten)]
    place: Place,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    let session = options.place.read(&*game, "evaluate")?;
    let shares = game.shares(&*session).ok_or_else(|| {
        let name = &options.game;
        Failure::input(format!(
            "{name} has no evaluation: only a search says what a position is worth"
        ))
    })?;
    let about = game.about();
    let table = if shares.rows.is_empty() { String::new() } else { table(&shares, about) + "\n" };
    Ok(format!("{}\n{table}{}", session.picture(), conclusion(&shares, about, &*session)))
}

/// A row for each part that adds something, and their sum.
fn table(shares: &Shares, about: &About) -> String {
    let is_there = |(_, [first, second]): &&(&str, [f64; 2])| *first != 0.0 || *second != 0.0;
    let there: Vec<_> = shares.rows.iter().filter(is_there).collect();
    let width = there.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
    let [first, second] = [Player::MAX, Player::MIN].map(|player| about.seat(player));
    let mut text = format!("{:width$}  {first:>8}  {second:>8}  {:>8}\n", "", "together");
    let row = |name: &str, [first, second]: [f64; 2]| {
        let [first, second, both] =
            [first, second, first + second].map(|share| about.unit.written(share));
        format!("{name:width$}  {first:>8}  {second:>8}  {both:>8}\n")
    };
    let mut sum = [0.0; 2];
    for (name, share) in there {
        text += &row(name, *share);
        sum = [sum[0] + share[0], sum[1] + share[1]];
    }
    text + &row("sum", sum)
}

/// The evaluation as a whole.
fn conclusion(shares: &Shares, about: &About, session: &dyn Session) -> String {
    let whose = match session.turn() {
        Some(Turn::Player(player)) => format!("{}, who is to move", about.seat(player)),
        _ => format!("{}, where chance moves", about.seat(Player::MAX)),
    };
    format!("for {whose}: {} {}\n", about.unit.written(shares.score), about.unit.name)
}
