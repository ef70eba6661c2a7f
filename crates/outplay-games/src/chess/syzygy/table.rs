//! A file of Syzygy: which men stand where in its numbers, and what it says of them.

use cozy_chess::{Board, Color, Piece};
use outplay::solve::tables::{TableError, TableSource};

use super::super::tables::{Side, Slice};
use super::bytes::{Bytes, damaged, filled};
use super::pairs::Pairs;
use super::squares::{self, MOST};

/// Files up to this size are read at once.
const SMALL: u64 = 1 << 20;

/// What ends a file: a checksum of its own kind, which is not looked at.
const END: u64 = 16;

/// Bits of the byte behind the first four: both players have a part of their own, and there are pawns.
const SPLIT: u8 = 1;
const PAWNS: u8 = 2;

/// Bits of a part of a table of distances: which player moves, whether its values are numbers of a list, whether wins and losses are counted in plies, and whether that list has numbers of two bytes.
const BLACK_MOVES: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// A man of a table, which has the stronger side in White.
type Man = (Color, Piece);

/// What a file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Who wins.
    Results,
    /// How many plies it takes until the count of the fifty moves begins anew.
    Distances,
}

impl Kind {
    fn begins_with(self) -> [u8; 4] {
        match self {
            Kind::Results => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Distances => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }

    /// How its files are called.
    pub(super) fn name(self, slice: Slice) -> String {
        match self {
            Kind::Results => format!("{slice}.rtbw"),
            Kind::Distances => format!("{slice}.rtbz"),
        }
    }
}

/// How a position is turned to be found in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Whether colours are changed, and the board turned.
    is_turned: bool,
    /// Who moves then.
    mover: Color,
}

impl View {
    /// A position with the men of a slice: its stronger side is White in the table; if no side is stronger, the player to move is.
    pub(super) fn of(board: &Board, slice: Slice, white: Side) -> View {
        let [one, other] = slice.sides();
        let mover = board.side_to_move();
        let is_turned = if one == other { mover == Color::Black } else { white != one };
        View { is_turned, mover: if is_turned { !mover } else { mover } }
    }
}

/// Men that are numbered together.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    end: usize,
    /// What their number counts for.
    factor: u64,
    /// How many squares at the beginning of the board are not theirs: pawns that do not lead have eight.
    unused: usize,
}

/// Which men a part has, and how they make a number.
struct Order {
    men: Vec<Man>,
    groups: Vec<Group>,
    count: u64,
}

/// The positions with the leading pawn on one file, if there are pawns, and with one player to move.
struct Part {
    order: Order,
    pairs: Pairs,
    /// What values stand for: of losses, wins, and those that come too late for the rules.
    map: [Vec<u16>; 4],
}

/// A table.
pub(super) struct Table {
    source: Box<dyn TableSource>,
    slice: Slice,
    /// Parts of a file of the board, or of all of it, one for each player or for one of them.
    parts: Vec<Vec<Part>>,
}

/// What a file is read with.
struct Plan {
    kind: Kind,
    men: Vec<Man>,
    has_pawns: bool,
    /// Whether pawns of both colours are there.
    has_pawns_of_both: bool,
    /// Whether one player has a part of his own, and the other one, too.
    players: usize,
}

impl Table {
    /// Reads all but the values.
    pub(super) fn open(
        source: Box<dyn TableSource>,
        slice: Slice,
        kind: Kind,
    ) -> Result<Table, TableError> {
        let source = if source.length() <= SMALL { in_memory(&*source)? } else { source };
        let mut bytes = Bytes { source: &*source, at: 0 };
        let plan = Plan::read(&mut bytes, slice, kind)?;
        let parts = plan.parts(&mut bytes)?;
        bytes.align(64);
        if bytes.at + END != source.length() {
            return Err(damaged(&format!(
                "it has {} bytes, and its head tells of {}",
                source.length(),
                bytes.at + END
            )));
        }
        Ok(Table { source, slice, parts })
    }

