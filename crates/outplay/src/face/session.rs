//! Sessions: a game under way, as a start and the moves since.
//!
//! That gives undo, links and repetition for every game, and a text for games whose positions have no notation.

use std::any::Any;
use std::sync::Arc;

use super::Wrong;
use super::about::About;
use super::board::{Board, Gesture};
use super::core::{Core, Playable};
use super::notation::{Finished, NotationError, repetition_caption};
use super::ownership::{Judgement, Ownership};
use crate::arena::{Opening, dice::outcome};
use crate::{Game, Past, Player, Repetition, Turn, WithPast};

/// A move, by its rank among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(pub u32);

impl Choice {
    /// The rank as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn of(index: usize) -> Choice {
        Choice(u32::try_from(index).expect("a position has less than 2^32 moves"))
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its name where it was made.
    pub name: String,
    /// Its rank there.
    pub choice: Choice,
    /// Who made it.
    pub turn: Turn,
}

/// What is told of a game that is written down.
#[derive(Clone, Copy, Debug)]
pub struct Record<'r> {
    /// Its number in a match, from 1.
    pub number: u64,
    /// The names of the players by seat.
    pub players: &'r [&'r str],
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// Who won, like `1-0`.
    pub result: &'r str,
    /// Why it ended.
    pub ending: &'r str,
}

/// A game under way. The rule of repetition is applied: a session knows its past.
pub trait Session: Any + Send + Sync {
    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn Session>;

    /// The same position as the start of a game, for programs that go on where the rules end a game because of what came before:
    /// where a draw could be claimed.
    fn anew(&self) -> Box<dyn Session>;

    /// How many legal moves there are. None: the game is over.
    fn choices(&self) -> usize;

    /// Who acts; nobody if the game is over.
    fn turn(&self) -> Option<Turn>;

    /// The probability of each choice, where chance moves.
    fn odds(&self) -> Vec<f64>;

    /// What each player has won, if the game is over.
    fn payoffs(&self) -> Option<Vec<f64>>;

    /// Plays a move.
    ///
    /// # Panics
    /// If there is no such choice.
    fn play(&mut self, choice: Choice);

    /// Takes the last move back. False if there is none.
    fn undo(&mut self) -> bool;

    /// The moves so far.
    fn plies(&self) -> Vec<Ply>;

    /// How many moves were made.
    fn length(&self) -> usize;

    /// The position as text: in the notation of the game, or the moves that lead there.
    fn position(&self) -> String;

    /// Where the game began, as text; nothing if it is the usual start.
    fn start_text(&self) -> String;

    /// The name of a move.
    fn name(&self, choice: Choice) -> String;

    /// Reads a move.
    fn read(&self, text: &str) -> Result<Choice, Wrong>;

    /// The name of a move as the Universal Chess Interface has it.
    fn uci_name(&self, choice: Choice) -> String;

    /// Reads a move as the Universal Chess Interface has it.
    fn read_uci(&self, text: &str) -> Result<Choice, Wrong>;

    /// The position as a person sees it, over several lines.
    fn picture(&self) -> String;

    /// The position as something to draw.
    fn board(&self) -> Board;

    /// What is clicked to make a move.
    fn gesture(&self, choice: Choice) -> Gesture;

    /// What was clicked to make the last move.
    fn last_gesture(&self) -> Option<Gesture>;

    /// The winner of a game that is over; none, if it is drawn or if nobody has won more than all others.
    fn winner(&self) -> Option<Player>;

    /// How a game that is over ended, if that is not just who won.
    fn ending(&self) -> Option<String>;

    /// A line of a file of problems: the position, its score, and what its game ended with for the player to move.
    fn write_problem(&self, score: i32, payoff: Option<f64>) -> String;

