//! Lessons: in the terminal, from a folder, and whether what they say is so.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, complaint, json, printed, run};
use outplay::textbook::pseudocode::{alpha_beta, dispatch, expectimax, minimax};
use outplay::{Game, Tree};

const OPEN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
const CLASSIC: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// A lesson in the terminal, with answers.
fn lesson(name: &str) -> String {
    printed(["learn", name, "--answers"])
}

/// The right answer of a question: it has a `+`.
fn right(lesson: &str, question: &str) -> String {
    let at = lesson.find(&format!("┌ quiz {question} ")).expect(question);
    let line = lesson[at..]
        .lines()
        .find_map(|line| line.trim_start_matches('│').trim().strip_prefix("+ "));
    line.and_then(|line| line.split(": ").next()).expect("a right answer").to_owned()
}

/// Leaves that a search of a tree looks at.
fn leaves(tree: &str, options: &[&str]) -> String {
    let mut arguments = vec!["tree", tree, "--format", "json"];
    arguments.extend(options);
    json(arguments)["counts"]["leaves"].to_string()
}

fn value(tree: &str) -> String {
    let tree: Tree = tree.parse().unwrap();
    dispatch::value(&tree.for_engine().unwrap(), &tree.root()).to_string()
}

#[test]
fn lessons_are_listed_and_shown_by_name_or_number() {
    let list = printed(["learn"]);
    assert!(
        list.contains("alpha-beta") && list.contains("Why looking at everything fails"),
        "{list}"
    );
    let first = list.lines().next().unwrap().split_whitespace().nth(1).unwrap().to_owned();
    let shown = printed(["learn", "1"]);
    assert_eq!(shown, printed(["learn", &first]));
    // Figures are there as text, and answers only where they are asked for.
    let alpha_beta = printed(["learn", "alpha-beta"]);
    assert!(alpha_beta.contains("├╌//╌ c2 ╌ 4  cut"), "{alpha_beta}");
    assert!(!alpha_beta.contains("skipped-the-last-leaf"));
    assert!(lesson("alpha-beta").contains("- 6 (skipped-the-last-leaf): The last 2 is needed."));
    assert!(
        complaint(["learn", "alfa"])
            .starts_with("there is no lesson `alfa`: there are axes-of-games")
    );
}

#[test]
fn a_teacher_writes_a_lesson() {
    let folder = Folder::new("lessons");
    folder.write("2-second.md", "# Second\n\nText.\n");
    folder.write("1-first.md", "# First\n\nOf *two*.\n\n```tree one\ntree: (1 2)\n```\n");
    let path = folder.file("");
    let list = printed(["learn", "--lessons", &path]);
    assert_eq!(list, "  1  first   First\n  2  second  Second\n");
    assert!(
        printed(["learn", "first", "--lessons", &path]).contains("alpha-beta: value 2, move a2")
    );
    folder.write("1-first.md", "# First\n\nOf two.\n\n```tree one\ntree: (1 x)\n```\n");
    let told = complaint(["learn", "--lessons", &path]);
    assert!(
        told.ends_with("1-first.md:6: the search needs the value of leaf `x`, which is not known")
            || told.contains("1-first.md:6: the search needs"),
        "{told}"
    );
    assert!(
        complaint(["learn", "--lessons", "no-such-folder"])
            .starts_with("--lessons no-such-folder: ")
    );
}

