//! Modelled: a game in which somebody believes to know what others do.
//!
//! Minimax expects the best reply. Who knows better may say so: a *model* tells how some of the players move, and a search of the modelled game finds
//! what is best against it. The model may be wrong; then the search is as wrong as its belief.

use crate::{Evaluation, Game, Outcomes, Player, Repetition, Turn, ZeroSum};

/// What is believed of other players: how they move.
///
/// By default they move at random. A model that is sure appends one move.
pub trait OpponentModel<G: Game> {
    /// Whether the model says what happens here, in a position that is not over. Elsewhere whoever is to move plays for themselves.
    fn predicts(&self, game: &G, position: &G::Position) -> bool;

    /// Appends the moves that are expected, at least one: all those of the rules, unless said otherwise. A move that the rules forbid may be expected if
    /// [`Game::play`] can make it, such as to do nothing.
    fn moves(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        game.moves(position, moves);
    }

    /// Appends how likely each of these moves is: equally, unless said otherwise. The numbers are positive and sum to one.
    fn odds(&self, game: &G, position: &G::Position, moves: &[G::Move], odds: &mut Vec<f64>) {
        let _ = (game, position);
        odds.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
    }
}

/// A game in which a model makes some of the moves: chance, with the odds of the model. All others play for themselves.
///
/// [`Sides`](crate::Sides) gives roles to seats, and a seat whose role is chance moves at random. A model sees the position: it can tell one ghost from another where
/// both share a seat, and expect some moves more than others.
///
/// ```
/// use outplay::{Bound, Game, Modelled, OpponentModel, Player, Tree, Turn, textbook::Search};
///
/// /// MIN makes the last move, whatever it costs.
/// struct Careless;
///
/// impl<G: Game> OpponentModel<G> for Careless {
///     fn predicts(&self, game: &G, position: &G::Position) -> bool {
///         game.turn(position) == Turn::Player(Player::MIN)
///     }
///
///     fn moves(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
///         let mut all = Vec::new();
///         game.moves(position, &mut all);
///         moves.extend(all.pop());
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 9))".parse()?;
/// let game = tree.sides()?;
/// let feared = Search::new(&game).alpha_beta(&tree.root())?;
/// assert_eq!(feared.value, Some(Bound::Exact(5.0)));
/// assert_eq!(tree.line(&feared.line), ["a3", "d2"]);
///
/// let modelled = Modelled::new(&game, Careless);
/// let hoped = Search::new(&modelled).alpha_beta(&tree.root())?;
/// assert_eq!(hoped.value, Some(Bound::Exact(9.0)));
/// assert_eq!(tree.line(&hoped.line), ["a3"]); // a line ends where chance moves
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// **Reference:** Carmel and Markovitch, *Incorporating Opponent Models into Adversary Search*, AAAI 1996; Iida and others, *Potential Applications of Opponent-Model
/// Search*, 1993; with odds Donkers, Uiterwijk and van den Herik, *Probabilistic Opponent-Model Search*, 2001.
#[derive(Clone, Debug)]
pub struct Modelled<'g, G, M> {
    game: &'g G,
    model: M,
}

impl<'g, G: Game, M: OpponentModel<G>> Modelled<'g, G, M> {
    /// The game as somebody sees it who believes in a model.
    pub fn new(game: &'g G, model: M) -> Modelled<'g, G, M> {
        Modelled { game, model }
    }

    /// What is thought of the game's positions, for a search of the modelled game.
    pub fn evaluation<E: Evaluation<G>>(&self, evaluation: E) -> ModelledEvaluation<E> {
        ModelledEvaluation(evaluation)
    }

    /// Whether the model moves.
    fn predicts(&self, position: &G::Position) -> bool {
        self.model.predicts(self.game, position)
    }
}

impl<G: Game, M: OpponentModel<G>> Game for Modelled<'_, G, M> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn turn(&self, position: &G::Position) -> Turn {
        if self.predicts(position) { Turn::Chance } else { self.game.turn(position) }
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        let before = moves.len();
        self.game.moves(position, moves);
        let is_over = moves.len() == before;
        if !is_over && self.predicts(position) {
            moves.truncate(before);
            self.model.moves(self.game, position, moves);
        }
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.game.play(position, mv);
    }

    fn payoff(&self, position: &G::Position, player: Player) -> f64 {
        self.game.payoff(position, player)
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn round(&self) -> usize {
        self.game.round()
    }

    fn odds(&self, position: &G::Position, moves: &[G::Move], odds: &mut Vec<f64>) {
        if self.predicts(position) {
            self.model.odds(self.game, position, moves, odds);
        } else {
            self.game.odds(position, moves, odds);
        }
    }

    fn key(&self, position: &G::Position) -> Option<u64> {
        self.game.key(position)
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn is_same_position(&self, one: &G::Position, other: &G::Position) -> bool {
        self.game.is_same_position(one, other)
    }

    fn repetition_key(&self, position: &G::Position) -> u64 {
        self.game.repetition_key(position)
    }

    fn reversible_plies(&self, position: &G::Position) -> u32 {
        self.game.reversible_plies(position)
    }
}

impl<G: ZeroSum, M: OpponentModel<G>> ZeroSum for Modelled<'_, G, M> {
    fn outcomes(&self) -> Outcomes {
        self.game.outcomes()
    }
}

/// An evaluation of a game, for a search that believes in a model: its opinion. Its facts are left out: they are proven for players who play for
/// themselves.
#[derive(Clone, Copy, Debug)]
pub struct ModelledEvaluation<E>(E);

impl<G, M, E> Evaluation<Modelled<'_, G, M>> for ModelledEvaluation<E>
where
    G: Game,
    M: OpponentModel<G>,
    E: Evaluation<G>,
{
    fn evaluate(&self, modelled: &Modelled<'_, G, M>, at: &G::Position, player: Player) -> f64 {
        self.0.evaluate(modelled.game, at, player)
    }
}
