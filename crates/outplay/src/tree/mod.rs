//! Games written as text: the trees of the lectures.
//!
//! # Nested lists
//! ```text
//! ((3 12 8) (2 x y) (14 5 2))              brackets are choices, numbers are payoffs
//! A(B(3 12 8) C(2 x y) D(14 5 2))          with names
//! max min min: (((3 12) (8 2)) ((4 6) 9))  a header: who moves at each level, over and over
//! ({1/2:(2 2) 1/2:(1 2)} {(0 2) (-1 0)})   braces are chance, with odds or even
//! (([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))    one payoff per player
//! A(B=4(3 12) C=5(2 6))                    what an evaluation thinks of B and C
//! (:max(3 5) :min(4 9))                    who moves here, whatever the header says
//! ```
//! A leaf that is a name (`x`) has an unknown payoff: a search that needs it fails and says so. Names
//! are made up where none are given: `A`, `B`, `C` ... level by level, and the moves at `A` are `a1`,
//! `a2` ... A comma is a space, `#` starts a comment. The header knows `max` and `min`, or players
//! `p0`, `p1` ..., and `chance`; without one it is `max min`, or one player after the other where there is
//! one payoff for each. `payoffs -2 2` in the header says that no payoff is outside of these.
//!
//! # Course files
//! The trees of the Berkeley multi-agent project as teachers have them: see [`Tree::from_course`].
//!
//! ```
//! use outplay::Tree;
//!
//! let tree: Tree = "((3 12 8) (2 x y) (14 5 2))".parse()?;
//! assert_eq!(tree.len(), 13);
//! assert_eq!("(3 (5 2)".parse::<Tree>().unwrap_err().to_string(), "missing `)` at byte 8");
//! # Ok::<(), outplay::tree::TreeError>(())
//! ```

mod course;
mod nested;
mod random;
mod uniform;

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::textbook::Error;
use crate::{Depth, Evaluation, Game, Names, Player, Range, Role, Sides, Turn, WithoutChance};

pub use random::{MOST_LEAVES, Unmet, Wish, Wishes};
pub use uniform::Uniform;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// A game written as text: see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
    /// For every node, its children in one piece.
    children: Vec<Child>,
    /// The names of the moves, beside `children`; empty if they are made up.
    actions: Vec<String>,
    /// Payoffs of leaves that have one for every player.
    payoffs: Vec<f64>,
    /// Who moves at each level, over and over.
    agents: Vec<Agent>,
    /// The role of every player.
    roles: Vec<Role>,
    root: u32,
    /// Whether leaves have one payoff for every player.
    general: bool,
    range: Range<f64>,
    course: Option<Course>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    name: Option<Box<str>>,
    mover: Option<Agent>,
    worth: Worth,
    first: u32,
    count: u32,
    /// Whether its moves are called `B.1`, because `b1` could be something else.
    dotted: bool,
}

impl Node {
    /// Its payoff or evaluation, if it is one number.
    fn number(&self) -> Option<f64> {
        match self.worth {
            Worth::Number(number) => Some(number),
            Worth::Unknown | Worth::Each(_) => None,
        }
    }

    /// The name of a move that has none of its own.
    fn move_name(&self, branch: u32) -> String {
        let name = self.name.as_deref().unwrap_or("?");
        match self.dotted {
            true => format!("{name}.{}", branch + 1),
            false => format!("{}{}", name.to_lowercase(), branch + 1),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Child {
    to: u32,
    odds: f64,
}

/// A payoff or an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Worth {
    Unknown,
    /// What MAX wins.
    Number(f64),
    /// One number for every player, from here on in [`Tree::payoffs`].
    Each(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Agent {
    Player(Player),
    /// Chance that takes a turn like a player.
    Chance,
}

/// What a course file says about how to search its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The algorithm, if the file names one.
    pub algorithm: Option<CourseAlgorithm>,
    /// The depth, if the file names one.
    pub depth: Option<Depth>,
}

/// The algorithms of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseAlgorithm {
    /// `MinimaxAgent`
    Minimax,
    /// `AlphaBetaAgent`
    AlphaBeta,
    /// `ExpectimaxAgent`
    Expectimax,
}

/// A position in a [`Tree`]: a node, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    node: u32,
    /// Which agent of the header moves here.
    level: u8,
}

/// A move in a [`Tree`]: the branch to take, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch(pub u32);

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeError {
    what: String,
    place: Spot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Byte(usize),
    Line(usize),
    Column { byte: usize, line: usize, column: usize },
    Nowhere,
}

impl TreeError {
    fn byte(byte: usize, what: impl Into<String>) -> TreeError {
        TreeError { what: what.into(), place: Spot::Byte(byte) }
    }

