//! The referee and whole tournaments, on games small enough to know what must happen.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outplay::arena::{
    Answer, AtRandom, Choice, Contestant, Control, DrawRule, Ending, Fault, FaultKind, Format,
    Mean, Opening, Record, Referee, ResignRule, Rules, Schedule, Seat, Start, Task, Tournament,
    Trouble,
};
use outplay::{Game, Player, Turn};

/// Everybody in turn says a number from 1 to 3, so many times. Then who has said most wins what the others said less.
/// With dice, one is thrown before every number, and doubles what is said if it shows 1.
struct Auction {
    players: usize,
    rounds: usize,
    dice: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Bids {
    sums: Vec<u32>,
    said: usize,
    factor: Option<u32>,
}

impl Game for Auction {
    type Position = Bids;
    type Move = u32;

    fn start(&self) -> Bids {
        let factor = if self.dice { None } else { Some(1) };
        Bids { sums: vec![0; self.players], said: 0, factor }
    }
    fn turn(&self, bids: &Bids) -> Turn {
        match bids.factor {
            None => Turn::Chance,
            Some(_) => Turn::Player(Player((bids.said % self.players) as u8)),
        }
    }
    fn moves(&self, bids: &Bids, moves: &mut Vec<u32>) {
        if bids.said < self.players * self.rounds {
            moves.extend(if bids.factor.is_none() { 1..=2 } else { 1..=3 });
        }
    }
    fn odds(&self, _: &Bids, _: &[u32], odds: &mut Vec<f64>) {
        odds.extend([0.25, 0.75]);
    }
    fn play(&self, bids: &mut Bids, number: u32) {
        match bids.factor {
            None => bids.factor = Some(3 - number),
            Some(factor) => {
                bids.sums[bids.said % self.players] += number * factor;
                bids.said += 1;
                bids.factor = if self.dice { None } else { Some(1) };
            }
        }
    }
    fn payoff(&self, bids: &Bids, player: Player) -> f64 {
        let sum: u32 = bids.sums.iter().sum();
        f64::from(bids.sums[player.index()]) - f64::from(sum) / self.players as f64
    }
    fn players(&self) -> usize {
        self.players
    }
}

/// What a contestant in these tests does.
#[derive(Clone, Copy, Debug)]
enum Habit {
    /// Always says this number, and thinks this of the position.
    Says(u32, Option<f64>),
    Slow(Duration),
    /// Takes this long, and says that it used that much.
    Waits(Duration, Duration),
    Resigns,
    Crashes,
    FailsToBegin,
}

impl Contestant<Auction> for Habit {
    fn begin(&mut self, _: &Start<'_, Auction>, _: u64) -> Result<(), Trouble> {
        match self {
            Habit::FailsToBegin => Err(Fault::new(FaultKind::Crash, "it is not there").into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, task: &Task<'_, Auction>) -> Result<Answer<u32>, Trouble> {
        assert_eq!(task.game.turn(task.position), Turn::Player(task.seat));
        match *self {
            Habit::Says(number, score) => {
                Ok(Answer::Move(Choice { score, ..Choice::plain(number) }))
            }
            Habit::Slow(time) => {
                std::thread::sleep(time);
                Ok(Answer::Move(Choice::plain(3)))
            }
            Habit::Waits(time, used) => {
                std::thread::sleep(time);
                let waited = time.checked_sub(used);
                Ok(Answer::Move(Choice { used: Some(used), waited, ..Choice::plain(3) }))
            }
            Habit::Resigns => Ok(Answer::Resign),
            Habit::Crashes => Err(Fault::new(FaultKind::Crash, "it is gone").into()),
            Habit::FailsToBegin => panic!("who could not begin is not asked"),
        }
    }
}

fn played(game: &Auction, rules: Rules, control: Control, habits: &mut [Habit]) -> Record<u32> {
    let referee = Referee { game, rules, stop: Arc::new(AtomicBool::new(false)) };
    let mut seats: Vec<Seat<'_, Auction>> =
        habits.iter_mut().map(|contestant| Seat { contestant, control, seed: 1 }).collect();
    let opening = Opening { position: game.start(), moves: vec![] };
    referee.play(&mut seats, &opening, 7).unwrap()
}

const DUEL: Auction = Auction { players: 2, rounds: 10, dice: false };

fn duel(rules: Rules, one: Habit, other: Habit) -> Record<u32> {
    played(&DUEL, rules, Control::default(), &mut [one, other])
}

#[test]
fn a_game_is_played_to_its_end() {
    let record = duel(Rules::default(), Habit::Says(2, None), Habit::Says(3, None));
    assert_eq!((record.ending, &record.results[..]), (Ending::Over, &[0.0, 1.0][..]));
    assert_eq!((record.moves.len(), record.asked), (20, 20));
    let record = duel(Rules::default(), Habit::Says(2, None), Habit::Says(2, None));
    assert_eq!(record.results, [0.5, 0.5]);
}

#[test]
fn who_commits_a_fault_loses() {
    let good = Habit::Says(1, None);
    for (bad, kind) in [
        (Habit::Says(4, None), FaultKind::Illegal),
        (Habit::Crashes, FaultKind::Crash),
        (Habit::FailsToBegin, FaultKind::Crash),
    ] {
        let record = duel(Rules::default(), good, bad);
        assert_eq!(record.ending, Ending::Fault(Player::MIN, kind));
        assert_eq!(record.results, [1.0, 0.0]);
        assert_eq!((record.faults.len(), record.faults[0].0), (1, Player::MIN));
    }
    let record = duel(Rules::default(), Habit::Resigns, good);
    assert_eq!((record.ending, record.results[0]), (Ending::Resigned(Player::MAX), 0.0));
    assert!(record.faults.is_empty(), "to give up is no fault");
}

#[test]
fn who_is_too_slow_loses_on_time() {
    let slow = Habit::Slow(Duration::from_millis(30));
    let control = Control { per_move: Some(Duration::from_millis(10)), ..Control::default() };
    let record = played(&DUEL, Rules::default(), control, &mut [slow, Habit::Says(1, None)]);
    assert_eq!(record.ending, Ending::Fault(Player::MAX, FaultKind::Time));
    assert!(record.faults[0].1.what.ends_with("ms too late"), "{:?}", record.faults);
    // Three moves in 100 ms, again and again: 30 ms each are fine.
    let period = Some("3/0.2".parse().unwrap());
    let control = Control { period, ..Control::default() };
    let short = Auction { rounds: 4, ..DUEL };
    let record = played(&short, Rules::default(), control, &mut [slow, Habit::Says(1, None)]);
    assert_eq!(record.ending, Ending::Over);
    let left: Vec<Duration> = record.moves.iter().filter_map(|made| made.left).collect();
    assert!(left[0] < Duration::from_millis(171) && left[4] > Duration::from_millis(200));
}

/// Who had to wait for a processor is charged for what it used, and nobody for more than it took.
#[test]
fn waiting_is_not_thinking() {
    let milli = Duration::from_millis;
    let control = Control { per_move: Some(milli(10)), ..Control::default() };
    let short = Auction { rounds: 2, ..DUEL };
    let record =
        |one: Habit| played(&short, Rules::default(), control, &mut [one, Habit::Says(1, None)]);
    assert_eq!(record(Habit::Waits(milli(30), milli(5))).ending, Ending::Over);
    let late = record(Habit::Waits(milli(30), milli(15)));
    assert_eq!(late.ending, Ending::Fault(Player::MAX, FaultKind::Time));
    assert_eq!(late.faults[0].1.what, "5 ms too late (threads waited 15 ms for a processor)");
    assert_eq!(record(Habit::Waits(Duration::ZERO, milli(1_000))).ending, Ending::Over);
}

#[test]
fn hopeless_and_drawn_games_are_not_played_out() {
    let resign = Some(ResignRule { moves: 3, score: 500.0, both: false });
    let rules = Rules { resign, ..Rules::default() };
    let record = duel(rules, Habit::Says(1, Some(-600.0)), Habit::Says(3, None));
    assert_eq!((record.ending, record.moves.len()), (Ending::Lost(Player::MAX), 5));
    assert_eq!(record.results, [0.0, 1.0]);
    let resign = Some(ResignRule { moves: 3, score: 500.0, both: true });
    let rules = Rules { resign, ..Rules::default() };
    let record = duel(rules, Habit::Says(1, Some(-600.0)), Habit::Says(3, Some(400.0)));
    assert_eq!(record.ending, Ending::Over, "the other one does not agree");
    let record = duel(rules, Habit::Says(1, Some(-600.0)), Habit::Says(3, Some(500.0)));
    assert_eq!((record.ending, record.moves.len()), (Ending::Lost(Player::MAX), 7));

    let draw = Some(DrawRule { from: 5, moves: 2, score: 10.0 });
    let rules = Rules { draw, ..Rules::default() };
    let record = duel(rules, Habit::Says(1, Some(-9.0)), Habit::Says(3, Some(3.0)));
    assert_eq!((record.ending, record.moves.len()), (Ending::Drawn, 10));
    assert_eq!(record.results, [0.5, 0.5]);
    let record = duel(rules, Habit::Says(1, Some(-9.0)), Habit::Says(3, None));
    assert_eq!(record.ending, Ending::Over, "who says nothing does not agree to a draw");

    let rules = Rules { longest: Some(3), ..Rules::default() };
    let record = duel(rules, Habit::Says(1, None), Habit::Says(3, None));
    assert_eq!((record.ending, record.moves.len()), (Ending::Longest, 6));
    assert_eq!(record.results, [0.5, 0.5]);
}

/// Scores that would end the game with its last move come too late: it is over.
#[test]
fn a_game_that_is_over_is_not_adjudicated() {
    let (low, high) = (Habit::Says(1, Some(-600.0)), Habit::Says(3, Some(600.0)));
    let draw = Some(DrawRule { from: 10, moves: 10, score: 1e6 });
    let record = duel(Rules { draw, ..Rules::default() }, low, high);
    assert_eq!((record.ending, &record.results[..]), (Ending::Over, &[0.0, 1.0][..]));
    let resign = Some(ResignRule { moves: 10, score: 500.0, both: false });
    let winner = Habit::Says(3, Some(-600.0));
    let record = duel(Rules { resign, ..Rules::default() }, Habit::Says(1, None), winner);
    assert_eq!((record.ending, &record.results[..]), (Ending::Over, &[0.0, 1.0][..]));
}

/// In a game for three the others play on with somebody who moves at random.
#[test]
fn a_fault_among_many_does_not_end_the_game() {
    let game = Auction { players: 3, rounds: 10, dice: true };
    let mut habits = [Habit::Says(3, None), Habit::Crashes, Habit::Says(2, None)];
    let record = played(&game, Rules::default(), Control::default(), &mut habits);
    assert_eq!((record.ending, record.faults.len()), (Ending::Over, 1));
    assert_eq!(record.moves.len(), 60);
    assert!(record.results.iter().sum::<f64>().abs() < 1e-9);
    assert!(record.results[0] > record.results[2]);
}

fn tournament<'t>(
    game: &'t Auction,
    concurrency: usize,
    opening: &'t (dyn Fn(u64) -> Opening<Bids, u32> + Sync),
    contestant: &'t (dyn Fn(usize) -> Box<dyn Contestant<Auction> + 't> + Sync),
) -> Tournament<'t, Auction> {
    let stop = Arc::new(AtomicBool::new(false));
    Tournament {
        referee: Referee { game, rules: Rules::default(), stop },
        controls: vec![Control::default(); 3],
        opening,
        contestant,
        seed: 5,
        concurrency,
    }
}

