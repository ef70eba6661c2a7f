//! A board for play-outs: fast to play on, and small enough to copy.
//!
//! Chains know how many *pseudo-liberties* they have: an empty point counts once for each stone beside it. It is a plain sum,
//! so that chains are joined by adding, and no liberties mean no pseudo-liberties. With the sum of the points and of their
//! squares it is also known whether all of them are the same point: then the chain is in atari, and the point is the mean. Every
//! point knows the eight points around it as one number, from which eyes and patterns are read.
//!
//! Points are numbered with a border around the board that is one column wide, and `N` is a power of two above all of them: 128 for
//! boards up to 9 x 9, 512 for all. It makes every index safe by a mask.
//!
//! Play-outs know the simple ko rule, and nobody commits suicide in them.

use fastrand::Rng;
use outplay::Player;

use super::rules::{Go, Position, Vertex};

/// A point with its border; 0 stands for a pass, or for no point.
pub type Point = u16;

/// No point, or a pass.
pub const PASS: Point = 0;

/// What is on a point.
pub(super) const EMPTY: u8 = 0;
pub(super) const BORDER: u8 = 3;

/// A stone of the other colour: black is 1 and white is 2.
#[inline(always)]
pub(super) const fn other(stone: u8) -> u8 {
    stone ^ 3
}

/// What a chain has.
#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    /// Pseudo-liberties.
    pub(super) liberties: u16,
    /// Stones.
    pub(super) size: u16,
    /// The sum of the pseudo-liberties.
    pub(super) sum: u32,
    /// The sum of their squares.
    squares: u32,
}

impl Chain {
    #[inline(always)]
    pub(super) fn add(&mut self, point: Point) {
        self.liberties += 1;
        self.sum += u32::from(point);
        self.squares += u32::from(point) * u32::from(point);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, point: Point) {
        self.liberties -= 1;
        self.sum -= u32::from(point);
        self.squares -= u32::from(point) * u32::from(point);
    }

    /// Both together.
    #[inline(always)]
    pub(super) fn join(&mut self, other: &Chain) {
        self.liberties += other.liberties;
        self.size += other.size;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether there is one liberty, or none.
    #[inline(always)]
    pub(super) fn is_in_atari(&self) -> bool {
        u64::from(self.liberties) * u64::from(self.squares)
            == u64::from(self.sum) * u64::from(self.sum)
    }
}

/// A board for play-outs.
#[derive(Clone)]
pub struct Board<const N: usize> {
    /// What is on each point.
    colour: [u8; N],
    /// The eight points around each point, two bits each: above, left, right, below, then the corners in the same order.
    around: [u16; N],
    /// The first stone of the chain.
    head: [Point; N],
    /// The next stone of the chain, in a ring.
    next: [Point; N],
    /// What chains have, at their first stones.
    chain: [Chain; N],
    /// All empty points, in any order.
    empty: [Point; N],
    /// Where each is among them.
    slot: [u16; N],
    empties: u16,
    /// The steps to the eight points around.
    steps: [u16; 8],
    width: u16,
    height: u16,
    /// The point that may not be taken back now.
    ko: Point,
    /// The last move and the one before it.
    last: [Point; 2],
    /// The stone that is put next.
    mover: u8,
    /// Passes one after the other.
    passes: u8,
    /// Moves on this board.
    moves: u16,
    /// Black stones less white ones.
    balance: i16,
}

/// The lower bit of each of the four points beside a point: set for black stones and the border.
const LOW: u16 = 0x55;

impl<const N: usize> Board<N> {
    /// Whether a size of board fits.
    pub const fn fits(width: u8, height: u8) -> bool {
        (width as usize + 1) * (height as usize + 2) < N
    }

    /// The same moment of play.
    ///
    /// # Panics
    /// If the board does not [fit](Self::fits).
    pub fn new(game: &Go, position: &Position) -> Self {
        let mut board = Board::blank(game);
        board.set_up(position);
        board
    }

