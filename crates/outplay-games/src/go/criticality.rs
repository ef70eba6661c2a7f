//! Criticality: how much the winner of a play-out owes to owning a point.
//!
//! It is the covariance of owning the point and winning, over many play-outs: near 0 where the owner never changes or does not matter, and high where
//! the fight is. Reference: Rémi Coulom, *Criticality: a Monte-Carlo Heuristic for Go Programs*, 2009.

use super::play_out::PlayOut;

/// Counts of play-outs, for the criticality and the ownership of every point.
#[derive(Clone, Debug)]
pub struct Criticality {
    play_outs: u32,
    /// Play-outs that Black won.
    black_won: u32,
    /// For each point: Black owned it, White owned it, the winner owned it.
    owned: Vec<[u32; 3]>,
}

impl Criticality {
    /// Nothing was counted yet on a board of so many points.
    pub fn new(points: usize) -> Criticality {
        Criticality { play_outs: 0, black_won: 0, owned: vec![[0; 3]; points] }
    }

    /// Counts a play-out that is over. White gets so many points for moving second.
    pub fn count(&mut self, play_out: &PlayOut, compensation: f64) {
        let black_wins = f64::from(play_out.area()) > compensation;
        self.play_outs += 1;
        self.black_won += u32::from(black_wins);
        let winner = if black_wins { 1 } else { -1 };
        play_out.owners(|point, owner| {
            let [black, white, by_winner] = &mut self.owned[point];
            *black += u32::from(owner == 1);
            *white += u32::from(owner == -1);
            *by_winner += u32::from(owner == winner);
        });
    }

    /// How many play-outs were counted.
    pub fn play_outs(&self) -> u32 {
        self.play_outs
    }

    /// The criticality of a point, from about 0 to 1.
    pub fn of(&self, point: usize) -> f64 {
        let share = |count: u32| f64::from(count) / f64::from(self.play_outs.max(1));
        let [black, white, winner] = self.owned[point].map(share);
        let won = share(self.black_won);
        winner - (black * won + white * (1.0 - won))
    }

    /// Who owns a point: 1 if that is always Black, -1 if it is always White.
    pub fn owner(&self, point: usize) -> f64 {
        let [black, white, _] = self.owned[point].map(f64::from);
        (black - white) / f64::from(self.play_outs.max(1))
    }
}
