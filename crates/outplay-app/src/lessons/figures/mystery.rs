//! Somebody plays Pacman, and the reader guesses who: the demonstration of the lectures as a game.
//!
//! `seeds: 1 2 3` are the rounds, one game each.

use serde_json::{Value as Json, json};

use super::Show;
use crate::commands::mystery::{Mystery, SUSPECTS};
use crate::failure::Failure;
use crate::lessons::Wrong;
use crate::lessons::fields::Fields;

struct Rounds(Vec<Round>);

/// One game.
struct Round {
    seed: u64,
    mystery: Mystery,
    answer: String,
}

pub(super) fn read(fields: &Fields) -> Result<Box<dyn Show + Send + Sync>, Wrong> {
    fields.only(&["seeds"])?;
    let seeds = fields.one("seeds")?;
    let seed = |word: &str| word.parse::<u64>().map_err(|_| seeds.wrong("seeds are whole numbers"));
    let seeds: Vec<u64> = seeds.value.split_whitespace().map(seed).collect::<Result<_, _>>()?;
    if seeds.is_empty() {
        return Err(Wrong::new(fields.line, "a mystery has a seed at least: `seeds: 1 2 3`"));
    }
    let round = |seed| {
        let mystery = Mystery::new(seed);
        Round { seed, answer: mystery.answer(), mystery }
    };
    Ok(Box::new(Rounds(seeds.into_iter().map(round).collect())))
}

impl Show for Rounds {
    fn page(&self) -> Json {
        let round = |Round { mystery, answer, .. }: &Round| {
            json!({
                "game": Mystery::game_name(),
                "moves": mystery.moves(),
                "pictures": mystery.pictures(),
                "who": mystery.who,
                "answer": answer,
            })
        };
        json!({ "suspects": SUSPECTS, "rounds": self.0.iter().map(round).collect::<Vec<Json>>() })
    }

    fn text(&self, answers: bool) -> Result<String, Failure> {
        let line = |Round { seed, answer, .. }: &Round| match answers {
            true => format!("$ outplay demo mystery --seed {seed}\n{answer}\n"),
            false => format!("$ outplay demo mystery --seed {seed}\n"),
        };
        Ok(self.0.iter().map(line).collect())
    }
}
