//! Reading a tree: from a file, from standard input, or from the command line itself.

use std::ffi::OsStr;
use std::path::Path;

use outplay::Tree;

use crate::failure::Failure;
use crate::files::{self, Kind};

/// The tree that an argument means: an existing file, `-` for standard input, or the text of a tree.
pub(crate) fn tree(source: &OsStr) -> Result<Tree, Failure> {
    let path = Path::new(source);
    if source != "-" && !path.exists() {
        return inline(&files::utf8("the argument", source.as_encoded_bytes().to_vec())?);
    }
    let (text, shown) = files::read_or_stdin(path, Kind::TREE)?;
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