    /// A board without stones.
    ///
    /// # Panics
    /// If the board does not [fit](Self::fits).
    pub(super) fn blank(game: &Go) -> Self {
        assert!(Self::fits(game.width(), game.height()), "{game:?} does not fit");
        let (width, height) = (u16::from(game.width()), u16::from(game.height()));
        let stride = width + 1;
        let down = stride;
        let steps = [
            down.wrapping_neg(),
            1_u16.wrapping_neg(),
            1,
            down,
            (down + 1).wrapping_neg(),
            (down - 1).wrapping_neg(),
            down - 1,
            down + 1,
        ];
        let mut board = Board {
            colour: [BORDER; N],
            around: [0; N],
            head: [0; N],
            next: [0; N],
            chain: [Chain::default(); N],
            empty: [0; N],
            slot: [0; N],
            empties: 0,
            steps,
            width,
            height,
            ko: PASS,
            last: [PASS; 2],
            mover: 1,
            passes: 0,
            moves: 0,
            balance: 0,
        };
        for point in board.points() {
            board.colour[usize::from(point)] = EMPTY;
            board.push_empty(point);
        }
        for point in board.points() {
            for (direction, &step) in steps.iter().enumerate() {
                let beside = usize::from(point.wrapping_add(step));
                board.around[usize::from(point)] |=
                    u16::from(board.colour[beside]) << (2 * direction);
            }
        }
        board
    }

    /// Makes a moment of play of a [blank](Self::blank) board.
    pub(super) fn set_up(&mut self, position: &Position) {
        for player in Player::all(2) {
            for point in position.set(player).iter() {
                self.put(self.point(Vertex(point)), player.0 + 1);
            }
        }
        let point = |at: Option<usize>| at.map_or(PASS, |at| self.point(Vertex(at as u16)));
        (self.ko, self.last) = (point(position.ko()), position.last_two().map(point));
        (self.mover, self.passes) = (position.mover().0 + 1, position.passes());
    }

    /// All points of the board, row by row from the upper left.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<N> {
        let (width, height) = (self.width, self.height);
        (1..=height).flat_map(move |row| (1..=width).map(move |column| row * (width + 1) + column))
    }

    /// The point of a move.
    #[inline(always)]
    pub fn point(&self, vertex: Vertex) -> Point {
        match vertex {
            Vertex::PASS => PASS,
            Vertex(index) => index + index / self.width + self.width + 2,
        }
    }

    /// The move to a point.
    #[inline(always)]
    pub fn vertex(&self, point: Point) -> Vertex {
        let stride = self.width + 1;
        match point {
            PASS => Vertex::PASS,
            _ => Vertex((point / stride - 1) * self.width + point % stride - 1),
        }
    }

    /// How far a point is from the one below it.
    #[inline(always)]
    pub(super) fn stride(&self) -> u16 {
        self.width + 1
    }

    /// On which line from the edge a point is, from 1.
    pub(super) fn line(&self, point: Point) -> usize {
        let (x, y) = (point % self.stride(), point / self.stride());
        usize::from(x.min(y).min(self.width + 1 - x).min(self.height + 1 - y))
    }

    #[inline(always)]
    const fn at(point: Point) -> usize {
        point as usize & (N - 1)
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        Player(self.mover - 1)
    }

    /// The stone that is put next.
    #[inline(always)]
    pub(super) fn stone(&self) -> u8 {
        self.mover
    }

    /// The player to move becomes the one with these stones, without a ko: for reading what would happen.
    pub(super) fn set_mover(&mut self, stone: u8) {
        if self.mover != stone {
            (self.mover, self.ko) = (stone, PASS);
        }
    }

    /// Whether the last two moves were passes.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// How many moves were made on this board.
    #[inline(always)]
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// Counts moves from here on.
    pub fn reset_moves(&mut self) {
        self.moves = 0;
    }

    /// Whether a point is an eye of a player.
    pub fn eye(&self, point: Point, player: Player) -> bool {
        self.is_eye(point, player.0 + 1)
    }

    /// The last move, and the one before it.
    #[inline(always)]
    pub fn last(&self) -> [Point; 2] {
        self.last
    }

    /// The point that may not be taken back now.
    #[inline(always)]
    pub fn ko(&self) -> Point {
        self.ko
    }

    /// The empty points, in any order.
    #[inline(always)]
    pub fn empty(&self) -> &[Point] {
        &self.empty[..usize::from(self.empties).min(N)]
    }

    /// Whether there is no stone on a point.
    pub fn is_empty(&self, point: Point) -> bool {
        self.colour(point) == EMPTY
    }

    /// Black stones less white ones.
    pub fn balance(&self) -> i32 {
        i32::from(self.balance)
    }

