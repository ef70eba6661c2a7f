//! A recorded search: every simulation, phase by phase, each with a sentence.
//!
//! A [`Recorder`] is an [observer](crate::Observer) of the search itself. What it writes down knows no game: moves are words, and a node is
//! called by the moves that lead there, or by the name that it has.
//!
//! ```
//! use outplay::engine::Question;
//! use outplay::mcts::{Config, Mcts, Phase, Recorder};
//! use outplay::{Limits, Tree};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let config = Config { simulations: Some(4), solver: false, ..Config::default() };
//! let mut recorder = Recorder::of_tree(&tree, config.rule.name());
//! Mcts::new(tree.clone(), ()).with(config).search(&Question::at(tree.root()), &Limits::default(), &mut recorder);
//! let record = recorder.finish();
//! assert_eq!(record.frames[0].sentence, "At A, MAX takes a1: it is the first of 3 moves that were never tried.");
//! assert_eq!(record.frames.iter().filter(|frame| frame.phase == Phase::BackUp).count(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::config::Rule;
use super::report::Estimate;
use crate::{Candidate, Event, Game, Names, Observer, Player, Role, Source, Tree, Turn};

/// So many moves are named in a sentence.
const NAMED: usize = 8;

/// A phase of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The search goes from a node to one of its children.
    Select,
    /// A leaf of the tree gets children.
    Expand,
    /// The game is played to its end.
    PlayOut,
    /// All nodes on the way learn the result.
    BackUp,
}

impl Phase {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Select => "select",
            Phase::Expand => "expand",
            Phase::PlayOut => "play-out",
            Phase::BackUp => "back-up",
        }
    }
}

impl Rule {
    /// What the rule is called where its score is shown.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Ucb1 { .. } => "UCB1",
            Rule::Ucb1Tuned { .. } => "UCB1-Tuned",
            Rule::Puct { .. } => "PUCT",
        }
    }
}

/// Simulations that were written down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The nodes that were visited: the root first, every node before its children.
    pub nodes: Vec<Visited>,
    /// What happened, in order.
    pub frames: Vec<Frame>,
    /// How many simulations there were.
    pub simulations: usize,
}

/// A node that was visited.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited {
    /// The node above; none at the root.
    pub parent: Option<usize>,
    /// The rank of the move that leads here, among the moves of the parent.
    pub rank: usize,
    /// That move, as it is written; nothing at the root.
    pub by: String,
    /// What the node is called.
    pub name: String,
    /// Who acts here; nobody if the game is over.
    pub turn: Option<Turn>,
    /// What each player won, if the game is over here.
    pub payoffs: Vec<f64>,
}

/// One step of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The number of the simulation, from 1.
    pub simulation: usize,
    /// The phase.
    pub phase: Phase,
    /// Where it happens: where a move is chosen, which leaf gets children, where a game begins; the root when results are backed up.
    pub node: usize,
    /// The child that is selected.
    pub chosen: Option<usize>,
    /// What happens, in a sentence.
    pub sentence: String,
    /// When selecting: all moves of the node by rank, with what is known of them.
    pub among: Vec<Candidate<usize>>,
    /// When backing up: what the nodes know now, the leaf first.
    pub learnt: Vec<Learnt>,
}

/// What a node knows after a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learnt {
    /// The node.
    pub node: usize,
    /// How often it was visited.
    pub visits: u64,
    /// What the player who chose it wins there on average; none at the root.
    pub mean: Option<f64>,
    /// What that player wins there with best play, if it is proven.
    pub proven: Option<f64>,
}

/// How nodes and moves are called.
type NameOf<'r, G> = Box<dyn Fn(&<G as Game>::Position) -> String + 'r>;
type MoveOf<'r, G> = Box<dyn Fn(&<G as Game>::Position, <G as Game>::Move) -> String + 'r>;

/// Writes a search down.
pub struct Recorder<'r, G: Game> {
    game: &'r G,
    written: MoveOf<'r, G>,
    called: Option<NameOf<'r, G>>,
    /// The position of the node that the simulation has come to.
    position: Option<G::Position>,
    notes: Notes,
}

