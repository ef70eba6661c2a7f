//! Features: what a position shows, as numbers that a weighted sum makes a score of.
//!
//! Features come in named groups, and each has one weight for the middle game and one for the endgame; between them goes by
//! how many pieces are left (the evaluation is tapered). The same walk over the board serves the search, which only wants the sum
//! ([`Sum`]), and whoever fits or explains the weights, who wants the list ([`List`]). An amount is positive for what White
//! has and negative for what Black has.

use cozy_chess::get_rook_moves;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};
use cozy_chess::{get_bishop_moves, get_king_moves, get_knight_moves};

/// Takes what the walk over the board finds.
pub(super) trait Sink {
    /// A feature is there so many times, for White, or less than not at all, for Black.
    fn add(&mut self, feature: usize, amount: i32);
}

/// Groups of features: a name for people, and how many there are. The order is that of the weights.
macro_rules! groups {
    ($($group:ident $name:literal $count:literal,)*) => {
        /// A group of features.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Group { $($group),* }

        impl Group {
            pub(super) const ALL: &[Group] = &[$(Group::$group),*];

            /// What it is called.
            pub(super) const fn name(self) -> &'static str {
                match self { $(Group::$group => $name),* }
            }

            /// How many features it has.
            pub(super) const fn count(self) -> usize {
                match self { $(Group::$group => $count),* }
            }
        }
    };
}

groups! {
    // Pawn, knight, bishop, rook, queen.
    Material "material" 5,
    // From a1 to h8 as White sees it; Black sees the board turned round.
    PawnSquares "squares of pawns" 64,
    KnightSquares "squares of knights" 64,
    BishopSquares "squares of bishops" 64,
    RookSquares "squares of rooks" 64,
    QueenSquares "squares of queens" 64,
    KingSquares "squares of the king" 64,
    // By the number of squares that a piece can go to and that no pawn guards.
    KnightMoves "mobility of knights" 9,
    BishopMoves "mobility of bishops" 14,
    RookMoves "mobility of rooks" 15,
    QueenMoves "mobility of queens" 28,
    Doubled "doubled pawns" 1,
    Isolated "isolated pawns" 1,
    Backward "backward pawns" 1,
    // By row.
    Phalanx "pawns side by side" 8,
    Supported "pawns guarded by pawns" 8,
    Passed "passed pawns" 8,
    PassedFree "passed pawns free to go" 8,
    // By the distance to the square before the pawn.
    PassedOwnKing "own king to passed pawns" 8,
    PassedOtherKing "other king to passed pawns" 8,
    BishopPair "bishop pair" 1,
    // Pawns on the squares of a bishop's colour.
    BishopPawns "pawns in a bishop's way" 1,
    // Of knights and of bishops.
    Outposts "outposts" 2,
    // Open, and without own pawns.
    RookFiles "rooks on files" 2,
    RookSeventh "rooks on the seventh row" 1,
    // One and two rows before the king.
    Shield "pawns before the king" 2,
    // So many of the king's three files have no own pawn.
    KingFiles "open files at the king" 4,
    // By the number of attacks on the king and the squares around it.
    KingDanger "attack on the king" 32,
    // A pawn attacks a minor piece, a pawn a major one, a minor piece a major one, a rook a queen.
    Threats "threats" 4,
    Hanging "pieces that hang" 1,
    // A bare king that is driven to the edge, and the other one close to it.
    Driven "a bare king driven" 2,
    Tempo "tempo" 1,
}

impl Group {
    /// The first of its features.
    #[inline(always)]
    pub(super) const fn first(self) -> usize {
        FIRSTS[self as usize]
    }

    /// Which group a feature belongs to.
    pub(super) fn of(feature: usize) -> Group {
        let is_it = |group: &&Group| group.first() <= feature;
        Group::ALL.iter().rev().find(is_it).copied().unwrap_or(Group::Material)
    }
}

/// The first feature of each group.
const FIRSTS: [usize; Group::ALL.len()] = {
    let mut firsts = [0; Group::ALL.len()];
    let mut index = 1;
    while index < firsts.len() {
        firsts[index] = firsts[index - 1] + Group::ALL[index - 1].count();
        index += 1;
    }
    firsts
};

