//! What is known beyond the rules: threats, and who has to move where.
//!
//! The score of a position is 0 for a draw and otherwise k, if the player to move wins with the k-th stone counted
//! from their last, or -k, if the other one does. So a quick win scores higher.
//!
//! What follow-up play is worth is in `follow_up.rs`.

use outplay::engine::{Facts, HowMany, Insight, Keys, Ordering, Scale};
use outplay::{Game, Player, Range, Window};

use super::rules::{Board, ConnectFour, Stone, USUAL_STEP};

/// Knows threats, forced replies, follow-up play and the symmetry of the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// What is looked at once per position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Where stones can fall.
    pub(super) landings: u64,
    /// Moves that do not lose at once.
    pub(super) safe: u64,
    /// Squares on which the other player completes a four.
    pub(super) threats: u64,
    /// Squares on which the player to move does.
    pub(super) wins: u64,
}

/// Below this many stones, mirrored positions are one.
const MIRRORED: i32 = 16;

/// Below this many stones, the table is worth a look at every ply.
const EARLY: i32 = 20;

impl Insight<ConnectFour> for Threats {
    type Scratch = Look;
    type Scale = Self;
    type Facts = Self;
    type Evaluation = ();
    type Ordering = Self;
    type Selectivity = ();
    type Keys = Self;

    const ALTERNATES: bool = true;

    #[inline(always)]
    fn scratch(&self, game: &ConnectFour, board: &Board) -> Look {
        let [own, other] = [board.own, board.other()];
        game.look(board, game.completing(own, board.stones), game.completing(other, board.stones))
    }

    /// The threats of the player who waited are the wins of the player to move.
    #[inline(always)]
    fn scratch_after(
        &self,
        game: &ConnectFour,
        before: &Look,
        stone: Stone,
        threats: Option<u64>,
        board: &Board,
    ) -> Look {
        let threats = match threats {
            Some(threats) => threats & !stone.0,
            None => game.completing(board.other(), board.stones),
        };
        game.look(board, before.threats & !stone.0, threats)
    }

