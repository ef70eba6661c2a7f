//! The selective search answers to retrograde analysis: on random graphs, with an insight that uses every selective part there is and whose opinions have no
//! reason at all, whatever a report calls certain is true.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};

use common::law;
use common::seeds::Tally;
use outplay::engine::{
    Config, Effort, Engine, FEATURES, Facts, Insight, Keys, Ordering, Question, Scale, Selectivity,
    StaticEvaluation, Watched,
};
use outplay::{
    Bound, Counts, Depth, Deterministic, Event, Game, Limits, Observer, Outcomes, Player, Range,
    Report, Reports, Turn, Value, Window, ZeroSum,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

/// The most vertices of a layer.
const WIDEST: usize = 20;

/// The most moves of a vertex.
const MOVES: usize = 6;

/// A move that leads this much farther skips a layer.
const SKIP: u8 = 64;

/// The most points of a game that is played for points.
const MOST: i32 = 100;

/// A graph in layers. Whose turn it is is written at each vertex, so that a player may move twice in a row.
#[derive(Clone, Debug)]
struct Graph {
    layers: Vec<Vec<Vertex>>,
    /// Whether it is played for points, or else to win.
    has_points: bool,
}

#[derive(Clone, Debug)]
struct Vertex {
    mover: u8,
    next: Vec<u8>,
    payoff: i8,
}

/// A vertex. After a null move it is the turn of whoever is not written there, from then on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    layer: u8,
    vertex: u8,
    turned: bool,
}

impl Place {
    /// A number for it.
    fn number(self) -> u64 {
        u64::from(self.layer) << 8 | u64::from(self.vertex) << 1 | u64::from(self.turned)
    }
}

impl Graph {
    fn vertex(&self, place: &Place) -> &Vertex {
        &self.layers[usize::from(place.layer)][usize::from(place.vertex)]
    }

    fn mover(&self, place: &Place) -> Player {
        Player(self.vertex(place).mover ^ u8::from(place.turned))
    }

    fn is_over(&self, place: &Place) -> bool {
        usize::from(place.layer) + 1 >= self.layers.len() || self.vertex(place).next.is_empty()
    }

    fn after(&self, place: &Place, mv: u8) -> Place {
        let mut child = *place;
        self.play(&mut child, mv);
        child
    }
}

impl Game for Graph {
    type Position = Place;
    type Move = u8;

    fn start(&self) -> Place {
        Place::default()
    }

    fn turn(&self, place: &Place) -> Turn {
        Turn::Player(self.mover(place))
    }

    fn moves(&self, place: &Place, moves: &mut Vec<u8>) {
        if !self.is_over(place) {
            moves.extend(0..self.vertex(place).next.len() as u8);
        }
    }

    fn play(&self, place: &mut Place, mv: u8) {
        let next = self.vertex(place).next[usize::from(mv)];
        place.layer = (place.layer + 1 + next / SKIP).min(self.layers.len() as u8 - 1);
        place.vertex = next % SKIP % self.layers[usize::from(place.layer)].len() as u8;
    }

    fn payoff(&self, place: &Place, player: Player) -> f64 {
        let payoff = self.vertex(place).payoff;
        let payoff = f64::from(if self.has_points { payoff } else { payoff.signum() });
        if player == Player::MAX { payoff } else { -payoff }
    }

    fn key(&self, place: &Place) -> Option<u64> {
        Some(place.number())
    }
}

impl Deterministic for Graph {}

impl ZeroSum for Graph {
    fn outcomes(&self) -> Outcomes {
        match self.has_points {
            true => Outcomes::Points { most: MOST },
            false => Outcomes::WinDrawLoss,
        }
    }
}

