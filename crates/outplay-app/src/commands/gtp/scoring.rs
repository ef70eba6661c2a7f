//! Scores, and what becomes of stones.

use outplay::Player;
use outplay::face::{Fate, Judgement, Ownership};

use super::session::Session;
use super::words::{Answer, player, score, syntax_error};

/// What is done by chance for an estimate is done the same way every time.
pub(in super::super) const ESTIMATED: Judgement<'static> = Judgement::Estimated { seed: 1 };

impl Session<'_> {
    /// In points where the game can tell, and otherwise what players have won. Only points can be estimated before the game is over.
    pub(super) fn final_score(&mut self) -> Answer {
        if let Some(Ownership { lead, .. }) = self.at.ownership(ESTIMATED) {
            return Ok(score(lead));
        }
        let payoffs = self.at.payoffs().ok_or("cannot score")?;
        Ok(score(payoffs[Player::MAX.index()]))
    }

    pub(super) fn final_status_list(&mut self, words: &[&str]) -> Answer {
        let fate = match words {
            ["alive"] => Fate::Alive,
            ["dead"] => Fate::Dead,
            ["seki"] => Fate::Seki,
            _ => return Err(syntax_error()),
        };
        let ownership = self.at.ownership(ESTIMATED).ok_or("cannot score")?;
        let names: Vec<&str> = ownership.stones(fate).map(|point| point.name.as_str()).collect();
        Ok(names.join(" "))
    }

    /// A move of a game that goes on because players do not agree about dead stones: no pass while there are dead stones to take.
    pub(super) fn clean_up(&mut self, words: &[&str]) -> Answer {
        let [color] = words else { return Err(syntax_error()) };
        let player = player(color)?;
        let is_dead = |ownership: &Ownership| {
            ownership.stones(Fate::Dead).any(|point| point.stone != Some(player))
        };
        let again = self.with_turn_again(player)?;
        match again.at.ownership(ESTIMATED).as_ref().is_some_and(is_dead) {
            true => {
                let only = again.only(true);
                self.generated(player, again, true, only, &mut |_, _| ())
            }
            false => {
                let ready = self.with_turn(player)?;
                let only = ready.only(false);
                self.generated(player, ready, true, only, &mut |_, _| ())
            }
        }
    }
}
