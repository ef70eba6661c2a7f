//! A plot: curves by formulas over one number, and points that were measured.
//!
//! `over m: 1 10` is the axis, `over m: 1 10 1` one with whole numbers only, `curve minimax: b^m` a curve with the sliders' numbers, `points measured: 2,31 4,290` are points, and
//! `scale: log` says that each step upwards is ten times as much.

use serde_json::{Value as Json, json};

use super::Show;
use super::calculator::{self, Slider};
use crate::draw::columns;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};
use crate::lessons::formula::Formula;
use crate::lessons::number;

/// As many pieces of an axis without steps are written in a terminal.
const PIECES: f64 = 10.0;
/// More values than this are not written there.
const MOST_ROWS: usize = 60;

struct Axis {
    name: String,
    low: f64,
    high: f64,
    /// Only every so many are there; none if all numbers in between are.
    step: Option<f64>,
    label: String,
}

struct Plot {
    sliders: Vec<Slider>,
    axis: Axis,
    is_log: bool,
    curves: Vec<(String, String, Formula)>,
    points: Vec<(String, Vec<[f64; 2]>)>,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["slider", "over", "curve", "points", "scale"])?;
    let sliders = calculator::sliders(fields)?;
    let over = fields.one("over")?;
    let ends = over.numbers()?;
    let (Some(&[low, high]), step) = (ends.first_chunk(), ends.get(2).copied()) else {
        return Err(over.wrong("the axis has a name and two ends: `over m: 1 10`"));
    };
    if over.name.is_empty() || low >= high || step.is_some_and(|step| step <= 0.0) {
        return Err(
            over.wrong("the axis has a name and two ends, the lower one first: `over m: 1 10`")
        );
    }
    let label = if over.note.is_empty() { over.name.clone() } else { over.sentence() };
    let mut names = calculator::names(&sliders);
    names.push(&over.name);
    let curve = |field: &Field| {
        let formula = Formula::read(&field.value, &names).map_err(|what| field.wrong(what))?;
        Ok((field.name.clone(), field.value.clone(), formula))
    };
    let curves: Vec<_> = fields.all("curve").map(curve).collect::<Result<_, Wrong>>()?;
    let points: Vec<_> = fields.all("points").map(points).collect::<Result<_, Wrong>>()?;
    let is_log = match fields.maybe("scale")? {
        Some(field) if field.value == "log" => true,
        Some(field) => return Err(field.wrong("`scale` is `log`, or is not there")),
        None => false,
    };
    let axis = Axis { name: over.name.clone(), low, high, step, label };
    Ok(Box::new(Plot { sliders, axis, is_log, curves, points }))
}

fn points(field: &Field) -> Result<(String, Vec<[f64; 2]>), Wrong> {
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    };
    let points: Option<Vec<[f64; 2]>> = field.value.split_whitespace().map(point).collect();
    let points =
        points.ok_or_else(|| field.wrong("points are pairs: `points measured: 2,31 4,290`"))?;
    Ok((field.name.clone(), points))
}

impl Show for Plot {
    fn page(&self) -> Json {
        let Axis { name, low, high, step, label } = &self.axis;
        let curve = |(name, source, _): &(String, String, Formula)| json!({ "name": name, "formula": source });
        let points =
            |(name, points): &(String, Vec<[f64; 2]>)| json!({ "name": name, "points": points });
        json!({
            "sliders": calculator::pages(&self.sliders),
            "over": { "name": name, "low": low, "high": high, "step": step, "label": label },
            "log": self.is_log,
            "curves": self.curves.iter().map(curve).collect::<Vec<Json>>(),
            "points": self.points.iter().map(points).collect::<Vec<Json>>(),
        })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let Axis { name, low, high, step, label } = &self.axis;
        let step = step.unwrap_or((high - low) / PIECES);
        let starts = calculator::starts(&self.sliders);
        let row = |at: u32| {
            let x = low + step * f64::from(at);
            let mut names = starts.clone();
            names.push((name, x));
            let measured = |points: &Vec<[f64; 2]>| {
                let there = points.iter().find(|point| (point[0] - x).abs() < 1e-9);
                there.map_or(String::new(), |point| number::written(point[1]))
            };
            let curves =
                self.curves.iter().map(|(.., formula)| number::written(formula.value(&names)));
            let points = self.points.iter().map(|(_, points)| measured(points));
            [number::written(x)].into_iter().chain(curves).chain(points).collect()
        };
        let rows: Vec<Vec<String>> =
            (0..=((high - low) / step).round() as u32).take(MOST_ROWS).map(row).collect();
        let mut head = vec![label.as_str()];
        head.extend(self.curves.iter().map(|(name, ..)| name.as_str()));
        head.extend(self.points.iter().map(|(name, _)| name.as_str()));
        Ok(columns::aligned(&head, &rows, 0))
    }
}