/// The recorded output of every experiment is what the program prints today.
#[test]
fn recorded_experiments_are_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let mut compared = 0;
    for entry in folder.read_dir().unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for figure in text.split("```experiment ").skip(1) {
            let body = figure.split("\n```").next().unwrap();
            let command = body.lines().find_map(|line| line.strip_prefix("command: ")).unwrap();
            let (_, recorded) = body.split_once("recorded:\n").expect("it is recorded");
            let recorded: Vec<&str> =
                recorded.lines().map(|line| line.get(2..).unwrap_or("")).collect();
            // Of Go only the board is compared: a few simulations show it.
            let short = command.replace("simulations=100000", "simulations=400");
            let words = short.split('"').enumerate().flat_map(|(place, piece)| match place % 2 {
                0 => piece.split_whitespace().collect::<Vec<&str>>(),
                _ => vec![piece],
            });
            // On a slow machine it may also say how far it is.
            let output = run(words);
            assert!(output.status.success(), "{command}");
            let output = String::from_utf8(output.stdout).unwrap();
            let output: Vec<&str> = output.trim_end().lines().collect();
            let is_number = |line: &&str| line.contains("score ");
            match recorded.split_last() {
                // What play-outs of Go find moves with everything that is learnt about Go: the lesson says no more than
                // `what_lessons_say_of_monte_carlo_is_so` tests.
                _ if command.starts_with("analyse go") => {
                    let board = |lines: &[&str]| -> Vec<String> {
                        lines
                            .iter()
                            .take_while(|line| !is_number(line))
                            .map(|&line| line.to_owned())
                            .collect()
                    };
                    assert_eq!(board(&output), board(&recorded), "{command}");
                    assert!(recorded.iter().any(is_number), "{command}");
                }
                Some((&"...", beginning)) => {
                    assert_eq!(output[..beginning.len()], *beginning, "{command}");
                }
                _ => assert_eq!(output, recorded, "{command}"),
            }
            compared += 1;
        }
    }
    assert!(compared >= 5, "{compared}");
}

#[test]
fn what_lessons_say_of_minimax_is_so() {
    let lesson_3 = lesson("value-of-a-state");
    assert_eq!(
        right(&lesson_3, "what-the-opponent-costs"),
        value("max min: ((8 (2 6)) ((4 5) 6))")
    );
    assert_eq!(value("max: ((8 (2 6)) ((4 5) 6))"), "8");
    // A leaf that is changed: its parent and the node above change, the root does not.
    assert_eq!(value("max: ((4 7) 6)"), "7");
    assert_eq!(value("max: ((8 (2 6)) ((4 7) 6))"), "8");
    let lesson_4 = lesson("minimax");
    assert_eq!(
        right(&lesson_4, "two-mins-value"),
        value("max min min: (((3 12) (8 2)) ((4 6) (14 5)))")
    );
    assert_eq!(
        value("max min max: (((3 12) (8 2)) ((4 6) (14 5)))"),
        "8",
        "another mistake than the lesson names"
    );
}

#[test]
fn what_lessons_say_of_alpha_beta_is_so() {
    let lesson_8 = lesson("alpha-beta");
    assert_eq!(right(&lesson_8, "seven-leaves"), leaves(CLASSIC, &[]));
    assert_eq!(leaves(CLASSIC, &["--order", "best"]), "5");
    for x in [-99, 0, 99] {
        let tree: Tree = format!("((3 12 8) (2 {x} {x}) (14 5 2))").parse().unwrap();
        let game = tree.for_engine().unwrap();
        assert_eq!(alpha_beta::value(&game, &game.start(), OPEN.0, OPEN.1), 3.0);
        assert_eq!(minimax::max_value(&game, &game.start()), 3.0);
    }
    // The smallest number at the root with which the 9 is cut.
    let cut = |root: i32| leaves(&format!("({root} (((3 9) 7) 8))"), &[]) == "4";
    let smallest = (-9..10).find(|&root| cut(root)).unwrap().to_string();
    let lesson_9 = lesson("what-a-cut-proves");
    assert_eq!(right(&lesson_9, "which-ancestor"), smallest);
    assert_eq!(right(&lesson_9, "last-of-the-ties"), value("min: (10 0)"));
    let bounds = json(["tree", "(10 (10 0))", "--format", "json"]);
    assert_eq!(
        bounds["best_moves"].as_array().map(Vec::len),
        Some(1),
        "the last of the ties is not among the best"
    );
}