    /// The game as its players write it down, if there is such a form.
    fn write_game(&self, record: &Record<'_>) -> Option<String>;

    /// Who will have each point of the board, if the game can tell.
    fn ownership(&self, judgement: Judgement<'_>) -> Option<Ownership>;

    /// A number that is equal for equal positions, if the game has keys.
    fn key(&self) -> Option<u64>;

    /// What a player chooses that only this game has; nothing if there is no such player, or if it was stopped.
    fn own_choice(
        &self,
        player: &str,
        seed: u64,
        stop: &Arc<std::sync::atomic::AtomicBool>,
    ) -> Option<Choice>;

    /// The session itself, for the searches of its game.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Session {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.choices() == 0
    }

    /// The name of each move of a line that begins here. It ends at a choice that is not there.
    pub fn names(&self, line: &[Choice]) -> Vec<String> {
        self.told(line, Session::name)
    }

    /// The same as the Universal Chess Interface has it.
    pub fn uci_names(&self, line: &[Choice]) -> Vec<String> {
        self.told(line, Session::uci_name)
    }

    fn told(&self, line: &[Choice], tell: impl Fn(&dyn Session, Choice) -> String) -> Vec<String> {
        let mut session = self.fork();
        let mut names = Vec::new();
        for &choice in line {
            if choice.index() >= session.choices() {
                break;
            }
            names.push(tell(&*session, choice));
            session.play(choice);
        }
        names
    }

    /// What chance chooses, by a random number from 0 up to 1. The same number gives the same outcome wherever the odds are the same.
    /// Where a player moves, all moves are equally likely.
    pub fn thrown(&self, number: f64) -> Choice {
        let odds = match self.odds() {
            none if none.is_empty() => vec![1.0; self.choices()],
            odds => odds,
        };
        Choice::of(outcome(&odds, number))
    }

    /// The game as it was after so many moves.
    pub fn after(&self, plies: usize) -> Box<dyn Session> {
        let mut session = self.fork();
        while session.length() > plies {
            session.undo();
        }
        session
    }
}

/// A session of one game.
pub(super) struct Played<G: Playable> {
    pub(super) core: Arc<Core<G>>,
    pub(super) start: G::Position,
    /// The moves since, and the positions before them.
    steps: Vec<Step<G>>,
    pub(super) past: Past<G::Position>,
    pub(super) legal: Vec<G::Move>,
}

struct Step<G: Playable> {
    mv: G::Move,
    choice: Choice,
    before: Past<G::Position>,
}

impl<G: Playable> Clone for Step<G> {
    fn clone(&self) -> Self {
        Step { mv: self.mv, choice: self.choice, before: self.before.clone() }
    }
}

impl<G: Playable> Clone for Played<G> {
    fn clone(&self) -> Self {
        Played {
            core: Arc::clone(&self.core),
            start: self.start.clone(),
            steps: self.steps.clone(),
            past: self.past.clone(),
            legal: self.legal.clone(),
        }
    }
}

impl<G: Playable> Played<G> {
    pub(super) fn new(core: &Arc<Core<G>>, start: G::Position) -> Played<G> {
        let past = Past::new(start.clone());
        let mut played =
            Played { core: Arc::clone(core), start, steps: Vec::new(), past, legal: Vec::new() };
        played.list();
        played
    }

    /// The session behind the face.
    ///
    /// # Panics
    /// If it is one of another game: a door has mixed them up.
    pub(super) fn of(session: &dyn Session) -> &Played<G> {
        session.as_any().downcast_ref().expect("a session goes to the searches of its own game")
    }

    fn list(&mut self) {
        self.legal.clear();
        WithPast::new(&self.core.game).moves(&self.past, &mut self.legal);
    }

    /// The moves so far.
    pub(super) fn moves(&self) -> Vec<G::Move> {
        self.steps.iter().map(|step| step.mv).collect()
    }

    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: G::Move) -> Result<(), NotationError> {
        let choice = self.choice(mv).ok_or_else(|| self.refusal(mv))?;
        let before = self.past.clone();
        WithPast::new(&self.core.game).play(&mut self.past, mv);
        self.steps.push(Step { mv, choice, before });
        self.list();
        Ok(())
    }

