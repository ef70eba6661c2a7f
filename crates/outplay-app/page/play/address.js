// The address: the game, where it began, its moves, which of them is shown, and who plays.

// Who plays is null where the address does not say it.
export const NEW = { game: "tic-tac-toe", start: "", moves: [], ply: 0, players: [null, null] };

// `chess?moves=e4,e5&ply=1`, behind `#play/`.
export function read(rest) {
  const at = rest.indexOf("?");
  const game = decode(at < 0 ? rest : rest.slice(0, at)) || NEW.game;
  const query = new URLSearchParams(at < 0 ? "" : rest.slice(at + 1));
  const moves = (query.get("moves") ?? "").split(",").filter((move) => move !== "");
  const ply = Number.parseInt(query.get("ply") ?? "", 10);
  const players = [query.get("first"), query.get("second")];
  return { game, start: query.get("start") ?? "", moves, ply: ply >= 0 && ply <= moves.length ? ply : moves.length, players };
}

export function write({ game, start, moves, ply, players }) {
  const query = new URLSearchParams();
  if (start) query.set("start", start);
  if (moves.length) query.set("moves", moves.join(","));
  if (ply !== moves.length) query.set("ply", ply);
  if (players[0]) query.set("first", players[0]);
  if (players[1]) query.set("second", players[1]);
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return `#play/${encodeURIComponent(game)}${text ? `?${text}` : ""}`;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
