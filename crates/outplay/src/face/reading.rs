//! Reading: one way to read a position, for every game and every door.
//!
//! A text is nothing (the start), moves from the start, a position, a position and then moves, or a whole game as its players write it
//! down. Numbers of moves (`1.`) and results (`1-0`, `*`) may stand between moves and mean nothing.

use std::sync::Arc;

use super::Wrong;
use super::core::{Core, Playable};
use super::notation::NotationError;
use super::session::{Choice, Played, Session};
use crate::arena::Opening;

/// Results as they stand at the end of a game.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// What a game reads itself. What is made of it is compiled once for all games.
pub(super) trait Reader {
    fn start(&self) -> Box<dyn Session>;

    /// A position without moves.
    fn position(&self, text: &str) -> Result<Box<dyn Session>, NotationError>;

    /// The first games of a text in a format of the game's own; nothing if it is in no such format.
    fn games(&self, text: &str, most: usize) -> Option<ReadGames>;

    /// Whether positions have a notation.
    fn has_positions(&self) -> bool;
}

type ReadGames = Result<Vec<Result<Box<dyn Session>, Wrong>>, NotationError>;

impl<G: Playable> Reader for Arc<Core<G>> {
    fn start(&self) -> Box<dyn Session> {
        Box::new(Played::new(self, self.game.start()))
    }

    fn position(&self, text: &str) -> Result<Box<dyn Session>, NotationError> {
        let position = self.texts.read_position(&self.game, text)?;
        Ok(Box::new(Played::new(self, position)))
    }

    fn games(&self, text: &str, most: usize) -> Option<ReadGames> {
        let games = self.texts.read_games(&self.game, text)?;
        Some(games.map(|games| games.iter().take(most).map(|game| played(self, game)).collect()))
    }

    fn has_positions(&self) -> bool {
        self.about.has_positions
    }
}

/// A game under way.
pub(super) fn open(game: &dyn Reader, text: &str) -> Result<Box<dyn Session>, Wrong> {
    let text = text.trim();
    let mut from_start = game.start();
    let not_moves = match make_all(&mut *from_start, text) {
        Ok(()) => return Ok(from_start),
        Err(wrong) => wrong,
    };
    // A game in a format of its own, or a position.
    let not_games = match game.games(text, 1) {
        Some(Ok(mut games)) if !games.is_empty() => return games.swap_remove(0),
        games => games.and_then(Result::err),
    };
    let not_position = match game.position(text) {
        Ok(position) => return Ok(position),
        Err(error) => error,
    };
    match position_and_moves(game, text) {
        // Moves from the start, up to a wrong one, tell more than a position that the first of them lead to.
        Some(Err(wrong)) if not_moves.made == 0 => return Err(wrong),
        Some(Ok(read)) => return Ok(read),
        _ => {}
    }
    let is_move_like = is_word(text) && text.len() <= longest_name(&*game.start());
    let has_positions = game.has_positions();
    Err(refusal(text, not_moves, not_games, not_position, has_positions, is_move_like))
}

/// Why a text is not read.
fn refusal(
    text: &str,
    not_moves: BadLine,
    not_games: Option<NotationError>,
    not_position: NotationError,
    has_positions: bool,
    is_move_like: bool,
) -> Wrong {
    match not_games {
        _ if not_moves.made > 0 => not_moves.told(),
        Some(error) if text.lines().count() > 1 => error.into(),
        _ if !has_positions => not_moves.told(),
        _ if is_move_like => not_moves.told(),
        _ if is_word(text) => not_position.into(),
        _ => Wrong(format!(
            "`{text:.60}` is neither moves from the start ({}) nor a position ({not_position})",
            not_moves.why
        )),
    }
}

