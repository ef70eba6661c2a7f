//! Who plays a ghost, each by a name with parameters: `directional:0.8`.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::agents::{Algorithm, Choice, Search, Ties, Words, moves_of};
use super::belief::Belief;
use super::insight::Judge;
use super::rules::{Direction, Pacman, Position};
use outplay::Game;
use outplay::face::notation::NotationError;

/// Who plays a ghost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hunter {
    /// Any move, all equally likely.
    Random,
    /// Towards Pacman as the crow flies, away from him when scared: with some probability, otherwise any move.
    Directional {
        /// How likely it goes where it wants to.
        likely: f64,
    },
    /// Always the shortest way through the maze to Pacman; the longest when scared. Each ghost for itself.
    Greedy,
    /// Searches, each ghost for itself.
    Minimax {
        /// How deep, in rounds.
        depth: u32,
        /// What positions are worth to Pacman where it ends.
        judge: Judge,
        /// What it believes of the other ghosts.
        belief: Belief,
    },
}

impl Hunter {
    /// The move of the ghost that is to move. None if the search was stopped or it is over.
    pub fn choose(
        &self,
        game: &Pacman,
        position: &Position,
        random: &mut Rng,
        stop: &Arc<AtomicBool>,
    ) -> Option<Choice> {
        let moves = moves_of(game, position);
        let plain = |mv| Choice { mv, generated: 0 };
        match *self {
            _ if moves.is_empty() => None,
            Hunter::Minimax { depth, judge, belief } => {
                let search = Search::new(Algorithm::AlphaBeta, depth);
                let search = Search { judge, ties: Ties::Random, ..search };
                let report = belief.report(&search, game, position, stop);
                let mv = Ties::Random.choose(&report.best_moves, random)?;
                Some(Choice { mv, generated: report.counts.generated })
            }
            _ if moves.len() == 1 => Some(plain(moves[0])),
            Hunter::Random => random.choice(moves).map(plain),
            Hunter::Directional { likely } if random.f64() >= likely => {
                random.choice(moves).map(plain)
            }
            Hunter::Directional { .. } => {
                nearest(game, position, &moves, crow_flies, random).map(plain)
            }
            Hunter::Greedy => nearest(game, position, &moves, walk, random).map(plain),
        }
    }
}

/// A move after which the ghost is nearest to Pacman; furthest from him, if it is scared.
fn nearest(
    game: &Pacman,
    position: &Position,
    moves: &[Direction],
    distance: impl Fn(&Pacman, &Position, usize) -> i32,
    random: &mut Rng,
) -> Option<Direction> {
    let ghost = position.agent_to_move();
    let sign = if position.agents[ghost].timer() > 0 { -1 } else { 1 };
    let after = |mv: &Direction| {
        let mut child = *position;
        game.play(&mut child, *mv);
        // Whoever has caught him is there. Who is eaten starts again, far away as it may be.
        sign * distance(game, &child, ghost)
    };
    let distances: Vec<i32> = moves.iter().map(after).collect();
    let best = distances.iter().min()?;
    let equal = moves.iter().zip(&distances).filter(|(_, distance)| *distance == best);
    random.choice(equal.map(|(mv, _)| *mv).collect::<Vec<Direction>>())
}

fn crow_flies(_: &Pacman, position: &Position, ghost: usize) -> i32 {
    let (pacman, ghost) = (position.agents[0], position.agents[ghost]);
    i32::from(pacman.x.abs_diff(ghost.x)) + i32::from(pacman.y.abs_diff(ghost.y))
}

fn walk(game: &Pacman, position: &Position, ghost: usize) -> i32 {
    let (pacman, ghost) = (position.agents[0], position.agents[ghost]);
    i32::from(game.maze().distance(ghost.cell(), pacman.cell()))
}

impl FromStr for Hunter {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Hunter, NotationError> {
        let mut words = Words::new(text)?;
        let hunter = match words.name {
            "random" => Hunter::Random,
            "greedy" => Hunter::Greedy,
            "directional" => Hunter::Directional { likely: likely(words.plain("likely"))? },
            "minimax" => Hunter::Minimax {
                depth: words.depth(2)?,
                judge: words.one_of("evaluation", &Judge::ALL, Judge::name, Judge::Room)?,
                belief: words.one_of("belief", &Belief::ALL, Belief::name, Belief::default())?,
            },
            name => {
                return Err(NotationError::new(format!(
                    "there is no ghost `{name}`: there are random, directional, greedy and minimax, with \
                     parameters like directional:0.8 or minimax:2"
                )));
            }
        };
        words.done()?;
        Ok(hunter)
    }
}

fn likely(text: Option<&str>) -> Result<f64, NotationError> {
    let Some(text) = text else { return Ok(0.8) };
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| {
        NotationError::new(format!("`{text}` is no probability: write a number from 0 to 1"))
    })
}

impl Display for Hunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hunter::Random => f.write_str("random"),
            Hunter::Directional { likely } => write!(f, "directional:{likely}"),
            Hunter::Greedy => f.write_str("greedy"),
            Hunter::Minimax { depth, judge, belief } => {
                write!(f, "minimax:{depth},evaluation={}", judge.name())?;
                match belief {
                    Belief::Minimise => Ok(()),
                    _ => write!(f, ",belief={}", belief.name()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacman::Layout;
    use outplay::face::notation::Notation;

    #[test]
    fn a_name_and_its_parameters() {
        for text in [
            "random",
            "greedy",
            "directional:0.8",
            "minimax:3,evaluation=score",
            "minimax:3,evaluation=room,belief=still",
        ] {
            assert_eq!(text.parse::<Hunter>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<Hunter>().unwrap_err().to_string();
        assert_eq!(error("directional:2"), "`2` is no probability: write a number from 0 to 1");
        assert_eq!(
            error("minimax:2,belief=sleep"),
            "`sleep` is no belief of minimax: there are minimise, random, still"
        );
        assert!(error("strong").starts_with("there is no ghost `strong`: there are random"));
    }

    /// How often a ghost in a crossing goes to Pacman, who is in the west.
    fn share_west(hunter: Hunter, timer: &str) -> f64 {
        let layout: Layout = "%%%%%%%\n%%%% %%\n%P  G.%\n%%%% %%\n%%%%%%%".parse().unwrap();
        let game = Pacman::new(layout);
        let text = format!("pacman 1,2 West; ghost 4,2 Stop{timer}; food 5,2; turn 1");
        let position = game.read_position(&text).unwrap();
        let mut random = Rng::with_seed(1);
        let stop = Arc::default();
        let chosen = (0..4_000).filter_map(|_| hunter.choose(&game, &position, &mut random, &stop));
        chosen.filter(|choice| choice.mv == Direction::West).count() as f64 / 4_000.0
    }

    #[test]
    fn ghosts_go_where_they_want_to_as_often_as_they_are_said_to() {
        let near = |share: f64, wanted: f64| (share - wanted).abs() < 0.03;
        assert!(near(share_west(Hunter::Random, ""), 0.25));
        // 0.8, and a quarter of the rest.
        assert!(near(share_west(Hunter::Directional { likely: 0.8 }, ""), 0.85));
        assert!(near(share_west(Hunter::Directional { likely: 0.8 }, " 20"), 0.05));
        assert_eq!(share_west(Hunter::Greedy, ""), 1.0);
        assert_eq!(share_west(Hunter::Greedy, " 20"), 0.0);
        assert_eq!(share_west("minimax:2".parse().unwrap(), ""), 1.0);
    }
}
