//! The contract, the rules once more square by square, and the searches for many players on endings.

use outplay::textbook::Search;
use outplay::{Depth, Game, Player, testing};

use super::*;

fn game(players: u8) -> Rolit {
    Rolit::new(players).unwrap()
}

#[test]
fn rolit_keeps_its_promises() {
    for players in 2..=4 {
        testing::check_game(&game(players));
        testing::check_evaluation(&game(players), &Corners, 0.0, 1.0);
    }
    assert_eq!(Rolit::new(5).unwrap_err().to_string(), "5 players do not do: there are 2, 3 or 4");
}

/// The colour on a square, by steps to the right and down from it.
fn colour(discs: &Discs, column: i32, row: i32) -> Option<usize> {
    let inside = (0..8).contains(&column) && (0..8).contains(&row);
    let has = |discs: &u64| inside && discs >> (8 * row + column) & 1 == 1;
    discs.discs.iter().position(has)
}

const STEPS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// What a disc on a square turns over, one step after the other.
fn turned(discs: &Discs, square: u8) -> Vec<(i32, i32)> {
    let (column, row) = (i32::from(square % 8), i32::from(square / 8));
    let own = discs.mover().index();
    let along = |(right, down): (i32, i32)| {
        let squares = (1..8).map(move |far| (column + far * right, row + far * down));
        let run: Vec<(i32, i32)> =
            squares.take_while(|&(x, y)| colour(discs, x, y).is_some_and(|it| it != own)).collect();
        let far = run.len() as i32 + 1;
        let is_closed = colour(discs, column + far * right, row + far * down) == Some(own);
        if is_closed { run } else { Vec::new() }
    };
    STEPS.into_iter().flat_map(along).collect()
}

#[test]
fn bit_boards_follow_the_rules() {
    let mut random = fastrand::Rng::with_seed(9);
    for players in 2..=4 {
        let game = game(players);
        for _ in 0..30 {
            let mut discs = game.start();
            for ply in 0.. {
                let mut moves = Vec::new();
                game.moves(&discs, &mut moves);
                let empty: Vec<u8> =
                    (0..64).filter(|&square| discs.all() >> square & 1 == 0).collect();
                let captures = |&square: &u8| !turned(&discs, square).is_empty();
                let beside = |&square: &u8| {
                    let (column, row) = (i32::from(square % 8), i32::from(square / 8));
                    STEPS
                        .iter()
                        .any(|(right, down)| colour(&discs, column + right, row + down).is_some())
                };
                let must = empty.iter().any(captures);
                let legal = empty
                    .iter()
                    .copied()
                    .filter(|square| if must { captures(square) } else { beside(square) });
                assert_eq!(moves, legal.map(Square).collect::<Vec<_>>());
                let Some(&square) = random.choice(&moves) else {
                    assert_eq!((empty.len(), ply), (0, if players == 3 { 61 } else { 60 }));
                    break;
                };
                let turned = turned(&discs, square.0);
                let mover = discs.mover().index();
                game.play(&mut discs, square);
                assert!(turned.iter().all(|&(x, y)| colour(&discs, x, y) == Some(mover)));
            }
        }
    }
}

/// Some random game, so many plies before its end.
fn ending(game: &Rolit, left: u32, seed: u64) -> Discs {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut discs = game.start();
    while discs.all().count_zeros() > left {
        let mut moves = Vec::new();
        game.moves(&discs, &mut moves);
        game.play(&mut discs, *random.choice(&moves).unwrap());
    }
    discs
}

#[test]
fn shares_of_the_win_sum_to_one() {
    for players in 2..=4 {
        for seed in 0..50 {
            let game = game(players);
            let over = ending(&game, 0, seed);
            let sum: f64 =
                Player::all(players.into()).map(|player| game.payoff(&over, player)).sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn for_two_players_all_searches_agree() {
    let game = game(2);
    for seed in 0..20 {
        let discs = ending(&game, 6, seed);
        let hero = discs.mover();
        let max_n = Search::new(&game).max_n(&discs).unwrap().value.unwrap().0[hero.index()];
        let paranoid = Search::new(&game).paranoid(&discs, hero).unwrap().value.unwrap().exact();
        let reply = Search::new(&game).best_reply(&discs, hero).unwrap().value.unwrap().exact();
        assert_eq!((paranoid, reply), (Some(max_n), Some(max_n)), "{discs:?}");
    }
}

#[test]
fn for_more_players_nobody_gets_less_than_against_all() {
    for players in [3, 4] {
        let game = game(players);
        for seed in 0..20 {
            let discs = ending(&game, 5, seed);
            let hero = discs.mover();
            let max_n =
                Search::new(&game).table().max_n(&discs).unwrap().value.unwrap().0[hero.index()];
            let paranoid =
                Search::new(&game).paranoid(&discs, hero).unwrap().value.unwrap().score();
            let plain =
                Search::new(&outplay::Sides::paranoid(&game, hero)).minimax(&discs).unwrap();
            assert_eq!(plain.value.unwrap().score(), paranoid);
            assert!(max_n >= paranoid, "{max_n} {paranoid}");
        }
    }
}

/// Each search plays games against two or three who move at random, and wins most of them.
#[test]
fn every_search_beats_chance() {
    for players in [3, 4] {
        let game = game(players);
        let mut wins = [0.0; 3];
        for seed in 0..12 {
            for (search, wins) in wins.iter_mut().enumerate() {
                let mut random = fastrand::Rng::with_seed(seed);
                let hero = Player(seed as u8 % players);
                let mut discs = game.start();
                while discs.all() != u64::MAX {
                    let mut moves = Vec::new();
                    game.moves(&discs, &mut moves);
                    let thinks = || Search::new(&game).evaluation(Corners).depth(Depth::plies(2));
                    let square = match search {
                        _ if discs.mover() != hero => *random.choice(&moves).unwrap(),
                        0 => thinks().max_n(&discs).unwrap().best.unwrap(),
                        1 => thinks().paranoid(&discs, hero).unwrap().best.unwrap(),
                        _ => thinks().best_reply(&discs, hero).unwrap().best.unwrap().1,
                    };
                    game.play(&mut discs, square);
                }
                *wins += game.payoff(&discs, hero);
            }
        }
        println!("{players} players, of 12 games max-n, paranoid and best-reply win {wins:?}");
        assert!(wins.iter().all(|&wins| wins >= 7.0), "{wins:?}");
    }
}
