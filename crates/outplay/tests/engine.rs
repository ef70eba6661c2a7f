//! The engine answers to plain minimax, on random games by the rules alone, with every knob on and off.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::law;
use common::seeds::Tally;
use outplay::engine::{
    Config, EVERY_MOVE, Effort, Engine, Facts, Insight, Keys, Ordering, Question, Scale,
    Selectivity, StaticEvaluation, WIN,
};
use outplay::textbook::Search;
use outplay::{
    Bound, Depth, Deterministic, Event, Game, Limits, Observer, Outcomes, Player, Range, Report,
    Reports, Stop, Tree, Turn, Value, Window, ZeroSum, best_move,
};
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
impl Deterministic for Graph {}

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

/// What MAX gets after a move of the start.
fn after(graph: &Graph, mv: u8) -> i32 {
    let mut child = graph.start();
    graph.play(&mut child, mv);
    truth(graph, child, 1)
}

/// Whether every move of a line keeps what MAX gets.
fn is_best_play(graph: &Graph, line: &[u8]) -> bool {
    let mut place = graph.start();
    let score = truth(graph, place, 0);
    line.iter().zip(1..).all(|(&mv, ply)| {
        graph.play(&mut place, mv);
        truth(graph, place, ply) == score
    })
}

fn exactly(score: i32) -> Option<Value<i32>> {
    Some(Value::Proven(Bound::Exact(score)))
}

type Asked<G> = Question<<G as Game>::Position, <G as Game>::Move>;

/// Solves without a limit, and unwatched.
fn solved<G, I: Insight<G>>(
    engine: &Engine<G, I>,
    question: &Asked<G>,
) -> Report<G::Move, Value<i32>>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    engine.solve(question, &Limits::default(), ())
}

/// Searches without a limit, and unwatched.
fn searched<G, I: Insight<G>>(
    engine: &Engine<G, I>,
    question: &Asked<G>,
) -> Report<G::Move, Value<i32>>
where
    G: ZeroSum<Position: Send + Sync, Move: Send + Sync> + Deterministic + Sync,
{
    engine.search(question, &Limits::default(), ())
}

