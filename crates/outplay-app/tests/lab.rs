//! The lab, in a real browser.

mod common;

use common::browser::{Browser, DOWN, END, ENTER, LEFT, RIGHT, Server, Setup, TAB};
use serde_json::json;

const CLASSIC: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// A browser in a room of the lab.
fn opened(rest: &str, setup: Setup) -> Option<(Browser, Server)> {
    let browser = Browser::open(setup)?;
    let server = Server::start();
    browser.go(&format!("{}/#lab/{rest}", server.address));
    Some((browser, server))
}

fn sentence(browser: &Browser) -> String {
    browser.text("#sentence")
}

/// The labels beside the nodes that have one, by the numbers of the nodes.
fn labels(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('.tree .node')].map((node) => [node.dataset.node, \
                  node.querySelector('.label').textContent]).filter(([, label]) => label).map((one) => one.join(':')).join(' ')";
    browser.run(script, &json!([])).as_str().expect("a text").to_owned()
}

/// The nodes that are drawn as cut.
fn cut(browser: &Browser) -> String {
    let script = "return [...document.querySelectorAll('.tree .node.cut')].map((node) => node.dataset.node).join(' ')";
    browser.run(script, &json!([])).as_str().expect("a text").to_owned()
}

fn quiet(browser: &Browser) {
    assert_eq!(browser.console(), [""; 0], "the console of the browser is not empty");
}

#[test]
fn the_classic_tree_is_stepped_to_its_end() {
    let Some((browser, _server)) = opened("trees", Setup::default()) else { return };
    browser.fill("#tree-text", CLASSIC);
    browser.click("#show-tree");
    browser.until(
        "the tree is drawn",
        "return document.querySelectorAll('.tree .node').length === 13",
    );
    assert_eq!(labels(&browser), "", "nothing is known before the first step");
    browser.choose("#pace", "all");
    browser.until(
        "every step counts",
        "return document.querySelector('#count').textContent.startsWith('step 0')",
    );
    let steps: usize =
        browser.text("#count").rsplit(' ').next().expect("a number").parse().expect("a number");
    let mut cuts = Vec::new();
    browser.run("document.querySelector('#frame').focus()", &json!([]));
    for step in 1..=steps {
        browser.press(&[RIGHT]);
        assert_eq!(browser.text("#count"), format!("step {step} of {steps}"));
        if browser.count("#sentence.is-cut") == 1 {
            cuts.push(sentence(&browser));
            let last = if cuts.len() == 2 { " 9:≤ 2" } else { "" };
            assert_eq!(labels(&browser), format!("0:≥ 3 1:= 3 5:≤ 2{last}"));
            assert_eq!(cut(&browser), "7 8");
        }
    }
    assert_eq!(
        cuts,
        [
            "MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (4, 6) cannot matter.",
            "MIN node D has 2, and MAX already has 3 by a1 at A: D is cut after its last move, and nothing is left out.",
        ]
    );
    assert_eq!(labels(&browser), "0:= 3 1:= 3 5:≤ 2 9:≤ 2");
    assert_eq!(browser.count(".tree .slash"), 4, "two severed branches");
    assert!(browser.text("#result").contains("value 3, move a1"));
    quiet(&browser);
}

