//! Somebody at the keyboard: one key is one move.

use std::io::{self, BufReader, IsTerminal, Read, Stdin};

use outplay::Game;
use outplay_games::pacman::{Choice, Direction, Pacman, Position};

use crate::interrupt;

/// Keys from standard input: a terminal, or whatever is piped in.
pub(crate) struct Keys {
    input: BufReader<Stdin>,
    _terminal: Option<terminal::Raw>,
    is_terminal: bool,
}

enum Key {
    Move(Direction),
    Quit,
    Other,
}

impl Keys {
    pub(super) fn new() -> Keys {
        let is_terminal = io::stdin().is_terminal();
        let terminal = if is_terminal { terminal::Raw::new() } else { None };
        Keys { input: BufReader::new(io::stdin()), _terminal: terminal, is_terminal }
    }

    /// The move that is wanted. None at the end of the input, after `q` and after Ctrl-C.
    pub(super) fn choose(&mut self, game: &Pacman, position: &Position) -> Option<Choice> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        loop {
            match self.key()? {
                Key::Move(mv) if moves.contains(&mv) => return Some(Choice { mv, generated: 0 }),
                Key::Quit => return None,
                Key::Move(_) | Key::Other => {}
            }
        }
    }

    fn key(&mut self) -> Option<Key> {
        let key = match self.byte()? {
            b'a' | b'h' => Key::Move(Direction::West),
            b'd' | b'l' => Key::Move(Direction::East),
            b'w' | b'k' => Key::Move(Direction::North),
            b's' | b'j' => Key::Move(Direction::South),
            b' ' | b'x' => Key::Move(Direction::Stop),
            b'q' => Key::Quit,
            // Arrows are ESC [ A to D.
            0x1b if self.byte()? == b'[' => match self.byte()? {
                b'A' => Key::Move(Direction::North),
                b'B' => Key::Move(Direction::South),
                b'C' => Key::Move(Direction::East),
                b'D' => Key::Move(Direction::West),
                _ => Key::Other,
            },
            _ => Key::Other,
        };
        Some(key)
    }

    /// The next byte. A terminal answers with nothing from time to time, so that Ctrl-C is heard.
    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        loop {
            if interrupt::asked() {
                return None;
            }
            match self.input.read(&mut byte) {
                Ok(1) => return Some(byte[0]),
                Ok(_) if self.is_terminal => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => return None,
            }
        }
    }
}

/// A terminal that hands over every key at once, as long as this lives.
#[cfg(unix)]
mod terminal {
    use std::io;

    use nix::sys::termios::{self, LocalFlags, SetArg, SpecialCharacterIndices, Termios};

    pub(super) struct Raw(Termios);

    impl Raw {
        pub(super) fn new() -> Option<Raw> {
            let before = termios::tcgetattr(io::stdin()).ok()?;
            let mut now = before.clone();
            now.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
            now.control_chars[SpecialCharacterIndices::VMIN as usize] = 0;
            now.control_chars[SpecialCharacterIndices::VTIME as usize] = 1; // tenths of a second
            termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &now).ok()?;
            Some(Raw(before))
        }
    }

    impl Drop for Raw {
        fn drop(&mut self) {
            let _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &self.0);
        }
    }
}

/// Elsewhere, keys come line by line.
#[cfg(not(unix))]
mod terminal {
    pub(super) struct Raw;

    impl Raw {
        pub(super) fn new() -> Option<Raw> {
            None
        }
    }
}