fn graph() -> impl Strategy<Value = Graph> {
    let edge = prop_oneof![8 => 0..SKIP, 1 => SKIP..2 * SKIP];
    let next = prop_oneof![1 => Just(Vec::new()), 20 => prop::collection::vec(edge, 1..=MOVES)];
    let payoff = prop_oneof![1 => Just(0_i8), 2 => -(MOST as i8)..=MOST as i8];
    let vertex =
        (0..2_u8, next, payoff).prop_map(|(mover, next, payoff)| Vertex { mover, next, payoff });
    let layers = prop::collection::vec(prop::collection::vec(vertex, 1..=WIDEST), 4..=16);
    (layers, any::<bool>()).prop_map(|(layers, has_points)| Graph { layers, has_points })
}

/// The true scores of all places for MAX, counted from there: from the last layer backwards.
struct Labels(Vec<Vec<[i32; 2]>>);

impl Labels {
    fn new(graph: &Graph) -> Labels {
        let empty = |layer: &Vec<Vertex>| vec![[0; 2]; layer.len()];
        let mut labels = Labels(graph.layers.iter().map(empty).collect());
        for layer in (0..graph.layers.len()).rev() {
            for vertex in 0..graph.layers[layer].len() {
                labels.0[layer][vertex] = [false, true].map(|turned| {
                    let place = Place { layer: layer as u8, vertex: vertex as u8, turned };
                    labels.found(graph, &place)
                });
            }
        }
        labels
    }

    fn found(&self, graph: &Graph, place: &Place) -> i32 {
        if graph.is_over(place) {
            return ().terminal(graph, place, Player::MAX, 0);
        }
        let scores = (0..graph.vertex(place).next.len() as u8).map(|mv| {
            let score = self.of(&graph.after(place, mv));
            if graph.has_points { score } else { score - score.signum() }
        });
        let best = if graph.mover(place) == Player::MAX { scores.max() } else { scores.min() };
        best.unwrap()
    }

    /// The true score of a place for MAX.
    fn of(&self, place: &Place) -> i32 {
        self.0[usize::from(place.layer)][usize::from(place.vertex)][usize::from(place.turned)]
    }

    /// The true score of a place for a player.
    fn of_for(&self, place: &Place, player: Player) -> i32 {
        if player == Player::MAX { self.of(place) } else { -self.of(place) }
    }

    /// The true score of a move for the player who makes it, counted from before it.
    fn of_move(&self, graph: &Graph, place: &Place, mv: u8) -> i32 {
        let score = self.of_for(&graph.after(place, mv), graph.mover(place));
        if graph.has_points { score } else { score - score.signum() }
    }
}

/// What an insight is asked, as far as the tests count it.
#[derive(Clone, Copy, Debug)]
enum Part {
    Evaluation,
    EvaluationAfterNullMove,
    EvaluationInQuiescence,
    Check,
    GivesCheck,
    LosingExchange,
    Zugzwang,
    NullMove,
    ProbCut,
    PieceTo,
    CorrectionKey,
}

const PARTS: [Part; 11] = [
    Part::Evaluation,
    Part::EvaluationAfterNullMove,
    Part::EvaluationInQuiescence,
    Part::Check,
    Part::GivesCheck,
    Part::LosingExchange,
    Part::Zugzwang,
    Part::NullMove,
    Part::ProbCut,
    Part::PieceTo,
    Part::CorrectionKey,
];

/// Uses every part of an insight. Its facts are true; its opinions have no reason.
struct Whims {
    seed: u64,
    labels: Labels,
    /// How often each part had something to say.
    said: [AtomicU64; PARTS.len()],
    /// One more than the number of the place whose noisy moves were listed last; 0 if there is none.
    noisy_at: AtomicU64,
}

impl Whims {
    fn new(seed: u64, graph: &Graph) -> Whims {
        let said = PARTS.map(|_| AtomicU64::new(0));
        Whims { seed, labels: Labels::new(graph), said, noisy_at: AtomicU64::new(0) }
    }

