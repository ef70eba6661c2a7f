//! The contract every game signs, as tests.
//!
//! ```
//! use outplay::{Tree, testing};
//!
//! let tree: Tree = "((3 12 8) {2 4 6} (14 5 2))".parse()?;
//! testing::check_game(&tree);
//! testing::check_zero_sum(&tree.sides()?);
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! testing::check_deterministic(&tree.for_engine()?); // the engine takes it
//! # Ok::<(), outplay::tree::TreeError>(())
//! ```

use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Deterministic, Evaluation, Game, Outcomes, Player, Repetition, Turn, ZeroSum};

/// How many positions near the start are looked at, the nearest first, so that a fault is shown by a short line.
const NEAR: usize = 500;
/// How many random games are played.
const GAMES: u64 = 200;
/// After how many moves a random game is given up.
const LONGEST: usize = 2_000;
/// How many positions are kept to compare their keys.
const KEPT: usize = 2_000;

/// Looks at the positions near the start, plays random games, and tests what every [`Game`] promises: the same moves in the same order, all of
/// them different and playable; players that exist; odds that are positive and sum to one; keys that are
/// equal for equal positions and different for different ones; moves that do not touch other copies of a
/// position; and a payoff for everyone where there are no moves. It does not test that the game ends. If the rules mind
/// [repetition](Game::repetition), it tests that positions which are the same have the same repetition key and the same player to
/// move, others have another key, none is farther back than the game says, and [how far that is](Game::reversible_plies) grows by
/// one at most with every move. The rule itself is applied by
/// [`WithPast`](crate::WithPast): `check_game(&WithPast::new(&game))` tests the game with its past.
///
/// # Panics
/// If a promise is broken, with the promise and the line of play: the shortest there is, if it is broken near the start. If the rules
/// panic, with what they say and the line that leads there.
#[track_caller]
pub fn check_game<G: Game>(game: &G)
where
    G::Position: PartialEq + Debug,
{
    let mut known = Vec::new();
    look_around(game, &mut |played| check_position(game, played, &mut known));
    known.clear();
    play_out(game, &mut |played| check_position(game, played, &mut known));
    if game.repetition() != Repetition::Ignored {
        let mut line = Vec::new();
        play_out(game, &mut |played| {
            line.truncate(played.line.len());
            line.push(played.position.clone());
            check_repetition(game, played, &line);
        });
    }
}

/// How many plies back the same position is looked for.
const FAR: usize = 200;

/// The same positions of a line have the same keys and are not too far back.
fn check_repetition<G: Game>(game: &G, played: &Played<'_, G>, line: &[G::Position])
where
    G::Position: PartialEq + Debug,
{
    let now = &played.position;
    if let [.., before, _] = line {
        let [before, now] = [before, now].map(|position| game.reversible_plies(position));
        assert!(
            now <= before.saturating_add(1),
            "one move adds more than one reversible ply: {before} become {now}, {}",
            played.place()
        );
    }
    for (back, earlier) in line.iter().rev().enumerate().take(FAR) {
        let is_same = game.is_same_position(earlier, now);
        assert!(is_same || earlier != now, "equal positions are not the same, {}", played.place());
        assert!(
            is_same == (game.repetition_key(earlier) == game.repetition_key(now)),
            "repetition keys do not tell which positions are the same: {earlier:?}, {}",
            played.place()
        );
        assert!(
            !is_same || back <= game.reversible_plies(now) as usize,
            "the same position is {back} plies back, farther than the game says, {}",
            played.place()
        );
        // Where repetition is forbidden, it may be the board alone that counts: positional superko.
        let may_differ = played.moves.is_empty() || game.repetition() == Repetition::Forbidden;
        assert!(
            !is_same || may_differ || game.turn(earlier) == game.turn(now),
            "another player moves in the same position: {earlier:?}, {}",
            played.place()
        );
    }
}

/// Tests all that [`check_game`] does, that the payoffs of the two players sum to zero, and that they are what the game
/// [declares](ZeroSum::outcomes).
///
/// # Panics
/// If a promise is broken.
#[track_caller]
pub fn check_zero_sum<G: ZeroSum>(game: &G)
where
    G::Position: PartialEq + Debug,
{
    assert_eq!(game.players(), 2, "a zero-sum game has two players");
    check_game(game);
    let check = |played: &Played<'_, G>| {
        if played.moves.is_empty() {
            let sum: f64 = Player::all(2).map(|player| game.payoff(&played.position, player)).sum();
            assert!(sum.abs() < 1e-9, "payoffs sum to {sum}, not to zero, {}", played.place());
            check_outcome(game, played);
        }
    };
    look_around(game, &mut &check);
    play_out(game, &mut &check);
}

