//! A contestant behind the protocol Hub, version 2: see [`crate::commands::hub`] for the other side of it.

use std::time::Duration;

use outplay::Clock;
use outplay::arena::{Answer, Choice, Control, Fault, FaultKind, Start, Task, Trouble};
use outplay::face::{self, Faced};

use super::super::hub::{NOT_DRAUGHTS, Words, quoted, write_position};
use super::remote::{Language, Talk};

/// The language.
pub(super) struct Hub;

impl Language for Hub {
    fn greet(&mut self, with: &mut Talk<'_>, start: &Start<'_, Faced>) -> Result<(), Trouble> {
        let about = start.game.0.about();
        if write_position(&*start.game.0.start(), about).is_none() {
            let what = format!("{NOT_DRAUGHTS}, and {} is another game", about.name);
            return Err(Fault::new(FaultKind::Crash, what).into());
        }
        let (patience, stop) = (with.program.startup, start.stop);
        with.process.send("hub");
        with.wait_for("hub", says("wait"), patience, stop)?;
        for (name, value) in &with.program.options {
            let (name, value) = (quoted(name), quoted(value));
            with.process.send(&format!("set-param name={name} value={value}"));
        }
        with.process.send("init");
        with.wait_for("init", says("ready"), patience, stop)
    }

    fn begin(
        &mut self,
        with: &mut Talk<'_>,
        start: &Start<'_, Faced>,
        patience: Duration,
    ) -> Result<(), Trouble> {
        with.process.send("new-game");
        with.process.send("ping");
        with.wait_for("ping", says("pong"), patience, start.stop)
    }

    fn ask(
        &mut self,
        with: &mut Talk<'_>,
        task: &Task<'_, Faced>,
    ) -> Result<Answer<face::Choice>, Trouble> {
        with.process.forget();
        with.process.send(&position(task));
        with.process.send(&level(task.control, task.clocks[task.seat.index()]));
        with.process.send("go think");
        let mut info = Words::default();
        let answer = with.listen_to_search("go think", task, |line| {
            let words = Words::read(line);
            match words.command.as_str() {
                "done" => return Some(answer(task, &words, &info)),
                "error" => {
                    let what = words.value("message").unwrap_or("");
                    let what = format!("go think: {what:.100}");
                    return Some(Err(Fault::new(FaultKind::Illegal, what)));
                }
                "info" => info = words,
                _ => {}
            }
            None
        })?;
        Ok(answer?)
    }
}

/// Whether a line begins with a word.
fn says(word: &str) -> impl Fn(&str) -> bool {
    move |line| Words::read(line).command == word
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
