//! Value iteration behind the face: games with chance and loops, solved for every position at once.

use super::by_textbook::{Subject, plain, ranks};
use super::erased::{Erased, Place};
use super::session::{Choice, Session};
use super::thinker::{Answer, Considered, Question, Thinker, Told};
use super::{Refusal, Unit, Worth};
use crate::limits::Watch;
use crate::solve::{Solution, SolveError, ValueIteration};
use crate::{Bound, Counts, Game, Limits, Player, Range, Sides, Stop, Turn, Value};

/// The name of the search. It is not listed with those that play: it says nothing before it knows everything.
pub(super) const VALUE_ITERATION: &str = "value-iteration";

/// Value iteration of one game. What was solved is kept, and answers for every position that it leads to.
pub(super) struct ByValueIteration {
    subject: Box<dyn Subject>,
    solution: Option<Solution>,
}

impl ByValueIteration {
    pub(super) fn new(subject: Box<dyn Subject>) -> ByValueIteration {
        ByValueIteration { subject, solution: None }
    }
}

/// Why a position was not solved.
enum Unsolved {
    Stopped(Stop),
    Refused(Refusal),
}

impl Thinker for ByValueIteration {
    fn think(
        &mut self,
        at: &dyn Session,
        question: &Question,
        limits: &Limits,
        told: &mut dyn FnMut(Told<'_>),
    ) -> Result<Answer, Refusal> {
        let only = ranks(at, question)?;
        let positions = self.subject.positions(at);
        let game = Erased(&*positions);
        let sides = Sides::paranoid(&game, Player::MAX);
        let root = sides.start();
        let mut cost = Counts::default();
        let kept = self.solution.take().filter(|kept| kept.range(&sides, &root).is_some());
        let solution = match kept {
            Some(kept) => self.solution.insert(kept),
            None => match solved(&sides, &root, limits, told) {
                Ok(solution) => {
                    cost.generated = solution.positions() as u64;
                    self.solution.insert(solution)
                }
                Err(Unsolved::Stopped(stop)) => {
                    return Ok(Answer::nothing(self.subject.unit(), stop));
                }
                Err(Unsolved::Refused(refusal)) => return Err(refusal),
            },
        };
        let known = Known { solution, sides: &sides, at, unit: self.subject.unit() };
        Ok(Answer { counts: cost, ..known.answer(&root, &only, question.lines) })
    }

    fn begin(&mut self, _: u64) {
        self.solution = None;
    }
}

/// Looks at every position, until a limit is reached.
fn solved<'p>(
    sides: &Sides<'_, Erased<'p>>,
    root: &Place<'p>,
    limits: &Limits,
    told: &mut dyn FnMut(Told<'_>),
) -> Result<Solution, Unsolved> {
    let (mut watch, mut stop) = (Watch::start(limits), None);
    let mut goes_on = |nodes: u64| {
        if nodes >= watch.next_look() {
            stop = watch.look(nodes).err();
            told(Told::Progress { nodes, farthest: 0, pause: watch.gap() });
        }
        stop.is_none()
    };
    let solved = ValueIteration::new(sides).solve_while(root, &mut goes_on);
    solved.map_err(|why| match (why, stop) {
        (SolveError::Stopped, Some(stop)) => Unsolved::Stopped(stop),
        _ => Unsolved::Refused(Refusal(format!("value iteration cannot solve this: {why}"))),
    })
}

/// A solved game, asked about one position.
struct Known<'k, 'p> {
    solution: &'k Solution,
    sides: &'k Sides<'k, Erased<'p>>,
    at: &'k dyn Session,
    /// Values are payoffs.
    unit: Unit,
}

impl<'p> Known<'_, 'p> {
    fn answer(&self, root: &Place<'p>, only: &[usize], lines: usize) -> Answer {
        let mut best_moves = self.solution.best_moves(self.sides, root);
        best_moves.retain(|choice| only.is_empty() || only.contains(&choice.index()));
        let mut moves = self.moves(root, only);
        // Of moves that are as good, the first one stays first.
        moves.sort_by(|one, other| other.worth.score().total_cmp(&one.worth.score()));
        let best = moves.first().map(|best| best.choice);
        let is_free = only.is_empty() || moves.is_empty();
        let worth = if is_free { self.worth(root) } else { Some(moves[0].worth.clone()) };
        moves.truncate(lines);
        Answer {
            best,
            best_moves,
            worth,
            line: best.into_iter().collect(),
            moves,
            complete: true,
            ..Answer::nothing(self.unit.clone(), Stop::Finished)
        }
    }

    /// What each move of a player is worth.
    fn moves(&self, root: &Place<'p>, only: &[usize]) -> Vec<Considered> {
        if !matches!(self.at.turn(), Some(Turn::Player(_))) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        self.sides.moves(root, &mut choices);
        choices.retain(|choice| only.is_empty() || only.contains(&choice.index()));
        choices.into_iter().filter_map(|choice| self.considered(root, choice)).collect()
    }

    fn considered(&self, root: &Place<'p>, choice: Choice) -> Option<Considered> {
        let mut next = root.clone();
        self.sides.play(&mut next, choice);
        let worth = self.worth(&next)?;
        Some(Considered { choice, worth, line: vec![choice], sampled: None })
    }

    /// What a position is worth for the player to move in the one that was asked about.
    fn worth(&self, place: &Place<'p>) -> Option<Worth> {
        let range = self.solution.range(self.sides, place)?;
        let is_second = self.at.turn() == Some(Turn::Player(Player::MIN));
        let range = if is_second { range.flipped() } else { range };
        Some(Worth { meaning: self.meaning(range), ..plain(Value::Proven(self.bound(range))) })
    }

    /// Where somebody can play on for ever, a value may stay open.
    fn bound(&self, range: Range<f64>) -> Bound<f64> {
        match self.solution.is_solved() {
            true => Bound::Exact(middle(range)),
            false => Bound::AtLeast(range.low),
        }
    }

    /// How often the player to move wins, where that is all there is to win. Where chance moves it is the first player.
    fn meaning(&self, range: Range<f64>) -> Option<String> {
        let is_known = self.solution.is_solved() && self.unit == Unit::wins();
        let share = 50.0 * (1.0 + middle(range));
        let whose = match self.at.turn() {
            Some(Turn::Player(_)) => "the player to move",
            Some(Turn::Chance) | None => "the first player",
        };
        is_known.then(|| format!("{whose} wins {share:.2}% of the games"))
    }
}

fn middle(Range { low, high }: Range<f64>) -> f64 {
    low + (high - low) / 2.0
}
