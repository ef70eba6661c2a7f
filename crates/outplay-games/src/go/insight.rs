//! What is known beyond the rules, for the alpha-beta engine: an evaluation that is a sum of weights, and chains that can never be captured.

use outplay::engine::{Effort, Facts, Insight, Keys, Ordering, Selectivity, StaticEvaluation};
use outplay::{Evaluation, Game, Outcomes, Player, Range, Window, ZeroSum};

use super::rules::{Go, Goal, Ko, MOST_POINTS, Points, Position, Vertex};

/// How many weights there are.
pub(super) const TERMS: usize = 9;

/// What the evaluation counts, in the order of its weights. Each is Black's less White's, but for the last one.
pub const TERM_NAMES: [&str; TERMS] = [
    "stones",
    "liberties",
    "chains in atari",
    "chains with two liberties",
    "points nearer than two steps",
    "points nearer",
    "stones on the first line",
    "eyes",
    "the move",
];

/// Weights in points, fitted to games of the program against itself on 7 x 7.
const WEIGHTS: [f32; TERMS] = [2.888, 1.078, -5.666, -2.668, -0.347, 0.233, -2.576, 1.416, 2.954];

/// Boards up to so many points are looked at from all sides: on larger ones symmetric positions are rare.
const SMALL: usize = 30;

/// How many points of lead are a certain win in the textbook's evaluation.
const CERTAIN: f64 = 60.0;

/// Judges a position by stones, liberties and influence, and knows chains that are alive whatever happens.
#[derive(Clone, Copy, Debug)]
pub struct Influence {
    weights: [f32; TERMS],
}

impl Default for Influence {
    fn default() -> Self {
        Influence { weights: WEIGHTS }
    }
}

impl Influence {
    /// With other weights: a number on each line, in the order of [`TERM_NAMES`].
    pub fn with_weights(bytes: &[u8]) -> Result<Influence, String> {
        let text =
            std::str::from_utf8(bytes).map_err(|_| "the weights of Go are text".to_owned())?;
        let mut weights = [0.0; TERMS];
        let mut words = text.split_whitespace();
        for (weight, name) in weights.iter_mut().zip(TERM_NAMES) {
            let word = words.next().ok_or_else(|| format!("the weight of {name} is missing"))?;
            let number = word.parse().ok().filter(|number: &f32| number.abs() < 1000.0);
            *weight = number.ok_or_else(|| format!("`{word:.20}` is no weight of {name}"))?;
        }
        match words.next() {
            None => Ok(Influence { weights }),
            Some(word) => Err(format!("`{word:.20}` is behind the last weight")),
        }
    }

    /// By how many points Black is ahead, as far as one can tell, komi included.
    pub fn lead(&self, game: &Go, position: &Position) -> f32 {
        let terms = terms(game, position);
        let sum: f32 = terms.iter().zip(self.weights).map(|(term, weight)| term * weight).sum();
        let points = game.points() as f32;
        sum.clamp(-points, points) - game.compensation() as f32
    }
}

/// What the weights are multiplied with, for Black.
pub(super) fn terms(game: &Go, position: &Position) -> [f32; TERMS] {
    let mut terms = [0.0; TERMS];
    for player in Player::all(2) {
        let sign = if player == Player::MAX { 1.0 } else { -1.0 };
        let own = position.set(player);
        terms[0] += sign * own.count() as f32;
        terms[6] += sign * own.and(game.edge()).count() as f32;
        let mut left = own;
        while let Some(stone) = left.first() {
            let chain = game.filled(stone, own);
            left = left.without(chain);
            let liberties =
                game.grown(chain).without(own).without(position.set(player.other())).count();
            terms[1] += sign * liberties.min(6) as f32;
            match liberties {
                1 => terms[2] += sign * (chain.count() as f32).sqrt(),
                2 => terms[3] += sign * (chain.count() as f32).sqrt(),
                _ => {}
            }
        }
        let other = position.set(player.other());
        terms[7] += sign * game.eyes(own, other).count() as f32;
    }
    let [near, far] = influence(game, position);
    (terms[4], terms[5]) = (near, far);
    terms[8] = if position.mover() == Player::MAX { 1.0 } else { -1.0 };
    terms
}

/// How many empty points are nearer to black stones than to white ones, less the others: within two steps, and farther away.
fn influence(game: &Go, position: &Position) -> [f32; 2] {
    let [mut black, mut white] = [Player::MAX, Player::MIN].map(|player| position.set(player));
    let stones = black.or(white);
    let mut counts = [0.0; 2];
    for step in 0..6 {
        let (grown_black, grown_white) = (game.grown(black), game.grown(white));
        let both = grown_black.and(grown_white).without(black).without(white);
        let new_black = grown_black.without(white).without(both).without(black).without(stones);
        let new_white = grown_white.without(black).without(both).without(white).without(stones);
        let change = new_black.count() as f32 - new_white.count() as f32;
        counts[usize::from(step >= 2)] += change;
        (black, white) = (black.or(new_black), white.or(new_white));
    }
    counts
}

