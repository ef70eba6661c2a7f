// Games that are watched: move after move, at a pace by the kind of board.

import { slowed } from "./speed.js";

// Time between the moves of a game that is watched, by kind of board.
const PACE = { maze: 140, other: 600 };

export function watch(play) {
  if (play.watching) {
    stopWatching(play);
    play.show(false);
    return;
  }
  if (play.isAtEnd()) play.state.ply = 0;
  play.watching = true;
  step(play, false);
}

async function step(play, animate) {
  const shown = await play.show(animate);
  if (!play.watching) return;
  if (!shown || play.isAtEnd()) {
    stopWatching(play);
    play.paused = !play.view.result;
    play.redraw();
    return;
  }
  const pace = PACE[play.view.board.ground] ?? PACE.other;
  const between = slowed(play.view.turn === 0 || play.view.board.ground !== "maze" ? pace : pace / 4);
  play.watching = setTimeout(() => {
    play.state.ply += 1;
    step(play, true);
  }, between);
}

export function stopWatching(play) {
  clearTimeout(play.watching);
  play.watching = null;
}

// A game of a demonstration: it is played first, and then watched.
export function film(play, name) {
  const seed = Math.floor(Math.random() * 1e6);
  stopWatching(play);
  play.status.textContent = "A game is played ...";
  play.socket.begin("film", { name, seed }, (event) => {
    if (event.error) play.tell(new Error(event.error));
    if (!event.moves) return;
    play.paused = true;
    play.load({ ...play.state, game: event.game, start: "", moves: event.moves, ply: 0, dead: null, match: null, film: { name, seed } }).then(() => watch(play));
  });
}
