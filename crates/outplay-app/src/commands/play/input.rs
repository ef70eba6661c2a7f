//! What is typed: lines with completion on a terminal, plain lines from a pipe, and arrow keys where moves are directions.

use std::io::{self, BufRead, IsTerminal};

use outplay::face::board::Toward;
use outplay::face::{Choice, Session};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::failure::Failure;
use crate::keys::{Key, Keyboard};

/// What was typed.
pub(super) enum Typed {
    Move(Choice),
    Line(String),
    /// The end of the input, or Ctrl-C.
    End,
}

/// Where lines come from.
pub(super) struct Input {
    /// None where standard input is no terminal.
    editor: Option<Editor<Words, DefaultHistory>>,
}

impl Input {
    pub(super) fn new() -> Input {
        let is_terminal = io::stdin().is_terminal();
        Input { editor: is_terminal.then(|| Editor::new().ok()).flatten() }
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// The next move or line.
    pub(super) fn next(&mut self, prompt: &str, at: &dyn Session) -> Result<Typed, Failure> {
        let Some(editor) = &mut self.editor else { return piped() };
        if has_directions(at) {
            match pressed(at) {
                Pressed::Move(choice) => return Ok(Typed::Move(choice)),
                Pressed::Command(command) => return Ok(Typed::Line(command.to_owned())),
                Pressed::End => return Ok(Typed::End),
                Pressed::Line => {}
            }
        }
        let names = (0..at.choices() as u32).map(|one| at.name(Choice(one)));
        editor.set_helper(Some(Words(names.chain(COMMANDS.map(str::to_owned)).collect())));
        match editor.readline(prompt) {
            Ok(line) => {
                let _ = editor.add_history_entry(line.as_str());
                Ok(Typed::Line(line.trim().to_owned()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Typed::End),
            Err(error) => Err(Failure::input(format!("cannot read what is typed: {error}"))),
        }
    }
}

/// The next line of a pipe. Nothing is asked for, because nobody sees it.
fn piped() -> Result<Typed, Failure> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(0) => Ok(Typed::End),
        Ok(_) => Ok(Typed::Line(line.trim().to_owned())),
        Err(error) => Err(Failure::input(format!("cannot read what is typed: {error}"))),
    }
}

const COMMANDS: [&str; 9] =
    ["hint", "undo", "analyse", "moves", "save", "load", "board", "help", "quit"];

/// Completes moves and commands.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> Result<(usize, Vec<String>), ReadlineError> {
        let begun = &line[..at];
        let fitting = self.0.iter().filter(|word| word.starts_with(begun));
        Ok((0, fitting.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// What a key means.
enum Pressed {
    Move(Choice),
    Command(&'static str),
    Line,
    End,
}

/// Names that moves have where they are directions.
const NAMES: [(Toward, [&str; 2]); 4] = [
    (Toward::Up, ["up", "north"]),
    (Toward::Down, ["down", "south"]),
    (Toward::Left, ["left", "west"]),
    (Toward::Right, ["right", "east"]),
];

/// The move in a direction.
fn toward(at: &dyn Session, wanted: Toward) -> Option<Choice> {
    let is_it = |choice: &Choice| {
        let name = at.name(*choice).to_lowercase();
        let named = NAMES.iter().any(|(one, names)| *one == wanted && names.contains(&&*name));
        named || at.gesture(*choice).toward == Some(wanted)
    };
    (0..at.choices() as u32).map(Choice).find(is_it)
}

/// Whether moves are directions.
fn has_directions(at: &dyn Session) -> bool {
    NAMES.iter().any(|(wanted, _)| toward(at, *wanted).is_some())
}

/// Waits for a key that means something.
fn pressed(at: &dyn Session) -> Pressed {
    let mut keyboard = Keyboard::new();
    loop {
        let Some(key) = keyboard.key() else { return Pressed::End };
        let wanted = match key {
            Key::Up => Some(Toward::Up),
            Key::Down => Some(Toward::Down),
            Key::Left => Some(Toward::Left),
            Key::Right => Some(Toward::Right),
            Key::Letter(b':') => return Pressed::Line,
            Key::Letter(b'q') => return Pressed::Command("quit"),
            Key::Letter(b'u') => return Pressed::Command("undo"),
            Key::Letter(b'h') => return Pressed::Command("hint"),
            Key::Letter(b'?') => return Pressed::Command("help"),
            Key::Letter(b' ') => match at.read("stop") {
                Ok(choice) => return Pressed::Move(choice),
                Err(_) => None,
            },
            Key::Letter(_) | Key::Other => None,
        };
        if let Some(choice) = wanted.and_then(|wanted| toward(at, wanted)) {
            return Pressed::Move(choice);
        }
    }
}
