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
    for words in [">= 3</text>", ">≤ 2</text>", ">a2</tspan>", ">x</text>"] {
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
    let windows = svg(CLASSIC, &["--labels", "window"]);
    for words in
        [">= 3 (-∞, ∞) → (3, ∞)</text>", ">≤ 2 (3, ∞)</text>", ">≤ 2 (3, ∞) → (3, 5)</text>"]
    {
        assert!(windows.contains(words), "{words} in {windows}");
    }
    let tikz = printed(["tree", CLASSIC, "--labels", "window", "-f", "tikz"]);
    assert!(tikz.contains("{$\\le$ 2 (3, $\\infty$)}"), "{tikz}");
    assert!(tikz.contains("{$\\le$ 2 (3, $\\infty$) $\\to$ (3, 5)}"), "{tikz}");
    assert!(svg(CLASSIC, &["--labels", "range"]).contains(">[-∞, 2]</text>"));
}

#[test]
fn chance_and_players_have_their_shapes() {
    let chance = svg("({1/4:2 3/4:1} {0 2})", &["--algorithm", "expectimax"]);
    assert_eq!(count(&chance, "<circle"), 2);
    assert!(chance.contains(">b1</tspan><tspan dx=\"5\">1/4</tspan></text>"));
    let tikz = printed(["tree", "({1/4:2 3/4:1} {0 2})", "-a", "expectimax", "-f", "tikz"]);
    assert!(tikz.contains("{\\textit{b2}~~3/4}"), "{tikz}");
    let players = svg("(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))", &[]);
    assert_eq!(count(&players, "shape player"), 3);
    assert!(players.contains(">p1</text>") && players.contains(">[7 4 1]</text>"));
}

#[test]
fn names_are_escaped() {
    let figure = svg("A<&>(B'\"(3 4) 5)", &[]);
    assert!(figure.contains("A&lt;&amp;&gt;") && figure.contains("B&apos;&quot;"));
}

/// A number in a tag, by the text before it.
fn number(tag: &str, name: &str) -> f64 {
    let start = tag.find(name).expect("the attribute") + name.len();
    tag[start..].split('"').next().expect("a value").parse().expect("a number")
}

/// The left and right edges of the boxes of the leaves.
fn boxes(figure: &str) -> Vec<(f64, f64)> {
    let tags = figure.split("<rect class=\"shape leaf").skip(1);
    let edges = |tag: &str| (number(tag, " x=\""), number(tag, " x=\"") + number(tag, "width=\""));
    tags.map(edges).collect()
}

/// The boxes of the leaves, from left to right, keep their distance.
#[test]
fn wide_payoffs_do_not_overlap() {
    let figure = svg("((1234 -5678 9999) (-6000 2000 x) (4321 8765 1111))", &[]);
    let boxes = boxes(&figure);
    assert_eq!(boxes.len(), 9);
    assert!(boxes.windows(2).all(|pair| pair[0].1 + 12.9 < pair[1].0), "{boxes:?}");
}

/// Texts of a class with their left and right edges, by the line that they stand in, in a font of
/// the widest kind.
fn extents(figure: &str, class: &str, em: f64) -> Vec<(f64, f64, f64)> {
    let tags = figure.split("<text class=\"").skip(1).filter(|tag| tag.starts_with(class));
    let extent = |tag: &str| {
        let text = &tag[tag.find('>').expect("closed") + 1..tag.find("</text>").expect("closed")];
        let letters =
            text.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        let width = em * letters.flat_map(str::chars).count() as f64;
        let (x, y) = (number(tag, " x=\""), number(tag, " y=\""));
        if tag.contains("\"end\"") {
            (y, x - width, x)
        } else if tag.contains("\"middle\"") {
            (y, x - width / 2.0, x + width / 2.0)
        } else {
            (y, x, x + width)
        }
    };
    tags.map(extent).collect()
}

/// Names and values of different nodes do not touch.
#[test]
fn labels_keep_their_distance() {
    let nested = |one: &str| format!("(({one} {one}) ({one} {one}))");
    let figure = svg(&nested(&nested("(-12345 17)")), &["-a", "minimax"]);
    let mut words = extents(&figure, "name\"", 0.7 * 13.0);
    words.extend(extents(&figure, "label\"", 0.62 * 13.0));
    words.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    assert_eq!(words.len(), 2 * 31);
    for pair in words.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        assert!(pair[0].2 + 8.0 < pair[1].1, "{pair:?}");
    }
}

