//! What is known of Go, and must come out.

use std::collections::HashSet;

use fastrand::Rng;
use outplay::engine::{Engine, Question};
use outplay::face::notation::Notation;
use outplay::testing::{self, perft};
use outplay::{Bound, Game, Limits, Player, Value, WithPast};
use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Point as SgfPoint, Prop};

use super::*;

fn go(width: u8, height: u8, options: Options) -> Go {
    Go::new(width, height, options).expect("a game that is played")
}

/// The moves of which a light play-out takes one, by the plain rules: the judge of the fast board.
fn sensible_moves(game: &Go, position: &Position) -> Vec<Vertex> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let own = position.mover();
    let fills_eye = |vertex: &Vertex| {
        let Some(point) = vertex.point() else { return false };
        let (x, y) = game.place(point);
        let (x, y) = (i32::from(x), i32::from(y));
        let (width, height) = (i32::from(game.width()), i32::from(game.height()));
        let on_board = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
        let owner = |x: i32, y: i32| position.owner((y * width + x) as usize);
        let beside = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)];
        let corners = [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)];
        let is_edge = corners.iter().any(|&(x, y)| !on_board(x, y));
        let others =
            corners.iter().filter(|&&(x, y)| on_board(x, y) && owner(x, y) == Some(own.other()));
        let is_own = |&(x, y): &(i32, i32)| !on_board(x, y) || owner(x, y) == Some(own);
        beside.iter().all(is_own) && others.count() + usize::from(is_edge) < 2
    };
    moves.retain(|vertex| *vertex != Vertex::PASS && !fills_eye(vertex));
    moves
}

fn tromp_taylor(size: u8, suicide: bool) -> Go {
    let rules = Rules::TrompTaylor;
    go(size, size, Options { komi: 0.0, rules, suicide: Some(suicide), ..Options::default() })
}

/// Positions after so many plies, without going back to one of before. At the last ply moves are counted, not made, unless something was
/// captured: a board that only grows does not come again.
fn count_lines(game: &Go, position: &Position, depth: u32, line: &mut Vec<u64>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut count = 0;
    for vertex in moves {
        let mut child = *position;
        game.play(&mut child, vertex);
        let key = game.repetition_key(&child);
        if !line.contains(&key) {
            line.push(key);
            count += count_lines(game, &child, depth - 1, line);
            line.pop();
        }
    }
    count
}

fn lines(game: &Go, depths: u32) -> Vec<u64> {
    let start = game.start();
    (0..=depths)
        .map(|depth| count_lines(game, &start, depth, &mut vec![game.repetition_key(&start)]))
        .collect()
}

#[test]
fn perft_is_what_others_count() {
    let with_suicide = [1, 10, 91, 738, 5281, 33384, 180768, 857576, 3474312];
    let without = [1, 10, 91, 738, 5281, 33384, 179712, 842696, 3271208];
    assert_eq!(lines(&tromp_taylor(3, true), 7), with_suicide[..8]);
    assert_eq!(lines(&tromp_taylor(3, false), 7), without[..8]);
    assert_eq!(lines(&tromp_taylor(5, true), 4), [1, 26, 651, 15650, 361041]);
    assert_eq!(lines(&tromp_taylor(19, true), 2), [1, 362, 130683]);
    // The same by the game with its past.
    let (game, other) = (tromp_taylor(3, true), tromp_taylor(3, false));
    let (past, other_past) = (WithPast::new(&game), WithPast::new(&other));
    assert_eq!(perft(&past, &past.start(), 6), 180768);
    assert_eq!(perft(&other_past, &other_past.start(), 6), 179712);
}

#[test]
#[ignore = "seconds: `just go-counts`"]
fn deep_perft_is_what_others_count() {
    assert_eq!(lines(&tromp_taylor(3, true), 8)[8], 3474312);
    assert_eq!(lines(&tromp_taylor(3, false), 8)[8], 3271208);
    assert_eq!(lines(&tromp_taylor(5, true), 5)[5], 7984104);
    assert_eq!(lines(&tromp_taylor(19, true), 3)[3], 47046242);
}

/// How many ways there are to put stones on the board so that every chain has a liberty.
fn legal_positions(size: u8) -> u64 {
    let game = go(size, size, Options::default());
    let points = game.points();
    let mut count = 0;
    let mut stones = vec![0_u8; points];
    let mut position = Position::empty();
    loop {
        count += u64::from(game.is_alive(&position));
        // The next number in base 3.
        let Some(at) = stones.iter().position(|&stone| stone < 2) else { return count };
        for (point, stone) in stones.iter_mut().enumerate().take(at + 1) {
            *stone = if point < at { 0 } else { *stone + 1 };
            position = position.with_stone(
                point,
                [None, Some(Player::MAX), Some(Player::MIN)][usize::from(*stone)],
            );
        }
    }
}

#[test]
fn legal_positions_are_as_many_as_are_known() {
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
}

#[test]
#[ignore = "a minute: `just go-counts`"]
fn legal_positions_of_four_by_four() {
    assert_eq!(legal_positions(4), 24_318_165);
}

#[test]
fn go_signs_the_contract() {
    for (width, height, goal) in
        [(2, 2, Goal::Win), (3, 2, Goal::Points), (5, 5, Goal::Win), (9, 9, Goal::Win)]
    {
        let game = go(width, height, Options { goal, ..Options::default() });
        testing::check_deterministic(&WithPast::new(&game));
    }
    let points = go(7, 7, Options { goal: Goal::Points, ..Options::default() });
    testing::check_evaluation(&points, &Influence::default(), -56.0, 56.0);
    testing::check_evaluation(&Go::default(), &Influence::default(), -1.0, 1.0);
}

