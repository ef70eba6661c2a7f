// The game as text: read from the field below the board, and written into it.

import { namesOf } from "./draw.js";

export async function readText(play) {
  play.textError.textContent = "";
  try {
    const read = await play.socket.ask("read", { game: play.state.game, text: play.text.value });
    play.paused = true;
    await play.load({ ...play.state, game: read.game, start: read.start, moves: read.moves, ply: read.moves.length, dead: null, match: null, film: null });
  } catch (error) {
    play.textError.textContent = error.message;
  }
}

export async function writeText(play, what) {
  play.textError.textContent = "";
  const { game, start, moves } = play.state;
  const players = namesOf(play);
  try {
    const at = what === "game" ? { game, start, moves } : play.here();
    const written = await play.socket.ask("write", { ...at, players });
    play.text.value = what === "position" ? written.position : (written.text ?? written.moves);
  } catch (error) {
    play.textError.textContent = error.message;
  }
}
