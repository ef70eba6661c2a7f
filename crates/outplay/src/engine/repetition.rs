//! Repetition: what a search makes of a position that comes again, and what it may keep of a score that rests on it.
//!
//! The search keeps the [repetition keys](crate::Game::repetition_key) of its line: those of the game before the root, then one for each ply. Where the rules
//! [draw](Repetition::Draw) a position that comes again, a key that is on the line already scores as a draw. In play that is an opinion until the position
//! is there for the time that the rules ask for: a player who could do better would have done so the first time. Solving ignores what was before
//! the root, and there the first repetition is as good as the last: whoever can win needs no repetition, and whoever can repeat once can repeat for ever.
//!
//! A score that rests on a repetition may be wrong on another path to the same position, which the table does not tell apart (the *graph history
//! interaction* problem: Campbell, *The Graph-History Interaction: On Ignoring Position History*, 1985; Kishimoto and Müller, *A General Solution to the Graph
//! History Interaction Problem*, 2004). So a search carries the ply nearest to the root that a repetition has led back to since it was last asked, and a
//! node keeps as proven
//! - any bound, if that ply is not above the node: the repetition is part of every game from there;
//! - otherwise a win or a loss only, because a repetition is never more than a draw and no proof of a win needs one.
//!
//! Where repetition is [forbidden](Repetition::Forbidden), what is legal depends on the whole past, and no bound is kept as proven at all.

use std::collections::HashMap;

use super::insight::{Insight, Keys};
use super::node::{DOWN, END, Node, Visit};
use super::provisional::Concluded;
use super::search::Search;
use crate::{Game, MAX_PLY, Past, Range, Repetition, Window, ZeroSum};

/// A score rests on nothing that was before.
pub(super) const NOTHING: i32 = i32::MAX;

/// It rests on what was before the root.
const BEFORE_ROOT: i32 = -1;

/// The positions from the beginning of the game to the node, by their repetition keys.
#[derive(Clone, Default)]
pub(super) struct Line {
    /// Those before the first ply of the search, then one for each ply.
    keys: Vec<u64>,
    /// How many of them were before.
    before: usize,
    /// The first ply of the search.
    first_ply: u32,
    /// The first key that counts: a null move cannot be taken back.
    floor: usize,
    /// The ply nearest to the root that a score since it was last set rests on.
    rests_on: i32,
    /// Whether a line of the search was [cut short](Search::cut_short).
    is_cut_short: bool,
    /// Whether the position of a ply was repeated below, from the first ply of the search on.
    was_repeated: Vec<bool>,
    /// Whether a position from before the search is [drawn when it comes once more](Self::is_on_the_brink).
    is_on_the_brink: bool,
}

/// What was known before the moves of a node were tried.
#[derive(Clone, Copy)]
pub(super) struct Before {
    rests_on: i32,
    /// The first [provisional](super::provisional) proof from below.
    mark: usize,
}

impl Line {
    /// A line on which nothing was before the root.
    pub(super) fn new() -> Line {
        Line { rests_on: NOTHING, ..Line::default() }
    }

    /// A line that begins with the positions whose keys these are.
    pub(super) fn after(keys: Vec<u64>) -> Line {
        Line { before: keys.len(), keys, ..Line::new() }
    }

    /// A search begins at a ply.
    pub(super) fn begin(&mut self, ply: u32) {
        self.keys.truncate(self.before);
        (self.first_ply, self.floor, self.rests_on) = (ply, 0, NOTHING);
        self.is_cut_short = false;
    }

    /// Whether a score from the root is proven: no line was cut short, or the score is a win or a loss.
    pub(super) fn proves(&self, score: i32, window: Window<i32>) -> bool {
        let is_decided = score >= window.beta && score > 0 || score <= window.alpha && score < 0;
        is_decided || !self.is_cut_short
    }

    /// Whether a position from before the search is drawn when it comes once more. A win that the table remembers is proven for a game that starts there, and may
    /// lead through that position; so it is not believed, and has to be found again on this line.
    #[inline(always)]
    pub(super) fn is_on_the_brink(&self) -> bool {
        self.is_on_the_brink
    }

    /// Whether the rules forbid a move to a position because it was there before the search.
    pub(super) fn forbids<G: Game>(&self, game: &G, child: &G::Position) -> bool {
        is_forbidden(game, &self.keys[..self.before], child)
    }

