//! The normal and Student's distribution, as far as error bars need them.

/// The chance that a standard normal number is below `x`.
pub(super) fn normal_below(x: f64) -> f64 {
    let tail = tail(x.abs());
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The chance that a standard normal number is above `x`, which is not negative: a power series near zero, a continued
/// fraction far from it (Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.2.11 and 26.2.14).
fn tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if x < 3.0 {
        let (mut term, mut sum) = (x, x);
        for odd in (3..200).step_by(2) {
            term *= x * x / f64::from(odd);
            sum += term;
        }
        0.5 - density * sum
    } else {
        density / (1..=60).rev().fold(x, |below, step| x + f64::from(step) / below)
    }
}

/// The number that a standard normal number is below with this chance.
pub(super) fn normal_quantile(chance: f64) -> f64 {
    quantile(chance, normal_below)
}

/// The number that one of Student's distribution with so many degrees of freedom is below with this chance.
pub(super) fn student_quantile(chance: f64, freedom: f64) -> f64 {
    quantile(chance, |x| student_below(x, freedom))
}

fn quantile(chance: f64, below: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-1e4, 1e4);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if below(middle) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// By Simpson's rule: with x = √f tan a, the density is a power of the cosine.
fn student_below(x: f64, freedom: f64) -> f64 {
    let power = |angle: f64| angle.cos().powf(freedom - 1.0);
    let area = |end: f64| {
        let step = end / 200.0;
        let weight = |index: u32| match index {
            0 | 200 => 1.0,
            odd if odd % 2 == 1 => 4.0,
            _ => 2.0,
        };
        (0..=200).map(|index| weight(index) * power(f64::from(index) * step)).sum::<f64>() * step
    };
    let half = area(std::f64::consts::FRAC_PI_2);
    0.5 + area((x / freedom.sqrt()).atan()) / half / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of every textbook.
    #[test]
    fn as_the_tables_have_it() {
        for (x, chance) in
            [(0.0, 0.5), (1.0, 0.841344746), (-1.96, 0.024997895), (3.5, 0.999767371)]
        {
            assert!((normal_below(x) - chance).abs() < 1e-9, "{x}");
        }
        assert!((normal_below(-6.0) / 9.865876e-10 - 1.0).abs() < 1e-6);
        assert!((normal_quantile(0.975) - 1.959963985).abs() < 1e-9);
        for (freedom, t) in [(1.0, 12.7062), (2.0, 4.30265), (10.0, 2.22814), (100.0, 1.98397)] {
            let found = student_quantile(0.975, freedom);
            assert!((found - t).abs() < 1e-4, "{freedom}: {found}");
        }
    }
}
