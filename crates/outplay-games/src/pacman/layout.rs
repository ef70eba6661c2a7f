//! Layouts: mazes as text, with everybody and everything at its place.
//!
//! `%` is a wall, `.` food, `o` a capsule, `P` Pacman, `G` a ghost, and a blank is free. Ghosts are numbered by
//! column, then by row, both from the bottom left; the digits `1` to `4` put them in another order. Lines
//! may end in blanks or leave them out.
//!
//! ```
//! use outplay_games::pacman::Layout;
//!
//! let layout: Layout = "\
//! %%%%%%%%
//! %P .. G%
//! %%%%%%%%".parse()?;
//! assert_eq!((layout.food().len(), layout.ghosts().len()), (2, 1));
//!
//! let error = "%%%%\n%P  \n%%%%".parse::<Layout>().unwrap_err();
//! assert!(error.to_string().starts_with("line 2, column 4: the border is open here"));
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use std::str::FromStr;

use super::maze::{Cell, Maze};
use super::rules::{Direction, MOST_CAPSULES, MOST_FOOD, MOST_GHOSTS};
use outplay::face::notation::NotationError;

/// How many columns and rows there can be.
const LARGEST: usize = 64;
/// How many cells can be free.
const MOST_FREE: usize = 1_024;

const NOTHING: u16 = u16::MAX;

/// A maze and what is in it at the start.
#[derive(Clone, Debug)]
pub struct Layout {
    maze: Maze,
    pacman: Cell,
    ghosts: Vec<Cell>,
    food: Vec<Cell>,
    capsules: Vec<Cell>,
    /// By cell: the number of the food there.
    food_at: Vec<u16>,
    /// By cell: the number of the capsule there.
    capsule_at: Vec<u16>,
}

impl Layout {
    /// The layout of this name that comes with the game.
    pub fn named(name: &str) -> Option<Layout> {
        let (_, _, text) = LAYOUTS.iter().find(|(one, _, _)| *one == name)?;
        Some(text.parse().expect("the layouts of the game are well-formed"))
    }

    /// The walls and ways.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// Where Pacman starts.
    pub fn pacman(&self) -> Cell {
        self.pacman
    }

    /// Where the ghosts start, by their number.
    pub fn ghosts(&self) -> &[Cell] {
        &self.ghosts
    }

    /// Where the food is, row by row from the bottom.
    pub fn food(&self) -> &[Cell] {
        &self.food
    }

    /// Where the capsules are, row by row from the bottom.
    pub fn capsules(&self) -> &[Cell] {
        &self.capsules
    }

    /// The number of the food at a cell, if there is some at the start.
    #[inline]
    pub(super) fn food_at(&self, cell: Cell) -> Option<usize> {
        let number = self.food_at[self.maze.index(cell)];
        (number != NOTHING).then_some(usize::from(number))
    }

    /// The number of the capsule at a cell, if there is one at the start.
    #[inline]
    pub(super) fn capsule_at(&self, cell: Cell) -> Option<usize> {
        let number = self.capsule_at[self.maze.index(cell)];
        (number != NOTHING).then_some(usize::from(number))
    }
}

impl FromStr for Layout {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Layout, NotationError> {
        let drawing = Drawing::new(text)?;
        drawing.check_border()?;
        let pacman = drawing.pacman()?;
        let maze = drawing.maze()?;
        let food = drawing.some('.', MOST_FOOD, "food")?;
        let capsules = drawing.some('o', MOST_CAPSULES, "capsules")?;
        let numbers = |cells: &[Cell]| {
            let mut numbers = vec![NOTHING; drawing.width * drawing.rows.len()];
            let indices = cells.iter().map(|cell| maze.index(*cell));
            indices.enumerate().for_each(|(number, index)| numbers[index] = number as u16);
            numbers
        };
        Ok(Layout {
            pacman,
            ghosts: drawing.ghosts(&maze)?,
            food_at: numbers(&food),
            capsule_at: numbers(&capsules),
            food,
            capsules,
            maze,
        })
    }
}

