//! A contestant that is a program of its own, whatever language it speaks.
//!
//! It is started for its first game, and anew for the game after one in which it was lost.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outplay::arena::{Answer, Choice, Contestant, Fault, FaultKind, Start, Task, Trouble};
use outplay::face::{self, Faced};

use super::process::{Process, Silence};
use super::spec::Program;

/// What is said to a program, and how its answers are understood.
pub(super) trait Language {
    /// Says hello to a program that was just started.
    fn greet(&mut self, with: &mut Talk<'_>, start: &Start<'_, Faced>) -> Result<(), Trouble>;

    /// Begins a game.
    fn begin(
        &mut self,
        with: &mut Talk<'_>,
        start: &Start<'_, Faced>,
        patience: Duration,
    ) -> Result<(), Trouble>;

    /// Asks for a move.
    fn ask(
        &mut self,
        with: &mut Talk<'_>,
        task: &Task<'_, Faced>,
    ) -> Result<Answer<face::Choice>, Trouble>;
}

/// A running program, and how patient one is with it.
pub(super) struct Talk<'t> {
    pub(super) program: &'t Program,
    pub(super) process: &'t mut Process,
}

impl Talk<'_> {
    /// Waits for a line for which this holds, after something was asked.
    pub(super) fn wait_for(
        &mut self,
        asked: &str,
        is_it: impl Fn(&str) -> bool,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<(), Trouble> {
        self.listen(asked, patience, stop, |line| is_it(line).then_some(()))
    }

    /// What its lines say, one after the other, until they answer what was asked.
    pub(super) fn listen<A>(
        &mut self,
        asked: &str,
        patience: Duration,
        stop: &AtomicBool,
        read: impl FnMut(&str) -> Option<A>,
    ) -> Result<A, Trouble> {
        self.listen_until(asked, None, Instant::now() + patience, stop, read)
    }

    /// The same while it thinks about a move. After its time it is asked to stop, and then it gets a while to answer too late.
    pub(super) fn listen_to_search<A>(
        &mut self,
        asked: &str,
        task: &Task<'_, Faced>,
        read: impl FnMut(&str) -> Option<A>,
    ) -> Result<A, Trouble> {
        let allowed = task.allowed.map(|allowed| allowed + task.control.margin);
        let warning = allowed.map(|allowed| Instant::now() + allowed);
        let deadline = warning.unwrap_or_else(Instant::now) + self.program.stall;
        self.listen_until(asked, warning, deadline, task.stop, read)
    }

    fn listen_until<A>(
        &mut self,
        asked: &str,
        mut warning: Option<Instant>,
        deadline: Instant,
        stop: &AtomicBool,
        mut read: impl FnMut(&str) -> Option<A>,
    ) -> Result<A, Trouble> {
        loop {
            let until = warning.unwrap_or(deadline);
            let silence = match self.process.line(until, stop) {
                Ok(line) => match read(&line) {
                    Some(answer) => return Ok(answer),
                    None if Instant::now() < until => continue,
                    // Who never stops talking has not answered either.
                    None => Silence::Late,
                },
                Err(silence) => silence,
            };
            if silence != Silence::Late || warning.take().is_none() {
                return Err(self.process.trouble(silence, asked));
            }
            self.process.send("stop");
        }
    }
}

/// A program that speaks a language.
pub(super) struct Remote<'p, L> {
    program: &'p Program,
    language: L,
    process: Option<Process>,
    /// How it ended between two games.
    lapse: Option<Fault>,
}

impl<'p, L: Language> Remote<'p, L> {
    pub(super) fn new(program: &'p Program, language: L) -> Self {
        Remote { program, language, process: None, lapse: None }
    }

    /// A new game on the running program, which is started if it is not there.
    fn ready(&mut self, start: &Start<'_, Faced>) -> Result<(), Trouble> {
        let Remote { program, language, process, .. } = self;
        let is_new = process.is_none();
        let process = match process {
            Some(process) => process,
            None => process.insert(Process::start(program)?),
        };
        let mut talk = Talk { program, process };
        if is_new {
            language.greet(&mut talk, start)?;
        }
        language.begin(&mut talk, start, if is_new { program.startup } else { program.ping })
    }
}

impl<L: Language> Contestant<Faced> for Remote<'_, L> {
    fn begin(&mut self, start: &Start<'_, Faced>, _: u64) -> Result<(), Trouble> {
        self.lapse = None;
        let was_running = self.process.is_some();
        let ready = match self.ready(start) {
            Err(Trouble::Fault(fault)) if was_running && fault.kind == FaultKind::Crash => {
                // It ended after its last game, and that shall not cost it this one.
                self.process = None;
                self.lapse = Some(fault);
                self.ready(start)
            }
            ready => ready,
        };
        if ready.is_err() {
            (self.process, self.lapse) = (None, None);
        }
        ready
    }

    fn lapse(&mut self) -> Option<Fault> {
        self.lapse.take()
    }

    fn answer(&mut self, task: &Task<'_, Faced>) -> Result<Answer<face::Choice>, Trouble> {
        let Some(process) = &mut self.process else {
            return Err(Fault::new(FaultKind::Crash, "it is not running").into());
        };
        let (waited, asked) = (process.waited(), Instant::now());
        let answer = self.language.ask(&mut Talk { program: self.program, process }, task);
        let used = Some(asked.elapsed());
        let waited = waited.and_then(|before| process.waited()?.checked_sub(before));
        let answer = answer.map(|answer| match answer {
            Answer::Move(choice) => Answer::Move(Choice { used, waited, ..choice }),
            Answer::Resign => Answer::Resign,
        });
        let is_kept = |trouble: &Trouble| {
            matches!(trouble, Trouble::Fault(Fault { kind: FaultKind::Illegal, .. }))
        };
        if answer.as_ref().is_err_and(|trouble| !is_kept(trouble)) {
            // It is killed, and started anew for the next game.
            self.process = None;
        }
        answer
    }
}
