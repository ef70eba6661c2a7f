//! Weights: positions whose exact values are known, features of each, and a slider for the weight of every feature. What it tells is how many
//! pairs of positions the weighted sum puts into the right order.
//!
//! `slider a: 0 10 1` is the weight of the first feature, and so on; `position NAME: 2 -1 5` has the features in that order, and last the exact value.

use serde_json::{Value as Json, json};

use super::Show;
use super::calculator::{self, Slider};
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};
use crate::lessons::number;

/// More positions make too many pairs.
const MOST: usize = 200;

struct Weights {
    sliders: Vec<Slider>,
    positions: Vec<Position>,
    caption: String,
}

struct Position {
    name: String,
    features: Vec<f64>,
    exact: f64,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["slider", "position", "caption"])?;
    let sliders = calculator::sliders(fields)?;
    let positions = fields.all("position").map(|field| position(field, sliders.len()));
    let positions: Vec<Position> = positions.collect::<Result<_, _>>()?;
    if sliders.is_empty() || !(2..=MOST).contains(&positions.len()) {
        let what =
            format!("weights have a `slider` for each feature, and from 2 to {MOST} positions");
        return Err(Wrong::new(fields.line, what));
    }
    let caption = fields.value("caption")?.unwrap_or("").to_owned();
    Ok(Box::new(Weights { sliders, positions, caption }))
}

fn position(field: &Field, features: usize) -> Result<Position, Wrong> {
    let numbers = field.numbers()?;
    match numbers.split_last() {
        Some((&exact, of)) if of.len() == features => {
            Ok(Position { name: field.name.clone(), features: of.to_vec(), exact })
        }
        _ => Err(field.wrong(format!(
            "{} numbers are needed: a feature for each slider, and the exact value",
            features + 1
        ))),
    }
}

/// Of all pairs with different exact values, the share that a weighted sum puts into the right order. A tie counts half.
fn ordered(positions: &[Position], weights: &[f64]) -> f64 {
    let sum = |one: &Position| -> f64 {
        one.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    };
    let (mut right, mut all) = (0.0, 0.0);
    for (index, one) in positions.iter().enumerate() {
        for other in positions[..index].iter().filter(|other| other.exact != one.exact) {
            let product = (sum(one) - sum(other)) * (one.exact - other.exact);
            right += if product == 0.0 { 0.5 } else { f64::from(product > 0.0) };
            all += 1.0;
        }
    }
    right / f64::max(all, 1.0)
}

impl Show for Weights {
    fn page(&self) -> Json {
        let position = |one: &Position| json!({ "name": one.name, "features": one.features, "exact": one.exact });
        json!({
            "sliders": calculator::pages(&self.sliders),
            "positions": self.positions.iter().map(position).collect::<Vec<Json>>(),
            "caption": self.caption,
        })
    }

    fn text(&self, _: bool) -> Result<String, Failure> {
        let starts = calculator::starts(&self.sliders);
        let weights: Vec<f64> = starts.iter().map(|(_, start)| *start).collect();
        let rows = starts
            .iter()
            .map(|(name, start)| format!("weight {name} = {}\n", number::written(*start)));
        Ok(format!(
            "{}\n\n{}\npairs of {} positions in the right order: {:.1}%\n",
            self.caption,
            rows.collect::<String>(),
            self.positions.len(),
            100.0 * ordered(&self.positions, &weights),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_and_ties_are_half() {
        let position = |features: &[f64], exact| Position {
            name: String::new(),
            features: features.to_vec(),
            exact,
        };
        let positions =
            [position(&[1.0, 5.0], 1.0), position(&[2.0, 5.0], 2.0), position(&[3.0, 0.0], 3.0)];
        assert_eq!(ordered(&positions, &[1.0, 0.0]), 1.0);
        assert_eq!(ordered(&positions, &[-1.0, 0.0]), 0.0);
        assert_eq!(ordered(&positions, &[0.0, 0.0]), 0.5);
        assert_eq!(ordered(&positions, &[0.0, 1.0]), 0.5 / 3.0);
    }
}
