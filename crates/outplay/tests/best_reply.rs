//! Best-reply search: minimax for two players, and for more what it is by definition, written down once more.

use outplay::textbook::{BestReply, Passing, Search};
use outplay::{Bound, Depth, Deterministic, Evaluation, Game, Player, Turn, ZeroSum, testing};

/// A random game for any number of players, who take turns; some moves let a player move again.
#[derive(Clone, Debug)]
struct Ring {
    seed: u64,
    players: u8,
    plies: u8,
    again: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    state: u64,
    ply: u8,
    turn: u8,
}

fn mixed(one: u64, other: u64) -> u64 {
    let product =
        u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}

impl Game for Ring {
    type Position = Place;
    type Move = u8;

    fn start(&self) -> Place {
        Place { state: self.seed % 1_000, ply: 0, turn: 0 }
    }
    fn turn(&self, place: &Place) -> Turn {
        Turn::Player(Player(place.turn))
    }
    fn moves(&self, place: &Place, moves: &mut Vec<u8>) {
        if place.ply < self.plies {
            moves.extend(0..2 + (mixed(place.state, place.turn.into()) % 2) as u8);
        }
    }
    fn play(&self, place: &mut Place, mv: u8) {
        let state = mixed(mixed(place.state, mv.into()), place.turn.into()) % 1_000;
        let stays = self.again && state.is_multiple_of(4);
        let turn = if stays { place.turn } else { (place.turn + 1) % self.players };
        *place = Place { state, ply: place.ply + 1, turn };
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        let worth = |player: u8| (mixed(place.state, player.into()) % 21) as f64 - 10.0;
        match self.players {
            2 if player == Player::MIN => -worth(0),
            _ => worth(player.0),
        }
    }
    fn players(&self) -> usize {
        self.players.into()
    }
    fn key(&self, place: &Place) -> Option<u64> {
        Some(place.state << 16 | u64::from(place.ply) << 8 | u64::from(place.turn))
    }
}

impl Passing for Ring {
    fn pass_to(&self, place: &mut Place, player: Player) {
        place.turn = player.0;
    }
}

impl ZeroSum for Ring {}
impl Deterministic for Ring {}

#[derive(Clone)]
struct Paid;

impl Evaluation<Ring> for Paid {
    fn evaluate(&self, game: &Ring, place: &Place, player: Player) -> f64 {
        game.payoff(place, player)
    }
}

#[test]
fn the_view_keeps_the_promises_of_a_game() {
    for again in [false, true] {
        let ring = Ring { seed: 5, players: 4, plies: 8, again };
        testing::check_game(&ring);
        testing::check_deterministic(&BestReply::new(&ring, Player(2)));
    }
}

#[test]
fn for_two_players_it_is_minimax() {
    for seed in 0..200 {
        let ring = Ring { seed, players: 2, plies: 6, again: !seed.is_multiple_of(2) };
        for depth in [None, Some(Depth::plies(3))] {
            let search = || {
                let search = Search::new(&ring).evaluation(Paid);
                depth.map_or(search.clone(), |depth| search.depth(depth))
            };
            let minimax = search().minimax(&ring.start()).expect("known payoffs");
            let reply = search().best_reply(&ring.start(), Player::MAX).expect("known payoffs");
            assert_eq!(reply.value, minimax.value, "{ring:?}");
            assert_eq!(reply.best.map(|(_, mv)| mv), minimax.best, "{ring:?}");
            let paranoid = search().paranoid(&ring.start(), Player::MAX).expect("known payoffs");
            assert_eq!(reply.value, paranoid.value, "{ring:?}");
        }
    }
}

/// By definition: the hero moves, then one of the others, whoever and whatever is worst for the hero.
fn defined(ring: &Ring, place: Place, hero: u8) -> f64 {
    let mut moves = Vec::new();
    ring.moves(&place, &mut moves);
    if moves.is_empty() {
        return ring.payoff(&place, Player(hero));
    }
    if place.turn == hero {
        let after = moves.iter().map(|&mv| {
            let mut next = place;
            ring.play(&mut next, mv);
            defined(ring, next, hero)
        });
        return after.fold(f64::NEG_INFINITY, f64::max);
    }
    let mut worst = f64::INFINITY;
    for other in (0..ring.players).filter(|&other| other != hero) {
        let passed = Place { turn: other, ..place };
        moves.clear();
        ring.moves(&passed, &mut moves);
        for &mv in &moves {
            let mut next = passed;
            ring.play(&mut next, mv);
            worst = worst.min(defined(ring, Place { turn: hero, ..next }, hero));
        }
    }
    worst
}

#[test]
fn for_more_players_it_is_what_it_is_by_definition() {
    for seed in 0..100 {
        for players in [3, 4] {
            let ring = Ring { seed, players, plies: 5, again: false };
            for hero in 0..players {
                let truth = defined(&ring, ring.start(), hero);
                for search in [Search::new(&ring), Search::new(&ring).table()] {
                    let report =
                        search.best_reply(&ring.start(), Player(hero)).expect("known payoffs");
                    assert_eq!(report.value, Some(Bound::Exact(truth)), "{ring:?} {hero}");
                }
            }
        }
    }
}
