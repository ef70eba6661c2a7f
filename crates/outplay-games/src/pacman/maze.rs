//! The maze: walls, ways and distances.

use std::collections::VecDeque;
use std::sync::OnceLock;

use super::rules::Direction;

/// A cell, by column and row, counted from 0 at the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

/// No way leads there.
pub const UNREACHABLE: u16 = u16::MAX;

/// What does not move.
#[derive(Clone, Debug)]
pub struct Maze {
    width: u8,
    height: u8,
    /// By cell, row by row from the bottom: whether it is a wall.
    walls: Vec<bool>,
    /// By cell: a bit for each direction in which the next cell is free.
    ways: Vec<u8>,
    /// By cell: its number among the free ones.
    numbers: Vec<u16>,
    free: Vec<Cell>,
    /// How far it is from every free cell to every other.
    distances: Vec<u16>,
    /// The same for somebody who looks in a certain direction and does not turn back; computed when it is asked for.
    pursuits: OnceLock<Vec<u16>>,
}

impl Maze {
    /// A maze from its walls, row by row from the bottom.
    pub(super) fn new(width: u8, height: u8, walls: Vec<bool>) -> Maze {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
        let free: Vec<Cell> =
            cells.zip(&walls).filter(|(_, wall)| !**wall).map(|(cell, _)| cell).collect();
        let mut maze = Maze {
            width,
            height,
            ways: vec![0; walls.len()],
            numbers: vec![u16::MAX; walls.len()],
            walls,
            free,
            distances: Vec::new(),
            pursuits: OnceLock::new(),
        };
        for number in 0..maze.free.len() {
            let cell = maze.free[number];
            let index = maze.index(cell);
            maze.numbers[index] = number as u16;
            maze.ways[index] = maze.ways_from(cell);
        }
        maze.distances = (0..maze.free.len()).flat_map(|from| maze.distances_from(from)).collect();
        maze
    }

    fn ways_from(&self, cell: Cell) -> u8 {
        let is_free = |direction: &Direction| self.next(cell, *direction).is_some();
        Direction::WAYS.into_iter().filter(is_free).map(Direction::bit).sum()
    }

    /// The free cell in this direction, if there is one.
    pub fn next(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (dx, dy) = direction.step();
        let (x, y) = (cell.x.checked_add_signed(dx)?, cell.y.checked_add_signed(dy)?);
        let next = Cell { x, y };
        (x < self.width && y < self.height && !self.is_wall(next)).then_some(next)
    }

    fn distances_from(&self, from: usize) -> Vec<u16> {
        let mut distances = vec![UNREACHABLE; self.free.len()];
        let mut queue = VecDeque::from([from]);
        distances[from] = 0;
        while let Some(number) = queue.pop_front() {
            for direction in Direction::WAYS {
                let Some(next) = self.next(self.free[number], direction) else { continue };
                let next = usize::from(self.numbers[self.index(next)]);
                if distances[next] == UNREACHABLE {
                    distances[next] = distances[number] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// How many columns there are.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The free cells, row by row from the bottom.
    pub fn free(&self) -> &[Cell] {
        &self.free
    }

    /// The number of a cell, walls included: row by row from the bottom.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x)
    }

    /// Whether a cell is a wall. It must be in the maze.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[self.index(cell)]
    }

    /// Whether a cell is in the maze and not a wall.
    pub fn is_free(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height && !self.is_wall(cell)
    }

    /// A bit for each direction in which the next cell is free.
    #[inline]
    pub(super) fn ways(&self, cell: Cell) -> u8 {
        self.ways[self.index(cell)]
    }

    /// How many steps it is from one free cell to another; [`UNREACHABLE`] if no way leads there.
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> u16 {
        self.distances_of(from)[usize::from(self.numbers[self.index(to)])]
    }

    /// How many steps it is from a free cell to each of the [free cells](Self::free).
    #[inline]
    pub fn distances_of(&self, from: Cell) -> &[u16] {
        let number = usize::from(self.numbers[self.index(from)]);
        &self.distances[number * self.free.len()..][..self.free.len()]
    }

    /// The number of a free cell among the [free ones](Self::free).
    #[inline]
    pub(super) fn number(&self, cell: Cell) -> usize {
        usize::from(self.numbers[self.index(cell)])
    }

    /// How many steps it takes a ghost that looks there to each of the [free cells](Self::free): it turns back only in
    /// dead ends.
    #[inline]
    pub(super) fn pursuit(&self, from: Cell, heading: Direction) -> &[u16] {
        let pursuits = self.pursuits.get_or_init(|| self.all_pursuits());
        let row = self.number(from) * Direction::ALL.len() + heading as usize;
        &pursuits[row * self.free.len()..][..self.free.len()]
    }

    fn all_pursuits(&self) -> Vec<u16> {
        let starts =
            self.free.iter().flat_map(|cell| Direction::ALL.map(|heading| (*cell, heading)));
        starts.flat_map(|(cell, heading)| self.pursuits_from(cell, heading)).collect()
    }

    fn pursuits_from(&self, from: Cell, heading: Direction) -> Vec<u16> {
        let mut steps = vec![UNREACHABLE; self.free.len()];
        let mut seen = vec![0_u8; self.free.len()];
        let mut queue = VecDeque::from([(from, heading, 0)]);
        while let Some((cell, heading, walked)) = queue.pop_front() {
            let number = self.number(cell);
            if seen[number] & heading.bit() != 0 {
                continue;
            }
            seen[number] |= heading.bit();
            steps[number] = steps[number].min(walked);
            let onwards = self.onwards(cell, heading);
            let ways = Direction::WAYS.into_iter().filter(|way| onwards & way.bit() != 0);
            queue.extend(ways.filter_map(|way| Some((self.next(cell, way)?, way, walked + 1))));
        }
        steps
    }

    /// A bit for each direction in which a ghost may go that looks there: not back, except in a dead end.
    #[inline]
    pub(super) fn onwards(&self, cell: Cell, heading: Direction) -> u8 {
        let ways = self.ways(cell);
        let onwards = ways & !heading.reverse().bit();
        if onwards == 0 { ways } else { onwards }
    }
}
