//! The rules: stones on points, captures, suicide, ko, two passes, and area scoring.
//!
//! A point is numbered row by row from the upper left. A position holds what the board shows; that no earlier position may
//! come again (*positional superko*), or that nobody wins if one does, is said by [`Game::repetition`] and applied by whoever knows the past. Two special cases
//! need no past and are part of the position: a single stone that was just taken in a ko may not be taken back at once, and a
//! single stone may not be put where it dies at once. Both lead back to the position of before.
//!
//! Reference: John Tromp and Bill Taylor, *The game of Go*, <https://tromp.github.io/go.html>.

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use outplay::{Deterministic, Game, Outcomes, Player, Repetition, Turn, ZeroSum, mixed};

/// The most columns, and rows.
pub const LARGEST: u8 = 19;

/// The most points of a board.
pub const MOST_POINTS: usize = 361;

/// How a game is scored, and what goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Area scoring, suicide is not allowed, and White gets a point for each stone of handicap.
    Chinese,
    /// Area scoring, suicide of several stones is allowed, handicap is given away.
    TrompTaylor,
}

/// What keeps a game from going on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// No move may lead to stones that were on the board before, whoever is to move then (*positional superko*).
    Positional,
    /// A single stone may not be taken back at once; and if a position comes again all the same, the game is over and nobody has won.
    Simple,
}

/// What players win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The game: 1, 0 or -1.
    Win,
    /// As many points as possible.
    Points,
}

/// What can be chosen about a game beside the size of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Points that White gets for moving second, a multiple of a half.
    pub komi: f64,
    /// How it is scored.
    pub rules: Rules,
    /// What becomes of a position that comes again.
    pub ko: Ko,
    /// Whether several stones may be put where they die at once; as the rules say, if it is not said.
    pub suicide: Option<bool>,
    /// What players win.
    pub goal: Goal,
    /// Stones that Black has on the board at the start.
    pub handicap: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            komi: 7.0,
            rules: Rules::Chinese,
            ko: Ko::Positional,
            suicide: None,
            goal: Goal::Win,
            handicap: 0,
        }
    }
}

/// The game on one size of board. The first player, MAX, has the black stones.
#[derive(Clone, PartialEq)]
pub struct Go {
    width: u8,
    height: u8,
    options: Options,
    /// Where the handicap goes.
    handicap: Vec<Vertex>,
    neighbours: Arc<[Neighbours]>,
    /// All points, and those of the first and of the last column.
    columns: [Points; 3],
    /// Where each point is in each mirror image of the board.
    images: Arc<[Vec<u16>]>,
}

impl Debug for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Go {} x {} {:?}", self.width, self.height, self.options)
    }
}

/// The points beside a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Neighbours {
    count: u8,
    points: [u16; 4],
}

/// A game that is not played, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError(String);

impl Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionsError {}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Points([u64; 6]);

