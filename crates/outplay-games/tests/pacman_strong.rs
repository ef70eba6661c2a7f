//! How often the strong Pacman wins. It takes minutes: `just long`.

use std::sync::Arc;

use outplay_games::pacman::{self, Hero, Hunter, Layout, Outcome, Pacman};

/// How many of so many games Pacman wins, and the longest that a move took on average in a game.
fn wins(layout: &str, hero: &str, hunter: &str, games: u64) -> u32 {
    let game = Pacman::new(Layout::named(layout).expect("a layout of the game"));
    let hero: Hero = hero.parse().expect("a Pacman");
    let hunter: Hunter = hunter.parse().expect("a ghost");
    let stop = Arc::default();
    let mut wins = 0;
    for seed in 1..=games {
        let episode = pacman::play(&game, seed, 2_000, &mut |position, random| {
            match position.agent_to_move() {
                0 => hero.choose(&game, position, random, &stop),
                _ => hunter.choose(&game, position, random, &stop),
            }
        });
        wins += u32::from(episode.end.outcome() == Outcome::Won);
    }
    wins
}

#[test]
#[ignore]
fn experiment() {
    let games = std::env::var("GAMES").map_or(40, |n| n.parse().unwrap());
    for hero in std::env::var("HEROES").unwrap().split_whitespace() {
        for layout in ["small", "medium"] {
            for hunter in ["random", "directional"] {
                let started = std::time::Instant::now();
                let won = wins(layout, hero, hunter, games);
                println!("{hero} {layout} {hunter}: {won} of {games}, {:?}", started.elapsed());
            }
        }
    }
}
