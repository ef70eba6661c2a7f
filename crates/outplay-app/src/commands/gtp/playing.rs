//! Moves: played by the controller, chosen by the search, and taken back.
//!
//! Controllers set up positions by moves of one colour, and go on after two passes if players do not agree about dead stones. So a pass is put
//! between two moves of one player where that is legal, and passes that stand in the way are taken back.

use std::time::Instant;

use outplay::face::{self, Choice, Question, Told};
use outplay::{Limits, Player, Turn};

use super::session::{Session, Step};
use super::words::{Answer, color, count, done, is_pass, player, syntax_error};

/// The game with a player to move.
pub(super) struct Ready {
    pub(super) at: Box<dyn face::Session>,
    /// Whether the other player was made to pass.
    pub(super) has_passed: bool,
    /// Whether passes were taken back.
    is_shorter: bool,
}

impl Session<'_> {
    pub(super) fn play(&mut self, words: &[&str]) -> Answer {
        let [color, vertex] = words else { return Err(syntax_error()) };
        let illegal = |what: String| format!("illegal move: {what}");
        let player = player(color)?;
        let ready = match is_pass(vertex) {
            true => self.with_turn(player),
            false => self.with_turn_again(player),
        };
        let ready = ready.map_err(illegal)?;
        if is_pass(vertex) && ready.has_passed {
            // Both passes together change nothing, and are not to end the game.
            self.steps.push(Step::Length(self.at.length()));
            return done();
        }
        let choice = match is_pass(vertex) && ready.at.is_over() {
            true => None,
            false => Some(ready.at.read(vertex).map_err(|wrong| illegal(wrong.to_string()))?),
        };
        self.make(ready, choice);
        done()
    }

    pub(super) fn generate(&mut self, words: &[&str], is_made: bool) -> Answer {
        let [color] = words else { return Err(syntax_error()) };
        let player = player(color)?;
        let ready = self.with_turn(player)?;
        let only = ready.only(false);
        self.generated(player, ready, is_made, only, &mut |_, _| ())
    }

    /// The move that is found in time, of some or of all.
    pub(super) fn generated(
        &mut self,
        player: Player,
        ready: Ready,
        is_made: bool,
        only: Vec<Choice>,
        told: &mut dyn FnMut(&dyn face::Session, Told<'_>),
    ) -> Answer {
        let started = Instant::now();
        let at = &*ready.at;
        let choice = self.chosen(at, player, only, &mut |news| told(at, news))?;
        let vertex = choice.map_or("pass".to_owned(), |choice| at.name(choice));
        if is_made {
            self.clocks.spend(player, started.elapsed());
            self.make(ready, choice);
        }
        Ok(vertex)
    }

    /// The game with this player to move. The other one passes, if that is legal and does not end the game. Once the game is over, it is
    /// everybody's turn to pass.
    pub(super) fn with_turn(&self, player: Player) -> Result<Ready, String> {
        turned(self.at.fork(), false, player)
    }

    /// The same, in a game that goes on although both players have passed.
    pub(super) fn with_turn_again(&self, player: Player) -> Result<Ready, String> {
        let mut at = self.at.fork();
        let is_shorter = at.is_over() && take_pass_back(&mut *at);
        turned(at, is_shorter, player)
    }

    /// Makes a move in a game that goes on from the present one; none where the game is over.
    fn make(&mut self, ready: Ready, choice: Option<Choice>) {
        let Ready { mut at, is_shorter, .. } = ready;
        if let Some(choice) = choice {
            at.play(choice);
        }
        let length = self.at.length();
        let before = std::mem::replace(&mut self.at, at);
        self.steps.push(if is_shorter { Step::Game(before) } else { Step::Length(length) });
    }

    /// The best move that is found in time, of some or of all.
    fn chosen(
        &mut self,
        at: &dyn face::Session,
        player: Player,
        only: Vec<Choice>,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Option<Choice>, String> {
        let first = only.first().copied().or((!at.is_over()).then_some(Choice(0)));
        if at.choices() < 2 || only.len() == 1 {
            return Ok(first);
        }
        let (_, knobs) =
            self.options.search(self.game.about()).map_err(|failure| failure.to_string())?;
        let limits = match self.clocks.of(player) {
            None => Limits { time: self.options.time(&knobs), ..Limits::default() },
            clock => Limits { clock, ..Limits::default() },
        };
        let mut thinker = self.take_thinker()?;
        let question = Question { only, ..Question::default() };
        let found = thinker.think(at, &question, &limits, told);
        self.give_back(thinker);
        Ok(found.map_err(|refusal| refusal.to_string())?.best.or(first))
    }

    pub(super) fn undo_several(&mut self, words: &[&str]) -> Answer {
        match words {
            [] => self.undo(1),
            [moves] => self.undo(count(moves)? as usize),
            _ => Err(syntax_error()),
        }
    }

    /// Takes so many moves back, or none if there are not so many.
    pub(super) fn undo(&mut self, moves: usize) -> Answer {
        let left = self.steps.len().checked_sub(moves).ok_or("cannot undo")?;
        for step in self.steps.drain(left..).rev() {
            match step {
                Step::Length(length) => self.at = self.at.after(length),
                Step::Game(before) => self.at = before,
            }
        }
        done()
    }
}

impl Ready {
    /// The moves to choose from, all if none is named. A player whose opponent was made to pass is not to end the game by a pass.
    pub(super) fn only(&self, never_pass: bool) -> Vec<Choice> {
        if !never_pass && !self.has_passed {
            return Vec::new();
        }
        let choices = (0..self.at.choices() as u32).map(Choice);
        choices.filter(|&choice| !is_pass(&self.at.name(choice))).collect()
    }
}

/// Takes the last move back, if it is a pass.
fn take_pass_back(at: &mut dyn face::Session) -> bool {
    at.plies().last().is_some_and(|ply| is_pass(&ply.name)) && at.undo()
}

/// The game with this player to move; whether passes were taken back before is said.
fn turned(
    mut at: Box<dyn face::Session>,
    mut is_shorter: bool,
    player: Player,
) -> Result<Ready, String> {
    let is_next = |at: &dyn face::Session| at.turn() == Some(Turn::Player(player));
    if at.is_over() || is_next(&*at) {
        return Ok(Ready { at, has_passed: false, is_shorter });
    }
    if let Ok(pass) = at.read("pass") {
        let is_forced = at.choices() == 1;
        at.play(pass);
        if is_forced || is_next(&*at) {
            return Ok(Ready { at, has_passed: !is_forced, is_shorter });
        }
        // The player had passed just before: that is taken back, and the game goes on.
        at.undo();
        while take_pass_back(&mut *at) {
            is_shorter = true;
            if is_next(&*at) {
                return Ok(Ready { at, has_passed: false, is_shorter });
            }
        }
    }
    let other = if player == Player::MAX { Player::MIN } else { Player::MAX };
    Err(format!("it is {}'s turn", color(other)))
}
