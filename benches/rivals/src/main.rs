//! Connect Four by the naive rules, searched 18 plies deep from the empty board: by the crate `minimax` and by the
//! engine, with the same rules, the same evaluation (stones near the centre are worth more), the same order of moves
//! (from the centre outwards) and tables of the same size.

use std::time::Instant;

use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use outplay::engine::{Effort, Engine, Facts, Insight, Ordering, Question, StaticEvaluation};
use outplay::{Depth, Deterministic, Game, Limits, Player, Turn, ZeroSum};

/// How deep to search.
const DEPTH: u32 = 18;
/// Megabytes of each table.
const TABLE: usize = 64;
/// How often each is timed, by turns.
const ROUNDS: usize = 7;

/// Columns of seven bits, the highest of which is always empty.
const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
const WEIGHTS: [i32; 7] = [1, 2, 3, 4, 3, 2, 1];

#[derive(Clone, Copy, Default)]
struct Board {
    own: u64,
    stones: u64,
}

impl Board {
    fn column(column: u32) -> u64 {
        0x3F << (7 * column)
    }

    fn landing(self, column: u32) -> u64 {
        let mask = Board::column(column);
        (self.stones & mask).wrapping_add(1 << (7 * column)) & mask
    }

    fn play(&mut self, column: u32) {
        let stone = self.landing(column);
        self.own ^= self.stones;
        self.stones |= stone;
    }

    /// Whether the player who has just moved has four in a row.
    fn is_won(self) -> bool {
        let own = self.own ^ self.stones;
        [1, 6, 7, 8].into_iter().any(|step| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    fn is_full(self) -> bool {
        self.stones.count_ones() == 42
    }

    fn moves(self) -> impl Iterator<Item = u32> {
        COLUMNS.into_iter().filter(move |&column| self.landing(column) != 0)
    }

    fn evaluate(self) -> i32 {
        let weigh = |stones: u64| -> i32 {
            let count = |column| (stones & Board::column(column)).count_ones() as i32;
            (0..7).map(|column| WEIGHTS[column as usize] * count(column)).sum()
        };
        weigh(self.own) - weigh(self.own ^ self.stones)
    }

    fn key(self) -> u64 {
        let mixed = self.own.wrapping_add(self.stones).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ mixed >> 29
    }
}

struct Naive;

impl minimax::Game for Naive {
    type S = Board;
    type M = u32;

    fn generate_moves(board: &Board, moves: &mut Vec<u32>) -> Option<Winner> {
        let winner = Naive::get_winner(board);
        if winner.is_none() {
            moves.extend(board.moves());
        }
        winner
    }

    fn apply(board: &mut Board, column: u32) -> Option<Board> {
        let mut next = *board;
        next.play(column);
        Some(next)
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        match (board.is_won(), board.is_full()) {
            (true, _) => Some(Winner::PlayerJustMoved),
            (false, true) => Some(Winner::Draw),
            _ => None,
        }
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.key()
    }
}

struct Centre;

impl Evaluator for Centre {
    type G = Naive;

    fn evaluate(&self, board: &Board) -> Evaluation {
        board.evaluate() as Evaluation
    }
}

impl Game for Naive {
    type Position = Board;
    type Move = u32;

    fn start(&self) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Turn {
        Turn::Player(Player((board.stones.count_ones() & 1) as u8))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        if !board.is_won() {
            moves.extend(board.moves());
        }
    }

    fn play(&self, board: &mut Board, column: u32) {
        board.play(column);
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match (board.is_won(), self.turn(board) == Turn::Player(player)) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }

    fn key(&self, board: &Board) -> Option<u64> {
        Some(board.key())
    }
}

impl ZeroSum for Naive {}
impl Deterministic for Naive {}

impl Insight<Naive> for Centre {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = Self;
    type Ordering = Self;
    type Selectivity = ();
    type Keys = ();

    const ALTERNATES: bool = true;

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
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &() {
        &()
    }
}

impl Facts<Naive, ()> for Centre {
    fn can_move(&self, _: &Naive, board: &Board, (): &(), _: &mut Vec<u32>) -> bool {
        !board.is_won() && !board.is_full()
    }
}

impl StaticEvaluation<Naive, ()> for Centre {
    type Carried = ();

    const ASPIRATION: i32 = 2;

    fn evaluate(&self, _: &Naive, board: &Board, (): &(), (): &()) -> i32 {
        board.evaluate()
    }
}

impl Ordering<Naive, ()> for Centre {
    type Note = ();

    const MOVE_INDICES: usize = 7;

    fn effort(&self, _: &Naive, _: &Board, _: u32) -> Effort {
        Effort::None
    }

    fn move_index(&self, _: &Naive, column: u32) -> usize {
        column as usize
    }
}

fn main() {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let options = IterativeOptions::new().with_table_byte_size(TABLE << 20);
        let mut rival = IterativeSearch::new(Centre, options);
        rival.set_max_depth(DEPTH as u8);
        let started = Instant::now();
        let best = rival.choose_move(&Board::default());
        times[0].push(started.elapsed().as_secs_f64());
        let limits = Limits { depth: Some(Depth::plies(DEPTH)), ..Limits::default() };
        let engine = Engine::new(Naive, Centre, TABLE).expect("64 MB are there");
        // The crate has written to all of its table before the clock runs.
        engine.warm_up();
        let started = Instant::now();
        let report = engine.search(&Question::at(Board::default()), &limits, ());
        times[1].push(started.elapsed().as_secs_f64());
        println!(
            "minimax: column {:?}, score {}; outplay: column {:?}, {:?}, {} positions",
            best.map(|column| column + 1),
            rival.root_value(),
            report.best.map(|column| column + 1),
            report.value,
            report.counts.generated,
        );
    }
    for (name, times) in ["minimax", "outplay"].into_iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        println!(
            "{name}: {:.3} s, the median of {ROUNDS}; {:.3} s at best",
            times[ROUNDS / 2],
            times[0]
        );
    }
    println!("outplay takes {:.2} of the time", times[1][ROUNDS / 2] / times[0][ROUNDS / 2]);
}
