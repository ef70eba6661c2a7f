//! Reading a tree: from a file, from standard input, or from the command line itself.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use outplay::Tree;
use outplay::tree::MAX_BYTES;

use crate::failure::Failure;

/// The tree that an argument means: an existing file, `-` for standard input, or the text of a tree.
pub(crate) fn tree(source: &OsStr) -> Result<Tree, Failure> {
    if source == "-" {
        return parsed("standard input", all_of(io::stdin().lock(), "standard input")?);
    }
    let path = Path::new(source);
    let shown = path.display().to_string();
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(Failure::input(format!("`{shown}` is a folder"))),
        Ok(_) => {
            let file = File::open(path).map_err(|error| unreadable(&shown, &error))?;
            parsed(&shown, all_of(file, &shown)?)
        }
        Err(_) => inline(&text("the argument", source.as_encoded_bytes().to_vec())?),
    }
}

/// Reads to the end, or one byte beyond what is allowed.
fn all_of(reader: impl Read, shown: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    reader.take(limit).read_to_end(&mut bytes).map_err(|error| unreadable(shown, &error))?;
    if bytes.len() > MAX_BYTES {
        let what = format!("{shown} is too long: at most {MAX_BYTES} bytes (16 MiB) are read");
        return Err(Failure::input(what));
    }
    Ok(bytes)
}

fn unreadable(shown: &str, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {shown}: {error}"))
}

fn text(shown: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        Failure::input(format!("{shown} is not UTF-8 text: byte 0x{byte:02x} at byte {at}"))
    })
}

fn parsed(shown: &str, bytes: Vec<u8>) -> Result<Tree, Failure> {
    let text = text(shown, bytes)?;
    // Some editors start a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    text.parse().map_err(|error| Failure::input(format!("{shown}: {error}")))
}

/// A tree on the command line. A word that is neither a file nor a tree is most likely a file name
/// with a typing error.
fn inline(text: &str) -> Result<Tree, Failure> {
    let parsed: Result<Tree, _> = text.parse();
    if text.contains(['(', '{', '[']) || text.trim().is_empty() {
        return parsed.map_err(|error| Failure::input(error.to_string()));
    }
    let is_tree = |tree: &Tree| tree.course().is_some() || tree.written(tree.root()).is_some();
    parsed.ok().filter(is_tree).ok_or_else(|| {
        let shown: String = text.chars().take(60).collect();
        Failure::input(format!("there is no file `{shown}`, and it is not a tree either"))
    })
}