#[test]
fn steps_are_found_by_key_and_kept_in_the_address() {
    let Some((browser, _server)) = opened("trees", Setup::default()) else { return };
    browser.until(
        "the tree is drawn",
        "return document.querySelectorAll('.tree .node').length === 13",
    );
    browser.press(&["c"]);
    assert!(sentence(&browser).starts_with("MIN node C has 2"), "{}", sentence(&browser));
    reload_at_the_step(&browser);
    browser.until("the step is back", "return document.querySelector('#sentence.is-cut') !== null");
    assert_eq!(labels(&browser), "0:≥ 3 1:= 3 5:≤ 2");
    browser.choose("#labels", "range");
    browser.until(
        "ranges are shown",
        "return document.querySelector('.tree').textContent.includes('[-∞, 2]')",
    );
    browser.choose("#labels", "window");
    browser.until(
        "windows are shown",
        "return document.querySelector('.tree').textContent.includes('(3, ∞)')",
    );
    browser.press(&["l"]);
    assert_eq!(sentence(&browser), "leaf d1 is over and pays 14.");
    browser.press(&[END]);
    let windows =
        "0:= 3 (-∞, ∞) → (3, ∞) 1:= 3 (-∞, ∞) → (-∞, 3) 5:≤ 2 (3, ∞) 9:≤ 2 (3, ∞) → (3, 5)";
    assert_eq!(labels(&browser), windows);
    browser.choose("#labels", "range");
    browser.until(
        "ranges are shown",
        "return document.querySelector('.tree').textContent.includes('[2, 2]')",
    );
    assert_eq!(labels(&browser), "0:[3, 3] 1:[3, 3] 5:[-∞, 2] 9:[2, 2]");
    assert!(browser.text("#result").contains("cut-offs 1"));
    browser.fill("#tree-text", "((3 12");
    browser.click("#show-tree");
    browser.until(
        "the error is shown",
        "return document.querySelector('.tree-form .error').textContent !== ''",
    );
    assert_eq!(browser.text(".tree-form .error"), "the tree: missing `)` at byte 6");
    quiet(&browser);
}

#[test]
fn a_tree_by_wish_has_its_seed_in_the_address() {
    let Some((browser, _server)) = opened("trees", Setup::default()) else { return };
    browser.find(".tree .node");
    browser.click(".wishes summary");
    browser.fill("#wish-depth", "4");
    browser.click("#wish-deep");
    browser.click("#grow-next");
    browser.until("a tree is grown", "return location.hash.includes('grown=2')");
    let tree = browser.run("return document.querySelector('#tree-text').value", &json!([]));
    assert!(browser.address().contains("w_deep=1"), "{}", browser.address());
    browser.reload();
    browser.find(".tree .node");
    assert_eq!(browser.run("return document.querySelector('#tree-text').value", &json!([])), tree);
    browser.click(".wishes summary");
    browser.fill("#wish-depth", "2");
    browser.click("#grow");
    browser.until(
        "the wish is refused",
        "return document.querySelector('.tree-form .error').textContent !== ''",
    );
    let told = browser.text(".tree-form .error");
    assert!(told.starts_with("a deep cut takes at least 4 plies"), "{told}");
    quiet(&browser);
}

#[test]
fn a_quiz_is_passed_and_failed() {
    let Some((browser, _server)) = opened("quiz", Setup::default()) else { return };
    browser.until(
        "the sheet is there",
        "return document.querySelectorAll('#answers input').length === 4",
    );
    assert!(browser.text("#convention").contains("Equal values cut."));
    for (node, value) in [(0, "3"), (1, "3"), (5, "<= 2"), (9, "5")] {
        browser.fill(&format!("#answers input[data-node='{node}']"), value);
    }
    cut_with_keys(&browser, 7);
    cut_with_keys(&browser, 8);
    assert_eq!(cut(&browser), "7 8");
    browser.choose("#best-move", "a1");
    browser.click("#hand-in");
    browser
        .until("it is marked", "return document.querySelector('#verdict').className === 'wrong'");
    assert_eq!(
        browser.text("#verdict"),
        "4 of 7 right, then the first mistake: D is worth at most 2, not 5. MIN takes the least of what was looked at. \
         MIN node D has 2, and MAX already has 3 by a1 at A: D is cut after its last move, and nothing is left out. \
         Of 7 filled in, 6 are right."
    );
    assert_eq!(browser.count(".tree .node.wrong"), 1);
    assert_eq!(browser.count("#answers .judged-right"), 4, "three values and the move");
    assert_eq!(browser.count("#answers .judged-wrong"), 1);
    browser.fill("#answers input[data-node='9']", "2");
    browser.click("#hand-in");
    browser
        .until("it is passed", "return document.querySelector('#verdict').className === 'passed'");
    assert_eq!(browser.text("#verdict"), "Passed: all 7 answers are right.");
    browser.choose("#rule", "strict");
    browser.until(
        "the convention changes",
        "return document.querySelector('#convention').textContent.includes('do not cut')",
    );
    browser.run("window.print = () => { window.printed = true; }", &json!([]));
    browser.click("#print");
    browser.until("sheet and key are laid out", "return window.printed === true");
    assert_eq!(browser.count(".paper .page"), 2);
    assert!(browser.text(".paper .page:last-child").contains("The move is a1."));
    assert!(!browser.text(".paper .page:first-child").contains("= 3"));
    quiet(&browser);
}