    /// What is on a point: nothing is 0, black 1, white 2, and around the board it is 3.
    #[inline(always)]
    pub(super) fn colour(&self, point: Point) -> u8 {
        self.colour[Self::at(point)]
    }

    /// The eight points around.
    #[inline(always)]
    pub(super) fn around(&self, point: Point) -> u16 {
        self.around[Self::at(point)]
    }

    /// The first stone of a chain.
    #[inline(always)]
    pub(super) fn head(&self, stone: Point) -> Point {
        self.head[Self::at(stone)]
    }

    /// The chain of a stone.
    #[inline(always)]
    pub(super) fn chain(&self, stone: Point) -> &Chain {
        &self.chain[Self::at(self.head(stone))]
    }

    /// Whether the chain of a stone has one liberty.
    #[inline(always)]
    pub(super) fn is_in_atari(&self, stone: Point) -> bool {
        self.chain(stone).is_in_atari()
    }

    /// The liberty of a chain in atari.
    #[inline(always)]
    pub(super) fn only_liberty(&self, stone: Point) -> Point {
        let chain = self.chain(stone);
        (chain.sum / u32::from(chain.liberties.max(1))) as Point
    }

    /// The stones of the chain of a stone.
    #[inline(always)]
    pub(super) fn stones(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let now = at?;
            let next = self.next[Self::at(now)];
            at = (next != stone).then_some(next);
            Some(now)
        })
    }

    /// The four points beside a point, and the border.
    #[inline(always)]
    pub(super) fn beside(&self, point: Point) -> [Point; 4] {
        let to = |direction: usize| point.wrapping_add(self.steps[direction]);
        [to(0), to(1), to(2), to(3)]
    }

    /// Those of the eight points around a point whose lower bits are set.
    #[inline(always)]
    fn marked(&self, point: Point, mut marks: u16) -> impl Iterator<Item = Point> + '_ {
        std::iter::from_fn(move || {
            let direction = marks.trailing_zeros() / 2;
            (marks != 0).then(|| {
                marks &= marks - 1;
                point.wrapping_add(self.steps[direction as usize & 7])
            })
        })
    }

    /// The empty ones of the eight points around a point.
    #[inline(always)]
    pub(super) fn empties_around(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.marked(point, self.empty_around(point))
    }

    /// The empty ones of the four points beside a point.
    #[inline(always)]
    pub(super) fn empties_beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.marked(point, self.empty_beside(point))
    }

    /// Whether a point is an eye of a colour: all four beside it are its own, and at most one corner is not, none at the edge.
    #[inline(always)]
    pub(super) fn is_eye(&self, point: Point, stone: u8) -> bool {
        let around = self.around(point);
        // The bit that is set for the colour and for the border, moved to the lower one.
        let own = around >> (stone - 1);
        if own & LOW != LOW {
            return false;
        }
        let corners = around >> 8;
        let border = corners & corners >> 1 & LOW;
        let others = (corners >> (2 - stone)) & LOW & !border;
        others.count_ones() + u32::from(border != 0) < 2
    }

    /// Whether a stone of a colour is beside a point.
    #[inline(always)]
    pub(super) fn touches_colour(&self, point: Point, stone: u8) -> bool {
        let around = self.around(point);
        let border = around & around >> 1;
        (around >> (stone - 1)) & LOW & !border != 0
    }

    /// The empty ones of the eight points around a point: the lower bit of each is set.
    #[inline(always)]
    pub(super) fn empty_around(&self, point: Point) -> u16 {
        let around = self.around(point);
        !(around | around >> 1) & 0x5555
    }

    /// The empty ones of the four points beside a point, in the same way.
    #[inline(always)]
    pub(super) fn empty_beside(&self, point: Point) -> u16 {
        self.empty_around(point) & LOW
    }

    /// Whether at least two of the four points beside a point are empty.
    #[inline(always)]
    pub(super) fn has_room(&self, point: Point) -> bool {
        let empty = self.empty_beside(point);
        empty & empty.wrapping_sub(1) != 0
    }

    /// Whether the player to move may put a stone on an empty point, and fills no own eye there.
    #[inline(always)]
    pub(super) fn is_playable(&self, point: Point) -> bool {
        self.empty_beside(point) != 0 || !self.is_eye(point, self.mover) && self.may_put(point)
    }

    /// The colours of the stones beside a point, together: 3 if there are both.
    #[inline(always)]
    pub(super) fn colours_beside(&self, point: Point) -> u8 {
        let around = self.around(point);
        let stones = around & !(3 * (around & around >> 1 & LOW));
        u8::from(stones & LOW != 0) | u8::from(stones & LOW << 1 != 0) << 1
    }

    /// Whether the player to move may put a stone on an empty point: not where it dies at once, and not into the ko.
    #[inline(always)]
    pub fn may_put(&self, point: Point) -> bool {
        self.may_put_stone(point, self.mover)
    }

    #[inline(always)]
    pub(super) fn may_put_stone(&self, point: Point, stone: u8) -> bool {
        if self.empty_beside(point) != 0 {
            return true;
        }
        let around = self.around(point);
        if point == self.ko && stone == self.mover {
            return false;
        }
        (0..4).any(|direction| {
            let beside = (around >> (2 * direction)) as u8 & 3;
            let at = point.wrapping_add(self.steps[direction]);
            beside != BORDER && self.is_in_atari(at) == (beside != stone)
        })
    }

    #[inline(always)]
    fn push_empty(&mut self, point: Point) {
        self.slot[Self::at(point)] = self.empties;
        self.empty[Self::at(self.empties)] = point;
        self.empties += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: Point) {
        self.empties -= 1;
        let last = self.empty[Self::at(self.empties)];
        let slot = self.slot[Self::at(point)];
        self.empty[Self::at(slot)] = last;
        self.slot[Self::at(last)] = slot;
    }

    /// Swaps two empty points in their list.
    #[inline(always)]
    fn swap_empty(&mut self, one: u16, two: u16) {
        let (first, second) = (self.empty[Self::at(one)], self.empty[Self::at(two)]);
        self.empty[Self::at(one)] = second;
        self.empty[Self::at(two)] = first;
        self.slot[Self::at(first)] = two;
        self.slot[Self::at(second)] = one;
    }

    /// Tells the points around a point what is on it now.
    #[inline(always)]
    fn tell_around(&mut self, point: Point, change: u8) {
        const BACK: [u16; 8] = [3, 2, 1, 0, 7, 6, 5, 4];
        for (step, back) in self.steps.into_iter().zip(BACK) {
            self.around[Self::at(point.wrapping_add(step))] ^= u16::from(change) << (2 * back);
        }
    }

    /// Puts a stone, takes what it captures, and says how many those are.
    #[inline(always)]
    fn put(&mut self, point: Point, stone: u8) -> u16 {
        let around = self.around(point);
        self.remove_empty(point);
        self.colour[Self::at(point)] = stone;
        self.tell_around(point, stone);
        self.balance += 3 - 2 * i16::from(stone);
        self.head[Self::at(point)] = point;
        self.next[Self::at(point)] = point;
        let mut own = Chain { size: 1, ..Chain::default() };
        for direction in 0..4 {
            let at = point.wrapping_add(self.steps[direction]);
            match (around >> (2 * direction)) as u8 & 3 {
                EMPTY => own.add(at),
                BORDER => {}
                _ => self.chain[Self::at(self.head(at))].remove(point),
            }
        }
        self.chain[Self::at(point)] = own;
        let mut taken = 0;
        for direction in 0..4 {
            let at = point.wrapping_add(self.steps[direction]);
            let beside = (around >> (2 * direction)) as u8 & 3;
            if beside == stone {
                self.join(point, at);
            } else if beside == other(stone)
                && self.colour(at) == beside
                && self.chain(at).liberties == 0
            {
                taken += self.capture(at, beside);
            }
        }
        taken
    }

    #[inline(always)]
    fn join(&mut self, one: Point, two: Point) {
        let (one, two) = (self.head(one), self.head(two));
        if one == two {
            return;
        }
        let [first, second] = [one, two].map(|head| self.chain[Self::at(head)].size);
        let (large, small) = if first >= second { (one, two) } else { (two, one) };
        let smaller = self.chain[Self::at(small)];
        self.chain[Self::at(large)].join(&smaller);
        let mut stone = small;
        loop {
            self.head[Self::at(stone)] = large;
            stone = self.next[Self::at(stone)];
            if stone == small {
                break;
            }
        }
        self.next.swap(Self::at(large), Self::at(small));
    }

    fn capture(&mut self, stone: Point, colour: u8) -> u16 {
        let mut taken = 0;
        let mut at = stone;
        loop {
            let next = self.next[Self::at(at)];
            self.colour[Self::at(at)] = EMPTY;
            self.tell_around(at, colour);
            self.push_empty(at);
            let around = self.around(at);
            for direction in 0..4 {
                let beside = at.wrapping_add(self.steps[direction]);
                if matches!((around >> (2 * direction)) as u8 & 3, 1 | 2) {
                    self.chain[Self::at(self.head(beside))].add(at);
                }
            }
            taken += 1;
            at = next;
            if at == stone {
                break;
            }
        }
        self.balance -= (3 - 2 * i16::from(colour)) * taken as i16;
        taken
    }

    /// Makes a move of the player to move: a point at which a stone [may be put](Self::may_put), or a pass.
    #[inline(always)]
    pub fn play(&mut self, point: Point) {
        let stone = self.mover;
        if point == PASS {
            self.passes += 1;
            self.ko = PASS;
        } else {
            let around = self.around(point);
            let is_alone = (around >> (2 - stone)) & LOW == LOW;
            let taken = self.put(point, stone);
            // What was taken is the last of the empty points.
            let ko = self.empty[Self::at(self.empties.wrapping_sub(1))];
            self.ko = if is_alone && taken == 1 { ko } else { PASS };
            self.passes = 0;
        }
        self.last = [point, self.last[0]];
        self.mover = other(stone);
        self.moves += 1;
    }

    /// A move for a light play-out: one of all that are legal and fill no own eye, each as likely as the others; otherwise a pass.
    #[inline(always)]
    pub fn random_move(&mut self, random: &mut Rng) -> Point {
        self.pick(random, Board::is_playable)
    }

    /// One of all empty points that will do, each as likely as the others; a pass, if none does.
    #[inline(always)]
    pub(super) fn pick(
        &mut self,
        random: &mut Rng,
        mut will_do: impl FnMut(&Self, Point) -> bool,
    ) -> Point {
        let mut left = self.empties;
        while left > 0 {
            let index = below(random, left);
            let point = self.empty[Self::at(index)];
            if will_do(self, point) {
                return point;
            }
            left -= 1;
            self.swap_empty(index, left);
        }
        PASS
    }

    /// Plays to the end, or for so many moves, with light play-outs.
    #[inline]
    pub fn play_out(&mut self, random: &mut Rng, most: u16) {
        let until = self.moves.saturating_add(most);
        while !self.is_over() && self.moves < until {
            let point = self.random_move(random);
            self.play(point);
        }
    }

    /// Black's points less White's, without komi, where all empty points are eyes: stones, and empty points beside stones of one
    /// colour.
    #[inline]
    pub fn area(&self) -> i32 {
        let eyes = self.empty().iter().map(|&point| self.owner_of_empty(point)).sum::<i32>();
        i32::from(self.balance) + eyes
    }

    #[inline(always)]
    fn owner_of_empty(&self, point: Point) -> i32 {
        let around = self.around(point);
        let border = around & around >> 1 & LOW;
        let black = around & LOW & !border;
        let white = around >> 1 & LOW & !border;
        i32::from(black != 0 && white == 0) - i32::from(white != 0 && black == 0)
    }

    /// What a point counts at the end of a play-out: 1 for Black, -1 for White.
    #[inline(always)]
    pub fn owner(&self, point: Point) -> i32 {
        match self.colour(point) {
            1 => 1,
            2 => -1,
            _ => self.owner_of_empty(point),
        }
    }

    /// The moment of play as the rules see it, for tests.
    pub fn position(&self, game: &Go) -> Position {
        let mut position = Position::empty();
        for point in self.points() {
            if let stone @ (1 | 2) = self.colour(point) {
                let Vertex(index) = self.vertex(point);
                position = position.with_stone(index.into(), Some(Player(stone - 1)));
            }
        }
        position = position.with_mover(self.mover());
        if self.ko != PASS {
            position.set_ko(self.vertex(self.ko).0);
        }
        position.set_passes(self.passes);
        debug_assert!(game.points() == self.points().count(), "a board of the same size");
        position
    }
}

/// A number below a limit.
#[inline(always)]
pub(super) fn below(random: &mut Rng, limit: u16) -> u16 {
    ((u64::from(random.u32(..)) * u64::from(limit)) >> 32) as u16
}