#[test]
fn a_ko_is_not_taken_back() {
    let game = go(5, 5, Options::default());
    let position = game.read_position("B3 C3 A2 D2 B1 C1 C2 B2").expect("a ko begins");
    assert_eq!(game.write_position(&position), "5/5/1XO2/XO1O1/1XO2:B:ko=C2");
    assert_eq!(
        game.read_move(&position, "C2").unwrap_err().to_string(),
        "C2 is a ko, and may not be taken back at once"
    );
    assert_eq!(game.read_position("5/5/1XO2/XO1O1/1XO2:B:ko=C2").expect("it is read"), position);
    assert_eq!(
        game.read_position("5/5/1XO2/XO1O1/1XO2:B:ko=E5").unwrap_err().to_string(),
        "`E5` is no ko"
    );
    // After another move it may be taken, but not by going back to a position of before, whoever is to move.
    let line = "B3 C3 A2 D2 B1 C1 C2 B2 E5 E4 C2";
    assert!(game.read_position(line).is_ok());
    let twice = game
        .read_position(&format!("{line} pass B5 B2"))
        .map(|position| game.write_position(&position));
    assert!(twice.is_ok(), "{twice:?}: there are other stones now");
    let repeated = game.read_position("B3 C3 A2 D2 B1 C1 C2 B2 pass pass").expect("both may pass");
    assert_eq!(repeated.passes(), 2);
    let superko = game.read_position("B3 C3 A2 D2 B1 C1 C2 B2 pass E5 C2 pass pass");
    assert!(superko.is_ok());
}

#[test]
fn suicide_is_by_choice() {
    let line = "2X/2X/XX1:W";
    let forbidden = go(3, 3, Options::default());
    let position = forbidden.read_position(line).expect("a position");
    assert_eq!(forbidden.read_move(&position, "C1").unwrap_err().to_string(), "C1 is suicide");
    // A single stone may never die at once: it would change nothing.
    assert!(tromp_taylor(3, true).read_move(&position, "C1").is_err());
    let (allowed, forbidden) = (tromp_taylor(5, true), tromp_taylor(5, false));
    let position = allowed.read_position("O1X2/OX3/X4/5/5:W").expect("a position");
    let vertex = allowed.read_move(&position, "B5").expect("three stones may die at once");
    let mut after = position;
    allowed.play(&mut after, vertex);
    assert_eq!(allowed.write_position(&after), "2X2/1X3/X4/5/5:B");
    assert!(forbidden.read_move(&position, "B5").is_err());
}

#[test]
fn area_is_stones_and_what_they_enclose() {
    let game = go(5, 5, Options { komi: 0.5, ..Options::default() });
    for (position, area) in [
        ("5/5/5/5/5:B", 0),
        ("5/5/2X2/5/5:W", 25),
        ("1X3/XX3/4O/3OO/3O1:B", -1),
        ("1XO2/1XO2/1XO2/1XO2/1XO2:B", -5),
    ] {
        let read = game.read_position(position).expect("a position");
        assert_eq!(game.area(&read), area, "{position}");
    }
    let over = game.read_position("1XO2/1XO2/1XO2/1XO2/1XO2:B:passes=2").expect("a position");
    assert_eq!(game.payoff(&over, Player::MIN), 1.0);
    assert!(game.picture(&over).ends_with("White wins by 5.5 points\n"));
}

#[test]
fn handicap_stones_are_where_the_protocol_puts_them() {
    let game = go(19, 19, Options { handicap: 4, komi: 0.5, ..Options::default() });
    let start = game.start();
    let names: HashSet<String> = (0..361)
        .filter(|&point| start.owner(point).is_some())
        .map(|point| game.name(Vertex(point as u16)))
        .collect();
    assert_eq!(names, ["D4", "Q16", "D16", "Q4"].map(str::to_owned).into());
    assert_eq!(start.mover(), Player::MIN);
    assert_eq!(game.compensation(), 4.5);
    assert!(Go::new(5, 5, Options { handicap: 2, ..Options::default() }).is_err());
    assert!(Go::new(8, 9, Options { handicap: 5, ..Options::default() }).is_err());
    let nine = go(9, 9, Options { handicap: 9, rules: Rules::TrompTaylor, ..Options::default() });
    assert_eq!((nine.start().stones(Player::MAX), nine.compensation()), (9, 7.0));
}

/// Plays random games on both boards and compares everything.
fn agrees<const N: usize>(width: u8, height: u8, games: u32) {
    let game = go(width, height, Options::default());
    let mut random = Rng::with_seed(u64::from(width) * 100 + u64::from(height));
    let policy = Policy::default();
    for round in 0..games {
        let mut position = game.start();
        let mut board = Board::<N>::new(&game, &position);
        while !board.is_over() && board.moves() < 600 {
            let mut legal = Vec::new();
            game.moves(&position, &mut legal);
            let mut fast: Vec<Vertex> = board
                .empty()
                .iter()
                .filter(|&&point| board.may_put(point))
                .map(|&point| board.vertex(point))
                .collect();
            fast.push(Vertex::PASS);
            fast.sort_by_key(|vertex| vertex.0);
            assert_eq!(fast, legal, "{}", game.picture(&position));
            let sensible = sensible_moves(&game, &position);
            let point = if round % 2 == 0 {
                board.random_move(&mut random)
            } else {
                policy.choose(&mut board, &mut random)
            };
            let vertex = board.vertex(point);
            assert!(legal.contains(&vertex), "{} {}", game.name(vertex), game.picture(&position));
            let by_policy = round % 2 == 1;
            assert!(
                by_policy || sensible.contains(&vertex) || point == PASS && sensible.is_empty(),
                "{}",
                game.name(vertex)
            );
            board.play(point);
            game.play(&mut position, vertex);
            assert_eq!(board.position(&game), position, "{}", game.picture(&position));
            check_chains(&game, &position, &board);
        }
        if board.is_over() && round % 2 == 0 {
            assert_eq!(board.area(), game.area(&position), "{}", game.picture(&position));
        }
    }
}

