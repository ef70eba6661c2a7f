//! Proof-number search (df-pn): does a player get at least so much?
//!
//! Alpha-beta looks at a whole tree to a depth. Proof-number search goes where the least is left to do: where the other player has few moves, and one move less to answer. So it
//! finds long forced wins in games that are much too large to be searched to the end, and says nothing of all else. It answers with yes or no, so that who wins takes two questions at most.
//!
//! | file | what |
//! |---|---|
//! | `numbers.rs` | proof and disproof numbers, and how far a child is searched |
//! | `search.rs` | df-pn, the search itself |
//! | `table.rs` | what is known of positions, in bounded memory |
//! | `resting.rs` | games with cycles: disproofs that rest on a repetition |
//! | `known.rs` | what is known of a position: how long a proof takes, what a disproof rests on |
//! | `line.rs` | the line of a settled question |
//! | `walk.rs` | what the search has to know of a game |
//!
//! Allis, van der Meulen and van den Herik, *Proof-Number Search*, 1994; Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002.
//!
//! # What is proven
//! A claim is settled for a game that starts with the position, as the [engine](crate::engine::Engine::solve) solves it. What never ends is worth nothing to either player: that is what
//! the rules say where repetition is a draw, and what [retrograde analysis](super::retrograde) says of any game. So it is always the player who needs an end to the game of whom something is
//! proven: "at least a draw" is asked as "does the other player win?". Where repetition is forbidden, a position is only taken for the same if the same positions came before it, whatever their order.
//!
//! ```
//! use outplay::solve::proof::{Claim, Prover};
//! use outplay::{Limits, Player, Tree};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let mut prover = Prover::new(tree.for_engine()?, (), 1)?;
//! let is_at_least = |at_least| Claim { player: Player::MAX, at_least };
//! let proof = prover.prove(&tree.root(), is_at_least(3), &Limits::default(), ());
//! assert_eq!(proof.holds, Some(true));
//! let proof = prover.prove(&tree.root(), is_at_least(4), &Limits::default(), ());
//! assert_eq!(proof.holds, Some(false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod known;
mod line;
mod numbers;
mod resting;
mod search;
mod table;
mod walk;

use std::io;
use std::sync::Arc;

use known::{Known, Length};
pub use numbers::{Counting, ProofNumbers};
use search::{Life, Search};
use table::Table;
use walk::{Look, Walker};

use crate::engine::{FARTHEST, Insight, KNOWN_WIN, Scale, WIN};
use crate::limits::Watch;
use crate::{
    Bound, Counts, Deterministic, Event, Limits, Observer, Player, Range, Report, Stop, Turn,
    Value, ZeroSum,
};

/// The knobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How much worse than the next best a child may become before the search turns to that one, as a part of its number: a sixteenth at least. With less, the numbers of
    /// positions that lead to each other may grow by one in turn for ever, and nothing else is looked at.
    pub tolerance: f32,
    /// How the numbers of children are counted together.
    pub counting: Counting,
}

impl Default for Config {
    fn default() -> Self {
        Config { tolerance: 0.25, counting: Counting::Weak }
    }
}

/// That a player gets at least so much, as a solved score. Where scores count plies, more than 0 is a win, and 0 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who.
    pub player: Player,
    /// How much.
    pub at_least: i32,
}

impl Claim {
    /// That the player who needs an end of the game gets enough, and whether the claim is then refuted.
    fn of_who_needs_an_end(self) -> (Claim, bool) {
        match self.at_least > 0 {
            true => (self, false),
            false => (Claim { player: self.player.other(), at_least: 1 - self.at_least }, true),
        }
    }
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof<M> {
    /// Whether it holds; unknown if the search was stopped.
    pub holds: Option<bool>,
    /// After at most so many plies the player whom it favours has won, where scores count plies; nothing if nobody wins, or if an endgame table knows who wins and not how soon.
    pub plies: Option<u32>,
    /// How to get there. Of a proof it is the quickest way that was found against the longest defence, to its end, unless the search is stopped first or the table was so small that the proof
    /// cannot be found again. Otherwise it is how a player is stopped, until the game is over or a position comes again.
    pub line: Vec<M>,
    /// What it cost.
    pub counts: Counts,
    /// Why it stopped.
    pub stop: Stop,
}

/// Proof-number search for one game and what is known about it, with a table that is kept from one question to the next.
pub struct Prover<G, I> {
    game: Arc<G>,
    insight: Arc<I>,
    table: Table,
    config: Config,
}

impl<G, I> Prover<G, I> {
    /// Sets how it searches from now on.
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
    }

