//! The centipede game: two who reason to the end win next to nothing.
//!
//! The payoffs of both players grow with every push, and yet backward induction, which is [max-n](outplay::textbook::Search::max_n), takes at the first move: who
//! moves last takes, so that the one before had better take before that, and so on to the beginning.
//!
//! ```
//! use outplay::{Game, textbook::Search};
//! use outplay_games::centipede::{Centipede, HeapMove};
//!
//! let game = Centipede::default();
//! let report = Search::new(&game).max_n(&game.start())?;
//! assert_eq!(report.best, Some(HeapMove::Take));
//! assert_eq!(report.value.unwrap().0, [4.0, 1.0]);
//!
//! // Together they could have had this.
//! let (line, payoffs) = game.best_together();
//! assert_eq!(payoffs, [32.0, 128.0]);
//! assert_eq!(line.len(), 6); // push five times, then take
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod notation;
mod rules;

use outplay::face::{Entry, Listing};
use outplay::{Evaluation, Game, Player};

pub use rules::{Centipede, HeapMove, RoundsError, Table};

impl Centipede {
    /// The game that brings both players the most together, and what each of them gets.
    pub fn best_together(&self) -> (Vec<HeapMove>, [f64; 2]) {
        let payoffs = |pushes: u8| {
            let table = Table { pushes, is_taken: true };
            [Player(0), Player(1)].map(|player| self.payoff(&table, player))
        };
        let sum = |pushes: &u8| payoffs(*pushes).iter().sum::<f64>();
        let all = 0..self.rounds();
        let best = all.max_by(|one, other| sum(one).total_cmp(&sum(other))).unwrap_or(0);
        let mut line = vec![HeapMove::Push; best.into()];
        line.push(HeapMove::Take);
        (line, payoffs(best))
    }
}

/// How positions are written.
const WRITTEN: &str = "\
A position is how often the heaps were pushed, like 3, with ! behind it once somebody has taken. Or it is the moves so far, like push push take.";

/// The game as it stands in the catalogue.
pub fn entry() -> Listing {
    let make = |variant: Option<&str>| {
        let rounds = variant.unwrap_or("6");
        let number = rounds
            .parse()
            .map_err(|_| format!("`{rounds:.50}` is no number of moves: write `centipede:10`"))?;
        Centipede::new(number, 2).map_err(|error| error.to_string())
    };
    Entry::sized("centipede", make)
        .about("push or take two growing heaps: both could win more than reason allows")
        .variants(&["10"])
        .seats(&["Ann", "Bob"])
        .unit("points", 1.0, 4.0)
        .notation()
        .written(WRITTEN)
        .evaluation(Taken)
        .into()
}

/// What each would have if the player to move took now.
#[derive(Clone, Copy, Debug)]
pub struct Taken;

impl Evaluation<Centipede> for Taken {
    fn evaluate(&self, game: &Centipede, table: &Table, player: Player) -> f64 {
        let [large, small] = game.heaps(table);
        if player == table.mover() { large } else { small }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::testing;
    use outplay::textbook::Search;

    #[test]
    fn the_game_keeps_its_promises() {
        for (rounds, growth) in [(1, 2), (6, 2), (12, 10)] {
            testing::check_game(&Centipede::new(rounds, growth).unwrap());
        }
        for (rounds, growth) in [(0, 2), (13, 2), (6, 1), (6, 11)] {
            let told = Centipede::new(rounds, growth).unwrap_err().to_string();
            assert!(
                told.starts_with(&format!("{rounds} rounds and a growth of {growth}")),
                "{told}"
            );
        }
        let census = testing::census(&Centipede::default(), &Table::default());
        assert_eq!((census.games, census.distinct), (6, 12));
    }

    /// The larger heap is four times the smaller one: unless heaps grow by more than that, to be left the smaller one next time is no better than to take now.
    #[test]
    fn backward_induction_takes_at_once() {
        for rounds in 1..=12 {
            for growth in 2..=10 {
                let game = Centipede::new(rounds, growth).unwrap();
                let report = Search::new(&game).max_n(&game.start()).unwrap();
                let takes = report.best == Some(HeapMove::Take);
                assert_eq!(takes, growth <= 4 || rounds == 1, "{game:?}");
                // Who fears the worst thinks the same.
                let paranoid = Search::new(&game).paranoid(&game.start(), Player(0)).unwrap();
                assert_eq!(paranoid.best == Some(HeapMove::Take), takes, "{game:?}");
            }
        }
    }

    #[test]
    fn both_would_have_more_together() {
        let game = Centipede::default();
        let alone = Search::new(&game).max_n(&game.start()).unwrap().value.unwrap().0;
        let (line, together) = game.best_together();
        let mut table = game.start();
        for &mv in &line {
            game.play(&mut table, mv);
        }
        assert_eq!([Player(0), Player(1)].map(|player| game.payoff(&table, player)), together);
        assert!(together.iter().zip(&alone).all(|(together, alone)| together > alone));
    }
}
