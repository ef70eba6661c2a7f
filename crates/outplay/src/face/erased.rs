//! Any game as one type: for searches that are compiled once for all games.
//!
//! The positions of a game are kept in a [`Pool`], which hands out numbers for them. [`Erased`] is a [`Game`] whose positions are such numbers
//! and whose moves are [choices](Choice), so that a search of it knows nothing of the game's types, and what it finds needs no translation.
//!
//! PERF: compiled once for each game, the searches of the textbook and what belongs to them were a fifth of the crate of the games. A call
//! through `dyn` for each thing that a node asks of the rules costs them little: positions are copied within the pool, and neither they nor their lists of moves are
//! allocated again.

use std::cell::RefCell;

use super::core::{Core, Playable};
use super::session::Choice;
use crate::textbook::Passing;
use crate::{Evaluation, Game, Past, Player, Turn, WithPast};

/// Positions of one game by number. The one to search from is 0.
#[doc(hidden)]
pub trait Positions {
    fn players(&self) -> usize;
    fn round(&self) -> usize;
    /// The number of a copy.
    fn copy(&self, number: u32) -> u32;
    /// Nobody needs the position any more.
    fn free(&self, number: u32);
    fn turn(&self, number: u32) -> Turn;
    /// How many legal moves there are.
    fn list(&self, number: u32) -> u32;
    fn play(&self, number: u32, choice: Choice);
    fn pass_to(&self, number: u32, player: Player);
    fn payoff(&self, number: u32, player: Player) -> f64;
    fn odds(&self, number: u32, odds: &mut Vec<f64>);
    fn key(&self, number: u32) -> Option<u64>;
    fn evaluate(&self, number: u32, player: Player) -> f64;
    /// The name of a move.
    fn name(&self, number: u32, choice: Choice) -> String;
    /// The position as text, if it has a notation.
    fn text(&self, number: u32) -> Option<String>;
    /// About how many bytes a position takes.
    fn bytes_each(&self) -> usize;
}

/// What a search is told of a game beside its rules.
pub(super) trait Judge<G: Playable>: Send + Sync {
    /// What a player has won where the game is over by its own rules, in the numbers of the search.
    fn payoff(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        game.payoff(position, player)
    }

    /// What a player can expect to win.
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> f64;
}

/// Nothing is known beside the rules.
impl<G: Playable> Judge<G> for () {
    fn evaluate(&self, _: &G, _: &G::Position, _: Player) -> f64 {
        f64::NAN
    }
}

struct Slot<G: Playable> {
    past: Past<G::Position>,
    /// The legal moves, if they were asked for.
    moves: Vec<G::Move>,
    is_listed: bool,
}

impl<G: Playable> Slot<G> {
    fn list(&mut self, game: &G) {
        if !self.is_listed {
            self.moves.clear();
            WithPast::new(game).moves(&self.past, &mut self.moves);
            self.is_listed = true;
        }
    }
}

/// The positions of one game, with their past.
pub(super) struct Pool<'p, G: Playable> {
    core: &'p Core<G>,
    judge: &'p dyn Judge<G>,
    slots: RefCell<Vec<Slot<G>>>,
    unused: RefCell<Vec<u32>>,
    forgets: bool,
}

/// The slots grow by this part of their number. If they doubled, they would take up to twice the memory that they need.
const GROWTH: usize = 8;

impl<'p, G: Playable> Pool<'p, G> {
    pub(super) fn new(
        core: &'p Core<G>,
        judge: &'p dyn Judge<G>,
        root: &Past<G::Position>,
    ) -> Pool<'p, G> {
        let root = Slot { past: root.clone(), moves: Vec::new(), is_listed: false };
        let (slots, unused) = (RefCell::new(vec![root]), RefCell::default());
        Pool { core, judge, slots, unused, forgets: false }
    }

    /// Positions have no past, so that they are the same wherever they come from.
    pub(super) fn without_past(self) -> Pool<'p, G> {
        Pool { forgets: true, ..self }
    }

    fn game(&self) -> WithPast<'p, G> {
        WithPast::new(&self.core.game)
    }
}

