//! Every sentence of the rules of Pacman, and that the searches agree on it.

#![allow(clippy::unwrap_used)] // a test that fails may panic

mod common;

use common::seeds::each_seed;
use outplay::face::board::Drawn;
use outplay::face::notation::Notation;
use outplay::textbook::{Prune, Search};
use outplay::{Bound, Depth, Game, Player, Report, testing};
use outplay_games::pacman::{Direction, Judge, LAYOUTS, Layout, Outcome, Pacman, Position, SCARED};

use Direction::{East, North, South, Stop, West};

fn game(text: &str) -> Pacman {
    Pacman::new(text.parse().expect("a layout"))
}

fn named(name: &str) -> Pacman {
    Pacman::new(Layout::named(name).expect("a layout of the game"))
}

fn after(game: &Pacman, position: &Position, moves: &[Direction]) -> Position {
    let mut position = *position;
    for mv in moves {
        assert!(moves_of(game, &position).contains(mv), "{mv:?}\n{}", game.picture(&position));
        game.play(&mut position, *mv);
    }
    position
}

fn played(game: &Pacman, moves: &[Direction]) -> Position {
    after(game, &game.start(), moves)
}

fn moves_of(game: &Pacman, position: &Position) -> Vec<Direction> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

fn place(game: &Pacman, position: &Position, ghost: usize) -> (f64, f64) {
    game.ghosts(position)[ghost - 1].place()
}

#[test]
fn every_layout_signs_the_contract() {
    for (name, _, _) in LAYOUTS {
        testing::check_zero_sum(&named(name));
    }
    testing::check_zero_sum(&named("tiny").without_stop());
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Position>(), 136);
}

#[test]
fn moves_come_in_the_order_west_stop_east_north_south() {
    let game = game("%%%%%\n%. .%\n% P %\n%. .%\n%%%%%");
    assert_eq!(moves_of(&game, &game.start()), [West, Stop, East, North, South]);
    let game = game.without_stop();
    assert_eq!(moves_of(&game, &game.start()), [West, East, North, South]);
}

#[test]
fn without_stop_who_is_walled_in_still_stops() {
    let game = game("%%%%%\n%P%.%\n%%%%%").without_stop();
    assert_eq!(moves_of(&game, &game.start()), [Stop]);
}

#[test]
fn pacman_pays_for_moves_and_is_paid_for_food() {
    let game = game("%%%%%%\n%P . %\n%.   %\n%%%%%%");
    assert_eq!(played(&game, &[Stop]).score(), -1);
    assert_eq!(played(&game, &[East]).score(), -1);
    let eaten = played(&game, &[East, East]);
    assert_eq!((eaten.score(), eaten.food_left()), (8, 1));
    assert_eq!(after(&game, &eaten, &[West, East]).score(), 6);
}

#[test]
fn stop_keeps_the_direction() {
    let game = game("%%%%%%\n%P . %\n%%%%%%");
    assert_eq!(played(&game, &[Stop]).pacman().heading(), Stop);
    assert_eq!(played(&game, &[East, Stop]).pacman().heading(), East);
}

#[test]
fn the_last_food_wins_500_and_ends_the_game() {
    let game = game("%%%%\n%P.%\n%%%%");
    let won = played(&game, &[East]);
    assert_eq!((won.score(), won.outcome()), (-1 + 10 + 500, Outcome::Won));
    assert_eq!(moves_of(&game, &won), []);
    assert_eq!(game.payoff(&won, Player::MAX), 509.0);
    assert_eq!(game.payoff(&won, Player::MIN), -509.0);
}

#[test]
fn who_is_caught_loses_500() {
    let game = game("%%%%%%%\n%.P G %\n%%%%%%%");
    let into = played(&game, &[East, West]);
    assert_eq!((into.score(), into.outcome()), (-501, Outcome::Lost));
    assert_eq!(moves_of(&game, &into), []);
    // Pacman runs into a ghost, before it moves.
    let near = played(&game, &[Stop, West]);
    assert_eq!(near.outcome(), Outcome::Open);
    let caught = after(&game, &near, &[East]);
    assert_eq!((caught.score(), caught.outcome()), (-502, Outcome::Lost));
}

#[test]
fn who_is_caught_has_lost_however_many_points_he_has() {
    let game = game("%%%%%%%\n%.P G %\n%%%%%%%");
    let rich = game.write_position(&game.start()).replace("score 0", "score 900");
    let rich = game.read_position(&rich).expect("a position");
    let caught = after(&game, &rich, &[East, West]);
    assert_eq!((caught.score(), caught.outcome()), (399, Outcome::Lost));
    assert_eq!(game.winner(&caught), Some(Player::MIN));
}

