//! Monte-Carlo search against minimax and max-n, on random trees: what it calls proven is right, by every rule and on any number of players.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fastrand::Rng;
use outplay::engine::Question;
use outplay::mcts::{Config, Estimate, Knowledge, Mcts, Rave, Report, Rule, Urgency};
use outplay::textbook::Search;
use outplay::tree::{Branch, Place};
use outplay::{
    Bound, Clock, Event, Game, Limits, Observer, Player, Range, Repetition, Stop, Tree, Turn,
    WithPast, ZeroSum,
};

/// What a random tree is like.
#[derive(Clone, Copy, Debug)]
struct Shape {
    players: usize,
    chance: bool,
    /// Payoffs are whole numbers between this and its negative.
    most: i32,
    depth: u32,
    leaves: u32,
}

/// A random game: who moves is random as well, so players move again, and some miss a turn.
#[derive(Clone, Debug)]
struct Random {
    nodes: Vec<Node>,
    players: usize,
    most: i32,
}

#[derive(Clone, Debug)]
struct Node {
    turn: Turn,
    first: u32,
    count: u32,
    payoffs: [i32; 4],
}

impl Random {
    fn grow(shape: Shape, random: &mut Rng) -> Random {
        let mut game = Random { nodes: Vec::new(), players: shape.players, most: shape.most };
        let mut left = shape.leaves;
        game.nodes.push(game.node(random, shape));
        let mut level = vec![0];
        for _ in 0..shape.depth {
            let mut next = Vec::new();
            for node in level {
                let count = random.u32(1..=4);
                if left < count || (node != 0 && random.u8(..4) == 0) {
                    continue;
                }
                left -= count - u32::from(node != 0);
                let first = game.nodes.len() as u32;
                for _ in 0..count {
                    let new = game.node(random, shape);
                    game.nodes.push(new);
                }
                (game.nodes[node].first, game.nodes[node].count) = (first, count);
                next.extend((first..first + count).map(|node| node as usize));
            }
            level = next;
        }
        game
    }

    fn node(&self, random: &mut Rng, shape: Shape) -> Node {
        let turn = match shape.chance && random.u8(..4) == 0 {
            true => Turn::Chance,
            false => Turn::Player(Player(random.u8(..shape.players as u8))),
        };
        let mut payoffs = [0; 4];
        payoffs.fill_with(|| random.i32(-shape.most..=shape.most));
        if shape.players == 2 {
            payoffs[1] = -payoffs[0];
        }
        Node { turn, first: 0, count: 0, payoffs }
    }
}

impl Game for Random {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }
    fn turn(&self, node: &u32) -> Turn {
        self.nodes[*node as usize].turn
    }
    fn moves(&self, node: &u32, moves: &mut Vec<u32>) {
        moves.extend(0..self.nodes[*node as usize].count);
    }
    fn play(&self, node: &mut u32, rank: u32) {
        *node = self.nodes[*node as usize].first + rank;
    }
    fn payoff(&self, node: &u32, player: Player) -> f64 {
        f64::from(self.nodes[*node as usize].payoffs[player.index()])
    }
    fn players(&self) -> usize {
        self.players
    }
    /// Not even: the first outcome is as likely as all others together.
    fn odds(&self, _: &u32, moves: &[u32], odds: &mut Vec<f64>) {
        match moves.len() {
            1 => odds.push(1.0),
            count => {
                odds.push(0.5);
                odds.extend(moves[1..].iter().map(|_| 0.5 / (count - 1) as f64));
            }
        }
    }
    fn key(&self, node: &u32) -> Option<u64> {
        Some(u64::from(*node))
    }
}

/// Knows something about everything, and all of it is arbitrary: nothing of that may spoil a proof.
struct Arbitrary;

impl Knowledge<Random> for Arbitrary {
    type Hand = ();
    const PRIORS: bool = true;
    const BIAS: bool = true;
    const EVALUATES: bool = true;
    const ACTIONS: usize = 8;

    fn hand(&self, _: &Random) {}
    fn priors(&self, _: &Random, node: &u32, moves: &[u32], _: &mut (), priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|mv| 1.0 + ((node * 7 + mv * 3) % 5) as f32));
    }
    fn bias(&self, _: &Random, node: &u32, moves: &[u32], bias: &mut Vec<f32>) {
        bias.extend(moves.iter().map(|mv| ((node * 5 + mv) % 3) as f32 / 2.0));
    }
    fn evaluate(&self, _: &Random, node: &u32, payoffs: &mut [f64]) {
        payoffs.iter_mut().zip([1.0, -1.0, 0.5, 0.0]).for_each(|(payoff, one)| {
            *payoff = one * f64::from(node % 3);
        });
    }
    fn action(&self, _: &Random, node: &u32, mv: u32) -> usize {
        ((node + mv) % 8) as usize
    }
}

