//! Numbers as a lesson writes them, on the page (`page/learn/number.js`) and here alike.

/// Whole numbers below a billion in full, others to four digits, large ones by a power of ten.
pub(super) fn written(number: f64) -> String {
    if !number.is_finite() {
        return if number.is_nan() {
            "unknown".to_owned()
        } else {
            "too large to write".to_owned()
        };
    }
    let size = number.abs();
    if size < 1e9 && (number - number.round()).abs() < 1e-9 {
        return grouped(number.round() as i64);
    }
    if size >= 1e6 {
        let power = size.log10().floor();
        return format!("{:.2} x 10^{power}", number / 10f64.powf(power));
    }
    if size >= 1_000.0 {
        return grouped(number.round() as i64);
    }
    let digits = 3 - size.max(0.001).log10().floor() as i32;
    let text = format!("{number:.*}", digits.max(0) as usize);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// `1,544,761`.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_say_how_large_they_are() {
        for (number, text) in [
            (3.0, "3"),
            (1_544_761.0, "1,544,761"),
            (-1_000.0, "-1,000"),
            (0.9, "0.9"),
            (0.899_999_999_999_9, "0.9"),
            (5.916_079, "5.916"),
            (249.5, "249.5"),
            (736_984.6, "736,985"),
            (35f64.powi(100), "2.55 x 10^154"),
            (f64::INFINITY, "too large to write"),
        ] {
            assert_eq!(written(number), text);
        }
    }
}
