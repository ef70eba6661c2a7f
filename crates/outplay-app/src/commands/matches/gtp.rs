//! A contestant behind the Go Text Protocol: see [`crate::commands::gtp`] for the other side of it.
//!
//! Black is who begins. Every command has a number, and an answer with another one is not taken for the answer. Moves that
//! the program does not know yet are told with `play`. In Othello a pass is no choice: it is made without asking, and told. A
//! program that refuses to hear of it (GRhino) knows by itself that it had to be.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outplay::arena::{Answer, Choice, Control, Fault, FaultKind, Start, Task, Trouble};
use outplay::face::{self, Faced, Ply};
use outplay::{Player, Turn};

use super::super::gtp::{board_size, is_pass, title};
use super::remote::{Language, Talk};

/// The language.
#[derive(Default)]
pub(super) struct Gtp {
    /// How many moves of the game the program knows.
    told: usize,
    /// The number of the last command.
    number: u64,
}

/// What a program answers, or why it refuses.
type Reply = Result<String, String>;

impl Language for Gtp {
    fn greet(&mut self, with: &mut Talk<'_>, start: &Start<'_, Faced>) -> Result<(), Trouble> {
        let (patience, stop) = (with.program.startup, start.stop);
        self.reply(with, "protocol_version", patience, stop)?.map_err(|what| refused(&what))?;
        let knows = self.reply(with, "known_command set_game", patience, stop)?;
        if knows.is_ok_and(|text| text == "true") {
            let name = title(start.game.0.about().plain_name());
            // A program that has only this game may not know its name.
            let _ = self.reply(with, &format!("set_game {name}"), patience, stop)?;
        }
        Ok(())
    }

    fn begin(
        &mut self,
        with: &mut Talk<'_>,
        start: &Start<'_, Faced>,
        patience: Duration,
    ) -> Result<(), Trouble> {
        let stop = start.stop;
        if let Some(size) = board_size(&*start.game.0) {
            // Who cannot change the size will show by the moves whether it is the right one.
            let _ = self.reply(with, &format!("boardsize {size}"), patience, stop)?;
        }
        if let Some(komi) = start.game.0.about().komi {
            let _ = self.reply(with, &format!("komi {komi}"), patience, stop)?;
        }
        self.reply(with, "clear_board", patience, stop)?.map_err(|what| refused(&what))?;
        if let Some(settings) = time_settings(start.control) {
            let _ = self.reply(with, &settings, patience, stop)?;
        }
        self.told = 0;
        Ok(())
    }

    fn ask(
        &mut self,
        with: &mut Talk<'_>,
        task: &Task<'_, Faced>,
    ) -> Result<Answer<face::Choice>, Trouble> {
        if let [only] = *task.legal
            && is_pass(&task.position.name(only))
        {
            return Ok(Answer::Move(Choice::plain(only)));
        }
        let asked = Instant::now();
        self.tell_moves(with, task)?;
        if let Some(clock) = task.clocks[task.seat.index()] {
            let (left, stones) = (seconds(clock.left), clock.moves.unwrap_or(0));
            let command = format!("time_left {} {left} {stones}", color(task.seat));
            let _ = self.reply(with, &command, with.program.ping, task.stop)?;
        }
        let command = format!("genmove {}", color(task.seat));
        let allowed = task.allowed.map_or(Duration::ZERO, |time| time + task.control.margin);
        let patience = (allowed + with.program.stall).saturating_sub(asked.elapsed());
        let reply = self.reply(with, &command, patience, task.stop)?;
        let illegal = |what: String| Fault::new(FaultKind::Illegal, what);
        let vertex = reply.map_err(|what| illegal(format!("{command}: {what:.100}")))?;
        let vertex = vertex.trim();
        if vertex.eq_ignore_ascii_case("resign") {
            return Ok(Answer::Resign);
        }
        let read = task.position.read(&vertex.to_ascii_lowercase());
        let mv = read.map_err(|error| illegal(format!("{vertex:.40}: {error}")))?;
        self.told += 1;
        Ok(Answer::Move(Choice::plain(mv)))
    }
}

impl Gtp {
    /// Tells the moves that the program does not know yet.
    fn tell_moves(&mut self, with: &mut Talk<'_>, task: &Task<'_, Faced>) -> Result<(), Trouble> {
        for Ply { name, turn, .. } in task.position.plies().into_iter().skip(self.told) {
            let Turn::Player(player) = turn else { continue };
            let command = format!("play {} {name}", color(player));
            let reply = self.reply(with, &command, with.program.ping, task.stop)?;
            if let Err(what) = reply
                && !is_pass(&name)
            {
                let what = format!("{command}: {what:.100}");
                return Err(Fault::new(FaultKind::Illegal, what).into());
            }
        }
        self.told = task.moves.len();
        Ok(())
    }

    /// The answer to a command, without its sign and number.
    fn reply(
        &mut self,
        with: &mut Talk<'_>,
        command: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Reply, Trouble> {
        self.number += 1;
        let number = self.number;
        with.process.send(&format!("{number} {command}"));
        let mut reply: Option<Reply> = None;
        with.listen(command, patience, stop, |line| {
            match &mut reply {
                None => reply = begun(line, number),
                Some(_) if line.is_empty() => return reply.take(),
                Some(Ok(text) | Err(text)) if text.len() < crate::lines::LONGEST => {
                    text.push('\n');
                    text.push_str(line);
                }
                Some(_) => {}
            }
            None
        })
    }
}

/// The beginning of an answer to the command of this number: `=12 f5`, `? no`. Other lines are none.
fn begun(line: &str, number: u64) -> Option<Reply> {
    let is_good = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && rest[..digits] != number.to_string() {
        return None;
    }
    let text = rest[digits..].trim().to_owned();
    Some(if is_good { Ok(text) } else { Err(text) })
}

fn refused(what: &str) -> Trouble {
    Fault::new(FaultKind::Crash, format!("it refuses to begin: {what:.100}")).into()
}

fn color(player: Player) -> &'static str {
    if player == Player::MAX { "black" } else { "white" }
}

/// Whole seconds, as the protocol has them, unless it would be none.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{:.3}", time.as_secs_f64()),
        seconds => seconds.to_string(),
    }
}

fn time_settings(control: &Control) -> Option<String> {
    if let Some(time) = control.per_move {
        return Some(format!("time_settings 0 {} 1", seconds(time)));
    }
    let period = control.period?;
    Some(match period.moves {
        Some(moves) => format!("time_settings 0 {} {moves}", seconds(period.time)),
        None => format!("time_settings {} 0 0", seconds(period.time)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_rubbish() {
        assert_eq!(begun("=12 f5", 12), Some(Ok("f5".to_owned())));
        assert_eq!(begun("= f5", 12), Some(Ok("f5".to_owned())));
        assert_eq!(begun("?12 illegal move", 12), Some(Err("illegal move".to_owned())));
        assert_eq!((begun("=11 f5", 12), begun("f5", 12), begun("", 12)), (None, None, None));
    }

    #[test]
    fn times_are_told() {
        let control = |period: Option<&str>, per_move| Control {
            period: period.map(|text| text.parse().expect("a time control")),
            per_move,
            ..Control::default()
        };
        let told = |period, per_move| time_settings(&control(period, per_move)).unwrap_or_default();
        assert_eq!(told(Some("40/60"), None), "time_settings 0 60 40");
        assert_eq!(told(Some("60+1"), None), "time_settings 60 0 0");
        assert_eq!(told(None, Some(Duration::from_millis(500))), "time_settings 0 0.500 1");
        assert_eq!(told(None, None), "");
    }
}