/// Every selection rule, and what can be added to it.
fn rules() -> Vec<(&'static str, Config)> {
    let plain = Config::default();
    let rave = Some(Rave { equivalence: 20.0, reference: 0 });
    let grave = Some(Rave { equivalence: 20.0, reference: 8 });
    vec![
        ("ucb1", plain),
        ("ucb1-tuned", Config { rule: Rule::Ucb1Tuned { exploration: 1.0 }, ..plain }),
        ("puct", plain.puct()),
        ("rave", Config { rave, ..plain }),
        ("grave", Config { rave: grave, ..plain }),
        ("progressive bias", Config { progressive_bias: 1.0, ..plain }),
        ("implicit minimax", Config { implicit_minimax: 0.3, ..plain }),
        ("urgency", Config { urgency: Urgency::Fixed(0.4), ..plain }),
        ("last good reply", Config { last_good_reply: true, ..plain }),
        ("cut", Config { cut: Some(2), ..plain }),
        ("late expansion", Config { expand_after: 3, ..plain }),
    ]
}

/// What max-n says each move of the root is worth.
fn judged(game: &Random) -> (Vec<f64>, Vec<Vec<f64>>) {
    let report = Search::new(game).max_n(&0).expect("all payoffs are known");
    let mut moves: Vec<(u32, Vec<f64>)> =
        report.moves.into_iter().map(|(mv, value)| (mv, value.0)).collect();
    moves.sort_by_key(|one| one.0);
    (report.value.expect("a value").0, moves.into_iter().map(|one| one.1).collect())
}

/// Fails if anything that is called proven is not what max-n says. Says how many moves with moves after them are proven.
fn check(game: &Random, name: &str, report: &Report<u32>, must_be_solved: bool) -> u32 {
    let (value, moves) = judged(game);
    let mut proofs = 0;
    for (mv, estimate) in &report.moves {
        if let Some(proven) = &estimate.proven {
            assert_eq!(proven.0, moves[*mv as usize], "{name}, move {mv} of {game:?}");
            proofs += u32::from(game.nodes[(game.nodes[0].first + mv) as usize].count > 0);
        }
    }
    let estimate = report.value.as_ref().expect("a value");
    let Turn::Player(Player(mover)) = game.nodes[0].turn else {
        let proven = estimate.proven.as_ref();
        assert!(proven.is_none_or(|proven| proven.0 == value), "{name}, {game:?}");
        assert!(!must_be_solved || proven.is_some(), "{name}, {game:?}");
        return proofs;
    };
    if let Some(proven) = &estimate.proven {
        // The others may get more or less by another move that is as good for the mover.
        let best = report.best.expect("a best move");
        assert_eq!(proven.0, moves[best as usize], "{name}, {game:?}");
        assert_eq!(proven.0[usize::from(mover)], value[usize::from(mover)], "{name}, {game:?}");
    }
    let mover = usize::from(mover);
    if must_be_solved {
        assert_eq!(report.stop, Stop::Finished, "{name}, {game:?}");
        assert_eq!(estimate.mean, value[mover], "{name}, {game:?}");
        let best = report.best.expect("a best move");
        assert_eq!(moves[best as usize][mover], value[mover], "{name}, {game:?}");
        assert!(report.complete && report.best_moves.contains(&best), "{name}, {game:?}");
    } else if report.complete {
        assert_eq!(estimate.mean, value[mover], "{name}, {game:?}");
    }
    proofs
}

fn asked<K: Knowledge<Random>>(game: &Random, knowledge: K, config: Config) -> Report<u32> {
    let config = Config { memory: 1, ..config };
    Mcts::new(game.clone(), knowledge).with(config).search(&Question::at(0), &Limits::default(), ())
}

