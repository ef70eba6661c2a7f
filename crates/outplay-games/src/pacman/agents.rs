//! Who plays Pacman, each by a name with parameters: `alpha-beta:3,evaluation=good`.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;
use outplay::textbook::{self, Prune};
use outplay::{Bound, Depth, Evaluation, Game, Limits, Player, Report, ZeroSum};

use super::insight::Judge;
use super::rules::{Direction, Pacman, Position};
use super::strong;
use outplay::face::notation::NotationError;

/// A move, and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Direction,
    /// How many positions were generated.
    pub generated: u64,
}

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Every ghost plays its best; nothing is cut.
    Minimax,
    /// The same, without looking at what cannot matter.
    AlphaBeta,
    /// Every ghost moves at random.
    Expectimax,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 3] =
        [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Expectimax];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::Expectimax => "expectimax",
        }
    }
}

/// Which of several moves that are equally good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first, in the order of the rules.
    #[default]
    First,
    /// The last.
    Last,
    /// Any.
    Random,
}

impl Ties {
    const ALL: [Ties; 3] = [Ties::First, Ties::Last, Ties::Random];

    fn name(self) -> &'static str {
        match self {
            Ties::First => "first",
            Ties::Last => "last",
            Ties::Random => "random",
        }
    }

    /// One of these moves.
    pub(super) fn choose(self, moves: &[Direction], random: &mut Rng) -> Option<Direction> {
        match self {
            Ties::First => moves.first().copied(),
            Ties::Last => moves.last().copied(),
            Ties::Random => random.choice(moves).copied(),
        }
    }
}

/// How a search chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Which search.
    pub algorithm: Algorithm,
    /// How deep, in rounds.
    pub depth: u32,
    /// Deeper and deeper, for so long, instead of to a depth.
    pub time: Option<Duration>,
    /// What positions are worth where it ends.
    pub judge: Judge,
    /// Which of several best moves.
    pub ties: Ties,
    /// Whether to consider Pacman's Stop.
    pub stops: bool,
}

impl Search {
    /// A search so many rounds deep, by the score.
    pub fn new(algorithm: Algorithm, depth: u32) -> Search {
        let (judge, ties) = (Judge::Score, Ties::First);
        Search { algorithm, depth, time: None, judge, ties, stops: true }
    }

    /// What it finds; nothing if it is stopped.
    pub fn report(
        &self,
        game: &Pacman,
        position: &Position,
        stop: &Arc<AtomicBool>,
    ) -> Report<Direction, Bound<f64>> {
        self.report_of(game, self.judge, position, stop)
    }

    /// The same in another view of the game.
    pub(super) fn report_of<G>(
        &self,
        game: &G,
        evaluation: impl Evaluation<G>,
        position: &Position,
        stop: &Arc<AtomicBool>,
    ) -> Report<Direction, Bound<f64>>
    where
        G: ZeroSum + Game<Position = Position, Move = Direction>,
    {
        let depth = self.time.is_none().then_some(Depth::rounds(self.depth));
        let limits =
            Limits { depth, time: self.time, stop: Some(Arc::clone(stop)), ..Limits::default() };
        // Only strict pruning knows all best moves.
        let prune = if self.ties == Ties::First { Prune::NonStrict } else { Prune::Strict };
        let search = textbook::Search::new(game).evaluation(evaluation).limits(limits).prune(prune);
        let search = if self.time.is_some() { search.deepen() } else { search };
        let report = match self.algorithm {
            Algorithm::Minimax => search.minimax(position),
            Algorithm::AlphaBeta => search.alpha_beta(position),
            Algorithm::Expectimax => search.expectimax(position, Player::MAX),
        };
        report.expect("scores are numbers, and the depth is limited")
    }

    /// The move it makes.
    pub(super) fn choose(
        &self,
        game: &Pacman,
        position: &Position,
        random: &mut Rng,
        stop: &Arc<AtomicBool>,
    ) -> Option<Choice> {
        let report = match self.stops {
            true => self.report(game, position, stop),
            false => self.report(&game.clone().without_stop(), position, stop),
        };
        let generated = report.counts.generated;
        let mv = self.ties.choose(&report.best_moves, random);
        let first = || self.time.and_then(|_| moves_of(game, position).first().copied());
        mv.or_else(first).map(|mv| Choice { mv, generated })
    }
}

pub(super) fn moves_of(game: &Pacman, position: &Position) -> Vec<Direction> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Who plays Pacman.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hero {
    /// Any move.
    Random,
    /// The move to the position that looks best, whatever the ghosts do then.
    Reflex {
        /// What positions are worth.
        judge: Judge,
        /// Which of several best moves.
        ties: Ties,
    },
    /// The move that a search finds.
    Search(Search),
    /// Plays to win: careful as long as there is a way out, and hopeful when there is none.
    Strong,
    /// Somebody at the keyboard, who is asked by whoever runs the game.
    Keyboard,
}

