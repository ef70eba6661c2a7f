//! A book: the scores of all positions near the start of a game, found once and kept.
//!
//! A book of N plies has every position that N plies or fewer lead to and that is not over, once for all positions with
//! the same [key](Keys::key), with its exact score. A search that comes to one of them is done with it. Nothing in a
//! book is taken on trust: it says which game it was made for, by what the game does and not by its name
//! alone, and it carries a checksum.
//!
//! As bytes, all numbers with their lowest byte first:
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 8 | `OutplayB` |
//! | 8 | 2 | the version of this format: 1 |
//! | 10 | 1 | bits of a key |
//! | 11 | 1 | bits of a key that say which drawer it is in |
//! | 12 | 2 | N, the most plies from the start |
//! | 14 | 2 | the highest score there is |
//! | 16 | 4 | how many positions there are |
//! | 20 | 4 | the fewest plies that any of them has [left](Facts::plies_left) |
//! | 24 | 8 | the fingerprint of the game |
//! | 32 | 8 | the checksum of all other bytes: FNV-1a |
//! | 40 | 24 | the name of the game, filled up with zeros |
//! | 64 | 4 each | for every drawer, how many positions there are up to its end |
//! | | a few each | the positions, drawer by drawer, in each by increasing key |
//!
//! Keys are multiplied by an odd number first, which spreads them evenly and loses nothing. The highest bits of what comes out
//! are the number of a drawer, which has about 16 to 32 positions; so a position need only keep the other bits, and
//! its score: 6 bytes for Connect Four, where a key alone has 7. To look one up takes two reads and a search within
//! one drawer.
//!
//! A small book is in memory as a whole ([`Book::read`]), a large one stays where it is and is read in blocks
//! ([`Book::open`]).

use std::borrow::Cow;
use std::fmt::{self, Display};

use super::blocks::Blocks;
pub use super::blocks::Source;
use super::insight::{Facts, Insight, Keys, Scale, mover};
use super::search::Search;
use crate::listing::{Listing, Unlisted, bytes_each as bytes_to_list};
use crate::{Deterministic, Player, Tally, Turn, ZeroSum};

const MAGIC: &[u8; 8] = b"OutplayB";
const VERSION: u16 = 1;
const HEAD: usize = 64;
const CHECKSUM: usize = 32;
const NAME: usize = 40;

/// Scores of positions near the start of a game.
pub struct Book {
    bytes: Bytes,
    head: Head,
}

/// What a book says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    key_bits: u32,
    drawer_bits: u32,
    plies: u32,
    highest: i32,
    count: u64,
    fewest_left: u32,
    fingerprint: u64,
    name: String,
}

enum Bytes {
    Here(Cow<'static, [u8]>),
    Elsewhere(Blocks),
}

impl Book {
    /// A book from its bytes.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        let head = Head::read(&bytes, bytes.len() as u64)?;
        let mut checksum = Checksum::default();
        checksum.add(&bytes);
        checksum.compare(&bytes)?;
        Ok(Book { bytes: Bytes::Here(bytes), head })
    }

    /// A book that stays where it is: of what is in it, some megabytes are in memory at a time. If the bytes change afterwards,
    /// or cannot be read any more, nothing is found in it any longer; a wrong score never is.
    pub fn open(source: impl Source + 'static) -> Result<Book, BookError> {
        let length = source.length();
        let mut first = [0; HEAD];
        let first = &mut first[..length.min(HEAD as u64) as usize];
        let unreadable = |error: std::io::Error| BookError::Unreadable(error.to_string());
        source.read(0, first).map_err(unreadable)?;
        let head = Head::read(first, length)?;
        let length = usize::try_from(length)
            .map_err(|_| BookError::Unreadable(format!("{length} bytes are too many")))?;
        let mut checksum = Checksum::default();
        let blocks = Blocks::new(Box::new(source), length, |block| checksum.add(block))?;
        checksum.compare(first)?;
        Ok(Book { bytes: Bytes::Elsewhere(blocks), head })
    }

    /// The bytes of a book with these positions, and for each the score that its key has. `name` says
    /// to people which game it is.
    ///
    /// # Panics
    /// If there are 2^32 positions or more, or if a score is higher than [the highest](Scale::highest).
    pub fn write<G: ZeroSum, I: Insight<G>>(
        game: &G,
        insight: &I,
        name: &str,
        openings: &[Vec<Opening<G::Position>>],
        score: impl Fn(u64) -> i32,
    ) -> Vec<u8> {
        let all = || openings.iter().flatten();
        let left = all().map(|opening| insight.facts().plies_left(game, &opening.position));
        let head = Head::new(game, insight, name, openings, left.min().unwrap_or(0));
        let key_and_score = |opening: &Opening<_>| (opening.key, score(opening.key));
        Book::written(&head, all().map(key_and_score).collect())
    }

