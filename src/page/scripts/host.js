// The server as the page's host: requests with the secret of the link, and what only a served page has. Another host of the API has a
// module of the same name.
import { button, element, prose } from "./dom.js";
import { drawHomeSection } from "./home.js";
import { askForLink, authorization, drawCode, NO_LINK, OLD_LINK, openLinks, takeLink } from "./link.js";
import { ownLabel, storage } from "./net.js";
import { openLabel } from "./sheets.js";
import { game, joinLinks, mayRecord, root } from "./state.js";

// Sends a request as `fetch` does. Without a valid link the promise never resolves.
export async function sendRequest(path, { headers, ...options }) {
  const response = await fetch(path, { ...options, cache: "no-store", credentials: "omit", headers: { ...headers, ...authorization() } });
  return response.status === 401 ? askForLink(OLD_LINK) : response;
}

// Resolves once requests can be sent.
export async function ready() {
  const linkError = await takeLink();
  if (location.pathname !== "/") return askForLink(root.textContent);
  return storage.get("secret") ? undefined : askForLink(linkError ?? NO_LINK);
}

// Whether no other phone shows these games: then there are no links, nothing is sealed, and this phone plays for everybody.
export const isAlone = false;

// Draws how other phones join: the code to scan, and its address. A phone that only watches has a link for watching.
export function drawHost() {
  const links = (mayRecord && joinLinks.record) || joinLinks.watch;
  const isFar = (link) => !/^(localhost|127\.)/.test(new URL(link).hostname);
  const link = links.find(isFar) ?? links[0];
  const words = mayRecord ? "Scan it with another phone to play along" : "Scan it to watch on a phone, too";
  const localNote = "This address works on this machine alone: phones can join a server that was started with `--lan`.";
  return drawHomeSection("join", "Join",
    joinLinks.codes[link] ? drawCode(joinLinks.codes[link]) : "",
    element("div", "", element("p", "", words), isFar(link) ? element("p", "faint", new URL(link).host) : prose("p", "faint", localNote), button("Links", openLinks)));
}

// The entries of the menu that only this host has: whether the entry is offered, label, explanation, action.
export const hostItems = () => [
  [true, "Links", "to join, and codes to scan", openLinks],
  [mayRecord, "This phone’s name", "what the others read: " + (ownLabel(game.name) || "nothing yet"), openLabel],
];