#[test]
fn they_pass_through_each_other_never() {
    // Side by side, both move towards each other: Pacman's move is tested first.
    let game = game("%%%%%%\n%.PG %\n%%%%%%");
    assert_eq!(played(&game, &[East]).outcome(), Outcome::Lost);
}

#[test]
fn only_the_ghost_that_moved_is_tested_after_its_move() {
    // Ghost 2 is where Pacman is, which can only be set up: it catches with its own move, not with that of ghost 1.
    let game = game("%%%%%%%%\n%.P1 2.%\n%%%%%%%%");
    let text = "pacman 2,1 East; ghost 4,1 East; ghost 2,1 East; food 1,1 6,1; score 0; turn 1";
    let open = after(&game, &game.read_position(text).unwrap(), &[East]);
    assert_eq!((open.outcome(), open.agent_to_move()), (Outcome::Open, 2));
}

#[test]
fn each_of_two_ghosts_in_a_cell_catches() {
    let game = game("%%%%%%%\n%1   .%\n% % %%%\n%2 P  %\n%%%%%%%");
    let together = "pacman 3,1 West; ghost 2,1 East; ghost 2,1 East; food 5,3; score 0; turn 0";
    let position = game.read_position(together).unwrap();
    let caught = after(&game, &position, &[West]);
    assert_eq!((caught.score(), caught.outcome()), (-1001, Outcome::Lost));
}

#[test]
fn who_has_won_is_not_caught() {
    let game = game("%%%%%%\n%P.  %\n%%%G %\n%%%%%%");
    let text = "pacman 1,2 East; ghost 2,2 West; food 2,2; turn 0";
    let won = after(&game, &game.read_position(text).unwrap(), &[East]);
    assert_eq!((won.score(), won.outcome()), (509, Outcome::Won));
    let text = "pacman 1,2 East; ghost 2,2 West 9; food 2,2; turn 0";
    let won = after(&game, &game.read_position(text).unwrap(), &[East]);
    assert_eq!((won.score(), won.outcome()), (709, Outcome::Won));
}

#[test]
fn turns_go_by_number() {
    let game = named("power");
    let mut position = game.start();
    for turn in [0, 1, 2, 3, 4, 0] {
        assert_eq!(position.agent_to_move(), turn);
        let mv = *moves_of(&game, &position).last().expect("not over");
        game.play(&mut position, mv);
    }
}

#[test]
fn ghosts_never_stop_and_turn_back_only_in_dead_ends() {
    let game = game("%%%%%%%\n%P%G  %\n%.%%% %\n%%%%%%%");
    let first = played(&game, &[Stop]);
    assert_eq!(moves_of(&game, &first), [East]);
    let on = after(&game, &first, &[East, Stop]);
    assert_eq!(moves_of(&game, &on), [East]); // and not back to the west
    let corner = after(&game, &on, &[East, Stop]);
    assert_eq!(moves_of(&game, &corner), [South]);
    let dead_end = after(&game, &corner, &[South, Stop]);
    assert_eq!(moves_of(&game, &dead_end), [North]);
}

#[test]
fn at_its_first_move_a_ghost_may_go_anywhere() {
    let game = game("%%%%%%%\n%P%  .%\n%% G %%\n%%% %%%\n%%%%%%%");
    assert_eq!(moves_of(&game, &played(&game, &[Stop])), [West, East, North, South]);
}

/// A capsule beside Pacman, and a ghost far away in a long corridor.
const LONG: &str = "\
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
%Po.%G                          %
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%";

#[test]
fn a_capsule_scores_nothing_and_scares_for_40_moves_of_the_ghost() {
    let game = game(LONG);
    let mut position = played(&game, &[East]);
    assert_eq!((position.score(), position.capsules_left()), (-1, 0));
    assert_eq!(game.ghosts(&position)[0].timer(), SCARED);
    for left in (0..40).rev() {
        assert_eq!(moves_of(&game, &position), [East]); // between cells and on them
        position = after(&game, &position, &[East]);
        assert_eq!(game.ghosts(&position)[0].timer(), left);
        position = after(&game, &position, &[Stop]);
    }
    assert_eq!(place(&game, &position, 1), (25.0, 1.0)); // 40 half steps from 5
    let position = after(&game, &position, &[East]);
    assert_eq!(place(&game, &position, 1), (26.0, 1.0)); // and whole ones again
}

