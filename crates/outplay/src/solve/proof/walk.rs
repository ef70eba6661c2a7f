//! A walk through a game: what df-pn has to know of it, and nothing of its types.
//!
//! The search goes forward and back along a line, looks at the children of its last position, and asks of each whether the claim is settled there. It asks once for a list
//! and once for each child that it does not know yet, so that it can be compiled once for all games.

use super::Claim;
use super::known::{Known, Length, Rests};
use crate::engine::{Facts, Insight, KNOWN_WIN, Keys, Scale, plies_of};
use crate::{Deterministic, Game, Player, Range, Repetition, Turn, Window, ZeroSum, mixed};

/// Marks the key of a position in which the player moves who is to be proven to succeed.
const PROVERS: u64 = 0x9E37_79B9_7F4A_7C15;

/// A child of the last position of the line.
#[derive(Clone, Copy)]
pub(super) struct Ahead {
    /// Positions with the same key are settled alike; none if the game is over.
    pub(super) key: Option<u64>,
    /// A win that takes more plies is none.
    pub(super) left: u16,
}

/// What can be seen of a position without its children.
pub(super) enum Look {
    /// Whether the claim holds.
    Settled(Known),
    /// So many moves have to be looked at.
    Open { moves: usize, is_provers: bool },
}

/// A line through a game, from the position that is asked about.
pub(super) trait Walk {
    /// The key of the first position.
    fn root(&self) -> u64;
    /// Lists the children of the last position.
    fn expand(&mut self, children: &mut Vec<Ahead>);
    /// Whether the player moves there whom the claim is about.
    fn is_provers(&self) -> bool;
    /// Whether a clock has just begun anew there.
    fn is_fresh(&self) -> bool;
    /// How many plies a clock leaves there.
    fn left(&self) -> u16;
    /// Looks at a child.
    fn look(&mut self, child: usize) -> Look;
    /// Goes on to a child, of which there is more to know.
    fn enter(&mut self, child: usize);
    /// Goes back.
    fn leave(&mut self);
}

/// A position of the line.
struct Step {
    /// Where it is among the places.
    at: usize,
    /// Where its children are.
    first: usize,
    player: Player,
    /// Where repetition is forbidden: a number for all positions of the line so far, in whatever order.
    past: u64,
    /// A number for the moves of the line.
    path: u64,
}

/// The walk through a game.
pub(super) struct Walker<'w, G: Game, I> {
    game: &'w G,
    insight: &'w I,
    claim: Claim,
    root: u64,
    line: Vec<Step>,
    /// Positions, with the moves that lead there: the root, its children, the children of one of them, and so on.
    places: Vec<(Option<G::Move>, G::Position)>,
    listed: Vec<G::Move>,
    /// The repetition keys of the line, where the rules forbid repetition.
    past: Vec<u64>,
}

impl<'w, G: ZeroSum + Deterministic, I: Insight<G>> Walker<'w, G, I> {
    pub(super) fn new(game: &'w G, insight: &'w I, claim: Claim, root: &G::Position) -> Self {
        let places = vec![(None, root.clone())];
        let (line, listed, past) = (Vec::new(), Vec::new(), Vec::new());
        Walker { game, insight, claim, root: 0, line, places, listed, past }
    }

    /// Looks at the position that is asked about. If there is more to know, it is where the line begins.
    pub(super) fn begin(&mut self) -> Look {
        let look = match self.decided() {
            Some(holds) => Look::Settled(holds),
            None => self.look_at(0, None),
        };
        if let Look::Open { .. } = look {
            self.root = self.key(0, mover(self.game, &self.places[0].1));
            self.step_to(0);
        }
        look
    }

    /// The moves of a line, each by its number among the children of where it is made.
    pub(super) fn moves_of(&mut self, line: &[usize]) -> Vec<G::Move> {
        let mut moves = Vec::new();
        for (ply, &child) in line.iter().enumerate() {
            // Nobody moves where the line ends.
            if ply > 0 {
                self.enter(line[ply - 1]);
            }
            self.expand(&mut Vec::new());
            moves.extend(self.places[self.last().first + child].0);
        }
        (1..line.len()).for_each(|_| self.leave());
        moves
    }

    /// A move that ends the game where a claim is settled as it is for the position that is asked about, before a line is begun.
    pub(super) fn ending_move(&mut self, known: &Known) -> Option<G::Move> {
        if self.is_over(0) {
            return None;
        }
        let moves = self.listed.clone();
        self.step_to(0);
        moves.into_iter().find(|&mv| {
            let mut position = self.places[0].1.clone();
            self.game.play(&mut position, mv);
            self.places.truncate(1);
            self.places.push((Some(mv), position));
            self.is_over(1) && self.ended(1).numbers == known.numbers
        })
    }

