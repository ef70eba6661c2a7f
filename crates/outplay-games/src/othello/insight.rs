//! What is known beyond the rules: parity, mobility, stable discs, and the end of the game by hand.

use std::sync::Arc;

use outplay::engine::{
    Effort, Facts, Insight, Keys, Ordering, Scale, Selectivity, StaticEvaluation,
};
use outplay::{Player, Range, Window};

use super::finish::{Finish, LAST, odd_quarters};
use super::order::ordering_score;
use super::patterns::{Numbers, UNIT, Weights};
use super::rules::{Board, Othello, Square};
use super::stable::Stability;
use super::weights;

/// Knows how endgames are played, and what a position looks like that is won.
#[derive(Clone, Debug)]
pub struct Discs {
    stability: Stability,
    weights: Option<Arc<Weights>>,
}

/// What is looked at once per position: where the player to move may put a disc.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    placements: u64,
}

/// With so many empty squares or more, moves are ordered by a search.
///
/// PERF: with 17, the endgames FFO 40 to 49 take 0.96 of the time, but 1.09 times the positions.
const SEARCH_FROM: u32 = 15;

/// With fewer empty squares, a search to the end is cheaper than a guess at what it will find.
const GUESS_FROM: u32 = 9;

/// With fewer empty squares, the table costs more than it saves.
const TABLE_FROM: u32 = 9;

/// With fewer empty squares, next positions are not looked up.
///
/// PERF: with 10, FFO 40 to 44 take 1.035 times the time; with 12, 1.02 times the positions for nothing.
const CHILDREN_FROM: u32 = 11;

/// With fewer empty squares, stable discs hardly ever decide.
const STABLE_FROM: u32 = 8;

impl Default for Discs {
    fn default() -> Self {
        Discs { stability: Stability::new(), weights: weights::SHIPPED.clone() }
    }
}

impl Discs {
    /// With other weights than those that are shipped.
    pub(super) fn with_weights(bytes: &[u8]) -> Result<Discs, String> {
        Ok(Discs { weights: Some(Arc::new(weights::read(bytes)?)), ..Discs::default() })
    }

    /// What the patterns are worth, on the board that they are made for.
    #[inline(always)]
    fn patterns(&self, game: &Othello) -> Option<&Weights> {
        self.weights.as_deref().filter(|_| game.size == 8)
    }

    /// Without weights: moves and corners.
    fn by_hand(&self, game: &Othello, board: &Board, look: &Look) -> i32 {
        let theirs = game.placements(&board.passed()).count_ones() as i32;
        let corners = |discs: u64| (discs & game.corners()).count_ones() as i32;
        look.placements.count_ones() as i32 - theirs
            + 7 * (corners(board.own) - corners(board.other))
    }
}

impl Insight<Othello> for Discs {
    type Scratch = Look;
    type Scale = Self;
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = Self;
    type Keys = Self;

    const ALTERNATES: bool = true;

    #[inline(always)]
    fn scratch(&self, game: &Othello, board: &Board) -> Look {
        Look { placements: game.placements(board) }
    }

