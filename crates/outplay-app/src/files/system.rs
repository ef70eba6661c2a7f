//! What the system says about itself.

use std::path::Path;

/// The text of a file of `/proc`; nothing where there is none.
pub(crate) fn of_system(path: impl AsRef<Path>) -> Option<String> {
    std::fs::read_to_string(path).ok()
}
