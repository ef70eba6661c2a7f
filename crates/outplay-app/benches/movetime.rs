//! How long `outplay uci` takes to answer `go movetime 50`, and how much of that it had to wait for a processor.
//!
//! The system tells how long a thread was ready to run and did not. That is no fault of the program, so that it is what is left
//! after that which must not be longer than 52 ms, 99 times in 100. `just clock-movetime` runs this on a machine that has
//! other work to do on every core. How often to ask may be given.

#![allow(missing_docs)]

#[path = "../src/files/system.rs"]
mod files;
#[allow(dead_code, unused_imports)] // Only a part of it is needed here, and none of its tests.
#[path = "../src/commands/matches/processor.rs"]
mod processor;

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long it may think, and how long it may take without the waiting, in milliseconds.
const TIME: u64 = 50;
const LONGEST: f64 = 52.0;

const OPENINGS: [&str; 5] = [
    "e2e4 e7e5",
    "d2d4 d7d5 c2c4 e7e6",
    "g1f3 g8f6 c2c4 g7g6",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8",
];

fn main() -> ExitCode {
    let times = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(1_000);
    let mut program = Program::start();
    let answers: Vec<Answer> =
        OPENINGS.iter().cycle().take(times).map(|opening| program.answer(opening)).collect();
    println!("{times} times `go movetime {TIME}`, in milliseconds");
    println!("             median      90%      99%    worst");
    row("on the wall", &answers, |answer| answer.wall);
    row("waiting", &answers, |answer| answer.waited);
    let rest = row("the rest", &answers, |answer| answer.wall - answer.waited);
    println!("99% of the rest take at most {LONGEST} ms: {}", rest <= LONGEST);
    if rest <= LONGEST { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What an answer took, in milliseconds.
struct Answer {
    wall: f64,
    waited: f64,
}

/// Prints a line of the table, and returns what 99 of 100 stay below.
fn row(name: &str, answers: &[Answer], figure: impl Fn(&Answer) -> f64) -> f64 {
    let mut figures: Vec<f64> = answers.iter().map(figure).collect();
    figures.sort_by(f64::total_cmp);
    let at = |share: f64| figures[((figures.len() - 1) as f64 * share).ceil() as usize];
    println!("{name:12} {:6.1} {:8.1} {:8.1} {:8.1}", at(0.5), at(0.9), at(0.99), at(1.0));
    at(0.99)
}

struct Program {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let input = child.stdin.take().expect("piped");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut program = Program { child, input, lines };
        program.say("isready");
        program.hear("readyok");
        program
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn hear(&mut self, start: &str) {
        let mut lines = self.lines.by_ref().map(|line| line.expect("it speaks"));
        lines.find(|line| line.starts_with(start)).expect("it answers");
    }

    fn answer(&mut self, opening: &str) -> Answer {
        self.say(&format!("position startpos moves {opening}"));
        self.say("isready");
        self.hear("readyok");
        let (waited, asked) = (self.waited(), Instant::now());
        self.say(&format!("go movetime {TIME}"));
        self.hear("bestmove ");
        let wall = asked.elapsed();
        let waited = self.waited().saturating_sub(waited);
        thread::sleep(Duration::from_millis(2));
        Answer { wall: wall.as_secs_f64() * 1e3, waited: waited.as_secs_f64() * 1e3 }
    }

    /// How long its threads have waited for a processor so far.
    fn waited(&self) -> Duration {
        let threads = processor::threads_of(self.child.id());
        threads.iter().filter_map(|thread| processor::waited(thread)).sum()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.say("quit");
        let _ = self.child.wait();
    }
}
