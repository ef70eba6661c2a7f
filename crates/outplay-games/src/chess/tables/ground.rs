//! How moves connect the positions of a slice, and where they lead out of it.

use cozy_chess::{BoardBuilder, Color, Piece, Rank, Square};
use outplay::solve::retrograde::{Exits, Ground, Look, Next, Worth};

use super::super::rules::Position;
use super::men::{Men, OTHER_KING, Step};
use super::numbering::{Numbering, Row};
use super::slice::{PROMOTIONS, Side, Slice};

/// A slice made ready: its numberings, and where those of other slices are.
pub struct SliceGround {
    parts: Vec<Part>,
    count: u64,
    has_pawns: bool,
    exits: Vec<Exit>,
}

/// The positions of a slice in which the player to move has certain men.
pub(super) struct Part {
    pub(super) numbering: Numbering,
    pub(super) first: u64,
}

/// Positions of another slice that this one leads to: which slice it is among those.
struct Exit {
    slice: usize,
    part: Part,
}

/// A position of a slice, turned so that White is to move.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    part: usize,
    men: Men,
    /// Whether the other player's pawn has just come past that of the player to move.
    is_passing: bool,
}

/// The row of the last position that was asked for.
#[derive(Default)]
pub struct Cursor {
    row: Row,
    part: usize,
    /// What is added to numbers of the part.
    first: u64,
}

/// The parts of a slice, and how many numbers it has.
pub(super) fn parts(slice: Slice) -> (Vec<Part>, u64) {
    let mut first = 0;
    let mut parts = Vec::new();
    for [own, other] in slice.parts() {
        let numbering = Numbering::new(own, other);
        let count = numbering.count();
        parts.push(Part { numbering, first });
        first += count;
    }
    (parts, first)
}

impl Part {
    /// The number within the slice.
    #[inline(always)]
    pub(super) fn number(&self, men: &Men, is_passing: bool) -> Option<u64> {
        Some(self.first + self.numbering.number(men, is_passing)?)
    }
}

impl SliceGround {
    pub(super) fn new(slice: Slice) -> SliceGround {
        let (own, count) = parts(slice);
        let mut exits = Vec::new();
        for (which, other) in slice.leads_to().into_iter().enumerate() {
            exits.extend(parts(other).0.into_iter().map(|part| Exit { slice: which, part }));
        }
        let has_pawns = slice.sides().into_iter().any(Side::has_pawns);
        SliceGround { parts: own, count, has_pawns, exits }
    }

    /// The part in which the other player moves.
    #[inline(always)]
    fn opposite(&self, part: usize) -> &Part {
        &self.parts[if self.parts.len() == 1 { 0 } else { 1 - part }]
    }

    /// What a position outside of this slice is worth to the player who moves there.
    fn value<E: Exits>(&self, men: &Men, exits: &E) -> E::Value {
        if men.count() == 2 {
            return E::Value::DRAWN;
        }
        let code = men.code();
        let exit = self.exits.iter().find(|exit| exit.part.numbering.men().code() == code);
        let exit = exit.expect("a slice that it leads to");
        let number = exit.part.number(men, false).expect("kings never stand side by side");
        exits.value(exit.slice, number)
    }
}

impl Placed {
    /// Tells all legal moves: those that stay inside of the slice, and where the others lead.
    #[inline(always)]
    fn moves(&self, mut inside: impl FnMut(Step), mut outside: impl FnMut(Men)) {
        let men = &self.men;
        men.moves(|step| {
            let is_promotion = men.piece(step.man) == Piece::Pawn && step.to.rank() == Rank::Eighth;
            match (is_promotion, step.captured) {
                (true, _) => {
                    PROMOTIONS.into_iter().for_each(|piece| outside(men.after(step, Some(piece))));
                }
                (false, Some(_)) => outside(men.after(step, None)),
                (false, None) => inside(step),
            }
        });
        if self.is_passing {
            outside(men.after_en_passant());
        }
    }

    /// The position as the rules know it, with White to move; none if nobody could write it down.
    pub fn position(&self) -> Option<Position> {
        let mut builder = BoardBuilder::empty();
        let mut put = |man: usize, color| {
            *builder.square_mut(self.men.square(man)) = Some((self.men.piece(man), color));
        };
        self.men.own().for_each(|man| put(man, Color::White));
        self.men.others().chain([OTHER_KING]).for_each(|man| put(man, Color::Black));
        if self.is_passing {
            builder.en_passant = Some(Square::new(self.men.square(3).file(), Rank::Sixth));
        }
        Some(Position::from(builder.build().ok()?))
    }
}

impl Ground for SliceGround {
    type Position = Placed;
    type Cursor = Cursor;

    fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    fn position(&self, cursor: &mut Cursor, number: u64) -> Option<Placed> {
        let is_near =
            (cursor.first + cursor.row.first..cursor.first + cursor.row.end).contains(&number);
        if !is_near {
            cursor.part = usize::from(self.parts.len() == 2 && number >= self.parts[1].first);
            let Part { numbering, first } = &self.parts[cursor.part];
            cursor.first = *first;
            match numbering.row(number - first) {
                Some(row) => cursor.row = row,
                None => {
                    cursor.row = Row::default();
                    let men = numbering.passing(number - first)?;
                    return Some(Placed { part: cursor.part, men, is_passing: true });
                }
            }
        }
        let numbering = &self.parts[cursor.part].numbering;
        let men = numbering.position(&cursor.row, number - cursor.first)?;
        Some(Placed { part: cursor.part, men, is_passing: false })
    }

