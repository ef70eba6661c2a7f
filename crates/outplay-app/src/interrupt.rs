//! Ctrl-C: the first one asks a search to stop and report, the second one ends the program.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::failure::warn;

/// A flag that Ctrl-C sets. Where the signal cannot be caught, the flag is never set.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let ours = Arc::clone(&flag);
        let caught = ctrlc::set_handler(move || {
            if ours.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        if let Err(error) = caught {
            warn(&format!("Ctrl-C will not print what is known so far: {error}"));
        }
        flag
    }))
}

/// Whether Ctrl-C was pressed since the first call of [`flag`].
pub(crate) fn asked() -> bool {
    flag().load(Ordering::Relaxed)
}
