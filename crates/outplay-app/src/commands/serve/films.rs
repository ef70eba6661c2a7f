//! Films: the demonstrations of the lectures as games to watch.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outplay_games::pacman::{Layout, Pacman, Position};
use serde_json::{Value as Json, json};

use super::super::demo::{Scene, scenes};
use super::super::pacman::games;

/// The game of the demonstrations.
const GAME: &str = "pacman";

/// All films; none, if their game is not in the catalogue.
pub(super) fn list() -> Json {
    let each = |scene: &Scene| json!({ "name": scene.name(), "game": GAME, "demo": scene.demo, "side": scene.side.name });
    let is_there = crate::games::all().listings().iter().any(|listing| listing.name == GAME);
    scenes().iter().filter(|_| is_there).map(each).collect()
}

/// A game of one, from the start to its end, or until it is stopped. Before every move of Pacman, `pause` lets others go first.
pub(super) fn play(
    name: &str,
    seed: u64,
    stop: &Arc<AtomicBool>,
    pause: &mut dyn FnMut(),
) -> Result<Json, String> {
    let scenes = scenes();
    let scene = scenes.iter().find(|scene| scene.name() == name);
    let scene = scene.ok_or_else(|| format!("there is no film `{name:.50}`"))?;
    let layout = Layout::named(scene.layout).ok_or("a layout is missing")?;
    let game = Pacman::new(layout);
    let told = &mut |_: &Position| pause();
    let cast = &scene.side.cast;
    let episode = games::one(&game, cast, seed, scene.most_moves, told, &mut None, stop);
    let moves: Vec<String> = episode.moves.iter().map(|mv| format!("{mv:?}")).collect();
    Ok(json!({ "game": format!("{GAME}:{}", scene.layout), "start": "", "moves": moves }))
}
