//! Lessons: Markdown with figures in it that the reader operates. The page shows them alive, the terminal as text.
//!
//! A figure is a fenced block whose first word is its kind (`tree`, `quiz` ...) and whose second is its name; in it stands one
//! field a line: see docs/lessons.md. A lesson is read whole and checked before anybody sees it: whatever is wrong is said with its file
//! and line.

mod fields;
mod figures;
mod formula;
mod number;
mod parts;
mod terminal;

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::files::{self, Kind};
use figures::Figure;
use parts::Part;

macro_rules! lessons {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/", $name, ".md")))),*]
    };
}

/// The lessons that ship, in the order in which they are read. A new one is added here.
const SHIPPED: &[(&str, &str)] = lessons! {
    "01-axes-of-games"
    "02-plan-or-policy"
    "03-value-of-a-state"
    "04-minimax"
    "05-perfect-player"
    "06-chance"
    "07-why-search-fails"
    "08-alpha-beta"
    "09-what-a-cut-proves"
    "10-order"
    "11-evaluation"
    "12-evaluation-helps-pruning"
    "13-depth-matters"
    "14-horizon"
    "15-anytime-and-transpositions"
    "16-many-agents"
    "17-pruning-books-tables"
    "18-monte-carlo"
    "19-history"
    "20-decoding"
};

/// What is wrong at a line of a lesson.
#[derive(Debug, PartialEq)]
pub(crate) struct Wrong {
    line: usize,
    what: String,
}

impl Wrong {
    fn new(line: usize, what: impl Into<String>) -> Wrong {
        Wrong { line, what: what.into() }
    }
}

/// A lesson that was read and checked.
pub(crate) struct Lesson {
    /// What it is asked for by: the name of its file without the number before it.
    pub(crate) name: String,
    pub(crate) title: String,
    /// Its first paragraph.
    summary: String,
    parts: Vec<Part>,
}

impl Lesson {
    /// Reads a lesson; `file` is what it is called where something is wrong.
    fn read(file: &str, name: &str, text: &str) -> Result<Lesson, Failure> {
        let wrong = |Wrong { line, what }| Failure::input(format!("{file}:{line}: {what}"));
        let parts::Read { title, summary, parts } = parts::read(text).map_err(wrong)?;
        Ok(Lesson { name: without_number(name).to_owned(), title, summary, parts })
    }

    /// The lesson for the page: pieces of text and figures, one after the other.
    pub(crate) fn page(&self) -> Json {
        let parts: Vec<Json> = self.parts.iter().map(Part::page).collect();
        json!({ "name": self.name, "title": self.title, "parts": parts })
    }

    /// The lesson for a terminal. Answers of quizzes are told if somebody asks for them.
    pub(crate) fn text(&self, answers: bool) -> Result<String, Failure> {
        let parts: Result<Vec<String>, Failure> =
            self.parts.iter().map(|part| part.text(answers)).collect();
        let parts = parts?;
        let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
        Ok(format!("{}\n", parts.join("\n\n")))
    }

    fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.parts.iter().filter_map(|part| match part {
            Part::Figure(figure) => Some(figure),
            Part::Text(_) => None,
        })
    }

    /// The command of an experiment by its name.
    pub(crate) fn command(&self, experiment: &str) -> Option<&[String]> {
        self.figures().find(|figure| figure.name == experiment).and_then(Figure::command)
    }

    /// The names of its questions, in order.
    fn questions(&self) -> Vec<&str> {
        self.figures().filter(|one| one.is_question()).map(|one| one.name.as_str()).collect()
    }
}

/// `alpha-beta` of `08-alpha-beta`.
fn without_number(name: &str) -> &str {
    name.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-')
}

/// Lessons in the order in which they are read.
pub(crate) struct Lessons(Vec<Lesson>);

impl Lessons {
    /// Those of a folder, or those that ship.
    pub(crate) fn of(folder: Option<&Path>) -> Result<Lessons, Failure> {
        match folder {
            Some(folder) => Lessons::in_folder(folder),
            None => Ok(Lessons::shipped()),
        }
    }

    /// A program with other games leaves out the lessons that show games which it does not have.
    fn shipped() -> Lessons {
        let read =
            |(name, text): &(&str, &str)| Lesson::read(&format!("{name}.md"), name, text).ok();
        Lessons(SHIPPED.iter().filter_map(read).collect())
    }