impl Points {
    #[inline(always)]
    pub(super) fn has(&self, point: u16) -> bool {
        self.0[usize::from(point >> 6)] >> (point & 63) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn add(&mut self, point: u16) {
        self.0[usize::from(point >> 6)] |= 1 << (point & 63);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, point: u16) {
        self.0[usize::from(point >> 6)] &= !(1 << (point & 63));
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn or(self, other: Points) -> Points {
        Points(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    pub(super) fn and(self, other: Points) -> Points {
        Points(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    pub(super) fn without(self, other: Points) -> Points {
        Points(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// The point with the lowest number.
    pub(super) fn first(self) -> Option<u16> {
        self.iter().next()
    }

    /// All points with numbers that are higher by so much, less than 64.
    fn up(self, by: u16) -> Points {
        let below =
            |index: usize| index.checked_sub(1).map_or(0, |index| self.0[index] >> (64 - by));
        Points(std::array::from_fn(|index| self.0[index] << by | below(index)))
    }

    /// All points with numbers that are lower by so much.
    fn down(self, by: u16) -> Points {
        let above = |index: usize| self.0.get(index + 1).map_or(0, |word| word << (64 - by));
        Points(std::array::from_fn(|index| self.0[index] >> by | above(index)))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        (0_u16..6).flat_map(move |index| {
            let mut word = self.0[usize::from(index)];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as u16;
                (word != 0).then(|| {
                    word &= word - 1;
                    64 * index + bit
                })
            })
        })
    }
}

/// No point.
const NOWHERE: u16 = u16::MAX;

/// A move: a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex(pub(super) u16);

impl Vertex {
    /// No stone is put. Two passes one after the other end the game.
    pub const PASS: Vertex = Vertex(NOWHERE);

    /// The number of the point, row by row from the upper left; none for a pass.
    pub fn point(self) -> Option<usize> {
        (self != Vertex::PASS).then(|| usize::from(self.0))
    }
}

/// A moment of play.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    stones: [Points; 2],
    /// A hash of the stones alone.
    hash: u64,
    /// The point that may not be taken back at once.
    ko: u16,
    /// Where the last stone was put and the one before it, or that there was none. It changes nothing that is still to come.
    last: [u16; 2],
    mover: u8,
    passes: u8,
}

/// The same stones, player to move, ko and passes.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let state = |one: &Position| (one.hash, one.ko, one.mover, one.passes, one.stones);
        state(self) == state(other)
    }
}

impl Eq for Position {}

impl Position {
    /// No stones, Black to move.
    pub fn empty() -> Position {
        let stones = [Points::default(); 2];
        Position { stones, hash: 0, ko: NOWHERE, last: [NOWHERE; 2], mover: 0, passes: 0 }
    }

    /// The player to move.
    #[inline(always)]
    pub fn mover(&self) -> Player {
        Player(self.mover)
    }

    /// Whose stone is on a point.
    #[inline(always)]
    pub fn owner(&self, point: usize) -> Option<Player> {
        let point = point as u16;
        Player::all(2).find(|player| self.stones[player.index()].has(point))
    }

    /// The stones of a player.
    pub(super) fn set(&self, player: Player) -> Points {
        self.stones[player.index()]
    }

    /// How many stones a player has on the board.
    pub fn stones(&self, player: Player) -> u32 {
        self.stones[player.index()].count()
    }

    /// The point at which a ko may not be taken back now.
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NOWHERE).then_some(usize::from(self.ko))
    }

    /// Where the last stone was put; none at the start and after a pass.
    pub fn last(&self) -> Option<usize> {
        self.last_two()[0]
    }

    /// Where the last stone was put, and the one before it; none for a pass, and where nobody has moved yet.
    pub fn last_two(&self) -> [Option<usize>; 2] {
        self.last.map(|point| (point != NOWHERE).then_some(usize::from(point)))
    }

    /// How many passes have come one after the other.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The same with another player to move, without ko and passes.
    pub fn with_mover(self, player: Player) -> Position {
        Position { mover: player.0, ko: NOWHERE, passes: 0, ..self }
    }

    /// The same with a stone, or without any, on a point. Chains without liberties stay: [`Go::is_alive`] tells.
    pub fn with_stone(mut self, point: usize, owner: Option<Player>) -> Position {
        for player in Player::all(2) {
            if self.stones[player.index()].has(point as u16) {
                self.toggle(point as u16, player.index());
            }
        }
        if let Some(player) = owner {
            self.toggle(point as u16, player.index());
        }
        (self.ko, self.last, self.passes) = (NOWHERE, [NOWHERE; 2], 0);
        self
    }

    pub(super) fn set_ko(&mut self, point: u16) {
        self.ko = point;
    }

    pub(super) fn set_passes(&mut self, passes: u8) {
        self.passes = passes;
    }

    #[inline(always)]
    fn is_empty(&self, point: u16) -> bool {
        !self.stones[0].has(point) && !self.stones[1].has(point)
    }

    /// Puts a stone, or takes it away.
    #[inline(always)]
    fn toggle(&mut self, point: u16, seat: usize) {
        self.hash ^= stone_hash(point, seat);
        match self.stones[seat].has(point) {
            true => self.stones[seat].remove(point),
            false => self.stones[seat].add(point),
        }
    }
}

/// What a stone adds to the hash of all stones.
#[inline(always)]
fn stone_hash(point: u16, seat: usize) -> u64 {
    mixed(2 * u64::from(point) + seat as u64 + 1)
}

impl Go {
    /// A board of 2 to 19 columns and as many rows.
    pub fn new(width: u8, height: u8, options: Options) -> Result<Go, OptionsError> {
        let wrong = |what: String| Err(OptionsError(what));
        let sizes = 2..=LARGEST;
        if !sizes.contains(&width) || !sizes.contains(&height) {
            return wrong(format!(
                "a board of {width} x {height} does not do: there are 2 x 2 to 19 x 19"
            ));
        }
        let Options { komi, goal, handicap, .. } = options;
        if (2.0 * komi).fract() != 0.0 || komi.abs() > 400.0 {
            return wrong(format!(
                "a komi of {komi} does not do: it is a multiple of 0.5, at most 400"
            ));
        }
        if goal == Goal::Points && komi.fract() != 0.0 {
            return wrong(format!("where points are won, komi is a whole number, not {komi}"));
        }
        let points = u16::from(width) * u16::from(height);
        let neighbours = (0..points)
            .map(|point| Neighbours::of(point, u16::from(width), u16::from(height)))
            .collect();
        let set = |is_in: &dyn Fn(u16) -> bool| {
            let mut set = Points::default();
            (0..points).filter(|&point| is_in(point)).for_each(|point| set.add(point));
            set
        };
        let wide = u16::from(width);
        let columns = [
            set(&|_| true),
            set(&|point| point % wide == 0),
            set(&|point| point % wide == wide - 1),
        ];
        let (handicap_points, images) = (Vec::new(), images(wide, u16::from(height)));
        let mut go =
            Go { width, height, options, handicap: handicap_points, neighbours, columns, images };
        if handicap > 0 {
            let points = go.handicap_points(handicap);
            go.handicap = points.ok_or_else(|| {
                OptionsError(format!(
                    "{handicap} stones of handicap do not do on {width} x {height}: there are 2 to 9, on boards from 7 x 7 on, \
                     and more than 4 only where the sides are odd and at least 9"
                ))
            })?;
        }
        Ok(go)
    }

