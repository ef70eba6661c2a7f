//! Small games of kinds that need not be in the catalogue, for the tests of matches.

use outplay::face::{Catalogue, Entry, Faced};
use outplay::{Evaluation, Game, Player, Turn};

/// The game of this name: `pile` for three, `race` for two with dice, `draw` for one with cards.
pub(super) fn toy(name: &str) -> Faced {
    let catalogue = Catalogue::default()
        .with(Entry::new("pile", Pile))
        .with(Entry::new("race", Race).chance().evaluation(Lead))
        .with(Entry::new("draw", Draw).chance());
    Faced(catalogue.game(name).expect("it is in the list"))
}

/// Take one or two from a pile; who takes the last one wins what the two others lose.
#[derive(Clone)]
struct Pile;

impl Game for Pile {
    type Position = (u8, u8);
    type Move = u8;

    fn start(&self) -> (u8, u8) {
        (9, 0)
    }
    fn turn(&self, pile: &(u8, u8)) -> Turn {
        Turn::Player(Player(pile.1))
    }
    fn moves(&self, pile: &(u8, u8), moves: &mut Vec<u8>) {
        moves.extend(1..=pile.0.min(2));
    }
    fn play(&self, pile: &mut (u8, u8), taken: u8) {
        *pile = (pile.0 - taken, (pile.1 + 1) % 3);
    }
    fn payoff(&self, pile: &(u8, u8), player: Player) -> f64 {
        if (player.0 + 1) % 3 == pile.1 { 2.0 } else { -1.0 }
    }
    fn players(&self) -> usize {
        3
    }
}

/// A die is thrown before each of eight moves, and its number is added or not; the player with more wins.
#[derive(Clone)]
struct Race;

#[derive(Clone, Debug, PartialEq)]
struct Track {
    sums: [i32; 2],
    throws: usize,
    die: Option<i32>,
}

impl Game for Race {
    type Position = Track;
    type Move = i32;

    fn start(&self) -> Track {
        Track { sums: [0; 2], throws: 0, die: None }
    }
    fn turn(&self, track: &Track) -> Turn {
        match track.die {
            None => Turn::Chance,
            Some(_) => Turn::Player(Player(((track.throws + 1) % 2) as u8)),
        }
    }
    fn moves(&self, track: &Track, moves: &mut Vec<i32>) {
        match track.die {
            None if track.throws < 8 => moves.extend(1..=6),
            None => {}
            Some(die) => moves.extend([0, die]),
        }
    }
    fn play(&self, track: &mut Track, number: i32) {
        match track.die.take() {
            None => (track.die, track.throws) = (Some(number), track.throws + 1),
            Some(_) => track.sums[(track.throws + 1) % 2] += number,
        }
    }
    fn payoff(&self, track: &Track, player: Player) -> f64 {
        f64::from((track.sums[player.index()] - track.sums[player.other().index()]).signum())
    }
}

/// How far a player of the race is ahead.
#[derive(Clone)]
struct Lead;

impl Evaluation<Race> for Lead {
    fn evaluate(&self, _: &Race, track: &Track, player: Player) -> f64 {
        f64::from(track.sums[player.index()] - track.sums[player.other().index()]) / 100.0
    }
}

/// Alone: three cards are drawn, red or black, and each is kept or not. Red ones win a point, black ones lose one.
#[derive(Clone)]
struct Draw;

#[derive(Clone, Debug, PartialEq)]
struct Hand {
    points: i32,
    drawn: u8,
    card: Option<i32>,
}

/// What happens with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Card {
    Red,
    Black,
    Keep,
    Leave,
}

impl Game for Draw {
    type Position = Hand;
    type Move = Card;

    fn start(&self) -> Hand {
        Hand { points: 0, drawn: 0, card: None }
    }
    fn turn(&self, hand: &Hand) -> Turn {
        if hand.card.is_none() { Turn::Chance } else { Turn::Player(Player(0)) }
    }
    fn moves(&self, hand: &Hand, moves: &mut Vec<Card>) {
        match hand.card {
            None if hand.drawn < 3 => moves.extend([Card::Red, Card::Black]),
            None => {}
            Some(_) => moves.extend([Card::Keep, Card::Leave]),
        }
    }
    fn play(&self, hand: &mut Hand, card: Card) {
        let value = hand.card.take().unwrap_or(0);
        match card {
            Card::Red => (hand.card, hand.drawn) = (Some(1), hand.drawn + 1),
            Card::Black => (hand.card, hand.drawn) = (Some(-1), hand.drawn + 1),
            Card::Keep => hand.points += value,
            Card::Leave => {}
        }
    }
    fn payoff(&self, hand: &Hand, _: Player) -> f64 {
        f64::from(hand.points)
    }
    fn players(&self) -> usize {
        1
    }
}
