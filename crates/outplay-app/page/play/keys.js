// Keys: arrows walk, slide, or go through the game.

// Whether a person walks or slides with the arrow keys in this game.
function isWalked(play) {
  return Boolean(play.view) && play.board.walks && play.hasPerson() && !play.view.result && !play.watching;
}

// Arrows walk through a maze, or slide tiles; elsewhere left and right go through the game, unless somebody is at a list, a text or the board.
export function pressed(play, event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("select, textarea, input, .cell, [role=slider]")) return;
  if (isWalked(play) && event.key?.startsWith("Arrow")) {
    event.preventDefault();
    play.board.walk(event.key);
  } else if (event.key === "ArrowLeft") play.go(play.state.ply - 1);
  else if (event.key === "ArrowRight") play.go(play.state.ply + 1);
}
