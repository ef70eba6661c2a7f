//! `outplay match stats`: what numbers of results say, without playing.

use clap::{Args, ValueEnum};
use outplay::arena::{Games, Pairs, Sample};

use super::figures::{labelled, of_sample, sample_json};
use super::read_sprt;
use crate::failure::Failure;
use crate::json;

/// The options of `outplay match stats`.
#[derive(Args)]
pub(super) struct Options {
    /// Wins, draws and losses; or how many pairs brought 0, ½, 1, 1½ and 2 points
    #[arg(required = true, num_args = 1.., value_name = "COUNT")]
    counts: Vec<u64>,
    /// The hypotheses of a sequential test, like elo0=0 elo1=5
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,
    /// What is printed
    #[arg(long, short, value_enum, default_value_t = Form::Text)]
    format: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    Text,
    Json,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let line = |label: &str, text: String| [label.to_owned(), text];
    // Far more than can be played, and few enough to compute with.
    if options.counts.iter().any(|&count| count > 1 << 50) {
        return Err(Failure::input("stats: a count is too large"));
    }
    let (sample, counted) = match options.counts[..] {
        [wins, draws, losses] => {
            let games = Games { wins, draws, losses };
            let count = games.count();
            (Sample::from(games), line("games", format!("{count}, {games}")))
        }
        [none, half, one, more, both] => {
            let pairs = Pairs([none, half, one, more, both]);
            let text = format!("{}, {pairs} with 0, ½, 1, 1½, 2 points", pairs.count());
            (Sample::from(pairs), line("pairs", text))
        }
        _ => {
            let what = "stats: write 3 counts, wins draws losses, or 5 of pairs, by their points";
            return Err(Failure::input(what));
        }
    };
    if sample.trials() == 0.0 {
        return Err(Failure::input("stats: without any result nothing can be said"));
    }
    let sprt = options.sprt.as_deref().map(read_sprt).transpose()?;
    if options.format == Form::Json {
        return Ok(json::printed(&sample_json(&sample, sprt.as_ref())));
    }
    let score = line("score", format!("{:.2}%", sample.score() * 100.0));
    let mut lines = vec![counted, score];
    lines.extend(of_sample(&sample, sprt.as_ref()));
    Ok(labelled(&lines))
}
