//! A play-out on a board of any size: what Monte-Carlo search asks of Go, in the moves of the rules.
//!
//! ```
//! use outplay::Game;
//! use outplay_games::go::{Go, PlayOut, Policy};
//!
//! let game = Go::default();
//! let mut play_out = PlayOut::new(&game, &game.start());
//! play_out.run(&Policy::default(), &mut fastrand::Rng::with_seed(1));
//! assert!(play_out.area().abs() <= 81);
//! ```

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::board::{Board, PASS, Point};
use super::features::Weights;
use super::policy::Policy;
use super::rules::{Go, Position, Vertex};

/// How many moves a play-out takes at most, for each point of the board.
const LONGEST: u16 = 3;

/// A moment of a play-out.
///
/// Copies are cheap: 3 KB up to 9 x 9, 12 KB above. [`clone_from`](Clone::clone_from) needs no new memory.
#[derive(Debug)]
pub struct PlayOut {
    board: Size,
    points: u16,
}

enum Size {
    Small(Box<Board<128>>),
    Large(Box<Board<512>>),
}

impl std::fmt::Debug for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Size::Small(_) => "a board of at most 9 x 9",
            Size::Large(_) => "a board of at most 19 x 19",
        })
    }
}

/// The same for both sizes, so that whole play-outs are compiled for each.
macro_rules! on_board {
    ($play_out:expr, $board:ident => $what:expr) => {
        match $play_out {
            Size::Small($board) => $what,
            Size::Large($board) => $what,
        }
    };
}

impl Clone for PlayOut {
    fn clone(&self) -> Self {
        let board = match &self.board {
            Size::Small(board) => Size::Small(board.clone()),
            Size::Large(board) => Size::Large(board.clone()),
        };
        PlayOut { board, points: self.points }
    }

    fn clone_from(&mut self, source: &Self) {
        match (&mut self.board, &source.board) {
            (Size::Small(own), Size::Small(other)) => (**own).clone_from(other),
            (Size::Large(own), Size::Large(other)) => (**own).clone_from(other),
            _ => *self = source.clone(),
        }
        self.points = source.points;
    }
}

impl PlayOut {
    /// A play-out that starts in a position.
    pub fn new(game: &Go, position: &Position) -> PlayOut {
        let mut play_out = PlayOut::blank(game);
        on_board!(&mut play_out.board, board => board.set_up(position));
        play_out
    }

    /// A board without stones.
    pub(super) fn blank(game: &Go) -> PlayOut {
        let board = match Board::<128>::fits(game.width(), game.height()) {
            true => Size::Small(Box::new(Board::blank(game))),
            false => Size::Large(Box::new(Board::blank(game))),
        };
        PlayOut { board, points: game.points() as u16 }
    }

    /// Starts anew in a position, with a [blank](Self::blank) board for that.
    pub(super) fn set_up(&mut self, blank: &PlayOut, position: &Position) {
        self.clone_from(blank);
        on_board!(&mut self.board, board => board.set_up(position));
    }

    /// The move to every point of the board for play-outs, by its number.
    pub(super) fn vertices(&self) -> Vec<Vertex> {
        on_board!(&self.board, board => {
            let mut vertices = vec![Vertex::PASS; usize::from(board.points().max().unwrap_or(PASS)) + 1];
            board.points().for_each(|point| vertices[usize::from(point)] = board.vertex(point));
            vertices
        })
    }

    /// Makes a move that is legal by the simple ko rule.
    pub fn play(&mut self, vertex: Vertex) {
        on_board!(&mut self.board, board => {
            let point = board.point(vertex);
            board.play(point);
        });
    }

    /// Whether both players have passed, or it takes too long.
    pub fn is_over(&self) -> bool {
        let most = LONGEST * self.points;
        on_board!(&self.board, board => board.is_over() || board.moves() >= most)
    }

    /// The next move of a policy; none, if it is [over](Self::is_over).
    pub fn choose(&mut self, policy: &Policy, random: &mut Rng) -> Option<Vertex> {
        if self.is_over() {
            return None;
        }
        on_board!(&mut self.board, board => {
            let point = policy.choose(board, random);
            Some(board.vertex(point))
        })
    }

    /// Plays to the end.
    pub fn run(&mut self, policy: &Policy, random: &mut Rng) {
        let most = LONGEST * self.points;
        on_board!(&mut self.board, board => {
            let left = most.saturating_sub(board.moves());
            policy.play_out(board, random, left);
        });
    }

    /// Plays to the end, or for as long as Black's stones less White's are in a range, and keeps the moves. Where somebody who hears the moves so far has an answer that is
    /// sensible, it is that.
    pub(super) fn run_noting(
        &mut self,
        policy: &Policy,
        random: &mut Rng,
        moves: &mut Vec<Point>,
        undecided: &RangeInclusive<i32>,
        mut answer: impl FnMut(&[Point]) -> Option<Vertex>,
    ) {
        let most = LONGEST * self.points;
        on_board!(&mut self.board, board => {
            while !board.is_over() && board.moves() < most && undecided.contains(&board.balance()) {
                let known = answer(moves).map(|vertex| board.point(vertex));
                let is_sensible = |point: &Point| board.is_empty(*point) && board.is_playable(*point);
                let point = match known.filter(is_sensible) {
                    Some(point) => point,
                    None => policy.choose(board, random),
                };
                moves.push(point);
                board.play(point);
            }
        });
    }

    /// Black stones less white ones.
    pub(super) fn balance(&self) -> i32 {
        on_board!(&self.board, board => board.balance())
    }

    /// Tells who owns each point at the end, in their order, as [`owner`](Self::owner) does.
    pub(super) fn owners(&self, mut tell: impl FnMut(usize, i32)) {
        on_board!(&self.board, board => {
            board.points().enumerate().for_each(|(index, point)| tell(index, board.owner(point)));
        });
    }

    /// Plays to the end, each sensible move as likely as the others.
    pub fn run_light(&mut self, random: &mut Rng) {
        let most = LONGEST * self.points;
        on_board!(&mut self.board, board => {
            let left = most.saturating_sub(board.moves());
            board.play_out(random, left);
        });
    }

    /// Black's points less White's, without komi, at the end.
    pub fn area(&self) -> i32 {
        on_board!(&self.board, board => board.area())
    }

    /// Who owns a point at the end: 1 for Black, -1 for White, 0 for nobody.
    pub fn owner(&self, point: usize) -> i32 {
        on_board!(&self.board, board => board.owner(board.point(Vertex(point as u16))))
    }

    /// Appends the moves that a search should look at: legal by the simple ko rule, and filling no own eye. A pass is the last.
    pub fn moves(&self, moves: &mut Vec<Vertex>) {
        on_board!(&self.board, board => {
            let own = board.mover();
            let sensible = |point: &Point| board.may_put(*point) && !board.eye(*point, own);
            moves.extend(board.points().filter(|&point| board.is_empty(point)).filter(sensible).map(|point| board.vertex(point)));
        });
        moves.push(Vertex::PASS);
    }

    /// How likely each of some legal moves is to be played by a good player: positive, and one in all.
    pub fn priors(&self, weights: &Weights, moves: &[Vertex], priors: &mut Vec<f32>) {
        on_board!(&self.board, board => {
            let points: Vec<Point> = moves.iter().map(|&vertex| board.point(vertex)).collect();
            weights.priors(board, &points, priors);
        });
    }

    /// The last move, unless it was a pass or there was none.
    pub fn last(&self) -> Option<Vertex> {
        on_board!(&self.board, board => (board.last()[0] != PASS).then(|| board.vertex(board.last()[0])))
    }
}
