//! The rules, on sets of squares.
//!
//! Men step and jump forward, kings in all four ways. A player who can capture must, by any of the captures there are, and a
//! capture goes on as long as the piece can jump. A man that reaches the last row becomes a king, and its move ends there. A player
//! without a move has lost. A game is drawn when a position is there for the third time
//! ([`WithPast`](outplay::WithPast) knows it), and after [forty moves of each player](Checkers::USUAL_LIMIT) without a capture or a
//! move of a man.

use std::fmt::{self, Display};

use outplay::{Deterministic, Game, Player, Repetition, Turn, ZeroSum, mixed};

use super::squares::{Way, each, king_row};

/// The player who has the black pieces and moves first: MAX.
pub const BLACK: Player = Player::MAX;
/// The player who has the white pieces.
pub const WHITE: Player = Player::MIN;

/// How often a position is there when the game is drawn.
const TIMES: u32 = 3;

/// Checkers on 8 x 8 squares, also called English draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    limit: u16,
}

impl Checkers {
    /// The usual limit in plies: forty moves of each player.
    pub const USUAL_LIMIT: u16 = 80;

    /// The game that is drawn after `limit` plies without a capture or a move of a man.
    pub const fn with_limit(limit: u16) -> Checkers {
        Checkers { limit }
    }

    /// The game is drawn after so many plies without a capture or a move of a man.
    #[inline(always)]
    pub const fn limit(&self) -> u16 {
        self.limit
    }

    /// Whether the limit of moves has drawn the game. A player who has no move has lost all the same.
    #[inline(always)]
    pub fn is_drawn(&self, position: &Position) -> bool {
        position.plies >= self.limit && position.has_moves()
    }
}

impl Default for Checkers {
    fn default() -> Checkers {
        Checkers::with_limit(Checkers::USUAL_LIMIT)
    }
}

/// A moment of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of both players.
    pieces: [u32; 2],
    /// Which of the pieces are kings.
    kings: u32,
    /// The seat of the player to move.
    seat: u16,
    /// Plies since the last capture or move of a man.
    plies: u16,
}

