//! A quiz: somebody says what a search does, and is told the first thing that is wrong.
//!
//! The questions are asked in the order of the search: the window with which it comes to a node, the branches that it
//! cuts there, the value with which it leaves, and at the end the move. So the first mistake is the one that
//! the others may follow from.
//!
//! ```
//! use outplay::{Tree, textbook::{Answers, Asked, Claim, Search, Trace, Verdict, marked}, tree::Branch};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let mut trace = Trace::new();
//! let report = Search::new(&tree.sides()?).observer(&mut trace).alpha_beta(&tree.root())?;
//! let asked = Asked { cuts: true, best: true, ..Asked::default() };
//! let c = Branch(1);
//! let answers = Answers { cuts: vec![vec![c, Branch(1)]], complete: true, ..Answers::default() };
//! let Verdict::Wrong { sentence, .. } = marked(&trace, &report.best_moves, asked, &answers, &tree).verdict else {
//!     panic!("6 is cut, too")
//! };
//! assert_eq!(
//!     sentence,
//!     "c3 is cut: MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (4, 6) cannot matter."
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::trace::{Step, Told, Trace, What};
use crate::score::Pretty;
use crate::{Bound, Names, Player, Range, Turn, Window};

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Alpha and beta at every node where somebody or chance moves.
    pub windows: bool,
    /// The branches that are cut.
    pub cuts: bool,
    /// What is found at every node where somebody or chance moves.
    pub values: bool,
    /// The move at the root.
    pub best: bool,
}

/// What somebody says. A node is named by the moves that lead there from the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers<M> {
    /// Alpha and beta when the search comes to a node.
    pub windows: Vec<(Vec<M>, Window<f64>)>,
    /// The branches that are cut: each is the last move of its line.
    pub cuts: Vec<Vec<M>>,
    /// What is found at a node.
    pub values: Vec<(Vec<M>, Claim)>,
    /// The move at the root.
    pub best: Option<M>,
    /// Whether that is all: then what is missing is a mistake.
    pub complete: bool,
}

impl<M> Default for Answers<M> {
    /// Nothing is said yet.
    fn default() -> Self {
        let (windows, cuts, values) = (Vec::new(), Vec::new(), Vec::new());
        Answers { windows, cuts, values, best: None, complete: false }
    }
}

/// What somebody says about a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// A number, without saying whether it is the value or a bound.
    Number(f64),
    /// The value, or a bound.
    Bound(Bound<f64>),
}

impl Claim {
    /// Whether it is what the search found, or more: the value itself, where all moves were looked at.
    fn fits(self, value: Bound<f64>, range: Range<f64>) -> bool {
        match self {
            Claim::Number(number) => number == value.score(),
            Claim::Bound(Bound::Exact(number)) if range.is_exact() => number == range.low,
            Claim::Bound(bound) => bound == value,
        }
    }

    fn told(self) -> String {
        match self {
            Claim::Number(number) => Pretty(number).to_string(),
            Claim::Bound(bound) => bound.to_string(),
        }
    }
}

/// How good the answers are.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks<M> {
    /// How many questions were answered rightly, before the first that was not.
    pub right: usize,
    /// How many questions there are.
    pub questions: usize,
    /// What comes after them.
    pub verdict: Verdict<M>,
}

/// What is said about answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<M> {
    /// All is right.
    Passed,
    /// All is right so far, and this is the next question.
    Open {
        /// Where.
        line: Vec<M>,
        /// What is asked.
        about: About,
        /// The question, in a sentence.
        sentence: String,
    },
    /// The first mistake.
    Wrong {
        /// Where.
        line: Vec<M>,
        /// What was asked.
        about: About,
        /// What is right, and why.
        sentence: String,
    },
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Alpha and beta.
    Window,
    /// Whether a branch is cut.
    Cut,
    /// The value of a node.
    Value,
    /// The move.
    Best,
}

