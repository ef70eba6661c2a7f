//! A program that runs beside this one, whatever it does.
//!
//! Two threads stand between: one reads its lines, of a bounded length and a bounded number, so that a flood neither fills the
//! memory nor goes unread; one writes, so that a program that does not read blocks nobody. Whoever waits for a line
//! waits until a deadline, or until the match is stopped. The program has a process group of its own: Ctrl-C on the terminal
//! does not reach it, and it ends together with whatever it has started.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use outplay::arena::{Fault, FaultKind, Trouble};

use super::spec::Program;
use crate::lines;

/// How many lines wait to be read before the program has to.
const WAITING: usize = 1_000;
/// How long to sleep between two looks at the flag.
const LOOK: Duration = Duration::from_millis(50);
/// How long a program may take to quit.
const FAREWELL: Duration = Duration::from_millis(200);

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<String>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The deadline has passed.
    Late,
    /// It has closed its output.
    Closed,
    /// The match was stopped.
    Stopped,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Program) -> Result<Process, Trouble> {
        let mut command = Command::new(&program.command[0]);
        command.args(&program.command[1..]);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let what = format!("`{}` cannot be started: {error}", program.command[0]);
            Fault::new(FaultKind::Crash, what)
        })?;
        let (input, texts) = mpsc::channel();
        let (sender, lines) = mpsc::sync_channel(WAITING);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_all(stdin, &texts));
            thread::spawn(move || read_all(stdout, &sender));
        }
        Ok(Process { child, input: Some(input), lines })
    }

    /// Sends a line.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // If nobody reads any more, the missing answer will tell.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line.
    pub(super) fn line(&self, deadline: Instant, stop: &AtomicBool) -> Result<String, Silence> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Silence::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Forgets what it has said so far.
    pub(super) fn forget(&self) {
        // As many as can wait: who talks without end is not waited for.
        let _ = self.lines.try_iter().take(WAITING).count();
    }

    /// What it means that there is no line.
    pub(super) fn trouble(&mut self, silence: Silence, what: &str) -> Trouble {
        match silence {
            Silence::Stopped => Trouble::Stopped,
            Silence::Late => Fault::new(FaultKind::Stall, format!("no answer to `{what}`")).into(),
            Silence::Closed => {
                let ended = self.ended();
                Fault::new(FaultKind::Crash, format!("{ended}, instead of answering `{what}`"))
                    .into()
            }
        }
    }

    /// How a program that has closed its output ended.
    fn ended(&mut self) -> String {
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("it ended ({status})");
            }
            thread::sleep(Duration::from_millis(5));
        }
        "it closed its output".to_owned()
    }

    /// Ends the program and all that it has started, and waits until it is gone.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;
            let group = Pid::from_raw(self.child.id().cast_signed());
            let _ = killpg(group, Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Asks it to quit, waits a little, and makes sure.
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            self.forget();
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
    }
}

fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read_all(stdout: ChildStdout, sender: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    while let Ok(Some(line)) = lines::next(&mut reader) {
        let text = String::from_utf8_lossy(&line.bytes);
        // What is shown of it later must not reach the terminal as more than text.
        let is_odd = |letter: char| letter.is_control() && letter != '\t';
        let text = text.trim_end().replace(is_odd, "\u{fffd}");
        if sender.send(text).is_err() {
            break;
        }
    }
}