#[test]
fn a_quiz_gives_hints_and_keeps_its_answers() {
    let Some((browser, _server)) = opened("quiz", Setup::default()) else { return };
    browser.find("#answers input[data-node='1']");
    browser.click("#hint");
    browser.until("a hint", "return document.querySelector('#verdict').className === 'open'");
    let hint = browser.text("#verdict");
    assert!(hint.contains("B is a MIN node: it takes the least value of its moves"), "{hint}");
    browser.fill("#answers input[data-node='1']", "3");
    cut_with_keys(&browser, 7);
    browser.reload();
    browser.until(
        "the answers are back",
        "return document.querySelector('#answers input[data-node=\"1\"]')?.value === '3'",
    );
    assert_eq!(cut(&browser), "7");
    browser.click("#clear");
    assert_eq!(cut(&browser), "");
    browser.reload();
    browser.find("#answers input[data-node='1']");
    assert_eq!(cut(&browser), "", "what was cleared does not come back");
    quiet(&browser);
}

#[test]
fn a_quiz_is_done_with_the_keyboard_only() {
    let Some((browser, _server)) = opened("quiz", Setup::default()) else { return };
    browser.find("#answers input[data-node='0']");
    let tab_to = |what: &str| {
        let script = format!("return document.activeElement?.matches({})", json!(what));
        for _ in 0..200 {
            if browser.run(&script, &json!([])) == json!(true) {
                return;
            }
            browser.press(&[TAB]);
        }
        panic!("the focus never comes to {what}");
    };
    for branch in [7, 8] {
        tab_to(&format!(".hit[data-cut='{branch}']"));
        browser.press(&[" "]);
    }
    assert_eq!(cut(&browser), "7 8");
    for (node, value) in [(0, "3"), (1, "3"), (5, "2"), (9, "2")] {
        tab_to(&format!("#answers input[data-node='{node}']"));
        browser.press(&[value]);
    }
    tab_to("#best-move");
    browser.press(&["a"]);
    tab_to("#hand-in");
    browser.press(&[ENTER]);
    browser
        .until("it is passed", "return document.querySelector('#verdict').className === 'passed'");
    quiet(&browser);
}

#[test]
fn every_student_has_a_sheet_and_a_key() {
    let Some((browser, _server)) = opened("quiz", Setup::default()) else { return };
    browser.find("#answers input");
    browser.run("window.print = () => { window.printed = true; }", &json!([]));
    browser.click(".class-sheets summary");
    browser.fill("#students", "3");
    browser.fill("#class-seed", "7");
    browser.click("#print-class");
    browser.until("all are laid out", "return window.printed === true");
    assert_eq!(browser.count(".paper .page"), 6);
    for (page, title) in
        [(1, "(sheet 7)"), (3, "(sheet 9)"), (4, "Key (sheet 7)"), (6, "Key (sheet 9)")]
    {
        let heading = browser.text(&format!(".paper .page:nth-child({page}) h2"));
        assert!(heading.ends_with(title), "{heading}");
    }
    quiet(&browser);
}

