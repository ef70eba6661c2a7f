//! Who will have each point, for doors that score a game or draw a map: by play-outs, as in `status.rs`, or by what players agree about.

use std::sync::LazyLock;

use outplay::Player;
use outplay::face::{Fate, Judgement, OwnedPoint, Ownership};

use super::policy::Policy;
use super::rules::{Go, Position, Rules, Vertex};
use super::status::JUDGEMENT;

/// The policy of the play-outs. It is made once: its table takes a moment.
static POLICY: LazyLock<Policy> = LazyLock::new(Policy::default);

/// Who will have each point. Of a game that is over the lead is its score: without dead stones, unless the rules leave them on the board.
pub(super) fn owning(game: &Go, position: &Position, judgement: Judgement<'_>) -> Ownership {
    let is_over = position.passes() >= 2;
    let stay = is_over && game.options().rules == Rules::TrompTaylor;
    let estimate = match judgement {
        Judgement::Estimated { seed } => Some(game.ownership(position, &POLICY, JUDGEMENT, seed)),
        Judgement::Agreed(_) => None,
    };
    let dead = match (judgement, &estimate) {
        _ if stay => Vec::new(),
        (Judgement::Agreed(dead), _) => with_stones(game, position, dead),
        (_, estimate) => game.lost(position, estimate.as_deref().unwrap_or_default()),
    };
    let left = game.without(position, &dead);
    let lead = match &estimate {
        Some(balance) if !is_over => {
            balance.iter().copied().map(f64::from).sum::<f64>().round() - game.compensation()
        }
        _ => game.lead(&left),
    };
    let balance = estimate.unwrap_or_else(|| settled(game, &left));
    let fate = fates(game, &left);
    let mut points: Vec<OwnedPoint> = (0..game.points())
        .map(|point| OwnedPoint {
            name: game.name(Vertex(point as u16)),
            stone: position.owner(point),
            fate: fate[point],
            chain: None,
            chances: [1.0, -1.0].map(|sign| 0.5 + sign * f64::from(balance[point]) / 2.0).to_vec(),
        })
        .collect();
    dead.iter().for_each(|&stone| points[stone].fate = Fate::Dead);
    for (number, chain) in game.chains(position).into_iter().enumerate() {
        chain.iter().for_each(|&stone| points[stone].chain = Some(number));
    }
    Ownership { points, lead }
}

/// Those of some points that have stones.
fn with_stones(game: &Go, position: &Position, points: &[usize]) -> Vec<usize> {
    let has_stone = |&point: &usize| point < game.points() && position.owner(point).is_some();
    points.iter().copied().filter(has_stone).collect()
}

/// Who owns each point as the stones stand: 1 for Black, -1 for White, 0 for nobody.
fn settled(game: &Go, position: &Position) -> Vec<f32> {
    let balance = |owner: Option<Player>| match owner {
        Some(Player::MAX) => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    };
    game.owners(position).into_iter().map(balance).collect()
}

/// What becomes of stones that are not dead. A chain is in seki if it touches points that nobody has, and at most one of its own.
fn fates(game: &Go, left: &Position) -> Vec<Fate> {
    let owners = game.owners(left);
    let mut fates = vec![Fate::Alive; game.points()];
    for point in 0..game.points() {
        let Some(player) = left.owner(point) else { continue };
        let chain = game.chain(left, point as u16);
        if chain.first() != Some(point as u16) {
            continue;
        }
        let liberties = game.liberties(left, chain);
        let count = |owner| {
            liberties.iter().filter(|&liberty| owners[usize::from(liberty)] == owner).count()
        };
        if count(None) > 0 && count(Some(player)) < 2 {
            chain.iter().for_each(|stone| fates[usize::from(stone)] = Fate::Seki);
        }
    }
    fates
}

/// The variant that a record tells: its board, komi and rules, and the handicap that White is paid for.
pub(super) fn variant_of(text: &str) -> Option<String> {
    let is_record = text.trim_start().starts_with('(');
    let records = is_record.then(|| super::sgf::Record::read(text).ok()).flatten()?;
    let record = records.first()?;
    let (game, handicap) = (record.game(), record.handicap());
    let rules = match game.options().rules {
        Rules::Chinese => "chinese",
        Rules::TrompTaylor => "tromp-taylor",
    };
    let (width, height, komi) = (game.width(), game.height(), game.options().komi);
    let handicap = match handicap.filter(|&stones| game.handicap_points(stones).is_some()) {
        Some(stones) => format!(",handicap={stones}"),
        None => String::new(),
    };
    Some(format!("{width}x{height},komi={komi},rules={rules}{handicap}"))
}

