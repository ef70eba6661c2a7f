//! `outplay book check`: whether a book is whole, has every position, and has the right scores.

use std::path::PathBuf;

use clap::Args;
use outplay::engine::Book;
use outplay::engine::book::BookError;
use outplay::face::{BookMaker, Shelved};

use super::{before_last, fits, limits, list, progress_bar};
use crate::failure::{Failure, warn};
use crate::room::Room;
use crate::{books, games};

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

/// What is wrong with a book, in a sentence.
type Checked<T> = Result<T, String>;

impl Options {
    /// Lists all positions that the book should have, if it has as many, and if there is room for them.
    fn list(&self, maker: &mut dyn BookMaker, book: &Book) -> Result<Checked<()>, Failure> {
        let each = maker.bytes_each();
        let (has, most) = (book.positions() as usize, self.room.most(each));
        match list(maker, book.plies(), most.min(has)) {
            Ok(()) => Ok(Ok(())),
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
    if let Some(game) = name.and_then(|name| games::all().game(name).ok()) {
        let shipped = books::shipped(&*game)?;
        let shelved = shipped.ok_or_else(|| Failure::input("no book comes with this game"))?;
        return check(options, &mut *game.book_maker()?, &shelved);
    }
    let shelved = books::open(&options.file)?;
    check(options, &mut *games::named(shelved.book.name())?.book_maker()?, &shelved)
}

fn check(
    options: &Options,
    maker: &mut dyn BookMaker,
    shelved: &Shelved,
) -> Result<String, Failure> {
    fits(maker, shelved)?;
    let book = &shelved.book;
    let wrong = |what: String| Failure::different(format!("{}: {what}", options.file.display()));
    options.list(maker, book)?.map_err(wrong)?;
    complete(book, maker).and_then(|()| agrees(book, maker)).map_err(wrong)?;
    let sample = resolved(book, maker, options)?.map_err(wrong)?;
    let (count, plies) = (book.positions(), book.plies());
    Ok(format!(
        "{}: {count} positions of up to {plies} plies, all there; \
         every score but those of the last ply follows from the next; {sample} of the last ply solved anew\n",
        book.name()
    ))
}

/// Every position is there, and nothing else.
fn complete(book: &Book, maker: &dyn BookMaker) -> Checked<()> {
    let layers = maker.layers();
    let all = layers.iter().enumerate();
    let mut all = all.flat_map(|(layer, &count)| (0..count).map(move |number| (layer, number)));
    let missing = all.find(|&(layer, number)| book.score(maker.key(layer, number)).is_none());
    if let Some((layer, number)) = missing {
        return Err(format!("there is no score for {}", named(maker, layer, number)));
    }
    match layers.iter().sum::<usize>() as u64 {
        count if count == book.positions() => Ok(()),
        count => Err(format!("it has {} positions, and there are {count}", book.positions())),
    }
}

/// Every score but those of the last ply is that of the best move.
fn agrees(book: &Book, maker: &dyn BookMaker) -> Checked<()> {
    for (layer, number) in before_last(&maker.layers()) {
        let best = maker.follow(layer, number, &|key| book.score(key));
        let score = book.score(maker.key(layer, number));
        if let (Some(best), Some(score)) = (best, score)
            && best != score
        {
            let position = named(maker, layer, number);
            return Err(format!(
                "the score of {position} is {score}, and its best move has {best}"
            ));
        }
    }
    Ok(())
}

/// Solves some positions of the last ply anew; how many.
fn resolved(
    book: &Book,
    maker: &mut dyn BookMaker,
    options: &Options,
) -> Result<Checked<usize>, Failure> {
    let layers = maker.layers();
    let (layer, last) = (layers.len().saturating_sub(1), layers.last().copied().unwrap_or(0));
    let mut random = fastrand::Rng::with_seed(options.seed);
    let count = options.sample.min(last);
    if count == 0 {
        return Ok(Ok(0));
    }
    maker.set_table(options.table as usize)?;
    let bar = progress_bar(count);
    for (done, number) in random.choose_multiple(0..last, count).into_iter().enumerate() {
        let Some(score) = maker.solve(layer, number, &limits()) else {
            bar.finish_and_clear();
            warn(&format!(
                "{done} of {count} positions were solved anew, and their scores are right"
            ));
            return Err(Failure::stopped());
        };
        if let Some(kept) = book.score(maker.key(layer, number)).filter(|&kept| kept != score) {
            let position = named(maker, layer, number);
            return Ok(Err(format!(
                "the score of {position} is {score}, and the book says {kept}"
            )));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Ok(count))
}

/// A position as text; the start of some games is no text at all, and some games have no texts.
fn named(maker: &dyn BookMaker, layer: usize, number: usize) -> String {
    match maker.position(layer, number) {
        text if !text.is_empty() => format!("`{text}`"),
        _ if layer == 0 => "the start".to_owned(),
        _ => format!("position {} of those after {layer} plies", number + 1),
    }
}