#[test]
fn a_scared_ghost_goes_half_a_cell_and_keeps_its_direction_between_cells() {
    let game = game("%%%%%%\n%Po.%%\n%%%% %\n%%% G%\n%%%% %\n%%%%%%");
    let position = played(&game, &[East, North]);
    assert_eq!(place(&game, &position, 1), (4.0, 2.5));
    let position = after(&game, &position, &[Stop]);
    assert_eq!(moves_of(&game, &position), [North]);
    let position = after(&game, &position, &[North, Stop]);
    assert_eq!(place(&game, &position, 1), (4.0, 3.0));
    assert_eq!(moves_of(&game, &position), [South]);
}

#[test]
fn when_its_time_is_over_a_ghost_snaps_to_the_cell_right_of_or_above_it() {
    let game = game("%%%%%%%\n%P.%% %\n%%%   %\n%%% G %\n%%%%%%%");
    let snapped = |ghost: &str, mv| {
        let text = format!("pacman 1,3 East; ghost {ghost} 1; food 2,3; turn 1");
        let position = after(&game, &game.read_position(&text).unwrap(), &[mv]);
        (place(&game, &position, 1), game.ghosts(&position)[0].timer())
    };
    assert_eq!(snapped("4,1 West", North), ((4.0, 2.0), 0)); // 4, 1.5 is nearer to 2
    assert_eq!(snapped("5,2 East", South), ((5.0, 2.0), 0)); // 5, 1.5 goes back up
    assert_eq!(snapped("4,2 North", West), ((4.0, 2.0), 0)); // 3.5 goes back east
    assert_eq!(snapped("4,2 North", East), ((5.0, 2.0), 0)); // 4.5 goes on
    assert_eq!(snapped("4.5,2 West", West), ((4.0, 2.0), 0));
}

#[test]
fn an_eaten_ghost_starts_again_and_is_not_scared() {
    let game = game("%%%%%%%%\n%Po G.G%\n%%%%%%%%");
    let text = "pacman 2,1 East; ghost 3.5,1 West 30; ghost 6,1 Stop 30; food 5,1; turn 0";
    let position = game.read_position(text).unwrap();
    let eaten = after(&game, &position, &[East]); // half a cell apart is near enough
    assert_eq!((eaten.score(), eaten.outcome()), (199, Outcome::Open));
    let ghosts = game.ghosts(&eaten);
    assert_eq!((ghosts[0].place(), ghosts[0].heading(), ghosts[0].timer()), ((4.0, 1.0), Stop, 0));
    assert_eq!(ghosts[1].timer(), 30); // the other one is as scared as before
    // Now it stands one cell away and is dangerous.
    let caught = after(&game, &eaten, &[West]);
    assert_eq!((caught.score(), caught.outcome()), (-301, Outcome::Lost));
}

#[test]
fn a_scared_ghost_that_comes_to_pacman_is_eaten_too() {
    let game = game("%%%%%%%%\n%Po  .G%\n%%%%%%%%");
    let text = "pacman 2,1 East; ghost 3,1 West 30; food 5,1; turn 1";
    let eaten = after(&game, &game.read_position(text).unwrap(), &[West]);
    assert_eq!((eaten.score(), place(&game, &eaten, 1)), (200, (6.0, 1.0)));
}

#[test]
fn one_cell_apart_is_not_a_collision() {
    let game = game("%%%%%%%%\n%P   .G%\n%%%%%%%%");
    let text = "pacman 2,1 East; ghost 4,1 West; food 5,1; turn 1";
    let near = after(&game, &game.read_position(text).unwrap(), &[West]);
    assert_eq!(near.outcome(), Outcome::Open);
    let text = "pacman 2,1 East; ghost 3.5,1 West 3; food 5,1; turn 1";
    let between = game.read_position(text).unwrap();
    assert_eq!(between.outcome(), Outcome::Open);
    // It is one cell away after this half step, and still scared; then half a cell, and eaten.
    let one = after(&game, &between, &[West]);
    assert_eq!((one.score(), place(&game, &one, 1)), (0, (3.0, 1.0)));
    let half = after(&game, &one, &[Stop, West]);
    assert_eq!((half.score(), place(&game, &half, 1)), (199, (6.0, 1.0)));
}

