//! Knobs: the name of a search as the option `--search` has it, with the knobs of Monte-Carlo search behind a colon.

use outplay::mcts;

use crate::failure::Failure;

/// The name of a search, and the knobs of Monte-Carlo search: `mcts:simulations=10000,rule=puct`.
pub(crate) fn read(search: &str) -> Result<(&str, mcts::Config), Failure> {
    let mut config = mcts::Config::default();
    let Some((name, knobs)) = search.split_once(':') else { return Ok((search, config)) };
    let wrong = |what: String| Failure::input(format!("--search {search:.60}: {what}"));
    if name != "mcts" {
        return Err(wrong(
            "only Monte-Carlo search has knobs here, like mcts:rule=puct".to_owned(),
        ));
    }
    for knob in knobs.split(',') {
        let (key, text) = knob
            .split_once('=')
            .ok_or_else(|| wrong(format!("`{knob:.40}` is not a knob like rule=puct")))?;
        config.set(key, text).map_err(wrong)?;
    }
    Ok((name, config))
}