    /// Forgets all that it has found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// How much of the table the last question has filled, in thousandths, as far as a sample shows.
    pub fn hash_full(&self) -> u32 {
        self.table.hash_full()
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What is known about the game.
    pub fn insight(&self) -> &I {
        &self.insight
    }
}

/// What a search has found of a claim about a player who needs an end of the game.
struct Asked<M> {
    known: Option<Known>,
    line: Vec<M>,
    counts: Counts,
    stop: Stop,
}

impl<G: ZeroSum + Deterministic, I: Insight<G>> Prover<G, I> {
    /// A prover with so many megabytes for all that it remembers. Fails if the system does not hand them out.
    pub fn new(game: G, insight: I, megabytes: usize) -> io::Result<Self> {
        Prover::shared(Arc::new(game), Arc::new(insight), megabytes)
    }

    /// The same, with a game and an insight that others use, too.
    pub fn shared(game: Arc<G>, insight: Arc<I>, megabytes: usize) -> io::Result<Self> {
        let table = Table::new(megabytes).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Prover { game, insight, table, config: Config::default() })
    }

    /// Finds out whether a claim holds, for a game that starts with the position. Limits of depth do not count: it goes to the end.
    pub fn prove(
        &mut self,
        position: &G::Position,
        claim: Claim,
        limits: &Limits,
        mut observer: impl Observer<G::Position, G::Move, Value<i32>, i32>,
    ) -> Proof<G::Move> {
        let (claim, is_refuted) = claim.of_who_needs_an_end();
        let mut asking = Asking::new(self, limits, &mut observer);
        let Asked { known, line, counts, stop } = asking.ask(position, claim);
        let holds = known.as_ref().map(|known| known.numbers.is_proven() != is_refuted);
        let counts_plies = asking.counts_plies();
        let tells =
            |known: &Known| counts_plies && known.numbers.is_proven() && known.length.to_end;
        let plies = known.filter(tells);
        let plies = plies.map(|known| u32::from(known.length.plies));
        Proof { holds, plies, line, counts, stop }
    }

    /// Finds out who wins, by two questions at most; or with `at_least`, whether the player to move gets that much, by one. A game that is over is scored for MAX.
    ///
    /// Every value is proven. A win in so many plies may come sooner. If it is stopped, it is what is known so far. The line is the one of the [proof](Proof::line); that its
    /// first move is best is proven of a win and of a draw.
    pub fn solve(
        &mut self,
        position: &G::Position,
        at_least: Option<i32>,
        limits: &Limits,
        mut observer: impl Observer<G::Position, G::Move, Value<i32>, i32>,
    ) -> Report<G::Move, Value<i32>> {
        let player = self.viewer(position);
        let mut asking = Asking::new(self, limits, &mut observer);
        let (value, line, stop) = match at_least {
            Some(at_least) => asking.at_least(position, Claim { player, at_least }),
            None => asking.who_wins(position, player),
        };
        let value = value.map(Value::Proven);
        let complete = value.is_some_and(|value| value.exact().is_some());
        let counts = asking.counts;
        Report {
            best: line.first().copied(),
            value,
            line,
            complete,
            counts,
            stop,
            ..Report::nothing()
        }
    }

    /// Who sees the scores: the player to move, or MAX where the game is over.
    fn viewer(&self, position: &G::Position) -> Player {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        match self.game.turn(position) {
            Turn::Player(player) if !moves.is_empty() => player,
            _ => Player::MAX,
        }
    }
}

/// Questions that share limits, and whoever listens.
struct Asking<'a, G: ZeroSum, I> {
    prover: &'a mut Prover<G, I>,
    watch: Watch,
    observer: &'a mut dyn Observer<G::Position, G::Move, Value<i32>, i32>,
    counts: Counts,
}

