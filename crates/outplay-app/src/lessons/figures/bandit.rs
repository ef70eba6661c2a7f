//! Play-outs to be given out: the reader spends them on moves, and is compared with UCB1.
//!
//! `arm A: 0.4` is a move that wins so large a share of its play-outs, which the reader does not see; `play-outs: 50` is how many there
//! are. The n-th play-out of a move has the same result for the reader and for UCB1.

use fastrand::Rng;
use serde_json::{Value as Json, json};

use super::Show;
use crate::draw::columns;
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::{Field, Fields};

/// More play-outs than this nobody gives out by hand.
const MOST: usize = 500;
/// The weight of exploration in UCB1, for results from 0 to 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

struct Bandit {
    arms: Vec<Arm>,
    /// The move that UCB1 chooses each time.
    ucb: Vec<usize>,
}

struct Arm {
    name: String,
    odds: f64,
    /// Whether each of its play-outs is won.
    results: Vec<bool>,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["arm", "play-outs", "seed"])?;
    let count = fields.one("play-outs")?;
    let play_outs = count.value.parse().ok().filter(|number| (1..=MOST).contains(number));
    let play_outs = play_outs
        .ok_or_else(|| count.wrong(format!("a whole number from 1 to {MOST} is needed")))?;
    let seed = fields.maybe("seed")?.map_or(Ok(1), |field| {
        field.value.parse::<u64>().map_err(|_| field.wrong("a seed is a whole number"))
    })?;
    let mut random = Rng::with_seed(seed);
    let arms = fields.all("arm").map(|field| arm(field, play_outs, &mut random));
    let arms: Vec<Arm> = arms.collect::<Result<_, _>>()?;
    if arms.len() < 2 {
        return Err(Wrong::new(fields.line, "there are two moves at least: `arm A: 0.4`"));
    }
    let ucb = ucb1(&arms, play_outs);
    Ok(Box::new(Bandit { arms, ucb }))
}

fn arm(field: &Field, play_outs: usize, random: &mut Rng) -> Result<Arm, Wrong> {
    let odds = field.value.parse().ok().filter(|odds| (0.0..=1.0).contains(odds));
    let odds = odds.filter(|_| !field.name.is_empty());
    let odds =
        odds.ok_or_else(|| field.wrong("a move has a name and a share of wins: `arm A: 0.4`"))?;
    let results = (0..play_outs).map(|_| random.f64() < odds).collect();
    Ok(Arm { name: field.name.clone(), odds, results })
}

/// The moves that UCB1 gives its play-outs to: every one once, then the one with the highest mean and bonus.
fn ucb1(arms: &[Arm], play_outs: usize) -> Vec<usize> {
    let mut given = Vec::new();
    let mut counts = vec![(0_usize, 0_usize); arms.len()];
    while given.len() < play_outs {
        let value = |(won, all): (usize, usize)| match all {
            0 => f64::INFINITY,
            _ => {
                let bonus = ((given.len() as f64).ln() / all as f64).sqrt();
                won as f64 / all as f64 + EXPLORATION * bonus
            }
        };
        // The first of the best.
        let best = (0..arms.len())
            .rev()
            .max_by(|&one, &other| value(counts[one]).total_cmp(&value(counts[other])));
        let best = best.unwrap_or(0);
        let (won, all) = &mut counts[best];
        *won += usize::from(arms[best].results[*all]);
        *all += 1;
        given.push(best);
    }
    given
}

impl Show for Bandit {
    fn page(&self) -> Json {
        let arm = |arm: &Arm| {
            let results: String =
                arm.results.iter().map(|&won| if won { '1' } else { '0' }).collect();
            json!({ "name": arm.name, "odds": arm.odds, "results": results })
        };
        json!({ "arms": self.arms.iter().map(arm).collect::<Vec<Json>>(), "ucb": self.ucb })
    }

    fn text(&self, answers: bool) -> Result<String, Failure> {
        let row = |(place, arm): (usize, &Arm)| {
            let given = self.ucb.iter().filter(|&&one| one == place).count();
            let won = arm.results[..given].iter().filter(|&&won| won).count();
            let odds = if answers { format!("{:.2}", arm.odds) } else { "?".to_owned() };
            vec![arm.name.clone(), given.to_string(), won.to_string(), odds]
        };
        let rows: Vec<Vec<String>> = self.arms.iter().enumerate().map(row).collect();
        let table = columns::aligned(&["move", "play-outs by UCB1", "won", "true share"], &rows, 1);
        Ok(format!("{} play-outs to give out\n\n{table}", self.ucb.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ucb1_tries_everything_and_then_mostly_what_is_best() {
        let mut random = Rng::with_seed(1);
        let mut arm = |odds| Arm {
            name: String::new(),
            odds,
            results: (0..400).map(|_| random.f64() < odds).collect(),
        };
        let arms = [arm(0.2), arm(0.8), arm(0.3)];
        let given = ucb1(&arms, 400);
        assert_eq!(given[..3], [0, 1, 2]);
        assert!(given.iter().filter(|&&one| one == 1).count() > 250);
    }
}
