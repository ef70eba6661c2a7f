//! Films: the demonstrations of the lectures as games to watch.

mod mystery;
mod tally;
mod words;

pub(super) use mystery::revealed;
pub(super) use tally::tallied;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outplay_games::pacman::{Layout, Pacman, Position};
use serde_json::{Value as Json, json};

use super::super::demo::{Scene, scenes};
use super::super::pacman::games;

/// The game of the demonstrations.
const GAME: &str = "pacman";

/// All demonstrations with their films; none, if their game is not in the catalogue.
pub(super) fn list() -> Json {
    if !crate::games::all().listings().iter().any(|listing| listing.name == GAME) {
        return json!([]);
    }
    let scenes = scenes();
    let mut names: Vec<&str> = scenes.iter().map(|scene| scene.demo).collect();
    names.dedup();
    let demos = names.into_iter().map(|name| demonstration(name, &scenes));
    demos.chain([mystery::listed()]).collect()
}

/// One demonstration: what it is called, what to watch for, and who plays in each of its films.
fn demonstration(name: &str, scenes: &[Scene]) -> Json {
    let side = |scene: &Scene| {
        json!({
            "film": scene.name(),
            "side": scene.side.name,
            "players": [words::hero(&scene.side.cast.hero), words::hunters(&scene.side.cast.hunters)],
        })
    };
    let sides = scenes.iter().filter(|scene| scene.demo == name).map(side);
    let (title, watch) = words::of(name);
    json!({
        "name": name,
        "game": GAME,
        "title": title,
        "watch": watch,
        "sides": sides.collect::<Vec<Json>>(),
    })
}

/// A game of one film, from the start to its end, or until it is stopped. Before every move of Pacman, `pause` lets others go first.
pub(super) fn play(
    name: &str,
    seed: u64,
    stop: &Arc<AtomicBool>,
    pause: &mut dyn FnMut(),
) -> Result<Json, String> {
    if name == mystery::NAME {
        return Ok(mystery::played(seed));
    }
    let scenes = scenes();
    let scene = scenes.iter().find(|scene| scene.name() == name);
    let scene = scene.ok_or_else(|| format!("there is no film `{name:.50}`"))?;
    let cast = &scene.side.cast;
    let told = &mut |_: &Position| pause();
    let episode =
        games::one(&game(scene.layout)?, cast, seed, scene.most_moves, told, &mut None, stop);
    let moves: Vec<String> = episode.moves.iter().map(|mv| format!("{mv:?}")).collect();
    Ok(json!({ "game": format!("{GAME}:{}", scene.layout), "start": "", "moves": moves }))
}

fn game(layout: &str) -> Result<Pacman, String> {
    Layout::named(layout).map(Pacman::new).ok_or_else(|| format!("there is no layout `{layout}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demonstration_says_what_to_watch_for() {
        let list = list();
        let demos = list.as_array().expect("a list");
        assert!(demos.len() >= 5, "{list}");
        for demo in demos {
            let long = |name: &str| demo[name].as_str().is_some_and(|text| text.len() > 15);
            assert!(long("title") && long("watch"), "{demo}");
        }
    }
}