/// Why pieces do not make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A square, from 1, is taken by both players.
    Shared(u32),
    /// A king on a square, from 1, that nobody has a piece on.
    NoPiece(u32),
    /// A man on a square, from 1, where it would be a king.
    Uncrowned(u32),
    /// A player has so many pieces, more than twelve.
    TooMany(Player, u32),
}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Shared(square) => {
                write!(f, "square {square} has a black and a white piece; it has room for one")
            }
            PositionError::NoPiece(square) => {
                write!(f, "square {square} has a king of nobody; it is black or white")
            }
            PositionError::Uncrowned(square) => {
                write!(f, "a man on square {square} has reached the last row: write K{square}")
            }
            PositionError::TooMany(player, count) => {
                let name = if *player == BLACK { "Black" } else { "White" };
                write!(f, "{name} has {count} pieces; there are 12 at most")
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// The number of the first square of a set, from 1, as people count.
fn first(squares: u32) -> Option<u32> {
    (squares != 0).then(|| squares.trailing_zeros() + 1)
}

impl Position {
    /// The position with these pieces, those of Black first, of which `kings` are kings. They are taken as they are.
    #[inline(always)]
    pub const fn new(pieces: [u32; 2], kings: u32, player: Player) -> Position {
        debug_assert!(pieces[0] & pieces[1] == 0, "a square has room for one piece");
        debug_assert!(kings & !(pieces[0] | pieces[1]) == 0, "a king is a piece");
        Position { pieces, kings, seat: player.0 as u16, plies: 0 }
    }

    /// The position with these pieces, if there can be one.
    pub fn checked(
        pieces: [u32; 2],
        kings: u32,
        player: Player,
    ) -> Result<Position, PositionError> {
        let [black, white] = pieces;
        let uncrowned = |player: Player| pieces[player.index()] & !kings & king_row(player);
        if let Some(square) = first(black & white) {
            return Err(PositionError::Shared(square));
        }
        if let Some(square) = first(kings & !(black | white)) {
            return Err(PositionError::NoPiece(square));
        }
        if let Some(square) = first(uncrowned(BLACK) | uncrowned(WHITE)) {
            return Err(PositionError::Uncrowned(square));
        }
        for player in [BLACK, WHITE] {
            let count = pieces[player.index()].count_ones();
            if count > 12 {
                return Err(PositionError::TooMany(player, count));
            }
        }
        Ok(Position::new(pieces, kings, player))
    }

    /// The same position after so many plies without a capture or a move of a man.
    #[inline(always)]
    pub const fn with_plies(self, plies: u16) -> Position {
        Position { plies, ..self }
    }

    /// The player to move.
    #[inline(always)]
    pub const fn player(self) -> Player {
        Player(self.seat as u8)
    }

    /// The pieces of a player.
    #[inline(always)]
    pub const fn pieces(self, player: Player) -> u32 {
        self.pieces[player.0 as usize]
    }

    /// The men of a player.
    #[inline(always)]
    pub const fn men(self, player: Player) -> u32 {
        self.pieces(player) & !self.kings
    }

    /// The kings of a player.
    #[inline(always)]
    pub const fn kings(self, player: Player) -> u32 {
        self.pieces(player) & self.kings
    }

    /// The kings of both players.
    #[inline(always)]
    pub const fn all_kings(self) -> u32 {
        self.kings
    }

    /// Squares without a piece.
    #[inline(always)]
    pub const fn empty(self) -> u32 {
        !(self.pieces[0] | self.pieces[1])
    }

    /// Pieces of both players.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.pieces[0].count_ones() + self.pieces[1].count_ones()
    }

    /// Plies since the last capture or move of a man.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// The same pieces, and the other player to move.
    #[inline(always)]
    pub const fn passed(self) -> Position {
        Position { seat: self.seat ^ 1, ..self }
    }

    /// The same position with the colours exchanged: the board is turned by half a turn, and the other player is to move.
    #[inline(always)]
    pub const fn flipped(self) -> Position {
        let [black, white] = self.pieces;
        Position {
            pieces: [white.reverse_bits(), black.reverse_bits()],
            kings: self.kings.reverse_bits(),
            seat: self.seat ^ 1,
            plies: self.plies,
        }
    }

    /// Pieces of a player that move in a way: kings in all, men forward.
    #[inline(always)]
    const fn moving(self, player: Player, way: Way) -> u32 {
        match way.is_down() == (player.0 == BLACK.0) {
            true => self.pieces(player),
            false => self.kings(player),
        }
    }

    /// Pieces of `player` that could capture if it were that player's turn.
    #[inline(always)]
    pub fn capturers(self, player: Player) -> u32 {
        let (others, empty) = (self.pieces(player.other()), self.empty());
        let jumpers = |way: Way| self.moving(player, way) & way.jumpers(others, empty);
        // PERF: written out, because a loop over an array of ways is not unrolled: a tenth of the time of a table.
        let [down_left, down_right, up_left, up_right] = Way::ALL;
        jumpers(down_left) | jumpers(down_right) | jumpers(up_left) | jumpers(up_right)
    }

    /// Whether the player to move can capture, and so must.
    #[inline(always)]
    pub fn can_capture(self) -> bool {
        self.capturers(self.player()) != 0
    }

    /// Whether a piece of the player to move could step to an empty square. It may not where it could [capture](Self::can_capture).
    #[inline(always)]
    pub fn can_step(self) -> bool {
        let (player, empty) = (self.player(), self.empty());
        Way::ALL.into_iter().any(|way| way.step(self.moving(player, way)) & empty != 0)
    }

    /// Whether there is a legal move. A player without one has lost.
    #[inline(always)]
    pub fn has_moves(self) -> bool {
        self.can_step() || self.can_capture()
    }

    /// Hands out all captures. There are different paths to the same end, and each of them is a move.
    #[inline(always)]
    pub fn captures(self, mut take: impl FnMut(Move)) {
        let player = self.player();
        let others = self.pieces(player.other());
        for piece in each(self.capturers(player)) {
            let jumps = Jumps {
                // The square that the piece comes from is empty while it jumps: it may pass there again.
                empty: self.empty() | piece,
                ways: if piece & self.kings != 0 { &Way::ALL } else { forward(player) },
                crowning: if piece & self.kings != 0 { 0 } else { king_row(player) },
            };
            jumps.follow(Move::begun(piece), piece, others, &mut take);
        }
    }

    /// Hands out all steps to an empty square. They are legal if there is [nothing to capture](Self::can_capture).
    #[inline(always)]
    pub fn steps(self, mut take: impl FnMut(Move)) {
        let (player, empty) = (self.player(), self.empty());
        for way in Way::ALL {
            let targets = way.step(self.moving(player, way)) & empty;
            for to in each(targets) {
                take(Move::step(way.back().step(to), to));
            }
        }
    }

    /// The step of a piece of the player to move in a way, if there is one.
    #[inline(always)]
    pub(super) fn step(self, piece: u32, way: Way) -> Option<Move> {
        let to = way.step(piece & self.moving(self.player(), way)) & self.empty();
        (to != 0).then(|| Move::step(piece, to))
    }

    /// Hands out all legal moves, whether or not the game is drawn: captures if there are any, steps otherwise.
    #[inline(always)]
    pub fn legal(self, take: impl FnMut(Move)) {
        match self.can_capture() {
            true => self.captures(take),
            false => self.steps(take),
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) {
        let player = self.player();
        let (from, to) = (1 << mv.from(), 1 << mv.to());
        let was_king = self.kings & from != 0;
        let own = &mut self.pieces[player.index()];
        *own = *own & !from | to;
        self.pieces[player.other().index()] &= !mv.captured;
        self.kings &= !(from | mv.captured);
        if was_king || to & king_row(player) != 0 {
            self.kings |= to;
        }
        self.plies = if was_king && mv.captured == 0 { self.plies.saturating_add(1) } else { 0 };
        self.seat ^= 1;
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after(mut self, mv: Move) -> Position {
        self.make(mv);
        self
    }

    /// Hands out all positions from which a legal step of a king leads here: the same men are on the same squares. Their
    /// plies are 0.
    #[inline(always)]
    pub fn king_predecessors(self, mut take: impl FnMut(Position)) {
        let before = self.with_plies(0).passed();
        let player = before.player();
        for way in Way::ALL {
            for from in each(way.step(self.kings(player)) & self.empty()) {
                let change = from | way.back().step(from);
                before.moved_back(change, change, &mut take);
            }
        }
    }

    /// Hands out all positions from which a legal step of a man leads here, to the last row or to another one. Their plies
    /// are 0.
    #[inline(always)]
    pub fn man_predecessors(self, mut take: impl FnMut(Position)) {
        let before = self.with_plies(0).passed();
        let player = before.player();
        let crowned = self.kings(player) & king_row(player);
        for way in Way::forward(player).map(Way::back) {
            for from in each(way.step(self.men(player)) & self.empty()) {
                before.moved_back(from | way.back().step(from), 0, &mut take);
            }
            for from in each(way.step(crowned) & self.empty()) {
                let to = way.back().step(from);
                before.moved_back(from | to, to, &mut take);
            }
        }
    }

    /// Hands out all positions from which a legal move without a capture leads here. Their plies are 0.
    #[inline(always)]
    pub fn quiet_predecessors(self, mut take: impl FnMut(Position)) {
        self.king_predecessors(&mut take);
        self.man_predecessors(take);
    }

    /// Hands out the position in which a piece of the player to move, and kings, are changed on these squares, if a step is
    /// legal there.
    #[inline(always)]
    fn moved_back(mut self, pieces: u32, kings: u32, take: &mut impl FnMut(Position)) {
        self.pieces[self.player().index()] ^= pieces;
        self.kings ^= kings;
        if !self.can_capture() {
            take(self);
        }
    }

    /// A number for the pieces and the player to move.
    #[inline(always)]
    pub fn key_without_plies(self) -> u64 {
        let [black, white] = self.pieces.map(u64::from);
        let rest = u64::from(self.kings) << 1 | u64::from(self.seat);
        let pieces = u128::from((black | white << 32) ^ 0x9e37_79b9_7f4a_7c15);
        let product = pieces * u128::from(mixed(rest) | 1);
        mixed(product as u64 ^ (product >> 64) as u64)
    }
}

/// The two ways in which the men of a player move.
#[inline(always)]
fn forward(player: Player) -> &'static [Way] {
    if player == BLACK { &[Way::DownLeft, Way::DownRight] } else { &[Way::UpLeft, Way::UpRight] }
}

/// What does not change while a piece jumps on and on.
struct Jumps {
    empty: u32,
    ways: &'static [Way],
    /// Where the move ends because the piece becomes a king.
    crowning: u32,
}

impl Jumps {
    /// Hands out all ways to end a capture that has come to the square `at`, with these pieces of the other player left.
    fn follow(&self, mv: Move, at: u32, others: u32, take: &mut impl FnMut(Move)) {
        let mut is_end = true;
        for &way in self.ways {
            let over = way.step(at) & others;
            let to = way.step(over) & self.empty;
            if to == 0 {
                continue;
            }
            is_end = false;
            let further = mv.jumped(way, over, to);
            match to & self.crowning {
                0 => self.follow(further, to, others & !over, take),
                _ => take(further),
            }
        }
        if is_end {
            take(mv);
        }
    }
}

/// A move: a step, or a capture with all its jumps.
///
/// Nine jumps are the most there can be: the squares where a piece can land are eight, and between them are nine squares to
/// jump over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The squares whose pieces are taken.
    captured: u32,
    /// Five bits each for the first and the last square, four for the number of jumps, and two for the way of each jump.
    path: u32,
}