    /// The bytes of a book with a score for each of these keys.
    fn written(head: &Head, mut mixed: Vec<(u64, i32)>) -> Vec<u8> {
        mixed.iter_mut().for_each(|(key, _)| *key = head.mixed(*key));
        mixed.sort_unstable();
        let mut bytes = head.written();
        for drawer in 0..1_u64 << head.drawer_bits {
            let end = mixed.partition_point(|&(mixed, _)| head.drawer(mixed) <= drawer);
            bytes.extend((end as u32).to_le_bytes());
        }
        for (mixed, score) in mixed {
            assert!(score.abs() <= head.highest, "a score of {score} cannot be");
            let entry =
                u128::from(head.rest(mixed)) << head.score_bits() | (score + head.highest) as u128;
            bytes.extend(&entry.to_le_bytes()[..head.entry_bytes()]);
        }
        let mut checksum = Checksum::default();
        checksum.add(&bytes);
        bytes[CHECKSUM..][..8].copy_from_slice(&checksum.hash.0.to_le_bytes());
        bytes
    }

    /// Whether it was made for this game, with the same rules, keys and scores.
    pub fn fits<G: ZeroSum, I: Insight<G>>(&self, game: &G, insight: &I) -> Result<(), BookError> {
        match fingerprint(game, insight) == self.head.fingerprint {
            true => Ok(()),
            false => Err(BookError::OtherGame { name: self.head.name.clone() }),
        }
    }

    /// The score of the position with this key, for the player to move, counted from there.
    pub fn score(&self, key: u64) -> Option<i32> {
        let head = &self.head;
        let mixed = head.mixed(key);
        let (drawer, rest) = (head.drawer(mixed), u128::from(head.rest(mixed)));
        let end_of = |drawer: u64| self.bytes.number(HEAD + 4 * drawer as usize, 4);
        let mut high = (end_of(drawer)? as usize).min(head.count as usize);
        let mut low = if drawer == 0 { 0 } else { end_of(drawer - 1)? as usize };
        let (size, bits) = (head.entry_bytes(), head.score_bits());
        let start = HEAD + (4 << head.drawer_bits);
        while low < high {
            let middle = low + (high - low) / 2;
            let entry = self.bytes.number(start + middle * size, size)?;
            if entry >> bits == rest {
                let score = (entry & ((1 << bits) - 1)) as i32 - head.highest;
                return (score <= head.highest).then_some(score);
            }
            if entry >> bits < rest { low = middle + 1 } else { high = middle }
        }
        None
    }

    /// Every position that so many plies or fewer lead to is in it, unless it is over.
    pub fn plies(&self) -> u32 {
        self.head.plies
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.head.count
    }

    /// The name of its game.
    pub fn name(&self) -> &str {
        &self.head.name
    }
}

impl Head {
    fn new<G: ZeroSum, I: Insight<G>>(
        game: &G,
        insight: &I,
        name: &str,
        openings: &[Vec<Opening<G::Position>>],
        fewest_left: u32,
    ) -> Head {
        let count: usize = openings.iter().map(Vec::len).sum();
        assert!(u32::try_from(count).is_ok(), "{count} positions are too many for a book");
        let key_bits = insight.keys().key_bits(game);
        // About 16 to 32 to a drawer.
        let drawer_bits = (count.max(16).ilog2() - 4).min(key_bits);
        Head {
            key_bits,
            drawer_bits,
            plies: openings.len().saturating_sub(1) as u32,
            highest: insight.scale().highest(game),
            count: count as u64,
            fewest_left,
            fingerprint: fingerprint(game, insight),
            name: name.to_owned(),
        }
    }

    /// The head of a book of `has` bytes, from the first of them.
    fn read(bytes: &[u8], has: u64) -> Result<Head, BookError> {
        let short = || BookError::Short { has };
        if bytes.get(..8).ok_or_else(short)? != MAGIC {
            return Err(BookError::Magic);
        }
        let bytes = bytes.get(..HEAD).ok_or_else(short)?;
        let number = |at: usize, size: usize| in_order(&bytes[at..at + size]) as u64;
        let version = number(8, 2) as u16;
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let head = Head {
            key_bits: number(10, 1) as u32,
            drawer_bits: number(11, 1) as u32,
            plies: number(12, 2) as u32,
            highest: number(14, 2) as i32,
            count: number(16, 4),
            fewest_left: number(20, 4) as u32,
            fingerprint: number(24, 8),
            name: String::from_utf8_lossy(&bytes[NAME..]).trim_end_matches('\0').to_owned(),
        };
        let is_possible = head.key_bits <= 64
            && head.drawer_bits <= head.key_bits.min(28)
            && head.highest <= i32::from(i16::MAX);
        if !is_possible {
            return Err(BookError::Checksum);
        }
        match head.bytes() {
            needs if needs == has => Ok(head),
            needs => Err(BookError::Length { has, needs }),
        }
    }

