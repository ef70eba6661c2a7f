//! From the root: one search to a depth, or one after the other, ever deeper.
//!
//! Iterative deepening (Slate and Atkin's Chess 4.5, 1977; Korf, *Depth-first Iterative-Deepening*,
//! 1985) makes a search that can be stopped at any time: it reports the deepest iteration that was
//! finished. In a tree with b moves everywhere the repeated work costs a factor of about b/(b-1).

use super::desk::{Desk, Node, UNLIMITED};
use super::{Error, Halt};
use crate::{Evaluation, Event, Game, Observer, Report, Stop, Turn};

/// An algorithm, as the root sees it.
pub(super) trait Algorithm<'s, G: Game, E, O> {
    type Value: Clone;

    fn desk(&mut self) -> &mut Desk<'s, G, E, O, Self::Value>;

    /// The value of the root.
    fn value_of_root(&mut self, node: &Node<G>) -> Result<Self::Value, Halt<G::Move>>;

    /// Whether `value` proves that its move is as good as one that gives `best`.
    fn as_good(&self, turn: Turn, value: &Self::Value, best: &Self::Value) -> bool;
}

type Found<G, V> = Result<Report<<G as Game>::Move, V>, Error<<G as Game>::Move>>;

/// Searches as deep as the limits allow.
pub(super) fn run<'s, G, E, O, A>(mut algorithm: A, position: &G::Position) -> Found<G, A::Value>
where
    G: Game + 's,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, A::Value>,
    A: Algorithm<'s, G, E, O>,
{
    let desk = algorithm.desk();
    let deepen = desk.search.config.deepen;
    let last = desk.search.config.limits.depth.map_or(UNLIMITED, |depth| depth.of(desk.game()));
    let mut found = Report::nothing();
    let mut depth = if deepen { last.min(1) } else { last };
    loop {
        if deepen {
            algorithm.desk().search.observer.event(Event::Iteration { depth });
        }
        match once(&mut algorithm, position, depth) {
            Ok(report) => found = report,
            Err(Halt::Error(Error::TooDeep { .. })) if found.value.is_some() => {
                found.stop = Stop::Deepest;
            }
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Stop(stop)) => found.stop = stop,
        }
        found.counts = algorithm.desk().counts;
        if found.stop == Stop::Finished {
            algorithm.desk().search.observer.event(Event::Report { report: &found });
        }
        if found.stop != Stop::Finished || found.complete || depth == last {
            return Ok(found);
        }
        depth += 1;
    }
}

fn once<'s, G, E, O, A>(
    algorithm: &mut A,
    position: &G::Position,
    depth: u32,
) -> Result<Report<G::Move, A::Value>, Halt<G::Move>>
where
    G: Game + 's,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, A::Value>,
    A: Algorithm<'s, G, E, O>,
{
    let desk = algorithm.desk();
    desk.table.clear();
    desk.root_moves.clear();
    desk.cut_off = false;
    desk.deepest = 0;
    let root = desk.root(position, depth)?;
    let value = algorithm.value_of_root(&root)?;
    let best_moves = best_moves(algorithm, &root);
    let desk = algorithm.desk();
    Ok(Report {
        best: desk.line().first().copied(),
        best_moves,
        value: Some(value),
        line: desk.line(),
        moves: desk.root_moves.clone(),
        depth: u32::try_from(desk.deepest).expect("a search is at most MAX_PLY deep"),
        complete: !desk.cut_off,
        counts: desk.counts,
        stop: Stop::Finished,
    })
}

/// The moves that are proven to be as good as the best one, in the order of the rules.
fn best_moves<'s, G, E, O, A>(algorithm: &mut A, root: &Node<G>) -> Vec<G::Move>
where
    G: Game + 's,
    E: Evaluation<G>,
    O: Observer<G::Position, G::Move, A::Value>,
    A: Algorithm<'s, G, E, O>,
{
    let desk = algorithm.desk();
    let (Some(turn), Some(&best)) = (root.turn, desk.line().first()) else { return Vec::new() };
    let looked = desk.root_moves.clone();
    let ranks = desk.root_ranks.clone();
    let Some((_, highest)) = looked.iter().find(|(mv, _)| *mv == best) else { return Vec::new() };
    let proven = looked.iter().zip(ranks);
    let proven = proven.filter(|((_, value), _)| algorithm.as_good(turn, value, highest));
    let mut ranks: Vec<usize> = proven.map(|(_, rank)| rank).collect();
    ranks.sort_unstable();
    ranks.into_iter().map(|rank| root.moves[rank]).collect()
}
