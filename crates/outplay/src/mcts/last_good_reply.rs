//! Last good reply: an answer that was in a game that was won is given again, to the same move.
//!
//! Drake, *The Last-Good-Reply Policy for Monte-Carlo Go*, ICGA Journal 32, 2009. A reply of a game that was lost is forgotten: Baier and Drake,
//! *The Power of Forgetting: Improving the Last-Good-Reply Policy in Monte Carlo Go*, 2010.

use crate::Player;

/// No reply is known.
const NONE: u32 = u32::MAX;

/// For every player and every action of another, the action that answered it in a game that went well.
#[derive(Clone, Debug)]
pub(super) struct LastGoodReply {
    replies: Vec<u32>,
    players: usize,
    actions: usize,
}

impl LastGoodReply {
    pub(super) fn new(players: usize, actions: usize) -> LastGoodReply {
        LastGoodReply { replies: vec![NONE; players * players * actions], players, actions }
    }

    fn slot(&self, player: Player, other: Player, action: u32) -> usize {
        (player.index() * self.players + other.index()) * self.actions + action as usize
    }

    pub(super) fn reply(&self, player: Player, other: Player, action: u32) -> Option<usize> {
        let reply = self.replies[self.slot(player, other, action)];
        (reply != NONE).then_some(reply as usize)
    }

    /// Learns from a game: who did what, and whether it went well for each.
    pub(super) fn learn(&mut self, actions: &[(Player, u32)], went_well: impl Fn(Player) -> bool) {
        for pair in actions.windows(2) {
            let ((other, action), (player, reply)) = (pair[0], pair[1]);
            let slot = self.slot(player, other, action);
            if went_well(player) {
                self.replies[slot] = reply;
            } else if self.replies[slot] == reply {
                self.replies[slot] = NONE;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_kept_while_it_wins() {
        let mut replies = LastGoodReply::new(2, 10);
        let game = [(Player(0), 3), (Player(1), 4), (Player(0), 5)];
        replies.learn(&game, |player| player == Player(1));
        assert_eq!(replies.reply(Player(1), Player(0), 3), Some(4));
        assert_eq!(replies.reply(Player(0), Player(1), 4), None, "that game was lost");
        replies.learn(&game, |player| player == Player(0));
        assert_eq!(replies.reply(Player(1), Player(0), 3), None, "forgotten");
        assert_eq!(replies.reply(Player(0), Player(1), 4), Some(5));
    }
}
