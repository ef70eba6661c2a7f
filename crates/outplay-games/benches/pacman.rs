//! How many positions a second Pacman makes, on the layout `medium` (20 x 11, two ghosts): by `play` alone, and by alpha-beta
//! three rounds deep with the score as evaluation.

#![allow(missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use outplay::textbook::Search;
use outplay::{Depth, Game};
use outplay_games::pacman::{Direction, Judge, Layout, Outcome, Pacman, Position};

/// How long each is measured.
const TIME: Duration = Duration::from_secs(2);

fn main() {
    let game = Pacman::new(Layout::named("medium").expect("it comes with the game"));
    let lines = random_games(&game);
    let positions: Vec<Position> =
        lines.iter().flat_map(|line| line.iter().map(|one| one.0)).collect();
    println!("a position has {} bytes", size_of::<Position>());
    report("play, on a copy of each position", || played(&game, &lines));
    let mut next = 0;
    report("alpha-beta, 3 rounds", || {
        let position = &positions[next % positions.len()];
        next += 97;
        let search = Search::new(&game).evaluation(Judge::Score).depth(Depth::rounds(3));
        let report = search.alpha_beta(black_box(position));
        report.expect("scores are numbers").counts.generated
    });
}

/// The positions of some random games, each with the move that was made.
fn random_games(game: &Pacman) -> Vec<Vec<(Position, Direction)>> {
    let mut moves = Vec::new();
    let mut random = fastrand::Rng::with_seed(1);
    let mut one = || {
        let mut line = Vec::new();
        let mut position = game.start();
        while position.outcome() == Outcome::Open && line.len() < 500 {
            moves.clear();
            game.moves(&position, &mut moves);
            let mv = *random.choice(&moves).expect("a game that is not over has moves");
            line.push((position, mv));
            game.play(&mut position, mv);
        }
        line
    };
    (0..50).map(|_| one()).collect()
}

fn played(game: &Pacman, lines: &[Vec<(Position, Direction)>]) -> u64 {
    let mut count = 0;
    for (position, mv) in lines.iter().flatten() {
        let mut child = *black_box(position);
        game.play(&mut child, *mv);
        black_box(&child);
        count += 1;
    }
    count
}

fn report(name: &str, mut work: impl FnMut() -> u64) {
    let (started, mut count) = (Instant::now(), 0);
    while started.elapsed() < TIME {
        count += work();
    }
    let per_second = count as f64 / started.elapsed().as_secs_f64();
    println!("{name}: {:.1} million positions per second", per_second / 1e6);
}