#[test]
fn one_goes_leaf_by_leaf_and_predicts() {
    let Some((browser, _server)) = opened("trees", Setup::default()) else { return };
    browser.until(
        "the tree is drawn",
        "return document.querySelectorAll('.tree .node').length === 13",
    );
    browser.press(&[RIGHT]);
    assert_eq!(browser.text("#count"), "leaf 1 of 7");
    assert_eq!(
        sentence(&browser),
        "leaf b1 is over and pays 3. MIN node B now has 3 by b1, with alpha -∞ and beta 3."
    );
    browser.click("#predict");
    browser.press(&[RIGHT]);
    assert_eq!(
        browser.text("#predict-question"),
        "The search looks at 12 (b2) next. What does B have then?"
    );
    assert_eq!(browser.text("#count"), "leaf 1 of 7", "first the answer, then the step");
    browser.fill("#predict-value", "12");
    browser.press(&[ENTER]);
    assert_eq!(browser.text("#predict-verdict"), "No. B has 3. 0 of 1 so far.");
    assert_eq!(browser.text("#count"), "leaf 2 of 7");
    browser.click("#next");
    browser.fill("#predict-value", "3");
    browser.press(&[ENTER]);
    browser.click("#next");
    browser.fill("#predict-value", "2");
    browser.choose("#predict-cut", "yes");
    browser.click(".predict button");
    assert_eq!(browser.text("#predict-verdict"), "Right. 2 of 3 so far.");
    assert_eq!(cut(&browser), "7 8");
    browser.click("#code");
    browser.until("a line is lit", "return document.querySelectorAll('.line.lit').length === 1");
    quiet(&browser);
}

#[test]
fn a_tree_is_changed_by_clicking() {
    let Some((browser, _server)) = opened("trees", Setup::default()) else { return };
    browser.until(
        "the tree is drawn",
        "return document.querySelectorAll('.tree .node').length === 13",
    );
    browser.click("#edit");
    browser.click("[data-pick='2']");
    browser.fill("#edit-payoff", "1");
    browser.press(&[ENTER]);
    let text = "return document.querySelector('#tree-text').value";
    let is = |tree: &str| format!("{text} === {}", json!(tree));
    browser.until("the leaf pays 1", &is("((1 12 8) (2 4 6) (14 5 2))"));
    browser.click("[data-pick='1']");
    browser.click("#edit-add");
    browser.until("there is a move more", &is("((1 12 8 0) (2 4 6) (14 5 2))"));
    browser.click("[data-pick='6']");
    browser.click("#edit-remove");
    browser.until("a bracket is gone", &is("((1 12 8 0) (14 5 2))"));
    quiet(&browser);
}

#[test]
fn all_iterations_of_deepening_are_stepped() {
    let rest = "trees?tree=A(B=9(-5 8) C=1(1 2))&depth=1p";
    let Some((browser, _server)) = opened(rest, Setup::default()) else { return };
    browser.find(".iterations [data-depth='1p'][aria-pressed='true']");
    browser.press(&[END]);
    assert_eq!(labels(&browser), "0:= 9 1:≈ 9 2:≈ 1");
    browser.press(&[RIGHT]);
    browser.find(".iterations [data-depth='all'][aria-pressed='true']");
    browser.press(&[END]);
    assert!(browser.text("#result").contains("value 1, move"), "{}", browser.text("#result"));
    quiet(&browser);
}

