//! Positions with known scores: test data by others where it is there, and otherwise our own, which is easier.

use std::path::PathBuf;

/// A position as text, and its score for the player to move, if that is known.
pub type Case = (String, Option<i32>);

/// A set of positions, as text, each with the score for the player to move, if that is known.
pub struct Set {
    /// What it is called.
    pub name: String,
    /// Its positions.
    pub cases: Vec<Case>,
}

/// The sets of one game.
pub struct Sets {
    /// The folder in the test data by others.
    pub folder: &'static str,
    /// The files there.
    pub files: &'static [&'static str],
    /// Our own file in `testdata`.
    pub own: &'static str,
    /// Reads a line.
    pub read: fn(&str) -> Option<Case>,
}

impl Sets {
    /// All sets there are. Says what is not there.
    pub fn all(&self) -> Vec<Set> {
        let found: Vec<Set> = self.files.iter().filter_map(|file| self.by_others(file)).collect();
        if found.is_empty() { vec![self.our_own()] } else { found }
    }

    fn by_others(&self, file: &str) -> Option<Set> {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
        let root = std::env::var_os("OUTPLAY_DATA").map_or(here, PathBuf::from);
        let path = root.join(self.folder).join(file);
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!(
                "There is no {}/{file} in the folder of test data: set OUTPLAY_DATA to that folder. Without it, easier positions are taken.",
                self.folder
            );
            return None;
        };
        Some(self.parse(file, &text))
    }

    fn our_own(&self) -> Set {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(self.own);
        let text = std::fs::read_to_string(path).expect("our own test data can be read");
        self.parse(self.own, &text)
    }

    fn parse(&self, name: &str, text: &str) -> Set {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let case = |line| (self.read)(line).expect("a line has a position");
        Set { name: name.to_owned(), cases: lines.map(case).collect() }
    }
}
