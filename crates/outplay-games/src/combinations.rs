//! Numbers of sets: those with `k` members are numbered from 0, without gaps.
//!
//! The number of a set with members `a < b < ...` is `C(a, 1) + C(b, 2) + ...`: Knuth, *The Art of Computer Programming* 4A, 7.2.1.3.

/// Sets are of so many things at most, counted from 0.
const MOST: usize = 32;

/// `CHOOSE[n][k]` is the number of sets with `k` members among `n` things.
const CHOOSE: [[u32; MOST + 1]; MOST + 1] = binomials();

const fn binomials() -> [[u32; MOST + 1]; MOST + 1] {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many sets with `k` members there are among `n` things.
pub(crate) fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize].into()
}

/// The number of a set among those with as many members.
pub(crate) fn rank(set: u64) -> u64 {
    members(set).zip(1..).map(|(member, k)| choose(member, k)).sum()
}

/// The set with `k` members that has a number.
pub(crate) fn set(mut number: u64, k: u32) -> u64 {
    let (mut set, mut left) = (0, k);
    for member in (0..MOST as u32).rev() {
        let before = choose(member, left);
        if left > 0 && before <= number {
            number -= before;
            set |= 1 << member;
            left -= 1;
        }
    }
    set
}

/// The places of a set's members among those of a larger one.
pub(crate) fn gathered(set: u64, among: u64) -> u64 {
    let places = members(among).zip(0..);
    places.filter(|(member, _)| set >> member & 1 == 1).map(|(_, place)| 1 << place).sum()
}

/// The members of a larger set whose places are in a set.
pub(crate) fn scattered(places: u64, among: u64) -> u64 {
    let members = members(among).zip(0..);
    members.filter(|(_, place)| places >> place & 1 == 1).map(|(member, _)| 1 << member).sum()
}

/// The members of a set, in order.
fn members(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        member
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_number() {
        for k in 0..=6 {
            let mut sets: Vec<u64> = (0..choose(10, k)).map(|number| set(number, k)).collect();
            for (number, &set) in sets.iter().enumerate() {
                assert_eq!((set.count_ones(), rank(set)), (k, number as u64));
                assert!(set < 1 << 10);
            }
            sets.dedup();
            assert_eq!(sets.len() as u64, choose(10, k));
        }
    }

    #[test]
    fn what_is_gathered_can_be_scattered() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1_000 {
            let among = random.u64(..);
            let set = among & random.u64(..);
            let places = gathered(set, among);
            assert_eq!(places.count_ones(), set.count_ones());
            assert_eq!(scattered(places, among), set);
        }
    }
}