/// 243 leaves, in a presentation, by the keys of a clicker: where the search is can be seen after every step.
#[test]
fn a_presentation_never_loses_sight_of_the_search() {
    fn tree(depth: u32, seed: &mut u64) -> String {
        if depth == 0 {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            return (*seed >> 57).to_string();
        }
        let children: Vec<String> = (0..3).map(|_| tree(depth - 1, seed)).collect();
        format!("({})", children.join(" "))
    }
    let setup = Setup { width: 1366, height: 768, dark: false };
    let rest = format!("trees?pace=all&algorithm=minimax&tree={}", tree(5, &mut 1));
    let Some((browser, _server)) = opened(&rest, setup) else { return };
    browser.until(
        "the tree is drawn",
        "return document.querySelectorAll('.tree .node').length === 364",
    );
    browser.click("#present");
    browser.until("it is shown alone", "return document.querySelector('.presenting') !== null");
    assert_eq!(browser.run("return document.querySelector('.tree-form').checkVisibility() && !document.querySelector('.presenting')", &json!([])), false);
    // Some steps in each question, so that none takes long on a busy machine.
    let steps = "const frame = document.querySelector('#frame'), lost = [];\
        for (let step = 0; step < 50; step += 1) {\
            frame.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));\
            const [all, at] = [frame, document.querySelector('.tree .at .shape')].map((it) => it.getBoundingClientRect());\
            if (at.left < all.left || at.right > all.right || at.top < all.top || at.bottom > all.bottom) lost.push(document.querySelector('#count').textContent);\
        }\
        return [lost, document.querySelector('#last').disabled]";
    loop {
        let seen = browser.run(steps, &json!([]));
        assert_eq!(seen[0], json!([]), "the search is out of sight");
        if seen[1] == true {
            break;
        }
    }
    assert!(sentence(&browser).contains("MAX node A is worth"), "{}", sentence(&browser));
    browser.press(&["p"]);
    browser.until("it has ended", "return document.querySelector('.presenting') === null");
    quiet(&browser);
}

/// Cuts a branch without a mouse.
fn cut_with_keys(browser: &Browser, node: usize) {
    browser.run(
        "document.querySelector(arguments[0]).focus()",
        &json!([format!("[data-cut='{node}']")]),
    );
    browser.press(&[" "]);
}

#[test]
fn searches_are_compared() {
    let Some((browser, _server)) = opened("compare", Setup::default()) else { return };
    browser.until(
        "the table is there",
        "return document.querySelectorAll('#rows tbody tr').length > 10",
    );
    assert!(browser.text("#plot").contains("√b = 1.73"));
    browser.choose("#compare-what", "game");
    browser.until(
        "a game is compared",
        "return document.querySelector('#plot').textContent.includes('tic-tac-toe')",
    );
    assert!(browser.text("#rows").contains("504"), "9 · 8 · 7 leaves");
    quiet(&browser);
}

#[test]
fn a_real_tree_is_opened() {
    let rest = "real?game=tic-tac-toe&position=X.O......&depth=2&view=list";
    let Some((browser, _server)) = opened(rest, Setup::default()) else { return };
    browser.until(
        "the root is open",
        "return document.querySelectorAll('#real-tree li li').length === 7",
    );
    browser.click("#real-tree li li:nth-child(3) > .line");
    browser.until(
        "a node opens",
        "return document.querySelectorAll('#real-tree li li li.cut').length > 0",
    );
    assert!(browser.text("#real-tree").contains("cannot matter"));
    // The board follows the line, and leads to Play.
    browser.until(
        "the board shows the third move",
        "return document.querySelectorAll('#board .piece').length === 3",
    );
    assert!(browser.text("#board-told").starts_with("After "));
    browser.press(&[RIGHT]);
    browser.until(
        "the board shows the answer",
        "return document.querySelectorAll('#board .piece').length === 4",
    );
    assert!(browser.text("#about").contains("Values count points."));
    browser.fill("#position", "nonsense");
    browser.press(&[TAB]);
    browser.until(
        "the error is shown",
        "return document.querySelector('#real-error').textContent !== ''",
    );
    quiet(&browser);
}