    /// Where fixed handicap goes, as by the protocol GTP: corners first, then sides and centre.
    pub fn handicap_points(&self, stones: u8) -> Option<Vec<Vertex>> {
        let most = match (self.width, self.height) {
            (7.., 7..) if self.width.is_multiple_of(2) || self.height.is_multiple_of(2) => 4,
            (9.., 9..) => 9,
            (7.., 7..) => 4,
            _ => 0,
        };
        if !(2..=most).contains(&stones) {
            return None;
        }
        let near = |side: u8| if side >= 13 { 3 } else { 2 };
        let (left, low) = (near(self.width), self.height - 1 - near(self.height));
        let (right, high) = (self.width - 1 - left, self.height - 1 - low);
        let (x, y) = (self.width / 2, self.height / 2);
        let mut places = vec![(left, low), (right, high), (left, high), (right, low)];
        places.truncate(usize::from(stones.min(4)));
        match stones {
            5 => places.push((x, y)),
            6 => places.extend([(left, y), (right, y)]),
            7 => places.extend([(left, y), (right, y), (x, y)]),
            8 => places.extend([(left, y), (right, y), (x, low), (x, high)]),
            9 => places.extend([(left, y), (right, y), (x, low), (x, high), (x, y)]),
            _ => {}
        }
        Some(places.into_iter().map(|(x, y)| self.vertex(x, y)).collect())
    }

    /// Columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.neighbours.len()
    }

    /// What was chosen.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The same game with another komi, if that is one.
    pub fn with_komi(&self, komi: f64) -> Result<Go, OptionsError> {
        Go::new(self.width, self.height, Options { komi, ..self.options })
    }

    /// The point in a column and a row, from the upper left.
    pub fn vertex(&self, x: u8, y: u8) -> Vertex {
        debug_assert!(x < self.width && y < self.height, "a point of the board");
        Vertex(u16::from(y) * u16::from(self.width) + u16::from(x))
    }

    /// The column and the row of a point.
    pub fn place(&self, point: usize) -> (u8, u8) {
        let width = usize::from(self.width);
        ((point % width) as u8, (point / width) as u8)
    }

    /// Points that White gets beside those of the board.
    pub fn compensation(&self) -> f64 {
        match self.options.rules {
            Rules::Chinese => self.options.komi + self.handicap.len() as f64,
            Rules::TrompTaylor => self.options.komi,
        }
    }

    /// Whether several stones may be put where they die at once.
    pub fn allows_suicide(&self) -> bool {
        self.options.suicide.unwrap_or(self.options.rules == Rules::TrompTaylor)
    }

    /// The points beside a point.
    #[inline(always)]
    pub(super) fn beside(&self, point: u16) -> &[u16] {
        let Neighbours { count, points } = &self.neighbours[usize::from(point)];
        &points[..usize::from(*count)]
    }

