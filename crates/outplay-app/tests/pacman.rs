//! `outplay pacman` and `outplay demo`, as a user meets them.

mod common;

use common::{Folder, Scratch, complaint, json, printed};

#[test]
fn games_are_seeded() {
    let play = |seed: &str| {
        let arguments = [
            "pacman",
            "-l",
            "ring",
            "--pacman",
            "alpha-beta:3",
            "--games",
            "5",
            "--format",
            "json",
            "--seed",
        ];
        let mut found = json(arguments.into_iter().chain([seed]));
        for key in ["generated_per_second", "seed"] {
            found.as_object_mut().unwrap().remove(key);
        }
        found
    };
    assert_ne!(play("1"), play("2"));
    assert_eq!(play("1"), play("1"));
    assert_eq!(play("1")["games"], 5);
}

#[test]
fn values_are_those_of_the_search() {
    let found = json([
        "pacman",
        "-l",
        "corridor",
        "--values",
        "--algorithm",
        "alpha-beta",
        "--prune",
        "strict",
        "--depth",
        "2r",
        "--evaluation",
        "score",
        "--format",
        "json",
    ]);
    assert_eq!(found["value"], 8.0);
    assert_eq!(found["best_moves"], serde_json::json!(["West", "Stop"]));
    // The root, 3 moves, and 2 + 3 + 3 after them. Two pairs are one position each: (West, Stop) and (Stop, West), which end
    // at the eaten dot looking west, and (Stop, East) and (East, Stop).
    assert_eq!(found["counts"]["generated"], 12);
    assert_eq!(found["counts"]["distinct"], 10);
    assert_eq!(found["position"]["food_left"], 2);

    let found = json(["pacman", "-l", "corridor", "--values", "--no-stop", "--format", "json"]);
    assert_eq!(found["best_moves"], serde_json::json!(["West"]));
    assert_eq!(found["counts"]["generated"], 6);
}

#[test]
fn a_printed_position_can_be_read_again() {
    let moves = ["pacman", "-l", "tiny", "--moves", "North,East,Stop,East", "--format", "json"];
    let position = json(moves);
    assert_eq!((&position["score"], &position["turn"]), (&(-2).into(), &0.into()));
    let text = position["text"].as_str().unwrap();
    let file = Scratch::new("position", text.as_bytes());
    let again =
        json(["pacman", "-l", "tiny", "--position", file.0.to_str().unwrap(), "--format", "json"]);
    assert_eq!(again, position);
}

#[test]
fn a_recorded_game_is_shown_again() {
    let folder = Folder::new("record");
    let path = &folder.file("games")[..];
    let play = ["pacman", "-l", "ring", "--pacman", "alpha-beta:3", "--games", "2", "--record"];
    printed(play.into_iter().chain([path]));
    let shown = printed(["pacman", "--replay", path]);
    assert!(shown.starts_with("%%%%%%%%%\n%...o...%"), "{shown}");
    assert!(shown.ends_with("2 games, 2 won\n"), "{shown}");
}

#[test]
fn a_game_that_is_watched_is_shown() {
    let shown = printed(["pacman", "-l", "corridor", "--pacman", "reflex", "--watch"]);
    assert!(shown.contains("%>       .%\n%"), "{shown}");
    assert!(shown.contains("won"), "{shown}");
}

#[test]
fn what_is_wrong_is_said() {
    for (arguments, told) in [
        (
            vec!["-l", "nowhere"],
            "there is no layout `nowhere`, nor a file of that name; the layouts are small,",
        ),
        (vec!["--pacman", "clever"], "there is no Pacman `clever`"),
        (vec!["--ghosts", "minimax:0"], "`0` is no depth of minimax"),
        (
            vec!["-l", "tiny", "--moves", "East,East,South"],
            "--moves: move 3 of `East,East,South`: Pacman cannot go South",
        ),
        (vec!["--values", "--depth", "two"], "`two` is no depth"),
        (vec!["--values", "--games", "5"], "--games is for games, and has no effect with --values"),
        (vec!["--pause", "5"], "--pause goes with --watch and --replay"),
        (vec!["--replay", "/dev/null"], "line 1: this is no record of Pacman"),
        (vec!["--record", "/nowhere/games"], "cannot write /nowhere/games: "),
        (vec!["--record", "/"], "cannot write /: it is no regular file"),
        (vec!["--record", "/dev/null", "--force"], "cannot write /dev/null: it is no regular file"),
        (vec!["--force"], "--force goes with --record"),
    ] {
        let said = complaint(["pacman"].into_iter().chain(arguments));
        assert!(said.contains(told), "{said}");
    }
    let bad = Scratch::new("layout", b"%%%%\n%Px%\n%%%%\n");
    let said = complaint(["pacman", "-l", bad.0.to_str().unwrap()]);
    assert!(said.contains("line 2, column 3: `x` means nothing in a layout"), "{said}");
}

#[test]
fn the_lectures_are_shown() {
    let shown = printed(["demo", "thrashing", "--games", "5"]);
    assert!(shown.contains("West, East       8.0  best"), "{shown}");
    assert!(shown.contains("Stop, West       8.0  best"), "{shown}");
    let shown = printed(["demo", "thrashing-fixed"]);
    assert!(shown.contains("the first dot is eaten after 1 move, all after 9 moves"), "{shown}");
    let shown = printed(["demo", "min-vs-exp", "--games", "20"]);
    assert!(shown.contains("minimax     West first: it expects -501.0"), "{shown}");
    let asked = printed(["demo", "mystery", "--seed", "1"]);
    assert!(asked.contains("Your guess?") && !asked.contains("The point"), "{asked}");
    let shown = printed(["demo", "mystery", "--seed", "1", "--guess", "minimax"]);
    assert!(shown.starts_with("No. He is reflex"), "{shown}");
    let shown = printed(["demo", "mystery", "--seed", "1", "--guess", "reflex"]);
    assert!(shown.starts_with("Right! He is reflex"), "{shown}");
    assert!(shown.contains("of his 20 moves, 20 are those of reflex"), "{shown}");
    assert!(shown.contains("17 of them (minimax:3"), "{shown}");
    assert!(printed(["demo", "depth", "--games", "2"]).contains("The point: "));
}

#[test]
fn the_belief_alone_makes_ghosts_work_together() {
    let shown = printed(["demo", "coordination", "--games", "60"]);
    assert!(shown.contains("The point: "), "{shown}");
    // The upper end of one interval is below the lower end of the other.
    let interval = |row: &str| -> [f64; 2] {
        let line = shown.lines().find(|line| line.starts_with(row)).expect("a row");
        let inside = line.split(['(', ')']).nth(1).expect("an interval");
        let mut ends =
            inside.split(" to ").map(|end| end.trim_end_matches('%').parse().expect("%"));
        [ends.next().expect("two"), ends.next().expect("two")]
    };
    let [together, alone] =
        [interval("the other minimises"), interval("the other moves at random")];
    assert!(together[0] > alone[1], "{shown}");
}
