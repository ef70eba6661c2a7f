//! Notation: positions and moves as text, both ways.

use std::fmt::{self, Display};

use crate::arena::Opening;
use crate::{Game, Repetition};

/// A game whose positions and moves can be written and read.
pub trait Notation: Game + Sized {
    /// A position in one line.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads what [`write_position`](Self::write_position) writes. Only positions that can be reached by
    /// play are accepted, as far as the rules make that easy to see.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A move that is legal in `position`.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move, and refuses one that is not legal in `position`.
    fn read_move(&self, position: &Self::Position, text: &str)
    -> Result<Self::Move, NotationError>;

    /// The position as a person sees it, over several lines.
    fn picture(&self, position: &Self::Position) -> String;

    /// Reads a line of a file of problems: a position without blanks, and its score, if it is known.
    fn read_problem(&self, line: &str) -> Result<Problem<Self>, NotationError> {
        let mut words = line.split_whitespace();
        let position = self.read_position(words.next().unwrap_or(""))?;
        let score = words.next().map(read_score).transpose()?;
        Ok(Problem { score, ..Problem::new(position) })
    }

    /// Writes such a line: a position, its score, and what the game it is from ended with for the player to move, if that is to be kept.
    fn write_problem(&self, position: &Self::Position, score: i32, payoff: Option<f64>) -> String {
        let _ = payoff;
        format!("{} {score}", self.write_position(position))
    }

    /// Reads whole games, in a format that only this game has, like PGN; nothing if the text is in no such format. Positions and
    /// lines of moves need none.
    fn read_games(&self, text: &str) -> Option<Games<Self>> {
        let _ = text;
        None
    }

    /// A whole game as players of this game write it down, if there is such a form: by default the moves from the
    /// start, one after the other, if that is also how a position can be written.
    fn write_game(&self, game: &Finished<'_, Self>) -> Option<String> {
        let mut position = self.start();
        let same = |one: &Self::Position, other: &Self::Position| {
            self.write_position(one) == self.write_position(other)
        };
        if !same(&game.opening.position, &position) {
            return None;
        }
        let mut line = String::new();
        for &mv in game.opening.moves.iter().chain(game.moves) {
            line.push_str(&self.write_move(&position, mv));
            self.play(&mut position, mv);
        }
        let is_read = self.read_position(&line).is_ok_and(|read| same(&read, &position));
        let Finished { number, players, result, ending, .. } = game;
        let players = players.join(" - ");
        is_read.then(|| format!("# {number}. {players}: {result}, {ending}\n{line}\n"))
    }

    /// A move as the Universal Chess Interface has it. By default as everywhere else.
    fn write_uci(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.write_move(position, mv)
    }

    /// Reads a move as the Universal Chess Interface has it.
    fn read_uci(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        self.read_move(position, text)
    }

    /// The same position as the start of a game, for programs that go on where the rules would end a game because of
    /// what came before. By default a position knows nothing of that.
    fn anew(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}

/// For which time a position is there when the rules of repetition end a game: `the third time`.
pub fn repetition_caption(repetition: Repetition) -> String {
    match repetition {
        Repetition::Draw { times: 3 } => "the third time".to_owned(),
        Repetition::Draw { times } if times > 3 => format!("the {times}th time"),
        _ => "the second time".to_owned(),
    }
}

/// Where games of a match begin.
pub type OpeningOf<G> = Opening<<G as Game>::Position, <G as Game>::Move>;

/// Games that were read, each as its start and its moves; or what is wrong with the text.
pub type Games<G> = Result<Vec<OpeningOf<G>>, NotationError>;

/// A game of a match, as it is written down.
pub struct Finished<'f, G: Game + ?Sized> {
    /// Its number in the match, from 1.
    pub number: u64,
    /// The names of the players by seat.
    pub players: &'f [&'f str],
    /// Where it began.
    pub opening: &'f OpeningOf<G>,
    /// The moves after those of the opening.
    pub moves: &'f [G::Move],
    /// Who won, like `1-0`.
    pub result: &'f str,
    /// Why it ended.
    pub ending: &'f str,
}

/// A position whose score may be known.
pub struct Problem<G: Game + ?Sized> {
    /// The position.
    pub position: G::Position,
    /// Its score, for the player to move.
    pub score: Option<i32>,
    /// What the game it is from ended with, for the player to move.
    pub payoff: Option<f64>,
    /// The scores of some moves.
    pub moves: Vec<(G::Move, i32)>,
}

impl<G: Game + ?Sized> Problem<G> {
    /// A position of which nothing is known.
    pub fn new(position: G::Position) -> Self {
        Problem { position, score: None, payoff: None, moves: Vec::new() }
    }
}

/// Reads a score, with or without a sign.
pub fn read_score(word: &str) -> Result<i32, NotationError> {
    word.parse()
        .map_err(|_| NotationError::new(format!("`{word}` is no score: write a whole number")))
}

/// What is wrong with a text, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl NotationError {
    /// An error that says this.
    pub fn new(what: impl Into<String>) -> NotationError {
        NotationError(what.into())
    }
}

impl Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}
