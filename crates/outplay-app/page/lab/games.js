// Which position: the game, a position, and moves from there.

import { ask } from "./ask.js";
import { choice, labelled, make } from "./make.js";

export function gameFields(changed) {
  const game = choice([], { id: "game" });
  const offer = (name, about) => {
    if (![...game.options].some((one) => one.value === name)) game.append(make("option", { value: name, title: about ?? "" }, name));
  };
  ask("games", {}).then(({ games }) => games.forEach(({ name, about }) => offer(name, about)), () => {});
  const position = make("input", { id: "position", placeholder: "the start", size: 24, spellcheck: "false" });
  const moves = make("input", { id: "moves", placeholder: "none", size: 16, spellcheck: "false" });
  game.addEventListener("change", () => changed({ game: game.value, position: "", moves: "" }));
  position.addEventListener("change", () => changed({ position: position.value }));
  moves.addEventListener("change", () => changed({ moves: moves.value }));
  return {
    elements: [labelled("Game", game), labelled("Position", position), labelled("Moves", moves)],
    set(fields) {
      const wanted = fields.game || "tic-tac-toe";
      offer(wanted);
      game.value = wanted;
      position.value = fields.position ?? "";
      moves.value = fields.moves ?? "";
    },
  };
}
