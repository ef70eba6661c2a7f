//! Numbers that look random, from numbers that do not.

/// Spreads the bits of a number over all of them, so that neighbours come far apart. Different numbers stay different, and 0 stays 0.
///
/// The finaliser of SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
///
/// ```
/// assert_eq!(outplay::mixed(0x9e37_79b9_7f4a_7c15), 0xe220_a839_7b1d_cdaf);
/// ```
#[inline(always)]
pub const fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