/// Three players and dice: everybody has every seat with the same dice, the same results come out on any number of
/// threads, and the mean has the better player ahead with an interval that excludes zero.
#[test]
fn many_players_and_dice_have_a_mean() {
    let game = Auction { players: 3, rounds: 3, dice: true };
    let opening = |_| Opening { position: game.start(), moves: vec![1] };
    let contestant = |player: usize| -> Box<dyn Contestant<Auction>> {
        match player {
            0 => Box::new(Habit::Says(3, None)),
            _ => Box::new(AtRandom::default()),
        }
    };
    let schedule = Schedule::new(Format::RoundRobin, 3, 3, Some(60));
    let results = |concurrency| {
        let mut found = vec![Vec::new(); 60];
        let tournament = tournament(&game, concurrency, &opening, &contestant);
        let encounters = (0..60).filter_map(|number| schedule.encounter(number));
        tournament.run(encounters, |played| {
            if let Some(played) = played {
                let games = played.encounter.games().into_iter().zip(&played.records);
                let mut sums = vec![0.0; 3];
                for (players, record) in games {
                    assert_eq!(record.moves.iter().filter(|made| made.by.is_none()).count(), 8);
                    players.iter().zip(&record.results).for_each(|(&one, won)| sums[one] += won);
                }
                found[played.encounter.number as usize] = sums;
            }
            ControlFlow::Continue(())
        });
        found
    };
    let found = results(1);
    assert_eq!(found, results(3));
    let mut means = [Mean::default(); 3];
    for sums in &found {
        means.iter_mut().zip(sums).for_each(|(mean, sum)| mean.add(sum / 3.0));
    }
    let [best, one, other] = means.map(|mean| mean.estimate(0.95));
    assert!(best.low > 0.0 && one.high < 0.0 && other.high < 0.0, "{best:?} {one:?} {other:?}");
    assert!((best.value + one.value + other.value).abs() < 1e-9);
}

#[test]
fn a_tournament_is_stopped_at_once() {
    let game = Auction { players: 2, rounds: 1_000, dice: false };
    let opening = |_| Opening { position: game.start(), moves: vec![] };
    let contestant =
        |_| -> Box<dyn Contestant<Auction>> { Box::new(Habit::Slow(Duration::from_millis(5))) };
    let tournament = tournament(&game, 2, &opening, &contestant);
    let schedule = Schedule::new(Format::RoundRobin, 2, 2, None);
    let mut told = 0;
    let encounters = (0..).map_while(|number| schedule.encounter(number));
    tournament.run(encounters, |played| {
        assert!(played.is_none(), "a pair takes 20 seconds");
        told += 1;
        if told < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(tournament.referee.stop.load(Ordering::Relaxed));
}