    /// Whether the chain of a stone has a liberty, apart from one point.
    #[inline(always)]
    fn breathes(&self, position: &Position, stone: u16, seat: usize, but: u16) -> bool {
        let mut seen = Points::default();
        let mut waiting = [0_u16; MOST_POINTS];
        let mut count = 1;
        waiting[0] = stone;
        seen.add(stone);
        while count > 0 {
            count -= 1;
            for &beside in self.beside(waiting[count]) {
                if position.stones[seat].has(beside) {
                    if !seen.has(beside) {
                        seen.add(beside);
                        waiting[count] = beside;
                        count += 1;
                    }
                } else if beside != but && !position.stones[1 - seat].has(beside) {
                    return true;
                }
            }
        }
        false
    }

    /// The stones of a chain.
    pub(super) fn chain(&self, position: &Position, stone: u16) -> Points {
        let seat = usize::from(position.stones[1].has(stone));
        self.region(stone, |point| position.stones[seat].has(point))
    }

    /// All points that are joined to a point by points of its kind.
    pub(super) fn region(&self, from: u16, is_part: impl Fn(u16) -> bool) -> Points {
        let mut region = Points::default();
        region.add(from);
        let mut waiting = vec![from];
        while let Some(point) = waiting.pop() {
            for &beside in self.beside(point) {
                if !region.has(beside) && is_part(beside) {
                    region.add(beside);
                    waiting.push(beside);
                }
            }
        }
        region
    }

    /// The liberties of a chain.
    pub(super) fn liberties(&self, position: &Position, chain: Points) -> Points {
        let mut liberties = Points::default();
        for stone in chain.iter() {
            for &beside in self.beside(stone) {
                if position.is_empty(beside) {
                    liberties.add(beside);
                }
            }
        }
        liberties
    }

    /// All points.
    pub(super) fn all(&self) -> Points {
        self.columns[0]
    }

    /// The points of the first line.
    pub(super) fn edge(&self) -> Points {
        let [all, first, last] = self.columns;
        let inner =
            all.up(self.width.into()).and(all.down(self.width.into())).without(first).without(last);
        all.without(inner)
    }

    /// Some points, and all points beside them.
    pub(super) fn grown(&self, points: Points) -> Points {
        let [all, first, last] = self.columns;
        let width = self.width.into();
        let across = points.up(1).without(first).or(points.down(1).without(last));
        points.or(across).or(points.up(width)).or(points.down(width)).and(all)
    }

    /// All points of a set that are joined to one of them.
    pub(super) fn filled(&self, from: u16, of: Points) -> Points {
        let mut filled = Points::default();
        filled.add(from);
        loop {
            let grown = self.grown(filled).and(of);
            if grown == filled {
                return filled;
            }
            filled = grown;
        }
    }

    /// Empty points that have only own stones beside them.
    pub(super) fn eyes(&self, own: Points, other: Points) -> Points {
        let empty = self.all().without(own).without(other);
        let not_own = self.all().without(own);
        // A point that is not own makes the four beside it no eyes, but not itself.
        let [all, first, last] = self.columns;
        let width = self.width.into();
        let across = not_own.up(1).without(first).or(not_own.down(1).without(last));
        empty.without(across.or(not_own.up(width)).or(not_own.down(width)).and(all))
    }

    /// Whether every chain has a liberty, as in all positions that can be reached by play.
    pub fn is_alive(&self, position: &Position) -> bool {
        Player::all(2).all(|player| {
            let stones = position.stones[player.index()];
            stones.iter().all(|stone| self.breathes(position, stone, player.index(), NOWHERE))
        })
    }

    /// Whether a stone may be put on an empty point, as far as the position tells.
    #[inline(always)]
    fn may_put(&self, position: &Position, point: u16) -> bool {
        if point == position.ko {
            return false;
        }
        let beside = self.beside(point);
        if beside.iter().any(|&beside| position.is_empty(beside)) {
            return true;
        }
        let own = usize::from(position.mover);
        let mut has_own = false;
        for &beside in beside {
            let seat = usize::from(position.stones[1].has(beside));
            // The chain must live on if it is the player's own, and must not if it is not.
            if self.breathes(position, beside, seat, point) == (seat == own) {
                return true;
            }
            has_own |= seat == own;
        }
        has_own && self.allows_suicide()
    }

