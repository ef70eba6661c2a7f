//! What the demonstrations are called, what to watch for, and who plays in them, in words.

use outplay_games::pacman::{Hero, Hunter};

/// Demonstrations by name: a title, and what to watch for.
const DEMONSTRATIONS: [(&str, &str, &str); 4] = [
    (
        "min-vs-exp",
        "Fear against hope: minimax and expectimax in a trap",
        "A ghost comes out of the dead end behind Pacman, another one stands at the only exit. Minimax believes that both play their best: \
         then he is lost, and since every move costs a point, it runs into the nearer ghost. Expectimax believes that the ghost at the exit \
         may as well walk away, and tries. Which of them is right depends on the ghosts.",
    ),
    (
        "depth",
        "Two rounds ahead, or ten",
        "Some of the food lies in a dead end, and the ghost is never far. Two rounds ahead, the way in looks safe, and when the ghost closes \
         it, it is too late. Ten rounds ahead, Pacman sees the way in and out again.",
    ),
    (
        "thrashing",
        "Thrashing: why Pacman starves",
        "One dot lies beside Pacman, another one far away. Two rounds ahead, to eat now is worth no more than to eat later. Who takes the \
         last of his best moves waits for ever, who takes any of them dithers; who counts the steps to the nearest dot as well eats at once.",
    ),
    (
        "coordination",
        "Ghosts that work together",
        "Greedy ghosts take the shortest way, end up behind each other, and chase Pacman in circles. A ghost that searches knows that the \
         other one minimises, too, and goes where that one does not: they come from both sides. Nobody told them to work together.",
    ),
];

/// The title of a demonstration, and what to watch for.
pub(super) fn of(name: &str) -> (&str, &str) {
    let found = DEMONSTRATIONS.iter().find(|(one, ..)| *one == name);
    found.map_or((name, ""), |(_, title, watch)| (title, watch))
}

/// Who plays Pacman.
pub(super) fn hero(hero: &Hero) -> String {
    told(&hero.to_string())
}

/// Who plays the ghosts.
pub(super) fn hunters(hunters: &[Hunter]) -> String {
    let names: Vec<String> = hunters.iter().map(|hunter| told(&hunter.to_string())).collect();
    names.join("; ")
}

/// A name with parameters, as a person says it: `minimax:3,evaluation=food,ties=first` is minimax, 3 rounds deep, with the evaluation food.
pub(super) fn told(name: &str) -> String {
    let (name, rest) = name.split_once(':').unwrap_or((name, ""));
    let mut words = vec![name.to_owned()];
    words.extend(rest.split(',').filter_map(|part| parameter(name, part)));
    words.join(", ")
}

/// A parameter in words; nothing, if it is what everybody takes to be so.
fn parameter(name: &str, part: &str) -> Option<String> {
    match part.split_once('=') {
        Some(("ties", "first")) => None,
        Some(("ties", "last")) => Some("the last of equal moves".to_owned()),
        Some(("ties", "random")) => Some("any of equal moves".to_owned()),
        Some(("evaluation", what)) => Some(format!("by the evaluation {what}")),
        Some(("stop", "off")) => Some("never standing still".to_owned()),
        Some((key, value)) => Some(format!("{key} {value}")),
        None if part.is_empty() => None,
        None if name == "directional" => {
            let share: f64 = part.parse().unwrap_or(0.0);
            Some(format!("towards Pacman in {:.0}% of the moves", 100.0 * share))
        }
        None if part == "1" => Some("1 round deep".to_owned()),
        None => Some(format!("{part} rounds deep")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_said_in_words() {
        for (name, words) in [
            ("random", "random"),
            ("directional:0.9", "directional, towards Pacman in 90% of the moves"),
            (
                "minimax:3,evaluation=food,ties=first",
                "minimax, 3 rounds deep, by the evaluation food",
            ),
            (
                "alpha-beta:10,evaluation=food,ties=last,stop=off",
                "alpha-beta, 10 rounds deep, by the evaluation food, the last of equal moves, never standing still",
            ),
        ] {
            assert_eq!(told(name), words);
        }
    }
}
