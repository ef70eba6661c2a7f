//! From one number to another, as somebody types it: `3`, or `2,3`.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A number, or two with a comma between them.
pub(crate) fn range<N: FromStr + Copy + PartialOrd + Display>(
    text: &str,
) -> Result<RangeInclusive<N>, String> {
    let wrong =
        || "a whole number is needed, or two with a comma between them, like 2,3".to_owned();
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    let (low, high) = text.split_once(',').unwrap_or((text, text));
    Ok(number(low)?..=number(high)?)
}
