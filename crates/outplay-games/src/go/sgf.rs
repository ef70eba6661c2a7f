//! Records of games in the Smart Game Format, FF\[4\]: <https://www.red-bean.com/sgf/>.
//!
//! The crate `sgf-parse` reads and writes the tree. It stays as it is in the file, with variations, set-up, comments and marks; the rules
//! follow its [main line](Record::main_line).
//!
//! ```
//! use outplay_games::go::Record;
//!
//! let [record] = &Record::read("(;SZ[9]KM[6.5]C[a game];B[ee];W[cg](;B[gc])(;B[gg]C[or here]))")?[..] else { panic!("one game") };
//! let line = record.main_line()?;
//! let names: Vec<String> = line.moves.iter().map(|&mv| record.game().name(mv)).collect();
//! assert_eq!(names, ["E5", "C3", "G7"]);
//! assert_eq!(record.write(), "(;SZ[9]KM[6.5]C[a game];B[ee];W[cg](;B[gc])(;B[gg]C[or here]))");
//! # Ok::<(), outplay::face::NotationError>(())
//! ```

use outplay::face::NotationError;
use outplay::{Game, Past, Player, WithPast};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{Color, SgfNode};

use super::rules::{Go, Options, Position, Rules, Vertex};

/// How many nodes one after the other are read: the tree is walked by calls that nest.
const LONGEST: usize = 2_000;

/// How many bytes are read.
const MOST_BYTES: usize = 16 << 20;

/// A record of a game: a tree of moves, and the rules that it tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    game: Go,
    root: SgfNode<Prop>,
}

/// A line of play in a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it starts: after the last set-up, or where a player moves twice in a row, or goes on after two passes.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Vertex>,
}

fn wrong(what: impl Into<String>) -> NotationError {
    NotationError::new(format!("SGF: {}", what.into()))
}

impl Record {
    /// Reads all games of a file.
    pub fn read(text: &str) -> Result<Vec<Record>, NotationError> {
        check_size(text)?;
        let roots = sgf_parse::go::parse(text).map_err(|error| wrong(error.to_string()))?;
        roots.into_iter().map(Record::new).collect()
    }

    fn new(root: SgfNode<Prop>) -> Result<Record, NotationError> {
        let (width, height) = match root.get_property("SZ") {
            None => (19, 19),
            Some(Prop::SZ(size)) => *size,
            Some(_) => return Err(wrong("the size of the board cannot be read")),
        };
        let komi = match root.get_property("KM") {
            None => 0.0,
            // Some programs write quarters, for half of what is given.
            Some(Prop::KM(komi)) => (2.0 * komi).round() / 2.0,
            Some(_) => return Err(wrong("the komi cannot be read")),
        };
        let rules = match root.get_property("RU") {
            Some(Prop::RU(name)) if name.text.to_lowercase().starts_with("tromp") => {
                Rules::TrompTaylor
            }
            _ => Rules::Chinese,
        };
        let options = Options { komi, rules, ..Options::default() };
        let game = Go::new(width, height, options).map_err(|error| wrong(error.to_string()))?;
        Ok(Record { game, root })
    }

