//! A board with a handful of men: whom they attack, which moves are legal, and where they came from.
//!
//! The player to move is White, whoever it is in the game.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::slice::{KINDS, Side};

/// The most men, kings included.
pub(super) const MOST: usize = 4;

/// The place of the king of the player to move, and of the other one.
pub(super) const OWN_KING: usize = 0;
pub(super) const OTHER_KING: usize = 1;

/// From a1 to h8, and from h1 to a8.
const DIAGONALS: [BitBoard; 2] = [BitBoard(0x8040_2010_0804_0201), BitBoard(0x0102_0408_1020_4080)];

/// Where a square comes to stand if the board is mirrored along a [diagonal](DIAGONALS).
#[inline(always)]
fn mirrored(square: Square, diagonal: usize) -> Square {
    let square = square as usize;
    let image = square % 8 * 8 + square / 8;
    Square::index(if diagonal == 0 { image } else { 63 - image })
}

/// Which men there are, and where: both kings, then those of the player to move, the strongest first, then those of the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    pieces: [Piece; MOST],
    squares: [Square; MOST],
    count: u8,
    /// The place of the first man of the other player behind the kings.
    others: u8,
}

/// A move: of which man, where to, and the man that stood there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) man: usize,
    pub(super) to: Square,
    pub(super) captured: Option<usize>,
}

