//! Graphs with cycles as games, and what retrograde analysis says of them.

use fastrand::Rng;
use outplay::engine::WIN;
use outplay::{Deterministic, Game, Outcomes, Player, Repetition, Turn, ZeroSum};

/// A graph, with cycles. Who moves is written at each vertex, so that a player may move twice in a row.
#[derive(Clone, Debug)]
pub struct Graph {
    pub vertices: Vec<Vertex>,
    pub repetition: Repetition,
    /// Whether payoffs count as points; otherwise as win, draw and loss, the quick ones first.
    pub points: bool,
}

#[derive(Clone, Debug)]
pub struct Vertex {
    pub mover: u8,
    /// If there is none, the game is over.
    pub next: Vec<u8>,
    /// What MAX wins if the game is over there.
    pub payoff: i8,
}

pub const MOST_POINTS: i8 = 3;

impl Game for Graph {
    type Position = u8;
    /// Where to go.
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, at: &u8) -> Turn {
        Turn::Player(Player(self.vertex(*at).mover))
    }

    fn moves(&self, at: &u8, moves: &mut Vec<u8>) {
        moves.extend(&self.vertex(*at).next);
    }

    fn play(&self, at: &mut u8, to: u8) {
        *at = to;
    }

    fn payoff(&self, at: &u8, player: Player) -> f64 {
        let wins = f64::from(self.vertex(*at).payoff);
        if player == Player::MAX { wins } else { -wins }
    }

    fn key(&self, at: &u8) -> Option<u64> {
        Some(u64::from(*at))
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }
}

impl Deterministic for Graph {}

impl ZeroSum for Graph {
    fn outcomes(&self) -> Outcomes {
        match self.points {
            true => Outcomes::Points { most: i32::from(MOST_POINTS) },
            false => Outcomes::WinDrawLoss,
        }
    }
}

impl Graph {
    /// Few of its vertices are ends, so that most games go round.
    pub fn random(random: &mut Rng, repetition: Repetition, most: usize) -> Graph {
        let count = random.usize(3..=most);
        let points = random.bool();
        let vertex = |_| {
            let mut next: Vec<u8> = (0..count as u8).collect();
            random.shuffle(&mut next);
            next.truncate(if random.u8(..6) == 0 { 0 } else { random.usize(1..=3) });
            let payoff = random.i8(if points { -MOST_POINTS..=MOST_POINTS } else { -1..=1 });
            Vertex { mover: random.u8(..2), next, payoff }
        };
        Graph { vertices: (0..count).map(vertex).collect(), repetition, points }
    }

    /// Three ways on from everywhere, and an end here and there: hard for a search without memory, which would walk every path.
    pub fn tangle(random: &mut Rng, count: u8) -> Graph {
        let vertex = |at| {
            let mut next: Vec<u8> = (0..count).collect();
            random.shuffle(&mut next);
            next.truncate(if at > 0 && random.u8(..30) == 0 { 0 } else { 3 });
            Vertex { mover: random.u8(..2), next, payoff: random.i8(-1..=1) }
        };
        let vertices = (0..count).map(vertex).collect();
        Graph { vertices, repetition: Repetition::Draw { times: 2 }, points: false }
    }

    pub fn vertex(&self, at: u8) -> &Vertex {
        &self.vertices[usize::from(at)]
    }

    pub fn sign(&self, at: u8) -> i32 {
        // Nobody moves where the game is over, and then it is scored for MAX.
        if self.vertex(at).mover == 0 || self.vertex(at).next.is_empty() { 1 } else { -1 }
    }