fn is_word(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// How long the moves of the start are at most: what is longer is meant as a position.
fn longest_name(start: &dyn Session) -> usize {
    let choices = (0..start.choices()).map(Choice::of);
    choices.map(|choice| start.name(choice).len()).max().unwrap_or(0)
}

/// All openings of a file: one on each line, or in a format of the game's own.
pub(super) fn openings(game: &dyn Reader, text: &str) -> Result<Vec<Box<dyn Session>>, Wrong> {
    if let Some(games) = game.games(text, usize::MAX) {
        return games?.into_iter().collect();
    }
    let mut openings = Vec::new();
    for (line, number) in meant_lines(text) {
        let read = open(game, line).map_err(|wrong| Wrong(format!("line {number}: {wrong}")));
        openings.push(read?);
    }
    Ok(openings)
}

/// The lines of a file that are no comments, with their numbers.
fn meant_lines(text: &str) -> Vec<(&str, usize)> {
    let lines = text.lines().map(str::trim).zip(1..);
    lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')).collect()
}

fn played<G: Playable>(
    core: &Arc<Core<G>>,
    opening: &Opening<G::Position, G::Move>,
) -> Result<Box<dyn Session>, Wrong> {
    let mut played = Played::new(core, opening.position.clone());
    for (&mv, number) in opening.moves.iter().zip(1..) {
        played.make(mv).map_err(|error| Wrong(format!("move {number}: {error}")))?;
    }
    Ok(Box::new(played))
}

/// How many words a position may have that moves follow: twice as many as the start, and some. Without a limit, a long text would be
/// read once for each of its words.
fn most_words(start: &dyn Session) -> usize {
    2 * start.position().split_whitespace().count() + 16
}

/// A position, and moves from there: the longest beginning that is a position counts.
fn position_and_moves(game: &dyn Reader, text: &str) -> Option<Result<Box<dyn Session>, Wrong>> {
    for end in ends_of_words(text, most_words(&*game.start())).into_iter().rev() {
        if let Ok(mut position) = game.position(&text[..end]) {
            let made = make_all(&mut *position, &text[end..]);
            return Some(made.map(|()| position).map_err(BadLine::told));
        }
    }
    None
}

/// Where the first words of a text end.
fn ends_of_words(text: &str, most: usize) -> Vec<usize> {
    let end = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize + word.len();
    text.split_whitespace().take(most).map(end).collect()
}

/// Why a line of moves cannot be read.
struct BadLine {
    /// How many moves were right.
    made: usize,
    why: Wrong,
}

impl BadLine {
    fn told(self) -> Wrong {
        Wrong(format!("move {}: {}", self.made + 1, self.why))
    }
}

/// Makes the moves of a line. Each is the longest beginning of what is left that is a legal move.
fn make_all(session: &mut dyn Session, text: &str) -> Result<(), BadLine> {
    let is_between = |one: char| one.is_whitespace() || one == ',';
    let (mut made, mut is_packed) = (0, false);
    let mut rest = text.trim_start_matches(is_between);
    while !rest.is_empty() {
        // The name of a move may have commas in it.
        let word = rest.split(char::is_whitespace).next().unwrap_or(rest);
        let word = word.trim_end_matches(',');
        let number = number_of_move(word);
        if number > 0 || RESULTS.contains(&word) {
            let read = if number > 0 { number } else { word.len() };
            rest = rest[read..].trim_start_matches(is_between);
            continue;
        }
        let read = longest_move(session, word, is_packed).map_err(|why| BadLine { made, why })?;
        made += 1;
        is_packed = !rest[read..].starts_with(is_between);
        rest = rest[read..].trim_start_matches(is_between);
    }
    Ok(())
}

/// How many letters of a word are the number of a move, like `12.` or `12...`.
fn number_of_move(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
    if digits > 0 && dots > 0 { digits + dots } else { 0 }
}

/// Why the beginning of a word is no move, where all moves are equally long, so that it is clear which part of the word is meant.
fn why_not(session: &dyn Session, word: &str) -> Option<Wrong> {
    let lengths = |choice| session.name(Choice::of(choice)).len();
    let length = (0..session.choices()).map(lengths).max()?;
    let is_equal = (0..session.choices()).map(lengths).all(|other| other == length);
    session.read(word.get(..length).filter(|_| is_equal)?).err()
}

/// Moves that are written without blanks between them have at most so many letters each.
const LONGEST: usize = 8;

/// Makes the longest beginning of a word that is a move; how many bytes it has. A word that is packed begins where a move ended, without a
/// blank between them.
fn longest_move(session: &mut dyn Session, word: &str, is_packed: bool) -> Result<usize, Wrong> {
    let whole = session.read(word);
    let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(LONGEST);
    let shorter: Vec<usize> = ends.filter(|&end| end < word.len()).collect();
    let found = whole.map(|choice| (choice, word.len())).or_else(|why| {
        let read = |&end: &usize| Some((session.read(&word[..end]).ok()?, end));
        let refusal = || if is_packed { why_not(session, word).unwrap_or(why) } else { why };
        shorter.iter().rev().find_map(read).ok_or_else(refusal)
    });
    let (choice, end) = found?;
    session.play(choice);
    Ok(end)
}
