//! Somebody at a terminal: a program on a pseudo-terminal, what is typed there, and what it shows.

#![allow(dead_code)] // Every test file uses some of this.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};

/// How long is waited for something that is expected to happen.
const PATIENCE: Duration = Duration::from_secs(30);

/// Keys as a terminal sends them.
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const ESCAPE: &str = "\x1b";
pub(crate) const CTRL_C: &str = "\x03";

/// A program on a terminal of its own.
pub(crate) struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What was shown and not waited for yet.
    shown: String,
    /// All that was shown.
    pub(crate) all: String,
}

impl Terminal {
    /// Starts a program. `setsid` makes the terminal that of the program, so that Ctrl-C is a signal.
    pub(crate) fn start(program: &Command) -> Terminal {
        let size = Winsize { ws_row: 50, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(&size, None).expect("a pseudo-terminal");
        let end = || Stdio::from(pty.slave.try_clone().expect("a copy"));
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(program.get_program()).args(program.get_args());
        command.env("TERM", "xterm").env_remove("NO_COLOR");
        for (name, value) in program.get_envs() {
            command.env(name, value.unwrap_or_default());
        }
        if let Some(folder) = program.get_current_dir() {
            command.current_dir(folder);
        }
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("it runs");
        let (tell, screen) = channel();
        let mut output = File::from(copy(&pty.master));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The terminal of a program that has ended is an error to read from.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if tell.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = File::from(pty.master);
        Terminal { child, keyboard, screen, shown: String::new(), all: String::new() }
    }

    /// Types something.
    pub(crate) fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it is typed");
    }

    /// Waits until one of these texts is shown: which, and what was shown up to it.
    pub(crate) fn until_one(&mut self, texts: &[&str]) -> (usize, String) {
        let started = Instant::now();
        loop {
            let found = texts.iter().enumerate();
            let found = found
                .filter_map(|(which, text)| Some((self.shown.find(text)? + text.len(), which)));
            if let Some((end, which)) = found.min() {
                let rest = self.shown.split_off(end);
                return (which, std::mem::replace(&mut self.shown, rest));
            }
            let left = PATIENCE.saturating_sub(started.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.hear(&bytes),
                Err(_) => panic!("waited for {texts:?}; shown was\n{}", self.all),
            }
        }
    }

    /// Waits until a text is shown: what was shown up to it.
    pub(crate) fn until(&mut self, text: &str) -> String {
        self.until_one(&[text]).1
    }

    /// Waits until the program ends: how, and what else it has shown.
    pub(crate) fn end(&mut self) -> (ExitStatus, String) {
        let started = Instant::now();
        loop {
            match self.screen.recv_timeout(Duration::from_millis(20)) {
                Ok(bytes) => self.hear(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if let Some(status) = self.child.try_wait().expect("a program") {
                while let Ok(bytes) = self.screen.recv_timeout(Duration::from_millis(50)) {
                    self.hear(&bytes);
                }
                return (status, std::mem::take(&mut self.shown));
            }
            assert!(started.elapsed() < PATIENCE, "it does not end; shown was\n{}", self.all);
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        self.shown += &text;
        self.all += &text;
    }

    /// Plays a game to its end: at each of these prompts, the move that `choose` picks of all legal ones.
    pub(crate) fn plays(
        &mut self,
        prompts: &[&str],
        choose: impl Fn(&[String]) -> usize,
    ) -> String {
        let mut wanted = vec!["over> "];
        wanted.extend_from_slice(prompts);
        let from = self.all.len();
        while self.until_one(&wanted).0 > 0 {
            self.types("moves\r");
            // What is typed is shown, too.
            self.until("moves");
            let (_, moves) = self.until_one(prompts);
            let lines: Vec<&str> = moves.lines().filter(|line| !line.contains('>')).collect();
            let moves = lines.iter().map(|line| plain(line)).find(|line| !line.is_empty());
            let moves = moves.unwrap_or_else(|| panic!("no moves in\n{}", self.all));
            let names: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            self.types(&format!("{}\r", names[choose(&names) % names.len()]));
        }
        self.all[from..].to_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn copy(end: &OwnedFd) -> OwnedFd {
    end.try_clone().expect("a copy")
}

/// A text without what moves the cursor and sets colours.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\x1b' => {
                if letters.next() == Some('[') {
                    letters.find(|letter| ('\x40'..='\x7e').contains(letter));
                }
            }
            '\r' => {}
            letter => plain.push(letter),
        }
    }
    plain
}