    fn last(&self) -> &Step {
        self.line.last().expect("the line has a root while it is walked on")
    }

    fn step_to(&mut self, at: usize) {
        let position = &self.places[at].1;
        let (mut past, path) = self.past_of(at);
        if self.is_forbidding() {
            let key = self.game.repetition_key(position);
            past ^= mixed(key);
            self.past.push(key);
        }
        let player = mover(self.game, position);
        self.line.push(Step { at, first: self.places.len(), player, past, path });
    }

    /// The numbers of the line up to a child of its last position, or to the root.
    fn past_of(&self, at: usize) -> (u64, u64) {
        let after = |step: &Step| (step.past, mixed(step.path ^ (at - step.first + 1) as u64));
        self.line.last().map_or((0, 0), after)
    }

    fn is_forbidding(&self) -> bool {
        self.game.repetition() == Repetition::Forbidden
    }

    /// Whether the rules forbid a move to a position because it is on the line, or is `before`.
    fn is_forbidden(&self, position: &G::Position, before: Option<u64>) -> bool {
        let key = self.game.repetition_key(position);
        let reach = self.game.reversible_plies(position) as usize;
        before.iter().chain(self.past.iter().rev()).take(reach).any(|&other| other == key)
    }

    /// Leaves out the listed moves of a place that are forbidden.
    fn leave_out_forbidden(&mut self, at: usize) {
        if !self.is_forbidding() {
            return;
        }
        let mut listed = std::mem::take(&mut self.listed);
        let position = &self.places[at].1;
        let is_last = self.line.last().is_some_and(|step| step.at == at);
        let here = (!is_last).then(|| self.game.repetition_key(position));
        listed.retain(|&mv| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            !self.is_forbidden(&child, here)
        });
        self.listed = listed;
    }

    /// Whether the game is over in a place.
    fn is_over(&mut self, at: usize) -> bool {
        self.listed.clear();
        self.game.moves(&self.places[at].1, &mut self.listed);
        self.leave_out_forbidden(at);
        self.listed.is_empty()
    }

    /// The player to move in a place, if it is known that there is one without a look.
    fn next_player(&self) -> Option<Player> {
        let last = self.line.last().filter(|_| I::ALTERNATES && !self.is_forbidding());
        last.map(|step| step.player.other())
    }

    fn key(&self, at: usize, player: Player) -> u64 {
        let (game, keys, position) = (self.game, self.insight.keys(), &self.places[at].1);
        let (past, path) = self.past_of(at);
        let known = match self.is_forbidding() {
            // What came before is not symmetric.
            true => game.key(position),
            false => keys.key(game, position),
        };
        // Without keys, no two lines lead to the same position.
        let key = known.unwrap_or(path);
        let banked = keys.banked(game, position);
        let is_provers = player == self.claim.player;
        let needed = self.claim.at_least - if is_provers { banked } else { -banked };
        let salt = if is_provers { PROVERS } else { 0 };
        // One after the other: the keys of a game are sums of mixed numbers themselves, and other stones could make up for another claim.
        mixed(mixed(key ^ past) ^ needed as u64 ^ salt).max(1)
    }

    fn left_at(&self, position: &G::Position) -> u16 {
        let left = self.insight.facts().longest_win(self.game, position);
        u16::try_from(left).unwrap_or(u16::MAX)
    }

    /// The window in which nothing lies, and which a score leaves on the side that answers the question.
    fn window(&self, player: Player) -> Window<i32> {
        let beta = self.claim.at_least;
        let window = Window { alpha: beta - 1, beta };
        if player == self.claim.player { window } else { window.flipped() }
    }

    /// What a range of scores, as a player sees it, says about the claim.
    fn judged(&self, range: Range<i32>, player: Player) -> Option<Known> {
        let range = if player == self.claim.player { range } else { range.flipped() };
        if range.low >= self.claim.at_least {
            return Some(Known::proven(self.length(range.low)));
        }
        (range.high < self.claim.at_least).then(|| Known::disproven(Rests::default()))
    }

    /// How long a win takes that a fact tells.
    fn length(&self, score: i32) -> Length {
        let scale = self.insight.scale();
        match scale.counts_plies(self.game) && scale.is_decided(self.game, score) {
            true => {
                Length { plies: plies_of(score).max(0) as u16, to_end: score.abs() > KNOWN_WIN }
            }
            false => Length::ZERO,
        }
    }

    fn exactly(&self, score: i32, player: Player) -> Option<Known> {
        self.judged(Range { low: score, high: score }, player)
    }

    /// Where the game is over.
    fn ended(&self, at: usize) -> Known {
        let player = self.claim.player;
        let score = self.insight.scale().terminal(self.game, &self.places[at].1, player, 0);
        self.exactly(score, player).expect("one score is on one side")
    }

    /// The root, where some facts do not hold.
    fn decided(&mut self) -> Option<Known> {
        if self.is_over(0) {
            return Some(self.ended(0));
        }
        let root = &self.places[0].1;
        let score = self.insight.facts().decided(self.game, root)?;
        self.exactly(score, mover(self.game, root))
    }

    fn look_at(&mut self, at: usize, player: Option<Player>) -> Look {
        let player = match player {
            Some(player) => player,
            None if self.is_over(at) => return Look::Settled(self.ended(at)),
            None => mover(self.game, &self.places[at].1),
        };
        if let Some(known) = self.known(at, player) {
            return Look::Settled(known);
        }
        self.list(at);
        match self.listed.len() {
            0 => Look::Settled(self.ended(at)),
            moves => Look::Open { moves, is_provers: player == self.claim.player },
        }
    }

    /// What clocks, tables and facts tell.
    fn known(&self, at: usize, player: Player) -> Option<Known> {
        let (game, facts, position) = (self.game, self.insight.facts(), &self.places[at].1);
        let keys = self.insight.keys();
        if I::Keys::HAS_CLOCK && keys.is_drawn_by_clock(game, position) {
            let rests = Rests { on: Vec::new(), on_clock: true };
            return Some(Known::disproven(rests));
        }
        let window = self.window(player);
        if I::Facts::FINISHES
            && let Some((score, _)) = facts.finish(game, position, window)
        {
            return self.exactly(score, player);
        }
        if I::Facts::TABLES
            && let Some(tabled) = facts.tabled(game, position)
            && let Some(known) = self.judged(tabled.range, player)
        {
            return Some(known);
        }
        let scratch = self.insight.scratch(game, position);
        self.judged(facts.bounds(game, position, &scratch, window), player)
    }

    /// Lists the moves that are enough to know.
    fn list(&mut self, at: usize) {
        let position = &self.places[at].1;
        let scratch = self.insight.scratch(self.game, position);
        self.listed.clear();
        self.insight.facts().moves(self.game, position, &scratch, &mut self.listed);
        self.leave_out_forbidden(at);
    }
}

