//! Connect Four: the rules against published counts, the engine against plain minimax and published scores.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::seeds::{Tally, each_seed};
use common::{Found, data, engine, exactly};
use outplay::arena::{Control, Opening, Pairs, Referee, Rules, Sample, Seat};
use outplay::engine::{Config, EVERY_MOVE, Facts, Insight, Question, Scale, StaticEvaluation};
use outplay::face::notation::Notation;
use outplay::face::{Catalogue, Entry, Faced, Listing, Options, Seated};
use outplay::textbook::Search;
use outplay::{Bound, Depth, Game, Limits, Player, Reports, Value, Window, testing};
use outplay_games::connect_four::{Board, ConnectFour, Playing, Stone, Threats};

#[test]
fn boards_of_every_size_sign_the_contract() {
    let sizes = (1..=9).flat_map(|width| (1..=19).map(move |height| (width, height)));
    let boards: Vec<ConnectFour> =
        sizes.filter_map(|(width, height)| ConnectFour::new(width, height).ok()).collect();
    assert!(boards.len() > 90, "{}", boards.len());
    boards.iter().for_each(testing::check_zero_sum);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for (width, height) in [(0, 6), (7, 0), (10, 5), (9, 7), (8, 8), (3, 20), (1, 63)] {
        let told = ConnectFour::new(width, height).unwrap_err().to_string();
        assert!(told.starts_with(&format!("a board of {width} x {height} does not do")), "{told}");
    }
}

