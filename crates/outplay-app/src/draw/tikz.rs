//! A picture as TikZ: a document of its own, to be compiled or copied from.

use super::layout::{self, GAP, HALF, Layout, MOVE_AT, STUB};
use super::svg::{Cut, cut, ends};
use super::{Fate, Node, Picture, Shape, numbers};

const HEAD: &str = r"\documentclass[tikz,border=4pt]{standalone}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\begin{document}
\begin{tikzpicture}[x=0.75pt, y=-0.75pt, font=\sffamily\footnotesize, line join=round,
  max/.style={draw, thick, fill=blue!12}, min/.style={draw, thick, fill=red!12},
  chance/.style={draw, thick, fill=yellow!30}, player/.style={draw, thick, fill=green!12},
  leaf/.style={draw, thick, fill=white}, on/.style={very thick},
  cut/.style={draw=black!53, fill=black!5, text=black!53},
  edge/.style={draw=black!65}, best/.style={draw=black, ultra thick}, severed/.style={draw=black!53},
  slash/.style={draw=black!67, semithick}, stub/.style={draw=black!67, dashed}, word/.style={inner sep=0pt, outer sep=0pt},
  level/.style={word, anchor=west, text=black!67}, move/.style={word, font=\sffamily\scriptsize, text=black!75, fill=white, inner sep=1pt},
  faded/.style={text=black!53}]
";
const FOOT: &str = "\\end{tikzpicture}\n\\end{document}\n";

/// Draws a picture.
pub(crate) fn drawn(picture: &Picture) -> String {
    let layout = layout::of(picture);
    let indices = || 0..picture.nodes.len();
    let edges: String = indices().map(|index| edge(picture, &layout, index)).collect();
    let moves: String = indices().map(|index| mv(picture, &layout, index)).collect();
    let nodes: String = indices().map(|index| node(picture, &layout, index)).collect();
    let levels = levels(&layout);
    format!("{HEAD}{levels}{edges}{moves}{nodes}{FOOT}")
}

/// Who moves, beside each level.
fn levels(layout: &Layout) -> String {
    let word = |(word, y): &(String, f64)| at("level", layout.margin(), *y, &escaped(word));
    layout.levels.iter().map(word).collect()
}

fn edge(picture: &Picture, layout: &Layout, index: usize) -> String {
    let node = &picture.nodes[index];
    let Some([from, to]) = ends(picture, layout, index) else { return String::new() };
    match node.fate {
        Fate::Searched if node.best => line("best", from, to),
        Fate::Searched | Fate::Waiting => line("edge", from, to),
        Fate::Below => line("severed", from, to),
        Fate::Severed => {
            let Cut { stubs, slashes } = cut(from, to);
            let stubs = stubs.map(|[a, b]| line("severed", a, b)).concat();
            stubs + &slashes.map(|[a, b]| line("slash", a, b)).concat()
        }
    }
}

fn line(style: &str, from: (f64, f64), to: (f64, f64)) -> String {
    format!("\\draw[{style}] ({:.1},{:.1}) -- ({:.1},{:.1});\n", from.0, from.1, to.0, to.1)
}

fn mv(picture: &Picture, layout: &Layout, index: usize) -> String {
    let node = &picture.nodes[index];
    let Some([from, to]) = ends(picture, layout, index) else { return String::new() };
    let x = from.0 + MOVE_AT * (to.0 - from.0);
    let y = from.1 + MOVE_AT * (to.1 - from.1);
    let by = layout.mv(node, index).map(|by| format!("\\textit{{{}}}", escaped(by)));
    let words: Vec<String> = by.into_iter().chain(node.odds.as_deref().map(escaped)).collect();
    if words.is_empty() {
        return String::new();
    }
    at(&styled(node, "move"), x, y, &words.join("~~"))
}

fn node(picture: &Picture, layout: &Layout, index: usize) -> String {
    let node = &picture.nodes[index];
    let (x, y) = layout.points[index];
    let words = if node.shape == Shape::Leaf {
        let name = write(node, &node.name, "word", x, y + HALF + 9.0);
        write(node, &node.content, "word", x, y) + &name
    } else {
        words(node, picture, x, y)
    };
    let low = y + HALF;
    let stub =
        if node.has_stub() { line("stub", (x, low), (x, low + STUB)) } else { String::new() };
    stub + &shape(node, x, y) + &words
}

fn words(node: &Node, picture: &Picture, x: f64, y: f64) -> String {
    let name = write(node, &node.name, "word, anchor=east", x - HALF - GAP, y);
    let label = &node.caption(picture.labels);
    let label = write(node, label, "word, anchor=west", x + HALF + GAP, y);
    let player = match node.shape {
        Shape::Player(player) => write(node, &format!("p{}", player.0), "word", x, y),
        _ => String::new(),
    };
    name + &label + &player
}

fn shape(node: &Node, x: f64, y: f64) -> String {
    let kind = match node.shape {
        Shape::Max => "max",
        Shape::Min => "min",
        Shape::Chance => "chance",
        Shape::Player(_) => "player",
        Shape::Leaf => "leaf",
    };
    let on = if node.best { ", on" } else { "" };
    let cut = if node.fate.is_cut() { ", cut" } else { "" };
    let path = outline(node, x, y);
    format!("\\draw[{kind}{on}{cut}] {path};\n")
}

fn outline(node: &Node, x: f64, y: f64) -> String {
    let (top, bottom) = (y - HALF, y + HALF);
    let wide = |half: f64| (x - half, x + half);
    match node.shape {
        Shape::Chance => format!("({x:.1},{y:.1}) circle[radius={:.2}pt]", HALF * 0.75),
        Shape::Max | Shape::Min => {
            let (left, right) = wide(HALF + 1.0);
            let (tip, base) = if node.shape == Shape::Max { (top, bottom) } else { (bottom, top) };
            format!("({x:.1},{tip:.1}) -- ({right:.1},{base:.1}) -- ({left:.1},{base:.1}) -- cycle")
        }
        Shape::Player(_) => {
            let (left, right) = wide(HALF);
            format!("[rounded corners=4pt] ({left:.1},{top:.1}) rectangle ({right:.1},{bottom:.1})")
        }
        Shape::Leaf => {
            let (left, right) = wide(layout::box_width(&node.content) / 2.0);
            format!("({left:.1},{top:.1}) rectangle ({right:.1},{bottom:.1})")
        }
    }
}

/// Words, if there are any.
fn write(node: &Node, text: &str, style: &str, x: f64, y: f64) -> String {
    if text.is_empty() { String::new() } else { at(&styled(node, style), x, y, &escaped(text)) }
}

fn styled(node: &Node, style: &str) -> String {
    let faded = if node.fate.is_cut() { ", faded" } else { "" };
    format!("{style}{faded}")
}

fn at(style: &str, x: f64, y: f64, words: &str) -> String {
    format!("\\node[{style}] at ({x:.1},{y:.1}) {{{words}}};\n")
}

/// Text without what means something in TeX, with signs as they are printed.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in numbers::signs(text).chars() {
        match c {
            '≤' => safe += "$\\le$",
            '≥' => safe += "$\\ge$",
            '→' => safe += "$\\to$",
            '≈' => safe += "$\\approx$",
            '∞' => safe += "$\\infty$",
            '<' => safe += "\\textless{}",
            '>' => safe += "\\textgreater{}",
            '-' => safe += "$-$",
            '\\' => safe += "\\textbackslash{}",
            '~' => safe += "\\textasciitilde{}",
            '^' => safe += "\\textasciicircum{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => safe.extend(['\\', c]),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}
