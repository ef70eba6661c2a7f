//! Numbers of squares: how the leading men of a table are counted, and sets of equal men.

/// How many squares a board has.
const SQUARES: usize = 64;

/// The most men of a table.
pub(super) const MOST: usize = 7;

/// How many ways there are for two kings on a board without pawns, up to symmetry, and for three men that differ.
pub(super) const KINGS: u64 = 462;
pub(super) const TRIPLES: u64 = 31_332;

const fn file(square: usize) -> usize {
    square % 8
}

const fn rank(square: usize) -> usize {
    square / 8
}

/// Binomial coefficients: how many sets of so many squares there are, by the squares.
const SETS: [[u64; MOST]; SQUARES + 1] = sets();

const fn sets() -> [[u64; MOST]; SQUARES + 1] {
    let mut sets = [[0; MOST]; SQUARES + 1];
    let mut of = 0;
    while of <= SQUARES {
        sets[of][0] = 1;
        let mut men = 1;
        while of > 0 && men < MOST {
            sets[of][men] = sets[of - 1][men - 1] + sets[of - 1][men];
            men += 1;
        }
        of += 1;
    }
    sets
}

/// How many sets of so many there are out of so many.
pub(super) fn choose(of: usize, men: usize) -> u64 {
    SETS[of][men]
}

/// The squares of the triangle a1, d1, d4, those below its long side first.
const TRIANGLE: [u8; SQUARES] = triangle();

const fn triangle() -> [u8; SQUARES] {
    let mut numbers = [0; SQUARES];
    let (mut below, mut on) = (0, 6);
    let mut square = 0;
    while square < 28 {
        if file(square) < 4 && rank(square) < file(square) {
            numbers[square] = below;
            below += 1;
        } else if rank(square) == file(square) {
            numbers[square] = on;
            on += 1;
        }
        square += 1;
    }
    numbers
}

/// The squares below the diagonal from a1 to h8.
const BELOW: [u8; SQUARES] = below();

const fn below() -> [u8; SQUARES] {
    let mut numbers = [0; SQUARES];
    let (mut count, mut square) = (0, 0);
    while square < SQUARES {
        if rank(square) < file(square) {
            numbers[square] = count;
            count += 1;
        }
        square += 1;
    }
    numbers
}

/// Pairs of kings, by the place of the first in the triangle and the square of the other. Those that both stand on the diagonal come last.
static PAIRS: [[u16; SQUARES]; 10] = pairs();

const fn pairs() -> [[u16; SQUARES]; 10] {
    let mut pairs = [[0; SQUARES]; 10];
    let mut count = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut place = 0;
        while place < 10 {
            let one = at_place(place);
            let is_on = rank(one) == file(one);
            let mut other = 0;
            while other < SQUARES {
                let is_above = rank(other) > file(other);
                let are_on = is_on && rank(other) == file(other);
                let is_counted = !(touches(one, other) || is_on && is_above);
                if is_counted && are_on == (pass == 1) {
                    pairs[place][other] = count;
                    count += 1;
                }
                other += 1;
            }
            place += 1;
        }
        pass += 1;
    }
    assert!(count as u64 == KINGS);
    pairs
}

/// The square with a number in the triangle.
const fn at_place(place: usize) -> usize {
    let mut square = 0;
    while !(TRIANGLE[square] as usize == place && file(square) < 4 && rank(square) <= file(square))
    {
        square += 1;
    }
    square
}

/// Whether two kings would stand side by side, or on one square.
const fn touches(one: usize, other: usize) -> bool {
    file(one).abs_diff(file(other)) <= 1 && rank(one).abs_diff(rank(other)) <= 1
}

/// In which order pawns lead: 47 for a2, 46 for h2, 45 for a3, and so on to the middle of the board.
pub(super) const PAWNS: [u8; SQUARES] = pawns();

const fn pawns() -> [u8; SQUARES] {
    let mut numbers = [0; SQUARES];
    let (mut left, mut column) = (48, 0);
    while column < 4 {
        let mut row = 1;
        while row < 7 {
            left -= 2;
            numbers[row * 8 + column] = left + 1;
            numbers[row * 8 + 7 - column] = left;
            row += 1;
        }
        column += 1;
    }
    numbers
}

/// How many ways there are for so many leading pawns, the first of them on this file.
pub(super) fn leading_pawns(column: usize, pawns: usize) -> u64 {
    before(column, 7, pawns)
}

