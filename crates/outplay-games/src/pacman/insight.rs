//! What is known beyond the rules: how good a position is for Pacman.

use outplay::engine::Insight;
use outplay::{Evaluation, Player};

use super::maze::UNREACHABLE;
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

fn good(game: &Pacman, position: &Position) -> f64 {
    let food = 0.5 * f64::from(nearest_food(game, position)) + 2.0 * position.food_left() as f64;
    let capsules = 20.0 * f64::from(position.capsules_left());
    let ghosts: f64 =
        game.ghosts(position).iter().map(|ghost| presence(game, position, *ghost)).sum();
    f64::from(position.score()) - food - capsules + ghosts
}

/// What a ghost near Pacman is worth to him: a meal, if he gets there in time, and a danger otherwise.
fn presence(game: &Pacman, position: &Position, ghost: Agent) -> f64 {
    let steps = game.maze().distance(position.pacman().cell(), ghost.cell());
    if steps == UNREACHABLE {
        return 0.0;
    }
    let (steps, timer) = (f64::from(steps), f64::from(ghost.timer()));
    if timer > steps {
        return 150.0 / (steps + 1.0);
    }
    if steps < 6.0 { -60.0 / (steps + 0.5) } else { 0.0 }
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

/// What the engine is told: the good evaluation, in tenths of a point.
impl Insight<Pacman> for Judge {
    type Scratch = ();
    type Carried = ();

    const COUNTS_PLIES: bool = false;
    const EVALUATES: bool = true;
    const INDICES: usize = 5;

    fn over(&self, _: &Pacman, position: &Position, player: Player, _: u32) -> i32 {
        clamped(f64::from(position.score()), player)
    }

    fn highest(&self, _: &Pacman) -> i32 {
        HIGHEST
    }

    fn evaluate(&self, game: &Pacman, position: &Position, (): &(), (): &()) -> i32 {
        let mover = if position.agent_to_move() == 0 { Player::MAX } else { Player::MIN };
        clamped(self.value(game, position), mover)
    }

    fn index(&self, _: &Pacman, direction: Direction) -> usize {
        direction as usize
    }
}

const HIGHEST: i32 = 32_000;

fn clamped(value: f64, player: Player) -> i32 {
    let value = value.round().clamp(f64::from(1 - HIGHEST), f64::from(HIGHEST - 1)) as i32;
    if player == Player::MAX { value } else { -value }
}
