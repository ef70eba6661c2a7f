//! `outplay book build`: solves the positions of the last ply; all others follow from them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use outplay::engine::book::{best_next, fingerprint};
use outplay::engine::{Book, Engine, Insight};
use outplay_games::catalogue::{Listed, Visitor};

use super::journal::Journal;
use super::{Layers, engine, openings, progress_bar, solved};
use crate::failure::{Failure, warn};
use crate::{books, files, games, interrupt};

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
    /// The size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    table: u32,
    /// How many positions are solved at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
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
        let insight = game.insight();
        let default = || PathBuf::from(format!("{}-{plies}.book", name.replace(':', "-")));
        let out = options.out.clone().unwrap_or_else(default);
        if out.exists() {
            return there_already(game, &insight, &out, *plies);
        }
        let layers = openings(game, &insight, *plies)?;
        let heading =
            format!("{name}, {plies} plies, fingerprint {:x}", fingerprint(game, &insight));
        let (journal, scores) = Journal::open(&out, &heading, insight.highest(game))?;
        let engine = engine(game, &insight, options.table)?;
        let mut work = Work { engine: &engine, journal: Mutex::new(journal), scores };
        work.solve_last(&layers, options.threads)?;
        work.follow(game, &insight, &layers)?;
        let bytes = Book::write(game, &insight, name, &layers, |key| work.scores[&key]);
        files::put(&out, &bytes)?;
        work.journal.into_inner().expect("no thread panics while it writes").remove();
        let count = layers.iter().map(Vec::len).sum::<usize>();
        let shown = out.display();
        Ok(format!("{count} positions of up to {plies} plies in {shown}, {} bytes\n", bytes.len()))
    }
}

/// A book that is there already is never written over.
fn there_already<G: Listed>(
    game: &G,
    insight: &G::Insight,
    out: &Path,
    plies: u32,
) -> Result<String, Failure> {
    let shelved = books::open(out)?;
    shelved.fits(game, insight)?;
    let (shown, has) = (out.display(), shelved.book.plies());
    if has != plies {
        let what = format!("{shown} is there already, a book of {has} plies: remove it first");
        return Err(Failure::input(what));
    }
    let count = shelved.book.positions();
    Ok(format!("{count} positions of up to {plies} plies in {shown}, there already\n"))
}

struct Work<'w, G: Listed> {
    engine: &'w Engine<'w, G, G::Insight>,
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
    fn follow(
        &mut self,
        game: &G,
        insight: &G::Insight,
        layers: &Layers<G>,
    ) -> Result<(), Failure> {
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
        let path = journal.path.display();
        if interrupt::asked() {
            warn(&format!(
                "{known} of {all} scores are kept in {path}; the same command goes on from there"
            ));
            return Err(Failure::stopped());
        }
        Err(Failure::input(format!("only {known} of {all} positions could be solved")))
    }
}
