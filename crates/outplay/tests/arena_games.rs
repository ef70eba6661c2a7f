//! The referee and whole tournaments, on games small enough to know what must happen.

#![allow(clippy::unwrap_used)] // a test that fails may panic

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outplay::arena::{
    Answer, Choice, Contestant, Control, DrawRule, Encounter, Ending, Estimate, Fault, FaultKind,
    Format, Games, News, Opening, Played, Record, Referee, ResignRule, Rules, Schedule, Score,
    Seat, Standings, Start, Task, Tournament, Trouble,
};
use outplay::face::{self, Catalogue, Entry, Faced, Listing, Options, Seated, Session};
use outplay::{Evaluation, Game, Player, Turn};

/// A game behind the face.
fn faced(entry: impl Into<Listing>) -> Faced {
    let listing = entry.into();
    let name = listing.name.clone();
    Faced(Catalogue::default().with(listing).game(&name).unwrap())
}

/// Everybody in turn says a number from 1 to 3, so many times. Then who has said most wins what the others said less.
/// With dice, one is thrown before every number, and doubles what is said if it shows 1.
#[derive(Clone)]
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

impl Auction {
    fn faced(&self) -> Faced {
        faced(Entry::new("auction", self.clone()).chance())
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

impl Contestant<Faced> for Habit {
    fn begin(&mut self, _: &Start<'_, Faced>, _: u64) -> Result<(), Trouble> {
        match self {
            Habit::FailsToBegin => Err(Fault::new(FaultKind::Crash, "it is not there").into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, task: &Task<'_, Faced>) -> Result<Answer<face::Choice>, Trouble> {
        assert_eq!(task.game.turn(task.position), Turn::Player(task.seat));
        let says = |number: u32| Choice::plain(face::Choice(number - 1));
        match *self {
            Habit::Says(number, score) => Ok(Answer::Move(Choice { score, ..says(number) })),
            Habit::Slow(time) => {
                std::thread::sleep(time);
                Ok(Answer::Move(says(3)))
            }
            Habit::Waits(time, used) => {
                std::thread::sleep(time);
                let waited = time.checked_sub(used);
                Ok(Answer::Move(Choice { used: Some(used), waited, ..says(3) }))
            }
            Habit::Resigns => Ok(Answer::Resign),
            Habit::Crashes => Err(Fault::new(FaultKind::Crash, "it is gone").into()),
            Habit::FailsToBegin => panic!("who could not begin is not asked"),
        }
    }
}

fn played(
    auction: &Auction,
    rules: Rules,
    control: Control,
    habits: &mut [Habit],
) -> Record<face::Choice> {
    let game = auction.faced();
    let referee = Referee { game: &game, rules, stop: Arc::new(AtomicBool::new(false)) };
    let mut seats: Vec<Seat<'_, Faced>> =
        habits.iter_mut().map(|contestant| Seat { contestant, control, seed: 1 }).collect();
    let opening = Opening { position: game.start(), moves: vec![] };
    referee.play(&mut seats, &opening, 7).unwrap()
}

const DUEL: Auction = Auction { players: 2, rounds: 10, dice: false };

fn duel(rules: Rules, one: Habit, other: Habit) -> Record<face::Choice> {
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

/// What chance did in a game, one throw after the other.
fn dice(record: &Record<face::Choice>) -> Vec<face::Choice> {
    record.moves.iter().filter(|made| made.by.is_none()).map(|made| made.choice.mv).collect()
}

/// In a game for three the others play on with somebody who moves at random, and the dice are the same as without a fault.
#[test]
fn a_fault_among_many_does_not_end_the_game() {
    let game = Auction { players: 3, rounds: 10, dice: true };
    let record = |second| {
        let mut habits = [Habit::Says(3, None), second, Habit::Says(2, None)];
        played(&game, Rules::default(), Control::default(), &mut habits)
    };
    for second in [Habit::Crashes, Habit::Resigns] {
        let (clean, record) = (record(Habit::Says(1, None)), record(second));
        let faults = usize::from(matches!(second, Habit::Crashes));
        assert_eq!((record.ending, record.faults.len()), (Ending::Over, faults));
        assert_eq!(record.moves.len(), 60);
        assert!(record.results.iter().sum::<f64>().abs() < 1e-9);
        assert!(record.results[0] > record.results[2]);
        assert_eq!(dice(&record), dice(&clean));
    }
}

/// A race for two: a die of three faces is thrown, and who is to move walks that far, or sets the other one back by it. After ten throws
/// it is won by who is ahead.
#[derive(Clone)]
struct Race;

#[derive(Clone, Debug, PartialEq)]
struct Track {
    ahead: i32,
    throws: u8,
    die: Option<i32>,
}

/// What is done with a throw; a throw is done nothing with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Thrown(i32),
    Walk,
    SetBack,
    Wait,
}

impl Game for Race {
    type Position = Track;
    type Move = Step;

    fn start(&self) -> Track {
        Track { ahead: 0, throws: 0, die: None }
    }
    fn turn(&self, track: &Track) -> Turn {
        match track.die {
            None => Turn::Chance,
            Some(_) => Turn::Player(Player((track.throws + 1) % 2)),
        }
    }
    fn moves(&self, track: &Track, moves: &mut Vec<Step>) {
        match track.die {
            None if track.throws < 10 => moves.extend([1, 2, 3].map(Step::Thrown)),
            None => {}
            Some(_) => moves.extend([Step::Wait, Step::Walk, Step::SetBack]),
        }
    }
    fn odds(&self, _: &Track, _: &[Step], odds: &mut Vec<f64>) {
        odds.extend([0.5, 0.3, 0.2]);
    }
    fn play(&self, track: &mut Track, step: Step) {
        let die = track.die.take().unwrap_or(0);
        let sign = if track.throws % 2 == 1 { 1 } else { -1 };
        match step {
            Step::Thrown(die) => {
                track.die = Some(die);
                track.throws += 1;
            }
            Step::Walk | Step::SetBack => track.ahead += sign * die,
            Step::Wait => {}
        }
    }
    fn payoff(&self, track: &Track, player: Player) -> f64 {
        let won = f64::from(track.ahead.signum());
        if player == Player::MAX { won } else { -won }
    }
}

/// Who is ahead.
#[derive(Clone)]
struct Lead;

impl Evaluation<Race> for Lead {
    fn evaluate(&self, _: &Race, track: &Track, player: Player) -> f64 {
        let lead = f64::from(track.ahead) / 100.0;
        if player == Player::MAX { lead } else { -lead }
    }
}

/// One of three takes one or two from a heap of ten; who takes the last one gets what the others lose.
#[derive(Clone)]
struct TakeAway;

impl Game for TakeAway {
    type Position = (u8, u8);
    type Move = u8;

    fn start(&self) -> (u8, u8) {
        (10, 0)
    }
    fn turn(&self, heap: &(u8, u8)) -> Turn {
        Turn::Player(Player(heap.1))
    }
    fn moves(&self, heap: &(u8, u8), moves: &mut Vec<u8>) {
        moves.extend(1..=heap.0.min(2));
    }
    fn play(&self, heap: &mut (u8, u8), taken: u8) {
        *heap = (heap.0 - taken, (heap.1 + 1) % 3);
    }
    fn payoff(&self, heap: &(u8, u8), player: Player) -> f64 {
        if (player.0 + 1) % 3 == heap.1 { 2.0 } else { -1.0 }
    }
    fn players(&self) -> usize {
        3
    }
}

/// Alone: a coin is thrown four times, with 1 or 5 on it, and each time it is taken or left. No more than two can be taken.
#[derive(Clone)]
struct Coins;

#[derive(Clone, Debug, PartialEq)]
struct Purse {
    sum: u32,
    taken: u8,
    throws: u8,
    shown: Option<u32>,
}

impl Game for Coins {
    type Position = Purse;
    type Move = u32;

    fn start(&self) -> Purse {
        Purse { sum: 0, taken: 0, throws: 0, shown: None }
    }
    fn turn(&self, purse: &Purse) -> Turn {
        if purse.shown.is_none() { Turn::Chance } else { Turn::Player(Player(0)) }
    }
    fn moves(&self, purse: &Purse, moves: &mut Vec<u32>) {
        match purse.shown {
            None if purse.throws < 4 => moves.extend([1, 5]),
            None => {}
            Some(_) if purse.taken < 2 => moves.extend([0, 1]),
            Some(_) => moves.push(0),
        }
    }
    fn play(&self, purse: &mut Purse, mv: u32) {
        match purse.shown.take() {
            None => (purse.shown, purse.throws) = (Some(mv), purse.throws + 1),
            Some(coin) => {
                purse.sum += mv * coin;
                purse.taken += mv as u8;
            }
        }
    }
    fn payoff(&self, purse: &Purse, _: Player) -> f64 {
        f64::from(purse.sum)
    }
    fn players(&self) -> usize {
        1
    }
}

/// A match between searches by name, each with a depth.
struct Contest {
    game: Faced,
    players: Vec<(&'static str, Option<u32>)>,
    rounds: u64,
    concurrency: usize,
}

impl Contest {
    fn schedule(&self) -> Schedule {
        let seats = self.game.players();
        Schedule::new(Format::RoundRobin, self.players.len(), seats, Some(self.rounds))
    }

    /// All encounters, in their order.
    fn played(&self) -> Vec<Played<face::Choice>> {
        let opening = |_| Opening { position: self.game.start(), moves: vec![] };
        let contestant = |player: usize| -> Box<dyn Contestant<Faced>> {
            let (name, _) = self.players[player];
            Box::new(Seated::new(self.game.0.thinker(name, &Options::default()).unwrap()))
        };
        let controls =
            self.players.iter().map(|&(_, depth)| Control { depth, ..Control::default() });
        let stop = Arc::new(AtomicBool::new(false));
        let tournament = Tournament {
            referee: Referee { game: &self.game, rules: Rules::default(), stop },
            controls: controls.collect(),
            opening: &opening,
            contestant: &contestant,
            seed: 5,
            concurrency: self.concurrency,
        };
        let (schedule, mut all) = (self.schedule(), Vec::new());
        tournament.run((0..).map_while(|number| schedule.encounter(number)), |news| {
            if let News::Played(played) = news {
                all.push(played);
            }
            ControlFlow::Continue(())
        });
        all.sort_by_key(|played| played.encounter.number);
        all
    }

    fn standings(&self) -> Standings {
        let mut standings = Standings::new(self.players.len());
        for Played { encounter, records } in self.played() {
            let score = |record: &Record<face::Choice>| {
                assert_eq!((record.ending, record.faults.len()), (Ending::Over, 0));
                Score { results: record.results.clone(), ..Score::default() }
            };
            let scores: Vec<Score> = records.iter().map(score).collect();
            standings.add(&encounter, &scores);
        }
        standings
    }
}

fn race() -> Faced {
    faced(Entry::new("race", Race).chance().evaluation(Lead))
}

/// All moves of an encounter, game by game.
fn lines(played: &Played<face::Choice>) -> Vec<Vec<face::Choice>> {
    let line = |record: &Record<face::Choice>| -> Vec<face::Choice> {
        record.moves.iter().map(|made| made.choice.mv).collect()
    };
    played.records.iter().map(line).collect()
}

/// The k-th throw is the same in all games of an encounter, and another encounter has other dice, even in the same round.
#[test]
fn the_games_of_an_encounter_have_the_same_dice() {
    let three = Auction { players: 3, rounds: 3, dice: true }.faced();
    let random = ("random", None);
    for (game, players, throws) in [(race(), vec![random; 3], 10), (three, vec![random; 4], 9)] {
        let contest = Contest { game, players, rounds: 10, concurrency: 2 };
        let all = contest.played();
        let mut seen = Vec::new();
        for Played { encounter, records } in &all {
            let first = dice(&records[0]);
            assert_eq!((first.len(), records.len()), (throws, encounter.seats));
            assert!(records.iter().all(|record| dice(record) == first), "{encounter:?}");
            seen.push(first);
        }
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert!(
            seen.len() > count / 2,
            "every encounter has dice of its own, and few are the same"
        );
        // The players chose otherwise all the same, and on one thread all comes out as on two.
        assert!(all.iter().any(|played| lines(played)[0] != lines(played)[1]));
        let again = Contest { concurrency: 1, ..contest }.played();
        assert!(all.iter().map(lines).eq(again.iter().map(lines)));
    }
}

/// With dice there is still a winner, and pairs are counted.
#[test]
fn a_race_with_dice_is_a_game_for_two() {
    let players = vec![("max-n", Some(3)), ("expectimax", Some(1)), ("random", None)];
    let contest = Contest { game: race(), players, rounds: 30, concurrency: 1 };
    let standings = contest.standings();
    assert_eq!((standings.encounters, standings.games), (90, 180));
    for search in [0, 1] {
        let (games, pairs) = standings.between(search, 2);
        assert_eq!((games.count(), pairs.count()), (60, 30));
        assert!(games.points() > 45.0, "{games}");
    }
}

/// Three players: everybody on every seat, a mean for each, and no pairs.
#[test]
fn three_players_have_a_mean() {
    let game = faced(Entry::new("take-away", TakeAway));
    let players = vec![("max-n", None), ("random", None), ("paranoid", Some(10))];
    let contest = Contest { game, players, rounds: 60, concurrency: 1 };
    for number in 0..4 {
        let games = contest.schedule().encounter(number).unwrap().games();
        for seat in 0..3 {
            let mut there: Vec<usize> = games.iter().map(|players| players[seat]).collect();
            there.sort_unstable();
            assert_eq!(there, [0, 1, 2]);
        }
    }
    let standings = contest.standings();
    assert_eq!((standings.encounters, standings.games), (60, 180));
    assert_eq!(standings.between(0, 1).0, Games::default());
    let [best, random, paranoid] = [0, 1, 2].map(|player| standings.means[player].estimate(0.95));
    assert!((best.value + random.value + paranoid.value).abs() < 1e-9);
    assert!(best.low > random.high, "{best:?} {random:?} {paranoid:?}");
}

/// Four seats with four players, and with two of whom each has two of them.
#[test]
fn four_seats_are_taken() {
    let auction = Auction { players: 4, rounds: 2, dice: true };
    let game = faced(Entry::new("auction", auction).chance().evaluation(Sum));
    let players = [("expectimax", Some(1)), ("random", None), ("random", None), ("random", None)];
    for count in [4, 2] {
        let (game, players) = (game.clone(), players[..count].to_vec());
        let contest = Contest { game, players, rounds: 20, concurrency: 2 };
        let standings = contest.standings();
        assert_eq!((standings.encounters, standings.games), (20, 80));
        let means: Vec<Estimate> = standings.means.iter().map(|one| one.estimate(0.95)).collect();
        assert!(means.iter().map(|mean| mean.value).sum::<f64>().abs() < 1e-9, "{means:?}");
        assert!(means[0].low > 0.0, "{means:?}");
    }
}

/// What has been said so far.
#[derive(Clone)]
struct Sum;

impl Evaluation<Auction> for Sum {
    fn evaluate(&self, _: &Auction, bids: &Bids, player: Player) -> f64 {
        f64::from(bids.sums[player.index()])
    }
}

/// Alone, everybody has the same dice, and a mean of what was won.
#[test]
fn who_plays_alone_has_a_mean() {
    let game = faced(Entry::new("coins", Coins).chance());
    let players = vec![("random", None), ("expectimax", None)];
    let contest = Contest { game, players, rounds: 100, concurrency: 2 };
    let all = contest.played();
    assert!(all.iter().all(|played| played.records.len() == 2));
    assert!(all.iter().all(|played| dice(&played.records[0]) == dice(&played.records[1])));
    let standings = contest.standings();
    assert_eq!((standings.encounters, standings.games), (100, 200));
    assert_eq!(standings.between(0, 1).0, Games::default());
    let [random, best] = [0, 1].map(|player| standings.means[player].estimate(0.95));
    // By hand it is 8.5: a 5 is always taken, and a 1 where as many throws are left as coins may be taken.
    assert!(best.low > random.high, "{best:?} {random:?}");
    assert!(best.low < 8.5 && best.high > 8.5, "{best:?}");
}

/// A search that does not take the game is refused before anything is played.
#[test]
fn who_cannot_play_is_told_so() {
    let game = faced(Entry::new("take-away", TakeAway));
    let refusal = game.0.thinker("alpha-beta", &Options::default()).err().unwrap();
    assert_eq!(
        refusal.to_string(),
        "`alpha-beta` takes games in which one player wins what the other loses: \
         take-away can be searched by max-n, paranoid, expectimax, mcts"
    );
}

/// Throws in an opening follow the odds, and moves of players are equally likely.
#[test]
fn a_session_throws_its_dice() {
    let mut session = race().start();
    let thrown = |session: &dyn Session, number| session.name(session.thrown(number));
    let names = [0.0, 0.49, 0.51, 0.79, 0.81].map(|number| thrown(&*session, number));
    assert_eq!(names, ["Thrown(1)", "Thrown(1)", "Thrown(2)", "Thrown(2)", "Thrown(3)"]);
    session.play(face::Choice(0));
    assert_eq!(
        [0.3, 0.4, 0.7].map(|number| thrown(&*session, number)),
        ["Wait", "Walk", "SetBack"]
    );
}

#[test]
fn a_tournament_is_stopped_at_once() {
    let game = Auction { players: 2, rounds: 1_000, dice: false }.faced();
    let opening = |_| Opening { position: game.start(), moves: vec![] };
    let contestant =
        |_| -> Box<dyn Contestant<Faced>> { Box::new(Habit::Slow(Duration::from_millis(5))) };
    let stop = Arc::new(AtomicBool::new(false));
    let tournament = Tournament {
        referee: Referee { game: &game, rules: Rules::default(), stop },
        controls: vec![Control::default(); 2],
        opening: &opening,
        contestant: &contestant,
        seed: 5,
        concurrency: 2,
    };
    let schedule = Schedule::new(Format::RoundRobin, 2, 2, None);
    let mut told = Vec::new();
    let encounters = (0..).map_while(|number| schedule.encounter(number));
    tournament.run(encounters, |news| {
        let News::UnderWay(games) = news else { panic!("a pair takes 20 seconds") };
        told.push(games.to_vec());
        if told.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(tournament.referee.stop.load(Ordering::Relaxed));
    // Both games are told of, and go on.
    let numbers = |encounter: &Encounter| encounter.number;
    let last = told.last().unwrap();
    assert_eq!(last.iter().map(|game| numbers(&game.encounter)).collect::<Vec<u64>>(), [0, 1]);
    assert!(last.iter().all(|game| game.game == 0 && game.moves > 0), "{last:?}");
}