impl Hero {
    /// The move in a position in which Pacman is to move. None if the search was stopped, if it is over, and for
    /// [`Hero::Keyboard`].
    pub fn choose(
        &self,
        game: &Pacman,
        position: &Position,
        random: &mut Rng,
        stop: &Arc<AtomicBool>,
    ) -> Option<Choice> {
        match self {
            Hero::Keyboard => None,
            Hero::Random => {
                let mv = random.choice(moves_of(game, position))?;
                Some(Choice { mv, generated: 0 })
            }
            Hero::Reflex { judge, ties } => reflex(game, position, *judge, *ties, random),
            Hero::Search(search) => search.choose(game, position, random, stop),
            Hero::Strong => strong::choose(game, position, stop),
        }
    }
}

fn reflex(
    game: &Pacman,
    position: &Position,
    judge: Judge,
    ties: Ties,
    random: &mut Rng,
) -> Option<Choice> {
    let moves = moves_of(game, position);
    let value = |mv: &Direction| {
        let mut child = *position;
        game.play(&mut child, *mv);
        judge.value(game, &child)
    };
    let values: Vec<f64> = moves.iter().map(value).collect();
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let equal = moves.iter().zip(&values).filter(|(_, value)| **value == best);
    let equal: Vec<Direction> = equal.map(|(mv, _)| *mv).collect();
    let mv = ties.choose(&equal, random)?;
    Some(Choice { mv, generated: moves.len() as u64 })
}

/// A name and its parameters, some of which have no key: `alpha-beta:3,evaluation=good`.
pub(super) struct Words<'w> {
    pub(super) name: &'w str,
    plain: Option<&'w str>,
    named: Vec<(&'w str, &'w str)>,
}

impl<'w> Words<'w> {
    pub(super) fn new(text: &'w str) -> Result<Words<'w>, NotationError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut words = Words { name, plain: None, named: Vec::new() };
        for word in rest.split(',').filter(|word| !word.is_empty()) {
            match word.split_once('=') {
                Some(pair) => words.named.push(pair),
                None if words.plain.is_none() => words.plain = Some(word),
                None => return Err(NotationError::new(format!("`{text}`: what is `{word}`?"))),
            }
        }
        Ok(words)
    }

    /// Takes the parameter of this key, or the one without a key.
    pub(super) fn plain(&mut self, key: &str) -> Option<&'w str> {
        self.plain.take().or_else(|| self.named(key))
    }

    pub(super) fn named(&mut self, key: &str) -> Option<&'w str> {
        let at = self.named.iter().position(|(one, _)| *one == key)?;
        Some(self.named.remove(at).1)
    }

    /// Takes a parameter that is one of some names.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        key: &str,
        all: &[T],
        name: impl Fn(T) -> &'static str,
        otherwise: T,
    ) -> Result<T, NotationError> {
        let Some(wanted) = self.named(key) else { return Ok(otherwise) };
        all.iter().copied().find(|one| name(*one) == wanted).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
            let names = names.join(", ");
            NotationError::new(format!(
                "`{wanted}` is no {key} of {}: there are {names}",
                self.name
            ))
        })
    }

    /// A depth in rounds: `3` or `3r`.
    pub(super) fn depth(&mut self, otherwise: u32) -> Result<u32, NotationError> {
        let Some(text) = self.plain("depth") else { return Ok(otherwise) };
        let number = text.strip_suffix('r').unwrap_or(text).parse().ok();
        number.filter(|depth| (1..=100).contains(depth)).ok_or_else(|| {
            let name = self.name;
            let what =
                format!("`{text}` is no depth of {name}: write rounds, 1 to 100, like {name}:3");
            NotationError::new(what)
        })
    }

    /// Nothing may be left.
    pub(super) fn done(self) -> Result<(), NotationError> {
        let left = self.plain.or(self.named.first().map(|(key, _)| *key));
        match left {
            None => Ok(()),
            Some(what) => {
                let name = self.name;
                Err(NotationError::new(format!("`{what}` is no parameter of {name}")))
            }
        }
    }
}

/// A time that one can wait for.
fn time(text: &str) -> Option<Duration> {
    const LONGEST: Duration = Duration::from_secs(3_600);
    let time = outplay::parse_time(text).ok()?;
    (Duration::from_millis(1)..=LONGEST).contains(&time).then_some(time)
}

