// Play: a game, who plays it, and what the engine thinks.

export function open(room) {
  room.append(Object.assign(document.createElement("h1"), { textContent: "Play" }));
  return { moved() {}, close() {} };
}
