//! The page about JSON has an example of everything that is printed, and each has the fields of what is really printed.

mod common;

use std::collections::BTreeSet;

use common::run;
use serde_json::Value as Json;

const PAGE: &str = include_str!("../../../docs/json.md");

/// What a command prints as JSON. A match says on standard error how far it is.
fn printed(arguments: &[&str]) -> Json {
    let output = run(arguments.iter().chain(&["--format", "json"]));
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {errors}"))
}

/// The first example below a heading.
fn example(heading: &str) -> Json {
    let (_, below) = PAGE
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("there is no `{heading}` in docs/json.md"));
    let (_, begun) = below.split_once("```json\n").expect("an example");
    let (text, _) = begun.split_once("```").expect("its end");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{heading}: {error}\n{text}"))
}

/// Compares fields, all the way down; of arrays, the first elements.
fn check(place: &str, told: &Json, printed: &Json) {
    match (told, printed) {
        (Json::Object(told), Json::Object(printed)) => {
            let names = |object: &serde_json::Map<String, Json>| {
                object.keys().cloned().collect::<BTreeSet<String>>()
            };
            assert_eq!(names(told), names(printed), "{place}");
            told.iter().for_each(|(name, told)| {
                check(&format!("{place}.{name}"), told, &printed[name]);
            });
        }
        (Json::Array(told), Json::Array(printed)) => {
            if let (Some(told), Some(printed)) = (told.first(), printed.first()) {
                check(&format!("{place}[]"), told, printed);
            }
        }
        (Json::Null, _) | (_, Json::Null) => {}
        (told, printed) => {
            let kind = |value: &Json| (value.is_number(), value.is_string(), value.is_boolean());
            assert_eq!(kind(told), kind(printed), "{place}: {told} and {printed}");
        }
    }
}

#[test]
fn the_page_about_json_is_true() {
    let tree = "((3 12 8) (2 x y) (14 5 2))";
    let both = ["tic-tac-toe", "textbook:depth=9", "engine:depth=9"];
    let pacman = ["pacman", "-l", "tiny", "--seed", "1"];
    let examples: [(&str, Vec<&str>); 11] = [
        ("## `outplay tree ... --format json`", vec!["tree", tree]),
        ("### `--compare`", vec!["tree", tree, "--compare"]),
        (
            "## `outplay lab ordering ... --format json`",
            vec!["lab", "ordering", "-b", "5", "-m", "6"],
        ),
        ("## `outplay policy GAME --format json`", vec!["policy", "tic-tac-toe"]),
        ("## `outplay games --format json`", vec!["games", "tic-tac-toe"]),
        ("## `outplay pacman --values --format json`", vec!["pacman", "-l", "tiny", "--values"]),
        ("## `outplay pacman --games N --format json`", [&pacman[..], &["--games", "2"]].concat()),
        (
            "## `outplay analyse GAME ... --format json`",
            vec!["analyse", "othello", "--depth", "4", "--lines", "2"],
        ),
        (
            "## `outplay solve GAME ... --format json`",
            vec!["solve", "chess", "k7/8/2K5/8/8/8/7Q/8 w - - 0 1", "--proof", "--table", "1"],
        ),
        (
            "## `outplay match ... --format json`",
            [&["match"], &both[..], &["--rounds", "2", "--openings", "random=2"]].concat(),
        ),
        ("## `outplay match stats ... --format json`", vec!["match", "stats", "10", "5", "7"]),
    ];
    for (heading, arguments) in examples {
        let printed = printed(&arguments);
        check(heading, &example(heading), &printed);
        let one = printed.get(0).unwrap_or(&printed);
        assert_eq!(one["version"], 1, "{heading}");
    }
    let traced = printed(&["tree", tree, "--trace"]);
    let steps = traced["trace"].as_array().expect("steps");
    let update = steps.iter().find(|step| step["event"] == "update").expect("an update");
    check("### `--trace`", &example("### `--trace`"), update);
}