    /// Leaves out the moves from the last position of the line that lead to a forbidden one.
    pub(super) fn retain_legal<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
    ) {
        if game.repetition() == Repetition::Forbidden {
            moves.retain(|&mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                !self.forbids(game, &child)
            });
        }
    }

    /// Puts a position at the end of the line, and says whether the rules of repetition let the game go on there.
    pub(super) fn goes_on<G: Game>(&mut self, game: &G, position: &G::Position) -> bool {
        let goes_on = !is_drawn(game, &self.keys, position) && !self.forbids(game, position);
        if game.repetition() != Repetition::Ignored {
            self.keys.push(game.repetition_key(position));
            self.before = self.keys.len();
        }
        goes_on
    }

    /// Puts the position of a ply on the line.
    #[inline(always)]
    fn put(&mut self, ply: u32, key: u64) {
        let at = self.index(ply);
        debug_assert!(at <= self.keys.len(), "no ply of a line is left out");
        self.keys.truncate(at);
        self.keys.push(key);
    }

    #[inline(always)]
    fn index(&self, ply: u32) -> usize {
        self.before + (ply - self.first_ply) as usize
    }

    /// The keys before a ply that count, so many plies back at most.
    #[inline(always)]
    fn reach(&self, ply: u32, plies: u32) -> &[u64] {
        let end = self.index(ply);
        &self.keys[end.saturating_sub(plies as usize).max(self.floor).min(end)..end]
    }

    /// A position below the one of a ply of the search repeats it, or does not yet.
    #[inline(always)]
    fn set_repeated(&mut self, ply: u32, was_repeated: bool) {
        let at = (ply - self.first_ply) as usize;
        if at >= self.was_repeated.len() {
            self.was_repeated.resize(at + 8, false);
        }
        self.was_repeated[at] = was_repeated;
    }

    /// The ply that a key belongs to which was found `back` plies before another.
    #[inline(always)]
    fn ply_of(&self, ply: u32, back: usize) -> i32 {
        match self.index(ply) - back {
            before if before < self.before => BEFORE_ROOT,
            at => (at - self.before) as i32 + self.first_ply as i32,
        }
    }
}

/// The repetition keys of all earlier positions of a game that can come again, the first one first.
pub(super) fn keys_of<G: Game>(game: &G, past: &Past<G::Position>) -> Vec<u64> {
    let mut keys: Vec<u64> = past.earlier().map(|position| game.repetition_key(position)).collect();
    keys.reverse();
    keys
}

/// The line of a search of the moves of a position, which came after positions with these keys.
pub(super) fn line_from<G: Game>(game: &G, past: &[u64], position: &G::Position) -> Line {
    if game.repetition() == Repetition::Ignored {
        return Line::new();
    }
    let is_on_the_brink = is_on_the_brink(game, past, position);
    let keys = past.iter().copied().chain([game.repetition_key(position)]).collect();
    Line { is_on_the_brink, ..Line::after(keys) }
}

/// Whether one of the positions with these keys, which came before `position`, is drawn if it comes once more.
fn is_on_the_brink<G: Game>(game: &G, past: &[u64], position: &G::Position) -> bool {
    let Repetition::Draw { times } = game.repetition() else { return false };
    let reach = game.reversible_plies(position) as usize;
    let past = &past[past.len().saturating_sub(reach)..];
    let mut counts: HashMap<u64, u32> = HashMap::new();
    past.iter().for_each(|&key| *counts.entry(key).or_default() += 1);
    // The position itself is there once more.
    counts.entry(game.repetition_key(position)).and_modify(|count| *count += 1);
    counts.values().any(|count| count + 1 >= times)
}

/// The line for solving the moves of a position one by one. Each is solved as a game that starts after it, unless what was before changes which moves are
/// legal.
pub(super) fn line_of_moves<G: Game>(game: &G, position: &G::Position) -> Line {
    match game.repetition() {
        Repetition::Forbidden => line_from(game, &[], position),
        Repetition::Ignored | Repetition::Draw { .. } => Line::new(),
    }
}

/// The first questions about a position that may come again: whether it is won, then whether it is lost. No other answer is proven where a line was
/// [cut short](Search::cut_short). If nobody knows whether it is won, only the other question is left.
pub(super) fn who_wins<G: Game>(game: &G, left: Range<i32>, may_win: bool) -> Option<Window<i32>> {
    let Repetition::Draw { .. } = game.repetition() else { return None };
    if left.low <= 0 && left.high > 0 && may_win {
        return Some(Window { alpha: 0, beta: 1 });
    }
    (left.low < 0 && left.high >= 0).then_some(Window { alpha: -1, beta: 0 })
}

