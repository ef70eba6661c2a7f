//! What an entry tells of a game that is the same for all its variants. It knows no type of a game, so that it is compiled once.

use super::about::{About, Information, SearchInfo, Unit};
use super::by_best_reply;
use super::by_mcts::MCTS;
use super::by_textbook::Algorithm;
use crate::{Player, mcts};

/// What was told of a game. What was not told has a default.
#[derive(Clone)]
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) what: String,
    pub(super) variants: Vec<String>,
    pub(super) seats: Option<Vec<String>>,
    pub(super) chance: bool,
    pub(super) unit: Unit,
    pub(super) samples: Vec<String>,
    pub(super) openings: Vec<(String, String)>,
    pub(super) protocol_names: Vec<String>,
    pub(super) written: Option<String>,
    pub(super) has_board: bool,
    pub(super) own_players: Vec<Vec<String>>,
    pub(super) evaluations: Vec<String>,
    pub(super) knobs: &'static [mcts::Setting],
}

/// What the game itself was asked.
pub(super) struct Asked {
    pub(super) players: usize,
    pub(super) round: usize,
    /// Whether the engine takes it: two players without chance, of whom one wins what the other loses.
    pub(super) engine: bool,
    /// Whether one player wins what the other loses.
    pub(super) zero_sum: bool,
    /// Whether players can be passed over.
    pub(super) passes: bool,
    /// Whether it knows something for Monte-Carlo search.
    pub(super) samples: bool,
    pub(super) komi: Option<f64>,
    /// The start as text, if positions have a notation.
    pub(super) start: Option<String>,
}

impl Facts {
    pub(super) fn new(name: &str) -> Facts {
        Facts {
            name: name.to_owned(),
            what: String::new(),
            variants: Vec::new(),
            seats: None,
            chance: false,
            unit: Unit::default(),
            samples: vec![String::new()],
            openings: Vec::new(),
            protocol_names: Vec::new(),
            written: None,
            has_board: false,
            own_players: Vec::new(),
            evaluations: Vec::new(),
            knobs: &[],
        }
    }

    /// What a variant of the game is.
    pub(super) fn about(&self, variant: Option<&str>, asked: &Asked) -> About {
        let name = match variant {
            Some(variant) => format!("{}:{variant}", self.name),
            None => self.name.clone(),
        };
        let Facts { what, variants, unit, samples, openings, protocol_names, .. } = self.clone();
        let written = self.written.clone();
        About {
            name,
            what,
            variants,
            seats: self.seats(asked.players),
            round: asked.round,
            chance: self.chance,
            zero_sum: asked.zero_sum,
            information: Information::Perfect,
            unit,
            samples,
            openings,
            protocol_names,
            komi: asked.komi,
            searches: searches(asked),
            knobs: self.knobs.to_vec(),
            own_players: self.own_players.clone(),
            evaluations: self.evaluations.clone(),
            has_board: self.has_board,
            written: written.unwrap_or_else(|| by_example(asked.start.as_deref())),
            has_positions: asked.start.is_some(),
        }
    }

    /// What the players are called.
    fn seats(&self, players: usize) -> Vec<String> {
        let default = |player: Player| format!("Player {}", player.0 + 1);
        let seats = self.seats.clone();
        let seats = seats.unwrap_or_else(|| Player::all(players).map(default).collect());
        seats.into_iter().take(players).collect()
    }
}

/// What the engine does.
const ENGINE: [SearchInfo; 2] = [
    SearchInfo { name: "engine", what: "Alpha-beta with everything that makes it strong: plays." },
    SearchInfo { name: "solver", what: "The same, to the end of the game: proves the score." },
];

/// The searches that take a game.
fn searches(asked: &Asked) -> Vec<SearchInfo> {
    let engine = if asked.engine { &ENGINE[..] } else { &[] };
    let mut textbook: Vec<_> = Algorithm::taking(asked.zero_sum).map(|(info, _)| *info).collect();
    if !asked.engine {
        // The first search is the one that plays, and minimax takes longer to say the same.
        textbook.sort_by_key(|search| search.name != "alpha-beta");
    }
    let replies = (asked.passes && asked.players > 2).then_some(by_best_reply::INFO);
    let mut searches: Vec<_> = engine.iter().copied().chain(textbook).chain(replies).collect();
    // What the game knows for Monte-Carlo search it knows because that suits it best.
    searches.insert(if asked.samples { 0 } else { searches.len() }, MCTS);
    searches
}

/// How positions are written, by that of the start if it can be written.
fn by_example(start: Option<&str>) -> String {
    let moves = "the moves that lead there, with a blank between them";
    match start {
        Some(start) => format!("A position is like {start}, or {moves}."),
        None => format!("A position is {moves}."),
    }
}

pub(super) fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The names of players by seat.
pub(super) fn own_players(names: &[&[&str]]) -> Vec<Vec<String>> {
    names.iter().map(|names| owned(names)).collect()
}

/// Sets of openings by name.
pub(super) fn named(sets: &[(&str, String)]) -> Vec<(String, String)> {
    sets.iter().map(|(name, lines)| ((*name).to_owned(), lines.clone())).collect()
}