/// The squares that a man attacks.
#[inline(always)]
fn attacks(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

impl Men {
    /// Two kings.
    #[inline(always)]
    fn kings(own: Square, other: Square) -> Men {
        let squares = [own, other, Square::A1, Square::A1];
        Men { pieces: [Piece::King; MOST], squares, count: 2, others: 2 }
    }

    /// One man more, of the other player, among whose men it finds its place.
    #[inline(always)]
    fn push(&mut self, piece: Piece, square: Square) {
        let mut place = self.count();
        while place > usize::from(self.others) && self.pieces[place - 1] < piece {
            self.pieces[place] = self.pieces[place - 1];
            self.squares[place] = self.squares[place - 1];
            place -= 1;
        }
        self.pieces[place] = piece;
        self.squares[place] = square;
        self.count += 1;
    }

    /// The men of two sides, not placed yet.
    pub(super) fn of(own: Side, other: Side) -> Men {
        let mut men = Men::kings(Square::A1, Square::A1);
        own.men().for_each(|piece| men.push(piece, Square::A1));
        men.others = men.count;
        other.men().for_each(|piece| men.push(piece, Square::A1));
        men
    }

    /// The men of a board, if they are few enough.
    pub(super) fn of_board(board: &Board) -> Option<Men> {
        if board.occupied().len() as usize > MOST {
            return None;
        }
        let own = board.side_to_move();
        let [one, other] = [own, !own].map(|color| board.king(color).relative_to(own));
        let mut men = Men::kings(one, other);
        for color in [own, !own] {
            men.others = men.count;
            for kind in KINDS {
                for square in board.colored_pieces(color, kind) {
                    men.push(kind, square.relative_to(own));
                }
            }
        }
        Some(men)
    }

    /// What both players have, as a number.
    #[inline(always)]
    pub(super) fn code(&self) -> u32 {
        let men = self.pieces[2..].iter().fold(0, |code, &piece| code << 3 | piece as u32);
        men << 6 | u32::from(self.others) << 3 | u32::from(self.count)
    }

    /// How many men there are, kings included.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        usize::from(self.count).min(MOST)
    }

    #[inline(always)]
    pub(super) fn piece(&self, man: usize) -> Piece {
        self.pieces[man]
    }

    #[inline(always)]
    pub(super) fn square(&self, man: usize) -> Square {
        self.squares[man]
    }

    /// The same with a man on another square.
    #[inline(always)]
    pub(super) fn put(mut self, man: usize, square: Square) -> Men {
        self.squares[man] = square;
        self
    }

    /// The places of the men of the player to move, the king's first.
    #[inline(always)]
    pub(super) fn own(&self) -> impl Iterator<Item = usize> + use<> {
        std::iter::once(OWN_KING).chain(2..usize::from(self.others).min(MOST))
    }

    /// The places of the men of the other player, without the king.
    #[inline(always)]
    pub(super) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        usize::from(self.others)..self.count()
    }

    #[inline(always)]
    fn set(&self, men: impl Iterator<Item = usize>) -> BitBoard {
        men.fold(BitBoard::EMPTY, |set, man| set | self.squares[man].bitboard())
    }

    /// All squares with a man.
    #[inline(always)]
    pub(super) fn occupied(&self) -> BitBoard {
        self.set(0..self.count())
    }

    /// Whether no two men stand on one square, and the other king cannot be taken.
    #[inline(always)]
    pub(super) fn is_legal(&self) -> bool {
        let occupied = self.occupied();
        let takes = |man: usize| {
            let attacks = attacks(self.pieces[man], Color::White, self.squares[man], occupied);
            attacks.has(self.squares[OTHER_KING])
        };
        occupied.len() as usize == self.count() && !self.own().skip(1).any(takes)
    }

    /// The diagonal along which the board is its own mirror image, if there are no pawns: both kings stand on it, and each man does or has an equal one as its image.
    #[inline(always)]
    pub(super) fn axis(&self) -> Option<usize> {
        let kings = self.squares[OWN_KING].bitboard() | self.squares[OTHER_KING].bitboard();
        let axis = DIAGONALS.iter().position(|&diagonal| kings.is_subset(diagonal))?;
        let has_image = |man: usize| {
            let image = mirrored(self.squares[man], axis);
            let is_own = man < usize::from(self.others);
            let same = |&other: &usize| {
                self.squares[other] == image
                    && self.pieces[other] == self.pieces[man]
                    && (other < usize::from(self.others)) == is_own
            };
            (2..self.count()).any(|other| same(&other))
        };
        (2..self.count()).all(has_image).then_some(axis)
    }

    /// Whether a man is to be moved back to a square where the board is its own mirror image. Of two ways that are each other's image it is one.
    #[inline(always)]
    pub(super) fn is_first_of_images(&self, axis: usize, man: usize, from: Square) -> bool {
        let (square, of) = (self.squares[man], |square| mirrored(square, axis));
        if of(square) == square { from <= of(from) } else { square < of(square) }
    }

    /// Whether a pawn of each player stands on the fifth rank, side by side: after a double step of the other one it can be taken en passant. Only one pawn against one is looked at.
    #[inline(always)]
    pub(super) fn has_pawns_side_by_side(&self) -> bool {
        let is_pawn =
            |man: usize| self.pieces[man] == Piece::Pawn && self.squares[man].rank() == Rank::Fifth;
        let files = || [2, 3].map(|man| self.squares[man].file() as u8);
        (self.count, self.others) == (4, 3)
            && is_pawn(2)
            && is_pawn(3)
            && files()[0].abs_diff(files()[1]) == 1
    }

    /// Whether the other player's pawn may just have come past that of the player to move.
    #[inline(always)]
    pub(super) fn may_be_passing(&self) -> bool {
        self.has_pawns_side_by_side() && {
            let above = self.squares[3].bitboard().0;
            self.occupied().is_disjoint(BitBoard(above << 8 | above << 16))
        }
    }

    /// The men after a pawn was taken that has just come past, as the other player sees them.
    pub(super) fn after_en_passant(&self) -> Men {
        let [from, taken] = [2, 3].map(|man| self.squares[man]);
        debug_assert!(from.rank() == Rank::Fifth && taken.rank() == Rank::Fifth);
        let to = Square::new(taken.file(), Rank::Sixth);
        self.after(Step { man: 2, to, captured: Some(3) }, None)
    }

    /// Whether the king of the player to move is attacked on a square, by other men than the captured one.
    #[inline(always)]
    fn is_attacked(&self, king: Square, occupied: BitBoard, captured: Option<usize>) -> bool {
        self.others().any(|man| {
            let attacks = attacks(self.pieces[man], Color::Black, self.squares[man], occupied);
            attacks.has(king) && captured != Some(man)
        })
    }

    /// Whether the player to move is in check.
    pub(super) fn is_check(&self) -> bool {
        self.is_attacked(self.squares[OWN_KING], self.occupied(), None)
    }

    /// Tells all legal moves but captures en passant. A pawn on the last rank still has to become something.
    #[inline(always)]
    pub(super) fn moves(&self, mut told: impl FnMut(Step)) {
        let (occupied, own) = (self.occupied(), self.set(self.own()));
        for man in self.own() {
            let from = self.squares[man];
            for to in self.targets(man, occupied) & !own {
                let captured = self.others().find(|&other| self.squares[other] == to);
                let king = if man == OWN_KING { to } else { self.squares[OWN_KING] };
                let after = occupied ^ from.bitboard() | to.bitboard();
                if !self.is_attacked(king, after, captured) {
                    told(Step { man, to, captured });
                }
            }
        }
    }

    /// Where a man of the player to move can go if the king may be left alone.
    #[inline(always)]
    fn targets(&self, man: usize, occupied: BitBoard) -> BitBoard {
        let square = self.squares[man];
        let attacks = attacks(self.pieces[man], Color::White, square, occupied);
        match self.pieces[man] {
            Piece::King => attacks & !get_king_moves(self.squares[OTHER_KING]),
            Piece::Pawn => attacks & occupied | get_pawn_quiets(square, Color::White, occupied),
            _ => attacks,
        }
    }

    /// Where a man of the player to move may have come from, without a capture or a promotion.
    #[inline(always)]
    pub(super) fn origins(&self, man: usize) -> BitBoard {
        let occupied = self.occupied();
        if self.pieces[man] != Piece::Pawn {
            return self.targets(man, occupied) & !occupied;
        }
        let square = self.squares[man];
        let one = BitBoard(square.bitboard().0 >> 8) & !occupied & !Rank::First.bitboard();
        let two = BitBoard(one.0 >> 8) & !occupied;
        if square.rank() == Rank::Fourth { one | two } else { one }
    }

    /// The men after a move, as the other player sees them, who moves next.
    #[inline(always)]
    pub(super) fn after(&self, step: Step, promotion: Option<Piece>) -> Men {
        let mut men = self.put(step.man, step.to);
        men.pieces[step.man] = promotion.unwrap_or(men.pieces[step.man]);
        men.turned_without(step.captured)
    }

    /// The same men as the other player sees them.
    #[inline(always)]
    pub(super) fn turned(&self) -> Men {
        self.turned_without(None)
    }

    #[inline(always)]
    fn turned_without(&self, captured: Option<usize>) -> Men {
        let square = |man: usize| self.squares[man].flip_rank();
        let mut turned = Men::kings(square(OTHER_KING), square(OWN_KING));
        for man in self.others().filter(|&man| captured != Some(man)) {
            turned.push(self.pieces[man], square(man));
        }
        turned.others = turned.count;
        for man in self.own().skip(1) {
            turned.push(self.pieces[man], square(man));
        }
        turned
    }
}
