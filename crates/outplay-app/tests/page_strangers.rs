//! The page with games that nobody here has written: one player, three and four, chance, no board, and rules that panic.

mod common;
#[path = "common/strangers.rs"]
mod strangers;

use common::browser::{Browser, LEFT, RIGHT, Server, Setup};
use common::socket::{Session, lab};
use serde_json::{Value as Json, json};

#[test]
#[ignore = "the program with other games, which the tests beside it run"]
fn serve_strangers() {
    if std::env::var_os(Server::STRANGERS).is_some() {
        strangers::serve();
    }
}

/// The server with other games. It is this very program, told to run the test above.
fn served() -> Server {
    Server::strangers("serve_strangers")
}

fn names(list: &Json) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect()
}

#[test]
fn every_game_is_told_with_its_seats_and_searches() {
    let server = served();
    let mut session = Session::open(server.host());
    let answer = session.ask("games", json!({}));
    let games = answer["games"].as_array().expect("games");
    let about = |name: &str| games.iter().find(|one| one["name"] == name).expect("it is there");
    assert_eq!(answer["films"], json!([]), "the demonstrations are of a game that is not here");
    let seats: Vec<usize> = games.iter().map(|one| names(&one["seats"]).len()).collect();
    assert_eq!(seats, [4, 3, 1, 2, 1, 2, 1, 2]);
    assert_eq!(about("dice")["axes"], json!({ "players": 2, "chance": true, "zero_sum": false }));
    assert_eq!(names(&about("coins")["searches"]), ["max-n", "paranoid", "expectimax", "mcts"]);
    assert_eq!(names(&about("sow")["searches"])[..2], ["engine", "solver"]);
    assert_eq!(about("sow")["usual_search"], "engine");
    assert_eq!((&about("sow")["bar"], &about("coins")["bar"]), (&json!(true), &json!(false)));
    assert_eq!((&about("dice")["board"], &about("coins")["board"]), (&json!(true), &json!(false)));
}

#[test]
fn an_empty_name_is_the_first_game() {
    let server = served();
    let mut session = Session::open(server.host());
    let shown = session.ask("show", json!({ "game": "", "moves": ["At(1,1)"] }));
    assert_eq!((&shown["game"], &shown["turn"]), (&json!("corners"), &json!(1)));
    assert_eq!(shown["board"]["lines"].as_array().map(Vec::len), Some(8));
    assert_eq!(shown["board"]["pieces"][0]["shape"], "stone");
    // Names of moves may have commas in them, and are still read from a line of text.
    let read = session.ask("read", json!({ "game": "corners", "text": shown["position"] }));
    assert_eq!(read["moves"], json!(["At(1,1)"]), "{read}");
    let read = session.ask("read", json!({ "game": "", "text": "At(1,1), At(0,2),At(2,2)" }));
    assert_eq!(read["moves"], json!(["At(1,1)", "At(0,2)", "At(2,2)"]), "{read}");
}

#[test]
fn payoffs_are_told_for_each_player() {
    let server = served();
    let mut session = Session::open(server.host());
    let shown =
        session.ask("show", json!({ "game": "coins", "moves": ["1", "3", "1", "1", "2", "2"] }));
    assert_eq!(shown["result"], "Player 2 wins with 5", "{shown}");
    assert_eq!(shown["payoffs"], json!([2.0, 5.0, 3.0]));
    assert_eq!((&shown["bar"], &shown["turn"]), (&Json::Null, &Json::Null));
    let shared =
        session.ask("show", json!({ "game": "coins", "moves": ["3", "3", "1", "1", "1", "1"] }));
    assert_eq!(shared["result"], "Player 1 and Player 2 share the win with 4 each", "{shared}");
    let alone = session.ask("show", json!({ "game": "climb", "moves": ["Two", "One"] }));
    assert_eq!(alone["result"], "The game is over with 8", "{alone}");
    assert!(
        alone["picture"].as_str().is_some_and(|text| text.contains("after Two One")),
        "{alone}"
    );
    let held = json!(["Roll", "Shows(6)", "Roll", "Shows(5)", "Hold"]);
    let won = session.ask("show", json!({ "game": "dice", "moves": held }));
    assert_eq!(won["result"], "Player 1 wins", "a game that is won or lost needs no numbers");
    let written =
        session.ask("write", json!({ "game": "coins", "moves": ["1", "3"], "players": ["A"] }));
    assert_eq!((&written["position"], &written["moves"]), (&json!("1 3"), &json!("1 3")));
}

