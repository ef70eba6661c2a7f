//! Handicap: stones that Black has before White moves first.
//!
//! A handicap is a variant of the game, so that the score counts what White gets for it. Where there is no such variant, the stones are
//! put by moves with passes between them, and White gets nothing.

use outplay::Player;
use outplay::face::{self, Judgement};

use super::session::Session;
use super::words::{Answer, count, done, is_pass, syntax_error};

/// The most stones that are looked for.
const MOST: u32 = 25;

const BAD_NUMBER: &str = "invalid number of stones";
const BAD_LIST: &str = "bad vertex list";

impl Session<'_> {
    pub(super) fn fixed_handicap(&mut self, words: &[&str]) -> Answer {
        let [stones] = words else { return Err(syntax_error()) };
        let stones = count(stones)?;
        self.must_be_empty()?;
        self.give(stones)
    }

    /// As many stones as there are places for, at most as many as allowed: the protocol leaves that to the engine.
    pub(super) fn place_free_handicap(&mut self, words: &[&str]) -> Answer {
        let [stones] = words else { return Err(syntax_error()) };
        let most = count(stones)?.min(MOST);
        self.must_be_empty()?;
        (2..=most).rev().find_map(|stones| self.give(stones).ok()).ok_or_else(|| BAD_NUMBER.into())
    }

    /// Stones where the controller wants them.
    pub(super) fn set_free_handicap(&mut self, words: &[&str]) -> Answer {
        self.must_be_empty()?;
        if words.len() < 2 || words.iter().any(|vertex| is_pass(vertex)) {
            return Err(BAD_LIST.to_owned());
        }
        let mut at = self.game.start();
        for (index, vertex) in words.iter().enumerate() {
            if index > 0 {
                put(&mut *at, "pass")?;
            }
            put(&mut *at, vertex)?;
        }
        let stones = words.len() as u32;
        let paid = self.variant.with_handicap(Some(stones)).game().ok();
        let opened = paid.and_then(|game| Some((game.open(&at.position()).ok()?, game)));
        match opened {
            Some((set_up, game)) => {
                self.handicap = Some(stones);
                self.change(game, set_up);
            }
            None => self.at = self.game.open(&at.position()).unwrap_or(at),
        }
        done()
    }

    fn must_be_empty(&self) -> Result<(), String> {
        let is_empty = self.at.length() == 0
            && self.handicap.is_none()
            && self.variant.handicap().is_none()
            && self.at.start_text().is_empty();
        is_empty.then_some(()).ok_or_else(|| "board not empty".to_owned())
    }

    /// Puts stones where the game has them, and names the places.
    fn give(&mut self, stones: u32) -> Answer {
        let game = self.variant.with_handicap(Some(stones)).game().ok();
        let game = game.filter(|_| stones > 1).ok_or(BAD_NUMBER)?;
        let at = game.start();
        let names = stones_of(&*at);
        self.handicap = Some(stones);
        self.change(game, at);
        Ok(names.join(" "))
    }
}

/// Where Black has stones.
fn stones_of(at: &dyn face::Session) -> Vec<String> {
    let points = at.ownership(Judgement::Agreed(&[])).unwrap_or_default().points.into_iter();
    points.filter(|point| point.stone == Some(Player::MAX)).map(|point| point.name).collect()
}

fn put(at: &mut dyn face::Session, vertex: &str) -> Result<(), String> {
    let choice = at.read(vertex).map_err(|_| BAD_LIST)?;
    at.play(choice);
    Ok(())
}
