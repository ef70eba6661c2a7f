//! `outplay solve`, as it is used.

mod common;

use std::ffi::{OsStr, OsString};

use common::{Scratch, complaint, printed, run};

/// The command that solves a file with this content.
fn solving(file: &Scratch) -> Vec<OsString> {
    let words = ["solve", "connect-four", "--table", "8", "--file"];
    words.iter().map(OsStr::new).chain([file.0.as_os_str()]).map(OsStr::to_owned).collect()
}

#[test]
fn a_position_is_drawn_scored_and_counted() {
    let text = printed(["solve", "connect-four", "444444331", "--table", "8"]);
    assert!(text.starts_with(". . . O . . .\n"), "{text}");
    assert!(text.contains("\nscore 0: a draw\nbest move "), "{text}");
    assert!(text.contains("\n714,547 positions in "), "{text}");
}

#[test]
fn every_move_gets_its_score() {
    let text = printed(["solve", "connect-four", "4444443311", "--moves", "--table", "8"]);
    let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("move ")).collect();
    assert_eq!(moves.len(), 6, "column 4 is full: {text}");
    assert!(moves.iter().any(|line| line.ends_with("(best)")), "{text}");
}

/// By the book that comes with the game; without it, the empty board takes a minute.
#[test]
fn the_empty_board_is_answered_at_once() {
    let text = printed(["solve", "connect-four", "--moves", "--table", "1"]);
    let scores: Vec<&str> = text
        .lines()
        .filter_map(|line| Some(line.strip_prefix("move ")?.split_once(':')?.0))
        .collect();
    assert_eq!(scores, ["1   -2", "2   -1", "3    0", "4   +1", "5    0", "6   -1", "7   -2"]);
    assert!(text.contains("\nscore +1: the player to move wins with their last stone\n"), "{text}");
    assert!(text.contains("\n0 positions in 0."), "{text}");
    let text = printed(["solve", "connect-four", "--table", "1"]);
    assert!(text.contains("\n0 positions in 0."), "{text}");
}

/// Positions that are not in the book are searched as if there were none.
#[test]
fn the_book_costs_nothing_elsewhere() {
    for position in ["444444331", "5554443321"] {
        let solve = ["solve", "connect-four", position, "--table", "8"];
        let count = |text: String| {
            text.lines().last().and_then(|line| line.split(' ').next()?.parse::<String>().ok())
        };
        let without = printed(solve.iter().copied().chain(["--no-book"]));
        assert_eq!(count(printed(solve)), count(without));
    }
}

/// A position with one best move, and all that follows from it.
#[test]
fn the_best_move_is_named_with_its_line() {
    let text = printed(["solve", "tic-tac-toe", "XX.OO....", "--table", "1"]);
    assert!(text.contains("the player to move wins in 1 ply\nbest move c3\n"), "{text}");
    let text = printed(["solve", "tic-tac-toe", "X...O...X", "--table", "1"]);
    let line = text.lines().find_map(|line| line.strip_prefix("best move ")).expect("a move");
    assert_eq!(line.replace(", then", "").split(' ').count(), 6, "to the end: {text}");
}

#[test]
fn games_that_know_nothing_are_solved_by_the_rules() {
    let text = printed(["solve", "tic-tac-toe", "X...O...X", "--moves", "--table", "1"]);
    assert!(text.contains("score 0: a draw\n"), "{text}");
    assert!(text.contains("move c3  -#4: the player to move loses in 4 plies\n"), "{text}");
}

#[test]
fn weak_solving_tells_only_who_wins() {
    let text = printed(["solve", "connect-four", "44444433", "--weak", "--table", "1"]);
    assert!(text.contains("score +1: the player to move wins\n"), "{text}");
    let file = Scratch::new("solve-weak", b"\n44444433 16\n\n");
    let mut arguments = solving(&file);
    arguments.push("--weak".into());
    assert_eq!(run(arguments).status.code(), Some(0), "16 is a win");
}

#[test]
fn a_file_is_solved_line_by_line_and_compared() {
    let file = Scratch::new("solve-right", b"44444433 16\n444444331\n");
    let output = run(solving(&file));
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("44444433 16 2 "), "{text}");
    assert!(lines[1].starts_with("444444331 0 714547 "), "{text}");

    let file = Scratch::new("solve-wrong", b"# a comment\n44444433 15\n");
    let output = run(solving(&file));
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.starts_with("outplay: line 2: the score is 16, the file says 15\n")
            && errors.ends_with("outplay: a score differs from the file\n"),
        "{errors}"
    );
}

#[test]
fn bad_positions_and_files_are_told_what_is_wrong() {
    for (arguments, message) in [
        (["connect-four", "48"], "move 2: `8` is no column, they are 1 to 7"),
        (["connect-four", "4444444"], "move 7: column 4 is full"),
        (["connect-four", "1212121"], "the game is over: there is nothing to solve"),
        (
            ["tic-tac-toe", "XX......."],
            "2 X and 0 O cannot be: X begins, so there are as many or one more",
        ),
        (["connect4", ""], "there is no game `connect4`: did you mean connect-four?"),
    ] {
        assert_eq!(complaint([&["solve"], &arguments[..]].concat()), message);
    }
    let told = complaint(["solve", "connect-four", "--file", "/no/such/file"]);
    assert!(told.starts_with("cannot read /no/such/file: "), "{told}");
    let file = Scratch::new("solve-bad", b"4\xff\n");
    let told = complaint(solving(&file));
    assert!(told.ends_with("line 1: it is not UTF-8 text"), "{told}");
    let file = Scratch::new("solve-long", &vec![b'4'; 2_000]);
    let told = complaint(solving(&file));
    assert!(told.ends_with("line 1: it has more than 1000 bytes"), "{told}");
}

