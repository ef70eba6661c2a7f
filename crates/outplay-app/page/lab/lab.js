// The lab: trees to step through, questions about them, and searches side by side.

export function open(room) {
  room.append(Object.assign(document.createElement("h1"), { textContent: "Lab" }));
  return { moved() {}, close() {} };
}
