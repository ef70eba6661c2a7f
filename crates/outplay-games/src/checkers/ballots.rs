//! The ballots: three moves that are drawn by lot, so that a match is not the same game again and again.
//!
//! There are 174 lines of three moves, by their usual numbers, that do not lose a piece for nothing or transpose to one before
//! them. 18 of them are barred, because one player is as good as lost; they are rarely played.

/// All of them in three columns: the number, the moves, and whether it is barred.
const TEXT: &str = include_str!("ballots.txt");

/// A line of three moves from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Its usual number, from 1.
    pub number: u32,
    /// The moves with blanks between them.
    pub moves: &'static str,
    /// Whether it is left out where players draw lots.
    pub is_barred: bool,
}

/// All ballots by number.
pub fn ballots() -> impl Iterator<Item = Ballot> {
    TEXT.lines().zip(1..).map(|(line, number)| {
        let (_, rest) = line.split_once(' ').expect("a number and moves");
        let moves = rest.trim_end_matches(" barred");
        Ballot { number, moves, is_barred: moves.len() < rest.len() }
    })
}

/// The openings that come with the game: all ballots, those that are played, and the others.
pub(super) fn sets() -> [(&'static str, String); 3] {
    let lines = |is_in: fn(&Ballot) -> bool| -> String {
        ballots().filter(is_in).map(|ballot| format!("{}\n", ballot.moves)).collect()
    };
    [
        ("ballots", lines(|_| true)),
        ("played-ballots", lines(|ballot| !ballot.is_barred)),
        ("barred-ballots", lines(|ballot| ballot.is_barred)),
    ]
}
