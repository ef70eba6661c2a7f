//! A clock that ends a game, and that the keys of the table leave out: what is proven with one clock is not kept for another.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use outplay::engine::{Engine, Facts, Insight, Keys, Question, WIN};
use outplay::{Bound, Depth, Deterministic, Game, Limits, Player, Turn, Value, ZeroSum};

/// The first player wins at the end of a road, unless the clock runs out before. Every step can be made with either foot.
struct Road;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    /// Steps that are left.
    left: u32,
    /// Steps since the clock was set.
    clock: u32,
}

/// The game is drawn when the clock says this.
const DRAWN: u32 = 10;

impl Game for Road {
    type Position = Place;
    type Move = bool;

    fn start(&self) -> Place {
        Place { left: 6, clock: 0 }
    }

    fn turn(&self, place: &Place) -> Turn {
        Turn::Player(Player((place.left % 2) as u8))
    }

    fn moves(&self, place: &Place, moves: &mut Vec<bool>) {
        if place.left > 0 {
            moves.extend([false, true]);
        }
    }

    fn play(&self, place: &mut Place, _: bool) {
        place.left -= 1;
        place.clock += 1;
    }

    fn payoff(&self, place: &Place, player: Player) -> f64 {
        let is_won = place.left == 0 && place.clock < DRAWN;
        match (is_won, player) {
            (false, _) => 0.0,
            (true, Player::MAX) => 1.0,
            _ => -1.0,
        }
    }

    /// Without the clock.
    fn key(&self, place: &Place) -> Option<u64> {
        Some(u64::from(place.left))
    }
}

impl Deterministic for Road {}
impl ZeroSum for Road {}

/// Knows the clock.
struct Watchful;

impl Insight<Road> for Watchful {
    type Scratch = ();
    type Scale = ();
    type Facts = Self;
    type Evaluation = ();
    type Ordering = ();
    type Selectivity = ();
    type Keys = Self;

    fn scale(&self) -> &() {
        &()
    }
    fn facts(&self) -> &Self {
        self
    }
    fn evaluation(&self) -> &() {
        &()
    }
    fn ordering(&self) -> &() {
        &()
    }
    fn selectivity(&self) -> &() {
        &()
    }
    fn keys(&self) -> &Self {
        self
    }
}

impl Facts<Road, ()> for Watchful {
    fn longest_win(&self, _: &Road, place: &Place) -> u32 {
        DRAWN - 1 - place.clock.min(DRAWN - 1)
    }
}

impl Keys<Road> for Watchful {
    const HAS_CLOCK: bool = true;

    fn is_drawn_by_clock(&self, _: &Road, place: &Place) -> bool {
        place.clock >= DRAWN
    }
}

/// With six steps to go, the clock lets the first player get to the end, or it does not.
const IN_TIME: Place = Place { left: 6, clock: 3 };
const TOO_LATE: Place = Place { left: 6, clock: 5 };

#[test]
fn proofs_by_the_clock_are_not_kept_for_another_clock() {
    let depth = Limits { depth: Some(Depth::plies(8)), ..Limits::default() };
    for order in [[TOO_LATE, IN_TIME], [IN_TIME, TOO_LATE]] {
        let engines = [(); 2].map(|()| Engine::new(Road, Watchful, 1).unwrap());
        for place in order.into_iter().chain(order) {
            let expected = if place == IN_TIME { WIN - 6 } else { 0 };
            let question = Question::at(place);
            let solved = engines[0].solve(&question, &Limits::default(), ()).value;
            assert_eq!(solved, Some(Value::Proven(Bound::Exact(expected))), "{place:?}");
            // In play it may be an opinion, and that may be wrong.
            let searched = engines[1].search(&question, &depth, ()).value.unwrap();
            let is_true = searched.low() <= expected && expected <= searched.high();
            assert!(is_true, "{searched} is said of {place:?}");
        }
    }
}
