//! Games with cycles: what the rules of repetition make of them, in the engine, in the textbook and in the wrapper with a past.
//!
//! Whoever can force a win from a position needs no repetition for it, and whoever cannot be forced to lose can repeat for ever. So a game that is drawn at the
//! n-th occurrence of a position, whatever n is, is worth what retrograde analysis says of its graph without any rule. These labels are computed here, apart from
//! all searches.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::graph::{Graph, Vertex, naive_moves, naive_payoff};
use common::seeds::{Tally, each_seed};
use fastrand::Rng;
use outplay::engine::{
    Config, Driver, EVERY_MOVE, Effort, Engine, Insight, Keys, Ordering, Question,
    StaticEvaluation, WIN,
};
use outplay::textbook::Search;
use outplay::{
    Bound, Depth, Deterministic, Game, Limits, Past, Player, Repetition, Report, Stop, Turn, Value,
    Window, WithPast, ZeroSum, testing,
};

/// Keeps moves in the table, looks at the next positions, and does not look every position up. What it thinks of them has no reason.
struct Whims {
    seed: u64,
    /// One of so many positions is not kept in the table.
    forgets: u64,
}

impl Whims {
    fn whim(&self, at: u8, about: u64) -> u64 {
        outplay::mixed(self.seed ^ u64::from(at) << 32 ^ about << 40)
    }
}