    fn scale(&self) -> &Self {
        self
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &Self {
        self
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &Self {
        self
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl Scale<Othello> for Discs {
    const GRAIN: i32 = 2;

    #[inline(always)]
    fn terminal(&self, game: &Othello, board: &Board, player: Player, _: u32) -> i32 {
        let difference = board.difference(game);
        if player == board.mover() { difference } else { -difference }
    }
}

impl Facts<Othello, Look> for Discs {
    const FINISHES: bool = true;

    #[inline(always)]
    fn plies_left(&self, game: &Othello, board: &Board) -> u32 {
        board.empty(game).count_ones()
    }

    #[inline(always)]
    fn finish(&self, game: &Othello, board: &Board, window: Window<i32>) -> Option<(i32, u64)> {
        let empty = board.empty(game);
        if empty.count_ones() > LAST {
            return None;
        }
        let mut finish = Finish::new(game);
        let score = finish.score(board.own, board.other, empty, window);
        Some((score, finish.looked_at))
    }

    /// The other player keeps their stable discs.
    #[inline(always)]
    fn bounds(&self, game: &Othello, board: &Board, _: &Look, window: Window<i32>) -> Range<i32> {
        let squares = (game.size * game.size) as i32;
        let enough = (squares - window.alpha.max(-squares)) / 2;
        let hopeful = board.other.count_ones() as i32 >= enough + enough / 4
            && board.empty(game).count_ones() >= STABLE_FROM;
        if !hopeful {
            return Range::ALL;
        }
        let stable = self.stability.count(board.other, board.own, !game.squares);
        Range { high: squares - 2 * stable, ..Range::ALL }
    }

    #[inline(always)]
    fn moves(&self, game: &Othello, board: &Board, look: &Look, moves: &mut Vec<Square>) {
        if look.placements == 0 {
            if game.must_pass(board) {
                moves.push(Square::PASS);
            }
            return;
        }
        let odd = odd_quarters(board.empty(game));
        for mut squares in [look.placements & odd, look.placements & !odd] {
            while squares != 0 {
                moves.push(Square(squares.trailing_zeros() as u8));
                squares &= squares - 1;
            }
        }
    }

    #[inline(always)]
    fn can_move(&self, game: &Othello, board: &Board, look: &Look, _: &mut Vec<Square>) -> bool {
        look.placements != 0 || game.must_pass(board)
    }
}

impl StaticEvaluation<Othello, Look> for Discs {
    type Carried = Numbers;

    const ASPIRATION: i32 = 3;

    #[inline(always)]
    fn evaluate(&self, game: &Othello, board: &Board, look: &Look, numbers: &Numbers) -> i32 {
        match self.patterns(game) {
            Some(weights) => {
                let empty = board.empty(game).count_ones();
                (weights.evaluate(numbers, empty) + UNIT / 2).div_euclid(UNIT)
            }
            None => self.by_hand(game, board, look),
        }
    }

    fn carried(&self, game: &Othello, board: &Board) -> Numbers {
        self.patterns(game).map_or_else(Numbers::default, |weights| weights.layout.numbers(board))
    }

    #[inline(always)]
    fn carry(
        &self,
        game: &Othello,
        numbers: &Numbers,
        board: &Board,
        square: Square,
        child: &Board,
    ) -> Numbers {
        match self.patterns(game) {
            None => Numbers::default(),
            Some(_) if square == Square::PASS => numbers.turned(),
            Some(weights) => weights.layout.carried(numbers, square.bit(), child.own ^ board.other),
        }
    }
}

impl Ordering<Othello, Look> for Discs {
    type Note = ();

    const LOOKS_AHEAD: bool = true;

    const MOVE_INDICES: usize = 65;

    /// To the end, a look ahead pays from afar. Down to a
    /// depth, the evaluation is asked anyway.
    #[inline(always)]
    fn effort(&self, game: &Othello, board: &Board, plies: u32) -> Effort {
        let to_the_end = plies == board.empty(game).count_ones();
        match plies {
            _ if !to_the_end && plies >= 5 => Effort::Search { plies: 0, weight: 8 },
            SEARCH_FROM.. => Effort::Search { plies: (plies - SEARCH_FROM) / 3, weight: 8 },
            _ => Effort::Child,
        }
    }

    #[inline(always)]
    fn score_child(
        &self,
        game: &Othello,
        board: &Board,
        _: &Look,
        square: Square,
        child: &Board,
    ) -> i32 {
        if square == Square::PASS {
            return 0;
        }
        let odd = odd_quarters(board.empty(game));
        ordering_score(game, 1 << square.bit(), odd, child.own, child.other, child.empty(game))
    }

    #[inline(always)]
    fn move_index(&self, _: &Othello, square: Square) -> usize {
        usize::from(square.0)
    }
}

impl Selectivity<Othello, Look> for Discs {
    /// Fitted to the table that the experiment `how_far_shallow_searches_are_off` prints, off by up to 0.4 discs.
    fn probcut_error(&self, game: &Othello, board: &Board, deep: u32, shallow: u32) -> Option<f32> {
        let to_the_end = deep == board.empty(game).count_ones();
        if self.patterns(game).is_none() || to_the_end && deep < GUESS_FROM {
            return None;
        }
        let error = 3.6 + 0.38 * (deep - shallow) as f32 - 0.27 * shallow as f32;
        Some(error.max(1.0))
    }
}

impl Keys<Othello> for Discs {
    /// Whose discs they are does not matter, only who moves.
    #[inline(always)]
    fn key(&self, _: &Othello, board: &Board) -> Option<u64> {
        Some(board.mixed())
    }

    #[inline(always)]
    fn table_pays(&self, game: &Othello, board: &Board) -> bool {
        board.empty(game).count_ones() >= TABLE_FROM
    }

    #[inline(always)]
    fn children_pay(&self, _: &Othello, _: &Board, plies: u32) -> bool {
        plies >= CHILDREN_FROM
    }
}
