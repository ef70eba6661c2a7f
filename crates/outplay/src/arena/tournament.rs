//! A tournament: many encounters, several at a time.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::contestant::Contestant;
use super::control::Control;
use super::referee::{Made, Opening, Record, Referee, Seat};
use super::schedule::{Encounter, seed_for};
use crate::Game;

/// An encounter that was played: a record for each of its games.
#[derive(Clone, Debug)]
pub struct Played<M> {
    /// Which one.
    pub encounter: Encounter,
    /// A record for each of its [games](Encounter::games).
    pub records: Vec<Record<M>>,
}

/// A game that is played right now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// Of which encounter it is one.
    pub encounter: Encounter,
    /// Which of its [games](Encounter::games), from 0.
    pub game: usize,
    /// How many moves were made after the opening, those of chance included.
    pub moves: usize,
}

/// What a tournament tells while it goes on.
#[derive(Debug)]
pub enum News<'n, M> {
    /// An encounter is over.
    Played(Played<M>),
    /// So far these games are under way. This is told every now and then.
    UnderWay(&'n [UnderWay]),
}

/// What a tournament needs to know.
pub struct Tournament<'t, G: Game> {
    /// Who plays the games.
    pub referee: Referee<'t, G>,
    /// How long every player may think, by number.
    pub controls: Vec<Control>,
    /// The opening of a round.
    pub opening: &'t (dyn Fn(u64) -> Opening<G::Position, G::Move> + Sync),
    /// A new contestant for the player of this number.
    pub contestant: &'t (dyn Fn(usize) -> Box<dyn Contestant<G> + 't> + Sync),
    /// For all that happens by chance.
    pub seed: u64,
    /// How many encounters are played at a time.
    pub concurrency: usize,
}

/// How often the one who watches is asked whether to go on, at least.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a player does by chance has seeds apart from those of the dice.
const PLAYERS: u64 = 2;
const DICE: u64 = 3;

/// What one thread plays right now.
type Board = Mutex<Option<UnderWay>>;

impl<'t, G: Game + Sync> Tournament<'t, G>
where
    G::Position: Send + Sync,
    G::Move: Send + Sync,
{
    /// Plays all encounters. `watch` is told each as soon as it is over, in whatever order they are, and now and then what is under way.
    /// Once it breaks off, games under way are given up.
    pub fn run(
        &self,
        encounters: impl Iterator<Item = Encounter> + Send,
        mut watch: impl FnMut(News<'_, G::Move>) -> ControlFlow<()>,
    ) {
        let encounters = Mutex::new(encounters);
        let boards: Vec<Board> = (0..self.concurrency.max(1)).map(|_| Board::default()).collect();
        let (sender, done) = mpsc::channel();
        thread::scope(|scope| {
            for board in &boards {
                let (sender, encounters) = (sender.clone(), &encounters);
                scope.spawn(move || {
                    let mut hall = Hall { tournament: self, board, contestants: HashMap::new() };
                    loop {
                        let next = encounters.lock().ok().and_then(|mut all| all.next());
                        let Some(encounter) = next else { break };
                        let Some(played) = hall.play(encounter) else { break };
                        if sender.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                let told = match done.recv_timeout(PATIENCE) {
                    Ok(played) => watch(News::Played(played)),
                    Err(RecvTimeoutError::Timeout) => watch(News::UnderWay(&under_way(&boards))),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if told.is_break() {
                    self.referee.stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
    }
}

/// All games that are played right now, the first encounter first.
fn under_way(boards: &[Board]) -> Vec<UnderWay> {
    let now = |board: &Board| board.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut all: Vec<UnderWay> = boards.iter().filter_map(now).collect();
    all.sort_by_key(|one| one.encounter.number);
    all
}

/// One thread of a tournament, and the contestants it has.
struct Hall<'h, 't, G: Game> {
    tournament: &'h Tournament<'t, G>,
    board: &'h Board,
    /// By player, and by how many seats that player has.
    contestants: HashMap<(usize, usize), Box<dyn Contestant<G> + 't>>,
}

impl<G: Game> Hall<'_, '_, G> {
    /// All games of an encounter; none if it was stopped.
    fn play(&mut self, encounter: Encounter) -> Option<Played<G::Move>> {
        let opening = (self.tournament.opening)(encounter.round);
        let games = encounter.games().len();
        let records = (0..games).map(|game| {
            self.show(Some(UnderWay { encounter: encounter.clone(), game, moves: 0 }));
            self.play_game(&encounter, game, &opening)
        });
        let records = records.collect::<Option<Vec<_>>>();
        self.show(None);
        Some(Played { encounter, records: records? })
    }

    /// One of the games of an encounter.
    fn play_game(
        &mut self,
        encounter: &Encounter,
        game: usize,
        opening: &Opening<G::Position, G::Move>,
    ) -> Option<Record<G::Move>> {
        let Hall { tournament, board, contestants } = self;
        let games = encounter.games();
        let players = &games[game];
        let keys = keys(players);
        for &key in &keys {
            contestants.entry(key).or_insert_with(|| (tournament.contestant)(key.0));
        }
        let number = encounter.number * games.len() as u64 + game as u64;
        let seed = |seat: usize| {
            seed_for(tournament.seed, PLAYERS, number * players.len() as u64 + seat as u64)
        };
        // The contestants of this game, each borrowed once, in the order of the seats.
        let mut present: Vec<_> = contestants
            .iter_mut()
            .filter_map(|(key, one)| Some((keys.iter().position(|seat| seat == key)?, one)))
            .collect();
        present.sort_by_key(|(seat, _)| *seat);
        let mut seats: Vec<Seat<'_, G>> = present
            .into_iter()
            .map(|(seat, contestant)| Seat {
                contestant: &mut **contestant,
                control: tournament.controls[players[seat]],
                seed: seed(seat),
            })
            .collect();
        // The same for all games of the encounter.
        let dice = seed_for(tournament.seed, DICE, encounter.number);
        let mut count = |_: &Made<G::Move>| {
            if let Some(now) = &mut *board.lock().unwrap_or_else(PoisonError::into_inner) {
                now.moves += 1;
            }
        };
        tournament.referee.play_and_tell(&mut seats, opening, dice, &mut count).ok()
    }

    /// Shows what is played now to whoever looks.
    fn show(&self, now: Option<UnderWay>) {
        *self.board.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

/// Who sits on which seat; who has several is told apart.
fn keys(players: &[usize]) -> Vec<(usize, usize)> {
    let before = |seat: usize| players[..seat].iter().filter(|&&one| one == players[seat]).count();
    (0..players.len()).map(|seat| (players[seat], before(seat))).collect()
}