/// What the fast board says of chains is what counting says.
fn check_chains<const N: usize>(game: &Go, position: &Position, board: &Board<N>) {
    for point in (0..game.points()).filter(|&point| position.owner(point).is_some()) {
        let chain = game.chain(position, point as u16);
        let liberties = game.liberties(position, chain);
        let stone = board.point(Vertex(point as u16));
        assert_eq!(u32::from(board.chain(stone).size), chain.count());
        assert_eq!(board.is_in_atari(stone), liberties.count() == 1);
        if liberties.count() == 1 {
            assert_eq!(liberties.first(), Some(board.vertex(board.only_liberty(stone)).0));
        }
    }
}

#[test]
fn the_fast_board_agrees_with_the_rules() {
    agrees::<128>(9, 9, 60);
    agrees::<128>(2, 2, 100);
    agrees::<128>(3, 2, 100);
    agrees::<512>(5, 7, 60);
    agrees::<512>(13, 13, 6);
    agrees::<512>(19, 19, 2);
}

/// The mean length of light play-outs, and how many of a hundred Black wins and ties at komi 7.
fn light_play_outs<const N: usize>(size: u8, games: u32) -> [f64; 3] {
    let game = go(size, size, Options::default());
    let start = Board::<N>::new(&game, &game.start());
    let mut random = Rng::with_seed(7);
    let mut sums = [0_u32; 3];
    for _ in 0..games {
        let mut board = start.clone();
        board.play_out(&mut random, 10_000);
        sums[0] += u32::from(board.moves());
        sums[1] += u32::from(board.area() > 7) * 100;
        sums[2] += u32::from(board.area() == 7) * 100;
    }
    sums.map(|sum| f64::from(sum) / f64::from(games))
}

#[test]
fn light_play_outs_are_as_long_as_they_should_be() {
    let [length, wins, ties] = light_play_outs::<128>(9, 40_000);
    assert!((length - 111.2).abs() < 0.5, "{length}");
    assert!((wins - 42.2).abs() < 0.8 && (ties - 2.5).abs() < 0.3, "{wins} {ties}");
    let [length, ..] = light_play_outs::<512>(19, 2_000);
    assert!((length - 457.0).abs() < 3.0, "{length}");
}

/// The score of the start, proven by the engine. Positional superko.
fn solved(width: u8, height: u8, suicide: bool) -> Option<Value<i32>> {
    let options =
        Options { komi: 0.0, goal: Goal::Points, suicide: Some(suicide), ..Options::default() };
    let game = go(width, height, options);
    let question = Question::at(game.start());
    let engine = Engine::new(game, Influence::default(), 1).expect("room for a table");
    engine.solve(&question, &Limits::default(), ()).value
}

#[test]
fn small_boards_are_solved() {
    for suicide in [false, true] {
        assert_eq!(solved(2, 2, suicide), Some(Value::Proven(Bound::Exact(1))));
        assert_eq!(solved(3, 2, suicide), Some(Value::Proven(Bound::Exact(0))));
    }
}

#[test]
#[ignore = "a minute: `just go-counts`"]
fn three_by_three_is_solved() {
    for suicide in [false, true] {
        assert_eq!(solved(3, 3, suicide), Some(Value::Proven(Bound::Exact(9))));
    }
}

#[test]
fn monte_carlo_search_proves_who_wins_two_by_two() {
    use outplay::mcts::{Config, Knowledge, Mcts};
    for (komi, winner) in [(0.5, 1.0), (1.5, -1.0)] {
        let (game, knowledge) =
            (go(2, 2, Options { komi, ..Options::default() }), PlayOuts::default());
        let config = knowledge.usual(Config::default()).zero_sum(&game);
        let question = Question::at(game.start());
        let mut mcts = Mcts::new(game, knowledge).with(config);
        let report = mcts.search(&question, &Limits::default(), ());
        let proven = report.value.and_then(|value| value.proven).expect("it is proven");
        assert_eq!(proven.0, [winner, -winner]);
    }
}

/// A random game of sensible moves, with a pass now and then.
fn random_game(game: &Go, random: &mut Rng) -> Vec<Vertex> {
    random_game_from(game, game.start(), random)
}

fn random_game_from(game: &Go, start: Position, random: &mut Rng) -> Vec<Vertex> {
    let mut past = outplay::Past::new(start);
    let with_past = WithPast::new(game);
    let mut moves = Vec::new();
    while past.position().passes() < 2 && moves.len() < 120 {
        let mut legal = sensible_moves(game, past.position());
        legal.retain(|&vertex| !with_past.is_forbidden(&past, vertex));
        let vertex = match random.choice(&legal) {
            Some(&vertex) if random.u8(..) > 10 => vertex,
            _ => Vertex::PASS,
        };
        with_past.play(&mut past, vertex);
        moves.push(vertex);
    }
    moves
}

#[test]
fn positions_are_read_as_they_are_written() {
    let mut random = Rng::with_seed(4);
    for (width, height) in [(9, 9), (19, 19), (2, 3), (13, 4)] {
        let game = go(width, height, Options::default());
        for _ in 0..20 {
            let mut position = game.start();
            for vertex in random_game(&game, &mut random) {
                game.play(&mut position, vertex);
                let text = game.write_position(&position);
                assert_eq!(game.read_position(&text), Ok(position), "{text}");
            }
        }
    }
    let game = Go::default();
    for (text, told) in [
        ("9/9:B", "2 rows where the board has 9"),
        ("9/9/9/9/9/9/9/9/8:B", "row 1: 8 points where the board has 9"),
        ("9/9/9/9/9/9/9/9/9", "after the rows, the player to move is missing: `:B` or `:W`"),
        ("OX7/X8/9/9/9/9/9/9/9:B", "there are stones without liberties"),
        ("I5", "move 1: `I5` is no move: a move is a point from A1 to J9, or `pass`"),
        ("E5 E5", "move 2: E5 is taken"),
    ] {
        assert_eq!(
            game.read_position(text).map_err(|error| error.to_string()),
            Err(told.to_owned())
        );
    }
}

