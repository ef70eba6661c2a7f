//! Every search answers to plain minimax, on random games of any shape and turn order.
//!
//! The games are small random graphs: positions are shared, so tables have something to find; 1 to 4 agents
//! move in any order, each MAX, MIN or at random; chance moves with odds of its own; payoffs are small whole
//! numbers, so ties are common.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::law;
use common::seeds::Tally;
use outplay::textbook::{Config, Order, Prune, Search, Star, Trace};
use outplay::{
    Bound, Depth, Evaluation, Game, Limits, Payoffs, Player, Range, Report, Role, Sides, Stop, Turn,
};
use proptest::prelude::*;

/// All payoffs and evaluations lie between these.
const LEAST: f64 = -3.0;
const MOST: f64 = 3.0;

#[derive(Clone, Debug)]
struct Graph {
    layers: Vec<Vec<Vertex>>,
    agents: u8,
}

#[derive(Clone, Debug)]
struct Vertex {
    /// A player, or chance if there is no such player.
    mover: u8,
    /// Vertices of the next layer, taken modulo its size; from 8 on, of the one after that. So a vertex may
    /// be reached after different numbers of moves.
    next: Vec<u8>,
    /// Payoff or evaluation, for player 0; other players have other numbers.
    worth: i8,
}

impl Graph {
    fn vertex(&self, place: (u8, u8)) -> &Vertex {
        &self.layers[usize::from(place.0)][usize::from(place.1)]
    }

    fn worth(&self, place: (u8, u8), player: Player) -> f64 {
        // Every player has another view of the same number, within the same limits.
        let turned = (i16::from(self.vertex(place).worth) + 3 + 2 * i16::from(player.0)) % 7 - 3;
        f64::from(turned)
    }
}

impl Game for Graph {
    type Position = (u8, u8);
    type Move = u8;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn turn(&self, place: &(u8, u8)) -> Turn {
        let mover = self.vertex(*place).mover;
        if mover < self.agents { Turn::Player(Player(mover)) } else { Turn::Chance }
    }

    fn moves(&self, place: &(u8, u8), moves: &mut Vec<u8>) {
        if usize::from(place.0) + 1 < self.layers.len() {
            moves.extend(0..self.vertex(*place).next.len() as u8);
        }
    }

    fn play(&self, place: &mut (u8, u8), mv: u8) {
        let next = self.vertex(*place).next[usize::from(mv)];
        let layer = (place.0 + 1 + next / 8).min(self.layers.len() as u8 - 1);
        let size = self.layers[usize::from(layer)].len() as u8;
        *place = (layer, next % 8 % size);
    }

    fn payoff(&self, place: &(u8, u8), player: Player) -> f64 {
        self.worth(*place, player)
    }

    fn players(&self) -> usize {
        usize::from(self.agents)
    }

    /// Even, or not, depending on the vertex.
    fn odds(&self, place: &(u8, u8), moves: &[u8], odds: &mut Vec<f64>) {
        let weight = |mv: &u8| match self.vertex(*place).worth {
            0 => f64::from(*mv) + 1.0,
            1 => 0.1 + f64::from(*mv % 2),
            _ => 1.0,
        };
        let total: f64 = moves.iter().map(weight).sum();
        odds.extend(moves.iter().map(|mv| weight(mv) / total));
    }

    fn key(&self, place: &(u8, u8)) -> Option<u64> {
        Some(u64::from(place.0) << 8 | u64::from(place.1))
    }
}

/// The evaluation of a graph is what is written at its vertices.
struct Written;

impl Evaluation<Graph> for Written {
    fn evaluate(&self, graph: &Graph, place: &(u8, u8), player: Player) -> f64 {
        graph.worth(*place, player)
    }
}

fn edge() -> impl Strategy<Value = u8> {
    prop_oneof![3 => 0..8_u8, 1 => 8..16_u8]
}

fn vertex() -> impl Strategy<Value = Vertex> {
    let next = prop_oneof![
        1 => Just(Vec::new()),
        9 => prop::collection::vec(edge(), 2..=4),
        2 => prop::collection::vec(edge(), 5..=7),
        1 => prop::collection::vec(edge(), 1),
    ];
    let mover = prop_oneof![8 => 0..4_u8, 1 => Just(u8::MAX)];
    (mover, next, -3..=3_i8).prop_map(|(mover, next, worth)| Vertex { mover, next, worth })
}

