//! `outplay gtp`: plays through the Go Text Protocol, version 2, so that referees, boards on the screen and other
//! programs can play against the engine.
//!
//! Reference: Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2*, 2002. The protocol is made for Go,
//! but a controller that knows the rules of another game can use it for that: Quarry and GRhino do for Othello.
//! Black is who begins. A vertex is a move in the notation of the game, and `pass` is what it is called there. A player who
//! has to pass is asked for a move, and answers `pass`; a controller may also leave such a pass out. Once the game is
//! over, everybody passes.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use clap::Args;
use outplay::engine::{Engine, Question};
use outplay::{Clock, Game, Limits, Past, Player, Turn, WithPast};
use outplay_games::catalogue::{Listed, Visitor};

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
    games::visit(&options.game, Serve(options))?
}

struct Serve<'o>(&'o Options);

impl Visitor for Serve<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Listed>(self, game: &G) -> Self::Output {
        let Serve(options) = self;
        let engine = options.machine.engine(game, game.insight())?;
        let mut session = Session {
            game,
            // The size is told by `boardsize`.
            name: options.game.split(':').next().unwrap_or_default(),
            engine,
            position: Past::new(game.start()),
            steps: Vec::new(),
            time: options.time,
            clocks: Clocks::default(),
            has_quit: false,
        };
        session.serve(&mut io::stdin().lock(), &mut io::stdout().lock())?;
        // All has been said already.
        Ok(String::new())
    }
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
struct Session<'e, G: Listed> {
    game: &'e G,
    name: &'e str,
    engine: Engine<G, G::Insight>,
    position: Past<G::Position>,
    /// What was done since the game began.
    steps: Vec<Step<G>>,
    /// What to think about a move if nobody looks at the clock.
    time: Duration,
    clocks: Clocks,
    has_quit: bool,
}

/// What the controller takes for one move: a pass that it leaves out, and the move; nothing where the game is over.
struct Step<G: Listed> {
    before: Past<G::Position>,
    moves: Vec<G::Move>,
}

/// A position, and the pass that leads there from the present one, if one does.
struct Place<G: Listed> {
    position: Past<G::Position>,
    pass: Option<G::Move>,
}

/// A command, by what it does.
type Command<S> = fn(&mut S, &[&str]) -> Answer;