    fn line(line: usize, what: impl Into<String>) -> TreeError {
        TreeError { what: what.into(), place: Spot::Line(line) }
    }

    /// Adds line and column where there is more than one line.
    fn located(mut self, text: &str) -> TreeError {
        if let Spot::Byte(byte) = self.place
            && text.trim_end().contains('\n')
        {
            let before = &text[..byte];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let line = before.matches('\n').count() + 1;
            let column = before[start..].chars().count() + 1;
            self.place = Spot::Column { byte, line, column };
        }
        self
    }

    fn whole(what: impl Into<String>) -> TreeError {
        TreeError { what: what.into(), place: Spot::Nowhere }
    }
}

impl Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Spot::Byte(byte) => write!(f, "{} at byte {byte}", self.what),
            Spot::Line(line) => write!(f, "{} in line {line}", self.what),
            Spot::Column { byte, line, column } => {
                write!(f, "{} at byte {byte} (line {line}, column {column})", self.what)
            }
            Spot::Nowhere => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for TreeError {}

impl FromStr for Tree {
    type Err = TreeError;

    /// Reads nested lists or a course file, whichever it is.
    fn from_str(text: &str) -> Result<Tree, TreeError> {
        if text.len() > MAX_BYTES {
            return Err(TreeError::whole(format!(
                "the text has {} bytes, and at most {MAX_BYTES} are read",
                text.len()
            )));
        }
        if course::looks_like_course(text) {
            return course::parse(text);
        }
        nested::parse(text).map_err(|error| error.located(text))
    }
}

impl Tree {
    /// Reads a tree file of the Berkeley multi-agent course.
    ///
    /// Lines are `key: "value"`, or `key: """` followed by a block that ends with `"""`; `#` starts a
    /// comment. `num_agents`, `start_state` and `successors` (lines `state Action next`, in move order)
    /// are needed; `evaluation` (lines `state number`), `win_states`, `lose_states`, `alg` and `depth` are
    /// known; other keys are left alone. Agent 0 is MAX, the others are MIN, or chance for expectimax, and
    /// the turn is the ply modulo the number of agents.
    ///
    /// ```
    /// use outplay::Tree;
    ///
    /// let tree = Tree::from_course(r#"
    /// alg: "AlphaBetaAgent"
    /// depth: "1"
    /// num_agents: "2"
    /// start_state: "a"
    /// win_states: "c d e"
    /// successors: """
    /// a Left b
    /// a Right c
    /// b Left d
    /// b Right e
    /// """
    /// evaluation: """
    /// c 5
    /// d 4
    /// e 6
    /// """
    /// "#)?;
    /// assert_eq!(tree.name(tree.root()), "a");
    /// # Ok::<(), outplay::tree::TreeError>(())
    /// ```
    pub fn from_course(text: &str) -> Result<Tree, TreeError> {
        course::parse(text)
    }

    /// Where the game starts.
    pub fn root(&self) -> Place {
        Place { node: self.root, level: 0 }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What a course file says about its search; nothing for nested lists.
    pub fn course(&self) -> Option<Course> {
        self.course
    }

    /// Between which numbers all payoffs are said to lie.
    pub fn range(&self) -> Range<f64> {
        self.range
    }

    /// Whether leaves have one payoff for every player.
    pub fn is_general(&self) -> bool {
        self.general
    }

    /// Whether chance moves anywhere.
    pub fn has_chance(&self) -> bool {
        self.agents.contains(&Agent::Chance)
            || self.nodes.iter().any(|node| node.mover == Some(Agent::Chance))
    }

    /// The name of a node.
    pub fn name(&self, place: Place) -> String {
        self.name_of(place.node)
    }

    fn name_of(&self, node: u32) -> String {
        self.nodes[node as usize].name.as_deref().unwrap_or("?").to_owned()
    }

    /// The name of a move.
    pub fn action(&self, place: Place, branch: Branch) -> String {
        let node = &self.nodes[place.node as usize];
        match self.actions.get((node.first + branch.0) as usize) {
            Some(action) => action.clone(),
            None => node.move_name(branch.0),
        }
    }

    /// The names of the moves of a line from the root.
    pub fn line(&self, line: &[Branch]) -> Vec<String> {
        let mut place = self.root();
        let mut names = Vec::new();
        for &branch in line {
            names.push(self.action(place, branch));
            self.play(&mut place, branch);
        }
        names
    }

    /// The payoff or evaluation that is written at a place, as text; none if there is none.
    pub fn written(&self, place: Place) -> Option<String> {
        match self.nodes[place.node as usize].worth {
            Worth::Unknown => None,
            Worth::Number(number) => Some(number.to_string()),
            Worth::Each(_) => {
                let each = Player::all(self.roles.len()).map(|player| self.worth(place, player));
                Some(crate::Payoffs(each.collect()).to_string())
            }
        }
    }

    /// The tree as MAX against MIN.
    pub fn sides(&self) -> Result<Sides<'_, Tree>, TreeError> {
        if self.general {
            return Err(TreeError::whole(
                "each leaf has one payoff per player: MAX against MIN needs one number per leaf \
                 (max-n, paranoid and expectimax do not)",
            ));
        }
        Ok(Sides::new(self, self.roles.clone()))
    }

