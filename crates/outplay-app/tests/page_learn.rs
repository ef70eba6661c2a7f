//! Lessons, in a real browser.

mod common;

use common::Folder;
use common::browser::{Browser, DOWN, ENTER, RIGHT, Server, Setup, TAB};
use serde_json::{Value as Json, json};

/// A browser at a lesson, whose figures are all there.
fn opened(lesson: &str) -> Option<(Browser, Server)> {
    let browser = Browser::open(Setup::default())?;
    let server = Server::start();
    go(&browser, &server, lesson);
    Some((browser, server))
}

fn go(browser: &Browser, server: &Server, lesson: &str) {
    browser.go(&format!("{}/#learn/{lesson}", server.address));
    ready(browser, lesson);
}

fn ready(browser: &Browser, lesson: &str) {
    browser.find(&format!("[data-lesson=\"{lesson}\"]"));
    browser.until(
        "all figures are there",
        "const all = document.querySelectorAll('.figure'); return all.length > 0 && [...all].every((one) => 'ready' in one.dataset)",
    );
}

fn quiet(browser: &Browser) {
    assert_eq!(browser.console(), [""; 0], "nothing is written to the console");
}

fn kept(browser: &Browser) -> Json {
    let kept = browser.run("return localStorage.getItem('outplay.learn')", &json!([]));
    serde_json::from_str(kept.as_str().unwrap_or("null")).expect("JSON")
}

#[test]
fn a_question_is_failed_by_its_misconception_and_then_passed() {
    let Some((browser, _server)) = opened("alpha-beta") else { return };
    browser.fill("#seven-leaves-answer", "6");
    browser.click("#figure-seven-leaves button");
    let verdict = "#figure-seven-leaves .verdict";
    assert!(
        browser.text(verdict).starts_with("No. The last 2 is needed."),
        "{}",
        browser.text(verdict)
    );
    let answer = &kept(&browser)["lessons"]["alpha-beta"]["seven-leaves"];
    assert_eq!(answer["misconception"], "skipped-the-last-leaf");
    browser.fill("#seven-leaves-answer", "4");
    browser.click("#figure-seven-leaves button");
    assert_eq!(browser.text(verdict), "No. Step to the end with the key L, and count.");
    browser.fill("#seven-leaves-answer", " 7.0 ");
    browser.click("#figure-seven-leaves button");
    assert!(browser.text(verdict).starts_with("Right. All but the two behind the 2."));
    let answer = &kept(&browser)["lessons"]["alpha-beta"]["seven-leaves"];
    assert_eq!((&answer["right"], &answer["tries"]), (&json!(true), &json!(3)));

    // It is kept, told in the list, and goes to a file and back.
    browser.reload();
    ready(&browser, "alpha-beta");
    assert!(browser.text(verdict).starts_with("You have answered this."));
    browser.run("location.hash = '#learn'", &json!([]));
    browser.find("#lessons");
    let told = "return [...document.querySelectorAll('#lessons li')].find((one) => one.textContent.startsWith('Alpha-beta'))\
                .querySelector('.told').textContent";
    assert_eq!(browser.run(told, &json!([])), "1 of 2");
    let folder = Folder::new("progress");
    browser.devtools(
        "Browser.setDownloadBehavior",
        &json!({ "behavior": "allow", "downloadPath": folder.0 }),
    );
    browser.click("#progress-save");
    let file = folder.0.join("outplay-progress.json");
    common::browser::wait("the file is there", || file.exists());
    let saved: Json = serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON");
    assert_eq!(saved["lessons"]["alpha-beta"]["seven-leaves"]["right"], true);
    browser.click("#progress-forget");
    browser.click("#progress-forget");
    browser.until(
        "it is forgotten",
        "return !document.querySelector('#lessons').textContent.includes('1 of 2')",
    );
    quiet(&browser);
}

