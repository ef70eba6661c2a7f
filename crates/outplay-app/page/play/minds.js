// Who thinks about the position that is shown: a player, the dice, the engine, or the one who counts the score.

import { asked } from "./players.js";

export function think(play, mover) {
  const mine = play.number;
  play.socket.begin("choose", { ...play.here(), player: asked(mover) }, (event) => {
    if (mine !== play.number || event.event) return;
    if (event.move) play.play(event.move, event.note);
    else if (event.error) play.tell(new Error(event.error));
  });
}

// A turn of chance: the server has the dice.
export async function roll(play) {
  const mine = play.number;
  try {
    const { move } = await play.socket.ask("roll", play.here());
    if (mine === play.number) play.play(move);
  } catch (error) {
    if (mine === play.number) play.tell(error);
  }
}

export function analyse(play) {
  const mine = play.number;
  play.socket.begin("analyse", { ...play.here(), lines: play.analysis.wanted }, (event) => {
    if (mine !== play.number) return;
    const scores = play.analysis.hear(event, play.view);
    if (scores) play.board.showScores(scores);
    if (event.ownership) play.board.showOwnership(event.ownership);
  });
}

// The score of a game that is over: with the stones that a person calls dead, or those that are judged to be.
export function score(play) {
  const mine = play.number;
  play.socket.begin("score", { ...play.here(), dead: play.state.dead }, (event) => {
    if (mine !== play.number) return;
    if (event.error) play.tell(new Error(event.error));
    if (!event.ownership) return;
    const hint = event.correctable ? "; click stones that are judged wrongly" : "";
    play.status.textContent = `${event.told} — ${event.caption}${hint}`;
    play.board.showDead(event);
    play.analysis.heard(play.state.ply, event.bar);
  });
}

export function review(play) {
  const mine = play.number;
  const { game, start, moves } = play.state;
  document.body.dataset.analysis = "true";
  play.socket.begin("review", { game, start, moves }, (event) => {
    if (mine !== play.number) return;
    if (event.event === "ply") play.analysis.heard(event.ply, event.bar);
    if (event.error) play.tell(new Error(event.error));
    if (event.event === "done") play.settle();
  });
}
