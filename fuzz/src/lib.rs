//! The laws that what a fuzzer finds must obey: on every tree alpha-beta agrees with minimax; every move of chess can be read as
//! it is written.

use outplay::face::notation::Notation;
use outplay::textbook::{Config, Prune, Search, SidesReport};
use outplay::tree::Place;
use outplay::{Bound, Game, Limits, Range, Sides, Stop, Tree};
use outplay_games::chess::{Chess, Pieces, Position};

/// Trees with more positions than this are not compared.
const NODES: u64 = 20_000;

/// Rounding is relative to the payoffs, and payoffs beyond this may overflow when they are added up.
const LARGEST: f64 = 1e100;

/// Uses everything that a tree can say about itself, and compares the searches of it.
pub fn check_tree(tree: &Tree) {
    look_at(tree);
    let Ok(sides) = tree.sides() else {
        // One payoff per player: it must not panic.
        let _ = Search::new(tree).limits(limits()).max_n(&tree.root());
        return;
    };
    let judge = search(tree, &sides, Config::default(), |search, root| search.minimax(root));
    let Some(value) = finished(tree, &judge) else { return };
    if value.abs() > LARGEST {
        return;
    }
    for prune in [Prune::NonStrict, Prune::Strict] {
        for table in [false, true] {
            let config = Config { prune, table, ..Config::default() };
            let report = search(tree, &sides, config, |search, root| search.alpha_beta(root));
            check_equal(&judge, value, &report);
        }
    }
    let bounded = Config { payoffs: tree.range(), ..Config::default() };
    let bounded_judge = search(tree, &sides, bounded.clone(), |search, root| search.minimax(root));
    if bounded_judge.is_ok() && tree.range() != Range::ALL {
        let report = search(tree, &sides, bounded, |search, root| search.alpha_beta(root));
        check_equal(&judge, value, &report);
    }
}

/// Names and payoffs exist for every node, whatever the text was.
fn look_at(tree: &Tree) {
    let (mut position, mut moves) = (tree.root(), Vec::new());
    loop {
        let _ = (tree.name(position), tree.written(position));
        moves.clear();
        tree.moves(&position, &mut moves);
        let Some(&last) = moves.last() else { return };
        assert!(!tree.action(position, last).is_empty(), "a move without a name");
        let _ = tree.turn(&position);
        tree.play(&mut position, last);
    }
}

type Judged<'t> = SidesReport<Sides<'t, Tree>>;
type TreeSearch<'t> = Search<'t, Sides<'t, Tree>>;

fn search<'t>(
    tree: &'t Tree,
    sides: &'t Sides<'t, Tree>,
    config: Config,
    run: impl Fn(TreeSearch<'t>, &Place) -> Judged<'t>,
) -> Judged<'t> {
    run(Search::new(sides).config(Config { limits: limits(), ..config }), &tree.root())
}

fn limits() -> Limits {
    Limits { nodes: Some(NODES), ..Limits::default() }
}

/// The value, if the search got one within the limits; an error can at least be explained.
fn finished(tree: &Tree, report: &Judged<'_>) -> Option<f64> {
    match report {
        Ok(report) if report.stop == Stop::Finished => report.value.and_then(Bound::exact),
        Ok(_) => None,
        Err(error) => {
            assert!(!tree.explain(error).is_empty(), "an error without a sentence");
            None
        }
    }
}

fn check_equal(judge: &Judged<'_>, value: f64, report: &Judged<'_>) {
    let found = report.as_ref().expect("minimax found a value, so alpha-beta can");
    let Some(Bound::Exact(found_value)) = found.value else {
        panic!("the value of the root is {:?}, not exact", found.value)
    };
    let tolerance = 1e-9 * value.abs().max(1.0);
    assert!(
        (found_value - value).abs() <= tolerance,
        "alpha-beta says {found_value}, minimax {value}"
    );
    let judge = judge.as_ref().expect("it is compared because minimax found a value");
    assert!(found.counts.generated <= judge.counts.generated, "alpha-beta looked at more");
}

/// Makes, writes and reads every move of a position.
pub fn check_position(game: &Chess, position: &Position) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        assert_eq!(game.read_move(position, &game.write_move(position, mv)), Ok(mv));
        assert_eq!(game.read_uci(position, &game.write_uci(position, mv)), Ok(mv));
        let _ = Pieces::default().score(&child);
    }
    assert!(!game.picture(position).is_empty());
}
