//! The pseudocode of the lectures judges the searches of the textbook: on random trees of any shape and turn order.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::law;
use common::seeds::Tally;
use outplay::textbook::pseudocode::{
    SOURCES, alpha_beta, dispatch, expectimax, h_minimax, minimax,
};
use outplay::textbook::{Prune, Search};
use outplay::{Bound, Depth, Game, Player, Tree};
use proptest::prelude::*;

const SEED: u64 = 2026;
const OPEN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// A tree as text: a payoff, or moves to smaller trees.
fn tree(chance: bool) -> impl Strategy<Value = String> {
    let leaf = (-9..10_i32).prop_map(|payoff| payoff.to_string());
    let node = leaf.prop_recursive(5, 64, 4, move |inner| {
        let moves = prop::collection::vec(inner, 1..=4);
        (moves, any::<bool>()).prop_map(move |(moves, dice)| bracketed(&moves, chance && dice))
    });
    // The root is a choice: a bare payoff is no tree.
    prop::collection::vec(node, 1..=4).prop_map(|moves| bracketed(&moves, false))
}

fn bracketed(moves: &[String], dice: bool) -> String {
    let moves = moves.join(" ");
    if dice { format!("{{{moves}}}") } else { format!("({moves})") }
}

/// Who moves at each level: MAX and MIN in any order, over and over.
fn turns() -> impl Strategy<Value = String> {
    let word = prop_oneof![Just("max"), Just("min")];
    prop::collection::vec(word, 1..=3).prop_map(|words| words.join(" "))
}

/// Without chance, four ways to say it agree with minimax and alpha-beta of the textbook.
#[test]
fn without_chance_all_agree() {
    let taking_turns = Tally::new();
    law(SEED, 10_000, &(tree(false), turns()), |(text, turns)| {
        let tree: Tree = format!("{turns}: {text}").parse().unwrap();
        let (game, root) = (tree.for_engine().unwrap(), tree.root());
        let value = dispatch::value(&game, &root);
        let report = Search::new(&game).minimax(&root).unwrap();
        prop_assert_eq!(report.value, Some(Bound::Exact(value)));
        for prune in [Prune::NonStrict, Prune::Strict] {
            let report = Search::new(&game).prune(prune).alpha_beta(&root).unwrap();
            prop_assert_eq!(report.value, Some(Bound::Exact(value)));
        }
        prop_assert_eq!(alpha_beta::value(&game, &root, OPEN.0, OPEN.1), value);
        prop_assert_eq!(expectimax::value(&game, &root), value);
        if taking_turns.when(turns == "max min") {
            prop_assert_eq!(minimax::max_value(&game, &root), value);
            prop_assert_eq!(minimax::decision(&game, &root), report.best);
        }
        Ok(())
    });
    taking_turns.at_least(500);
}

/// With chance, exp-value is the average that the textbook takes, up to rounding.
#[test]
fn with_chance_expectimax_agrees() {
    let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
    law(SEED, 10_000, &(tree(true), turns()), |(text, turns)| {
        let tree: Tree = format!("{turns}: {text}").parse().unwrap();
        let (game, root) = (tree.sides().unwrap(), tree.root());
        let report = Search::new(&game).minimax(&root).unwrap();
        let value = report.value.unwrap().score();
        prop_assert!(close(expectimax::value(&game, &root), value), "{text}");
        Ok(())
    });
}

/// "True if the depth is greater than d" looks d + 1 plies ahead.
#[test]
fn the_cut_off_test_of_the_textbook_looks_one_ply_deeper_than_its_limit() {
    let tree: Tree = "((((1 2) 3) (4 (5 6))) ((7 (8 9)) ((1 5) 2)))".parse().unwrap();
    let (game, root) = (tree.for_engine().unwrap(), tree.root());
    // An evaluation that says how it got there: the deeper, the higher.
    let eval = |place: &outplay::tree::Place| f64::from(place_number(&tree, *place));
    for limit in 0..4 {
        let ours = Search::new(&game)
            .evaluate(
                |place, player| if player == Player::MAX { eval(place) } else { -eval(place) },
            )
            .depth(Depth::plies(limit + 1));
        let value = ours.minimax(&root).unwrap().value.unwrap().score();
        let cutoff = h_minimax::is_deeper_than(limit);
        assert_eq!(h_minimax::h_minimax(&game, &root, 0, &cutoff, &eval), value, "limit {limit}");
    }
}

/// A number for each place, the same every time.
fn place_number(tree: &Tree, place: outplay::tree::Place) -> u16 {
    let mut moves = Vec::new();
    tree.moves(&place, &mut moves);
    tree.name(place).bytes().map(u16::from).sum::<u16>() % 17 + moves.len() as u16
}

/// What a lesson shows beside the pseudocode is there to be shown.
#[test]
fn every_file_of_the_pseudocode_is_at_hand() {
    for (name, source) in SOURCES {
        assert!(source.contains("\npub fn "), "{name}");
        assert!(source.lines().count() < 70, "{name} is short");
    }
}