#[test]
fn what_lessons_say_of_numbers_of_nodes_is_so() {
    let lesson_7 = lesson("why-search-fails");
    for told in ["2.55 x 10^154", "Whole plies by minimax in that time", "1,544,761", "1,677,160"] {
        assert!(lesson_7.contains(told), "{told}\n{lesson_7}");
    }
    let levels = |depth: u32| (0..=depth).map(|ply| 35_u64.pow(ply)).sum::<u64>();
    assert_eq!((levels(3), levels(4)), (44_136, 1_544_761));
    let finished = (1..9).take_while(|&depth| levels(depth) <= 1_000_000).count().to_string();
    assert_eq!(right(&lesson_7, "plies-by-minimax"), finished);
    let best = |depth: u32| 35_u64.pow(depth.div_ceil(2)) + 35_u64.pow(depth / 2) - 1;
    let best_levels = |depth: u32| (0..=depth).map(best).sum::<u64>();
    assert_eq!((best_levels(7), best_levels(8)), (1_677_160, 4_678_409));
    assert_eq!((1..9).take_while(|&depth| best_levels(depth) <= 1_000_000).count(), 6);
    assert_eq!(format!("{:.2}", 35f64.powi(50) / 1e77), "1.60");

    let lesson_10 = lesson("order");
    let measured = |plies: &str, row: &str| {
        let table = printed(["lab", "ordering", "-b", "5", "-m", plies]);
        let line = table.lines().find(|line| line.starts_with(row)).unwrap().to_owned();
        line[row.len()..].split_whitespace().next().unwrap().to_owned()
    };
    assert_eq!(right(&lesson_10, "the-least"), measured("6", "alpha-beta, best first"));
    for (plies, leaves) in [("2", "14"), ("4", "270"), ("6", "2516"), ("8", "31349")] {
        assert_eq!(measured(plies, "alpha-beta, random order"), leaves);
    }
    for (moves, factor) in [(5, "3.08"), (10, "5.06")] {
        assert_eq!(format!("{:.2}", pearl(moves)), factor);
    }
}

/// By how much each ply multiplies the leaves in a random order, in the limit: ξ/(1 - ξ), where ξ^b + ξ = 1.
fn pearl(moves: i32) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if middle.powi(moves) + middle < 1.0 { low = middle } else { high = middle }
    }
    low / (1.0 - low)
}

#[test]
fn what_lessons_say_of_chance_and_of_other_opponents_is_so() {
    let tree: Tree = "({1/2:8 1/2:4} {1/4:24 3/4:-4} 5)".parse().unwrap();
    let (game, mut second) = (tree.sides().unwrap(), tree.root());
    tree.play(&mut second, outplay::tree::Branch(1));
    assert_eq!(
        right(&lesson("chance"), "average-by-odds"),
        expectimax::value(&game, &second).to_string()
    );
    let lesson_5 = lesson("perfect-player");
    let p: f64 = right(&lesson_5, "when-to-deviate").parse().unwrap();
    let worth = |p: f64, of: [f64; 2]| (1.0 - p) * of[0].min(of[1]) + p * (of[0] + of[1]) / 2.0;
    assert_eq!(worth(p, [4.0, 5.0]), worth(p, [3.0, 20.0]));
    assert_eq!((worth(0.5, [4.0, 5.0]), worth(0.5, [3.0, 20.0])), (4.25, 7.25));
}

#[test]
fn what_lessons_say_of_evaluations_is_so() {
    let lesson_11 = lesson("evaluation");
    assert!(lesson_11.contains("for a loss  0.9\n"), "{lesson_11}");
    let root =
        |depth: &str| json(["tree", "A(B=9(-5 8) C=1(1 2))", "--depth", depth, "--format", "json"]);
    assert_eq!(
        (root("1p")["value"].to_string(), root("2p")["value"].to_string()),
        ("9.0".to_owned(), "1.0".to_owned())
    );
    // "Greater than 2" evaluates where 3 moves were made.
    let evaluated =
        (0..9).find(|&depth| outplay::textbook::pseudocode::h_minimax::is_deeper_than(2)(depth));
    assert_eq!(right(&lesson_11, "depth-greater-than"), evaluated.unwrap().to_string());
}

#[test]
fn what_lessons_say_of_bounds_and_of_many_agents_is_so() {
    let tree = "A(C=2(2 4 6) B=8(3 12 8) D=6(14 5 2))";
    assert_eq!([leaves(tree, &[]), leaves(tree, &["--order", "eval"])], ["9", "5"]);
    let dice = "({(2 2) (1 2)} {(0 2) (-1 0)})";
    let alpha_beta = ["--algorithm", "alpha-beta"];
    assert_eq!(leaves(&format!("payoffs -2 2: {dice}"), &alpha_beta), "5");
    assert_eq!(leaves(dice, &alpha_beta), "7");
    // One half is worth 0 at most, of the other one only the most that anything pays is known.
    let halves = [0, 2];
    let hope = halves.iter().sum::<i32>() / 2;
    let lesson_12 = lesson("evaluation-helps-pruning");
    assert_eq!(right(&lesson_12, "what-is-left-to-hope"), hope.to_string());
    let general = "(([5 1] [4 2]) ([9 8] [1 3]))";
    let found = |algorithm| {
        json(["tree", general, "--algorithm", algorithm, "--format", "json"])["value"].to_string()
    };
    assert_eq!(found("max-n"), "[9.0,8.0]");
    assert_eq!(found("paranoid"), "4.0");
    assert_eq!(right(&lesson("many-agents"), "what-is-won"), "9");
    assert!(printed(["analyse", "centipede"]).contains("score [4 1], exact: take"));
}