/// The player to move, in a game without chance that is not over.
fn mover<G: Deterministic>(game: &G, position: &G::Position) -> Player {
    match game.turn(position) {
        Turn::Player(player) => player,
        Turn::Chance => unreachable!("a deterministic game has no turn of chance"),
    }
}

impl<G: ZeroSum + Deterministic, I: Insight<G>> Walk for Walker<'_, G, I> {
    fn root(&self) -> u64 {
        self.root
    }

    fn expand(&mut self, children: &mut Vec<Ahead>) {
        let Step { at, first, .. } = *self.last();
        self.places.truncate(first);
        self.list(at);
        for child in 0..self.listed.len() {
            let mv = self.listed[child];
            let mut position = self.places[at].1.clone();
            self.game.play(&mut position, mv);
            self.places.push((Some(mv), position));
        }
        let player = self.next_player();
        for at in first..self.places.len() {
            let player = match player {
                Some(player) => Some(player),
                None if self.is_over(at) => None,
                None => Some(mover(self.game, &self.places[at].1)),
            };
            let key = player.map(|player| self.key(at, player));
            children.push(Ahead { key, left: self.left_at(&self.places[at].1) });
        }
    }

    fn is_provers(&self) -> bool {
        self.last().player == self.claim.player
    }

    fn left(&self) -> u16 {
        self.left_at(&self.places[self.last().at].1)
    }

    fn is_fresh(&self) -> bool {
        self.game.reversible_plies(&self.places[self.last().at].1) == 0
    }

    fn look(&mut self, child: usize) -> Look {
        let at = self.last().first + child;
        self.look_at(at, self.next_player())
    }

    fn enter(&mut self, child: usize) {
        self.step_to(self.last().first + child);
    }

    fn leave(&mut self) {
        if let Some(step) = self.line.pop() {
            self.places.truncate(step.first);
            self.past.pop();
        }
    }
}