/// What White gets for moving second.
pub(super) fn komi(game: &Go) -> f64 {
    game.options().komi
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay::face::Notation;

    fn owned(game: &Go, rows: &str) -> Ownership {
        let position = game.read_position(rows).expect("a position");
        owning(game, &position, Judgement::Estimated { seed: 1 })
    }

    #[test]
    fn dead_stones_are_found_and_the_score_is_without_them() {
        let game = super::super::sized(Some("5x5,komi=0.5"), Default::default()).expect("a game");
        // Black has the whole board but the last column and what is beside it; a white stone in Black's corner is dead.
        let text = "O1XO1/2XOO/XXXO1/2XOO/2XO1:B:passes=2";
        let ownership = owned(&game, text);
        let dead: Vec<&str> = ownership.stones(Fate::Dead).map(|one| one.name.as_str()).collect();
        assert_eq!((dead, ownership.lead), (vec!["A5"], 15.0 - 10.0 - 0.5));
        assert!(ownership.points[0].balance(Player::MAX) > 0.5);
        assert_eq!(
            ownership.points[0].balance(Player::MAX),
            -ownership.points[0].balance(Player::MIN)
        );
        // By Tromp-Taylor what stands on the board counts.
        let plain =
            super::super::sized(Some("5x5,komi=0.5,rules=tromp-taylor"), Default::default());
        let ownership = owned(&plain.expect("a game"), text);
        assert_eq!(
            (ownership.stones(Fate::Dead).count(), ownership.lead),
            (0, 15.0 - 4.0 - 11.0 - 0.5)
        );
    }

    #[test]
    fn players_may_agree_otherwise() {
        let game = super::super::sized(Some("5x5,komi=0.5"), Default::default()).expect("a game");
        let position = game.read_position("O1XO1/2XOO/XXXO1/2XOO/2XO1:B:passes=2").expect("one");
        let agreed = |dead: &[usize]| owning(&game, &position, Judgement::Agreed(dead));
        let balance =
            |ownership: &Ownership| -> Vec<f64> { ownership.balances(Player::MAX).collect() };
        // Without the stone in the corner, all of that corner is Black's; with it, the points beside it are nobody's.
        let (off, on) = (agreed(&[0]), agreed(&[]));
        assert_eq!((off.lead, on.lead), (15.0 - 10.0 - 0.5, 11.0 - 11.0 - 0.5));
        assert_eq!(balance(&off)[..5], [1.0, 1.0, 1.0, -1.0, -1.0]);
        assert_eq!(balance(&on)[..5], [-1.0, 0.0, 1.0, -1.0, -1.0]);
        assert_eq!(off.stones(Fate::Dead).count(), 1);
        // All of Black's stones are one chain, whose numbers say so; points without stones and beyond the board mean nothing.
        let black = off.points.iter().filter(|point| point.chain == off.points[2].chain);
        assert_eq!(black.count(), 7);
        assert_eq!(agreed(&[1, 99]), on);
        let plain =
            super::super::sized(Some("5x5,komi=0.5,rules=tromp-taylor"), Default::default());
        assert_eq!(
            owning(&plain.expect("a game"), &position, Judgement::Agreed(&[0])).lead,
            on.lead
        );
    }

    #[test]
    fn records_tell_their_variant() {
        let of = |text: &str| variant_of(text).unwrap_or_default();
        assert_eq!(of("(;SZ[13]KM[6.5];B[aa])"), "13x13,komi=6.5,rules=chinese");
        assert_eq!(of(" (;KM[0]RU[Tromp-Taylor])"), "19x19,komi=0,rules=tromp-taylor");
        assert_eq!(of("(;SZ[9]HA[2]AB[cg][gc])"), "9x9,komi=0,rules=chinese,handicap=2");
        assert_eq!(of("(;SZ[99])") + &of("E5 C3") + &of("("), "");
    }
}