impl Move {
    const TO: u32 = 5;
    const COUNT: u32 = 10;
    const WAYS: u32 = 14;

    /// No jump yet, of a piece on its square.
    #[inline(always)]
    fn begun(piece: u32) -> Move {
        Move::step(piece, piece)
    }

    /// A step from a set of one square to another.
    #[inline(always)]
    fn step(from: u32, to: u32) -> Move {
        Move { captured: 0, path: from.trailing_zeros() | to.trailing_zeros() << Move::TO }
    }

    /// One jump more.
    #[inline(always)]
    fn jumped(self, way: Way, over: u32, to: u32) -> Move {
        let shift = Move::WAYS + 2 * self.jumps();
        let path = self.path & !(31 << Move::TO) | to.trailing_zeros() << Move::TO;
        Move {
            captured: self.captured | over,
            path: (path + (1 << Move::COUNT)) | (way as u32) << shift,
        }
    }

    /// The bit of the square where the piece was.
    #[inline(always)]
    pub const fn from(self) -> u32 {
        self.path & 31
    }

    /// The bit of the square where the piece is now.
    #[inline(always)]
    pub const fn to(self) -> u32 {
        self.path >> Move::TO & 31
    }

    /// How many pieces are taken: none by a step.
    #[inline(always)]
    pub const fn jumps(self) -> u32 {
        self.path >> Move::COUNT & 15
    }

