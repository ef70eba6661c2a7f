//! The contract that every game signs finds out who breaks it.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::cell::Cell;
use std::rc::Rc;

use outplay::textbook::{Error, Evaluate, Search};
use outplay::{
    Bound, Depth, Deterministic, Game, Limits, Outcomes, Player, Repetition, Stop, Turn, ZeroSum,
    testing,
};

/// A walk of three steps with one thing wrong.
#[derive(Default)]
struct Walk {
    wrong: &'static str,
    calls: Cell<u32>,
}

#[derive(Clone, Debug, PartialEq)]
struct Steps {
    taken: Vec<u8>,
    shared: Rc<Cell<u8>>,
}

impl Game for Walk {
    type Position = Steps;
    type Move = u8;

    fn start(&self) -> Steps {
        Steps { taken: Vec::new(), shared: Rc::new(Cell::new(0)) }
    }

    fn turn(&self, steps: &Steps) -> Turn {
        match (self.wrong, steps.taken.len()) {
            ("odds" | "chance", 1) => Turn::Chance,
            ("player", 1) => Turn::Player(Player(2)),
            (_, taken) => Turn::Player(Player((taken % 2) as u8)),
        }
    }

    fn moves(&self, steps: &Steps, moves: &mut Vec<u8>) {
        self.calls.set(self.calls.get() + 1);
        if steps.taken.len() < 3 {
            moves.extend([0, 1]);
            match self.wrong {
                "order" if self.calls.get().is_multiple_of(2) => moves.reverse(),
                "twice" => moves.push(1),
                _ => {}
            }
        }
    }

    fn play(&self, steps: &mut Steps, mv: u8) {
        steps.taken.push(mv);
        if self.wrong == "copies" {
            steps.shared.set(steps.shared.get() + 1);
        }
    }

    fn payoff(&self, steps: &Steps, player: Player) -> f64 {
        let wins = f64::from(steps.taken.iter().sum::<u8>());
        let wins = if self.wrong == "fraction" { wins / 2.0 } else { wins };
        match (self.wrong, player) {
            ("payoff", Player::MIN) => f64::NAN,
            ("sum", _) | (_, Player::MAX) => wins,
            _ => -wins,
        }
    }

    fn odds(&self, _: &Steps, moves: &[u8], odds: &mut Vec<f64>) {
        let each = if self.wrong == "chance" { 0.5 } else { 0.4 };
        odds.extend(moves.iter().map(|_| each));
    }

    fn key(&self, steps: &Steps) -> Option<u64> {
        let exact = steps.taken.iter().fold(1, |key, step| key * 2 + u64::from(*step));
        match self.wrong {
            "same key" => Some(exact / 2),
            "random key" => Some(u64::from(self.calls.get())),
            _ => Some(exact),
        }
    }

    fn repetition(&self) -> Repetition {
        match self.wrong {
            "reversible" => Repetition::Draw { times: 3 },
            _ => Repetition::Ignored,
        }
    }

    fn reversible_plies(&self, steps: &Steps) -> u32 {
        2 * steps.taken.len() as u32
    }
}

impl ZeroSum for Walk {
    fn outcomes(&self) -> Outcomes {
        match self.wrong {
            "outcomes" => Outcomes::WinDrawLoss,
            "points" => Outcomes::Points { most: 1 },
            _ => Outcomes::Points { most: 100 },
        }
    }
}

impl Deterministic for Walk {}

#[test]
fn an_honest_game_passes() {
    testing::check_deterministic(&Walk::default());
    testing::check_evaluation(&Walk::default(), &Evaluate(|_: &Steps, _| 0.5), 0.0, 1.0);
}

#[test]
fn every_broken_promise_is_found() {
    for (wrong, message) in [
        ("order", "the moves are listed in two ways"),
        ("twice", "is listed twice"),
        ("copies", "changes other copies of the position"),
        ("payoff", "the payoff of player 1 is NaN"),
        ("sum", "not to zero"),
        ("outcomes", "is no win, draw or loss: declare `Outcomes::Points`"),
        ("points", "a payoff of 2 is no whole number of points up to 1"),
        ("fraction", "a payoff of 0.5 is no whole number of points up to 100"),
        ("odds", "odds sum to 0.8"),
        ("chance", "chance moves in a game that is `Deterministic`"),
        ("player", "player 2 moves in a game for 2"),
        ("same key", "different positions have the same key"),
        ("random key", "equal positions have different keys"),
        ("reversible", "one move adds more than one reversible ply: 0 become 2"),
    ] {
        let walk = || Walk { wrong, ..Walk::default() };
        let check = || match wrong {
            "chance" => testing::check_deterministic(&walk()),
            _ => testing::check_zero_sum(&walk()),
        };
        let panic = std::panic::catch_unwind(check).expect_err(wrong);
        let told = panic.downcast_ref::<String>().expect("a sentence");
        assert!(told.contains(message), "{wrong}: {told}");
    }
}