/// How many trees: `MCTS_TREES=100000` for all that were asked for.
fn trees(usual: u64) -> u64 {
    std::env::var("MCTS_TREES").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn shape(random: &mut Rng, leaves: u32) -> Shape {
    Shape {
        players: random.usize(1..=4),
        chance: random.bool(),
        most: [1, 1, 2, 50][random.usize(..4)],
        depth: random.u32(1..=7),
        leaves: random.u32(1..=leaves),
    }
}

/// With or without the promise of a zero-sum game, with or without the range of its payoffs.
fn promised(game: &Random, config: Config, random: &mut Rng) -> Config {
    let most = f64::from(game.most);
    let range = Range { low: -most, high: most };
    Config {
        zero_sum: game.players == 2 && random.bool(),
        payoffs: if random.bool() { range } else { Range::ALL },
        seed: random.u64(..),
        ..config
    }
}

#[test]
fn nothing_is_proven_that_is_not_so() {
    let (mut random, trees) = (Rng::with_seed(20), trees(100_000));
    // Every rule has to prove something, and nothing without the solver.
    let mut proofs = [[0; 2]; 11];
    for number in 0..trees {
        let shape = shape(&mut random, 60);
        let game = Random::grow(shape, &mut random);
        if game.nodes[0].count == 0 {
            continue;
        }
        let rules = rules();
        let (name, config) = rules[number as usize % rules.len()];
        let simulations = Some(random.u64(1..120));
        let config = Config { simulations, solver: number % 4 != 0, ..config };
        let config = promised(&game, config, &mut random);
        let report = match number % 3 {
            0 => asked(&game, (), config),
            _ => asked(&game, Arbitrary, config),
        };
        let proven = check(&game, name, &report, false);
        proofs[number as usize % rules.len()][usize::from(config.solver)] += proven;
    }
    for ((name, _), [without, with]) in rules().into_iter().zip(proofs) {
        assert_eq!(without, 0, "{name}: proofs without the solver");
        assert!(u64::from(with) * 100 > trees, "{name}: only {with} proofs in {trees} trees");
    }
}

#[test]
fn small_trees_are_solved() {
    let mut random = Rng::with_seed(21);
    for number in 0..trees(4_000) / 4 {
        let shape = Shape { depth: 12, ..shape(&mut random, 1_000) };
        let game = Random::grow(shape, &mut random);
        if game.nodes[0].count == 0 {
            continue;
        }
        let rules = rules();
        let (name, config) = rules[number as usize % rules.len()];
        let config = promised(&game, config, &mut random);
        // Every simulation makes a node or proves one, so no limit is needed.
        let report = asked(&game, Arbitrary, config);
        check(&game, name, &report, true);
        let most = config.expand_after as usize * game.nodes.len();
        assert!(
            report.counts.leaves as usize <= 2 * most + 2,
            "{name}: {} {most}",
            report.counts.leaves
        );
    }
}

#[test]
fn by_statistics_alone_the_best_move_is_found() {
    let mut random = Rng::with_seed(22);
    let (mut right, mut all) = (0, 0);
    while all < 300 {
        let shape = Shape { players: 2, chance: false, most: 1, depth: 5, leaves: 100 };
        let game = Random::grow(shape, &mut random);
        let (value, moves) = judged_or(&game);
        let Turn::Player(Player(mover)) = game.nodes[0].turn else { continue };
        if moves.len() < 2 {
            continue;
        }
        let config = Config {
            solver: false,
            simulations: Some(20_000),
            zero_sum: true,
            ..Config::default()
        };
        let report = asked(&game, (), config);
        assert!(report.moves.iter().all(|(_, estimate)| estimate.proven.is_none()));
        let best = report.best.expect("a best move") as usize;
        let mover = usize::from(mover);
        right += u32::from(moves[best][mover] == value[mover]);
        all += 1;
    }
    assert!(right * 100 >= all * 99, "{right} of {all}");
}

fn judged_or(game: &Random) -> (Vec<f64>, Vec<Vec<f64>>) {
    if game.nodes[0].count == 0 { (Vec::new(), Vec::new()) } else { judged(game) }
}

/// What a search makes of a tree, to the last bit.
fn told(report: &Report<u32>) -> String {
    format!("{report:?}")
}

fn large() -> Random {
    let shape = Shape { players: 2, chance: false, most: 1, depth: 16, leaves: 20_000 };
    let mut random = Rng::with_seed(5);
    loop {
        let game = Random::grow(shape, &mut random);
        if game.nodes[0].count > 2 && game.nodes.len() > 5_000 {
            return game;
        }
    }
}

#[test]
fn a_seed_makes_the_same_tree() {
    let game = large();
    for (name, config) in rules() {
        let config = Config { simulations: Some(2_000), ..config };
        let report = told(&asked(&game, Arbitrary, config));
        assert_eq!(report, told(&asked(&game, Arbitrary, config)), "{name}");
        let other = Config { seed: 1, ..config };
        assert_ne!(report, told(&asked(&game, Arbitrary, other)), "{name}: seeds differ");
    }
}

/// How often each move of the root of [`large`] is visited by 2,000 simulations. If that changes, trees have changed, and with them all that was measured; if it differs
/// on some machine, an operation decides that is not rounded alike everywhere.
const PROMISED: [(&str, &[u64]); 11] = [
    ("ucb1", &[1916, 599, 35, 624]),
    ("ucb1-tuned", &[1956, 448, 74, 736]),
    ("puct", &[1699, 617, 50, 591]),
    ("rave", &[1880, 630, 92, 536]),
    ("grave", &[1877, 663, 93, 502]),
    ("progressive bias", &[1905, 943, 40, 275]),
    ("implicit minimax", &[1959, 435, 88, 735]),
    ("urgency", &[0, 943, 0, 1009]),
    ("last good reply", &[1893, 646, 41, 571]),
    ("cut", &[1784, 715, 225, 318]),
    ("late expansion", &[980, 121, 19, 32]),
];

#[test]
fn a_seed_promises_its_tree_on_every_machine() {
    let game = large();
    let visits = |(name, config): (&'static str, Config)| {
        let report = asked(&game, Arbitrary, Config { simulations: Some(2_000), ..config });
        (name, report.moves.iter().map(|row| row.1.visits).collect::<Vec<u64>>())
    };
    let found: Vec<(&str, Vec<u64>)> = rules().into_iter().map(visits).collect();
    assert_eq!(found, PROMISED.map(|(name, visits)| (name, visits.to_vec())));
}

#[derive(Default)]
struct Counting {
    selected: u64,
    expanded: u64,
    played_out: u64,
    backed_up: u64,
}

impl Observer<u32, u32, Estimate<u32>> for Counting {
    fn event(&mut self, event: Event<'_, u32, u32, Estimate<u32>>) {
        match event {
            Event::Select { by, among, .. } => {
                assert!(among.iter().any(|candidate| candidate.by == by));
                self.selected += 1;
            }
            Event::Expand { .. } => self.expanded += 1,
            Event::PlayOut { .. } => self.played_out += 1,
            Event::BackUp { ply: 0, .. } => self.backed_up += 1,
            _ => {}
        }
    }
}

#[test]
fn an_observer_hears_every_phase_and_changes_nothing() {
    let game = large();
    for (name, config) in rules() {
        let config = Config { simulations: Some(1_000), memory: 1, ..config };
        let mut heard = Counting::default();
        let mut mcts = Mcts::new(game.clone(), Arbitrary).with(config);
        let report = mcts.search(&Question::at(0), &Limits::default(), &mut heard);
        assert_eq!(told(&report), told(&asked(&game, Arbitrary, config)), "{name}");
        let simulations = report.counts.leaves;
        assert_eq!((heard.played_out, heard.backed_up), (simulations, simulations), "{name}");
        assert_eq!(heard.expanded, report.counts.expanded, "{name}");
        assert!(heard.selected >= simulations, "{name}");
    }
}

/// A game without end of numbers: every move doubles them.
struct Wide;

impl Game for Wide {
    type Position = (u64, u32);
    type Move = u64;
    fn start(&self) -> (u64, u32) {
        (1, 0)
    }
    fn turn(&self, at: &(u64, u32)) -> Turn {
        Turn::Player(Player((at.1 % 2) as u8))
    }
    fn moves(&self, at: &(u64, u32), moves: &mut Vec<u64>) {
        if at.1 < 30 {
            moves.extend(0..9);
        }
    }
    fn play(&self, at: &mut (u64, u32), mv: u64) {
        *at = (outplay::mixed(at.0 ^ mv), at.1 + 1);
    }
    fn payoff(&self, at: &(u64, u32), player: Player) -> f64 {
        let first = (at.0 % 3) as f64 - 1.0;
        if player == Player::MAX { first } else { -first }
    }
    fn key(&self, at: &(u64, u32)) -> Option<u64> {
        Some(at.0)
    }
}

impl ZeroSum for Wide {}

fn wide(simulations: u64, threads: usize) -> Config {
    let simulations = Some(simulations);
    Config { simulations, threads, memory: 2, early_stop: false, ..Config::default() }
        .zero_sum(&Wide)
}

#[test]
fn a_full_tree_grows_no_more_and_the_search_goes_on() {
    let mut mcts = Mcts::new(Wide, ()).with(wide(60_000, 1));
    let report = mcts.search(&Question::at(Wide.start()), &Limits::default(), ());
    assert_eq!(report.stop, Stop::Simulations);
    assert_eq!(report.counts.leaves, 60_000);
    assert!(mcts.bytes() <= 2 << 20, "{}", mcts.bytes());
    assert!(mcts.nodes() > 30_000, "{}", mcts.nodes());
}

/// One player goes from a square to one of as many others as it says. Walks that begin with the first square win nothing.
struct Widths(&'static [u32]);

impl Game for Widths {
    type Position = Vec<u32>;
    type Move = u32;
    fn start(&self) -> Vec<u32> {
        Vec::new()
    }
    fn turn(&self, _: &Vec<u32>) -> Turn {
        Turn::Player(Player::MAX)
    }
    fn moves(&self, walked: &Vec<u32>, moves: &mut Vec<u32>) {
        // Whoever has gone to the first square comes to a wide place, and all others to narrow ones.
        let width = match walked.as_slice() {
            [first, _, ..] if *first > 0 && walked.len() < 12 => 2,
            _ => self.0.get(walked.len()).copied().unwrap_or(0),
        };
        moves.extend(0..width);
    }
    fn play(&self, walked: &mut Vec<u32>, square: u32) {
        walked.push(square);
    }
    fn payoff(&self, walked: &Vec<u32>, _: Player) -> f64 {
        f64::from(if walked[0] == 0 { 0 } else { 1 + walked.last().map_or(0, |last| last % 10) })
    }
    fn players(&self) -> usize {
        1
    }
}

#[test]
fn a_node_with_more_moves_than_there_is_room_for_does_no_harm() {
    let searched = |widths: &'static [u32], memory: usize| {
        let config = Config { simulations: Some(200), memory, ..Config::default() };
        let question = Question::at(Vec::new());
        Mcts::new(Widths(widths), ()).with(config).search(&question, &Limits::default(), ())
    };
    // At the root: there is nothing to search, but a move all the same.
    let report = searched(&[100_000], 64);
    assert_eq!((report.best, report.moves.len()), (Some(0), 0));
    let report = searched(&[60_000], 1);
    assert_eq!((report.best, report.moves.len()), (Some(0), 0));
    assert_eq!(searched(&[60_000], 64).moves.len(), 60_000);
    // Below it: all else grows on.
    let report = searched(&[2, 2, 100_000], 64);
    assert!(report.counts.expanded > 50, "{}", report.counts.expanded);
}

/// Chance picks one of many lotteries, each with odds of its own, in which the first of four players wins 1 about once in ten times and loses 1 otherwise.
struct Lotteries(u32);

impl Game for Lotteries {
    type Position = [Option<u32>; 2];
    type Move = u32;
    fn start(&self) -> [Option<u32>; 2] {
        [None; 2]
    }
    fn turn(&self, _: &[Option<u32>; 2]) -> Turn {
        Turn::Chance
    }
    fn moves(&self, drawn: &[Option<u32>; 2], moves: &mut Vec<u32>) {
        match drawn {
            [None, _] => moves.extend(0..self.0),
            [_, None] => moves.extend(0..2),
            _ => {}
        }
    }
    fn odds(&self, drawn: &[Option<u32>; 2], moves: &[u32], odds: &mut Vec<f64>) {
        match drawn {
            [Some(lottery), _] => {
                let wins = 0.1 + f64::from(*lottery) * 1e-6;
                odds.extend([wins, 1.0 - wins]);
            }
            _ => odds.extend(moves.iter().map(|_| 1.0 / moves.len() as f64)),
        }
    }
    fn play(&self, drawn: &mut [Option<u32>; 2], mv: u32) {
        *drawn = if drawn[0].is_none() { [Some(mv), None] } else { [drawn[0], Some(mv)] };
    }
    fn payoff(&self, drawn: &[Option<u32>; 2], player: Player) -> f64 {
        let first = if drawn[1] == Some(0) { 1.0 } else { -1.0 };
        if player == Player::MAX { first } else { 0.0 }
    }
    fn players(&self) -> usize {
        4
    }
}

#[test]
fn chance_stays_fair_where_no_room_is_left_for_proofs() {
    // One megabyte keeps 2,048 payoffs of four players, and every lottery is worth something else.
    let config = Config { simulations: Some(30_000), memory: 1, ..Config::default() };
    let question = Question::at([None; 2]);
    let report =
        Mcts::new(Lotteries(3_000), ()).with(config).search(&question, &Limits::default(), ());
    let proven = report.moves.iter().filter(|row| row.1.proven.is_some()).count();
    assert!((1_000..2_048).contains(&proven), "{proven}");
    let mean = report.value.expect("a value").mean;
    assert!((mean + 0.8).abs() < 0.05, "{mean}");
}

#[test]
fn without_any_time_the_likeliest_move_is_made() {
    let game = large();
    let config = Config { simulations: Some(0), memory: 1, ..Config::default() };
    let report =
        Mcts::new(game, Arbitrary).with(config).search(&Question::at(0), &Limits::default(), ());
    let prior = |row: &(u32, Estimate<u32>)| row.1.prior.expect("a prior");
    let most = report.moves.iter().map(prior).fold(0.0, f64::max);
    let best = report.moves.iter().find(|row| Some(row.0) == report.best).expect("a move");
    assert!(prior(best) == most && prior(&report.moves[0]) < most);
}

#[test]
fn few_results_that_agree_prove_nothing() {
    let tree: Tree = "((1 1 1 1 1) (0 0 0 0 1))".parse().expect("a tree");
    let errors = |simulations: u64| {
        let config = Config { simulations: Some(simulations), solver: false, ..Config::default() };
        let config = Config { early_stop: false, payoffs: Range { low: 0.0, high: 1.0 }, ..config };
        let question = Question::at(tree.root());
        let report =
            Mcts::new(tree.clone(), ()).with(config).search(&question, &Limits::default(), ());
        let row = &report.moves[0].1;
        (row.visits, row.mean, row.error)
    };
    assert_eq!(errors(2), (1, 1.0, 0.5));
    let (visits, mean, error) = errors(10);
    assert_eq!((mean, error), (1.0, 0.5 / visits as f64));
    let (_, _, error) = errors(10_000);
    assert!(error < 1e-3, "{error}");
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    [1, 3].into_iter().for_each(kept_along_a_game);
}

fn kept_along_a_game(threads: usize) {
    let mut mcts = Mcts::new(Wide, ()).with(wide(8_000, threads));
    let (mut moves, limits) = (Vec::new(), Limits::default());
    let mut expected: Option<Vec<(u64, u64)>> = None;
    for ply in 0..8 {
        mcts.set_config(Config { simulations: Some(0), ..*mcts.config() });
        let question = Question::after(Wide.start(), moves.clone());
        let kept = mcts.search(&question, &limits, ());
        let visits: Vec<(u64, u64)> = kept.moves.iter().map(|row| (row.0, row.1.visits)).collect();
        if let Some(expected) = expected {
            let known = |row: &&(u64, u64)| expected.contains(row);
            assert!(
                visits.iter().filter(known).count() == visits.len(),
                "ply {ply}: {visits:?} {expected:?}"
            );
        }
        mcts.set_config(Config { simulations: Some(8_000), ..*mcts.config() });
        let report = mcts.search(&question, &limits, ());
        let total: u64 = report.moves.iter().map(|row| row.1.visits).sum();
        let before: u64 = visits.iter().map(|row| row.1).sum();
        assert_eq!(total, before + 8_000, "ply {ply}");
        assert!(ply == 0 || before > 50, "ply {ply}: {before}");
        let best = report.best.expect("a move");
        // What the tree says about the moves after the best one.
        let line = &report.moves.iter().find(|row| row.0 == best).expect("its row").1.line;
        assert!(line.len() > 1 && line[0] == best);
        moves.push(best);
        let mut peek = Mcts::new(Wide, ()).with(wide(0, 1));
        let fresh = peek.search(&Question::after(Wide.start(), moves.clone()), &limits, ());
        assert!(fresh.moves.iter().all(|row| row.1.visits == 0));
        expected = None;
        if ply == 3 {
            // Asked again, the same tree answers the same.
            let again = Question::after(Wide.start(), moves.clone());
            mcts.set_config(Config { simulations: Some(0), ..*mcts.config() });
            let one = mcts.search(&again, &limits, ());
            expected = Some(one.moves.iter().map(|row| (row.0, row.1.visits)).collect());
        }
    }
    assert!(mcts.bytes() <= 2 << 20);
    // Another game: nothing is kept.
    mcts.set_config(Config { simulations: Some(10), ..*mcts.config() });
    let report = mcts.search(&Question::at((77, 0)), &limits, ());
    assert_eq!(report.moves.iter().map(|row| row.1.visits).sum::<u64>(), 10);
}

#[test]
fn threads_share_a_tree() {
    for seed in 0..4 {
        let config = Config { seed, ..wide(20_000, 4) };
        let mut mcts = Mcts::new(Wide, ()).with(config);
        let report = mcts.search(&Question::at(Wide.start()), &Limits::default(), ());
        assert_eq!(report.counts.leaves, 20_000);
        let visits: u64 = report.moves.iter().map(|row| row.1.visits).sum();
        assert!(visits >= 20_000, "{visits}: every simulation visits a move");
    }
    let mut random = Rng::with_seed(23);
    for number in 0..200 {
        let game = Random::grow(Shape { depth: 9, ..shape(&mut random, 400) }, &mut random);
        if game.nodes[0].count == 0 {
            continue;
        }
        let rules = rules();
        let (name, config) = rules[number % rules.len()];
        let config = promised(&game, Config { threads: 3, ..config }, &mut random);
        check(&game, name, &asked(&game, Arbitrary, config), true);
    }
}

#[test]
fn limits_are_obeyed() {
    let search = |limits: Limits, config: Config| {
        let started = Instant::now();
        let mut mcts = Mcts::new(Wide, ()).with(config);
        let report = mcts.search(&Question::at(Wide.start()), &limits, ());
        (report, started.elapsed())
    };
    let endless = Config { simulations: None, ..wide(0, 1) };
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let (report, _) = search(limits, endless);
    assert_eq!(report.stop, Stop::Nodes);
    assert!((5_000..5_100).contains(&report.counts.generated), "{}", report.counts.generated);
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
    let (report, elapsed) = search(limits, endless);
    assert_eq!(report.stop, Stop::Time);
    assert!(elapsed >= Duration::from_millis(30));
    for threads in [1, 2] {
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits { stop: Some(stop), ..Limits::default() };
        let (report, _) = search(limits, Config { threads, ..endless });
        assert_eq!(report.stop, Stop::Asked);
        assert!(report.best.is_some(), "there is always a move");
    }
}

/// [`Wide`] with games of any length, whose search is asked to stop at a certain move; it counts the moves that are made.
struct Interrupted {
    plies: u32,
    made: AtomicU64,
    last: u64,
    stop: Arc<AtomicBool>,
}

impl Interrupted {
    fn new(plies: u32, last: u64) -> Interrupted {
        Interrupted { plies, made: 0.into(), last, stop: Arc::default() }
    }
}

impl Game for Interrupted {
    type Position = (u64, u32);
    type Move = u64;
    fn start(&self) -> (u64, u32) {
        (1, 0)
    }
    fn turn(&self, at: &(u64, u32)) -> Turn {
        Wide.turn(at)
    }
    fn moves(&self, at: &(u64, u32), moves: &mut Vec<u64>) {
        if at.1 < self.plies {
            moves.extend(0..9);
        }
    }
    fn play(&self, at: &mut (u64, u32), mv: u64) {
        Wide.play(at, mv);
        if self.made.fetch_add(1, Relaxed) + 1 == self.last {
            self.stop.store(true, Relaxed);
        }
    }
    fn payoff(&self, at: &(u64, u32), player: Player) -> f64 {
        Wide.payoff(at, player)
    }
}

impl ZeroSum for Interrupted {}

#[test]
fn a_stop_is_answered_within_some_hundred_moves() {
    for (plies, threads) in [(30, 1), (30, 2), (30, 4), (3_000, 1), (3_000, 3)] {
        let game = Interrupted::new(plies, 200_000);
        let stop = Some(Arc::clone(&game.stop));
        let config = Config { threads, simulations: None, ..Config::default() }.zero_sum(&game);
        let limits = Limits { stop, ..Limits::default() };
        let mut mcts = Mcts::new(game, ()).with(config);
        let report = mcts.search(&Question::at((1, 0)), &limits, ());
        assert_eq!(report.stop, Stop::Asked);
        let after = mcts.game().made.load(Relaxed) - 200_000;
        assert!(after <= 500 * threads as u64, "{after} moves, {plies} plies, {threads} threads");
        // Visits that were counted and not made are taken back.
        let visits: u64 = report.moves.iter().map(|row| row.1.visits).sum();
        assert_eq!(visits, report.counts.leaves, "{plies} plies, {threads} threads");
    }
}

#[test]
fn a_time_that_is_over_is_noticed_at_once() {
    let since = Instant::now().checked_sub(Duration::from_secs(1));
    let time = Some(Duration::from_millis(500));
    let left = Duration::ZERO;
    let clock = Some(Clock { left, increment: left, moves: None });
    for limits in
        [Limits { since, time, ..Limits::default() }, Limits { clock, ..Limits::default() }]
    {
        for (plies, threads) in [(30, 1), (30, 3), (3_000, 1), (3_000, 3)] {
            let usual = Config { threads, simulations: None, ..Config::default() };
            // Where nobody has said what payoffs there are, games are played to see that, and they take time, too.
            for config in [usual.zero_sum(&Wide), usual] {
                let mut mcts = Mcts::new(Interrupted::new(plies, 0), ()).with(config);
                let report = mcts.search(&Question::at((1, 0)), &limits, ());
                assert_eq!(report.stop, Stop::Time);
                assert!(report.best.is_some(), "there is always a move");
                let made = mcts.game().made.load(Relaxed);
                let most = 500 * threads as u64;
                assert!(made <= most, "{made} moves, {plies} plies, {threads} threads");
            }
        }
    }
}

#[test]
fn it_stops_when_no_move_can_catch_up() {
    // The first branch is better, and not by a proof that is found soon.
    let tree: Tree = "((9 8 9 9) (1 0 1 0) (0 1 1 1))".parse().expect("a tree");
    let config = Config { simulations: Some(1_000), solver: false, ..Config::default() };
    let question = Question::at(tree.root());
    let report = Mcts::new(tree.clone(), ()).with(config).search(&question, &Limits::default(), ());
    assert_eq!((report.stop, report.best), (Stop::Settled, Some(Branch(0))));
    assert!(report.counts.leaves < 1_000);
    let config = Config { early_stop: false, ..config };
    let report = Mcts::new(tree, ()).with(config).search(&question, &Limits::default(), ());
    assert_eq!((report.stop, report.counts.leaves), (Stop::Simulations, 1_000));
}

#[test]
fn only_some_moves_are_asked_about() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
    let only = vec![Branch(1), Branch(2)];
    let question: Question<Place, Branch> = Question { only, ..Question::at(tree.root()) };
    let report = Mcts::new(tree, ()).search(&question, &Limits::default(), ());
    let rows: Vec<(Branch, f64)> = report.moves.iter().map(|row| (row.0, row.1.mean)).collect();
    assert_eq!(rows, [(Branch(1), 2.0), (Branch(2), 2.0)]);
    assert!(report.complete);
}

