//! Knobs: the name of a search as the option `--search` has it, with the knobs of Monte-Carlo search behind a colon.

use outplay::face::About;
use outplay::mcts;

use crate::failure::Failure;

/// Knobs by name, and what each is set to.
pub(crate) type Knobs = Vec<(String, String)>;

/// The name of a search, and the knobs of Monte-Carlo search: `mcts:simulations=10000,rule=puct`. What is wrong with a knob that only this game has,
/// the search itself says when it is made.
pub(crate) fn read<'s>(search: &'s str, about: &About) -> Result<(&'s str, Knobs), Failure> {
    let Some((name, knobs)) = search.split_once(':') else { return Ok((search, Vec::new())) };
    let wrong = |what: String| Failure::input(format!("--search {search:.60}: {what}"));
    if name != "mcts" {
        return Err(wrong(
            "only Monte-Carlo search has knobs here, like mcts:rule=puct".to_owned(),
        ));
    }
    let read = |knob: &str| {
        let parts = knob.split_once('=');
        let (key, text) =
            parts.ok_or_else(|| wrong(format!("`{knob:.40}` is not a knob like rule=puct")))?;
        if !about.knobs.iter().any(|own| own.name == key) {
            mcts::Config::default().set(key, text).map_err(wrong)?;
        }
        Ok::<_, Failure>((key.to_owned(), text.to_owned()))
    };
    Ok((name, knobs.split(',').map(read).collect::<Result<_, _>>()?))
}

/// Whether one of them ends a search.
pub(crate) fn limit(knobs: &[(String, String)]) -> bool {
    knobs.iter().any(|(name, _)| name == "simulations")
}