impl<'r> Recorder<'r, Tree> {
    /// For a tree, whose nodes have names. `rule` is what scores are called.
    pub fn of_tree(tree: &'r Tree, rule: &'static str) -> Recorder<'r, Tree> {
        let called = |player: Player| match tree.role(player) {
            _ if tree.is_general() => player.to_string(),
            Role::Max => "MAX".to_owned(),
            Role::Min | Role::Chance => "MIN".to_owned(),
        };
        let players = Player::all(tree.players()).map(called).collect();
        let recorder = Recorder::new(tree, players, rule, |place, branch| tree.mv(place, branch));
        Recorder { called: Some(Box::new(|place| tree.name(*place))), ..recorder }
    }
}

impl<'r, G: Game> Recorder<'r, G> {
    /// For any game: what its players are called, what scores are called, and how moves are written.
    pub fn new(
        game: &'r G,
        players: Vec<String>,
        rule: &'static str,
        written: impl Fn(&G::Position, G::Move) -> String + 'r,
    ) -> Recorder<'r, G> {
        let notes = Notes { players, rule, ..Notes::default() };
        Recorder { game, written: Box::new(written), called: None, position: None, notes }
    }

    /// What was written down.
    pub fn finish(self) -> Record {
        self.notes.record
    }

    /// Goes to a child of the node that the simulation is at; to the root, if there is no such node.
    fn arrive(&mut self, position: G::Position, by: Option<(usize, String)>) {
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let turn = (!moves.is_empty()).then(|| self.game.turn(&position));
        let name = self.called.as_ref().map(|called| called(&position));
        self.notes.arrive(by, turn, name);
        self.position = Some(position);
    }

    fn select(
        &mut self,
        ply: usize,
        by: G::Move,
        position: &G::Position,
        among: &[Candidate<G::Move>],
    ) {
        if self.notes.record.nodes.is_empty() {
            self.arrive(position.clone(), None);
        }
        self.notes.back_to(ply);
        let at = self.notes.at();
        if self.notes.moves[at].is_empty() {
            self.notes.moves[at] =
                among.iter().map(|one| (self.written)(position, one.by)).collect();
        }
        let rank = among.iter().position(|one| one.by == by).unwrap_or(0);
        let numbered = |(rank, one): (usize, &Candidate<G::Move>)| Candidate {
            by: rank,
            visits: one.visits,
            mean: one.mean,
            score: one.score,
            proven: one.proven,
        };
        let among: Vec<Candidate<usize>> = among.iter().enumerate().map(numbered).collect();
        let name = self.notes.moves[at][rank].clone();
        self.notes.select(rank, among);
        let mut next = position.clone();
        self.game.play(&mut next, by);
        self.arrive(next, Some((rank, name)));
        self.notes.chosen();
    }

    fn names(&self, moves: &[G::Move]) -> Vec<String> {
        let Some(position) = &self.position else { return Vec::new() };
        moves.iter().map(|&mv| (self.written)(position, mv)).collect()
    }

    /// The first moves of a game, each in the position before it.
    fn line(&self, moves: &[G::Move]) -> Vec<String> {
        let Some(mut position) = self.position.clone() else { return Vec::new() };
        let mut names = Vec::new();
        for &mv in moves.iter().take(NAMED) {
            names.push((self.written)(&position, mv));
            self.game.play(&mut position, mv);
        }
        names
    }
}

impl<G: Game> Observer<G::Position, G::Move, Estimate<G::Move>> for Recorder<'_, G> {
    fn event(&mut self, event: Event<'_, G::Position, G::Move, Estimate<G::Move>>) {
        match event {
            Event::Select { ply, by, position, among } => self.select(ply, by, position, among),
            Event::Expand { moves, .. } => {
                let names = self.names(moves);
                self.notes.expand(names);
            }
            Event::PlayOut { moves, payoffs, source, .. } => {
                let line = self.line(moves);
                self.notes.play_out(&line, moves.len(), payoffs, source);
            }
            Event::BackUp { ply, visits, mean, proven } => {
                self.notes.back_up(ply, visits, mean, proven);
            }
            _ => {}
        }
    }
}

