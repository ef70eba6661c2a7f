//! The searcher: what is kept between questions, and how one is answered.

use super::config::{Config, Rule};
use super::expand::furnish;
use super::knowledge::Knowledge;
use super::playout::{End, PlayOut};
use super::pool::{CHANCE, Children, EXPANDED, Node, Pool, Sides, Stock};
use super::report::{Estimate, Report};
use super::threads::work;
use super::worker::{Root, Seen, Watcher};
use crate::engine::Question;
use crate::limits::Watch;
use crate::{Event, Game, Limits, MAX_PLY, Observer, Past, Range, Repetition, Turn, WithPast};

/// So many games are played to see what payoffs look like, where the game does not say it.
const PROBES: usize = 16;

/// A Monte-Carlo searcher: a game, what is [known](Knowledge) about it, [knobs](Config), and the tree of the last search.
///
/// See the [module](super) for how it works.
#[derive(Debug)]
pub struct Mcts<G: Game, K: Knowledge<G> = ()> {
    game: G,
    knowledge: K,
    config: Config,
    kept: Option<Kept<G>>,
    /// The memory of a tree that is forgotten.
    spare: Option<Pool<G::Move>>,
    hands: Vec<K::Hand>,
}

/// A tree, and the game that led to its root.
#[derive(Debug)]
struct Kept<G: Game> {
    pool: Pool<G::Move>,
    seen: Seen,
    root: u32,
    /// The [key](Game::key) of the position where the game began.
    start: Option<u64>,
    moves: Vec<G::Move>,
}

/// What all threads of a search work with.
pub(super) struct Task<'s, G: Game, K> {
    pub(super) game: &'s G,
    pub(super) knowledge: &'s K,
    pub(super) config: &'s Config,
    pub(super) pool: &'s Pool<G::Move>,
    pub(super) seen: &'s Seen,
    pub(super) root: Root<'s, G::Position>,
}

impl<G: Game, K: Knowledge<G>> Mcts<G, K> {
    /// A searcher with the default knobs.
    pub fn new(game: G, knowledge: K) -> Mcts<G, K> {
        Mcts {
            game,
            knowledge,
            config: Config::default(),
            kept: None,
            spare: None,
            hands: Vec::new(),
        }
    }

    /// Sets the knobs.
    pub fn with(mut self, config: Config) -> Mcts<G, K> {
        self.set_config(config);
        self
    }

    /// The knobs.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Sets the knobs. The tree is kept if only limits, threads and the seed change.
    pub fn set_config(&mut self, config: Config) {
        let Config { simulations, threads, seed, early_stop, .. } = config;
        if config != (Config { simulations, threads, seed, early_stop, ..self.config }) {
            (self.kept, self.spare) = (None, None);
        }
        self.config = config;
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What is known about the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// What each thread keeps for its play-outs: for games that count what they see there.
    pub fn hands(&self) -> &[K::Hand] {
        &self.hands
    }

    /// Forgets the tree. Its memory is used again for the next one.
    pub fn forget(&mut self) {
        if let Some(kept) = self.kept.take() {
            self.spare = Some(kept.pool);
        }
    }

    /// How many bytes the tree takes.
    pub fn bytes(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.pool.bytes())
    }

    /// How many nodes the tree has, a little too many: blocks of children are rounded up.
    pub fn nodes(&self) -> u64 {
        self.kept.as_ref().map_or(0, |kept| kept.pool.usage().0.into())
    }

    fn sides(&self) -> Sides {
        let config = &self.config;
        let implicit = K::EVALUATES && config.implicit_minimax > 0.0;
        Sides {
            squares: matches!(config.rule, Rule::Ucb1Tuned { .. }),
            amaf: K::ACTIONS > 0 && config.rave.is_some(),
            priors: K::PRIORS || matches!(config.rule, Rule::Puct { .. }),
            bias: K::BIAS && config.progressive_bias > 0.0,
            implicit: if implicit { self.game.players() } else { 0 },
        }
    }
}

