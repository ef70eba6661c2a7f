//! `outplay learn`: the lessons, in the terminal or as files for any web host.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value as Json;

use super::serve;
use crate::failure::Failure;
use crate::files::{Force, Kind, Target};
use crate::lessons::Lessons;

const NOTES: &str = "\
The page shows the same lessons with figures that can be operated: `outplay serve`. How a lesson is written is in docs/lessons.md.
What --export writes works from any web host, without this program: trees are stepped through, questions answered, calculators and
plots moved; experiments show what was recorded, and boards stand still.";

/// The options of `outplay learn`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// A lesson by its name or its number; without one, the lessons are listed
    lesson: Option<String>,
    /// Tell the right answer to every question, and what is wrong with the others
    #[arg(long, requires = "lesson")]
    answers: bool,
    /// Read the lessons from this folder: files *.md, in the order of their names
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
    /// Write the lessons as a page into this folder, which is made if it is not there
    #[arg(long, value_name = "DIR", conflicts_with = "lesson")]
    export: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let lessons = Lessons::of(options.lessons.as_deref())?;
    match (&options.lesson, &options.export) {
        (Some(name), _) => lessons.named(name)?.text(options.answers),
        (None, Some(folder)) => export(&lessons, folder, options.force),
        (None, None) => Ok(lessons.to_string()),
    }
}

/// Writes the page, and beside it every lesson as the server would answer it. Places are checked before anything is written.
fn export(lessons: &Lessons, folder: &Path, force: Force) -> Result<String, Failure> {
    let mut files: Vec<(String, String)> =
        serve::without_server().map(|(name, text)| (name.to_owned(), text)).collect();
    let json = |name: &str, json: &Json| (format!("lessons/{name}.json"), json.to_string());
    files.push(json("index", &lessons.page()));
    files.extend(lessons.all().iter().map(|lesson| json(&lesson.name, &lesson.page())));
    let mut targets = Vec::new();
    for (name, text) in &files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| {
            Failure::input(format!("cannot make the folder {}: {error}", parent.display()))
        })?;
        targets.push((Target::new(&path, Kind::PAGE, force)?, text));
    }
    for (target, text) in targets {
        target.put(text.as_bytes())?;
    }
    let count = lessons.all().len();
    Ok(format!("{count} lessons are in {}: any web host can show them\n", folder.display()))
}
