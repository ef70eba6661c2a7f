//! Settings: the knobs by name, as players, protocols and commands set them. There is one list of them.

use super::config::{Config, Rave, Rule, Urgency};
use super::knowledge::Knowledge;
use crate::Game;

/// A knob by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What can be said.
    pub values: &'static str,
    /// What it does, in a few words.
    pub what: &'static str,
}

impl Setting {
    /// A knob by its name, with what can be said and what it does.
    pub const fn new(name: &'static str, values: &'static str, what: &'static str) -> Setting {
        Setting { name, values, what }
    }

    /// What is wrong with a text for it.
    fn refuses(&self, text: &str) -> String {
        let Setting { name, values, .. } = self;
        format!("`{name}={text:.40}`: {name} is {values}")
    }
}

const fn setting(name: &'static str, values: &'static str, what: &'static str) -> Setting {
    Setting::new(name, values, what)
}

/// All knobs that can be set by name.
pub const SETTINGS: &[Setting] = &[
    setting("simulations", "a number from 1 on", "stop after so many simulations"),
    setting("rule", "ucb1, ucb1-tuned or puct", "how a move is chosen inside of the tree"),
    setting("exploration", "a number", "the weight of what is not known in that choice"),
    setting("urgency", "first, parent or a number from 0 to 1", "what an untried move counts for"),
    setting("rave", "off, on or a number of visits", "moves that were made later count, too"),
    setting("grave", "off or a number of visits", "from which position on they are looked up"),
    setting("bias", "a number", "the weight of progressive bias"),
    setting("implicit-minimax", "a number from 0 to 1", "the share of the evaluation in a value"),
    setting("last-good-reply", "on or off", "play-outs answer as they did in a game that was won"),
    setting("cut", "off or a number of plies", "cut play-outs, and ask the evaluation"),
    setting("expand-after", "a number of visits", "when a node gets children"),
    setting("solver", "on or off", "proven payoffs are backed up as proofs"),
    setting("early-stop", "on or off", "stop when the second move cannot catch up"),
];

impl Config {
    /// Sets a knob by its name. The error says what would be right.
    ///
    /// ```
    /// use outplay::mcts::{Config, Rule};
    ///
    /// let mut config = Config::default();
    /// config.set("rule", "puct")?;
    /// config.set("exploration", "0.8")?;
    /// assert_eq!(config.rule, Rule::Puct { exploration: 0.8 });
    /// assert_eq!(config.set("rave", "much").unwrap_err(), "`rave=much`: rave is off, on or a number of visits");
    /// # Ok::<(), String>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let setting = found(name, SETTINGS.iter())?;
        self.try_set(name, text).ok_or_else(|| setting.refuses(text))
    }

    /// Sets a knob by its name, or one that a game's knowledge [has of its own](Knowledge::SETTINGS).
    pub fn set_with<G: Game, K: Knowledge<G>>(
        &mut self,
        knowledge: &mut K,
        name: &str,
        text: &str,
    ) -> Result<(), String> {
        let setting = found(name, SETTINGS.iter().chain(K::SETTINGS))?;
        let is_own = K::SETTINGS.contains(setting);
        let set = if is_own { knowledge.set(name, text) } else { self.try_set(name, text) };
        set.ok_or_else(|| setting.refuses(text))
    }

    fn try_set(&mut self, name: &str, text: &str) -> Option<()> {
        match name {
            "simulations" => self.simulations = Some(text.parse().ok().filter(|&count| count > 0)?),
            "rule" => {
                // The weight is that of the rule, unless it is set after it.
                *self = match text {
                    "ucb1" => Config { rule: Rule::Ucb1 { exploration: 1.0 }, ..*self },
                    "ucb1-tuned" => Config { rule: Rule::Ucb1Tuned { exploration: 1.0 }, ..*self },
                    "puct" => self.puct(),
                    _ => return None,
                }
            }
            "exploration" => {
                let (Rule::Ucb1 { exploration }
                | Rule::Ucb1Tuned { exploration }
                | Rule::Puct { exploration }) = &mut self.rule;
                *exploration = amount(text)?;
            }
            "urgency" => {
                self.urgency = match text {
                    "first" => Urgency::First,
                    "parent" => Urgency::Parent { less: 0.1 },
                    text => Urgency::Fixed(share(text)?),
                }
            }
            "rave" => {
                let before = self.rave.unwrap_or_default();
                self.rave = match switch(text) {
                    Some(is_on) => is_on.then_some(before),
                    None => Some(Rave { equivalence: amount(text)?, ..before }),
                }
            }
            "grave" => {
                let reference = if text == "off" { 0 } else { text.parse().ok()? };
                self.rave = Some(Rave { reference, ..self.rave.unwrap_or_default() });
            }
            "bias" => self.progressive_bias = amount(text)?,
            "implicit-minimax" => self.implicit_minimax = share(text)?,
            "last-good-reply" => self.last_good_reply = switch(text)?,
            "cut" => self.cut = if text == "off" { None } else { Some(text.parse().ok()?) },
            "expand-after" => self.expand_after = text.parse().ok()?,
            "solver" => self.solver = switch(text)?,
            "early-stop" => self.early_stop = switch(text)?,
            _ => return None,
        }
        Some(())
    }
}

/// The knob with a name. The error says which ones there are.
fn found<'s>(
    name: &str,
    mut all: impl Iterator<Item = &'s Setting> + Clone,
) -> Result<&'s Setting, String> {
    let names = all.clone().map(|setting| setting.name).collect::<Vec<&str>>().join(", ");
    all.find(|setting| setting.name == name)
        .ok_or_else(|| format!("there is no setting `{name:.40}`: {names}"))
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// A number that is not negative.
fn amount(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

/// A number from 0 to 1.
fn share(text: &str) -> Option<f64> {
    amount(text).filter(|&number| number <= 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_set_and_refuses_nonsense() {
        for Setting { name, .. } in SETTINGS {
            let changes = |text: &str| {
                let mut config = Config::default();
                config.set(name, text).is_ok() && config != Config::default()
            };
            let values = ["on", "off", "7", "0.5", "puct", "parent"];
            assert!(values.iter().any(|text| changes(text)), "{name}");
            for text in ["", "perhaps", "-1", "NaN", "1e999"] {
                let refused = Config::default().set(name, text).unwrap_err();
                assert!(refused.starts_with(&format!("`{name}={text}`")), "{refused}");
            }
        }
        assert!(Config::default().set("speed", "1").unwrap_err().contains("simulations, rule"));
    }
}
