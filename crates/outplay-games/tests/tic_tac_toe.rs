//! Tic-tac-toe against published counts, and its policy against every opponent.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::collections::HashMap;

use outplay::textbook::{Order, Policy, Prune, Search};
use outplay::{Bound, Game, Player, Turn, testing};
use outplay_games::tic_tac_toe::{Board, OpenLines, Square, TicTacToe};

#[test]
fn the_tree_has_the_published_size() {
    let census = testing::census(&TicTacToe, &TicTacToe.start());
    assert_eq!((census.nodes, census.games, census.distinct), (549_946, 255_168, 5_478));
}

#[test]
fn perft_counts_games_that_ended_early_only_once() {
    let counts: Vec<u64> =
        (0..=9).map(|depth| testing::perft(&TicTacToe, &TicTacToe.start(), depth)).collect();
    // 9!/(9-n)! as long as nobody can have won.
    assert_eq!(counts, [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn minimax_sees_the_whole_tree() {
    let mut search = Search::new(&TicTacToe);
    search = search.config(outplay::textbook::Config { distinct: true, ..Default::default() });
    let report = search.minimax(&TicTacToe.start()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(0.0)));
    assert_eq!(report.best_moves.len(), 9, "every first move draws");
    assert_eq!(report.counts.generated, 549_946);
    assert_eq!(report.counts.distinct, Some(5_478));
    assert_eq!(report.counts.leaves, 255_168);
    assert_eq!(report.counts.expanded, 549_946 - 255_168);
    assert_eq!(report.counts.cutoffs, 0);
}

#[test]
fn with_a_table_every_position_is_searched_once() {
    let report = Search::new(&TicTacToe).table().minimax(&TicTacToe.start()).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(0.0)));
    // 958 of the 5,478 positions are over; they are looked up in the rules, not in the table.
    assert_eq!(report.counts.expanded, 5_478 - 958);
    assert!(report.counts.table_hits > 0);
}

#[test]
fn every_order_and_rule_finds_the_draw() {
    for prune in [Prune::NonStrict, Prune::Strict] {
        for order in [Order::Given, Order::Evaluation, Order::Random(7)] {
            let search = Search::new(&TicTacToe).evaluation(OpenLines).prune(prune).order(order);
            let report = search.alpha_beta(&TicTacToe.start()).unwrap();
            assert_eq!(report.value, Some(Bound::Exact(0.0)), "{prune:?} {order:?}");
            assert!(report.counts.generated < 549_946 / 2, "{prune:?} {order:?}");
        }
    }
}

/// Every game in which one side follows the policy and the other side plays anything.
fn outcomes(
    board: Board,
    seat: Player,
    policy: &HashMap<Board, Option<Square>>,
    worst: &mut f64,
    games: &mut u64,
) {
    let mut moves = Vec::new();
    TicTacToe.moves(&board, &mut moves);
    if moves.is_empty() {
        *games += 1;
        *worst = worst.min(TicTacToe.payoff(&board, seat));
        return;
    }
    if TicTacToe.turn(&board) == Turn::Player(seat) {
        let chosen = policy[&board].expect("a move in every position that is not over");
        assert!(moves.contains(&chosen), "{board}");
        moves = vec![chosen];
    }
    for mv in moves {
        let mut child = board;
        TicTacToe.play(&mut child, mv);
        outcomes(child, seat, policy, worst, games);
    }
}

#[test]
fn the_policy_never_loses() {
    let policy = Policy::new(&TicTacToe, &TicTacToe.start(), 10_000, |_| ()).unwrap();
    assert_eq!(policy.choices.len(), 5_478);
    let moves: HashMap<Board, Option<Square>> =
        policy.choices.iter().map(|choice| (choice.position, choice.best)).collect();
    for seat in [Player::MAX, Player::MIN] {
        let (mut worst, mut games) = (1.0, 0);
        outcomes(TicTacToe.start(), seat, &moves, &mut worst, &mut games);
        assert_eq!(worst, 0.0, "{seat} drew at worst");
        assert!(games > 100, "{games} games");
    }
}

#[test]
fn the_policy_knows_the_value_of_every_position() {
    let policy = Policy::new(&TicTacToe, &TicTacToe.start(), 10_000, |_| ()).unwrap();
    for choice in policy.choices.iter().step_by(7) {
        let report = Search::new(&TicTacToe).minimax(&choice.position).unwrap();
        assert_eq!(report.value, Some(Bound::Exact(choice.value)), "{}", choice.position);
        assert_eq!(report.best, choice.best, "{}", choice.position);
        assert_eq!(report.best_moves, choice.best_moves, "{}", choice.position);
    }
}

#[test]
fn a_policy_that_would_be_too_large_is_refused() {
    let error = Policy::new(&TicTacToe, &TicTacToe.start(), 100, |_| ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the game has 82 positions of up to 2 plies, and more than 100 of up to 3: too many for a policy"
    );
}

#[test]
fn alpha_beta_looks_at_as_much_as_is_recorded() {
    // docs/benchmarks.md counts instructions per position with this.
    let report = Search::new(&TicTacToe).alpha_beta(&TicTacToe.start()).unwrap();
    assert_eq!(report.counts.generated, 18_297);
}