/// For which time a position comes after positions with these keys.
fn occurrences<G: Game>(game: &G, keys: &[u64], position: &G::Position) -> u32 {
    let key = game.repetition_key(position);
    let reach = game.reversible_plies(position) as usize;
    keys.iter().rev().take(reach).filter(|&&other| other == key).count() as u32 + 1
}

/// Whether the rules end the game in a position that comes after positions with these keys, because it comes again.
pub(super) fn is_drawn<G: Game>(game: &G, keys: &[u64], position: &G::Position) -> bool {
    match game.repetition() {
        Repetition::Draw { times } => occurrences(game, keys, position) >= times,
        Repetition::Ignored | Repetition::Forbidden => false,
    }
}

/// Whether the rules forbid a move to a position that comes after positions with these keys.
fn is_forbidden<G: Game>(game: &G, keys: &[u64], child: &G::Position) -> bool {
    game.repetition() == Repetition::Forbidden && occurrences(game, keys, child) > 1
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// Whether the past of a position can matter. For most games the compiler knows that it cannot.
    #[inline(always)]
    fn minds_path(&self) -> bool {
        Self::HAS_CLOCK || self.game.repetition() != Repetition::Ignored
    }

    /// A draw, if the position was on the line before, or if a clock ends the game. The position is put on the line.
    #[inline(always)]
    pub(super) fn drawn_by_path<const MODE: u8>(
        &mut self,
        visit: &Visit<'_, G, I::Scratch>,
    ) -> Option<i32> {
        let keys = self.insight.keys();
        if Self::HAS_CLOCK && keys.is_drawn_by_clock(self.game, visit.position) {
            self.line.rests_on = BEFORE_ROOT;
            return Some(0);
        }
        if self.game.repetition() == Repetition::Ignored {
            return None;
        }
        let key = self.game.repetition_key(visit.position);
        self.line.put(visit.ply, key);
        let Repetition::Draw { times } = self.game.repetition() else { return None };
        if let Some(score) = self.repeated::<MODE>(visit.position, visit.ply, times) {
            return Some(score);
        }
        if MODE == DOWN {
            return None;
        }
        let (score, rests_on) = self.provisional_score(visit, key)?;
        self.line.rests_on = self.line.rests_on.min(rests_on);
        Some(score)
    }

    #[inline(always)]
    fn repeated<const MODE: u8>(
        &mut self,
        position: &G::Position,
        ply: u32,
        times: u32,
    ) -> Option<i32> {
        let plies = self.game.reversible_plies(position);
        let key = self.line.keys[self.line.index(ply)];
        let reach = self.line.reach(ply, plies);
        let back = reach.iter().rev().position(|&other| other == key)? + 1;
        let nearest = self.line.ply_of(ply, back);
        let matches = reach.iter().rev().enumerate().filter(|&(_, &other)| other == key);
        // By the rules it is drawn, and rests on as many of them as the rules ask for.
        let by_rules = matches.map(|(at, _)| at + 1).nth(times.max(2) as usize - 2);
        let rests_on = by_rules.map(|back| self.line.ply_of(ply, back));
        match (rests_on, MODE) {
            (_, END) if nearest != BEFORE_ROOT => {
                self.line.rests_on = self.line.rests_on.min(nearest);
                self.line.set_repeated(nearest as u32, true);
            }
            (Some(ply), _) => self.line.rests_on = self.line.rests_on.min(ply),
            (None, END) => return None,
            (None, _) => self.saw_horizon = true,
        }
        Some(0)
    }

    /// Whether wins that the table remembers may be [drawn](Line::is_on_the_brink) after what was before the search.
    #[inline(always)]
    pub(super) fn doubts_wins(&self) -> bool {
        self.game.repetition() != Repetition::Ignored && self.line.is_on_the_brink()
    }

    /// Whether the past can forbid a move.
    #[inline(always)]
    pub(super) fn may_be_forbidden(&self) -> bool {
        self.game.repetition() == Repetition::Forbidden
    }

    /// A draw where a line that is searched to the end gets too long. It counts as a draw without proof. Wins and losses that are found all the same stay proven, because no proof of them needs a draw.
    #[inline(always)]
    pub(super) fn cut_short<const MODE: u8>(&mut self, ply: u32) -> Option<i32> {
        if !self.keeps_every_ply::<MODE>() || ply <= MAX_PLY as u32 {
            return None;
        }
        self.line.rests_on = BEFORE_ROOT;
        self.line.is_cut_short = true;
        Some(0)
    }

    /// Leaves out the listed moves that are forbidden.
    #[inline(always)]
    pub(super) fn leave_out_forbidden(&mut self, position: &G::Position, ply: u32) {
        if self.may_be_forbidden() {
            self.line.put(ply, self.game.repetition_key(position));
            let (game, keys) = (self.game, &self.line.keys[self.line.floor..]);
            self.listed.retain(|&mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                !is_forbidden(game, keys, &child)
            });
        }
    }

    /// Forgets what scores rest on, until it is [joined](Self::joined) with what the moves of a node at `ply` have found.
    #[inline(always)]
    pub(super) fn apart<const MODE: u8>(&mut self, ply: u32) -> Before {
        if !self.minds_path() {
            return Before { rests_on: NOTHING, mark: 0 };
        }
        if MODE == END {
            self.line.set_repeated(ply, false);
        }
        let rests_on = std::mem::replace(&mut self.line.rests_on, NOTHING);
        Before { rests_on, mark: self.provisional.mark() }
    }

    /// The moves of a node were tried: what its score and those before rest on. Repetitions of the node itself no longer matter above it.
    #[inline(always)]
    pub(super) fn joined<const MODE: u8>(
        &mut self,
        node: &Node<'_, G, I::Scratch>,
        before: Before,
    ) {
        if !self.minds_path() {
            return;
        }
        let rests_on = if self.rests_above(node.ply) { self.line.rests_on } else { NOTHING };
        if self.keeps_every_ply::<MODE>() {
            self.settle_below(node, rests_on, before.mark);
        }
        let Window { alpha, beta } = node.window;
        let is_decided = node.best >= beta && self.holds_everywhere(node.ply, node.best)
            || node.best <= alpha && self.holds_everywhere(node.ply, -node.best);
        let rests_on = if MODE == END && is_decided { NOTHING } else { rests_on };
        self.line.rests_on = rests_on.min(before.rests_on);
    }

    #[inline(never)]
    fn settle_below(&mut self, node: &Node<'_, G, I::Scratch>, rests_on: i32, mark: usize) {
        let (ply, range) = (node.ply, self.bounds_for_max(node));
        let was_repeated = self.line.was_repeated[(ply - self.line.first_ply) as usize];
        self.settle(mark, &Concluded { ply, rests_on, range, was_repeated });
        // A clock is not on the line: with fewer plies on the clock, the same position may be no draw.
        let rests_on_clock = Self::HAS_CLOCK && rests_on == BEFORE_ROOT;
        if rests_on != NOTHING && !rests_on_clock {
            let key = self.line.keys[self.line.index(ply)];
            self.keep_provisional(node, key, rests_on);
        }
    }

    /// Whether every position of the line has a node of its own, so that it is known what becomes of it if it is repeated: no forced move is played at once.
    #[inline(always)]
    pub(super) fn keeps_every_ply<const MODE: u8>(&self) -> bool {
        MODE == END && matches!(self.game.repetition(), Repetition::Draw { .. })
    }

    /// Whether a score that was found at `ply` rests on a position above, or on a past that the table's key does not know.
    #[inline(always)]
    pub(super) fn rests_above(&self, ply: u32) -> bool {
        let is_path = self.minds_path() && self.line.rests_on < ply as i32;
        is_path || self.may_be_forbidden()
    }

    /// Whether a lower bound that was found at `ply` holds on every path; for an upper one, seen by the other player.
    #[inline(always)]
    pub(super) fn holds_everywhere(&self, ply: u32, score: i32) -> bool {
        let is_win = score > 0 && !self.may_be_forbidden();
        is_win || !self.rests_above(ply)
    }

    /// A null move was made: nothing before it can come again. What counted before is handed out, to be [taken back](Self::take_back).
    pub(super) fn pass(&mut self, ply: u32) -> usize {
        let floor = self.line.floor;
        if self.game.repetition() != Repetition::Ignored {
            self.line.floor = self.line.index(ply);
        }
        floor
    }

    /// The null move is taken back.
    pub(super) fn take_back(&mut self, floor: usize) {
        self.line.floor = floor;
    }
}