/// How many features there are.
pub(super) const COUNT: usize = Group::Tempo.first() + Group::Tempo.count();

/// The phase of a full board: all pieces but pawns.
pub(super) const FULL_PHASE: i32 = 24;

/// How far a position is from the endgame.
#[inline(always)]
pub(super) fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let minor = count(Piece::Knight) + count(Piece::Bishop);
    (minor + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(FULL_PHASE)
}

/// What is looked up more than once.
struct Look<'b> {
    board: &'b Board,
    occupied: BitBoard,
    /// By colour.
    pawns: [BitBoard; 2],
    pawn_attacks: [BitBoard; 2],
    /// The king and the squares around it.
    rings: [BitBoard; 2],
    /// All that a colour attacks, without pawns, and what its minor pieces and rooks do.
    attacks: [BitBoard; 2],
    minor_attacks: [BitBoard; 2],
    rook_attacks: [BitBoard; 2],
    /// Attacks on the other king.
    units: [i32; 2],
    attackers: [i32; 2],
}

/// Walks over a board and tells all features.
#[inline(always)]
pub(super) fn walk(board: &Board, sink: &mut impl Sink) {
    let passed = walk_pawns(board, sink);
    walk_others(board, passed, sink);
}

/// Tells the features that the pawns alone make, and says which of them are passed, by colour.
#[inline(always)]
pub(super) fn walk_pawns(board: &Board, sink: &mut impl Sink) -> [BitBoard; 2] {
    let pawns = Pawns::of(board);
    // Not a loop, so that each call is compiled for its colour.
    [pawns.walk(Color::White, sink), pawns.walk(Color::Black, sink)]
}

/// Tells all other features.
#[inline(always)]
pub(super) fn walk_others(board: &Board, passed: [BitBoard; 2], sink: &mut impl Sink) {
    let Pawns { pawns, attacks: pawn_attacks } = Pawns::of(board);
    let mut look = Look {
        board,
        occupied: board.occupied(),
        pawns,
        pawn_attacks,
        rings: Color::ALL.map(|color| {
            let king = board.king(color);
            get_king_moves(king) | king.bitboard()
        }),
        attacks: [BitBoard::EMPTY; 2],
        minor_attacks: [BitBoard::EMPTY; 2],
        rook_attacks: [BitBoard::EMPTY; 2],
        units: [0; 2],
        attackers: [0; 2],
    };
    let [white, black] = passed;
    look.walk_passed(Color::White, white, sink);
    look.walk_pieces(Color::White, sink);
    look.walk_passed(Color::Black, black, sink);
    look.walk_pieces(Color::Black, sink);
    look.walk_king(Color::White, sink);
    look.walk_threats(Color::White, sink);
    look.walk_king(Color::Black, sink);
    look.walk_threats(Color::Black, sink);
    look.walk_bare_king(sink);
    sink.add(Group::Tempo.first(), sign(board.side_to_move()));
}

/// All pawns, by colour, and what they attack.
struct Pawns {
    pawns: [BitBoard; 2],
    attacks: [BitBoard; 2],
}

impl Pawns {
    #[inline(always)]
    fn of(board: &Board) -> Pawns {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        let attacks =
            [attacks_of_pawns(pawns[0], Color::White), attacks_of_pawns(pawns[1], Color::Black)];
        Pawns { pawns, attacks }
    }

