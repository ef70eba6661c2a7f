//! A program that runs beside this one, whatever it does.
//!
//! Three threads stand between: one reads its lines, of a bounded length and a bounded number, so that a flood neither fills the
//! memory nor goes unread; one writes, so that a program that does not read blocks nobody; one keeps the end of what
//! it writes to standard error. Whoever waits for a line
//! waits until a deadline, or until the match is stopped. The program has a process group of its own: Ctrl-C on the terminal
//! does not reach it, and it ends together with whatever it has started.

use std::io::{BufReader, Read, Write};
use std::ops::Add;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use outplay::arena::{Fault, FaultKind, Trouble};

use super::processor;
use super::spec::Program;
use crate::{interrupt, lines};

/// How many lines wait to be read before the program has to.
const WAITING: usize = 1_000;
/// How long to sleep between two looks at the flag.
const LOOK: Duration = Duration::from_millis(50);
/// How long a program may take to quit.
const FAREWELL: Duration = Duration::from_millis(200);

/// How many bytes of its standard error are kept.
const COMPLAINTS: usize = 4096;

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    /// The end of what it wrote to standard error.
    complaints: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
    /// The threads between it and whoever waits for it, as far as the system knows them.
    between: Arc<Mutex<Vec<PathBuf>>>,
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
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = interrupt::start(&mut command).map_err(|error| {
            let what = format!("`{}` cannot be started: {error}", program.command[0]);
            Fault::new(FaultKind::Crash, what)
        })?;
        let (input, texts) = mpsc::channel();
        let (sender, lines) = mpsc::sync_channel(WAITING);
        let between = Arc::default();
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            start(&between, move || write_all(stdin, &texts));
            start(&between, move || read_all(stdout, &sender));
        }
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaints);
        let stderr = child.stderr.take();
        let listener = stderr.map(|stderr| thread::spawn(move || keep_last(stderr, &kept)));
        Ok(Process { child, input: Some(input), lines, complaints, listener, between })
    }

    /// How long the program and those who talk to it had to wait for a processor so far, if the system says so.
    pub(super) fn waited(&self) -> Option<Duration> {
        let mut threads = processor::threads_of(self.child.id());
        threads.extend(self.between.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned());
        threads.extend(processor::this_thread());
        // A thread that is not there any more says nothing.
        threads.iter().filter_map(|thread| processor::waited(thread)).reduce(Duration::add)
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
            Silence::Late => {
                let what = format!("no answer to `{what}`{}", self.complaints());
                Fault::new(FaultKind::Stall, what).into()
            }
            Silence::Closed => {
                let ended = self.ended();
                let what = format!("{ended}, instead of answering `{what}`{}", self.complaints());
                Fault::new(FaultKind::Crash, what).into()
            }
        }
    }

    /// What it wrote to standard error, for a message.
    fn complaints(&self) -> String {
        let bytes = self.complaints.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match harmless(String::from_utf8_lossy(&bytes).trim()) {
            nothing if nothing.is_empty() => nothing,
            text => format!("; on standard error: {text}"),
        }
    }

    /// How a program that has closed its output ended.
    fn ended(&mut self) -> String {
        let deadline = Instant::now() + FAREWELL;
        // What it said last may still be on its way.
        let has_more = |process: &Process| {
            process.listener.as_ref().is_some_and(|thread| !thread.is_finished())
        };
        loop {
            let is_late = Instant::now() >= deadline;
            match self.child.try_wait() {
                Ok(Some(status)) if is_late || !has_more(self) => {
                    return format!("it ended ({status})");
                }
                _ if is_late => return "it closed its output".to_owned(),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Process {
    /// Asks it to quit, waits a little, and makes sure. After Ctrl-C nobody is waited for.
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && !interrupt::asked() {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            self.forget();
            thread::sleep(Duration::from_millis(2));
        }
        interrupt::end(&mut self.child);
    }
}

/// Starts a thread that stands between.
fn start(between: &Arc<Mutex<Vec<PathBuf>>>, work: impl FnOnce() + Send + 'static) {
    let between = Arc::clone(between);
    thread::spawn(move || {
        between.lock().unwrap_or_else(PoisonError::into_inner).extend(processor::this_thread());
        work();
    });
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
    while let Ok(Some(line)) = lines::next(&mut reader, lines::LONGEST) {
        let text = String::from_utf8_lossy(&line.bytes);
        if sender.send(harmless(text.trim_end())).is_err() {
            break;
        }
    }
}

/// What is shown of it later must not reach the terminal as more than text.
fn harmless(text: &str) -> String {
    let is_odd = |letter: char| letter.is_control() && letter != '\t';
    text.replace('\n', " ").replace(is_odd, "\u{fffd}")
}

/// Reads all, so that nobody has to wait, and keeps the end of it.
fn keep_last(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; COMPLAINTS];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&bytes[..count]);
        let old = kept.len().saturating_sub(COMPLAINTS);
        kept.drain(..old);
    }
}