/// Marks answers about a recorded search, with `best` as the moves that are right at the root.
pub fn marked<P, M: Copy + PartialEq>(
    trace: &Trace<P, M, Bound<f64>>,
    best: &[M],
    asked: Asked,
    answers: &Answers<M>,
    names: &impl Names<P, M>,
) -> Marks<M> {
    let quiz = Quiz { trace, best, asked, answers, names };
    let questions = quiz.questions();
    let right = questions.iter().take_while(|question| quiz.answer(question) == Some(true)).count();
    let verdict = match questions.get(right) {
        None => Verdict::Passed,
        Some(question) => quiz.verdict(question),
    };
    // A branch that was cut wrongly is a mistake, but it was not a question.
    let count = questions.iter().filter(|question| !matches!(question, Question::Looked { .. }));
    let before = questions[..right].iter();
    let right = before.filter(|question| !matches!(question, Question::Looked { .. })).count();
    Marks { right, questions: count.count(), verdict }
}

struct Quiz<'q, P, M, N> {
    trace: &'q Trace<P, M, Bound<f64>>,
    best: &'q [M],
    asked: Asked,
    answers: &'q Answers<M>,
    names: &'q N,
}

/// What can be right or wrong, by the step of the record that decides it.
enum Question<M> {
    /// The search comes to a node, so its branch is not cut.
    Looked {
        step: usize,
    },
    Window {
        step: usize,
    },
    Cut {
        step: usize,
        mv: M,
    },
    Value {
        step: usize,
        value: Bound<f64>,
    },
    Best,
}