#[test]
fn leaves_that_cannot_matter_are_changed_and_moves_put_in_order() {
    let Some((browser, server)) = opened("alpha-beta") else { return };
    // The leaf behind the 2, by keys: it is counted down, and nothing else changes.
    browser.run(
        "document.querySelector('#figure-nothing-changes [data-handle=\"7\"]').focus()",
        &json!([]),
    );
    browser.press(&[DOWN]);
    browser.until(
        "the leaf is 3",
        "return document.activeElement.getAttribute('aria-valuenow') === '3'",
    );
    browser.press(&[DOWN]);
    browser.until(
        "the leaf is 2",
        "return document.activeElement.getAttribute('aria-valuenow') === '2'",
    );
    assert!(browser.text("#nothing-changes-result").contains("value 3, move a1"));
    assert!(browser.text("#nothing-changes-result").contains("leaves 7"));

    go(&browser, &server, "order");
    browser.run(
        "document.querySelector('#figure-seven-becomes-five [data-handle=\"12\"]').focus()",
        &json!([]),
    );
    // The 2 goes to the left of the 5, and then of the 14.
    for place in [11, 10] {
        let key = "{ key: 'ArrowLeft', shiftKey: true, bubbles: true }";
        let press =
            format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key}))");
        browser.run(&press, &json!([]));
        let there = format!("return document.activeElement.dataset.handle === '{place}'");
        browser.until("the leaf has moved", &there);
    }
    browser.until("five leaves", "return document.querySelector('#seven-becomes-five-result').textContent.includes('leaves 5')");
    quiet(&browser);
}

#[test]
fn a_lesson_is_read_with_the_keyboard_only() {
    let Some((browser, server)) = opened("minimax") else { return };
    browser.go("about:blank");
    browser.go(&server.address);
    browser.find("#lessons");
    let focused = |what: &str| format!("return document.activeElement?.matches({})", json!(what));
    let tab_to = |what: &str| {
        for _ in 0..80 {
            if browser.run(&focused(what), &json!([])) == json!(true) {
                return;
            }
            browser.press(&[TAB]);
        }
        panic!("the focus never comes to {what}");
    };
    tab_to("#lessons a[href='#learn/minimax']");
    browser.press(&[ENTER]);
    ready(&browser, "minimax");
    tab_to("#code-and-tree-next");
    browser.press(&[RIGHT, RIGHT, RIGHT]);
    assert!(browser.text("#code-and-tree-count").starts_with("step 3 of"));
    assert!(browser.text("#figure-code-and-tree .stack").contains("A → B → b1. Height 3"));
    assert_eq!(browser.count("#figure-code-and-tree .line.lit"), 1);
    // Another tree of the lesson stays where it is.
    assert!(browser.text("#two-mins-count").starts_with("step 0 of"));
    tab_to("#two-mins-value-answer");
    browser.press(&["4", ENTER]);
    browser.until(
        "it is right",
        "return document.querySelector('#figure-two-mins-value .verdict.passed') !== null",
    );
    tab_to("#after");
    browser.press(&[ENTER]);
    ready(&browser, "perfect-player");
    quiet(&browser);
}

#[test]
fn back_and_forward_go_through_five_views() {
    let Some((browser, server)) = opened("order") else { return };
    let address = |view: &str| format!("{}/#{view}", server.address);
    let views = [
        ("learn", "#lessons"),
        ("learn/chance", "[data-lesson=chance]"),
        ("lab/trees", "#tree-text"),
        ("play/tic-tac-toe", ".board .cell"),
        ("learn/horizon", "[data-lesson=horizon]"),
    ];
    for (view, sign) in views {
        browser.run(&format!("location.hash = '#{view}'"), &json!([]));
        browser.find(sign);
    }
    for (_, sign) in views.iter().rev().skip(1) {
        browser.run("history.back()", &json!([]));
        browser.find(sign);
    }
    for (_, sign) in views.iter().skip(1) {
        browser.run("history.forward()", &json!([]));
        browser.find(sign);
    }
    assert_eq!(browser.address(), address("learn/horizon"));
    quiet(&browser);
}

#[test]
fn an_experiment_runs_and_a_board_is_played_on() {
    let Some((browser, server)) = opened("horizon") else { return };
    browser.click("#figure-pacman-starves button.primary");
    browser.until("it has run", "return document.querySelector('#figure-pacman-starves [role=status]').textContent.startsWith('it took')");
    assert!(browser.text("#figure-pacman-starves .output").contains("Stop, West       8.0  best"));
    go(&browser, &server, "plan-or-policy");
    browser.click("#figure-play-the-policy .cell[data-x=\"1\"][data-y=\"1\"]");
    browser.until(
        "the policy has answered",
        "return document.querySelectorAll('#figure-play-the-policy .piece').length === 2",
    );
    quiet(&browser);
}

