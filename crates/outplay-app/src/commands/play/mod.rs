//! `outplay play`: a person at the terminal, against any player or another person.

mod input;
mod screen;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use outplay::arena::{Answer, Contestant, Start, Task, Trouble};
use outplay::face::{Choice, Faced, Question, Session};
use outplay::{Limits, Past, Player, Turn};

use self::input::{Input, MARK, Typed};
use self::screen::Screen;
use super::analyse;
use super::matches::{Spec, Tools};
use super::serve::ending_told;
use crate::failure::Failure;
use crate::files::{self, Force, Kind, Target};
use crate::place::Place;
use crate::{books, games, interrupt, tables};

const NOTES: &str = "\
A seat is taken by `human` or by a player as in `outplay match`: engine:time=1s, max-n:depth=4, random, uci:PROGRAM. With --against,
everybody but the first seat is that player (engine:time=1s,book=own where the engine takes the game: the book is the one that comes with
it, and hints have it, too); with --seats, seats are told one by one, as in --seats human,random,human.

While it is your turn, type a move, or `hint`, `undo`, `analyse`, `moves`, `save FILE`, `load FILE`, `board`, `?` or `quit`; Tab completes. A move
comes first where it has the name of a command: `/undo` is always the command. In games whose moves are directions the arrow keys move, the space bar
makes the only move that is in no direction, u, h, ? and q are undo, hint, help and quit, and `:` asks for a line. The board is in colour on a
terminal, unless NO_COLOR is set.";

/// How long a hint and an analysis are thought about, if nothing is said about it.
const THOUGHT: Duration = Duration::from_secs(1);
/// How a computer plays, if nothing is said about it: so long about a move, and with the book that comes with the game.
const USUAL: &str = "time=1s";
const USUAL_ENGINE: &str = "engine:time=1s,book=own";

/// The options of `outplay play`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The game, by its name; a size may follow, as in othello:6x6
    game: String,
    #[command(flatten)]
    place: Place,
    /// Who sits on all other seats
    #[arg(long, value_name = "PLAYER", conflicts_with = "seats")]
    against: Option<String>,
    /// Who sits where, seat by seat: `human` or a player
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    seats: Vec<String>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<PathBuf>,
    /// The seed of all dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let game = Faced(games::named(&options.game)?);
    let session = match &options.load {
        Some(file) => loaded(&game, file)?,
        None => options.place.position(&*game.0)?,
    };
    let texts = seat_texts(options, &game)?;
    let specs: Vec<Option<Spec>> = texts
        .iter()
        .map(|text| match text.as_str() {
            "human" => Ok(None),
            text => Spec::short(text, &[], &*game.0).map(Some),
        })
        .collect::<Result<_, Failure>>()?;
    specs.iter().flatten().try_for_each(|spec| check_start(spec, &game, &*session))?;
    let tools: Vec<Option<Tools<'_>>> = specs
        .iter()
        .map(|spec| spec.as_ref().map(|spec| Tools::new(&game, spec)).transpose())
        .collect::<Result<_, Failure>>()?;
    let seats =
        specs.iter().zip(&tools).map(|(spec, tools)| match spec.as_ref().zip(tools.as_ref()) {
            Some((spec, tools)) => Seat::Computer { spec, contestant: tools.contestant(&game) },
            None => Seat::Human,
        });
    let seats = seats.collect();
    let dice = options.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    let screen = Screen::new();
    let mut table = Table { game: &game, session, seats, dice, screen, shown: usize::MAX };
    table.begin()?;
    table.play(&mut Input::new())
}

/// What players cannot be told of where a game begins.
fn check_start(spec: &Spec, game: &Faced, at: &dyn Session) -> Result<(), Failure> {
    let start = (!at.start_text().is_empty()).then_some("the position");
    spec.check_protocol(game.0.about(), start)
}

/// Who sits where, as text.
fn seat_texts(options: &Options, game: &Faced) -> Result<Vec<String>, Failure> {
    let about = game.0.about();
    let usual = match about.usual_search() {
        "random" => "random".to_owned(),
        "engine" => USUAL_ENGINE.to_owned(),
        search => format!("{search}:{USUAL}"),
    };
    let other = options.against.clone().unwrap_or(usual);
    let mut told: Vec<String> = Vec::new();
    for part in &options.seats {
        // The settings of a player have commas between them, too.
        match told.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => told.push(part.clone()),
        }
    }
    let players = about.players();
    if told.len() > players {
        let what =
            format!("--seats: {} seats are told, and {} has {players}", told.len(), about.name);
        return Err(Failure::input(what));
    }
    let text = |seat: usize| match (told.get(seat), seat) {
        (Some(text), _) => text.clone(),
        (None, 0) => "human".to_owned(),
        (None, _) => other.clone(),
    };
    Ok((0..players).map(text).collect())
}