/// What is written down, without a game. PERF: so it is compiled once.
#[derive(Debug, Default)]
struct Notes {
    record: Record,
    players: Vec<String>,
    rule: &'static str,
    /// What the moves of each node are called, once it has been expanded.
    moves: Vec<Vec<String>>,
    /// The visited children of each node by rank, and what each node knew last.
    children: Vec<Vec<(usize, usize)>>,
    known: Vec<Option<Learnt>>,
    /// The nodes from the root to where the simulation is.
    path: Vec<usize>,
    learnt: Vec<Learnt>,
}

impl Notes {
    fn at(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    /// A choice is made at a ply. It may be the second one there, if the rules forbid what was chosen first.
    fn back_to(&mut self, ply: usize) {
        if self.path.is_empty() {
            self.path.push(0);
        }
        if self.path.len() > ply + 1 {
            self.path.truncate(ply + 1);
            self.record.frames.pop();
        }
    }

    fn arrive(&mut self, by: Option<(usize, String)>, turn: Option<Turn>, name: Option<String>) {
        let Some((rank, by)) = by else {
            let name = name.unwrap_or_else(|| "the start".to_owned());
            let (by, payoffs) = (String::new(), Vec::new());
            return self.add(Visited { parent: None, rank: 0, by, name, turn, payoffs });
        };
        let parent = self.at();
        let known = self.children[parent].iter().find(|(one, _)| *one == rank);
        let node = known.map_or(self.record.nodes.len(), |(_, node)| *node);
        if node == self.record.nodes.len() {
            let above = &self.record.nodes[parent];
            let name = name.unwrap_or_else(|| match above.parent {
                None => by.clone(),
                Some(_) => format!("{} {by}", above.name),
            });
            self.children[parent].push((rank, node));
            let (parent, payoffs) = (Some(parent), Vec::new());
            self.add(Visited { parent, rank, by, name, turn, payoffs });
        }
        self.path.push(node);
    }

    fn add(&mut self, node: Visited) {
        self.record.nodes.push(node);
        self.moves.push(Vec::new());
        self.children.push(Vec::new());
        self.known.push(None);
    }

    fn frame(&mut self, phase: Phase, node: usize, sentence: String) {
        let simulation = self.record.simulations + 1;
        let (among, learnt) = (Vec::new(), Vec::new());
        let frame = Frame { simulation, phase, node, chosen: None, sentence, among, learnt };
        self.record.frames.push(frame);
    }

    fn select(&mut self, rank: usize, among: Vec<Candidate<usize>>) {
        let at = self.at();
        let sentence = self.choice(at, rank, &among);
        self.frame(Phase::Select, at, sentence);
        if let Some(frame) = self.record.frames.last_mut() {
            frame.among = among;
        }
    }

    /// The simulation has come to the child that was selected.
    fn chosen(&mut self) {
        let at = self.at();
        if let Some(frame) = self.record.frames.last_mut() {
            frame.chosen = Some(at);
        }
    }

    fn player(&self, turn: Option<Turn>) -> &str {
        match turn {
            Some(Turn::Player(player)) => &self.players[player.index()],
            _ => "chance",
        }
    }

    fn choice(&self, at: usize, rank: usize, among: &[Candidate<usize>]) -> String {
        let node = &self.record.nodes[at];
        let (name, mv) = (&node.name, &self.moves[at][rank]);
        if node.turn == Some(Turn::Chance) {
            return format!("At {name}, chance draws {mv}.");
        }
        let player = self.player(node.turn);
        let Some(score) = among[rank].score else {
            let untried = among.iter().filter(|one| one.visits == 0).count();
            let why = match (among[rank].visits, untried) {
                (0, 1) => "it is the last move that was never tried".to_owned(),
                (0, untried) => format!("it is the first of {untried} moves that were never tried"),
                _ => "nothing else is left to visit".to_owned(),
            };
            return format!("At {name}, {player} takes {mv}: {why}.");
        };
        let others = self.others(at, rank, among);
        let others = if others.is_empty() { others } else { format!(" ({others})") };
        let rule = self.rule;
        format!(
            "At {name}, {player} takes {mv}: its {rule} value {} is the highest{others}.",
            number(score)
        )
    }

    /// The other moves of a node, those with the highest scores first, and then those that are proven.
    fn others(&self, at: usize, rank: usize, among: &[Candidate<usize>]) -> String {
        let name = |one: &Candidate<usize>| &self.moves[at][one.by];
        let mut scored: Vec<_> =
            among.iter().filter(|one| one.by != rank && one.score.is_some()).collect();
        scored
            .sort_by(|one, other| other.score.unwrap_or(0.0).total_cmp(&one.score.unwrap_or(0.0)));
        let left = scored.len().saturating_sub(NAMED);
        let scores = scored
            .iter()
            .take(NAMED)
            .map(|one| format!("{} {}", name(one), number(one.score.unwrap_or(0.0))));
        let proven = among
            .iter()
            .filter(|one| one.score.is_none())
            .filter_map(|one| Some(format!("{} is proven: {}", name(one), number(one.proven?))));
        let more = (left > 0).then(|| format!("and {left} more"));
        scores.chain(more).chain(proven.take(NAMED)).collect::<Vec<String>>().join(", ")
    }

    fn expand(&mut self, names: Vec<String>) {
        let at = self.at();
        let name = &self.record.nodes[at].name;
        let count = match names.len() {
            1 => "its only move".to_owned(),
            count => format!("each of its {count} moves"),
        };
        let sentence = format!(
            "{name} was visited before, so it gets a child for {count}: {}.",
            listed(&names, names.len(), ", ")
        );
        self.moves[at] = names;
        self.frame(Phase::Expand, at, sentence);
    }

    fn play_out(&mut self, line: &[String], count: usize, payoffs: &[f64], source: Source) {
        let at = self.at();
        let node = &mut self.record.nodes[at];
        let name = &node.name;
        let is_over = node.turn.is_none();
        if is_over {
            node.payoffs = payoffs.to_vec();
        }
        let end = match (source, count) {
            _ if is_over => format!("At {name} the game is over"),
            (Source::Known, _) => format!("What {name} is worth is proven"),
            (Source::Evaluation, _) => {
                format!("The game from {name} is broken off, and its end is estimated")
            }
            (_, 0) => format!("The game is played out from {name}"),
            _ => format!("The game is played out from {name}: {}", listed(line, count, " ")),
        };
        let each = self.players.iter().zip(payoffs);
        let each: Vec<String> =
            each.map(|(player, payoff)| format!("{player} {}", number(*payoff))).collect();
        let sentence = format!("{end}. Payoffs: {}.", each.join(", "));
        self.frame(Phase::PlayOut, at, sentence);
    }

    fn back_up(&mut self, ply: usize, visits: u64, mean: Option<f64>, proven: Option<f64>) {
        let Some(&node) = self.path.get(ply) else { return };
        self.learnt.push(Learnt { node, visits, mean, proven });
        if ply > 0 {
            return;
        }
        let learnt = std::mem::take(&mut self.learnt);
        let changes: Vec<String> = learnt.iter().map(|one| self.change(one)).collect();
        self.frame(Phase::BackUp, 0, format!("{}.", changes.join("; ")));
        for &one in &learnt {
            self.known[one.node] = Some(one);
        }
        if let Some(frame) = self.record.frames.last_mut() {
            frame.learnt = learnt;
        }
        self.record.simulations += 1;
        self.path.truncate(1);
    }

    /// What a node has learnt, in words.
    fn change(&self, now: &Learnt) -> String {
        let node = &self.record.nodes[now.node];
        let before = self.known[now.node];
        let visits = match now.visits {
            1 => "1 visit".to_owned(),
            visits => format!("{visits} visits"),
        };
        let mean = match (now.mean, before.and_then(|one| one.mean)) {
            (Some(mean), Some(before)) if number(before) != number(mean) => {
                format!(", mean {} → {}", number(before), number(mean))
            }
            (Some(mean), _) => format!(", mean {}", number(mean)),
            (None, _) => String::new(),
        };
        let chooser = node.parent.map(|parent| self.player(self.record.nodes[parent].turn));
        let whose = match chooser {
            Some(player) if player != "chance" => format!(" for {player}"),
            _ => String::new(),
        };
        let proven = match (now.proven, before.and_then(|one| one.proven)) {
            (Some(proven), None) => format!(", proven: {}", number(proven)),
            _ => String::new(),
        };
        format!("{} has {visits}{mean}{whose}{proven}", node.name)
    }
}

/// Some words, and how many more there are.
fn listed(words: &[String], count: usize, between: &str) -> String {
    let shown = words.len().min(NAMED);
    let more = if count > shown { format!(" … ({count} in all)") } else { String::new() };
    format!("{}{more}", words[..shown].join(between))
}

/// A number with at most two decimals.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::engine::Question;
    use crate::mcts::{Config, Mcts};

