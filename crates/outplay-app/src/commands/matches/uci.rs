//! A contestant behind the Universal Chess Interface (Meyer-Kahlen, *Description of the Universal Chess Interface*, 2004).
//!
//! The protocol is made for chess, but all it says about a game are moves and a position as text. With the moves of another
//! game it serves that as well: `position startpos moves 4 4 3`, `bestmove 5`. What chance did is told as a move. There are words for
//! two clocks: where there are not two players, both are that of the program itself.

use std::time::Duration;

use outplay::arena::{Answer, Choice, Control, Fault, FaultKind, Start, Task, Trouble};
use outplay::face::{self, Faced};
use outplay::{Clock, Player};

use super::remote::{Language, Talk};

/// What a mate is worth, in hundredths of a pawn, before the moves to it are taken off.
const MATE: f64 = 100_000.0;

/// The language.
pub(super) struct Uci;

impl Language for Uci {
    fn greet(&mut self, with: &mut Talk<'_>, start: &Start<'_, Faced>) -> Result<(), Trouble> {
        with.process.send("uci");
        with.wait_for("uci", |line| line.trim() == "uciok", with.program.startup, start.stop)?;
        for (name, value) in &with.program.options {
            with.process.send(&format!("setoption name {name} value {value}"));
        }
        Ok(())
    }

    fn begin(
        &mut self,
        with: &mut Talk<'_>,
        start: &Start<'_, Faced>,
        patience: Duration,
    ) -> Result<(), Trouble> {
        with.process.send("ucinewgame");
        with.process.send("isready");
        with.wait_for("isready", |line| line.trim() == "readyok", patience, start.stop)
    }

    fn ask(
        &mut self,
        with: &mut Talk<'_>,
        task: &Task<'_, Faced>,
    ) -> Result<Answer<face::Choice>, Trouble> {
        let go = go(task.control, task.clocks, task.seat);
        with.process.forget();
        with.process.send(&position(task));
        with.process.send(&go);
        let mut info = Info::default();
        let answer = with.listen_to_search(&go, task, |line| {
            info.read(line);
            line.strip_prefix("bestmove").map(|rest| answer(task, rest, &info))
        })?;
        Ok(answer?)
    }
}

fn position(task: &Task<'_, Faced>) -> String {
    let mut text = match task.start.start_text() {
        usual if usual.is_empty() => "position startpos".to_owned(),
        start => format!("position fen {start}"),
    };
    if !task.moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&task.start.uci_names(task.moves).join(" "));
    }
    text
}

/// White, in this protocol, is who begins.
fn go(control: &Control, clocks: &[Option<Clock>], seat: Player) -> String {
    let mut text = "go".to_owned();
    let own = clocks.get(seat.index()).copied().flatten();
    let told = if let [white, black] = *clocks { [white, black] } else { [own; 2] };
    for (clock, [time, increment]) in told.iter().zip([["wtime", "winc"], ["btime", "binc"]]) {
        // Who has no clock would take the other one's for its own.
        if let (Some(clock), Some(_)) = (clock, own) {
            let (left, more) = (clock.left.as_millis(), clock.increment.as_millis());
            text.push_str(&format!(" {time} {left} {increment} {more}"));
        }
    }
    let parts = [
        own.and_then(|clock| clock.moves).map(|moves| format!(" movestogo {moves}")),
        control.per_move.map(|time| format!(" movetime {}", time.as_millis().max(1))),
        control.nodes.map(|nodes| format!(" nodes {nodes}")),
        control.depth.map(|depth| format!(" depth {depth}")),
    ];
    text.extend(parts.into_iter().flatten());
    text
}

fn answer(task: &Task<'_, Faced>, rest: &str, info: &Info) -> Result<Answer<face::Choice>, Fault> {
    let word = rest.split_whitespace().next().unwrap_or("");
    let mv = task
        .position
        .read_uci(word)
        .map_err(|error| Fault::new(FaultKind::Illegal, format!("bestmove {word:.40}: {error}")))?;
    let Info { score, depth, nodes } = *info;
    Ok(Answer::Move(Choice { score, depth, nodes, ..Choice::plain(mv) }))
}

/// What it says about its search, the last time that it does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Info {
    score: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Info {
    /// Reads a line. One about another move than the best, or about a bound of a score, says nothing about the move made.
    fn read(&mut self, line: &str) {
        let mut info = *self;
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        while let Some(word) = words.next() {
            match word {
                "multipv" if words.next() != Some("1") => return,
                "lowerbound" | "upperbound" => return,
                "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    let unit = words.next();
                    let number = words.next().and_then(|word| word.parse::<i32>().ok());
                    info.score = number.map(f64::from).map(|number| match unit {
                        Some("mate") if number > 0.0 => MATE - number,
                        Some("mate") => -MATE - number,
                        _ => number,
                    });
                }
                // A line of moves, or text, goes on to the end.
                "pv" | "string" => break,
                _ => {}
            }
        }
        *self = info;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_counts() {
        let mut info = Info::default();
        info.read("info depth 5 seldepth 7 score cp -31 nodes 1000 pv depth 9");
        assert_eq!(info, Info { score: Some(-31.0), depth: Some(5), nodes: Some(1000) });
        info.read("info string depth 99");
        info.read("rubbish depth 98");
        assert_eq!(info.depth, Some(5));
        info.read("info depth 6 score mate -3");
        assert_eq!((info.score, info.depth), (Some(3.0 - MATE), Some(6)));
        for other in ["multipv 2 score cp 9", "score cp 9 upperbound", "score cp 9 lowerbound"] {
            info.read(&format!("info depth 7 {other} pv a1"));
            assert_eq!((info.score, info.depth), (Some(3.0 - MATE), Some(6)), "{other}");
        }
        info.read("info depth x multipv 1 score cp");
        assert_eq!((info.score, info.depth), (None, None));
    }

    #[test]
    fn limits_are_told() {
        let clock = |left, moves| {
            let (left, increment) = (Duration::from_secs(left), Duration::from_millis(100));
            Some(Clock { left, increment, moves })
        };
        let clocks = [clock(60, Some(40)), clock(30, Some(39))];
        let control = Control::default();
        let text = "go wtime 60000 winc 100 btime 30000 binc 100 movestogo 39";
        assert_eq!(go(&control, &clocks, Player::MIN), text);
        let text = "go wtime 5000 winc 100 btime 5000 binc 100";
        let three = [clock(60, None), clock(30, None), clock(5, None)];
        assert_eq!(go(&control, &three, Player(2)), text);
        let text = "go depth 3";
        let deep = Control { depth: Some(3), ..control };
        assert_eq!(go(&deep, &[None, clock(30, None)], Player::MAX), text);
        let control =
            Control { nodes: Some(500), per_move: Some(Duration::from_millis(20)), ..control };
        assert_eq!(go(&control, &[None, None], Player::MAX), "go movetime 20 nodes 500");
    }
}