impl<P, M: Copy + PartialEq, N: Names<P, M>> Quiz<'_, P, M, N> {
    fn questions(&self) -> Vec<Question<M>> {
        let steps = 0..self.trace.steps.len();
        let mut questions: Vec<Question<M>> = steps.flat_map(|step| self.at(step)).collect();
        if self.asked.best && !self.best.is_empty() {
            questions.push(Question::Best);
        }
        questions
    }

    /// The questions that a step answers.
    fn at(&self, step: usize) -> Vec<Question<M>> {
        let Step { node, what } = &self.trace.steps[step];
        let is_inner = self.is_inner(*node);
        let mut questions = Vec::new();
        match what {
            What::Enter => {
                if self.asked.cuts && *node > 0 {
                    questions.push(Question::Looked { step });
                }
                if self.asked.windows && is_inner {
                    questions.push(Question::Window { step });
                }
            }
            What::Cut { left, .. } if self.asked.cuts => {
                questions.extend(left.iter().map(|&mv| Question::Cut { step, mv }));
            }
            What::Leave { value } if self.asked.values && is_inner => {
                questions.push(Question::Value { step, value: *value });
            }
            _ => {}
        }
        questions
    }

    /// Whether moves are looked at here.
    fn is_inner(&self, node: usize) -> bool {
        let node = &self.trace.nodes[node];
        node.turn.is_some() && node.source.is_none()
    }

    /// Whether the answer is right; nothing if there is none.
    fn answer(&self, question: &Question<M>) -> Option<bool> {
        match question {
            Question::Looked { step } => {
                let line = self.line_at(*step);
                Some(!self.answers.cuts.contains(&line))
            }
            Question::Window { step } => {
                let given = find(&self.answers.windows, &self.line_at(*step))?;
                Some(given == self.trace.nodes[self.trace.steps[*step].node].window)
            }
            Question::Cut { step, mv } => {
                let line = [self.line_at(*step), vec![*mv]].concat();
                self.answers.cuts.contains(&line).then_some(true)
            }
            Question::Value { step, value } => {
                let given = find(&self.answers.values, &self.line_at(*step))?;
                Some(given.fits(*value, self.range(self.trace.steps[*step].node, *value)))
            }
            Question::Best => self.answers.best.map(|mv| self.best.contains(&mv)),
        }
    }

    fn verdict(&self, question: &Question<M>) -> Verdict<M> {
        let (line, about) = (self.place(question), about(question));
        if self.answer(question).is_none() && !self.answers.complete {
            return Verdict::Open { line, about, sentence: self.next(question) };
        }
        Verdict::Wrong { line, about, sentence: self.explained(question) }
    }

    fn place(&self, question: &Question<M>) -> Vec<M> {
        match question {
            Question::Cut { step, mv } => [self.line_at(*step), vec![*mv]].concat(),
            Question::Looked { step }
            | Question::Window { step }
            | Question::Value { step, .. } => self.line_at(*step),
            Question::Best => Vec::new(),
        }
    }

    /// Between which numbers a node is, if it is left with `value`. A node that is cut after its last move
    /// returns a bound, and may be known exactly all the same.
    fn range(&self, node: usize, value: Bound<f64>) -> Range<f64> {
        let all = &self.trace.nodes;
        let is_max = all[node].turn == Some(Turn::Player(Player::MAX));
        let values = all.iter().filter(|child| child.parent == Some(node));
        let ranges = values.filter_map(|child| child.value).map(Range::from);
        let best = match is_max {
            true => ranges.reduce(Range::highest),
            false => ranges.reduce(Range::lowest),
        };
        let is_open = !all[node].cut.is_empty() || all[node].turn == Some(Turn::Chance);
        best.filter(|_| !is_open).unwrap_or(Range::from(value))
    }

    /// The moves that lead to the node of a step.
    fn line_at(&self, step: usize) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = &self.trace.nodes[self.trace.steps[step].node];
        while let (Some(parent), Some(by)) = (node.parent, node.by) {
            line.insert(0, by);
            node = &self.trace.nodes[parent];
        }
        line
    }

    fn name(&self, step: usize) -> String {
        self.names.position(&self.trace.nodes[self.trace.steps[step].node].position)
    }

    /// What comes next, without telling too much.
    fn next(&self, question: &Question<M>) -> String {
        match question {
            Question::Window { step } => {
                format!("The search comes to {}: with which alpha and beta?", self.name(*step))
            }
            Question::Cut { step, .. }
            | Question::Value { step, .. }
            | Question::Looked { step } => {
                format!(
                    "The search is at {}: what is cut there, and what is found?",
                    self.name(*step)
                )
            }
            Question::Best => "Which move is best?".to_owned(),
        }
    }

    /// What is right, and why.
    fn explained(&self, question: &Question<M>) -> String {
        match question {
            Question::Looked { step } => self.looked(*step),
            Question::Window { step } => self.window(*step),
            Question::Cut { step, mv } => {
                let position = &self.trace.nodes[self.trace.steps[*step].node].position;
                let mv = self.names.mv(position, *mv);
                let why = self.trace.sentence(*step, self.names);
                format!("{mv} is cut: {why}{}", self.enough(*step))
            }
            Question::Value { step, value } => self.value(*step, *value),
            Question::Best => self.best_move(),
        }
    }

    /// Why a branch is not cut.
    fn looked(&self, step: usize) -> String {
        let node = &self.trace.nodes[self.trace.steps[step].node];
        let (Some(parent), Some(by)) = (node.parent, node.by) else { return String::new() };
        let mv = self.names.mv(&self.trace.nodes[parent].position, by);
        let last = (0..step).rev().find(|&one| self.trace.steps[one].node == parent);
        let known = last.map_or_else(String::new, |one| self.trace.sentence(one, self.names));
        let Window { alpha, beta } = node.window;
        let tie = match alpha == beta {
            true => " Equal values do not cut here: only > does.",
            false => "",
        };
        format!("{mv} is not cut, because it can still matter. {known}{tie}")
    }

    fn window(&self, step: usize) -> String {
        let node = self.trace.steps[step].node;
        let window = self.trace.nodes[node].window;
        let given = match find(&self.answers.windows, &self.line_at(step)) {
            Some(given) => format!(", not {given}"),
            None => String::new(),
        };
        let why = self
            .source(step)
            .map_or_else(String::new, |one| format!(" {}", self.trace.sentence(one, self.names)));
        format!("The search comes to {} with the window {window}{given}.{why}", self.name(step))
    }

    /// The step that made the window of a node what it is.
    fn source(&self, step: usize) -> Option<usize> {
        let wanted = self.trace.nodes[self.trace.steps[step].node].window;
        let mut parent = self.trace.nodes[self.trace.steps[step].node].parent;
        while let Some(node) = parent {
            let is_source = |one: &usize| {
                let Step { node: at, what } = &self.trace.steps[*one];
                *at == node && matches!(what, What::Update { window, .. } if *window == wanted)
            };
            if let Some(found) = (0..step).rev().find(is_source) {
                return Some(found);
            }
            parent = self.trace.nodes[node].parent;
        }
        None
    }

    fn value(&self, step: usize, value: Bound<f64>) -> String {
        let node = self.trace.steps[step].node;
        let given = match find(&self.answers.values, &self.line_at(step)) {
            Some(given) => format!(", not {}", given.told()),
            None => String::new(),
        };
        let explains = |one: &usize| {
            let Step { node: at, what } = &self.trace.steps[*one];
            *at == node && matches!(what, What::Update { .. } | What::Cut { .. })
        };
        let actor = match self.trace.nodes[node].turn {
            Some(Turn::Chance) => " It is the average by the odds.".to_owned(),
            Some(turn) => {
                let most = if turn == Turn::Player(Player::MAX) { "most" } else { "least" };
                let actor = Bound::<f64>::actor(turn);
                let last = (0..step).rev().find(explains);
                let known =
                    last.map_or_else(String::new, |one| self.trace.sentence(one, self.names));
                format!(" {actor} takes the {most} of what was looked at. {known}")
            }
            None => String::new(),
        };
        format!("{} is worth {}{given}.{actor}", self.name(step), value.told())
    }

    fn best_move(&self) -> String {
        let root = &self.trace.nodes[0];
        let name = |mv: &M| self.names.mv(&root.position, *mv);
        let right: Vec<String> = self.best.iter().map(name).collect();
        let given = self.answers.best.map_or_else(String::new, |mv| format!(", not {}", name(&mv)));
        let last = self.trace.steps.len() - 1;
        let why = self.trace.sentence(last, self.names);
        format!("The move is {}{given}. {why}", right.join(" or "))
    }

    /// Says that an equal value is enough, where it is equal.
    fn enough(&self, step: usize) -> &'static str {
        match self.trace.steps[step].what {
            What::Cut { value, limit, .. } if value.score() == limit => {
                " An equal value is enough, because the rule is >=."
            }
            _ => "",
        }
    }
}

