// The state that the scripts share: the open game, and what the link allows.

// The open game: the latest data of the server, and the elements that show them.
export let game = { name: null };
export const setGame = (next) => (game = next);

export const root = document.getElementById("page");

// Whether the link allows recording, and the name of the game if only one is served.
export let mayRecord = false;
export let onlyGame = null;
// The links for other phones, and their codes.
export let joinLinks = { watch: [], codes: {} };

// Stores the response that describes the link.
export function setLink(answer) {
  joinLinks = answer;
  onlyGame = answer.only;
  mayRecord = answer.right === "record";
}

// Reads a game's name and a line reference from the address, `#NAME?at=R.L`. A malformed escape is taken literally.
export function parseAddress() {
  const [typed, at = null] = location.hash.slice(1).split("?at=");
  try {
    return { name: onlyGame || decodeURIComponent(typed), at };
  } catch {
    return { name: typed, at };
  }
}

// The address of the open game, now or before an earlier line.
export const addressAt = (at) => "#" + encodeURIComponent(game.name) + (at ? "?at=" + at : "");