    fn scale(&self) -> &Self {
        self
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &() {
        &()
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl Scale<ConnectFour> for Threats {
    #[inline(always)]
    fn counts_plies(&self, _: &ConnectFour) -> bool {
        false
    }

    fn highest(&self, game: &ConnectFour) -> i32 {
        (game.size() + 1) / 2
    }

    /// Who has just completed a four would have had half of the squares that are left.
    fn terminal(&self, game: &ConnectFour, board: &Board, player: Player, _: u32) -> i32 {
        let unused = (game.size() - board.count()) / 2;
        game.payoff(board, player) as i32 * (unused + 1)
    }
}

impl Facts<ConnectFour, Look> for Threats {
    /// The player to move can complete a four. Nowhere else is that possible: no move that allows it is
    /// ever looked at.
    fn decided(&self, game: &ConnectFour, board: &Board) -> Option<i32> {
        let wins = game.completing(board.own, board.stones) & game.landings(board.stones);
        (wins != 0).then(|| (game.size() + 1 - board.count()) / 2)
    }

    #[inline(always)]
    fn plies_left(&self, game: &ConnectFour, board: &Board) -> u32 {
        (game.size() - board.count()) as u32
    }

    #[inline(always)]
    fn bounds(
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
        let enough = range.high <= window.alpha || range.low >= window.beta;
        if enough || game.height % 2 == 1 {
            return range;
        }
        let first = board.count() % 2 == 0;
        // Follow-up play never wins or loses by more than half a column.
        let most = game.height as i32 / 2;
        if window.alpha >= -most {
            let high = match first {
                true => game.second_follows(board, look, window.alpha),
                false => game.first_follows(board, look, window.alpha),
            };
            if let Some(high) = high {
                return Range { high: range.high.min(high), ..range };
            }
        }
        if window.beta <= most {
            let low = match first {
                true => game.first_leads(board, look, window.beta),
                false => game.second_leads(board, look, window.beta),
            };
            if let Some(low) = low {
                return Range { low: range.low.max(low), ..range };
            }
        }
        range
    }

    #[inline(always)]
    fn how_many(
        &self,
        _: &ConnectFour,
        _: &Board,
        look: &Look,
        _: &mut Vec<Stone>,
    ) -> HowMany<Stone> {
        match look.safe {
            0 => HowMany::None,
            one if one & (one - 1) == 0 => HowMany::One(Stone(one)),
            _ => HowMany::Several,
        }
    }

    #[inline(always)]
    fn moves(&self, game: &ConnectFour, _: &Board, look: &Look, moves: &mut Vec<Stone>) {
        for column in game.centre_outwards() {
            let square = look.safe & column;
            if square != 0 {
                moves.push(Stone(square));
            }
        }
    }
}

impl Ordering<ConnectFour, Look> for Threats {
    /// The threats of the player who moves, as they are after the move.
    type Note = u64;

    const LISTS: bool = true;

    /// Threats come first, above all those that must be answered at once. If there is time, those count more
    /// that last: on the rows that the player gets in the end. A stone right below an own threat wastes it.
    ///
    /// PERF: equals must stay in the order of the columns, so that the same positions are met again and again.
    /// Putting the lower of two equals first takes eight times as many positions, the higher one twice.
    #[inline(always)]
    fn score_move(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        stone: Stone,
        window: Window<i32>,
    ) -> i32 {
        let threats = game.completing(board.own | stone.0, board.stones);
        Threatening::new(game, board, look, window).score(stone, threats)
    }

    /// All threats at once: the same shifts on eight boards, for which a processor has instructions.
    #[inline(always)]
    fn score_moves(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        stones: &[Stone],
        window: Window<i32>,
        mut told: impl FnMut(Stone, i32, u64),
    ) {
        let threatening = Threatening::new(game, board, look, window);
        let mut tell = |stone: Stone| {
            let threats = game.completing(board.own | stone.0, board.stones);
            told(stone, threatening.score(stone, threats), threats);
        };
        if !stones.is_empty() {
            return stones.iter().copied().for_each(tell);
        }
        if game.step != USUAL_STEP || game.width as usize > LANES {
            let columns = game.centre_outwards().iter().map(|column| look.safe & column);
            return columns.filter(|&square| square != 0).for_each(|square| tell(Stone(square)));
        }
        let safe = game.eight_outwards().map(|column| look.safe & column);
        let empty = game.all ^ board.stones;
        let threats = safe.map(|square| completing(board.own | square, USUAL_STEP) & empty);
        for (square, threats) in safe.into_iter().zip(threats) {
            if square != 0 {
                told(Stone(square), threatening.score(Stone(square), threats), threats);
            }
        }
    }
}

/// How many moves are looked at together.
const LANES: usize = 8;

/// What the scores of all moves of a position have in common.
struct Threatening<'t> {
    game: &'t ConnectFour,
    board: &'t Board,
    look: &'t Look,
    in_a_hurry: bool,
    /// The rows on which a threat lasts.
    rows: u64,
}

impl<'t> Threatening<'t> {
    #[inline(always)]
    fn new(game: &'t ConnectFour, board: &'t Board, look: &'t Look, window: Window<i32>) -> Self {
        let rows = if board.count() % 2 == 0 { game.odd } else { !game.odd };
        Threatening { game, board, look, in_a_hurry: game.in_a_hurry(board, window), rows }
    }

    /// The score of a stone after which there are these threats.
    #[inline(always)]
    fn score(&self, stone: Stone, threats: u64) -> i32 {
        let now = threats & self.game.landings(self.board.stones | stone.0);
        let forcing = i32::from(now != 0);
        let winning = i32::from(now & now.wrapping_sub(1) != 0);
        let quick = 2 * threats.count_ones() as i32 + 2 * forcing + 100 * winning;
        if self.in_a_hurry {
            return quick;
        }
        let lasting = (threats & self.rows & !now).count_ones() as i32;
        let wasted = i32::from(self.look.wins & stone.0 << 1 != 0);
        quick + 2 * lasting - 2 * wasted
    }
}

impl Keys<ConnectFour> for Threats {
    fn key_bits(&self, game: &ConnectFour) -> u32 {
        game.width * game.step
    }

    #[inline(always)]
    fn key(&self, game: &ConnectFour, board: &Board) -> Option<u64> {
        let key = board.own.wrapping_add(board.stones);
        if board.count() >= MIRRORED {
            return Some(key);
        }
        Some(key.min(game.mirrored(board.own).wrapping_add(game.mirrored(board.stones))))
    }

    /// Every second ply is enough: what is left out is found one ply later. Only early in the game is that
    /// so much dearer that looking pays at every ply.
    #[inline(always)]
    fn table_pays(&self, _: &ConnectFour, board: &Board) -> bool {
        board.count() % 2 == 0 || board.count() < EARLY
    }
}

impl ConnectFour {
    /// Looks at a board on which the player to move completes a four on the squares `wins`, and the other one on `threats`.
    #[inline(always)]
    fn look(&self, board: &Board, wins: u64, threats: u64) -> Look {
        let landings = self.landings(board.stones);
        let forced = landings & threats;
        let moves = match forced {
            0 => landings,
            one if one & (one - 1) == 0 => one,
            _ => 0,
        };
        // A stone right below a threat hands it over.
        Look { landings, safe: moves & !(threats >> 1), threats, wins }
    }

    /// Whether the question is how quickly somebody wins, rather than who does.
    #[inline(always)]
    fn in_a_hurry(&self, board: &Board, window: Window<i32>) -> bool {
        let left = (self.size() - board.count()) as u32;
        window.alpha.unsigned_abs() > left * 3 / 16
    }

    /// Empty squares on which `own` completes a four.
    #[inline(always)]
    pub(super) fn completing(&self, own: u64, stones: u64) -> u64 {
        let squares = match self.step {
            USUAL_STEP => completing(own, USUAL_STEP),
            other => completing_on_any_board(own, other),
        };
        squares & (self.all ^ stones)
    }

    fn mirrored(&self, squares: u64) -> u64 {
        let column = (1 << self.step) - 1;
        (0..self.width).fold(0, |mirrored, from| {
            let to = self.width - 1 - from;
            mirrored | (squares >> (from * self.step) & column) << (to * self.step)
        })
    }
}

/// Squares that complete a four, given three of it.
#[inline(always)]
fn completing(own: u64, step: u32) -> u64 {
    let upright = own << 1 & own << 2 & own << 3;
    upright | across(own, step) | across(own, step - 1) | across(own, step + 1)
}

/// Kept apart, so that the code for the usual boards is not twice as long.
#[inline(never)]
fn completing_on_any_board(own: u64, step: u32) -> u64 {
    completing(own, step)
}

/// Squares that complete a four in one direction, given three of it.
#[inline(always)]
fn across(own: u64, step: u32) -> u64 {
    let up = own << step & own << (2 * step);
    let down = own >> step & own >> (2 * step);
    up & own << (3 * step) | up & own >> step | down & own << step | down & own >> (3 * step)
}
