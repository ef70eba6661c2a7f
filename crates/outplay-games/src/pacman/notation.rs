//! Positions and moves as text.
//!
//! A position is a list of facts, with a semicolon or the end of a line between them:
//!
//! ```text
//! pacman 5,3 West
//! ghost 8,1 North
//! ghost 4.5,1 East 12      # between two cells, and scared for 12 more moves
//! food 1,1 2,1
//! capsules 18,9
//! score -12
//! turn 1                   # ghost 1 is to move; Pacman is 0
//! over lost                # only if it is over
//! ```
//!
//! The walls, and where ghosts return to, are those of the layout. What follows `#` on a line is a comment. A move is
//! `West`, `Stop`, `East`, `North` or `South`; small letters do.

use std::fmt::Write;

use outplay::Game;

use super::maze::Cell;
use super::rules::{Agent, Direction, Outcome, Pacman, Position, SCARED};
use outplay::face::notation::{Notation, NotationError};

/// Scores beyond this are not read.
const HIGHEST_SCORE: i32 = 1_000_000_000;

impl Notation for Pacman {
    fn write_position(&self, position: &Position) -> String {
        let mut facts = vec![format!("pacman {}", written(position.pacman()))];
        facts
            .extend(self.ghosts(position).iter().map(|ghost| format!("ghost {}", written(*ghost))));
        facts.push(listed("food", self.food(position)));
        facts.push(listed("capsules", self.capsules(position)));
        facts.push(format!("score {}", position.score));
        facts.push(format!("turn {}", position.turn));
        match position.outcome {
            Outcome::Open => {}
            Outcome::Won => facts.push("over won".to_owned()),
            Outcome::Lost => facts.push("over lost".to_owned()),
        }
        facts.join("; ")
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut reader = Reader::new(self);
        for (index, line) in text.lines().enumerate() {
            let meant = line.split('#').next().unwrap_or("");
            let mut column = 1;
            for fact in meant.split(';') {
                let blanks = fact.chars().take_while(|one| one.is_whitespace()).count();
                let here = |what: String| place(index + 1, column + blanks, &what);
                reader.read(fact.trim()).map_err(here)?;
                column += fact.chars().count() + 1;
            }
        }
        reader.finished().map_err(NotationError::new)
    }

    fn write_move(&self, _: &Position, direction: Direction) -> String {
        format!("{direction:?}")
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Direction, NotationError> {
        let direction = direction(text).map_err(NotationError::new)?;
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if moves.contains(&direction) {
            return Ok(direction);
        }
        let names: Vec<String> = moves.iter().map(|one| format!("{one:?}")).collect();
        Err(NotationError::new(if names.is_empty() {
            "the game is over".to_owned()
        } else {
            let mover = mover(position.agent_to_move());
            format!("{mover} cannot go {direction:?}: the moves are {}", names.join(", "))
        }))
    }

    fn picture(&self, position: &Position) -> String {
        super::picture::draw(self, position)
    }
}

fn place(line: usize, column: usize, what: &str) -> NotationError {
    NotationError::new(format!("line {line}, column {column}: {what}"))
}

/// How an agent is called.
pub fn mover(agent: usize) -> String {
    if agent == 0 { "Pacman".to_owned() } else { format!("ghost {agent}") }
}

fn written(agent: Agent) -> String {
    let (x, y) = agent.place();
    let timer = if agent.timer > 0 { format!(" {}", agent.timer) } else { String::new() };
    format!("{x},{y} {:?}{timer}", agent.heading)
}

fn listed(name: &str, cells: impl Iterator<Item = Cell>) -> String {
    cells.fold(name.to_owned(), |mut text, Cell { x, y }| {
        let _ = write!(text, " {x},{y}");
        text
    })
}

fn direction(text: &str) -> Result<Direction, String> {
    let wanted = |one: &Direction| format!("{one:?}").eq_ignore_ascii_case(text);
    Direction::ALL
        .into_iter()
        .find(wanted)
        .ok_or_else(|| format!("`{text}` is no move: they are West, Stop, East, North and South"))
}

/// A position, as far as it was read.
struct Reader<'p> {
    game: &'p Pacman,
    agents: Vec<Agent>,
    has_pacman: bool,
    food: Option<Vec<Cell>>,
    capsules: Option<Vec<Cell>>,
    score: Option<i32>,
    turn: Option<usize>,
    outcome: Option<Outcome>,
}