    /// A record of a game from a position on.
    pub fn of(game: &Go, start: &Position, moves: &[Vertex]) -> Record {
        let mut mover = start.mover();
        let node = |vertex: &Vertex| {
            let mv = match vertex.point() {
                None => Move::Pass,
                Some(point) => Move::Move(point_of(game, point)),
            };
            let prop = if mover == Player::MAX { Prop::B(mv) } else { Prop::W(mv) };
            mover = mover.other();
            prop
        };
        let props: Vec<Prop> = moves.iter().map(node).collect();
        let fold = |children: Vec<SgfNode<Prop>>, prop: Prop| {
            vec![SgfNode::new(vec![prop], children, false)]
        };
        let children = props.into_iter().rev().fold(Vec::new(), fold);
        let rules = match game.options().rules {
            Rules::Chinese => "Chinese",
            Rules::TrompTaylor => "Tromp-Taylor",
        };
        let mut props = vec![
            Prop::GM(1),
            Prop::FF(4),
            Prop::CA("UTF-8".into()),
            Prop::SZ((game.width(), game.height())),
            Prop::KM(game.options().komi),
            Prop::RU(rules.into()),
        ];
        if game.options().handicap > 0 {
            props.push(Prop::HA(game.options().handicap.into()));
        }
        let stones = |player: Player| {
            let points = (0..game.points()).filter(|&point| start.owner(point) == Some(player));
            points.map(|point| point_of(game, point)).collect::<std::collections::HashSet<Point>>()
        };
        let [black, white] = [Player::MAX, Player::MIN].map(stones);
        if !black.is_empty() {
            props.push(Prop::AB(black));
        }
        if !white.is_empty() {
            props.push(Prop::AW(white));
        }
        if start.mover() == Player::MIN {
            props.push(Prop::PL(Color::White));
        }
        Record { game: game.clone(), root: SgfNode::new(props, children, true) }
    }

    /// The game that is recorded.
    pub fn game(&self) -> &Go {
        &self.game
    }

    /// The tree, with everything that stands in the file.
    pub fn tree(&self) -> &SgfNode<Prop> {
        &self.root
    }

    /// Says who played.
    pub fn set_players(&mut self, black: &str, white: &str) {
        self.set(Prop::PB(black.into()));
        self.set(Prop::PW(white.into()));
    }

    /// Says how it ended: `B+3.5`, `W+R`, `0`.
    pub fn set_result(&mut self, result: &str) {
        self.set(Prop::RE(result.into()));
    }

    /// Says something about the game.
    pub fn set_comment(&mut self, comment: &str) {
        self.set(Prop::C(comment.into()));
    }

    fn set(&mut self, prop: Prop) {
        use sgf_parse::SgfProp;
        self.root.properties.retain(|known| known.identifier() != prop.identifier());
        self.root.properties.push(prop);
    }

    /// How it ended, as it is written.
    pub fn result(&self) -> Option<&str> {
        match self.root.get_property("RE") {
            Some(Prop::RE(result)) => Some(&result.text),
            _ => None,
        }
    }

    /// How many stones of handicap it tells.
    pub fn handicap(&self) -> Option<u8> {
        match self.root.get_property("HA") {
            Some(Prop::HA(stones)) => u8::try_from(*stones).ok(),
            _ => None,
        }
    }

    /// The text of the whole tree.
    pub fn write(&self) -> String {
        let mut root = self.root.clone();
        // The format has one number for a square board, and other programs refuse two. `sgf-parse` always writes both sides.
        for prop in &mut root.properties {
            if let Prop::SZ((width, height)) = *prop
                && width == height
            {
                *prop = Prop::Unknown("SZ".to_owned(), vec![width.to_string()]);
            }
        }
        root.serialize()
    }

    /// The first variation everywhere. A move that is not legal is an error.
    pub fn main_line(&self) -> Result<Line, NotationError> {
        let game = WithPast::new(&self.game);
        let mut line = Line { start: self.game.start(), moves: Vec::new() };
        let mut past = Past::new(line.start);
        let mut number = 0;
        for node in self.root.main_variation() {
            if let Some(start) = self.set_up(past.position(), node)? {
                (past, line) = (Past::new(start), Line { start, moves: Vec::new() });
            }
            for prop in &node.properties {
                let (player, mv) = match prop {
                    Prop::B(mv) => (Player::MAX, mv),
                    Prop::W(mv) => (Player::MIN, mv),
                    _ => continue,
                };
                number += 1;
                let place = |what: String| wrong(format!("move {number}: {what}"));
                let vertex = self.vertex(mv).map_err(&place)?;
                let is_over = past.position().passes() >= 2;
                if is_over && vertex == Vertex::PASS {
                    // Some rules want a third pass.
                    continue;
                }
                if is_over || past.position().mover() != player {
                    let start = past.position().with_mover(player);
                    (past, line) = (Past::new(start), Line { start, moves: Vec::new() });
                }
                if !self.game.is_legal(past.position(), vertex) || game.is_forbidden(&past, vertex)
                {
                    return Err(place(format!("{} is not legal", self.game.name(vertex))));
                }
                game.play(&mut past, vertex);
                line.moves.push(vertex);
            }
        }
        Ok(line)
    }

