//! Analysis: streams of what is known so far, as Leela Zero and KataGo print them, until the next line of the controller comes.
//!
//! References: the `lz-analyze` command of Leela Zero 0.17, and *KataGo GTP Extensions*,
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outplay::face::{self, Choice, Considered, Ownership, Question, Sampled, Told, Unit};
use outplay::{Limits, Player, Turn};

use super::playing::Ready;
use super::scoring::ESTIMATED;
use super::session::{Session, say};
use super::words::{Answer, count, done, player, syntax_error};

/// A search that has a time limit tells what it knows by the clock; this one is never reached.
const LONG: Duration = Duration::from_secs(24 * 60 * 60);

/// How often it is told what is known, if the controller does not say so.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);

/// How many moves get a line of their own.
const LINES: usize = 10;

/// How sure the lower bound of a win rate is: so many standard errors.
const SURE: f64 = 1.96;

/// How an analysis is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Win rates from 0 to 10000.
    Leela,
    /// Win rates from 0 to 1, the score, and who owns what.
    Kata,
}

/// What the controller wants to hear.
#[derive(Debug, PartialEq)]
struct Wanted {
    player: Option<Player>,
    interval: Duration,
    ownership: bool,
    most: usize,
    /// Moves of a player that are not to be looked at, or the only ones that are.
    restrictions: Vec<Restriction>,
}

/// `avoid` or `allow`, a colour, and vertices with commas between them.
#[derive(Debug, PartialEq)]
struct Restriction {
    is_allowed: bool,
    player: Player,
    vertices: Vec<String>,
}

impl Restriction {
    fn concerns(&self, vertex: &str) -> bool {
        self.vertices.iter().any(|one| one.eq_ignore_ascii_case(vertex))
    }
}

impl Wanted {
    /// `[colour] [interval] [key value ...]`, and `avoid` or `allow` with a colour, vertices and a depth.
    fn read(words: &[&str]) -> Result<Wanted, String> {
        let mut wanted = Wanted {
            player: None,
            interval: USUAL_INTERVAL,
            ownership: false,
            most: usize::MAX,
            restrictions: Vec::new(),
        };
        let mut words = words;
        if let [color, rest @ ..] = words
            && let Ok(player) = player(color)
        {
            (wanted.player, words) = (Some(player), rest);
        }
        if let [time, rest @ ..] = words
            && let Ok(interval) = centiseconds(time)
        {
            (wanted.interval, words) = (interval, rest);
        }
        while let [key, value, rest @ ..] = words {
            match key.to_ascii_lowercase().as_str() {
                restricts @ ("avoid" | "allow") => {
                    let [vertices, depth, more @ ..] = rest else { return Err(syntax_error()) };
                    count(depth)?;
                    let vertices = vertices.split(',').map(str::to_owned).collect();
                    let (is_allowed, player) = (restricts == "allow", player(value)?);
                    wanted.restrictions.push(Restriction { is_allowed, player, vertices });
                    words = more;
                    continue;
                }
                "interval" => wanted.interval = centiseconds(value)?,
                "ownership" => wanted.ownership = value.eq_ignore_ascii_case("true"),
                "maxmoves" => wanted.most = value.parse().map_err(|_| syntax_error())?,
                "minmoves"
                | "rootinfo"
                | "pvvisits"
                | "movesownership"
                | "ownershipstdev"
                | "pvedgevisits"
                | "movesownershipstdev" => {}
                _ => return Err(syntax_error()),
            }
            words = rest;
        }
        if words.is_empty() { Ok(wanted) } else { Err(syntax_error()) }
    }

    /// The moves of a player to choose from, all if none is named. How deep in the tree others are to be avoided is not heeded: the position is asked about, and
    /// its moves.
    fn only(&self, ready: &Ready, player: Player) -> Result<Vec<Choice>, String> {
        let restrictions = || self.restrictions.iter().filter(|one| one.player == player);
        let allows = restrictions().any(|one| one.is_allowed);
        let only = ready.only(false);
        if restrictions().next().is_none() || ready.at.is_over() {
            return Ok(only);
        }
        let is_left = |choice: &Choice| {
            let name = ready.at.name(*choice);
            let is_among = |is_allowed: bool| {
                restrictions().any(|one| one.is_allowed == is_allowed && one.concerns(&name))
            };
            let is_asked = only.is_empty() || only.contains(choice);
            is_asked && !is_among(false) && (!allows || is_among(true))
        };
        let left: Vec<Choice> =
            (0..ready.at.choices() as u32).map(Choice).filter(is_left).collect();
        if left.is_empty() { Err("no move is left to look at".to_owned()) } else { Ok(left) }
    }
}

