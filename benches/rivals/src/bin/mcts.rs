//! Connect Four by the naive rules, 100,000 simulations from the empty board: by the crates `arbor` and `minimax`, and by ours, with the same rules and the same expansion (a node gets
//! children at its second visit), one thread each; then ours on two threads, and play-outs without a tree as the limit. `just rivals-mcts`
//!
//! With `match`, two threads play against one with as many simulations a move.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::time::Instant;

use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};
use outplay::engine::Question;
use outplay::mcts::{Config, Mcts, Random, Rule};
use outplay::{Game, Limits, Player, Turn, ZeroSum};

/// How many simulations.
const SIMULATIONS: u64 = 100_000;
/// How often each has its turn ...
const ROUNDS: usize = 7;
/// ... and how many searches it makes then, in a row: the first of them finds what the others have left of the cache.
const IN_A_ROW: usize = 5;
/// The weight of what is not known, the same for all.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Columns of seven bits, the highest of which is always empty.
#[derive(Clone, Copy, Debug, Default)]
struct Board {
    own: u64,
    stones: u64,
}

/// The lowest square of every column, and all squares.
const BOTTOM: u64 = 0x408_1020_4081;
const SQUARES: u64 = BOTTOM * 0x3F;

impl Board {
    /// A stone on this square, which has to be the lowest empty one of its column.
    fn play(&mut self, square: u8) {
        self.own ^= self.stones;
        self.stones |= 1 << square;
    }

    /// Whether the player who has just moved has four in a row.
    fn is_won(self) -> bool {
        let own = self.own ^ self.stones;
        let four = |step: u32| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step)
        };
        four(1) | four(6) | four(7) | four(8) != 0
    }

    fn is_full(self) -> bool {
        self.stones == SQUARES
    }

    fn moves(self) -> impl Iterator<Item = u8> {
        let mut left = (self.stones + BOTTOM) & SQUARES;
        std::iter::from_fn(move || {
            let square = (left != 0).then(|| left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            square
        })
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x} {:x}", self.own, self.stones)
    }
}

#[derive(Clone, Copy, Debug)]
struct Square(u8);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Side(bool);

impl arbor::Action for Square {}
impl arbor::Player for Side {}

impl arbor::GameState<Side, Square> for Board {
    fn actions<F: FnMut(Square)>(&self, tell: &mut F) {
        self.moves().for_each(|square| tell(Square(square)));
    }

    fn make(&self, action: Square) -> Board {
        let mut next = *self;
        next.play(action.0);
        next
    }

    fn gameover(&self) -> Option<arbor::GameResult> {
        match (self.is_won(), self.is_full()) {
            (true, _) => Some(arbor::GameResult::Lose),
            (false, true) => Some(arbor::GameResult::Draw),
            _ => None,
        }
    }

    fn player(&self) -> Side {
        Side(self.stones.count_ones() & 1 == 1)
    }
}

struct Naive;

impl minimax::Game for Naive {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Naive::get_winner(board);
        if winner.is_none() {
            moves.extend(board.moves());
        }
        winner
    }

    fn apply(board: &mut Board, square: u8) -> Option<Board> {
        let mut next = *board;
        next.play(square);
        Some(next)
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        match (board.is_won(), board.is_full()) {
            (true, _) => Some(Winner::PlayerJustMoved),
            (false, true) => Some(Winner::Draw),
            _ => None,
        }
    }
}

impl Game for Naive {
    type Position = Board;
    type Move = u8;

    fn start(&self) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(Player((board.stones.count_ones() & 1) as u8))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        if !board.is_won() {
            moves.extend(board.moves());
        }
    }

    fn play(&self, board: &mut Board, square: u8) {
        board.play(square);
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match (board.is_won(), self.turn(board) == Turn::Player(player)) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }
}

impl ZeroSum for Naive {}

/// A searcher. It uses its memory again from round to round, as those of others get theirs back from the allocator.
fn searcher(threads: usize, solver: bool) -> RefCell<Mcts<Naive>> {
    let rule = Rule::Ucb1 { exploration: EXPLORATION };
    let config = Config {
        rule,
        threads,
        solver,
        simulations: Some(SIMULATIONS),
        early_stop: false,
        ..Config::default().zero_sum(&Naive)
    };
    RefCell::new(Mcts::new(Naive, ()).with(config))
}

fn ours(searcher: &RefCell<Mcts<Naive>>) -> f64 {
    let mcts = &mut *searcher.borrow_mut();
    mcts.forget();
    let started = Instant::now();
    let report = mcts.search(&Question::at(Board::default()), &Limits::default(), ());
    let seconds = started.elapsed().as_secs_f64();
    assert_eq!(report.counts.leaves, SIMULATIONS);
    seconds
}