/// Both kinds of trees are drawn with the boards of the game, and lead from Play and back.
#[test]
fn trees_are_drawn_with_boards() {
    let rest = "real?game=tic-tac-toe&start=X.O......&moves=b2";
    let Some((browser, server)) = opened(rest, Setup::default()) else { return };
    let positions = |many: usize| {
        let script = format!(
            "return document.querySelectorAll('.boards .position .board').length === {many}"
        );
        browser.until(&format!("{many} boards"), &script);
    };
    positions(7);
    assert_eq!(browser.count(".boards .position:nth-of-type(1) .piece"), 3);
    assert_eq!(browser.count(".boards [data-path='0'] .piece"), 4);
    browser.click(".boards [data-path='0']");
    positions(12);
    assert!(
        browser.text("#board-told").starts_with("After b2 "),
        "{}",
        browser.text("#board-told")
    );
    // The keyboard goes from board to board.
    browser.press(&[DOWN, RIGHT]);
    browser.until(
        "the second child of the first",
        "return document.activeElement.dataset.path === '0 1'",
    );
    let label = "return document.activeElement.getAttribute('aria-label')";
    let label = browser.run(label, &json!([])).as_str().expect("a label").to_owned();
    assert!(label.contains("MIN moves"), "{label}");

    browser.choose("#real-search", "mcts");
    browser.until(
        "visits are told",
        "return /^\\d+ · -?[\\d.]+$/.test(document.querySelector(\".boards [data-path='0'] .found\")?.textContent ?? '')",
    );
    assert!(browser.text("#about").starts_with("500 simulations, selected by UCB1."));
    let score = browser.text(".boards [data-path='0'] .beside");
    assert!(score.parse::<f64>().is_ok(), "{score}");
    browser.choose("#real-rule", "puct");
    browser.until(
        "another rule",
        "return document.querySelector('#about').textContent.includes('selected by PUCT')",
    );
    browser.click(".boards [data-path='0']");
    browser.until(
        "a node is open",
        "return document.querySelectorAll('.boards [aria-level=\"3\"]').length > 1",
    );
    // Its phases are stepped through in the room beside it, and from there it is a tree again.
    browser.click("#to-simulations");
    browser.until("it grows", "return document.querySelectorAll('.tree .node').length > 10");
    assert!(browser.address().contains("rule=puct"), "{}", browser.address());
    browser.until("its board", "return document.querySelectorAll('#board .piece').length === 4");
    browser.click("#to-real");
    browser
        .until("boards again", "return document.querySelectorAll('.boards .position').length > 1");

    browser
        .go(&format!("{}/#play/tic-tac-toe?moves=b2,a1&first=human&second=human", server.address));
    browser.click("#sampled");
    positions(8);
    assert!(browser.text("#about").contains("simulations"));
    quiet(&browser);
}

/// Loads the page again once the step stands in the address, which changes a few times a second at most.
fn reload_at_the_step(browser: &Browser) {
    let is_there =
        "return location.hash.includes(`step=${document.querySelector('#slider').value}`)";
    browser.until("the step is in the address", is_there);
    browser.reload();
}

#[test]
fn simulations_are_stepped_phase_by_phase() {
    let rest = "simulations?simulations=40&seed=7";
    let Some((browser, _server)) = opened(rest, Setup::default()) else { return };
    browser.until(
        "the tree is drawn",
        "return document.querySelectorAll('.tree .node').length === 13",
    );
    assert_eq!(labels(&browser), "", "nothing is known before the first step");
    browser.run("document.querySelector('#frame').focus()", &json!([]));
    browser.press(&[RIGHT]);
    assert_eq!(browser.text("#sentence .phase"), "Select");
    let first = "At A, MAX takes a1: it is the first of 3 moves that were never tried.";
    assert!(sentence(&browser).ends_with(first), "{}", sentence(&browser));
    browser.press(&[RIGHT]);
    assert_eq!(browser.text("#sentence .phase"), "Play out");
    browser.press(&[RIGHT]);
    assert_eq!(browser.text("#sentence .phase"), "Back up");
    assert!(sentence(&browser).ends_with("A has 1 visit."), "{}", sentence(&browser));
    assert!(labels(&browser).starts_with("0:1 1:1 · "), "{}", labels(&browser));
    // Back, and nothing is known any more.
    browser.press(&[LEFT]);
    assert_eq!(labels(&browser), "");
    for simulation in 1..=3 {
        browser.press(&["s"]);
        assert_eq!(browser.text("#sentence .phase"), "Back up");
        let visits = format!("0:{simulation} ");
        assert!(labels(&browser).starts_with(&visits), "{}", labels(&browser));
    }
    // All moves were tried: from now on values decide, and they are on the nodes.
    browser.press(&[RIGHT]);
    assert!(sentence(&browser).contains("its UCB1 value"), "{}", sentence(&browser));
    assert_eq!(browser.count(".tree .more"), 3, "the values of three moves");
    browser.fill("#jump", "20");
    browser.press(&[ENTER]);
    browser.until("simulation 20", "return document.querySelector('#sentence .phase').textContent === 'Select' && document.querySelector('#jump').value === '20'");
    assert!(labels(&browser).starts_with("0:19 "), "{}", labels(&browser));
    reload_at_the_step(&browser);
    browser.until("the step is back", "return document.querySelector('#jump')?.value === '20'");
    browser.click("#last");
    assert!(browser.text("#result").starts_with("40 simulations: "));
    assert!(labels(&browser).starts_with("0:40 "), "{}", labels(&browser));
    // It plays when it is asked to, from the start again.
    browser.click("#play");
    browser.until("it plays", "return Number(document.querySelector('#slider').value) === 2");
    browser.click("#play");
    browser.choose("#rule", "puct");
    browser.until("another rule", "return location.hash.includes('rule=puct')");
    quiet(&browser);
}

