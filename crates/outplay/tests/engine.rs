//! The engine answers to plain minimax, on random games by the rules alone, with every knob on and off.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::law;
use common::seeds::Tally;
use outplay::engine::{
    Config, Effort, Engine, Facts, Insight, Keys, Ordering, Progress, Scale, Selectivity,
    StaticEvaluation, WIN,
};
use outplay::textbook::Search;
use outplay::{Bound, Depth, Game, Limits, Player, Range, Stop, Turn, Window, ZeroSum};
use proptest::prelude::*;

/// A graph in layers. Who moves is written at each vertex, so a player may move twice in a row.
#[derive(Clone, Debug)]
struct Graph(Vec<Vec<Vertex>>);

#[derive(Clone, Debug)]
struct Vertex {
    mover: u8,
    next: Vec<u8>,
    payoff: i8,
}

impl Graph {
    fn vertex(&self, place: &(u8, u8)) -> &Vertex {
        &self.0[usize::from(place.0)][usize::from(place.1)]
    }
}

impl Game for Graph {
    type Position = (u8, u8);
    type Move = u8;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn turn(&self, place: &(u8, u8)) -> Turn {
        Turn::Player(Player(self.vertex(place).mover))
    }

    fn moves(&self, place: &(u8, u8), moves: &mut Vec<u8>) {
        if usize::from(place.0) + 1 < self.0.len() {
            moves.extend(0..self.vertex(place).next.len() as u8);
        }
    }

    fn play(&self, place: &mut (u8, u8), mv: u8) {
        let next = self.vertex(place).next[usize::from(mv)];
        let layer = (place.0 + 1 + next / 8).min(self.0.len() as u8 - 1);
        *place = (layer, next % 8 % self.0[usize::from(layer)].len() as u8);
    }

    fn payoff(&self, place: &(u8, u8), player: Player) -> f64 {
        let wins = f64::from(self.vertex(place).payoff);
        if player == Player::MAX { wins } else { -wins }
    }

    fn key(&self, place: &(u8, u8)) -> Option<u64> {
        Some(u64::from(place.0) << 8 | u64::from(place.1))
    }
}

impl ZeroSum for Graph {}

fn graph() -> impl Strategy<Value = Graph> {
    let edge = prop_oneof![3 => 0..8_u8, 1 => 8..16_u8];
    let next = prop_oneof![1 => Just(Vec::new()), 8 => prop::collection::vec(edge, 1..=4)];
    let vertex =
        (0..2_u8, next, -1..=1_i8).prop_map(|(mover, next, payoff)| Vertex { mover, next, payoff });
    prop::collection::vec(prop::collection::vec(vertex, 1..=6), 2..=8).prop_map(Graph)
}

/// What MAX gets: a win sooner, a loss later.
fn truth(graph: &Graph, place: (u8, u8), ply: i32) -> i32 {
    let mut moves = Vec::new();
    graph.moves(&place, &mut moves);
    if moves.is_empty() {
        let payoff = i32::from(graph.vertex(&place).payoff);
        return payoff * (WIN - ply);
    }
    let scores = moves.iter().map(|&mv| {
        let mut child = place;
        graph.play(&mut child, mv);
        truth(graph, child, ply + 1)
    });
    match graph.vertex(&place).mover {
        0 => scores.max().unwrap(),
        _ => scores.min().unwrap(),
    }
}

#[test]
fn every_knob_finds_the_score_of_minimax() {
    let [over, scored] = [const { Tally::new() }; 2];
    law(2026, 1_500, &graph(), |graph| {
        let mut moves = Vec::new();
        graph.moves(&graph.start(), &mut moves);
        let sign = if over.when(moves.is_empty()) { 1 } else { sign(&graph, &graph.start()) };
        let score = sign * truth(&graph, graph.start(), 0);
        let mut engine = Engine::new(&graph, &(), 1).unwrap();
        let moves = Config { moves: true, ..Config::default() };
        for config in Config::each_off().into_iter().chain([moves]) {
            engine.clear();
            engine = engine.config(config);
            let report = engine.solve(&graph.start(), &Progress::default());
            prop_assert_eq!(report.value, Some(Bound::Exact(score)), "{:?}", config);
            scored.add(report.moves.len() as u64);
            for (mv, value) in report.moves {
                let mut child = graph.start();
                graph.play(&mut child, mv);
                prop_assert_eq!(value, Bound::Exact(sign * truth(&graph, child, 1)), "move {}", mv);
            }
        }
        engine = engine.config(Config { weak: true, ..Config::default() });
        let report = engine.solve(&graph.start(), &Progress::default());
        prop_assert_eq!(report.value, Some(Bound::Exact(score.signum())));
        let minimax = Search::new(&graph).minimax(&graph.start()).unwrap();
        let value = minimax.value.and_then(Bound::exact).unwrap();
        prop_assert_eq!(value, f64::from((sign * score).signum()));
        Ok(())
    });
    over.at_least(80);
    scored.at_least(2_000);
}

