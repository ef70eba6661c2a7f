//! Chess by brute force: all moves of both players, from the library of rules alone. It judges the engine, and shares nothing with it.
//!
//! It knows of mate and stalemate. The other draws do not matter within the few moves that it can look ahead, as long as positions begin
//! with a clock of 0.

use cozy_chess::{Board, Move};

/// Whether the player to move is mated.
pub fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !has_moves(board)
}

/// Whether the player to move has no move, and is not mated.
pub fn is_stalemate(board: &Board) -> bool {
    board.checkers().is_empty() && !has_moves(board)
}

/// Whether the player to move mates in so many moves at most, whatever the other one does.
pub fn mates(board: &Board, moves: u32) -> bool {
    any(board, |_, child| is_mate(child) || moves > 1 && is_lost(child, moves - 1))
}

/// Whether the player to move, who is not mated yet, will be in so many moves of the other one.
fn is_lost(board: &Board, moves: u32) -> bool {
    has_moves(board) && !any(board, |_, child| !mates(child, moves))
}

/// In how many moves the player to move mates at the soonest, if it is in `most` of them.
pub fn mate_in(board: &Board, most: u32) -> Option<u32> {
    (1..=most).find(|&moves| mates(board, moves))
}

/// The moves that mate in so many moves at most, counted with them.
pub fn keys(board: &Board, moves: u32) -> Vec<Move> {
    let mut keys = Vec::new();
    any(board, |mv, child| {
        if is_mate(child) || moves > 1 && is_lost(child, moves - 1) {
            keys.push(mv);
        }
        false
    });
    keys
}

/// Whether the player to move brings about a stalemate, of either player, in so many moves at most, whatever the other one
/// does.
pub fn stalemates(board: &Board, moves: u32) -> bool {
    let ends = |child: &Board| is_stalemate(child) || moves > 1 && stalemates(child, moves - 1);
    any(board, |_, child| {
        is_stalemate(child) || has_moves(child) && !any(child, |_, reply| !ends(reply))
    })
}

fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether something holds after one of the moves.
fn any(board: &Board, mut holds: impl FnMut(Move, &Board) -> bool) -> bool {
    board.generate_moves(|some| {
        some.into_iter().any(|mv| {
            let mut child = board.clone();
            child.play_unchecked(mv);
            holds(mv, &child)
        })
    })
}
