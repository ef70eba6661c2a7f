//! One search of a tree, whichever algorithm: what to do, and what was found.
//!
//! Four of the algorithms find one value for MAX, max-n finds one payoff per player. From here on
//! both are a [`Value`], so that everything that is printed or drawn is written once.

use std::collections::HashSet;
use std::fmt::{self, Display};

use clap::ValueEnum;
use outplay::textbook::{Config, Error, Search, Told, Trace, TraceNode, What};
use outplay::tree::{Branch, Place, TreeError};
use outplay::{
    Bound, Event, Game, Names, Observer, Payoffs, Player, Range, Report, Role, Sides, Tree, Turn,
    Window,
};

use crate::draw::numbers;
use crate::failure::Failure;

/// The algorithms by the names they have on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// MAX against MIN, everything looked at
    Minimax,
    /// The same without what cannot matter
    AlphaBeta,
    /// MAX against chance: see below
    Expectimax,
    /// Each player for themselves
    MaxN,
    /// One player against all others: see below
    Paranoid,
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::Expectimax => "expectimax",
            Algorithm::MaxN => "max-n",
            Algorithm::Paranoid => "paranoid",
        })
    }
}

/// What to do.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) algorithm: Algorithm,
    /// Whose side expectimax and paranoid take, if somebody said so.
    pub(crate) player: Option<Player>,
    /// The knobs. The payoffs are those of the numbers as they are written in the tree.
    pub(crate) config: Config,
    /// Whether every step is recorded.
    pub(crate) record: bool,
}

/// What was found: the value for one side, or one payoff for each player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    One(Bound<f64>),
    Each(Payoffs),
}

impl Value {
    /// `exact`, `at-least` or `at-most`: of the tree as far as it is searched.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::One(bound) => bound.kind(),
            Value::Each(_) => "exact",
        }
    }

    /// What it is worth if a depth limit cut the search off: `opinion`, `opinion-at-least` or `opinion-at-most`.
    pub(crate) fn opinion(&self, depth: u32) -> &'static str {
        match self {
            Value::One(bound) => outplay::Value::opinion(*bound, depth).kind(),
            Value::Each(_) => "opinion",
        }
    }
}

impl From<Bound<f64>> for Value {
    fn from(bound: Bound<f64>) -> Value {
        Value::One(bound)
    }
}

impl From<Payoffs> for Value {
    fn from(payoffs: Payoffs) -> Value {
        Value::Each(payoffs)
    }
}

/// What a search found, and what it did on the way.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) report: Report<Branch, Value>,
    /// Every place that was generated.
    pub(crate) places: HashSet<Place>,
    /// The record, if one was wanted: of the last iteration, if there were several.
    pub(crate) nodes: Vec<Noted>,
    pub(crate) steps: Vec<Step>,
    /// How many iterations were started; 0 without iterative deepening.
    pub(crate) iterations: u32,
}

/// A node of the record.
pub(crate) type Noted = TraceNode<Place, Branch, Value>;

/// One step of the record.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The kind of event, in lower case.
    pub(crate) event: &'static str,
    /// Where, as an index into [`Found::nodes`].
    pub(crate) node: usize,
    pub(crate) sentence: String,
    pub(crate) window: Option<Window<f64>>,
    pub(crate) value: Option<Value>,
    /// What is known of the node from now on, where that changes.
    pub(crate) known: Option<Value>,
    /// The moves that are cut.
    pub(crate) cut: Vec<Branch>,
}

impl Found {
    /// The same search, as far as it was after so many steps: nothing is known that was not known then.
    pub(crate) fn after(&self, steps: usize) -> Found {
        let steps = &self.steps[..steps.min(self.steps.len())];
        let seen = steps.iter().filter(|step| step.event == "enter").count();
        let unknown =
            |node: &Noted| Noted { value: None, source: None, cut: Vec::new(), ..node.clone() };
        let mut nodes: Vec<_> = self.nodes[..seen].iter().map(unknown).collect();
        for step in steps {
            let node = &mut nodes[step.node];
            node.cut.extend(&step.cut);
            if let Some(known) = &step.known {
                node.value = Some(known.clone());
            }
            if step.event == "leaf" {
                node.source = self.nodes[step.node].source;
            }
        }
        let mut report = self.report.clone();
        if steps.len() < self.steps.len() {
            report.line.clear();
        }
        Found { report, nodes, steps: steps.to_vec(), ..self.clone() }
    }
}