#[test]
fn the_server_has_the_dice() {
    let server = served();
    let mut session = Session::open(server.host());
    let shown = session.ask("show", json!({ "game": "dice", "moves": ["Roll"] }));
    assert_eq!((&shown["turn"], &shown["moves"][0]["odds"]), (&json!("chance"), &json!(1.0 / 6.0)));
    let mut seen: Vec<String> = (0..60)
        .map(|_| session.ask("roll", json!({ "game": "dice", "moves": ["Roll"] })))
        .map(|answer| answer["move"].as_str().expect("a move").to_owned())
        .collect();
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= 4, "{seen:?}");
    let player = json!({ "kind": "engine", "depth": 2 });
    for (ask, body, told) in [
        ("roll", json!({ "game": "dice" }), "chance does not move here"),
        ("roll", json!({ "game": "coins", "moves": ["1"] }), "chance does not move here"),
        ("analyse", json!({ "game": "dice", "moves": ["Roll"] }), "chance moves here"),
        (
            "choose",
            json!({ "game": "dice", "moves": ["Roll"], "player": player }),
            "chance moves here",
        ),
        ("review", json!({ "game": "dice", "moves": ["Roll"] }), "this game has no evaluation bar"),
    ] {
        let error = session.ask(ask, body.clone())["error"].clone();
        assert!(error.as_str().is_some_and(|one| one.starts_with(told)), "{ask} {body}: {error}");
    }
}

#[test]
fn the_best_search_of_a_game_plays_it() {
    let server = served();
    let mut session = Session::open(server.host());
    let mut choose = |game: &str, moves: Json, player: Json| {
        session.ask("choose", json!({ "game": game, "moves": moves, "player": player }))
    };
    let time = json!({ "kind": "engine", "time": 5_000 });
    // Three coins are left: max-n takes them all.
    let answer = choose("coins", json!(["3", "3", "1"]), time.clone());
    assert_eq!((&answer["move"], &answer["note"]), (&json!("3"), &Json::Null), "{answer}");
    for search in ["paranoid", "expectimax"] {
        let player = json!({ "kind": "engine", "search": search, "time": 5_000 });
        assert_eq!(choose("coins", json!(["3", "3", "1"]), player)["move"], "3", "{search}");
    }
    assert_eq!(choose("climb", json!(["One"]), time.clone())["move"], "Two");
    assert_eq!(choose("sow", json!([]), time)["move"], "0", "by the engine");
    // Without an evaluation, nothing can be said two plies deep.
    let answer = choose("coins", json!([]), json!({ "kind": "engine", "depth": 2 }));
    let note = answer["note"].as_str().unwrap_or("");
    assert!(answer["move"].is_string() && note.contains("without an evaluation"), "{answer}");
    let answer = choose("coins", json!([]), json!({ "kind": "engine", "search": "engine" }));
    assert!(
        answer["error"].as_str().is_some_and(|told| told.contains("max-n, paranoid")),
        "{answer}"
    );
}

#[test]
fn moves_are_valued_for_each_player() {
    let server = served();
    let mut session = Session::open(server.host());
    let id = session.send("analyse", json!({ "game": "coins", "moves": ["3", "3", "1"] }));
    let lines = session.until(|one| one["id"] == id && one["event"] == "lines");
    let best = &lines["lines"][0];
    assert_eq!(
        (&best["move"], &best["told"], &best["brief"]),
        (&json!("3"), &json!("[6 3 1]"), &json!("+6"))
    );
    assert_eq!((&best["trust"], &best["bar"]), (&json!("exact"), &Json::Null));
    assert_eq!(names(&lines["lines"]).len(), 0);
    let moves: Vec<&Json> =
        lines["lines"].as_array().expect("lines").iter().map(|one| &one["score"]).collect();
    assert_eq!(moves.len(), 3);
    assert!(moves.windows(2).all(|pair| pair[0].as_f64() >= pair[1].as_f64()), "{lines}");
    session.until(|one| one["id"] == id && one["event"] == "done");
}

