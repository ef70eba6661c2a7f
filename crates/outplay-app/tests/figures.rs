//! The figures: SVG that is well-formed and says what the search found, TikZ that is a document.

mod common;

use common::printed;

const CLASSIC: &str = "((3 12 8) (2 x y) (14 5 2))";

fn svg(tree: &str, options: &[&str]) -> String {
    let text = printed(["tree", tree, "--format", "svg"].iter().chain(options));
    check_xml(&text);
    text
}

/// Every element is closed, in order; attributes are quoted; nothing is left unescaped.
fn check_xml(text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        check_characters(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag is closed");
        let tag = &rest[start + 1..end];
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        assert!(!tag.contains('<'), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

fn check_characters(text: &str) {
    assert!(!text.contains('>'), "{text}");
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"];
        assert!(known.iter().any(|known| text[at..].starts_with(known)), "{text}");
    }
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

#[test]
fn the_classic_figure() {
    let figure = svg(CLASSIC, &[]);
    assert!(figure.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
    assert_eq!(count(&figure, "shape max"), 1);
    assert_eq!(count(&figure, "shape min"), 3);
    assert_eq!(count(&figure, "shape leaf"), 9);
    assert_eq!(count(&figure, "class=\"slash\""), 4);
    assert_eq!(count(&figure, "class=\"node cut\""), 2);
    assert_eq!(count(&figure, "class=\"edge best\""), 2);
    for words in [">= 3</text>", ">≤ 2</text>", ">a2</text>", ">x</text>"] {
        assert!(figure.contains(words), "{words}");
    }
}

#[test]
fn nothing_is_said_of_what_was_not_searched() {
    // The subtree (20 4) is cut: its MIN node is drawn without a value.
    let figure = svg("(((10 6) (100 8)) ((1 2) (20 4)))", &[]);
    assert_eq!(count(&figure, "class=\"label\""), 6);
    assert_eq!(count(&figure, "shape max") + count(&figure, "shape min"), 7);
}

#[test]
fn labels_by_choice() {
    assert!(svg(CLASSIC, &["--labels", "window"]).contains(">(3, 2)</text>"));
    assert!(svg(CLASSIC, &["--labels", "range"]).contains(">[-∞, 2]</text>"));
}

#[test]
fn chance_and_players_have_their_shapes() {
    let chance = svg("({1/4:2 3/4:1} {0 2})", &["--algorithm", "expectimax"]);
    assert_eq!(count(&chance, "<circle"), 2);
    assert!(chance.contains(">b1 0.25</text>"));
    let players = svg("(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))", &[]);
    assert_eq!(count(&players, "shape player"), 3);
    assert!(players.contains(">p1</text>") && players.contains(">[7 4 1]</text>"));
}

#[test]
fn names_are_escaped() {
    let figure = svg("A<&>(B'\"(3 4) 5)", &[]);
    assert!(figure.contains("A&lt;&amp;&gt;") && figure.contains("B&apos;&quot;"));
}

/// The boxes of the leaves, from left to right, do not touch.
#[test]
fn wide_payoffs_do_not_overlap() {
    let figure = svg("((1234 -5678 9999) (-6000 2000 x) (4321 8765 1111))", &[]);
    let number = |tag: &str, name: &str| -> f64 {
        let start = tag.find(name).expect("the attribute") + name.len();
        tag[start..].split('"').next().expect("a value").parse().expect("a number")
    };
    let boxes: Vec<(f64, f64)> = figure
        .split("<rect ")
        .skip(1)
        .map(|tag| (number(tag, " x=\""), number(tag, "width=\"")))
        .collect();
    assert_eq!(boxes.len(), 9);
    assert!(boxes.windows(2).all(|pair| pair[0].0 + pair[0].1 + 4.0 < pair[1].0), "{boxes:?}");
}

#[test]
fn tikz_is_a_document() {
    let document = printed(["tree", "A_1((3 12) C%(2 x))", "--format", "tikz"]);
    assert!(document.starts_with("\\documentclass[tikz,border=4pt]{standalone}\n"));
    assert!(document.ends_with("\\end{tikzpicture}\n\\end{document}\n"));
    assert!(document.contains("{A\\_1}") && document.contains("{C\\%}"));
    assert!(document.contains("{$\\le$ 2}"));
    assert_eq!(count(&document, "\\draw[slash]"), 2);
    assert_eq!(count(&document, "\\draw[max"), 1);
}

#[test]
fn the_plot_is_well_formed() {
    let plot = printed(["lab", "ordering", "-b", "3", "-m", "4", "--format", "svg"]);
    check_xml(&plot);
    assert_eq!(count(&plot, "<polyline"), 8);
    assert_eq!(count(&plot, "<circle"), 4 * 4);
}