/// Has looked up what the first move is worth, as tables do.
struct FirstIsKnown;

impl Knowledge<Tree> for FirstIsKnown {
    type Hand = ();
    const KNOWS: bool = true;

    fn hand(&self, _: &Tree) {}
    fn known(&self, tree: &Tree, place: &Place, _: &mut (), payoffs: &mut [f64]) -> bool {
        payoffs.copy_from_slice(&[3.0, -3.0]);
        tree.name(*place) == "B"
    }
}

#[test]
fn what_tables_know_of_a_position_does_not_choose_its_move() {
    let tree: Tree = "((12 3 8) (2 4 6))".parse().expect("a tree");
    let config = Config { simulations: Some(3), ..Config::default() };
    let (root, limits) = (tree.root(), Limits::default());
    for zero_sum in [false, true] {
        let mut mcts = Mcts::new(tree.clone(), FirstIsKnown).with(Config { zero_sum, ..config });
        let report = mcts.search(&Question::at(root), &limits, ());
        assert!(report.moves[0].1.proven.is_some(), "{report:?}");
        // The tree is kept, and what is known of its new root with it.
        mcts.set_config(Config { simulations: None, ..*mcts.config() });
        let report = mcts.search(&Question::after(root, vec![Branch(0)]), &limits, ());
        assert_eq!((report.best, report.stop), (Some(Branch(1)), Stop::Finished), "{report:?}");
    }
}