#[test]
fn play_outs_are_given_out_and_a_tree_folds() {
    let Some((browser, server)) = opened("monte-carlo") else { return };
    let told = "#fifty-told";
    assert!(browser.text(told).starts_with("You have 50 of 50 play-outs left."));
    browser.click("#figure-fifty [data-arm='1']");
    assert!(browser.text(told).starts_with("You have 49 of 50"));
    assert!(
        !browser.text("#figure-fifty table").contains("0.55"),
        "what is behind a move is not told yet"
    );
    browser.click("#fifty-rest");
    assert!(browser.text(told).starts_with("The best move is B."), "{}", browser.text(told));
    assert!(browser.text("#figure-fifty table").contains("0.55"));

    go(&browser, &server, "anytime-and-transpositions");
    assert_eq!(
        browser.text("#matches-told"),
        "20 nodes in the tree, 10 different positions among them."
    );
    let fold = "const slider = document.querySelector('#matches-fold'); slider.value = 100; slider.dispatchEvent(new Event('input'))";
    browser.run(fold, &json!([]));
    assert!(browser.text("#matches-told").starts_with("10 positions: "));
    let places = "return new Set([...document.querySelectorAll('#figure-matches .node rect')].map((one) => one.getAttribute('x') + ' ' + one.getAttribute('y'))).size";
    assert_eq!(browser.run(places, &json!([])), 10);
    browser.click("#think-until-stopped-think");
    browser.until(
        "a depth is told",
        "return document.querySelectorAll('.thinking tbody tr').length > 0",
    );
    browser.click("#think-until-stopped-think");
    assert!(browser.text("#think-until-stopped-thinking").starts_with("Its answer is "));
    quiet(&browser);
}

#[test]
fn a_wave_spreads_a_timeline_is_walked_and_a_player_found_out() {
    let Some((browser, server)) = opened("pruning-books-tables") else { return };
    browser.click("#two-kings-against-one-next");
    assert!(
        browser.text("#two-kings-against-one-told").ends_with("up to 1. Known: 6 of 30 squares.")
    );
    assert_eq!(browser.count("#figure-two-kings-against-one .reached"), 6);
    go(&browser, &server, "history");
    assert!(browser.text("#landmarks-told").starts_with("1912, chess"));
    browser.click("#landmarks-chess");
    assert!(browser.text("#landmarks-told").starts_with("1913, theory"));
    browser.click("#landmarks-next");
    assert!(browser.text("#landmarks-told").starts_with("1928, theory"));
    go(&browser, &server, "chance");
    browser.click("#who-plays-next");
    browser.until(
        "he has moved",
        "return document.querySelector('#who-plays-told').textContent.includes('made 1 of')",
    );
    browser.click("#figure-who-plays [data-guess='1']");
    assert!(browser.text("#figure-who-plays .verdict").starts_with("No."));
    assert!(!browser.text("#figure-who-plays").contains("The point"));
    browser.click("#figure-who-plays [data-guess='0']");
    assert!(browser.text("#figure-who-plays .verdict").starts_with("Right."));
    assert!(browser.text("#figure-who-plays .output").starts_with("He is reflex"));
    go(&browser, &server, "depth-matters");
    assert_eq!(browser.count("#figure-three-evaluations .heat"), 18);
    assert_eq!(browser.count("#figure-three-evaluations .heat-9"), 3);
    quiet(&browser);
}

#[test]
fn an_evaluation_learns_live_and_is_stopped() {
    let Some((browser, _server)) = opened("history") else { return };
    let dots = "document.querySelectorAll('#figure-samuel .dot').length";
    let recorded = browser.run(&format!("return {dots}"), &json!([])).as_u64().expect("a number");
    assert_eq!(recorded, 2 * 13, "thirteen points of two curves, as they were recorded");
    assert_eq!(browser.count("#figure-samuel .interval"), 26);
    browser.click("#figure-samuel button.primary");
    let begun = format!("return {dots} > 0 && {dots} < {recorded}");
    browser.until("the first points are drawn", &begun);
    browser.click("#figure-samuel button.primary");
    browser.until(
        "it is stopped",
        "return document.querySelector('#figure-samuel [role=status]').textContent === 'stopped'",
    );
    quiet(&browser);
}