    /// Tells the features of one colour's pawns, and says which are passed.
    ///
    /// PERF: each feature is found for all pawns at once; pawn by pawn it takes 135 more instructions of a node of chess.
    #[inline(always)]
    fn walk(&self, color: Color, sink: &mut impl Sink) -> BitBoard {
        let (us, them) = (color as usize, !color as usize);
        let (own, other) = (self.pawns[us], self.pawns[them]);
        let one = sign(color);
        let beside = sideways(own);
        let doubled = own & behind(own, color);
        let isolated = own & !sideways(whole_files(own));
        // No pawn beside it or behind, on the files next to it; and the square before it is attacked.
        let left_behind = own & !(beside | behind(beside, !color)) & !isolated;
        let backward = left_behind & forward(self.attacks[them], !color);
        let passed = own & !behind(other | sideways(other), color) & !doubled;
        let count = |pawns: BitBoard| one * pawns.len() as i32;
        sink.add(Group::Material.first(), count(own));
        sink.add(Group::Doubled.first(), count(doubled));
        sink.add(Group::Isolated.first(), count(isolated));
        sink.add(Group::Backward.first(), count(backward));
        for square in own {
            sink.add(Group::PawnSquares.first() + relative(square, color), one);
        }
        for (group, pawns) in [
            (Group::Phalanx, own & beside),
            (Group::Supported, own & self.attacks[us]),
            (Group::Passed, passed),
        ] {
            for square in pawns {
                sink.add(group.first() + row(square, color), one);
            }
        }
        passed
    }
}

#[inline(always)]
fn sign(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

#[inline(always)]
pub(super) fn attacks_of_pawns(pawns: BitBoard, color: Color) -> BitBoard {
    let (left, right) = (pawns & !File::A.bitboard(), pawns & !File::H.bitboard());
    match color {
        Color::White => BitBoard(left.0 << 7 | right.0 << 9),
        Color::Black => BitBoard(left.0 >> 9 | right.0 >> 7),
    }
}

/// A bit board one row farther on.
#[inline(always)]
fn forward(bits: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(bits.0 << 8),
        Color::Black => BitBoard(bits.0 >> 8),
    }
}

/// The squares to the left and to the right.
#[inline(always)]
fn sideways(bits: BitBoard) -> BitBoard {
    let (left, right) = (bits & !File::A.bitboard(), bits & !File::H.bitboard());
    BitBoard(left.0 >> 1 | right.0 << 1)
}

/// All squares behind these, on their files.
#[inline(always)]
fn behind(bits: BitBoard, color: Color) -> BitBoard {
    let mut bits = forward(bits, !color).0;
    for rows in [8, 16, 32] {
        bits |= match color {
            Color::White => bits >> rows,
            Color::Black => bits << rows,
        };
    }
    BitBoard(bits)
}

/// All squares on the files of these.
#[inline(always)]
fn whole_files(bits: BitBoard) -> BitBoard {
    bits | behind(bits, Color::White) | behind(bits, Color::Black)
}

/// The number of a square as a colour sees the board.
///
/// PERF: squares are numbers here, not files and ranks: of those a compiler makes a jump for every square, which no processor foresees.
#[inline(always)]
fn relative(square: Square, color: Color) -> usize {
    match color {
        Color::White => square as usize,
        Color::Black => square as usize ^ 56,
    }
}

/// The row as a colour counts them.
#[inline(always)]
fn row(square: Square, color: Color) -> usize {
    relative(square, color) / 8
}

/// All squares on the file of a square.
#[inline(always)]
fn file_of(square: Square) -> BitBoard {
    BitBoard(File::A.bitboard().0 << (square as usize % 8))
}

/// All squares on the rank of a square.
#[inline(always)]
fn rank_of(square: Square) -> BitBoard {
    BitBoard(Rank::First.bitboard().0 << (square as usize & 56))
}

/// Steps of a king from one square to another.
#[inline(always)]
pub(super) fn distance(from: Square, to: Square) -> usize {
    let (from, to) = (from as usize, to as usize);
    (from % 8).abs_diff(to % 8).max((from / 8).abs_diff(to / 8))
}

/// The rows of outposts, the fourth to the sixth.
fn outpost_rows(color: Color) -> BitBoard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .map(|rank| rank.relative_to(color).bitboard())
        .into_iter()
        .fold(BitBoard::EMPTY, |all, rank| all | rank)
}

