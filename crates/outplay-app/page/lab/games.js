// Which position: the game, a position, and moves from there.

import { choice, labelled, make } from "./make.js";

const GAMES = ["tic-tac-toe", "connect-four", "othello", "chess", "chess960", "pacman"];

export function gameFields(changed) {
  const game = choice(GAMES.map((name) => [name, name]), { id: "game" });
  const position = make("input", { id: "position", placeholder: "the start", size: 24, spellcheck: "false" });
  const moves = make("input", { id: "moves", placeholder: "none", size: 16, spellcheck: "false" });
  game.addEventListener("change", () => changed({ game: game.value, position: "", moves: "" }));
  position.addEventListener("change", () => changed({ position: position.value }));
  moves.addEventListener("change", () => changed({ moves: moves.value }));
  return {
    elements: [labelled("Game", game), labelled("Position", position), labelled("Moves", moves)],
    set(fields) {
      const wanted = fields.game || "tic-tac-toe";
      if (![...game.options].some((one) => one.value === wanted)) game.append(make("option", { value: wanted }, wanted));
      game.value = wanted;
      position.value = fields.position ?? "";
      moves.value = fields.moves ?? "";
    },
  };
}
