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

/// A game under way.
pub(super) fn open<G: Playable>(core: &Arc<Core<G>>, text: &str) -> Result<Played<G>, Wrong> {
    let text = text.trim();
    let mut from_start = Played::new(core, core.game.start());
    let not_moves = match make_all(&mut from_start, text) {
        Ok(()) => return Ok(from_start),
        Err(wrong) => wrong,
    };
    // A game in a format of its own, or a position.
    let games = core.texts.read_games(&core.game, text);
    if let Some(Ok([first, ..])) = games.as_ref().map(|games| games.as_deref()) {
        return played(core, first);
    }
    let not_position = match core.texts.read_position(&core.game, text) {
        Ok(position) => return Ok(Played::new(core, position)),
        Err(error) => error,
    };
    match position_and_moves(core, text) {
        // Moves from the start, up to a wrong one, tell more than a position that the first of them lead to.
        Some(Err(wrong)) if not_moves.made == 0 => return Err(wrong),
        Some(Ok(read)) => return Ok(read),
        _ => {}
    }
    let not_games = games.and_then(Result::err);
    let is_move_like = is_word(text) && text.len() <= longest_name(core);
    let has_positions = core.about.has_positions;
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
fn longest_name<G: Playable>(core: &Arc<Core<G>>) -> usize {
    let start = Played::new(core, core.game.start());
    let choices = 0..start.choices() as u32;
    choices.map(|choice| start.name(Choice(choice)).len()).max().unwrap_or(0)
}

/// All openings of a file: one on each line, or in a format of the game's own.
pub(super) fn openings<G: Playable>(
    core: &Arc<Core<G>>,
    text: &str,
) -> Result<Vec<Played<G>>, Wrong> {
    if let Some(games) = core.texts.read_games(&core.game, text) {
        return games?.iter().map(|game| played(core, game)).collect();
    }
    let mut openings = Vec::new();
    for (line, number) in meant_lines(text) {
        let read = open(core, line).map_err(|wrong| Wrong(format!("line {number}: {wrong}")));
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
) -> Result<Played<G>, Wrong> {
    let mut played = Played::new(core, opening.position.clone());
    for (&mv, number) in opening.moves.iter().zip(1..) {
        played.make(mv).map_err(|error| Wrong(format!("move {number}: {error}")))?;
    }
    Ok(played)
}

/// How many words a position may have that moves follow: twice as many as the start, and some. Without a limit, a long text would be
/// read once for each of its words.
fn most_words<G: Playable>(core: &Core<G>) -> usize {
    let start = core.texts.write_position(&core.game, &core.game.start());
    2 * start.map_or(0, |start| start.split_whitespace().count()) + 16
}

/// A position, and moves from there: the longest beginning that is a position counts.
fn position_and_moves<G: Playable>(
    core: &Arc<Core<G>>,
    text: &str,
) -> Option<Result<Played<G>, Wrong>> {
    for end in ends_of_words(text, most_words(core)).into_iter().rev() {
        if let Ok(position) = core.texts.read_position(&core.game, &text[..end]) {
            let mut played = Played::new(core, position);
            let made = make_all(&mut played, &text[end..]);
            return Some(made.map(|()| played).map_err(BadLine::told));
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
    let mut made = 0;
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
        let read = longest_move(session, word).map_err(|why| BadLine { made, why })?;
        made += 1;
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

/// Moves that are written without blanks between them have at most so many letters each.
const LONGEST: usize = 8;

/// Makes the longest beginning of a word that is a move; how many bytes it has.
fn longest_move(session: &mut dyn Session, word: &str) -> Result<usize, Wrong> {
    let whole = session.read(word);
    let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(LONGEST);
    let shorter: Vec<usize> = ends.filter(|&end| end < word.len()).collect();
    let found = whole.map(|choice| (choice, word.len())).or_else(|why| {
        let read = |&end: &usize| Some((session.read(&word[..end]).ok()?, end));
        shorter.iter().rev().find_map(read).ok_or(why)
    });
    let (choice, end) = found?;
    session.play(choice);
    Ok(end)
}
