//! What the page asks for: the fields of a request, each read with a sentence about what would be right.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use outplay::Depth;
use serde_json::Value as Json;

use crate::failure::Failure;
use crate::wanted::{self, Wanted};

/// A request: an object with fields.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a>(pub(super) &'a Json);

impl<'a> Ask<'a> {
    /// A field; null is as good as none.
    pub(super) fn field(self, name: &str) -> Option<&'a Json> {
        self.0.get(name).filter(|field| !field.is_null())
    }

    /// A text that has to be there.
    pub(super) fn text(self, name: &str) -> Result<&'a str, Failure> {
        match self.maybe_text(name)? {
            Some(text) => Ok(text),
            None => Err(Failure::input(format!("`{name}` is missing: a text is needed"))),
        }
    }

    /// A text; an empty one is as good as none.
    pub(super) fn maybe_text(self, name: &str) -> Result<Option<&'a str>, Failure> {
        let Some(field) = self.field(name) else { return Ok(None) };
        let text = field
            .as_str()
            .ok_or_else(|| Failure::input(format!("`{name}` is no text, and one is needed")))?;
        Ok(Some(text).filter(|text| !text.trim().is_empty()))
    }

    /// Whether something is wanted.
    pub(super) fn flag(self, name: &str) -> bool {
        self.field(name) == Some(&Json::Bool(true))
    }

    /// A whole number within a range.
    pub(super) fn whole(
        self,
        name: &str,
        within: RangeInclusive<i64>,
    ) -> Result<Option<i64>, Failure> {
        let Some(field) = self.field(name) else { return Ok(None) };
        let number = field.as_i64().filter(|number| within.contains(number));
        let (low, high) = within.into_inner();
        let wrong =
            || Failure::input(format!("`{name}` has to be a whole number from {low} to {high}"));
        number.map(Some).ok_or_else(wrong)
    }

    /// One of the words of a list.
    pub(super) fn choice<E: ValueEnum>(self, name: &str) -> Result<Option<E>, Failure> {
        let Some(text) = self.maybe_text(name)? else { return Ok(None) };
        E::from_str(text, false).map(Some).map_err(|_| {
            let words = E::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let words: Vec<String> = words.map(|word| word.get_name().to_owned()).collect();
            Failure::input(format!("`{name}` is one of {}, not `{text:.30}`", words.join(", ")))
        })
    }

    /// A list of texts, or one text with blanks or commas between the words.
    pub(super) fn words(self, name: &str) -> Result<Vec<&'a str>, Failure> {
        let wrong = || Failure::input(format!("`{name}` has to be a list of texts"));
        match self.field(name) {
            None => Ok(Vec::new()),
            Some(Json::String(text)) => {
                // A comma inside of brackets belongs to the name of a move, like `At(1,1)`.
                let between = |word: &'a str| match word.contains('(') {
                    true => vec![word.trim_matches(',')],
                    false => word.split(',').collect(),
                };
                let words = text.split_whitespace().flat_map(between);
                Ok(words.filter(|word| !word.is_empty()).collect())
            }
            Some(Json::Array(words)) => {
                words.iter().map(|word| word.as_str().ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    /// How a search shall go.
    pub(super) fn wanted(self) -> Result<Wanted, Failure> {
        let depth = self.maybe_text("depth")?.map(str::parse::<Depth>).transpose();
        let payoffs = self.maybe_text("payoffs")?.map(wanted::payoffs).transpose();
        Ok(Wanted {
            algorithm: self.choice("algorithm")?,
            prune: self.choice("prune")?,
            fail_hard: self.flag("fail_hard"),
            order: self.choice("order")?.unwrap_or_default(),
            seed: self.seed()?,
            depth: depth.map_err(|error| Failure::input(error.to_string()))?,
            payoffs: payoffs.map_err(|what| Failure::input(format!("payoffs: {what}")))?,
            table: self.flag("table"),
            deepen: false,
            player: self.whole("player", 0..=255)?.and_then(|player| u8::try_from(player).ok()),
        })
    }

    /// Where a node of a tree is: at each node on the way, the index of a child.
    pub(super) fn path(self) -> Result<Vec<usize>, Failure> {
        let steps = self.field("path").and_then(Json::as_array).into_iter().flatten();
        let step = |step: &Json| step.as_u64().and_then(|step| usize::try_from(step).ok());
        let wrong = || Failure::input("`path` is a list of whole numbers");
        steps.map(|one| step(one).ok_or_else(wrong)).collect()
    }

    /// What chooses among the possible.
    pub(super) fn seed(self) -> Result<Option<u64>, Failure> {
        let seed = self.whole("seed", 0..=9_007_199_254_740_991)?;
        Ok(seed.map(i64::unsigned_abs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Algorithm;
    use serde_json::json;

    #[test]
    fn fields_are_read_or_refused_with_a_sentence() {
        let json =
            json!({ "tree": "(1 2)", "cuts": 3, "deep": true, "moves": "a b", "none": null });
        let ask = Ask(&json);
        assert_eq!(ask.text("tree").expect("it is there"), "(1 2)");
        assert_eq!(ask.whole("cuts", 0..=9).expect("a number"), Some(3));
        assert!(ask.flag("deep") && !ask.flag("tree"));
        assert_eq!(ask.words("moves").expect("two"), ["a", "b"]);
        assert_eq!(ask.field("none"), None);
        let told = |failure: Failure| failure.to_string();
        assert_eq!(
            told(ask.whole("cuts", 0..=2).expect_err("too many")),
            "`cuts` has to be a whole number from 0 to 2"
        );
        assert_eq!(
            told(ask.text("game").expect_err("none")),
            "`game` is missing: a text is needed"
        );
        assert_eq!(told(ask.text("cuts").expect_err("3")), "`cuts` is no text, and one is needed");
        assert_eq!(
            told(ask.choice::<Algorithm>("tree").expect_err("no algorithm")),
            "`tree` is one of minimax, alpha-beta, expectimax, max-n, paranoid, not `(1 2)`"
        );
    }
}
