//! Tables of small games in which every move puts a stone on the board: in slices by how many there are, so that no move stays in a slice.

use std::sync::Arc;

use outplay::Game;
use outplay::solve::retrograde::{Exits, Ground, Look, Next, Slices, Worth};
use outplay::solve::tables::{Kind, Tabled};

/// A game with numbers for its positions with so many stones.
pub(crate) trait Stones: Send + Sync + 'static {
    /// The game.
    type Game: Game;

    /// What tables may tell.
    const KINDS: &'static [Kind];

    /// The game.
    fn game(&self) -> &Self::Game;

    /// What its tables are called.
    fn name(&self) -> String;

    /// Tells the rules and the numbering from others.
    fn rules(&self) -> u64;

    /// How many squares there are.
    fn squares(&self) -> u8;

    /// How many stones are on the board.
    fn stones(&self, position: &<Self::Game as Game>::Position) -> u8;

    /// How many numbers there are with so many stones.
    fn count(&self, stones: u8) -> u64;

    /// The number of a position among those with as many stones.
    fn number(&self, position: &<Self::Game as Game>::Position) -> u64;

    /// The position with a number; none if no game comes there.
    fn position(&self, stones: u8, number: u64) -> Option<<Self::Game as Game>::Position>;

    /// By how many points the player who would move is ahead where no move is left.
    fn points(&self, position: &<Self::Game as Game>::Position) -> i32;
}

/// The tables of such a game.
pub(crate) struct ByStones<N>(Arc<N>);

impl<N> Clone for ByStones<N> {
    fn clone(&self) -> Self {
        ByStones(Arc::clone(&self.0))
    }
}

impl<N: Stones> ByStones<N> {
    /// All of them: they do not go by pieces.
    pub(crate) fn new(numbered: N, pieces: Option<u32>) -> Result<ByStones<N>, String> {
        match pieces {
            None => Ok(ByStones(Arc::new(numbered))),
            Some(_) => Err(format!("the tables of {} do not go by pieces", numbered.name())),
        }
    }
}

impl<N: Stones> Slices for ByStones<N> {
    type Slice = u8;
    type Ground = Layer<N>;

    fn name(&self) -> String {
        self.0.name()
    }

    fn rules(&self) -> u64 {
        self.0.rules()
    }

    fn slices(&self) -> Vec<u8> {
        (0..=self.0.squares()).rev().collect()
    }

    fn leads_to(&self, stones: &u8) -> Vec<u8> {
        (*stones..self.0.squares()).take(1).map(|stones| stones + 1).collect()
    }

    fn ground(&self, stones: &u8) -> Layer<N> {
        Layer { numbered: Arc::clone(&self.0), stones: *stones }
    }
}

impl<N: Stones> Tabled<N::Game> for ByStones<N> {
    const KINDS: &'static [Kind] = N::KINDS;

    fn probe<V: Worth>(
        &self,
        _: &N::Game,
        position: &<N::Game as Game>::Position,
        table: &mut impl FnMut(&u8, u64) -> Option<V>,
    ) -> Option<V> {
        table(&self.0.stones(position), self.0.number(position))
    }
}

/// The positions with so many stones.
pub(crate) struct Layer<N> {
    numbered: Arc<N>,
    stones: u8,
}

impl<N: Stones> Ground for Layer<N> {
    type Position = <N::Game as Game>::Position;
    type Cursor = ();
    const UNMOVES: bool = false;

    fn count(&self) -> u64 {
        self.numbered.count(self.stones)
    }

    fn has_moves_inside(&self) -> bool {
        false
    }

    fn position(&self, (): &mut (), number: u64) -> Option<Self::Position> {
        self.numbered.position(self.stones, number)
    }

    fn look<E: Exits>(&self, position: &Self::Position, exits: &E) -> Look<E::Value> {
        let game = self.numbered.game();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let values = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            exits.value(0, self.numbered.number(&next)).before(Next::Opponent)
        });
        let best = values.max();
        Look::Settled(best.unwrap_or_else(|| Worth::over(self.numbered.points(position))))
    }

    fn after(&self, _: &Self::Position, _: impl FnMut(u64, Next)) {}
}
