//! Two things that docs/mcts.md tells of Monte-Carlo search: how many nodes of its tree are positions that another node is as well, and how well it plays Pig beside the best policy.
//! `just mcts-figures`

#![allow(missing_docs)]

use std::collections::HashSet;

use outplay::engine::Question;
use outplay::mcts::{Config, Estimate, Mcts, Random};
use outplay::solve::ValueIteration;
use outplay::{Event, Game, Limits, Observer, Player, Turn, ZeroSum, mixed};
use outplay_games::{
    connect_four::ConnectFour,
    go::{Go, Options},
    othello::Othello,
    pig::Pig,
};

fn main() {
    println!("nodes that were visited, and how many positions they are, after 100,000 simulations");
    same_positions("connect-four", &ConnectFour::default());
    same_positions("othello", &Othello::default());
    same_positions("go:9x9", &Go::new(9, 9, Options::default()).expect("a size of Go"));
    println!(
        "\nPig: Monte-Carlo search against the best policy, which has half of the games against itself"
    );
    for simulations in [100, 1_000] {
        pig(simulations, 200);
    }
}

/// Every node of a tree by the moves that lead to it, and every position by its key.
struct Same<'g, G> {
    game: &'g G,
    path: Vec<u64>,
    nodes: HashSet<u64>,
    positions: HashSet<u64>,
}

impl<G: Game> Observer<G::Position, G::Move, Estimate<G::Move>> for Same<'_, G> {
    fn event(&mut self, event: Event<'_, G::Position, G::Move, Estimate<G::Move>>) {
        let Event::Select { ply, by, position, among } = event else { return };
        let rank = among.iter().position(|one| one.by == by).expect("it is one of them");
        self.path.truncate(ply);
        let above = self.path.last().copied().unwrap_or(0);
        self.path.push(mixed(above ^ mixed(rank as u64 + 1)));
        self.nodes.insert(self.path[ply]);
        let mut next = position.clone();
        self.game.play(&mut next, by);
        self.positions.insert(self.game.key(&next).expect("it has keys"));
    }
}

fn same_positions<G>(name: &str, game: &G)
where
    G: ZeroSum + Clone + Sync,
    G::Position: Send + Sync,
    G::Move: Send + Sync,
{
    let config = Config { simulations: Some(100_000), early_stop: false, ..Config::default() };
    let config = config.zero_sum(game);
    let mut same =
        Same { game, path: Vec::new(), nodes: HashSet::new(), positions: HashSet::new() };
    let question = Question::at(game.start());
    Mcts::new(game.clone(), ()).with(config).search(&question, &Limits::default(), &mut same);
    let (nodes, positions) = (same.nodes.len(), same.positions.len());
    let share = 100.0 * (1.0 - positions as f64 / nodes as f64);
    println!("{name:15} {nodes:8} nodes {positions:8} positions: {share:.1}% are there twice");
}

/// Plays Monte-Carlo search on both seats against the best policy. What its moves cost says more than the results do: the dice are not in it.
fn pig(simulations: u64, games: u32) {
    let game = Pig::default();
    let solution = ValueIteration::new(&game).solve(&game.start()).expect("it is small enough");
    let config = Config { simulations: Some(simulations), ..Config::default() }.zero_sum(&game);
    let mut mcts = Mcts::new(game, ()).with(config);
    let mut dice = Random::new(simulations);
    let (mut won, mut costs) = (0, Vec::new());
    for number in 0..games {
        let seat = Player((number % 2) as u8);
        let (mut at, mut moves, mut odds, mut cost) = (game.start(), Vec::new(), Vec::new(), 0.0);
        loop {
            moves.clear();
            game.moves(&at, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = match game.turn(&at) {
                Turn::Chance => {
                    odds.clear();
                    game.odds(&at, &moves, &mut odds);
                    moves[dice.by_odds(&odds)]
                }
                Turn::Player(player) if player == seat => {
                    mcts.forget();
                    let report = mcts.search(&Question::at(at), &Limits::default(), ());
                    let mv = report.best.expect("a move");
                    let worth = |mv| {
                        let mut next = at;
                        game.play(&mut next, mv);
                        let value = solution.value(&game, &next).expect("it was solved");
                        if seat == Player::MAX { value } else { -value }
                    };
                    let best = worth(solution.best_moves(&game, &at)[0]);
                    cost += (best - worth(mv)) / 2.0;
                    mv
                }
                Turn::Player(_) => solution.best_moves(&game, &at)[0],
            };
            game.play(&mut at, mv);
        }
        won += u32::from(game.payoff(&at, seat) > 0.0);
        costs.push(cost);
    }
    let count = f64::from(games);
    let mean = costs.iter().sum::<f64>() / count;
    let variance = costs.iter().map(|cost| (cost - mean).powi(2)).sum::<f64>() / (count - 1.0);
    println!(
        "{simulations:6} simulations a move: {won} of {games} games won; its moves cost {:.2} ± {:.2} per cent of the games",
        100.0 * mean,
        196.0 * (variance / count).sqrt()
    );
}
