//! Proof-number search against retrograde analysis and plain minimax: nothing is called proven that is not, and everything is settled.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::graph::{Graph, MOST_POINTS, Vertex, naive_moves};
use common::seeds::{Tally, each_seed};
use fastrand::Rng;
use outplay::engine::{Insight, Keys, WIN};
use outplay::solve::proof::{Claim, Config, Counting, Proof, Prover};
use outplay::{Bound, Limits, Player, Repetition, Stop, Value, mixed};

const COUNTINGS: [Counting; 2] = [Counting::Sum, Counting::Weak];

/// A graph takes a few hundred positions. One that takes so many goes round in circles.
const ENOUGH: u64 = 200_000;

fn draw(times: u32) -> Repetition {
    Repetition::Draw { times }
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn config(random: &mut Rng) -> Config {
    Config { tolerance: random.f32(), counting: COUNTINGS[random.usize(..2)] }
}

/// What a label of a graph says of a claim.
fn holds(graph: &Graph, label: i32, claim: Claim) -> bool {
    let value = if graph.points { label } else { label.signum() };
    let value = if claim.player == Player::MAX { value } else { -value };
    value >= claim.at_least
}

#[derive(Debug)]
struct Said {
    proven: Tally,
    disproven: Tally,
    /// A table that keeps everything would be wrong.
    careless_is_wrong: Tally,
    steps: Tally,
}

/// All claims about one random graph, one after the other with the same table.
fn check_graph(random: &mut Rng, graph: &Graph, said: &Said) {
    let labels = graph.labels();
    let careless = graph.careless(&mut vec![0], &mut vec![None; graph.vertices.len()]);
    said.careless_is_wrong.when(careless.signum() != labels[0].signum());
    // Keys of games are small numbers, or sums of small numbers that were mixed.
    let is_mixed = random.bool();
    let key = |at| if is_mixed { mixed(u64::from(at)) } else { u64::from(at) };
    let mut prover = Prover::new(graph.clone(), Named(key), 1).unwrap();
    prover.set_config(config(random));
    let most = if graph.points { i32::from(MOST_POINTS) } else { 1 };
    let mut claims: Vec<Claim> = Player::all(2)
        .flat_map(|player| (1 - most..=most).map(move |at_least| Claim { player, at_least }))
        .collect();
    random.shuffle(&mut claims);
    for claim in claims {
        let at = random.u8(..graph.vertices.len() as u8);
        let proof = prover.prove(&at, claim, &limits(ENOUGH), ());
        let label = labels[usize::from(at)];
        let expected = holds(graph, label, claim);
        assert_eq!(proof.holds, Some(expected), "{claim:?} at {at}: {proof:?} {graph:?}");
        said.proven.when(expected);
        said.disproven.when(!expected);
        check_plies(graph, label, &proof);
        said.steps.add(check_line(graph, &labels, at, claim, &proof));
    }
}

/// Nobody wins sooner than the quickest win.
fn check_plies(graph: &Graph, label: i32, proof: &Proof<u8>) {
    if let Some(plies) = proof.plies.filter(|_| !graph.points) {
        assert!(plies as i32 >= WIN - label.abs(), "{proof:?} {label} {graph:?}");
    }
}

/// No move of the line gives away what was proven, and the line of a proof goes to the end of the game and never back.
fn check_line(graph: &Graph, labels: &[i32], at: u8, claim: Claim, proof: &Proof<u8>) -> u64 {
    let mut path = vec![at];
    for &to in &proof.line {
        let at = path[path.len() - 1];
        assert!(graph.vertex(at).next.contains(&to), "{at} {proof:?} {graph:?}");
        let is_kept = holds(graph, labels[usize::from(to)], claim);
        assert_eq!(Some(is_kept), proof.holds, "{claim:?} {to} {proof:?} {graph:?}");
        path.push(to);
    }
    if is_won(claim, proof) {
        assert!(ends(graph, &path), "{claim:?} {path:?} {proof:?} {graph:?}");
        let plies = proof.line.len() as u32;
        assert!(proof.plies.is_none_or(|most| plies <= most), "{proof:?} {graph:?}");
    }
    proof.line.len() as u64
}

/// Whether it is proven that somebody can force an end of the game, and not that somebody is stopped.
fn is_won(claim: Claim, proof: &Proof<u8>) -> bool {
    proof.holds == Some(claim.at_least > 0)
}

/// Whether a path goes to an end, and to no vertex twice.
fn ends(graph: &Graph, path: &[u8]) -> bool {
    let comes_again = |(ply, at)| path[..ply].contains(at);
    graph.vertex(path[path.len() - 1]).next.is_empty() && !path.iter().enumerate().any(comes_again)
}

fn check_many(fixed: u64, graphs: u64) {
    let [proven, disproven, careless_is_wrong, steps] = [const { Tally::new() }; 4];
    let said = Said { proven, disproven, careless_is_wrong, steps };
    each_seed(fixed, |random| {
        for _ in 0..graphs {
            let times = random.u32(2..=3);
            let graph = Graph::random(random, draw(times), 14);
            check_graph(random, &graph, &said);
        }
    });
    said.proven.at_least(graphs);
    said.disproven.at_least(graphs);
    said.careless_is_wrong.at_least(graphs / 700);
    said.steps.at_least(graphs);
}

#[test]
fn claims_are_what_retrograde_labels_say() {
    check_many(31, 3_000);
}

#[test]
#[ignore = "100,000 graphs: `just proof-graphs`"]
fn claims_are_what_retrograde_labels_say_of_many_graphs() {
    check_many(32, 50_000);
}

/// Three ways on from everywhere, and an end here and there: a search without memory would walk every path.
#[test]
fn a_tangle_is_settled_in_a_table_that_is_too_small() {
    let mut random = Rng::with_seed(33);
    let mut longest = 0;
    let [small, usual, ended] = [const { Tally::new() }; 3];
    for _ in 0..100 {
        let graph = Graph::tangle(&mut random, 200);
        let label = graph.labels()[0];
        for (megabytes, tally) in [(1, &usual), (0, &small)] {
            let mut prover = Prover::new(graph.clone(), (), megabytes).unwrap();
            prover.set_config(config(&mut random));
            for player in Player::all(2) {
                let claim = Claim { player, at_least: 1 };
                let proof = prover.prove(&0, claim, &limits(ENOUGH), ());
                assert!(proof.holds.is_none_or(|told| told == holds(&graph, label, claim)));
                assert!(proof.holds.is_some() || megabytes == 0, "{claim:?} {graph:?}");
                tally.when(proof.holds.is_some());
                if is_won(claim, &proof) {
                    let path = [&[0], &*proof.line].concat();
                    assert!(ends(&graph, &path) || megabytes == 0, "{proof:?} {graph:?}");
                    ended.when(ends(&graph, &path));
                }
                longest = longest.max(proof.counts.generated);
            }
        }
    }
    usual.at_least(200);
    println!("{small:?} {ended:?} {longest}");
}

#[test]
fn who_wins_is_found_by_two_questions() {
    let drawn = Tally::new();
    each_seed(34, |random| {
        for _ in 0..1_000 {
            let graph = Graph::random(random, draw(3), 10);
            let score = graph.sign(0) * graph.labels()[0];
            let mut prover = Prover::new(graph.clone(), (), 1).unwrap();
            let report = prover.solve(&0, None, &limits(ENOUGH), ());
            let value = report.value.unwrap();
            assert!(value.low() <= score && score <= value.high(), "{value} {score} {graph:?}");
            assert_eq!(value.score().signum(), score.signum(), "{value} {graph:?}");
            if drawn.when(score == 0) {
                assert_eq!(value, Value::Proven(Bound::Exact(0)));
            }
            assert_eq!(report.stop, Stop::Finished);
        }
    });
    drawn.at_least(200);
}

#[test]
fn forbidden_positions_are_left_out() {
    let differs = Tally::new();
    each_seed(35, |random| {
        for _ in 0..2_000 {
            let graph = Graph::random(random, Repetition::Forbidden, 7);
            let best = graph.brute_force(&mut vec![0]);
            differs.when(best.signum() != graph.labels()[0].signum());
            let mut prover = Prover::new(graph.clone(), (), 1).unwrap();
            prover.set_config(config(random));
            for player in Player::all(2) {
                for at_least in [0, 1] {
                    let claim = Claim { player, at_least };
                    let proof = prover.prove(&0, claim, &limits(ENOUGH), ());
                    assert_eq!(
                        proof.holds,
                        Some(holds(&graph, best, claim)),
                        "{claim:?} {graph:?}"
                    );
                    let mut path = vec![0];
                    for &to in &proof.line {
                        assert!(naive_moves(&graph, &path).contains(&to), "{proof:?} {graph:?}");
                        path.push(to);
                    }
                }
            }
        }
    });
    differs.at_least(100);
}

/// Keys of our own.
struct Named<K>(K);

impl<K: Fn(u8) -> u64 + Sync> Insight<Graph> for Named<K> {
    type Scratch = ();
    type Scale = ();
    type Facts = ();
    type Evaluation = ();
    type Ordering = ();
    type Selectivity = ();
    type Keys = Self;

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &() {
        &()
    }
    fn evaluation(&self) -> &() {
        &()
    }
    fn ordering(&self) -> &() {
        &()
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl<K: Fn(u8) -> u64 + Sync> Keys<Graph> for Named<K> {
    fn key(&self, _: &Graph, at: &u8) -> Option<u64> {
        Some((self.0)(*at))
    }
}

/// A graph beside its mirror image, with ways from one to the other.
fn mirrored(random: &mut Rng, repetition: Repetition, most: usize) -> Graph {
    let mut graph = Graph::random(random, repetition, most);
    let count = graph.vertices.len() as u8;
    let image = |to: u8| (to + count) % (2 * count);
    for vertex in &mut graph.vertices {
        vertex.next.iter_mut().filter(|_| random.bool()).for_each(|to| *to = image(*to));
    }
    let seen = |vertex: &Vertex| {
        let next = vertex.next.iter().map(|&to| image(to)).collect();
        Vertex { next, ..vertex.clone() }
    };
    let images: Vec<Vertex> = graph.vertices.iter().map(seen).collect();
    graph.vertices.extend(images);
    graph
}

/// What came before is not symmetric, even if positions are.
#[test]
fn symmetric_positions_stand_for_each_other_only_where_the_past_does_not_matter() {
    let wins = Tally::new();
    each_seed(37, |random| {
        for case in 0..3_000 {
            let repetition = if case % 2 == 0 { Repetition::Forbidden } else { draw(2) };
            let graph = mirrored(random, repetition, 5);
            let best = match repetition {
                Repetition::Forbidden => graph.brute_force(&mut vec![0]),
                _ => graph.labels()[0],
            };
            // Every vertex has a mirror image, so many vertices behind it, and both have the same key.
            let count = graph.vertices.len() as u8 / 2;
            let folded = Named(|at| u64::from(at % count));
            let mut prover = Prover::new(graph.clone(), folded, 1).unwrap();
            for player in Player::all(2) {
                let claim = Claim { player, at_least: 1 };
                let proof = prover.prove(&0, claim, &limits(ENOUGH), ());
                let expected = holds(&graph, best, claim);
                assert_eq!(proof.holds, Some(expected), "{claim:?} {graph:?}");
                wins.when(expected);
            }
        }
    });
    wins.at_least(500);
}

#[test]
fn a_search_that_is_stopped_says_so_and_claims_nothing() {
    let mut random = Rng::with_seed(36);
    let graph = Graph::tangle(&mut random, 200);
    let mut prover = Prover::new(graph, (), 1).unwrap();
    let claim = Claim { player: Player::MAX, at_least: 1 };
    let proof = prover.prove(&0, claim, &limits(3), ());
    assert_eq!((proof.holds, proof.stop), (None, Stop::Nodes));
    let stop = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let proof = prover.prove(&0, claim, &stop, ());
    assert_eq!((proof.holds, proof.stop), (None, Stop::Asked));
}

/// Wherever it is stopped, what is told by then is true; between two questions that is something.
#[test]
fn what_is_known_when_a_search_is_stopped_is_true() {
    let [nothing, half] = [const { Tally::new() }; 2];
    each_seed(38, |random| {
        for _ in 0..500 {
            let graph = Graph::random(random, draw(3), 10);
            let score = graph.sign(0) * graph.labels()[0];
            let nodes = random.u64(1..60);
            let mut prover = Prover::new(graph.clone(), (), 1).unwrap();
            let report = prover.solve(&0, None, &limits(nodes), ());
            nothing.when(report.value.is_none());
            let Some(value) = report.value else {
                assert_eq!(report.stop, Stop::Nodes);
                continue;
            };
            assert!(value.low() <= score && score <= value.high(), "{value} {score} {graph:?}");
            if half.when(report.stop == Stop::Nodes) {
                assert_eq!(value, Value::Proven(Bound::AtMost(0)));
            }
        }
    });
    nothing.at_least(10);
    half.at_least(10);
}
