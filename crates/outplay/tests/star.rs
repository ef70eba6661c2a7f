//! Expectimax without looking at what cannot matter: Star1 and Star2 find what plain expectimax finds, and look at less.

use outplay::textbook::{Order, Search, Star};
use outplay::{Bound, Depth, Evaluation, Game, Limits, Player, Stop, Turn, ZeroSum};
use std::time::Duration;

/// A random game: MAX, a die, MIN, a die, and so on, or without MIN. Every move adds something to a sum, which is paid in the end, so that the sum so far
/// tells which moves are good, as an evaluation does. Payoffs lie between -1 and 1.
#[derive(Clone, Debug)]
struct Dice {
    seed: u64,
    plies: u8,
    branching: u8,
    /// Who moves between two throws.
    players: &'static [u8],
}

/// A place in it: what led there, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    state: u64,
    ply: u8,
    sum: i32,
}

/// The most that a move adds.
const STEP: i32 = 10;

fn mixed(one: u64, other: u64) -> u64 {
    let product =
        u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}

impl Game for Dice {
    type Position = Place;
    type Move = u8;

    fn start(&self) -> Place {
        Place { state: self.seed, ply: 0, sum: 0 }
    }
    fn turn(&self, place: &Place) -> Turn {
        match place.ply % 2 {
            0 => {
                Turn::Player(Player(self.players[usize::from(place.ply / 2) % self.players.len()]))
            }
            _ => Turn::Chance,
        }
    }
    fn moves(&self, place: &Place, moves: &mut Vec<u8>) {
        if place.ply < self.plies {
            moves.extend(0..self.branching);
        }
    }
    fn play(&self, place: &mut Place, mv: u8) {
        // Few states at each ply, so that paths meet.
        let next = mixed(mixed(place.state, self.seed), u64::from(mv));
        let step = (next >> 20) as i32 & 0xffff;
        let step = step % (STEP + 1);
        let sum = place.sum + if next & 1 == 0 { step } else { -step };
        *place = Place { state: (next >> 8) % 40, ply: place.ply + 1, sum };
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        let worth = f64::from(place.sum) / f64::from(STEP * i32::from(self.plies));
        if player == Player::MAX { worth } else { -worth }
    }
    fn odds(&self, place: &Place, moves: &[u8], odds: &mut Vec<f64>) {
        let weights: Vec<f64> =
            moves.iter().map(|&mv| 1.0 + (mixed(place.state, mv.into()) % 5) as f64).collect();
        let sum: f64 = weights.iter().sum();
        odds.extend(weights.iter().map(|weight| weight / sum));
    }
    fn key(&self, place: &Place) -> Option<u64> {
        Some((place.sum as u64) << 40 | place.state << 8 | u64::from(place.ply))
    }
}

impl ZeroSum for Dice {}

/// Every place is worth what would be paid there.
struct Paid;

impl Evaluation<Dice> for Paid {
    fn evaluate(&self, game: &Dice, place: &Place, player: Player) -> f64 {
        game.payoff(place, player)
    }
}

/// Leaves of the plain search, with Star1 and with Star2, with and without a table, over many games.
fn leaves(players: &'static [u8], table: bool) -> [u64; 3] {
    let mut sums = [0; 3];
    for seed in 0..100 {
        let game = Dice { seed, plies: 5, branching: 5, players };
        let search = || {
            let search = Search::new(&game).payoffs(-1.0, 1.0).order(Order::Evaluation);
            let search = search.evaluation(Paid);
            if table { search.table() } else { search }
        };
        let plain = search().minimax(&game.start()).expect("all payoffs are known");
        let stars = [Star::One, Star::Two].map(|star| {
            let report =
                search().star(star).alpha_beta(&game.start()).expect("all payoffs are known");
            assert_eq!(report.value, plain.value, "{game:?} {star:?}");
            assert!(report.best_moves.iter().all(|mv| plain.best_moves.contains(mv)), "{game:?}");
            report
        });
        let all = [&plain, &stars[0], &stars[1]].map(|report| report.counts.leaves);
        sums.iter_mut().zip(all).for_each(|(sum, leaves)| *sum += leaves);
    }
    println!("{players:?}, table {table}: {sums:?}");
    sums
}

/// The docs of `star_expectimax` have these numbers.
#[test]
fn fewer_leaves_with_an_opponent() {
    assert_eq!(leaves(&[0, 1], false), [312_500, 193_981, 190_324]);
    assert_eq!(leaves(&[0, 1], true), [249_165, 167_476, 157_917]);
}

/// After an outcome the same player moves, who makes it no worse: what one move is worth at least cuts nothing.
#[test]
fn fewer_leaves_for_one_player() {
    assert_eq!(leaves(&[0], false), [312_500, 211_301, 211_301]);
}

#[test]
fn star_expectimax_is_expectimax() {
    for seed in 0..300 {
        let game = Dice { seed, plies: 5, branching: 4, players: &[0, 1] };
        for depth in [None, Some(Depth::plies(2)), Some(Depth::plies(3))] {
            let search = || {
                let limits = Limits { depth, ..Limits::default() };
                Search::new(&game).payoffs(-1.0, 1.0).evaluation(Paid).limits(limits)
            };
            for hero in [Player(0), Player(1)] {
                let plain = search().expectimax(&game.start(), hero).expect("known payoffs");
                let table =
                    search().table().expectimax(&game.start(), hero).expect("known payoffs");
                assert_eq!(table.value, plain.value);
                assert!(table.counts.leaves < plain.counts.leaves || depth.is_some());
                for star in [Star::One, Star::Two] {
                    for search in [search(), search().table(), search().table().deepen()] {
                        let report = search.star(star).star_expectimax(&game.start(), hero);
                        let report = report.expect("known payoffs");
                        assert_eq!(report.value, plain.value, "{game:?} {star:?} {depth:?}");
                    }
                }
            }
        }
    }
}

/// A search that deepens has something to say after any time, and says the truth if it has time enough.
#[test]
fn expectimax_deepens_within_a_time() {
    let game = Dice { seed: 1, plies: 200, branching: 6, players: &[0] };
    let time = Duration::from_millis(20);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let begin = std::time::Instant::now();
    let search =
        Search::new(&game).payoffs(-1.0, 1.0).evaluation(Paid).table().deepen().limits(limits);
    let report = search.expectimax(&game.start(), Player::MAX).expect("known payoffs");
    assert_eq!(report.stop, Stop::Time);
    assert!(report.best.is_some() && report.depth >= 2, "{report:?}");
    assert!(begin.elapsed() < time * 50, "{:?}", begin.elapsed());
    let depth = Depth::plies(report.depth);
    let again = Search::new(&game)
        .evaluation(Paid)
        .depth(depth)
        .table()
        .expectimax(&game.start(), Player::MAX);
    assert_eq!(again.expect("known payoffs").value, report.value);
    assert!(matches!(report.value, Some(Bound::Exact(_))));
}
