//! `outplay gtp`: plays through the Go Text Protocol, version 2, so that referees, boards on the screen and other
//! programs can play against the engine.
//!
//! Reference: Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2*, 2002. The protocol is made for Go,
//! but a controller that knows the rules of another game can use it for that: Quarry and GRhino do for Othello.
//! Black is who begins. A vertex is a move in the notation of the game, and `pass` is what it is called there. A player who
//! has to pass is asked for a move, and answers `pass`; a controller may also leave such a pass out. Once the game is
//! over, everybody passes.

mod clocks;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use outplay::face::{self, About, AnyGame, Choice, Question, Thinker};
use outplay::{Limits, Player, Turn};

use self::clocks::{Clocks, Period};
use crate::failure::Failure;
use crate::games;
use crate::lines::{self, Line};
use crate::machine::Machine;

const NOTES: &str = "\
The program reads commands (list_commands tells which) and answers them, until `quit` or the end of the input. Black
begins; moves are written as everywhere else. If the controller sets a time with time_settings or time_left, the engine
lives on that, and otherwise thinks --time about each move.";

/// More seconds than anybody waits.
const LONGEST_TIME: f64 = 1e9;

/// The options of `outplay gtp`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a size may follow, as in othello:6x6
    game: String,
    /// How long to think about a move, like 1s or 500ms
    #[arg(long, default_value = "1s", value_parser = outplay::parse_time)]
    time: Duration,
    #[command(flatten)]
    machine: Machine,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = games::named(&options.game)?;
    takes(game.about())?;
    let mut wanted = options.machine.options(&*game)?;
    // A search of the textbook is stopped when its time is over, and has to know something by then.
    wanted.textbook.deepen = true;
    let thinker = game.thinker(game.about().usual_search(), &wanted)?;
    let mut session = Session {
        at: game.start(),
        game,
        thinker,
        steps: Vec::new(),
        time: options.time,
        clocks: Clocks::default(),
        has_quit: false,
    };
    session.serve(&mut io::stdin().lock(), &mut io::stdout().lock())?;
    // All has been said already.
    Ok(String::new())
}

/// Whether the protocol has words for all that happens in a game.
fn takes(about: &About) -> Result<(), Failure> {
    let About { name, chance, .. } = about;
    let why = match about.players() {
        2 if *chance => "in it, chance moves".to_owned(),
        2 => return Ok(()),
        players => format!("it has {players} players"),
    };
    let what = "the Go Text Protocol is for two players without chance";
    Err(Failure::input(format!("{what}, and {name} is no such game: {why}")))
}

/// A command, without what the protocol says to leave out.
struct Request {
    id: String,
    words: Vec<String>,
    /// Whether it is too long to be read to its end.
    is_cut: bool,
}

impl Request {
    /// The next command. None at the end of the input.
    fn next(input: &mut impl BufRead) -> io::Result<Option<Request>> {
        loop {
            let next = lines::next(input, lines::LONGEST)?;
            let Some(Line { bytes, is_cut }) = next else { return Ok(None) };
            let request = Request::of(&bytes, is_cut);
            if !request.words.is_empty() || !request.id.is_empty() {
                return Ok(Some(request));
            }
        }
    }

    fn of(line: &[u8], is_cut: bool) -> Request {
        let comment = line.iter().position(|&byte| byte == b'#');
        let line = &line[..comment.unwrap_or(line.len())];
        let meant = line.iter().filter(|byte| !byte.is_ascii_control() || **byte == b'\t');
        let text: Vec<u8> = meant.copied().collect();
        let text = String::from_utf8_lossy(&text);
        let mut words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
        let is_id = |word: &String| word.len() < 20 && word.bytes().all(|one| one.is_ascii_digit());
        let id = if words.first().is_some_and(is_id) { words.remove(0) } else { String::new() };
        Request { id, words, is_cut: is_cut && comment.is_none() }
    }
}

/// What a command says, or what is wrong with it.
type Answer = Result<String, String>;

fn syntax_error() -> String {
    "syntax error".to_owned()
}

fn done() -> Answer {
    Ok(String::new())
}

/// One game after the other with a controller.
struct Session {
    game: Arc<dyn AnyGame>,
    thinker: Box<dyn Thinker>,
    /// The game under way.
    at: Box<dyn face::Session>,
    /// How many moves there were before each thing that the controller takes for one: a move, a pass that it leaves out and a
    /// move, or nothing where the game is over.
    steps: Vec<usize>,
    /// What to think about a move if nobody looks at the clock.
    time: Duration,
    clocks: Clocks,
    has_quit: bool,
}

/// A command, by what it does.
type Command = fn(&mut Session, &[&str]) -> Answer;

