//! Settings by name: `elo0=0 elo1=5`, as fastchess and cutechess-cli have them.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;

use crate::failure::Failure;

/// What may be given more than once: arguments of a program, one by one and as a line.
pub(super) const REPEATED: [&str; 2] = ["arg", "args"];

/// Settings of one thing. Every setting is taken out once; what is left at the end is unknown.
pub(super) struct Settings<'s> {
    /// Where they were given, for messages.
    place: String,
    values: BTreeMap<&'s str, &'s str>,
    /// Those that may be given more than once, in their order.
    repeated: Vec<(&'s str, &'s str)>,
    /// What was asked for so far.
    known: Vec<&'static str>,
    /// Those that were given to everybody: who has no use for one does without.
    shared: BTreeMap<&'s str, &'s str>,
    shared_repeated: Vec<(&'s str, &'s str)>,
}

impl<'s> Settings<'s> {
    /// Reads `key=value` words.
    pub(super) fn new(
        place: impl Into<String>,
        words: impl IntoIterator<Item = &'s str>,
    ) -> Result<Settings<'s>, Failure> {
        let mut settings = Settings {
            place: place.into(),
            values: BTreeMap::new(),
            repeated: Vec::new(),
            known: Vec::new(),
            shared: BTreeMap::new(),
            shared_repeated: Vec::new(),
        };
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(settings.wrong(&format!(
                    "`{word}` is no setting: write it as KEY=VALUE, and players before all options"
                )));
            };
            if REPEATED.contains(&key) {
                settings.repeated.push((key, value));
            } else if settings.values.insert(key, value).is_some() {
                return Err(settings.wrong(&format!("`{key}` is set twice")));
            }
        }
        Ok(settings)
    }

    /// A failure that says where.
    pub(super) fn wrong(&self, what: &str) -> Failure {
        Failure::input(format!("{}: {what}", self.place))
    }

    /// Settings that are used where these say nothing.
    pub(super) fn or(&mut self, others: &[&'s str]) -> Result<(), Failure> {
        let others = Settings::new("--each", others.iter().copied())?;
        (self.shared, self.shared_repeated) = (others.values, others.repeated);
        Ok(())
    }

    /// All settings whose names begin like this, without the beginning.
    pub(super) fn beginning(&mut self, start: &'static str) -> Vec<(String, String)> {
        self.known.push(start);
        let take = |values: &mut BTreeMap<&'s str, &'s str>| {
            let (found, rest) = std::mem::take(values)
                .into_iter()
                .partition::<BTreeMap<_, _>, _>(|(key, _)| key.starts_with(start));
            *values = rest;
            found
        };
        let mut found = take(&mut self.shared);
        found.extend(take(&mut self.values));
        let named = |(key, value): (&str, &str)| (key[start.len()..].to_owned(), value.to_owned());
        found.into_iter().map(named).collect()
    }

    /// What may be [repeated](REPEATED), each with its name: first what everybody has.
    pub(super) fn repeated(&mut self) -> Vec<(&'s str, &'s str)> {
        self.known.extend(REPEATED);
        let mut all = std::mem::take(&mut self.shared_repeated);
        all.append(&mut self.repeated);
        all
    }

    /// A setting that was not given to everybody.
    pub(super) fn own(&mut self, key: &'static str) -> Option<&'s str> {
        self.values.remove(key)
    }

    pub(super) fn text(&mut self, key: &'static str) -> Option<&'s str> {
        self.known.push(key);
        let shared = self.shared.remove(key);
        self.values.remove(key).or(shared)
    }

    /// A value of a type that reads itself.
    pub(super) fn value<T: FromStr>(
        &mut self,
        key: &'static str,
        what: &str,
    ) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let value = text.parse().map_err(|_| self.wrong(&format!("`{key}={text}` is {what}")))?;
        Ok(Some(value))
    }

    /// A whole number that is not zero.
    pub(super) fn count<T: FromStr + PartialEq + Default>(
        &mut self,
        key: &'static str,
    ) -> Result<Option<T>, Failure> {
        let what = "no number: write a whole number, at least 1";
        let count: Option<T> = self.value(key, what)?;
        match count {
            Some(zero) if zero == T::default() => Err(self.wrong(&format!("`{key}=0` is {what}"))),
            _ => Ok(count),
        }
    }

    /// A number.
    pub(super) fn number(&mut self, key: &'static str) -> Result<Option<f64>, Failure> {
        let what = "no number: write it like 5 or 0.05";
        let number: Option<f64> = self.value(key, what)?;
        match number {
            Some(odd) if !odd.is_finite() => Err(self.wrong(&format!("`{key}={odd}` is {what}"))),
            _ => Ok(number),
        }
    }

    /// A time like `500ms`; a bare number is in units of `bare`.
    pub(super) fn time(
        &mut self,
        key: &'static str,
        bare: Option<&str>,
    ) -> Result<Option<Duration>, Failure> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let with_unit = match (bare, text.chars().last()) {
            (Some(unit), Some('0'..='9' | '.')) => format!("{text}{unit}"),
            _ => text.to_owned(),
        };
        let time = outplay::parse_time(&with_unit)
            .map_err(|what| self.wrong(&format!("{key}: {what}")))?;
        // More than a year is a mistake, and would not fit everywhere.
        if time > Duration::from_secs(30_000_000) {
            return Err(self.wrong(&format!("`{key}={text}` is longer than anybody waits")));
        }
        Ok(Some(time))
    }

    /// `on` or `off`.
    pub(super) fn switch(&mut self, key: &'static str) -> Result<Option<bool>, Failure> {
        match self.text(key) {
            None => Ok(None),
            Some("on" | "true") => Ok(Some(true)),
            Some("off" | "false") => Ok(Some(false)),
            Some(other) => Err(self.wrong(&format!("`{key}={other}` is neither on nor off"))),
        }
    }

    /// Nothing may be left but what was given to everybody: its names.
    pub(super) fn end(self) -> Result<Vec<String>, Failure> {
        let repeated = self.repeated.first().map(|(key, _)| key);
        let Some(key) = self.values.keys().next().or(repeated) else {
            let repeated = self.shared_repeated.into_iter().map(|(key, _)| key);
            return Ok(self.shared.into_keys().chain(repeated).map(str::to_owned).collect());
        };
        let known = self.known.join(", ");
        Err(self.wrong(&format!("there is no setting `{key}`; there are {known}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_is_told() {
        let told = |words: &[&'static str]| -> String {
            let read = || -> Result<(), Failure> {
                let mut settings = Settings::new("--draw", words.iter().copied())?;
                settings.count::<u32>("movecount")?;
                settings.number("score")?;
                settings.time("wait", Some("s"))?;
                settings.switch("both")?;
                settings.end().map(drop)
            };
            read().map_or_else(|failure| failure.to_string(), |()| String::new())
        };
        assert_eq!(told(&["movecount=8", "score=1.5", "wait=0.5", "both=on"]), "");
        assert_eq!(told(&["wait=20ms"]), "");
        for (word, message) in [
            (
                "movecount",
                "`movecount` is no setting: write it as KEY=VALUE, and players before all options",
            ),
            ("movecount=x", "`movecount=x` is no number: write a whole number, at least 1"),
            ("movecount=0", "`movecount=0` is no number: write a whole number, at least 1"),
            ("score=nan", "`score=NaN` is no number: write it like 5 or 0.05"),
            ("both=maybe", "`both=maybe` is neither on nor off"),
            ("wait=1h", "wait: `1h` is no time: write `1s` or `500ms`"),
            ("wait=99999999999", "`wait=99999999999` is longer than anybody waits"),
            ("count=3", "there is no setting `count`; there are movecount, score, wait, both"),
        ] {
            assert_eq!(told(&[word]), format!("--draw: {message}"));
        }
        assert_eq!(told(&["score=1", "score=1"]), "--draw: `score` is set twice");
    }
}