/// The same, the first of them below a rank.
fn before(column: usize, row: usize, pawns: usize) -> u64 {
    (1..row).map(|row| choose(PAWNS[row * 8 + column].into(), pawns - 1)).sum()
}

/// Mirrors files.
pub(super) fn mirror_files(squares: &mut [u8]) {
    squares.iter_mut().for_each(|square| *square ^= 7);
}

/// The number of leading pawns, the first of which comes before the others and is on the left half of the board.
pub(super) fn number_of_pawns(squares: &mut [u8]) -> u64 {
    squares[1..].sort_unstable_by_key(|&square| PAWNS[usize::from(square)]);
    let first = usize::from(squares[0]);
    let rest = squares.iter().enumerate().skip(1);
    let rest = rest.map(|(at, &square)| choose(PAWNS[usize::from(square)].into(), at));
    before(file(first), rank(first), squares.len()) + rest.sum::<u64>()
}

/// Turns a board without pawns so that the first man is in the triangle a1, d1, d4, and the first of the leading men that is off the diagonal below it.
pub(super) fn turn(squares: &mut [u8], leading: usize) {
    if squares[0] % 8 > 3 {
        mirror_files(squares);
    }
    if squares[0] / 8 > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off = squares[..leading].iter().find(|&&square| square / 8 != square % 8);
    if off.is_some_and(|&square| square / 8 > square % 8) {
        squares.iter_mut().for_each(|square| *square = *square % 8 * 8 + *square / 8);
    }
}

/// The number of two kings on a board that was [turned](turn).
pub(super) fn number_of_kings(squares: &[u8]) -> u64 {
    let [one, other] = [squares[0], squares[1]].map(usize::from);
    PAIRS[usize::from(TRIANGLE[one])][other].into()
}

/// The number of three men that differ, on a board that was [turned](turn): first those with the first man below the diagonal, then those
/// with the second there, then with the third, then all on the diagonal.
pub(super) fn number_of_triple(squares: &[u8]) -> u64 {
    let [one, two, three] = [squares[0], squares[1], squares[2]].map(usize::from);
    let is_on = |square| rank(square) == file(square);
    // Squares that are taken are not counted.
    let second = usize::from(two > one);
    let third = usize::from(three > one) + usize::from(three > two);
    let (row, below) = (rank, |square: usize| usize::from(BELOW[square]));
    let number = match (is_on(one), is_on(two), is_on(three)) {
        (false, _, _) => (usize::from(TRIANGLE[one]) * 63 + two - second) * 62 + three - third,
        (_, false, _) => (6 * 63 + row(one) * 28 + below(two)) * 62 + three - third,
        (_, _, false) => {
            (6 * 63 + 4 * 28) * 62 + (row(one) * 7 + row(two) - second) * 28 + below(three)
        }
        _ => {
            (6 * 63 + 4 * 28) * 62
                + 4 * 7 * 28
                + (row(one) * 7 + row(two) - second) * 6
                + row(three)
                - third
        }
    };
    number as u64
}

/// The number of equal men behind others, whose squares are not counted, and neither are so many at the beginning of the board.
pub(super) fn number_of_equals(squares: &mut [u8], others: &[u8], unused: usize) -> u64 {
    squares.sort_unstable();
    let number = |(at, &square): (usize, &u8)| {
        let taken = others.iter().filter(|&&other| other < square).count();
        choose(usize::from(square).saturating_sub(taken + unused), at + 1)
    };
    squares.iter().enumerate().map(number).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_men_are_numbered_without_gaps() {
        let mut triples = vec![false; TRIPLES as usize];
        for one in 0..64u8 {
            for two in (0..64).filter(|&two| two != one) {
                for three in (0..64).filter(|&three| three != one && three != two) {
                    let mut squares = [one, two, three];
                    turn(&mut squares, 3);
                    triples[number_of_triple(&squares) as usize] = true;
                }
            }
        }
        assert!(triples.into_iter().all(|is_there| is_there));
    }

    #[test]
    fn pawns_lead_from_the_edge_to_the_middle() {
        assert_eq!(
            [8, 15, 16, 11, 12, 52].map(|square: usize| PAWNS[square]),
            [47, 46, 45, 11, 10, 0]
        );
        let all: u64 = (0..4).map(|column| leading_pawns(column, 2)).sum();
        // Each pair and its mirror image are one, or the pair is its own image.
        assert_eq!(all, (48 * 47 / 2 + 24) / 2);
    }
}