/// The characters of a layout, from the top. All rows have the same width.
struct Drawing {
    rows: Vec<Vec<char>>,
    width: usize,
}

impl Drawing {
    fn new(text: &str) -> Result<Drawing, NotationError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut rows: Vec<Vec<char>> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let row: Vec<char> = line.trim_end().chars().take(LARGEST + 1).collect();
            check_row(index + 1, &row)?;
            rows.push(row);
            if rows.len() > LARGEST && !line.trim().is_empty() {
                let what = format!("this is too large: a layout has at most {LARGEST} lines");
                return Err(wrong(index + 1, 1, &what));
            }
            if index > 10_000 {
                break;
            }
        }
        while rows.last().is_some_and(Vec::is_empty) {
            rows.pop();
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            return Err(NotationError::new(
                "the layout is empty: `%` is a wall, `.` food, `o` a capsule, `P` Pacman and `G` a ghost",
            ));
        }
        rows.iter_mut().for_each(|row| row.resize(width, ' '));
        Ok(Drawing { rows, width })
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        Cell { x: column as u8, y: (self.rows.len() - 1 - row) as u8 }
    }

    /// What is drawn, with row and column, from the bottom left, row by row.
    fn marks(&self) -> impl Iterator<Item = (usize, usize, char)> + '_ {
        let rows = self.rows.iter().enumerate().rev();
        rows.flat_map(|(row, marks)| {
            marks.iter().enumerate().map(move |(column, mark)| (row, column, *mark))
        })
    }

    /// No way may lead from anybody or anything to the edge. Blanks outside of the walls do not matter.
    fn check_border(&self) -> Result<(), NotationError> {
        let mut seen = vec![vec![false; self.width]; self.rows.len()];
        let marked = self.marks().filter(|(_, _, mark)| !matches!(mark, '%' | ' '));
        let mut open: Vec<(usize, usize)> = marked.map(|(row, column, _)| (row, column)).collect();
        let mut leaks = Vec::new();
        while let Some((row, column)) = open.pop() {
            if self.rows[row][column] == '%' || seen[row][column] {
                continue;
            }
            seen[row][column] = true;
            if row == 0 || column == 0 || row + 1 == self.rows.len() || column + 1 == self.width {
                leaks.push((row, column));
                continue;
            }
            open.extend([
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ]);
        }
        match leaks.into_iter().min() {
            Some((row, column)) => Err(wrong(
                row + 1,
                column + 1,
                "the border is open here: walls, `%`, have to enclose the maze",
            )),
            None => Ok(()),
        }
    }

    fn pacman(&self) -> Result<Cell, NotationError> {
        let mut found: Vec<(usize, usize)> =
            self.marks().filter(|one| one.2 == 'P').map(|one| (one.0, one.1)).collect();
        found.sort_unstable();
        match found[..] {
            [] => Err(NotationError::new(format!(
                "there is no Pacman in lines 1 to {}: put one `P` on a free cell",
                self.rows.len()
            ))),
            [(row, column)] => Ok(self.cell(row, column)),
            [(first, place), (row, column), ..] => Err(wrong(
                row + 1,
                column + 1,
                &format!(
                    "this is a second Pacman: there is one at line {}, column {} already",
                    first + 1,
                    place + 1
                ),
            )),
        }
    }

    fn maze(&self) -> Result<Maze, NotationError> {
        let free = self.marks().filter(|one| one.2 != '%');
        if let Some((row, column, _)) = free.into_iter().nth(MOST_FREE) {
            let what = format!("this is too large: at most {MOST_FREE} cells can be free");
            return Err(wrong(row + 1, column + 1, &what));
        }
        let walls = self.marks().map(|one| one.2 == '%').collect();
        Ok(Maze::new(self.width as u8, self.rows.len() as u8, walls))
    }

    /// Where there is a certain mark, row by row from the bottom.
    fn some(&self, mark: char, most: usize, name: &str) -> Result<Vec<Cell>, NotationError> {
        let marks = self.marks().filter(|one| one.2 == mark);
        let places: Vec<(usize, usize)> = marks.map(|one| (one.0, one.1)).collect();
        if let Some((row, column)) = places.get(most) {
            let what = format!("this is too much {name}: a layout has at most {most}");
            return Err(wrong(row + 1, column + 1, &what));
        }
        Ok(places.into_iter().map(|(row, column)| self.cell(row, column)).collect())
    }

    /// By the digit, where `G` is 1, then by column and row.
    fn ghosts(&self, maze: &Maze) -> Result<Vec<Cell>, NotationError> {
        let mut ghosts = Vec::new();
        for (row, column, mark) in self.marks() {
            let label = if mark == 'G' { 1 } else { mark.to_digit(10).unwrap_or(0) };
            if label == 0 {
                continue;
            }
            let cell = self.cell(row, column);
            if Direction::WAYS.iter().all(|way| maze.next(cell, *way).is_none()) {
                let what = "this ghost has nowhere to go: a cell beside it must be free";
                return Err(wrong(row + 1, column + 1, what));
            }
            if ghosts.len() == MOST_GHOSTS {
                let what = format!("this is a ghost too many: there are at most {MOST_GHOSTS}");
                return Err(wrong(row + 1, column + 1, &what));
            }
            ghosts.push((label, cell));
        }
        ghosts.sort_unstable();
        Ok(ghosts.into_iter().map(|(_, cell)| cell).collect())
    }
}