#[test]
fn simulations_of_a_game_grow_a_tree() {
    let rest = "simulations?game=tic-tac-toe&simulations=30";
    let Some((browser, _server)) = opened(rest, Setup::default()) else { return };
    browser.until("nodes are drawn", "return document.querySelectorAll('.tree .node').length > 10");
    // The tree is wider than its frame, and the root is in the middle of it: there it begins.
    let in_sight = "const [frame, root] = ['#frame', '.tree .node[data-node=\"0\"]'].map((it) => document.querySelector(it).getBoundingClientRect()); \
        return frame.left < root.left && root.right < frame.right";
    browser.until("the root is in sight", in_sight);
    let there = "return document.querySelectorAll('.tree .node:not(.absent)').length";
    assert_eq!(browser.run(there, &json!([])), 1, "only the root");
    for nodes in 2..=10 {
        browser.press(&["s"]);
        assert_eq!(browser.run(there, &json!([])), nodes, "one more in every simulation");
    }
    browser.press(&["s"]);
    assert!(browser.text("#result").is_empty());
    browser.press(&[END]);
    assert!(browser.text("#result").starts_with("30 simulations: "));
    assert_eq!(browser.text("#simulations-error"), "");
    quiet(&browser);
}

/// Every view at both widths, light and dark, as pictures to look at; nothing is wider than the page.
#[test]
fn every_view_is_shown() {
    let wish = "tree=(((5 6) (7 4 5)) ((3 1) (6 6 9)) ((7 2) (5 9)))";
    let views = [
        ("trees", format!("trees?step=24&tree={CLASSIC}")),
        ("trees-windows", format!("trees?step=999&labels=window&{wish}")),
        ("quiz", "quiz?windows=1".to_owned()),
        ("compare", "compare".to_owned()),
        ("compare-game", "compare?game=connect-four&plies=4".to_owned()),
        ("real", "real?game=othello&depth=3".to_owned()),
        ("real-list", "real?game=othello&depth=3&view=list".to_owned()),
        ("real-sampled", "real?game=connect-four&algorithm=mcts".to_owned()),
        ("simulations", "simulations?simulations=40&step=90".to_owned()),
        ("simulations-game", "simulations?game=connect-four&simulations=60&step=160".to_owned()),
    ];
    let ready = "return Boolean(document.querySelector('.tree .node, #rows tbody tr, #real-tree li li, .boards .position'))";
    for (width, height) in [(400, 1400), (1600, 1000)] {
        for dark in [false, true] {
            let setup = Setup { width, height, dark };
            let Some((browser, server)) = opened("", setup) else { return };
            for (name, rest) in &views {
                browser.go("about:blank");
                browser.go(&format!("{}/#lab/{rest}", server.address));
                browser.until(name, ready);
                let scheme = if dark { "dark" } else { "light" };
                browser.screenshot(&format!("lab-{name}-{width}-{scheme}"));
                let script = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth";
                assert_eq!(browser.run(script, &json!([])), true, "{name} is wider than {width}");
            }
            quiet(&browser);
        }
    }
}