#[test]
fn perft_counts_are_the_published_ones() {
    // Tromp, John's Connect Four Playground: positions by ply count transpositions once; these do not.
    let game = ConnectFour::default();
    let counts: Vec<u64> =
        (0..=8).map(|depth| testing::perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

/// The score of Connect Four by plain minimax: the textbook's value tells who wins, this also how fast.
fn truth(game: &ConnectFour, board: &Board) -> i32 {
    remembered_truth(game, board, &mut HashMap::new())
}

fn remembered_truth(game: &ConnectFour, board: &Board, seen: &mut HashMap<Board, i32>) -> i32 {
    if let Some(&score) = seen.get(board) {
        return score;
    }
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let left = (game.width() * game.height()) as i32 - board.count();
    let mut score = |mv| {
        let mut child = *board;
        game.play(&mut child, mv);
        -remembered_truth(game, &child, seen)
    };
    let best = moves.into_iter().map(&mut score).max();
    // Where the game is over, who has just moved has won, or nobody has.
    let won = game.payoff(board, Player::MAX) != 0.0;
    let score = best.unwrap_or(if won { -(left / 2 + 1) } else { 0 });
    seen.insert(*board, score);
    score
}

fn solved(game: &ConnectFour, question: &Question<Board, Stone>, config: Config) -> i32 {
    let report = engine(game, &Threats, 1, config).solve(question, &Limits::default(), ());
    if let Some(best) = report.best {
        let mut child = question.start;
        game.play(&mut child, best);
        let after = -truth(game, &child);
        let after = if question.weak { after.signum() } else { after };
        assert_eq!(exactly(after), report.value, "{best:?} in {}", game.write_position(&child));
    }
    assert_eq!(report.best.is_none(), is_over(game, &question.start));
    report.value.and_then(Value::exact).unwrap()
}

/// Who wins.
fn winner(board: &Board) -> Question<Board, Stone> {
    Question { weak: true, ..Question::at(*board) }
}

fn random_board(game: &ConnectFour, plies: usize, random: &mut fastrand::Rng) -> Board {
    let mut board = game.start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        let Some(&mv) = random.choice(&moves) else { break };
        game.play(&mut board, mv);
    }
    board
}

#[test]
fn every_knob_finds_the_score_of_minimax() {
    let boards = Tally::new();
    each_seed(1, |random| {
        for (width, height, plies) in
            [(4, 4, 4), (5, 4, 8), (4, 5, 8), (6, 4, 12), (5, 5, 13), (3, 6, 6), (7, 6, 30)]
        {
            let game = ConnectFour::new(width, height).unwrap();
            for _ in 0..20 {
                let board = random_board(&game, plies, random);
                if boards.when(!is_over(&game, &board)) {
                    check_knobs(&game, &board);
                }
            }
        }
    });
    boards.at_least(100);
}

fn is_over(game: &ConnectFour, board: &Board) -> bool {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves.is_empty()
}

/// That a board has the score of minimax with every knob, and the textbook agrees on who wins.
fn check_knobs(game: &ConnectFour, board: &Board) {
    let score = truth(game, board);
    for config in Config::each_off() {
        let line = game.write_position(board);
        let size = format!("{} x {}", game.width(), game.height());
        let found = solved(game, &Question::at(*board), config);
        assert_eq!(found, score, "{size}: {line}, {config:?}");
    }
    assert_eq!(solved(game, &winner(board), Config::default()), score.signum());
    let minimax = Search::new(game).table().minimax(board).unwrap();
    let mover = if board.count() % 2 == 0 { 1.0 } else { -1.0 };
    let value = minimax.value.and_then(Bound::exact).unwrap() * mover;
    assert_eq!(value, f64::from(score.signum()));
}

#[test]
fn every_move_gets_its_score() {
    let game = ConnectFour::new(5, 4).unwrap();
    let (boards, moves) = (Tally::new(), Tally::new());
    each_seed(2, |random| {
        for _ in 0..10 {
            let board = random_board(&game, 9, random);
            let engine = engine(&game, &Threats, 1, Config::default());
            let question = Question { lines: EVERY_MOVE, ..Question::at(board) };
            let report = engine.solve(&question, &Limits::default(), ());
            let line = game.write_position(&board);
            moves.add(report.moves.len() as u64);
            for &(mv, score) in &report.moves {
                let mut child = board;
                game.play(&mut child, mv);
                assert_eq!(Some(score), exactly(-truth(&game, &child)), "{line}");
            }
            if boards.when(!is_over(&game, &board)) {
                assert_eq!(report.value, exactly(truth(&game, &board)), "{line}");
            }
        }
    });
    boards.at_least(8);
    moves.at_least(20);
}

#[test]
fn small_boards_have_the_published_values() {
    // Tromp's table of who wins on boards of width x height, with the first player to move.
    for (width, height, value) in
        [(4, 4, 0), (5, 4, 0), (4, 5, 0), (5, 5, 0), (6, 4, -1), (6, 5, 0), (4, 6, 0), (5, 6, 0)]
    {
        let game = ConnectFour::new(width, height).unwrap();
        let engine = engine(&game, &Threats, 1, Config::default());
        let report = engine.solve(&winner(&game.start()), &Limits::default(), ());
        assert_eq!(report.value, exactly(value), "{width} x {height}");
    }
}

#[test]
fn every_score_of_the_data_files_is_right() {
    let game = ConnectFour::default();
    let engine = engine(&game, &Threats, 64, Config::default());
    for name in ["Test_L3_R1", "Test_L2_R1", "Test_L1_R1"] {
        let Some(text) = data("connect4", name) else { continue };
        let mut count = 0;
        for line in text.lines() {
            let (position, score) = line.split_once(' ').unwrap();
            let board = game.read_position(position).unwrap();
            let report = engine.solve(&Question::at(board), &Limits::default(), ());
            assert_eq!(report.value, exactly(score.trim().parse().unwrap()), "{position}");
            assert!(report.best.is_some(), "{position}");
            count += 1;
        }
        assert_eq!(count, 1_000);
    }
}

/// One thread: same input, same node count, on every machine. A change of the search changes these.
#[test]
fn signature() {
    let game = ConnectFour::default();
    for (position, score, nodes) in
        [("44444433", 16, 2), ("444444331", 0, 714_547), ("5554443321", 0, 362_937)]
    {
        let engine = engine(&game, &Threats, 8, Config::default());
        let question = Question::at(game.read_position(position).unwrap());
        let report = engine.solve(&question, &Limits::default(), ());
        let found = (report.value, report.counts.generated);
        assert_eq!(found, (exactly(score), nodes), "{position}");
        assert!(report.best.is_some(), "{position}");
    }
}

/// What is known of a position is true, whatever the window.
#[test]
fn every_fact_is_a_fact() {
    let [lowered, raised] = [const { Tally::new() }; 2];
    each_seed(3, |random| {
        for (width, height) in
            [(4, 4), (5, 4), (4, 5), (6, 4), (5, 5), (3, 6), (7, 6), (9, 5), (2, 19), (3, 19)]
        {
            let game = ConnectFour::new(width, height).unwrap();
            for _ in 0..400 {
                let most = (width * height) as usize;
                let plies = random.usize(most.saturating_sub(13)..most);
                let board = random_board(&game, plies, random);
                if !is_over(&game, &board) && Threats.decided(&game, &board).is_none() {
                    check_facts(&game, &board, &lowered, &raised);
                }
            }
        }
    });
    lowered.at_least(5_000);
    raised.at_least(3_000);
}

/// That nothing false is known of a board, and how often something is.
fn check_facts(game: &ConnectFour, board: &Board, lowered: &Tally, raised: &Tally) {
    let score = truth(game, board);
    let look = Threats.scratch(game, board);
    for alpha in -12..12 {
        let window = Window { alpha, beta: alpha + 1 };
        let known = Threats.bounds(game, board, &look, window);
        let picture = game.picture(board);
        assert!(known.holds(score), "{score} is not in {known} at alpha {alpha}:\n{picture}");
        lowered.when(known.high <= 0);
        raised.when(known.low >= 0 && known.low < known.high);
    }
}

/// What a stone of a solved score counts in play.
const STONE: i32 = <Playing as Scale<ConnectFour>>::UNIT;

/// In play, a win that is told is a win however shallow the search was, an opinion never looks like one, and a search to the end finds the solved score.
#[test]
fn a_proven_win_is_above_every_opinion() {
    let [opinions, proven, complete] = [const { Tally::new() }; 3];
    each_seed(4, |random| {
        for (width, height, plies) in [(4, 4, 4), (5, 4, 7), (5, 5, 10), (7, 6, 26)] {
            let game = ConnectFour::new(width, height).unwrap();
            for depth in (1..=14).cycle().take(42) {
                let board = random_board(&game, plies, random);
                if !is_over(&game, &board) {
                    check_play(&game, &board, depth, [&opinions, &proven, &complete]);
                }
            }
        }
    });
    opinions.at_least(100);
    proven.at_least(40);
    complete.at_least(60);
}

fn check_play(
    game: &ConnectFour,
    board: &Board,
    depth: u32,
    [opinions, proven, complete]: [&Tally; 3],
) {
    let mut seen = HashMap::new();
    let score = remembered_truth(game, board, &mut seen);
    let limits = Limits { depth: Some(Depth::plies(depth)), ..Limits::default() };
    let engine = engine(game, &Playing, 1, Config::default());
    let told = Reports(|report: &Found<Stone>| {
        if complete.when(report.complete) {
            assert_eq!(report.value, exactly(STONE * score));
        }
        for &(mv, value) in &report.moves {
            let mut child = *board;
            game.play(&mut child, mv);
            let truth = -STONE * remembered_truth(game, &child, &mut seen);
            assert!(value.low() <= truth && truth <= value.high(), "{value} is said of {truth}");
            match value {
                Value::Opinion(opinion) => {
                    opinions.when(opinion.fail.is_none() && opinion.score.abs() < STONE);
                }
                Value::Proven(bound) => {
                    proven.when(bound.exact().is_none() && engine.decides(value));
                }
            }
        }
    });
    engine.search(&Question::at(*board), &limits, told);
}

/// What is known in play is what is known when solving, in hundredths.
#[test]
fn facts_of_play_are_facts() {
    let known_of = Tally::new();
    each_seed(5, |random| {
        for (width, height) in [(5, 4), (4, 6), (5, 5), (7, 6)] {
            let game = ConnectFour::new(width, height).unwrap();
            for _ in 0..100 {
                let most = (width * height) as usize;
                let board = random_board(&game, random.usize(most - 12..most), random);
                if is_over(&game, &board) || Playing.decided(&game, &board).is_some() {
                    continue;
                }
                let score = STONE * truth(&game, &board);
                let look = Playing.scratch(&game, &board);
                for _ in 0..24 {
                    let alpha = random.i32(-10 * STONE..10 * STONE);
                    let window = Window { alpha, beta: alpha + random.i32(1..STONE) };
                    let known = Playing.bounds(&game, &board, &look, window);
                    assert!(known.holds(score), "{score} is not in {known} at {alpha}");
                    known_of.when(known.high <= window.alpha || known.low >= window.beta);
                }
                let opinion = Playing.evaluate(&game, &board, &look, &());
                assert!(opinion.abs() < STONE, "{opinion}");
            }
        }
    });
    known_of.at_least(2_000);
}

/// How well the evaluation goes with who wins: the coefficients of correlation that `docs/connect-four.md` tells.
#[test]
fn the_evaluation_goes_with_the_truth() {
    let game = ConnectFour::default();
    for (name, least) in [("Test_L1_R1", 0.8), ("Test_L2_R1", 0.7), ("Test_L3_R1", 0.5)] {
        let Some(text) = data("connect4", name) else { continue };
        let pairs = text.lines().filter_map(|line| {
            let (position, score) = line.split_once(' ').unwrap();
            let board = game.read_position(position).unwrap();
            let look = Playing.scratch(&game, &board);
            let score: i32 = score.trim().parse().unwrap();
            let is_open = Playing.decided(&game, &board).is_none();
            let opinion = Playing.evaluate(&game, &board, &look, &());
            is_open.then(|| (f64::from(opinion), f64::from(score.signum())))
        });
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let found = correlation(&pairs);
        let agree = |&&(opinion, result): &&(f64, f64)| opinion * result > 0.0;
        let decided = pairs.iter().filter(|(_, result)| *result != 0.0);
        let right = decided.clone().filter(agree).count() as f64 / decided.count() as f64;
        println!("{name}: correlation {found:.3}, the winner stands better in {right:.3}");
        assert!(pairs.len() > 900 && found > least, "{name}: {found}");
    }
}

/// Pearson's coefficient of correlation.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (first, second) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|&(one, other)| of(one - first, other - second)).sum()
    };
    sum(&|one, other| one * other)
        / (sum(&|one, _| one * one) * sum(&|_, other| other * other)).sqrt()
}

