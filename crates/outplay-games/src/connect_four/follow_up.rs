//! Follow-up play: what a player is sure of who answers every move in the same column.
//!
//! On a board with an even number of rows, a column with an even number of empty squares is shared out by
//! answering in it: the one who moves there first gets its odd rows, the one who follows gets the even ones.
//! Columns with an odd number of empty squares have their next square on an even row, called a *top* here. They come in
//! pairs: whoever follows answers a stone on one top with a stone on the other, and follows up from there.
//! So whoever is followed gets at most the odd rows and one top of each pair, and if that makes no four, they do
//! not win.
//!
//! The *second* player can follow from any position in which the first one is to move, as the number of empty squares is even.
//! The *first* player can follow if they have a threat on an odd row: its column is left alone, until everything
//! else is full and the second player has to play below it (*zugzwang*). A player who is to move can also
//! make one move and follow from then on. All of it is in Allis, *A Knowledge-Based Approach of Connect-Four*, 1988;
//! here it is re-derived as bounds.

use super::insight::Look;
use super::rules::Board;
use super::shape::Shape;

impl Shape {
    /// The most the first player gets, who is to move, if the second one follows. None if that is not known to be
    /// `alpha` or less.
    #[inline(always)]
    pub(super) fn second_follows(&self, board: &Board, look: &Look, alpha: i32) -> Option<i32> {
        let claims = self.claims(look.threats & !look.landings);
        let bound = -claims.worth;
        let sure = (board.own | self.empty(board) & self.odd) & !claims.beyond;
        (bound <= alpha && self.harmless(sure, look.landings & !self.odd)).then_some(bound)
    }

    /// What the second player, who is to move, gets at least by making one move and following from then
    /// on. None if that is not known to be `beta` or more.
    #[inline(always)]
    pub(super) fn second_leads(&self, board: &Board, look: &Look, beta: i32) -> Option<i32> {
        // Not even the own move may be right below a threat.
        let claims = self.claims(look.wins & !(look.landings << 1));
        let bound = claims.worth;
        let sure = (board.other() | self.empty(board) & self.odd) & !claims.beyond;
        if bound < beta || self.has_four(sure & !look.landings) {
            return None;
        }
        let tops = look.landings & !self.odd;
        let candidates = if self.has_four(sure) { look.safe & self.odd } else { look.safe };
        self.leads(sure, tops, candidates).then_some(bound)
    }

    /// The most the second player gets, who is to move, if the first one follows. None if that is not known to
    /// be `alpha` or less.
    #[inline(always)]
    pub(super) fn first_follows(&self, board: &Board, look: &Look, alpha: i32) -> Option<i32> {
        let empty = self.empty(board);
        if alpha >= 0 && !self.has_four(board.own | empty) {
            return Some(0);
        }
        let beyond = self.claims(look.threats & !look.landings).beyond;
        for threat in squares(look.threats & self.odd & !look.landings) {
            let bound = -self.worth(threat);
            if bound <= alpha && self.is_lost(board, look, threat, beyond) {
                return Some(bound);
            }
        }
        None
    }

    /// What the first player, who is to move, gets at least by making one move and following from then on.
    /// None if that is not known to be `beta` or more.
    #[inline(always)]
    pub(super) fn first_leads(&self, board: &Board, look: &Look, beta: i32) -> Option<i32> {
        for threat in squares(look.wins & self.odd) {
            let bound = self.worth(threat);
            if bound >= beta && self.is_won(board, look, threat) {
                return Some(bound);
            }
        }
        None
    }

    /// Whether the player to move, who is followed, does not win, because of a threat of the other one above squares that nobody wants. Nobody gets
    /// to the squares `beyond`.
    #[inline(always)]
    fn is_lost(&self, board: &Board, look: &Look, threat: u64, beyond: u64) -> bool {
        let (empty, tops) = (self.empty(board), look.landings & !self.odd);
        let column = self.column_of(threat);
        let others = empty & self.odd & !beyond & !column;
        let sure = board.own | others | below(threat) & column & empty & !self.odd;
        if tops & column != 0 {
            return self.harmless(sure, tops & !column);
        }
        // One top is left over. Whoever does not get it gets the first square below the threat.
        let first = look.landings & column;
        for top in squares(tops) {
            if self.harmless(sure | first, tops ^ top) && self.harmless(sure | top, tops ^ top) {
                return true;
            }
        }
        false
    }

