//! A calculator: sliders, and numbers that follow from them by formulas.
//!
//! `slider b: 2 40 35` goes from 2 to 40 and stands at 35; a fourth number is the step. `show Leaves: b^m` is a line of the result.

use serde_json::{Value as Json, json};

use super::Show;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};
use crate::lessons::formula::Formula;
use crate::lessons::number;

/// A number that the reader sets.
pub(super) struct Slider {
    name: String,
    /// What it means.
    label: String,
    least: f64,
    most: f64,
    start: f64,
    step: f64,
}

struct Line {
    label: String,
    /// As it was written, for the page.
    source: String,
    formula: Formula,
    unit: String,
}

struct Calculator {
    sliders: Vec<Slider>,
    lines: Vec<Line>,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["slider", "show"])?;
    let sliders = sliders(fields)?;
    let names = names(&sliders);
    let lines: Vec<Line> =
        fields.all("show").map(|field| line(field, &names)).collect::<Result<_, _>>()?;
    match sliders.is_empty() || lines.is_empty() {
        true => Err(Wrong::new(fields.line, "a calculator has a `slider` and something to `show`")),
        false => Ok(Box::new(Calculator { sliders, lines })),
    }
}

/// The sliders of a figure.
pub(super) fn sliders(fields: &Fields) -> Result<Vec<Slider>, Wrong> {
    fields.all("slider").map(slider).collect()
}

pub(super) fn names(sliders: &[Slider]) -> Vec<&str> {
    sliders.iter().map(|slider| slider.name.as_str()).collect()
}

/// Every slider with the number at which it stands.
pub(super) fn starts(sliders: &[Slider]) -> Vec<(&str, f64)> {
    sliders.iter().map(|slider| (slider.name.as_str(), slider.start)).collect()
}

/// The sliders as the page needs them.
pub(super) fn pages(sliders: &[Slider]) -> Json {
    let page = |slider: &Slider| {
        let Slider { name, label, least, most, start, step } = slider;
        json!({ "name": name, "label": label, "least": least, "most": most, "start": start, "step": step })
    };
    sliders.iter().map(page).collect()
}

fn slider(field: &Field) -> Result<Slider, Wrong> {
    let numbers = field.numbers()?;
    let (&[least, most, start], step) =
        (numbers.first_chunk().unwrap_or(&[1.0, 0.0, 0.0]), numbers.get(3));
    let is_right =
        least < most && (least..=most).contains(&start) && step.is_none_or(|step| *step > 0.0);
    if field.name.is_empty() || !is_right || numbers.len() > 4 {
        return Err(field.wrong(
            "a slider has a name, its least and most and where it stands: `slider b: 2 40 35`",
        ));
    }
    let label = if field.note.is_empty() { field.name.clone() } else { field.sentence() };
    Ok(Slider {
        name: field.name.clone(),
        label,
        least,
        most,
        start,
        step: step.copied().unwrap_or(1.0),
    })
}

fn line(field: &Field, names: &[&str]) -> Result<Line, Wrong> {
    let formula = Formula::read(&field.value, names).map_err(|what| field.wrong(what))?;
    Ok(Line {
        label: field.name.clone(),
        source: field.value.clone(),
        formula,
        unit: field.sentence(),
    })
}

impl Show for Calculator {
    fn page(&self) -> Json {
        let line =
            |line: &Line| json!({ "label": line.label, "formula": line.source, "unit": line.unit });
        json!({
            "sliders": pages(&self.sliders),
            "lines": self.lines.iter().map(line).collect::<Vec<Json>>(),
        })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let starts = starts(&self.sliders);
        let slider = |one: &Slider| {
            format!("{} = {}  ({})\n", one.name, number::written(one.start), one.label)
        };
        let width = self.lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
        let line = |line: &Line| {
            let value = number::written(line.formula.value(&starts));
            format!("{:width$}  {value} {}", line.label, line.unit).trim_end().to_owned() + "\n"
        };
        let sliders: String = self.sliders.iter().map(slider).collect();
        Ok(format!("{sliders}\n{}", self.lines.iter().map(line).collect::<String>()))
    }
}
