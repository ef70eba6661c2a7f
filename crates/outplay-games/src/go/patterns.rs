//! Patterns of 3 x 3: what is around a point, the same for all symmetries and for both colours.
//!
//! The eight points around a point are a number of 16 bits ([`Board`](super::Board)). Turned, mirrored and seen by
//! the player to move, its smallest form stands for all of them. There are some 1,100 such forms that can be on a board.

use std::sync::LazyLock;

/// Where each of the eight points is, as seen from the one in the middle.
const PLACES: [(i8, i8); 8] =
    [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The same around a point with black and white stones swapped: the border stays what it is.
#[inline(always)]
pub(super) const fn swapped(around: u16) -> u16 {
    (around >> 1 & 0x5555) | (around & 0x5555) << 1
}

/// What is around a point as the player sees it who puts a stone of this colour: own stones are 1.
#[inline(always)]
pub(super) const fn seen_by(around: u16, stone: u8) -> u16 {
    if stone == 1 { around } else { swapped(around) }
}

/// How many forms there are: numbers of forms are below it.
pub(super) fn forms() -> usize {
    FORMS.smallest.len()
}

/// The number of the form of what is around a point.
#[inline(always)]
pub(super) fn form(around: u16) -> usize {
    usize::from(FORMS.number[usize::from(around)])
}

/// The smallest number around a point that has a form.
pub(super) fn smallest(form: usize) -> u16 {
    FORMS.smallest[form]
}

struct Forms {
    number: Vec<u16>,
    smallest: Vec<u16>,
}

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let turns = turns();
    let mut forms = Forms { number: vec![u16::MAX; 1 << 16], smallest: Vec::new() };
    for around in 0..=u16::MAX {
        if forms.number[usize::from(around)] == u16::MAX && may_be(around) {
            let number = forms.smallest.len() as u16;
            forms.smallest.push(around);
            for turn in &turns {
                forms.number[usize::from(turned(around, turn))] = number;
            }
        }
    }
    // What is never on a board has no form of its own.
    let none = forms.smallest.len() as u16;
    forms.smallest.push(u16::MAX);
    forms.number.iter_mut().filter(|number| **number == u16::MAX).for_each(|number| *number = none);
    forms
});

/// The eight ways to turn and to mirror: where each of the eight points goes.
fn turns() -> Vec<[usize; 8]> {
    let place =
        |at: (i8, i8)| PLACES.iter().position(|&place| place == at).expect("a point around");
    let turn = |mirror: bool, quarters: u8| {
        PLACES.map(|(x, y)| {
            let start = if mirror { (-x, y) } else { (x, y) };
            place((0..quarters).fold(start, |(x, y), _| (-y, x)))
        })
    };
    [false, true]
        .into_iter()
        .flat_map(|mirror| (0..4).map(move |quarters| turn(mirror, quarters)))
        .collect()
}

fn turned(around: u16, turn: &[usize; 8]) -> u16 {
    (0..8).map(|at| (around >> (2 * at) & 3) << (2 * turn[at])).sum()
}

/// Whether the border is a whole side, or two that meet, or nowhere.
fn may_be(around: u16) -> bool {
    let is_border = |at: usize| around >> (2 * at) & 3 == 3;
    let side = |at: usize, corners: [usize; 2]| (is_border(at), corners);
    let sides = [side(0, [4, 5]), side(1, [4, 6]), side(2, [5, 7]), side(3, [6, 7])];
    (4..8).all(|corner| {
        let meets =
            |(is_border, corners): &(bool, [usize; 2])| *is_border && corners.contains(&corner);
        is_border(corner) == sides.iter().any(meets)
    })
}
