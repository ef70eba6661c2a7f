//! Weights as text: for each group of features its name, a colon, and two numbers for each of its features. What follows a `#` is for people.

use super::Weight;

/// How the weights of a game are written.
pub(crate) struct Form {
    /// The first line, for people.
    pub(crate) head: &'static str,
    /// The names of the groups, and how many features each of them has.
    pub(crate) groups: Vec<(&'static str, usize)>,
    /// Numbers are at most this far from zero.
    pub(crate) most: i32,
    /// A weight and what its numbers are, for who wrote something else.
    pub(crate) example: &'static str,
    /// How many weights are written in a line.
    pub(crate) row: usize,
}

/// A group whose weights are being read.
struct Current {
    name: &'static str,
    count: usize,
    /// How many it has so far.
    read: usize,
}

impl Form {
    /// Reads the weights of all groups, one after the other.
    pub(crate) fn read(&self, text: &str) -> Result<Vec<Weight>, String> {
        let mut weights = Vec::new();
        let mut groups = self.groups.iter();
        let mut current: Option<Current> = None;
        for (line, number) in text.lines().zip(1..) {
            let mut line = line.split('#').next().unwrap_or("").trim();
            let place = |what: String| format!("line {number}: {what}");
            if let Some((name, rest)) = line.split_once(':') {
                check_complete(current.as_ref()).map_err(place)?;
                let too_much = || place(format!("`{name:.50}` is too much"));
                let &(expected, count) = groups.next().ok_or_else(too_much)?;
                if name.trim() != expected {
                    return Err(place(format!("`{name:.50}` instead of `{expected}`")));
                }
                current = Some(Current { name: expected, count, read: 0 });
                line = rest;
            }
            for word in line.split_whitespace() {
                let weight = self.weight(word).map_err(place)?;
                let Some(Current { name, count, read }) = &mut current else {
                    return Err(place(
                        "weights without the name of a group before them".to_owned(),
                    ));
                };
                if read == count {
                    return Err(place(format!("`{name}` has {count} weights, not more")));
                }
                weights.push(weight);
                *read += 1;
            }
        }
        check_complete(current.as_ref())?;
        match groups.next() {
            Some((name, _)) => Err(format!("`{name}` is missing")),
            None => Ok(weights),
        }
    }

    fn weight(&self, word: &str) -> Result<Weight, String> {
        let wrong =
            || format!("`{word:.50}` is no weight, like {} up to {}", self.example, self.most);
        let (first, second) = word.split_once('/').ok_or_else(wrong)?;
        let number =
            |text: &str| text.parse().ok().filter(|number: &i32| number.abs() <= self.most);
        Ok([number(first).ok_or_else(wrong)?, number(second).ok_or_else(wrong)?])
    }

    /// Weights as text, in the form that [`read`](Self::read) takes.
    pub(crate) fn written(&self, weights: &[Weight]) -> String {
        let mut text = format!("# {}\n", self.head);
        let mut rest = weights;
        for &(name, count) in &self.groups {
            text += &format!("{name}:\n");
            let (group, others) = rest.split_at(count);
            rest = others;
            let pairs: Vec<String> =
                group.iter().map(|[first, second]| format!("{first}/{second}")).collect();
            for row in pairs.chunks(self.row) {
                text += &format!("    {}\n", row.join(" "));
            }
        }
        text
    }
}

fn check_complete(current: Option<&Current>) -> Result<(), String> {
    match current {
        Some(Current { name, count, read }) if read < count => {
            Err(format!("`{name}` has {read} weights instead of {count}"))
        }
        _ => Ok(()),
    }
}
