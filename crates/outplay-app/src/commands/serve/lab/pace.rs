//! The pace of work that may be dear: first it has to be quick; if that does not do, it lets others go first now and then.

use std::time::Duration;

use crate::failure::Failure;

/// What takes no longer than this is quick.
const QUICK: Duration = Duration::from_millis(20);

/// How long work may take.
pub(super) enum Pace<'p> {
    /// It is given up if it takes long.
    Quick,
    /// It takes its time. After each part others go first; this says whether somebody still waits for the answer.
    Dear(&'p mut dyn FnMut() -> bool),
}

impl Pace<'_> {
    pub(super) fn is_quick(&self) -> bool {
        matches!(self, Pace::Quick)
    }

    /// How long work may take that usually may take so long.
    pub(super) fn limit(&self, usual: Duration) -> Duration {
        if self.is_quick() { usual.min(QUICK) } else { usual }
    }

    /// Lets others go first.
    pub(super) fn pause(&mut self) -> Result<(), Failure> {
        let is_wanted = match self {
            Pace::Quick => true,
            Pace::Dear(pause) => pause(),
        };
        if is_wanted { Ok(()) } else { Err(Failure::input("nobody waits for this any more")) }
    }
}