fn told(spec: &Spec, trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Stopped => Failure::interrupted(),
        Trouble::Fault(fault) => {
            Failure::input(format!("player `{}`: {}: {}", spec.name, fault.kind, fault.what))
        }
    }
}

/// Who sits on a seat.
enum Seat<'s> {
    Human,
    Computer { spec: &'s Spec, contestant: Box<dyn Contestant<Faced> + 's> },
}

/// A game on the table.
struct Table<'t> {
    game: &'t Faced,
    session: Box<dyn Session>,
    seats: Vec<Seat<'t>>,
    dice: fastrand::Rng,
    screen: Screen,
    /// After how many moves the board was shown last.
    shown: usize,
}

/// What comes after something was done.
enum Next {
    /// The game goes on.
    On,
    /// Somebody has had enough.
    Leave,
}

impl Table<'_> {
    /// Tells all computers that a game begins, or that it goes on from somewhere else.
    fn begin(&mut self) -> Result<(), Failure> {
        let (position, stop) = (self.session.after(0), interrupt::flag());
        for (seat, player) in self.seats.iter_mut().enumerate() {
            let Seat::Computer { spec, contestant } = player else { continue };
            let (seat, control) = (Player(seat as u8), &spec.control);
            let start = Start { game: self.game, position: &position, seat, control, stop: &stop };
            contestant.begin(&start, self.dice.u64(..)).map_err(|trouble| told(spec, trouble))?;
        }
        Ok(())
    }

    /// Who sits where: `Yellow: you, Red: engine:time=1s`.
    fn seats_told(&self) -> String {
        let about = self.game.0.about();
        let told = |(name, seat): (&String, &Seat<'_>)| match seat {
            Seat::Human => format!("{name}: you"),
            Seat::Computer { spec, .. } => format!("{name}: {}", spec.name),
        };
        about.seats.iter().zip(&self.seats).map(told).collect::<Vec<String>>().join(", ")
    }

    fn play(&mut self, input: &mut Input) -> Result<String, Failure> {
        if input.is_terminal() {
            say(&format!("{}\n? names all keys and commands\n", self.seats_told()))?;
        }
        loop {
            let next = match self.session.turn() {
                None => {
                    self.show()?;
                    self.end()?;
                    if !input.is_terminal() {
                        return Ok(String::new());
                    }
                    // The game is over, but it can be looked at, taken back and saved.
                    self.ask(input)?
                }
                Some(Turn::Chance) => self.throw()?,
                Some(Turn::Player(player)) => match &self.seats[player.index()] {
                    Seat::Human => {
                        self.show()?;
                        self.ask(input)?
                    }
                    Seat::Computer { .. } => self.reply(player, input)?,
                },
            };
            if matches!(next, Next::Leave) {
                return Ok(String::new());
            }
        }
    }

    /// Shows the board, once for every position.
    fn show(&mut self) -> Result<(), Failure> {
        if self.shown == self.session.length() {
            return Ok(());
        }
        self.shown = self.session.length();
        say(&self.screen.board(&*self.session))
    }

    fn seat(&self, player: Player) -> &str {
        self.game.0.about().seat(player)
    }

    /// Chance moves.
    fn throw(&mut self) -> Result<Next, Failure> {
        let choice = self.session.thrown(self.dice.f64());
        say(&format!("chance: {}\n", self.session.name(choice)))?;
        self.session.play(choice);
        Ok(Next::On)
    }

    /// A computer moves.
    fn reply(&mut self, player: Player, input: &mut Input) -> Result<Next, Failure> {
        let Seat::Computer { spec, contestant } = &mut self.seats[player.index()] else {
            return Ok(Next::On);
        };
        let stop = interrupt::flag();
        let start = self.session.after(0);
        let moves: Vec<Choice> = self.session.plies().iter().map(|ply| ply.choice).collect();
        let legal: Vec<Choice> = (0..self.session.choices() as u32).map(Choice).collect();
        let task = Task {
            game: self.game,
            start: &start,
            moves: &moves,
            position: &Past::new(self.session.fork()),
            legal: &legal,
            seat: player,
            control: &spec.control,
            clocks: &vec![None; self.game.0.about().players()],
            allowed: None,
            stop: &stop,
        };
        let answer = match contestant.answer(&task) {
            Ok(answer) => answer,
            // The game is not lost by it: it can be saved, taken back or left.
            Err(trouble) => {
                stop.store(false, Ordering::Relaxed);
                say(&format!("{}\n", told(spec, trouble)))?;
                return self.ask(input);
            }
        };
        match answer {
            Answer::Resign => {
                say(&format!("{} gives up\n", self.seat(player)))?;
                Ok(Next::Leave)
            }
            Answer::Move(chosen) => {
                let name = self.session.name(chosen.mv);
                say(&format!("{}: {name}\n", self.seat(player)))?;
                self.session.play(chosen.mv);
                Ok(Next::On)
            }
        }
    }

    /// Somebody at the keyboard moves, or asks for something.
    fn ask(&mut self, input: &mut Input) -> Result<Next, Failure> {
        let prompt = match self.session.turn() {
            Some(Turn::Player(player)) => format!("{}> ", self.seat(player)),
            _ => "over> ".to_owned(),
        };
        let words = match input.next(&prompt, &*self.session)? {
            Typed::Move(choice) => {
                self.session.play(choice);
                return Ok(Next::On);
            }
            Typed::Line(line) => line,
            Typed::End => return Ok(Next::Leave),
        };
        // A move comes first, and what begins with the mark is never one.
        if let (None, Ok(choice)) = (words.strip_prefix(MARK), self.session.read(&words)) {
            self.session.play(choice);
            return Ok(Next::On);
        }
        let (command, rest) = words.split_once(char::is_whitespace).unwrap_or((&words, ""));
        let rest = rest.trim();
        let done = match command.strip_prefix(MARK).unwrap_or(command) {
            "" => return Ok(Next::On),
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "?" | "help" => say(&help(&*self.session)),
            "moves" => say(&self.moves()),
            "board" => {
                self.shown = usize::MAX;
                Ok(())
            }
            "undo" => self.undo(),
            "hint" => self.hint(rest),
            "analyse" | "analyze" => self.analyse(rest),
            "save" => self.save(rest),
            "load" if rest.is_empty() => {
                Err(Failure::input("load what? `load FILE` goes on with a game that was saved"))
            }
            "load" => loaded(self.game, Path::new(rest)).and_then(|session| self.go_on(session)),
            other if command.starts_with(MARK) => {
                let what = format!("`{MARK}{other:.50}` is no command: `?` lists them");
                Err(Failure::input(what))
            }
            _ => self.make(&words),
        };
        // A mistake at the keyboard ends nothing.
        done.or_else(|failure| say(&format!("{failure}\n")))?;
        Ok(Next::On)
    }

    /// Makes one move, or several one after the other while somebody at the keyboard is to move.
    fn make(&mut self, words: &str) -> Result<(), Failure> {
        for (word, number) in words.split_whitespace().zip(0..) {
            if number > 0 && !self.is_human(&*self.session) {
                let what = "and what follows is left out: it is not your turn";
                return Err(Failure::input(format!("`{word:.50}` {what}")));
            }
            let choice = self.session.read(word)?;
            self.session.play(choice);
        }
        Ok(())
    }

    /// Whether somebody at the keyboard is to move.
    fn is_human(&self, session: &dyn Session) -> bool {
        match session.turn() {
            Some(Turn::Player(player)) => matches!(self.seats[player.index()], Seat::Human),
            _ => false,
        }
    }

    /// Goes on with another game, or from another place in this one.
    fn go_on(&mut self, session: Box<dyn Session>) -> Result<(), Failure> {
        for seat in &self.seats {
            if let Seat::Computer { spec, .. } = seat {
                check_start(spec, self.game, &*session)?;
            }
        }
        self.session = session;
        self.shown = usize::MAX;
        self.begin()
    }

    fn moves(&self) -> String {
        let names: Vec<String> =
            (0..self.session.choices() as u32).map(|one| self.session.name(Choice(one))).collect();
        format!("{}\n", names.join(" "))
    }

    /// Takes moves back until somebody at the keyboard is to move again.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut before = self.session.fork();
        while before.undo() {
            if self.is_human(&*before) {
                return self.go_on(before);
            }
        }
        Err(Failure::input("there is no move of yours to take back"))
    }

    fn thought(&self, text: &str, lines: usize) -> Result<outplay::face::Answer, Failure> {
        let time = match text {
            "" => THOUGHT,
            text => outplay::parse_time(text).map_err(|error| Failure::input(error.to_string()))?,
        };
        if self.session.is_over() {
            return Err(Failure::input("the game is over: there is nothing to search"));
        }
        let about = self.game.0.about();
        let book = books::shipped(&*self.game.0)?;
        let mut options = outplay::face::Options { book, ..outplay::face::Options::default() };
        options.textbook.deepen = true;
        options.textbook.table = true;
        options.tables = tables::Choice::default().open(&*self.game.0)?;
        let mut thinker = self.game.0.thinker(about.usual_search(), &options)?;
        let stop = interrupt::flag();
        let limits = Limits { time: Some(time), stop: Some(stop.clone()), ..Limits::default() };
        let question = Question { lines, ..Question::default() };
        let answer = thinker.think(&*self.session, &question, &limits, &mut |_| ());
        // Ctrl-C ends the thought, not the game.
        stop.store(false, Ordering::Relaxed);
        Ok(answer?)
    }

    fn hint(&self, text: &str) -> Result<(), Failure> {
        let answer = self.thought(text, 1)?;
        let name = answer.best.map(|best| self.session.name(best));
        say(&format!("{}\n", name.as_deref().unwrap_or("nothing was found in time")))
    }

    fn analyse(&self, text: &str) -> Result<(), Failure> {
        const LINES: usize = 3;
        let answer = self.thought(text, LINES)?;
        let lines = analyse::lines(&*self.session, &answer, LINES);
        let lines = lines
            .iter()
            .map(|line| format!("{}: {}\n", line.sentence(&answer.unit), line.moves.join(" ")));
        say(&lines.collect::<String>())
    }

    fn save(&self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::input("`save` needs the name of a file"));
        }
        if Path::new(file).symlink_metadata().is_ok() {
            let what = format!(
                "{file:.200} is there already, and nothing is written over: save under another name"
            );
            return Err(Failure::input(what));
        }
        let moves: Vec<String> = self.session.plies().into_iter().map(|ply| ply.name).collect();
        let (name, start) = (&self.game.0.about().name, self.session.start_text());
        let text = format!("{HEAD}{name}\n{start}\n{}\n", moves.join(" "));
        Target::new(Path::new(file), Kind::GAME, Force { force: false })?.put(text.as_bytes())?;
        say(&format!("saved in {file}\n"))
    }

    fn end(&self) -> Result<(), Failure> {
        say(&format!("{}\n", ending_told(self.game.0.about(), &*self.session)))
    }
}