/// Tests all that [`check_zero_sum`] does, and that chance never moves: what a game for the [engine](crate::engine) promises.
///
/// # Panics
/// If a promise is broken.
#[track_caller]
pub fn check_deterministic<G: ZeroSum + Deterministic>(game: &G)
where
    G::Position: PartialEq + Debug,
{
    play_out(game, &mut |played| {
        let by_chance = !played.moves.is_empty() && game.turn(&played.position) == Turn::Chance;
        assert!(!by_chance, "chance moves in a game that is `Deterministic`, {}", played.place());
    });
    check_zero_sum(game);
}

fn check_outcome<G: ZeroSum>(game: &G, played: &Played<'_, G>)
where
    G::Position: Debug,
{
    let payoff = game.payoff(&played.position, Player::MAX);
    match game.outcomes() {
        Outcomes::WinDrawLoss => assert!(
            [-1.0, 0.0, 1.0].contains(&payoff),
            "a payoff of {payoff} is no win, draw or loss: declare `Outcomes::Points`, {}",
            played.place()
        ),
        Outcomes::Points { most } => assert!(
            most > 0 && payoff.fract() == 0.0 && payoff.abs() <= f64::from(most),
            "a payoff of {payoff} is no whole number of points up to {most}, {}",
            played.place()
        ),
    }
}

/// Tests that an evaluation stays between the payoffs of a loss and of a win, for every player, in the
/// positions of random games.
///
/// # Panics
/// If it does not.
#[track_caller]
pub fn check_evaluation<G: Game>(game: &G, evaluation: &impl Evaluation<G>, loss: f64, win: f64)
where
    G::Position: PartialEq + Debug,
{
    play_out(game, &mut |played| {
        for player in Player::all(game.players()) {
            let value = evaluation.evaluate(game, &played.position, player);
            assert!(
                (loss..=win).contains(&value),
                "the evaluation {value} for {player} is not between {loss} and {win}, {}",
                played.place()
            );
        }
    });
}

/// A position of a random game, and how it came about.
struct Played<'p, G: Game> {
    line: &'p [G::Move],
    position: G::Position,
    moves: Vec<G::Move>,
}

impl<G: Game> Played<'_, G>
where
    G::Position: Debug,
{
    fn place(&self) -> String {
        format!("after {:?}, in {:?}", self.line, self.position)
    }
}

/// The legal moves. Rules that panic are told with the line that leads there.
fn listed<G: Game>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<G::Move> {
    let mut moves = Vec::new();
    guarded(&line, &mut || game.moves(position, &mut moves));
    moves
}

/// Plays a move. Rules that panic are told with the line that leads there.
fn played_on<G: Game>(game: &G, position: &mut G::Position, mv: G::Move, line: &mut Vec<G::Move>) {
    line.push(mv);
    guarded(line, &mut || game.play(position, mv));
}

fn guarded(line: &dyn Debug, rules: &mut dyn FnMut()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(rules)) {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let what = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
        panic!("the rules panicked: {what}, after {line:?}");
    }
}

