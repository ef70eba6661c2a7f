//! What is known beyond the rules: threats, and who has to move where.
//!
//! The score of a position is 0 for a draw and otherwise k, if the player to move wins with the k-th stone counted
//! from their last, or -k, if the other one does. So a quick win scores higher.
//!
//! What is used here is in Allis, *A Knowledge-Based Approach of Connect-Four*, 1988, and re-derived as bounds:
//! a player who answers every move in the same column (*follow-up*) gets every second square, and whoever cannot
//! make a four from what is left to them cannot win.

use outplay::engine::Insight;
use outplay::{Game, Player, Range, Window};

use super::rules::{Board, ConnectFour, Stone};

/// Knows threats, forced replies, follow-up play and the symmetry of the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// What is looked at once per position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Where stones can fall.
    landings: u64,
    /// Moves that do not lose at once.
    safe: u64,
    /// Squares on which the other player completes a four.
    threats: u64,
}

/// Below this many stones, mirrored positions are one.
const MIRRORED: i32 = 16;

impl Insight<ConnectFour> for Threats {
    type Scratch = Look;

    const COUNTS_PLIES: bool = false;
    const ALTERNATES: bool = true;

    fn key_bits(&self, game: &ConnectFour) -> u32 {
        game.width * game.step
    }

    fn highest(&self, game: &ConnectFour) -> i32 {
        (game.size() + 1) / 2
    }

    /// Who has just completed a four would have had half of the squares that are left.
    fn over(&self, game: &ConnectFour, board: &Board, player: Player, _: u32) -> i32 {
        let unused = (game.size() - board.count()) / 2;
        game.payoff(board, player) as i32 * (unused + 1)
    }

    fn plies_left(&self, game: &ConnectFour, board: &Board) -> u32 {
        (game.size() - board.count()) as u32
    }

    /// The player to move can complete a four. Nowhere else is that possible: no move that allows it is
    /// ever looked at.
    fn decided(&self, game: &ConnectFour, board: &Board) -> Option<i32> {
        let wins = game.completing(board.own, board.stones) & game.landings(board.stones);
        (wins != 0).then(|| (game.size() + 1 - board.count()) / 2)
    }

    #[inline(always)]
    fn scratch(&self, game: &ConnectFour, board: &Board) -> Look {
        let landings = game.landings(board.stones);
        let threats = game.completing(board.other(), board.stones);
        let forced = landings & threats;
        let moves = match forced {
            0 => landings,
            one if one & (one - 1) == 0 => one,
            _ => 0,
        };
        // A stone right below a threat hands it over.
        Look { landings, safe: moves & !(threats >> 1), threats }
    }

    #[inline(always)]
    fn known(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        window: Window<i32>,
    ) -> Range<i32> {
        let left = game.size() - board.count();
        if left <= 1 || left == 2 && look.safe != 0 {
            return Range { low: 0, high: 0 };
        }
        if look.safe == 0 {
            return Range { low: -left / 2, high: -left / 2 };
        }
        // Nobody wins with the next stone, nor the other one with the stone after that.
        let range = Range { low: -(left - 2) / 2, high: (left - 1) / 2 };
        if range.high <= window.alpha {
            return range;
        }
        let high = match board.count() & 1 {
            0 => game.followed_even(board, look, window.alpha),
            _ => game.followed_odd(board, look, window.alpha),
        };
        Range { high: range.high.min(high), ..range }
    }

    #[inline(always)]
    fn moves(&self, game: &ConnectFour, _: &Board, look: &Look, moves: &mut Vec<Stone>) {
        for column in game.centre_outwards() {
            let square = look.safe & game.column(column);
            if square != 0 {
                moves.push(Stone(square));
            }
        }
    }

    /// Threats are promising, above all those that must be answered at once.
    #[inline(always)]
    fn promise(&self, game: &ConnectFour, board: &Board, _: &Look, stone: Stone) -> i32 {
        let completing = game.completing(board.own | stone.0, board.stones);
        let now = completing & game.landings(board.stones | stone.0);
        let forcing = i32::from(now != 0);
        let winning = i32::from(now & now.wrapping_sub(1) != 0);
        2 * completing.count_ones() as i32 + 2 * forcing + 100 * winning
    }

    /// Every second ply is enough: what is left out is found one ply later.
    #[inline(always)]
    fn table_pays(&self, _: &ConnectFour, board: &Board) -> bool {
        board.count() & 1 == 0
    }

