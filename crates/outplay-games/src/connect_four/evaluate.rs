//! Evaluation: what a position is worth whose end is too far away to be seen.
//!
//! When only bad columns are left, somebody has to move right below a threat of the other player (*zugzwang*). On a board with an even number of rows
//! the first player gets the odd rows then and the second player the even ones. So a threat on a row of one's own is worth more than one on a row
//! of the other player, and a threat above another one is hardly ever reached. All of it is in Allis, *A Knowledge-Based Approach of
//! Connect-Four*, 1988. To that come fours that are still open, and whose turn it is.
//!
//! The weights are least squares: what comes closest to 100 for a win, 0 for a draw and -100 for a loss of the first player in 20,000 random positions of the usual
//! board with 12 to 33 stones, solved by the engine (`the_weights_are_what_solved_positions_say`). So an evaluation is about how much more often a player wins than loses, in hundredths. On
//! other boards it is an opinion all the same.

use super::insight::Look;
use super::rules::{Board, ConnectFour};

/// A feature of a position that speaks for one of the players.
pub(super) struct Feature {
    /// What it is, for people to read.
    pub(super) name: &'static str,
    /// What one of it is worth to the first player, and to the second.
    pub(super) worth: [i32; 2],
}

const fn feature(name: &'static str, worth: [i32; 2]) -> Feature {
    Feature { name, worth }
}

/// How many features there are.
const FEATURES: usize = 10;

/// All features, in the order of [`ConnectFour::features`].
pub(super) const TABLE: [Feature; FEATURES] = [
    feature("threats on own rows", [6, 6]),
    feature("threats on rows of the other player", [8, 9]),
    feature("the lowest threat of a column, on own rows", [20, 34]),
    feature("the lowest threat of a column, on rows of the other player", [32, 34]),
    feature("zugzwang of the other player alone", [33, 16]),
    feature("zugzwang of both players", [32, 0]),
    feature("two threats above each other", [24, 21]),
    feature("open fours with two stones", [12, 12]),
    feature("open fours with one stone", [4, 4]),
    feature("the move", [40, 49]),
];

impl ConnectFour {
    /// How much better the first player stands, in hundredths of a win.
    #[inline(always)]
    pub(super) fn advantage(&self, board: &Board, look: &Look) -> i32 {
        let amounts = self.features(board, look);
        TABLE.iter().zip(amounts).fold(0, |sum, (feature, amounts)| {
            sum + feature.worth[0] * amounts[0] - feature.worth[1] * amounts[1]
        })
    }

    /// How much of each feature there is for the first player, and for the second.
    #[inline(always)]
    pub(super) fn features(&self, board: &Board, look: &Look) -> [[i32; 2]; FEATURES] {
        let is_first = board.count() % 2 == 0;
        let by_player = |own: u64, other: u64| if is_first { [own, other] } else { [other, own] };
        let stones = by_player(board.own, board.other());
        let threats = by_player(look.wins, look.threats);
        let lowest = self.lowest(threats[0] | threats[1]);
        let rows = [self.shape.odd, !self.shape.odd];
        let each = |of: &dyn Fn(usize) -> u64| [0, 1].map(|player| of(player).count_ones() as i32);
        let good = [0, 1].map(|player| lowest & threats[player] & rows[player] != 0);
        let [first, second] =
            [0, 1].map(|player| self.open_fours(stones[player], stones[1 - player]));
        [
            each(&|player| threats[player] & rows[player]),
            each(&|player| threats[player] & rows[1 - player]),
            each(&|player| lowest & threats[player] & rows[player]),
            each(&|player| lowest & threats[player] & rows[1 - player]),
            [good[0] && !good[1], good[1] && !good[0]].map(i32::from),
            [i32::from(good[0] && good[1]), 0],
            each(&|player| threats[player] & threats[player] << 1),
            [first.0, second.0],
            [first.1, second.1],
            [is_first, !is_first].map(i32::from),
        ]
    }

    /// The lowest of these squares in every column.
    #[inline(always)]
    fn lowest(&self, squares: u64) -> u64 {
        // Subtracting from the bit above a column leaves the lowest square, and others where there were none.
        squares & ((self.shape.bottom << self.shape.height) - squares)
    }

