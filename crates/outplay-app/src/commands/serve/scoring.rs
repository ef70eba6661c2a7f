//! Scores of games that are won by points of a board: who has each of them, by how much a player leads, and which stones are dead.
//!
//! At the end of a game it is estimated which stones are dead, and a person may correct that: then the page says which ones are, and
//! the score follows.

use outplay::Player;
use outplay::face::{Fate, Judgement, Ownership};
use serde_json::{Value as Json, json};

use super::bar;
use super::spots::Reached;
use crate::commands::gtp::ESTIMATED;
use crate::draw::numbers;

/// How many points may be called dead in a question: more than any board has.
const MOST_POINTS: usize = 1_000;

/// The points that a question calls dead, if it says anything about that.
pub(super) fn read(ask: &Json) -> Result<Option<Vec<usize>>, String> {
    let Some(dead) = ask["dead"].as_array() else { return Ok(None) };
    if dead.len() > MOST_POINTS {
        return Err(format!("{} dead stones are too many: at most {MOST_POINTS}", dead.len()));
    }
    let number = |point: &Json| point.as_u64().map(|point| point as usize);
    let wrong = || "`dead` has numbers of points, row by row from the upper left".to_owned();
    dead.iter().map(number).collect::<Option<_>>().map(Some).ok_or_else(wrong)
}

/// Adds who will have each point, for the first player, and by how much that one leads.
pub(super) fn add(ownership: &Ownership, event: &mut Json) {
    let rounded = |balance: f64| (balance * 1_000.0).round() / 1_000.0;
    let balances = ownership.balances(Player::MAX).map(rounded);
    event["ownership"] = balances.collect();
    event["lead"] = json!(ownership.lead);
}

/// The score of a game that is over, with the stones taken off that are called dead, or those that an estimate says are.
pub(super) fn told(at: &Reached, dead: Option<&[usize]>) -> Result<Json, String> {
    let session = &*at.session;
    if !session.is_over() {
        return Err("the game is not over: its score is not known yet".to_owned());
    }
    let none = || "no points of a board are counted in this game".to_owned();
    let dead = match dead {
        Some(dead) => dead.to_vec(),
        None => numbers_of_dead(&session.ownership(ESTIMATED).ok_or_else(none)?),
    };
    let agreed = |dead: &[usize]| session.ownership(Judgement::Agreed(dead)).ok_or_else(none);
    let ownership = agreed(&dead)?;
    let (points, dead) = (&ownership.points, numbers_of_dead(&ownership));
    let everything: Vec<usize> = (0..points.len()).collect();
    let caption = match dead.len() {
        0 => "no stone is taken off".to_owned(),
        1 => "one dead stone is taken off".to_owned(),
        several => format!("{several} dead stones are taken off"),
    };
    let mut score = json!({
        "told": winner_told(at, ownership.lead),
        "caption": caption,
        "dead": dead,
        "chains": points.iter().map(|point| point.chain).collect::<Vec<_>>(),
        // By some rules all stones count, whatever players think of them.
        "correctable": !numbers_of_dead(&agreed(&everything)?).is_empty(),
        "bar": bar::is_shown(at.about()).then(|| bar::of_winner(winner(ownership.lead))),
    });
    add(&ownership, &mut score);
    Ok(score)
}

/// Where the dead stones are, by the numbers of the points.
fn numbers_of_dead(ownership: &Ownership) -> Vec<usize> {
    let points = ownership.points.iter().enumerate();
    points.filter(|(_, point)| point.fate == Fate::Dead).map(|(number, _)| number).collect()
}

/// The player who wins with this lead of the first one.
fn winner(lead: f64) -> Option<Player> {
    match lead {
        won if won > 0.0 => Some(Player::MAX),
        lost if lost < 0.0 => Some(Player::MIN),
        _ => None,
    }
}

/// `Black wins by 3.5`.
fn winner_told(at: &Reached, lead: f64) -> String {
    match winner(lead) {
        Some(winner) => {
            format!("{} wins by {}", at.about().seat(winner), numbers::short(lead.abs()))
        }
        None => "A draw".to_owned(),
    }
}