impl Session {
    /// All commands: the one list of them.
    const COMMANDS: [(&'static str, Command); 19] = [
        ("protocol_version", |_, _| Ok("2".to_owned())),
        ("name", |_, _| Ok("Outplay".to_owned())),
        ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
        ("known_command", Self::known_command),
        ("list_commands", |_, _| Ok(Self::COMMANDS.map(|(name, _)| name).join("\n"))),
        ("quit", Self::quit),
        ("boardsize", Self::board_size),
        ("clear_board", |session, _| session.begin()),
        ("komi", Self::komi),
        ("play", Self::play),
        ("genmove", |session, words| session.generate(words, true)),
        ("reg_genmove", |session, words| session.generate(words, false)),
        ("undo", Self::undo),
        ("showboard", Self::show_board),
        ("time_settings", Self::time_settings),
        ("time_left", Self::time_left),
        ("final_score", Self::final_score),
        ("list_games", |session, _| Ok(title(session.game.about().plain_name()))),
        ("set_game", Self::set_game),
    ];

    /// Answers until nobody asks any more.
    fn serve(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
        let unreadable = |error| Failure::input(format!("cannot read the commands: {error}"));
        while !self.has_quit {
            let Some(request) = Request::next(input).map_err(unreadable)? else { break };
            let (sign, text) = match self.answer(&request) {
                Ok(text) => ('=', text),
                Err(text) => ('?', text),
            };
            let answer = format!("{sign}{} {text}", request.id);
            let answer = format!("{}\n\n", answer.trim_end());
            match output.write_all(answer.as_bytes()).and_then(|()| output.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                Err(error) => return Err(Failure::input(format!("cannot answer: {error}"))),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request) -> Answer {
        if request.is_cut {
            return Err(format!("syntax error: a line has less than {} bytes", lines::LONGEST));
        }
        let words: Vec<&str> = request.words.iter().map(String::as_str).collect();
        let (name, arguments) = words.split_first().ok_or_else(syntax_error)?;
        let command = Self::COMMANDS.into_iter().find(|(known, _)| known == name);
        let (_, run) = command.ok_or("unknown command")?;
        run(self, arguments)
    }

    fn known_command(&mut self, arguments: &[&str]) -> Answer {
        let [name] = arguments else { return Err(syntax_error()) };
        Ok(Self::COMMANDS.iter().any(|(known, _)| known == name).to_string())
    }

    fn quit(&mut self, _: &[&str]) -> Answer {
        self.has_quit = true;
        done()
    }

    fn board_size(&mut self, arguments: &[&str]) -> Answer {
        let [text] = arguments else { return Err(syntax_error()) };
        let size: usize = text.parse().map_err(|_| syntax_error())?;
        match board_size(&*self.game) == Some(size) {
            true => self.begin(),
            false => Err("unacceptable size".to_owned()),
        }
    }

    /// A new game.
    fn begin(&mut self) -> Answer {
        self.at = self.game.start();
        self.steps.clear();
        self.clocks.restart();
        self.thinker.begin(0);
        done()
    }

    /// A number that means something in Go.
    fn komi(&mut self, arguments: &[&str]) -> Answer {
        let [text] = arguments else { return Err(syntax_error()) };
        text.parse::<f64>().map_err(|_| syntax_error()).and_then(|_| done())
    }

    fn play(&mut self, arguments: &[&str]) -> Answer {
        let [color, vertex] = arguments else { return Err(syntax_error()) };
        let illegal = |what: String| format!("illegal move: {what}");
        let at = self.with_turn(player(color)?).map_err(illegal)?;
        let choice = match is_pass(vertex) && at.is_over() {
            true => None,
            false => Some(at.read(vertex).map_err(|wrong| illegal(wrong.to_string()))?),
        };
        self.make(at, choice);
        done()
    }

    fn generate(&mut self, arguments: &[&str], is_made: bool) -> Answer {
        let [color] = arguments else { return Err(syntax_error()) };
        let player = player(color)?;
        let at = self.with_turn(player)?;
        let started = Instant::now();
        let choice = self.chosen(&*at, player)?;
        let vertex = choice.map_or("pass".to_owned(), |choice| at.name(choice));
        if is_made {
            self.clocks.spend(player, started.elapsed());
            self.make(at, choice);
        }
        Ok(vertex)
    }

    /// The game with this player to move, after a pass of the other one, if that is all there is to do. Once the
    /// game is over, it is everybody's turn to pass.
    fn with_turn(&self, player: Player) -> Result<Box<dyn face::Session>, String> {
        let mut at = self.at.fork();
        let is_next = |at: &dyn face::Session| at.turn() == Some(Turn::Player(player));
        if at.choices() == 1 && !is_next(&*at) && is_pass(&at.name(Choice(0))) {
            at.play(Choice(0));
        }
        let other = if player == Player::MAX { "white" } else { "black" };
        match at.is_over() || is_next(&*at) {
            true => Ok(at),
            false => Err(format!("it is {other}'s turn")),
        }
    }

    /// Makes a move in a game that goes on from the present one; none where the game is over.
    fn make(&mut self, mut at: Box<dyn face::Session>, choice: Option<Choice>) {
        if let Some(choice) = choice {
            at.play(choice);
        }
        self.steps.push(self.at.length());
        self.at = at;
    }

    /// The best move that is found in time.
    fn chosen(&mut self, at: &dyn face::Session, player: Player) -> Result<Option<Choice>, String> {
        let first = (!at.is_over()).then_some(Choice(0));
        if at.choices() < 2 {
            return Ok(first);
        }
        let limits = match self.clocks.of(player) {
            None => Limits { time: Some(self.time), ..Limits::default() },
            clock => Limits { clock, ..Limits::default() },
        };
        let found = self.thinker.think(at, &Question::default(), &limits, &mut |_| ());
        Ok(found.map_err(|refusal| refusal.to_string())?.best.or(first))
    }

    fn undo(&mut self, _: &[&str]) -> Answer {
        let length = self.steps.pop().ok_or("cannot undo")?;
        self.at = self.at.after(length);
        done()
    }

    /// The picture below the sign, without the blank lines that would end the answer.
    fn show_board(&mut self, _: &[&str]) -> Answer {
        let picture = self.at.picture();
        let rows = picture.lines().filter(|row| !row.trim().is_empty());
        Ok(rows.map(|row| format!("\n{row}")).collect())
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Answer {
        let [main, overtime, stones] = arguments else { return Err(syntax_error()) };
        let main = Period { time: seconds(main)?, stones: 0 };
        let overtime = Period { time: seconds(overtime)?, stones: count(stones)? };
        self.clocks = Clocks::new(main, overtime);
        done()
    }

    fn time_left(&mut self, arguments: &[&str]) -> Answer {
        let [color, time, stones] = arguments else { return Err(syntax_error()) };
        let period = Period { time: seconds(time)?, stones: count(stones)? };
        self.clocks.left[player(color)?.index()] = Some(period);
        done()
    }

    fn final_score(&mut self, _: &[&str]) -> Answer {
        let payoffs = self.at.payoffs().ok_or("cannot score")?;
        Ok(match payoffs[Player::MAX.index()] {
            won if won > 0.0 => format!("B+{won}"),
            lost if lost < 0.0 => format!("W+{}", -lost),
            _ => "0".to_owned(),
        })
    }

    fn set_game(&mut self, arguments: &[&str]) -> Answer {
        let about = self.game.about();
        let is_it = |name: &str| {
            let names = about.protocol_names.iter().map(String::as_str);
            names.chain([about.plain_name()]).any(|known| known.eq_ignore_ascii_case(name))
        };
        match arguments {
            [] => Err(syntax_error()),
            [name] if is_it(name) => self.begin(),
            _ => Err("unsupported game".to_owned()),
        }
    }
}

/// A game, as it is called by those who have several.
pub(super) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn player(color: &str) -> Result<Player, String> {
    match color.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::MAX),
        "w" | "white" => Ok(Player::MIN),
        _ => Err(syntax_error()),
    }
}

pub(super) fn is_pass(vertex: &str) -> bool {
    vertex.eq_ignore_ascii_case("pass")
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| syntax_error())
}

/// The protocol has whole seconds, but some controllers are more precise.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| syntax_error())?;
    Duration::try_from_secs_f64(seconds.clamp(-1.0, LONGEST_TIME)).map_err(|_| syntax_error())
}

/// How many rows and columns a board has, if there are as many of both.
pub(super) fn board_size(game: &dyn AnyGame) -> Option<usize> {
    let board = game.start().board();
    (board.width > 0 && board.width == board.height).then_some(usize::from(board.width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_count_is_left_out() {
        let words = |line: &[u8]| {
            let Request { id, words, .. } = Request::of(line, false);
            (id, words.join("|"))
        };
        let of = |id: &str, words: &str| (id.to_owned(), words.to_owned());
        assert_eq!(words(b"12 play\tblack  f5 # a comment\r\n"), of("12", "play|black|f5"));
        assert_eq!(words(b"pl\x01ay\x7f\r\n"), of("", "play"));
        assert_eq!(words(b" \t # 12 play"), of("", ""));
        assert_eq!(words(b"12"), of("12", ""));
        assert_eq!(words(b"123456789012345678901234"), of("", "123456789012345678901234"));
    }
}
