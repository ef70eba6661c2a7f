//! `outplay grade`: students' programs, or answers of the quiz, in; a table of marks out.

mod bounded;
mod search;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use outplay::tree::Wishes;
use serde_json::Value as Json;

use crate::commands::stepped;
use crate::failure::Failure;
use crate::files::{self, Kind};
use crate::interrupt;
use crate::span::range;
use crate::wanted::{Pruning, Wanted};
use bounded::{Bounds, Ran};
use search::Task;

const NOTES: &str = "\
A program gets a tree on its standard input, on one line, like ((3 12 8) (2 4 6) (14 5 2)), and prints three lines:
  value 3
  move a1
  leaves 3 12 8 2 14 5 2
The moves of the root are a1, a2 and so on, from left to right; leaves are those that alpha-beta looks at, in order. Every student
gets trees of their own, by seeds from --seed on: `outplay lab tree --seed N` with the same wishes prints one.

With --answers, the files are those that the quiz of the page saves.

What is printed is CSV: who, which tree, whether it is right, and the first divergence in words. A program has so much time and
memory for each tree, and may print 1 MiB. It runs with your rights: grade programs of strangers in a container.";

/// The options of `outplay grade`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// Programs, or files with answers
    #[arg(required = true, value_name = "PROGRAM|FILE")]
    students: Vec<PathBuf>,
    /// They are files with answers, as the quiz saves them
    #[arg(long)]
    answers: bool,
    /// How many trees each program gets
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    trees: u64,
    /// The seed of the first tree
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// When alpha-beta cuts
    #[arg(long, default_value = "non-strict")]
    prune: Pruning,
    /// How many plies a tree has: a number, or two with a comma between them
    #[arg(short = 'm', long, default_value = "3", value_parser = range::<u32>)]
    depth: std::ops::RangeInclusive<u32>,
    /// How many moves a node has
    #[arg(short, long, default_value = "2,3", value_parser = range::<u32>)]
    branching: std::ops::RangeInclusive<u32>,
    /// At how many nodes, at least, something is cut
    #[arg(long, default_value_t = 1)]
    cuts: u32,
    /// Seconds for a tree
    #[arg(long, default_value_t = 5.0, value_parser = seconds)]
    time: f64,
    /// Megabytes of memory for a program
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds is needed, from 0.01 to 3600".to_owned())
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let mut table = match options.answers {
        true => "student,right,questions,first mistake\n",
        false => "student,seed,right,leaves right,leaves,first divergence\n",
    }
    .to_owned();
    for (place, student) in (0..).zip(&options.students) {
        let rows = match options.answers {
            true => vec![answered(student)?],
            false => options.programmed(place, student)?,
        };
        rows.iter().for_each(|row| table += &line(row));
    }
    Ok(table)
}

impl Options {
    /// The rows of one program.
    fn programmed(&self, place: u64, student: &Path) -> Result<Vec<Vec<String>>, Failure> {
        let Ok(program) = student.canonicalize() else {
            return Err(Failure::input(format!("there is no program {}", student.display())));
        };
        let bounds = Bounds { time: Duration::from_secs_f64(self.time), megabytes: self.memory };
        let first = self.seed.wrapping_add(place * self.trees);
        let mut rows = Vec::new();
        for seed in first..first.saturating_add(self.trees) {
            let text = self.tree(seed)?;
            let wanted = Wanted { prune: Some(self.prune), ..Wanted::default() };
            let task = Task::new(&text, &wanted)?;
            let ran = bounded::run(&program.to_string_lossy(), &format!("{text}\n"), bounds);
            if interrupt::asked() {
                return Err(Failure::interrupted());
            }
            let (is_right, leaves, told) = match ran {
                Ran::Failed(told) => (false, 0, told),
                Ran::Printed(printed) => {
                    let mark = task.marked(&printed);
                    (mark.is_right, mark.leaves, mark.told)
                }
            };
            let numbers =
                [seed.to_string(), yes(is_right), leaves.to_string(), task.size().to_string()];
            rows.push([name(student)].into_iter().chain(numbers).chain([told]).collect());
        }
        Ok(rows)
    }

    fn tree(&self, seed: u64) -> Result<String, Failure> {
        let wishes = Wishes {
            depth: self.depth.clone(),
            branching: self.branching.clone(),
            cuts: self.cuts,
            ..Wishes::default()
        };
        wishes.grow(seed).map_err(|unmet| Failure::input(unmet.to_string()))
    }
}

/// The row of a file with answers.
fn answered(file: &Path) -> Result<Vec<String>, Failure> {
    let text = files::text(file, Kind::ANSWERS)?;
    let wrong = |what: &str| Failure::input(format!("{}: {what}", file.display()));
    let saved: Json =
        serde_json::from_str(&text).map_err(|_| wrong("this is no file of the quiz"))?;
    if saved["version"] != 1 || !saved["quiz"].is_object() {
        return Err(wrong("this is no file of the quiz"));
    }
    let mut request = saved["quiz"].clone();
    request["answers"] = saved["answers"].clone();
    request["complete"] = Json::Bool(true);
    let marks = stepped::marked(&request).map_err(|failure| wrong(&failure.to_string()))?;
    let told = marks["sentence"].as_str().unwrap_or("").to_owned();
    Ok(vec![name(file), marks["right"].to_string(), marks["questions"].to_string(), told])
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// A line of CSV (RFC 4180): what has a comma, a quotation mark or a line break in it stands in quotation marks.
fn line(cells: &[String]) -> String {
    let cell = |text: &String| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        // A spreadsheet takes what begins like this for a formula.
        false if text.starts_with(['=', '+', '@']) => format!("'{text}"),
        false => text.clone(),
    };
    format!("{}\n", cells.iter().map(cell).collect::<Vec<String>>().join(","))
}
