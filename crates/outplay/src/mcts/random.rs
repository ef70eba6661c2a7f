//! Random numbers: the same on every machine for the same seed.

/// A fast generator (wyrand, by Wang Yi). Its numbers are part of what a seed promises, so it does not come from another crate.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: crate::mixed(seed ^ 0xA076_1D64_78BD_642F) }
    }

    /// Any number.
    #[inline(always)]
    pub fn any(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x2D35_8DCC_AA6C_78A5);
        let product = u128::from(self.state) * u128::from(self.state ^ 0x8BB8_4B93_962E_ACC9);
        (product as u64) ^ (product >> 64) as u64
    }

    /// A number below `count`, which is not 0.
    #[inline(always)]
    pub fn below(&mut self, count: usize) -> usize {
        (((self.any() >> 32) * count as u64) >> 32) as usize
    }

    /// A number from 0 up to, and without, 1.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.any() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A rank, by these odds. They need not sum to one.
    pub fn by_odds(&mut self, odds: &[f64]) -> usize {
        let mut left = self.unit() * odds.iter().sum::<f64>();
        for (rank, odds) in odds.iter().enumerate() {
            left -= odds;
            if left < 0.0 {
                return rank;
            }
        }
        odds.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_come_up_about_equally_often() {
        let mut random = Random::new(1);
        let (mut counts, mut by_odds) = ([0; 7], [0; 3]);
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
            by_odds[random.by_odds(&[0.5, 0.2, 0.3])] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
        let expected = [35_000, 14_000, 21_000];
        for (count, expected) in by_odds.into_iter().zip(expected) {
            assert!((expected - 700..expected + 700).contains(&count), "{by_odds:?}");
        }
    }

    #[test]
    fn a_seed_promises_its_numbers() {
        let mut random = Random::new(0);
        assert_eq!([random.any(), random.any()], PROMISED);
    }

    const PROMISED: [u64; 2] = [0xDCFB_634B_6F22_90A3, 0x27E8_DE7D_FB9D_514F];
}
