// Players: who can play a seat, by the value in an address, and as the server is asked for them.

// How a search can play: by the value in an address, and in words.
const LIMITS = [
  ["time:100", "0.1 s"],
  ["time:500", "0.5 s"],
  ["time:2000", "2 s"],
  ["time:10000", "10 s"],
  ["depth:1", "depth 1"],
  ["depth:2", "depth 2"],
  ["depth:4", "depth 4"],
  ["depth:8", "depth 8"],
];
// Searches beside the best one, where there is no engine.
const OTHER_LIMITS = LIMITS.filter(([value]) => ["time:500", "depth:2", "depth:4"].includes(value));

// Who plays the other seats, if nobody is chosen and the game has no player of its own.
export const OPPONENT = "time:500";
// Who can play a seat of a game: people, players that only this game has, its searches, and chance.
export function playersOf({ seats, searches, usual_search: usual }, seat) {
  const title = (name) => name.charAt(0).toUpperCase() + name.slice(1);
  const own = (seats[seat]?.players ?? []).map((name) => [`own:${name}`, name]);
  const best = LIMITS.map(([value, text]) => [value, `${title(usual)}, ${text}`]);
  const others = usual === "engine" ? [] : searches.filter(({ name }) => name !== usual);
  const rest = others.flatMap(({ name }) => OTHER_LIMITS.map(([value, text]) => [`${name}:${value}`, `${title(name)}, ${text}`]));
  return [["human", "Person"], ...own, ...best, ...rest, ["random", "Random"]];
}

// The value of a player, as the server is asked for it: `time:500`, `paranoid:depth:2`, `own:greedy`, `random`.
export function asked(player) {
  const [kind, ...rest] = player.split(":");
  if (kind === "random") return { kind };
  if (kind === "own") return { kind, name: rest.join(":") };
  if (kind === "time" || kind === "depth") return { kind: "engine", [kind]: Number(rest[0]) };
  return { kind: "engine", search: kind, [rest[0]]: Number(rest[1]) };
}
