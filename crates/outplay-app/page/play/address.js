// The address: the game, where it began, its moves, which of them is shown, which stones are dead at its end, who plays, and the match or the film
// it is part of.

// A new game. Without a name, it is the first of the server's list; who plays is null where the address does not say it.
export function fresh(game = "") {
  return { game, start: "", moves: [], ply: 0, dead: null, players: [], match: null, film: null };
}

// What the seats are called in an address. There are hardly ever more than four of them.
const SEATS = ["first", "second", "third", "fourth"];
const MOST_SEATS = 16;
const seatName = (seat) => SEATS[seat] ?? `player${seat + 1}`;

// Moves stand between commas, and may have commas in their names.
const escaped = (move) => move.replaceAll("~", "~0").replaceAll(",", "~1");
const unescaped = (text) => text.replaceAll("~1", ",").replaceAll("~0", "~");

// `chess?moves=e4,e5&ply=1`, behind `#play/`.
export function read(rest) {
  const at = rest.indexOf("?");
  const game = decode(at < 0 ? rest : rest.slice(0, at));
  const query = new URLSearchParams(at < 0 ? "" : rest.slice(at + 1));
  const moves = (query.get("moves") ?? "").split(",").filter((move) => move !== "").map(unescaped);
  // Without the word it is judged which stones are dead.
  const dead = query.has("dead") ? query.get("dead").split(",").filter((point) => /^\d+$/.test(point)).map(Number) : null;
  const ply = Number.parseInt(query.get("ply") ?? "", 10);
  const players = Array.from({ length: MOST_SEATS }, (_, seat) => query.get(seatName(seat)));
  return { game, start: query.get("start") ?? "", moves, ply: ply >= 0 && ply <= moves.length ? ply : moves.length, dead, players, match: readMatch(query.get("match")), film: readFilm(query) };
}

// `1:3`: the first game of a match, with an opening of three moves; `2:3:0.5`: the second one after a draw. The last number is what the first
// player of the first game got in it.
function readMatch(text) {
  const [game, plies, got] = (text ?? "").split(":").map(Number);
  const isRight = plies > 0 && (game === 1 || (game === 2 && [0, 0.5, 1].includes(got)));
  return isRight ? { game, plies, got: game === 2 ? got : null } : null;
}

// A film of a demonstration, and the seed of its game.
function readFilm(query) {
  const seed = Number(query.get("seed"));
  return query.has("film") && Number.isSafeInteger(seed) ? { name: query.get("film"), seed } : null;
}

export function write({ game, start, moves, ply, dead, players, match, film }) {
  const query = new URLSearchParams();
  if (start) query.set("start", start);
  if (moves.length) query.set("moves", moves.map(escaped).join(","));
  if (ply !== moves.length) query.set("ply", ply);
  if (dead) query.set("dead", dead.join(","));
  if (match) query.set("match", [match.game, match.plies, ...(match.game === 2 ? [match.got] : [])].join(":"));
  if (film) {
    query.set("film", film.name);
    query.set("seed", film.seed);
  }
  players.forEach((player, seat) => player && query.set(seatName(seat), player));
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