#[test]
fn rules_that_panic_end_one_question_with_a_sentence() {
    let server = served();
    let mut session = Session::open(server.host());
    let told = "the rules of trap panicked: nobody has thought of 2";
    for (ask, body) in [
        ("show", json!({ "game": "trap", "moves": ["2"] })),
        ("read", json!({ "game": "trap", "text": "1 2" })),
        ("write", json!({ "game": "trap", "start": "1 2" })),
        ("roll", json!({ "game": "trap", "moves": ["2"] })),
        ("analyse", json!({ "game": "trap" })),
        ("choose", json!({ "game": "trap", "player": { "kind": "engine", "depth": 3 } })),
        ("review", json!({ "game": "trap", "moves": ["1"] })),
    ] {
        assert_eq!(session.ask(ask, body)["error"], told, "{ask}");
        let shown = session.ask("show", json!({ "game": "trap", "moves": ["1"] }));
        assert_eq!(shown["turn"], 1, "the session goes on: {shown}");
    }
    for (part, body) in [
        ("real", json!({ "game": "trap", "order": "given" })),
        ("compare", json!({ "game": "trap", "moves": "2" })),
    ] {
        assert_eq!(lab(server.host(), part, &body)["error"], told, "{part}");
    }
    let answer =
        session.ask("choose", json!({ "game": "sow", "player": { "kind": "engine", "depth": 3 } }));
    assert!(answer["move"].is_string(), "others still search: {answer}");
}

#[test]
fn the_lab_takes_games_of_every_kind() {
    let server = served();
    let real = |fields: Json| lab(server.host(), "real", &fields);
    let root = real(json!({ "game": "coins", "moves": "3 3", "depth": 6, "order": "given" }));
    assert_eq!(root["about"]["algorithm"], "max-n", "{root}");
    assert_eq!(
        (&root["node"]["turn"], &root["node"]["value"]),
        (&json!("Player 3"), &json!("= [4 3 3]"))
    );
    let root = real(
        json!({ "game": "coins", "moves": "3 3", "depth": 6, "order": "given", "algorithm": "paranoid" }),
    );
    assert_eq!((&root["node"]["turn"], &root["node"]["value"]), (&json!("MAX"), &json!("= 3")));
    let told = real(json!({ "game": "coins", "depth": 2, "order": "given" }))["error"].clone();
    assert!(told.as_str().is_some_and(|told| told.contains("without an evaluation")), "{told}");
    // The first game, if none is named.
    let root = real(
        json!({ "moves": "At(1,1) At(0,0) At(2,0) At(0,2) At(2,2) At(1,0)", "depth": 3, "order": "given" }),
    );
    assert_eq!(root["node"]["turn"], "Player 3", "{root}");
    let compared =
        lab(server.host(), "compare", &json!({ "game": "coins", "moves": "3 3", "plies": 6 }));
    let rows = compared["rows"].as_array().expect("rows");
    assert_eq!(
        (&rows[0]["algorithm"], &rows[0]["value"]),
        (&json!("max-n"), &json!("[4 3 3]")),
        "{compared}"
    );
    let refused = rows.iter().filter(|row| row["reason"].is_string()).count();
    assert_eq!(refused, 3, "without an evaluation there is no order by it: {compared}");
}

/// A browser and such a server, or nothing where there is no browser.
fn opened() -> Option<(Browser, Server)> {
    Some((Browser::open(Setup::default())?, served()))
}