    fn recorded(text: &str, config: Config) -> (Record, super::super::Report<crate::tree::Branch>) {
        let tree: Tree = text.parse().expect("a tree");
        let mut recorder = Recorder::of_tree(&tree, config.rule.name());
        let mut mcts = Mcts::new(tree.clone(), ()).with(config);
        let question = Question::at(tree.root());
        let report = mcts.search(&question, &Limits::default(), &mut recorder);
        (recorder.finish(), report)
    }

    fn config(simulations: u64) -> Config {
        let simulations = Some(simulations);
        Config { simulations, solver: false, early_stop: false, ..Config::default() }
    }

    #[test]
    fn the_record_counts_what_the_search_counts() {
        for rule in ["ucb1", "ucb1-tuned", "puct"] {
            let mut config = config(60);
            config.set("rule", rule).expect("a rule");
            let (record, report) = recorded("((3 12 8) (2 4 6) (14 5 2))", config);
            assert_eq!(record.simulations, 60, "{rule}");
            let mut visits = vec![0; record.nodes.len()];
            for one in record.frames.iter().flat_map(|frame| &frame.learnt) {
                visits[one.node] = one.visits;
            }
            for (branch, estimate) in &report.moves {
                let is_it =
                    |node: &Visited| node.parent == Some(0) && node.rank == branch.0 as usize;
                let node = record.nodes.iter().position(is_it).expect("it was visited");
                assert_eq!(visits[node], estimate.visits, "{rule}");
            }
        }
    }

