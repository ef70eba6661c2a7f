//! Books behind the face: listing the positions near the start, solving them, writing the scores.

use std::sync::Arc;

use super::Refusal;
use super::core::{Core, Playable};
use crate::engine::book::{self, BookError, Opening};
use crate::engine::{Book, Engine, Insight, Question, Scale};
use crate::{Deterministic, Limits, Stop, Tally, Value, ZeroSum};

/// Makes and checks [books](Book) of one game. Positions are told by their layer, plies from the start, and their number in it.
pub trait BookMaker: Send + Sync {
    /// Gets a table of so many megabytes to solve positions with. Before that it is a small one: listing positions takes none.
    fn set_table(&mut self, megabytes: usize) -> Result<(), Refusal>;

    /// About how many bytes each position takes while it is listed.
    fn bytes_each(&self) -> usize;

    /// Lists all positions that so many plies lead to. There may be `most` of them, and `told` hears how many there are on the way.
    fn list(
        &mut self,
        plies: u32,
        most: usize,
        told: &mut dyn FnMut(Tally),
    ) -> Result<(), BookError>;

    /// How many positions each layer has.
    fn layers(&self) -> Vec<usize>;

    /// The key of a position.
    fn key(&self, layer: usize, number: usize) -> u64;

    /// A position as text.
    fn position(&self, layer: usize, number: usize) -> String;

    /// The score of a position, by a search; none if it was stopped.
    fn solve(&self, layer: usize, number: usize, limits: &Limits) -> Option<i32>;

    /// The score of a position by those of the next ones, if all of them are known.
    fn follow(
        &self,
        layer: usize,
        number: usize,
        score: &dyn Fn(u64) -> Option<i32>,
    ) -> Option<i32>;

    /// The bytes of a book with all positions that were listed.
    fn write(&self, name: &str, score: &dyn Fn(u64) -> i32) -> Vec<u8>;

    /// Whether a book was made for this game.
    fn fits(&self, book: &Book) -> Result<(), BookError>;

    /// The highest score there is.
    fn highest(&self) -> i32;

    /// Tells this game, with its keys and scores, from others.
    fn fingerprint(&self) -> u64;
}

pub(super) struct Maker<G: Playable, I> {
    core: Arc<Core<G>>,
    game: Arc<G>,
    insight: Arc<I>,
    engine: Engine<G, I>,
    layers: Vec<Vec<Opening<G::Position>>>,
}

impl<G, I> Maker<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + 'static,
{
    pub(super) fn new(core: &Arc<Core<G>>, insight: I) -> Result<Self, Refusal> {
        let (game, insight) = (Arc::new(core.game.clone()), Arc::new(insight));
        let engine = engine(&game, &insight, 1)?;
        Ok(Maker { core: Arc::clone(core), game, insight, engine, layers: Vec::new() })
    }
}

fn engine<G, I>(game: &Arc<G>, insight: &Arc<I>, megabytes: usize) -> Result<Engine<G, I>, Refusal>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G>,
{
    Engine::shared(Arc::clone(game), Arc::clone(insight), megabytes)
        .map_err(|error| Refusal::no_table(megabytes, error))
}

impl<G, I> BookMaker for Maker<G, I>
where
    G: Playable + ZeroSum + Deterministic,
    I: Insight<G> + Send + Sync + 'static,
{
    fn set_table(&mut self, megabytes: usize) -> Result<(), Refusal> {
        self.engine = engine(&self.game, &self.insight, megabytes)?;
        Ok(())
    }

    fn bytes_each(&self) -> usize {
        book::bytes_each::<G::Position>()
    }

    fn list(
        &mut self,
        plies: u32,
        most: usize,
        told: &mut dyn FnMut(Tally),
    ) -> Result<(), BookError> {
        let (game, insight) = (self.engine.game(), self.engine.insight());
        self.layers = book::openings(game, insight, plies, most, told)?;
        Ok(())
    }

    fn layers(&self) -> Vec<usize> {
        self.layers.iter().map(Vec::len).collect()
    }

    fn key(&self, layer: usize, number: usize) -> u64 {
        self.layers[layer][number].key
    }

    fn position(&self, layer: usize, number: usize) -> String {
        let position = &self.layers[layer][number].position;
        self.core.texts.write_position(&self.core.game, position).unwrap_or_default()
    }

    fn solve(&self, layer: usize, number: usize, limits: &Limits) -> Option<i32> {
        let position = self.layers[layer][number].position.clone();
        let question = Question { lines: 0, ..Question::at(position) };
        let report = self.engine.solve(&question, limits, ());
        report.value.and_then(Value::exact).filter(|_| report.stop == Stop::Finished)
    }

    fn follow(
        &self,
        layer: usize,
        number: usize,
        score: &dyn Fn(u64) -> Option<i32>,
    ) -> Option<i32> {
        let position = &self.layers[layer][number].position;
        book::best_next(self.engine.game(), self.engine.insight(), position, score)
    }

    fn write(&self, name: &str, score: &dyn Fn(u64) -> i32) -> Vec<u8> {
        Book::write(self.engine.game(), self.engine.insight(), name, &self.layers, score)
    }

    fn fits(&self, book: &Book) -> Result<(), BookError> {
        book.fits(self.engine.game(), self.engine.insight())
    }

    fn highest(&self) -> i32 {
        self.engine.insight().scale().highest(self.engine.game())
    }

    fn fingerprint(&self) -> u64 {
        book::fingerprint(self.engine.game(), self.engine.insight())
    }
}