    #[inline(always)]
    fn key(&self, game: &ConnectFour, board: &Board) -> Option<u64> {
        let key = board.own.wrapping_add(board.stones);
        if board.count() >= MIRRORED {
            return Some(key);
        }
        Some(key.min(game.mirrored(board.own).wrapping_add(game.mirrored(board.stones))))
    }
}

impl ConnectFour {
    /// Columns from the centre outwards.
    #[inline(always)]
    fn centre_outwards(&self) -> impl Iterator<Item = u32> {
        let centre = (self.width - 1) / 2;
        (0..self.width).map(move |index| match index % 2 {
            0 => centre - index / 2,
            _ => centre + index.div_ceil(2),
        })
    }

    /// Empty squares on which `own` completes a four.
    #[inline(always)]
    fn completing(&self, own: u64, stones: u64) -> u64 {
        let step = self.step;
        let upright = own << 1 & own << 2 & own << 3;
        let squares = upright | across(own, step) | across(own, step - 1) | across(own, step + 1);
        squares & (self.all ^ stones)
    }

    fn mirrored(&self, squares: u64) -> u64 {
        let column = (1 << self.step) - 1;
        (0..self.width).fold(0, |mirrored, from| {
            let to = self.width - 1 - from;
            mirrored | (squares >> (from * self.step) & column) << (to * self.step)
        })
    }

    /// The most the first player can get, who is to move, if the second one follows up. `i32::MAX` if that is
    /// not known to be `alpha` or less.
    ///
    /// With an even number of empty squares in a column, the follower gets its even rows, and the mover its odd
    /// ones. Columns with an odd number come in pairs: the follower answers a stone on top of one of them with
    /// a stone on top of another, and follows up from there.
    #[inline(always)]
    fn followed_even(&self, board: &Board, look: &Look, alpha: i32) -> i32 {
        let bound = self.threat_bound(board, look).min(0);
        if bound > alpha || self.height % 2 == 1 {
            return i32::MAX;
        }
        let empty = self.all ^ board.stones;
        let certain = board.own | empty & self.odd;
        if self.has_four(certain) {
            return i32::MAX;
        }
        let tops = look.landings & !self.odd;
        let first = tops & tops.wrapping_neg();
        let rest = tops ^ first;
        let one_pair = rest & rest.wrapping_sub(1) == 0;
        let holds = !self.has_four(certain | tops)
            || one_pair && !self.has_four(certain | first) && !self.has_four(certain | rest);
        if holds { bound } else { i32::MAX }
    }

    /// What the mover gets at most because the follower will have a threat on an even row of a column that
    /// has an even number of empty squares: at the latest when all else is full.
    #[inline(always)]
    fn threat_bound(&self, board: &Board, look: &Look) -> i32 {
        let mut best = i32::MAX;
        let mut threats = look.threats & !self.odd;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            let column = self.column(threat.trailing_zeros() / self.step);
            if look.landings & !self.odd & column == 0 {
                best = best.min(self.lost_by(board, column, threat));
            }
        }
        best
    }

    /// The most the second player can get, who is to move, if the first one follows up everywhere but in one
    /// column with an odd number of empty squares, where they have a threat on an odd row: sooner or later
    /// the mover has to play below it.
    #[inline(always)]
    fn followed_odd(&self, board: &Board, look: &Look, alpha: i32) -> i32 {
        let mut threats = look.threats & self.odd;
        if self.height % 2 == 1 {
            return i32::MAX;
        }
        let empty = self.all ^ board.stones;
        let tops = look.landings & !self.odd;
        let mut best = i32::MAX;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            let column = self.column(threat.trailing_zeros() / self.step);
            let bound = self.lost_by(board, column, threat);
            if tops & column == 0 || bound > alpha || bound >= best {
                continue;
            }
            let below = column & (threat - 1) & empty & !self.odd;
            let elsewhere = (empty & self.odd | tops) & !column;
            if !self.has_four(board.own | elsewhere | below) {
                best = bound;
            }
        }
        best
    }

    /// The score of the mover if the other one gets `threat` only when everything outside of its column, and
    /// below it, is full.
    #[inline(always)]
    fn lost_by(&self, board: &Board, column: u64, threat: u64) -> i32 {
        let empty = self.all ^ board.stones;
        let before = (empty & !column | empty & column & (threat - 1)).count_ones() as i32;
        -((self.size() + 1 - board.count() - before) / 2)
    }
}

/// Squares that complete a four in one direction, given three of it.
#[inline(always)]
fn across(own: u64, step: u32) -> u64 {
    let up = own << step & own << (2 * step);
    let down = own >> step & own >> (2 * step);
    up & own << (3 * step) | up & own >> step | down & own << step | down & own >> (3 * step)
}
