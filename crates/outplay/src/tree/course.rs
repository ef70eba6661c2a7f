//! Reads the tree files of the Berkeley multi-agent course.

use std::collections::{HashMap, HashSet};

use super::{Agent, Child, Course, CourseAlgorithm, Node, Tree, TreeError, Worth};
use crate::{Depth, MAX_PLY, Player, Range, Role};

/// Whether the first line that says anything is `key: "...`.
pub(super) fn looks_like_course(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.and_then(key_and_rest).is_some()
}

/// Splits `key: "rest`.
fn key_and_rest(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let is_key =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    rest.trim_start().strip_prefix('"').filter(|_| is_key).map(|rest| (key, rest))
}

pub(super) fn parse(text: &str) -> Result<Tree, TreeError> {
    let keys = keys(text)?;
    check_class(&keys)?;
    let mut states = States::default();
    let agents = agents(&keys)?;
    let root = root(&keys, &mut states)?;
    let ended = ended(&keys, &mut states);
    let moves = successors(&keys, &mut states, &ended)?;
    let worth = evaluation(&keys, &mut states)?;
    let known = |node: &u32| !moves[*node as usize].is_empty() || worth.contains_key(node);
    if !known(&root) {
        let Value { text, line, .. } = &keys["start_state"];
        let what = format!("the start state `{text}` has neither successors nor an evaluation,");
        return Err(TreeError::line(*line, what));
    }
    check_depth(&moves, root, &states)?;
    let course = Course { algorithm: algorithm(&keys)?, depth: depth(&keys)? };
    Ok(build(states, moves, &worth, agents, root, course))
}

/// A value and the line where it starts.
struct Value<'t> {
    text: String,
    line: usize,
    /// The lines of a block, with their numbers.
    block: Vec<(usize, &'t str)>,
}

type Keys<'t> = HashMap<&'t str, Value<'t>>;

fn keys(text: &str) -> Result<Keys<'_>, TreeError> {
    let mut keys = Keys::new();
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    while let Some((number, line)) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((key, rest)) = key_and_rest(line) else {
            let what = format!("neither a comment nor `key: \"value\"`: `{}`", shortened(line));
            return Err(TreeError::line(number, what));
        };
        let value = if rest.strip_prefix("\"\"").is_some_and(is_comment) {
            let block = block(&mut lines, key, number)?;
            Value { text: String::new(), line: number, block }
        } else {
            let closed = rest.split_once('"').filter(|(_, after)| is_comment(after));
            let Some((text, _)) = closed else {
                return Err(TreeError::line(
                    number,
                    format!("the value of `{key}` has no closing quote"),
                ));
            };
            Value { text: text.trim().to_owned(), line: number, block: Vec::new() }
        };
        if keys.insert(key, value).is_some() {
            return Err(TreeError::line(number, format!("the key `{key}` is there twice, again")));
        }
    }
    Ok(keys)
}

fn block<'t>(
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
    key: &str,
    start: usize,
) -> Result<Vec<(usize, &'t str)>, TreeError> {
    let mut block = Vec::new();
    for (number, line) in lines {
        if line.trim() == "\"\"\"" {
            return Ok(block);
        }
        if !is_comment(line) {
            block.push((number, line));
        }
    }
    Err(TreeError::line(
        start,
        format!("the block of `{key}` is not closed by `\"\"\"`; it starts"),
    ))
}