    /// Whether a move is legal, as far as the position tells.
    pub fn is_legal(&self, position: &Position, vertex: Vertex) -> bool {
        let on_board = usize::from(vertex.0) < self.points();
        let may_put =
            || on_board && position.is_empty(vertex.0) && self.may_put(position, vertex.0);
        position.passes < 2 && (vertex == Vertex::PASS || may_put())
    }

    /// Takes a chain off the board, and says how many stones it had.
    fn capture(&self, position: &mut Position, stone: u16, seat: usize) -> u32 {
        let mut waiting = [0_u16; MOST_POINTS];
        let (mut count, mut taken) = (1, 1);
        waiting[0] = stone;
        position.toggle(stone, seat);
        while count > 0 {
            count -= 1;
            for &beside in self.beside(waiting[count]) {
                if position.stones[seat].has(beside) {
                    position.toggle(beside, seat);
                    waiting[count] = beside;
                    count += 1;
                    taken += 1;
                }
            }
        }
        taken
    }

    fn put(&self, position: &mut Position, point: u16) {
        let own = usize::from(position.mover);
        position.toggle(point, own);
        let mut taken = 0;
        let mut ko = NOWHERE;
        for &beside in self.beside(point) {
            let is_other = position.stones[1 - own].has(beside);
            if is_other && !self.breathes(position, beside, 1 - own, NOWHERE) {
                taken += self.capture(position, beside, 1 - own);
                ko = beside;
            }
        }
        position.ko = NOWHERE;
        if taken == 0 {
            let is_free = self.beside(point).iter().any(|&beside| position.is_empty(beside));
            if !is_free && !self.breathes(position, point, own, NOWHERE) {
                self.capture(position, point, own);
            }
        } else if taken == 1 {
            // It can be taken back if the stone stands alone, and what it took is its only liberty.
            let is_alone = self
                .beside(point)
                .iter()
                .all(|&beside| beside == ko || position.stones[1 - own].has(beside));
            position.ko = if is_alone { ko } else { NOWHERE };
        }
    }

    /// What each point counts for: the owner of the stone, or of all stones that an empty region touches; none, if it touches
    /// both or no stones.
    pub fn owners(&self, position: &Position) -> Vec<Option<Player>> {
        let mut owners: Vec<Option<Player>> =
            (0..self.points()).map(|point| position.owner(point)).collect();
        let mut seen = Points::default();
        for point in 0..self.points() as u16 {
            if seen.has(point) || !position.is_empty(point) {
                continue;
            }
            let region = self.region(point, |point| position.is_empty(point));
            let touches = |player: Player| {
                region.iter().any(|point| {
                    self.beside(point)
                        .iter()
                        .any(|&beside| position.stones[player.index()].has(beside))
                })
            };
            let owner = match (touches(Player::MAX), touches(Player::MIN)) {
                (true, false) => Some(Player::MAX),
                (false, true) => Some(Player::MIN),
                _ => None,
            };
            for point in region.iter() {
                seen.add(point);
                owners[usize::from(point)] = owner;
            }
        }
        owners
    }

    /// The key of a position with this hash of its stones and this ko.
    fn key_of(&self, hash: u64, ko: u16, position: &Position) -> u64 {
        let rest = u64::from(ko) << 8 | u64::from(position.passes) << 1 | u64::from(position.mover);
        hash ^ mixed(rest | 1 << 40)
    }

    /// The least of the keys of a position and its mirror images.
    pub(super) fn symmetric_key(&self, position: &Position) -> u64 {
        let seen = |image: &Vec<u16>| {
            let stones = |seat: usize| {
                let stone = move |point: u16| stone_hash(image[usize::from(point)], seat);
                position.stones[seat].iter().map(stone).fold(0, |hash, stone| hash ^ stone)
            };
            let ko = image.get(usize::from(position.ko)).copied().unwrap_or(NOWHERE);
            self.key_of(stones(0) ^ stones(1), ko, position)
        };
        let own = self.key_of(position.hash, position.ko, position);
        self.images.iter().map(seen).fold(own, u64::min)
    }

    /// Black's points less White's, without komi, if all stones that stand on the board are alive.
    pub fn area(&self, position: &Position) -> i32 {
        if position.stones.iter().all(|stones| stones.count() > 0) {
            let worth =
                |owner: Option<Player>| owner.map_or(0, |player| 1 - 2 * i32::from(player.0));
            return self.owners(position).into_iter().map(worth).sum();
        }
        let all = self.points() as i32;
        match position.stones.map(|stones| stones.count()) {
            [0, 0] => 0,
            [_, 0] => all,
            _ => -all,
        }
    }