fn about<M>(question: &Question<M>) -> About {
    match question {
        Question::Looked { .. } | Question::Cut { .. } => About::Cut,
        Question::Window { .. } => About::Window,
        Question::Value { .. } => About::Value,
        Question::Best => About::Best,
    }
}

fn find<M: PartialEq, T: Copy>(answers: &[(Vec<M>, T)], line: &[M]) -> Option<T> {
    answers.iter().find(|(at, _)| at == line).map(|(_, answer)| *answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;
    use crate::textbook::{Prune, Search};
    use crate::tree::Branch;

    const ALL: Asked = Asked { windows: true, cuts: true, values: true, best: true };

    fn line(branches: &[u32]) -> Vec<Branch> {
        branches.iter().map(|&branch| Branch(branch)).collect()
    }

    fn judged(text: &str, prune: Prune, answers: &Answers<Branch>) -> Marks<Branch> {
        let tree: Tree = text.parse().unwrap();
        let mut trace = Trace::new();
        let sides = tree.sides().unwrap();
        let search = Search::new(&sides).prune(prune).observer(&mut trace);
        let report = search.alpha_beta(&tree.root()).unwrap();
        marked(&trace, &report.best_moves, ALL, answers, &tree)
    }

    fn mistake(marks: &Marks<Branch>) -> &str {
        match &marks.verdict {
            Verdict::Wrong { sentence, .. } => sentence,
            verdict => panic!("no mistake: {verdict:?}"),
        }
    }

    const CLASSIC: &str = "((3 12 8) (2 4 6) (14 5 2))";
    const OPEN: Window<f64> = Window::OPEN;
    const FROM_3: Window<f64> = Window { alpha: 3.0, beta: f64::INFINITY };

    fn right() -> Answers<Branch> {
        Answers {
            windows: vec![
                (line(&[]), OPEN),
                (line(&[0]), OPEN),
                (line(&[1]), FROM_3),
                (line(&[2]), FROM_3),
            ],
            cuts: vec![line(&[1, 1]), line(&[1, 2])],
            values: vec![
                (line(&[]), Claim::Number(3.0)),
                (line(&[0]), Claim::Bound(Bound::Exact(3.0))),
                (line(&[1]), Claim::Bound(Bound::AtMost(2.0))),
                (line(&[2]), Claim::Number(2.0)),
            ],
            best: Some(Branch(0)),
            complete: true,
        }
    }

    #[test]
    fn right_answers_pass() {
        let marks = judged(CLASSIC, Prune::NonStrict, &right());
        assert_eq!(marks, Marks { right: 11, questions: 11, verdict: Verdict::Passed });
    }

    #[test]
    fn the_first_mistake_is_explained() {
        let mut answers = right();
        answers.windows[2].1 = OPEN;
        answers.best = Some(Branch(2));
        let marks = judged(CLASSIC, Prune::NonStrict, &answers);
        assert_eq!(
            mistake(&marks),
            "The search comes to C with the window (3, ∞), not (-∞, ∞). MAX node A now has 3 by a1, with alpha 3 and beta ∞."
        );
        assert_eq!(marks.right, 3);

        let mut answers = right();
        answers.values[2].1 = Claim::Bound(Bound::Exact(2.0));
        assert_eq!(
            mistake(&judged(CLASSIC, Prune::NonStrict, &answers)),
            "C is worth at most 2, not = 2. MIN takes the least of what was looked at. MIN node C has 2, and MAX already has 3 by a1 at A: the rest of C (4, 6) cannot matter."
        );

        let mut answers = right();
        answers.cuts.push(line(&[2, 1]));
        assert_eq!(
            mistake(&judged(CLASSIC, Prune::NonStrict, &answers)),
            "d2 is not cut, because it can still matter. MIN node D now has 14 by d1, with alpha 3 and beta 14."
        );

        let answers = Answers { best: Some(Branch(1)), ..right() };
        assert_eq!(
            mistake(&judged(CLASSIC, Prune::NonStrict, &answers)),
            "The move is a1, not a2. MAX node A is worth 3."
        );
    }

    #[test]
    fn a_node_that_is_cut_after_its_last_move_is_bounded_or_known() {
        let said = |claim| {
            let mut answers = right();
            answers.values[3].1 = Claim::Bound(claim);
            judged(CLASSIC, Prune::NonStrict, &answers)
        };
        // The search returns at most 2, and who has seen all leaves may say that D is 2.
        for claim in [Bound::AtMost(2.0), Bound::Exact(2.0)] {
            assert_eq!(said(claim).verdict, Verdict::Passed, "{claim:?}");
        }
        assert_eq!(
            mistake(&said(Bound::AtMost(5.0))),
            "D is worth at most 2, not <= 5. MIN takes the least of what was looked at. \
             MIN node D has 2, and MAX already has 3 by a1 at A: D is cut after its last move, and nothing is left out."
        );
        // The last child of D is itself only bounded, so that D may be less than 2.
        let mut answers = right();
        answers.windows.push((line(&[2, 2]), Window { alpha: 3.0, beta: 5.0 }));
        answers.cuts.push(line(&[2, 2, 1]));
        answers.values.push((line(&[2, 2]), Claim::Number(2.0)));
        answers.values[3].1 = Claim::Bound(Bound::Exact(2.0));
        let told = judged("((3 12 8) (2 4 6) (14 5 :min(2 1)))", Prune::NonStrict, &answers);
        assert!(mistake(&told).starts_with("D is worth at most 2, not = 2."), "{told:?}");
    }

    #[test]
    fn what_is_missing_is_open_until_it_is_handed_in() {
        let mut answers = Answers { complete: false, ..right() };
        answers.values.truncate(2);
        answers.cuts.clear();
        let marks = judged(CLASSIC, Prune::NonStrict, &answers);
        assert!(matches!(marks.verdict, Verdict::Open { about: About::Cut, .. }), "{marks:?}");
        answers.complete = true;
        let told = judged(CLASSIC, Prune::NonStrict, &answers);
        assert!(mistake(&told).starts_with("c2 is cut: MIN node C has 2"), "{told:?}");
        let nothing = judged(CLASSIC, Prune::NonStrict, &Answers::default());
        assert_eq!((nothing.right, nothing.questions), (0, 11));
    }

    #[test]
    fn the_rule_matters_at_ties() {
        let cut = |cuts: Vec<Vec<Branch>>| Answers {
            windows: vec![
                (line(&[]), OPEN),
                (line(&[1]), Window { alpha: 10.0, beta: f64::INFINITY }),
            ],
            cuts,
            complete: true,
            ..Answers::default()
        };
        let told = judged("(10 (10 0))", Prune::NonStrict, &cut(vec![]));
        assert!(
            mistake(&told).ends_with("An equal value is enough, because the rule is >=."),
            "{told:?}"
        );
        let told = judged("(10 (10 0))", Prune::Strict, &cut(vec![line(&[1, 1])]));
        assert!(mistake(&told).ends_with("Equal values do not cut here: only > does."), "{told:?}");
    }
}
