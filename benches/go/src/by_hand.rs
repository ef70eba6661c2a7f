//! A board for light play-outs and nothing else: the size is known to the compiler, there are no patterns and no sums of liberties.
//!
//! Every point counts its black and white neighbours; the border counts as both. Chains count pseudo-liberties.

use fastrand::Rng;

const EMPTY: u8 = 2;
const BORDER: u8 = 3;

#[derive(Clone)]
pub struct Board<const SIZE: usize, const N: usize> {
    colour: [u8; N],
    /// Black, white and empty neighbours, four bits each.
    beside: [u16; N],
    head: [u16; N],
    next: [u16; N],
    liberties: [u16; N],
    size: [u16; N],
    empty: [u16; N],
    slot: [u16; N],
    empties: usize,
    ko: usize,
    mover: u8,
    passes: u8,
    pub moves: u32,
    stones: [i32; 2],
}

impl<const SIZE: usize, const N: usize> Board<SIZE, N> {
    const STRIDE: usize = SIZE + 1;
    /// The four points beside a point.
    const BESIDE: [usize; 4] =
        [0_usize.wrapping_sub(Self::STRIDE), 0_usize.wrapping_sub(1), 1, Self::STRIDE];
    const CORNERS: [usize; 4] = [
        0_usize.wrapping_sub(Self::STRIDE + 1),
        0_usize.wrapping_sub(Self::STRIDE - 1),
        Self::STRIDE - 1,
        Self::STRIDE + 1,
    ];
    const MASK: usize = N - 1;

    pub fn new() -> Self {
        let mut board = Board {
            colour: [BORDER; N],
            beside: [0; N],
            head: [0; N],
            next: [0; N],
            liberties: [0; N],
            size: [0; N],
            empty: [0; N],
            slot: [0; N],
            empties: 0,
            ko: 0,
            mover: 0,
            passes: 0,
            moves: 0,
            stones: [0; 2],
        };
        for row in 1..=SIZE {
            for column in 1..=SIZE {
                let point = row * Self::STRIDE + column;
                board.colour[point] = EMPTY;
                board.slot[point] = board.empties as u16;
                board.empty[board.empties] = point as u16;
                board.empties += 1;
            }
        }
        for &point in &board.empty[..board.empties] {
            for step in Self::BESIDE {
                let is_border = board.colour[usize::from(point).wrapping_add(step)] == BORDER;
                board.beside[usize::from(point)] += if is_border { 0x011 } else { 0x100 };
            }
        }
        board
    }

    #[inline(always)]
    fn is_eye(&self, point: usize) -> bool {
        if self.beside[point & Self::MASK] >> (4 * self.mover) & 15 != 4 {
            return false;
        }
        let mut counts = [0; 4];
        for step in Self::CORNERS {
            counts[usize::from(self.colour[point.wrapping_add(step) & Self::MASK]) & 3] += 1;
        }
        counts[usize::from(self.mover ^ 1) & 3] + u32::from(counts[3] > 0) < 2
    }

    #[inline(always)]
    fn head(&self, point: usize) -> usize {
        usize::from(self.head[point & Self::MASK]) & Self::MASK
    }

    /// Whether a stone may be put where no point beside is empty: liberties are taken away and given back.
    #[inline(always)]
    fn may_fill(&mut self, point: usize) -> bool {
        if point == self.ko {
            return false;
        }
        for step in Self::BESIDE {
            let head = self.head(point.wrapping_add(step));
            self.liberties[head] = self.liberties[head].wrapping_sub(1);
        }
        let mut may = false;
        for step in Self::BESIDE {
            let at = point.wrapping_add(step) & Self::MASK;
            let colour = self.colour[at];
            let is_free = self.liberties[self.head(at)] != 0;
            may |= colour != BORDER && is_free == (colour == self.mover);
        }
        for step in Self::BESIDE {
            let head = self.head(point.wrapping_add(step));
            self.liberties[head] = self.liberties[head].wrapping_add(1);
        }
        may
    }

