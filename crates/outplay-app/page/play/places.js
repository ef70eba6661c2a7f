// Places of a board: two numbers, counted from the upper left.

// How many units of the picture a place is wide.
export const CELL = 100;

export const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

