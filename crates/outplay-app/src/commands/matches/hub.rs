//! A contestant behind the protocol Hub, version 2: see [`crate::commands::hub`] for the other side of it.

use std::time::{Duration, Instant};

use outplay::Clock;
use outplay::arena::{Answer, Choice, Control, Fault, FaultKind, Start, Task, Trouble};
use outplay::face::{self, Faced};

use super::super::hub::{NOT_DRAUGHTS, Words, quoted, write_position};
use super::process::{Process, Silence};
use super::remote::{Language, Talk};

/// The language.
pub(super) struct Hub;

impl Language for Hub {
    fn greet(&mut self, with: &mut Talk<'_>, start: &Start<'_, Faced>) -> Result<(), Trouble> {
        let Talk { program, process } = with;
        let about = start.game.0.about();
        if write_position(&*start.game.0.start(), about).is_none() {
            let what = format!("{NOT_DRAUGHTS}, and {} is another game", about.name);
            return Err(Fault::new(FaultKind::Crash, what).into());
        }
        process.send("hub");
        wait_for(process, "hub", "wait", program.startup, start)?;
        for (name, value) in &program.options {
            process.send(&format!("set-param name={} value={}", quoted(name), quoted(value)));
        }
        process.send("init");
        wait_for(process, "init", "ready", program.startup, start)
    }

    fn begin(
        &mut self,
        with: &mut Talk<'_>,
        start: &Start<'_, Faced>,
        patience: Duration,
    ) -> Result<(), Trouble> {
        with.process.send("new-game");
        with.process.send("ping");
        wait_for(with.process, "ping", "pong", patience, start)
    }

    fn ask(
        &mut self,
        with: &mut Talk<'_>,
        task: &Task<'_, Faced>,
    ) -> Result<Answer<face::Choice>, Trouble> {
        let Talk { program, process } = with;
        process.forget();
        process.send(&position(task));
        process.send(&level(task.control, task.clocks[task.seat.index()]));
        process.send("go think");
        // After its time it is asked to stop, and then it gets a while to answer too late.
        let time_is_over =
            task.allowed.map(|allowed| Instant::now() + allowed + task.control.margin);
        let deadline = time_is_over.unwrap_or_else(Instant::now) + program.stall;
        let mut warning = time_is_over;
        let mut info = Words::default();
        loop {
            let silence = match process.line(warning.unwrap_or(deadline), task.stop) {
                Ok(line) => {
                    let words = Words::read(&line);
                    match words.command.as_str() {
                        "done" => return Ok(answer(task, &words, &info)?),
                        "info" => info = words,
                        "error" => {
                            let what = words.value("message").unwrap_or("").to_owned();
                            let what = format!("go think: {what:.100}");
                            return Err(Fault::new(FaultKind::Illegal, what).into());
                        }
                        _ => {}
                    }
                    // Who never stops talking has not answered either.
                    if Instant::now() < warning.unwrap_or(deadline) {
                        continue;
                    }
                    Silence::Late
                }
                Err(silence) => silence,
            };
            if silence == Silence::Late && warning.take().is_some() {
                process.send("stop");
                continue;
            }
            return Err(process.trouble(silence, "go think"));
        }
    }
}

/// Waits for a line that begins with a word.
fn wait_for(
    process: &mut Process,
    asked: &str,
    expected: &str,
    patience: Duration,
    start: &Start<'_, Faced>,
) -> Result<(), Trouble> {
    let deadline = Instant::now() + patience;
    loop {
        match process.line(deadline, start.stop) {
            Ok(line) if Words::read(&line).command == expected => return Ok(()),
            // Who never stops talking has not answered either.
            Ok(_) if Instant::now() < deadline => {}
            Ok(_) => return Err(process.trouble(Silence::Late, asked)),
            Err(silence) => return Err(process.trouble(silence, asked)),
        }
    }
}

fn position(task: &Task<'_, Faced>) -> String {
    let written = write_position(&*task.start.fork(), task.game.0.about()).unwrap_or_default();
    match task.moves {
        [] => format!("pos pos={written}"),
        moves => format!("pos pos={written} moves=\"{}\"", task.start.uci_names(moves).join(" ")),
    }
}

/// The limits of one search. The increment is told apart from the time that is left before it.
fn level(control: &Control, clock: Option<Clock>) -> String {
    let mut text = "level".to_owned();
    if let Some(Clock { left, increment, moves }) = clock {
        let left = left.saturating_sub(increment);
        text += &format!(" time={:.3} inc={:.3}", left.as_secs_f64(), increment.as_secs_f64());
        text.extend(moves.map(|moves| format!(" moves={moves}")));
    }
    let parts = [
        control.per_move.map(|time| format!(" move-time={:.3}", time.as_secs_f64())),
        control.nodes.map(|nodes| format!(" nodes={nodes}")),
        control.depth.map(|depth| format!(" depth={depth}")),
    ];
    text.extend(parts.into_iter().flatten());
    text
}

fn answer(
    task: &Task<'_, Faced>,
    done: &Words,
    info: &Words,
) -> Result<Answer<face::Choice>, Fault> {
    let word = done.value("move").unwrap_or("");
    let mv = task.position.read_uci(word).map_err(|error| {
        Fault::new(FaultKind::Illegal, format!("done move={word:.40}: {error}"))
    })?;
    let depth = info.value("depth").and_then(|text| text.parse().ok());
    let nodes = info.value("nodes").and_then(|text| text.parse().ok());
    Ok(Answer::Move(Choice { depth, nodes, ..Choice::plain(mv) }))
}