    #[inline]
    fn look<E: Exits>(&self, placed: &Placed, exits: &E) -> Look<E::Value> {
        let (mut inside, mut best) = (0, None);
        placed.moves(
            |_| inside += 1,
            |men| best = best.max(Some(self.value(&men, exits).before(Next::Opponent))),
        );
        if inside == 0 && best.is_none() && !placed.men.is_check() {
            return Look::Settled(E::Value::DRAWN);
        }
        Look::new(best, inside)
    }

    fn after(&self, placed: &Placed, mut told: impl FnMut(u64, Next)) {
        let part = self.opposite(placed.part);
        placed.moves(
            |step| {
                let men = placed.men.after(step, None);
                let from = placed.men.square(step.man);
                let is_passing = men.has_pawns_side_by_side() && is_double_step(from, step.to);
                let number = part.number(&men, is_passing);
                told(number.expect("kings never stand side by side"), Next::Opponent);
            },
            |_| (),
        );
    }

    /// A position and its images are one, so moves that are each other's image are told as often as the rules count them: where the board
    /// is its own mirror image, half of what comes before it is the image of the other half; and what is its own mirror image has two such moves to what is not.
    #[inline]
    fn before(&self, placed: &Placed, mut told: impl FnMut(u64, Next)) {
        let part = self.opposite(placed.part);
        let men = placed.men.turned();
        let axis = if self.has_pawns { None } else { men.axis() };
        let is_side_by_side = placed.men.has_pawns_side_by_side();
        for man in men.own() {
            let square = men.square(man);
            for from in men.origins(man) {
                if axis.is_some_and(|axis| !men.is_first_of_images(axis, man, from)) {
                    continue;
                }
                if is_side_by_side && is_double_step(from, square) != placed.is_passing {
                    continue;
                }
                let before = men.put(man, from);
                let Some(number) = part.number(&before, false) else { continue };
                told(number, Next::Opponent);
                if !self.has_pawns && axis.is_none() && before.axis().is_some() {
                    told(number, Next::Opponent);
                }
                if !placed.is_passing && before.may_be_passing() {
                    part.number(&before, true)
                        .into_iter()
                        .for_each(|one| told(one, Next::Opponent));
                }
            }
        }
    }
}

/// Whether a man on these squares has made, or may have made, two steps at once as a pawn.
fn is_double_step(from: Square, to: Square) -> bool {
    (from.rank(), to.rank()) == (Rank::Second, Rank::Fourth)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;

    use super::*;

    /// How often each number is told.
    fn counted(told: impl FnOnce(&mut dyn FnMut(u64, Next))) -> HashMap<u64, u32> {
        let mut counts = HashMap::new();
        told(&mut |number, _| *counts.entry(number).or_default() += 1);
        counts
    }

    /// Numbers of a slice: some of all, many of those where both kings stand on a diagonal, and many in which a pawn has just come past another one.
    fn some_numbers(ground: &SliceGround, rng: &mut Rng) -> Vec<u64> {
        let mut numbers: Vec<u64> = (0..300).map(|_| rng.u64(0..ground.count)).collect();
        for Part { numbering, first } in &ground.parts {
            let tried = (0..20_000).map(|_| rng.u64(0..numbering.count()));
            let is_rare = |&number: &u64| match numbering.row(number) {
                Some(row) => {
                    numbering.position(&row, number).is_some_and(|men| men.axis().is_some())
                }
                None => true,
            };
            numbers.extend(tried.filter(is_rare).map(|number| first + number));
        }
        numbers
    }

    /// A position before another one is told as often as it has moves there, whatever is an image of what.
    #[test]
    fn moves_lead_back_as_often_as_they_lead_there() {
        let mut rng = Rng::with_seed(1);
        let (mut on_an_axis, mut passing) = (0, 0);
        for slice in (3..=4).flat_map(Slice::with_men) {
            let ground = SliceGround::new(slice);
            let at = |number| ground.position(&mut Cursor::default(), number);
            for number in some_numbers(&ground, &mut rng) {
                let Some(placed) = at(number) else { continue };
                on_an_axis += usize::from(!ground.has_pawns && placed.men.axis().is_some());
                passing += usize::from(placed.is_passing);
                for (next, count) in counted(|told| ground.after(&placed, told)) {
                    let after = at(next).expect("it is a position");
                    let back = counted(|told| ground.before(&after, told));
                    assert_eq!(
                        back.get(&number),
                        Some(&count),
                        "{slice}: {placed:?} and {after:?}"
                    );
                }
                for (previous, count) in counted(|told| ground.before(&placed, told)) {
                    let Some(before) = at(previous) else { continue };
                    let there = counted(|told| ground.after(&before, told));
                    assert_eq!(
                        there.get(&number),
                        Some(&count),
                        "{slice}: {before:?} and {placed:?}"
                    );
                }
            }
        }
        assert!(on_an_axis > 500 && passing > 50, "{on_an_axis} {passing}");
    }
}
