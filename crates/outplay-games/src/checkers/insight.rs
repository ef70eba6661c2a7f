//! What is known beyond the rules: what pieces are worth where, which moves to try first, and where a search must not stop.

use std::sync::Arc;

use outplay::engine::{Effort, Facts, Insight, Keys, Ordering, Selectivity, StaticEvaluation};
use outplay::{Range, Window, mixed};

use super::features::visit;
use super::paths;
use super::rules::{BLACK, Checkers, Move, Position, WHITE};
use super::weights::{self, SHIPPED, Weights};

/// Knows what men and kings are worth.
#[derive(Clone, Debug)]
pub struct Draughtsmen {
    weights: Arc<Weights>,
}

impl Default for Draughtsmen {
    fn default() -> Self {
        Draughtsmen { weights: Arc::clone(&SHIPPED) }
    }
}

/// The number of pieces at the start.
const PIECES: i32 = 24;

/// Near the limit of moves, positions are told apart by steps of so many plies.
const CLOCK_STEP: u16 = 8;

/// From so many plies before the limit on.
const CLOCK_LEFT: u16 = 20;

/// With so many pieces or fewer, every move matters.
const FEW: u32 = 6;

impl Draughtsmen {
    /// With the weights of a file.
    pub(super) fn with_weights(bytes: &[u8]) -> Result<Draughtsmen, String> {
        Ok(Draughtsmen { weights: Arc::new(weights::from_bytes(bytes)?) })
    }

    /// The evaluation, for the player to move, in hundredths of a man.
    #[inline(always)]
    pub fn score(&self, position: Position) -> i32 {
        let mut sums = [0; 2];
        visit(position, |feature, amount| {
            let [all, none] = self.weights[feature];
            sums[0] += all * amount;
            sums[1] += none * amount;
        });
        let count = position.count() as i32;
        let black = (sums[0] * count + sums[1] * (PIECES - count)) / PIECES;
        if position.player() == BLACK { black } else { -black }
    }
}

impl Insight<Checkers> for Draughtsmen {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = Self;
    type Keys = Self;

    const ALTERNATES: bool = true;

