//! Where alpha-beta ends and random games begin: the engine against Monte-Carlo search, on boards with more and more moves.
//!
//! Before it may lose, the engine shows that its evaluation of Go is good for something: thinking ahead has to beat taking the best next position.

use std::time::Duration;

use fastrand::Rng;
use outplay::arena::Mean;
use outplay::face::{AnyGame, Choice, Options as Made, Question, Session, Thinker};
use outplay::{Depth, Limits, Player, Turn};

use super::Options;
use crate::draw::columns;
use crate::failure::{Failure, warn};
use crate::{games, interrupt};

/// The games, from few moves to many.
const GAMES: [&str; 6] = ["tic-tac-toe", "connect-four", "othello", "go:5x5", "go:7x7", "go:9x9"];
/// Where the engine first plays against itself one ply deep.
const YARDSTICK: &str = "go:7x7";
/// How many games are played of each, every opening twice with the seats changed.
const USUAL: u32 = 10;
/// How long each side thinks about a move.
const TIME: Duration = Duration::from_millis(100);
/// A game begins with so many moves at random.
const OPENING: usize = 2;
/// How wide the plot is.
const WIDTH: f64 = 40.0;
const CONFIDENCE: f64 = 0.95;

/// A search, and how long it thinks about a move.
struct Side {
    search: Box<dyn Thinker>,
    limits: Limits,
}

/// What came out in one game.
#[derive(Default)]
struct Outcome {
    /// What the second side scored in each pair of games: 1 if it won both.
    share: Mean,
    /// How many moves there were in each position.
    moves: Mean,
    games: u32,
}

pub(super) fn run(options: &Options) -> Result<String, Failure> {
    let pairs = options.games.unwrap_or(USUAL).div_ceil(2);
    let time = Limits { time: Some(TIME), stop: Some(interrupt::flag()), ..Limits::default() };
    let ply = Limits { depth: Some(Depth::plies(1)), time: None, ..time.clone() };
    let rival = |name, search, limits: &Limits| {
        let sides = [("engine", limits), (search, &time)];
        outcome(name, sides, pairs, options.seed)
    };
    let yardstick = rival(YARDSTICK, "engine", &ply)?;
    let mut outcomes = Vec::new();
    for name in GAMES {
        if interrupt::asked() {
            warn("stopped on request: the numbers are those of the games so far");
            break;
        }
        let outcome = rival(name, "mcts", &time)?;
        if outcome.games > 0 {
            outcomes.push((name, outcome));
        }
    }
    match outcomes.is_empty() {
        true => Err(Failure::interrupted()),
        false => Ok(told(&yardstick, &outcomes)),
    }
}

/// A share with its interval, in per cent.
fn percent(share: &Mean) -> String {
    let share = share.estimate(CONFIDENCE);
    match share.error().is_finite() {
        true => format!("{:.0}% ± {:.0}", 100.0 * share.value, 100.0 * share.error()),
        false => format!("{:.0}%", 100.0 * share.value),
    }
}

fn told(yardstick: &Outcome, outcomes: &[(&str, Outcome)]) -> String {
    let row = |(name, outcome): &(&str, Outcome)| {
        let share = outcome.share.estimate(CONFIDENCE).value;
        let bar = "#".repeat((share * WIDTH).round() as usize);
        vec![
            (*name).to_owned(),
            format!("{:.0}", outcome.moves.estimate(CONFIDENCE).value),
            outcome.games.to_string(),
            percent(&outcome.share),
            format!("|{bar:<width$}|", width = WIDTH as usize),
        ]
    };
    let rows: Vec<Vec<String>> = outcomes.iter().map(row).collect();
    let head = [
        "",
        "moves a position",
        "games",
        "Monte-Carlo scores",
        "0%                 50%               100%",
    ];
    format!(
        "First the yardstick: on {YARDSTICK} the engine scored {} in {} games against itself one ply deep.\n\n\
         The engine (alpha-beta) against Monte-Carlo search, {} ms a move each, every opening with both seats\n\n{}\n\
         What to watch for: with few moves alpha-beta sees everything, or has an evaluation to stop at. In Go there are many moves and no simple\n\
         evaluation: the more points the board has, the less alpha-beta sees, and random games to the end tell more.\n",
        percent(&yardstick.share),
        yardstick.games,
        TIME.as_millis(),
        columns::aligned(&head, &rows, 1),
    )
}

/// Plays all games of two searches.
fn outcome(
    name: &str,
    sides: [(&str, &Limits); 2],
    pairs: u32,
    seed: u64,
) -> Result<Outcome, Failure> {
    let game = games::named(name)?;
    let made = Made { megabytes: 64, seed, ..Made::default() };
    let side = |(search, limits): (&str, &Limits)| -> Result<Side, Failure> {
        Ok(Side { search: game.thinker(search, &made)?, limits: limits.clone() })
    };
    let [first, second] = sides;
    let mut sides = [side(first)?, side(second)?];
    let mut outcome = Outcome::default();
    for pair in 0..pairs {
        let opening = opening(&*game, seed.wrapping_add(u64::from(pair)));
        let mut scored = 0.0;
        for seat in [Player::MAX, Player::MIN] {
            sides.iter_mut().for_each(|side| side.search.begin(seed));
            match played(&*opening, &mut sides, seat, &mut outcome.moves)? {
                Some(payoff) => scored += (payoff.signum() * f64::from(payoff != 0.0) + 1.0) / 4.0,
                None => return Ok(outcome),
            }
        }
        outcome.share.add(scored);
        outcome.games += 2;
        warn(&format!("{name}: pair {} of {pairs} is played", pair + 1));
    }
    Ok(outcome)
}

/// A game that has begun at random, and is not over.
fn opening(game: &dyn AnyGame, seed: u64) -> Box<dyn Session> {
    let mut random = Rng::with_seed(seed);
    loop {
        let mut at = game.start();
        for _ in 0..OPENING {
            if !at.is_over() {
                at.play(Choice(random.u32(..at.choices() as u32)));
            }
        }
        if !at.is_over() {
            return at;
        }
    }
}

/// What the second side wins on a seat; nothing if the game was stopped.
fn played(
    opening: &dyn Session,
    [first, second]: &mut [Side; 2],
    seat: Player,
    moves: &mut Mean,
) -> Result<Option<f64>, Failure> {
    let mut at = opening.fork();
    while let Some(turn) = at.turn() {
        moves.add(at.choices() as f64);
        let side = if turn == Turn::Player(seat) { &mut *second } else { &mut *first };
        let answer = side.search.think(&*at, &Question::default(), &side.limits, &mut |_| ())?;
        if interrupt::asked() {
            return Ok(None);
        }
        at.play(answer.best.unwrap_or(Choice(0)));
    }
    Ok(at.payoffs().map(|payoffs| payoffs[seat.index()]))
}