    /// The rank of a move.
    pub(super) fn choice(&self, mv: G::Move) -> Option<Choice> {
        self.legal.iter().position(|&legal| legal == mv).map(Choice::of)
    }

    /// A line of moves as choices, each in the position before it.
    pub(super) fn line(&self, line: &[G::Move]) -> Vec<Choice> {
        let game = WithPast::new(&self.core.game);
        let (mut past, mut legal) = (self.past.clone(), self.legal.clone());
        let mut choices = Vec::new();
        for (ply, &mv) in line.iter().enumerate() {
            if ply > 0 {
                // Not after the last move: it takes long in Go, and most of the lines that a search tells of are one move.
                legal.clear();
                game.moves(&past, &mut legal);
            }
            let Some(choice) = legal.iter().position(|&legal| legal == mv) else { break };
            choices.push(Choice::of(choice));
            if ply + 1 < line.len() {
                game.play(&mut past, mv);
            }
        }
        choices
    }

    pub(super) fn text_of(&self, position: &G::Position, mv: G::Move) -> String {
        self.core.texts.write_move(&self.core.game, position, mv)
    }

    /// Why a move that the game itself allows is not legal here.
    fn refusal(&self, mv: G::Move) -> NotationError {
        match self.goes_on() {
            Err(Wrong(drawn)) => NotationError::new(drawn),
            Ok(()) => {
                let name = self.text_of(&self.past, mv);
                NotationError::new(format!("`{name:.20}` leads to a position of before"))
            }
        }
    }

    fn is_drawn_by_repetition(&self) -> bool {
        WithPast::new(&self.core.game).is_drawn_by_repetition(&self.past)
    }

    /// Nobody moves any more once a game is drawn by repetition.
    fn goes_on(&self) -> Result<(), Wrong> {
        match self.is_drawn_by_repetition() {
            true => Err(drawn(self.core.game.repetition())),
            false => Ok(()),
        }
    }

    /// The rank of a move that was read.
    fn meant(&self, mv: G::Move) -> Result<Choice, Wrong> {
        Ok(self.choice(mv).ok_or_else(|| self.refusal(mv))?)
    }
}

/// Why nobody moves in a game that is drawn by repetition.
fn drawn(repetition: Repetition) -> Wrong {
    let time = repetition_caption(repetition);
    Wrong(format!("the game is drawn: the position is there for {time}"))
}

impl<G: Playable> Session for Played<G> {
    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn anew(&self) -> Box<dyn Session> {
        let start = self.core.texts.anew(&self.core.game, &self.past);
        Box::new(Played::new(&self.core, start))
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn turn(&self) -> Option<Turn> {
        (!self.legal.is_empty()).then(|| self.core.game.turn(&self.past))
    }

    fn odds(&self) -> Vec<f64> {
        let mut odds = Vec::new();
        if self.turn() == Some(Turn::Chance) {
            self.core.game.odds(&self.past, &self.legal, &mut odds);
        }
        odds
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let game = WithPast::new(&self.core.game);
        let each = || Player::all(game.players()).map(|player| game.payoff(&self.past, player));
        self.legal.is_empty().then(|| each().collect())
    }

    fn play(&mut self, choice: Choice) {
        let mv = self.legal[choice.index()];
        self.make(mv).expect("a choice is one of the legal moves");
    }

    fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        self.past = step.before;
        self.list();
        true
    }

    fn plies(&self) -> Vec<Ply> {
        let ply = |step: &Step<G>| Ply {
            name: self.text_of(&step.before, step.mv),
            choice: step.choice,
            turn: self.core.game.turn(&step.before),
        };
        self.steps.iter().map(ply).collect()
    }

    fn length(&self) -> usize {
        self.steps.len()
    }

    fn position(&self) -> String {
        self.core.texts.write_position(&self.core.game, &self.past).unwrap_or_else(|| {
            let names: Vec<String> = self.plies().into_iter().map(|ply| ply.name).collect();
            names.join(" ")
        })
    }

