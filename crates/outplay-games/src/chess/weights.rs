//! Weights: what each feature is worth, in hundredths of a pawn, as a text that people can read.
//!
//! Each group has its name, a colon, and for each of its features the weights of the middle game and of the endgame: `82/104`. What
//! follows a `#` is for people.

use std::sync::{Arc, LazyLock};

use super::features::{COUNT, Group};

/// A weight of each feature: middle game in the lower half, endgame in the upper.
pub(super) type Weights = [i32; COUNT];

/// The weights that come with the game.
pub(super) static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(read(include_str!("weights.txt")).expect("a test reads the weights that come with it"))
});

/// Two numbers in one, which are added together.
#[inline(always)]
pub(super) const fn packed(middle: i32, end: i32) -> i32 {
    (end << 16) + middle
}

/// The number of the middle game.
#[inline(always)]
pub(super) const fn middle(packed: i32) -> i32 {
    packed as i16 as i32
}

/// The number of the endgame.
#[inline(always)]
pub(super) const fn end(packed: i32) -> i32 {
    (packed + 0x8000) >> 16
}

/// Reads the weights of a file.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, String> {
    read(std::str::from_utf8(bytes).map_err(|_| "the weights are no text".to_owned())?)
}

/// Reads weights.
pub(super) fn read(text: &str) -> Result<Weights, String> {
    let mut weights = [0; COUNT];
    let mut groups = Group::ALL.iter().copied();
    // The group whose weights are read, and how many it has so far.
    let mut current: Option<(Group, usize)> = None;
    for (line, number) in text.lines().zip(1..) {
        let mut line = line.split('#').next().unwrap_or("").trim();
        let place = |what: String| format!("line {number}: {what}");
        if let Some((name, rest)) = line.split_once(':') {
            check_complete(current).map_err(place)?;
            let group = groups.next().ok_or_else(|| place(format!("`{name:.50}` is too much")))?;
            if name.trim() != group.name() {
                let expected = group.name();
                return Err(place(format!("`{name:.50}` instead of `{expected}`")));
            }
            current = Some((group, 0));
            line = rest;
        }
        for word in line.split_whitespace() {
            let weight = weight(word).map_err(place)?;
            let Some((group, count)) = &mut current else {
                return Err(place("weights without the name of a group before them".to_owned()));
            };
            if *count == group.count() {
                return Err(place(format!("`{}` has {count} weights, not more", group.name())));
            }
            weights[group.first() + *count] = weight;
            *count += 1;
        }
    }
    check_complete(current)?;
    match groups.next() {
        Some(group) => Err(format!("`{}` is missing", group.name())),
        None => Ok(weights),
    }
}

fn weight(word: &str) -> Result<i32, String> {
    let wrong =
        || format!("`{word:.50}` is no weight, like `82/104`: middle game and endgame, up to 5000");
    let (first, second) = word.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.parse().ok().filter(|number: &i32| number.abs() <= 5_000);
    Ok(packed(number(first).ok_or_else(wrong)?, number(second).ok_or_else(wrong)?))
}

fn check_complete(current: Option<(Group, usize)>) -> Result<(), String> {
    match current {
        Some((group, count)) if count < group.count() => {
            Err(format!("`{}` has {count} weights instead of {}", group.name(), group.count()))
        }
        _ => Ok(()),
    }
}

/// Weights as text, in the form that [`read`] takes.
pub(super) fn written(weights: &Weights) -> String {
    let mut text = String::from(
        "# The weights of the features of chess, in hundredths of a pawn: middle game/endgame.\n",
    );
    for &group in Group::ALL {
        text += &format!("{}:\n", group.name());
        let pairs: Vec<String> = weights[group.first()..group.first() + group.count()]
            .iter()
            .map(|&weight| format!("{}/{}", middle(weight), end(weight)))
            .collect();
        for row in pairs.chunks(8) {
            text += &format!("    {}\n", row.join(" "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let weights = read(include_str!("by_hand.txt")).unwrap();
        assert_eq!(read(&written(&weights)), Ok(weights));
        assert_eq!((middle(weights[0]), end(weights[0])), (82, 104));
    }

    #[test]
    fn two_numbers_are_kept_apart() {
        for (first, second) in [(0, 0), (-1, 1), (1, -1), (-9_000, 8_000), (9_000, -8_000)] {
            let one = packed(first, second);
            assert_eq!((middle(one), end(one)), (first, second));
            let sum = one * 3 + packed(7, -5);
            assert_eq!((middle(sum), end(sum)), (3 * first + 7, 3 * second - 5));
        }
    }

    #[test]
    fn bad_text_says_why() {
        let text = written(&read(include_str!("by_hand.txt")).unwrap());
        let told = |from: &str, to: &str| read(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(told("material", "materials"), "line 2: `materials` instead of `material`");
        assert_eq!(told("82/104", ""), "line 4: `material` has 4 weights instead of 5");
        assert_eq!(told("82/104", "1/1 82/104"), "line 3: `material` has 5 weights, not more");
        let form = "is no weight, like `82/104`: middle game and endgame, up to 5000";
        assert_eq!(told("82/104", "82"), format!("line 3: `82` {form}"));
        assert_eq!(told("82/104", "82/99999"), format!("line 3: `82/99999` {form}"));
        assert_eq!(read("").unwrap_err(), "`material` is missing");
        assert_eq!(
            read("1/1").unwrap_err(),
            "line 1: weights without the name of a group before them"
        );
    }
}