    #[inline(always)]
    fn choose(&mut self, random: &mut Rng) -> usize {
        let mut left = self.empties;
        while left > 0 {
            let index = ((u64::from(random.u32(..)) * left as u64) >> 32) as usize;
            let point = usize::from(self.empty[index & Self::MASK]);
            let has_empty = self.beside[point & Self::MASK] >> 8 != 0;
            if has_empty || !self.is_eye(point) && self.may_fill(point) {
                return point;
            }
            left -= 1;
            let last = self.empty[left & Self::MASK];
            self.empty[index & Self::MASK] = last;
            self.empty[left & Self::MASK] = point as u16;
            self.slot[usize::from(last) & Self::MASK] = index as u16;
            self.slot[point & Self::MASK] = left as u16;
        }
        0
    }

    #[inline(always)]
    fn put(&mut self, point: usize) {
        let own = self.mover;
        let other = own ^ 1;
        let is_enclosed = self.beside[point & Self::MASK] >> (4 * other) & 15 == 4;
        self.empties -= 1;
        let last = self.empty[self.empties & Self::MASK];
        let slot = self.slot[point & Self::MASK];
        self.empty[usize::from(slot) & Self::MASK] = last;
        self.slot[usize::from(last) & Self::MASK] = slot;
        self.colour[point & Self::MASK] = own;
        self.stones[usize::from(own)] += 1;
        self.head[point & Self::MASK] = point as u16;
        self.next[point & Self::MASK] = point as u16;
        self.size[point & Self::MASK] = 1;
        self.liberties[point & Self::MASK] = self.beside[point & Self::MASK] >> 8;
        let add = 1_u16.wrapping_shl(4 * u32::from(own)).wrapping_sub(0x100);
        let mut taken = 0;
        for step in Self::BESIDE {
            let at = point.wrapping_add(step) & Self::MASK;
            self.beside[at] = self.beside[at].wrapping_add(add);
            let colour = self.colour[at];
            if colour >= EMPTY {
                continue;
            }
            let head = self.head(at);
            self.liberties[head] -= 1;
            if colour == own {
                self.join(point, at);
            } else if self.liberties[head] == 0 {
                taken += self.capture(at, other);
            }
        }
        let ko = usize::from(self.empty[self.empties.wrapping_sub(1) & Self::MASK]);
        self.ko = if is_enclosed && taken == 1 { ko } else { 0 };
    }

    #[inline(always)]
    fn join(&mut self, one: usize, two: usize) {
        let (one, two) = (self.head(one), self.head(two));
        if one == two {
            return;
        }
        let (large, small) = if self.size[one] >= self.size[two] { (one, two) } else { (two, one) };
        self.liberties[large] += self.liberties[small];
        self.size[large] += self.size[small];
        let mut stone = small;
        loop {
            self.head[stone] = large as u16;
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    fn capture(&mut self, stone: usize, colour: u8) -> u32 {
        let mut taken = 0;
        let take = 0x100_u16.wrapping_sub(1 << (4 * colour));
        let mut at = stone & Self::MASK;
        loop {
            self.colour[at] = EMPTY;
            self.slot[at] = self.empties as u16;
            self.empty[self.empties & Self::MASK] = at as u16;
            self.empties += 1;
            for step in Self::BESIDE {
                let beside = at.wrapping_add(step) & Self::MASK;
                self.beside[beside] = self.beside[beside].wrapping_add(take);
                let head = self.head(beside);
                self.liberties[head] = self.liberties[head].wrapping_add(1);
            }
            taken += 1;
            at = usize::from(self.next[at]) & Self::MASK;
            if at == stone {
                break;
            }
        }
        self.stones[usize::from(colour)] -= taken as i32;
        taken
    }

    pub fn play_out(&mut self, random: &mut Rng) {
        while self.passes < 2 && self.moves < 10_000 {
            let point = self.choose(random);
            if point == 0 {
                self.passes += 1;
                self.ko = 0;
            } else {
                self.put(point);
                self.passes = 0;
            }
            self.mover ^= 1;
            self.moves += 1;
        }
    }

    pub fn area(&self) -> i32 {
        let eye = |&point: &u16| {
            let beside = self.beside[usize::from(point)];
            i32::from(beside & 15 == 4) - i32::from(beside >> 4 & 15 == 4)
        };
        self.stones[0] - self.stones[1] + self.empty[..self.empties].iter().map(eye).sum::<i32>()
    }
}
