//! Features: what the evaluation sees of a position, each with an amount.
//!
//! Both players are seen alike: White's pieces as if the board were turned by half a turn. Amounts are Black's less White's.

use super::rules::{BLACK, Position, WHITE};
use super::squares::{Way, ahead, each, king_row};

/// A sort of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// What it is called in a file of weights.
    pub(super) name: &'static str,
    /// The number of its first feature.
    pub(super) first: usize,
    /// How many features it has.
    pub(super) count: usize,
}

const fn after(group: Group, name: &'static str, count: usize) -> Group {
    Group { name, first: group.first + group.count, count }
}

/// A man on each square.
const MEN: Group = Group { name: "men", first: 0, count: 32 };
/// A king on each square.
const KINGS: Group = after(MEN, "kings", 32);
/// The men that are still on the first row, as a set of its four squares.
const BACK_ROW: Group = after(KINGS, "back row", 16);
/// A man that nobody can stop, one, two or three steps before it is a king.
const RUNAWAYS: Group = after(BACK_ROW, "runaways", 3);
/// Steps of men and of kings.
const STEPS: Group = after(RUNAWAYS, "steps", 2);
/// Kings without a step.
const TRAPPED: Group = after(STEPS, "trapped kings", 1);
/// Pieces that the other player could take at once: of the player to move, and of the other one.
const ATTACKED: Group = after(TRAPPED, "attacked", 2);
/// Being the player to move.
const TURN: Group = after(ATTACKED, "turn", 1);
/// The opposition, where both have as many pieces: the player who has it blocks the other one in the end.
const OPPOSITION: Group = after(TURN, "opposition", 1);

/// All groups, in the order of their features.
pub(super) const GROUPS: [Group; 9] =
    [MEN, KINGS, BACK_ROW, RUNAWAYS, STEPS, TRAPPED, ATTACKED, TURN, OPPOSITION];

/// How many features there are.
pub(super) const COUNT: usize = OPPOSITION.first + OPPOSITION.count;

/// Squares in the columns on which White's men begin their last row, for the opposition.
const WHITE_COLUMNS: u32 = 0xf0f0_f0f0;

/// Hands out the features of a position with their amounts.
#[inline(always)]
pub(super) fn visit(position: Position, mut take: impl FnMut(usize, i32)) {
    let sign = if position.player() == BLACK { 1 } else { -1 };
    side(position, sign > 0, &mut |feature, amount| take(feature, amount));
    side(position.flipped(), sign < 0, &mut |feature, amount| take(feature, -amount));
    take(TURN.first, sign);
    let [black, white] = [BLACK, WHITE].map(|player| position.pieces(player).count_ones());
    if black == white {
        let columns = if sign > 0 { !WHITE_COLUMNS } else { WHITE_COLUMNS };
        let has_it = (!position.empty() & columns).count_ones() % 2 == 1;
        take(OPPOSITION.first, if has_it { sign } else { -sign });
    }
}

/// The features of Black, who is to move or not.
#[inline(always)]
fn side(position: Position, is_mover: bool, take: &mut impl FnMut(usize, i32)) {
    let (men, kings, empty) = (position.men(BLACK), position.kings(BLACK), position.empty());
    let others = position.pieces(WHITE);
    each(men).for_each(|man| take(MEN.first + man.trailing_zeros() as usize, 1));
    each(kings).for_each(|king| take(KINGS.first + king.trailing_zeros() as usize, 1));
    take(BACK_ROW.first + (men & 0xf) as usize, 1);
    let steps = |pieces: u32, ways: &[Way]| {
        ways.iter().map(|way| (way.step(pieces) & empty).count_ones() as i32).sum()
    };
    take(STEPS.first, steps(men, &Way::forward(BLACK)));
    if kings != 0 {
        take(STEPS.first + 1, steps(kings, &Way::ALL));
        let free = Way::ALL.into_iter().fold(0, |free, way| free | way.back().step(empty));
        take(TRAPPED.first, (kings & !free).count_ones() as i32);
    }
    runaways(men, others, empty, take);
    let attacked = attacked(position).count_ones() as i32;
    take(ATTACKED.first + usize::from(!is_mover), attacked);
}

/// Men before which there is nobody of the other player on any way to the last row.
#[inline(always)]
fn runaways(men: u32, others: u32, empty: u32, take: &mut impl FnMut(usize, i32)) {
    let far = king_row(BLACK) | king_row(BLACK) >> 4 | king_row(BLACK) >> 8 | king_row(BLACK) >> 12;
    for man in each(men & far) {
        let (mut cone, mut reach) = (man, man);
        for steps in 0..3 {
            cone = ahead(cone, BLACK);
            reach = ahead(reach, BLACK) & empty;
            if cone & others != 0 || reach == 0 {
                break;
            }
            if reach & king_row(BLACK) != 0 {
                take(RUNAWAYS.first + steps, 1);
                break;
            }
        }
    }
}

/// Pieces of Black that White could take at once.
#[inline(always)]
fn attacked(position: Position) -> u32 {
    let (own, empty) = (position.pieces(BLACK), position.empty());
    Way::ALL.into_iter().fold(0, |attacked, way| {
        let pieces = if way.is_down() { position.kings(WHITE) } else { position.pieces(WHITE) };
        attacked | way.step(pieces) & own & way.back().step(empty)
    })
}

#[cfg(test)]
mod tests {
    use outplay::face::notation::Notation;

    use super::*;
    use crate::checkers::Checkers;

    fn amounts(fen: &str) -> Vec<i32> {
        let mut amounts = vec![0; COUNT];
        let position = Checkers::default().read_position(fen).unwrap();
        visit(position, |feature, amount| amounts[feature] += amount);
        amounts
    }

    #[test]
    fn groups_follow_each_other() {
        assert!(GROUPS.windows(2).all(|two| two[0].first + two[0].count == two[1].first));
    }

    #[test]
    fn what_is_seen_is_there() {
        let at = |fen: &str, group: Group, nth: usize| amounts(fen)[group.first + nth];
        assert_eq!((at("", MEN, 0), at("", TURN, 0)), (0, 1), "both have a man there");
        assert_eq!(at("B:W31:B1", MEN, 0), 1);
        assert_eq!(at("B:W32:B25", RUNAWAYS, 0), 1);
        assert_eq!(at("B:W32:B13", RUNAWAYS, 2), 0, "it is four steps away");
        assert_eq!(at("B:WK32:B17", RUNAWAYS, 2), 0, "a king is before it");
        assert_eq!(at("B:W1:B17", RUNAWAYS, 2), 0);
        assert_eq!(at("B:W18:B14", ATTACKED, 0), 1, "White would take 14");
        assert_eq!(at("B:W18:B14", ATTACKED, 1), -1, "Black takes 18");
        assert_eq!(at("B:W5,6,9,10:BK1", TRAPPED, 0), 1);
        assert_eq!(at("W:W32:B1", TURN, 0), -1);
    }
}