/// Thirty branches of one node are not nearly horizontal, and their moves can be read.
#[test]
fn a_wide_node_gets_a_high_level() {
    let leaves: Vec<String> = (101..131).map(|leaf| leaf.to_string()).collect();
    let figure = svg(&format!("({})", leaves.join(" ")), &[]);
    for tag in figure.split("<line class=\"edge").skip(1) {
        let across = (number(tag, "x2=\"") - number(tag, "x1=\"")).abs();
        let down = number(tag, "y2=\"") - number(tag, "y1=\"");
        assert!(down > 0.25 * across, "{tag}");
    }
    let moves = extents(&figure, "move\"", 0.62 * 11.0);
    assert_eq!(moves.len(), 30);
    assert!(moves.windows(2).all(|pair| pair[0].2 + 4.0 < pair[1].1), "{moves:?}");
}

/// Moves that are far too long are left out where they collide, and only there.
#[test]
fn long_moves_are_left_out() {
    let long = "an-unusually-long-name-for-a-move-that-nobody-can-read";
    let course = format!(
        "num_agents: \"1\"\nstart_state: \"a\"\nwin_states: \"b c d e\"\nsuccessors: \"\"\"\n\
         a {long}-1 b\na {long}-2 c\na {long}-3 f\nf Left d\nf Right e\n\"\"\"\n\
         evaluation: \"\"\"\nb 1\nc 2\nd 3\ne 4\n\"\"\"\n"
    );
    let file = common::Scratch::new("long", course.as_bytes());
    let figure = svg(file.0.to_str().expect("UTF-8"), &[]);
    assert!(!figure.contains(long) && figure.contains(">Left<"), "{figure}");
}

#[test]
fn levels_say_who_moves() {
    let words = |tree: &str, options: &[&str]| -> Vec<String> {
        let figure = svg(tree, options);
        let texts = figure.split("<text class=\"level\"").skip(1);
        let word = |text: &str| {
            text[text.find('>').expect("closed") + 1..].split('<').next().map(str::to_owned)
        };
        texts.filter_map(word).collect()
    };
    assert_eq!(words(CLASSIC, &[]), ["MAX", "MIN"]);
    assert_eq!(words("({(1 2) 3} 4)", &["-a", "expectimax"]), ["MAX", "chance", "MIN"]);
    assert_eq!(words("(([1 2] [2 1]) [3 4])", &[]), ["player 0", "player 1"]);
    // MAX and MIN both move at the second level.
    assert_eq!(words("(:max(3 5) :min(4 9))", &[]), ["MAX"]);
    assert!(words("5", &[]).is_empty());
    let tikz = printed(["tree", CLASSIC, "-f", "tikz"]);
    assert_eq!((count(&tikz, "{MAX}"), count(&tikz, "{MIN}")), (1, 1));
}

#[test]
fn an_evaluation_does_not_look_proven() {
    let tree = ["tree", "A(B=4(3 12) C=5(2 6))", "--depth", "1p", "--format"];
    let figure = printed(tree.iter().chain(&["svg"]));
    check_xml(&figure);
    assert!(figure.contains(">≈ 4</text>") && figure.contains(">≈ 5</text>"));
    assert_eq!(count(&figure, "<line class=\"stub\""), 2);
    let tikz = printed(tree.iter().chain(&["tikz"]));
    assert!(tikz.contains("{$\\approx$ 4}"), "{tikz}");
    assert_eq!(count(&tikz, "\\draw[stub]"), 2);
    assert_eq!(count(&svg(CLASSIC, &[]), "<line class=\"stub\""), 0);
}

#[test]
fn names_by_choice() {
    let nodes = svg(CLASSIC, &["--names", "nodes"]);
    assert!(nodes.contains(">C</text>") && !nodes.contains(">a2<"));
    let none = svg(CLASSIC, &["--names", "none"]);
    assert!(!none.contains(">C</text>") && !none.contains(">a2<") && none.contains(">x</text>"));
    // Odds are no names.
    let chance = svg("({1/4:2 3/4:1} 0)", &["-a", "expectimax", "--names", "none"]);
    assert!(chance.contains(">1/4</tspan>"));
    let tikz = printed(["tree", CLASSIC, "-f", "tikz", "--names", "none"]);
    assert!(!tikz.contains("{C}") && !tikz.contains("textit{"), "{tikz}");
}

/// The ground is white, and the picture ends where the tree does.
#[test]
fn nothing_is_empty_at_the_bottom() {
    let figure = svg(CLASSIC, &[]);
    assert!(figure.contains("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"));
    let height = number(&figure, "\" height=\"");
    let leaves = figure.split("<rect class=\"shape leaf").skip(1);
    let lowest = leaves.map(|tag| number(tag, " y=\"") + 30.0).fold(0.0, f64::max);
    assert!((10.0..20.0).contains(&(height - lowest)), "{height} {lowest}");
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
    // A mark at every point, and in the legend.
    assert_eq!(count(&plot, "<circle"), 4 * 4 + 4);
    assert_eq!(count(&plot, "<rect x="), 4 * 4 + 4);
    let single = printed(["lab", "ordering", "-b", "3", "-m", "1", "--format", "svg"]);
    check_xml(&single);
    assert_eq!(count(&single, "<circle"), 4 + 4);
}