fn centiseconds(text: &str) -> Result<Duration, String> {
    let hundredths: u32 = text.parse().map_err(|_| syntax_error())?;
    Ok(Duration::from_millis(10) * hundredths)
}

impl Session<'_> {
    /// Tells what is known until the next line comes.
    pub(super) fn analyse(&mut self, words: &[&str], style: Style) -> Answer {
        let wanted = Wanted::read(words)?;
        let player = wanted.player.unwrap_or_else(|| self.mover());
        let ready = self.with_turn(player)?;
        let at = &*ready.at;
        let only = wanted.only(&ready, player)?;
        let mut thinker = self.take_thinker()?;
        self.start_answer();
        let stop = Arc::new(AtomicBool::new(false));
        let question = Question { only, lines: LINES, ..Question::default() };
        let limits =
            Limits { time: Some(LONG), stop: Some(Arc::clone(&stop)), ..Limits::default() };
        self.input.meanwhile(&stop, || {
            if at.is_over() {
                return;
            }
            let mut stream = Stream::new(at, player, style, &wanted);
            let found = thinker.think(at, &question, &limits, &mut |told| stream.hear(told));
            stream.end(found.ok());
        });
        self.give_back(thinker);
        done()
    }

    /// Chooses a move, and tells what is known on the way.
    pub(super) fn generate_analysed(&mut self, words: &[&str], style: Style) -> Answer {
        let wanted = Wanted::read(words)?;
        let player = wanted.player.unwrap_or_else(|| self.mover());
        let ready = self.with_turn(player)?;
        let at = ready.at.fork();
        let only = wanted.only(&ready, player)?;
        self.start_answer();
        let mut stream = Stream::new(&*at, player, style, &wanted);
        let vertex = self.generated(player, ready, true, only, &mut |_, told| stream.hear(told))?;
        stream.end(None);
        Ok(format!("play {vertex}"))
    }

    /// The player to move; the first one, if the game is over.
    fn mover(&self) -> Player {
        match self.at.turn() {
            Some(Turn::Player(player)) => player,
            _ => Player::MAX,
        }
    }
}

/// Lines of an analysis on their way to the controller.
struct Stream<'s> {
    at: &'s dyn face::Session,
    player: Player,
    style: Style,
    wanted: &'s Wanted,
    /// Who owns what before the move, where the game can tell.
    ownership: Option<Ownership>,
    latest: Option<face::Answer>,
    /// Whether the latest answer has not been told yet.
    is_news: bool,
    told_at: Instant,
}

impl<'s> Stream<'s> {
    fn new(at: &'s dyn face::Session, player: Player, style: Style, wanted: &'s Wanted) -> Self {
        let ownership = if style == Style::Kata { at.ownership(ESTIMATED) } else { None };
        Stream {
            at,
            player,
            style,
            wanted,
            ownership,
            latest: None,
            is_news: false,
            told_at: Instant::now(),
        }
    }

    /// Tells what is known if it is time for it.
    fn hear(&mut self, told: Told<'_>) {
        if let Told::Answer(answer) = told {
            (self.latest, self.is_news) = (Some(answer.clone()), true);
        }
        if self.told_at.elapsed() >= self.wanted.interval {
            self.tell();
        }
    }

    /// Tells what has not been told yet. A search that says nothing on the way has only its answer.
    fn end(&mut self, answer: Option<face::Answer>) {
        if self.latest.is_none() {
            (self.is_news, self.latest) = (answer.is_some(), answer);
        }
        if self.is_news {
            self.tell();
        }
    }

    fn tell(&mut self) {
        let Some(answer) = &self.latest else { return };
        (self.told_at, self.is_news) = (Instant::now(), false);
        let infos = self.infos(answer);
        if !infos.is_empty() {
            // If nobody listens any more, that shows when the answer ends.
            let _ = say(&format!("{}{}\n", infos.join(" "), self.owners()));
        }
    }

    /// What is known of each move that was looked at, the best one first.
    fn infos(&self, answer: &face::Answer) -> Vec<String> {
        let is_known = |one: &&Considered| one.sampled.is_none_or(|sampled| sampled.visits > 0);
        let moves = answer.moves.iter().filter(is_known).take(self.wanted.most);
        moves.enumerate().map(|(order, one)| self.info(answer, order, one)).collect()
    }

