//! The referee: plays one game between contestants and says how it ended.
//!
//! In a game for two, who commits a fault loses. In a game for more, the others are not to suffer from it: the referee goes on
//! in the place of who did, with moves at random, and the game is played to its end. So is a game for one.
//!
//! The dice have random numbers of their own: the k-th throw of a game takes the k-th number that follows from its seed, whatever the players
//! do and whoever is replaced.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::{Answer, Choice, Contestant, Fault, FaultKind, Start, Task, Trouble};
use super::control::{Control, Flag, Timer};
use super::dice;
use super::schedule::seed_for;
use crate::{Clock, Game, Past, Player, Turn, WithPast};

/// When a game ends before it is over.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rules {
    /// When a game is given as a draw.
    pub draw: Option<DrawRule>,
    /// When a game is given as lost.
    pub resign: Option<ResignRule>,
    /// After so many moves of every player, those of the opening included, a game is drawn.
    pub longest: Option<u32>,
}

/// A draw, if both players' scores stay near zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// Not before so many moves of every player.
    pub from: u32,
    /// For so many moves of every player in a row.
    pub moves: u32,
    /// This far from zero, at most.
    pub score: f64,
}

/// A loss, if a player's own score stays low.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// For so many moves in a row.
    pub moves: u32,
    /// This far below zero, at least.
    pub score: f64,
    /// Whether the other player has to agree, by a score as far above zero.
    pub both: bool,
}

/// Where a game begins: a position, and moves that are made without asking anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P, M> {
    /// The first position.
    pub position: P,
    /// The moves.
    pub moves: Vec<M>,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<M> {
    /// All moves after those of the opening.
    pub moves: Vec<Made<M>>,
    /// What every seat got. In a game for two: 1 for a win, ½ for a draw, 0 for a loss. In any other game: the payoffs, or 0
    /// for everybody if there are none, because of a limit on the moves.
    pub results: Vec<f64>,
    /// Why it ended.
    pub ending: Ending,
    /// What went wrong, by seat.
    pub faults: Vec<(Player, Fault)>,
    /// How many moves contestants were asked for.
    pub asked: u32,
    /// What the referee needed for itself, all moves together.
    pub overhead: Duration,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made<M> {
    /// The move, and what the contestant thought of it.
    pub choice: Choice<M>,
    /// Who made it; nobody, if it was chance.
    pub by: Option<Player>,
    /// How long it took.
    pub time: Duration,
    /// What was left on the clock after it.
    pub left: Option<Duration>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its own rules.
    Over,
    /// A player gave up.
    Resigned(Player),
    /// By the rule for low scores.
    Lost(Player),
    /// By the rule for scores near zero.
    Drawn,
    /// By the limit on the moves.
    Longest,
    /// A player committed a fault.
    Fault(Player, FaultKind),
}

impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Over => "over",
            Ending::Resigned(_) => "resigned",
            Ending::Lost(_) => "adjudicated: lost",
            Ending::Drawn => "adjudicated: drawn",
            Ending::Longest => "adjudicated: move limit",
            Ending::Fault(_, kind) => return Display::fmt(kind, f),
        })
    }
}

/// The match was stopped, and the game with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Plays games.
#[derive(Clone, Debug)]
pub struct Referee<'r, G> {
    /// The rules of the game.
    pub game: &'r G,
    /// When a game ends early.
    pub rules: Rules,
    /// When this is set, games are given up.
    pub stop: Arc<AtomicBool>,
}

/// A contestant on a seat.
pub struct Seat<'s, G: Game> {
    /// Who sits there.
    pub contestant: &'s mut dyn Contestant<G>,
    /// How long it may think.
    pub control: Control,
    /// For whatever it does by chance.
    pub seed: u64,
}

impl<G: Game> Referee<'_, G> {
    /// Plays one game. The dice follow from the seed alone.
    ///
    /// # Panics
    /// If there is not one contestant for each player of the game.
    pub fn play(
        &self,
        seats: &mut [Seat<'_, G>],
        opening: &Opening<G::Position, G::Move>,
        seed: u64,
    ) -> Result<Record<G::Move>, Stopped> {
        self.play_and_tell(seats, opening, seed, &mut |_| ())
    }

    /// The same, and `told` hears of every move after the opening as soon as it is made.
    ///
    /// # Panics
    /// If there is not one contestant for each player of the game.
    pub fn play_and_tell(
        &self,
        seats: &mut [Seat<'_, G>],
        opening: &Opening<G::Position, G::Move>,
        seed: u64,
        told: &mut dyn FnMut(&Made<G::Move>),
    ) -> Result<Record<G::Move>, Stopped> {
        assert_eq!(seats.len(), self.game.players(), "one contestant for each player of the game");
        let mut table = Table::new(self, seats, opening, seed);
        table.begin(opening)?;
        let started = Instant::now();
        while table.ending.is_none() {
            let made = table.made.len();
            table.step(opening)?;
            table.made[made..].iter().for_each(&mut *told);
        }
        let overhead = started.elapsed().saturating_sub(table.thinking);
        Ok(table.record(overhead))
    }
}

/// One game, while it is played.
struct Table<'t, 's, G: Game> {
    referee: &'t Referee<'t, G>,
    seats: &'t mut [Seat<'s, G>],
    timers: Vec<Timer>,
    /// With all that came before, because the rules may mind what comes again.
    position: Past<G::Position>,
    /// Those of the opening included.
    line: Vec<G::Move>,
    made: Vec<Made<G::Move>>,
    legal: Vec<G::Move>,
    dice: fastrand::Rng,
    /// What those move by who are replaced.
    stand_ins: fastrand::Rng,
    /// Who is replaced by random moves.
    out: Vec<bool>,
    faults: Vec<(Player, Fault)>,
    ending: Option<Ending>,
    asked: u32,
    thinking: Duration,
}

