//! How moves connect the positions of a slice, and where they lead out of it.

use std::sync::Arc;

use outplay::solve::retrograde::{Exits, Ground, Look, Next, Worth};

use super::super::rules::{BLACK, Position, WHITE};
use super::super::squares::{Steps, king_row};
use super::Numberings;
use super::numbering::{Numbering, Row};
use super::slice::{Side, Slice, code, code_of};

/// A slice made ready: its numberings, and where those of other slices are.
pub struct SliceGround {
    numberings: Arc<Numberings>,
    parts: Vec<Part>,
    count: u64,
    /// For what the player to move and the other one have: the slice among those that this one leads to, and the first number there.
    exits: Vec<Option<(u16, u64)>>,
}

/// The positions of a slice in which the player to move has certain pieces.
struct Part {
    code: usize,
    first: u64,
}

/// A position of a slice, turned so that Black is to move, with its part.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    part: usize,
    /// The position.
    pub position: Position,
}

/// The row of the last position that was asked for.
#[derive(Default)]
pub struct Cursor {
    row: Row,
    part: usize,
    /// What is added to numbers of the part.
    first: u64,
}

impl SliceGround {
    pub(super) fn new(slice: Slice, numberings: Arc<Numberings>) -> SliceGround {
        let parts = parts_of(slice, &numberings);
        let count = parts.iter().map(|part| numberings.get(part.code).count()).sum();
        let mut exits = vec![None; 1 << 16];
        for (which, slice) in slice.leads_to().into_iter().enumerate() {
            for part in parts_of(slice, &numberings) {
                exits[part.code] = Some((which as u16, part.first));
            }
        }
        SliceGround { numberings, parts, count, exits }
    }

    /// The number of a position of this slice with Black to move; none if it belongs to another one.
    pub fn number(&self, position: Position) -> Option<u64> {
        let code = code_of(position);
        let part = self.parts.iter().find(|part| part.code == code)?;
        Some(part.first + self.numberings.get(code).number(position))
    }

    /// Puts the cursor on the row of a number.
    #[inline(never)]
    fn find_row(&self, cursor: &mut Cursor, number: u64) {
        cursor.part = usize::from(self.parts.len() == 2 && number >= self.parts[1].first);
        let (numbering, first) = self.numbering(cursor.part);
        let is_next = cursor.first == first && cursor.row.is_before(number - first);
        cursor.row = match is_next {
            true => numbering.next_row(&cursor.row),
            false => numbering.row(number - first),
        };
        cursor.first = first;
    }

    #[inline(always)]
    fn numbering(&self, part: usize) -> (&Numbering, u64) {
        let Part { code, first } = self.parts[part];
        (self.numberings.get(code), first)
    }

    /// The part in which the other player moves.
    fn opposite(&self, part: usize) -> usize {
        if self.parts.len() == 1 { 0 } else { 1 - part }
    }

    /// What a position that is not of this slice is worth to Black, who is to move. Captures are played until there are none.
    fn value<E: Exits>(&self, position: Position, exits: &E) -> E::Value {
        if position.pieces(BLACK) == 0 {
            return E::Value::LOST;
        }
        if position.can_capture() {
            return self.captures(position, exits);
        }
        let code = code_of(position);
        let (slice, first) = self.exits[code].expect("a slice that it leads to");
        exits.value(usize::from(slice), first + self.numberings.get(code).number(position))
    }

    /// The best capture of a position that has one.
    fn captures<E: Exits>(&self, position: Position, exits: &E) -> E::Value {
        let mut best = E::Value::LOST;
        position.captures(|mv| {
            if best < E::Value::WON {
                let value = self.value(position.after(mv).flipped(), exits);
                best = best.max(value.before(Next::Opponent));
            }
        });
        best
    }
}

fn parts_of(slice: Slice, numberings: &Numberings) -> Vec<Part> {
    let part = |[own, other]: [Side; 2]| {
        let code = code(own, other);
        Part { code, first: numberings.part(code).first }
    };
    slice.parts().map(part).collect()
}

impl Ground for SliceGround {
    type Position = Placed;
    type Cursor = Cursor;

    fn count(&self) -> u64 {
        self.count
    }

    #[inline(always)]
    fn position(&self, cursor: &mut Cursor, number: u64) -> Option<Placed> {
        if !cursor.row.contains(number.wrapping_sub(cursor.first)) {
            self.find_row(cursor, number);
        }
        let (numbering, first) = self.numbering(cursor.part);
        let position = numbering.position(&cursor.row, number - first);
        Some(Placed { part: cursor.part, position })
    }

    #[inline]
    fn look<E: Exits>(&self, placed: &Placed, exits: &E) -> Look<E::Value> {
        let position = placed.position;
        if position.can_capture() {
            return Look::Settled(self.captures(position, exits));
        }
        let (own, kings) = (position.pieces(BLACK), position.kings(BLACK));
        let steps = Steps::of(own, kings, position.empty()).count();
        let crowning = Steps::of(position.men(BLACK), 0, position.empty() & king_row(BLACK));
        let mut best = None;
        for (from, to) in crowning.each() {
            let value = self.value(crowned(position, from, to), exits).before(Next::Opponent);
            best = best.max(Some(value));
        }
        let inside = steps - crowning.count();
        Look::new(best, inside as u8)
    }

    fn after(&self, placed: &Placed, mut told: impl FnMut(u64, Next)) {
        let position = placed.position;
        if position.can_capture() {
            return;
        }
        let (numbering, first) = self.numbering(self.opposite(placed.part));
        position.steps(|mv| {
            let is_new_king =
                position.men(BLACK) & 1 << mv.from() != 0 && king_row(BLACK) & 1 << mv.to() != 0;
            if !is_new_king {
                told(first + numbering.number(position.after(mv).flipped()), Next::Opponent);
            }
        });
    }

    #[inline]
    fn before(&self, placed: &Placed, mut told: impl FnMut(u64, Next)) {
        let (numbering, first) = self.numbering(self.opposite(placed.part));
        // The other player has moved: from that side, it was Black.
        let position = placed.position.flipped().passed();
        let empty = position.empty();
        let [men, kings] = [position.men(BLACK), position.kings(BLACK)];
        let [other_men, other_kings] = [position.men(WHITE), position.kings(WHITE)];
        let number_of_men = numbering.men(men, other_men);
        for (to, from) in Steps::of(kings, kings, empty).each() {
            let kings = kings ^ from ^ to;
            let number = numbering.kings(number_of_men, men | other_men, kings, other_kings);
            told(first + number, Next::Opponent);
        }
        for (to, from) in Steps::of(0, men, empty).each() {
            let men = men ^ from ^ to;
            let number_of_men = numbering.men(men, other_men);
            let number = numbering.kings(number_of_men, men | other_men, kings, other_kings);
            told(first + number, Next::Opponent);
        }
    }

    fn is_probed(&self, placed: &Placed) -> bool {
        !placed.position.can_capture()
    }
}

/// The position after a man has stepped to the last row, seen from the other side.
fn crowned(position: Position, from: u32, to: u32) -> Position {
    let own = position.pieces(BLACK) ^ from ^ to;
    let kings = position.all_kings() | to;
    Position::new([own, position.pieces(WHITE)], kings, WHITE).flipped()
}