fn graph() -> impl Strategy<Value = Graph> {
    let layers = prop::collection::vec(prop::collection::vec(vertex(), 1..=6), 2..=6);
    let agents = prop_oneof![1 => Just(1_u8), 6 => 2..=4_u8];
    (layers, agents).prop_map(|(mut layers, agents)| {
        for vertex in layers.iter_mut().flatten().filter(|vertex| vertex.mover != u8::MAX) {
            vertex.mover %= agents;
        }
        Graph { layers, agents }
    })
}

/// A role for each agent, one of them at least MAX or MIN.
fn roles() -> impl Strategy<Value = Vec<Role>> {
    let role = prop_oneof![3 => Just(Role::Max), 3 => Just(Role::Min), 1 => Just(Role::Chance)];
    prop::collection::vec(role, 4).prop_map(|mut roles| {
        if roles[0] == Role::Chance {
            roles[0] = Role::Max;
        }
        roles
    })
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::Given),
        Just(Order::Best),
        Just(Order::Worst),
        any::<u64>().prop_map(Order::Random),
        Just(Order::Evaluation),
    ]
}

fn depth() -> impl Strategy<Value = Option<Depth>> {
    prop_oneof![Just(None), (0..5_u32).prop_map(|plies| Some(Depth::plies(plies)))]
}

/// Minimax in the fewest words, not using the library's.
fn truth(sides: &Sides<'_, Graph>, place: (u8, u8), depth: u32) -> f64 {
    let mut moves = Vec::new();
    sides.moves(&place, &mut moves);
    if moves.is_empty() {
        return sides.payoff(&place, Player::MAX);
    }
    if depth == 0 {
        return sides.evaluation(Written).evaluate(sides, &place, Player::MAX);
    }
    let values: Vec<f64> = moves
        .iter()
        .map(|&mv| {
            let mut child = place;
            sides.play(&mut child, mv);
            truth(sides, child, depth - 1)
        })
        .collect();
    match sides.turn(&place) {
        Turn::Player(Player::MAX) => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(_) => values.iter().copied().fold(f64::INFINITY, f64::min),
        Turn::Chance => mean(sides, place, &moves, &values),
    }
}

/// The average, as the library takes it: its order of additions decides which of two moves that are
/// really equal looks better by the last digit.
fn mean(sides: &Sides<'_, Graph>, place: (u8, u8), moves: &[u8], values: &[f64]) -> f64 {
    let mut odds = Vec::new();
    sides.odds(&place, moves, &mut odds);
    let average = if odds.iter().all(|one| *one == odds[0]) {
        values.iter().sum::<f64>() / values.len() as f64
    } else {
        let weighted: f64 = values.iter().zip(&odds).map(|(value, odds)| odds * value).sum();
        weighted / odds.iter().sum::<f64>()
    };
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    average.clamp(least, most)
}

/// Whether play along the line keeps the value all the way, until chance moves or the search ended.
fn keeps_value(sides: &Sides<'_, Graph>, report: &SidesReport, plies: u32) -> bool {
    let mut place = sides.start();
    report.line.iter().enumerate().all(|(ply, &mv)| {
        sides.play(&mut place, mv);
        let value = truth(sides, place, plies - ply as u32 - 1);
        report.value == Some(Bound::Exact(value))
    })
}

fn plies(depth: Option<Depth>) -> u32 {
    depth.map_or(100, |depth| depth.in_plies(1))
}

/// Whether a bound says nothing false of a value.
fn holds(bound: Bound<f64>, value: f64) -> bool {
    bound.low() <= value && value <= bound.high()
}

fn config(depth: Option<Depth>) -> Config {
    Config { limits: Limits { depth, ..Limits::default() }, ..Config::default() }
}

type SidesReport = Report<u8, Bound<f64>>;

/// What does not depend on how much was looked at.
fn found(report: &SidesReport) -> (Option<Bound<f64>>, bool) {
    (report.value, report.stop == Stop::Finished)
}

/// The games of all laws.
const SEED: u64 = 2026;