    /// As bytes, without the checksum.
    fn written(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.key_bits as u8, self.drawer_bits as u8]);
        bytes.extend((self.plies as u16).to_le_bytes());
        bytes.extend((self.highest as u16).to_le_bytes());
        bytes.extend((self.count as u32).to_le_bytes());
        bytes.extend(self.fewest_left.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(self.name.bytes().take(HEAD - NAME));
        bytes.resize(HEAD, 0);
        bytes
    }

    /// How many bytes the whole book has.
    fn bytes(&self) -> u64 {
        HEAD as u64 + (4 << self.drawer_bits) + self.count * self.entry_bytes() as u64
    }

    fn mixed(&self, key: u64) -> u64 {
        key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask(self.key_bits)
    }

    fn drawer(&self, mixed: u64) -> u64 {
        mixed.checked_shr(self.key_bits - self.drawer_bits).unwrap_or(0)
    }

    fn rest(&self, mixed: u64) -> u64 {
        mixed & mask(self.key_bits - self.drawer_bits)
    }

    /// How many bits there are for scores from the lowest to the highest.
    fn score_bits(&self) -> u32 {
        (2 * self.highest).checked_ilog2().map_or(0, |log| log + 1)
    }

    fn entry_bytes(&self) -> usize {
        (self.key_bits - self.drawer_bits + self.score_bits()).div_ceil(8) as usize
    }
}

/// The lowest so many bits.
fn mask(bits: u32) -> u64 {
    1_u64.checked_shl(bits).unwrap_or(0).wrapping_sub(1)
}

impl Bytes {
    /// The number in up to 16 bytes.
    #[inline]
    fn number(&self, at: usize, size: usize) -> Option<u128> {
        match self {
            Bytes::Here(bytes) => Some(in_order(bytes.get(at..at + size)?)),
            Bytes::Elsewhere(blocks) => {
                let mut bytes = [0; 16];
                blocks.copy(at, &mut bytes[..size])?;
                Some(in_order(&bytes[..size]))
            }
        }
    }
}

/// The number that bytes make, the lowest first.
#[inline]
fn in_order(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// The checksum of a book: of all bytes, which may come in pieces, but those of the checksum itself.
#[derive(Default)]
struct Checksum {
    hash: Fnv,
    at: usize,
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if !(CHECKSUM..CHECKSUM + 8).contains(&self.at) {
                self.hash.byte(byte);
            }
            self.at += 1;
        }
    }

    /// Whether it is the one that the head of the book says.
    fn compare(&self, head: &[u8]) -> Result<(), BookError> {
        let is_right = in_order(&head[CHECKSUM..CHECKSUM + 8]) == u128::from(self.hash.0);
        if is_right { Ok(()) } else { Err(BookError::Checksum) }
    }
}

/// FNV-1a: a single byte that differs always shows.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn number(&mut self, number: u64) {
        number.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }
}

/// How many games a fingerprint is made of.
const GAMES: u64 = 32;

/// A number that depends on how some random games go: on the moves there are, on keys and on final scores. So a book of another
/// game, of another size of the board or of another way to score does not pass.
pub fn fingerprint<G: ZeroSum, I: Insight<G>>(game: &G, insight: &I) -> u64 {
    let mut hash = Fnv::default();
    hash.number(u64::from(insight.keys().key_bits(game)));
    let solved = |score: i32| (score / <I::Scale as Scale<G>>::UNIT) as u64;
    hash.number(solved(insight.scale().highest(game)));
    let mut random = 0;
    for _ in 0..GAMES {
        let mut position = game.start();
        let mut moves = Vec::new();
        for _ in 0..crate::MAX_PLY {
            moves.clear();
            game.moves(&position, &mut moves);
            hash.number(insight.keys().key(game, &position).unwrap_or(0));
            hash.number(moves.len() as u64);
            if moves.is_empty() {
                hash.number(solved(insight.scale().terminal(game, &position, Player::MAX, 0)));
                break;
            }
            let mv = moves[(next(&mut random) >> 32) as usize % moves.len()];
            game.play(&mut position, mv);
        }
    }
    hash.0
}

/// The next random number: SplitMix64, written out here because a fingerprint must never change.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A position of a book.
#[derive(Clone, Debug)]
pub struct Opening<P> {
    /// Its key.
    pub key: u64,
    /// The position, or one that is symmetric to it.
    pub position: P,
}