/// Positions of a kind with two white pieces, to move, against a black one: how many there are.
#[test]
fn what_lessons_say_of_tables_is_so() {
    let lesson_17 = lesson("pruning-books-tables");
    let (all, won, lost, drawn) = (98_016, 97_740, 15, 261);
    assert_eq!(won + lost + drawn, all);
    assert_eq!(
        format!("{:.4}", (f64::from(won) + 0.5 * f64::from(drawn)) / f64::from(all)),
        "0.9985"
    );
    assert!(lesson_17.contains("97,740"), "{lesson_17}");
    // The wave is what the tables say of every square.
    let folder = Folder::new("tables");
    let path = folder.file("");
    let build = ["table", "build", "checkers", "--pieces", "3", "--distance", "--folder", &path];
    assert!(run(build).status.success(), "tables of three pieces are built");
    let rows: Vec<Vec<&str>> = {
        let at = lesson_17.find("white kings against one black king").expect("the wave");
        let rows = lesson_17[at..].lines().skip(2).take(8);
        rows.map(|row| row.trim_start_matches('│').split_whitespace().collect()).collect()
    };
    let squares: Vec<&str> = rows.concat().into_iter().filter(|&word| word != ".").collect();
    assert_eq!(squares.len(), 32);
    for (square, told) in (1..).zip(squares) {
        if told != "K" {
            let position = format!("W:WK18,K23:BK{square}");
            let shown = printed(["table", "probe", "checkers", &position, "--folder", &path]);
            let first = shown.lines().next().unwrap_or("").to_owned();
            assert!(first.contains(&format!("wins in {told} pl")), "{square}: {first}");
        }
    }
    assert_eq!(right(&lesson_17, "beam-of-two"), value("((5 7) (4 6))"));
    assert_eq!(value("((5 7) (9 8) (4 6))"), "8");
}

#[test]
fn what_lessons_say_of_deepening_and_tic_tac_toe_is_so() {
    let lesson_15 = lesson("anytime-and-transpositions");
    let nodes = |b: f64, d: i32| (0..=d).map(|ply| b.powi(ply)).sum::<f64>();
    let all = (1..=6).map(|d| nodes(35.0, d)).sum::<f64>();
    assert_eq!(right(&lesson_15, "cost-of-deepening"), format!("{:.2}", all / nodes(35.0, 6)));
    assert!(lesson_15.contains("20 nodes as a tree, 10 as a graph"), "{lesson_15}");
    // Every ply of tic-tac-toe, as a tree and as positions.
    let game = outplay_games::tic_tac_toe::TicTacToe;
    let (mut tree, mut positions) = (vec![0_u64; 10], vec![0_u64; 10]);
    let mut row: std::collections::HashMap<_, u64> = [(game.start(), 1)].into();
    for ply in 0..10 {
        tree[ply] = row.values().sum();
        positions[ply] = row.len() as u64;
        let mut next = std::collections::HashMap::new();
        for (position, ways) in row {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves {
                let mut child = position;
                game.play(&mut child, mv);
                *next.entry(child).or_insert(0) += ways;
            }
        }
        row = next;
    }
    assert_eq!((tree.iter().sum::<u64>(), positions.iter().sum::<u64>()), (549_946, 5_478));
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons/15-anytime-and-transpositions.md"),
    )
    .unwrap();
    for (name, counts) in [("nodes of the tree", &tree), ("different positions", &positions)] {
        let points: Vec<String> =
            counts.iter().enumerate().map(|(ply, count)| format!("{ply},{count}")).collect();
        assert!(text.contains(&format!("points {name}: {}\n", points.join(" "))), "{points:?}");
    }
    let first = (0..10).find(|&ply| positions[ply] < tree[ply]).unwrap();
    assert_eq!(right(&lesson_15, "first-transposition"), first.to_string());
}