#[test]
fn an_othello_board_may_begin_with_a_hyphen_and_have_its_side_apart() {
    let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X---";
    let text = printed(["solve", "othello", board, "O", "--table", "1"]);
    assert!(text.contains("score +2: the player to move wins by 2 discs\n"), "{text}");
    let text = printed(["solve", "othello", "--table", "1", &format!("{board}O"), "--moves"]);
    assert!(text.contains("move g8   +2: the player to move wins by 2 discs (best)\n"), "{text}");
    let told = complaint(["solve", "othello", board, "--table", "1"]);
    assert!(told.contains("the player to move is missing"), "{told}");
}

/// A game that may go on without end is no reason to say that somebody stopped the search.
#[test]
fn what_cannot_be_solved_is_told_why() {
    let told = complaint(["solve", "pacman", "--table", "1"]);
    assert!(
        told.starts_with(
            "it cannot be solved: from here a game may go on for more than 1000 moves"
        ),
        "{told}"
    );
}

/// Where nobody looks at a terminal, something is said every ten seconds.
#[test]
fn a_long_search_is_not_silent() {
    use std::io::{BufRead, BufReader};
    let mut child = common::started(&["solve", "chess", "--table", "1"]);
    let told = BufReader::new(child.stderr.take().expect("piped")).lines().next();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let told = told.expect("a line").expect("UTF-8");
    assert!(told.starts_with("outplay: 1") && told.ends_with(" positions"), "{told}");
}

/// Where chance moves, every position is looked at again and again.
#[test]
fn a_game_of_dice_is_solved() {
    let text = printed(["solve", "pig:20", "--moves"]);
    assert!(text.contains(" of the games\nbest move roll\nmove roll"), "{text}");
    // The die is in the air: five of six throws win.
    let thrown = printed(["solve", "pig:20", "18:0+0/1*"]);
    assert!(thrown.contains("the first player wins 9"), "{thrown}");
    assert!(!thrown.contains("best move"), "{thrown}");
    assert!(
        !printed(["solve", "pig:20"]).contains("\nmove "),
        "only where every move is asked for"
    );
    let told = complaint(["solve", "pig:20", "--file", "-"]);
    assert!(told.starts_with("--file: chance moves in pig:20"), "{told}");
    let told = complaint(["solve", "2048"]);
    assert!(told.starts_with("`value-iteration` takes games of two players with chance"), "{told}");
}

/// A proof has a line to its end; and a game without an end in sight says how far it is.
#[test]
fn a_proof_is_told_with_its_line() {
    let mate = "k7/8/2K5/8/8/8/7Q/8 w - - 0 1";
    let text = printed(["solve", "chess", mate, "--proof", "--table", "1"]);
    let (_, plies) = text.split_once(": the player to move wins in ").expect(&text);
    let plies: usize = plies.split(' ').next().expect("a number").parse().expect(&text);
    let line = text.lines().find(|line| line.starts_with("best move ")).expect("a line");
    assert_eq!(line.split_whitespace().count(), plies + 3, "{line}: best move A, then B C");
    assert!(plies % 2 == 1 && line.ends_with('#'), "{line}");
    let text = printed(["solve", "tic-tac-toe", "--proof", "--table", "1"]);
    assert!(text.contains("\nscore 0: a draw\nbest move "), "{text}");
    let asked = ["solve", "othello:4x4", "--proof", "--table", "1", "--at-least", "-10"];
    assert!(printed(asked).contains("\nscore >= -10\n"), "{}", printed(asked));
    let object = common::json(["solve", "connect-four:5x4", "--proof", "--format", "json"]);
    assert_eq!((object["search"].as_str(), object["score"].as_f64()), (Some("df-pn"), Some(0.0)));
}

#[test]
fn what_is_not_proven_is_told_why() {
    let proof = |game: &'static str| ["solve", game, "--proof"];
    assert_eq!(complaint(proof("pig")), "--proof: chance moves in pig");
    for game in ["rolit", "centipede"] {
        let told = complaint(proof(game));
        let sentence = format!(
            "--proof: {game} is no game of two players in which one wins what the other loses"
        );
        assert_eq!(told, sentence);
    }
    let told = complaint(proof("chess").into_iter().chain(["--at-least", "2"]));
    assert!(told.ends_with("at least 1 is a win, at least 0 a draw, and 2 is neither"), "{told}");
    let told = complaint(proof("chess").into_iter().chain(["--threads", "2"]));
    assert_eq!(told, "--threads: proof-number search has one thread");
    let told = complaint(["solve", "chess", "--at-least", "1"]);
    assert!(told.contains("--proof"), "{told}");
}