/// Whatever happens by chance has its own seed.
const DICE: u64 = 1;
const STAND_INS: u64 = 2;

impl<'t, 's, G: Game> Table<'t, 's, G> {
    fn new(
        referee: &'t Referee<'t, G>,
        seats: &'t mut [Seat<'s, G>],
        opening: &Opening<G::Position, G::Move>,
        seed: u64,
    ) -> Self {
        let position = WithPast::new(referee.game).after(&opening.position, &opening.moves);
        Table {
            referee,
            timers: seats.iter().map(|seat| Timer::new(seat.control)).collect(),
            out: vec![false; seats.len()],
            seats,
            position,
            line: opening.moves.clone(),
            made: Vec::new(),
            legal: Vec::new(),
            dice: fastrand::Rng::with_seed(seed_for(seed, DICE, 0)),
            stand_ins: fastrand::Rng::with_seed(seed_for(seed, STAND_INS, 0)),
            faults: Vec::new(),
            ending: None,
            asked: 0,
            thinking: Duration::ZERO,
        }
    }

    fn begin(&mut self, opening: &Opening<G::Position, G::Move>) -> Result<(), Stopped> {
        for seat in Player::all(self.seats.len()) {
            let Seat { contestant, control, seed } = &mut self.seats[seat.index()];
            let start = Start {
                game: self.referee.game,
                position: &opening.position,
                seat,
                control,
                stop: &self.referee.stop,
            };
            match contestant.begin(&start, *seed) {
                Ok(()) => self.faults.extend(contestant.lapse().map(|fault| (seat, fault))),
                Err(Trouble::Stopped) => return Err(Stopped),
                Err(Trouble::Fault(fault)) => self.commit(seat, fault),
            }
        }
        Ok(())
    }

    /// One move, or the end.
    fn step(&mut self, opening: &Opening<G::Position, G::Move>) -> Result<(), Stopped> {
        if self.referee.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.is_over() {
            self.ending = Some(Ending::Over);
            return Ok(());
        }
        if self.is_too_long() {
            self.ending = Some(Ending::Longest);
            return Ok(());
        }
        match self.referee.game.turn(&self.position) {
            Turn::Chance => {
                let mv = self.thrown();
                self.make(Choice::plain(mv), None, Duration::ZERO);
            }
            Turn::Player(seat) if self.out[seat.index()] => {
                let any = *self.stand_ins.choice(&self.legal).expect("the game is not over");
                self.make(Choice::plain(any), Some(seat), Duration::ZERO);
            }
            Turn::Player(seat) => self.ask(seat, opening)?,
        }
        Ok(())
    }

    fn is_over(&mut self) -> bool {
        self.legal.clear();
        WithPast::new(self.referee.game).moves(&self.position, &mut self.legal);
        self.legal.is_empty()
    }

    fn is_too_long(&self) -> bool {
        let plies = self.line.len() as u64;
        let round = self.referee.game.round() as u64;
        self.referee.rules.longest.is_some_and(|longest| plies >= u64::from(longest) * round)
    }

    /// A move of chance.
    fn thrown(&mut self) -> G::Move {
        let mut odds = Vec::new();
        self.referee.game.odds(&self.position, &self.legal, &mut odds);
        let index = dice::outcome(&odds, self.dice.f64());
        self.legal[index]
    }

    fn ask(
        &mut self,
        seat: Player,
        opening: &Opening<G::Position, G::Move>,
    ) -> Result<(), Stopped> {
        let clocks: Vec<Option<Clock>> = self.timers.iter().map(Timer::clock).collect();
        let place = &mut self.seats[seat.index()];
        let task = Task {
            game: self.referee.game,
            start: &opening.position,
            moves: &self.line,
            position: &self.position,
            legal: &self.legal,
            seat,
            control: &place.control,
            clocks: &clocks,
            allowed: self.timers[seat.index()].allowed(),
            stop: &self.referee.stop,
        };
        let asked = Instant::now();
        let answer = place.contestant.answer(&task);
        let time = asked.elapsed();
        self.thinking += time;
        self.asked += 1;
        match answer {
            Err(Trouble::Stopped) => return Err(Stopped),
            // What was found after the match was stopped was not thought through.
            _ if self.referee.stop.load(Ordering::Relaxed) => return Err(Stopped),
            Err(Trouble::Fault(fault)) => self.commit(seat, fault),
            Ok(Answer::Resign) => self.resign(seat),
            Ok(Answer::Move(choice)) if !self.legal.contains(&choice.mv) => {
                let what = format!("{:?} is not a legal move", choice.mv);
                self.commit(seat, Fault::new(FaultKind::Illegal, what));
            }
            Ok(Answer::Move(choice)) => match self.charge(seat, &choice, time) {
                Ok(used) => {
                    self.make(choice, Some(seat), used);
                    self.adjudicate(seat);
                }
                Err(Flag { over }) => {
                    self.commit(seat, late(over, choice.waited));
                }
            },
        }
        Ok(())
    }

    /// Takes a move off the clock: what it used, and never more than it took.
    fn charge(
        &mut self,
        seat: Player,
        choice: &Choice<G::Move>,
        took: Duration,
    ) -> Result<Duration, Flag> {
        let used = choice.used.map_or(took, |used| used.min(took));
        self.timers[seat.index()].spend(used).map(|()| used)
    }

    fn make(&mut self, choice: Choice<G::Move>, by: Option<Player>, time: Duration) {
        WithPast::new(self.referee.game).play(&mut self.position, choice.mv);
        self.line.push(choice.mv);
        let clock = by.and_then(|seat| self.timers[seat.index()].clock());
        self.made.push(Made { choice, by, time, left: clock.map(|clock| clock.left) });
    }

    fn commit(&mut self, seat: Player, fault: Fault) {
        if self.seats.len() == 2 && self.ending.is_none() {
            self.ending = Some(Ending::Fault(seat, fault.kind));
        }
        self.faults.push((seat, fault));
        self.out[seat.index()] = true;
    }

    /// In any other game than one for two, who gives up is replaced, too.
    fn resign(&mut self, seat: Player) {
        self.out[seat.index()] = true;
        if self.seats.len() == 2 {
            self.ending = Some(Ending::Resigned(seat));
        }
    }

    /// Ends a game by the scores. One that is over by its own rules keeps its result.
    fn adjudicate(&mut self, seat: Player) {
        if self.seats.len() != 2 || self.is_over() {
            return;
        }
        let Rules { draw, resign, .. } = self.referee.rules;
        let round = self.referee.game.round();
        if let Some(DrawRule { from, moves, score }) = draw {
            let run = |choice: &Choice<G::Move>| choice.score.is_some_and(|one| one.abs() <= score);
            let long = self.run(|made| made.by.is_some(), run);
            if self.line.len() >= from as usize * round && long >= moves as usize * round {
                self.ending = Some(Ending::Drawn);
            }
        }
        if let Some(ResignRule { moves, score, both }) = resign {
            let low = |choice: &Choice<G::Move>| choice.score.is_some_and(|one| one <= -score);
            let high = |choice: &Choice<G::Move>| choice.score.is_some_and(|one| one >= score);
            let own = self.run(|made| made.by == Some(seat), low);
            let other = self.run(|made| made.by == Some(seat.other()), high);
            if own >= moves as usize && (!both || other >= moves as usize) {
                self.ending = Some(Ending::Lost(seat));
            }
        }
    }

    /// How many of the last moves that are meant have it in a row.
    fn run(
        &self,
        is_meant: impl Fn(&Made<G::Move>) -> bool,
        has_it: impl Fn(&Choice<G::Move>) -> bool,
    ) -> usize {
        let last = self.made.iter().rev().filter(|made| is_meant(made));
        last.take_while(|made| has_it(&made.choice)).count()
    }

    fn record(self, overhead: Duration) -> Record<G::Move> {
        let ending = self.ending.expect("the game has ended");
        let payoffs: Vec<f64> = match ending {
            Ending::Over => Player::all(self.seats.len())
                .map(|player| WithPast::new(self.referee.game).payoff(&self.position, player))
                .collect(),
            _ => vec![0.0; self.seats.len()],
        };
        let results = match (&payoffs[..], ending) {
            ([..], Ending::Fault(loser, _) | Ending::Resigned(loser) | Ending::Lost(loser)) => {
                Player::all(2).map(|player| if player == loser { 0.0 } else { 1.0 }).collect()
            }
            (&[one, other], _) => match one.partial_cmp(&other) {
                Some(std::cmp::Ordering::Greater) => vec![1.0, 0.0],
                Some(std::cmp::Ordering::Less) => vec![0.0, 1.0],
                _ => vec![0.5, 0.5],
            },
            _ => payoffs,
        };
        let Table { made, faults, asked, .. } = self;
        Record { moves: made, results, ending, faults, asked, overhead }
    }
}

/// An answer came too late, and this may be why.
fn late(over: Duration, waited: Option<Duration>) -> Fault {
    let milliseconds = |time: Duration| time.as_micros() as f64 / 1e3;
    let mut what = format!("{} ms too late", milliseconds(over));
    if let Some(waited) = waited {
        what += &format!(" (threads waited {} ms for a processor)", milliseconds(waited));
    }
    Fault::new(FaultKind::Time, what)
}