    /// A number below `below`, always the same for a place and what it is about.
    fn whim(&self, place: &Place, about: u64, below: u64) -> u64 {
        let mixed = ((place.number() | about << 16) ^ self.seed)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 33) % below
    }

    /// Notes that a part has something to say, if it has.
    fn says(&self, part: Part, is_so: bool) -> bool {
        if is_so {
            self.said[part as usize].fetch_add(1, Atomic::Relaxed);
        }
        is_so
    }

    fn is_in_check(&self, graph: &Graph, place: &Place) -> bool {
        !graph.is_over(place) && self.whim(place, 1, 5) == 0
    }

    fn is_noisy_move(&self, place: &Place, mv: u8) -> bool {
        self.whim(place, 2 + 100 * u64::from(mv), 3) == 0
    }
}

/// Whether a place looks good for the player to move.
fn is_gift(place: &Place) -> bool {
    place.vertex.is_multiple_of(3)
}

impl Insight<Graph> for Whims {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = Self;
    type Keys = Self;

    fn scale(&self) -> &() {
        &()
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

impl Facts<Graph, ()> for Whims {
    const FINISHES: bool = true;

    /// Half of the insights know how long the game can last, so that their searches go to the end.
    fn plies_left(&self, graph: &Graph, place: &Place) -> u32 {
        match self.seed % 2 {
            0 => graph.layers.len() as u32 - 1 - u32::from(place.layer),
            _ => u32::MAX,
        }
    }

    /// The score without the plies that led here, so that only points will do.
    fn finish(&self, graph: &Graph, place: &Place, _: Window<i32>) -> Option<(i32, u64)> {
        let is_known = graph.has_points && !graph.is_over(place) && self.whim(place, 3, 8) == 0;
        is_known.then(|| (self.labels.of_for(place, graph.mover(place)), 1))
    }

    fn bounds(&self, graph: &Graph, place: &Place, (): &(), _: Window<i32>) -> Range<i32> {
        if graph.is_over(place) {
            return Range::ALL; // nobody is to move
        }
        let score = self.labels.of_for(place, graph.mover(place));
        match self.whim(place, 4, 16) {
            0 => Range { low: score, high: score },
            1 => Range { low: score - 10, ..Range::ALL },
            2 => Range { high: score + 10, ..Range::ALL },
            _ => Range::ALL,
        }
    }
}

/// What is carried to a place: the place itself, and for the tests alone whether a noisy move of a quiescence search led there.
#[derive(Clone, Default)]
struct Carried {
    place: Place,
    in_quiescence: bool,
}

impl StaticEvaluation<Graph, ()> for Whims {
    type Carried = Carried;

    const CLEAR_ADVANTAGE: i32 = 8;
    const ASPIRATION: i32 = 4;
    const CORRECTION_KEYS: usize = 2;

    fn evaluate(&self, graph: &Graph, place: &Place, (): &(), carried: &Carried) -> i32 {
        assert_eq!(*place, carried.place, "what was carried belongs to another place");
        assert!(!graph.is_over(place), "a game that is over is not a matter of opinion");
        self.says(Part::Evaluation, true);
        self.says(Part::EvaluationAfterNullMove, place.turned);
        self.says(Part::EvaluationInQuiescence, carried.in_quiescence);
        self.whim(place, 5, 41) as i32 - 20 + if is_gift(place) { 15 } else { 0 }
    }

    fn carried(&self, _: &Graph, place: &Place) -> Carried {
        Carried { place: *place, in_quiescence: false }
    }

    fn carry(
        &self,
        graph: &Graph,
        carried: &Carried,
        place: &Place,
        mv: u8,
        child: &Place,
    ) -> Carried {
        assert_eq!(*place, carried.place, "what was carried belongs to another place");
        let next = graph.after(&carried.place, mv);
        assert_eq!(next, *child, "it is carried to where the move leads");
        let noisy_at = self.noisy_at.load(Atomic::Relaxed);
        let in_quiescence = noisy_at == place.number() + 1 || carried.in_quiescence;
        Carried { place: next, in_quiescence }
    }

    fn correction_key(&self, _: &Graph, place: &Place, kind: usize) -> u64 {
        self.says(Part::CorrectionKey, true);
        self.whim(place, 6 + kind as u64, 5)
    }
}

impl Ordering<Graph, ()> for Whims {
    type Note = ();

    const LOOKS_AHEAD: bool = true;
    const MOVE_INDICES: usize = MOVES;
    const PIECE_TOS: usize = 3;

    fn effort(&self, _: &Graph, place: &Place, _: u32) -> Effort {
        match self.whim(place, 10, 16) {
            0 => Effort::None,
            1 => Effort::Move,
            2 => Effort::Child,
            3 => Effort::Search { plies: 1, weight: 3 },
            _ => Effort::History,
        }
    }

    /// It falls for gifts every time, so that their histories become bad.
    fn score_move(&self, graph: &Graph, place: &Place, (): &(), mv: u8, _: Window<i32>) -> i32 {
        let whim = self.whim(place, 11 + 100 * u64::from(mv), 2) as i32;
        if is_gift(&graph.after(place, mv)) { whim + 2 } else { whim }
    }

    fn move_index(&self, _: &Graph, mv: u8) -> usize {
        usize::from(mv)
    }

    fn piece_to(&self, graph: &Graph, place: &Place, mv: u8) -> usize {
        self.says(Part::PieceTo, true);
        usize::from(graph.after(place, mv).vertex % 3)
    }
}

impl Selectivity<Graph, ()> for Whims {
    const SELECTIVE: bool = true;
    const QUIESCENCE: bool = true;

    fn noisy(&self, graph: &Graph, place: &Place, (): &(), moves: &mut Vec<u8>) {
        self.noisy_at.store(place.number() + 1, Atomic::Relaxed);
        graph.moves(place, moves);
        if !self.is_in_check(graph, place) {
            moves.retain(|&mv| self.is_noisy_move(place, mv));
        }
    }

    fn noisy_and_quiet(
        &self,
        graph: &Graph,
        place: &Place,
        (): &(),
        noisy: &mut Vec<u8>,
        quiet: &mut Vec<u8>,
    ) {
        let mut moves = Vec::new();
        graph.moves(place, &mut moves);
        moves.into_iter().for_each(|mv| match self.is_noisy_move(place, mv) {
            true => noisy.push(mv),
            false => quiet.push(mv),
        });
    }

    fn is_noisy(&self, _: &Graph, place: &Place, mv: u8) -> bool {
        self.is_noisy_move(place, mv)
    }

    fn in_check(&self, graph: &Graph, place: &Place, (): &()) -> bool {
        self.says(Part::Check, self.is_in_check(graph, place))
    }

    fn gives_check(&self, graph: &Graph, place: &Place, mv: u8) -> bool {
        self.says(Part::GivesCheck, self.is_in_check(graph, &graph.after(place, mv)))
    }

    fn see_at_least(&self, _: &Graph, place: &Place, mv: u8, least: i32) -> bool {
        let gain = self.whim(place, 21 + 100 * u64::from(mv), 61) as i32 - 30;
        !self.says(Part::LosingExchange, gain < least)
    }

    fn may_be_zugzwang(&self, _: &Graph, place: &Place) -> bool {
        self.says(Part::Zugzwang, self.whim(place, 22, 8) == 0)
    }

    fn null_move(&self, graph: &Graph, place: &Place) -> Option<Place> {
        assert!(!self.is_in_check(graph, place), "nobody passes in check");
        let can_pass = self.says(Part::NullMove, self.whim(place, 23, 8) > 0);
        can_pass.then_some(Place { turned: !place.turned, ..*place })
    }

    /// Only a third of the insights: without ProbCut, a search down to a depth may be complete.
    fn probcut_error(&self, _: &Graph, _: &Place, deep: u32, shallow: u32) -> Option<f32> {
        let is_known = self.says(Part::ProbCut, self.seed.is_multiple_of(3));
        is_known.then(|| 2.0 + (deep - shallow).min(20) as f32)
    }
}

impl Keys<Graph> for Whims {
    fn table_pays(&self, _: &Graph, place: &Place) -> bool {
        self.whim(place, 30, 8) > 0
    }

    fn children_pay(&self, _: &Graph, _: &Place, _: u32) -> bool {
        true
    }
}

/// A graph, an insight of this seed, and how deep to search.
fn case() -> impl Strategy<Value = (Graph, u64, u32)> {
    (graph(), any::<u64>(), 1..=24_u32)
}

/// Without a table a search of sixteen layers would take for ever.
const NODES: u64 = 10_000;

fn limits(depth: u32) -> Limits {
    Limits { depth: Some(Depth::plies(depth)), nodes: Some(NODES), ..Limits::default() }
}

/// How often reports claimed something.
struct Claims {
    complete: Tally,
    complete_before_the_end: Tally,
    exact: Tally,
    won: Tally,
    lost: Tally,
    bounded: Tally,
    solved: Tally,
}

impl Claims {
    const fn new() -> Claims {
        Claims {
            complete: Tally::new(),
            complete_before_the_end: Tally::new(),
            exact: Tally::new(),
            won: Tally::new(),
            lost: Tally::new(),
            bounded: Tally::new(),
            solved: Tally::new(),
        }
    }

    /// Checks all that a report about a place claims.
    fn check(
        &self,
        graph: &Graph,
        whims: &Whims,
        place: &Place,
        report: &Report<u8, Value<i32>>,
    ) -> TestCaseResult {
        let truth = whims.labels.of_for(place, graph.mover(place));
        if self.complete.when(report.complete) {
            let exactly = Value::Proven(Bound::Exact(truth));
            prop_assert_eq!(report.value, Some(exactly), "a complete report");
            self.complete_before_the_end.when(whims.plies_left(graph, place) == u32::MAX);
        }
        for &(mv, value) in &report.moves {
            let truth = whims.labels.of_move(graph, place, mv);
            self.check_move(graph, value, truth)?;
        }
        Ok(())
    }

    /// Checks what is proven of a place that was solved, or nearly.
    fn check_solved(&self, truth: i32, report: &Report<u8, Value<i32>>) -> TestCaseResult {
        if let Some(value) = report.value {
            self.solved.add(1);
            prop_assert!(value.low() <= truth && truth <= value.high(), "{value:?}, not {truth}");
            prop_assert!(!report.complete || value.exact() == Some(truth));
        }
        Ok(())
    }

    fn had_something_to_say(&self) {
        self.complete.at_least(5_000);
        self.complete_before_the_end.at_least(500);
        self.exact.at_least(5_000);
        self.won.at_least(10_000);
        self.lost.at_least(20_000);
        self.bounded.at_least(10_000);
        self.solved.at_least(5_000);
    }

    /// A value that is proven is true; a win or a loss that is told may come even sooner.
    fn check_move(&self, graph: &Graph, value: Value<i32>, truth: i32) -> TestCaseResult {
        let is_decided = |score: i32| ().is_decided(graph, score);
        let (low, high) = (value.low(), value.high());
        prop_assert!(low <= truth && truth <= high, "{:?} is told, and it is {}", value, truth);
        match value.proven() {
            None => {}
            Some(Bound::Exact(_)) => self.exact.add(1),
            _ if self.won.when(low > 0 && is_decided(low)) => {}
            _ if self.lost.when(high < 0 && is_decided(high)) => {}
            _ => self.bounded.add(1),
        }
        Ok(())
    }
}

/// Plays two moves of a game with one engine, and hands every report to `told`. Returns the work of both searches.
fn play<I: Insight<Graph> + Send>(
    graph: &Graph,
    engine: &Engine<Graph, I>,
    limits: &Limits,
    mut told: impl FnMut(&Place, &Report<u8, Value<i32>>),
) -> [Counts; 2] {
    let mut place = graph.start();
    [0, 1].map(|_| {
        if graph.is_over(&place) {
            return Counts::default();
        }
        let each = Reports(|report: &Report<_, _>| told(&place, report));
        let report = engine.search(&Question::at(place), limits, each);
        told(&place, &report);
        place = report.best.map_or(place, |mv| graph.after(&place, mv));
        report.counts
    })
}

#[test]
fn what_a_report_calls_certain_is_true() {
    let claims = Claims::new();
    let said = PARTS.map(|_| Tally::new());
    let mattered: Vec<Tally> = FEATURES.iter().map(|_| Tally::new()).collect();
    law(2026, 250, &case(), |(graph, seed, depth)| {
        let whims = Arc::new(Whims::new(seed, &graph));
        let graph = Arc::new(graph);
        let mut engine = Engine::shared(Arc::clone(&graph), Arc::clone(&whims), 1).unwrap();
        let mut usual = None;
        for config in Config::each_off() {
            engine.clear();
            engine.set_config(config);
            let mut checked = Ok(());
            let counts = play(&graph, &engine, &limits(depth), |place, report| {
                if checked.is_ok() {
                    checked = claims.check(&graph, &whims, place, report);
                }
            });
            checked.map_err(|why| TestCaseError::fail(format!("{why} with {config:?}")))?;
            // What opinions have left in the table changes no score.
            let start = graph.start();
            let viewer = if graph.is_over(&start) { Player::MAX } else { graph.mover(&start) };
            let solved = engine.solve(&Question::at(start), &limits(depth), ());
            claims.check_solved(whims.labels.of_for(&start, viewer), &solved)?;
            let usual = *usual.get_or_insert(counts);
            for (feature, mattered) in FEATURES.iter().zip(&mattered) {
                let is_off = config == Config::default().without(feature.name);
                mattered.when(is_off && counts != usual);
            }
        }
        for (said, tally) in whims.said.iter().zip(&said) {
            tally.add(said.load(Atomic::Relaxed));
        }
        Ok(())
    });
    claims.had_something_to_say();
    said.iter().for_each(|tally| tally.at_least(50_000));
    for (feature, mattered) in FEATURES.iter().zip(&mattered) {
        // Histories become bad only in long searches.
        mattered.at_least(match feature.name {
            "history-pruning" => 1,
            // These graphs have none: `checkers_with_tables.rs` is for them.
            "endgame-tables" => 0,
            _ => 10,
        });
    }
}

#[test]
fn one_thread_counts_the_same_every_time() {
    let searched = Tally::new();
    law(12, 400, &case(), |(graph, seed, depth)| {
        let whims = Arc::new(Whims::new(seed, &graph));
        let graph = Arc::new(graph);
        let counts = [0, 1].map(|_| {
            let engine = Engine::shared(Arc::clone(&graph), Arc::clone(&whims), 1).unwrap();
            play(&graph, &engine, &limits(depth), |_, _| ())
        });
        prop_assert_eq!(counts[0], counts[1]);
        searched.when(counts[0][0].generated > 100);
        Ok(())
    });
    searched.at_least(200);
}

/// The same whims, with moves that come in stages.
struct Staged(Whims);

impl Insight<Graph> for Staged {
    type Scratch = ();
    type Scale = ();
    type Facts = Whims;
    type Evaluation = Whims;
    type Ordering = Self;
    type Selectivity = Whims;
    type Keys = Whims;

    fn scale(&self) -> &() {
        self.0.scale()
    }
    fn facts(&self) -> &Whims {
        self.0.facts()
    }
    fn evaluation(&self) -> &Whims {
        self.0.evaluation()
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &Whims {
        self.0.selectivity()
    }
    fn keys(&self) -> &Whims {
        self.0.keys()
    }
}

impl Ordering<Graph, ()> for Staged {
    type Note = ();

    const MOVE_INDICES: usize = MOVES;
    const PIECE_TOS: usize = 3;
    const STAGES: bool = true;

    fn effort(&self, _: &Graph, _: &Place, _: u32) -> Effort {
        Effort::History
    }

    /// Some noisy moves lose something.
    fn score_move(&self, _: &Graph, place: &Place, (): &(), mv: u8, _: Window<i32>) -> i32 {
        self.0.whim(place, 40 + 100 * u64::from(mv), 5) as i32 - 2
    }

    fn move_index(&self, graph: &Graph, mv: u8) -> usize {
        self.0.move_index(graph, mv)
    }

    fn piece_to(&self, graph: &Graph, place: &Place, mv: u8) -> usize {
        self.0.piece_to(graph, place, mv)
    }

    fn indexed_move(&self, graph: &Graph, place: &Place, index: usize) -> Option<u8> {
        let mut moves = Vec::new();
        graph.moves(place, &mut moves);
        moves.into_iter().find(|&mv| usize::from(mv) == index)
    }
}

#[test]
fn moves_in_stages_prove_as_much() {
    let claims = Claims::new();
    law(31, 150, &case(), |(graph, seed, depth)| {
        let staged = Arc::new(Staged(Whims::new(seed, &graph)));
        let graph = Arc::new(graph);
        let mut engine = Engine::shared(Arc::clone(&graph), Arc::clone(&staged), 1).unwrap();
        for config in Config::each_off() {
            engine.clear();
            engine.set_config(config);
            let mut checked = Ok(());
            play(&graph, &engine, &limits(depth), |place, report| {
                if checked.is_ok() {
                    checked = claims.check(&graph, &staged.0, place, report);
                }
            });
            checked.map_err(|why| TestCaseError::fail(format!("{why} with {config:?}")))?;
        }
        Ok(())
    });
    claims.complete.at_least(1_000);
    claims.won.at_least(1_000);
    claims.lost.at_least(1_000);
}

/// Counts what an engine tells of its nodes.
#[derive(Default)]
struct Steps {
    /// Positions that are entered and not left yet.
    open: Vec<usize>,
    entered: u64,
    leaves: u64,
    pruned: u64,
    skipped: u64,
}

impl Observer<Place, u8, i32, i32> for Steps {
    fn event(&mut self, event: Event<'_, Place, u8, i32, i32>) {
        match event {
            Event::Enter { ply, .. } => {
                self.open.push(ply);
                self.entered += 1;
            }
            Event::Leave { ply, .. } => {
                assert_eq!(self.open.pop(), Some(ply), "what is left was entered last");
            }
            Event::Leaf { .. } => self.leaves += 1,
            Event::Pruned { feature, .. } => {
                assert!(FEATURES.iter().any(|row| row.name == feature));
                self.pruned += 1;
            }
            Event::Skipped { .. } => self.skipped += 1,
            _ => {}
        }
    }
}

#[test]
fn watching_every_node_changes_nothing() {
    let [entered, leaves, pruned, skipped] = [(); 4].map(|()| Tally::new());
    law(32, 150, &case(), |(graph, seed, depth)| {
        // A limit of nodes would leave positions open.
        let limits = Limits { nodes: None, ..limits(depth.min(6)) };
        let alone = Engine::new(graph.clone(), Whims::new(seed, &graph), 1).unwrap();
        let watched = Watched::new(Whims::new(seed, &graph), Steps::default());
        let watched = Engine::new(graph.clone(), watched, 1).unwrap();
        let counts = play(&graph, &alone, &limits, |_, _| ());
        prop_assert_eq!(counts, play(&graph, &watched, &limits, |_, _| ()));
        let steps = watched.insight().observer();
        prop_assert!(steps.open.is_empty());
        prop_assert!(steps.entered <= counts[0].generated + counts[1].generated);
        entered.add(steps.entered);
        leaves.add(steps.leaves);
        pruned.add(steps.pruned);
        skipped.add(steps.skipped);
        Ok(())
    });
    entered.at_least(10_000);
    leaves.at_least(1_000);
    pruned.at_least(100);
    skipped.at_least(100);
}
