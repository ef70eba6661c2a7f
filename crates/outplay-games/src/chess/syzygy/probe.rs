//! What a position is worth by files that say nothing true where a capture decides, and nothing of captures en passant.

use cozy_chess::{Board, Move, Piece};
use outplay::solve::retrograde::Verdict;

use super::Syzygy;
use super::table::Kind;

/// Who wins, for the player to move, under the rule of fifty moves if its count begins here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// The other player wins.
    Loss,
    /// The other player would win, but too late for that rule.
    BlessedLoss,
    /// Nobody would win without that rule, either.
    Draw,
    /// The player to move would win, but too late for that rule.
    CursedWin,
    /// The player to move wins.
    Win,
}

impl Standing {
    const ALL: [Standing; 5] =
        [Standing::Loss, Standing::BlessedLoss, Standing::Draw, Standing::CursedWin, Standing::Win];

    fn flipped(self) -> Standing {
        Standing::ALL[4 - self as usize]
    }

    /// What it is worth in a game.
    pub fn verdict(self) -> Verdict {
        match self {
            Standing::Loss => Verdict::Loss,
            Standing::Win => Verdict::Win,
            _ => Verdict::Draw,
        }
    }
}

/// The sort of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Quiet,
    Pawn,
    Capture,
    EnPassant,
}

fn sort(board: &Board, mv: Move) -> Sort {
    let is_pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
    match board.piece_on(mv.to) {
        Some(_) => Sort::Capture,
        None if is_pawn && mv.from.file() != mv.to.file() => Sort::EnPassant,
        None if is_pawn => Sort::Pawn,
        None => Sort::Quiet,
    }
}

/// All legal moves, each with what it is.
fn moves(board: &Board) -> Vec<(Move, Sort)> {
    let mut moves = Vec::with_capacity(64);
    board.generate_moves(|some| {
        moves.extend(some.into_iter().map(|mv| (mv, sort(board, mv))));
        false
    });
    moves
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}

impl Syzygy {
    /// Who wins; the men are few enough, and nobody may castle.
    pub(super) fn probed(&self, board: &Board) -> Option<Standing> {
        if board.occupied().len() == 2 {
            return Some(Standing::Draw);
        }
        let moves = moves(board);
        let mut best = None;
        for &(mv, sort) in &moves {
            if matches!(sort, Sort::Capture | Sort::EnPassant) {
                best = best.max(Some(self.probed(&after(board, mv))?.flipped()));
                if best == Some(Standing::Win) {
                    return best;
                }
            }
        }
        // If nothing else is legal, the file takes a capture en passant for stalemate.
        let is_forced = !moves.is_empty() && moves.iter().all(|&(_, sort)| sort == Sort::EnPassant);
        if is_forced { best } else { best.max(Some(self.in_file(board)?)) }
    }

    /// What the file says.
    fn in_file(&self, board: &Board) -> Option<Standing> {
        let (place, view) = self.place(board)?;
        let result = self.told(place, Kind::Results, |table| table.result(board, view))?;
        Standing::ALL.get(usize::from(result)).copied()
    }

    /// After how many plies the count of the fifty moves begins anew, by a position's standing.
    pub(super) fn plies(&self, board: &Board, standing: Standing) -> Option<u32> {
        if standing == Standing::Draw {
            return Some(0);
        }
        let moves = moves(board);
        if moves.is_empty() {
            return Some(0);
        }
        // Files say nothing true of positions in which such a move wins, or in which there is no other.
        let mut is_quiet = false;
        for &(mv, sort) in &moves {
            if sort == Sort::Quiet {
                is_quiet = true;
            } else if standing > Standing::Draw
                && self.probed(&after(board, mv))?.flipped() == standing
            {
                return Some(at_once(standing));
            }
        }
        if !is_quiet {
            return Some(at_once(standing));
        }
        match self.plies_in_file(board, standing)? {
            Some(plies) => Some(plies),
            None => self.plies_of_moves(board, standing, &moves),
        }
    }

    /// What the file says; it may only know the other player's positions.
    fn plies_in_file(&self, board: &Board, standing: Standing) -> Option<Option<u32>> {
        let (place, view) = self.place(board)?;
        let ask = |table: &super::Table| table.distance(board, view, standing as u16);
        let plies = self.told(place, Kind::Distances, ask)?;
        Some(plies.map(|plies| u32::from(plies) + at_once(standing) - 1))
    }

    /// The same by what the file says of the positions after the moves.
    fn plies_of_moves(
        &self,
        board: &Board,
        standing: Standing,
        moves: &[(Move, Sort)],
    ) -> Option<u32> {
        let mut best: Option<u32> = None;
        for &(mv, sort) in moves {
            let next = after(board, mv);
            let reached = self.probed(&next)?;
            if reached.flipped() != standing {
                continue;
            }
            let plies = match sort {
                Sort::Quiet => self.plies(&next, reached)? + 1,
                _ => at_once(standing),
            };
            best = Some(match best {
                None => plies,
                Some(best) if standing > Standing::Draw => best.min(plies),
                Some(best) => best.max(plies),
            });
        }
        best
    }
}

/// The plies of a move that begins the count anew: a hundred more where what comes is too late for the rule.
fn at_once(standing: Standing) -> u32 {
    match standing {
        Standing::Win | Standing::Loss => 1,
        _ => 101,
    }
}
