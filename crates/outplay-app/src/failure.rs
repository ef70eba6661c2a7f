//! Failures: what is said on standard error, and the exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use outplay::face::{Refusal, Wrong};

/// Why there is no result.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// The input is wrong.
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: 2 }
    }

    /// Somebody pressed Ctrl-C before anything was known.
    pub(crate) fn interrupted() -> Failure {
        Failure { message: "stopped before anything was known".to_owned(), code: 130 }
    }

    /// Somebody pressed Ctrl-C before a figure was complete.
    pub(crate) fn unfinished() -> Failure {
        let message = "stopped before the search was finished: there is nothing to draw";
        Failure { message: message.to_owned(), code: 130 }
    }

    /// Somebody pressed Ctrl-C after something was printed.
    pub(crate) fn stopped() -> Failure {
        Failure { message: "stopped on request".to_owned(), code: 130 }
    }

    /// A result is not what it was said to be.
    pub(crate) fn different(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: 1 }
    }

    /// Another process of a build is gone. The same command goes on, once all are started again.
    #[cfg(feature = "cluster")]
    pub(crate) fn lost(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: 3 }
    }

    /// The command line is wrong.
    pub(crate) fn usage(error: &clap::Error) -> Failure {
        let message = error.to_string();
        let message = message.strip_prefix("error: ").unwrap_or(&message).trim_end();
        Failure::input(match error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                format!("a command is missing\n\n{message}")
            }
            _ => without_tips(message),
        })
    }

    /// Says it, and gives the exit code.
    pub(crate) fn told(self) -> ExitCode {
        warn(&self.message);
        ExitCode::from(self.code)
    }
}

impl From<Wrong> for Failure {
    fn from(wrong: Wrong) -> Failure {
        Failure::input(wrong.0)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::input(refusal.0)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Says something on standard error, if anybody still reads it.
pub(crate) fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "outplay: {message}");
}

/// Without the advice to write `-- --option`, which is never what was meant, and its blank line.
fn without_tips(message: &str) -> String {
    let paragraphs = message.split("\n\n").filter(|one| !one.starts_with("  tip: to pass '"));
    paragraphs.collect::<Vec<&str>>().join("\n\n")
}