impl Look<'_> {
    /// Passed pawns: whether they can go on, and how far the kings are.
    #[inline(always)]
    fn walk_passed(&self, color: Color, passed: BitBoard, sink: &mut impl Sink) {
        let one = sign(color);
        for square in passed {
            let row = row(square, color);
            let next = forward(square.bitboard(), color);
            if (next & self.occupied).is_empty() {
                sink.add(Group::PassedFree.first() + row, one);
            }
            // Before the fourth row kings have other things to do.
            if row >= 3
                && let Some(next) = next.next_square()
            {
                let own = distance(self.board.king(color), next);
                let other = distance(self.board.king(!color), next);
                sink.add(Group::PassedOwnKing.first() + own, one);
                sink.add(Group::PassedOtherKing.first() + other, one);
            }
        }
    }

    #[inline(always)]
    fn walk_pieces(&mut self, color: Color, sink: &mut impl Sink) {
        let (us, them) = (color as usize, !color as usize);
        let one = sign(color);
        let board = self.board;
        let pieces = |piece| board.colored_pieces(color, piece);
        // Own pawns and squares that the other pawns guard are no places to go to.
        let free = !(self.pawns[us] | self.pawn_attacks[them] | pieces(Piece::King));
        let outposts = outpost_rows(color) & self.pawn_attacks[us] & !self.pawn_attacks[them];
        let through_queens = self.occupied ^ pieces(Piece::Queen);
        for square in pieces(Piece::Knight) {
            let attacks = get_knight_moves(square);
            sink.add(Group::Material.first() + 1, one);
            sink.add(Group::KnightSquares.first() + relative(square, color), one);
            sink.add(Group::KnightMoves.first() + (attacks & free).len() as usize, one);
            if outposts.has(square) {
                sink.add(Group::Outposts.first(), one);
            }
            self.attack(color, attacks, 2);
            self.minor_attacks[us] |= attacks;
        }
        let bishops = pieces(Piece::Bishop);
        for square in bishops {
            let attacks = get_bishop_moves(square, through_queens);
            sink.add(Group::Material.first() + 2, one);
            sink.add(Group::BishopSquares.first() + relative(square, color), one);
            sink.add(Group::BishopMoves.first() + (attacks & free).len() as usize, one);
            if outposts.has(square) {
                sink.add(Group::Outposts.first() + 1, one);
            }
            let pawns = self.pawns[us] & same_color(square);
            sink.add(Group::BishopPawns.first(), one * pawns.len() as i32);
            self.attack(color, attacks, 2);
            self.minor_attacks[us] |= attacks;
        }
        if !(bishops & BitBoard::DARK_SQUARES).is_empty()
            && !(bishops & BitBoard::LIGHT_SQUARES).is_empty()
        {
            sink.add(Group::BishopPair.first(), one);
        }
        let through_rooks = through_queens ^ pieces(Piece::Rook);
        for square in pieces(Piece::Rook) {
            let attacks = get_rook_moves(square, through_rooks);
            let file = file_of(square);
            sink.add(Group::Material.first() + 3, one);
            sink.add(Group::RookSquares.first() + relative(square, color), one);
            sink.add(Group::RookMoves.first() + (attacks & free).len() as usize, one);
            if (file & self.pawns[us]).is_empty() {
                let is_open = (file & self.pawns[them]).is_empty();
                sink.add(Group::RookFiles.first() + usize::from(!is_open), one);
            }
            let king_is_back = row(board.king(!color), color) == 7;
            if row(square, color) == 6 && king_is_back {
                sink.add(Group::RookSeventh.first(), one);
            }
            self.attack(color, attacks, 3);
            self.rook_attacks[us] |= attacks;
        }
        for square in pieces(Piece::Queen) {
            let attacks =
                get_bishop_moves(square, self.occupied) | get_rook_moves(square, self.occupied);
            sink.add(Group::Material.first() + 4, one);
            sink.add(Group::QueenSquares.first() + relative(square, color), one);
            sink.add(Group::QueenMoves.first() + (attacks & free).len() as usize, one);
            self.attack(color, attacks, 4);
        }
        let king = board.king(color);
        sink.add(Group::KingSquares.first() + relative(king, color), one);
    }

    /// Notes what a piece attacks; on the other king's squares it counts `unit` and one for each of them.
    #[inline(always)]
    fn attack(&mut self, color: Color, attacks: BitBoard, unit: i32) {
        let us = color as usize;
        self.attacks[us] |= attacks;
        let near = attacks & self.rings[!color as usize];
        if !near.is_empty() {
            self.attackers[us] += 1;
            self.units[us] += unit + near.len() as i32;
        }
    }

    #[inline(always)]
    fn walk_king(&self, color: Color, sink: &mut impl Sink) {
        let (us, them) = (color as usize, !color as usize);
        let one = sign(color);
        let king = self.board.king(color);
        let files = file_of(king) | sideways(file_of(king));
        let near = forward(rank_of(king), color);
        let shield = |rows: BitBoard| (self.pawns[us] & files & rows).len() as i32;
        sink.add(Group::Shield.first(), one * shield(near));
        sink.add(Group::Shield.first() + 1, one * shield(forward(near, color)));
        let without_pawn = files & Rank::First.bitboard() & !whole_files(self.pawns[us]);
        sink.add(Group::KingFiles.first() + without_pawn.len() as usize, one);
        // What the other player has around this king. One piece alone does not mate.
        let mut units = self.units[them];
        let has_queen = !self.board.colored_pieces(!color, Piece::Queen).is_empty();
        if self.attackers[them] < 2 {
            units /= 2;
        }
        if !has_queen {
            units /= 2;
        }
        let guarded = self.attacks[us] | self.pawn_attacks[us];
        let weak = self.rings[us] & (self.attacks[them] | self.pawn_attacks[them]) & !guarded;
        units += weak.len() as i32;
        let safe = !(self.board.colors(!color) | guarded | self.rings[us]);
        let lines = get_rook_moves(king, self.occupied) & self.rook_attacks[them];
        let jumps = (get_knight_moves(king) | get_bishop_moves(king, self.occupied))
            & self.minor_attacks[them];
        units += ((lines | jumps) & safe).len().min(4) as i32;
        let bucket = units.clamp(0, Group::KingDanger.count() as i32 - 1);
        sink.add(Group::KingDanger.first() + bucket as usize, one);
    }

    #[inline(always)]
    fn walk_threats(&self, color: Color, sink: &mut impl Sink) {
        let (us, them) = (color as usize, !color as usize);
        let one = sign(color);
        let theirs = |piece| self.board.colored_pieces(!color, piece);
        let minor = theirs(Piece::Knight) | theirs(Piece::Bishop);
        let major = theirs(Piece::Rook) | theirs(Piece::Queen);
        let counts = [
            self.pawn_attacks[us] & minor,
            self.pawn_attacks[us] & major,
            self.minor_attacks[us] & major,
            self.rook_attacks[us] & theirs(Piece::Queen),
        ];
        for (index, count) in counts.into_iter().enumerate() {
            sink.add(Group::Threats.first() + index, one * count.len() as i32);
        }
        let guarded = self.attacks[them] | self.pawn_attacks[them] | self.rings[them];
        let attacked = self.attacks[us] | self.pawn_attacks[us];
        let hanging = attacked & !guarded & self.board.colors(!color);
        sink.add(Group::Hanging.first(), one * hanging.len() as i32);
    }

    /// A bare king is driven to the edge, and with bishop and knight into a corner of the bishop's colour.
    #[inline(always)]
    fn walk_bare_king(&self, sink: &mut impl Sink) {
        for color in Color::ALL {
            let own = self.board.colors(color);
            if self.board.colors(!color).len() > 1
                || !self.pawns[color as usize].is_empty()
                || own.len() < 2
            {
                continue;
            }
            let (king, other) = (self.board.king(color), self.board.king(!color));
            let pieces = own & !king.bitboard();
            let bishops = pieces & self.board.pieces(Piece::Bishop);
            let has_knight = !(pieces & self.board.pieces(Piece::Knight)).is_empty();
            let driven = match bishops.next_square() {
                Some(bishop) if pieces.len() == 2 && has_knight => {
                    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
                    let right = corners.iter().filter(|&&corner| same_color(bishop).has(corner));
                    2 * (7 - right.map(|&corner| distance(other, corner)).min().unwrap_or(0) as i32)
                }
                _ => from_centre(other),
            };
            sink.add(Group::Driven.first(), sign(color) * driven);
            sink.add(Group::Driven.first() + 1, sign(color) * (7 - distance(king, other) as i32));
        }
    }
}

