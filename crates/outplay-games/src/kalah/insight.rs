//! What is known beyond the rules: seeds in a store stay there, and a move after which the same player moves again is tried first.

use outplay::engine::{Effort, Facts, Insight, Keys, Ordering, Scale, StaticEvaluation};
use outplay::{Evaluation, Player, Range, Window};

use super::rules::{Board, Kalah, MOST_PITS, Pit, count, mixed};

/// Knows that a seed in a store is never lost, and which moves are worth a first look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stores;

impl Insight<Kalah> for Stores {
    type Scratch = ();
    type Scale = Self;
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = ();
    type Keys = Self;

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
    fn keys(&self) -> &Self {
        self
    }
}

impl Scale<Kalah> for Stores {
    /// The number of seeds is even, and so is every difference.
    const GRAIN: i32 = 2;
}

impl Facts<Kalah, ()> for Stores {
    /// A player keeps what is in their store, and gets no more than all the rest.
    #[inline(always)]
    fn bounds(&self, game: &Kalah, board: &Board, (): &(), window: Window<i32>) -> Range<i32> {
        let [own, other] = [board.own, board.other].map(|side| i32::from(game.store_of(side)));
        let range = Range { low: 2 * own - game.total(), high: game.total() - 2 * other };
        if range.low < window.beta && range.high > window.alpha {
            return Range { low: 2 * game.harvest(board) - game.total(), ..range };
        }
        range
    }

    /// From the store outwards.
    #[inline(always)]
    fn moves(&self, game: &Kalah, board: &Board, (): &(), moves: &mut Vec<Pit>) {
        moves.extend(game.pits_to_sow(board).rev());
    }
}

impl StaticEvaluation<Kalah, ()> for Stores {
    type Carried = ();

    const CLEAR_ADVANTAGE: i32 = 6;
    const ASPIRATION: i32 = 2;

    #[inline(always)]
    fn evaluate(&self, game: &Kalah, board: &Board, (): &(), (): &()) -> i32 {
        let [own, other] = [board.own, board.other].map(|side| i32::from(game.store_of(side)));
        own - other
    }
}

impl Ordering<Kalah, ()> for Stores {
    type Note = ();

    const MOVE_INDICES: usize = MOST_PITS;

    /// PERF: 6 pits of 3 seeds, solved, take 15.9 million positions with killers, counter-moves and history, and 2.9 million without, if the pit nearest to
    /// the store comes first. Down to a depth, they still have their say.
    #[inline(always)]
    fn effort(&self, _: &Kalah, _: &Board, plies: u32) -> Effort {
        if plies == u32::MAX { Effort::Move } else { Effort::History }
    }

    /// A move after which the same player moves again comes first, the pit beside the store before the others: it takes away nothing from
    /// them. Then captures, the larger the earlier, and of equal ones the one from farther away.
    #[inline(always)]
    fn score_move(&self, game: &Kalah, board: &Board, (): &(), pit: Pit, _: Window<i32>) -> i32 {
        let seeds = count(board.own, pit.0.into());
        let last = game.last_place(pit, seeds);
        if last == game.pits() {
            return 1_000 + i32::from(pit.0);
        }
        let lands = last < game.pits() && seeds <= 2 * game.pits() + 1;
        let is_empty = lands && (count(board.own, last.into()) == 0 || last == pit.0);
        let opposite =
            if is_empty { count(board.other, (game.pits() - 1 - last).into()) } else { 0 };
        let crosses = seeds > game.pits() - pit.0;
        match opposite {
            0 => 0,
            captured => 8 * (i32::from(captured) + 1 + i32::from(crosses)) - i32::from(pit.0),
        }
    }

    #[inline(always)]
    fn move_index(&self, _: &Kalah, pit: Pit) -> usize {
        pit.0.into()
    }
}

impl Keys<Kalah> for Stores {
    /// The pits as the player to move sees them: whoever that is, the score is the same.
    #[inline(always)]
    fn key(&self, game: &Kalah, board: &Board) -> Option<u64> {
        Some(mixed(game.pits_of(board.own), game.pits_of(board.other)))
    }

    /// What is in the stores changes nothing that is still to come.
    #[inline(always)]
    fn banked(&self, game: &Kalah, board: &Board) -> i32 {
        game.ahead(board)
    }
}

/// In payoffs, for searches of the textbook.
impl Evaluation<Kalah> for Stores {
    fn evaluate(&self, game: &Kalah, board: &Board, player: Player) -> f64 {
        let [own, other] = [player, player.other()].map(|player| board.side(player));
        f64::from(game.store_of(own)) - f64::from(game.store_of(other))
    }

    fn range(&self, game: &Kalah, board: &Board, player: Player) -> Range<f64> {
        let [own, other] = [player, player.other()].map(|player| board.side(player));
        let total = f64::from(game.total());
        Range {
            low: 2.0 * f64::from(game.store_of(own)) - total,
            high: total - 2.0 * f64::from(game.store_of(other)),
        }
    }
}
