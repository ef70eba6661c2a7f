//! What Monte-Carlo search is told about Go: play-outs on a board of their own, chances of moves, and points as actions.

use std::ops::RangeInclusive;

use fastrand::Rng;
use outplay::Player;
use outplay::mcts::{Config, End, Knowledge, Rave, Rule, Setting};

use super::board::Point;
use super::criticality::Criticality;
use super::features::Weights;
use super::play_out::PlayOut;
use super::policy::{Knobs, Policy};
use super::rules::{Go, Goal, MOST_POINTS, Position, Vertex};

/// What Monte-Carlo search is told about Go.
#[derive(Clone, Debug)]
pub struct PlayOuts {
    policy: Policy,
    weights: Weights,
    /// Whether the weights say how likely a move is to be good.
    has_priors: bool,
    /// By how much more likely a move is for the criticality of its point.
    criticality: f32,
}

impl Default for PlayOuts {
    fn default() -> PlayOuts {
        PlayOuts::new(Knobs::default(), Weights::shipped().clone())
    }
}

impl PlayOuts {
    /// Play-outs with these knobs, and chances of moves by these weights.
    pub fn new(knobs: Knobs, weights: Weights) -> PlayOuts {
        let policy = Policy::new(knobs, &weights);
        PlayOuts { policy, weights, has_priors: true, criticality: CRITICALITY }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How many times as likely a move is for the criticality of its point, as far as play-outs have shown it.
    fn critical(&self, counts: &Criticality, mv: Vertex) -> f32 {
        let Some(point) = mv.point() else { return 1.0 };
        let seen = f64::from(counts.play_outs());
        let sure = counts.of(point).max(0.0) * seen / (seen + UNSURE);
        1.0 + self.criticality * sure as f32
    }
}

/// How much the criticality of a point weighs if nothing is said about it: nothing. docs/go.md has what it was worth.
const CRITICALITY: f32 = 0.0;
/// So many play-outs count as much as having seen none: before, criticality is mostly chance.
const UNSURE: f64 = 100.0;

/// The mercy rule: a play-out ends when one side has more stones than the other by so much of the board, ...
const MERCY: f64 = 0.22;
/// ... which is taken for one of 9 x 9 if it is smaller: a few stones more decide nothing.
const SMALLEST: usize = 81;

/// How many stones more than White Black may have while a play-out goes on.
pub(super) fn undecided(game: &Go) -> RangeInclusive<i32> {
    if game.options().goal == Goal::Points {
        return i32::MIN..=i32::MAX;
    }
    let most = MERCY * game.points().max(SMALLEST) as f64;
    (game.compensation() - most) as i32..=(game.compensation() + most) as i32
}

/// What there is to be switched off.
const SETTINGS: &[Setting] = &[
    Setting::new("priors", SWITCH, "features of a move say how likely it is to be good"),
    Setting::new("distance", SWITCH, "one of them is how far the last two moves are"),
    Setting::new("ladders", SWITCH, "another, whether a ladder works"),
    Setting::new("criticality", "off or a number", "moves count for more where games are won"),
    Setting::new("escapes", OFTEN, "play-outs help own stones in atari"),
    Setting::new("captures", OFTEN, "play-outs take the last stone"),
    Setting::new("nakade", OFTEN, "play-outs take the vital point of an eye"),
    Setting::new("two-liberties", OFTEN, "play-outs fight about chains with two liberties"),
    Setting::new("patterns", OFTEN, "play-outs move by patterns of 3 x 3 near the last move"),
    Setting::new("elsewhere", "a number", "what all moves elsewhere weigh beside those patterns"),
    Setting::new("self-atari", SWITCH, "play-outs avoid self-atari"),
];

const SWITCH: &str = "on or off";
const OFTEN: &str = "on, off or how often, of 256 times";

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// How often of 256 times.
fn often(text: &str) -> Option<u32> {
    let times = text.parse().ok().filter(|&times| times <= 256);
    times.or_else(|| switch(text).map(|is_on| if is_on { 256 } else { 0 }))
}

/// A number that is not negative.
fn amount(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0)
}

/// What a thread keeps for its play-outs.
#[derive(Debug)]
pub struct Hand {
    /// Who owned which point at the end of the play-outs of this search.
    pub counts: Criticality,
    blank: PlayOut,
    board: PlayOut,
    /// The moves of a play-out, and what they are by the rules.
    moves: Vec<Point>,
    vertices: Vec<Vertex>,
}

/// Moves that fill an own eye are hardly ever good.
const FILLS_EYE: f32 = 1e-4;

impl Knowledge<Go> for PlayOuts {
    type Hand = Hand;

    const PRIORS: bool = true;
    const ACTIONS: usize = MOST_POINTS + 1;
    const SETTINGS: &'static [Setting] = SETTINGS;

