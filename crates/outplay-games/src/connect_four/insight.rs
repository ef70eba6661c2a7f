//! What is known beyond the rules: threats, and who has to move where.
//!
//! The score of a position is 0 for a draw and otherwise k, if the player to move wins with the k-th stone counted
//! from their last, or -k, if the other one does. So a quick win scores higher.
//!
//! What follow-up play is worth is in `follow_up.rs`.

use outplay::engine::{Facts, FewMoves, HowMany, Insight, Keys, LANES, Ordering, Scale};
use outplay::{Game, Player, Range, Window};

use super::rules::{Board, ConnectFour, Stone};
use super::shape::{Shape, ask};

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

/// Where the table is worth a look, a bit for each number of stones: at even plies, and early.
///
/// PERF: it is asked more than once per position, and a bit is quicker to look up than two conditions are to combine.
const PAYS: u64 = 0x5555_5555_5555_5555 | ((1 << EARLY) - 1);

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
        let board = *board;
        ask!(game, look(board))
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
        let (board, wins) = (*board, before.threats & !stone.0);
        ask!(game, look_after(board, wins, threats))
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
        (game.shape.size() + 1) / 2
    }

    /// Who has just completed a four would have had half of the squares that are left.
    fn terminal(&self, game: &ConnectFour, board: &Board, player: Player, _: u32) -> i32 {
        let unused = (game.shape.size() - board.count()) / 2;
        game.payoff(board, player) as i32 * (unused + 1)
    }
}

impl Facts<ConnectFour, Look> for Threats {
    /// The player to move can complete a four. Nowhere else is that possible: no move that allows it is
    /// ever looked at.
    fn decided(&self, game: &ConnectFour, board: &Board) -> Option<i32> {
        let Look { wins, landings, .. } = self.scratch(game, board);
        (wins & landings != 0).then(|| (game.shape.size() + 1 - board.count()) / 2)
    }

    #[inline(always)]
    fn plies_left(&self, game: &ConnectFour, board: &Board) -> u32 {
        (game.shape.size() - board.count()) as u32
    }

    #[inline(always)]
    fn bounds(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        window: Window<i32>,
    ) -> Range<i32> {
        let (board, look) = (*board, *look);
        ask!(game, bounds(board, look, window))
    }

    #[inline(always)]
    fn how_many(
        &self,
        _: &ConnectFour,
        _: &Board,
        look: &Look,
        _: &mut Vec<Stone>,
    ) -> HowMany<Stone> {
        match (look.safe & look.safe.wrapping_sub(1), look.safe) {
            (0, 0) => HowMany::None,
            (0, one) => HowMany::One(Stone(one)),
            _ => HowMany::Several,
        }
    }

    #[inline(always)]
    fn moves(&self, game: &ConnectFour, _: &Board, look: &Look, moves: &mut Vec<Stone>) {
        for column in game.shape.centre_outwards() {
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
        let (board, look) = (*board, *look);
        i32::from(ask!(game, score_move(board, look, stone, window)))
    }

    /// All threats at once: the same shifts on eight boards, for which a processor has instructions.
    #[inline(always)]
    fn few_moves(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        window: Window<i32>,
    ) -> Option<FewMoves<Stone, u64>> {
        if game.width() as usize > LANES {
            return None;
        }
        // PERF: not apart from each other, since what is returned by a function would be copied.
        Some(match game.is_usual {
            true => Shape::USUAL.few_moves(*board, *look, window),
            false => game.shape.few_moves(*board, *look, window),
        })
    }
}

/// What the scores of all moves of a position have in common.
#[derive(Clone, Copy)]
struct Ranking {
    stones: u64,
    /// The rows on which a threat lasts.
    rows: u64,
    /// Squares right below an own threat.
    wasted: u64,
}

impl Ranking {
    #[inline(always)]
    fn new(shape: &Shape, board: &Board, look: &Look, window: Window<i32>) -> Ranking {
        let rows = if board.count() % 2 == 0 { shape.odd } else { !shape.odd };
        let in_a_hurry = shape.in_a_hurry(board, window);
        Ranking {
            stones: board.stones,
            rows: if in_a_hurry { 0 } else { rows },
            wasted: if in_a_hurry { 0 } else { look.wins >> 1 },
        }
    }