    fn info(&self, answer: &face::Answer, order: usize, one: &Considered) -> String {
        let Unit { size, .. } = answer.unit;
        let is_sampled = one.sampled.is_some();
        // A search that does not count visits tells how many positions it has looked at.
        let visits = one.sampled.map_or(answer.counts.generated, |sampled| sampled.visits);
        let score = one.worth.score();
        let (rate, bound) = rates(&answer.unit, score, one.sampled.as_ref());
        let prior = one.sampled.and_then(|sampled| sampled.prior).unwrap_or(0.0);
        let name = self.at.name(one.choice);
        let line = match self.at.names(&one.line) {
            none if none.is_empty() => name.clone(),
            names => names.join(" "),
        };
        let numbers = match self.style {
            Style::Leela => {
                let [rate, prior, bound] =
                    [rate, prior, bound].map(|share| (share * 10_000.0).round());
                format!("winrate {rate} prior {prior} lcb {bound}")
            }
            Style::Kata => {
                let of_board = self.ownership.as_ref().map(|ownership| ownership.lead);
                let of_board =
                    of_board.map(|lead| if self.player == Player::MAX { lead } else { -lead });
                let lead = if is_sampled { of_board } else { Some(score / size) };
                let lead = lead.map_or(String::new(), |lead| {
                    format!("scoreMean {lead:.2} scoreLead {lead:.2} ")
                });
                format!("winrate {rate:.4} {lead}prior {prior:.4} lcb {bound:.4}")
            }
        };
        format!("info move {name} visits {visits} {numbers} order {order} pv {line}")
    }

    /// Who owns each point, from 1 for the player to move to -1.
    fn owners(&self) -> String {
        let ownership = self.ownership.as_ref().filter(|_| self.wanted.ownership);
        let balances = |ownership: &Ownership| {
            let each = ownership.balances(self.player);
            each.map(|balance| format!(" {balance:.3}")).collect::<String>()
        };
        ownership.map_or(String::new(), |ownership| format!(" ownership{}", balances(ownership)))
    }
}

/// How likely the player to move is to win with a move, and how likely at least.
fn rates(unit: &Unit, score: f64, sampled: Option<&Sampled>) -> (f64, f64) {
    let counted = sampled.and_then(|sampled| Some((sampled.rate?, sampled.rate_error?)));
    if let Some((rate, error)) = counted {
        return (rate, (rate - SURE * error).max(0.0));
    }
    let error = sampled.map(|sampled| sampled.error).filter(|error| error.is_finite());
    (unit.win_rate(score), unit.win_rate(score - SURE * error.unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_read() {
        let read = |text: &str| Wanted::read(&text.split(' ').collect::<Vec<_>>());
        let wanted = |player, hundredths: u64, ownership| {
            let interval = Duration::from_millis(10 * hundredths);
            let most = usize::MAX;
            Ok(Wanted { player, interval, ownership, most, restrictions: Vec::new() })
        };
        assert_eq!(read("b 10"), wanted(Some(Player::MAX), 10, false));
        assert_eq!(read("50"), wanted(None, 50, false));
        assert_eq!(read("white interval 20"), wanted(Some(Player::MIN), 20, false));
        assert_eq!(read("w 5 ownership true rootInfo true"), wanted(Some(Player::MIN), 5, true));
        assert_eq!(Wanted::read(&[]), wanted(None, 100, false));
        let restricted = read("b 10 avoid w C3,pass 40 allow b D4 1").map(|one| one.restrictions);
        let restriction = |is_allowed, player, vertices: &[&str]| {
            let vertices = vertices.iter().map(|&vertex| vertex.to_owned()).collect();
            Restriction { is_allowed, player, vertices }
        };
        let expected = vec![
            restriction(false, Player::MIN, &["C3", "pass"]),
            restriction(true, Player::MAX, &["D4"]),
        ];
        assert_eq!(restricted, Ok(expected));
        let wrong =
            ["red", "b x", "b 10 ownership", "b -5", "b 10 avoid b", "avoid b C3", "allow x C3 1"];
        for wrong in wrong {
            assert_eq!(read(wrong), Err("syntax error".to_owned()), "{wrong}");
        }
    }

    #[test]
    fn a_lower_bound_is_below_the_rate() {
        let sampled = |rate, rate_error| {
            let (rate, rate_error) = (Some(rate), Some(rate_error));
            Sampled { visits: 1, error: 100.0, rate, rate_error, prior: None }
        };
        let unit = Unit::default();
        assert_eq!(rates(&unit, 4.0, Some(&sampled(1.0, 0.25))), (1.0, 1.0 - SURE * 0.25));
        assert_eq!(rates(&unit, -396.0, Some(&sampled(0.0, 0.5))), (0.0, 0.0));
        assert_eq!(rates(&unit, 4.0, None), (0.75, 0.75));
    }
}
