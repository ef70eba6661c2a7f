//! A tournament: many encounters, several at a time.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::contestant::Contestant;
use super::control::Control;
use super::referee::{Opening, Record, Referee, Seat};
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

impl<'t, G: Game + Sync> Tournament<'t, G>
where
    G::Position: Send + Sync,
    G::Move: Send + Sync,
{
    /// Plays all encounters, and tells each as soon as it is done, in whatever order they are. It is also told
    /// `None` every now and then. Once it breaks off, games under way are given up.
    pub fn run(
        &self,
        encounters: impl Iterator<Item = Encounter> + Send,
        mut watch: impl FnMut(Option<Played<G::Move>>) -> ControlFlow<()>,
    ) {
        let encounters = Mutex::new(encounters);
        let (sender, done) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, encounters) = (sender.clone(), &encounters);
                scope.spawn(move || {
                    let mut hall = Hall { tournament: self, contestants: HashMap::new() };
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
                    Ok(played) => watch(Some(played)),
                    Err(RecvTimeoutError::Timeout) => watch(None),
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

/// One thread of a tournament, and the contestants it has.
struct Hall<'h, 't, G: Game> {
    tournament: &'h Tournament<'t, G>,
    /// By player, and by how many seats that player has.
    contestants: HashMap<(usize, usize), Box<dyn Contestant<G> + 't>>,
}

impl<G: Game> Hall<'_, '_, G> {
    /// All games of an encounter; none if it was stopped.
    fn play(&mut self, encounter: Encounter) -> Option<Played<G::Move>> {
        let tournament = self.tournament;
        let opening = (tournament.opening)(encounter.round);
        let mut records = Vec::new();
        for (number, players) in encounter.games().into_iter().enumerate() {
            let keys = keys(&players);
            for &key in &keys {
                self.contestants.entry(key).or_insert_with(|| (tournament.contestant)(key.0));
            }
            let seed = |seat: usize| {
                let game = encounter.number * players.len() as u64 + number as u64;
                seed_for(tournament.seed, PLAYERS, game * players.len() as u64 + seat as u64)
            };
            // The contestants of this game, each borrowed once, in the order of the seats.
            let mut present: Vec<_> = self
                .contestants
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
            let dice = seed_for(tournament.seed, DICE, encounter.round);
            records.push(tournament.referee.play(&mut seats, &opening, dice).ok()?);
        }
        Some(Played { encounter, records })
    }
}

/// Who sits on which seat; who has several is told apart.
fn keys(players: &[usize]) -> Vec<(usize, usize)> {
    let before = |seat: usize| players[..seat].iter().filter(|&&one| one == players[seat]).count();
    (0..players.len()).map(|seat| (players[seat], before(seat))).collect()
}
