//! Best-reply search: one player, and after each move only one of the others moves.

use super::{Search, SidesReport};
use crate::{Deterministic, Evaluation, Game, Outcomes, Player, Turn, ZeroSum};

/// A game whose players can be passed over.
///
/// It is what [`Search::best_reply`] needs to know beyond the rules: a position in which it is somebody else's turn. If one player has no
/// move, the game has to be over for all of them.
pub trait Passing: Game {
    /// The same position with `player` to move, as if all players between had passed. Asked only where a player moves.
    fn pass_to(&self, position: &mut Self::Position, player: Player);
}

/// A game for many players as best-reply search sees it: the hero moves, then one of the others, then the hero again.
#[derive(Clone, Copy, Debug)]
pub struct BestReply<'g, G> {
    game: &'g G,
    hero: Player,
}

/// A position, and who has to move on if somebody moves again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replying<P> {
    /// The position.
    pub position: P,
    again: Option<Player>,
}

impl<'g, G: Passing> BestReply<'g, G> {
    /// The game as `hero` sees it.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn new(game: &'g G, hero: Player) -> Self {
        assert!(hero.index() < game.players(), "{hero} in a game for {}", game.players());
        BestReply { game, hero }
    }

    /// A position from which to search.
    pub fn at(&self, position: &G::Position) -> Replying<G::Position> {
        Replying { position: position.clone(), again: None }
    }

    /// What is known about the game, as the hero sees it.
    pub fn evaluation<E: Evaluation<G>>(&self, evaluation: E) -> BestReplyEvaluation<E> {
        BestReplyEvaluation(evaluation)
    }

    /// Who may move: the hero, or one of the others.
    fn movers(&self, at: &Replying<G::Position>) -> impl Iterator<Item = Player> + use<'_, G> {
        let (hero, again) = (self.hero, at.again);
        let is_heros = self.game.turn(&at.position) == Turn::Player(hero);
        Player::all(self.game.players()).filter(move |&player| match again {
            Some(one) => player == one,
            None => (player == hero) == is_heros,
        })
    }

    fn passed(&self, position: &G::Position, player: Player) -> G::Position {
        let mut position = position.clone();
        if self.game.turn(&position) != Turn::Player(player) {
            self.game.pass_to(&mut position, player);
        }
        position
    }

    fn is_over(&self, position: &G::Position) -> bool {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.is_empty()
    }

    fn value(&self, player: Player, hero_wins: f64) -> f64 {
        if player == Player::MAX { hero_wins } else { -hero_wins }
    }
}

impl<G: Passing> Game for BestReply<'_, G> {
    type Position = Replying<G::Position>;
    /// Who moves, and what; nobody where chance does.
    type Move = (Option<Player>, G::Move);

    fn start(&self) -> Self::Position {
        self.at(&self.game.start())
    }

    fn turn(&self, at: &Self::Position) -> Turn {
        match self.game.turn(&at.position) {
            Turn::Chance => Turn::Chance,
            Turn::Player(player) if player == self.hero => Turn::Player(Player::MAX),
            Turn::Player(_) => Turn::Player(Player::MIN),
        }
    }

    fn moves(&self, at: &Self::Position, moves: &mut Vec<Self::Move>) {
        let mut own = Vec::new();
        self.game.moves(&at.position, &mut own);
        if own.is_empty() {
            return;
        }
        if self.game.turn(&at.position) == Turn::Chance {
            return moves.extend(own.into_iter().map(|mv| (None, mv)));
        }
        for player in self.movers(at) {
            own.clear();
            self.game.moves(&self.passed(&at.position, player), &mut own);
            moves.extend(own.iter().map(|&mv| (Some(player), mv)));
        }
    }

    fn play(&self, at: &mut Self::Position, (player, mv): Self::Move) {
        let Some(player) = player else { return self.game.play(&mut at.position, mv) };
        at.position = self.passed(&at.position, player);
        self.game.play(&mut at.position, mv);
        at.again = None;
        if player == self.hero || self.is_over(&at.position) {
            return;
        }
        match self.game.turn(&at.position) {
            Turn::Player(next) if next == player => at.again = Some(player),
            Turn::Player(_) => at.position = self.passed(&at.position, self.hero),
            Turn::Chance => {}
        }
    }

    fn payoff(&self, at: &Self::Position, player: Player) -> f64 {
        self.value(player, self.game.payoff(&at.position, self.hero))
    }

    /// The hero moves, and one other player.
    fn round(&self) -> usize {
        2
    }

    fn odds(&self, at: &Self::Position, moves: &[Self::Move], odds: &mut Vec<f64>) {
        let moves: Vec<G::Move> = moves.iter().map(|&(_, mv)| mv).collect();
        self.game.odds(&at.position, &moves, odds);
    }

    fn key(&self, at: &Self::Position) -> Option<u64> {
        let again = at.again.map_or(0, |player| u64::from(player.0) + 1);
        let key = self.game.key(&at.position)?;
        Some(key ^ again.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl<G: Passing> ZeroSum for BestReply<'_, G> {
    /// Payoffs count as they are.
    fn outcomes(&self) -> Outcomes {
        Outcomes::Points { most: i32::from(i16::MAX) }
    }
}

impl<G: Passing + Deterministic> Deterministic for BestReply<'_, G> {}

/// An evaluation of a game as the hero of a [`BestReply`] sees it.
#[derive(Clone, Copy, Debug)]
pub struct BestReplyEvaluation<E>(E);

impl<G: Passing, E: Evaluation<G>> Evaluation<BestReply<'_, G>> for BestReplyEvaluation<E> {
    fn evaluate(&self, view: &BestReply<'_, G>, at: &Replying<G::Position>, player: Player) -> f64 {
        view.value(player, self.0.evaluate(view.game, &at.position, view.hero))
    }
}