/// The chains of a player that the other one can never capture, even if the player always passes, and their eyes of one point.
///
/// Reference: David Benson, *Life in the Game of Go*, Information Sciences 10 (1976).
pub(super) fn pass_alive(game: &Go, position: &Position, player: Player) -> Points {
    let own = position.set(player);
    let empty = game.all().without(own).without(position.set(player.other()));
    let parts = |mut left: Points, of: Points| {
        let mut parts = Vec::new();
        while let Some(point) = left.first() {
            let part = game.filled(point, of);
            left = left.without(part);
            parts.push(part);
        }
        parts
    };
    let outside = game.all().without(own);
    let mut chains = parts(own, own);
    let mut regions = parts(outside, outside);
    loop {
        let is_vital = |chain: &Points, region: &Points| {
            region.and(empty).without(game.grown(*chain)) == Points::default()
        };
        let before = chains.len();
        chains.retain(|chain| {
            regions
                .iter()
                .filter(|region| {
                    game.grown(**region).and(*chain) != Points::default() && is_vital(chain, region)
                })
                .count()
                >= 2
        });
        if chains.len() == before {
            break;
        }
        let alive = chains.iter().fold(Points::default(), |sum, chain| sum.or(*chain));
        regions.retain(|region| game.grown(*region).and(own).without(alive) == Points::default());
    }
    let alive = chains.iter().fold(Points::default(), |sum, chain| sum.or(*chain));
    let is_eye = |region: &&Points| {
        region.count() == 1
            && game.grown(**region).without(**region).without(alive) == Points::default()
    };
    regions.iter().filter(is_eye).fold(alive, |sum, region| sum.or(*region))
}

impl Insight<Go> for Influence {
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

impl Facts<Go, ()> for Influence {
    /// What is alive for good counts for its owner in the end, and the rest for the other player at worst.
    fn bounds(&self, game: &Go, position: &Position, (): &(), _: Window<i32>) -> Range<i32> {
        // Where a position may come again, whoever can always put stones where they die goes round for ever.
        let is_endless = game.options().ko == Ko::Simple && game.allows_suicide();
        if game.options().goal != Goal::Points || game.points() > SMALL || is_endless {
            return Range::ALL;
        }
        let points = game.points() as i32;
        let [own, other] = [position.mover(), position.mover().other()]
            .map(|player| pass_alive(game, position, player).count() as i32);
        let komi = game.compensation() as i32;
        let komi = if position.mover() == Player::MAX { -komi } else { komi };
        Range { low: 2 * own - points + komi, high: points - 2 * other + komi }
    }
}

impl StaticEvaluation<Go, ()> for Influence {
    type Carried = ();

    const CLEAR_ADVANTAGE: i32 = 300;
    const ASPIRATION: i32 = 100;

    /// In hundredths of a point where the game is won or lost, and in points where those are won.
    fn evaluate(&self, game: &Go, position: &Position, (): &(), (): &()) -> i32 {
        let lead = self.lead(game, position);
        let own = if position.mover() == Player::MAX { lead } else { -lead };
        match game.outcomes() {
            Outcomes::WinDrawLoss => (100.0 * own) as i32,
            Outcomes::Points { most } => (own as i32).clamp(1 - most, most - 1),
        }
    }
}

impl Ordering<Go, ()> for Influence {
    type Note = ();

    const MOVE_INDICES: usize = MOST_POINTS + 1;

    fn effort(&self, _: &Go, _: &Position, _: u32) -> Effort {
        Effort::History
    }

    /// Captures first, then replies beside the last move and points away from the edge, own eyes last. A pass comes first if it wins.
    fn score_move(
        &self,
        game: &Go,
        position: &Position,
        (): &(),
        vertex: Vertex,
        window: Window<i32>,
    ) -> i32 {
        let own = position.mover();
        let Some(point) = vertex.point() else {
            let lead = game.payoff(position, own);
            let wins = position.passes() == 1
                && (lead > 0.0 && game.options().goal == Goal::Win || lead as i32 >= window.beta);
            return if wins { 1000 } else { -50 };
        };
        if game.eyes(position.set(own), position.set(own.other())).has(point as u16) {
            return -100;
        }
        let (x, y) = game.place(point);
        let line = i32::from(x.min(y).min(game.width() - 1 - x).min(game.height() - 1 - y));
        let mut score = line.min(2) * 4;
        for &beside in game.beside(point as u16) {
            let Some(owner) = position.owner(usize::from(beside)) else { continue };
            let chain = game.filled(beside, position.set(owner));
            let liberties = game.liberties(position, chain).count();
            score += match (owner == own, liberties) {
                (false, 1) => 60 + 5 * chain.count() as i32,
                (true, 1) => 30,
                (false, 2) => 12,
                _ => 2,
            };
        }
        if let Some(last) = position.last() {
            let (last_x, last_y) = game.place(last);
            let steps = x.abs_diff(last_x) + y.abs_diff(last_y);
            score += i32::from(6_u8.saturating_sub(steps));
        }
        score
    }

    fn move_index(&self, _: &Go, vertex: Vertex) -> usize {
        vertex.point().unwrap_or(MOST_POINTS)
    }
}

impl Selectivity<Go, ()> for Influence {}

impl Keys<Go> for Influence {
    /// By superko the past matters, and that is not symmetric.
    fn key(&self, game: &Go, position: &Position) -> Option<u64> {
        match game.options().ko {
            Ko::Simple if game.points() <= SMALL => Some(game.symmetric_key(position)),
            _ => game.key(position),
        }
    }
}

/// In payoffs, for searches of the textbook.
impl Evaluation<Go> for Influence {
    fn evaluate(&self, game: &Go, position: &Position, player: Player) -> f64 {
        let lead = f64::from(self.lead(game, position));
        let own = if player == Player::MAX { lead } else { -lead };
        match game.options().goal {
            Goal::Win => (own / CERTAIN).clamp(-0.99, 0.99),
            Goal::Points => own,
        }
    }
}