fn arbor_crate() -> f64 {
    let mut rival = arbor::MCTS::new(Board::default()).with_exploration(EXPLORATION as f32);
    let started = Instant::now();
    rival.ponder(SIMULATIONS as usize);
    started.elapsed().as_secs_f64()
}

fn minimax_crate() -> f64 {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut rival = MonteCarloTreeSearch::<Naive>::new(options);
    rival.set_max_rollouts(SIMULATIONS as u32);
    let started = Instant::now();
    rival.choose_move(&Board::default());
    started.elapsed().as_secs_f64()
}

/// Play-outs without a tree.
fn bare() -> f64 {
    let (mut random, mut moves, mut wins) = (Random::new(1), Vec::new(), 0.0);
    let started = Instant::now();
    for _ in 0..SIMULATIONS {
        let mut board = Board::default();
        loop {
            moves.clear();
            Naive.moves(&board, &mut moves);
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len())]);
        }
        wins += Naive.payoff(&board, Player::MAX);
    }
    std::hint::black_box(wins);
    started.elapsed().as_secs_f64()
}

/// Two threads against one with as many simulations a move: what the tree of two is worth. How much they scored, and by how many games.
fn match_of_threads(simulations: u64, games: u32) -> (f64, u32) {
    let player = |threads| {
        let searcher = searcher(threads, true).into_inner();
        let config = Config { simulations: Some(simulations), ..*searcher.config() };
        searcher.with(config)
    };
    let (mut one, mut two, mut random) = (player(1), player(2), Random::new(1));
    let mut scored = 0.0;
    for game in 0..games {
        // Every opening twice, with the seats changed.
        let (mut board, mut moves) = (Board::default(), Vec::new());
        if game % 2 == 0 {
            random = Random::new(u64::from(game));
        }
        let mut opening = random.clone();
        for ply in 0.. {
            moves.clear();
            Naive.moves(&board, &mut moves);
            if moves.is_empty() {
                break;
            }
            let is_two = (ply + game) % 2 == 0;
            let mv = match ply {
                0..4 => moves[opening.below(moves.len())],
                _ => {
                    let mcts = if is_two { &mut two } else { &mut one };
                    mcts.forget();
                    let report = mcts.search(&Question::at(board), &Limits::default(), ());
                    report.best.expect("a move")
                }
            };
            board.play(mv);
        }
        let seat = Player((game % 2) as u8);
        scored += (Naive.payoff(&board, seat) + 1.0) / 2.0;
    }
    (scored / f64::from(games), games)
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("match") {
        let (share, games) = match_of_threads(20_000, 400);
        return println!(
            "two threads score {:.1}% of {games} games against one, 20,000 simulations a move",
            100.0 * share
        );
    }
    let (one, unsolved, two) = (searcher(1, true), searcher(1, false), searcher(2, true));
    // One alone, once: for a profiler.
    let all: [(&str, &dyn Fn() -> f64); 7] = [
        ("arbor", &arbor_crate),
        ("minimax", &minimax_crate),
        ("outplay", &|| ours(&one)),
        ("outplay, no solver", &|| ours(&unsolved)),
        ("outplay, 2 threads", &|| ours(&two)),
        ("outplay, new memory", &|| ours(&searcher(1, true))),
        ("play-outs alone", &bare),
    ];
    if let Some(name) = std::env::args().nth(1) {
        let (_, run) = all.iter().find(|one| one.0 == name).expect("the name of a contestant");
        let times = std::env::args().nth(2).map_or(1, |times| times.parse().expect("how often"));
        let seconds: Vec<f64> = (0..times).map(|_| run()).collect();
        let best = seconds.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = seconds.iter().sum::<f64>() / f64::from(times);
        return println!("{name}: {mean:.4} s, {best:.4} s at best");
    }
    let contestants = all;
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for (times, (_, run)) in times.iter_mut().zip(contestants) {
            times.extend((0..IN_A_ROW).map(|_| run()));
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let medians: Vec<f64> = times.iter_mut().map(median).collect();
    for ((name, _), (median, times)) in contestants.iter().zip(medians.iter().zip(&times)) {
        let rate = |seconds: f64| SIMULATIONS as f64 / seconds / 1e6;
        println!(
            "{name:20} {:.2} M simulations a second, {:.2} M at best",
            rate(*median),
            rate(times[0])
        );
    }
    println!(
        "outplay / arbor {:.2}, with new memory {:.2}, two threads / one {:.2}",
        medians[0] / medians[2],
        medians[0] / medians[5],
        medians[2] / medians[4]
    );
}
