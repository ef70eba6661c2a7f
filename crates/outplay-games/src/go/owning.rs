//! Who will have each point, for doors that score a game or draw a map: by play-outs, as in `status.rs`.

use std::sync::LazyLock;

use outplay::face::{Fate, OwnedPoint, Ownership};

use super::policy::Policy;
use super::rules::{Go, Position, Rules, Vertex};
use super::status::JUDGEMENT;

/// The policy of the play-outs. It is made once: its table takes a moment.
static POLICY: LazyLock<Policy> = LazyLock::new(Policy::default);

/// Who will have each point. Of a game that is over the lead is its score: without dead stones, unless the rules leave them on the board.
pub(super) fn owning(game: &Go, position: &Position, seed: u64) -> Ownership {
    let balance = game.ownership(position, &POLICY, JUDGEMENT, seed);
    let is_over = position.passes() >= 2;
    let dead = match is_over && game.options().rules == Rules::TrompTaylor {
        true => Vec::new(),
        false => game.dead_stones(position, &POLICY, seed),
    };
    let left = game.without(position, &dead);
    let lead = match is_over {
        true => game.lead(&left),
        false => balance.iter().copied().map(f64::from).sum::<f64>().round() - game.compensation(),
    };
    let fate = fates(game, &left);
    let point = |point: usize| OwnedPoint {
        name: game.name(Vertex(point as u16)),
        stone: position.owner(point),
        fate: if dead.contains(&point) { Fate::Dead } else { fate[point] },
        chances: [1.0, -1.0].map(|sign| 0.5 + sign * f64::from(balance[point]) / 2.0).to_vec(),
    };
    Ownership { points: (0..game.points()).map(point).collect(), lead }
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
    use outplay::Player;
    use outplay::face::Notation;

    fn owned(game: &Go, rows: &str) -> Ownership {
        owning(game, &game.read_position(rows).expect("a position"), 1)
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
    fn records_tell_their_variant() {
        let of = |text: &str| variant_of(text).unwrap_or_default();
        assert_eq!(of("(;SZ[13]KM[6.5];B[aa])"), "13x13,komi=6.5,rules=chinese");
        assert_eq!(of(" (;KM[0]RU[Tromp-Taylor])"), "19x19,komi=0,rules=tromp-taylor");
        assert_eq!(of("(;SZ[9]HA[2]AB[cg][gc])"), "9x9,komi=0,rules=chinese,handicap=2");
        assert_eq!(of("(;SZ[99])") + &of("E5 C3") + &of("("), "");
    }
}