/// What a saved game begins with.
const HEAD: &str = "# outplay game: its name, its start if it is not the usual one, its moves\n";

/// What `?` says: with the keys, where moves are directions.
fn help(at: &dyn Session) -> String {
    match input::has_directions(at) {
        true => format!("{KEYS}{HELP}"),
        false => HELP.to_owned(),
    }
}

const KEYS: &str = "\
arrow keys      move, on a terminal; the space bar makes the only move that is in no direction
u, h, ?, q      undo, hint, help, quit
:               asks for a line: a move, or one of the commands below
";

const HELP: &str = "\
a move          plays it; Tab completes. A move comes first where it has the name of a command:
                with a / before it, a word is always a command, as in /undo
hint [TIME]     what a search would play
analyse [TIME]  the best three lines
undo            takes your last move back, and what came after it
moves           all legal moves
board           shows the board again
save FILE, load FILE
quit            leaves
";

/// A game that was saved.
fn loaded(game: &Faced, file: &Path) -> Result<Box<dyn Session>, Failure> {
    let text = files::text(file, Kind::GAME)?;
    let shown = file.display();
    let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
    let (name, start) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    let ours = &game.0.about().name;
    if name != ours {
        return Err(Failure::input(format!(
            "{shown}: it is a game of `{name:.50}`, not of {ours}"
        )));
    }
    let moves = lines.next().unwrap_or("");
    let session = game.0.open(&format!("{start} {moves}"));
    session.map_err(|wrong| Failure::input(format!("{shown}: {wrong}")))
}

/// Says something at once. Nobody reads it any more: that is no reason to stop without a word.
fn say(text: &str) -> Result<(), Failure> {
    crate::printed(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The computer has the book of the game, as on the page, unless it is told otherwise.
    #[test]
    fn the_usual_opponent_has_the_book() {
        let texts = |name: &str, against: Option<&str>| {
            let game = Faced(games::named(name).expect("a game"));
            let options = Options {
                game: name.to_owned(),
                place: Place::default(),
                against: against.map(str::to_owned),
                seats: Vec::new(),
                load: None,
                seed: None,
            };
            seat_texts(&options, &game).expect("seats")
        };
        assert_eq!(texts("connect-four", None), ["human", "engine:time=1s,book=own"]);
        assert_eq!(texts("connect-four", Some("engine:time=2s"))[1], "engine:time=2s");
        assert_eq!(texts("pig", None)[1], "alpha-beta:time=1s");
        assert_eq!(texts("rolit", None)[1], "max-n:time=1s");
    }
}
