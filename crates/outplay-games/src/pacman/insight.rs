//! What is known beyond the rules: how good a position is for Pacman.

use outplay::engine::{Insight, Ordering, Scale, StaticEvaluation};
use outplay::{Evaluation, Player};

use super::maze::{Cell, UNREACHABLE};
use super::rules::{Agent, Direction, Outcome, Pacman, Position};

/// How a position is judged where a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judge {
    /// The score of the game, and nothing else.
    #[default]
    Score,
    /// The score, and a tenth of a point less for every step to the nearest food: who comes closer, does better.
    Food,
    /// Food, capsules, and how near which ghosts are: it plays to win.
    Good,
    /// How much room Pacman has before the ghosts are there: it is what ghosts hunt by.
    Room,
}

impl Judge {
    /// All of them.
    pub const ALL: [Judge; 4] = [Judge::Score, Judge::Food, Judge::Good, Judge::Room];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Judge::Score => "score",
            Judge::Food => "food",
            Judge::Good => "good",
            Judge::Room => "room",
        }
    }

    /// What Pacman may hope for.
    pub fn value(self, game: &Pacman, position: &Position) -> f64 {
        let score = f64::from(position.score());
        if position.outcome() != Outcome::Open {
            return score;
        }
        match self {
            Judge::Score => score,
            Judge::Food => score - 0.1 * f64::from(nearest_food(game, position)),
            Judge::Good => good(game, position),
            Judge::Room => score + room(game, position),
        }
    }
}

impl Evaluation<Pacman> for Judge {
    fn evaluate(&self, game: &Pacman, position: &Position, player: Player) -> f64 {
        let value = self.value(game, position);
        if player == Player::MAX { value } else { -value }
    }
}

/// How many steps it is to the nearest food; none if there is none that can be reached.
fn nearest_food(game: &Pacman, position: &Position) -> u16 {
    let from = position.pacman().cell();
    let steps = game.food(position).map(|cell| game.maze().distance(from, cell));
    steps.filter(|steps| *steps != UNREACHABLE).min().unwrap_or(0)
}

/// Food is near, there is a way out, and scared ghosts are within reach.
///
/// The way to the next food never costs more than food is worth: otherwise Pacman would not eat where the next one is far
/// away. Nor is much added to the score, because a game that is over is worth its score and no more.
fn good(game: &Pacman, position: &Position) -> f64 {
    let refuge = Refuge::new(game, position);
    let steps = f64::from(nearest_food(game, position));
    let food = 9.0 * steps / (steps + 8.0);
    let spare = 30.0 * f64::from(position.capsules_left());
    let meals: f64 = game.ghosts(position).iter().map(|ghost| meal(game, position, *ghost)).sum();
    f64::from(position.score()) - food + spare + meals - refuge.danger()
}

/// What a scared ghost is worth that can be caught in time.
fn meal(game: &Pacman, position: &Position, ghost: Agent) -> f64 {
    let steps = game.maze().distance(position.pacman().cell(), ghost.cell());
    if u16::from(ghost.timer()) > steps.saturating_add(1) {
        100.0 / f64::from(steps + 1)
    } else {
        0.0
    }
}

/// Where Pacman can go before any ghost can be there.
struct Refuge {
    /// How many cells.
    cells: u32,
    /// How many steps away the furthest is.
    furthest: u16,
    /// Whether there is a capsule.
    has_capsule: bool,
}

/// How many steps ahead a refuge is looked for.
const HORIZON: u16 = 10;

