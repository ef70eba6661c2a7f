//! What is typed: lines with completion on a terminal, plain lines from a pipe, and arrow keys where moves are directions.

use std::io::{self, IsTerminal};

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
use crate::lines;

/// What was typed.
pub(super) enum Typed {
    Move(Choice),
    Line(String),
    /// The end of the input, or Ctrl-C.
    End,
}

/// Where lines and keys come from.
pub(super) enum Input {
    /// Standard input is no terminal.
    Pipe,
    Lines(Box<Editor<Words, DefaultHistory>>),
    /// Moves are directions, or were: from then on all is typed key by key, so that nothing is lost between two readers.
    Keys(Keyboard),
}

impl Input {
    pub(super) fn new() -> Input {
        let editor = || Editor::new().ok();
        match io::stdin().is_terminal().then(editor).flatten() {
            Some(editor) => Input::Lines(Box::new(editor)),
            None => Input::Pipe,
        }
    }

    pub(super) fn is_terminal(&self) -> bool {
        !matches!(self, Input::Pipe)
    }

    /// The next move or line.
    pub(super) fn next(&mut self, prompt: &str, at: &dyn Session) -> Result<Typed, Failure> {
        if matches!(self, Input::Lines(_)) && has_directions(at) {
            *self = Input::Keys(Keyboard::new());
        }
        match self {
            Input::Pipe => piped(),
            Input::Lines(editor) => edited(editor, prompt, at),
            Input::Keys(keyboard) => pressed(keyboard, prompt, at),
        }
    }
}

/// The next line of a pipe. Nothing is asked for, because nobody sees it.
fn piped() -> Result<Typed, Failure> {
    let line = lines::next(&mut io::stdin().lock(), lines::LONGEST);
    match line.map_err(|error| unreadable(&error))? {
        None => Ok(Typed::End),
        Some(line) if line.is_cut => {
            let what = format!("a line of the input is longer than {} bytes", lines::LONGEST);
            Err(Failure::input(what))
        }
        Some(line) => match String::from_utf8(line.bytes) {
            Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
            Err(_) => Err(Failure::input("a line of the input is not UTF-8 text")),
        },
    }
}

fn unreadable(error: &dyn std::error::Error) -> Failure {
    Failure::input(format!("cannot read what is typed: {error}"))
}

/// The next line, with completion.
fn edited(
    editor: &mut Editor<Words, DefaultHistory>,
    prompt: &str,
    at: &dyn Session,
) -> Result<Typed, Failure> {
    let names = (0..at.choices() as u32).map(|one| at.name(Choice(one)));
    let plain = COMMANDS.iter().map(|&command| command.to_owned());
    let marked = COMMANDS.iter().map(|command| format!("{MARK}{command}"));
    editor.set_helper(Some(Words(names.chain(plain).chain(marked).collect())));
    match editor.readline(prompt) {
        Ok(line) => {
            let _ = editor.add_history_entry(line.as_str());
            Ok(Typed::Line(line.trim().to_owned()))
        }
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Typed::End),
        Err(error) => Err(unreadable(&error)),
    }
}

/// What a command may begin with, so that no move has its name.
pub(super) const MARK: char = '/';

const COMMANDS: [&str; 9] =
    ["hint", "undo", "analyse", "moves", "save", "load", "board", "help", "quit"];

/// Completes moves and commands.
pub(super) struct Words(Vec<String>);

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
pub(super) fn has_directions(at: &dyn Session) -> bool {
    NAMES.iter().any(|(wanted, _)| toward(at, *wanted).is_some())
}

/// The only move that is in no direction: to stay, for example.
fn resting(at: &dyn Session) -> Option<Choice> {
    let is_direction =
        |choice: Choice| NAMES.iter().any(|(wanted, _)| toward(at, *wanted) == Some(choice));
    let mut others = (0..at.choices() as u32).map(Choice).filter(|&choice| !is_direction(choice));
    others.next().filter(|_| others.next().is_none())
}

/// Waits for a key that means something, or for a line.
fn pressed(keyboard: &mut Keyboard, prompt: &str, at: &dyn Session) -> Result<Typed, Failure> {
    let line = |begun: &str, keyboard: &mut Keyboard| {
        Ok(keyboard.line(prompt, begun)?.map_or(Typed::End, Typed::Line))
    };
    if !has_directions(at) {
        return line("", keyboard);
    }
    let command = |name: &str| Ok(Typed::Line(format!("{MARK}{name}")));
    loop {
        let Some(key) = keyboard.key() else { return Ok(Typed::End) };
        let choice = match key {
            Key::Up => toward(at, Toward::Up),
            Key::Down => toward(at, Toward::Down),
            Key::Left => toward(at, Toward::Left),
            Key::Right => toward(at, Toward::Right),
            Key::Letter(b' ') => resting(at),
            Key::Letter(b':') => return line("", keyboard),
            Key::Letter(b'/') => return line("/", keyboard),
            Key::Letter(b'q') => return command("quit"),
            Key::Letter(b'u') => return command("undo"),
            Key::Letter(b'h') => return command("hint"),
            Key::Letter(b'?') => return command("help"),
            Key::Letter(_) | Key::Other => None,
        };
        if let Some(choice) = choice {
            return Ok(Typed::Move(choice));
        }
    }
}
