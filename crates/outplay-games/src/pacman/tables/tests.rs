//! Tables of mazes against labels by rounds over all positions, and against alpha-beta of the textbook.

use std::collections::HashMap;
use std::sync::Mutex;

use outplay::engine::Lookup;
use outplay::solve::retrograde::Retrograde;
use outplay::solve::tables::{Build, Shelf, Store, TableError, TableSource};
use outplay::textbook::Search;
use outplay::{Bound, Depth};

use super::super::insight::Judge;
use super::*;

#[derive(Default)]
struct InMemory(Mutex<HashMap<String, Vec<u8>>>);

impl Store for InMemory {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = self.0.lock().unwrap().get(slice).cloned();
        Ok(bytes.map(|bytes| Box::new(bytes) as Box<dyn TableSource>))
    }

    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        self.0.lock().unwrap().insert(slice.to_owned(), bytes.to_vec());
        Ok(())
    }
}

fn game(layout: &str) -> Pacman {
    let layout = Layout::named(layout).unwrap_or_else(|| layout.parse().unwrap());
    Pacman::new(layout)
}

fn shelf(game: &Pacman) -> Shelf<Mazes> {
    let (mazes, store) = (Mazes::new(game, None).unwrap(), Arc::new(InMemory::default()));
    let by = Retrograde { threads: 2, method: None };
    let build = Build::distances(&mazes, &*store, by);
    assert_eq!(build.run(&()), Ok(true));
    assert!(build.check(&()).unwrap().is_some());
    Shelf::new(mazes, store, 16)
}

/// A ring around a wall: a ghost can only go round it.
const SQUARE: &str = "%%%%%\n%P .%\n% % %\n%. G%\n%%%%%";

/// Positions in which Pacman can force that he eats everything, or the ghosts that he is caught, with the plies that it takes, by rounds over all positions.
fn forced(game: &Pacman, all: &[Position], outcome: Outcome) -> HashMap<Position, u16> {
    let mut plies = HashMap::new();
    let is_forced_by = |position: &Position| (outcome == Outcome::Won) == (position.turn == 0);
    for round in 1.. {
        let before = plies.clone();
        for position in all.iter().filter(|position| !before.contains_key(*position)) {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut is_done = moves.into_iter().map(|direction| {
                let mut next = *position;
                game.play(&mut next, direction);
                next.outcome == outcome || before.contains_key(&plain(next))
            });
            let forced = match is_forced_by(position) {
                true => is_done.any(|done| done),
                false => is_done.all(|done| done),
            };
            if forced {
                plies.insert(*position, round);
            }
        }
        if plies.len() == before.len() {
            return plies;
        }
    }
    unreachable!("there are fewer rounds than positions")
}

/// What the rules go by: neither the score nor where Pacman looks.
fn plain(mut position: Position) -> Position {
    position.score = 0;
    position.agents[0].heading = super::super::Direction::Stop;
    position
}

fn all(mazes: &Mazes) -> Vec<Position> {
    use outplay::solve::retrograde::Ground;
    let each = |slice: FoodLeft| {
        let ground = mazes.ground(&slice);
        (0..ground.count()).filter_map(move |number| ground.position(&mut (), number)).collect()
    };
    mazes.slices().into_iter().flat_map::<Vec<Position>, _>(each).collect()
}

#[test]
fn numbers_and_positions_are_each_other_s_inverse() {
    for layout in ["tiny", "corridor", SQUARE] {
        let game = game(layout);
        let mazes = Mazes::new(&game, None).unwrap();
        for slice in mazes.slices() {
            use outplay::solve::retrograde::Ground;
            let ground = mazes.ground(&slice);
            for number in 0..ground.count() {
                let Some(position) = ground.position(&mut (), number) else { continue };
                assert_eq!(mazes.numbering.number(&position), Some(number));
                assert_eq!(position.food_left, u16::from(slice.0));
            }
        }
        assert!(mazes.numbering.number(&game.start()).is_some());
    }
}

#[test]
fn distances_are_those_of_plain_labels() {
    for layout in ["tiny", SQUARE] {
        let game = game(layout);
        let shelf = shelf(&game);
        let all = all(shelf.game());
        let [won, lost] = [Outcome::Won, Outcome::Lost].map(|end| forced(&game, &all, end));
        let mut counts = [0, 0, 0];
        for position in &all {
            let distance = shelf.game().probe(&game, position, &mut |slice, number| {
                shelf.distance(slice, number).unwrap()
            });
            let distance: Distance = distance.unwrap();
            let verdict = |of_pacman: Verdict| {
                if position.turn == 0 { of_pacman } else { of_pacman.flipped() }
            };
            let expected = match (won.get(position), lost.get(position)) {
                (Some(&plies), None) => (verdict(Verdict::Win), Some(plies)),
                (None, Some(&plies)) => (verdict(Verdict::Loss), Some(plies)),
                _ => (Verdict::Draw, None),
            };
            assert_eq!((distance.verdict(), distance.plies()), expected, "{position:?}");
            counts[verdict(expected.0) as usize] += 1;
        }
        println!("{layout}: {counts:?} lost, drawn, won for Pacman");
        assert!(counts[0] > 100 && counts[2] > 100, "{layout}: {counts:?}");
    }
}

/// A search that sees the end finds the score that follows from the distance, and no search finds one outside of what is claimed.
#[test]
fn scores_are_those_of_alpha_beta() {
    let mut exact = 0;
    for layout in ["tiny", SQUARE] {
        let game = game(layout);
        let shelf = shelf(&game);
        for position in all(shelf.game()).into_iter().step_by(7) {
            let position = Position { score: 13, ..position };
            let range = shelf.look_up(&game, &position).unwrap().range;
            let search = Search::new(&game).evaluation(Judge::Score).table();
            let report = search.depth(Depth::plies(14)).alpha_beta(&position).unwrap();
            let Some(Bound::Exact(value)) = report.value else { panic!("{report:?}") };
            let of_mover = if position.turn == 0 { value } else { -value } as i32;
            // The player to move wins within the search: nothing is left open.
            if value > 400.0 {
                assert!(range.holds(of_mover), "{position:?}: {of_mover} {range:?}");
                exact += usize::from(range.is_exact());
            }
            if range.is_exact() && range.low.abs() < 500 {
                assert!(value < 533.0, "{position:?}");
            }
        }
    }
    assert!(exact > 50, "{exact}");
}

#[test]
fn mazes_that_do_not_do_are_refused() {
    let told = |layout: &str| Mazes::new(&game(layout), None).err().unwrap();
    assert!(told("ring").ends_with("without capsules, and this one has some"));
    assert!(told("dead-end").starts_with("the maze has too many positions for tables, "));
    assert!(told("%%%%%\n%P G%\n%%%%%").ends_with("with food, and this one has none"));
    assert!(told("%%%%%\n%P.G%\n%%%%%\n% %%%\n%%%%%").starts_with("in this maze a ghost could"));
    assert!(Mazes::new(&game("tiny"), Some(3)).is_err());
    let names = ["tiny", SQUARE].map(|layout| Mazes::new(&game(layout), None).unwrap().name());
    assert_eq!(names[0], "pacman-tiny");
    assert!(names[1].starts_with("pacman-") && names[1].len() == 23, "{}", names[1]);
    let without = game("tiny").without_stop();
    let rules = [game("tiny"), without].map(|game| Mazes::new(&game, None).unwrap().rules());
    assert_ne!(rules[0], rules[1]);
}
