//! `outplay new`: writes a crate with a game of your own, which has every door from the first minute.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::{Failure, warn};
use crate::files::{Force, Kind, Target};
use crate::games;

const NOTES: &str = "\
The crate has the rules of a small game to be replaced by yours, and a test that they keep their promises. In its folder,
`cargo run --release -- play NAME` plays it in the terminal, `cargo run --release` shows the page, and `cargo run --release -- doctor NAME`
says what is wrong with the rules.";

const MANIFEST: &str = include_str!("Cargo.toml.txt");
const MAIN: &str = include_str!("main.rs.txt");

/// The options of `outplay new`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Options {
    /// The name of the game and of its folder: small letters, digits and dashes
    name: String,
    /// Where the sources of Outplay are; if they are not said and not where this program was built, its published crates are used
    #[arg(long, value_name = "FOLDER")]
    outplay: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let name = &options.name;
    let is_fine = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-';
    if !name.starts_with(|one: char| one.is_ascii_lowercase()) || !name.chars().all(is_fine) {
        return Err(Failure::input(format!(
            "`{name:.50}` is no name for a game: write small letters, digits and dashes, and a letter first, like `my-game`"
        )));
    }
    check_name(name)?;
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Failure::input(format!("{name} is there already: nothing was written")));
    }
    let files = [
        ("Cargo.toml", MANIFEST.replace("GAME", name).replace("SOURCES", &sources(options)?)),
        ("src/main.rs", MAIN.replace("GAME", name)),
        (".gitignore", "/target\n".to_owned()),
    ];
    for (file, text) in files {
        let path = folder.join(file);
        let made = fs::create_dir_all(path.parent().unwrap_or(folder));
        made.map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        Target::new(&path, Kind::SOURCE, Force { force: false })?.put(text.as_bytes())?;
    }
    warn(&format!("the rules are in {name}/src/main.rs: make them yours"));
    Ok(format!("cd {name} && cargo run --release -- play {name}\n"))
}

/// Words of the language.
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Crates that come with the language, and folders that Cargo builds in.
const TAKEN: [&str; 9] =
    ["alloc", "build", "core", "deps", "examples", "incremental", "proc-macro", "std", "test"];
/// Crates that every game of one's own stands on.
const OURS: [&str; 3] = ["outplay", "outplay-app", "outplay-games"];

/// Refuses names that Cargo or the catalogue has another use for.
fn check_name(name: &str) -> Result<(), Failure> {
    let is_listed = || games::all().listings().iter().any(|listing| listing.name == name);
    let why = match name {
        word if KEYWORDS.contains(&word) => "is a word of the language Rust",
        word if TAKEN.contains(&word) => "is a name that Cargo has another use for",
        word if OURS.contains(&word) => "is a crate that the game will stand on",
        _ if is_listed() => "is the name of a game that is there already",
        _ => return Ok(()),
    };
    Err(Failure::input(format!("`{name}` {why}: choose another name, like `my-{name}`")))
}

/// The lines of the manifest that say where Outplay is.
fn sources(options: &Options) -> Result<String, Failure> {
    // The folder of all crates, as it was when this program was built.
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let crates = match &options.outplay {
        Some(folder) => Some(folder.join("crates")),
        // A program that was installed from the registry was built in a folder that has no other crates of ours beside it.
        None => built.filter(|crates| has_sources(crates)).map(Path::to_owned),
    };
    let line = |name: &str| -> Result<String, Failure> {
        let Some(crates) = &crates else {
            return Ok(format!("{name} = \"{}\"\n", env!("CARGO_PKG_VERSION")));
        };
        let path = crates.join(name);
        let path = path.canonicalize().map_err(|error| {
            Failure::input(format!(
                "--outplay: {}: {error}; name the folder that has crates/{name}",
                path.display()
            ))
        })?;
        Ok(format!("{name} = {{ path = {:?} }}\n", path.display().to_string()))
    };
    OURS.map(line).into_iter().collect()
}

/// Whether all crates are in a folder, each under its own name.
fn has_sources(crates: &Path) -> bool {
    OURS.iter().all(|name| crates.join(name).join("Cargo.toml").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_a_registry_are_no_sources() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(has_sources(here));
        let folder = std::env::temp_dir().join(format!("outplay-new-{}", std::process::id()));
        let installed = folder.join("outplay-app-0.1.0");
        fs::create_dir_all(installed.join("Cargo.toml")).unwrap();
        let found = has_sources(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert!(!found);
    }
}
