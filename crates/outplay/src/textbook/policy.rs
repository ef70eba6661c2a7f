//! A policy: the move for every position that can be reached.

use std::fmt::{self, Debug, Display};

use super::deepen::Algorithm;
use super::desk::{Desk, UNLIMITED};
use super::minimax::Minimax;
use super::{Error, Halt, Search};
use crate::listing::{Listing, Unlisted, bytes_each};
use crate::{Bound, Evaluation, Game, Tally, Turn, ZeroSum};

/// What to play in every position that can be reached, and what it is worth.
///
/// Minimax with a table sees every position once, so a policy costs one search. It is meant for small
/// games: all positions are kept.
///
/// ```
/// use outplay::{Tree, textbook::Policy};
///
/// let tree: Tree = "A(B(3 12) C(2 4))".parse()?;
/// let policy = Policy::new(&tree.sides()?, &tree.root(), 100, |_| ())?;
/// assert_eq!(policy.choices.len(), 7);
/// assert_eq!(policy.choices[2].value, 2.0); // C, whatever leads there
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy<P, M> {
    /// One for every position, nearest to the root first, in the order of the moves.
    pub choices: Vec<Choice<P, M>>,
}

/// One position of a [`Policy`].
#[derive(Clone, Debug)]
pub struct Choice<P, M> {
    /// The position.
    pub position: P,
    /// Who acts; nobody if the game is over.
    pub turn: Option<Turn>,
    /// The first of the best moves; none where the game is over or chance moves.
    pub best: Option<M>,
    /// All moves that are equally good.
    pub best_moves: Vec<M>,
    /// What MAX wins from here.
    pub value: f64,
}

/// Why there is no policy.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyError<M> {
    /// The game has no [keys](Game::key), so positions cannot be told apart.
    NoKeys,
    /// There are more positions than allowed.
    TooMany(Tally),
    /// The search found nothing.
    Search(Error<M>),
}

impl<M: Debug> Display for PolicyError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyError::NoKeys => f.write_str("the game has no keys to tell its positions apart"),
            PolicyError::TooMany(tally) => {
                write!(f, "the game has {tally}: too many for a policy")
            }
            PolicyError::Search(error) => Display::fmt(error, f),
        }
    }
}

impl<M: Debug> std::error::Error for PolicyError<M> {}

impl<M> From<Unlisted> for PolicyError<M> {
    fn from(unlisted: Unlisted) -> PolicyError<M> {
        match unlisted {
            Unlisted::NoKeys => PolicyError::NoKeys,
            Unlisted::TooMany(tally) => PolicyError::TooMany(tally),
        }
    }
}

impl<P: Clone, M: Copy + Eq + Debug> Policy<P, M> {
    /// About how many bytes of memory each position takes while a policy is made: in the list, in the table with its line, and its
    /// choice.
    pub fn bytes_each() -> usize {
        bytes_each::<P>() + size_of::<Choice<P, M>>() + 250
    }

    /// Solves every position that can be reached from `position`. There may be `most` of them, and `told` hears how many there are
    /// while they are counted.
    pub fn new<G>(
        game: &G,
        position: &P,
        most: usize,
        mut told: impl FnMut(Tally),
    ) -> Result<Self, PolicyError<M>>
    where
        G: ZeroSum<Position = P, Move = M>,
    {
        let key = |position: &P| game.key(position);
        let listing = Listing { game, key, finished: true, most, told: &mut told };
        let layers = listing.layers(position, u32::MAX)?;
        let positions = layers.into_iter().flatten().map(|(_, position)| position);
        let mut minimax = Minimax { desk: Desk::new(Search::new(game).table()) };
        let choices = positions.map(|position| choice(&mut minimax, position));
        Ok(Policy { choices: choices.collect::<Result<_, _>>().map_err(PolicyError::Search)? })
    }
}

/// Searches a position; what the table knows of the ones below it is not searched again.
fn choice<G: Game, E: Evaluation<G>>(
    minimax: &mut Minimax<'_, G, E, ()>,
    position: G::Position,
) -> Result<Choice<G::Position, G::Move>, Error<G::Move>> {
    minimax.desk.root_moves.clear();
    let searched = minimax
        .desk
        .root(&position, UNLIMITED)
        .and_then(|root| Ok((minimax.value_of_root(&root)?.score(), root.turn)));
    let (value, turn) = match searched {
        Ok(searched) => searched,
        Err(Halt::Error(error)) => return Err(error),
        Err(Halt::Stop(_)) => unreachable!("a policy has no limits"),
    };
    let equal = |&&(_, one): &&(G::Move, Bound<f64>)| one == Bound::Exact(value);
    let players_turn = matches!(turn, Some(Turn::Player(_)));
    let moves = minimax.desk.root_moves.iter().filter(|_| players_turn);
    let best_moves: Vec<G::Move> = moves.filter(equal).map(|&(mv, _)| mv).collect();
    Ok(Choice { position, turn, best: best_moves.first().copied(), best_moves, value })
}
