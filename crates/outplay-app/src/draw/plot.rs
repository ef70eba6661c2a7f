//! A plot with a logarithmic scale, as SVG.

use super::svg::escaped;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 250.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 8] =
    ["#1f4e99", "#2e8b57", "#c07a00", "#b03030", "#6b7fa8", "#c9a25e", "#8fbf9f", "#222"];

/// A curve: points with x from 1, and y above 0.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// A formula is dashed with squares, a measurement has dots.
    pub(crate) formula: bool,
}

/// The ends of both axes.
struct Scale {
    most_x: f64,
    /// Powers of ten.
    decades: f64,
}

impl Scale {
    fn x(&self, x: f64) -> f64 {
        let share = if self.most_x > 1.0 { (x - 1.0) / (self.most_x - 1.0) } else { 0.5 };
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - y.max(1.0).log10() / self.decades * (HEIGHT - TOP - BOTTOM)
    }
}

/// Draws curves of `y_name` against `x_name`.
pub(crate) fn drawn(title: &str, x_name: &str, y_name: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let scale = Scale {
        most_x: points().map(|point| point.0).fold(1.0, f64::max),
        decades: points().map(|point| point.1.log10().ceil()).fold(1.0, f64::max),
    };
    let curves: String =
        curves.iter().enumerate().map(|(index, curve)| curve.drawn(index, &scale)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" font-family=\"Helvetica,Arial,'Liberation Sans',sans-serif\" font-size=\"12\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}{}{curves}</svg>\n",
        escaped(title),
        frame(title, x_name, y_name),
        grid(&scale)
    )
}

fn frame(title: &str, x_name: &str, y_name: &str) -> String {
    let (middle, low) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12.0);
    let up = (TOP + HEIGHT - BOTTOM) / 2.0;
    format!(
        "<text x=\"{LEFT}\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{middle}\" y=\"{low}\" text-anchor=\"middle\">{}</text>\n\
         <text x=\"18\" y=\"{up}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {up})\">{}</text>\n",
        escaped(title),
        escaped(x_name),
        escaped(y_name)
    )
}

fn grid(scale: &Scale) -> String {
    let right = WIDTH - RIGHT;
    let bottom = HEIGHT - BOTTOM;
    let across = (0..=scale.decades as u32).map(|decade| {
        let y = scale.y(10f64.powi(decade as i32));
        format!(
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-5\" font-size=\"9\">{decade}</tspan></text>\n",
            LEFT - 8.0,
            y + 4.0
        )
    });
    let step = (scale.most_x / 20.0).ceil().max(1.0) as usize;
    let down = (1..=scale.most_x as u32).step_by(step).map(|depth| {
        let x = scale.x(f64::from(depth));
        let y = bottom + 18.0;
        format!(
            "<line x1=\"{x:.1}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{}\" stroke=\"#333\"/>\n\
             <text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{depth}</text>\n",
            bottom + 4.0
        )
    });
    let axes =
        format!("<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333\"/>\n");
    across.chain(down).collect::<String>() + &axes
}

impl Curve {
    fn drawn(&self, index: usize, scale: &Scale) -> String {
        let colour = COLOURS[index % COLOURS.len()];
        let style = if self.formula {
            " stroke-dasharray=\"5 4\" stroke-width=\"1.3\""
        } else {
            " stroke-width=\"2\""
        };
        let at = |&(x, y): &(f64, f64)| format!("{:.1},{:.1}", scale.x(x), scale.y(y));
        let path: Vec<String> = self.points.iter().map(at).collect();
        let path = path.join(" ");
        let marks: String =
            self.points.iter().map(|&(x, y)| self.mark(scale.x(x), scale.y(y), colour)).collect();
        format!(
            "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\"{style}/>\n{marks}{}",
            self.key(index, colour, style)
        )
    }

    /// A point: full where it was measured, an empty square where it was computed.
    fn mark(&self, x: f64, y: f64, colour: &str) -> String {
        if self.formula {
            let (left, top) = (x - 4.0, y - 4.0);
            return format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"8\" height=\"8\" fill=\"none\" stroke=\"{colour}\"/>\n"
            );
        }
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>\n")
    }

    /// The line of the legend.
    fn key(&self, index: usize, colour: &str, style: &str) -> String {
        let x = WIDTH - RIGHT + 16.0;
        let y = TOP + 10.0 + 20.0 * index as f64;
        format!(
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{colour}\"{style}/>\n{}\
             <text x=\"{}\" y=\"{}\">{}</text>\n",
            x + 26.0,
            self.mark(x + 13.0, y, colour),
            x + 32.0,
            y + 4.0,
            escaped(&self.name)
        )
    }
}