/// Why nothing was found.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    Tree(TreeError),
    Search(Error<Branch>),
}

impl Problem {
    pub(crate) fn failure(&self, tree: &Tree) -> Failure {
        Failure::input(match self {
            Problem::Tree(error) => error.to_string(),
            Problem::Search(error) => tree.explain(error),
        })
    }

    /// In a word or two, for a table.
    pub(crate) fn brief(&self, tree: &Tree) -> String {
        match self {
            Problem::Search(error @ Error::NoValue { .. }) => {
                format!("needs {}", tree.name(place_after(tree, error.line())))
            }
            Problem::Search(error) => tree.explain(error),
            Problem::Tree(error) => error.to_string(),
        }
    }
}

fn place_after(tree: &Tree, line: &[Branch]) -> Place {
    let mut place = tree.root();
    for &branch in line {
        tree.play(&mut place, branch);
    }
    place
}

/// The tree as an algorithm sees it.
pub(crate) enum View<'t> {
    /// One side against the other. The sign is -1 if the numbers of the tree are what the side loses; the
    /// payoffs are those of the side.
    Sides { sides: Sides<'t, Tree>, tree: &'t Tree, sign: f64, payoffs: Range<f64> },
    /// Each player for themselves.
    Each(&'t Tree),
}

impl View<'_> {
    /// Who acts; nobody if the game is over.
    pub(crate) fn turn(&self, place: &Place) -> Option<Turn> {
        match self {
            View::Sides { sides, .. } => turn(sides, place),
            View::Each(tree) => turn(*tree, place),
        }
    }

    /// Whether players are called MAX and MIN.
    pub(crate) fn is_sides(&self) -> bool {
        matches!(self, View::Sides { .. })
    }

    /// The payoff of a leaf as the values of the search are: all payoffs, if a leaf has several.
    pub(crate) fn payoff(&self, place: Place) -> Option<String> {
        match self {
            View::Each(tree) => each(tree, place),
            View::Sides { tree, .. } if tree.is_general() => each(tree, place),
            View::Sides { tree, sign, .. } => {
                tree.written(place)?.parse().ok().map(|number: f64| numbers::short(sign * number))
            }
        }
    }

    /// The chance of every move, where chance moves.
    pub(crate) fn odds(&self, place: &Place) -> Vec<f64> {
        match self {
            View::Sides { sides, .. } => odds(sides, place),
            View::Each(tree) => odds(*tree, place),
        }
    }
}

fn each(tree: &Tree, place: Place) -> Option<String> {
    tree.written(place)?;
    let payoffs: Vec<f64> =
        Player::all(tree.players()).map(|player| tree.payoff(&place, player)).collect();
    Some(numbers::each(&payoffs))
}

fn moves<G: Game<Position = Place>>(game: &G, place: &Place) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(place, &mut moves);
    moves
}

fn turn<G: Game<Position = Place>>(game: &G, place: &Place) -> Option<Turn> {
    (!moves(game, place).is_empty()).then(|| game.turn(place))
}

fn odds<G: Game<Position = Place>>(game: &G, place: &Place) -> Vec<f64> {
    let mut odds = Vec::new();
    game.odds(place, &moves(game, place), &mut odds);
    odds
}

