//! Value iteration against minimax on games that end, and against sums done by hand on games with loops.

use outplay::solve::{SolveError, ValueIteration};
use outplay::textbook::Search;
use outplay::tree::Wishes;
use outplay::{Game, Player, Role, Sides, Tree, Turn, ZeroSum, testing};

/// A walk on places 0 to `last`. A player steps to the left or to the right, or a coin decides, by place.
struct Walk {
    last: u8,
    start: u8,
    /// Who moves at each place between the ends.
    turns: fn(u8) -> Turn,
}

impl Game for Walk {
    type Position = u8;
    type Move = bool;

    fn start(&self) -> u8 {
        self.start
    }
    fn turn(&self, place: &u8) -> Turn {
        (self.turns)(*place)
    }
    fn moves(&self, place: &u8, moves: &mut Vec<bool>) {
        if *place > 0 && *place < self.last {
            moves.extend([false, true]);
        }
    }
    fn play(&self, place: &mut u8, right: bool) {
        if right { *place += 1 } else { *place -= 1 }
    }
    fn payoff(&self, place: &u8, player: Player) -> f64 {
        let right = if *place == self.last { 1.0 } else { -1.0 };
        if player == Player::MAX { right } else { -right }
    }
    fn key(&self, place: &u8) -> Option<u64> {
        Some((*place).into())
    }
}

impl ZeroSum for Walk {}

#[test]
fn it_is_minimax_on_trees() {
    let wishes = Wishes { depth: 1..=5, branching: 1..=3, cuts: 0, ..Wishes::default() };
    for seed in 0..300 {
        let text = wishes.grow(seed).expect("there are such trees");
        let tree: Tree = text.parse().expect("a tree");
        let roles = vec![Role::Max, [Role::Min, Role::Chance][seed as usize % 2]];
        let sides = Sides::new(&tree, roles);
        let minimax = Search::new(&sides).minimax(&tree.root()).expect("all payoffs are known");
        let solution = ValueIteration::new(&sides).solve(&tree.root()).expect("a small game");
        let (expected, value) =
            (minimax.value.expect("a value").score(), solution.value(&sides, &tree.root()));
        assert!(
            value.is_some_and(|value| (value - expected).abs() < 1e-9),
            "{text}: {value:?} {expected}"
        );
        assert_eq!(solution.best_moves(&sides, &tree.root()), minimax.best_moves, "{text}");
        assert_eq!((solution.positions(), solution.sweeps()), (solution.components(), 1));
    }
}

/// Who throws a coin for each step reaches the right end as often as it is near.
#[test]
fn the_gamblers_ruin() {
    let walk = Walk { last: 10, start: 3, turns: |_| Turn::Chance };
    testing::check_zero_sum(&walk);
    let solution = ValueIteration::new(&walk).solve(&walk.start()).expect("a small game");
    assert!(solution.is_solved() && solution.residual() <= 1e-9);
    assert_eq!((solution.positions(), solution.components()), (11, 3));
    for place in 0..=10 {
        let value = solution.value(&walk, &place).expect("it can be reached");
        assert!((value - (f64::from(place) / 5.0 - 1.0)).abs() < 1e-8, "{place}: {value}");
        assert!(
            solution
                .range(&walk, &place)
                .expect("it can be reached")
                .holds(f64::from(place) / 5.0 - 1.0)
        );
    }
}

/// At every third place a player decides: MAX always steps to the right.
#[test]
fn a_player_decides_where_the_coin_does_not() {
    let turns = |place| if place % 3 == 0 { Turn::Player(Player::MAX) } else { Turn::Chance };
    let walk = Walk { last: 5, start: 3, turns };
    let solution = ValueIteration::new(&walk).solve(&3).expect("a small game");
    assert_eq!(solution.best_moves(&walk, &3), [true]);
    assert_eq!(solution.best_moves(&walk, &4), [], "chance chooses no best move");
    // From 3 to 4, and from there to the end or back again: he never loses.
    assert!((solution.value(&walk, &3).expect("the start") - 1.0).abs() < 1e-8);
}

#[test]
fn who_can_play_on_for_ever_is_told_so() {
    // MAX at 1 and MIN at 2 step to and fro: none of them likes an end.
    let turns = |place| Turn::Player(if place == 1 { Player::MAX } else { Player::MIN });
    let walk = Walk { last: 3, start: 1, turns };
    let solution = ValueIteration::new(&walk).sweeps(50).solve(&1).expect("a small game");
    assert!(!solution.is_solved());
    assert_eq!((solution.sweeps(), solution.residual()), (50, 2.0));
}

#[test]
fn games_that_are_too_large_or_have_no_keys_are_refused() {
    let walk = Walk { last: 100, start: 50, turns: |_| Turn::Chance };
    let error = ValueIteration::new(&walk).positions(100).solve(&50).expect_err("there are 101");
    assert_eq!(error.to_string(), "there are more than 100 positions");
    assert!(ValueIteration::new(&walk).positions(101).tolerance(0.1).solve(&50).is_ok());

    struct Keyless;
    impl Game for Keyless {
        type Position = ();
        type Move = ();
        fn start(&self) {}
        fn turn(&self, (): &()) -> Turn {
            Turn::Chance
        }
        fn moves(&self, (): &(), _: &mut Vec<()>) {}
        fn play(&self, (): &mut (), (): ()) {}
        fn payoff(&self, (): &(), _: Player) -> f64 {
            0.0
        }
    }
    impl ZeroSum for Keyless {}
    assert_eq!(ValueIteration::new(&Keyless).solve(&()).err(), Some(SolveError::NoKeys));
}