/// Whether there is nothing more to read.
fn is_comment(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

fn shortened(line: &str) -> String {
    line.chars().take(40).collect()
}

fn check_class(keys: &Keys<'_>) -> Result<(), TreeError> {
    match keys.get("class") {
        Some(class) if class.text != "GraphGameTreeTest" => {
            let what = format!("class `{}` is not a tree: `GraphGameTreeTest` is,", class.text);
            Err(TreeError::line(class.line, what))
        }
        _ => Ok(()),
    }
}

fn needed<'k, 't>(keys: &'k Keys<'t>, key: &str) -> Result<&'k Value<'t>, TreeError> {
    keys.get(key).ok_or_else(|| TreeError::whole(format!("the key `{key}` is missing")))
}

fn agents(keys: &Keys<'_>) -> Result<u8, TreeError> {
    let Value { text, line, .. } = needed(keys, "num_agents")?;
    text.parse().ok().filter(|&agents| agents > 0 && agents <= 64).ok_or_else(|| {
        TreeError::line(*line, format!("`num_agents` must be a number from 1 to 64, not `{text}`,"))
    })
}

fn depth(keys: &Keys<'_>) -> Result<Option<Depth>, TreeError> {
    let Some(Value { text, line, .. }) = keys.get("depth") else { return Ok(None) };
    let wrong =
        || TreeError::line(*line, format!("`depth` must be a number of rounds, not `{text}`,"));
    text.parse().map(|rounds| Some(Depth::rounds(rounds))).map_err(|_| wrong())
}

fn algorithm(keys: &Keys<'_>) -> Result<Option<CourseAlgorithm>, TreeError> {
    let Some(Value { text, line, .. }) = keys.get("alg") else { return Ok(None) };
    match text.as_str() {
        "MinimaxAgent" => Ok(Some(CourseAlgorithm::Minimax)),
        "AlphaBetaAgent" => Ok(Some(CourseAlgorithm::AlphaBeta)),
        "ExpectimaxAgent" => Ok(Some(CourseAlgorithm::Expectimax)),
        _ => Err(TreeError::line(
            *line,
            format!("`alg` must be MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent, not `{text}`,"),
        )),
    }
}

/// The names of the states, numbered in the order in which they appear.
#[derive(Default)]
struct States {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl States {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = u32::try_from(self.names.len()).expect("a text of 16 MiB has few states");
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

fn root(keys: &Keys<'_>, states: &mut States) -> Result<u32, TreeError> {
    let Value { text, line, .. } = needed(keys, "start_state")?;
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(TreeError::line(
            *line,
            format!("`start_state` must be one state, not `{text}`,"),
        ));
    }
    Ok(states.number(text))
}

/// The states at which the game has been won or lost.
fn ended(keys: &Keys<'_>, states: &mut States) -> HashSet<u32> {
    let mut ended = HashSet::new();
    for value in ["win_states", "lose_states"].iter().filter_map(|key| keys.get(key)) {
        let lines = value.block.iter().map(|(_, line)| *line).chain([value.text.as_str()]);
        ended.extend(lines.flat_map(str::split_whitespace).map(|name| states.number(name)));
    }
    ended
}

/// An action and where it leads.
type Moves = Vec<Vec<(String, u32)>>;

fn successors(
    keys: &Keys<'_>,
    states: &mut States,
    ended: &HashSet<u32>,
) -> Result<Moves, TreeError> {
    let mut moves = Moves::new();
    let mut seen = HashSet::new();
    for (number, line) in &needed(keys, "successors")?.block {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [from, action, to] = words[..] else {
            let what = format!("a successor is `state Action next`, not `{}`,", shortened(line));
            return Err(TreeError::line(*number, what));
        };
        let (from, to) = (states.number(from), states.number(to));
        if !seen.insert((from, action)) {
            let what = format!("the action `{action}` is there twice for `{}`, again", words[0]);
            return Err(TreeError::line(*number, what));
        }
        moves.resize(states.names.len().max(moves.len()), Vec::new());
        if !ended.contains(&from) {
            moves[from as usize].push((action.to_owned(), to));
        }
    }
    moves.resize(states.names.len().max(moves.len()), Vec::new());
    Ok(moves)
}

fn evaluation(keys: &Keys<'_>, states: &mut States) -> Result<HashMap<u32, f64>, TreeError> {
    let mut worth = HashMap::new();
    let Some(value) = keys.get("evaluation") else { return Ok(worth) };
    for (number, line) in &value.block {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, text] = words[..] else {
            let what = format!("an evaluation is `state number`, not `{}`,", shortened(line));
            return Err(TreeError::line(*number, what));
        };
        let Some(evaluation) = text.parse().ok().filter(|value: &f64| value.is_finite()) else {
            return Err(TreeError::line(*number, format!("`{text}` is not a number,")));
        };
        if worth.insert(states.number(name), evaluation).is_some() {
            let what = format!("the state `{name}` is evaluated twice, again");
            return Err(TreeError::line(*number, what));
        }
    }
    Ok(worth)
}

/// Makes sure that every game ends, within [`MAX_PLY`] moves.
fn check_depth(moves: &Moves, root: u32, states: &States) -> Result<(), TreeError> {
    #[derive(Clone, Copy)]
    enum Mark {
        New,
        Open,
        /// The longest game from here.
        Done(usize),
    }
    let mut marks = vec![Mark::New; states.names.len()];
    let mut path = vec![(root, 0)];
    marks[root as usize] = Mark::Open;
    while let Some((state, next)) = path.last_mut() {
        let state = *state as usize;
        let Some(&(_, to)) = moves.get(state).and_then(|moves| moves.get(*next)) else {
            let longest =
                moves.get(state).into_iter().flatten().map(|&(_, to)| match marks[to as usize] {
                    Mark::Done(length) => length + 1,
                    _ => 0,
                });
            marks[state] = Mark::Done(longest.max().unwrap_or(0));
            path.pop();
            continue;
        };
        *next += 1;
        match marks[to as usize] {
            Mark::New => {
                marks[to as usize] = Mark::Open;
                path.push((to, 0));
            }
            Mark::Open => {
                let what = format!(
                    "the game can go round in circles through `{}`",
                    states.names[to as usize]
                );
                return Err(TreeError::whole(what));
            }
            Mark::Done(_) => {}
        }
    }
    match marks[root as usize] {
        Mark::Done(longest) if longest > MAX_PLY => {
            Err(TreeError::whole(format!("a game can take {longest} moves, more than {MAX_PLY}")))
        }
        _ => Ok(()),
    }
}

fn build(
    states: States,
    moves: Moves,
    worth: &HashMap<u32, f64>,
    agents: u8,
    root: u32,
    course: Course,
) -> Tree {
    let mut tree = Tree {
        nodes: Vec::new(),
        children: Vec::new(),
        actions: Vec::new(),
        payoffs: Vec::new(),
        agents: (0..agents).map(|agent| Agent::Player(Player(agent))).collect(),
        roles: (0..agents.max(2))
            .map(|agent| if agent == 0 { Role::Max } else { Role::Min })
            .collect(),
        root,
        general: false,
        range: Range::ALL,
        course: Some(course),
    };
    let mut moves = moves.into_iter();
    for (number, name) in states.names.into_iter().enumerate() {
        let moves = moves.next().unwrap_or_default();
        let odds = 1.0 / moves.len() as f64;
        let worth = u32::try_from(number).ok().and_then(|number| worth.get(&number));
        tree.nodes.push(Node {
            name: Some(name.into()),
            mover: None,
            worth: worth.map_or(Worth::Unknown, |&worth| Worth::Number(worth)),
            first: tree.children.len() as u32,
            count: moves.len() as u32,
            dotted: false,
        });
        for (action, to) in moves {
            tree.children.push(Child { to, odds });
            tree.actions.push(action);
        }
    }
    tree
}
