//! Small games that are solved whole, behind the face: what their tables say is what the alpha-beta solver says, which has looked at none of them.

#![allow(clippy::unwrap_used)] // a test that fails may panic

#[path = "common/in_memory.rs"]
mod in_memory;

use std::sync::Arc;

use fastrand::Rng;
use outplay::Limits;
use outplay::face::TableMaker;
use outplay::face::{AnyGame, Choice, EndgameTables, Options, Probed, Prober, Question, Session};
use outplay::solve::retrograde::{Retrograde, Score, Verdict};
use outplay::solve::tables::Checked;

use in_memory::InMemory;

/// A game with its tables, which were built and checked.
struct Small {
    game: Arc<dyn AnyGame>,
    maker: Box<dyn TableMaker>,
    store: InMemory,
    checked: Checked,
}

impl Small {
    fn new(name: &str, pieces: Option<u32>) -> Small {
        let game = outplay_games::catalogue().game(name).unwrap();
        let (maker, store) = (game.tables(pieces).unwrap(), InMemory::default());
        let by = Retrograde { threads: 2, method: None };
        let kind = maker.usual_kind();
        assert!(maker.plan(kind, &store, by).unwrap().memory > 0);
        assert_eq!(maker.build(kind, &store, by, &()), Ok(true));
        let checked = maker.check(kind, &store, by, &()).unwrap().unwrap();
        Small { game, maker, store, checked }
    }

    fn for_searches(&self) -> EndgameTables {
        self.maker.for_searches(Some(Arc::new(self.store.clone())), None, 16).unwrap()
    }

    fn prober(&self) -> Box<dyn Prober> {
        self.maker.prober(Arc::new(self.store.clone()), 16)
    }

    /// A position of a random game.
    fn random(&self, random: &mut Rng) -> Box<dyn Session> {
        loop {
            let mut session = self.game.start();
            for _ in 0..random.usize(0..40) {
                match session.choices() as u32 {
                    0 => break,
                    choices => session.play(Choice(random.u32(..choices))),
                }
            }
            if session.choices() > 0 {
                return session;
            }
        }
    }

    /// Random positions, some of them in the tables: each has the score that the solver finds. How many there were.
    fn agrees_with_the_solver(&self, positions: usize, seed: u64) -> usize {
        let options = Options { megabytes: 16, ..Options::default() };
        let mut solver = self.game.thinker("solver", &options).unwrap();
        let mut with_tables = self
            .game
            .thinker("solver", &Options { tables: Some(self.for_searches()), ..options })
            .unwrap();
        let (prober, mut random, mut looked_up) = (self.prober(), Rng::with_seed(seed), 0);
        for _ in 0..positions {
            let session = self.random(&mut random);
            let Some(probed) = prober.probe(&*session).unwrap() else { continue };
            looked_up += 1;
            let solved = |solver: &mut dyn outplay::face::Thinker| {
                let limits = Limits::default();
                let answer = solver.think(&*session, &Question::default(), &limits, &mut |_| ());
                answer.unwrap().worth.unwrap().rounded()
            };
            let score = solved(&mut *solver);
            assert_eq!(score, solved(&mut *with_tables), "{}", session.position());
            assert_eq!(said(probed), said_of(score, probed), "{}", session.position());
        }
        looked_up
    }
}

/// Who wins, and by how much where tables tell it.
fn said(probed: Probed) -> (Verdict, Option<i32>) {
    (probed.verdict, probed.score.map(Score::points))
}

fn said_of(score: i32, probed: Probed) -> (Verdict, Option<i32>) {
    (Verdict::ALL[(score.signum() + 1) as usize], probed.score.map(|_| score))
}

#[test]
fn tic_tac_toe_is_solved_whole() {
    let small = Small::new("tic-tac-toe", None);
    // All that games come to, the ends included.
    assert_eq!((small.checked.slices, small.checked.tally.positions()), (10, 5_478));
    assert_eq!(small.agrees_with_the_solver(500, 1), 500);
    let start = small.prober().probe(&*small.game.start()).unwrap().unwrap();
    assert_eq!(start.verdict, Verdict::Draw);
    let told = small.game.tables(Some(3)).err().unwrap().to_string();
    assert_eq!(told, "the tables of tic-tac-toe do not go by pieces");
}

