//! Play-outs: a game played to its end at random, as a sample of what a position is worth.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::knowledge::Knowledge;
use super::last_good_reply::LastGoodReply;
use super::random::Random;
use crate::{Game, Player, Turn};

/// How a play-out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over, and [`PlayOut::payoffs`] says what it was worth.
    Over,
    /// It was cut because it was long enough, and the evaluation has to judge the position; or the search was stopped.
    Cut,
}

/// So many plies lie between two looks at the clock.
const LOOK_EVERY: u32 = 64;

/// What a play-out needs, and what it tells. One of them serves all play-outs of a thread, so that none takes memory.
#[derive(Debug)]
pub struct PlayOut<M> {
    /// Where chance comes from.
    pub random: Random,
    /// What each player has won.
    pub payoffs: Vec<f64>,
    /// How many moves were made.
    pub plies: u32,
    /// How many moves may be made.
    pub longest: u32,
    /// Set if the position that it began with was over by the rules: the search takes that for a proof.
    pub was_over: bool,
    /// Room for the moves of a position.
    pub listed: Vec<M>,
    /// The moves that were made, if somebody [watches](Self::is_watched).
    pub moves: Vec<M>,
    pub(super) is_watched: bool,
    pub(super) zero_sum: bool,
    pub(super) wants_actions: bool,
    /// Who did what, from the root on.
    pub(super) actions: Vec<(Player, u32)>,
    pub(super) replies: Option<LastGoodReply>,
    pub(super) odds: Vec<f64>,
    pub(super) stop: Option<Arc<AtomicBool>>,
    pub(super) deadline: Option<Instant>,
}

impl<M> PlayOut<M> {
    pub(super) fn new(seed: u64, players: usize) -> PlayOut<M> {
        PlayOut {
            random: Random::new(seed),
            payoffs: vec![0.0; players],
            plies: 0,
            longest: u32::MAX,
            was_over: false,
            listed: Vec::with_capacity(64),
            moves: Vec::new(),
            is_watched: false,
            zero_sum: false,
            wants_actions: false,
            actions: Vec::new(),
            replies: None,
            odds: Vec::new(),
            stop: None,
            deadline: None,
        }
    }

    /// Whether it is to be told who [played](Self::played) what.
    #[inline(always)]
    pub fn wants_actions(&self) -> bool {
        self.wants_actions
    }

    /// Whether the moves are to be noted in [`moves`](Self::moves).
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// A player did something: an [action](Knowledge::action).
    #[inline(always)]
    pub fn played(&mut self, player: Player, action: usize) {
        self.actions.push((player, action as u32));
    }

    /// Whether there are [replies](Self::reply) to be asked for: then every move is to be [told](Self::played) before the next one is chosen.
    #[inline(always)]
    pub fn has_replies(&self) -> bool {
        self.replies.is_some()
    }

    /// The action with which a player answered the last one, when that went well: [last good reply](super::Config::last_good_reply).
    pub fn reply(&self, player: Player) -> Option<usize> {
        let &(other, action) = self.actions.last()?;
        self.replies.as_ref()?.reply(player, other, action)
    }

    /// Whether the search was asked to stop.
    #[inline(always)]
    pub(super) fn is_asked_to_stop(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether to end this play-out now. Worth asking every now and then, in play-outs that take long.
    pub fn is_late(&self) -> bool {
        self.is_asked_to_stop() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Writes what a finished game was worth.
    #[inline(always)]
    pub fn finish<G: Game>(&mut self, game: &G, position: &G::Position) {
        let first = game.payoff(position, Player(0));
        self.payoffs[0] = first;
        if self.zero_sum {
            self.payoffs[1] = -first;
        } else {
            for player in Player::all(self.payoffs.len()).skip(1) {
                self.payoffs[player.index()] = game.payoff(position, player);
            }
        }
    }
}

/// A play-out in which every legal move is equally likely, and what chance does goes by its odds.
///
/// With [last good reply](super::Config::last_good_reply), a reply that is known and legal comes first.
#[inline(always)]
pub fn uniform<G: Game, K: Knowledge<G> + ?Sized>(
    knowledge: &K,
    game: &G,
    position: &mut G::Position,
    run: &mut PlayOut<G::Move>,
) -> End {
    if !(run.is_watched || K::ACTIONS > 0 && run.wants_actions) {
        return uniform_unheard(game, position, run);
    }
    loop {
        run.listed.clear();
        game.moves(position, &mut run.listed);
        let count = run.listed.len();
        if count == 0 {
            run.was_over = run.plies == 0;
            run.finish(game, position);
            return End::Over;
        }
        if run.plies >= run.longest || (run.plies + 1) % LOOK_EVERY == 0 && run.is_late() {
            return End::Cut;
        }
        let mv = match game.turn(position) {
            Turn::Player(player) if K::ACTIONS > 0 && run.wants_actions => {
                let mv = answer(knowledge, game, position, player, run);
                run.played(player, knowledge.action(game, position, mv));
                mv
            }
            Turn::Player(_) => run.listed[run.random.below(count)],
            Turn::Chance => {
                run.odds.clear();
                game.odds(position, &run.listed, &mut run.odds);
                run.listed[run.random.by_odds(&run.odds)]
            }
        };
        if run.is_watched {
            run.moves.push(mv);
        }
        game.play(position, mv);
        run.plies += 1;
    }
}

/// The same where nobody has to know the moves.
///
/// PERF: what changes with every ply is kept in variables of its own; inside of `run`, every move that is listed would be taken for a change of it.
#[inline(always)]
fn uniform_unheard<G: Game>(
    game: &G,
    position: &mut G::Position,
    run: &mut PlayOut<G::Move>,
) -> End {
    let mut listed = std::mem::take(&mut run.listed);
    let (mut random, mut plies) = (run.random.clone(), run.plies);
    let end = loop {
        listed.clear();
        game.moves(position, &mut listed);
        if listed.is_empty() {
            run.was_over = plies == 0;
            run.finish(game, position);
            break End::Over;
        }
        if plies >= run.longest || (plies + 1) % LOOK_EVERY == 0 && run.is_late() {
            break End::Cut;
        }
        let rank = match game.turn(position) {
            Turn::Player(_) => random.below(listed.len()),
            Turn::Chance => {
                run.odds.clear();
                game.odds(position, &listed, &mut run.odds);
                random.by_odds(&run.odds)
            }
        };
        game.play(position, listed[rank]);
        plies += 1;
    };
    (run.listed, run.random, run.plies) = (listed, random, plies);
    end
}

/// The last good reply, or any move.
fn answer<G: Game, K: Knowledge<G> + ?Sized>(
    knowledge: &K,
    game: &G,
    position: &G::Position,
    player: Player,
    run: &mut PlayOut<G::Move>,
) -> G::Move {
    let known = run.reply(player).and_then(|reply| {
        run.listed.iter().copied().find(|&mv| knowledge.action(game, position, mv) == reply)
    });
    known.unwrap_or_else(|| run.listed[run.random.below(run.listed.len())])
}
