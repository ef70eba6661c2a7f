// Which position: the game, a position, and moves from there.

import { ask } from "./ask.js";
import { choice, labelled, make } from "./make.js";

export function gameFields(changed) {
  const game = choice([], { id: "game" });
  const offer = (name, about) => {
    if (![...game.options].some((one) => one.value === name)) game.append(make("option", { value: name, title: about ?? "" }, name));
  };
  const list = ask("games", {}).then(({ games }) => {
    games.forEach(({ name, about }) => offer(name, about));
    return games;
  }, () => []);
  const position = make("input", { id: "position", placeholder: "the start", size: 24, spellcheck: "false" });
  const moves = make("input", { id: "moves", placeholder: "none", size: 16, spellcheck: "false" });
  game.addEventListener("change", () => changed({ game: game.value, position: "", moves: "" }));
  position.addEventListener("change", () => changed({ position: position.value }));
  moves.addEventListener("change", () => changed({ moves: moves.value }));
  return {
    elements: [labelled("Game", game), labelled("Position", position), labelled("Moves", moves)],
    list, // of all games, with the searches that take them
    first: list.then(([first]) => first?.name ?? ""),
    async set(fields) {
      position.value = fields.position ?? "";
      moves.value = fields.moves ?? "";
      const wanted = fields.game || await this.first;
      offer(wanted);
      game.value = wanted;
    },
  };
}