/// Opens a game, and waits until it is there.
fn go(browser: &Browser, server: &Server, rest: &str) {
    browser.go("about:blank");
    browser.go(&format!("{}/#play/{rest}", server.address));
    browser.until(
        "the list of games is there",
        "return document.querySelectorAll('#game option').length === 8",
    );
    browser.until(
        "a position is shown",
        "return document.getElementById('status').textContent !== ''",
    );
}

fn has_played(browser: &Browser, moves: usize) {
    browser.until(
        &format!("{moves} moves are played"),
        &format!("return document.querySelectorAll('#moves li').length === {moves}"),
    );
}

fn status_is(browser: &Browser, text: &str) {
    browser.until(
        text,
        &format!("return document.getElementById('status').textContent.startsWith('{text}')"),
    );
}

fn quiet(browser: &Browser) {
    assert_eq!(browser.console(), [""; 0], "nothing is written to the console");
}

const ALL_BY_HAND: &str = "first=human&second=human&third=human&fourth=human";

#[test]
fn four_players_put_stones_on_points() {
    let Some((browser, server)) = opened() else { return };
    go(&browser, &server, "");
    assert_eq!(browser.count(".seats select"), 4, "a list for each seat of the first game");
    go(&browser, &server, &format!("corners?{ALL_BY_HAND}"));
    assert_eq!((browser.count(".board .way"), browser.count(".board .cell")), (8, 9));
    for (number, (x, y)) in [(1, 1), (0, 0), (2, 0), (0, 2), (2, 2)].into_iter().enumerate() {
        browser.click(&format!(".cell[data-x=\"{x}\"][data-y=\"{y}\"]"));
        has_played(&browser, number + 1);
    }
    let colours = "return new Set([...document.querySelectorAll('.piece .fill')].map((one) => getComputedStyle(one).fill)).size";
    assert_eq!(browser.run(colours, &json!([])), 4, "a colour for each seat");
    // Names with commas survive a reload.
    browser.until(
        "the address is written",
        "return decodeURIComponent(location.hash).split('At').length === 6",
    );
    browser.reload();
    has_played(&browser, 5);
    assert_eq!(browser.count(".bar:not(.hidden)"), 0, "no bar says who of four is ahead");
    browser.screenshot("strangers-corners");
    quiet(&browser);
}

#[test]
fn moves_without_a_board_are_buttons() {
    let Some((browser, server)) = opened() else { return };
    go(&browser, &server, &format!("coins?moves=3,3,1&{ALL_BY_HAND}"));
    browser.until("there are buttons", "return document.querySelectorAll('.choice').length === 3");
    assert!(browser.text("#picture").contains("after 3 3 1: Player 1 to move"));
    browser.click("#analysis");
    browser.until(
        "buttons have scores",
        "return document.querySelector('.choice[data-move=\"3\"] .score.exact')?.textContent === '[6 3 1]'",
    );
    browser.screenshot("strangers-coins");
    browser.click(".choice[data-move=\"3\"]");
    status_is(&browser, "Player 1 wins with 6");
    assert_eq!(browser.text("#payoffs"), "Player 1 6 · Player 2 3 · Player 3 1");
    // The others are played by the best search there is.
    go(&browser, &server, "coins");
    browser.click(".choice[data-move=\"1\"]");
    browser.until("two answers", "return document.querySelectorAll('#moves li').length === 3 || document.querySelector('#status[data-over]')");
    assert!(browser.text("#player-1 option:checked").starts_with("Max-n"));
    quiet(&browser);
}

#[test]
fn chance_is_a_step_of_the_game() {
    let Some((browser, server)) = opened() else { return };
    go(&browser, &server, &format!("dice?{ALL_BY_HAND}"));
    browser.click(".choice[data-move=\"Roll\"]");
    has_played(&browser, 2);
    browser.until("the die is shown", "return document.querySelectorAll('.board .die').length === 1 && document.querySelectorAll('.move.chance').length === 1");
    browser.until(
        "a player moves",
        "return document.querySelectorAll('.choice:not(:disabled)').length === 2",
    );
    browser.screenshot("strangers-dice");
    // The dice are not thrown again and again.
    browser.click("#undo");
    has_played(&browser, 0);
    quiet(&browser);
}