    fn scale(&self) -> &() {
        &()
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

impl Facts<Checkers, ()> for Draughtsmen {
    /// Until the limit of moves is reached.
    #[inline(always)]
    fn longest_win(&self, game: &Checkers, position: &Position) -> u32 {
        u32::from(game.limit().saturating_sub(position.plies()))
    }

    /// The draws by the limit of moves.
    #[inline(always)]
    fn bounds(&self, game: &Checkers, position: &Position, (): &(), _: Window<i32>) -> Range<i32> {
        match game.is_drawn(position) {
            true => Range { low: 0, high: 0 },
            false => Range::ALL,
        }
    }

    #[inline(always)]
    fn can_move(&self, _: &Checkers, position: &Position, (): &(), _: &mut Vec<Move>) -> bool {
        position.has_moves()
    }

    /// The draws of [`bounds`](Self::bounds) are not asked for again.
    #[inline(always)]
    fn moves(&self, _: &Checkers, position: &Position, (): &(), moves: &mut Vec<Move>) {
        position.legal(|mv| moves.push(mv));
    }
}

impl StaticEvaluation<Checkers, ()> for Draughtsmen {
    type Carried = ();

    const ASPIRATION: i32 = 12;

    /// The men.
    const CORRECTION_KEYS: usize = 1;

    #[inline(always)]
    fn evaluate(&self, _: &Checkers, position: &Position, (): &(), (): &()) -> i32 {
        self.score(*position)
    }

    #[inline(always)]
    fn correction_key(&self, _: &Checkers, position: &Position, _: usize) -> u64 {
        let [black, white] = [BLACK, WHITE].map(|player| u64::from(position.men(player)));
        mixed(black | white << 32)
    }
}

impl Ordering<Checkers, ()> for Draughtsmen {
    type Note = ();

    const MOVE_INDICES: usize = paths::COUNT;

    const STAGES: bool = true;

    /// A man or a king, and where to.
    const PIECE_TOS: usize = 2 * 32;

    fn effort(&self, _: &Checkers, _: &Position, _: u32) -> Effort {
        Effort::History
    }

    /// What takes more comes first.
    #[inline(always)]
    fn score_move(
        &self,
        _: &Checkers,
        position: &Position,
        (): &(),
        mv: Move,
        _: Window<i32>,
    ) -> i32 {
        let kings = (mv.captured() & position.all_kings()).count_ones();
        (2 * mv.jumps() + kings) as i32
    }

    #[inline(always)]
    fn move_index(&self, _: &Checkers, mv: Move) -> usize {
        paths::index(mv)
    }

    #[inline(always)]
    fn indexed_move(&self, _: &Checkers, position: &Position, index: usize) -> Option<Move> {
        paths::indexed(*position, index)
    }

    #[inline(always)]
    fn piece_to(&self, _: &Checkers, position: &Position, mv: Move) -> usize {
        let is_king = position.all_kings() >> mv.from() & 1;
        (32 * is_king + mv.to()) as usize
    }
}

impl Selectivity<Checkers, ()> for Draughtsmen {
    const SELECTIVE: bool = true;

    const QUIESCENCE: bool = true;

    /// A player who can capture must: what is played out are captures, and nobody may stop before the last of them.
    #[inline(always)]
    fn noisy(&self, _: &Checkers, position: &Position, (): &(), moves: &mut Vec<Move>) {
        position.captures(|mv| moves.push(mv));
    }

    #[inline(always)]
    fn noisy_and_quiet(
        &self,
        _: &Checkers,
        position: &Position,
        (): &(),
        noisy: &mut Vec<Move>,
        quiet: &mut Vec<Move>,
    ) {
        position.captures(|mv| noisy.push(mv));
        if noisy.is_empty() {
            position.steps(|mv| quiet.push(mv));
        }
    }

    #[inline(always)]
    fn is_noisy(&self, _: &Checkers, _: &Position, mv: Move) -> bool {
        mv.is_capture()
    }

    /// The evaluation is not to be trusted while there is something to capture.
    #[inline(always)]
    fn in_check(&self, _: &Checkers, position: &Position, (): &()) -> bool {
        position.can_capture()
    }

    /// With few pieces left, most positions turn on who has to move.
    #[inline(always)]
    fn may_be_zugzwang(&self, _: &Checkers, position: &Position) -> bool {
        position.count() <= FEW
    }
}

impl Keys<Checkers> for Draughtsmen {
    const HAS_CLOCK: bool = true;

    #[inline(always)]
    fn is_drawn_by_clock(&self, game: &Checkers, position: &Position) -> bool {
        game.is_drawn(position)
    }

    /// The past is not in it, and the clock only roughly: what the table remembers from another path is
    /// [held against it](Facts::longest_win).
    #[inline(always)]
    fn key(&self, game: &Checkers, position: &Position) -> Option<u64> {
        let key = position.key_without_plies();
        let left = game.limit().saturating_sub(position.plies());
        Some(match left >= CLOCK_LEFT {
            true => key,
            false => key ^ mixed(1 + u64::from(left / CLOCK_STEP)),
        })
    }
}

#[cfg(test)]
mod tests {
    use outplay::face::notation::Notation;

    use super::*;

    #[test]
    fn both_colours_are_judged_alike() {
        let insight = Draughtsmen::default();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let (black, white) = (random.u32(..) & random.u32(..), random.u32(..) & random.u32(..));
            let black = black & !white;
            let kings = (black | white) & random.u32(..) | white & 0xf | black & 0xf000_0000;
            let position = Position::new([black, white], kings, BLACK);
            assert_eq!(insight.score(position), insight.score(position.flipped()));
        }
    }

    #[test]
    fn a_man_more_is_better() {
        let score = |fen: &str| {
            Draughtsmen::default().score(Checkers::default().read_position(fen).unwrap())
        };
        assert!(score("B:W21-31:B1-12") > 50);
        assert!(score("W:W21-31:B1-12") < -50);
        assert!(score("B:WK32:BK1,K2") > 50);
    }

    #[test]
    fn near_the_limit_the_clock_counts() {
        let (game, insight) = (Checkers::default(), Draughtsmen::default());
        let key = |plies| {
            let position = game.read_position("B:WK32:BK1").unwrap().with_plies(plies);
            Keys::key(&insight, &game, &position)
        };
        assert_eq!(key(0), key(40));
        assert_ne!(key(0), key(79));
        assert_ne!(key(65), key(79));
    }
}
