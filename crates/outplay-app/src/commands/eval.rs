//! `outplay eval`: what each part of the evaluation says about a position, for people to read.

use clap::Args;
use outplay::{Player, Turn};
use outplay_games::catalogue::{Listed, Shares, Visitor};

use crate::failure::Failure;
use crate::games;
use crate::place::Place;

/// The options of `outplay eval`.
#[derive(Args)]
pub(crate) struct Options {
    /// The game, by its name
    game: String,
    #[command(flatten)]
    place: Place,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    games::visit(&options.game, Eval(options))?
}

struct Eval<'o>(&'o Options);

impl Visitor for Eval<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Eval(options) = self;
        let position = options.place.position(game)?;
        let shares = game.shares(&game.insight(), &position).ok_or_else(|| {
            let name = &options.game;
            Failure::input(format!("the evaluation of {name} has no parts that could be shown"))
        })?;
        Ok(format!("{}\n{}", game.picture(&position), table(&shares, game.turn(&position))))
    }
}

fn table(shares: &Shares, turn: Turn) -> String {
    let Shares { unit, rows, score } = shares;
    let is_there = |(_, [first, second]): &&(&str, [f64; 2])| *first != 0.0 || *second != 0.0;
    let there: Vec<_> = rows.iter().filter(is_there).collect();
    let width = there.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
    let mut text = format!("{:width$}  {:>8}  {:>8}  {:>8}\n", "", "first", "second", "together");
    let row = |name: &str, [first, second]: [f64; 2]| {
        let both = first + second;
        let [first, second, both] = [first, second, both].map(|number| signed(number / unit));
        format!("{name:width$}  {first:>8}  {second:>8}  {both:>8}\n")
    };
    let mut sum = [0.0; 2];
    for (name, share) in there {
        text += &row(name, *share);
        sum = [sum[0] + share[0], sum[1] + share[1]];
    }
    text += &row("sum", sum);
    let who = if turn == Turn::Player(Player::MAX) { "first" } else { "second" };
    text + &format!(
        "\nfor the {who} player, who is to move: {}\n",
        signed(f64::from(*score) / unit)
    )
}

/// With a sign, unless it is nothing.
fn signed(number: f64) -> String {
    let text = format!("{number:+.2}");
    if text.trim_start_matches(['+', '-']) == "0.00" { "0.00".to_owned() } else { text }
}