impl Plan {
    /// The tree as the algorithm sees it.
    pub(crate) fn view<'t>(&self, tree: &'t Tree) -> Result<View<'t>, Problem> {
        let hero = self.hero(tree);
        let sides = match self.algorithm {
            Algorithm::MaxN => return Ok(View::Each(tree)),
            Algorithm::Minimax | Algorithm::AlphaBeta => tree.sides().map_err(Problem::Tree)?,
            Algorithm::Paranoid => tree.seen_by(hero, Role::Min),
            Algorithm::Expectimax if tree.is_general() || !tree.has_chance() => {
                tree.seen_by(hero, Role::Chance)
            }
            Algorithm::Expectimax if self.player.is_some() => tree.seen_by(hero, Role::Min),
            Algorithm::Expectimax => tree.sides().map_err(Problem::Tree)?,
        };
        let sign = if self.takes_the_other_side(tree) { -1.0 } else { 1.0 };
        Ok(View::Sides { sides, tree, sign, payoffs: self.config(tree).payoffs })
    }

    /// Whose winnings the values are, if that is not MAX or everybody.
    pub(crate) fn winner(&self, tree: &Tree) -> Option<Player> {
        let general = tree.is_general() && self.algorithm != Algorithm::MaxN;
        (general || self.takes_the_other_side(tree)).then(|| self.hero(tree))
    }

    fn hero(&self, tree: &Tree) -> Player {
        self.player.or_else(|| tree.first_player()).unwrap_or(Player::MAX)
    }

    /// The knobs for this algorithm: all payoffs lie between two numbers, seen from its side.
    fn config(&self, tree: &Tree) -> Config {
        let Range { low, high } = self.config.payoffs;
        let payoffs = if tree.is_general() {
            self.config.payoffs
        } else if self.algorithm == Algorithm::MaxN {
            Range { low: low.min(-high), high: high.max(-low) }
        } else if self.takes_the_other_side(tree) {
            self.config.payoffs.flipped()
        } else {
            self.config.payoffs
        };
        Config { payoffs, ..self.config.clone() }
    }

    /// Whether the value is that of one player, rather than of MAX.
    fn takes_a_side(&self, tree: &Tree) -> bool {
        match self.algorithm {
            Algorithm::Paranoid => true,
            Algorithm::Expectimax => self.player.is_some() || !tree.has_chance(),
            _ => false,
        }
    }

    /// Whether the value is that of a player who loses the numbers of the tree.
    fn takes_the_other_side(&self, tree: &Tree) -> bool {
        !tree.is_general() && self.takes_a_side(tree) && tree.role(self.hero(tree)) != Role::Max
    }

    /// Whether it is alpha-beta that searches. Expectimax can only cut if payoffs are bounded.
    pub(crate) fn prunes(&self) -> bool {
        match self.algorithm {
            Algorithm::AlphaBeta | Algorithm::Paranoid => true,
            Algorithm::Expectimax => self.config.payoffs != Range::ALL,
            Algorithm::Minimax | Algorithm::MaxN => false,
        }
    }
}

/// Searches a tree.
pub(crate) fn search(tree: &Tree, plan: &Plan) -> Result<Found, Problem> {
    let config = plan.config(tree);
    let root = tree.root();
    match plan.view(tree)? {
        View::Each(tree) => {
            let mut recorder = Recorder::new(plan.record);
            let search = Search::new(tree).evaluation(tree).config(config);
            let report = search.observer(&mut recorder).max_n(&root);
            Ok(recorder.found(tree, report.map_err(Problem::Search)?))
        }
        View::Sides { sides, sign, .. } => {
            let mut recorder = Recorder::new(plan.record);
            let search = Search::new(&sides).evaluation(sides.evaluation(tree)).config(config);
            let search = search.observer(&mut recorder);
            let report =
                if plan.prunes() { search.alpha_beta(&root) } else { search.minimax(&root) };
            Ok(recorder.found(&Called { tree, sign }, report.map_err(Problem::Search)?))
        }
    }
}

/// The names of a tree, with the numbers of its leaves as the side sees them that the search takes.
struct Called<'t> {
    tree: &'t Tree,
    sign: f64,
}