/// Alpha-beta with every order, prune rule, table and knowledge of payoffs finds the value of minimax, and nothing that it says of a root
/// move is false.
#[test]
fn alpha_beta_is_minimax() {
    let [lines, moves, given] = [const { Tally::new() }; 3];
    let cases = (graph(), roles(), order(), depth(), any::<bool>());
    law(SEED, 100_000, &cases, |(graph, roles, order, depth, strict)| {
        let roles = roles[..usize::from(graph.agents)].to_vec();
        let sides = Sides::new(&graph, roles);
        let value = truth(&sides, graph.start(), plies(depth));
        let search = || Search::new(&sides).evaluation(sides.evaluation(Written));
        let minimax = search().config(config(depth)).minimax(&graph.start()).unwrap();
        prop_assert_eq!(minimax.value, Some(Bound::Exact(value)));
        prop_assert!(keeps_value(&sides, &minimax, plies(depth)), "{:?}", minimax.line);
        let prune = if strict { Prune::Strict } else { Prune::NonStrict };
        for table in [false, true] {
            let known = Range { low: LEAST, high: MOST };
            for (payoffs, star) in [(Range::ALL, Star::One), (known, Star::One), (known, Star::Two)]
            {
                let config = Config { order, prune, star, table, payoffs, ..config(depth) };
                let report = search().config(config).alpha_beta(&graph.start()).unwrap();
                prop_assert_eq!(report.value, Some(Bound::Exact(value)));
                prop_assert!(keeps_value(&sides, &report, plies(depth)), "{:?}", report.line);
                lines.when(report.line.len() > 1);
                moves.add(report.moves.len() as u64);
                for &(mv, bound) in &report.moves {
                    let mut child = graph.start();
                    sides.play(&mut child, mv);
                    let exact = truth(&sides, child, plies(depth) - 1);
                    prop_assert!(holds(bound, exact), "{} is {:?}, not {}", mv, bound, exact);
                }
                if strict {
                    prop_assert_eq!(&report.best_moves, &minimax.best_moves);
                } else {
                    prop_assert!(
                        report.best_moves.iter().all(|mv| minimax.best_moves.contains(mv))
                    );
                }
                prop_assert_eq!(report.best.is_some(), minimax.best.is_some());
                if given.when(order == Order::Given && report.best.is_some()) {
                    prop_assert_eq!(report.best, minimax.best);
                }
            }
        }
        Ok(())
    });
    lines.at_least(100_000);
    moves.at_least(500_000);
    given.at_least(30_000);
}

/// Minimax finds the same with a table and in every order; its first best move is the first of all.
#[test]
fn minimax_does_not_care() {
    let fewer = Tally::new();
    let cases = (graph(), roles(), order(), depth());
    law(SEED, 20_000, &cases, |(graph, roles, order, depth)| {
        let sides = Sides::new(&graph, roles[..usize::from(graph.agents)].to_vec());
        let search = || Search::new(&sides).evaluation(sides.evaluation(Written));
        let plain = search().config(config(depth)).minimax(&graph.start()).unwrap();
        let config = Config { order, table: true, ..config(depth) };
        let report = search().config(config).minimax(&graph.start()).unwrap();
        prop_assert_eq!(found(&plain), found(&report));
        prop_assert_eq!(&plain.best_moves, &report.best_moves);
        prop_assert_eq!(plain.best, plain.best_moves.first().copied());
        prop_assert!(report.counts.generated <= plain.counts.generated);
        fewer.when(report.counts.generated < plain.counts.generated);
        Ok(())
    });
    fewer.at_least(5_000);
}

/// Expectimax and the paranoid reduction are minimax on other sides.
#[test]
fn one_against_chance_and_one_against_all() {
    law(SEED, 20_000, &(graph(), 0..4_u8, depth()), |(graph, hero, depth)| {
        let hero = Player(hero % graph.agents);
        let chance = Sides::against_chance(&graph, hero);
        let value = truth(&chance, graph.start(), plies(depth));
        let search = || Search::new(&graph).evaluation(Written).config(config(depth));
        let report = search().expectimax(&graph.start(), hero).unwrap();
        prop_assert_eq!(report.value, Some(Bound::Exact(value)));
        let bounded = Search::new(&chance).evaluation(chance.evaluation(Written));
        let bounded = bounded.config(config(depth)).payoffs(LEAST, MOST);
        let report = bounded.alpha_beta(&graph.start()).unwrap();
        prop_assert_eq!(report.value, Some(Bound::Exact(value)));

        let paranoid = Sides::paranoid(&graph, hero);
        let value = truth(&paranoid, graph.start(), plies(depth));
        let report = search().paranoid(&graph.start(), hero).unwrap();
        prop_assert_eq!(report.value, Some(Bound::Exact(value)));
        Ok(())
    });
}