    /// The tree as the [engine](crate::engine) takes it: MAX against MIN, without chance, and with whole numbers at its leaves.
    ///
    /// ```
    /// use outplay::Tree;
    ///
    /// let refused = |text: &str| text.parse::<Tree>().unwrap().for_engine().unwrap_err().to_string();
    /// assert_eq!(refused("((3 2) {1 0})"), "chance moves at `C`: the engine searches games without chance, expectimax takes those with it");
    /// assert_eq!(refused("((3 2.5) 1)"), "the leaf `b2` is worth 2.5: the engine counts in whole numbers up to 32767, alpha-beta takes any");
    /// assert_eq!(refused("((3 x) 1)"), "the leaf `x` has no number: the engine may need every leaf");
    /// assert!("((3 2) 1)".parse::<Tree>().unwrap().for_engine().is_ok());
    /// ```
    pub fn for_engine(&self) -> Result<WithoutChance<Sides<'_, Tree>>, TreeError> {
        let sides = self.sides()?;
        if let Some(place) = self.places().find(|place| self.is_by_chance(*place)) {
            return Err(TreeError::whole(format!(
                "chance moves at `{}`: the engine searches games without chance, expectimax takes those with it",
                self.name(place)
            )));
        }
        for place in self.places().filter(|place| self.nodes[place.node as usize].count == 0) {
            self.whole_number_at(place)?;
        }
        Ok(WithoutChance::checked(sides))
    }

    /// Every place of the tree once, from the root on.
    fn places(&self) -> impl Iterator<Item = Place> {
        let mut seen = HashSet::from([self.root()]);
        let mut left = vec![self.root()];
        std::iter::from_fn(move || {
            let place = left.pop()?;
            let count = self.nodes[place.node as usize].count;
            for branch in (0..count).rev().map(Branch) {
                let mut next = place;
                self.play(&mut next, branch);
                if seen.insert(next) {
                    left.push(next);
                }
            }
            Some(place)
        })
    }

    fn is_by_chance(&self, place: Place) -> bool {
        self.nodes[place.node as usize].count > 0
            && match self.mover(place) {
                Agent::Chance => true,
                Agent::Player(player) => self.roles[player.index()] == Role::Chance,
            }
    }

    /// Whether the engine can count with the number of a leaf.
    fn whole_number_at(&self, place: Place) -> Result<(), TreeError> {
        let (name, worth) = (self.name(place), self.nodes[place.node as usize].worth);
        match worth {
            Worth::Number(number) if number.fract() == 0.0 && number.abs() <= 32_767.0 => Ok(()),
            Worth::Number(number) => Err(TreeError::whole(format!(
                "the leaf `{name}` is worth {number}: the engine counts in whole numbers up to 32767, alpha-beta takes any"
            ))),
            Worth::Unknown | Worth::Each(_) => Err(TreeError::whole(format!(
                "the leaf `{name}` has no number: the engine may need every leaf"
            ))),
        }
    }