    /// The position that a node sets up, if it does.
    fn set_up(
        &self,
        position: &Position,
        node: &SgfNode<Prop>,
    ) -> Result<Option<Position>, NotationError> {
        let mut set_up = None;
        for prop in &node.properties {
            let (points, owner) = match prop {
                Prop::AB(points) => (points, Some(Player::MAX)),
                Prop::AW(points) => (points, Some(Player::MIN)),
                Prop::AE(points) => (points, None),
                _ => continue,
            };
            for point in points {
                let at = self
                    .on_board(*point)
                    .ok_or_else(|| wrong("a stone is set up beside the board"))?;
                set_up = Some(set_up.unwrap_or(*position).with_stone(at, owner));
            }
        }
        let has_handicap = matches!(node.get_property("HA"), Some(Prop::HA(_)));
        let mover = match node.get_property("PL") {
            Some(Prop::PL(Color::Black)) => Some(Player::MAX),
            Some(Prop::PL(Color::White)) => Some(Player::MIN),
            _ if has_handicap && set_up.is_some() => Some(Player::MIN),
            _ => None,
        };
        if let Some(mover) = mover {
            set_up = Some(set_up.unwrap_or(*position).with_mover(mover));
        }
        match set_up {
            Some(position) if !self.game.is_alive(&position) => {
                Err(wrong("stones without liberties are set up"))
            }
            set_up => Ok(set_up),
        }
    }

    fn on_board(&self, point: Point) -> Option<usize> {
        let is_on = point.x < self.game.width() && point.y < self.game.height();
        if is_on { self.game.vertex(point.x, point.y).point() } else { None }
    }

    /// A pass is empty, or `tt` in older files.
    fn vertex(&self, mv: &Move) -> Result<Vertex, String> {
        match mv {
            Move::Pass | Move::Move(Point { x: 19, y: 19 }) => Ok(Vertex::PASS),
            Move::Move(point) => match self.on_board(*point) {
                Some(_) => Ok(self.game.vertex(point.x, point.y)),
                None => Err(format!(
                    "column {} and row {} are not on the board",
                    point.x + 1,
                    point.y + 1
                )),
            },
        }
    }
}

fn point_of(game: &Go, point: usize) -> Point {
    let (x, y) = game.place(point);
    Point { x, y }
}

/// Refuses what would exhaust the stack: nodes that nest too deep. What is between brackets is text.
fn check_size(text: &str) -> Result<(), NotationError> {
    if text.len() > MOST_BYTES {
        return Err(wrong(format!(
            "{} bytes are too many: at most {MOST_BYTES} are read",
            text.len()
        )));
    }
    let mut depths = vec![0_usize];
    let mut is_text = false;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let depth = *depths.last().unwrap_or(&0);
        match byte {
            b'\\' if is_text => drop(bytes.next()),
            b']' => is_text = false,
            b'[' => is_text = true,
            _ if is_text => {}
            b'(' => depths.push(depth + 1),
            b')' if depths.len() > 1 => drop(depths.pop()),
            b';' => depths.last_mut().into_iter().for_each(|depth| *depth += 1),
            _ => {}
        }
        if depth > LONGEST {
            return Err(wrong(format!("more than {LONGEST} nodes one after the other")));
        }
    }
    Ok(())
}