#[test]
fn an_evaluation_beyond_a_win_is_found() {
    let check = || {
        testing::check_evaluation(&Walk::default(), &Evaluate(|_: &Steps, _| 1.5), 0.0, 1.0);
    };
    let panic = std::panic::catch_unwind(check).unwrap_err();
    let told = panic.downcast_ref::<String>().unwrap();
    assert!(told.starts_with("the evaluation 1.5 for player 0 is not between 0 and 1"), "{told}");
}

/// Nobody ever stops.
struct Endless;

impl Game for Endless {
    type Position = u64;
    type Move = u8;
    fn start(&self) -> u64 {
        0
    }
    fn turn(&self, position: &u64) -> Turn {
        Turn::Player(Player((position % 2) as u8))
    }
    fn moves(&self, _: &u64, moves: &mut Vec<u8>) {
        moves.extend([1, 2]);
    }
    fn play(&self, position: &mut u64, mv: u8) {
        *position += u64::from(mv);
    }
    fn payoff(&self, _: &u64, _: Player) -> f64 {
        unreachable!("it is never over")
    }
}

impl ZeroSum for Endless {}

#[test]
fn an_endless_game_is_an_error_not_a_crash() {
    let error = Search::new(&Endless).alpha_beta(&0).unwrap_err();
    assert!(matches!(&error, Error::TooDeep { line } if line.len() == 1_001));
    let told = error.to_string();
    assert!(
        told.starts_with("a game goes on after 1001 moves, and a search goes 1000 deep at most"),
        "{told}"
    );
}

#[test]
fn an_endless_game_can_be_searched_with_limits() {
    let near = Evaluate(
        |position: &u64, player: Player| {
            if player == Player::MAX { *position as f64 } else { -(*position as f64) }
        },
    );
    let report =
        Search::new(&Endless).evaluation(near).depth(Depth::plies(5)).alpha_beta(&0).unwrap();
    assert_eq!(report.value, Some(Bound::Exact(10.0)), "MAX takes 2 and moves again");
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let report =
        Search::new(&Endless).evaluation(near).limits(limits).deepen().alpha_beta(&0).unwrap();
    assert_eq!(report.stop, Stop::Nodes);
    assert!(report.depth > 3 && report.best == Some(2));
}

#[test]
fn a_value_outside_of_the_payoffs_is_an_error() {
    let error = Search::new(&Walk::default()).payoffs(0.0, 1.0).minimax(&Walk::default().start());
    let told = error.unwrap_err().to_string();
    assert_eq!(told, "the position after [0, 1, 1] has the value 2, which is outside of [0, 1]");
}

/// One move, for ever.
struct Corridor;

impl Game for Corridor {
    type Position = u32;
    type Move = ();
    fn start(&self) -> u32 {
        0
    }
    fn turn(&self, _: &u32) -> Turn {
        Turn::Player(Player::MAX)
    }
    fn moves(&self, _: &u32, moves: &mut Vec<()>) {
        moves.push(());
    }
    fn play(&self, position: &mut u32, (): ()) {
        *position += 1;
    }
    fn payoff(&self, _: &u32, _: Player) -> f64 {
        unreachable!("it is never over")
    }
}

impl ZeroSum for Corridor {}

#[test]
fn deepening_keeps_what_it_has_when_it_cannot_go_deeper() {
    let search = Search::new(&Corridor).evaluate(|position, _| f64::from(*position));
    let report = search.deepen().alpha_beta(&0).unwrap();
    assert_eq!((report.stop, report.depth), (Stop::Deepest, 1_000));
    assert_eq!(report.value, Some(Bound::Exact(1_000.0)));
}

#[test]
fn a_depth_limit_without_an_evaluation_is_an_error() {
    let told = Search::new(&Endless).depth(Depth::plies(2)).alpha_beta(&0).unwrap_err().to_string();
    assert_eq!(told, "the position after [1, 1] has no payoff or evaluation that is a number");
}

#[test]
fn limits_do_not_forget_a_depth() {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let search = Search::new(&Corridor).evaluate(|_, _| 0.0).depth(Depth::plies(3)).limits(limits);
    assert_eq!(search.alpha_beta(&0).unwrap().depth, 3);
}

#[test]
fn the_game_on_the_front_page_is_the_one_in_the_readme() {
    let game = |text: &'static str| {
        let start = text
            .find("use outplay::{Bound, Deterministic, Game")
            .expect("the game starts with its imports");
        let code = &text[start..];
        &code[..code.find("```").expect("the game ends")]
    };
    let readme = game(include_str!("../../../README.md"));
    assert_eq!(readme, game(include_str!("../src/front_page.md")));
    assert!(readme.lines().count() <= 40, "a whole game in at most 40 lines");
}