#[test]
fn games_in_sgf_come_back_as_they_were() {
    let mut random = Rng::with_seed(5);
    for round in 0..1_000 {
        let size = random.u8(2..=19);
        let game = go(
            size,
            random.u8(2..=19),
            Options { komi: f64::from(random.i16(-20..20)) / 2.0, ..Options::default() },
        );
        let moves = random_game(&game, &mut random);
        let mut record = Record::of(&game, &game.start(), &moves);
        record.set_players("me", "you ] \\ ;");
        record.set_comment("what (; a ] game");
        let text = record.write();
        let read = Record::read(&text).expect("it is read");
        assert_eq!(read.len(), 1);
        let line = read[0].main_line().expect("it is legal");
        assert_eq!((line.start, &line.moves), (game.start(), &moves), "{text}");
        assert_eq!(read[0].game(), &game);
        assert_eq!(read[0].write(), text, "round {round}");
    }
}

#[test]
fn a_record_keeps_variations_set_up_and_comments() {
    let text = "(;GM[1]FF[4]SZ[9]KM[5.5]HA[2]AB[cg]PL[W]C[a \\] b];W[ee](;B[gg]N[one];W[])(;B[cc](;W[gc])(;W[cd]LB[aa:x])))";
    let record = Record::read(text).expect("it is read").remove(0);
    assert_eq!(record.write(), text);
    let line = record.main_line().expect("it is legal");
    assert_eq!(record.game().write_position(&line.start), "9/9/9/9/9/9/2X6/9/9:W");
    assert_eq!(line.moves.len(), 3);
    // A pass of older files, and a player who moves twice in a row.
    let old = Record::read("(;SZ[5];B[aa];B[bb];W[tt];B[cc])").expect("it is read").remove(0);
    let line = old.main_line().expect("it is legal");
    assert_eq!(
        (old.game().write_position(&line.start), line.moves.len()),
        ("X4/5/5/5/5:B".to_owned(), 3)
    );
    // A third pass is left out; a game that goes on after two of them starts there.
    let ends = |text: &str| {
        let record = Record::read(text).expect("it is read").remove(0);
        let line = record.main_line().expect("it is legal");
        (record.game().write_position(&line.start), line.moves.len())
    };
    assert_eq!(ends("(;SZ[5];B[aa];W[];B[];W[])"), ("5/5/5/5/5:B".to_owned(), 3));
    assert_eq!(ends("(;SZ[5];B[aa];W[];B[];W[];W[bb];B[cc])"), ("X4/5/5/5/5:W".to_owned(), 2));
    for (text, told) in [
        ("(;SZ[5];B[aa];W[aa])", "SGF: move 2: A5 is not legal"),
        ("(;SZ[5];B[ff])", "SGF: move 1: column 6 and row 6 are not on the board"),
        ("(;SZ[5]AB[ab][ba]AW[aa])", "SGF: stones without liberties are set up"),
    ] {
        let record = Record::read(text).expect("it is read").remove(0);
        assert_eq!(record.main_line().map_err(|error| error.to_string()), Err(told.to_owned()));
    }
    assert!(Record::read(&format!("({})", ";B[]".repeat(3_000))).is_err());
    assert!(Record::read(&"(".repeat(100_000)).is_err());
    assert!(Record::read("(;SZ[25])").is_err());
}

/// Writes games with set-up, handicap, variations, comments and passes, and beside each what another reader has to find in it. For
/// `just go-records`.
#[test]
#[ignore = "writes a file for benches/go/records"]
fn write_records_for_another_reader() {
    let usual = std::env::temp_dir().join("outplay-go-records.txt");
    let path = std::env::var_os("GO_RECORDS").map_or(usual, Into::into);
    let mut random = Rng::with_seed(11);
    let mut out = String::new();
    for _ in 0..1_000 {
        let (record, start) = any_record(&mut random);
        let tree = with_branches(record.tree(), record.game(), &mut random);
        let read = Record::read(&tree.serialize()).expect("it is read").remove(0);
        let stones = |player: Player| -> Vec<String> {
            let points = 0..record.game().points();
            let own = points.filter(|&point| start.owner(point) == Some(player));
            own.map(|point| coordinates(record.game(), point)).collect()
        };
        let (game, [black, white]) = (record.game(), [Player::MAX, Player::MIN].map(stones));
        let (black, white) = (black.join(","), white.join(","));
        let handicap = game.options().handicap;
        out += &format!(
            "game {} {} {handicap} b:{black} w:{white}\n",
            game.width(),
            game.options().komi
        );
        describe(&tree, &mut out);
        out += &format!("sgf {}\n", hex(&read.write()));
    }
    std::fs::write(path, out).expect("it is written");
}

/// A random game on a square board, and where it starts: with nothing, a handicap, or a position of another game.
fn any_record(random: &mut Rng) -> (Record, Position) {
    let size = random.u8(2..=19);
    let komi = f64::from(random.i16(-20..20)) / 2.0;
    let handicap = if random.bool() { 0 } else { random.u8(2..=9) };
    let options = Options { komi, handicap, ..Options::default() };
    let plain = Options { handicap: 0, ..options };
    let game = Go::new(size, size, options).unwrap_or_else(|_| go(size, size, plain));
    let mut start = game.start();
    let mut moves = random_game(&game, random);
    if game.options().handicap == 0 && random.bool() {
        for mv in moves.drain(..moves.len() / 3) {
            game.play(&mut start, mv);
        }
        // What came before is not written: the rest is what is legal without it.
        start = start.with_mover(start.mover());
        moves = random_game_from(&game, start, random);
    }
    let mut record = Record::of(&game, &start, &moves);
    record.set_players("me", "you ] \\ ;");
    record.set_comment("what (; a ] game");
    (record, start)
}

