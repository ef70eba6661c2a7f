//! Text of checkers that is nearly right, and whole games written and read: nothing panics, and nothing is lost.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::collections::HashSet;

use fastrand::Rng;
use outplay::Game;
use outplay::face::notation::Notation;
use outplay_games::checkers::pdn::{self, Outcome, PdnGame};
use outplay_games::checkers::{Checkers, Move, ballots};

/// How many texts of each sort.
const COUNT: usize = 10_000;

const LETTERS: &str = "0123456789-x:*BWKbwkHF.,;{}()[]$%\"\\!? \t\n\u{feff}é×💣/½";

/// Changes some letters of a text.
fn damaged(random: &mut Rng, text: &str) -> String {
    let letters: Vec<char> = LETTERS.chars().collect();
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..8) {
        let at = random.usize(0..=text.len());
        match random.u8(0..5) {
            0 => text.insert(at, *random.choice(&letters).unwrap()),
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text[at] = *random.choice(&letters).unwrap(),
            3 => {
                let end = (at + random.usize(0..20)).min(text.len());
                let part = text[at..end].to_vec();
                let to = random.usize(0..=text.len());
                text.splice(to..to, part);
            }
            _ => text.truncate(text.len() - at / 8),
        }
    }
    text.into_iter().collect()
}

/// A game of random moves.
fn random_game(random: &mut Rng) -> PdnGame {
    let game = Checkers::default();
    let start = game.start();
    let mut position = start;
    let mut made = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    loop {
        moves.clear();
        game.moves(&position, &mut moves);
        let Some(&mv) = random.choice(&moves) else { break };
        game.play(&mut position, mv);
        made.push(mv);
    }
    let result = match game.payoff(&position, outplay_games::checkers::BLACK) {
        won if won > 0.0 => Outcome::Black,
        lost if lost < 0.0 => Outcome::White,
        _ => Outcome::Draw,
    };
    let tags = vec![("Black".to_owned(), "A \"quoted\" \\ name".to_owned())];
    PdnGame { tags, start, moves: made, result }
}

#[test]
fn a_thousand_games_are_written_and_read_the_same() {
    let mut random = Rng::with_seed(3);
    let games: Vec<PdnGame> = (0..1_000).map(|_| random_game(&mut random)).collect();
    let text: String = games.iter().map(|game| format!("{game}\n")).collect();
    let again = pdn::read(&text).unwrap();
    assert_eq!(again.len(), games.len());
    for (again, game) in again.iter().zip(&games) {
        assert_eq!((again.start, &again.moves), (game.start, &game.moves));
        assert_eq!((again.result, again.tag("Black")), (game.result, game.tag("Black")));
    }
    let longest = games.iter().flat_map(|game| &game.moves).map(|mv| mv.jumps()).max();
    assert!(longest >= Some(4), "{longest:?} jumps at most");
}

#[test]
fn ten_thousand_damaged_files_are_read_or_refused() {
    let mut random = Rng::with_seed(4);
    let mut read = 0;
    for _ in 0..COUNT {
        let mut game = random_game(&mut random);
        game.moves.truncate(random.usize(0..12));
        let text = format!("{game}\n{game}").replacen("1. ", "1. {a (b} (2. x) ", 1);
        match pdn::read(&damaged(&mut random, &text)) {
            Ok(games) => read += usize::from(!games.is_empty()),
            Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
        }
    }
    assert!((100..COUNT - 100).contains(&read), "{read} of {COUNT} are read");
}

#[test]
fn ten_thousand_damaged_positions_and_moves_are_read_or_refused() {
    let game = Checkers::default();
    let mut random = Rng::with_seed(5);
    let mut read = [0; 2];
    for _ in 0..COUNT {
        let text = damaged(&mut random, "B:W18,24,K27-29:B12,16,K20:H3");
        if let Ok(position) = game.read_position(&text) {
            assert_eq!(game.read_position(&game.write_position(&position)), Ok(position));
            read[0] += 1;
        }
        let word = damaged(&mut random, "11x18x25");
        read[1] += usize::from(game.read_move(&game.start(), &word).is_ok());
    }
    assert!(read[0] > 100, "{} positions are read", read[0]);
}

#[test]
fn there_are_174_ballots_and_18_are_barred() {
    let game = Checkers::default();
    let mut ends = HashSet::new();
    for (ballot, number) in ballots().zip(1..) {
        assert_eq!(ballot.number, number);
        let mut position = game.start();
        for word in ballot.moves.split(' ') {
            let mv = game.read_move(&position, word).unwrap();
            assert_eq!(game.write_move(&position, mv), word);
            game.play(&mut position, mv);
        }
        ends.insert(position);
    }
    assert_eq!(ballots().count(), 174);
    assert_eq!(ballots().filter(|ballot| ballot.is_barred).count(), 18);
    assert_eq!(ends.len(), 174, "all lead to different positions");
}