impl<G, E> Search<'_, G, E>
where
    G: Passing,
    E: Evaluation<G>,
{
    /// Best-reply search: what `hero` wins if after each of their moves only one of the others moves, the one who hurts most.
    ///
    /// It lies between [`paranoid`](Search::paranoid), where all others move against the hero, and [`max_n`](Search::max_n), where everybody
    /// plays for themselves. A round is two plies however many play, so that a search with a depth limit sees more moves of the hero. The others pass, even
    /// where the rules allow no pass, so that lines are not games; what it finds is an opinion in any case. For two players it is minimax.
    ///
    /// It is alpha-beta on the view [`BestReply`], which can also be [watched](Search::observer) and given to the engine.
    ///
    /// ```
    /// use outplay::textbook::{Passing, Search};
    /// use outplay::{Bound, Game, Player, Turn};
    ///
    /// /// Three players add 1, 2 or 3 to a sum in turn, each once; who moves at an even sum wins what they add.
    /// struct Sum;
    ///
    /// #[derive(Clone)]
    /// struct Sums { sum: i32, won: [f64; 3], turn: u8, moves: u8 }
    ///
    /// impl Game for Sum {
    ///     type Position = Sums;
    ///     type Move = i32;
    ///     fn start(&self) -> Sums { Sums { sum: 0, won: [0.0; 3], turn: 0, moves: 3 } }
    ///     fn turn(&self, at: &Sums) -> Turn { Turn::Player(Player(at.turn)) }
    ///     fn moves(&self, at: &Sums, moves: &mut Vec<i32>) {
    ///         if at.moves > 0 { moves.extend(1..=3) }
    ///     }
    ///     fn play(&self, at: &mut Sums, add: i32) {
    ///         at.won[at.turn as usize] += if at.sum % 2 == 0 { f64::from(add) } else { 0.0 };
    ///         *at = Sums { sum: at.sum + add, turn: (at.turn + 1) % 3, moves: at.moves - 1, ..*at };
    ///     }
    ///     fn payoff(&self, at: &Sums, player: Player) -> f64 { at.won[player.index()] }
    ///     fn players(&self) -> usize { 3 }
    /// }
    ///
    /// impl Passing for Sum {
    ///     fn pass_to(&self, at: &mut Sums, player: Player) { at.turn = player.0 }
    /// }
    ///
    /// let report = Search::new(&Sum).best_reply(&Sum.start(), Player(0))?;
    /// // 3 now; then one reply, which leaves the sum odd; and nothing more.
    /// assert_eq!(report.value, Some(Bound::Exact(3.0)));
    /// assert_eq!(report.line[0], (Some(Player(0)), 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// **Complexity:** as alpha-beta, with as many replies as all others have moves together.
    ///
    /// **Reference:** Schadd and Winands, *Best Reply Search for Multiplayer Games*, IEEE Transactions on Computational Intelligence and AI in
    /// Games, 2011.
    ///
    /// # Panics
    /// If the game has no player `hero`.
    pub fn best_reply(self, position: &G::Position, hero: Player) -> SidesReport<BestReply<'_, G>> {
        let view = BestReply::new(self.game, hero);
        let evaluation = view.evaluation(self.evaluation);
        let search = Search { game: &view, evaluation, observer: (), config: self.config };
        search.alpha_beta(&view.at(position))
    }
}