    /// In how many plies `player` can force at least so many points, from every vertex where that can be done.
    pub fn forced(&self, player: u8, points: i32) -> Vec<Option<i32>> {
        let sign = if player == 0 { 1 } else { -1 };
        let reaches = |vertex: &Vertex| {
            (vertex.next.is_empty() && sign * i32::from(vertex.payoff) >= points).then_some(0)
        };
        let mut plies: Vec<Option<i32>> = self.vertices.iter().map(reaches).collect();
        for round in 1..=self.vertices.len() as i32 {
            let before = plies.clone();
            for (vertex, plies) in self.vertices.iter().zip(&mut plies) {
                let mut next = vertex.next.iter().map(|&to| before[usize::from(to)]);
                let is_forced = match vertex.mover == player {
                    true => next.any(|child| child.is_some()),
                    false => !vertex.next.is_empty() && next.all(|child| child.is_some()),
                };
                if plies.is_none() && is_forced {
                    *plies = Some(round);
                }
            }
        }
        plies
    }

    /// Retrograde analysis: what MAX gets from every vertex, with the plies it takes where they count.
    pub fn labels(&self) -> Vec<i32> {
        let mut labels = vec![0; self.vertices.len()];
        let most = if self.points { i32::from(MOST_POINTS) } else { 1 };
        for (player, points) in (0..2).flat_map(|player| (1..=most).map(move |most| (player, most)))
        {
            let sign = if player == 0 { 1 } else { -1 };
            for (label, plies) in labels.iter_mut().zip(self.forced(player, points)) {
                match plies {
                    Some(_) if self.points => *label = sign * points,
                    Some(plies) => *label = sign * (WIN - plies),
                    None => {}
                }
            }
        }
        labels
    }

    /// What MAX gets after a path, which ends where one is: everything is looked at.
    pub fn brute_force(&self, path: &mut Vec<u8>) -> i32 {
        let at = *path.last().expect("a path starts somewhere");
        let next = naive_moves(self, path);
        if next.is_empty() {
            let payoff = i32::from(naive_payoff(self, path));
            return if self.points { payoff } else { payoff * (WIN + 1 - path.len() as i32) };
        }
        let scores = next.into_iter().map(|to| {
            path.push(to);
            let score = self.brute_force(path);
            path.pop();
            score
        });
        if self.vertex(at).mover == 0 { scores.max() } else { scores.min() }
            .expect("there are moves")
    }

    /// A search with memory that keeps every result, whatever it rests on: what a table must not do.
    pub fn careless(&self, path: &mut Vec<u8>, known: &mut Vec<Option<i32>>) -> i32 {
        let at = *path.last().expect("a path starts somewhere");
        if path[..path.len() - 1].contains(&at) {
            return 0;
        }
        if let Some(score) = known[usize::from(at)] {
            return score;
        }
        let Vertex { mover, next, payoff } = self.vertex(at);
        let scores = next.iter().map(|&to| {
            path.push(to);
            let score = self.careless(path, known);
            path.pop();
            score
        });
        let best = if *mover == 0 { scores.max() } else { scores.min() };
        let score = best.unwrap_or(i32::from(*payoff));
        known[usize::from(at)] = Some(score);
        score
    }
}

/// The moves after a path, by a model that knows nothing of keys and of how far back to look.
pub fn naive_moves(graph: &Graph, path: &[u8]) -> Vec<u8> {
    let at = *path.last().expect("a path starts somewhere");
    let next = &graph.vertex(at).next;
    match graph.repetition {
        Repetition::Ignored => next.clone(),
        Repetition::Forbidden => next.iter().copied().filter(|to| !path.contains(to)).collect(),
        Repetition::Draw { .. } if naive_is_drawn(graph, path) => Vec::new(),
        Repetition::Draw { .. } => next.clone(),
    }
}

pub fn naive_is_drawn(graph: &Graph, path: &[u8]) -> bool {
    let at = path.last().expect("a path starts somewhere");
    let occurrences = path.iter().filter(|&vertex| vertex == at).count();
    matches!(graph.repetition, Repetition::Draw { times } if occurrences >= times as usize)
}

pub fn naive_payoff(graph: &Graph, path: &[u8]) -> i8 {
    let at = *path.last().expect("a path starts somewhere");
    if naive_is_drawn(graph, path) { 0 } else { graph.vertex(at).payoff }
}