/// What is proven, the line that shows it, and why the search stopped.
type Answered<M> = (Option<Bound<i32>>, Vec<M>, Stop);

impl<'a, G: ZeroSum + Deterministic, I: Insight<G>> Asking<'a, G, I> {
    fn new(
        prover: &'a mut Prover<G, I>,
        limits: &Limits,
        observer: &'a mut dyn Observer<G::Position, G::Move, Value<i32>, i32>,
    ) -> Self {
        Asking { prover, watch: Watch::start(limits), observer, counts: Counts::default() }
    }

    /// Whether the player to move gets at least so much.
    fn at_least(&mut self, position: &G::Position, claim: Claim) -> Answered<G::Move> {
        let (asked, is_refuted) = claim.of_who_needs_an_end();
        let Asked { known, line, stop, .. } = self.ask(position, asked);
        let bound = known.map(|known| {
            let is_won = known.numbers.is_proven();
            match (is_won, is_refuted) {
                _ if !self.counts_plies() || !is_won => match is_won != is_refuted {
                    true => Bound::AtLeast(claim.at_least),
                    false => Bound::AtMost(claim.at_least - 1),
                },
                (_, false) => self.won_in(known.length),
                (_, true) => self.won_in(known.length).flipped(),
            }
        });
        (bound, line, stop)
    }

    fn who_wins(&mut self, position: &G::Position, player: Player) -> Answered<G::Move> {
        let wins = self.ask(position, Claim { player, at_least: 1 });
        let Some(known) = wins.known else { return (None, wins.line, wins.stop) };
        if known.numbers.is_proven() {
            return (Some(self.won_in(known.length)), wins.line, wins.stop);
        }
        let most = self.prover.insight.scale().highest(&self.prover.game);
        self.observer.event(Event::Narrowed { range: Range { low: -most, high: 0 } });
        let loses = self.ask(position, Claim { player: player.other(), at_least: 1 });
        let value = match loses.known {
            None => Bound::AtMost(0),
            Some(known) if known.numbers.is_proven() => self.won_in(known.length).flipped(),
            Some(_) => Bound::Exact(0),
        };
        (Some(value), loses.line, loses.stop)
    }

    /// What a win is worth at least.
    fn won_in(&self, Length { plies, to_end }: Length) -> Bound<i32> {
        let plies = i32::from(plies);
        Bound::AtLeast(match self.counts_plies() {
            false => 1,
            true if to_end && plies < FARTHEST => WIN - plies,
            true => KNOWN_WIN - plies.min(FARTHEST - 1),
        })
    }

    fn counts_plies(&self) -> bool {
        self.prover.insight.scale().counts_plies(&self.prover.game)
    }

    /// Settles a claim about a player who needs an end of the game.
    fn ask(&mut self, position: &G::Position, claim: Claim) -> Asked<G::Move> {
        let Prover { game, insight, table, config } = &mut *self.prover;
        let mut walker = Walker::new(&**game, &**insight, claim, position);
        if let Look::Settled(known) = walker.begin() {
            self.counts.leaves += 1;
            let line = walker.ending_move(&known).into_iter().collect();
            let (counts, stop) = (self.counts, Stop::Finished);
            return Asked { known: Some(known), line, counts, stop };
        }
        let observer = &mut *self.observer;
        let mut told = |life: Life| {
            let Life { nodes, farthest, pause, root } = life;
            observer.event(Event::Progress { nodes, farthest, pause });
            observer.event(Event::ProofNumbers { numbers: root });
        };
        let mut search =
            Search::new(&mut walker, table, *config, self.watch.clone(), &mut told, self.counts);
        let found = search.settle();
        let line = found.as_ref().map(|known| search.best_line(known)).unwrap_or_default();
        self.counts = search.counts;
        let line = walker.moves_of(&line);
        let (known, stop) = match found {
            Ok(known) if known.rests.on.is_empty() => (Some(known), Stop::Finished),
            Ok(_) => (None, Stop::Deepest),
            Err(stop) => (None, stop),
        };
        Asked { known, line, counts: self.counts, stop }
    }
}