#[test]
fn tiles_are_slid_by_keys_and_swipes() {
    let Some((browser, server)) = opened() else { return };
    go(&browser, &server, "slide");
    assert_eq!(browser.count(".seats select"), 1, "one player");
    browser.until(
        "there are buttons",
        "return document.querySelectorAll('.choice:not(:disabled)').length === 2",
    );
    assert_eq!(browser.text(".choice"), "← Left");
    browser.press(&[LEFT]);
    has_played(&browser, 2);
    browser.until(
        "it can be slid",
        "return document.querySelectorAll('.choice:not(:disabled)').length > 0",
    );
    let before = browser.run("return document.querySelector('.choice').dataset.move", &json!([]));
    let (from, to) = if before == "Left" { (3, 0) } else { (0, 3) };
    let cell = |x: u32| format!(".cell[data-x=\"{x}\"][data-y=\"0\"]");
    browser.drag(&cell(from), &cell(to));
    has_played(&browser, 4);
    browser.press(&[RIGHT, LEFT, RIGHT, LEFT]);
    browser.until("it goes on", "return document.querySelectorAll('#moves li').length >= 4");
    browser.screenshot("strangers-slide");
    quiet(&browser);
}

#[test]
fn pits_are_sown_and_have_a_bar() {
    let Some((browser, server)) = opened() else { return };
    go(&browser, &server, &format!("sow?{ALL_BY_HAND}"));
    assert_eq!((browser.count(".hollow"), browser.count(".seed")), (6, 14));
    browser.click("#analysis");
    browser.until(
        "the bar is there",
        "return document.querySelector('.bar.known:not(.hidden)') !== null",
    );
    browser.screenshot("strangers-sow");
    for (number, (x, y)) in [(1, 1), (1, 0), (2, 1), (2, 0)].into_iter().enumerate() {
        browser.click(&format!(".cell[data-x=\"{x}\"][data-y=\"{y}\"]"));
        has_played(&browser, number + 1);
    }
    status_is(&browser, "A draw");
    quiet(&browser);
}

#[test]
fn a_panic_is_told_on_the_page() {
    let Some((browser, server)) = opened() else { return };
    go(&browser, &server, &format!("trap?{ALL_BY_HAND}"));
    browser.click(".choice[data-move=\"2\"]");
    browser.until(
        "the panic is told",
        "return document.getElementById('error').textContent === 'the rules of trap panicked: nobody has thought of 2'",
    );
    browser.click(".choice[data-move=\"1\"]");
    has_played(&browser, 1);
    quiet(&browser);
}

/// Every kind of board in both sizes and both colours, to look at in `target/screenshots`; and no page is wider than its window.
#[test]
fn every_kind_of_board_in_all_sizes_and_colours() {
    let Some((browser, server)) = opened() else { return };
    let views = [
        ("corners", "corners?moves=At(1~11),At(0~10),At(2~10),At(0~12)&"),
        ("dice", "dice?moves=Roll,Shows(5)&"),
        ("slide", "slide?moves=Left,New(1),Left,New(2)&"),
        ("sow", "sow?moves=0&"),
        ("coins", "coins?moves=3,3&"),
    ];
    for (width, height) in [(400, 800), (1600, 1000)] {
        for dark in [false, true] {
            browser.look(Setup { width, height, dark });
            for (name, rest) in views {
                go(&browser, &server, &format!("{rest}{ALL_BY_HAND}"));
                let overflow = "return document.documentElement.scrollWidth - innerWidth";
                let over = browser.run(overflow, &json!([])).as_f64().expect("a number");
                assert!(over <= 0.0, "{name} is {over} pixels wider than {width}");
                let colours = if dark { "dark" } else { "light" };
                browser.screenshot(&format!("strangers-{name}-{width}-{colours}"));
            }
        }
    }
    quiet(&browser);
}