/// A piece on a ring of five places goes one or two places on. A place that comes again is a draw, or forbidden.
#[derive(Clone, Copy)]
struct Ring(Repetition);

impl Game for Ring {
    type Position = (u64, u8);
    type Move = u64;
    fn start(&self) -> (u64, u8) {
        (0, 0)
    }
    fn turn(&self, at: &(u64, u8)) -> Turn {
        Turn::Player(Player(at.1))
    }
    fn moves(&self, at: &(u64, u8), moves: &mut Vec<u64>) {
        // On place 3 the game is over.
        if at.0 != 3 {
            moves.extend([1, 2, 4]);
        }
    }
    fn play(&self, at: &mut (u64, u8), steps: u64) {
        *at = ((at.0 + steps) % 7, 1 - at.1);
    }
    fn payoff(&self, at: &(u64, u8), player: Player) -> f64 {
        let first = if at.0 == 3 { 1.0 } else { -1.0 };
        let first = if at.1 == 0 { first } else { -first };
        if player == Player::MAX { first } else { -first }
    }
    fn key(&self, at: &(u64, u8)) -> Option<u64> {
        Some(2 * at.0 + u64::from(at.1))
    }
    fn repetition(&self) -> Repetition {
        self.0
    }
}

impl ZeroSum for Ring {}