/// Squares of the same colour.
#[inline(always)]
pub(super) fn same_color(square: Square) -> BitBoard {
    match BitBoard::DARK_SQUARES.has(square) {
        true => BitBoard::DARK_SQUARES,
        false => BitBoard::LIGHT_SQUARES,
    }
}

/// Files and rows to the four squares in the centre.
fn from_centre(square: Square) -> i32 {
    let (file, row) = (square.file() as i32, square.rank() as i32);
    let away = |line: i32| (3 - line).max(line - 4);
    away(file) + away(row)
}

/// The sum of the weights: middle game in the lower half of the number, endgame in the upper.
pub(super) struct Sum<'w> {
    pub(super) weights: &'w [i32; COUNT],
    pub(super) total: i32,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, amount: i32) {
        self.total += self.weights[feature] * amount;
    }
}

/// The list of all features that are there.
#[derive(Clone, Debug, Default)]
pub(super) struct List(pub(super) Vec<(usize, i32)>);

impl Sink for List {
    fn add(&mut self, feature: usize, amount: i32) {
        if amount != 0 {
            self.0.push((feature, amount));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_lie_side_by_side() {
        let mut next = 0;
        for &group in Group::ALL {
            assert_eq!(group.first(), next);
            assert_eq!(Group::of(next), group);
            next += group.count();
            assert_eq!(Group::of(next - 1), group);
        }
        assert_eq!(next, COUNT);
    }

    /// What a position shows of a group, White's amounts minus Black's.
    fn amounts(fen: &str, group: Group) -> Vec<(usize, i32)> {
        let board = super::super::fen::read(fen).unwrap();
        let mut list = List::default();
        walk(&board, &mut list);
        let mine = list.0.into_iter().filter(|&(feature, _)| Group::of(feature) == group);
        mine.map(|(feature, amount)| (feature - group.first(), amount)).collect()
    }

    #[test]
    fn features_are_what_their_names_say() {
        let pawns = "4k3/p6p/p7/8/2P5/8/PP4P1/4K3 w - - 0 1";
        assert_eq!(amounts(pawns, Group::Doubled), [(0, -1)]);
        assert_eq!(amounts(pawns, Group::Isolated), [(0, 1), (0, -3)]);
        assert_eq!(amounts(pawns, Group::Phalanx), [(1, 1), (1, 1)]);
        assert_eq!(amounts(pawns, Group::Passed), [(3, 1)]);
        let rooks = "1r2k3/1p6/8/8/8/8/P7/R2RK3 w - - 0 1";
        assert_eq!(amounts(rooks, Group::RookFiles), [(0, 1)]);
        let bishops = "2b1kb2/8/8/8/8/8/8/2B1K1B1 w - - 0 1";
        assert_eq!(amounts(bishops, Group::BishopPair), [(0, -1)]);
        let knight = "4k3/8/8/3N4/2P5/8/8/4K3 w - - 0 1";
        assert_eq!(amounts(knight, Group::Outposts), [(0, 1)]);
        assert_eq!(amounts(knight, Group::KnightMoves), [(8, 1)]);
        let threats = "4k3/8/8/2q1n3/3P4/8/8/4K3 w - - 0 1";
        assert_eq!(amounts(threats, Group::Threats), [(0, 1), (1, 1)]);
        assert_eq!(amounts("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Group::Tempo), [(0, 1)]);
        assert_eq!(amounts("7k/8/5K2/8/8/8/8/R7 w - - 0 1", Group::Driven), [(0, 6), (1, 5)]);
        let shield = "6k1/5ppp/8/8/8/6P1/5P1P/6K1 w - - 0 1";
        assert_eq!(amounts(shield, Group::Shield), [(0, 2), (1, 1), (0, -3)]);
        assert_eq!(amounts(shield, Group::KingFiles), [(0, 1), (0, -1)]);
    }
}