    /// Who wins: 0 for a loss to 4 for a win.
    pub(super) fn result(&self, board: &Board, view: View) -> Result<u16, TableError> {
        let (parts, mut squares) = self.placed(board, view)?;
        let part = parts.get(view.mover as usize).unwrap_or(&parts[0]);
        part.pairs.value(&*self.source, part.number(board, view, &mut squares)?)
    }

    /// How many plies it takes, of a position with such a [result](Self::result), which is no draw; nothing if only those with the other player to move are there.
    pub(super) fn distance(
        &self,
        board: &Board,
        view: View,
        result: u16,
    ) -> Result<Option<u16>, TableError> {
        let (parts, mut squares) = self.placed(board, view)?;
        let part = &parts[0];
        let flags = part.pairs.flags;
        let mover = if flags & BLACK_MOVES == 0 { Color::White } else { Color::Black };
        let [one, other] = self.slice.sides();
        if mover != view.mover && (one != other || one.has_pawns()) {
            return Ok(None);
        }
        let value = part.pairs.value(&*self.source, part.number(board, view, &mut squares)?)?;
        let value = match flags & MAPPED {
            0 => value,
            _ => {
                let list = &part.map[match result {
                    4 => 0,
                    0 => 1,
                    3 => 2,
                    _ => 3,
                }];
                *list.get(usize::from(value)).ok_or_else(|| damaged("an unknown distance"))?
            }
        };
        let is_in_plies = match result {
            4 => flags & WINS_IN_PLIES != 0,
            0 => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        let plies = if is_in_plies { value } else { value.saturating_mul(2) };
        Ok(Some(plies.saturating_add(1)))
    }

    /// The parts in which a position is, and room for its squares.
    fn placed(&self, board: &Board, view: View) -> Result<(&[Part], [u8; MOST]), TableError> {
        let mut squares = [0; MOST];
        let lead = self.parts[0][0].order.men[0];
        if lead.1 != Piece::Pawn {
            return Ok((&self.parts[0], squares));
        }
        let pawns = placed(board, view, lead, &mut squares);
        let first = pawns.iter().max_by_key(|&&pawn| squares::PAWNS[usize::from(pawn)]);
        let file = first.ok_or_else(|| damaged("it has other men than its name says"))? % 8;
        Ok((&self.parts[usize::from(file.min(7 - file))], squares))
    }
}

/// All bytes of a small file.
fn in_memory(source: &dyn TableSource) -> Result<Box<dyn TableSource>, TableError> {
    let mut all = vec![0; source.length() as usize];
    filled(source, 0, &mut all)?;
    Ok(Box::new(all))
}

/// The squares of equal men, as the table sees them, into the beginning of `squares`.
fn placed<'s>(
    board: &Board,
    view: View,
    (color, piece): Man,
    squares: &'s mut [u8],
) -> &'s mut [u8] {
    let color = if view.is_turned { !color } else { color };
    let mut count = 0;
    for (place, square) in squares.iter_mut().zip(board.colored_pieces(color, piece)) {
        *place = square as u8 ^ if view.is_turned { 56 } else { 0 };
        count += 1;
    }
    &mut squares[..count]
}

impl Plan {
    fn read(bytes: &mut Bytes<'_>, slice: Slice, kind: Kind) -> Result<Plan, TableError> {
        if bytes.take()? != kind.begins_with() {
            return Err(damaged("it does not begin as its name says"));
        }
        let [one, other] = slice.sides();
        let has_pawns = one.has_pawns() || other.has_pawns();
        let is_split = one != other;
        let [flags] = bytes.take()?;
        if (flags & PAWNS != 0, flags & SPLIT != 0) != (has_pawns, is_split) {
            return Err(damaged("it has other men than its name says"));
        }
        let of = |color, side: Side| {
            std::iter::once(Piece::King).chain(side.men()).map(move |piece| (color, piece))
        };
        Ok(Plan {
            kind,
            men: of(Color::White, one).chain(of(Color::Black, other)).collect(),
            has_pawns,
            has_pawns_of_both: one.has_pawns() && other.has_pawns(),
            players: if is_split && kind == Kind::Results { 2 } else { 1 },
        })
    }

