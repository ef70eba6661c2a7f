//! The rules: Pacman eats, ghosts catch him, and a capsule turns the tables for a while.

use outplay::{Deterministic, Game, Outcomes, Player, Turn, ZeroSum};

use super::layout::Layout;
use super::maze::{Cell, Maze};

/// How many ghosts there can be.
pub const MOST_GHOSTS: usize = 7;
/// How much food there can be: that of an open room of 28 x 27.
pub const MOST_FOOD: usize = WORDS * 64;
/// How many capsules there can be.
pub const MOST_CAPSULES: usize = 64;
/// How many moves of its own a ghost is scared for.
pub const SCARED: u8 = 40;

const WORDS: usize = 11;

const MOVE: i32 = -1;
pub(super) const FOOD: i32 = 10;
const GHOST: i32 = 200;
pub(super) const WON: i32 = 500;
const CAUGHT: i32 = -500;

/// A move, and the direction in which an agent looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the left.
    West,
    /// Not at all. Only Pacman may; agents look nowhere until their first move.
    Stop,
    /// To the right.
    East,
    /// Up.
    North,
    /// Down.
    South,
}

impl Direction {
    /// All moves, in the order of the rules.
    pub const ALL: [Direction; 5] =
        [Direction::West, Direction::Stop, Direction::East, Direction::North, Direction::South];
    /// All moves that lead somewhere, in the order of the rules.
    pub const WAYS: [Direction; 4] =
        [Direction::West, Direction::East, Direction::North, Direction::South];

    /// By how much it changes column and row.
    #[inline]
    pub fn step(self) -> (i8, i8) {
        match self {
            Direction::West => (-1, 0),
            Direction::Stop => (0, 0),
            Direction::East => (1, 0),
            Direction::North => (0, 1),
            Direction::South => (0, -1),
        }
    }

    /// The way back.
    pub fn reverse(self) -> Direction {
        match self {
            Direction::West => Direction::East,
            Direction::Stop => Direction::Stop,
            Direction::East => Direction::West,
            Direction::North => Direction::South,
            Direction::South => Direction::North,
        }
    }

    #[inline]
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Pacman or a ghost. Places are counted in half cells, because a scared ghost goes half a cell at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    pub(super) x: u8,
    pub(super) y: u8,
    pub(super) heading: Direction,
    pub(super) timer: u8,
}

impl Agent {
    pub(super) const NOBODY: Agent = Agent { x: 0, y: 0, heading: Direction::Stop, timer: 0 };

    pub(super) fn at(cell: Cell) -> Agent {
        Agent { x: cell.x * 2, y: cell.y * 2, ..Agent::NOBODY }
    }

    /// Column and row, where between two cells is a half.
    pub fn place(self) -> (f64, f64) {
        (f64::from(self.x) / 2.0, f64::from(self.y) / 2.0)
    }

    /// The nearest cell: of two, the one further right or up.
    #[inline]
    pub fn cell(self) -> Cell {
        Cell { x: self.x.div_ceil(2), y: self.y.div_ceil(2) }
    }

    /// Where it looks: the last move that was not [`Stop`](Direction::Stop).
    pub fn heading(self) -> Direction {
        self.heading
    }

    /// How many of its own moves a ghost is still scared for.
    pub fn timer(self) -> u8 {
        self.timer
    }

    /// Whether it is between two cells.
    #[inline]
    pub fn is_between(self) -> bool {
        (self.x | self.y) & 1 == 1
    }

    #[inline]
    fn go(&mut self, direction: Direction, half_cells: i8) {
        let (dx, dy) = direction.step();
        self.x = self.x.wrapping_add_signed(dx * half_cells);
        self.y = self.y.wrapping_add_signed(dy * half_cells);
        if direction != Direction::Stop {
            self.heading = direction;
        }
    }

    /// Whether two agents are within a Manhattan distance of 0.7: not more than half a cell apart.
    #[inline]
    fn meets(self, other: Agent) -> bool {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y) <= 1
    }
}

/// Whether it is over, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// Pacman has eaten all food.
    Won,
    /// A ghost has caught Pacman.
    Lost,
}

