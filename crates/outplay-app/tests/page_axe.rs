//! Whether the page can be used by everybody, as far as a program can tell: axe-core looks at every view, light and dark.
//!
//! The library is a tool of development: `./check` gets it from npm into `target/tools`. Without it the test is listed as skipped.

mod common;

use std::path::Path;

use common::browser::{Browser, Server, Setup};
use common::skipped::skip;
use serde_json::{Value as Json, json};

/// Views of all kinds, each with what has to be there before it is looked at.
const VIEWS: [(&str, &str); 19] = [
    ("learn", "#lessons"),
    ("learn/axes-of-games", ".figure-games[data-ready]"),
    ("learn/minimax", "#figure-code-and-tree[data-ready]"),
    ("learn/perfect-player", "#figure-the-best-move-flips[data-ready]"),
    ("learn/chance", "#figure-who-plays[data-ready]"),
    ("learn/depth-matters", "#figure-three-evaluations[data-ready]"),
    ("learn/anytime-and-transpositions", "#figure-matches[data-ready]"),
    ("learn/pruning-books-tables", "#figure-two-kings-against-one[data-ready]"),
    ("learn/monte-carlo", "#figure-fifty[data-ready]"),
    ("learn/history", "#figure-landmarks[data-ready]"),
    ("lab/trees?step=20&code=1", ".tree .node"),
    ("lab/quiz?windows=1", "#answers input"),
    ("lab/compare", "#rows tbody tr"),
    ("lab/real?game=connect-four", ".boards .position"),
    ("lab/real?game=tic-tac-toe&algorithm=mcts&view=list", "#real-tree li li"),
    ("lab/simulations?game=tic-tac-toe&step=20", ".tree .node"),
    ("play/pacman?film=mystery&seed=3", "#mystery-another"),
    ("play/chess", ".board .cell"),
    ("play/pacman", ".board .cell"),
];

#[test]
fn nobody_is_shut_out() {
    let library = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("../tools/npm/node_modules/axe-core/axe.min.js");
    let Ok(axe) = std::fs::read_to_string(library) else {
        skip("axe-core is not here; `./check` installs it where there is npm");
        return;
    };
    let Some(browser) = Browser::open(Setup::default()) else { return };
    let server = Server::start();
    let mut wrong = Vec::new();
    for dark in [false, true] {
        browser.look(Setup { width: 1366, height: 900, dark });
        for (view, sign) in VIEWS {
            browser.go("about:blank");
            browser.go(&format!("{}/#{view}", server.address));
            browser.find(sign);
            browser.find("h1");
            browser.run(&axe, &json!([]));
            let begin = "window.found = null; axe.run(document, { resultTypes: ['violations'] }).then((all) => { window.found = all.violations; })";
            browser.run(begin, &json!([]));
            browser.until("axe has looked", "return window.found !== null");
            let found = browser.run("return window.found.map(({ impact, id, nodes }) => [impact, id, nodes[0].html, nodes[0].failureSummary])", &json!([]));
            let serious = |one: &&Json| one[0] == "serious" || one[0] == "critical";
            let found = found.as_array().expect("a list").clone();
            wrong.extend(
                found.iter().filter(serious).map(|one| format!("{view}, dark {dark}: {one}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
