//! Tables: the verdicts of whole slices in little room, how far wins are, or scores, made once and looked up ever after.
//!
//! [`Build`] solves the slices of a game by [retrograde analysis](super::retrograde) and gives each to a [`Store`] as the bytes of one
//! table. A [`Table`] is read where it is kept, block by block through a [`Cache`] of decoded ones; each block has a checksum. The
//! format is told in docs/tables.md.

mod build;
mod cache;
mod check;
mod format;
mod huffman;
mod kind;
mod runs;
mod shelf;
mod shelves;
mod solved;
mod table;
mod tabled;
mod told;
mod values;

pub(crate) use build::slices_for;
pub use build::{Build, BuildWatch, Plan, SliceError, Store};
#[cfg(feature = "cluster")]
pub(crate) use build::{Known, last_uses};
pub use cache::Cache;
pub use check::Checked;
pub use format::{About, TableError};
pub use kind::Kind;
pub use shelf::Shelf;
pub use shelves::Shelves;
pub use solved::{Probed, Solved};
pub use table::{Table, TableSource};
pub use tabled::Tabled;