/// A moment of play: 136 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// A bit for each food of the layout.
    pub(super) food: [u64; WORDS],
    /// A bit for each capsule of the layout.
    pub(super) capsules: u64,
    /// Pacman, then the ghosts.
    pub(super) agents: [Agent; MOST_GHOSTS + 1],
    pub(super) score: i32,
    pub(super) food_left: u16,
    pub(super) turn: u8,
    pub(super) outcome: Outcome,
}

impl Position {
    /// Pacman.
    #[inline]
    pub fn pacman(&self) -> Agent {
        self.agents[0]
    }

    /// What Pacman has won so far.
    #[inline]
    pub fn score(&self) -> i32 {
        self.score
    }

    /// How much food is left.
    #[inline]
    pub fn food_left(&self) -> usize {
        usize::from(self.food_left)
    }

    /// How many capsules are left.
    pub fn capsules_left(&self) -> u32 {
        self.capsules.count_ones()
    }

    /// Who moves: 0 is Pacman, and the ghosts count from 1.
    #[inline]
    pub fn agent_to_move(&self) -> usize {
        usize::from(self.turn)
    }

    /// Whether it is over, and how.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    pub(super) fn has_food(&self, number: usize) -> bool {
        self.food[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn has_capsule(&self, number: usize) -> bool {
        self.capsules >> number & 1 == 1
    }

    /// What the course compares: agents, food, capsules and score, whoever is to move.
    ///
    /// Two positions that differ only in whose turn it is are one there. It is rare: a scared ghost that Pacman
    /// runs into before its move, and one that runs into Pacman with its move, end up in the same place.
    pub fn scene(&self) -> Position {
        Position { turn: 0, outcome: Outcome::Open, ..*self }
    }
}

/// The game: Pacman is MAX, and all ghosts together are MIN.
///
/// A round is one move of every agent. Who wants ghosts that move at random searches by expectimax.
#[derive(Clone, Debug)]
pub struct Pacman {
    layout: Layout,
    start: Position,
    stops: bool,
}

impl Pacman {
    /// The game on a layout.
    pub fn new(layout: Layout) -> Pacman {
        let mut agents = [Agent::NOBODY; MOST_GHOSTS + 1];
        agents[0] = Agent::at(layout.pacman());
        for (agent, ghost) in agents[1..].iter_mut().zip(layout.ghosts()) {
            *agent = Agent::at(*ghost);
        }
        let start = Position {
            food: std::array::from_fn(|word| ones(layout.food().len().saturating_sub(word * 64))),
            capsules: ones(layout.capsules().len()),
            agents,
            score: 0,
            food_left: layout.food().len() as u16,
            turn: 0,
            outcome: Outcome::Open,
        };
        Pacman { layout, start, stops: true }
    }

    /// The same without Pacman's Stop, unless he has no other move.
    pub fn without_stop(self) -> Pacman {
        Pacman { stops: false, ..self }
    }

    /// Whether Pacman may stop where he could move on.
    pub(super) fn stops(&self) -> bool {
        self.stops
    }

    /// What it is played on.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The walls and ways.
    pub fn maze(&self) -> &Maze {
        self.layout.maze()
    }

    /// How many agents there are, Pacman included.
    #[inline]
    pub fn agents(&self) -> usize {
        self.layout.ghosts().len() + 1
    }