    /// All parts: first the orders of their men, then the heads of their values, then lists of distances, then indices, lengths of blocks, and blocks.
    fn parts(&self, bytes: &mut Bytes<'_>) -> Result<Vec<Vec<Part>>, TableError> {
        let files = if self.has_pawns { 4 } else { 1 };
        let orders = (0..files).map(|file| self.orders(bytes, file));
        let orders = orders.collect::<Result<Vec<_>, _>>()?;
        bytes.align(2);
        let mut parts = Vec::new();
        for orders in orders {
            let part = |order: Order| {
                let pairs = Pairs::read(bytes, order.count, self.kind == Kind::Results)?;
                Ok(Part { order, pairs, map: Default::default() })
            };
            parts.push(orders.into_iter().map(part).collect::<Result<Vec<Part>, TableError>>()?);
        }
        if self.kind == Kind::Distances {
            parts.iter_mut().flatten().try_for_each(|part| part.read_map(bytes))?;
            bytes.align(2);
        }
        let mut each = |put: fn(&mut Pairs, &mut Bytes<'_>)| {
            parts.iter_mut().flatten().for_each(|part| put(&mut part.pairs, bytes));
        };
        each(Pairs::put_index);
        each(Pairs::put_lengths);
        each(Pairs::put_blocks);
        Ok(parts)
    }

    /// The orders of the men with the leading pawn on a file, for each player.
    fn orders(&self, bytes: &mut Bytes<'_>, file: usize) -> Result<Vec<Order>, TableError> {
        let [leading] = bytes.take()?;
        let second = if self.has_pawns_of_both { bytes.take::<1>()?[0] } else { 0xff };
        let mut men = vec![Vec::new(); self.players];
        for _ in &self.men {
            let [both] = bytes.take()?;
            for (player, men) in men.iter_mut().enumerate() {
                men.push(man(both >> (4 * player) & 15)?);
            }
        }
        let places =
            |player: usize| [leading, second].map(|place| usize::from(place >> (4 * player) & 15));
        men.into_iter()
            .enumerate()
            .map(|(player, men)| self.order(men, places(player), file))
            .collect()
    }

    /// How men make a number. What leads counts as the group with the given place, and so do pawns that do not lead.
    fn order(&self, men: Vec<Man>, places: [usize; 2], file: usize) -> Result<Order, TableError> {
        let wrong = || damaged("it has other men than its name says");
        let mut sorted = [men.clone(), self.men.clone()];
        sorted
            .iter_mut()
            .for_each(|men| men.sort_unstable_by_key(|&(color, piece)| (color as u8, piece as u8)));
        if sorted[0] != sorted[1] || self.has_pawns != (men[0].1 == Piece::Pawn) {
            return Err(wrong());
        }
        // Equal men stand side by side.
        let runs = men.chunk_by(|one, other| one == other).count();
        sorted[0].dedup();
        if runs != sorted[0].len() {
            return Err(wrong());
        }
        let mut groups = self.groups(&men);
        let pawns = if self.has_pawns_of_both { 2 } else { usize::from(self.has_pawns) };
        if groups.iter().take(pawns).any(|group| men[group.first].1 != Piece::Pawn) {
            return Err(wrong());
        }
        let size = |group: &Group| group.end - group.first;
        let lead = size(&groups[0]);
        let mut free = 64 - lead;
        if pawns == 2 {
            groups[1].unused = 8;
            free -= size(&groups[1]);
        }
        let (mut count, mut next) = (1u64, pawns.max(1));
        for place in 0.. {
            let ways = if place == places[0] {
                groups[0].factor = count;
                self.ways_to_lead(lead, file)
            } else if pawns == 2 && place == places[1] {
                groups[1].factor = count;
                squares::choose(48 - lead, size(&groups[1]))
            } else if let Some(group) = groups.get_mut(next) {
                next += 1;
                group.factor = count;
                let ways = squares::choose(free, size(group));
                free -= size(group);
                ways
            } else if place > 15 {
                break;
            } else {
                continue;
            };
            count = count.checked_mul(ways).ok_or_else(wrong)?;
        }
        match groups.iter().all(|group| group.factor > 0) {
            true => Ok(Order { men, groups, count }),
            false => Err(wrong()),
        }
    }