/// The same tree with comments on some moves, and other moves beside some.
fn with_branches(node: &SgfNode<Prop>, game: &Go, random: &mut Rng) -> SgfNode<Prop> {
    const COMMENTS: [&str; 4] =
        ["plain", "a ] bracket \\ and (;B[aa])", "two\nlines: of it", "围棋 ½"];
    let mut properties = node.properties.clone();
    if !node.is_root && random.u8(..5) == 0 {
        properties.push(Prop::C((*random.choice(COMMENTS).expect("one")).into()));
    }
    let mut children: Vec<SgfNode<Prop>> =
        node.children.iter().map(|child| with_branches(child, game, random)).collect();
    if !children.is_empty() && random.u8(..8) == 0 {
        let at = SgfPoint { x: random.u8(..game.width()), y: random.u8(..game.height()) };
        let other = if random.bool() { Prop::B(Move::Move(at)) } else { Prop::W(Move::Pass) };
        let comment = Prop::C("or this".into());
        children.push(SgfNode::new(vec![other, comment], Vec::new(), false));
    }
    SgfNode::new(properties, children, node.is_root)
}

/// Nodes from above, each before its children: how many those are, the move, and the comment.
fn describe(node: &SgfNode<Prop>, out: &mut String) {
    let written = |mv: &Move| match mv {
        Move::Pass => "pass".to_owned(),
        Move::Move(point) => letters(point.x, point.y),
    };
    let mv = node.properties.iter().find_map(|prop| match prop {
        Prop::B(mv) => Some(format!("b {}", written(mv))),
        Prop::W(mv) => Some(format!("w {}", written(mv))),
        _ => None,
    });
    let comment = node.properties.iter().find_map(|prop| match prop {
        Prop::C(comment) => Some(hex(&comment.text)),
        _ => None,
    });
    let (mv, comment) = (mv.unwrap_or("- -".to_owned()), comment.unwrap_or("-".to_owned()));
    *out += &format!("node {} {mv} {comment}\n", node.children.len());
    node.children.iter().for_each(|child| describe(child, out));
}

fn coordinates(game: &Go, point: usize) -> String {
    let (x, y) = game.place(point);
    letters(x, y)
}