impl Names<Place, Branch> for Called<'_> {
    fn position(&self, place: &Place) -> String {
        self.tree.position(place)
    }

    fn mv(&self, place: &Place, branch: Branch) -> String {
        self.tree.mv(place, branch)
    }

    fn outcome(&self, place: &Place, branch: Branch) -> String {
        let outcome = self.tree.outcome(place, branch);
        match outcome.parse::<f64>() {
            Ok(number) if self.sign < 0.0 => numbers::short(self.sign * number),
            _ => outcome,
        }
    }
}

/// Watches a search: which places were generated and, if wanted, every step.
struct Recorder<V> {
    places: HashSet<Place>,
    trace: Option<Trace<Place, Branch, V>>,
}

impl<V: Clone> Observer<Place, Branch, V> for Recorder<V> {
    fn event(&mut self, event: Event<'_, Place, Branch, V>) {
        if let Event::Enter { position, .. } = &event {
            self.places.insert(**position);
        }
        if let Some(trace) = &mut self.trace {
            trace.event(event);
        }
    }
}

impl<V: Told + Into<Value>> Recorder<V> {
    fn new(record: bool) -> Recorder<V> {
        Recorder { places: HashSet::new(), trace: record.then(Trace::new) }
    }

    fn found(self, names: &impl Names<Place, Branch>, report: Report<Branch, V>) -> Found {
        let trace = self.trace.unwrap_or_default();
        let steps = (0..trace.steps.len()).map(|step| told(&trace, step, names)).collect();
        Found {
            report: widened(report),
            places: self.places,
            iterations: trace.iterations,
            nodes: trace.nodes.into_iter().map(widened_node).collect(),
            steps,
        }
    }
}

fn told<V: Told + Into<Value>>(
    trace: &Trace<Place, Branch, V>,
    step: usize,
    names: &impl Names<Place, Branch>,
) -> Step {
    let sentence = trace.sentence(step, names);
    let outplay::textbook::Step { node, what } = &trace.steps[step];
    let (event, window, value) = match what {
        What::Enter => ("enter", Some(trace.nodes[*node].window), None),
        What::Leaf { value, .. } => ("leaf", None, Some(value)),
        What::Update { value, window, .. } => ("update", Some(*window), Some(value)),
        What::Cut { value, .. } => ("cut", None, Some(value)),
        What::Leave { value } => ("leave", None, Some(value)),
    };
    let value: Option<Value> = value.cloned().map(Into::into);
    let known = match (what, &value) {
        (What::Update { .. }, Some(value)) => so_far(value, trace.nodes[*node].turn),
        _ => value.clone(),
    };
    let cut = match what {
        What::Cut { left, .. } => left.clone(),
        _ => Vec::new(),
    };
    Step { event, node: *node, sentence, window, value, known, cut }
}

/// What a node is worth at least, or at most, once a move has been looked at; nothing new if the move says nothing about that.
fn so_far(value: &Value, turn: Option<Turn>) -> Option<Value> {
    let Value::One(bound) = value else { return None };
    let known = match turn {
        Some(Turn::Player(Player::MAX)) => Bound::AtLeast(bound.low()),
        Some(Turn::Player(_)) => Bound::AtMost(bound.high()),
        Some(Turn::Chance) | None => return None,
    };
    known.score().is_finite().then_some(Value::One(known))
}

fn widened<V: Into<Value>>(report: Report<Branch, V>) -> Report<Branch, Value> {
    Report {
        best: report.best,
        best_moves: report.best_moves,
        value: report.value.map(Into::into),
        line: report.line,
        moves: report.moves.into_iter().map(|(mv, value)| (mv, value.into())).collect(),
        depth: report.depth,
        complete: report.complete,
        counts: report.counts,
        stop: report.stop,
    }
}

fn widened_node<V: Into<Value>>(node: TraceNode<Place, Branch, V>) -> Noted {
    Noted {
        parent: node.parent,
        by: node.by,
        ply: node.ply,
        position: node.position,
        turn: node.turn,
        window: node.window,
        source: node.source,
        value: node.value.map(Into::into),
        best: node.best,
        cut: node.cut,
    }
}