impl<G: Playable> Positions for Pool<'_, G> {
    fn players(&self) -> usize {
        self.core.game.players()
    }

    fn round(&self) -> usize {
        self.core.game.round()
    }

    fn copy(&self, number: u32) -> u32 {
        let slots = &mut *self.slots.borrow_mut();
        let copied = self.unused.borrow_mut().pop();
        let Some(copied) = copied else {
            let Slot { past, moves, is_listed } = &slots[number as usize];
            let slot = Slot { past: past.clone(), moves: moves.clone(), is_listed: *is_listed };
            if slots.len() == slots.capacity() {
                slots.reserve_exact(slots.len() / GROWTH + 16);
            }
            slots.push(slot);
            return u32::try_from(slots.len() - 1).expect("less than 2^32 positions are kept");
        };
        let [from, to] = slots
            .get_disjoint_mut([number as usize, copied as usize])
            .expect("a position that is not used is another one");
        to.past = from.past.clone();
        to.moves.clear();
        to.moves.extend_from_slice(&from.moves);
        to.is_listed = from.is_listed;
        copied
    }

    fn free(&self, number: u32) {
        self.unused.borrow_mut().push(number);
    }

    fn turn(&self, number: u32) -> Turn {
        self.game().turn(&self.slots.borrow()[number as usize].past)
    }

    fn list(&self, number: u32) -> u32 {
        let slot = &mut self.slots.borrow_mut()[number as usize];
        slot.list(&self.core.game);
        slot.moves.len() as u32
    }

    fn play(&self, number: u32, choice: Choice) {
        let slot = &mut self.slots.borrow_mut()[number as usize];
        slot.list(&self.core.game);
        self.game().play(&mut slot.past, slot.moves[choice.index()]);
        if self.forgets {
            slot.past = Past::new(slot.past.position().clone());
        }
        slot.is_listed = false;
    }

    fn pass_to(&self, number: u32, player: Player) {
        let slot = &mut self.slots.borrow_mut()[number as usize];
        if let Some(pass_to) = self.core.pass_to {
            pass_to(&self.core.game, &mut slot.past, player);
            slot.is_listed = false;
        }
    }

    fn payoff(&self, number: u32, player: Player) -> f64 {
        let past = &self.slots.borrow()[number as usize].past;
        match self.game().is_drawn_by_repetition(past) {
            true => 0.0,
            false => self.judge.payoff(&self.core.game, past, player),
        }
    }

    fn odds(&self, number: u32, odds: &mut Vec<f64>) {
        let slot = &mut self.slots.borrow_mut()[number as usize];
        slot.list(&self.core.game);
        self.core.game.odds(&slot.past, &slot.moves, odds);
    }

    fn key(&self, number: u32) -> Option<u64> {
        self.game().key(&self.slots.borrow()[number as usize].past)
    }

    fn evaluate(&self, number: u32, player: Player) -> f64 {
        self.judge.evaluate(&self.core.game, &self.slots.borrow()[number as usize].past, player)
    }

    fn name(&self, number: u32, choice: Choice) -> String {
        let slot = &mut self.slots.borrow_mut()[number as usize];
        slot.list(&self.core.game);
        self.core.texts.write_move(&self.core.game, &slot.past, slot.moves[choice.index()])
    }

    fn text(&self, number: u32) -> Option<String> {
        self.core.texts.write_position(&self.core.game, &self.slots.borrow()[number as usize].past)
    }

    /// With as many moves as a position of chess has.
    fn bytes_each(&self) -> usize {
        size_of::<Slot<G>>() * (GROWTH + 1) / GROWTH + 40 * size_of::<G::Move>()
    }
}

/// A position in a pool.
pub(super) struct Place<'p> {
    positions: &'p dyn Positions,
    number: u32,
}

impl Place<'_> {
    pub(super) fn name(&self, choice: Choice) -> String {
        self.positions.name(self.number, choice)
    }

    pub(super) fn text(&self) -> Option<String> {
        self.positions.text(self.number)
    }
}

impl Clone for Place<'_> {
    fn clone(&self) -> Self {
        Place { number: self.positions.copy(self.number), ..*self }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.positions.free(self.number);
    }
}

/// A game by the positions in a pool. It starts where the pool does.
#[derive(Clone, Copy)]
pub(super) struct Erased<'p>(pub(super) &'p dyn Positions);

impl<'p> Game for Erased<'p> {
    type Position = Place<'p>;
    type Move = Choice;

    fn start(&self) -> Place<'p> {
        Place { positions: self.0, number: self.0.copy(0) }
    }

    fn turn(&self, at: &Place<'p>) -> Turn {
        self.0.turn(at.number)
    }

    fn moves(&self, at: &Place<'p>, moves: &mut Vec<Choice>) {
        moves.extend((0..self.0.list(at.number)).map(Choice));
    }

    fn play(&self, at: &mut Place<'p>, choice: Choice) {
        self.0.play(at.number, choice);
    }

    fn payoff(&self, at: &Place<'p>, player: Player) -> f64 {
        self.0.payoff(at.number, player)
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn round(&self) -> usize {
        self.0.round()
    }

    fn odds(&self, at: &Place<'p>, _: &[Choice], odds: &mut Vec<f64>) {
        self.0.odds(at.number, odds);
    }

    fn key(&self, at: &Place<'p>) -> Option<u64> {
        self.0.key(at.number)
    }
}

impl Passing for Erased<'_> {
    fn pass_to(&self, at: &mut Self::Position, player: Player) {
        self.0.pass_to(at.number, player);
    }
}

/// What the pool is told beside the rules.
pub(super) struct Told;

impl<'p> Evaluation<Erased<'p>> for Told {
    fn evaluate(&self, game: &Erased<'p>, at: &Place<'p>, player: Player) -> f64 {
        game.0.evaluate(at.number, player)
    }
}