fn letters(x: u8, y: u8) -> String {
    [b'a' + x, b'a' + y].map(char::from).iter().collect()
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn damaged_sgf_is_no_reason_to_panic() {
    let mut random = Rng::with_seed(6);
    let game = go(5, 5, Options::default());
    let (mut read, mut played) = (0, 0);
    for _ in 0..10_000 {
        let moves = random_game(&game, &mut random);
        let mut bytes =
            Record::of(&game, &game.start(), &moves[..moves.len().min(12)]).write().into_bytes();
        bytes.extend(b"(;SZ[9]AB[aa:cc]AW[dd]C[x\\]](;W[ee])(;B[tt]))");
        for _ in 0..random.usize(1..5) {
            let at = random.usize(..bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            if bytes.is_empty() {
                break;
            }
            match random.u8(..4) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = *random.choice(b"()[];:\\ab\xc3ZB1-").expect("a byte"),
                2 => bytes.insert(at, random.u8(..)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        for record in Record::read(&text).unwrap_or_default() {
            read += 1;
            played += usize::from(record.main_line().is_ok());
            let _ = Record::read(&record.write());
        }
    }
    assert!(read > 1_000 && played > 500, "{read} {played}: most damage is small");
}

#[test]
fn patterns_are_the_same_from_all_sides() {
    let game = go(3, 3, Options::default());
    let forms: HashSet<usize> = ["X2/3/3:B", "2X/3/3:B", "3/3/X2:B", "3/3/2X:B"]
        .map(|text| form_in_the_middle(&game, text))
        .into();
    assert_eq!(forms.len(), 1);
    assert_ne!(form_in_the_middle(&game, "X2/3/3:B"), form_in_the_middle(&game, "1X1/3/3:B"));
    assert_eq!(form_in_the_middle(&game, "X2/3/1O1:B"), form_in_the_middle(&game, "O2/3/1X1:W"));
    assert_ne!(form_in_the_middle(&game, "X2/3/1O1:B"), form_in_the_middle(&game, "X2/3/1O1:W"));
    assert!((1_000..1_300).contains(&patterns::forms()), "{}", patterns::forms());
}

fn form_in_the_middle(game: &Go, text: &str) -> usize {
    let board = Board::<128>::new(game, &game.read_position(text).expect("a position"));
    let middle = board.point(game.vertex(1, 1));
    patterns::form(patterns::seen_by(board.around(middle), board.stone()))
}

#[test]
fn ladders_are_read() {
    let game = Go::default();
    // White at E5 can run, but never gets more than two liberties before the edge.
    let caught = game.read_position("9/9/9/3X5/3XO4/4X4/9/9/9:W").expect("a position");
    let board = Board::<128>::new(&game, &caught);
    let stone = board.point(game.read_vertex("E5").expect("a point"));
    assert!(!board.is_in_atari(stone));
    let hunted = |text: &str, by: &str| {
        let board = Board::<128>::new(&game, &game.read_position(text).expect("a position"));
        let at = |name: &str| board.point(game.read_vertex(name).expect("a point"));
        board.is_caught_by(at("E5"), at(by), 40)
    };
    assert!(
        hunted("9/9/9/3X5/3XO4/4X4/9/9/9:B", "F5") || hunted("9/9/9/3X5/3XO4/4X4/9/9/9:B", "E6")
    );
    // A white stone on the way breaks it.
    assert!(
        !hunted("9/6O2/9/3X5/3XO4/4X4/9/9/9:B", "F5")
            || !hunted("9/6O2/9/3X5/3XO4/4X4/9/9/9:B", "E6")
    );
}

#[test]
fn vital_points_are_in_the_middle() {
    let game = go(7, 7, Options::default());
    let position = game.read_position("1X1X3/XX1X3/3X3/XXXX3/7/7/7:W").expect("a position");
    let board = Board::<128>::new(&game, &position);
    let at = |name: &str| board.point(game.read_vertex(name).expect("a point"));
    assert_eq!(board.nakade(at("C7")), None);
    let three = game.read_position("3X3/XXXX3/7/7/7/7/7:W").expect("a position");
    let board = Board::<128>::new(&game, &three);
    assert_eq!(
        board
            .nakade(board.point(game.read_vertex("A7").expect("a point")))
            .map(|point| game.name(board.vertex(point))),
        Some("B7".to_owned())
    );
}

#[test]
fn priors_are_chances() {
    let game = Go::default();
    let position = game.read_position("E5 E4 D4 F5 E6").expect("a position");
    let board = Board::<128>::new(&game, &position);
    let mut moves: Vec<Point> =
        board.empty().iter().copied().filter(|&point| board.may_put(point)).collect();
    moves.push(PASS);
    let mut priors = Vec::new();
    Weights::shipped().priors(&board, &moves, &mut priors);
    assert_eq!(priors.len(), moves.len());
    assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    assert!(priors.iter().all(|&prior| prior > 0.0));
}

#[test]
fn weights_are_read_as_they_are_written() {
    let text = Weights::shipped().write();
    assert_eq!(Weights::read(&text).expect("they are read").write(), text);
    assert!(
        Weights::read("atari x").is_err()
            && Weights::read("nothing 1").is_err()
            && Weights::read("pass inf").is_err()
    );
}

#[test]
fn learning_prefers_what_was_played() {
    let game = go(5, 5, Options::default());
    let mut random = Rng::with_seed(8);
    // Games in which every stone that can be taken is taken.
    let mut all = Vec::new();
    for _ in 0..60 {
        let mut board = Board::<128>::new(&game, &game.start());
        let mut moves = Vec::new();
        while !board.is_over() && moves.len() < 40 {
            let stone = board.stone();
            let takes = board
                .empty()
                .iter()
                .copied()
                .find(|&point| board.may_put(point) && board.captures(point, stone));
            let point = takes.unwrap_or_else(|| board.random_move(&mut random));
            moves.push(board.vertex(point));
            board.play(point);
        }
        all.extend(examples::<128>(&game, &moves, |_| true));
    }
    let mut surprises = Vec::new();
    let weights = learn(&all, &Lesson::default(), |_, surprise| surprises.push(surprise));
    assert!(surprises.last() < surprises.first());
    assert!(weights.write().lines().any(|line| {
        line.strip_prefix("capture-1 ")
            .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 1.0))
    }));
}

#[test]
fn an_open_centre_is_critical_and_a_safe_eye_is_not() {
    let game = go(5, 5, Options { komi: 3.0, ..Options::default() });
    let counts = |text: &str| {
        let start = PlayOut::new(&game, &game.read_position(text).expect("a position"));
        let mut counts = Criticality::new(game.points());
        let mut random = Rng::with_seed(3);
        for _ in 0..500 {
            let mut play_out = start.clone();
            play_out.run_light(&mut random);
            counts.count(&play_out, game.compensation());
        }
        counts
    };
    let at = |name: &str| game.read_vertex(name).ok().and_then(Vertex::point).expect("a point");
    let open = counts("");
    assert!(open.of(at("C3")) > 0.1, "{}", open.of(at("C3")));
    let settled = counts("XX1OO/1X1O1/XX1OO/1X1O1/XX1OO:B");
    assert!(settled.of(at("A4")).abs() < 0.02 && settled.owner(at("A4")) > 0.9);
}

#[test]
fn a_critical_point_is_more_likely() {
    use outplay::mcts::Knowledge;
    let game = go(5, 5, Options { komi: 3.0, ..Options::default() });
    let start = game.start();
    let mut keen = PlayOuts::default();
    keen.set("criticality", "10").expect("a number");
    let mut hand = keen.hand(&game);
    let mut legal = Vec::new();
    game.moves(&start, &mut legal);
    let rank = |name: &str| legal.iter().position(|&mv| game.name(mv) == name).expect("a move");
    // Beside a pass, which is nowhere.
    let likely = |knowledge: &PlayOuts, hand: &mut _| {
        let mut priors = Vec::new();
        knowledge.priors(&game, &start, &legal, hand, &mut priors);
        priors[rank("C3")] / priors[rank("pass")]
    };
    let usual = likely(&PlayOuts::default(), &mut hand);
    assert_eq!(likely(&keen, &mut hand), usual, "no play-out has said what is critical");
    let mut random = Rng::with_seed(3);
    for _ in 0..500 {
        let mut play_out = PlayOut::new(&game, &start);
        play_out.run_light(&mut random);
        hand.counts.count(&play_out, game.compensation());
    }
    assert!(likely(&keen, &mut hand) > 1.5 * usual, "{} {usual}", likely(&keen, &mut hand));
}

/// How often each move is visited by 300 simulations from the empty board of 5 x 5. If that changes, the player has changed, and with it all that was measured; if it differs on
/// some machine, an operation decides that is not rounded alike everywhere.
const PROMISED: [u64; 26] =
    [1, 0, 0, 0, 1, 0, 15, 21, 21, 0, 0, 38, 109, 21, 0, 0, 32, 25, 16, 0, 0, 0, 0, 0, 0, 0];

#[test]
fn a_seed_promises_its_tree_on_every_machine() {
    use outplay::mcts::{Config, Knowledge, Mcts};
    let game = go(5, 5, Options::default());
    let knowledge = PlayOuts::default();
    let config = knowledge.usual(Config::default()).zero_sum(&game);
    let config = Config { simulations: Some(300), early_stop: false, ..config };
    let question = Question::at(game.start());
    let report = Mcts::new(game, knowledge).with(config).search(&question, &Limits::default(), ());
    let visits: Vec<u64> = report.moves.iter().map(|row| row.1.visits).collect();
    assert_eq!(visits, PROMISED);
}

#[test]
fn play_outs_give_the_last_good_reply() {
    use outplay::mcts::{Config, Knowledge, Mcts};
    let game = go(7, 7, Options::default());
    let visits = |last_good_reply: bool| {
        let knowledge = PlayOuts::default();
        let config = knowledge.usual(Config::default()).zero_sum(&game);
        let config = Config { simulations: Some(300), last_good_reply, ..config };
        let question = Question::at(game.start());
        let mut mcts = Mcts::new(game.clone(), knowledge).with(config);
        let report = mcts.search(&question, &Limits::default(), ());
        report.moves.iter().map(|row| row.1.visits).collect::<Vec<u64>>()
    };
    assert_ne!(visits(true), visits(false));
}

#[test]
fn dead_stones_are_found() {
    let game = go(7, 7, Options::default());
    // The white stone in Black's corner is dead; all others live.
    let position = game
        .read_position("1X1XO2/XXXXO2/1O1XOOO/3XO2/XXXXOOO/1X1XO1O/X1XXOO1:B:passes=2")
        .expect("a position");
    let dead = game.dead_stones(&position, &Policy::default(), 1);
    let names: Vec<String> = dead.iter().map(|&point| game.name(Vertex(point as u16))).collect();
    assert_eq!(names, ["B5"]);
    let left = game.without(&position, &dead);
    assert_eq!(game.area(&left), 28 - 21);
}

/// A game of the program against itself: the moves, and at which of them a search chose while it was open who wins. Some moves are left to chance, so that there are mistakes to be punished.
fn open_game(
    mcts: &mut outplay::mcts::Mcts<Go, PlayOuts>,
    random: &mut Rng,
) -> (Vec<Vertex>, Vec<bool>) {
    let (start, at_random) = (mcts.game().start(), random.usize(0..7));
    let (mut moves, mut is_open, mut decided) = (Vec::new(), Vec::new(), 0);
    while decided < 3 && moves.len() < 90 {
        let game = mcts.game();
        let past = WithPast::new(game).after(&start, &moves);
        let mut legal = Vec::new();
        WithPast::new(game).moves(&past, &mut legal);
        let Some(&first) = legal.first() else { break };
        if moves.len() < at_random || random.u32(0..100) < 8 {
            let mut chances = Vec::new();
            PlayOut::new(game, &past).priors(Weights::shipped(), &legal, &mut chances);
            let shares = || chances.iter().map(|chance| chance.sqrt());
            let mut dart = random.f32() * shares().sum::<f32>();
            let hit = shares().position(|share| {
                dart -= share;
                dart < 0.0
            });
            moves.push(hit.map_or(first, |rank| legal[rank]));
            is_open.push(false);
            continue;
        }
        let question = Question::after(start, moves.clone());
        let report = mcts.search(&question, &Limits::default(), ());
        let Some((best, value)) = report.best.zip(report.value) else { break };
        decided = if value.mean.abs() > 0.8 { decided + 1 } else { 0 };
        moves.push(best);
        is_open.push(value.mean.abs() < 0.85);
    }
    (moves, is_open)
}

/// How the weights that ship were learnt: `weights.txt` is what this prints, once with the weights of before and once more with what came of it.
#[test]
#[ignore = "prints the weights of features: an hour"]
fn learn_the_weights() {
    use outplay::mcts::{Config, Knowledge, Mcts};
    let game = Go::default();
    let knowledge = PlayOuts::default();
    let usual = knowledge.usual(Config::default().zero_sum(&game));
    let config = Config { simulations: Some(600), early_stop: false, ..usual };
    let mut mcts = Mcts::new(game, knowledge).with(config);
    let mut random = Rng::with_seed(21);
    let mut all = Vec::new();
    for seed in 0..400 {
        mcts.forget();
        mcts.set_config(Config { seed, ..config });
        let (moves, is_open) = open_game(&mut mcts, &mut random);
        all.extend(examples::<128>(mcts.game(), &moves, |ply| is_open[ply]));
    }
    let weights = learn(&all, &Lesson::default(), |epoch, surprise| {
        println!("# epoch {epoch}: {surprise:.3} nats");
    });
    println!("{}", weights.write());
}

/// How the weights of [`Influence`] were made: positions of play-outs on 7 x 7, and what play-outs from there say.
#[test]
#[ignore = "prints the weights of the evaluation: minutes"]
fn fit_the_evaluation() {
    let mut random = Rng::with_seed(9);
    let policy = Policy::default();
    let mut samples = Vec::new();
    let game = go(7, 7, Options { komi: 0.0, goal: Goal::Points, ..Options::default() });
    for number in 0..2_000 {
        let mut position = game.start();
        let mut play_out = PlayOut::new(&game, &position);
        for _ in 0..random.usize(2..50) {
            let Some(vertex) = play_out.choose(&policy, &mut random) else { break };
            play_out.play(vertex);
            game.play(&mut position, vertex);
        }
        if position.passes() > 0 {
            continue;
        }
        let start = PlayOut::new(&game, &position);
        let mut sum = 0;
        for _ in 0..100 {
            let mut play_out = start.clone();
            play_out.run(&policy, &mut random);
            sum += play_out.area();
        }
        let score = if position.mover() == Player::MAX { sum } else { -sum };
        samples.push(outplay::tune::Labelled {
            position,
            score: score / 100,
            payoff: None,
            game: number,
        });
    }
    let told = &mut |line: &str| {
        println!("{line}");
        std::ops::ControlFlow::Continue(())
    };
    let fitting = outplay::face::Fitting { epochs: 300, threads: 1, before: None };
    let weights = fit::fit(&game, &samples, &fitting, told).expect("weights");
    println!("{}", String::from_utf8_lossy(&weights));
}

#[test]
fn knowledge_is_switched_off_by_name() {
    use outplay::mcts::{Config, Knowledge};
    for setting in PlayOuts::SETTINGS {
        let (mut config, mut knowledge) = (Config::default(), PlayOuts::default());
        let mut set = |text: &str| config.set_with(&mut knowledge, setting.name, text);
        assert!(set("off").is_ok() || set("3").is_ok(), "{setting:?}");
        for text in ["", "perhaps", "-1", "NaN"] {
            let refused = set(text).unwrap_err();
            assert!(refused.starts_with(&format!("`{}={text}`", setting.name)), "{refused}");
        }
    }
    let unknown = Config::default().set_with(&mut PlayOuts::default(), "sente", "on").unwrap_err();
    assert!(unknown.contains("simulations") && unknown.contains("nakade"), "{unknown}");
}

#[test]
fn what_is_filled_leaves_one_eye() {
    let game = go(7, 7, Options::default());
    let will_do = |text: &str| {
        let position = game.read_position(text).expect("a position");
        let board = Board::<128>::new(&game, &position);
        board.leaves_no_eyes(board.point(game.read_vertex("B7").expect("a point")), board.stone())
    };
    assert!(will_do("O1OX3/XOXX3/XXX4/7/7/7/7:W"), "a pyramid has one point in the middle");
    assert!(!will_do("O1OOX2/XXXXX2/7/7/7/7/7:W"), "four in a row leave two eyes");
    assert!(will_do("O1X4/XXX4/7/7/7/7/7:W"), "two leave one");
}

#[test]
fn play_outs_fight_about_two_liberties() {
    let game = Go::default();
    let knobs = Knobs {
        escapes: 0,
        captures: 0,
        nakade: 0,
        two_liberties: 256,
        patterns: 0,
        ..Knobs::default()
    };
    let policy = Policy::new(knobs, Weights::shipped());
    let replies = |text: &str| {
        let position = game.read_position(text).expect("a position");
        let mut board = Board::<128>::new(&game, &position);
        let mut reply = |seed| policy.choose(&mut board, &mut Rng::with_seed(seed));
        let points: Vec<Point> = (0..50).map(&mut reply).collect();
        let names = points.into_iter().map(|point| game.name(board.vertex(point)));
        names.collect::<std::collections::BTreeSet<String>>()
    };
    // The last stone, E4, and E5 have two liberties.
    let last = "E5 F5 A9 D5 A1 D4 J9 F4 E4";
    assert_eq!(replies(last), ["E3", "E6"].map(str::to_owned).into());
    // With three liberties it is left alone: any of many moves comes next.
    assert!(replies("E5 F5 A9 D5 A1 J1 J9 F4 E4").len() > 9);
}

#[test]
fn whoever_is_far_ahead_in_a_play_out_wins_it() {
    let game = Go::default();
    let (policy, undecided) = (Policy::default(), knowledge::undecided(&game));
    let blank = PlayOut::blank(&game);
    let (mut decided, mut turned) = (0, 0);
    for seed in 0..1_000 {
        let (mut play_out, mut random) = (blank.clone(), Rng::with_seed(seed));
        play_out.set_up(&blank, &game.start());
        play_out.run_noting(&policy, &mut random, &mut Vec::new(), &undecided, |_| None);
        if !undecided.contains(&play_out.balance()) {
            let is_black_ahead = f64::from(play_out.balance()) > game.compensation();
            play_out.run(&policy, &mut random);
            decided += 1;
            turned += usize::from(is_black_ahead != (play_out.area() > 7));
        }
    }
    assert!(decided > 400 && turned * 100 < decided, "{turned} of {decided}");
    let small = go(2, 2, Options { komi: 0.5, ..Options::default() });
    assert!(knowledge::undecided(&small).contains(&4), "nothing is decided by the mercy rule");
}

#[test]
fn liberties_after_a_move_are_what_the_rules_say() {
    let game = go(7, 7, Options::default());
    let mut random = Rng::with_seed(10);
    let (mut ataris, mut captures) = (0, 0);
    for _ in 0..60 {
        let mut position = game.start();
        for vertex in random_game(&game, &mut random) {
            let board = Board::<128>::new(&game, &position);
            let stone = board.stone();
            for &point in board.empty().iter().filter(|&&point| board.may_put(point)) {
                let at = board.vertex(point);
                let mut after = position;
                game.play(&mut after, at);
                let liberties = game.liberties(&after, game.chain(&after, at.0)).count() as usize;
                let takes = after.stones(position.mover().other())
                    < position.stones(position.mover().other());
                let told = (board.is_self_atari(point, stone), board.captures(point, stone));
                assert_eq!(
                    told,
                    (liberties < 2, takes),
                    "{} in {}",
                    game.name(at),
                    game.picture(&position)
                );
                let first = board.liberties_after::<3>(point, stone).as_slice().len();
                assert_eq!(
                    first,
                    liberties.min(3),
                    "{} in {}",
                    game.name(at),
                    game.picture(&position)
                );
                ataris += usize::from(told.0);
                captures += usize::from(told.1);
            }
            game.play(&mut position, vertex);
        }
    }
    assert!(ataris > 500 && captures > 500, "{ataris} {captures}");
}

#[test]
fn a_name_says_the_rules() {
    let game =
        sized(Some("13x12,komi=6.5,rules=tromp-taylor,suicide=off,handicap=2"), Options::default());
    let game = game.expect("a game that is played");
    assert_eq!(
        (game.width(), game.height(), game.compensation(), game.allows_suicide()),
        (13, 12, 6.5, false)
    );
    assert_eq!(sized(None, Options::default()), Ok(Go::default()));
    for (variant, told) in [
        ("20x20", "a board of 20 x 20 does not do: there are 2 x 2 to 19 x 19"),
        ("9x9,komi=6.3", "a komi of 6.3 does not do: it is a multiple of 0.5, at most 400"),
    ] {
        assert_eq!(sized(Some(variant), Options::default()).err().as_deref(), Some(told));
    }
    for variant in [
        "",
        "nine",
        "9x9,komi",
        "9x9,komi=much",
        "9x9,komi=NaN",
        "9x9,rules=japanese",
        "9x9;komi=7",
    ] {
        assert!(sized(Some(variant), Options::default()).is_err(), "{variant}");
    }
    let points = Options { goal: Goal::Points, ..Options::default() };
    assert!(sized(Some("3x3,komi=0.5"), points).is_err());
}
