//! What a search of a tree does, and where a student's answer first differs from it.

use outplay::{Limits, Tree};

use crate::failure::Failure;
use crate::search::{self, Found, Value};
use crate::wanted::Wanted;

/// A tree and the right answer.
pub(super) struct Task {
    tree: Tree,
    found: Found,
    /// The payoffs of the leaves, in the order in which the search looks at them, each with its step.
    leaves: Vec<(f64, usize)>,
}

/// Whether an answer is right, and what there is to say of it.
#[derive(Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) is_right: bool,
    /// How many leaves agree before the first that does not.
    pub(super) leaves: usize,
    pub(super) told: String,
}

impl Task {
    pub(super) fn new(text: &str, wanted: &Wanted) -> Result<Task, Failure> {
        let tree: Tree =
            text.parse().map_err(|error| Failure::input(format!("the tree: {error}")))?;
        let plan = wanted.plan(&tree, Limits::default())?;
        let found = search::search(&tree, &plan).map_err(|problem| problem.failure(&tree))?;
        let leaves = found.steps.iter().enumerate().filter(|(_, step)| step.event == "leaf");
        let leaves = leaves.map(|(index, step)| {
            let written = tree.written(found.nodes[step.node].position);
            let payoff = written.and_then(|text| text.parse().ok());
            payoff.map(|payoff| (payoff, index))
        });
        let leaves: Option<Vec<(f64, usize)>> = leaves.collect();
        let leaves = leaves
            .ok_or_else(|| Failure::input("only trees with one number at every leaf are graded"))?;
        Ok(Task { tree, found, leaves })
    }

    /// How many leaves the search looks at.
    pub(super) fn size(&self) -> usize {
        self.leaves.len()
    }

    /// Marks what a program has printed: lines `value 3`, `move a1` and `leaves 3 12 8`.
    pub(super) fn marked(&self, printed: &str) -> Mark {
        let said = |word: &str| {
            let line = printed.lines().find(|line| line.split([' ', ':']).next() == Some(word));
            line.map(|line| line[word.len()..].trim_start_matches(':').trim())
        };
        let Some(leaves) = said("leaves") else {
            return Mark {
                is_right: false,
                leaves: 0,
                told: "there is no line `leaves ...`".to_owned(),
            };
        };
        let words: Vec<&str> = leaves.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let same = words
            .iter()
            .zip(&self.leaves)
            .take_while(|(word, (payoff, _))| number(word) == Some(*payoff));
        let same = same.count();
        let wrong = |told: String| Mark { is_right: false, leaves: same, told };
        if same < words.len().max(self.leaves.len()) {
            return wrong(self.divergence(same, words.get(same).copied()));
        }
        let value = self.value();
        match said("value") {
            None => return wrong("there is no line `value ...`".to_owned()),
            Some(word) if number(word) != value => {
                let value = value.map_or_else(String::new, |value| value.to_string());
                return wrong(format!(
                    "the leaves are right; the value is {value}, not {word:.20}"
                ));
            }
            Some(_) => {}
        }
        let best = self.best();
        match said("move") {
            None => wrong("there is no line `move ...`".to_owned()),
            Some(word) if !best.iter().any(|one| one == word) => wrong(format!(
                "leaves and value are right; the move is {}, not {word:.20}",
                best.join(" or ")
            )),
            Some(_) => Mark { is_right: true, leaves: same, told: String::new() },
        }
    }

    fn value(&self) -> Option<f64> {
        match self.found.report.value.as_ref()? {
            Value::One(bound) => Some(bound.score()),
            Value::Each(_) => None,
        }
    }

    /// The moves that are right at the root, by their names.
    fn best(&self) -> Vec<String> {
        let report = &self.found.report;
        let all = report.best_moves.iter().copied().chain(report.best);
        let mut names: Vec<String> = all.map(|mv| self.tree.action(self.tree.root(), mv)).collect();
        names.dedup();
        names
    }

    /// Where the leaves first differ, and why.
    fn divergence(&self, at: usize, word: Option<&str>) -> String {
        let number = at + 1;
        let is_last = |step: &usize| self.found.steps[*step].event == "cut";
        let from = at.checked_sub(1).map_or(0, |before| self.leaves[before].1);
        let to = self.leaves.get(at).map_or(self.found.steps.len(), |(_, step)| *step);
        let cut = (from..to)
            .rev()
            .find(is_last)
            .map(|step| format!(": {}", self.found.steps[step].sentence));
        let cut = cut.unwrap_or_default();
        match (self.leaves.get(at), word) {
            (Some((payoff, step)), Some(word)) => {
                let name = self.tree.name(self.found.nodes[self.found.steps[*step].node].position);
                format!("leaf {number} is {payoff} (leaf {name}), not {word:.20}{cut}")
            }
            (Some((payoff, step)), None) => {
                let name = self.tree.name(self.found.nodes[self.found.steps[*step].node].position);
                format!(
                    "leaf {number}, {payoff} (leaf {name}), is missing: nothing is cut before it"
                )
            }
            (None, Some(word)) => {
                format!("there are {at} leaves, and {word:.20} is one too many{cut}")
            }
            (None, None) => String::new(),
        }
    }
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(printed: &str) -> Mark {
        let task = Task::new("((3 12 8) (2 4 6) (14 5 2))", &Wanted::default()).expect("a tree");
        task.marked(printed)
    }

    #[test]
    fn a_right_answer_is_right_however_it_is_laid_out() {
        for printed in [
            "value 3\nmove a1\nleaves 3 12 8 2 14 5 2\n",
            "leaves: 3, 12, 8, 2, 14, 5, 2\nmove: a1\nvalue: 3.0\n",
        ] {
            assert_eq!(mark(printed), Mark { is_right: true, leaves: 7, told: String::new() });
        }
    }

    #[test]
    fn the_first_divergence_is_explained() {
        for (printed, leaves, told) in [
            (
                "value 3\nmove a1\nleaves 3 12 8 2 4 6 14 5 2",
                4,
                "leaf 5 is 14 (leaf d1), not 4: MIN node C has 2, and MAX already has 3 by a1 at A: \
                 the rest of C (4, 6) cannot matter.",
            ),
            ("leaves 3 12 8 2 14", 5, "leaf 6, 5 (leaf d2), is missing: nothing is cut before it"),
            (
                "leaves 3 12 8 2 14 5 2\nvalue 2\nmove a1",
                7,
                "the leaves are right; the value is 3, not 2",
            ),
            (
                "leaves 3 12 8 2 14 5 2\nvalue 3\nmove a2",
                7,
                "leaves and value are right; the move is a1, not a2",
            ),
            ("value 3\nmove a1", 0, "there is no line `leaves ...`"),
            ("", 0, "there is no line `leaves ...`"),
        ] {
            let mark = mark(printed);
            assert_eq!((mark.is_right, mark.leaves, mark.told.as_str()), (false, leaves, told));
        }
        assert!(mark("leaves 3 12 8 2 14 5 2 9").told.contains("9 is one too many"));
    }
}
