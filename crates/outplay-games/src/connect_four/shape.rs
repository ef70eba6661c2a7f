//! The numbers of a board, and what follows from them alone.
//!
//! For the usual board of 7 x 6 they are constants of the compiler.

/// The size of a board, and sets of squares that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Bits from a square to the one beside it.
    pub(super) step: u32,
    /// The lowest square of every column.
    pub(super) bottom: u64,
    /// All squares.
    pub(super) all: u64,
    /// Rows one, three, five ... from the bottom.
    pub(super) odd: u64,
    /// The squares of each column, from the centre outwards; none where there are fewer columns.
    outwards: [u64; WIDEST],
}

/// Asks a question of the shape of a game's board, whose numbers are constants if it is the usual one.
///
/// PERF: what is asked of all other boards is kept apart, so that the code is not twice as long. It gets copies: a reference would keep what is asked about in memory.
macro_rules! ask {
    ($game:expr, $question:ident($($about:ident),+)) => {
        match $game.is_usual {
            true => Shape::USUAL.$question($($about),+),
            false => super::shape::apart(move || $game.shape.$question($($about),+)),
        }
    };
}
pub(super) use ask;

#[inline(never)]
pub(super) fn apart<T>(ask: impl FnOnce() -> T) -> T {
    ask()
}

/// The most columns.
pub(super) const WIDEST: usize = 9;

impl Shape {
    /// The usual board.
    pub(super) const USUAL: Shape = Shape::of(7, 6);

    /// A board of so many columns and rows, which fits into 64 bits.
    pub(super) const fn of(width: u32, height: u32) -> Shape {
        let step = height + 1;
        let (mut bottom, mut odd, mut outwards) = (0, 0, [0; WIDEST]);
        let mut index = 0;
        while index < width {
            let centre = (width - 1) / 2;
            let column = match index % 2 {
                0 => centre - index / 2,
                _ => centre + index.div_ceil(2),
            };
            bottom |= 1 << (column * step);
            outwards[index as usize] = ((1 << height) - 1) << (column * step);
            index += 1;
        }
        let all = bottom * ((1 << height) - 1);
        let mut row = 0;
        while row < height {
            odd |= bottom << row;
            row += 2;
        }
        Shape { width, height, step, bottom, all, odd, outwards }
    }

    /// All squares, as a number.
    #[inline(always)]
    pub(super) fn size(&self) -> i32 {
        (self.width * self.height) as i32
    }

    /// The squares of a column, counted from 0.
    #[inline(always)]
    pub(super) fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * self.step)
    }

    /// The squares of each column, from the centre outwards.
    #[inline(always)]
    pub(super) fn centre_outwards(&self) -> &[u64] {
        &self.outwards[..self.width as usize]
    }

    /// The first eight of them; none where there are fewer.
    #[inline(always)]
    pub(super) fn eight_outwards(&self) -> [u64; 8] {
        self.outwards.first_chunk().copied().unwrap_or_default()
    }

    /// Where the next stone of each column falls.
    #[inline(always)]
    pub(super) fn landings(&self, stones: u64) -> u64 {
        stones.wrapping_add(self.bottom) & self.all
    }

    /// Whether some of these squares are four in a row.
    #[inline(always)]
    pub(super) fn has_four(&self, squares: u64) -> bool {
        let line = |step: u32| {
            let pairs = squares & squares >> step;
            pairs & pairs >> (2 * step)
        };
        line(1) | line(self.step) | line(self.step - 1) | line(self.step + 1) != 0
    }

    /// Empty squares on which `own` completes a four.
    #[inline(always)]
    pub(super) fn completing(&self, own: u64, stones: u64) -> u64 {
        let across = |step: u32| across(own, step);
        let upright = own << 1 & own << 2 & own << 3;
        let squares = upright | across(self.step) | across(self.step - 1) | across(self.step + 1);
        squares & (self.all ^ stones)
    }

    #[inline(always)]
    pub(super) fn mirrored(&self, squares: u64) -> u64 {
        let column = (1 << self.step) - 1;
        (0..self.width).fold(0, |mirrored, from| {
            let to = self.width - 1 - from;
            mirrored | (squares >> (from * self.step) & column) << (to * self.step)
        })
    }
}

/// Squares that complete a four in one direction, given three of it.
#[inline(always)]
fn across(own: u64, step: u32) -> u64 {
    let up = own << step & own << (2 * step);
    let down = own >> step & own >> (2 * step);
    up & own << (3 * step) | up & own >> step | down & own << step | down & own >> (3 * step)
}