    /// The squares whose pieces are taken.
    #[inline(always)]
    pub const fn captured(self) -> u32 {
        self.captured
    }

    /// Whether something is taken.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }

    /// The ways of all jumps.
    #[inline(always)]
    pub fn ways(self) -> impl Iterator<Item = Way> {
        let shifts = (0..self.jumps()).map(|nth| Move::WAYS + 2 * nth);
        shifts.map(move |shift| Way::ALL[(self.path >> shift & 3) as usize])
    }

    /// The bits of all squares on the way, the first and the last included.
    pub fn squares(self) -> impl Iterator<Item = u32> {
        let mut at = 1 << self.from();
        let landings = self.ways().map(move |way| {
            at = way.step(way.step(at));
            at.trailing_zeros()
        });
        let step = (!self.is_capture()).then_some(self.to());
        std::iter::once(self.from()).chain(landings).chain(step)
    }
}

impl Display for Move {
    /// All squares by their numbers: `11-15`, `15x24`, `15x24x31`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_capture() { 'x' } else { '-' };
        for (nth, square) in self.squares().enumerate() {
            if nth > 0 {
                write!(f, "{mark}")?;
            }
            write!(f, "{}", square + 1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Game for Checkers {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::new([0x0000_0fff, 0xfff0_0000], 0, BLACK)
    }

    #[inline(always)]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Player(position.player())
    }

    #[inline(always)]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.plies < self.limit {
            position.legal(|mv| moves.push(mv));
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, mv: Move) {
        position.make(mv);
    }

    /// A win is worth 1. A player without a move has lost, even if the limit of moves is reached as well.
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match position.has_moves() {
            true => 0.0,
            false if player == position.player() => -1.0,
            false => 1.0,
        }
    }

    fn key(&self, position: &Position) -> Option<u64> {
        Some(mixed(position.key_without_plies() ^ mixed(u64::from(position.plies))))
    }

    #[inline(always)]
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: TIMES }
    }

    /// The same pieces, and the same player to move.
    fn is_same_position(&self, one: &Position, other: &Position) -> bool {
        one.with_plies(0) == other.with_plies(0)
    }

    #[inline(always)]
    fn repetition_key(&self, position: &Position) -> u64 {
        position.key_without_plies()
    }

    /// The plies since the last capture or move of a man.
    #[inline(always)]
    fn reversible_plies(&self, position: &Position) -> u32 {
        u32::from(position.plies)
    }
}

impl Deterministic for Checkers {}

impl ZeroSum for Checkers {}

/// Counts the lines of exactly `depth` plies, draws or not, captures by different paths apart: the number that others publish.
/// The moves of the last ply are counted, not made.
pub fn perft(position: Position, depth: u32) -> u64 {
    let mut count = 0;
    match depth {
        0 => return 1,
        1 => position.legal(|_| count += 1),
        _ => position.legal(|mv| count += perft(position.after(mv), depth - 1)),
    }
    count
}