    /// The files `*.md` of a folder by their names.
    fn in_folder(folder: &Path) -> Result<Lessons, Failure> {
        let shown = folder.display();
        let wrong = |error: std::io::Error| Failure::input(format!("--lessons {shown}: {error}"));
        let mut paths = Vec::new();
        for entry in folder.read_dir().map_err(wrong)? {
            paths.push(entry.map_err(wrong)?.path());
        }
        paths.retain(|path: &PathBuf| path.extension().is_some_and(|one| one == "md"));
        paths.sort();
        if paths.is_empty() {
            let what = format!("--lessons {shown}: there is no file *.md in that folder");
            return Err(Failure::input(what));
        }
        let read = |path: &PathBuf| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            Lesson::read(&path.display().to_string(), &name, &files::text(path, Kind::LESSON)?)
        };
        let lessons: Vec<Lesson> = paths.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Lessons(lessons))
    }

    pub(crate) fn all(&self) -> &[Lesson] {
        &self.0
    }

    /// A lesson by its name, or by its place in the list.
    pub(crate) fn named(&self, name: &str) -> Result<&Lesson, Failure> {
        let by_place =
            name.parse::<usize>().ok().and_then(|place| self.0.get(place.checked_sub(1)?));
        let by_name = self.0.iter().find(|lesson| lesson.name == name);
        by_name.or(by_place).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|lesson| lesson.name.as_str()).collect();
            Failure::input(format!(
                "there is no lesson `{name:.50}`: there are {}",
                names.join(", ")
            ))
        })
    }

    /// The list for the page.
    pub(crate) fn page(&self) -> Json {
        let row = |lesson: &Lesson| {
            json!({
                "name": lesson.name,
                "title": lesson.title,
                "summary": lesson.summary,
                "questions": lesson.questions(),
            })
        };
        json!({ "lessons": self.0.iter().map(row).collect::<Vec<Json>>() })
    }
}

impl Display for Lessons {
    /// The list for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|lesson| lesson.name.len()).max().unwrap_or(0);
        for (place, lesson) in (1..).zip(&self.0) {
            writeln!(f, "{place:>3}  {:width$}  {}", lesson.name, lesson.title)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_of_the_folder_ships_and_is_right() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
        let found = Lessons::of(Some(&folder)).expect("every lesson is right");
        let shipped = Lessons::of(None).expect("every lesson is right");
        let names = |lessons: &Lessons| -> Vec<String> {
            lessons.0.iter().map(|lesson| lesson.name.clone()).collect()
        };
        assert_eq!(names(&found), names(&shipped));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, told) in [
            ("no title", "l.md:1: a lesson begins with its title: `# Why ...`"),
            ("# T\n\nText.\n\n```quizz one\n```\n", "l.md:5: there is no figure `quizz`"),
            ("# T\n\nText.\n\n```tree one\ntree: ((1 2)\n```\n", "l.md:6: the tree: missing `)`"),
            (
                "# T\n\nText.\n\n```tree one\ntree: (1 2)\ntre: 3\n```\n",
                "l.md:7: a tree has no field `tre`",
            ),
            ("# T\n\nText.\n\n```tree\ntree: (1 2)\n```\n", "l.md:5: a figure has a name"),
            ("# T\n\nText <b>x</b>.\n", "l.md:3: HTML is not shown"),
            (
                "# T\n\nText.\n\n```quiz one\nquestion: What?\n```\n",
                "l.md:5: a question has one right answer",
            ),
            (
                "# T\n\nText.\n\n```experiment one\ncommand: games --formt json\n```\n",
                "l.md:6: unexpected argument '--formt'",
            ),
            (
                "# T\n\nText.\n\n```experiment one\ncommand: serve\n```\n",
                "l.md:6: an experiment runs one of",
            ),
            (
                "# T\n\nText.\n\n```calculator one\nslider b: 1 9 3\nshow x: b ^ m\n```\n",
                "l.md:7: `m` is neither a slider nor a function",
            ),
        ] {
            let failure = Lesson::read("l.md", "l", text).err().expect(text);
            assert!(failure.to_string().starts_with(told), "{failure}\n{told}");
        }
    }
}
