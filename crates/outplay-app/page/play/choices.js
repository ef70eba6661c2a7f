// Which games, players and demonstrations there are to choose from.

import { h } from "../dom.js";
import { OPPONENT, playersOf } from "./players.js";

export async function listGames(play) {
  try {
    const { games, films } = await play.socket.ask("games");
    play.catalogue = games;
    play.game.replaceChildren(...games.flatMap((game) => [
      h("option", { value: game.name, title: game.about }, game.name),
      ...game.variants.map((variant) => h("option", { value: `${game.name}:${variant}` }, `${game.name} ${variant}`)),
    ]));
    play.films.list(films);
    showChoices(play);
    if (play.view) play.redraw();
  } catch (error) {
    play.tell(error);
  }
}

// The lists of games and players say what is played.
export function showChoices(play) {
  const { game } = play.state;
  if (!game) return;
  const [plain] = game.split(":");
  if (![...play.game.options].some((option) => option.value === game)) {
    play.game.append(h("option", { value: game }, play.catalogue ? `${plain} (another board)` : game));
  }
  play.game.value = game;
  play.rules.textContent = play.catalogue?.find((one) => one.name === plain)?.about ?? "";
  play.films.show();
  const about = play.view?.game === game ? play.view.about : play.catalogue?.find((one) => one.name === plain);
  if (about) fillSeats(play, about);
}

// A list of players for each seat.
function fillSeats(play, about) {
  const { players } = play.state;
  play.players = about.seats.map((_, seat) => play.players[seat] ?? h("select", { id: `player-${seat}`, onchange: () => play.reseat() }));
  play.players.forEach((list, seat) => {
    const all = playersOf(about, seat);
    const options = JSON.stringify(all);
    if (list.dataset.options !== options) {
      list.replaceChildren(...all.map(([value, text]) => h("option", { value }, text)));
      list.dataset.options = options;
    }
    if (!all.some(([value]) => value === players[seat])) players[seat] = null;
    const own = about.seats[seat].players[0];
    list.value = players[seat] ?? (seat === 0 ? "human" : own ? `own:${own}` : OPPONENT);
  });
  players.length = about.seats.length;
  const inFilm = play.films.players();
  const rows = about.seats.flatMap(({ name }, seat) => inFilm
    ? [h("span", {}, name), h("span", { class: "in-film" }, inFilm[seat])]
    : [h("label", { for: `player-${seat}` }, name), play.players[seat]]);
  const shown = JSON.stringify([about.seats.map(({ name }) => name), inFilm]);
  if (play.seats.dataset.shown !== shown) play.seats.replaceChildren(...rows);
  play.seats.dataset.shown = shown;
}
