//! Sides: any game seen as MAX against MIN.

use std::fmt::{self, Display};

use crate::{Deterministic, Evaluation, Game, Outcomes, Player, Repetition, Turn, ZeroSum};

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

    /// The same for the [engine](crate::engine), if nobody plays the role of chance.
    ///
    /// ```
    /// use outplay::engine::{Engine, Question};
    /// use outplay::{Bound, Limits, Role, Sides, Value};
    /// # use outplay::{Deterministic, Game, Player, Turn};
    /// # #[derive(Debug)]
    /// # struct Three;
    /// # impl Game for Three {
    /// #     type Position = Vec<u8>;
    /// #     type Move = u8;
    /// #     fn start(&self) -> Vec<u8> { Vec::new() }
    /// #     fn turn(&self, taken: &Vec<u8>) -> Turn { Turn::Player(Player(taken.len() as u8)) }
    /// #     fn moves(&self, taken: &Vec<u8>, moves: &mut Vec<u8>) {
    /// #         if taken.len() < 3 { moves.extend([1, 2, 5]); }
    /// #     }
    /// #     fn play(&self, taken: &mut Vec<u8>, mv: u8) { taken.push(mv) }
    /// #     fn payoff(&self, taken: &Vec<u8>, player: Player) -> f64 {
    /// #         f64::from(taken[player.index()]) - f64::from(taken[(player.index() + 1) % 3])
    /// #     }
    /// #     fn players(&self) -> usize { 3 }
    /// # }
    /// # impl Deterministic for Three {}
    ///
    /// // `Three` is a game for three without chance; each takes 1, 2 or 5, and loses what the next one takes.
    /// let sides = Sides::paranoid(&Three, Player(0)).without_chance()?;
    /// let engine = Engine::new(sides, (), 1)?;
    /// let report = engine.solve(&Question::at(Three.start()), &Limits::default(), ());
    /// assert_eq!(report.value, Some(Value::Proven(Bound::Exact(0))));
    ///
    /// let told = Sides::against_chance(&Three, Player(0)).without_chance().unwrap_err().to_string();
    /// assert_eq!(told, "player 1 moves by chance: the engine searches games without chance, expectimax takes those with it");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without_chance(self) -> Result<WithoutChance<Self>, ChanceError>
    where
        G: Deterministic,
    {
        let by_chance = |player: &Player| self.roles[player.index()] == Role::Chance;
        match Player::all(self.roles.len()).find(by_chance) {
            Some(player) => Err(ChanceError(player)),
            None => Ok(WithoutChance(self)),
        }
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

/// A game that was checked: chance never moves in it. Made by [`Sides::without_chance`] and
/// [`Tree::for_engine`](crate::Tree::for_engine).
#[derive(Clone, Copy, Debug)]
pub struct WithoutChance<G>(G);

impl<G> WithoutChance<G> {
    /// For a game that was checked already.
    pub(crate) fn checked(game: G) -> Self {
        WithoutChance(game)
    }
}

impl<G: Game> Game for WithoutChance<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn turn(&self, position: &G::Position) -> Turn {
        self.0.turn(position)
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.0.play(position, mv);
    }

    fn payoff(&self, position: &G::Position, player: Player) -> f64 {
        self.0.payoff(position, player)
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn round(&self) -> usize {
        self.0.round()
    }

    fn key(&self, position: &G::Position) -> Option<u64> {
        self.0.key(position)
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn is_same_position(&self, one: &G::Position, other: &G::Position) -> bool {
        self.0.is_same_position(one, other)
    }

    fn repetition_key(&self, position: &G::Position) -> u64 {
        self.0.repetition_key(position)
    }

    fn reversible_plies(&self, position: &G::Position) -> u32 {
        self.0.reversible_plies(position)
    }
}

impl<G: ZeroSum> ZeroSum for WithoutChance<G> {
    fn outcomes(&self) -> Outcomes {
        self.0.outcomes()
    }
}

impl<G: Game> Deterministic for WithoutChance<G> {}

/// Some player moves by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceError(Player);

impl Display for ChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ChanceError(player) = self;
        write!(
            f,
            "{player} moves by chance: the engine searches games without chance, expectimax takes those with it"
        )
    }
}

impl std::error::Error for ChanceError {}
