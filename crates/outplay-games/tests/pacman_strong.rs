//! How often the strong Pacman wins. The whole measurement takes a minute or two: `just long`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outplay_games::pacman::{self, Hero, Hunter, Layout, Outcome, Pacman};

/// How many of so many games Pacman wins, and the longest that a move took.
fn wins(layout: &str, hunter: &str, games: u64) -> (u64, Duration) {
    let game = Pacman::new(Layout::named(layout).expect("a layout of the game"));
    let hunter: Hunter = hunter.parse().expect("a ghost");
    let stop = Arc::default();
    let (mut wins, mut longest) = (0, Duration::ZERO);
    for seed in 1..=games {
        let episode = pacman::play(&game, seed, 2_000, &mut |position, random| {
            if position.agent_to_move() > 0 {
                return hunter.choose(&game, position, random, &stop);
            }
            let started = Instant::now();
            let choice = Hero::Strong.choose(&game, position, random, &stop);
            longest = longest.max(started.elapsed());
            choice
        });
        wins += u64::from(episode.end.outcome() == Outcome::Won);
    }
    println!(
        "{layout}, {hunter} ghosts: {wins} of {games} won, no move took longer than {longest:?}"
    );
    (wins, longest)
}

#[test]
fn the_strong_pacman_wins_most_games_against_random_ghosts() {
    assert!(wins("small", "random", 10).0 >= 8);
}

#[test]
#[ignore = "takes a minute"]
fn the_strong_pacman_wins_as_often_as_it_is_said_to() {
    for layout in ["small", "medium"] {
        for (hunter, least) in [("random", 190), ("directional:0.8", 140)] {
            let (wins, longest) = wins(layout, hunter, 200);
            assert!(wins >= least, "{layout}, {hunter}: {wins} of 200");
            assert!(longest < Duration::from_secs(1), "{layout}, {hunter}: {longest:?}");
        }
    }
}