impl<G, K> Mcts<G, K>
where
    G: Game<Position: Send + Sync, Move: Send + Sync> + Sync,
    K: Knowledge<G>,
{
    /// What is the best move? The tree of the last search is kept if this game goes on from there.
    ///
    /// It ends at the first limit that is reached, when the best move is proven, or when the second move [cannot catch up](Config::early_stop). A limit of depth does not
    /// matter to it.
    ///
    /// # Panics
    /// If the game says that it is [zero-sum](Config::zero_sum) and has not two players.
    pub fn search(
        &mut self,
        question: &Question<G::Position, G::Move>,
        limits: &Limits,
        mut observer: impl Observer<G::Position, G::Move, Estimate<G::Move>>,
    ) -> Report<G::Move> {
        assert!(!self.config.zero_sum || self.game.players() == 2, "zero-sum is for two players");
        let watch = Watch::start(limits);
        let past = question.past(&self.game);
        if !self.carry_on(question) {
            self.forget();
        }
        let mut kept = self.kept.take().unwrap_or_else(|| self.planted(question, &past, &watch));
        kept.moves.clone_from(&question.moves);
        let report = self.answer(&kept, question, &past, watch, &mut observer);
        observer.event(Event::Report { report: &report });
        self.kept = Some(kept);
        report
    }

    /// A new tree.
    fn planted(
        &mut self,
        question: &Question<G::Position, G::Move>,
        past: &Past<G::Position>,
        watch: &Watch,
    ) -> Kept<G> {
        let range = self.config.payoffs;
        let is_told = range.low.is_finite() && range.high.is_finite();
        let range = if is_told { range } else { self.probe(past, watch) };
        let bytes = self.config.memory.max(1) << 20;
        let (sides, players) = (self.sides(), self.game.players());
        let spare = self.spare.take().and_then(|pool| pool.emptied(bytes, sides, players));
        Kept {
            pool: spare.unwrap_or_else(|| Pool::new(bytes, sides, players)),
            seen: Seen::new(range, is_told),
            root: 0,
            start: self.game.key(&question.start),
            moves: Vec::new(),
        }
    }

    /// Between which numbers the payoffs of some games lie: of fewer, if the search has to end.
    fn probe(&self, position: &G::Position, watch: &Watch) -> Range<f64> {
        let mut run = PlayOut::new(self.config.seed, self.game.players());
        run.longest = MAX_PLY as u32;
        (run.stop, run.deadline) = (watch.flag(), watch.deadline());
        let mut range = Range { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for _ in 0..PROBES {
            if run.is_late() {
                break;
            }
            run.plies = 0;
            let mut end = position.clone();
            if super::uniform(&self.knowledge, &self.game, &mut end, &mut run) == End::Over {
                for &payoff in &run.payoffs {
                    range.low = range.low.min(payoff);
                    range.high = range.high.max(payoff);
                }
            }
        }
        if range.low <= range.high { range } else { Range { low: 0.0, high: 0.0 } }
    }

    /// Goes on in the tree below the moves that were made since, if there is one.
    fn carry_on(&mut self, question: &Question<G::Position, G::Move>) -> bool {
        let Mcts { game, kept: Some(kept), .. } = self else { return false };
        let is_same = kept.start.is_some() && kept.start == game.key(&question.start);
        let since = question.moves.strip_prefix(&kept.moves[..]).filter(|_| is_same);
        let Some(since) = since else { return false };
        for &mv in since {
            let node = kept.pool.node(kept.root);
            if node.state() != EXPANDED {
                return false;
            }
            let children = kept.pool.children_of(node);
            let rank = (0..children.len()).find(|&rank| children.mv(rank) == mv);
            let Some(rank) = rank else { return false };
            kept.root = children.first + rank as u32;
        }
        let (used, limit) = kept.pool.usage();
        if kept.root != 0 && used > limit / 2 {
            kept.pool.keep_only(kept.root);
            kept.root = 0;
        }
        true
    }

    fn answer(
        &mut self,
        kept: &Kept<G>,
        question: &Question<G::Position, G::Move>,
        past: &Past<G::Position>,
        watch: Watch,
        observer: Watcher<'_, G>,
    ) -> Report<G::Move> {
        let with_past = WithPast::new(&self.game);
        let node = kept.pool.node(kept.root);
        if with_past.is_drawn_by_repetition(past) {
            return Report::nothing();
        }
        self.begin(past);
        if let Err(only_move) = self.open(&kept.pool, node, past) {
            return Report { best: only_move, ..Report::nothing() };
        }
        let children = kept.pool.children_of(node);
        self.forbid(children, past);
        let only = (!question.only.is_empty()).then(|| {
            let is_about = |rank| question.only.contains(&children.mv(rank));
            (0..children.len()).map(is_about).collect::<Vec<bool>>()
        });
        if only.as_ref().is_some_and(|only| !only.contains(&true)) {
            return Report::nothing();
        }
        let root =
            Root { index: kept.root, position: past.position(), keys: self.keys(past), only };
        let Mcts { game, knowledge, config, hands, .. } = self;
        let task = Task { game, knowledge, config, pool: &kept.pool, seen: &kept.seen, root };
        work(&task, &mut hands[..config.threads.max(1)], watch, observer)
    }

    /// Gives every thread its hand, for a search of this position.
    fn begin(&mut self, position: &G::Position) {
        let Mcts { game, knowledge, config, hands, .. } = self;
        while hands.len() < config.threads.max(1) {
            hands.push(knowledge.hand(game));
        }
        for hand in &mut hands[..config.threads.max(1)] {
            knowledge.begin(game, position, hand);
        }
    }

    /// Gives the root its children. Where that cannot be done there is nothing to search: if the game is over, or if there are more moves than there is room for,
    /// and then the first of them is as good as any.
    fn open(
        &mut self,
        pool: &Pool<G::Move>,
        node: Node<'_>,
        position: &G::Position,
    ) -> Result<(), Option<G::Move>> {
        if node.state() == EXPANDED {
            return Ok(());
        }
        let Mcts { game, knowledge, hands, .. } = self;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let Some(&first) = moves.first() else { return Err(None) };
        let mover = match game.turn(position) {
            Turn::Player(player) => player.0,
            Turn::Chance => CHANCE,
        };
        let children = pool.make(&moves, mover, &mut Stock::default(), false).ok_or(Some(first))?;
        let (hand, numbers) = (&mut hands[0], &mut Vec::new());
        furnish(game, knowledge, hand, pool, children, position, &moves, numbers);
        node.publish(children);
        Ok(())
    }

    /// At the root, moves that lead to a position of the past are marked beforehand, if the rules forbid them.
    fn forbid(&self, children: Children<'_, G::Move>, past: &Past<G::Position>) {
        if self.game.repetition() == Repetition::Forbidden {
            for (rank, child) in children.nodes().enumerate() {
                if WithPast::new(&self.game).is_forbidden(past, children.mv(rank)) {
                    child.forbid();
                }
            }
        }
    }

    /// The keys of all positions that can come again, the last one being that of the root.
    fn keys(&self, past: &Past<G::Position>) -> Vec<u64> {
        if self.game.repetition() == Repetition::Ignored {
            return Vec::new();
        }
        let mut keys: Vec<u64> =
            past.earlier().map(|earlier| self.game.repetition_key(earlier)).collect();
        keys.reverse();
        keys.push(self.game.repetition_key(past));
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::super::threads::MOST_VISITS;
    use super::super::ucb1::TABLES;
    use super::*;
    use crate::{Stop, Tree};
    use std::time::Duration;

    #[test]
    fn counts_of_visits_do_not_run_over() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
        let question = Question::at(tree.root());
        let config = Config { simulations: Some(10), solver: false, ..Config::default() };
        let mut mcts = Mcts::new(tree, ()).with(config);
        mcts.search(&question, &Limits::default(), ());
        let kept = mcts.kept.as_ref().expect("a tree");
        kept.pool.node(kept.root).visit(MOST_VISITS, &TABLES, false);
        mcts.set_config(Config { simulations: None, ..config });
        let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
        assert_eq!(mcts.search(&question, &limits, ()).stop, Stop::Simulations);
    }
}