/// The visits of the moves that a search of Go prefers, best first.
fn visits(search: &str) -> Vec<u64> {
    let output = run(["analyse", "go:9x9", "E5 C3", "--search", search, "--lines", "5"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let of = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| word.starts_with("visits"))?;
        words[at - 1].replace(',', "").parse().ok()
    };
    text.lines().filter_map(of).collect()
}

#[test]
fn what_lessons_say_of_monte_carlo_is_so() {
    let lesson_18 = lesson("monte-carlo");
    assert!(lesson_18.contains("72% won"), "the race is told: {lesson_18}");
    let search =
        |priors: &str| format!("mcts:rule=puct,simulations=400,early-stop=off,priors={priors}");
    let (with, without) = (visits(&search("on")), visits(&search("off")));
    assert!(with[0] > 2 * with[1] && with[0] > 2 * without[0], "{with:?} {without:?}");
}

/// What the weights of lesson 11 are set against: its positions, their features and values, counted and solved anew.
#[test]
fn what_lessons_say_of_weights_is_so() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons/11-evaluation.md");
    let text = fs::read_to_string(file).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("position ")?.split_once(": "));
    let rows: Vec<(&str, Vec<i32>)> = rows
        .map(|(moves, numbers)| {
            (moves, numbers.split_whitespace().map(|number| number.parse().unwrap()).collect())
        })
        .collect();
    assert_eq!(rows.len(), 48);
    let folder = Folder::new("weights");
    let all: String = rows.iter().map(|(moves, _)| format!("{moves}\n")).collect();
    let solved = run(["solve", "connect-four", "--file", &folder.write("positions", &all)]);
    let solved = String::from_utf8(solved.stdout).unwrap();
    assert_eq!(solved.lines().count(), rows.len(), "{solved}");
    for ((moves, numbers), line) in rows.iter().zip(solved.lines()) {
        let exact: i32 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        let features = features(moves);
        assert_eq!(numbers[..], [&features[..], &[exact]].concat(), "{moves}");
    }
    for (weights, share) in [
        ([1, 0, 0, 0], "59.5"),
        ([0, 1, 0, 0], "64.3"),
        ([0, 0, 1, 0], "59.6"),
        ([0, 0, 0, 1], "56.6"),
        ([1, 1, 1, 1], "66.6"),
        ([9, 3, 1, 1], "70.8"),
    ] {
        assert_eq!(ordered(&rows, weights), share, "{weights:?}");
    }
    assert!(lesson("evaluation").contains("in the right order: 66.6%"));
}

/// Lines in which only one side has stones, three, two or one of them, and stones in the middle: the first player's minus the second one's.
fn features(moves: &str) -> [i32; 4] {
    let mut columns = vec![Vec::new(); 7];
    for (ply, column) in moves.bytes().enumerate() {
        columns[usize::from(column - b'1')].push(if ply % 2 == 0 { 1 } else { -1 });
    }
    let at = |x: i32, y: i32| -> Option<i32> {
        let inside = (0..7).contains(&x) && (0..6).contains(&y);
        inside.then(|| columns[x as usize].get(y as usize).copied().unwrap_or(0))
    };
    let mut features = [0, 0, 0, columns[3].iter().sum()];
    for (x, y) in (0..7).flat_map(|x| (0..6).map(move |y| (x, y))) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let line: Option<Vec<i32>> =
                (0..4).map(|step| at(x + step * dx, y + step * dy)).collect();
            let Some(line) = line else { continue };
            let (sum, stones): (i32, i32) =
                (line.iter().sum(), line.iter().map(|one| one.abs()).sum());
            if stones > 0 && sum.abs() == stones {
                features[(3 - stones) as usize] += sum.signum();
            }
        }
    }
    features
}

fn ordered(rows: &[(&str, Vec<i32>)], weights: [i32; 4]) -> String {
    let sum =
        |row: &[i32]| -> i32 { row.iter().zip(weights).map(|(one, weight)| one * weight).sum() };
    let (mut right, mut all) = (0.0, 0.0);
    for (index, (_, one)) in rows.iter().enumerate() {
        for (_, other) in rows[..index].iter().filter(|(_, other)| other[4] != one[4]) {
            let product = (sum(one) - sum(other)) * (one[4] - other[4]);
            right += if product == 0 { 0.5 } else { f64::from(product > 0) };
            all += 1.0;
        }
    }
    format!("{:.1}", 100.0 * right / all)
}
