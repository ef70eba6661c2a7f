//! The session with a controller: one game after the other, and the list of commands.

use std::io::{self, Write};
use std::sync::Arc;

use outplay::face::{self, AnyGame, Thinker};

use super::analysis::Style;
use super::clocks::Clocks;
use super::input::Input;
use super::request::Request;
use super::variant::Variant;
use super::words::{Answer, syntax_error};
use super::{Options, title};
use crate::failure::Failure;
use crate::lines;

/// One game after the other with a controller.
pub(super) struct Session<'o> {
    pub(super) options: &'o Options,
    pub(super) game: Arc<dyn AnyGame>,
    /// The name of the game as the controller has chosen it, for all games to come.
    pub(super) variant: Variant,
    /// Stones of handicap in the present game alone.
    pub(super) handicap: Option<u32>,
    /// The search. There is none yet after a change of the game.
    thinker: Option<Box<dyn Thinker>>,
    /// The game under way.
    pub(super) at: Box<dyn face::Session>,
    pub(super) steps: Vec<Step>,
    pub(super) clocks: Clocks,
    pub(super) input: Input,
    /// The number of the command that is being answered.
    id: String,
    /// Whether the answer has begun already.
    is_answering: bool,
    pub(super) has_quit: bool,
}

/// What was there before something that the controller takes for a move: a move, a pass that it leaves out and a move, or nothing where
/// the game is over.
pub(super) enum Step {
    /// The same game, with so many moves.
    Length(usize),
    /// Another game: to make the move, passes were taken back.
    Game(Box<dyn face::Session>),
}

/// A command, by what it does.
type Command = fn(&mut Session<'_>, &[&str]) -> Answer;

/// All commands: the one list of them.
const COMMANDS: &[(&str, Command)] = &[
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Outplay".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, words| known_command(words)),
    ("list_commands", |_, _| Ok(names().join("\n"))),
    ("quit", |session, _| session.quit()),
    ("boardsize", |session, words| session.board_size(words)),
    ("clear_board", |session, _| session.clear_board()),
    ("komi", |session, words| session.komi(words)),
    ("get_komi", |session, _| session.get_komi()),
    ("fixed_handicap", |session, words| session.fixed_handicap(words)),
    ("place_free_handicap", |session, words| session.place_free_handicap(words)),
    ("set_free_handicap", |session, words| session.set_free_handicap(words)),
    ("play", |session, words| session.play(words)),
    ("genmove", |session, words| session.generate(words, true)),
    ("reg_genmove", |session, words| session.generate(words, false)),
    ("kgs-genmove_cleanup", |session, words| session.clean_up(words)),
    ("undo", |session, _| session.undo(1)),
    ("gg-undo", |session, words| session.undo_several(words)),
    ("showboard", |session, _| session.show_board()),
    ("time_settings", |session, words| session.time_settings(words)),
    ("kgs-time_settings", |session, words| session.kgs_time_settings(words)),
    ("time_left", |session, words| session.time_left(words)),
    ("final_score", |session, _| session.final_score()),
    ("final_status_list", |session, words| session.final_status_list(words)),
    ("loadsgf", |session, words| session.load(words)),
    ("printsgf", |session, words| session.print(words)),
    ("lz-analyze", |session, words| session.analyse(words, Style::Leela)),
    ("kata-analyze", |session, words| session.analyse(words, Style::Kata)),
    ("lz-genmove_analyze", |session, words| session.generate_analysed(words, Style::Leela)),
    ("kata-genmove_analyze", |session, words| session.generate_analysed(words, Style::Kata)),
    ("list_games", |session, _| Ok(title(session.game.about().plain_name()))),
    ("set_game", |session, words| session.set_game(words)),
];

fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|(name, _)| *name).collect()
}

fn known_command(words: &[&str]) -> Answer {
    let [name] = words else { return Err(syntax_error()) };
    Ok(names().contains(name).to_string())
}

impl<'o> Session<'o> {
    pub(super) fn new(options: &'o Options, game: Arc<dyn AnyGame>) -> Result<Self, Failure> {
        let mut session = Session {
            options,
            variant: Variant::of(&game.about().name),
            handicap: None,
            thinker: None,
            at: game.start(),
            game,
            steps: Vec::new(),
            clocks: Clocks::default(),
            input: Input::new(),
            id: String::new(),
            is_answering: false,
            has_quit: false,
        };
        // What is wrong with the options is said at once.
        session.thinker = Some(session.made()?);
        Ok(session)
    }

    /// A search of the present game.
    fn made(&self) -> Result<Box<dyn Thinker>, Failure> {
        let (search, mcts) = self.options.search(self.game.about())?;
        let mut wanted = self.options.machine.options(&*self.game)?;
        wanted.mcts = mcts;
        // A search of the textbook is stopped when its time is over, and has to know something by then.
        wanted.textbook.deepen = true;
        Ok(self.game.thinker(search, &wanted)?)
    }

    /// The search, to be [given back](Self::give_back).
    pub(super) fn take_thinker(&mut self) -> Result<Box<dyn Thinker>, String> {
        let made = self.thinker.take().map_or_else(|| self.made(), Ok);
        made.map_err(|failure| failure.to_string())
    }

    pub(super) fn give_back(&mut self, thinker: Box<dyn Thinker>) {
        self.thinker = Some(thinker);
    }

    /// Goes on with another game, or with another variant of it: what the search knows is of no use there.
    pub(super) fn change(&mut self, game: Arc<dyn AnyGame>, at: Box<dyn face::Session>) {
        (self.game, self.at, self.thinker) = (game, at, None);
    }

    /// A new game of the same kind.
    pub(super) fn begin(&mut self) {
        self.at = self.game.start();
        self.steps.clear();
        self.clocks.restart();
        if let Some(thinker) = &mut self.thinker {
            thinker.begin(0);
        }
    }

    /// Answers until nobody asks any more.
    pub(super) fn serve(&mut self) -> Result<(), Failure> {
        let unreadable = |error| Failure::input(format!("cannot read the commands: {error}"));
        while !self.has_quit {
            let Some(line) = self.input.line().map_err(unreadable)? else { break };
            let Some(request) = Request::of(&line) else { continue };
            self.id.clone_from(&request.id);
            let answer = self.answer(&request);
            match self.finish(&answer) {
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
        let command = COMMANDS.iter().find(|(known, _)| known == name);
        let (_, run) = command.ok_or("unknown command")?;
        run(self, arguments)
    }

    /// Begins an answer that is told bit by bit.
    pub(super) fn start_answer(&mut self) {
        self.is_answering = true;
        // If nobody listens any more, that shows when the answer ends.
        let _ = say(&format!("={}\n", self.id));
    }

    /// The rest of an answer, or all of it, and the blank line behind it.
    fn finish(&mut self, answer: &Answer) -> io::Result<()> {
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        match std::mem::take(&mut self.is_answering) {
            true if text.is_empty() => say("\n"),
            true => say(&format!("{text}\n\n")),
            false => {
                let answer = format!("{sign}{} {text}", self.id);
                say(&format!("{}\n\n", answer.trim_end()))
            }
        }
    }

    fn quit(&mut self) -> Answer {
        self.has_quit = true;
        Ok(String::new())
    }

    /// The picture below the sign, without the blank lines that would end the answer.
    fn show_board(&mut self) -> Answer {
        Ok(below(&self.at.picture()))
    }
}

/// A text of several lines below the sign of an answer, without the blank lines that would end it.
pub(super) fn below(text: &str) -> String {
    let rows = text.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| format!("\n{row}")).collect()
}

pub(super) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
