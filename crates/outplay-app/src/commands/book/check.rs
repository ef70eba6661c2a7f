//! `outplay book check`: whether a book is whole, has every position, and has the right scores.

use std::path::PathBuf;

use clap::Args;
use outplay::engine::Book;
use outplay::engine::book::{BookError, best_next, bytes_each};
use outplay_games::catalogue::{self, Listed, Visitor};

use super::{Layers, count, engine, openings, progress_bar, solved};
use crate::books::{self, Shelved};
use crate::failure::{Failure, warn};
use crate::games;
use crate::room::Room;

/// The options of `outplay book check`.
#[derive(Args)]
pub(super) struct Options {
    /// The book, or the name of a game that comes with one
    file: PathBuf,
    /// How many positions of the last ply to solve anew
    #[arg(long, value_name = "N", default_value_t = 10)]
    sample: usize,
    /// The seed by which they are chosen
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    table: u32,
    #[command(flatten)]
    room: Room,
}

impl Options {
    /// All positions that the book should have, if it has as many, and if there is room for them.
    fn openings<G: Listed>(
        &self,
        game: &G,
        insight: &G::Solver,
        book: &Book,
    ) -> Result<Result<Layers<G>, String>, Failure> {
        let each = bytes_each::<G::Position>();
        let (has, most) = (book.positions() as usize, self.room.most(each));
        match openings(game, insight, book.plies(), most.min(has)) {
            Ok(layers) => Ok(Ok(layers)),
            Err(BookError::TooMany(_)) if has <= most => {
                Ok(Err(format!("it has {has} positions, and there are more")))
            }
            Err(BookError::TooMany(tally)) => Err(self.room.exceeded(tally, each, "")),
            Err(other) => Err(Failure::input(other.to_string())),
        }
    }
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    // A name, unless there is such a file.
    let name = options.file.to_str().filter(|_| !options.file.exists());
    let check = Check { options, shelved: None };
    if let Some(checked) = name.and_then(|name| catalogue::visit(name, check).ok()) {
        return checked;
    }
    let shelved = books::open(&options.file)?;
    let name = shelved.book.name().to_owned();
    games::visit(&name, Check { options, shelved: Some(shelved) })?
}

struct Check<'o> {
    options: &'o Options,
    /// The book, unless it is the one that comes with the game.
    shelved: Option<Shelved>,
}

impl Visitor for Check<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Check { options, shelved } = self;
        let insight = game.solver();
        let shelved = match shelved {
            Some(shelved) => shelved,
            None => books::shipped(game)?
                .ok_or_else(|| Failure::input("no book comes with this game"))?,
        };
        shelved.fits(game, &insight)?;
        let book = &shelved.book;
        let wrong =
            |what: String| Failure::different(format!("{}: {what}", options.file.display()));
        let layers = options.openings(game, &insight, book)?.map_err(wrong)?;
        complete(book, game, &layers)
            .and_then(|()| agrees(book, game, &insight, &layers))
            .map_err(wrong)?;
        let sample = resolved(book, game, &layers, options)?.map_err(wrong)?;
        let (count, plies) = (book.positions(), book.plies());
        Ok(format!(
            "{}: {count} positions of up to {plies} plies, all there; \
             every score but those of the last ply follows from the next; {sample} of the last ply solved anew\n",
            book.name()
        ))
    }
}

/// Every position is there, and nothing else.
fn complete<G: Listed>(book: &Book, game: &G, layers: &Layers<G>) -> Result<(), String> {
    let missing = layers.iter().flatten().find(|opening| book.score(opening.key).is_none());
    if let Some(opening) = missing {
        return Err(format!("there is no score for {}", named(game, &opening.position)));
    }
    match count(layers) as u64 {
        count if count == book.positions() => Ok(()),
        count => Err(format!("it has {} positions, and there are {count}", book.positions())),
    }
}

/// Every score but those of the last ply is that of the best move.
fn agrees<G: Listed>(
    book: &Book,
    game: &G,
    insight: &G::Solver,
    layers: &Layers<G>,
) -> Result<(), String> {
    for opening in layers.iter().rev().skip(1).flatten() {
        let best = best_next(game, insight, &opening.position, |key| book.score(key));
        let score = book.score(opening.key);
        if let (Some(best), Some(score)) = (best, score)
            && best != score
        {
            let position = named(game, &opening.position);
            return Err(format!(
                "the score of {position} is {score}, and its best move has {best}"
            ));
        }
    }
    Ok(())
}

/// Solves some positions of the last ply anew; how many.
fn resolved<G: Listed>(
    book: &Book,
    game: &G,
    layers: &Layers<G>,
    options: &Options,
) -> Result<Result<usize, String>, Failure> {
    let last = layers.last().map_or(&[][..], Vec::as_slice);
    let mut random = fastrand::Rng::with_seed(options.seed);
    let count = options.sample.min(last.len());
    if count == 0 {
        return Ok(Ok(0));
    }
    let engine = engine(game, options.table)?;
    let bar = progress_bar(count);
    for (done, opening) in random.choose_multiple(last.iter(), count).into_iter().enumerate() {
        let Some(score) = solved(&engine, &opening.position) else {
            bar.finish_and_clear();
            warn(&format!(
                "{done} of {count} positions were solved anew, and their scores are right"
            ));
            return Err(Failure::stopped());
        };
        if let Some(kept) = book.score(opening.key).filter(|&kept| kept != score) {
            let position = named(game, &opening.position);
            return Ok(Err(format!(
                "the score of {position} is {score}, and the book says {kept}"
            )));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Ok(count))
}

/// A position as text; the start of some games is no text at all.
fn named<G: Listed>(game: &G, position: &G::Position) -> String {
    match game.write_position(position) {
        text if text.is_empty() => "the start".to_owned(),
        text => format!("`{text}`"),
    }
}