    fn start_text(&self) -> String {
        let Core { game, texts, .. } = &*self.core;
        let text = texts.write_position(game, &self.start);
        match text == texts.write_position(game, &game.start()) {
            true => String::new(),
            false => text.unwrap_or_default(),
        }
    }

    fn name(&self, choice: Choice) -> String {
        self.text_of(&self.past, self.legal[choice.index()])
    }

    fn read(&self, text: &str) -> Result<Choice, Wrong> {
        self.goes_on()?;
        self.meant(self.core.texts.read_move(&self.core.game, &self.past, text)?)
    }

    fn uci_name(&self, choice: Choice) -> String {
        self.core.texts.write_uci(&self.core.game, &self.past, self.legal[choice.index()])
    }

    fn read_uci(&self, text: &str) -> Result<Choice, Wrong> {
        self.goes_on()?;
        self.meant(self.core.texts.read_uci(&self.core.game, &self.past, text)?)
    }

    fn picture(&self) -> String {
        let picture = self.core.texts.picture(&self.core.game, &self.past);
        picture.unwrap_or_else(|| in_words(&self.core.about, self))
    }

    fn board(&self) -> Board {
        let mut board = self.core.boards.board(&self.core.game, &self.past);
        if self.is_drawn_by_repetition() {
            board.caption = repetition_caption(self.core.game.repetition());
        }
        board
    }

    fn gesture(&self, choice: Choice) -> Gesture {
        self.core.boards.gesture(&self.core.game, &self.past, self.legal[choice.index()])
    }

    fn last_gesture(&self) -> Option<Gesture> {
        let step = self.steps.last()?;
        Some(self.core.boards.gesture(&self.core.game, &step.before, step.mv))
    }

    fn winner(&self) -> Option<Player> {
        let is_won = self.legal.is_empty() && !self.is_drawn_by_repetition();
        is_won.then(|| self.core.boards.winner(&self.core.game, &self.past)).flatten()
    }

    fn ending(&self) -> Option<String> {
        let is_told = self.legal.is_empty() && !self.is_drawn_by_repetition();
        is_told.then(|| self.core.boards.ending(&self.core.game, &self.past)).flatten()
    }

    fn write_problem(&self, score: i32, payoff: Option<f64>) -> String {
        self.core.texts.write_problem(&self.core.game, &self.past, score, payoff)
    }

    fn write_game(&self, record: &Record<'_>) -> Option<String> {
        let moves = self.moves();
        let (opening, moves) = moves.split_at(record.opening.min(moves.len()));
        let finished = Finished {
            number: record.number,
            players: record.players,
            opening: &Opening { position: self.start.clone(), moves: opening.to_vec() },
            moves,
            result: record.result,
            ending: record.ending,
        };
        self.core.texts.write_game(&self.core.game, &finished)
    }

    fn ownership(&self, judgement: Judgement<'_>) -> Option<Ownership> {
        Some((self.core.owning?)(&self.core.game, &self.past, judgement))
    }

    fn key(&self) -> Option<u64> {
        WithPast::new(&self.core.game).key(&self.past)
    }

    fn own_choice(
        &self,
        player: &str,
        seed: u64,
        stop: &Arc<std::sync::atomic::AtomicBool>,
    ) -> Option<Choice> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mv = (self.core.own_choice?)(&self.core.game, player, &self.past, &mut random, stop)?;
        self.choice(mv)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A position of a game without a picture: how it came about, and who moves.
fn in_words(about: &About, session: &dyn Session) -> String {
    let after = match session.position() {
        moves if moves.is_empty() => "the start".to_owned(),
        moves => format!("after {moves}"),
    };
    match session.turn() {
        Some(Turn::Player(player)) => format!("{after}: {} to move\n", about.seat(player)),
        Some(Turn::Chance) => format!("{after}: chance moves\n"),
        None => format!("{after}: the game is over\n"),
    }
}
