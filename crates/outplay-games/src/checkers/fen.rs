//! Positions as players of draughts write them: `B:W18,24,K27:B12,16,K20`, Black to move.
//!
//! Reference: the standard of Portable Draughts Notation, version 3.0. A player's squares may come as a range, `B1-12`, kings as
//! `K5-8`; either player may come first, and a dot may end it. Plies since the last capture or move of a man are written as
//! `:H12`, as some programs do; the number of the move, `:F7`, is read and forgotten.

use std::fmt::Display;

use outplay::Player;

use super::rules::{BLACK, Position, WHITE};
use super::squares::each;

/// A result whose error is a sentence.
pub(super) type Read<T> = Result<T, String>;

/// The letter of a player.
pub(super) fn letter(player: Player) -> char {
    if player == BLACK { 'B' } else { 'W' }
}

/// The player that a letter means.
fn player(letter: char) -> Option<Player> {
    match letter.to_ascii_uppercase() {
        'B' => Some(BLACK),
        'W' => Some(WHITE),
        _ => None,
    }
}

/// A position in one word.
pub(super) fn written(position: Position) -> String {
    let squares = |player: Player| {
        let name = |piece: u32| {
            let crown = if position.all_kings() & piece != 0 { "K" } else { "" };
            format!("{crown}{}", piece.trailing_zeros() + 1)
        };
        let names: Vec<String> = each(position.pieces(player)).map(name).collect();
        format!("{}{}", letter(player), names.join(","))
    };
    let turn = letter(position.player());
    let pieces = format!("{turn}:{}:{}", squares(WHITE), squares(BLACK));
    match position.plies() {
        0 => pieces,
        plies => format!("{pieces}:H{plies}"),
    }
}

/// Reads a position.
pub(super) fn read(text: &str) -> Read<Position> {
    let word: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let word = word.trim_matches('"').trim_end_matches('.');
    let mut parts = word.split(':');
    let turn = parts.next().unwrap_or("");
    let mover = match turn.chars().collect::<Vec<_>>()[..] {
        [letter] => player(letter),
        _ => None,
    };
    let example = "a position is like B:W18,24,K27:B12,16,K20";
    let mover = mover
        .ok_or_else(|| format!("`{turn:.20}` is neither B nor W, the player to move: {example}"))?;
    let mut sides: [Option<Side>; 2] = [None, None];
    let mut plies = 0;
    for part in parts.filter(|part| !part.is_empty()) {
        let first = part.chars().next().unwrap_or(' ');
        let rest = &part[first.len_utf8()..];
        match (player(first), first.to_ascii_uppercase()) {
            (Some(player), _) => {
                let side = &mut sides[player.index()];
                if side.replace(Side::read(rest)?).is_some() {
                    return Err(format!("the pieces of {first} are there twice"));
                }
            }
            (None, 'H') => plies = count(rest, "plies since a capture or a move of a man")?,
            (None, 'F') => _ = count(rest, "moves")?,
            _ => return Err(format!("`{part:.20}` says nothing of a player's pieces: {example}")),
        }
    }
    let [Some(black), Some(white)] = sides else {
        let missing = if sides[0].is_none() { "B" } else { "W" };
        return Err(format!("the pieces of {missing} are missing: {example}"));
    };
    let pieces = [black.pieces, white.pieces];
    let position = Position::checked(pieces, black.kings | white.kings, mover);
    Ok(position.map_err(told)?.with_plies(plies))
}

fn told(error: impl Display) -> String {
    error.to_string()
}

fn count(text: &str, what: &str) -> Read<u16> {
    let number = text.parse::<u16>().ok().filter(|number| *number < 10_000);
    number.ok_or_else(|| format!("`{text:.20}` is no number of {what}, 0 to 9999"))
}

/// The pieces of one player.
#[derive(Default)]
struct Side {
    pieces: u32,
    kings: u32,
}

impl Side {
    /// Squares with commas between them.
    fn read(text: &str) -> Read<Side> {
        let mut side = Side::default();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let squares = word.trim_start_matches(['K', 'k']);
            if word.len() > squares.len() + 1 {
                return Err(format!("`{word:.20}` is no king: write K and its square, like K27"));
            }
            let pieces = range(squares)?;
            if side.pieces & pieces != 0 {
                let twice = (side.pieces & pieces).trailing_zeros() + 1;
                return Err(format!("square {twice} is named twice"));
            }
            side.pieces |= pieces;
            if word.len() > squares.len() {
                side.kings |= pieces;
            }
        }
        Ok(side)
    }
}

/// A square, or all squares from one to another.
fn range(text: &str) -> Read<u32> {
    let Some((first, last)) = text.split_once('-') else { return Ok(1 << square(text)?) };
    let last = last.trim_start_matches(['K', 'k']);
    let (first, last) = (square(first)?, square(last)?);
    match first <= last {
        true => Ok((first..=last).fold(0, |squares, bit| squares | 1 << bit)),
        false => Err(format!("`{text:.20}` goes down: write the lower square first")),
    }
}

/// The bit of a square.
pub(super) fn square(text: &str) -> Read<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<u32> = text.parse().ok().filter(|_| is_number && text.len() <= 3);
    match number {
        Some(number @ 1..=32) => Ok(number - 1),
        _ => Err(format!("`{text:.20}` is no square: they have the numbers 1 to 32")),
    }
}
