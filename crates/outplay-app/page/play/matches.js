// The two games of a match: from the same opening, with the seats changed.

// The first game of a match from an opening, by the players that are chosen now.
export function beginMatch(play, moves) {
  const { game } = play.state;
  const players = play.players.map((list) => list.value);
  play.paused = false;
  play.load({ game, start: "", moves: [...moves], ply: moves.length, dead: null, players, match: { game: 1, plies: moves.length, got: null }, film: null });
}

// The second game: the same opening, and everybody has the other seat.
export function swapSeats(play, got) {
  const { game, start, moves, match } = play.state;
  const opening = moves.slice(0, match.plies);
  const players = play.players.map((list) => list.value).reverse();
  play.paused = false;
  play.load({ game, start, moves: opening, ply: opening.length, dead: null, players, match: { game: 2, plies: match.plies, got }, film: null });
}
