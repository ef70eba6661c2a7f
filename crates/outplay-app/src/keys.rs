//! Keys, one at a time: from a terminal that hands over every key at once, or from whatever is piped in.

use std::io::{self, IsTerminal, Read};

use crate::failure::Failure;
use crate::{interrupt, lines, printed};

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

const ESCAPE: u8 = 0x1b;
/// Ctrl-D: the end of the input.
const END: u8 = 0x04;

/// Keys from standard input. As long as it lives, a terminal shows nothing of what is typed. There is one of it at a time, so that
/// what is typed ahead is not lost.
pub(crate) struct Keyboard {
    /// A byte that was looked at, and belongs to the next key.
    held: Option<u8>,
    _terminal: Option<terminal::Raw>,
    is_terminal: bool,
}

impl Keyboard {
    pub(crate) fn new() -> Keyboard {
        let is_terminal = io::stdin().is_terminal();
        let terminal = if is_terminal { terminal::Raw::new() } else { None };
        Keyboard { held: None, _terminal: terminal, is_terminal }
    }

    /// The next key. None at the end of the input and after Ctrl-C.
    pub(crate) fn key(&mut self) -> Option<Key> {
        match self.byte()? {
            ESCAPE => Some(self.after_escape()),
            END if self.is_terminal => None,
            letter => Some(Key::Letter(letter)),
        }
    }

    /// Arrows are ESC [ A to D, or ESC O A to D. A key of its own is ESC with nothing after it in time; what comes later is another key.
    fn after_escape(&mut self) -> Key {
        match self.soon() {
            Some(b'[' | b'O') => {}
            other => {
                self.held = other;
                return Key::Other;
            }
        }
        loop {
            return match self.soon() {
                Some(b'A') => Key::Up,
                Some(b'B') => Key::Down,
                Some(b'C') => Key::Right,
                Some(b'D') => Key::Left,
                // Numbers say which other keys were held down.
                Some(b'0'..=b'9' | b';') => continue,
                _ => Key::Other,
            };
        }
    }

    /// A line, typed key by key and shown as it is typed. None at the end of the input and after Ctrl-C; Escape leaves an empty line.
    pub(crate) fn line(&mut self, prompt: &str, begun: &str) -> Result<Option<String>, Failure> {
        let mut line = begun.as_bytes().to_vec();
        printed(&format!("{prompt}{begun}"))?;
        loop {
            let Some(byte) = self.byte() else { return Ok(None) };
            match byte {
                b'\n' | b'\r' => break,
                END if line.is_empty() => return Ok(None),
                ESCAPE if self.after_escape() == Key::Other => {
                    line.clear();
                    break;
                }
                0x7f | 0x08 if !line.is_empty() => {
                    // The bytes of a letter after its first one are 10xxxxxx.
                    while line.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {}
                    printed("\x08 \x08")?;
                }
                0x00..0x20 | 0x7f => {}
                byte if line.len() < lines::LONGEST => {
                    line.push(byte);
                    print_byte(byte)?;
                }
                _ => {}
            }
        }
        printed("\n")?;
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// The next byte. A terminal answers with nothing from time to time, so that Ctrl-C is heard.
    fn byte(&mut self) -> Option<u8> {
        if let Some(byte) = self.held.take() {
            return Some(byte);
        }
        loop {
            if interrupt::asked() {
                return None;
            }
            match read() {
                Ok(Some(byte)) => return Some(byte),
                Ok(None) if self.is_terminal && !terminal::is_gone() => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => return None,
            }
        }
    }

    /// The next byte, if it is there or comes at once.
    fn soon(&mut self) -> Option<u8> {
        self.held.take().or_else(|| read().ok().flatten())
    }
}

/// One byte; nothing if none came in time.
fn read() -> io::Result<Option<u8>> {
    let mut byte = [0];
    Ok((io::stdin().read(&mut byte)? == 1).then_some(byte[0]))
}

/// Shows a byte, which may be a part of a letter.
fn print_byte(byte: u8) -> Result<(), Failure> {
    use io::Write;
    let mut out = io::stdout().lock();
    let shown = out.write_all(&[byte]).and_then(|()| out.flush());
    shown.map_err(|error| Failure::input(format!("cannot show what is typed: {error}")))
}

/// Makes a terminal what it was, before a program ends without a word to the rest of it.
pub(crate) fn restore() {
    terminal::restore();
}

/// A terminal that hands over every key at once, as long as this lives.
#[cfg(unix)]
mod terminal {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use nix::sys::termios::{self, LocalFlags, SetArg, SpecialCharacterIndices, Termios};

    /// What it was.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    pub(super) struct Raw;

    impl Raw {
        pub(super) fn new() -> Option<Raw> {
            let before = termios::tcgetattr(io::stdin()).ok()?;
            let mut now = before.clone();
            now.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
            now.control_chars[SpecialCharacterIndices::VMIN as usize] = 0;
            now.control_chars[SpecialCharacterIndices::VTIME as usize] = 1; // tenths of a second
            *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
            termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &now).ok()?;
            Some(Raw)
        }
    }

    impl Drop for Raw {
        fn drop(&mut self) {
            restore();
        }
    }

    pub(super) fn restore() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(before) = before {
            let _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &before);
        }
    }

    /// Whether the terminal was closed: then it answers with nothing, and at once.
    pub(super) fn is_gone() -> bool {
        termios::tcgetattr(io::stdin()).is_err()
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

    pub(super) fn restore() {}

    pub(super) fn is_gone() -> bool {
        true
    }
}
