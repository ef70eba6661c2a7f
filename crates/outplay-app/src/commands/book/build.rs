//! `outplay book build`: solves the positions of the last ply; all others follow from them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use outplay::engine::book::BookError;
use outplay::face::BookMaker;

use super::journal::Journal;
use super::{before_last, fits, limits, list, progress_bar};
use crate::failure::{Failure, warn};
use crate::files::{Force, Kind, OTHERWISE, Target};
use crate::room::Room;
use crate::{books, games, interrupt};

/// The options of `outplay book build`.
#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name; a variant may follow behind a colon
    game: String,
    /// How many plies from the start the book goes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: u32,
    /// The file; `GAME-N.book` if none is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// The size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    table: u32,
    /// How many positions are solved at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    #[command(flatten)]
    room: Room,
}

impl Options {
    /// Lists all positions of the book, if there is room for them.
    fn list(&self, maker: &mut dyn BookMaker) -> Result<(), Failure> {
        let each = maker.bytes_each();
        list(maker, self.plies, self.room.most(each)).map_err(|error| match error {
            BookError::TooMany(tally) => {
                let fits = format!("`--plies {}` fits, and ", tally.plies);
                self.room.exceeded(tally, each, &fits)
            }
            other => Failure::input(other.to_string()),
        })
    }
}

/// Runs the command.
pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let Options { game: name, plies, .. } = options;
    let mut maker = games::named(name)?.book_maker()?;
    let default = || PathBuf::from(format!("{}-{plies}.book", name.replace(':', "-")));
    let out = options.out.clone().unwrap_or_else(default);
    if out.exists() && !options.force.force {
        return there_already(&*maker, &out, *plies);
    }
    let target = Target::new(&out, Kind::BOOK, options.force)?;
    options.list(&mut *maker)?;
    let heading = format!("{name}, {plies} plies, fingerprint {:x}", maker.fingerprint());
    let (journal, scores) = Journal::open(&out, &heading, maker.highest(), options.force)?;
    maker.set_table(options.table as usize)?;
    let layers = maker.layers();
    let mut work = Work { maker: &*maker, layers: &layers, journal: Mutex::new(journal), scores };
    work.solve_last(options.threads)?;
    work.follow()?;
    let bytes = maker.write(name, &|key| work.scores[&key]);
    target.put(&bytes)?;
    work.journal.into_inner().expect("no thread panics while it writes").remove();
    let (count, shown) = (layers.iter().sum::<usize>(), out.display());
    Ok(format!("{count} positions of up to {plies} plies in {shown}, {} bytes\n", bytes.len()))
}

/// A book that is there already, and is the one that was to be built, is as good.
fn there_already(maker: &dyn BookMaker, out: &Path, plies: u32) -> Result<String, Failure> {
    let shelved = books::open(out)?;
    fits(maker, &shelved)?;
    let (shown, has) = (out.display(), shelved.book.plies());
    if has != plies {
        let what = format!("{shown} is there already, a book of {has} plies: {OTHERWISE}");
        return Err(Failure::input(what));
    }
    let count = shelved.book.positions();
    Ok(format!("{count} positions of up to {plies} plies in {shown}, there already\n"))
}

struct Work<'w> {
    maker: &'w dyn BookMaker,
    /// How many positions each layer has.
    layers: &'w [usize],
    journal: Mutex<Journal>,
    scores: HashMap<u64, i32>,
}

impl Work<'_> {
    /// Solves the positions of the last ply that the journal does not have. Their neighbours share the table.
    fn solve_last(&mut self, threads: u32) -> Result<(), Failure> {
        let (maker, layer) = (self.maker, self.layers.len().saturating_sub(1));
        let all = self.layers.last().copied().unwrap_or(0);
        let is_known = |&number: &usize, scores: &HashMap<u64, i32>| {
            scores.contains_key(&maker.key(layer, number))
        };
        let missing: Vec<usize> =
            (0..all).filter(|number| !is_known(number, &self.scores)).collect();
        let bar = progress_bar(all);
        bar.set_position((all - missing.len()) as u64);
        bar.reset_eta();
        let next = AtomicUsize::new(0);
        let journal = &self.journal;
        let work = || -> Result<Vec<(u64, i32)>, Failure> {
            let mut found = Vec::new();
            while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(score) = maker.solve(layer, number, &limits()) else { break };
                let key = maker.key(layer, number);
                journal.lock().expect("no thread panics while it writes").write(key, score)?;
                found.push((key, score));
                bar.inc(1);
            }
            Ok(found)
        };
        let found = at_once(threads, work);
        bar.finish_and_clear();
        self.scores.extend(found?.into_iter().flatten());
        let known = (0..all).filter(|number| is_known(number, &self.scores)).count();
        self.unless_stopped(known, all)
    }

    /// The scores of all other positions, from the last ply back to the start.
    fn follow(&mut self) -> Result<(), Failure> {
        for (layer, number) in before_last(self.layers) {
            let next = self.maker.follow(layer, number, &|key| self.scores.get(&key).copied());
            // Where a game can come back to an earlier position, one ply is not always enough.
            let score = next.or_else(|| self.maker.solve(layer, number, &limits()));
            let Some(score) = score else { return self.unless_stopped(0, 1) };
            self.scores.insert(self.maker.key(layer, number), score);
        }
        Ok(())
    }

    fn unless_stopped(&self, known: usize, all: usize) -> Result<(), Failure> {
        if known == all {
            return Ok(());
        }
        let journal = self.journal.lock().expect("no thread panics while it writes");
        let path = journal.path().display();
        if interrupt::asked() {
            warn(&format!(
                "{known} of {all} scores are kept in {path}; the same command goes on from there"
            ));
            return Err(Failure::stopped());
        }
        Err(Failure::input(format!("only {known} of {all} positions could be solved")))
    }
}

/// What several threads find that do the same.
fn at_once<T: Send>(
    threads: u32,
    work: impl Fn() -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}