    /// How many fours are open to `own`, with two stones of it and with one.
    #[inline(always)]
    fn open_fours(&self, own: u64, other: u64) -> (i32, i32) {
        let mut counts = (0, 0);
        for step in [1, self.shape.step, self.shape.step - 1, self.shape.step + 1] {
            let four = |squares: u64| [0, 1, 2, 3].map(|at| squares >> (at * step));
            let [a, b, c, d] = four(self.shape.all & !other);
            let open = a & b & c & d;
            // The stones of every four are added up in two binary digits, all fours at once.
            let [a, b, c, d] = four(own);
            let (pair, other_pair) = (a & b, c & d);
            let (single, other_single) = (a ^ b, c ^ d);
            let is_odd = single ^ other_single;
            let twos = pair ^ other_pair ^ (single & other_single);
            counts.0 += (open & twos & !is_odd).count_ones() as i32;
            counts.1 += (open & is_odd & !(pair | other_pair)).count_ones() as i32;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use outplay::engine::{Engine, Facts, Insight, Question};
    use outplay::tune::{self, Feature, Loss, Samples, State, fit};
    use outplay::{Game, Limits, Value};

    use super::super::Threats;
    use super::*;
    use outplay::face::notation::Notation;

    fn board(moves: &str) -> (ConnectFour, Board, Look) {
        let game = ConnectFour::default();
        let board = game.read_position(moves).expect("the moves are legal");
        let look = Threats.scratch(&game, &board);
        (game, board, look)
    }

    /// Open fours, counted one by one.
    fn slowly(game: &ConnectFour, own: u64, other: u64) -> (i32, i32) {
        let mut counts = (0, 0);
        let (width, height) = (game.shape.width as i32, game.shape.height as i32);
        let square = |column: i32, row: i32| {
            let is_inside = (0..width).contains(&column) && (0..height).contains(&row);
            is_inside.then(|| 1_u64 << (column as u32 * game.shape.step + row as u32))
        };
        for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row)))
        {
            for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let four = (0..4).map(|at| square(column + at * across, row + at * up));
                let Some(four) = four.collect::<Option<Vec<u64>>>() else { continue };
                let four = four.into_iter().fold(0, |four, square| four | square);
                match (four & other, (four & own).count_ones()) {
                    (0, 2) => counts.0 += 1,
                    (0, 1) => counts.1 += 1,
                    _ => {}
                }
            }
        }
        counts
    }

    #[test]
    fn open_fours_are_what_one_counts() {
        let mut counted = 0;
        for moves in ["", "4", "444", "4453", "12345671234567", "3344455", "6617263"] {
            let (game, board, _) = board(moves);
            for (own, other) in [(board.own, board.other()), (board.other(), board.own)] {
                let fours = game.open_fours(own, other);
                assert_eq!(fours, slowly(&game, own, other), "{moves}");
                counted += fours.0 + fours.1;
            }
        }
        assert!(counted > 100, "{counted}");
    }

    #[test]
    fn threats_are_told_apart_by_row_and_column() {
        // Rows 1 to 4 of columns 1 to 3 belong to the players by turns, and column 4 is empty.
        let (game, board, look) = board("112233112233");
        let amounts = game.features(&board, &look);
        assert_eq!(amounts[0], [2, 2], "rows 1 and 3, rows 2 and 4");
        assert_eq!(amounts[1], [0, 0], "no threat is on a row of the other player");
        assert_eq!(amounts[2], [1, 0], "row 1 is the lowest");
        assert_eq!(amounts[4], [1, 0], "so that only the second player is in zugzwang");
        assert_eq!(amounts[6], [0, 0], "none is above another one of the same player");
        assert_eq!(amounts[9], [1, 0], "the first player is to move");
    }

    struct Solved(Vec<([[i32; 2]; FEATURES], f32)>);

    impl Samples for Solved {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn sample(&self, index: usize, features: &mut Vec<Feature>) -> f32 {
            let (amounts, label) = &self.0[index];
            for (index, [first, second]) in amounts.iter().enumerate() {
                let feature = |at: usize, amount: i32| Feature {
                    index: (2 * index + at) as u32,
                    amount: amount as f32,
                };
                features.extend([feature(0, *first), feature(1, -*second)]);
            }
            *label
        }
    }

    /// A random position in which nobody can complete a four at once.
    fn random_board(game: &ConnectFour, random: &mut fastrand::Rng) -> Option<Board> {
        let mut board = game.start();
        for _ in 0..random.usize(12..34) {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            game.play(&mut board, *moves.get(random.usize(..7))?);
        }
        let is_over = game.has_four(board.other());
        (!is_over && Threats.decided(game, &board).is_none()).then_some(board)
    }

    #[test]
    #[ignore = "it takes minutes"]
    fn the_weights_are_what_solved_positions_say() {
        let game = ConnectFour::default();
        let engine = Engine::new(game.clone(), Threats, 64).expect("64 MB are there");
        let mut random = fastrand::Rng::with_seed(1);
        let mut samples = Vec::new();
        while samples.len() < 20_000 {
            let Some(board) = random_board(&game, &mut random) else { continue };
            let question = Question { lines: 0, weak: true, ..Question::at(board) };
            let report = engine.solve(&question, &Limits::default(), ());
            let score = report.value.and_then(Value::exact);
            let score = score.expect("without limits it is solved").signum();
            let score = if board.count() % 2 == 0 { score } else { -score };
            let look = Threats.scratch(&game, &board);
            samples.push((game.features(&board, &look), (100 * score) as f32));
        }
        let mut state = State::new(2 * FEATURES);
        let config = tune::Config {
            epochs: 100,
            batch: 1_024,
            rate: 1.0,
            ..tune::Config::new(Loss::Squared)
        };
        let config = tune::Config { ridge: 1.0, ..config };
        fit(&Solved(samples), &mut state, &config, |_| ControlFlow::Continue(()))
            .expect("there are samples");
        let found: Vec<[i32; 2]> = state
            .weights()
            .chunks(2)
            .map(|pair| [pair[0], pair[1]].map(|weight| weight.round() as i32))
            .collect();
        let told: Vec<[i32; 2]> = TABLE.iter().map(|feature| feature.worth).collect();
        assert_eq!(told, found);
    }
}