/// Knows something true of every position, counted from there, for the player to move.
struct Knows(Vec<(u8, u8)>);

impl Insight<Graph> for Knows {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = ();
    type Ordering = ();
    type Selectivity = ();
    type Keys = ();

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &Self {
        self
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
    fn keys(&self) -> &() {
        &()
    }
}

impl Facts<Graph, ()> for Knows {
    fn bounds(&self, graph: &Graph, place: &(u8, u8), (): &(), _: Window<i32>) -> Range<i32> {
        let mut moves = Vec::new();
        graph.moves(place, &mut moves);
        if moves.is_empty() {
            return Range::ALL; // nobody is to move
        }
        let sign = if graph.vertex(place).mover == 0 { 1 } else { -1 };
        let score = sign * truth(graph, *place, 0);
        let (below, above) = self.0[usize::from(place.0 * 6 + place.1)];
        let far = |slack: u8| i32::from(slack) * 20_000;
        Range { low: score - far(below), high: score + far(above) }
    }
}

#[test]
fn true_facts_change_nothing() {
    let used = Tally::new();
    let slack = prop::collection::vec((0..3_u8, 0..3_u8), 64);
    law(7, 2_000, &(graph(), slack), |(graph, slack)| {
        let plain = Engine::new(&graph, &(), 1).unwrap();
        let plain = plain.solve(&graph.start(), &Progress::default());
        let knows = Knows(slack);
        for moves in [false, true] {
            let config = Config { moves, ..Config::default() };
            let told = Engine::new(&graph, &knows, 1).unwrap().config(config);
            let report = told.solve(&graph.start(), &Progress::default());
            prop_assert_eq!(report.value, plain.value);
            used.when(!moves && report.counts.generated < plain.counts.generated);
        }
        Ok(())
    });
    used.at_least(1_000);
}

/// Uses everything an insight can use, and has an opinion on every position, for no reason at all.
struct Opinions {
    seed: u64,
}

impl Opinions {
    fn opinion(&self, place: (u8, u8), about: u64) -> u64 {
        let key = u64::from(place.0) << 8 | u64::from(place.1) | about << 16;
        (key ^ self.seed)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            >> 33
    }
}

/// What MAX gets, however long it takes.
fn points(graph: &Graph, place: (u8, u8)) -> i32 {
    truth(graph, place, 0).signum() * 10
}

fn sign(graph: &Graph, place: &(u8, u8)) -> i32 {
    if graph.vertex(place).mover == 0 { 1 } else { -1 }
}

fn left(graph: &Graph, place: &(u8, u8)) -> u32 {
    graph.0.len() as u32 - 1 - u32::from(place.0)
}

impl Insight<Graph> for Opinions {
    type Scratch = ();
    type Scale = Self;
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = Self;
    type Keys = Self;

