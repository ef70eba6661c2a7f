//! Numbers for people: rounded the same way everywhere, and odds as fractions.

use outplay::{Bound, Payoffs, Range, Window};

use crate::search::Value;

/// Below this, a number is what rounding has left of a zero.
const DUST: f64 = 1e-12;
const MOST_DENOMINATOR: u32 = 12;

/// A number with at most four decimals, or four digits if it is small.
pub(crate) fn short(number: f64) -> String {
    let size = number.abs();
    if size < DUST {
        return "0".to_owned();
    }
    if size.is_infinite() {
        return if number > 0.0 { "∞" } else { "-∞" }.to_owned();
    }
    if !(1e-6..1e15).contains(&size) {
        return scientific(number);
    }
    let decimals = if size >= 1.0 { 4 } else { (3.0 - size.log10().floor()) as usize };
    trimmed(&format!("{number:.decimals$}"))
}

fn scientific(number: f64) -> String {
    let text = format!("{number:.3e}");
    match text.split_once('e') {
        Some((digits, power)) => format!("{}e{power}", trimmed(digits)),
        None => text,
    }
}

/// Without zeros at the end of the decimals.
fn trimmed(text: &str) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text.to_owned()
    }
}

/// Odds: a fraction if it is a simple one.
pub(crate) fn odds(odds: f64) -> String {
    let fraction = (2..=MOST_DENOMINATOR).find_map(|below| {
        let above = odds * f64::from(below);
        let whole = above.round();
        let simple = (above - whole).abs() < 1e-9 && whole >= 1.0 && whole < f64::from(below);
        simple.then(|| format!("{whole}/{below}"))
    });
    fraction.unwrap_or_else(|| short(odds))
}

/// `[1 2 6]`
pub(crate) fn each(payoffs: &[f64]) -> String {
    let each: Vec<String> = payoffs.iter().map(|&one| short(one)).collect();
    format!("[{}]", each.join(" "))
}

/// `= 3`, `<= 2`, `= [1 2 6]`.
pub(crate) fn label(value: &Value) -> String {
    match value {
        Value::One(Bound::Exact(number)) => format!("= {}", short(*number)),
        Value::One(Bound::AtLeast(number)) => format!(">= {}", short(*number)),
        Value::One(Bound::AtMost(number)) => format!("<= {}", short(*number)),
        Value::Each(Payoffs(payoffs)) => format!("= {}", each(payoffs)),
    }
}

/// An evaluation: `≈ 4`.
pub(crate) fn estimate(value: &Value) -> String {
    format!("≈ {}", number(value))
}

/// `[3, 3]`, `[-∞, 2]`
pub(crate) fn range(range: Range<f64>) -> String {
    format!("[{}, {}]", short(range.low), short(range.high))
}

/// In a sentence: `3`, `at most 2`, `[1 2 6]`.
pub(crate) fn told(value: &Value) -> String {
    let number = number(value);
    match value {
        Value::One(Bound::AtLeast(_)) => format!("at least {number}"),
        Value::One(Bound::AtMost(_)) => format!("at most {number}"),
        Value::One(Bound::Exact(_)) | Value::Each(_) => number,
    }
}

fn number(value: &Value) -> String {
    match value {
        Value::One(bound) => short(bound.score()),
        Value::Each(Payoffs(payoffs)) => each(payoffs),
    }
}

/// `(3, ∞)`
pub(crate) fn window(window: Window<f64>) -> String {
    format!("({}, {})", short(window.alpha), short(window.beta))
}

/// `(3, ∞) -> (3, 5)`: alpha and beta when the search came and later, if they have changed.
pub(crate) fn windows(came: Window<f64>, later: Window<f64>) -> String {
    match came == later {
        true => window(came),
        false => format!("{} -> {}", window(came), window(later)),
    }
}

/// Signs as they are printed in a figure.
pub(crate) fn signs(text: &str) -> String {
    text.replace("<=", "≤").replace(">=", "≥").replace("->", "→")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        let cases = [
            (3.0, "3"),
            (4.999999999999999, "5"),
            (-0.0, "0"),
            (5.5e-17, "0"),
            (1.0 / 3.0, "0.3333"),
            (-2.0 / 3.0, "-0.6667"),
            (0.99999999, "1"),
            (0.0012345678, "0.001235"),
            (1234567.25, "1234567.25"),
            (10.0, "10"),
            (1e20, "1e20"),
            (-1.5e-9, "-1.5e-9"),
            (f64::NEG_INFINITY, "-∞"),
        ];
        for (number, text) in cases {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn simple_odds_are_fractions() {
        let cases =
            [(0.5, "1/2"), (2.0 / 3.0, "2/3"), (0.25, "1/4"), (7.0 / 12.0, "7/12"), (0.9, "9/10")];
        for (number, text) in cases {
            assert_eq!(odds(number), text);
        }
        assert_eq!((odds(0.37), odds(1.0), odds(0.0)), ("0.37".into(), "1".into(), "0".into()));
    }
}