#[test]
fn connect_four_on_four_by_four_is_solved_whole() {
    let small = Small::new("connect-four:4x4", None);
    assert_eq!(small.agrees_with_the_solver(10_000, 2), 10_000);
    let larger = outplay_games::catalogue().game("connect-four").unwrap();
    let told = larger.tables(None).err().unwrap().to_string();
    assert_eq!(
        told,
        "7 x 6 has too many positions for tables: there are some of boards with up to 25 squares"
    );
}

#[test]
#[ignore = "minutes: `just small-tables`"]
fn connect_four_on_larger_boards_is_solved_whole() {
    for (name, seed) in [("connect-four:5x4", 3), ("connect-four:4x5", 4), ("connect-four:5x5", 5)]
    {
        let begun = std::time::Instant::now();
        let small = Small::new(name, None);
        println!("{name}: {:?} in {:.1?}, checked", small.checked, begun.elapsed());
        assert_eq!(small.agrees_with_the_solver(10_000, seed), 10_000);
        println!("{name}: 10,000 positions are what the solver says, {:.1?}", begun.elapsed());
    }
}

#[test]
fn endings_of_kalah_are_what_the_solver_says() {
    for (name, seeds) in [("kalah:4x3", 9), ("kalah:6x3-empty", 7), ("kalah:3x7", 12)] {
        let small = Small::new(name, Some(seeds));
        let found = small.agrees_with_the_solver(3_000, 6);
        assert!(found > 100, "{name}: {found} endings");
    }
    let kalah = outplay_games::catalogue().game("kalah").unwrap();
    let told = kalah.tables(Some(30)).err().unwrap().to_string();
    assert_eq!(told, "endings with 30 seeds in the pits: there are some of 2 to 24");
}

#[test]
#[ignore = "minutes: `just small-tables`"]
fn many_endings_of_kalah_are_what_the_solver_says() {
    let begun = std::time::Instant::now();
    let small = Small::new("kalah", Some(14));
    println!("{:?} in {:.1?}, checked", small.checked, begun.elapsed());
    let mut found = 0;
    for seed in 0.. {
        found += small.agrees_with_the_solver(10_000, seed);
        if found >= 10_000 {
            break;
        }
    }
    println!("{found} endings are what the solver says, {:.1?}", begun.elapsed());
}

/// A layout is solved whole, and the engine knows the score of its start. Its ghosts play as well as they can.
#[test]
fn small_mazes_are_solved_whole() {
    for (name, verdict, score) in [
        // Nine moves, two meals, nobody else.
        ("pacman:corridor", Verdict::Win, Some(500 + 20 - 9)),
        ("pacman:trapped", Verdict::Loss, None),
    ] {
        let small = Small::new(name, None);
        let start = small.game.start();
        let probed = small.prober().probe(&*start).unwrap().unwrap();
        assert_eq!(probed.verdict, verdict, "{name}");
        let tables = small.for_searches();
        let options = Options { megabytes: 1, tables: Some(tables), ..Options::default() };
        let mut engine = small.game.thinker("engine", &options).unwrap();
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let answer = engine.think(&*start, &Question::default(), &limits, &mut |_| ()).unwrap();
        let worth = answer.worth.unwrap();
        println!("{name}: {worth:?}");
        if let Some(score) = score {
            assert_eq!((worth.rounded(), worth.trust()), (score, "exact"), "{name}");
        }
    }
    let told = |name: &str| {
        let game = outplay_games::catalogue().game(name).unwrap();
        game.tables(None).err().unwrap().to_string()
    };
    assert_eq!(told("pacman"), "there are tables of mazes without capsules, and this one has some");
    assert!(told("pacman:open").starts_with("the maze has too many positions for tables, "));
}