impl Refuge {
    fn new(game: &Pacman, position: &Position) -> Refuge {
        let maze = game.maze();
        let hunters: Vec<(&[u16], u16)> = game
            .ghosts(position)
            .iter()
            .map(|ghost| (maze.pursuit(ghost.cell(), ghost.heading()), u16::from(ghost.timer())))
            .collect();
        let arrival = |number: usize| {
            let each = hunters.iter().map(|(steps, timer)| steps[number].saturating_add(*timer));
            each.min().unwrap_or(UNREACHABLE)
        };
        let start = position.pacman().cell();
        let mut refuge = Refuge { cells: 0, furthest: 0, has_capsule: false };
        let mut seen = [0_u64; 16];
        let mut queue = Vec::with_capacity(64);
        queue.push((start, 0));
        seen[maze.number(start) / 64] |= 1 << (maze.number(start) % 64);
        let mut next = 0;
        while let Some(&(cell, steps)) = queue.get(next) {
            next += 1;
            refuge.add(game, position, cell, steps);
            if steps == HORIZON {
                continue;
            }
            for way in Direction::WAYS {
                let Some(beside) = maze.next(cell, way) else { continue };
                let number = maze.number(beside);
                let bit = 1 << (number % 64);
                if seen[number / 64] & bit == 0 && arrival(number) > steps + 1 {
                    seen[number / 64] |= bit;
                    queue.push((beside, steps + 1));
                }
            }
        }
        refuge
    }

    fn add(&mut self, game: &Pacman, position: &Position, cell: Cell, steps: u16) {
        self.cells += 1;
        self.furthest = steps;
        let capsule = game.layout().capsule_at(cell);
        self.has_capsule |= capsule.is_some_and(|one| position.has_capsule(one));
    }

    /// How likely Pacman is caught soon, in points.
    fn danger(&self) -> f64 {
        if self.has_capsule {
            return 0.0;
        }
        let short = f64::from(HORIZON - self.furthest) / f64::from(HORIZON);
        let narrow = (-f64::from(self.cells) / 8.0).exp();
        250.0 * short + 100.0 * narrow
    }
}

/// How many cells Pacman reaches before every ghost that is not scared, and how near these are.
fn room(game: &Pacman, position: &Position) -> f64 {
    let maze = game.maze();
    let own = maze.distances_of(position.pacman().cell());
    let hunters: Vec<&[u16]> = game
        .ghosts(position)
        .iter()
        .filter(|ghost| ghost.timer() == 0)
        .map(|ghost| maze.distances_of(ghost.cell()))
        .collect();
    let is_first = |cell: usize| hunters.iter().all(|hunter| own[cell] < hunter[cell]);
    let cells = (0..own.len()).filter(|cell| own[*cell] != UNREACHABLE && is_first(*cell)).count();
    let near: f64 = game
        .ghosts(position)
        .iter()
        .map(|ghost| f64::from(maze.distance(position.pacman().cell(), ghost.cell()).min(100)))
        .sum();
    cells as f64 + 0.5 * near
}

/// What the engine is told: points, rounded to whole ones.
impl Insight<Pacman> for Judge {
    type Scratch = ();
    type Scale = Self;
    type Facts = ();
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = ();
    type Keys = ();

    fn scale(&self) -> &Self {
        self
    }
    fn facts(&self) -> &() {
        &()
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
    fn keys(&self) -> &() {
        &()
    }
}

impl Scale<Pacman> for Judge {
    fn terminal(&self, _: &Pacman, position: &Position, player: Player, _: u32) -> i32 {
        clamped(f64::from(position.score()), player)
    }
}

impl StaticEvaluation<Pacman, ()> for Judge {
    type Carried = ();

    fn evaluate(&self, game: &Pacman, position: &Position, (): &(), (): &()) -> i32 {
        let mover = if position.agent_to_move() == 0 { Player::MAX } else { Player::MIN };
        clamped(self.value(game, position), mover)
    }
}

impl Ordering<Pacman, ()> for Judge {
    type Note = ();

    const MOVE_INDICES: usize = 5;

    fn move_index(&self, _: &Pacman, direction: Direction) -> usize {
        direction as usize
    }
}

const HIGHEST: i32 = 32_000;

fn clamped(value: f64, player: Player) -> i32 {
    let value = value.round().clamp(f64::from(1 - HIGHEST), f64::from(HIGHEST - 1)) as i32;
    if player == Player::MAX { value } else { -value }
}