    /// Whether the player to move, who makes one move and follows from then on, gets an own threat.
    #[inline(always)]
    fn is_won(&self, board: &Board, look: &Look, threat: u64) -> bool {
        let (empty, tops) = (self.empty(board), look.landings & !self.odd);
        let column = self.column_of(threat);
        let others = empty & self.odd & !column;
        let sure = board.other() | others | below(threat) & column & empty & !self.odd;
        match tops & column {
            // The move is in the column of the threat.
            0 => self.harmless(sure, tops),
            _ => self.leads(sure, tops & !column, look.safe & !column),
        }
    }

    /// Whether these squares, and one top of each pair, make no four.
    #[inline(always)]
    fn harmless(&self, sure: u64, tops: u64) -> bool {
        let none = |more: u64| !self.has_four(sure | more);
        if !none(0) {
            return false;
        }
        if none(tops) {
            return true;
        }
        let (a, rest) = first_of(tops);
        let (b, rest) = first_of(rest);
        if rest == 0 {
            return none(a) && none(b);
        }
        let (c, rest) = first_of(rest);
        let (d, rest) = first_of(rest);
        rest == 0 && self.is_harmless_in_pairs(sure, [a, b, c, d])
    }

    /// The same for four tops, which make pairs in three ways. It is seldom asked.
    #[inline(never)]
    fn is_harmless_in_pairs(&self, sure: u64, [a, b, c, d]: [u64; 4]) -> bool {
        let none = |more: u64| !self.has_four(sure | more);
        let apart = |a: u64, b: u64, c: u64, d: u64| {
            none(a | c) && none(a | d) && none(b | c) && none(b | d)
        };
        apart(a, b, c, d) || apart(a, c, b, d) || apart(a, d, b, c)
    }

    /// Whether the one who follows can do so after a move to one of these squares.
    #[inline(always)]
    fn leads(&self, sure: u64, tops: u64, candidates: u64) -> bool {
        for square in squares(candidates) {
            if self.led(sure, tops, square) {
                return true;
            }
        }
        false
    }

    /// The same after one more move of the one who follows. A stone on an odd row takes it away from the other
    /// and makes a top.
    #[inline(always)]
    fn led(&self, sure: u64, tops: u64, square: u64) -> bool {
        match square & self.odd {
            0 => self.harmless(sure, tops ^ square),
            _ => self.harmless(sure & !square, tops | square << 1 & self.all),
        }
    }

    /// What follows from threats of the one who follows: of these, those on even rows are theirs.
    #[inline(always)]
    fn claims(&self, threats: u64) -> Claims {
        let threats = threats & !self.odd;
        let rows = (1..self.height).step_by(2);
        let lowest = rows.into_iter().find(|row| threats & self.bottom << row != 0);
        let worth = lowest.map_or(0, |row| (self.height - row).div_ceil(2) as i32);
        // Subtracting from the bits above all columns fills a column with a threat from there upwards.
        let beyond = (threats | ((self.bottom << self.height) - threats)) & self.all;
        Claims { worth, beyond }
    }

    /// The score of the one who gets `threat` only when everything outside of its column, and below it, is
    /// full.
    #[inline(always)]
    fn worth(&self, threat: u64) -> i32 {
        let left = self.column_of(threat) & !below(threat);
        (left.count_ones() as i32 + 1) / 2
    }

    #[inline(always)]
    fn column_of(&self, square: u64) -> u64 {
        self.column(square.trailing_zeros() / self.step)
    }

    #[inline(always)]
    fn empty(&self, board: &Board) -> u64 {
        self.all ^ board.stones
    }
}

/// What a player gets by claiming even squares.
#[derive(Clone, Copy, Default)]
struct Claims {
    /// The score of the best of their threats, 0 without any.
    worth: i32,
    /// Squares that nobody reaches, because a threat below them ends the game.
    beyond: u64,
}

#[inline(always)]
fn below(square: u64) -> u64 {
    square - 1
}

/// The squares of a set, one by one.
#[inline(always)]
fn squares(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let (first, rest) = first_of(set);
        set = rest;
        (first != 0).then_some(first)
    })
}

/// The first square of a set, and the others.
#[inline(always)]
fn first_of(set: u64) -> (u64, u64) {
    let first = set & set.wrapping_neg();
    (first, set ^ first)
}