    /// The score of a stone after which there are these threats.
    #[inline(always)]
    fn score(self, shape: &Shape, stone: Stone, threats: u64) -> i16 {
        let now = threats & shape.landings(self.stones | stone.0);
        let forcing = u32::from(now != 0);
        let winning = u32::from(now & now.wrapping_sub(1) != 0);
        let lasting = (threats & self.rows & !now).count_ones();
        let wasted = u32::from(self.wasted & stone.0 != 0);
        let good = threats.count_ones() + forcing + lasting + 50 * winning;
        2 * (good as i16 - wasted as i16)
    }
}

impl Keys<ConnectFour> for Threats {
    fn key_bits(&self, game: &ConnectFour) -> u32 {
        game.shape.width * game.shape.step
    }

    #[inline(always)]
    fn key(&self, game: &ConnectFour, board: &Board) -> Option<u64> {
        let key = board.own.wrapping_add(board.stones);
        if board.count() >= MIRRORED {
            return Some(key);
        }
        let [own, stones] = [board.own, board.stones].map(|set| ask!(game, mirrored(set)));
        Some(key.min(own.wrapping_add(stones)))
    }

    /// Every second ply is enough: what is left out is found one ply later. Only early in the game is that
    /// so much dearer that looking pays at every ply.
    #[inline(always)]
    fn table_pays(&self, _: &ConnectFour, board: &Board) -> bool {
        PAYS >> board.count() & 1 != 0
    }
}

impl Shape {
    #[inline(always)]
    fn look(&self, board: Board) -> Look {
        let completing = |own: u64| self.completing(own, board.stones);
        self.look_with(board, completing(board.own), completing(board.other()))
    }

    /// The same, if it is known where the player to move wins, and perhaps where the other one does.
    #[inline(always)]
    fn look_after(&self, board: Board, wins: u64, threats: Option<u64>) -> Look {
        let threats = match threats {
            Some(threats) => threats,
            None => self.completing(board.other(), board.stones),
        };
        self.look_with(board, wins, threats)
    }

    #[inline(always)]
    fn look_with(&self, board: Board, wins: u64, threats: u64) -> Look {
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

    /// Where the score lies: see [`Facts::bounds`].
    #[inline(always)]
    fn bounds(&self, board: Board, look: Look, window: Window<i32>) -> Range<i32> {
        let left = self.size() - board.count();
        if left <= 1 || left == 2 && look.safe != 0 {
            return Range { low: 0, high: 0 };
        }
        if look.safe == 0 {
            return Range { low: -left / 2, high: -left / 2 };
        }
        // Nobody wins with the next stone, nor the other one with the stone after that.
        let range = Range { low: -(left - 2) / 2, high: (left - 1) / 2 };
        let enough = range.high <= window.alpha || range.low >= window.beta;
        if enough || self.height % 2 == 1 {
            return range;
        }
        let first = board.count() % 2 == 0;
        // Follow-up play never wins or loses by more than half a column.
        let most = self.height as i32 / 2;
        if window.alpha >= -most {
            let high = match first {
                true => self.second_follows(&board, &look, window.alpha),
                false => self.first_follows(&board, &look, window.alpha),
            };
            if let Some(high) = high {
                return Range { high: range.high.min(high), ..range };
            }
        }
        if window.beta <= most {
            let low = match first {
                true => self.first_leads(&board, &look, window.beta),
                false => self.second_leads(&board, &look, window.beta),
            };
            if let Some(low) = low {
                return Range { low: range.low.max(low), ..range };
            }
        }
        range
    }

    /// Whether the question is how quickly somebody wins, rather than who does.
    #[inline(always)]
    fn in_a_hurry(&self, board: &Board, window: Window<i32>) -> bool {
        let left = (self.size() - board.count()) as u32;
        window.alpha.unsigned_abs() > left * 3 / 16
    }

    #[inline(always)]
    fn score_move(&self, board: Board, look: Look, stone: Stone, window: Window<i32>) -> i16 {
        let threats = self.completing(board.own | stone.0, board.stones);
        Ranking::new(self, &board, &look, window).score(self, stone, threats)
    }

    /// All moves of a position, a lane for each column.
    #[inline(always)]
    fn few_moves(&self, board: Board, look: Look, window: Window<i32>) -> FewMoves<Stone, u64> {
        let ranking = Ranking::new(self, &board, &look, window);
        let mut few = FewMoves { moves: [Stone(0); LANES], scores: [0; LANES], notes: [0; LANES] };
        for (lane, column) in self.eight_outwards().into_iter().enumerate() {
            let stone = Stone(look.safe & column);
            let threats = self.completing(board.own | stone.0, board.stones | stone.0);
            let score = ranking.score(self, stone, threats);
            few.moves[lane] = stone;
            few.scores[lane] = if stone.0 == 0 { FewMoves::<Stone, u64>::NO_MOVE } else { score };
            few.notes[lane] = threats;
        }
        few
    }
}
