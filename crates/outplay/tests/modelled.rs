//! Searching with a model of the others: as good as the model is true.

use outplay::textbook::Search;
use outplay::tree::Wishes;
use outplay::{Bound, Game, Modelled, OpponentModel, Player, Tree, Turn};

fn is_min<G: Game>(game: &G, position: &G::Position) -> bool {
    game.turn(position) == Turn::Player(Player::MIN)
}

fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Goes anywhere.
struct Anywhere;

impl<G: Game> OpponentModel<G> for Anywhere {
    fn predicts(&self, game: &G, position: &G::Position) -> bool {
        is_min(game, position)
    }
}

/// Does the worst, as minimax expects it.
struct Worst;

impl<G: outplay::ZeroSum> OpponentModel<G> for Worst {
    fn predicts(&self, game: &G, position: &G::Position) -> bool {
        is_min(game, position)
    }

    fn moves(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        moves.extend(Search::new(game).minimax(position).ok().and_then(|report| report.best));
    }
}

/// The first move with these odds, and the second one otherwise.
struct Leaning(f64);

impl<G: Game> OpponentModel<G> for Leaning {
    fn predicts(&self, game: &G, position: &G::Position) -> bool {
        is_min(game, position)
    }

    fn moves(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        moves.extend(legal(game, position).into_iter().take(2));
    }

    fn odds(&self, _: &G, _: &G::Position, moves: &[G::Move], odds: &mut Vec<f64>) {
        match moves.len() {
            1 => odds.push(1.0),
            _ => odds.extend([self.0, 1.0 - self.0]),
        }
    }
}

fn trees() -> impl Iterator<Item = Tree> {
    let wishes = Wishes { depth: 2..=4, values: 0..=9, ..Wishes::default() };
    (0..200).map(move |seed| wishes.grow(seed).expect("a tree").parse().expect("a tree"))
}

#[test]
fn who_is_believed_to_go_anywhere_is_chance() {
    for tree in trees() {
        let game = tree.sides().expect("two sides");
        let modelled = Modelled::new(&game, Anywhere);
        let expected = Search::new(&game).expectimax(&tree.root(), Player::MAX).expect("a value");
        let found = Search::new(&modelled).alpha_beta(&tree.root()).expect("a value");
        assert_eq!((found.value, found.best), (expected.value, expected.best), "{tree:?}");
    }
}

#[test]
fn who_is_believed_to_do_the_worst_is_min() {
    let mut differ = 0;
    for tree in trees() {
        let game = tree.sides().expect("two sides");
        let value = |report: outplay::Report<_, Bound<f64>>| report.value.expect("a value");
        let feared = value(Search::new(&game).minimax(&tree.root()).expect("a value"));
        let modelled = Modelled::new(&game, Worst);
        let believed = value(Search::new(&modelled).minimax(&tree.root()).expect("a value"));
        assert_eq!(believed, feared, "{tree:?}");
        // Any other belief expects as much or more.
        let hopeful = Modelled::new(&game, Leaning(0.5));
        let hoped = value(Search::new(&hopeful).minimax(&tree.root()).expect("a value"));
        assert!(hoped.score() >= feared.score(), "{tree:?}");
        differ += u32::from(hoped != feared);
    }
    assert!(differ > 100, "{differ}");
}

#[test]
fn the_odds_of_a_model_count() {
    let tree: Tree = "((4 8 0) (6 5 0))".parse().expect("a tree");
    let game = tree.sides().expect("two sides");
    for (odds, value, best) in [(0.75, 5.75, "a2"), (0.5, 6.0, "a1")] {
        let modelled = Modelled::new(&game, Leaning(odds));
        let report = Search::new(&modelled).minimax(&tree.root()).expect("a value");
        assert_eq!(report.value, Some(Bound::Exact(value)));
        assert_eq!(tree.line(&report.line)[0], best);
    }
}

#[test]
fn a_modelled_game_is_a_game() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
    let game = tree.sides().expect("two sides");
    outplay::testing::check_zero_sum(&Modelled::new(&game, Anywhere));
    outplay::testing::check_zero_sum(&Modelled::new(&game, Leaning(0.9)));
}