    fn scale(&self) -> &Self {
        self
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &Self {
        self
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &Self {
        self
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl Scale<Graph> for Opinions {
    const GRAIN: i32 = 10;

    fn counts_plies(&self, _: &Graph) -> bool {
        false
    }

    fn highest(&self, _: &Graph) -> i32 {
        10
    }

    fn terminal(&self, graph: &Graph, place: &(u8, u8), player: Player, _: u32) -> i32 {
        graph.payoff(place, player) as i32 * 10
    }
}

impl Facts<Graph, ()> for Opinions {
    const FINISHES: bool = true;

    /// Sometimes it is not known well, and then the search goes to the end by many steps.
    fn plies_left(&self, graph: &Graph, place: &(u8, u8)) -> u32 {
        left(graph, place) + 20 * (self.seed % 2) as u32
    }

    fn finish(&self, graph: &Graph, place: &(u8, u8), _: Window<i32>) -> Option<(i32, u64)> {
        // Only where it is known who asks: somebody moves.
        let mut moves = Vec::new();
        graph.moves(place, &mut moves);
        let near = left(graph, place) <= 1 && !moves.is_empty();
        (near && self.opinion(*place, 1).is_multiple_of(2))
            .then(|| (sign(graph, place) * points(graph, *place), 1))
    }
}

impl StaticEvaluation<Graph, ()> for Opinions {
    /// Where one is, to see that it is carried there.
    type Carried = (u8, u8);

    const ASPIRATION: i32 = 2;

    fn evaluate(&self, _: &Graph, place: &(u8, u8), (): &(), carried: &(u8, u8)) -> i32 {
        assert_eq!(place, carried, "what was carried belongs to another position");
        (self.opinion(*place, 2) % 15) as i32 - 7
    }

    fn carried(&self, _: &Graph, place: &(u8, u8)) -> (u8, u8) {
        *place
    }

    fn carry(
        &self,
        graph: &Graph,
        carried: &(u8, u8),
        place: &(u8, u8),
        mv: u8,
        child: &(u8, u8),
    ) -> (u8, u8) {
        assert_eq!(place, carried, "what was carried belongs to another position");
        let mut next = *carried;
        graph.play(&mut next, mv);
        assert_eq!(next, *child, "it is carried to where the move leads");
        next
    }
}

impl Ordering<Graph, ()> for Opinions {
    type Note = ();

    const LOOKS_AHEAD: bool = true;

    const MOVE_INDICES: usize = 4;

    fn effort(&self, _: &Graph, place: &(u8, u8), _: u32) -> Effort {
        match self.opinion(*place, 3) % 5 {
            0 => Effort::None,
            1 => Effort::Move,
            2 => Effort::History,
            3 => Effort::Child,
            _ => Effort::Search { plies: 1, weight: 3 },
        }
    }

    fn score_move(&self, _: &Graph, place: &(u8, u8), (): &(), mv: u8, _: Window<i32>) -> i32 {
        (self.opinion(*place, 4 + u64::from(mv)) % 9) as i32
    }

    fn move_index(&self, _: &Graph, mv: u8) -> usize {
        usize::from(mv)
    }
}

impl Selectivity<Graph, ()> for Opinions {
    fn probcut_error(&self, _: &Graph, _: &(u8, u8), deep: u32, shallow: u32) -> Option<f32> {
        Some((deep - shallow) as f32)
    }
}

impl Keys<Graph> for Opinions {
    fn children_pay(&self, _: &Graph, _: &(u8, u8), _: u32) -> bool {
        true
    }
}

#[test]
fn opinions_change_no_score() {
    law(11, 500, &(graph(), any::<u64>()), |(graph, seed)| {
        let opinions = Opinions { seed };
        let mut moves = Vec::new();
        graph.moves(&graph.start(), &mut moves);
        let sign = if moves.is_empty() { 1 } else { sign(&graph, &graph.start()) };
        let score = Some(Bound::Exact(sign * points(&graph, graph.start())));
        let mut engine = Engine::new(&graph, &opinions, 1).unwrap();
        for config in Config::each_off() {
            engine.clear();
            engine = engine.config(config);
            let report = engine.solve(&graph.start(), &Progress::default());
            prop_assert_eq!(report.value, score, "{:?}", config);
            engine.clear();
            let report = engine.search(&graph.start(), &Progress::default(), |_| ());
            prop_assert_eq!(report.value, score, "{:?}", config);
            prop_assert!(report.complete);
        }
        // What one search leaves in the table is right for the next one, too.
        engine.clear();
        engine = engine.config(Config { moves: true, ..Config::default() });
        for _ in 0..2 {
            let report = engine.solve(&graph.start(), &Progress::default());
            prop_assert_eq!(report.value, score);
        }
        Ok(())
    });
}

/// A search that looks neither farther nor less far than asked: a forced reply costs depth, the table does not know more than was asked, and
/// nothing is left out.
fn to_the_ply(config: Config) -> Config {
    ["forced-moves", "facts", "transposition-table"]
        .iter()
        .fold(config.plain(), |config, name| config.without(name))
}

#[test]
fn down_to_a_depth_it_is_the_textbook() {
    let compared = Tally::new();
    let mut configs: Vec<Config> = Config::each_off().into_iter().map(to_the_ply).collect();
    configs.dedup();
    law(11, 500, &(graph(), any::<u64>(), 1..6_u32), |(graph, seed, depth)| {
        let opinions = Opinions { seed };
        let mut moves = Vec::new();
        graph.moves(&graph.start(), &mut moves);
        prop_assume!(!moves.is_empty());
        let expected = limited(&graph, &opinions, graph.start(), depth);
        let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
        for &config in &configs {
            let engine = Engine::new(&graph, &opinions, 1).unwrap().config(config);
            let engine = engine.limits(limits.clone());
            let report = engine.search(&graph.start(), &Progress::default(), |_| ());
            // Near the end, a search goes to the end at once.
            let value = report.value.and_then(Bound::exact);
            if compared.when(report.depth == depth && !report.complete) {
                prop_assert_eq!(value, Some(expected), "{:?}", config);
            }
        }
        Ok(())
    });
    compared.at_least(2_000);
}

/// Plain minimax with an evaluation, for the player to move.
fn limited(graph: &Graph, opinions: &Opinions, place: (u8, u8), depth: u32) -> i32 {
    let mut moves = Vec::new();
    graph.moves(&place, &mut moves);
    if moves.is_empty() {
        return opinions.terminal(graph, &place, Player(graph.vertex(&place).mover), 0);
    }
    if depth == 0 {
        return opinions.evaluate(graph, &place, &(), &place);
    }
    let scores = moves.into_iter().map(|mv| {
        let mut child = place;
        graph.play(&mut child, mv);
        let score = limited(graph, opinions, child, depth - 1);
        if graph.vertex(&child).mover == graph.vertex(&place).mover { score } else { -score }
    });
    scores.max().unwrap()
}

/// A take-away game that is too large to finish.
struct Heaps;

impl Game for Heaps {
    type Position = ([u8; 8], u8);
    type Move = (u8, u8);

    fn start(&self) -> ([u8; 8], u8) {
        ([60; 8], 0)
    }
    fn turn(&self, position: &([u8; 8], u8)) -> Turn {
        Turn::Player(Player(position.1))
    }
    fn moves(&self, position: &([u8; 8], u8), moves: &mut Vec<(u8, u8)>) {
        for (heap, &left) in position.0.iter().enumerate() {
            moves.extend((1..=left).map(|taken| (heap as u8, taken)));
        }
    }
    fn play(&self, position: &mut ([u8; 8], u8), (heap, taken): (u8, u8)) {
        position.0[usize::from(heap)] -= taken;
        position.1 ^= 1;
    }
    fn payoff(&self, position: &([u8; 8], u8), player: Player) -> f64 {
        if player.0 == position.1 { -1.0 } else { 1.0 }
    }
}

impl ZeroSum for Heaps {}

#[test]
fn limits_are_obeyed() {
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let engine = Engine::new(&Heaps, &(), 1).unwrap().limits(limits);
    let report = engine.solve(&Heaps.start(), &Progress::default());
    assert_eq!((report.stop, report.counts.generated), (Stop::Nodes, 10_000));
    assert!(!report.complete && report.value.is_none());

    for threads in [2, 4] {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let config = Config { threads, ..Config::default() };
        let engine = Engine::new(&Heaps, &(), 1).unwrap().limits(limits).config(config);
        let progress = Progress::default();
        let report = engine.solve(&Heaps.start(), &progress);
        assert_eq!(report.stop, Stop::Nodes);
        assert!(report.counts.generated <= 100_000, "{threads} threads: {:?}", report.counts);
        assert!(progress.nodes() <= report.counts.generated);
    }

    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let engine = Engine::new(&Heaps, &(), 1).unwrap().limits(limits);
    let started = Instant::now();
    assert_eq!(engine.solve(&Heaps.start(), &Progress::default()).stop, Stop::Time);
    assert!(started.elapsed() < Duration::from_secs(5), "a stuck search would go on for ever");

    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let engine = Engine::new(&Heaps, &(), 1).unwrap().limits(limits);
    assert_eq!(engine.solve(&Heaps.start(), &Progress::default()).stop, Stop::Asked);
}

#[test]
fn who_has_seen_the_whole_game_stops() {
    let position = ([3, 2, 1, 0, 0, 0, 0, 0], 0);
    for config in [Config::default(), Config::default().without("transposition-table")] {
        let engine = Engine::new(&Heaps, &(), 1).unwrap().config(config);
        let report = engine.search(&position, &Progress::default(), |_| ());
        // Who takes the last one wins, and 3, 2, 1 is lost for who moves.
        assert_eq!(report.value, Some(Bound::Exact(6 - WIN)));
        assert!(report.complete && report.depth <= 7, "{} plies", report.depth);
        assert_eq!(report.stop, Stop::Finished);
    }
}

/// One move, for ever.
struct Corridor;

impl Game for Corridor {
    type Position = u32;
    type Move = u8;
    fn start(&self) -> u32 {
        0
    }
    fn turn(&self, position: &u32) -> Turn {
        Turn::Player(Player((position % 2) as u8))
    }
    fn moves(&self, position: &u32, moves: &mut Vec<u8>) {
        moves.extend(0..=(position % 3) as u8);
    }
    fn play(&self, position: &mut u32, _: u8) {
        *position += 1;
    }
    fn payoff(&self, _: &u32, _: Player) -> f64 {
        unreachable!("it is never over")
    }
}

impl ZeroSum for Corridor {}

#[test]
fn an_endless_game_ends_the_search_not_the_program() {
    let engine = Engine::new(&Corridor, &(), 1).unwrap();
    let report = engine.solve(&0, &Progress::default());
    assert_eq!(report.stop, Stop::Deepest);
    assert_eq!((report.best, report.value), (None, None));
}
