//! `outplay book build`: solves the positions of the last ply; all others follow from them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use outplay::engine::book::{BookError, best_next, bytes_each, fingerprint};
use outplay::engine::{Book, Engine, Insight, Scale};
use outplay_games::catalogue::{Listed, Visitor};

use super::journal::Journal;
use super::{Layers, count, engine, openings, progress_bar, solved};
use crate::failure::{Failure, warn};
use crate::files::{Force, Kind, OTHERWISE, Target};
use crate::room::Room;
use crate::{books, games, interrupt};

/// The options of `outplay book build`.
#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name
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
    /// All positions of the book, if there is room for them.
    fn openings<G: Listed>(&self, game: &G, insight: &G::Solver) -> Result<Layers<G>, Failure> {
        let each = bytes_each::<G::Position>();
        let listed = openings(game, insight, self.plies, self.room.most(each));
        listed.map_err(|error| match error {
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
    games::visit(&options.game, Build(options))?
}

struct Build<'o>(&'o Options);

impl Visitor for Build<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Build(options) = self;
        let Options { game: name, plies, .. } = options;
        let insight = game.solver();
        let default = || PathBuf::from(format!("{}-{plies}.book", name.replace(':', "-")));
        let out = options.out.clone().unwrap_or_else(default);
        if out.exists() && !options.force.force {
            return there_already(game, &insight, &out, *plies);
        }
        let target = Target::new(&out, Kind::BOOK, options.force)?;
        let layers = options.openings(game, &insight)?;
        let heading =
            format!("{name}, {plies} plies, fingerprint {:x}", fingerprint(game, &insight));
        let (journal, scores) =
            Journal::open(&out, &heading, insight.scale().highest(game), options.force)?;
        let engine = engine(game, options.table)?;
        let mut work = Work { engine: &engine, journal: Mutex::new(journal), scores };
        work.solve_last(&layers, options.threads)?;
        work.follow(game, &insight, &layers)?;
        let bytes = Book::write(game, &insight, name, &layers, |key| work.scores[&key]);
        target.put(&bytes)?;
        work.journal.into_inner().expect("no thread panics while it writes").remove();
        let count = count(&layers);
        let shown = out.display();
        Ok(format!("{count} positions of up to {plies} plies in {shown}, {} bytes\n", bytes.len()))
    }
}

/// A book that is there already, and is the one that was to be built, is as good.
fn there_already<G: Listed>(
    game: &G,
    insight: &G::Solver,
    out: &Path,
    plies: u32,
) -> Result<String, Failure> {
    let shelved = books::open(out)?;
    shelved.fits(game, insight)?;
    let (shown, has) = (out.display(), shelved.book.plies());
    if has != plies {
        let what = format!("{shown} is there already, a book of {has} plies: {OTHERWISE}");
        return Err(Failure::input(what));
    }
    let count = shelved.book.positions();
    Ok(format!("{count} positions of up to {plies} plies in {shown}, there already\n"))
}

struct Work<'w, G: Listed> {
    engine: &'w Engine<G, G::Solver>,
    journal: Mutex<Journal>,
    scores: HashMap<u64, i32>,
}

impl<G: Listed> Work<'_, G> {
    /// Solves the positions of the last ply that the journal does not have. Their neighbours share the table.
    fn solve_last(&mut self, layers: &Layers<G>, threads: u32) -> Result<(), Failure> {
        let last = layers.last().map_or(&[][..], Vec::as_slice);
        let missing: Vec<_> =
            last.iter().filter(|opening| !self.scores.contains_key(&opening.key)).collect();
        let bar = progress_bar(last.len());
        bar.set_position((last.len() - missing.len()) as u64);
        bar.reset_eta();
        let next = AtomicUsize::new(0);
        let (engine, journal) = (self.engine, &self.journal);
        let work = || -> Result<Vec<(u64, i32)>, Failure> {
            let mut found = Vec::new();
            while let Some(opening) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(score) = solved(engine, &opening.position) else { break };
                let mut journal = journal.lock().expect("no thread panics while it writes");
                journal.write(opening.key, score)?;
                found.push((opening.key, score));
                bar.inc(1);
            }
            Ok(found)
        };
        let found: Result<Vec<_>, Failure> = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        bar.finish_and_clear();
        self.scores.extend(found?.into_iter().flatten());
        let known = last.iter().filter(|opening| self.scores.contains_key(&opening.key)).count();
        self.unless_stopped(known, last.len())
    }

    /// The scores of all other positions, from the last ply back to the start.
    fn follow(&mut self, game: &G, insight: &G::Solver, layers: &Layers<G>) -> Result<(), Failure> {
        for opening in layers.iter().rev().skip(1).flatten() {
            let next =
                best_next(game, insight, &opening.position, |key| self.scores.get(&key).copied());
            // Where a game can come back to an earlier position, one ply is not always enough.
            let score = next.or_else(|| solved(self.engine, &opening.position));
            let Some(score) = score else { return self.unless_stopped(0, 1) };
            self.scores.insert(opening.key, score);
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