impl<'p> Reader<'p> {
    fn new(game: &'p Pacman) -> Reader<'p> {
        Reader {
            game,
            agents: vec![Agent::NOBODY],
            has_pacman: false,
            food: None,
            capsules: None,
            score: None,
            turn: None,
            outcome: None,
        }
    }

    fn read(&mut self, fact: &str) -> Result<(), String> {
        let mut words = fact.split_whitespace();
        let Some(name) = words.next() else { return Ok(()) };
        let words: Vec<&str> = words.collect();
        match name {
            "pacman" => self.read_pacman(&words),
            "ghost" => self.read_ghost(&words),
            "food" => {
                let cells = self.cells("food", &words, |game, cell| game.layout().food_at(cell))?;
                once("food", self.food.replace(cells).is_some())
            }
            "capsules" => {
                let at = |game: &Pacman, cell| game.layout().capsule_at(cell);
                let cells = self.cells("capsule", &words, at)?;
                once("capsules", self.capsules.replace(cells).is_some())
            }
            "score" => {
                let score = number(&words, "score", -HIGHEST_SCORE, HIGHEST_SCORE)?;
                once("score", self.score.replace(score).is_some())
            }
            "turn" => {
                let last = self.game.agents() as i32 - 1;
                let turn = number(&words, "turn", 0, last)?;
                once("turn", self.turn.replace(turn as usize).is_some())
            }
            "over" => {
                let outcome = match words[..] {
                    ["won"] => Outcome::Won,
                    ["lost"] => Outcome::Lost,
                    _ => return Err("write `over won` or `over lost`".to_owned()),
                };
                once("over", self.outcome.replace(outcome).is_some())
            }
            _ => Err(format!(
                "`{name}` means nothing in a position: write pacman, ghost, food, capsules, score, turn or over"
            )),
        }
    }

    fn read_pacman(&mut self, words: &[&str]) -> Result<(), String> {
        let agent = self.agent(words)?;
        if agent.is_between() {
            return Err("Pacman is never between two cells".to_owned());
        }
        if agent.timer > 0 {
            return Err("Pacman has no timer: only ghosts are scared".to_owned());
        }
        self.agents[0] = agent;
        once("pacman", std::mem::replace(&mut self.has_pacman, true))
    }

    fn read_ghost(&mut self, words: &[&str]) -> Result<(), String> {
        let agent = self.agent(words)?;
        if agent.is_between() && agent.timer == 0 {
            return Err("a ghost is between two cells only while it is scared: \
                        write for how many moves, after its direction"
                .to_owned());
        }
        if self.agents.len() == self.game.agents() {
            let ghosts = self.game.agents() - 1;
            return Err(format!("this is a ghost too many: the layout has {ghosts}"));
        }
        self.agents.push(agent);
        Ok(())
    }

    fn agent(&self, words: &[&str]) -> Result<Agent, String> {
        let (place, heading, timer) = match *words {
            [place, heading] => (place, heading, 0),
            [place, heading, timer] => {
                (place, heading, number(&[timer], "timer", 0, i32::from(SCARED))?)
            }
            _ => return Err("write a place and a direction, like `5,3 West`".to_owned()),
        };
        let (x, y) = self.half_cells(place)?;
        let heading = direction(heading)?;
        let agent = Agent { x, y, heading, timer: timer as u8 };
        let along = match heading {
            Direction::West | Direction::East => y & 1 == 0,
            Direction::North | Direction::South => x & 1 == 0,
            Direction::Stop => false,
        };
        if agent.is_between() && !along {
            return Err(format!("who is at {place}, between two cells, does not look {heading:?}"));
        }
        Ok(agent)
    }

    /// A place in half cells; both cells of a place between two are free.
    fn half_cells(&self, text: &str) -> Result<(u8, u8), String> {
        let wrong = || format!("`{text}` is no place: write column and row, like `5,3` or `4.5,3`");
        let half = |text: &str| -> Option<u8> {
            let (whole, half) = match text.split_once('.') {
                None => (text, 0),
                Some((whole, "0")) => (whole, 0),
                Some((whole, "5")) => (whole, 1),
                Some(_) => return None,
            };
            let digits = !whole.is_empty() && whole.bytes().all(|one| one.is_ascii_digit());
            let whole: u8 = whole.parse().ok().filter(|whole| digits && *whole < 64)?;
            Some(whole * 2 + half)
        };
        let pair = text.split_once(',').and_then(|(x, y)| half(x).zip(half(y)));
        let (x, y) = pair.ok_or_else(wrong)?;
        let ends = [Cell { x: x / 2, y: y / 2 }, Cell { x: x.div_ceil(2), y: y.div_ceil(2) }];
        if x & y & 1 == 1 || !ends.iter().all(|cell| self.game.maze().is_free(*cell)) {
            return Err(format!("{text} is not free in this layout"));
        }
        Ok((x, y))
    }

    fn cells(
        &self,
        name: &str,
        words: &[&str],
        at: impl Fn(&Pacman, Cell) -> Option<usize>,
    ) -> Result<Vec<Cell>, String> {
        let mut cells: Vec<Cell> = Vec::new();
        for word in words {
            let (x, y) = self.half_cells(word)?;
            let cell = Cell { x: x / 2, y: y / 2 };
            if (x | y) & 1 == 1 || at(self.game, cell).is_none() {
                return Err(format!("there is no {name} at {word} in this layout"));
            }
            if cells.contains(&cell) {
                return Err(format!("there is {name} at {word} twice"));
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    fn finished(self) -> Result<Position, String> {
        let missing = |what: &str| format!("the position does not say {what}");
        if !self.has_pacman {
            return Err(missing("where Pacman is: `pacman 5,3 West`"));
        }
        if self.agents.len() < self.game.agents() {
            let wanted = self.game.agents() - 1;
            let (given, ghosts) =
                (self.agents.len() - 1, if wanted == 1 { "ghost" } else { "ghosts" });
            return Err(format!("the layout has {wanted} {ghosts}, and the position {given}"));
        }
        let food = self.food.ok_or_else(|| missing("where food is: `food 1,1 2,1`"))?;
        let capsules = self.capsules.unwrap_or_default();
        let layout = self.game.layout();
        let mut position = self.game.start();
        position.food.fill(0);
        for number in food.iter().filter_map(|cell| layout.food_at(*cell)) {
            position.food[number / 64] |= 1 << (number % 64);
        }
        position.food_left = food.len() as u16;
        position.capsules =
            capsules.iter().filter_map(|cell| layout.capsule_at(*cell)).map(|one| 1 << one).sum();
        position.agents[..self.agents.len()].copy_from_slice(&self.agents);
        position.score = self.score.unwrap_or(0);
        position.turn = self.turn.unwrap_or(0) as u8;
        position.outcome = self.outcome.unwrap_or(Outcome::Open);
        checked(position, !layout.food().is_empty())
    }
}

/// Without food it is won, and only then.
fn checked(position: Position, has_food: bool) -> Result<Position, String> {
    match (position.food_left, position.outcome) {
        (0, Outcome::Open) if has_food => {
            Err("no food is left, and yet it is not over: write `over won`".to_owned())
        }
        (1.., Outcome::Won) => Err("it is not won: there is food left".to_owned()),
        (0, Outcome::Lost) if has_food => Err("it is not lost: no food is left".to_owned()),
        _ => Ok(position),
    }
}

fn once(name: &str, again: bool) -> Result<(), String> {
    if again { Err(format!("{name} is said twice")) } else { Ok(()) }
}

fn number(words: &[&str], name: &str, least: i32, most: i32) -> Result<i32, String> {
    let wrong = || format!("{name} takes one whole number from {least} to {most}");
    match *words {
        [word] => word.parse().ok().filter(|one| (least..=most).contains(one)).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacman::Layout;

    fn game(name: &str) -> Pacman {
        Pacman::new(Layout::named(name).unwrap())
    }

    #[test]
    fn what_is_written_can_be_read_through_whole_games() {
        for name in ["small", "power", "ring", "tiny", "corridor"] {
            let game = game(name);
            for seed in 0..20 {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut position = game.start();
                for _ in 0..300 {
                    let text = game.write_position(&position);
                    assert_eq!(game.read_position(&text), Ok(position), "{name}: {text}");
                    assert_eq!(game.read_position(&text.replace("; ", "\n")), Ok(position));
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    let Some(mv) = random.choice(&moves) else { break };
                    game.play(&mut position, *mv);
                }
            }
        }
    }

    #[test]
    fn a_position_over_several_lines() {
        let game = game("tiny");
        let text = "pacman 2,1 East # here\nghost 1.5,3 East 7\n\nfood 3,3\nscore -4\nturn 1";
        let position = game.read_position(text).unwrap();
        assert_eq!(
            game.write_position(&position),
            "pacman 2,1 East; ghost 1.5,3 East 7; food 3,3; capsules; score -4; turn 1"
        );
    }

    #[test]
    fn bad_positions_say_where_and_why() {
        let game = game("tiny");
        let rest = "; ghost 1,3 Stop; food 3,3";
        let error = |text: &str| {
            let text = format!("{text}{rest}");
            game.read_position(&text).unwrap_err().to_string()
        };
        for (text, told) in [
            ("", "the position does not say where Pacman is: `pacman 5,3 West`"),
            ("pacman", "line 1, column 1: write a place and a direction, like `5,3 West`"),
            (
                "pacman 1 West",
                "line 1, column 1: `1` is no place: write column and row, like `5,3` or `4.5,3`",
            ),
            ("pacman 0,1 West", "line 1, column 1: 0,1 is not free in this layout"),
            (
                "pacman 99,1 West",
                "line 1, column 1: `99,1` is no place: write column and row, like `5,3` or `4.5,3`",
            ),
            (
                "pacman 1,1 Up",
                "line 1, column 1: `Up` is no move: they are West, Stop, East, North and South",
            ),
            ("pacman 1.5,1 West", "line 1, column 1: Pacman is never between two cells"),
            ("pacman 1,1 West 3", "line 1, column 1: Pacman has no timer: only ghosts are scared"),
            (
                "pacman 1,1 West; ghost 1,2 East",
                "line 1, column 34: this is a ghost too many: the layout has 1",
            ),
            (
                "pacman 1,1 West\n  turn 2",
                "line 2, column 3: turn takes one whole number from 0 to 1",
            ),
            (
                "pacman 1,1 West; score x",
                "line 1, column 18: score takes one whole number from -1000000000 to 1000000000",
            ),
            (
                "pacman 1,1 West; capsules 1,1",
                "line 1, column 18: there is no capsule at 1,1 in this layout",
            ),
            ("pacman 1,1 West; over won", "it is not won: there is food left"),
            (
                "pacman 1,1 West; wall 1,1",
                "line 1, column 18: `wall` means nothing in a position: write pacman, ghost, food, capsules, score, turn or over",
            ),
        ] {
            assert_eq!(error(text), told, "{text}");
        }
        let alone = |text: &str| game.read_position(text).unwrap_err().to_string();
        assert_eq!(alone("pacman 1,1 West"), "the layout has 1 ghost, and the position 0");
        assert_eq!(
            alone("pacman 1,1 West; ghost 1.5,3 East; food 3,3"),
            "line 1, column 18: a ghost is between two cells only while it is scared: write for how many moves, after its direction"
        );
        assert_eq!(
            alone("pacman 1,1 West; ghost 1.5,3 North 3; food 3,3"),
            "line 1, column 18: who is at 1.5,3, between two cells, does not look North"
        );
        assert_eq!(
            alone("pacman 1,1 West; ghost 1,3 North; food"),
            "no food is left, and yet it is not over: write `over won`"
        );
        assert_eq!(alone("food 3,3 3,3"), "line 1, column 1: there is food at 3,3 twice");
    }

    #[test]
    fn bad_moves_say_why() {
        let game = game("tiny");
        let error = |text| game.read_move(&game.start(), text).unwrap_err().to_string();
        assert_eq!(error("South"), "Pacman cannot go South: the moves are Stop, East, North");
        assert_eq!(error("Left"), "`Left` is no move: they are West, Stop, East, North and South");
        assert_eq!(game.read_move(&game.start(), "north"), Ok(Direction::North));
    }
}