/// Max-n in a zero-sum game for two is minimax, and its table and pruning change nothing.
#[test]
fn max_n_for_two_is_minimax() {
    let [compared, pruned_some] = [const { Tally::new() }; 2];
    law(SEED, 20_000, &(graph(), order(), depth()), |(graph, order, depth)| {
        let sides = Sides::paranoid(&graph, Player(0));
        let value = truth(&sides, graph.start(), plies(depth));
        let search =
            Search::new(&sides).evaluation(sides.evaluation(Written)).config(config(depth));
        let report = search.order(order).max_n(&graph.start()).unwrap();
        prop_assert_eq!(report.value, Some(Payoffs(vec![value, -value])));

        let search = || Search::new(&graph).evaluation(Written).config(config(depth)).order(order);
        // What is cut or remembered changes what is drawn at random, and so which of equals is first.
        if compared.when(!matches!(order, Order::Random(_))) {
            let plain = search().max_n(&graph.start()).unwrap();
            let pruned = search().payoffs(LEAST, MOST).max_n(&graph.start()).unwrap();
            prop_assert_eq!(&plain.value, &pruned.value);
            prop_assert_eq!(&plain.best, &pruned.best);
            pruned_some.when(pruned.counts.generated < plain.counts.generated);
            let table = search().table().max_n(&graph.start()).unwrap();
            prop_assert_eq!(&plain.value, &table.value);
        }
        Ok(())
    });
    compared.at_least(10_000);
    pruned_some.at_least(3_000);
}

/// An observer changes nothing, and every value in a trace is true.
#[test]
fn watching_changes_nothing() {
    let inside = Tally::new();
    let cases = (graph(), roles(), order(), any::<bool>());
    law(SEED, 20_000, &cases, |(graph, roles, order, strict)| {
        let sides = Sides::new(&graph, roles[..usize::from(graph.agents)].to_vec());
        let prune = if strict { Prune::Strict } else { Prune::NonStrict };
        let search = || {
            let search = Search::new(&sides).evaluation(sides.evaluation(Written));
            search.order(order).prune(prune).payoffs(LEAST, MOST)
        };
        let report = search().alpha_beta(&graph.start()).unwrap();
        let mut trace = Trace::new();
        let watched = search().observer(&mut trace).alpha_beta(&graph.start()).unwrap();
        prop_assert_eq!(&report, &watched);
        prop_assert_eq!(trace.nodes.len() as u64, report.counts.generated);
        for node in &trace.nodes {
            let exact = truth(&sides, node.position, 100);
            let value = node.value.expect("every node was left");
            prop_assert!(holds(value, exact), "{:?} is {:?}, not {}", node.position, value, exact);
            if inside.when(node.window.alpha < exact && exact < node.window.beta) {
                prop_assert_eq!(value, Bound::Exact(exact), "inside of the window it is exact");
            }
        }
        Ok(())
    });
    inside.at_least(100_000);
}

/// Knows a range for every vertex, some wider than others.
struct Knows<'k>(&'k [(u8, u8)]);

impl Evaluation<Sides<'_, Graph>> for Knows<'_> {
    fn range(&self, sides: &Sides<'_, Graph>, place: &(u8, u8), player: Player) -> Range<f64> {
        assert_eq!(player, Player::MAX);
        let value = truth(sides, *place, 100);
        let (below, above) = self.0[usize::from(place.0 * 5 + place.1 % 5)];
        // Three of four times something is known, some of the time exactly.
        let far = |slack: u8| if slack == 3 { f64::INFINITY } else { f64::from(slack) };
        Range { low: value - far(below), high: value + far(above) }
    }
}