/// The page and the terminal compute every calculator alike.
#[test]
fn calculators_say_what_the_terminal_says() {
    let Some((browser, server)) = opened("why-search-fails") else { return };
    for lesson in ["why-search-fails", "minimax", "perfect-player", "evaluation"] {
        go(&browser, &server, lesson);
        let text = common::printed(["learn", lesson]);
        let rows = browser.run("return [...document.querySelectorAll('.results tr')].map((row) => [row.cells[0].textContent, row.cells[1].textContent])", &json!([]));
        for row in rows.as_array().expect("rows") {
            let (label, value) =
                (row[0].as_str().expect("a text"), row[1].as_str().expect("a text"));
            let line =
                text.lines().find(|line| line.contains(&format!("│ {label} "))).expect(label);
            assert!(line.ends_with(&format!(" {value}")), "{line}: {value}");
        }
    }
}

#[test]
fn nothing_is_wider_than_the_page() {
    let Some((browser, server)) = opened("alpha-beta") else { return };
    let lessons = common::printed(["learn"]);
    let names: Vec<&str> =
        lessons.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    for (width, dark, some) in [
        (400, false, &names[..]),
        (800, true, &names[6..8]),
        (1366, true, &names[..]),
        (1920, false, &names[6..8]),
    ] {
        browser.look(Setup { width, height: 900, dark });
        for name in some {
            go(&browser, &server, name);
            let wide = browser.run("return document.documentElement.scrollWidth", &json!([]));
            assert!(wide.as_u64() <= Some(u64::from(width)), "{name} at {width}: {wide}");
            browser.screenshot(&format!("learn-{name}-{width}"));
        }
    }
    quiet(&browser);
}

/// A host that knows nothing but the files of a folder, below `/course/`. It lives as long as the test.
fn static_host(folder: std::path::PathBuf) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let folder = folder.clone();
            std::thread::spawn(move || answered(stream, &folder));
        }
    });
    format!("http://{address}/course/")
}

/// One request, answered with a file or with 404.
fn answered(mut stream: std::net::TcpStream, folder: &std::path::Path) -> Option<()> {
    use std::io::{BufRead, BufReader, Write};
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let first = lines.next()?;
    lines.by_ref().take_while(|line| !line.is_empty()).for_each(drop);
    let name = first.split(' ').nth(1)?.strip_prefix("/course/").unwrap_or("no such folder");
    let name = if name.is_empty() { "index.html" } else { name };
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "text/html",
    };
    let (status, body) = match std::fs::read(folder.join(name)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)).ok()
}

#[test]
fn exported_lessons_work_from_any_web_host() {
    let Some(browser) = Browser::open(Setup::default()) else { return };
    let folder = Folder::new("export");
    let site = folder.file("site");
    assert!(common::printed(["learn", "--export", &site]).starts_with("20 lessons are in "));
    let host = static_host(site.into());
    // Every lesson comes up, and asks for nothing that is not there.
    let lessons = common::printed(["learn"]);
    let names = lessons.lines().filter_map(|line| line.split_whitespace().nth(1));
    for name in names {
        browser.go(&format!("{host}#learn/{name}"));
        ready(&browser, name);
        assert_eq!(browser.console(), [""; 0], "{name}");
    }
    browser.go(&format!("{host}#learn/alpha-beta"));
    ready(&browser, "alpha-beta");
    browser.click("#nothing-changes-next");
    assert!(browser.text("#nothing-changes-count").starts_with("step 1 of"));
    browser.fill("#seven-leaves-answer", "7");
    browser.click("#figure-seven-leaves button");
    browser.find("#figure-seven-leaves .verdict.passed");
    assert_eq!(kept(&browser)["lessons"]["alpha-beta"]["seven-leaves"]["right"], true);
    // What was recorded stands there, and nothing offers to run it again.
    browser.go(&format!("{host}#learn/order"));
    ready(&browser, "order");
    assert!(browser.text("#figure-orders .output").contains("15625"));
    assert_eq!(browser.count("#figure-orders button"), 0);
    assert_eq!(browser.count("[data-view=play], [data-view=lab]"), 0);
    quiet(&browser);
}