#[test]
fn every_knob_finds_the_score_of_minimax() {
    let [over, scored] = [const { Tally::new() }; 2];
    law(2026, 1_500, &graph(), |graph| {
        let mut moves = Vec::new();
        graph.moves(&graph.start(), &mut moves);
        let sign = if over.when(moves.is_empty()) { 1 } else { sign(&graph, &graph.start()) };
        let score = sign * truth(&graph, graph.start(), 0);
        let mut engine = Engine::new(graph.clone(), (), 1).unwrap();
        let question = Question::at(graph.start());
        for config in Config::each_off() {
            engine.clear();
            engine.set_config(config);
            let report = solved(&engine, &question);
            prop_assert_eq!(report.value, exactly(score), "{:?}", config);
            prop_assert_eq!(report.best.is_some(), !moves.is_empty(), "{:?}", config);
            prop_assert!(is_best_play(&graph, &report.line), "{:?} {:?}", config, report.line);
        }
        engine.clear();
        engine.set_config(Config::default());
        let report = solved(&engine, &Question { lines: EVERY_MOVE, ..question.clone() });
        prop_assert_eq!(report.value, exactly(score));
        prop_assert!(is_best_play(&graph, &report.line));
        prop_assert_eq!(report.moves.len(), moves.len());
        scored.add(report.moves.len() as u64);
        for (mv, value) in report.moves {
            prop_assert_eq!(Some(value), exactly(sign * after(&graph, mv)), "move {}", mv);
        }
        let report = solved(&engine, &Question { weak: true, ..question });
        prop_assert_eq!(report.value, exactly(score.signum()));
        let best = report.best.map(|mv| (sign * after(&graph, mv)).signum());
        prop_assert_eq!(best, (!moves.is_empty()).then_some(score.signum()));
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
        let graph = Arc::new(graph);
        let plain = Engine::shared(Arc::clone(&graph), Arc::new(()), 1).unwrap();
        let plain = solved(&plain, &Question::at(graph.start()));
        let knows = Arc::new(Knows(slack));
        for lines in [1, EVERY_MOVE] {
            let told = Engine::shared(Arc::clone(&graph), Arc::clone(&knows), 1).unwrap();
            let report = solved(&told, &Question { lines, ..Question::at(graph.start()) });
            prop_assert_eq!(report.value, plain.value);
            prop_assert!(is_best_play(&graph, &report.line));
            used.when(lines == 1 && report.counts.generated < plain.counts.generated);
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
        let score = exactly(sign * points(&graph, graph.start()));
        let question = Question::at(graph.start());
        let mut engine = Engine::new(graph.clone(), opinions, 1).unwrap();
        for config in Config::each_off() {
            engine.clear();
            engine.set_config(config);
            let report = solved(&engine, &question);
            prop_assert_eq!(report.value, score, "{:?}", config);
            let best = report.best.map(|mv| after(&graph, mv).signum());
            prop_assert!(best.is_none_or(|best| best * 10 == points(&graph, graph.start())));
            engine.clear();
            let report = searched(&engine, &question);
            prop_assert_eq!(report.value, score, "{:?}", config);
            prop_assert!(report.complete);
        }
        // What one search leaves in the table is right for the next one, too.
        engine.clear();
        engine.set_config(Config::default());
        for _ in 0..2 {
            let report = solved(&engine, &Question { lines: EVERY_MOVE, ..question.clone() });
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
        let mut engine = Engine::new(graph.clone(), opinions, 1).unwrap();
        for &config in &configs {
            engine.clear();
            engine.set_config(config);
            let report = engine.search(&Question::at(graph.start()), &limits, ());
            // Near the end, a search goes to the end at once.
            if compared.when(report.depth == depth && !report.complete) {
                let expected = Value::opinion(Bound::Exact(expected), depth);
                prop_assert_eq!(report.value, Some(expected), "{:?}", config);
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
#[derive(Clone)]
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
impl Deterministic for Heaps {}

/// The last number of positions that was told.
#[derive(Default)]
struct Nodes(u64);

impl<P, M, V, S> Observer<P, M, V, S> for Nodes {
    fn event(&mut self, event: Event<'_, P, M, V, S>) {
        if let Event::Progress { nodes, .. } = event {
            self.0 = nodes;
        }
    }
}

#[test]
fn limits_are_obeyed() {
    let mut engine = Engine::new(Heaps, (), 1).unwrap();
    let question = Question::at(Heaps.start());
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let report = engine.solve(&question, &limits, ());
    assert_eq!((report.stop, report.counts.generated), (Stop::Nodes, 10_000));
    assert!(!report.complete && report.value.is_none() && report.best.is_none());

    for threads in [2, 4] {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        engine.set_config(Config { threads, ..Config::default() });
        let mut told = Nodes::default();
        let report = engine.solve(&question, &limits, &mut told);
        assert_eq!(report.stop, Stop::Nodes);
        assert!(report.counts.generated <= 100_000, "{threads} threads: {:?}", report.counts);
        assert!(0 < told.0 && told.0 <= report.counts.generated, "{} told", told.0);
    }

    engine.set_config(Config::default());
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let started = Instant::now();
    assert_eq!(engine.solve(&question, &limits, ()).stop, Stop::Time);
    assert!(started.elapsed() < Duration::from_secs(5), "a stuck search would go on for ever");

    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(engine.solve(&question, &limits, ()).stop, Stop::Asked);
}

#[test]
fn who_has_seen_the_whole_game_stops() {
    let position = ([3, 2, 1, 0, 0, 0, 0, 0], 0);
    let mut engine = Engine::new(Heaps, (), 1).unwrap();
    for config in [Config::default(), Config::default().without("transposition-table")] {
        engine.set_config(config);
        let report = searched(&engine, &Question::at(position));
        // Who takes the last one wins, and 3, 2, 1 is lost for who moves.
        assert_eq!(report.value, exactly(6 - WIN));
        assert!(report.complete && report.depth <= 7, "{} plies", report.depth);
        assert_eq!(report.stop, Stop::Finished);
    }
}

#[test]
fn an_engine_can_be_kept_and_sent_away() {
    let question = Question::at(([3, 2, 0, 0, 0, 0, 0, 0], 0));
    let kept = Box::new(Engine::new(Heaps, (), 1).unwrap());
    let (question, kept) = std::thread::spawn(move || {
        assert_eq!(solved(&kept, &question).best, Some((0, 1)), "two heaps of two are left");
        (question, kept)
    })
    .join()
    .unwrap();
    assert_eq!(searched(&kept, &question).best, Some((0, 1)));
}

#[test]
fn a_question_is_about_the_position_after_its_moves() {
    let engine = Engine::new(Heaps, (), 1).unwrap();
    let start = ([3, 3, 1, 0, 0, 0, 0, 0], 0);
    let question = Question::after(start, vec![(2, 1), (0, 1)]);
    assert_eq!(question.past(&Heaps).position(), &([2, 3, 0, 0, 0, 0, 0, 0], 0));
    assert_eq!(solved(&engine, &question).best, Some((1, 1)));
}

#[test]
fn only_the_moves_that_are_asked_about_are_compared() {
    let [others, none] = [const { Tally::new() }; 2];
    law(31, 500, &(graph(), any::<u8>()), |(graph, mask)| {
        let mut moves = Vec::new();
        graph.moves(&graph.start(), &mut moves);
        prop_assume!(!moves.is_empty());
        // The last one is not legal.
        let only: Vec<u8> = (0..5).filter(|mv| mask >> mv & 1 == 1).collect();
        let legal = |mv: &&u8| only.is_empty() || only.contains(mv);
        let sign = sign(&graph, &graph.start());
        let scores = moves.iter().filter(legal).map(|&mv| sign * after(&graph, mv));
        let best = scores.max();
        others.when(best.is_some_and(|best| best < sign * truth(&graph, graph.start(), 0)));
        none.when(best.is_none());
        let mut engine = Engine::new(graph.clone(), (), 1).unwrap();
        let question = Question { only, ..Question::at(graph.start()) };
        for report in [solved(&engine, &question), searched(&engine, &question)] {
            prop_assert_eq!(report.value, best.and_then(exactly));
            prop_assert_eq!(report.best.map(|mv| sign * after(&graph, mv)), best);
            engine.clear();
        }
        Ok(())
    });
    others.at_least(50);
    none.at_least(10);
}

/// What a search tells, as words.
#[derive(Default)]
struct Story(Vec<String>);

impl<P, M: std::fmt::Debug, V: std::fmt::Debug> Observer<P, M, V, i32> for Story {
    fn event(&mut self, event: Event<'_, P, M, V, i32>) {
        self.0.push(match event {
            Event::Iteration { depth } => format!("iteration {depth}"),
            Event::RootMove { by, number, of } => format!("move {by:?}, {number} of {of}"),
            Event::Report { report } => format!("report {:?}", report.best),
            Event::Narrowed { range } => format!("in {range}"),
            _ => return,
        });
    }
}

#[test]
fn a_search_tells_its_story() {
    let tree: Tree = "((3 12 8) (2 4 6))".parse().unwrap();
    let engine = Engine::new(tree.for_engine().unwrap(), (), 1).unwrap();
    let (question, mut story) = (Question::at(tree.root()), Story::default());
    engine.search(&question, &Limits::default(), &mut story);
    let [first, second] = ["move Branch(0), 1 of 2", "move Branch(1), 2 of 2"];
    let best = "report Some(Branch(0))";
    assert_eq!(story.0, ["iteration 1", first, second, best, "iteration 2", first, second, best]);
    let mut story = Story::default();
    engine.solve(&question, &Limits::default(), &mut story);
    assert_eq!(story.0.last().unwrap(), "in [3, 3]");
}

#[test]
fn a_watched_search_finds_the_same() {
    law(37, 200, &(graph(), any::<u64>()), |(graph, seed)| {
        let question = Question::at(graph.start());
        let mut engine = Engine::new(graph, Opinions { seed }, 1).unwrap();
        let plain = searched(&engine, &question);
        engine.clear();
        let mut last = None;
        let told = Reports(|report: &Report<u8, Value<i32>>| last = Some(report.clone()));
        let watched = engine.search(&question, &Limits::default(), told);
        prop_assert_eq!(&plain, &watched);
        prop_assert!(last.is_none_or(|last| last.value == plain.value));
        engine.clear();
        let plain = solved(&engine, &question);
        engine.clear();
        prop_assert_eq!(plain, engine.solve(&question, &Limits::default(), Story::default()));
        Ok(())
    });
}

#[test]
fn two_threads_report_as_much_as_one() {
    let [complete, limited] = [const { Tally::new() }; 2];
    let one = Config::default();
    let two = Config { threads: 2, eager: true, ..one };
    law(41, 400, &(graph(), 1..6_u32), |(graph, depth)| {
        let mut moves = Vec::new();
        graph.moves(&graph.start(), &mut moves);
        prop_assume!(!moves.is_empty());
        let score = sign(&graph, &graph.start()) * truth(&graph, graph.start(), 0);
        let question = Question::at(graph.start());
        let mut engine = Engine::new(graph, (), 1).unwrap();
        for config in [one, two] {
            engine.clear();
            engine.set_config(config);
            let report = searched(&engine, &question);
            prop_assert_eq!((report.value, report.stop), (exactly(score), Stop::Finished));
            prop_assert!(complete.when(report.complete));
            // Down to a depth, a report that says it is complete is right.
            engine.clear();
            let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
            let report = engine.search(&question, &limits, ());
            if limited.when(report.complete && config == two) || report.complete {
                prop_assert_eq!(report.value, exactly(score));
            }
            let range = report
                .value
                .map_or(Range::ALL, |value| Range { low: value.low(), high: value.high() });
            prop_assert!(range.holds(score), "{:?} is said of {}", report.value, score);
        }
        Ok(())
    });
    complete.at_least(600);
    limited.at_least(50);
}

#[test]
fn the_impatient_get_the_best_move() {
    let second = Duration::from_secs(1);
    let small = |heaps: [u8; 3]| ([heaps[0], heaps[1], heaps[2], 0, 0, 0, 0, 0], 0);
    assert_eq!(best_move(&Heaps, &small([3, 2, 0]), second), Some((0, 1)));
    assert_eq!(best_move(&Heaps, &small([1, 0, 0]), second), Some((0, 1)));
    assert_eq!(best_move(&Heaps, &small([0, 0, 0]), second), None);
    let started = Instant::now();
    assert!(best_move(&Heaps, &Heaps.start(), Duration::from_millis(10)).is_some());
    assert!(started.elapsed() < Duration::from_secs(5));
}

/// Sowing, as in Kalah: a pit's stones go one by one into the next pits and the own store. The last stone in the own store moves
/// again; when a player has no stones left, the other one keeps the rest.
#[derive(Clone)]
struct Sowing;

/// Pits of MAX, then of MIN; stores; who is to move.
type Bowl = ([u8; 6], [u8; 2], u8);

impl Game for Sowing {
    type Position = Bowl;
    type Move = u8;

    fn start(&self) -> Bowl {
        ([2, 1, 2, 1, 2, 2], [0; 2], 0)
    }
    fn turn(&self, bowl: &Bowl) -> Turn {
        Turn::Player(Player(bowl.2))
    }
    fn moves(&self, bowl: &Bowl, moves: &mut Vec<u8>) {
        let pits = bowl.2 * 3..bowl.2 * 3 + 3;
        moves.extend(pits.filter(|&pit| bowl.0[usize::from(pit)] > 0));
    }
    fn play(&self, bowl: &mut Bowl, mv: u8) {
        let player = usize::from(bowl.2);
        let mut at = usize::from(mv);
        let mut stones = std::mem::take(&mut bowl.0[at]);
        let mut again = false;
        while stones > 0 {
            let leaves_own_side = at == 2 + 3 * player && !again;
            again = leaves_own_side;
            match leaves_own_side {
                true => bowl.1[player] += 1,
                false => {
                    at = (at + 1) % 6;
                    bowl.0[at] += 1;
                }
            }
            stones -= 1;
        }
        bowl.2 = if again { bowl.2 } else { 1 - bowl.2 };
    }
    fn payoff(&self, bowl: &Bowl, player: Player) -> f64 {
        let side = |player: usize| bowl.0[3 * player..][..3].iter().sum::<u8>() + bowl.1[player];
        let wins = f64::from(side(0)) - f64::from(side(1));
        if player == Player::MAX { wins } else { -wins }
    }
}

impl ZeroSum for Sowing {
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: 10 }
    }
}
impl Deterministic for Sowing {}

#[test]
fn points_score_what_they_are() {
    outplay::testing::check_deterministic(&Sowing);
    let engine = Engine::new(Sowing, (), 1).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let mut position = Sowing.start();
        for _ in 0..random.usize(..6) {
            let mut moves = Vec::new();
            Sowing.moves(&position, &mut moves);
            let Some(&mv) = random.choice(&moves) else { break };
            Sowing.play(&mut position, mv);
        }
        let mut moves = Vec::new();
        Sowing.moves(&position, &mut moves);
        let sign = if moves.is_empty() || position.2 == 0 { 1.0 } else { -1.0 };
        let textbook = Search::new(&Sowing).alpha_beta(&position).unwrap();
        let value = sign * textbook.value.and_then(Bound::exact).unwrap();
        let question = Question::at(position);
        for report in [solved(&engine, &question), searched(&engine, &question)] {
            let score = report.value.and_then(Value::exact).map(f64::from);
            assert_eq!(score, Some(value), "{position:?}");
        }
        seen.insert(value as i32);
    }
    assert!(seen.len() > 4, "many scores: {seen:?}");
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
impl Deterministic for Corridor {}

#[test]
fn an_endless_game_ends_the_search_not_the_program() {
    let engine = Engine::new(Corridor, (), 1).unwrap();
    let report = solved(&engine, &Question::at(0));
    assert_eq!(report.stop, Stop::Deepest);
    assert_eq!((report.best, report.value), (None, None));
}
