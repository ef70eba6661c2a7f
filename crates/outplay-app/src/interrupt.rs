//! Ctrl-C: the first one asks a search to stop and report, the second one ends the program, and the programs it has started.

use std::io;
use std::process::{self, Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::failure::warn;
use crate::{files, keys};

/// A flag that Ctrl-C sets. Where the signal cannot be caught, the flag is never set.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let ours = Arc::clone(&flag);
        let caught = ctrlc::set_handler(move || {
            if ours.swap(true, Ordering::Relaxed) {
                // Nothing is started any more while the list is held.
                let groups = groups();
                groups.iter().for_each(|&group| kill(group));
                files::abandon();
                keys::restore();
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

/// The process groups of the programs that run, by the first process of each.
fn groups() -> MutexGuard<'static, Vec<u32>> {
    static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a process group of its own, which a second Ctrl-C ends as well.
pub(crate) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut groups = groups();
    let child = command.spawn()?;
    groups.push(child.id());
    Ok(child)
}

/// Ends a program and all that it has started, and waits until it is gone.
pub(crate) fn end(child: &mut Child) {
    kill(child.id());
    groups().retain(|&group| group != child.id());
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(unix)]
fn kill(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    let _ = killpg(Pid::from_raw(group.cast_signed()), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill(_: u32) {}
