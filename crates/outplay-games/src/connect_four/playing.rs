//! What the engine is told when it plays: the facts of [`Threats`], and opinions between them.
//!
//! A solved score counts stones, and one stone is the difference between a win and a draw: it leaves no room for opinions. So when the engine plays, it counts
//! hundredths of a stone: a draw is 0, a win with the last stone 100, with the last but one 200, and an opinion lies between -99 and 99. A win that is
//! proven is above every opinion.

use outplay::engine::{
    Driver, Facts, FewMoves, HowMany, Insight, Ordering, Scale, StaticEvaluation,
};
use outplay::{Player, Range, Window};

use super::Threats;
use super::insight::Look;
use super::rules::{Board, ConnectFour, Stone};

/// Knows what [`Threats`] knows, and has an opinion on positions whose end it does not see.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playing;

/// What a stone of a solved score counts.
pub(super) const UNIT: i32 = 100;

/// The window of solved scores that has in it what a window of play has.
#[inline(always)]
fn solved(window: Window<i32>) -> Window<i32> {
    Window { alpha: window.alpha.div_euclid(UNIT), beta: -(-window.beta).div_euclid(UNIT) }
}

impl Insight<ConnectFour> for Playing {
    type Scratch = Look;
    type Scale = Self;
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = ();
    type Keys = Threats;

    const ALTERNATES: bool = true;

    /// Facts are worth more than an estimate, as they are without one.
    const DRIVER: Driver = Driver::Bisect;

    #[inline(always)]
    fn scratch(&self, game: &ConnectFour, board: &Board) -> Look {
        Threats.scratch(game, board)
    }

    #[inline(always)]
    fn scratch_after(
        &self,
        game: &ConnectFour,
        before: &Look,
        stone: Stone,
        threats: Option<u64>,
        board: &Board,
    ) -> Look {
        Threats.scratch_after(game, before, stone, threats, board)
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
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &Threats {
        &Threats
    }
}

impl Scale<ConnectFour> for Playing {
    const GRAIN: i32 = UNIT;
    const UNIT: i32 = UNIT;

    #[inline(always)]
    fn counts_plies(&self, _: &ConnectFour) -> bool {
        false
    }

    fn highest(&self, game: &ConnectFour) -> i32 {
        UNIT * Threats.highest(game)
    }

    fn terminal(&self, game: &ConnectFour, board: &Board, player: Player, ply: u32) -> i32 {
        UNIT * Threats.terminal(game, board, player, ply)
    }

    /// No opinion is a whole stone.
    #[inline(always)]
    fn is_decided(&self, _: &ConnectFour, score: i32) -> bool {
        score.abs() >= UNIT
    }
}

impl Facts<ConnectFour, Look> for Playing {
    fn decided(&self, game: &ConnectFour, board: &Board) -> Option<i32> {
        Threats.decided(game, board).map(|score| UNIT * score)
    }

    #[inline(always)]
    fn plies_left(&self, game: &ConnectFour, board: &Board) -> u32 {
        Threats.plies_left(game, board)
    }

    #[inline(always)]
    fn bounds(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        window: Window<i32>,
    ) -> Range<i32> {
        let Range { low, high } = Threats.bounds(game, board, look, solved(window));
        Range { low: UNIT * low, high: UNIT * high }
    }

    #[inline(always)]
    fn moves(&self, game: &ConnectFour, board: &Board, look: &Look, moves: &mut Vec<Stone>) {
        Threats.moves(game, board, look, moves);
    }

    #[inline(always)]
    fn how_many(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        moves: &mut Vec<Stone>,
    ) -> HowMany<Stone> {
        Threats.how_many(game, board, look, moves)
    }

    #[inline(always)]
    fn can_move(&self, _: &ConnectFour, _: &Board, look: &Look, _: &mut Vec<Stone>) -> bool {
        look.safe != 0
    }
}

impl StaticEvaluation<ConnectFour, Look> for Playing {
    type Carried = ();

    const CLEAR_ADVANTAGE: i32 = 50;
    const ASPIRATION: i32 = 12;

    #[inline(always)]
    fn evaluate(&self, game: &ConnectFour, board: &Board, look: &Look, (): &()) -> i32 {
        let advantage = game.advantage(board, look).clamp(1 - UNIT, UNIT - 1);
        if board.count() % 2 == 0 { advantage } else { -advantage }
    }
}

impl Ordering<ConnectFour, Look> for Playing {
    type Note = <Threats as Ordering<ConnectFour, Look>>::Note;

    #[inline(always)]
    fn score_move(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        stone: Stone,
        window: Window<i32>,
    ) -> i32 {
        Threats.score_move(game, board, look, stone, solved(window))
    }

    #[inline(always)]
    fn few_moves(
        &self,
        game: &ConnectFour,
        board: &Board,
        look: &Look,
        window: Window<i32>,
    ) -> Option<FewMoves<Stone, u64>> {
        Threats.few_moves(game, board, look, solved(window))
    }
}
