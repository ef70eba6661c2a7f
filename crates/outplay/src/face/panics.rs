//! Panics: rules that a stranger has written may panic. That ends what was asked for, and nothing else.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does something with the rules of a game. If they panic, the error is what they say.
///
/// ```
/// use outplay::face::guarded;
///
/// assert_eq!(guarded(|| 3), Ok(3));
/// let rules = || -> u8 { panic!("{} is too many", 4) };
/// assert_eq!(guarded(rules), Err("4 is too many".to_owned()));
/// ```
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        text.unwrap_or("the rules panicked, and do not say why").to_owned()
    })
}