/// Bounds that are true cut without changing the value.
#[test]
fn true_bounds_change_nothing() {
    let [strictly, used] = [const { Tally::new() }; 2];
    let slack = prop::collection::vec((0..4_u8, 0..4_u8), 30);
    let cases = (graph(), roles(), slack, any::<bool>());
    law(SEED, 20_000, &cases, |(graph, roles, slack, strict)| {
        let sides = Sides::new(&graph, roles[..usize::from(graph.agents)].to_vec());
        let value = truth(&sides, graph.start(), 100);
        let prune = if strict { Prune::Strict } else { Prune::NonStrict };
        let search = Search::new(&sides).evaluation(Knows(&slack)).prune(prune);
        let report = search.alpha_beta(&graph.start()).unwrap();
        prop_assert_eq!(report.value, Some(Bound::Exact(value)));
        let plain = Search::new(&sides).prune(prune).alpha_beta(&graph.start()).unwrap();
        used.when(report.counts.generated < plain.counts.generated);
        if strictly.when(strict) {
            let minimax = Search::new(&sides).minimax(&graph.start()).unwrap();
            prop_assert_eq!(report.best_moves, minimax.best_moves);
        }
        Ok(())
    });
    strictly.at_least(5_000);
    used.at_least(5_000);
}

/// Stopped after any number of nodes, iterative deepening reports its last finished depth.
#[test]
fn deepening_can_be_stopped_anywhere() {
    let [before_any, between] = [const { Tally::new() }; 2];
    law(SEED, 1_000, &(graph(), roles(), any::<bool>()), |(graph, roles, table)| {
        let sides = Sides::new(&graph, roles[..usize::from(graph.agents)].to_vec());
        let search = |limits| {
            let search = Search::new(&sides).evaluation(sides.evaluation(Written));
            search.config(Config { limits, table, ..Config::default() })
        };
        let mut finished: Vec<(u64, SidesReport)> = Vec::new();
        let mut total = 0;
        for plies in 1.. {
            let limits = Limits { depth: Some(Depth::plies(plies)), ..Limits::default() };
            let report = search(limits).alpha_beta(&graph.start()).unwrap();
            total += report.counts.generated;
            let complete = report.complete;
            finished.push((total, report));
            if complete {
                break;
            }
        }
        for nodes in 0..=total + 1 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = search(limits).deepen().alpha_beta(&graph.start()).unwrap();
            prop_assert!(report.counts.generated <= nodes);
            let expected = finished.iter().rev().find(|(cost, _)| *cost <= nodes);
            let Some((_, last)) = expected else {
                before_any.add(1);
                let found = (report.value, report.best, report.stop);
                prop_assert_eq!(found, (None, None, Stop::Nodes));
                continue;
            };
            between.when(!last.complete);
            prop_assert_eq!(report.value, last.value);
            prop_assert_eq!(&report.line, &last.line);
            prop_assert_eq!(&report.moves, &last.moves);
            prop_assert_eq!((report.depth, report.complete), (last.depth, last.complete));
            let stop = if last.complete { Stop::Finished } else { Stop::Nodes };
            prop_assert_eq!(report.stop, stop);
        }
        Ok(())
    });
    before_any.at_least(2_000);
    between.at_least(40_000);
}

/// The random games are what they are said to be: not a law, but a look at the generator.
#[test]
fn the_random_games_are_not_trivial() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut hits, mut cuts, mut chance, mut ties) = (0, 0, 0, 0);
    for _ in 0..500 {
        let graph = graph().new_tree(&mut runner).unwrap().current();
        let sides = Sides::paranoid(&graph, Player(0));
        let report = Search::new(&sides).table().alpha_beta(&graph.start()).unwrap();
        hits += u32::from(report.counts.table_hits > 0);
        cuts += u32::from(report.counts.cutoffs > 0);
        let vertices = graph.layers.iter().flatten();
        chance += u32::from(vertices.clone().any(|vertex| vertex.mover >= graph.agents));
        let minimax = Search::new(&sides).minimax(&graph.start()).unwrap();
        ties += u32::from(minimax.best_moves.len() > 1);
    }
    for (what, count) in [("hits", hits), ("cuts", cuts), ("chance", chance), ("ties", ties)] {
        assert!(count > 100, "{count} of 500 random games have {what}");
    }
}
