//! Scale: what a finished game is worth as a score.

use crate::{Outcomes, Player, Range, Value, ZeroSum};

/// The score of a game that is won, before the plies it took are taken off.
pub const WIN: i32 = 30_000;

/// More plies than any game that is won takes: scores closer to [`WIN`] than this count plies.
pub(crate) const FARTHEST: i32 = 2_000;

/// The score of a win of which nobody knows how long it takes, as an [endgame table](super::super::TableFact) of verdicts tells it. From it come off the plies after which
/// something happens that cannot be taken back, so that whoever knows a limit of such plies knows whether the win is one. Whatever counts plies to the end scores more.
pub const KNOWN_WIN: i32 = WIN - FARTHEST;

/// The plies that a score of a win counts: to the end, or for a [known win](KNOWN_WIN) until something happens that cannot be taken back.
#[inline(always)]
pub(crate) fn plies_of(score: i32) -> i32 {
    let score = score.abs();
    if score > KNOWN_WIN { WIN - score } else { KNOWN_WIN - score }
}

/// What a finished game is worth as a score.
///
/// The defaults follow what the game [declares](ZeroSum::outcomes): a win scores [`WIN`] less the plies it takes, so that quick
/// wins come first; points score what they are. A game with a scale of its own says that its scores do not count plies.
pub trait Scale<G: ZeroSum>: Sync {
    /// All scores of finished games are multiples of this.
    const GRAIN: i32 = 1;

    /// What a solved score of 1 counts here. More than 1 is for a scale of play whose opinions lie between solved scores, so that a win that is proven is above
    /// every opinion. A [book](super::super::Book) keeps solved scores.
    const UNIT: i32 = 1;

    /// Whether scores near [`WIN`] count the plies from the root of the search.
    #[inline(always)]
    fn counts_plies(&self, game: &G) -> bool {
        matches!(game.outcomes(), Outcomes::WinDrawLoss)
    }

    /// The highest score there is, up to its sign: at most 32,767.
    #[inline(always)]
    fn highest(&self, game: &G) -> i32 {
        match game.outcomes() {
            Outcomes::WinDrawLoss => WIN,
            Outcomes::Points { most } => most,
        }
    }

    /// Fact: what a finished game is worth to `player`, `ply` plies from the root.
    #[inline(always)]
    fn terminal(&self, game: &G, position: &G::Position, player: Player, ply: u32) -> i32 {
        match (game.payoff(position, player), game.outcomes()) {
            (points, Outcomes::Points { .. }) => {
                debug_assert!(
                    points.fract() == 0.0,
                    "a payoff of {points} is no whole number of points: the engine cannot count it"
                );
                points as i32
            }
            (payoff, _) if payoff > 0.0 => WIN - ply as i32,
            (payoff, _) if payoff < 0.0 => ply as i32 - WIN,
            _ => 0,
        }
    }

    /// Whether a score says that the game is won or lost, not by how much a player is ahead.
    #[inline(always)]
    fn is_decided(&self, game: &G, score: i32) -> bool {
        self.counts_plies(game) && score.abs() > KNOWN_WIN - FARTHEST
    }

    /// Whether a value proves who wins, in a game in which a quick win scores more than a slow one. Such a win may come even sooner
    /// than its bound says.
    fn decides(&self, game: &G, value: Value<i32>) -> bool {
        let (low, high) = (value.low(), value.high());
        low > 0 && self.is_decided(game, low) || high < 0 && self.is_decided(game, high)
    }

    /// A score counted from a position becomes one that is counted from `plies` plies before it: wins are that much farther
    /// away.
    #[inline(always)]
    fn farther(&self, game: &G, score: i32, plies: u32) -> i32 {
        if self.counts_plies(game) { shifted(score, -(plies as i32)) } else { score }
    }

    /// A score counted from the root becomes one that is counted from a position `plies` plies after it.
    #[inline(always)]
    fn nearer(&self, game: &G, score: i32, plies: u32) -> i32 {
        if self.counts_plies(game) { shifted(score, plies as i32) } else { score }
    }

    /// Both ends of a range, [farther](Self::farther) away.
    #[inline(always)]
    fn range_farther(&self, game: &G, range: Range<i32>, plies: u32) -> Range<i32> {
        let farther = |score| self.farther(game, score, plies);
        Range { low: farther(range.low), high: farther(range.high) }
    }
}

impl<G: ZeroSum> Scale<G> for () {}

#[inline(always)]
pub(crate) fn shifted(score: i32, by: i32) -> i32 {
    if score > KNOWN_WIN - FARTHEST {
        score.saturating_add(by)
    } else if score < FARTHEST - KNOWN_WIN {
        score.saturating_sub(by)
    } else {
        score
    }
}