#[test]
fn a_ghost_whose_time_runs_out_on_pacman_catches_him() {
    let game = game("%%%%%%%%\n%P   .G%\n%%%%%%%%");
    let text = "pacman 3,1 East; ghost 2,1 East 1; food 5,1; turn 1";
    let caught = after(&game, &game.read_position(text).unwrap(), &[East]);
    assert_eq!((caught.score(), caught.outcome()), (-500, Outcome::Lost));
}

#[test]
fn equal_positions_are_those_of_the_course() {
    let game = named("ring");
    let text = "pacman 1,2 North; ghost 7,1 Stop; food 1,3; score 5; turn";
    let [one, other] = [0, 1].map(|turn| game.read_position(&format!("{text} {turn}")).unwrap());
    assert!(one != other && game.key(&one) != game.key(&other));
    assert_eq!(one.scene(), other.scene());
    let facing = game.read_position(&format!("{text} 0").replace("North", "South")).unwrap();
    assert_ne!(one.scene(), facing.scene());
}

/// A position some random moves from the start.
fn random_position(game: &Pacman, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut position = game.start();
        for _ in 0..random.usize(..60) {
            let Some(mv) = random.choice(moves_of(game, &position)) else { break };
            game.play(&mut position, mv);
        }
        if position.outcome() == Outcome::Open {
            return position;
        }
    }
}

fn search(game: &Pacman, judge: Judge, depth: u32) -> Search<'_, Pacman, Judge> {
    Search::new(game).evaluation(judge).depth(Depth::rounds(depth))
}

fn value(report: &Report<Direction, Bound<f64>>) -> f64 {
    report.value.expect("a finished search").exact().expect("the value of a root is exact")
}

/// For one to four ghosts: the more of them, the narrower, because the tree of 3 rounds with 4 ghosts has 15 plies.
const MAZES: [&str; 4] = [
    "%%%%%%%%%\n%P..o..G%\n%.......%\n%..%.%..%\n%.......%\n%%%%%%%%%",
    "%%%%%%%%%\n%P..o..G%\n%.%.%.%.%\n%.......%\n%.%.%.%.%\n%...G...%\n%%%%%%%%%",
    "%%%%%%%%%\n%P..o..G%\n%.%%.%%.%\n%..G..G.%\n%%%%%%%%%",
    "%%%%%%%%%\n%P.oG..G%\n%.%%.%%.%\n%..G..G.%\n%%%%%%%%%",
];

#[test]
fn minimax_and_alpha_beta_agree_on_1000_positions() {
    let games = MAZES.map(game);
    each_seed(6, |random| {
        for number in 0..1_000 {
            let game = &games[number % 4];
            let position = random_position(game, random);
            let judge = Judge::ALL[number / 12 % 4];
            check_pruning(game, &position, judge, number as u32 / 4 % 3 + 1);
        }
    });
}

/// That alpha-beta finds what minimax finds, with fewer positions.
fn check_pruning(game: &Pacman, position: &Position, judge: Judge, depth: u32) {
    let full = search(game, judge, depth).minimax(position).unwrap();
    let strict = search(game, judge, depth).prune(Prune::Strict).alpha_beta(position).unwrap();
    let loose = search(game, judge, depth).alpha_beta(position).unwrap();
    let text = game.write_position(position);
    assert_eq!(value(&full), value(&strict), "strict, {judge:?}, {depth} rounds, {text}");
    assert_eq!(value(&full), value(&loose), "non-strict, {judge:?}, {depth} rounds, {text}");
    assert_eq!(full.best_moves, strict.best_moves, "all best moves are proven, {text}");
    assert_eq!(full.best, strict.best);
    assert_eq!(full.best, loose.best);
    assert!(loose.counts.generated <= strict.counts.generated);
    assert!(strict.counts.generated <= full.counts.generated);
}

#[test]
fn the_table_changes_no_value() {
    let game = game(MAZES[1]);
    each_seed(7, |random| {
        for _ in 0..100 {
            let position = random_position(&game, random);
            let plain = search(&game, Judge::Good, 2).minimax(&position).unwrap();
            let table = search(&game, Judge::Good, 2).table().minimax(&position).unwrap();
            assert_eq!(plain.moves, table.moves);
        }
    });
}

#[test]
fn every_layout_can_be_played_to_an_end() {
    for (name, _, _) in LAYOUTS {
        let game = named(name);
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = game.start();
        for _ in 0..100_000 {
            let Some(mv) = random.choice(moves_of(&game, &position)) else { break };
            game.play(&mut position, mv);
        }
        assert_ne!(position.outcome(), Outcome::Open, "{name}");
    }
}