#[test]
fn proofs_that_rest_on_repetition_hold() {
    for rule in
        [Repetition::Draw { times: 2 }, Repetition::Draw { times: 3 }, Repetition::Forbidden]
    {
        let game = Ring(rule);
        let with_past = WithPast::new(&game);
        let mut kept = Mcts::new(game, ()).with(Config::default().zero_sum(&game));
        let mut random = Rng::with_seed(24);
        for _ in 0..60 {
            // The tree is kept along a game, and its proofs with it.
            let mut moves: Vec<u64> = Vec::new();
            loop {
                let past = with_past.after(&game.start(), &moves);
                let mut legal = Vec::new();
                with_past.moves(&past, &mut legal);
                if legal.is_empty() {
                    break;
                }
                let expected = match rule {
                    // Too deep for minimax from the start.
                    Repetition::Draw { times: 3 } if moves.len() < 6 => None,
                    _ => Some(Search::new(&with_past).alpha_beta(&past).expect("payoffs").value),
                };
                let config = Config { simulations: Some(random.u64(1..3_000)), ..*kept.config() };
                kept.set_config(config);
                let question = Question::after(game.start(), moves.clone());
                let report = kept.search(&question, &Limits::default(), ());
                if let (Some(proven), Some(expected)) =
                    (&report.value.expect("a value").proven, expected)
                {
                    assert_eq!(expected, Some(Bound::Exact(proven.0[0])), "{rule:?} {moves:?}");
                }
                assert!(legal.contains(&report.best.expect("a move")), "{rule:?} {moves:?}");
                moves.push(legal[random.usize(..legal.len())]);
            }
        }
    }
}