fn check_row(line: usize, row: &[char]) -> Result<(), NotationError> {
    let known = |mark: &char| matches!(mark, '%' | '.' | 'o' | 'P' | 'G' | '1'..='4' | ' ');
    if let Some(column) = row.iter().position(|mark| !known(mark)) {
        let what = format!(
            "`{}` means nothing in a layout: `%` is a wall, `.` food, `o` a capsule, `P` Pacman, \
             `G` or `1` to `4` a ghost, and a blank is free",
            row[column].escape_debug()
        );
        return Err(wrong(line, column + 1, &what));
    }
    if row.len() > LARGEST {
        let what = format!("this is too large: a layout has at most {LARGEST} columns");
        return Err(wrong(line, LARGEST + 1, &what));
    }
    Ok(())
}

fn wrong(line: usize, column: usize, what: &str) -> NotationError {
    NotationError::new(format!("line {line}, column {column}: {what}"))
}

/// The layouts that come with the game: name, what it is, and the drawing.
pub const LAYOUTS: &[(&str, &str, &str)] = &[
    ("small", "two ghosts and two capsules in a few corridors", include_str!("layouts/small.txt")),
    ("medium", "the usual game: 20 x 11, two ghosts", include_str!("layouts/medium.txt")),
    ("large", "four ghosts in a maze of 28 x 27", include_str!("layouts/large.txt")),
    ("open", "a room without walls, one ghost", include_str!("layouts/open.txt")),
    (
        "trapped",
        "a ghost in the back, another one at the exit",
        include_str!("layouts/trapped.txt"),
    ),
    (
        "dead-end",
        "food in a dead end, and a ghost that comes after him",
        include_str!("layouts/dead-end.txt"),
    ),
    ("corridor", "two dots, nobody else", include_str!("layouts/corridor.txt")),
    ("tiny", "5 x 5, one ghost: for tests by hand", include_str!("layouts/tiny.txt")),
    ("ring", "one loop, one ghost", include_str!("layouts/ring.txt")),
    ("pinch", "loops in which two ghosts can work together", include_str!("layouts/pinch.txt")),
    ("power", "four capsules, four ghosts", include_str!("layouts/power.txt")),
    ("maze", "15 x 15, three ghosts", include_str!("layouts/maze.txt")),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Layout>().unwrap_err().to_string()
    }

    #[test]
    fn every_layout_of_the_game_is_well_formed() {
        for (name, _, text) in LAYOUTS {
            let layout: Layout = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let from = layout.pacman();
            let goals = layout.food().iter().chain(layout.capsules()).chain(layout.ghosts());
            for goal in goals {
                let distance = layout.maze().distance(from, *goal);
                assert_ne!(distance, super::super::UNREACHABLE, "{name}: {goal:?}");
            }
            assert!(!layout.food().is_empty(), "{name}");
        }
        assert_eq!(LAYOUTS.len(), 12);
    }

    #[test]
    fn the_origin_is_at_the_bottom_left() {
        let layout: Layout = "%%%%%\n%  P%\n%.  %\n%%%%%".parse().unwrap();
        assert_eq!(layout.pacman(), Cell { x: 3, y: 2 });
        assert_eq!(layout.food(), [Cell { x: 1, y: 1 }]);
        assert_eq!(layout.maze().distance(layout.pacman(), layout.food()[0]), 3);
    }

    #[test]
    fn ghosts_are_numbered_by_digit_then_column_then_row() {
        let cells = |text: &str| -> Vec<(u8, u8)> {
            let layout: Layout = text.parse().unwrap();
            layout.ghosts().iter().map(|cell| (cell.x, cell.y)).collect()
        };
        let plain = "%%%%%%\n%G  G%\n%P G %\n%%%%%%";
        assert_eq!(cells(plain), [(1, 2), (3, 1), (4, 2)]);
        let same_column = "%%%%%%\n%G   %\n%G P %\n%%%%%%";
        assert_eq!(cells(same_column), [(1, 1), (1, 2)]);
        let fixed = "%%%%%%\n%3  1%\n%P 2 %\n%%%%%%";
        assert_eq!(cells(fixed), [(4, 2), (3, 1), (1, 2)]);
    }

    #[test]
    fn lines_may_end_in_blanks_or_leave_them_out() {
        let layout: Layout = "\u{feff}%%%%%%   \r\n%P .G%\r\n%%%%%%%%%\r\n\r\n".parse().unwrap();
        assert_eq!((layout.maze().width(), layout.maze().height()), (9, 3));
        let layout: Layout = "   %%%%\n%%%%P.%\n% .  %%\n%%%%%%".parse().unwrap();
        assert_eq!(layout.food().len(), 2);
    }

    #[test]
    fn bad_layouts_say_where_and_why() {
        assert!(error("").starts_with("the layout is empty"));
        assert!(error(" \n\n").starts_with("the layout is empty"));
        assert_eq!(
            error("%%%%\n%. %\n%%%%"),
            "there is no Pacman in lines 1 to 3: put one `P` on a free cell"
        );
        assert_eq!(
            error("%%%%\n%PP%\n%%%%"),
            "line 2, column 3: this is a second Pacman: there is one at line 2, column 2 already"
        );
        assert!(error("%%%%\n%Px%\n%%%%").starts_with("line 2, column 3: `x` means nothing"));
        assert!(error("%%%%\n%P\t%\n%%%%").starts_with("line 2, column 3: `\\t` means nothing"));
        assert!(error("% %%\n%P.%\n%%%%").starts_with("line 1, column 2: the border is open"));
        assert!(error("%%%%%\n%P.\n%%%%%").starts_with("line 2, column 5: the border is open"));
        assert!(error("%%%%%\n%P%G%\n%%%%%").starts_with("line 2, column 4: this ghost has"));
        assert!(error(&format!("%%%%\n%P.%{}\n", "%".repeat(70))).contains("line 2, column 65"));
        assert!(error(&"%\n".repeat(65)).starts_with("line 65, column 1: this is too large"));
        let row = |inside: &str| format!("%{}%\n", inside.repeat(40));
        let wall = "%".repeat(42);
        let huge = format!("{wall}\n%P{}%\n{}{wall}", " ".repeat(39), row(" ").repeat(30));
        assert!(error(&huge).contains("at most 1024 cells can be free"));
        let fed = format!("{wall}\n%P{}%\n{}{wall}", " ".repeat(39), row(".").repeat(18));
        assert!(error(&fed).contains("this is too much food: a layout has at most 704"));
        let ghosts = format!("{wall}\n%P{}%\n{wall}", "G".repeat(39));
        assert!(error(&ghosts).contains("line 2, column 10: this is a ghost too many"));
    }
}
