//! Somebody at the keyboard: one key is one move.

use outplay::Game;
use outplay_games::pacman::{Choice, Direction, Pacman, Position};

use crate::keys::{Key, Keyboard};

/// Keys that move Pacman.
pub(crate) struct Keys(Keyboard);

impl Keys {
    pub(super) fn new() -> Keys {
        Keys(Keyboard::new())
    }

    /// The move that is wanted. None at the end of the input, after `q` and after Ctrl-C.
    pub(super) fn choose(&mut self, game: &Pacman, position: &Position) -> Option<Choice> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        loop {
            let mv = match self.0.key()? {
                Key::Left | Key::Letter(b'a' | b'h') => Direction::West,
                Key::Right | Key::Letter(b'd' | b'l') => Direction::East,
                Key::Up | Key::Letter(b'w' | b'k') => Direction::North,
                Key::Down | Key::Letter(b's' | b'j') => Direction::South,
                Key::Letter(b' ' | b'x') => Direction::Stop,
                Key::Letter(b'q') => return None,
                Key::Letter(_) | Key::Other => continue,
            };
            if moves.contains(&mv) {
                return Some(Choice { mv, generated: 0 });
            }
        }
    }
}
