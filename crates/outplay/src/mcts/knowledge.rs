//! Knowledge: what a game may tell Monte-Carlo search beside its rules.

use super::config::Config;
use super::playout::{End, PlayOut, uniform};
use super::settings::Setting;
use crate::Game;

/// What a game may tell Monte-Carlo search beside its rules: all of it is optional, and `()` knows nothing.
///
/// The constants say by type what there is, so that nothing is asked for in vain.
///
/// ```
/// use outplay::engine::Question;
/// use outplay::mcts::{Knowledge, Mcts};
/// use outplay::tree::{Branch, Place};
/// use outplay::{Limits, Tree};
///
/// /// Takes the first branch to be twice as good as any other.
/// struct FirstIsBest;
///
/// impl Knowledge<Tree> for FirstIsBest {
///     type Hand = ();
///     const PRIORS: bool = true;
///     fn hand(&self, _: &Tree) {}
///     fn priors(&self, _: &Tree, _: &Place, moves: &[Branch], _: &mut (), priors: &mut Vec<f32>) {
///         priors.extend((0..moves.len()).map(|rank| if rank == 0 { 2.0 } else { 1.0 }));
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let question = Question::at(tree.root());
/// let mut mcts = Mcts::new(tree, FirstIsBest);
/// let report = mcts.search(&question, &Limits::default(), ());
/// assert_eq!(report.moves[0].1.prior, Some(0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Knowledge<G: Game>: Sync {
    /// What one thread keeps for its play-outs: a fast board, counts of what it saw. It is made once, and kept between searches.
    type Hand: Send;

    /// Whether there are [priors](Self::priors).
    const PRIORS: bool = false;
    /// Whether there is a [bias](Self::bias).
    const BIAS: bool = false;
    /// Whether there is an [evaluation](Self::evaluate).
    const EVALUATES: bool = false;
    /// Whether some positions are [known](Self::known).
    const KNOWS: bool = false;
    /// How many [actions](Self::action) there are. RAVE, GRAVE and last good reply need them.
    const ACTIONS: usize = 0;
    /// Knobs of its own by name, beside [those of the search](super::SETTINGS).
    const SETTINGS: &'static [Setting] = &[];

    /// Sets one of its [own knobs](Self::SETTINGS). Nothing, if the text is not what that one can be.
    fn set(&mut self, name: &str, text: &str) -> Option<()> {
        let _ = (name, text);
        None
    }

    /// The knobs that suit the game, where they are not the default.
    fn usual(&self, config: Config) -> Config {
        config
    }

    /// What a thread starts with.
    fn hand(&self, game: &G) -> Self::Hand;

    /// A search begins at this position: for a hand that counts what it sees.
    fn begin(&self, game: &G, position: &G::Position, hand: &mut Self::Hand) {
        let _ = (game, position, hand);
    }

    /// Appends how likely each move is to be the best, as positive numbers. The search makes them sum to one. The hand is that of the thread that asks: what
    /// its play-outs have seen may count, too.
    fn priors(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        hand: &mut Self::Hand,
        priors: &mut Vec<f32>,
    ) {
        let _ = (game, position, hand);
        priors.extend(moves.iter().map(|_| 1.0));
    }

    /// Appends how good each move looks, from 0 to 1, for [progressive bias](super::Config::progressive_bias).
    fn bias(&self, game: &G, position: &G::Position, moves: &[G::Move], bias: &mut Vec<f32>) {
        let _ = (game, position);
        bias.extend(moves.iter().map(|_| 0.0));
    }

    /// Writes what each player can expect to win from a position that is not over: where a play-out is
    /// [cut](super::Config::cut), and for [implicit minimax](super::Config::implicit_minimax).
    fn evaluate(&self, game: &G, position: &G::Position, payoffs: &mut [f64]) {
        let _ = (game, position);
        payoffs.fill(0.0);
    }

    /// Fact: writes what each player wins from here, if that is proven, as by endgame tables. It is not asked of the position that the search is about. Where what was
    /// before could [draw a position](crate::Repetition::Draw) that comes once more, it is not asked, either.
    fn known(
        &self,
        game: &G,
        position: &G::Position,
        hand: &mut Self::Hand,
        payoffs: &mut [f64],
    ) -> bool {
        let _ = (game, position, hand, payoffs);
        false
    }

    /// Leaves out moves that are known to be worse than others: no time is lost on them where one move is wanted.
    fn leave_out(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        let _ = (game, position, moves);
    }

    /// A number below [`ACTIONS`](Self::ACTIONS) for what a move does, equal for moves in different positions that do the same: the point where a stone is put.
    fn action(&self, game: &G, position: &G::Position, mv: G::Move) -> usize {
        let _ = (game, position, mv);
        0
    }

    /// Plays a game to its end, or until it is long enough, and writes the payoffs into `run`. By default every legal move is equally likely.
    ///
    /// A game with a board of its own for play-outs keeps that in the hand, and need not touch `position`. It tells `run` of its moves by
    /// [`PlayOut::played`], if that [asks](PlayOut::wants_actions) for them.
    #[inline(always)]
    fn play_out(
        &self,
        game: &G,
        position: &mut G::Position,
        hand: &mut Self::Hand,
        run: &mut PlayOut<G::Move>,
    ) -> End {
        let _ = hand;
        uniform(self, game, position, run)
    }
}

impl<G: Game> Knowledge<G> for () {
    type Hand = ();

    fn hand(&self, _: &G) {}
}

impl<G: Game, K: Knowledge<G>> Knowledge<G> for &K {
    type Hand = K::Hand;

    const PRIORS: bool = K::PRIORS;
    const BIAS: bool = K::BIAS;
    const EVALUATES: bool = K::EVALUATES;
    const KNOWS: bool = K::KNOWS;
    const ACTIONS: usize = K::ACTIONS;

    fn usual(&self, config: Config) -> Config {
        (**self).usual(config)
    }
    fn hand(&self, game: &G) -> K::Hand {
        (**self).hand(game)
    }
    fn begin(&self, game: &G, position: &G::Position, hand: &mut K::Hand) {
        (**self).begin(game, position, hand);
    }
    fn priors(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        hand: &mut K::Hand,
        priors: &mut Vec<f32>,
    ) {
        (**self).priors(game, position, moves, hand, priors);
    }
    fn bias(&self, game: &G, position: &G::Position, moves: &[G::Move], bias: &mut Vec<f32>) {
        (**self).bias(game, position, moves, bias);
    }
    fn evaluate(&self, game: &G, position: &G::Position, payoffs: &mut [f64]) {
        (**self).evaluate(game, position, payoffs);
    }
    fn known(
        &self,
        game: &G,
        position: &G::Position,
        hand: &mut K::Hand,
        payoffs: &mut [f64],
    ) -> bool {
        (**self).known(game, position, hand, payoffs)
    }
    fn leave_out(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        (**self).leave_out(game, position, moves);
    }
    fn action(&self, game: &G, position: &G::Position, mv: G::Move) -> usize {
        (**self).action(game, position, mv)
    }
    fn play_out(
        &self,
        game: &G,
        position: &mut G::Position,
        hand: &mut K::Hand,
        run: &mut PlayOut<G::Move>,
    ) -> End {
        (**self).play_out(game, position, hand, run)
    }
}