/// What a move costs that is not the best, as a share of all payoffs, on average: the table of docs/mcts.md.
#[test]
#[ignore = "takes minutes: just mcts-regret"]
fn regret_falls() {
    const TREES: u32 = 40;
    let mut random = Rng::with_seed(25);
    let mut games = Vec::new();
    while games.len() < TREES as usize {
        let shape = Shape { players: 2, chance: false, most: 50, depth: 10, leaves: 1_000 };
        let game = Random::grow(shape, &mut random);
        if game.nodes[0].count > 2 && game.nodes.len() > 300 {
            games.push(game);
        }
    }
    println!("| rule | 10^3 | 10^4 | 10^5 | 10^6 |\n|---|---|---|---|---|");
    let wider = Config { rule: Rule::Ucb1Tuned { exploration: 2.0 }, ..Config::default() };
    let parent = Config { urgency: Urgency::Parent { less: 0.1 }, ..Config::default() };
    let more = [("ucb1-tuned, exploration 2", wider), ("urgency, parent", parent)];
    for (name, config) in rules().into_iter().take(8).chain(more) {
        let mut row = Vec::new();
        for simulations in [1_000, 10_000, 100_000, 1_000_000] {
            let config = Config {
                simulations: Some(simulations),
                solver: false,
                payoffs: Range { low: -50.0, high: 50.0 },
                zero_sum: true,
                ..config
            };
            let regret = |game: &Random| {
                let (value, moves) = judged(game);
                let Turn::Player(Player(mover)) = game.nodes[0].turn else { unreachable!() };
                let best = asked(game, Arbitrary, config).best.expect("a move") as usize;
                (value[usize::from(mover)] - moves[best][usize::from(mover)]) / 100.0
            };
            row.push(games.iter().map(regret).sum::<f64>() / f64::from(TREES));
        }
        let cells: Vec<String> = row.iter().map(|regret| format!("{regret:.4}")).collect();
        println!("| {name} | {} |", cells.join(" | "));
        if name == "ucb1" || name == "ucb1-tuned" {
            assert!(row[3] <= row[0], "{name}: {row:?}");
        }
    }
}