    /// The tree as `hero` sees it: whoever wins the same numbers is on the hero's side, and all others get
    /// the role `others`. Where each leaf has one payoff per player, the hero is alone.
    ///
    /// ```
    /// use outplay::{Bound, Player, Role, Tree, textbook::Search};
    ///
    /// // MAX moves twice in a row, then MIN: in expectimax only MIN is replaced by chance.
    /// let tree: Tree = "max max min: (((1 3) (0 8)) ((4 2) 1))".parse()?;
    /// let report = Search::new(&tree.seen_by(Player::MAX, Role::Chance)).minimax(&tree.root())?;
    /// assert_eq!(report.value, Some(Bound::Exact(4.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such player.
    pub fn seen_by(&self, hero: Player, others: Role) -> Sides<'_, Tree> {
        let with_hero = |player: Player| match self.general {
            true => player == hero,
            false => self.role(player) == self.role(hero),
        };
        let role = |player| if with_hero(player) { Role::Max } else { others };
        Sides::new(self, Player::all(self.roles.len()).map(role).collect())
    }

    /// Who moves first, if it is a player.
    pub fn first_player(&self) -> Option<Player> {
        match self.mover(self.root()) {
            Agent::Player(player) => Some(player),
            Agent::Chance => None,
        }
    }

    /// Whether a player is MAX or MIN: the numbers at the leaves are what MAX wins.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn role(&self, player: Player) -> Role {
        self.roles[player.index()]
    }

    /// What went wrong in a search of this tree, by the names of its nodes.
    pub fn explain(&self, error: &Error<Branch>) -> String {
        let mut place = self.root();
        for &branch in error.line() {
            self.play(&mut place, branch);
        }
        let name = self.name(place);
        let by = match self.line(error.line()).join(" ") {
            line if line.is_empty() => String::new(),
            line => format!(" (reached by {line})"),
        };
        let is_leaf = self.nodes[place.node as usize].count == 0;
        match error {
            Error::NoValue { .. } if is_leaf => {
                format!("the search needs the value of leaf `{name}`{by}, which is not known")
            }
            Error::NoValue { .. } => {
                format!("the search needs an evaluation of node `{name}`{by}, and there is none")
            }
            Error::OutOfRange { value, payoffs, .. } => {
                format!("`{name}`{by} has the value {value}, outside of the payoffs {payoffs}")
            }
            Error::TooDeep { .. } => error.to_string(),
        }
    }

    fn mover(&self, place: Place) -> Agent {
        let mover = self.nodes[place.node as usize].mover;
        mover.unwrap_or(self.agents[usize::from(place.level)])
    }

    fn children_of(&self, node: u32) -> &[Child] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.children[first as usize..(first + count) as usize]
    }

    fn worth(&self, place: Place, player: Player) -> f64 {
        match self.nodes[place.node as usize].worth {
            Worth::Unknown => f64::NAN,
            Worth::Each(start) => self.payoffs[start as usize + player.index()],
            Worth::Number(number) => match self.roles[player.index()] {
                Role::Max => number,
                Role::Min | Role::Chance => -number,
            },
        }
    }
}

impl Game for Tree {
    type Position = Place;
    type Move = Branch;

    fn start(&self) -> Place {
        self.root()
    }

    fn turn(&self, place: &Place) -> Turn {
        match self.mover(*place) {
            Agent::Player(player) => Turn::Player(player),
            Agent::Chance => Turn::Chance,
        }
    }

    fn moves(&self, place: &Place, moves: &mut Vec<Branch>) {
        moves.extend((0..self.nodes[place.node as usize].count).map(Branch));
    }

    fn play(&self, place: &mut Place, branch: Branch) {
        // Chance in braces takes nobody's turn.
        if self.nodes[place.node as usize].mover != Some(Agent::Chance) {
            place.level = (place.level + 1) % self.agents.len() as u8;
        }
        place.node = self.children_of(place.node)[branch.0 as usize].to;
    }

    fn payoff(&self, place: &Place, player: Player) -> f64 {
        self.worth(*place, player)
    }

    fn players(&self) -> usize {
        self.roles.len()
    }

    fn round(&self) -> usize {
        self.agents.len()
    }

    fn odds(&self, place: &Place, _: &[Branch], odds: &mut Vec<f64>) {
        odds.extend(self.children_of(place.node).iter().map(|child| child.odds));
    }

    fn key(&self, place: &Place) -> Option<u64> {
        Some(u64::from(place.node) << 8 | u64::from(place.level))
    }
}

/// What is written at the inner nodes of a tree is its evaluation.
impl Evaluation<Tree> for Tree {
    fn evaluate(&self, _: &Tree, place: &Place, player: Player) -> f64 {
        self.worth(*place, player)
    }
}

impl Names<Place, Branch> for Tree {
    fn position(&self, place: &Place) -> String {
        self.name(*place)
    }

    fn mv(&self, place: &Place, branch: Branch) -> String {
        self.action(*place, branch)
    }

    fn outcome(&self, place: &Place, branch: Branch) -> String {
        let mut next = *place;
        self.play(&mut next, branch);
        // The states of a course file have names of their own; a leaf of a nested list is its number.
        let is_leaf = self.nodes[next.node as usize].count == 0 && self.course.is_none();
        self.written(next).filter(|_| is_leaf).unwrap_or_else(|| self.name(next))
    }
}
