//! Records: whole games in files, as their players write them down. In Go that is SGF.

use std::path::Path;

use outplay::Player;
use outplay::face::Record;

use super::scoring::ESTIMATED;
use super::session::{Session, Step, below};
use super::variant::Variant;
use super::words::{Answer, done, score, syntax_error};
use crate::files::{self, Kind, Target};

impl Session<'_> {
    /// Reads a game, on the board and with the komi that the file tells, up to before a move if its number is given.
    pub(super) fn load(&mut self, words: &[&str]) -> Answer {
        let number = |word: &&str| word.parse::<usize>().ok();
        let (name, number) = match words {
            [] => return Err(syntax_error()),
            [name @ .., last] if !name.is_empty() && number(last).is_some() => (name, number(last)),
            name => (name, None),
        };
        let unreadable = |why: String| format!("cannot load file: {why}");
        let bytes = files::read(Path::new(&name.join(" ")), Kind::GAME)
            .map_err(|failure| unreadable(failure.to_string()))?;
        // Old files have names of players in other encodings.
        let text = String::from_utf8_lossy(&bytes);
        let told = self.game.variant_of(&text);
        let variant = match &told {
            Some(variant) => Variant::of(&format!("{}:{variant}", self.variant.plain())),
            None => self.variant.with_handicap(self.handicap.or(self.variant.handicap())),
        };
        let game = variant.game().map_err(unreadable)?;
        let at = game.open(&text).map_err(|wrong| unreadable(wrong.to_string()))?;
        let at = number.map_or_else(|| at.fork(), |number| at.after(number.saturating_sub(1)));
        if told.is_some() {
            (self.handicap, self.variant) = (variant.handicap(), variant.with_handicap(None));
        }
        self.begin();
        self.steps = (0..at.length()).map(Step::Length).collect();
        self.change(game, at);
        done()
    }

    /// Writes the game to a file, or into the answer.
    pub(super) fn print(&mut self, words: &[&str]) -> Answer {
        let seats = &self.game.about().seats;
        let players: Vec<&str> = seats.iter().map(String::as_str).collect();
        let result = self.result();
        let ending = self.at.ending().unwrap_or_default();
        let record =
            Record { number: 1, players: &players, opening: 0, result: &result, ending: &ending };
        let text = self.at.write_game(&record).ok_or("this game is not written to files")?;
        if words.is_empty() || words == ["-"] {
            return Ok(below(&text));
        }
        let path = words.join(" ");
        let target = Target::new(Path::new(&path), Kind::GAME, self.options.force);
        let written = target.and_then(|target| target.put(text.as_bytes()));
        written.map_err(|failure| failure.to_string())?;
        done()
    }

    /// How the game ended: by how many points, or which player has won.
    fn result(&self) -> String {
        match self.at.winner() {
            _ if !self.at.is_over() => "*".to_owned(),
            winner => match (self.at.ownership(ESTIMATED), winner) {
                (Some(ownership), _) => score(ownership.lead),
                (None, Some(Player::MAX)) => "1-0".to_owned(),
                (None, Some(_)) => "0-1".to_owned(),
                (None, None) => "1/2-1/2".to_owned(),
            },
        }
    }
}
