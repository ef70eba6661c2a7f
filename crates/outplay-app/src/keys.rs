//! Keys, one at a time: from a terminal that hands over every key at once, or from whatever is piped in.

use std::io::{self, BufReader, IsTerminal, Read, Stdin};

use crate::interrupt;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Up,
    Down,
    Left,
    Right,
    /// Any other key that is a letter, by its byte.
    Letter(u8),
    /// One that means nothing here.
    Other,
}

/// Keys from standard input. As long as it lives, a terminal shows nothing of what is typed.
pub(crate) struct Keyboard {
    input: BufReader<Stdin>,
    _terminal: Option<terminal::Raw>,
    is_terminal: bool,
}

impl Keyboard {
    pub(crate) fn new() -> Keyboard {
        let is_terminal = io::stdin().is_terminal();
        let terminal = if is_terminal { terminal::Raw::new() } else { None };
        Keyboard { input: BufReader::new(io::stdin()), _terminal: terminal, is_terminal }
    }

    /// The next key. None at the end of the input and after Ctrl-C.
    pub(crate) fn key(&mut self) -> Option<Key> {
        Some(match self.byte()? {
            // Arrows are ESC [ A to D.
            0x1b if self.byte()? == b'[' => match self.byte()? {
                b'A' => Key::Up,
                b'B' => Key::Down,
                b'C' => Key::Right,
                b'D' => Key::Left,
                _ => Key::Other,
            },
            0x1b => Key::Other,
            letter => Key::Letter(letter),
        })
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