impl<G: Listed> Session<'_, G> {
    /// All commands: the one list of them.
    const COMMANDS: [(&'static str, Command<Self>); 19] = [
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
        ("list_games", |session, _| Ok(title(session.name))),
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
        match board_size(self.game) == Some(size) {
            true => self.begin(),
            false => Err("unacceptable size".to_owned()),
        }
    }

    /// A new game.
    fn begin(&mut self) -> Answer {
        self.position = Past::new(self.game.start());
        self.steps.clear();
        self.clocks.restart();
        self.engine.clear();
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
        let place = self.with_turn(player(color)?).map_err(illegal)?;
        let mv = match is_pass(vertex) && self.moves(&place.position).is_empty() {
            true => None,
            false => {
                let read = self.game.read_move_after(&place.position, vertex);
                Some(read.map_err(|error| illegal(error.to_string()))?)
            }
        };
        self.make(place, mv);
        done()
    }

    fn generate(&mut self, arguments: &[&str], is_made: bool) -> Answer {
        let [color] = arguments else { return Err(syntax_error()) };
        let player = player(color)?;
        let place = self.with_turn(player)?;
        let started = Instant::now();
        let mv = self.chosen(&place, player);
        let vertex = mv.map_or("pass".to_owned(), |mv| self.game.write_move(&place.position, mv));
        if is_made {
            self.clocks.spend(player, started.elapsed());
            self.make(place, mv);
        }
        Ok(vertex)
    }

    /// The position with this player to move, after a pass of the other one, if that is all there is to do. Once the
    /// game is over, it is everybody's turn to pass.
    fn with_turn(&self, player: Player) -> Result<Place<G>, String> {
        let mut place = Place { position: self.position.clone(), pass: None };
        let Place { position, pass } = &mut place;
        let is_next = |position: &G::Position| self.game.turn(position) == Turn::Player(player);
        match self.moves(position)[..] {
            [] => return Ok(place),
            [only] if !is_next(position) && is_pass(&self.game.write_move(position, only)) => {
                WithPast::new(self.game).play(position, only);
                *pass = Some(only);
            }
            _ => {}
        }
        let other = if player == Player::MAX { "white" } else { "black" };
        is_next(position).then_some(place).ok_or_else(|| format!("it is {other}'s turn"))
    }

    fn moves(&self, position: &Past<G::Position>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        WithPast::new(self.game).moves(position, &mut moves);
        moves
    }

    /// Makes a move in a position that follows from the present one; none where the game is over.
    fn make(&mut self, Place { mut position, pass }: Place<G>, mv: Option<G::Move>) {
        if let Some(mv) = mv {
            WithPast::new(self.game).play(&mut position, mv);
        }
        let before = std::mem::replace(&mut self.position, position);
        self.steps.push(Step { before, moves: pass.into_iter().chain(mv).collect() });
    }

    /// The best move that is found in time.
    fn chosen(&self, place: &Place<G>, player: Player) -> Option<G::Move> {
        let moves = self.moves(&place.position);
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let limits = match self.clocks.of(player) {
            None => Limits { time: Some(self.time), ..Limits::default() },
            clock => Limits { clock, ..Limits::default() },
        };
        let made = self.steps.iter().flat_map(|step| &step.moves).copied().chain(place.pass);
        let question = Question::after(self.game.start(), made.collect());
        self.engine.search(&question, &limits, ()).best.or(moves.first().copied())
    }

    fn undo(&mut self, _: &[&str]) -> Answer {
        self.position = self.steps.pop().ok_or("cannot undo")?.before;
        done()
    }

    /// The picture below the sign, without the blank lines that would end the answer.
    fn show_board(&mut self, _: &[&str]) -> Answer {
        let picture = self.game.picture(&self.position);
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
        if !self.moves(&self.position).is_empty() {
            return Err("cannot score".to_owned());
        }
        Ok(match WithPast::new(self.game).payoff(&self.position, Player::MAX) {
            won if won > 0.0 => format!("B+{won}"),
            lost if lost < 0.0 => format!("W+{}", -lost),
            _ => "0".to_owned(),
        })
    }

    fn set_game(&mut self, arguments: &[&str]) -> Answer {
        match arguments {
            [] => Err(syntax_error()),
            [name] if name.eq_ignore_ascii_case(self.name) => self.begin(),
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

/// How many rows and columns a board has, as it is drawn, if there are as many of both.
pub(super) fn board_size<G: Listed>(game: &G) -> Option<usize> {
    let is_square = |word: &&str| ["X", "O", "."].contains(word);
    let squares = |row: &str| row.split_whitespace().filter(is_square).count();
    let picture = game.picture(&game.start());
    let rows: Vec<usize> = picture.lines().map(squares).filter(|&columns| columns > 1).collect();
    rows.iter().all(|&columns| columns == rows.len()).then_some(rows.len())
}

/// Time for so many moves; for all of them, if it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    time: Duration,
    stones: u32,
}

/// The clocks of both players, as far as the controller uses any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Clocks {
    /// What a game begins with.
    first: Option<Period>,
    /// What follows, again and again.
    overtime: Option<Period>,
    /// What each player has left of the present period.
    left: [Option<Period>; 2],
}

impl Clocks {
    fn new(main: Period, overtime: Period) -> Clocks {
        let is_endless = !overtime.time.is_zero() && overtime.stones == 0;
        let overtime = Some(overtime).filter(|one| !one.time.is_zero() && one.stones > 0);
        let main = Some(main).filter(|main| !main.time.is_zero() || overtime.is_none());
        let first = main.or(overtime).filter(|_| !is_endless);
        Clocks { first, overtime, left: [first; 2] }
    }

    fn restart(&mut self) {
        self.left = [self.first; 2];
    }

    fn of(&self, player: Player) -> Option<Clock> {
        let Period { time, stones } = self.left[player.index()]?;
        let later = self.overtime.filter(|_| stones == 0);
        let increment = later.map_or(Duration::ZERO, |later| later.time / later.stones);
        Some(Clock { left: time, increment, moves: Some(stones).filter(|&stones| stones > 0) })
    }

    /// A move took so long. The controller may know better, and says so before the next one.
    fn spend(&mut self, player: Player, time: Duration) {
        let left = &mut self.left[player.index()];
        *left = left.and_then(|Period { time: before, stones }| {
            let after =
                Period { time: before.saturating_sub(time), stones: stones.saturating_sub(1) };
            let is_used_up = if stones == 0 { after.time.is_zero() } else { after.stones == 0 };
            match is_used_up {
                false => Some(after),
                true if stones == 0 => self.overtime.or(Some(after)),
                true => self.overtime,
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(seconds: u64, stones: u32) -> Period {
        Period { time: Duration::from_secs(seconds), stones }
    }

    #[test]
    fn clocks_run_as_the_protocol_says() {
        let second = Duration::from_secs(1);
        // 10 seconds, then 3 moves in 6 seconds, again and again.
        let mut clocks = Clocks::new(period(10, 0), period(6, 3));
        let of = |left, increment, moves| {
            let [left, increment] = [left, increment].map(Duration::from_secs);
            Some(Clock { left, increment, moves })
        };
        assert_eq!(clocks.of(Player::MAX), of(10, 2, None));
        clocks.spend(Player::MAX, 4 * second);
        assert_eq!(clocks.of(Player::MAX), of(6, 2, None));
        clocks.spend(Player::MAX, 7 * second);
        assert_eq!(clocks.of(Player::MAX), of(6, 0, Some(3)));
        clocks.spend(Player::MAX, second);
        assert_eq!(clocks.of(Player::MAX), of(5, 0, Some(2)));
        clocks.spend(Player::MAX, second);
        clocks.spend(Player::MAX, second);
        assert_eq!(clocks.of(Player::MAX), of(6, 0, Some(3)));
        assert_eq!(clocks.of(Player::MIN), of(10, 2, None));
        clocks.restart();
        assert_eq!(clocks.of(Player::MAX), of(10, 2, None));

        // 10 seconds, and that is all.
        let mut clocks = Clocks::new(period(10, 0), period(0, 0));
        clocks.spend(Player::MIN, 11 * second);
        assert_eq!(clocks.of(Player::MIN), of(0, 0, None));
        // Overtime from the beginning, and no time limit at all.
        assert_eq!(Clocks::new(period(0, 0), period(6, 3)).of(Player::MAX), of(6, 0, Some(3)));
        assert_eq!(Clocks::new(period(10, 0), period(6, 0)).of(Player::MAX), None);
        // Nobody has said what comes after these moves.
        let mut clocks = Clocks { left: [Some(period(5, 1)); 2], ..Clocks::default() };
        clocks.spend(Player::MAX, second);
        assert_eq!(clocks.of(Player::MAX), None);
    }

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
