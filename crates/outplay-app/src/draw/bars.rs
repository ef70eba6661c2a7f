//! Numbers side by side, as bars with lines to compare them with, as SVG.

use super::layout::text_width;
use super::svg::escaped;

const WIDTH: f64 = 520.0;
const ROW: f64 = 22.0;
const TOP: f64 = 75.0;
const BOTTOM: f64 = 34.0;
const SIZE: f64 = 12.0;
const AIR: f64 = 10.0;

/// A bar: its name, how long it is (nothing if it is not known), and what stands behind it.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) length: Option<f64>,
    pub(crate) figure: String,
}

/// A line across all bars.
pub(crate) struct Mark {
    pub(crate) name: &'static str,
    pub(crate) at: f64,
}

/// Where things go.
struct Scale {
    left: f64,
    /// Where the longest bar ends; behind it is the column of figures, so that no line runs through them.
    right: f64,
    bottom: f64,
    most: f64,
}

impl Scale {
    fn x(&self, length: f64) -> f64 {
        self.left + length / self.most * (self.right - self.left)
    }
}

/// Draws bars from 0. What has a class gets its colours from the page, where it is on a page.
pub(crate) fn drawn(title: &str, axis: &str, bars: &[Bar], marks: &[Mark]) -> String {
    let lengths = bars.iter().filter_map(|bar| bar.length);
    let most = lengths.chain(marks.iter().map(|mark| mark.at)).fold(1.0, f64::max);
    let names = bars.iter().map(|bar| text_width(&bar.name, SIZE)).fold(0.0, f64::max);
    let figures = bars.iter().map(|bar| text_width(&bar.figure, SIZE)).fold(0.0, f64::max);
    let bottom = TOP + ROW * bars.len() as f64;
    let right = WIDTH - figures - 2.0 * AIR;
    let scale = Scale { left: names.min(WIDTH / 2.0) + 2.0 * AIR, right, bottom, most };
    let height = bottom + BOTTOM;
    let rows: String =
        bars.iter().enumerate().map(|(index, bar)| row(index, bar, &scale)).collect();
    let words: String =
        bars.iter().enumerate().map(|(index, bar)| words(index, bar, &scale)).collect();
    let lines: String =
        marks.iter().enumerate().map(|(index, mark)| line(index, mark, &scale)).collect();
    let middle = (scale.left + scale.right) / 2.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" font-family=\"Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif\" \
         font-size=\"{SIZE}\">\n<title>{0}</title>\n<rect class=\"ground\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text class=\"word\" x=\"{AIR}\" y=\"20\" font-size=\"14\" font-weight=\"bold\">{0}</text>\n{rows}{lines}{words}\
         <text class=\"word\" x=\"{middle:.1}\" y=\"{1:.1}\" text-anchor=\"middle\">{2}</text>\n</svg>\n",
        escaped(title),
        bottom + 22.0,
        escaped(axis)
    )
}

fn row(index: usize, bar: &Bar, scale: &Scale) -> String {
    let Some(length) = bar.length else { return String::new() };
    let top = TOP + ROW * index as f64 + 3.0;
    format!(
        "<rect class=\"length\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#4a7db0\"/>\n",
        scale.left,
        scale.x(length) - scale.left,
        ROW - 6.0
    )
}

/// The name of a bar, and its figure.
fn words(index: usize, bar: &Bar, scale: &Scale) -> String {
    let base = TOP + ROW * (index as f64 + 0.5) + 4.0;
    let end = WIDTH - AIR / 2.0;
    format!(
        "<text class=\"word\" x=\"{:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{}</text>\n\
         <text class=\"figure\" x=\"{end:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{}</text>\n",
        scale.left - AIR / 2.0,
        escaped(&bar.name),
        escaped(&bar.figure)
    )
}

/// A line with its name above, on one of three levels so that neighbours do not collide.
fn line(index: usize, mark: &Mark, scale: &Scale) -> String {
    let x = scale.x(mark.at);
    let up = TOP - 6.0 - 13.0 * (index % 3) as f64;
    format!(
        "<line class=\"mark\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#b03030\" stroke-dasharray=\"4 3\"/>\n\
         <text class=\"mark\" x=\"{x:.1}\" y=\"{up:.1}\" text-anchor=\"middle\" fill=\"#b03030\">{} = {:.2}</text>\n",
        TOP - 3.0,
        scale.bottom,
        escaped(mark.name),
        mark.at
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_with_what_they_are_compared_with() {
        let bars = [
            Bar { name: "minimax".to_owned(), length: Some(3.0), figure: "9 leaves".to_owned() },
            Bar { name: "a < b".to_owned(), length: None, figure: "not known".to_owned() },
        ];
        let marks = [Mark { name: "√b", at: 3f64.sqrt() }];
        let svg = drawn("A title", "branching", &bars, &marks);
        assert_eq!(svg.matches("class=\"length\"").count(), 1);
        for words in
            [">9 leaves<", ">not known<", ">√b = 1.73<", ">a &lt; b<", "<title>A title</title>"]
        {
            assert!(svg.contains(words), "{words} in {svg}");
        }
    }
}
