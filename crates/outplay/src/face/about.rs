//! About: what a game is, for whoever has never seen it.

use super::worth::number;
use crate::Player;
use crate::mcts::Setting;

/// What a game is.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// How it is called, with its variant: `othello`, `othello:6x6`.
    pub name: String,
    /// What it is, in a few words.
    pub what: String,
    /// Other boards or rules that are worth a try, each behind a colon.
    pub variants: Vec<String>,
    /// What the players are called, by seat.
    pub seats: Vec<String>,
    /// How many moves make one round, in which every player moves once.
    pub round: usize,
    /// Whether chance moves somewhere.
    pub chance: bool,
    /// Whether one player wins what the other loses.
    pub zero_sum: bool,
    /// What players know of a position.
    pub information: Information,
    /// In what scores are counted.
    pub unit: Unit,
    /// Positions to measure a search on.
    pub samples: Vec<String>,
    /// Openings that come with it: a name, and a text with one of them on each line.
    pub openings: Vec<(String, String)>,
    /// What protocols call it: the variant of UCI, the game of GTP.
    pub protocol_names: Vec<String>,
    /// Points that the second player gets for moving second, if the game has such a rule.
    pub komi: Option<f64>,
    /// The searches that take it, by name.
    pub searches: Vec<SearchInfo>,
    /// Knobs of Monte-Carlo search that only this game has: what it knows, to be switched off.
    pub knobs: Vec<Setting>,
    /// Players that only this game has, by seat.
    pub own_players: Vec<Vec<String>>,
    /// Evaluations by name, beside the usual one: for searches of the textbook that are [told](super::Options::evaluation) to use one.
    pub evaluations: Vec<String>,
    /// Whether it can be drawn on a board. Without, moves are buttons.
    pub has_board: bool,
    /// How positions and moves are written, in a sentence or two.
    pub written: String,
    /// Whether positions can be written as one text. Without, a position is the moves that lead there.
    pub has_positions: bool,
}

impl About {
    /// How many players there are.
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// What a player is called.
    pub fn seat(&self, player: Player) -> &str {
        self.seats.get(player.index()).map_or("nobody", String::as_str)
    }

    /// Whether a search takes the game.
    pub fn has_search(&self, name: &str) -> bool {
        self.searches.iter().any(|search| search.name == name)
    }

    /// The search that is used if none is named: the engine where it takes the game, and otherwise the first of those that do.
    pub fn usual_search(&self) -> &'static str {
        self.searches.first().map_or("random", |search| search.name)
    }

    /// The name without its variant.
    pub fn plain_name(&self) -> &str {
        self.name.split(':').next().unwrap_or(&self.name)
    }
}

/// What players know of a position. Games in which they know less than all of it, such as poker, are out of scope: OpenSpiel has
/// searches for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Information {
    /// All of it.
    Perfect,
}

/// In what scores are counted, and how they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// What one of them is called: `pawns`, `discs`, `points`.
    pub name: String,
    /// How much of a score is one of them: a hundred, if scores are hundredths of a pawn.
    pub size: f64,
    /// A score with which a player is clearly ahead.
    pub clear: f64,
}

impl Unit {
    /// What Monte-Carlo search counts in a game that is won, drawn or lost: 1 is a sure win, -1 a sure loss.
    pub fn wins() -> Unit {
        Unit { name: "wins".to_owned(), size: 1.0, clear: 0.5 }
    }

    /// How likely a player with this score is to win, from 0 to 1. Where scores count something else than wins it is a guess: three
    /// quarters, if the player is clearly ahead.
    pub fn win_rate(&self, score: f64) -> f64 {
        let mean = match *self == Unit::wins() {
            true => score,
            false if score.is_infinite() => score.signum(),
            false => score / (score.abs() + self.clear),
        };
        (0.5 + mean / 2.0).clamp(0.0, 1.0)
    }

    /// The score of a player who is [so likely](Self::win_rate) to win. Of one who seems to be sure to win it is the score at 99.5%.
    pub fn of_win_rate(&self, rate: f64) -> f64 {
        let mean = (2.0 * rate - 1.0).clamp(-0.99, 0.99);
        match *self == Unit::wins() {
            true => mean,
            false => self.clear * mean / (1.0 - mean.abs()),
        }
    }

    /// A score in this unit, with its sign: `+0.30`.
    pub fn written(&self, score: f64) -> String {
        number(score, self.size, true)
    }
}

impl Default for Unit {
    fn default() -> Self {
        Unit { name: "points".to_owned(), size: 1.0, clear: 4.0 }
    }
}

/// A search that takes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub what: &'static str,
}

/// An evaluation by its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// Names, and what each adds to the score of the first player because of either player. There are none if the evaluation is one
    /// number.
    pub rows: Vec<(&'static str, [f64; 2])>,
    /// The evaluation, for the player to move, or for the first one where chance moves.
    pub score: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_chances_of_winning() {
        assert_eq!(
            [-1.0, 0.0, 0.5, 1.0].map(|mean| Unit::wins().win_rate(mean)),
            [0.0, 0.5, 0.75, 1.0]
        );
        let points = Unit::default();
        assert_eq!(
            [-4.0, 0.0, 4.0, f64::INFINITY].map(|score| points.win_rate(score)),
            [0.25, 0.5, 0.75, 1.0]
        );
        assert_eq!([0.25, 0.5, 0.75].map(|rate| points.of_win_rate(rate)), [-4.0, 0.0, 4.0]);
        assert!((points.of_win_rate(1.0) - 396.0).abs() < 1e-9);
    }
}