    /// The ghosts of a position, by their number from 1 on.
    pub fn ghosts<'p>(&self, position: &'p Position) -> &'p [Agent] {
        &position.agents[1..self.agents()]
    }

    /// Where there is food.
    pub fn food<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = Cell> + 'p {
        let food = self.layout.food().iter().enumerate();
        food.filter(|(number, _)| position.has_food(*number)).map(|(_, cell)| *cell)
    }

    /// Where there are capsules.
    pub fn capsules<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = Cell> + 'p {
        let capsules = self.layout.capsules().iter().enumerate();
        capsules.filter(|(number, _)| position.has_capsule(*number)).map(|(_, cell)| *cell)
    }

    fn move_pacman(&self, position: &mut Position, direction: Direction) {
        position.agents[0].go(direction, 2);
        position.score += MOVE;
        self.eat(position);
        for ghost in 1..self.agents() {
            self.meet(position, ghost);
        }
    }

    fn eat(&self, position: &mut Position) {
        let cell = position.pacman().cell();
        if let Some(number) = self.layout.food_at(cell)
            && position.has_food(number)
        {
            position.food[number / 64] &= !(1 << (number % 64));
            position.food_left -= 1;
            position.score += FOOD;
            if position.food_left == 0 {
                position.score += WON;
                position.outcome = Outcome::Won;
            }
        }
        if let Some(number) = self.layout.capsule_at(cell)
            && position.has_capsule(number)
        {
            position.capsules &= !(1 << number);
            position.agents[1..self.agents()].iter_mut().for_each(|ghost| ghost.timer = SCARED);
        }
    }

    fn move_ghost(&self, position: &mut Position, number: usize, direction: Direction) {
        let ghost = &mut position.agents[number];
        if ghost.timer == 0 {
            ghost.go(direction, 2);
        } else {
            ghost.go(direction, 1);
            ghost.timer -= 1;
            if ghost.timer == 0 {
                let Cell { x, y } = ghost.cell();
                (ghost.x, ghost.y) = (x * 2, y * 2);
            }
        }
        self.meet(position, number);
    }

    /// What happens if Pacman and a ghost meet. As in the course, each of several ghosts in one cell catches him.
    #[inline]
    fn meet(&self, position: &mut Position, number: usize) {
        let ghost = position.agents[number];
        if !ghost.meets(position.pacman()) {
            return;
        }
        if ghost.timer > 0 {
            position.score += GHOST;
            position.agents[number] = Agent::at(self.layout.ghosts()[number - 1]);
        } else if position.outcome != Outcome::Won {
            position.score += CAUGHT;
            position.outcome = Outcome::Lost;
        }
    }

    /// The directions in which Pacman may go, a bit for each.
    fn pacman_moves(&self, pacman: Agent) -> u8 {
        let ways = self.maze().ways(pacman.cell());
        if self.stops || ways == 0 { ways | Direction::Stop.bit() } else { ways }
    }

    /// The directions in which a ghost may go: not back, except in a dead end.
    fn ghost_moves(&self, ghost: Agent) -> u8 {
        if ghost.is_between() {
            return ghost.heading.bit();
        }
        self.maze().onwards(ghost.cell(), ghost.heading)
    }
}

/// So many ones, up to 64.
fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

impl Game for Pacman {
    type Position = Position;
    type Move = Direction;

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Player(if position.turn == 0 { Player::MAX } else { Player::MIN })
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Direction>) {
        if position.outcome != Outcome::Open {
            return;
        }
        let agent = position.agents[position.agent_to_move()];
        let allowed =
            if position.turn == 0 { self.pacman_moves(agent) } else { self.ghost_moves(agent) };
        moves.extend(Direction::ALL.into_iter().filter(|one| allowed & one.bit() != 0));
    }

    #[inline]
    fn play(&self, position: &mut Position, direction: Direction) {
        let agent = position.agent_to_move();
        if agent == 0 {
            self.move_pacman(position, direction);
        } else {
            self.move_ghost(position, agent, direction);
        }
        position.turn = if agent + 1 == self.agents() { 0 } else { position.turn + 1 };
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let score = f64::from(position.score);
        if player == Player::MAX { score } else { -score }
    }

    fn round(&self) -> usize {
        self.agents()
    }

    fn key(&self, position: &Position) -> Option<u64> {
        let mut key = Key::new(u64::from(position.turn) << 8 | position.outcome as u64);
        let words = self.layout.food().len().div_ceil(64);
        position.food[..words].iter().for_each(|word| key.add(*word));
        key.add(position.capsules);
        key.add(u64::from(position.score.cast_unsigned()));
        for agent in &position.agents[..self.agents()] {
            let Agent { x, y, heading, timer } = *agent;
            key.add(u64::from(u32::from_le_bytes([x, y, heading as u8, timer])));
        }
        Some(key.end())
    }
}

impl Deterministic for Pacman {}

impl ZeroSum for Pacman {
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: 32_000 }
    }
}

/// A hash of words, by multiplying to twice the width and folding (as in wyhash).
pub(super) struct Key(u64);

impl Key {
    pub(super) fn new(first: u64) -> Key {
        Key(first)
    }

    pub(super) fn end(self) -> u64 {
        self.0
    }

    pub(super) fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ 0x9e37_79b9_7f4a_7c15)
            * u128::from(word.rotate_left(32) ^ 0xd6e8_feb8_6659_fd93);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word);
    }
}