    #[test]
    fn the_chosen_move_has_the_highest_score() {
        let (record, _) = recorded("((3 12 8) (2 4 6) (14 5 2))", config(100));
        let mut compared = 0;
        for frame in record.frames.iter().filter(|frame| frame.phase == Phase::Select) {
            let chosen = &frame.among[record.nodes[frame.chosen.expect("a child")].rank];
            if let Some(score) = chosen.score {
                compared += 1;
                let most = frame.among.iter().filter_map(|one| one.score).fold(score, f64::max);
                assert!(score >= most - 1e-6, "{}", frame.sentence);
            }
        }
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn phases_come_in_their_order() {
        let (record, _) = recorded("({(1 2) (3 0)} {(2 2) 0})", config(30));
        for number in 1..=30 {
            let frames = record.frames.iter().filter(|frame| frame.simulation == number);
            let phases: Vec<Phase> = frames.map(|frame| frame.phase).collect();
            assert_eq!(phases.first(), Some(&Phase::Select));
            assert_eq!(phases[phases.len() - 2..], [Phase::PlayOut, Phase::BackUp]);
        }
        assert!(record.frames.iter().any(|frame| frame.sentence.contains("chance draws")));
        assert!(record.frames.iter().any(|frame| frame.phase == Phase::Expand));
    }
}