/// Looks at the positions near the start, the nearest first.
fn look_around<G: Game>(game: &G, check: &mut dyn FnMut(&Played<'_, G>)) {
    let mut waiting = VecDeque::from([(game.start(), Vec::new())]);
    for _ in 0..NEAR {
        let Some((position, line)) = waiting.pop_front() else { return };
        let moves = listed(game, &position, &line);
        let played = Played { line: &line, position, moves };
        check(&played);
        for &mv in played.moves.iter().take(NEAR.saturating_sub(waiting.len())) {
            let (mut next, mut line) = (played.position.clone(), line.clone());
            played_on(game, &mut next, mv, &mut line);
            waiting.push_back((next, line));
        }
    }
}

fn play_out<G: Game>(game: &G, check: &mut dyn FnMut(&Played<'_, G>)) {
    for seed in 0..GAMES {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = game.start();
        let mut line = Vec::new();
        while line.len() < LONGEST {
            let moves = listed(game, &position, &line);
            let played = Played { line: &line, position: position.clone(), moves };
            check(&played);
            let Some(&mv) = random.choice(&played.moves) else { break };
            played_on(game, &mut position, mv, &mut line);
        }
    }
}

fn check_position<G: Game>(
    game: &G,
    played: &Played<'_, G>,
    known: &mut Vec<(G::Position, Option<u64>)>,
) where
    G::Position: PartialEq + Debug,
{
    check_replay(game, played);
    check_keys(game, played, known);
    if played.moves.is_empty() {
        check_end(game, played);
    } else {
        check_turn(game, played);
        check_moves(game, played);
    }
}

/// The same line leads to the same position with the same moves.
fn check_replay<G: Game>(game: &G, played: &Played<'_, G>)
where
    G::Position: PartialEq + Debug,
{
    let mut again = game.start();
    for &mv in played.line {
        game.play(&mut again, mv);
    }
    assert!(again == played.position, "the same moves lead to two positions, {}", played.place());
    let mut moves = Vec::new();
    game.moves(&again, &mut moves);
    assert!(moves == played.moves, "the moves are listed in two ways, {}", played.place());
    assert!(
        game.key(&again) == game.key(&played.position),
        "equal positions have different keys, {}",
        played.place()
    );
}

fn check_keys<G: Game>(
    game: &G,
    played: &Played<'_, G>,
    known: &mut Vec<(G::Position, Option<u64>)>,
) where
    G::Position: PartialEq + Debug,
{
    let key = game.key(&played.position);
    for (position, other) in known.iter() {
        let equal = *position == played.position;
        assert!(!equal || key == *other, "equal positions have different keys, {}", played.place());
        let shared = key.is_some() && key == *other;
        assert!(
            equal || !shared,
            "different positions have the same key, {} and {position:?}",
            played.place()
        );
    }
    if known.len() < KEPT {
        known.push((played.position.clone(), key));
    }
}

fn check_end<G: Game>(game: &G, played: &Played<'_, G>)
where
    G::Position: Debug,
{
    for player in Player::all(game.players()) {
        let payoff = game.payoff(&played.position, player);
        assert!(payoff.is_finite(), "the payoff of {player} is {payoff}, {}", played.place());
    }
}

fn check_turn<G: Game>(game: &G, played: &Played<'_, G>)
where
    G::Position: Debug,
{
    match game.turn(&played.position) {
        Turn::Player(player) => assert!(
            player.index() < game.players(),
            "{player} moves in a game for {}, {}",
            game.players(),
            played.place()
        ),
        Turn::Chance => {
            let mut odds = Vec::new();
            game.odds(&played.position, &played.moves, &mut odds);
            assert_eq!(odds.len(), played.moves.len(), "one chance per move, {}", played.place());
            assert!(odds.iter().all(|&odds| odds > 0.0), "odds of {odds:?}, {}", played.place());
            let sum: f64 = odds.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "odds sum to {sum}, {}", played.place());
        }
    }
}

fn check_moves<G: Game>(game: &G, played: &Played<'_, G>)
where
    G::Position: PartialEq + Debug,
{
    // As text: if a copy shares something with the original, the two stay equal whatever happens.
    let before = format!("{:?}", played.position);
    for (index, &mv) in played.moves.iter().enumerate() {
        let distinct = !played.moves[..index].contains(&mv);
        assert!(distinct, "{mv:?} is listed twice, {}", played.place());
        let (mut once, mut twice) = (played.position.clone(), played.position.clone());
        game.play(&mut once, mv);
        game.play(&mut twice, mv);
        assert!(once == twice, "{mv:?} leads to two positions, {}", played.place());
        assert!(
            before == format!("{:?}", played.position),
            "{mv:?} changes other copies of the position, {}",
            played.place()
        );
    }
}

/// Counts the positions exactly `depth` plies from `position`: the classic test of a move generator.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut moves = Vec::new();
    if depth == 0 {
        return 1;
    }
    game.moves(position, &mut moves);
    moves
        .iter()
        .map(|&mv| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            perft(game, &child, depth - 1)
        })
        .sum()
}

/// What the whole tree of a game holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions, each as often as it can be reached.
    pub nodes: u64,
    /// Games from start to end.
    pub games: u64,
    /// Different positions, by key.
    pub distinct: u64,
}

/// Counts the whole tree of a small game.
///
/// # Panics
/// If the game has no keys to tell its positions apart.
pub fn census<G: Game>(game: &G, position: &G::Position) -> Census {
    let mut seen = HashMap::new();
    let (nodes, games) = count(game, position, &mut seen);
    Census { nodes, games, distinct: seen.len() as u64 }
}

fn count<G: Game>(
    game: &G,
    position: &G::Position,
    seen: &mut HashMap<u64, (u64, u64)>,
) -> (u64, u64) {
    let key = game.key(position).expect("a census takes a game with keys");
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut sum = (1, u64::from(moves.is_empty()));
    for &mv in &moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let (nodes, games) = count(game, &child, seen);
        sum = (sum.0 + nodes, sum.1 + games);
    }
    seen.insert(key, sum);
    sum
}