impl Insight<Graph> for Whims {
    type Scratch = ();
    type Scale = ();
    type Facts = ();
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = ();
    type Keys = Self;

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &() {
        &()
    }
    fn evaluation(&self) -> &Self {
        self
    }
    fn ordering(&self) -> &Self {
        self
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl StaticEvaluation<Graph, ()> for Whims {
    type Carried = ();

    fn evaluate(&self, _: &Graph, at: &u8, (): &(), (): &()) -> i32 {
        (self.whim(*at, 1) % 5) as i32 - 2
    }
}

impl Ordering<Graph, ()> for Whims {
    type Note = ();

    const LOOKS_AHEAD: bool = true;

    const MOVE_INDICES: usize = 64;

    fn effort(&self, _: &Graph, at: &u8, _: u32) -> Effort {
        match self.whim(*at, 2) % 5 {
            0 => Effort::None,
            1 => Effort::Move,
            2 => Effort::History,
            3 => Effort::Child,
            _ => Effort::Search { plies: 2, weight: 3 },
        }
    }

    fn score_move(&self, _: &Graph, at: &u8, (): &(), to: u8, _: Window<i32>) -> i32 {
        (self.whim(*at, 3 + u64::from(to)) % 9) as i32
    }

    fn move_index(&self, _: &Graph, to: u8) -> usize {
        usize::from(to)
    }
}

impl Keys<Graph> for Whims {
    fn table_pays(&self, _: &Graph, at: &u8) -> bool {
        self.forgets == 0 || !self.whim(*at, 100).is_multiple_of(self.forgets)
    }

    fn children_pay(&self, _: &Graph, _: &u8, _: u32) -> bool {
        true
    }
}

fn draw(times: u32) -> Repetition {
    Repetition::Draw { times }
}

/// How often the law of retrograde labels had something to say.
#[derive(Debug)]
struct Said {
    wins: Tally,
    /// Drawn, though no game ends with a draw by itself.
    drawn_by_repetition: Tally,
    /// A table that keeps everything would be wrong.
    careless_is_wrong: Tally,
    moves: Tally,
}

/// Solves one random graph in several ways.
fn check_labels(random: &mut Rng, configs: &[Config], said: &Said) {
    let times = random.u32(2..=3);
    let graph = Graph::random(random, draw(times), 14);
    let labels = graph.labels();
    let score = graph.sign(0) * labels[0];
    said.wins.when(score != 0);
    let ends_drawn = |vertex: &Vertex| vertex.next.is_empty() && vertex.payoff == 0;
    said.drawn_by_repetition.when(score == 0 && !graph.vertices.iter().any(ends_drawn));
    let careless = graph.careless(&mut vec![0], &mut vec![None; graph.vertices.len()]);
    said.careless_is_wrong.when(careless.signum() != labels[0].signum());

    let whims = Whims { seed: random.u64(..), forgets: random.u64(..4) };
    let threads =
        Config { threads: 2, eager: true, driver: Some(Driver::Open), ..Config::default() };
    let off = configs[random.usize(..configs.len())];
    let mut plain = Engine::new(graph.clone(), (), 1).unwrap();
    let mut whimsical = Engine::new(graph.clone(), whims, 1).unwrap();
    for (config, lines) in [(Config::default(), 1), (threads, 1), (off, EVERY_MOVE)] {
        plain.set_config(config);
        whimsical.set_config(config);
        let reports = [
            solved(&plain, lines),
            solved(&whimsical, lines),
            // What one search leaves in the table is true for the next one, too.
            solved(&whimsical, lines),
        ];
        for report in reports {
            assert_eq!(report.value, exactly(score), "{config:?} {graph:?}");
            said.moves.add(report.moves.len() as u64);
            let after = |to: u8| after_one_ply(graph.sign(0) * labels[usize::from(to)]);
            for &(to, value) in &report.moves {
                assert_eq!(Some(value), exactly(after(to)), "{to} {config:?} {graph:?}");
            }
            let best = report.best.map(after);
            let is_over = graph.vertices[0].next.is_empty();
            assert_eq!(best, (!is_over).then_some(score), "{report:?} {config:?} {graph:?}");
        }
        plain.clear();
        whimsical.clear();
    }
}

fn exactly(score: i32) -> Option<Value<i32>> {
    Some(Value::Proven(Bound::Exact(score)))
}

/// The start of a graph, solved.
fn solved<I: Insight<Graph>>(engine: &Engine<Graph, I>, lines: usize) -> Report<u8, Value<i32>> {
    engine.solve(&Question { lines, ..Question::at(0) }, &Limits::default(), ())
}

/// A win is one ply farther away before the move.
fn after_one_ply(score: i32) -> i32 {
    if score.abs() > WIN / 2 { score - score.signum() } else { score }
}

fn check_many(fixed: u64, graphs: u64) {
    let [wins, drawn_by_repetition, careless_is_wrong, moves] = [const { Tally::new() }; 4];
    let said = Said { wins, drawn_by_repetition, careless_is_wrong, moves };
    let configs: Vec<Config> =
        Config::each_off().into_iter().filter(|config| config.threads < 2).collect();
    each_seed(fixed, |random| (0..graphs).for_each(|_| check_labels(random, &configs, &said)));
    let Said { wins, drawn_by_repetition, careless_is_wrong, moves } = said;
    wins.at_least(graphs / 2);
    drawn_by_repetition.at_least(graphs / 20);
    // One graph in 250 or so, half of them by a seed that is new each time.
    careless_is_wrong.at_least(graphs / 700);
    moves.at_least(graphs);
}

#[test]
fn solving_finds_retrograde_labels() {
    check_many(14, 2_000);
}

#[test]
#[ignore = "100,000 graphs take minutes: `just long`"]
fn solving_finds_retrograde_labels_of_many_graphs() {
    check_many(15, 50_000);
}

/// A random path from the start, and the same game with its past.
fn walk(random: &mut Rng, graph: &Graph, mut step: impl FnMut(&[u8], &Past<u8>)) {
    let game = WithPast::new(graph);
    let (mut path, mut past) = (vec![0], game.start());
    for _ in 0..40 {
        step(&path, &past);
        let Some(&to) = random.choice(&naive_moves(graph, &path)) else { break };
        game.play(&mut past, to);
        path.push(to);
    }
}

#[test]
fn a_past_is_what_a_naive_model_says() {
    let [drawn, forbidden, over] = [const { Tally::new() }; 3];
    each_seed(16, |random| {
        for round in 0..3_000 {
            let repetition = [draw(2), draw(3), Repetition::Forbidden][round % 3];
            let graph = Graph::random(random, repetition, 8);
            let game = WithPast::new(&graph);
            walk(random, &graph, |path, past| {
                let mut moves = Vec::new();
                game.moves(past, &mut moves);
                assert_eq!(moves, naive_moves(&graph, path), "{path:?} {graph:?}");
                let occurrences = path.iter().filter(|at| *at == past.position()).count();
                assert_eq!(game.occurrences(past), occurrences, "{path:?}");
                assert_eq!(*past, game.after(&0, &path[1..]), "{path:?}");
                drawn.when(game.is_drawn_by_repetition(past));
                forbidden.when(moves.len() < graph.vertex(*past.position()).next.len());
                if over.when(moves.is_empty()) {
                    let payoff = f64::from(naive_payoff(&graph, path));
                    assert_eq!(game.payoff(past, Player::MAX), payoff, "{path:?} {graph:?}");
                }
            });
        }
    });
    [drawn, forbidden, over].iter().for_each(|tally| tally.at_least(1_000));
}

#[test]
fn a_game_with_its_past_signs_the_contract() {
    let mut random = Rng::with_seed(17);
    for round in 0..30 {
        let repetition = [draw(2), draw(3), Repetition::Forbidden][round % 3];
        let graph = Graph::random(&mut random, repetition, 8);
        testing::check_zero_sum(&graph);
        testing::check_zero_sum(&WithPast::new(&graph));
    }
}

#[test]
fn a_long_past_is_shortened_and_dropped() {
    /// Goes round for ever; only the last ten plies can be taken back.
    struct Round;
    impl Game for Round {
        type Position = u64;
        type Move = ();
        fn start(&self) -> u64 {
            0
        }
        fn turn(&self, _: &u64) -> Turn {
            Turn::Player(Player::MAX)
        }
        fn moves(&self, _: &u64, moves: &mut Vec<()>) {
            moves.push(());
        }
        fn play(&self, at: &mut u64, (): ()) {
            *at += 1;
        }
        fn payoff(&self, _: &u64, _: Player) -> f64 {
            0.0
        }
        fn repetition(&self) -> Repetition {
            draw(2)
        }
        fn key(&self, at: &u64) -> Option<u64> {
            Some(*at)
        }
        fn reversible_plies(&self, at: &u64) -> u32 {
            if *at < 200_000 { u32::MAX } else { 10 }
        }
    }
    let game = WithPast::new(&Round);
    let mut past = game.start();
    (0..199_999).for_each(|_| game.play(&mut past, ()));
    assert_eq!(past.earlier().count(), 199_999);
    // A list of this length is dropped without a deep stack.
    (0..100).for_each(|_| game.play(&mut past, ()));
    assert!((10..=21).contains(&past.earlier().count()), "{}", past.earlier().count());
    assert!(past.earlier().copied().eq((0..*past.position()).rev().take(past.earlier().count())));
}

#[test]
fn textbook_minimax_with_a_past_finds_retrograde_labels() {
    let drawn = Tally::new();
    each_seed(18, |random| {
        for round in 0..400 {
            let graph = Graph::random(random, draw(2 + round % 2), 5);
            let label = graph.labels()[0];
            drawn.when(label == 0);
            let value = if graph.points { label } else { label.signum() };
            let game = WithPast::new(&graph);
            let report = Search::new(&game).minimax(&game.start()).unwrap();
            assert_eq!(report.value, Some(Bound::Exact(f64::from(value))), "{graph:?}");
            let report = Search::new(&game).alpha_beta(&game.start()).unwrap();
            assert_eq!(report.value, Some(Bound::Exact(f64::from(value))), "{graph:?}");
        }
    });
    drawn.at_least(100);
}

#[test]
fn forbidden_positions_are_left_out_of_every_search() {
    let [differs, stuck] = [const { Tally::new() }; 2];
    each_seed(19, |random| {
        for _ in 0..2_000 {
            let graph = Graph::random(random, Repetition::Forbidden, 7);
            let best = graph.brute_force(&mut vec![0]);
            let sign = if naive_moves(&graph, &[0]).is_empty() { 1 } else { graph.sign(0) };
            let score = sign * best;
            differs.when(best.signum() != graph.labels()[0].signum());
            let whims = Whims { seed: random.u64(..), forgets: random.u64(..4) };
            let threads = Config { threads: 2, eager: true, ..Config::default() };
            let open = Config { driver: Some(Driver::Open), ..Config::default() };
            let mut engine = Engine::new(graph.clone(), whims, 1).unwrap();
            let usual = Config::default();
            for (config, lines) in [(usual, 1), (threads, 1), (open, 1), (usual, EVERY_MOVE)] {
                engine.set_config(config);
                let report = solved(&engine, lines);
                assert_eq!(report.value, exactly(score), "{config:?} {graph:?}");
                let after = |to: u8| sign * graph.brute_force(&mut vec![0, to]);
                for &(to, value) in &report.moves {
                    assert_eq!(Some(value), exactly(after(to)), "{to} {graph:?}");
                }
                let is_over = naive_moves(&graph, &[0]).is_empty();
                let best = report.best.map(after);
                assert_eq!(best, (!is_over).then_some(score), "{config:?} {graph:?}");
            }
            // With a past, moves are missing from the root on.
            let mut line = Vec::new();
            walk(random, &graph, |path, past| line.push((path.to_vec(), past.clone())));
            let (mut path, past) = line.swap_remove(random.usize(..line.len()));
            engine.set_config(Config::default());
            let report =
                engine.search(&Question::after(path[0], path[1..].to_vec()), &depth(30), ());
            stuck.when(report.best.is_none() && path.len() > 1);
            let legal = naive_moves(&graph, &path);
            assert!(report.best.map_or(legal.is_empty(), |mv| legal.contains(&mv)), "{graph:?}");
            if report.complete {
                let sign = if legal.is_empty() { 1 } else { graph.sign(*past.position()) };
                let expected = sign * from_here(graph.brute_force(&mut path.clone()), path.len());
                assert_eq!(report.value, exactly(expected), "{path:?} {graph:?}");
            }
            path.clear();
        }
    });
    differs.at_least(100);
    stuck.at_least(100);
}

fn depth(plies: u32) -> Limits {
    Limits { depth: Some(Depth::plies(plies)), ..Limits::default() }
}

/// A score that counts plies from the start of a path, counted from its end.
fn from_here(score: i32, positions: usize) -> i32 {
    if score.abs() > WIN / 2 { score + score.signum() * (positions as i32 - 1) } else { score }
}

#[test]
fn what_play_calls_complete_is_true() {
    let [complete, wins] = [const { Tally::new() }; 2];
    each_seed(20, |random| {
        for round in 0..1_000 {
            let graph = Graph::random(random, draw(2 + round % 2), 10);
            let whims = Whims { seed: random.u64(..), forgets: random.u64(..4) };
            let score = graph.sign(0) * graph.labels()[0];
            let mut engine = Engine::new(graph.clone(), whims, 1).unwrap();
            for config in [Config::default(), Config::default().without("transposition-table")] {
                let limits = depth(if config == Config::default() { 40 } else { 8 });
                engine.clear();
                engine.set_config(config);
                let report = engine.search(&Question::at(0), &limits, ());
                if complete.when(report.complete) {
                    assert_eq!(report.value, exactly(score), "{graph:?}");
                }
                let value = report.value.expect("a value");
                let is_proven = value.low() <= score && score <= value.high();
                assert!(is_proven, "{value} is said of {score}: {graph:?}");
                if wins.when(value.score().abs() > WIN / 2) {
                    assert_eq!(value.score().signum(), score.signum(), "{graph:?}");
                }
            }
        }
    });
    complete.at_least(500);
    wins.at_least(200);
}

#[test]
fn a_repetition_of_the_past_counts_in_play() {
    // From 1 the first player can go back to 0, or lose at 3. At 0 both players only go round.
    let vertex = |mover, next: &[u8], payoff| Vertex { mover, next: next.to_vec(), payoff };
    let vertices = vec![
        vertex(0, &[1], 0),
        vertex(1, &[2], 0),
        vertex(0, &[0, 3], 0),
        vertex(1, &[4], 0),
        vertex(0, &[], -1),
    ];
    let graph = Graph { vertices, repetition: draw(3), points: false };
    let mut engine = Engine::new(graph, (), 1).unwrap();
    let searched = |engine: &Engine<Graph, ()>, question: &Question<u8, u8>| {
        let report = engine.search(question, &depth(10), ());
        (report.best, report.value, report.complete)
    };
    let once = Question::after(0, vec![1, 2]);
    let (best, value, is_complete) = searched(&engine, &once);
    assert_eq!((best, value.map(Value::kind), is_complete), (Some(0), Some("opinion"), false));
    let twice = Question::after(0, vec![1, 2, 0, 1, 2]);
    engine.clear();
    assert_eq!(searched(&engine, &twice), (Some(0), exactly(0), true), "a fact");
    assert_eq!(engine.line(&twice, 0, 9), [0], "the line ends with the game");
    let over = Question::after(0, vec![1, 2, 0, 1, 2, 0]);
    assert_eq!(searched(&engine, &over), (None, exactly(0), true));
    // Solving ignores it.
    assert_eq!(engine.solve(&over, &Limits::default(), ()).value, exactly(0));
}
#[test]
fn a_win_of_the_table_is_none_if_it_leads_through_what_is_drawn_next_time() {
    // From 0, two ways lead to 2: by 1, or by 4, 5 and 6, where the second player may also lose at once. At 2 the first player wins at
    // 3, or goes back to 0.
    let vertex = |mover, next: &[u8], payoff| Vertex { mover, next: next.to_vec(), payoff };
    let vertices = vec![
        vertex(0, &[1, 4], 0),
        vertex(1, &[2], 0),
        vertex(0, &[0, 3], 0),
        vertex(1, &[], 1),
        vertex(1, &[5, 3], 0),
        vertex(0, &[6, 7], 0),
        vertex(1, &[2, 3], 0),
        vertex(1, &[], 0),
    ];
    let graph = Graph { vertices, repetition: draw(3), points: false };
    let engine = Engine::new(graph, (), 1).unwrap();
    let score = |question: Question<u8, u8>| {
        let question = Question { only: vec![4], ..question };
        engine.search(&question, &depth(10), ()).value.expect("a value").score()
    };
    assert_eq!(score(Question::at(0)), WIN - 5);
    assert_eq!(score(Question::after(2, vec![0, 1, 2, 0])), 0, "2 would come a third time");
}

#[test]
fn rings_are_proven_as_one() {
    let drawn = Tally::new();
    let mut random = Rng::with_seed(21);
    for _ in 0..100 {
        let graph = Graph::tangle(&mut random, 60);
        let score = graph.sign(0) * graph.labels()[0];
        let engine = Engine::new(graph.clone(), (), 1).unwrap();
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let report = engine.solve(&Question { lines: 0, ..Question::at(0) }, &limits, ());
        // Without provisional proofs it took up to 700,000 positions.
        assert_eq!(report.value, exactly(score), "{:?} {graph:?}", report.counts);
        if drawn.when(score == 0) {
            assert!(report.counts.generated < 10_000, "{:?} {graph:?}", report.counts);
        }
    }
    drawn.at_least(30);
}

/// A walk along a line without end, on which each player may also turn. Whoever leaves it at a place that is a multiple of `exit` wins, and elsewhere loses.
struct Corridor {
    exit: i64,
}

impl Game for Corridor {
    type Position = (i64, u8);
    type Move = i64;

    fn start(&self) -> (i64, u8) {
        (1, 0)
    }

    fn turn(&self, place: &(i64, u8)) -> Turn {
        Turn::Player(Player(place.1 % 2))
    }

    fn moves(&self, place: &(i64, u8), moves: &mut Vec<i64>) {
        if place.1 < 2 {
            moves.extend([1, -1, 0]);
        }
    }

    fn play(&self, place: &mut (i64, u8), step: i64) {
        let leaves = if step == 0 { 2 } else { 0 };
        *place = (place.0 + step, 1 - place.1 % 2 + leaves);
    }

    fn payoff(&self, place: &(i64, u8), player: Player) -> f64 {
        let left = Player(3 - place.1);
        let wins = if place.0 % self.exit == 0 { 1.0 } else { -1.0 };
        if player == left { wins } else { -wins }
    }

    fn key(&self, place: &(i64, u8)) -> Option<u64> {
        Some((place.0 as u64) << 2 | u64::from(place.1))
    }

    fn repetition(&self) -> Repetition {
        draw(3)
    }
}

impl ZeroSum for Corridor {}
impl Deterministic for Corridor {}

#[test]
fn a_win_is_proven_beside_a_line_without_end() {
    let nodes = Limits { nodes: Some(5_000_000), ..Limits::default() };
    let engine = Engine::new(Corridor { exit: 1_000_000 }, (), 1).unwrap();
    // To leave is the last of the moves that are tried.
    let report = engine.solve(&Question::at((1_000_000, 0)), &nodes, ());
    assert_eq!(report.value, exactly(WIN - 1), "{:?}", report.counts);
    assert_eq!(report.best, Some(0), "it is left at once");
    // A player who must not stay beside the exit walks away from it, and nobody knows how far.
    let report = engine.solve(&Question::at((500_000, 0)), &nodes, ());
    assert_eq!(report.stop, Stop::Deepest, "nobody can know how it ends: {:?}", report.counts);
    assert!(!report.complete && report.value.is_none_or(|value| value.exact().is_none()));
}
