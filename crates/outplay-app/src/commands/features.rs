//! `outplay features`: what in the engine can be switched off, from the one table of features.

use clap::Args;
use outplay::engine::FEATURES;

use crate::failure::Failure;

/// The options of `outplay features`.
#[derive(Args)]
pub(crate) struct Options {
    /// Print the names only, one a line, for scripts
    #[arg(long)]
    names: bool,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let each = FEATURES.iter().map(|feature| match options.names {
        true => format!("{}\n", feature.name),
        false => {
            let sound = if feature.is_sound { "sound" } else { "not sound" };
            let reference = match feature.reference {
                "" => String::new(),
                reference => format!(" [{reference}]"),
            };
            format!("{:30} {sound:10} {}{reference}\n", feature.name, feature.about)
        }
    });
    Ok(each.collect())
}