    fn set(&mut self, name: &str, text: &str) -> Option<()> {
        let mut knobs = *self.policy.knobs();
        match name {
            "priors" => self.has_priors = switch(text)?,
            "distance" if !switch(text)? => self.weights.forget_distances(),
            "ladders" if !switch(text)? => self.weights.forget_ladders(),
            "distance" | "ladders" => {}
            "criticality" => self.criticality = if text == "off" { 0.0 } else { amount(text)? },
            "escapes" => knobs.escapes = often(text)?,
            "captures" => knobs.captures = often(text)?,
            "nakade" => knobs.nakade = often(text)?,
            "two-liberties" => knobs.two_liberties = often(text)?,
            "patterns" => knobs.patterns = often(text)?,
            "elsewhere" => knobs.elsewhere = amount(text)?,
            "self-atari" => knobs.avoids_self_atari = switch(text)?,
            _ => return None,
        }
        if knobs != *self.policy.knobs() {
            self.policy = Policy::new(knobs, &self.weights);
        }
        Some(())
    }

    /// Games in which a move was made later tell most moves apart, so little else is needed to look at all of them.
    fn usual(&self, config: Config) -> Config {
        let rave = Some(Rave { equivalence: 300.0, ..Rave::default() });
        let rule = Rule::Puct { exploration: 0.9 };
        Config { rule, rave, expand_after: 2, ..config.puct() }
    }

    fn hand(&self, game: &Go) -> Hand {
        let (counts, blank) = (Criticality::new(game.points()), PlayOut::blank(game));
        let (board, vertices) = (blank.clone(), blank.vertices());
        Hand { counts, blank, board, moves: Vec::new(), vertices }
    }

    fn begin(&self, game: &Go, _: &Position, hand: &mut Hand) {
        hand.counts = Criticality::new(game.points());
    }

    fn priors(
        &self,
        game: &Go,
        position: &Position,
        moves: &[Vertex],
        hand: &mut Hand,
        priors: &mut Vec<f32>,
    ) {
        let board = PlayOut::new(game, position);
        let mut sensible = Vec::with_capacity(moves.len());
        board.moves(&mut sensible);
        let mut chances = Vec::with_capacity(sensible.len());
        match self.has_priors {
            true => board.priors(&self.weights, &sensible, &mut chances),
            false => chances.resize(sensible.len(), 1.0),
        }
        if self.criticality > 0.0 {
            for (chance, mv) in chances.iter_mut().zip(&sensible) {
                *chance *= self.critical(&hand.counts, *mv);
            }
        }
        // Both lists are in the order of the points.
        let mut left = sensible.iter().zip(&chances).peekable();
        priors.extend(moves.iter().map(|mv| match left.next_if(|(one, _)| *one == mv) {
            Some((_, &chance)) => chance.max(FILLS_EYE),
            None => FILLS_EYE,
        }));
    }

    #[inline]
    fn action(&self, _: &Go, _: &Position, vertex: Vertex) -> usize {
        vertex.point().unwrap_or(MOST_POINTS)
    }

    fn play_out(
        &self,
        game: &Go,
        position: &mut Position,
        hand: &mut Hand,
        run: &mut outplay::mcts::PlayOut<Vertex>,
    ) -> End {
        run.listed.clear();
        if position.passes() >= 2 {
            run.was_over = true;
            run.finish(game, position);
            return End::Over;
        }
        let Hand { counts, blank, board, moves, vertices } = hand;
        board.set_up(blank, position);
        let mut random = Rng::with_seed(run.random.any());
        moves.clear();
        let undecided = undecided(game);
        let vertex = |point: &Point| vertices[usize::from(*point)];
        let action = |point: &Point| vertex(point).point().unwrap_or(MOST_POINTS);
        let (mut player, mut told) = (position.mover(), 0);
        let mut tell = |run: &mut outplay::mcts::PlayOut<Vertex>, moves: &[Point]| {
            for point in &moves[told..] {
                run.played(player, action(point));
                player = player.other();
            }
            told = moves.len();
            player
        };
        match run.has_replies() {
            true => board.run_noting(&self.policy, &mut random, moves, &undecided, |moves| {
                let player = tell(run, moves);
                let is_point = |action: &usize| *action < game.points();
                run.reply(player).filter(is_point).map(|action| Vertex(action as u16))
            }),
            false => board.run_noting(&self.policy, &mut random, moves, &undecided, |_| None),
        }
        run.plies += moves.len() as u32;
        if run.is_watched() {
            run.moves.extend(moves.iter().map(vertex));
        }
        if run.wants_actions() {
            tell(run, moves);
        }
        counts.count(board, game.compensation());
        let is_over = undecided.contains(&board.balance());
        let points = if is_over { board.area() } else { board.balance() };
        let lead = f64::from(points) - game.compensation();
        let payoff = match game.options().goal {
            Goal::Points => lead,
            Goal::Win if lead == 0.0 => 0.0,
            Goal::Win => lead.signum(),
        };
        run.payoffs[Player::MAX.index()] = payoff;
        run.payoffs[Player::MIN.index()] = -payoff;
        End::Over
    }
}
