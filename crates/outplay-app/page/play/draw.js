// Play as it is now: the board, what is said below it, the list of moves, and which buttons do something.

import { h, set } from "../dom.js";

const PAYOFF = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });

export function draw(play, animate) {
  const { view, state } = play;
  const enabled = play.mover() === "human" && !play.watching;
  play.board.show(view, { enabled, flipped: play.flipped, animate });
  play.analysis.at(view, state.ply, state.moves.length);
  play.flip.disabled = play.board.isUpright;
  play.analysis.bar.classList.toggle("flipped", play.flipped && !play.flip.disabled);
  listMoves(play);
  const caption = view.board.caption ? ` — ${view.board.caption}` : "";
  const told = view.result ?? (view.turn === "chance" ? "Chance moves" : `${view.seats[view.turn]} to move`);
  play.status.textContent = view.scored ? "The game is over, the score is counted ..." : `${told}${caption}`;
  play.payoffs.textContent = payoffs(play);
  play.match.show({ view, match: state.match, names: namesOf(play) });
  set(play.status, "data-over", view.result ? "true" : null);
  const { game, start, moves, ply } = state;
  const query = new URLSearchParams({ game, start, moves: moves.slice(0, ply).join(" ") });
  play.tree.href = `#lab/real?${query}`;
  play.sampled.classList.toggle("hidden", !view.about.searches.some(({ name }) => name === "mcts"));
  play.sampled.href = `#lab/real?algorithm=mcts&${query}`;
  play.films.show();
  play.pad.again();
  const off = { first: ply === 0, back: ply === 0, forward: ply === moves.length, last: ply === moves.length, undo: moves.length === 0, "take-back": moves.length === 0 };
  for (const [id, isOff] of Object.entries(off)) set(document.getElementById(id), "disabled", isOff);
  play.pause.classList.toggle("hidden", play.hasPerson() && !play.paused);
  play.pause.textContent = play.paused ? "Go on" : "Pause";
  play.watch.textContent = play.watching ? "■ Stop" : "▶ Watch";
  play.watch.disabled = moves.length === 0;
}

// What each player has won, where more than one number says so.
function payoffs(play) {
  const { payoffs, seats, about } = play.view;
  if (!payoffs || about.axes.zero_sum || seats.length < 2) return "";
  return seats.map((name, seat) => `${name} ${PAYOFF.format(payoffs[seat])}`).join(" · ");
}

// Who plays each seat, in words.
export function namesOf(play) {
  return play.players.map((list) => list.selectedOptions[0]?.textContent ?? "?");
}

function listMoves(play) {
  const { moves, ply } = play.state;
  const shown = moves.map((move, index) => {
    const onclick = () => play.go(index + 1);
    const chance = play.turns[index] === "chance";
    return h("li", {}, h("button", {
      type: "button", class: chance ? "move chance" : "move", title: chance ? "by chance" : null, onclick, "aria-current": index + 1 === ply ? "step" : null,
    }, move));
  });
  play.moves.replaceChildren(...shown);
  const current = play.moves.querySelector("[aria-current]");
  if (current) play.moves.scrollTop = current.offsetTop - play.moves.offsetTop - 60;
  else play.moves.scrollTop = 0;
}
