//! Sides: any game seen as MAX against MIN.

use crate::{Evaluation, Game, Outcomes, Player, Repetition, Turn, ZeroSum};

/// What a player does in a search that sees the game from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Wants the value to be high.
    Max,
    /// Wants the value to be low.
    Min,
    /// Does not care: every move is equally likely.
    Chance,
}

/// A game of any number of players as a zero-sum game of two sides.
///
/// Pacman against two ghosts is a game for three, but his search asks one question: what is the
/// best he can get? [`Sides`] gives every player of a game a [`Role`] and is itself a zero-sum game,
/// so every search for two players works on it. One player against all others is the *paranoid*
/// reduction (Sturtevant and Korf, *On Pruning Techniques for Multi-Player Games*, AAAI 2000); one
/// player against dice is what the lectures call expectimax.
///
/// ```
/// use outplay::{Bound, Role, Sides, Tree, textbook::Search};
///
/// // MAX moves, then two ghosts.
/// let tree: Tree = "p0 p1 p2: (((3 12) (8 2)) ((4 6) (14 5)))".parse()?;
/// let ghosts_chase = Sides::new(&tree, vec![Role::Max, Role::Min, Role::Min]);
/// let report = Search::new(&ghosts_chase).minimax(&tree.root())?;
/// assert_eq!(report.value, Some(Bound::Exact(4.0)));
///
/// let ghosts_wander = Sides::new(&tree, vec![Role::Max, Role::Chance, Role::Chance]);
/// let report = Search::new(&ghosts_wander).minimax(&tree.root())?;
/// assert_eq!(report.value, Some(Bound::Exact(7.25)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The value is the payoff of the first player with [`Role::Max`]. If there is none, it is what the
/// first player with [`Role::Min`] loses.
#[derive(Clone, Debug)]
pub struct Sides<'g, G> {
    game: &'g G,
    roles: Vec<Role>,
    hero: Player,
    sign: f64,
}

impl<'g, G: Game> Sides<'g, G> {
    /// Gives each player a role.
    ///
    /// # Panics
    /// If there is not one role for each player, or none that is MAX or MIN.
    pub fn new(game: &'g G, roles: Vec<Role>) -> Sides<'g, G> {
        assert_eq!(roles.len(), game.players(), "one role for each player of the game");
        let first = |role| Player::all(roles.len()).find(|player| roles[player.index()] == role);
        let (hero, sign) = first(Role::Max)
            .map(|hero| (hero, 1.0))
            .or_else(|| first(Role::Min).map(|hero| (hero, -1.0)))
            .expect("somebody wants the value to be high or low");
        Sides { game, roles, hero, sign }
    }

    /// `hero` against everybody else: all others care only for keeping the hero's payoff low.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn paranoid(game: &'g G, hero: Player) -> Sides<'g, G> {
        Sides::alone(game, hero, Role::Min)
    }

    /// `hero` against chance: all others move at random.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn against_chance(game: &'g G, hero: Player) -> Sides<'g, G> {
        Sides::alone(game, hero, Role::Chance)
    }

    fn alone(game: &'g G, hero: Player, others: Role) -> Sides<'g, G> {
        assert!(hero.index() < game.players(), "{hero} in a game for {}", game.players());
        let role = |player| if player == hero { Role::Max } else { others };
        Sides::new(game, Player::all(game.players()).map(role).collect())
    }

    /// What is known about the game, as the two sides need it.
    pub fn evaluation<E: Evaluation<G>>(&self, evaluation: E) -> SidesEvaluation<E> {
        SidesEvaluation(evaluation)
    }

    fn value(&self, player: Player, hero_wins: f64) -> f64 {
        let max_wins = self.sign * hero_wins;
        if player == Player::MAX { max_wins } else { -max_wins }
    }
}

impl<G: Game> Game for Sides<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn turn(&self, position: &G::Position) -> Turn {
        match self.game.turn(position) {
            Turn::Chance => Turn::Chance,
            Turn::Player(player) => match self.roles[player.index()] {
                Role::Max => Turn::Player(Player::MAX),
                Role::Min => Turn::Player(Player::MIN),
                Role::Chance => Turn::Chance,
            },
        }
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.game.play(position, mv);
    }

    fn payoff(&self, position: &G::Position, player: Player) -> f64 {
        self.value(player, self.game.payoff(position, self.hero))
    }

    fn round(&self) -> usize {
        self.game.round()
    }

    fn odds(&self, position: &G::Position, moves: &[G::Move], odds: &mut Vec<f64>) {
        match self.game.turn(position) {
            Turn::Chance => self.game.odds(position, moves, odds),
            Turn::Player(_) => odds.extend(moves.iter().map(|_| 1.0 / moves.len() as f64)),
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

impl<G: Game> ZeroSum for Sides<'_, G> {
    /// Payoffs count as they are: what the game says of two players need not hold for two sides.
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: i32::from(i16::MAX) }
    }
}

/// An evaluation of a game, for a search that sees it as [`Sides`]: its opinion from the side of MAX. Its
/// facts are left out: they are proven for players who play for themselves.
#[derive(Clone, Copy, Debug)]
pub struct SidesEvaluation<E>(E);

impl<G: Game, E: Evaluation<G>> Evaluation<Sides<'_, G>> for SidesEvaluation<E> {
    fn evaluate(&self, sides: &Sides<'_, G>, position: &G::Position, player: Player) -> f64 {
        sides.value(player, self.0.evaluate(sides.game, position, sides.hero))
    }
}