/// An opening of seven moves at random, after which nobody can complete a four at once.
fn random_opening(game: &ConnectFour, random: &mut fastrand::Rng) -> Board {
    loop {
        let board = random_board(game, 7, random);
        if !is_over(game, &board) && Threats.decided(game, &board).is_none() {
            return board;
        }
    }
}

/// The engine with the evaluation against the same engine without it, 2,000 positions a move, every opening with both colours.
#[test]
fn the_evaluation_wins_games() {
    let board = ConnectFour::default();
    let entry = || Entry::new("connect-four", ConnectFour::default()).notation().zero_sum();
    let faced =
        |listing: Listing| Faced(Catalogue::default().with(listing).game("connect-four").unwrap());
    let game = faced(entry().insight(|_| Playing).into());
    let [mut with, mut without] =
        [&game, &faced(entry().insight(|_| Threats).into())].map(|game| {
            let options = Options { megabytes: 4, ..Options::default() };
            Seated::new(game.0.thinker("engine", &options).unwrap())
        });
    let control = Control { nodes: Some(2_000), ..Control::default() };
    let referee = Referee { game: &game, rules: Rules::default(), stop: Arc::default() };
    let mut random = fastrand::Rng::with_seed(1);
    let mut pairs = Pairs::default();
    for seed in 0..200 {
        let text = board.write_position(&random_opening(&board, &mut random));
        let opening = Opening { position: game.0.open(&text).unwrap(), moves: Vec::new() };
        let points = [false, true].map(|is_second| {
            let [one, other] = match is_second {
                false => [&mut with, &mut without],
                true => [&mut without, &mut with],
            };
            let mut seats = [one, other].map(|contestant| Seat { contestant, control, seed });
            let record = referee.play(&mut seats, &opening, seed).expect("nobody stops it");
            assert!(record.faults.is_empty(), "{:?}", record.faults);
            record.results[usize::from(is_second)]
        });
        pairs.add(points[0] + points[1]);
    }
    let sample = Sample::from(pairs);
    let elo = sample.elo(0.95);
    println!("{pairs}, score {:.3}, Elo {:.0} ± {:.0}", sample.score(), elo.value, elo.error());
    assert!(elo.low > 0.0, "{elo:?}");
}