/// All positions of a book of so many plies, by plies from the start, each where it comes up first. Neighbours in a list have
/// much in common. There may be `most` of them, and `told` hears how many there are while they are counted.
pub fn openings<G: ZeroSum, I: Insight<G>>(
    game: &G,
    insight: &I,
    plies: u32,
    most: usize,
    mut told: impl FnMut(Tally),
) -> Result<Vec<Vec<Opening<G::Position>>>, BookError> {
    let key = |position: &G::Position| insight.keys().key(game, position);
    let listing = Listing { game, key, finished: false, most, told: &mut told };
    let mut layers = listing.layers(&game.start(), plies)?;
    layers.resize_with(plies as usize + 1, Vec::new);
    let opening = |(key, position)| Opening { key, position };
    Ok(layers.into_iter().map(|layer| layer.into_iter().map(opening).collect()).collect())
}

/// About how many bytes of memory each position takes while a book is made: in the list, and its score.
pub fn bytes_each<P>() -> usize {
    // Scores are in a table by key, which is full by 7 in 16 at least, and then in the book itself.
    bytes_to_list::<P>() + 64
}

/// The score of a position that is not over, if those of all next positions are known: by their keys, or because the game is
/// over there.
pub fn best_next<G: ZeroSum + Deterministic, I: Insight<G>>(
    game: &G,
    insight: &I,
    position: &G::Position,
    score: impl Fn(u64) -> Option<i32>,
) -> Option<i32> {
    let player = mover(game, position);
    let mut best = None;
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    game.moves(position, &mut moves);
    for mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        replies.clear();
        game.moves(&child, &mut replies);
        let value = if replies.is_empty() {
            insight.scale().terminal(game, &child, player, 1)
        } else {
            let score = score(insight.keys().key(game, &child)?)?;
            let score = insight.scale().farther(game, score, 1);
            if game.turn(&child) == Turn::Player(player) { score } else { -score }
        };
        best = best.max(Some(value));
    }
    best
}

impl<G: ZeroSum, I: Insight<G>> Search<'_, G, I> {
    /// How many plies from here there may be positions of the book: none if there is no book, or if the game is
    /// too far on.
    pub(super) fn reach_of_book(&self, position: &G::Position) -> u32 {
        match self.book {
            Some(book)
                if self.insight.facts().plies_left(self.game, position)
                    >= book.head.fewest_left =>
            {
                book.plies() + 1
            }
            _ => 0,
        }
    }

    /// The score of a position that is in the book, counted from the root.
    #[cold]
    pub(super) fn by_book(&self, position: &G::Position, ply: u32) -> Option<i32> {
        let score = self.book?.score(self.insight.keys().key(self.game, position)?)?;
        let score = score * <I::Scale as Scale<G>>::UNIT;
        Some(self.insight.scale().farther(self.game, score, ply))
    }
}

/// Why a book cannot be used, or made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// It cannot be read at all.
    Unreadable(String),
    /// It is shorter than the head of a book.
    Short {
        /// How many bytes there are.
        has: u64,
    },
    /// It does not begin like a book.
    Magic,
    /// It has a format of another time.
    Version(u16),
    /// It has not as many bytes as it says.
    Length {
        /// How many bytes there are.
        has: u64,
        /// How many there should be.
        needs: u64,
    },
    /// Some bytes are not what was written.
    Checksum,
    /// It is not what it was when it was opened.
    Changed,
    /// It was made for another game.
    OtherGame {
        /// The name of that game.
        name: String,
    },
    /// The game has no keys.
    NoKeys,
    /// There are more positions than allowed.
    TooMany(Tally),
}

impl From<Unlisted> for BookError {
    fn from(unlisted: Unlisted) -> BookError {
        match unlisted {
            Unlisted::NoKeys => BookError::NoKeys,
            Unlisted::TooMany(tally) => BookError::TooMany(tally),
        }
    }
}

impl Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            BookError::Short { has: 0 } => write!(f, "it is empty"),
            BookError::Short { has } => {
                write!(f, "it is no book: it has {has} bytes, and a book has {HEAD} or more")
            }
            BookError::Magic => write!(f, "it is no book: it does not begin with `OutplayB`"),
            BookError::Version(version) => write!(
                f,
                "it is a book in format {version}, and this program reads format {VERSION}: build it anew"
            ),
            BookError::Length { has, needs } => {
                write!(f, "the book is damaged: it has {has} bytes, and {needs} are needed")
            }
            BookError::Checksum => write!(f, "the book is damaged: its checksum is wrong"),
            BookError::Changed => write!(f, "it was changed or cut off while it was in use"),
            BookError::OtherGame { name } => write!(
                f,
                "it was made for another game, or for other rules, keys or scores of the same: `{name}`"
            ),
            BookError::NoKeys => write!(f, "this game has no keys to look positions up by"),
            BookError::TooMany(tally) => write!(f, "there are {tally}: too many for a book"),
        }
    }
}

impl std::error::Error for BookError {}
