//! Numbers of endings both ways, and scores by plain minimax of the rules.

use std::collections::HashMap;

use outplay::Game;
use outplay::solve::retrograde::{Exits, Ground, Retrograde, Score, Scores};

use super::*;

const BOTH: [Captures; 2] = [Captures::Standard, Captures::Empty];

#[test]
fn numbers_and_boards_are_each_other_s_inverse() {
    for (pits, most) in [(1, 6), (2, 8), (4, 7), (7, 4)] {
        let game = Kalah::new(pits, 3, Captures::Standard).unwrap();
        let endings = KalahEndings::new(&game, most).unwrap();
        for slice in endings.slices() {
            let ground = endings.ground(&slice);
            for number in 0..ground.count() {
                let board = ground.position(&mut (), number).unwrap();
                assert_eq!(endings.seeds(&board), slice.0);
                assert_eq!(endings.numbering.number(&game, &board), number);
            }
        }
    }
}

struct Known<'k>(&'k [Scores]);

impl Exits for Known<'_> {
    type Value = Score;

    fn value(&self, slice: usize, number: u64) -> Score {
        self.0[slice].get(number).unwrap()
    }
}

/// By how much the player to move gets more, stores included.
fn minimax(game: &Kalah, board: &Board, seen: &mut HashMap<Board, i32>) -> i32 {
    if let Some(&known) = seen.get(board) {
        return known;
    }
    let player = board.mover();
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let best = moves.into_iter().map(|pit| {
        let mut next = *board;
        game.play(&mut next, pit);
        let after = minimax(game, &next, seen);
        if next.mover() == player { after } else { -after }
    });
    let best = best.max().unwrap_or_else(|| game.payoff(board, player) as i32);
    seen.insert(*board, best);
    best
}

#[test]
fn every_score_is_that_of_minimax() {
    for captures in BOTH {
        for (pits, most) in [(2, 8), (3, 7), (4, 6)] {
            let game = Kalah::new(pits, 3, captures).unwrap();
            let endings = KalahEndings::new(&game, most).unwrap();
            let (mut known, mut seen) = (Vec::new(), HashMap::new());
            for slice in endings.slices() {
                let ground = endings.ground(&slice);
                let scores = Retrograde::default().scores(&ground, &Known(&known), &());
                for number in 0..ground.count() {
                    let board = ground.position(&mut (), number).unwrap();
                    let told = scores.get(number).map(Score::points);
                    assert_eq!(told, Some(minimax(&game, &board, &mut seen)), "{board:?}");
                }
                known.push(scores);
            }
        }
    }
}