    /// By how many points Black is ahead, komi included, if all stones are alive.
    pub fn lead(&self, position: &Position) -> f64 {
        f64::from(self.area(position)) - self.compensation()
    }
}

/// Where each point is in the mirror images of a board that has so many columns and rows.
fn images(width: u16, height: u16) -> Arc<[Vec<u16>]> {
    let turns = if width == height { 8 } else { 4 };
    let image = |turn: u16| {
        let seen = |point: u16| {
            let (x, y) = (point % width, point / width);
            let x = if turn & 1 == 0 { x } else { width - 1 - x };
            let y = if turn & 2 == 0 { y } else { height - 1 - y };
            if turn & 4 == 0 { y * width + x } else { x * width + y }
        };
        (0..width * height).map(seen).collect()
    };
    (1..turns).map(image).collect()
}

impl Neighbours {
    fn of(point: u16, width: u16, height: u16) -> Neighbours {
        let (x, y) = (point % width, point / width);
        let candidates = [
            (y > 0, point.wrapping_sub(width)),
            (x > 0, point.wrapping_sub(1)),
            (x + 1 < width, point + 1),
            (y + 1 < height, point + width),
        ];
        let mut neighbours = Neighbours::default();
        for (_, beside) in candidates.into_iter().filter(|(is_there, _)| *is_there) {
            neighbours.points[usize::from(neighbours.count)] = beside;
            neighbours.count += 1;
        }
        neighbours
    }
}

impl Default for Go {
    fn default() -> Self {
        Go::new(9, 9, Options::default()).expect("9 x 9 is played")
    }
}

impl Game for Go {
    type Position = Position;
    type Move = Vertex;

    fn start(&self) -> Position {
        if self.handicap.is_empty() {
            return Position::empty();
        }
        let put = |position: Position, vertex: &Vertex| {
            position.with_stone(usize::from(vertex.0), Some(Player::MAX))
        };
        self.handicap.iter().fold(Position::empty(), put).with_mover(Player::MIN)
    }

    #[inline(always)]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Player(position.mover())
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Vertex>) {
        if position.passes >= 2 {
            return;
        }
        let empty = (0..self.points() as u16).filter(|&point| position.is_empty(point));
        moves.extend(empty.filter(|&point| self.may_put(position, point)).map(Vertex));
        moves.push(Vertex::PASS);
    }

    fn play(&self, position: &mut Position, vertex: Vertex) {
        if vertex == Vertex::PASS {
            position.passes += 1;
            position.ko = NOWHERE;
        } else {
            self.put(position, vertex.0);
            position.passes = 0;
        }
        position.last = [vertex.0, position.last[0]];
        position.mover ^= 1;
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let lead = self.lead(position);
        let payoff = match self.options.goal {
            Goal::Points => lead,
            Goal::Win if lead == 0.0 => 0.0,
            Goal::Win => lead.signum(),
        };
        // Not -payoff: nobody wants to read that it is -0.
        if player == Player::MAX { payoff } else { 0.0 - payoff }
    }

    fn key(&self, position: &Position) -> Option<u64> {
        Some(self.key_of(position.hash, position.ko, position))
    }

    fn repetition(&self) -> Repetition {
        match self.options.ko {
            Ko::Positional => Repetition::Forbidden,
            Ko::Simple => Repetition::Draw { times: 2 },
        }
    }

    /// By superko the same stones, whoever moves. A pass leads to no position of before: one is told apart by its passes.
    fn is_same_position(&self, one: &Position, other: &Position) -> bool {
        match self.options.ko {
            Ko::Positional => {
                one.hash == other.hash && one.passes == other.passes && one.stones == other.stones
            }
            Ko::Simple => one == other,
        }
    }

    fn repetition_key(&self, position: &Position) -> u64 {
        match self.options.ko {
            Ko::Positional => position.hash ^ mixed(u64::from(position.passes) | 1 << 41),
            Ko::Simple => self.key_of(position.hash, position.ko, position),
        }
    }
}

impl Deterministic for Go {}

impl ZeroSum for Go {
    fn outcomes(&self) -> Outcomes {
        match self.options.goal {
            Goal::Win => Outcomes::WinDrawLoss,
            Goal::Points => {
                let most = self.points() as f64 + self.compensation().abs();
                Outcomes::Points { most: most as i32 }
            }
        }
    }
}
