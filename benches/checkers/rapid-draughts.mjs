// The program rapid-draughts behind the protocol Hub, so that `outplay match` can play against it: alpha-beta to a fixed depth.
// It is run in a folder where `npm install rapid-draughts` was done: node rapid-draughts.mjs DEPTH

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { EnglishDraughts, EnglishDraughtsComputerFactory } = createRequire(`${process.cwd()}/`)("rapid-draughts/english");
const START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
const computer = EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: Number(process.argv[2] ?? 5) });

// Squares are numbered from 0 there, and from 1 in Hub.
function written({ origin, destination, captures }) {
  const squares = [origin, destination, ...[...captures].sort((one, other) => one - other)];
  return squares.map((square) => square + 1).join(captures.length ? "x" : "-");
}

function position(line) {
  if (!line.includes(`pos=${START}`)) throw new Error("only games from the usual start are played here");
  const game = EnglishDraughts.setup();
  const moves = /moves="?([^"]*)"?/.exec(line)?.[1] ?? "";
  for (const text of moves.split(/\s+/).filter(Boolean)) {
    const move = game.moves.find((one) => written(one) === text);
    if (!move) throw new Error(`${text} is not legal`);
    game.move(move);
  }
  return game;
}

let game = EnglishDraughts.setup();

async function answer(line) {
  const [command] = line.split(" ");
  if (command === "hub") return "id name=rapid-draughts version=1 author=loks0n\nwait";
  if (command === "init") return "ready";
  if (command === "ping") return "pong";
  if (command === "quit") process.exit(0);
  if (command === "pos") game = position(line);
  if (line === "go think") return `done move=${written((await computer(game)) ?? game.moves[0])}`;
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const told = await answer(line.trim());
    if (told) console.log(told);
  } catch (error) {
    console.log(`error message="${error.message.replaceAll('"', "'")}"`);
  }
}
