//! Weights: what each feature is worth, in hundredths of a man, as a text that people can read.
//!
//! Each group has its name, a colon, and for each of its features the weights with all pieces on the board and with none: `100/100`.
//! What follows a `#` is for people.

use std::sync::{Arc, LazyLock};

use super::features::{COUNT, GROUPS, Group};

/// The weights of a feature: with all pieces on the board, and with none.
pub(super) type Weight = [i32; 2];

/// A weight for each feature.
pub(super) type Weights = [Weight; COUNT];

/// The weights that come with the game.
pub(super) static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(read(include_str!("weights.txt")).expect("a test reads the weights that come with it"))
});

/// Reads the weights of a file.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, String> {
    read(std::str::from_utf8(bytes).map_err(|_| "the weights are no text".to_owned())?)
}

/// Reads weights.
pub(super) fn read(text: &str) -> Result<Weights, String> {
    let mut weights = [[0; 2]; COUNT];
    let mut groups = GROUPS.into_iter();
    let mut current: Option<(Group, usize)> = None;
    for (line, number) in text.lines().zip(1..) {
        let mut line = line.split('#').next().unwrap_or("").trim();
        let place = |what: String| format!("line {number}: {what}");
        if let Some((name, rest)) = line.split_once(':') {
            check_complete(current).map_err(place)?;
            let group = groups.next().ok_or_else(|| place(format!("`{name:.50}` is too much")))?;
            if name.trim() != group.name {
                return Err(place(format!("`{name:.50}` instead of `{}`", group.name)));
            }
            current = Some((group, 0));
            line = rest;
        }
        for word in line.split_whitespace() {
            let weight = weight(word).map_err(place)?;
            let Some((group, count)) = &mut current else {
                return Err(place("weights without the name of a group before them".to_owned()));
            };
            if *count == group.count {
                return Err(place(format!("`{}` has {count} weights, not more", group.name)));
            }
            weights[group.first + *count] = weight;
            *count += 1;
        }
    }
    check_complete(current)?;
    match groups.next() {
        Some(group) => Err(format!("`{}` is missing", group.name)),
        None => Ok(weights),
    }
}

fn weight(word: &str) -> Result<Weight, String> {
    let wrong = || format!("`{word:.50}` is no weight, like `100/95`: two numbers up to 1000");
    let (first, second) = word.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.parse().ok().filter(|number: &i32| number.abs() <= 1_000);
    Ok([number(first).ok_or_else(wrong)?, number(second).ok_or_else(wrong)?])
}

fn check_complete(current: Option<(Group, usize)>) -> Result<(), String> {
    match current {
        Some((group, count)) if count < group.count => {
            Err(format!("`{}` has {count} weights instead of {}", group.name, group.count))
        }
        _ => Ok(()),
    }
}

/// Weights as text, in the form that [`read`] takes.
pub(super) fn written(weights: &Weights) -> String {
    let mut text = String::from(
        "# The weights of the features of checkers, in hundredths of a man: all pieces/no pieces.\n",
    );
    for group in GROUPS {
        text += &format!("{}:\n", group.name);
        let pairs: Vec<String> = weights[group.first..group.first + group.count]
            .iter()
            .map(|[all, none]| format!("{all}/{none}"))
            .collect();
        for row in pairs.chunks(4) {
            text += &format!("    {}\n", row.join(" "));
        }
    }
    text
}

/// The weights of somebody who has learnt nothing: nothing is worth anything.
pub(super) fn untrained() -> Vec<u8> {
    written(&[[0; 2]; COUNT]).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in [include_str!("by_hand.txt"), include_str!("weights.txt")] {
            let weights = read(text).unwrap();
            assert_eq!(read(&written(&weights)), Ok(weights));
        }
    }

    #[test]
    fn bad_text_says_why() {
        let text = written(&read(include_str!("by_hand.txt")).unwrap());
        let told = |from: &str, to: &str| read(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(told("men", "women"), "line 2: `women` instead of `men`");
        let form = "is no weight, like `100/95`: two numbers up to 1000";
        assert_eq!(told("104/100", "82"), format!("line 3: `82` {form}"));
        assert_eq!(read("").unwrap_err(), "`men` is missing");
        assert_eq!(
            read("1/1").unwrap_err(),
            "line 1: weights without the name of a group before them"
        );
    }
}