    fn ways_to_lead(&self, men: usize, file: usize) -> u64 {
        match (self.has_pawns, men) {
            (true, _) => squares::leading_pawns(file, men),
            (false, 3) => squares::TRIPLES,
            (false, _) => squares::KINGS,
        }
    }

    /// The men that lead, and then equal ones. Pawns lead; else three men that differ; else, if there are none but the kings, those.
    fn groups(&self, men: &[Man]) -> Vec<Group> {
        let times = |man: &Man| self.men.iter().filter(|&other| other == man).count();
        let differ = self.men.iter().filter(|man| times(man) == 1).count();
        let leading = match (self.has_pawns, differ) {
            (true, _) => 1,
            (false, 2) => 2,
            (false, _) => 3,
        };
        let mut groups: Vec<Group> = Vec::new();
        for (at, man) in men.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if at < leading || *man == men[at - 1] => group.end = at + 1,
                _ => groups.push(Group { first: at, end: at + 1, factor: 0, unused: 0 }),
            }
        }
        groups
    }
}

/// A man as files write it: pieces from the pawn, 1, to the king, 6, and 8 more for Black.
fn man(code: u8) -> Result<Man, TableError> {
    let piece = Piece::try_index(usize::from((code & 7).wrapping_sub(1)));
    let piece = piece.ok_or_else(|| damaged("it has other men than its name says"))?;
    Ok((if code < 8 { Color::White } else { Color::Black }, piece))
}

impl Part {
    /// The lists of distances, where values are numbers of them.
    fn read_map(&mut self, bytes: &mut Bytes<'_>) -> Result<(), TableError> {
        if self.pairs.flags & MAPPED == 0 {
            return Ok(());
        }
        let is_wide = self.pairs.flags & WIDE != 0;
        if is_wide {
            bytes.align(2);
        }
        for list in &mut self.map {
            *list = if is_wide {
                let count = bytes.numbers(1)?[0];
                bytes.numbers(count.into())?
            } else {
                let [count] = bytes.take()?;
                let value = |_| bytes.take().map(|[value]| u16::from(value));
                (0..count).map(value).collect::<Result<_, _>>()?
            };
        }
        Ok(())
    }

    /// The number of a position.
    fn number(&self, board: &Board, view: View, room: &mut [u8; MOST]) -> Result<u64, TableError> {
        let Order { men, groups, count } = &self.order;
        let mut at = 0;
        while let Some(&man) = men.get(at) {
            let placed = placed(board, view, man, &mut room[at..men.len()]).len();
            if placed == 0 {
                return Err(damaged("it has other men than its name says"));
            }
            at += placed;
        }
        let squares = &mut room[..men.len()];
        let lead = groups[0].end;
        let mut number = groups[0].factor * self.number_of_lead(squares, lead);
        for group in &groups[1..] {
            let (others, rest) = squares.split_at_mut(group.first);
            let own = &mut rest[..group.end - group.first];
            number += group.factor * squares::number_of_equals(own, others, group.unused);
        }
        if number < *count { Ok(number) } else { Err(damaged("it has too few numbers")) }
    }

    fn number_of_lead(&self, squares: &mut [u8], lead: usize) -> u64 {
        if self.order.men[0].1 != Piece::Pawn {
            squares::turn(squares, lead);
            return match lead {
                3 => squares::number_of_triple(squares),
                _ => squares::number_of_kings(squares),
            };
        }
        let key = |at: &usize| squares::PAWNS[usize::from(squares[*at])];
        let first = (0..lead).max_by_key(key).unwrap_or(0);
        squares.swap(0, first);
        if squares[0] % 8 > 3 {
            squares::mirror_files(squares);
        }
        squares::number_of_pawns(&mut squares[..lead])
    }
}