impl FromStr for Hero {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Hero, NotationError> {
        let mut words = Words::new(text)?;
        let hero = match words.name {
            "random" => Hero::Random,
            "strong" => Hero::Strong,
            "keyboard" => Hero::Keyboard,
            "reflex" => Hero::Reflex {
                judge: words.one_of("evaluation", &Judge::ALL, Judge::name, Judge::Food)?,
                ties: words.one_of("ties", &Ties::ALL, Ties::name, Ties::First)?,
            },
            "time" => Hero::Search(read_search(Algorithm::AlphaBeta, &mut words, true)?),
            name => match Algorithm::ALL.into_iter().find(|one| one.name() == name) {
                Some(algorithm) => Hero::Search(read_search(algorithm, &mut words, false)?),
                None => {
                    return Err(NotationError::new(format!(
                        "there is no Pacman `{name}`: there are random, reflex, minimax, alpha-beta, \
                         expectimax, time, strong and keyboard, with parameters like \
                         alpha-beta:3,evaluation=good"
                    )));
                }
            },
        };
        words.done()?;
        Ok(hero)
    }
}

fn read_search(
    algorithm: Algorithm,
    words: &mut Words<'_>,
    by_time: bool,
) -> Result<Search, NotationError> {
    let mut search = Search::new(algorithm, 2);
    if by_time {
        let text = words.plain("time").unwrap_or("100ms");
        let wrong = || NotationError::new(format!("`{text}` is no time: write 500ms or 1.5s"));
        search.time = Some(time(text).ok_or_else(wrong)?);
        search.algorithm =
            words.one_of("algorithm", &Algorithm::ALL, Algorithm::name, Algorithm::AlphaBeta)?;
    } else {
        search.depth = words.depth(2)?;
    }
    let judge = if by_time { Judge::Good } else { Judge::Score };
    search.judge = words.one_of("evaluation", &Judge::ALL, Judge::name, judge)?;
    search.ties = words.one_of("ties", &Ties::ALL, Ties::name, Ties::First)?;
    let on = |stops| if stops { "on" } else { "off" };
    search.stops = words.one_of("stop", &[true, false], on, true)?;
    Ok(search)
}

impl Display for Hero {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hero::Random => f.write_str("random"),
            Hero::Strong => f.write_str("strong"),
            Hero::Keyboard => f.write_str("keyboard"),
            Hero::Reflex { judge, ties } => {
                write!(f, "reflex:evaluation={},ties={}", judge.name(), ties.name())
            }
            Hero::Search(Search { algorithm, depth, time, judge, ties, stops }) => {
                match time {
                    Some(time) => {
                        write!(f, "time:{}ms,algorithm={}", time.as_millis(), algorithm.name())
                    }
                    None => write!(f, "{}:{depth}", algorithm.name()),
                }?;
                let stop = if *stops { "" } else { ",stop=off" };
                write!(f, ",evaluation={},ties={}{stop}", judge.name(), ties.name())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_its_parameters() {
        for text in [
            "random",
            "strong",
            "keyboard",
            "reflex:evaluation=good,ties=last",
            "alpha-beta:3,evaluation=good,ties=random",
            "minimax:2,evaluation=score,ties=first",
            "expectimax:4,evaluation=food,ties=first,stop=off",
            "time:250ms,algorithm=expectimax,evaluation=good,ties=first",
        ] {
            assert_eq!(text.parse::<Hero>().unwrap().to_string(), text);
        }
        let plain: Hero = "alpha-beta:3".parse().unwrap();
        assert_eq!(plain, Hero::Search(Search::new(Algorithm::AlphaBeta, 3)));
        assert_eq!("alpha-beta:depth=3r".parse(), Ok(plain));
    }

    #[test]
    fn wrong_names_and_parameters_say_what_is_right() {
        let error = |text: &str| text.parse::<Hero>().unwrap_err().to_string();
        assert!(
            error("alphabeta:3").starts_with("there is no Pacman `alphabeta`: there are random")
        );
        assert_eq!(
            error("alpha-beta:x"),
            "`x` is no depth of alpha-beta: write rounds, 1 to 100, like alpha-beta:3"
        );
        assert_eq!(
            error("reflex:evaluation=best"),
            "`best` is no evaluation of reflex: there are score, food, good, room"
        );
        assert_eq!(error("random:3"), "`3` is no parameter of random");
        assert_eq!(error("minimax:2,depht=3"), "`depht` is no parameter of minimax");
        assert_eq!(error("minimax:2,3"), "`minimax:2,3`: what is `3`?");
        assert_eq!(error("time:5"), "`5` is no time: write 500ms or 1.5s");
    }
}
