// The link to the table. Its secret is stored for this origin, and sent with every request. A newer link replaces it.
import { button, copy, displayText, element, field, formOf, icon, input, prose, submitRow, withRole } from "./dom.js";
import { ask, connect, session, stopListening, storage } from "./net.js";
import { closeSheets, openLoaded } from "./sheets.js";
import { game, mayRecord, root, setGame } from "./state.js";

const SECRET = /^[0-9a-f]{32}$/;

export const authorization = () => ({ Authorization: "Bearer " + storage.get("secret") });

// Parses the secret from the fragment of a link. Returns null if there is none.
const secretOf = (hash) => (SECRET.test(hash.slice(1)) ? hash.slice(1) : null);

// Takes the secret of the link that opened the page. Before it replaces another one the server is asked, because any web page can open
// this one with a secret that it makes up. Returns an error message if the link is incomplete.
export async function takeLink() {
  let [offered, message] = [session.get("offered"), null];
  if (location.pathname === "/join") {
    const link = readPasted(location.href);
    offered = link.secret ?? offered;
    message = location.hash === "" ? null : (link.message ?? null);
    history.replaceState(null, "", "/");
  }
  if (!offered) return message;
  const isNew = (storage.get("secret") ?? offered) !== offered;
  const isValid = !isNew || (await isAccepted(offered));
  if (isValid !== null) session.set("offered", null);
  if (isValid) storage.set("secret", offered);
  return null;
}

// Whether the server accepts a secret. Null if the server doesn't say.
const isAccepted = (secret) =>
  fetch("/api/links", { cache: "no-store", credentials: "omit", headers: { Authorization: "Bearer " + secret }, signal: AbortSignal.timeout(5000) })
    .then(({ ok, status }) => ok || (status === 401 ? false : null), () => null);

// Asks for a link. The promise never resolves, because a new link reloads the page. A pending request stays stored.
export function askForLink(words) {
  stopListening();
  closeSheets();
  setGame({ name: null });
  const linkInput = input("", { of: "lines", inputMode: "url", placeholder: displayText(location.origin + "/join#…"), required: true });
  const errorNode = withRole("alert", "p", "hot");
  const form = formOf("stack", () => {
    const { secret, message } = readPasted(linkInput.value.trim());
    if (!secret) return errorNode.replaceChildren(message);
    storage.set("secret", secret);
    if (location.pathname !== "/") history.replaceState(null, "", "/");
    return location.reload();
  }, prose("p", "", words), field("The link", linkInput), submitRow("Open it"), errorNode);
  document.title = "fowlplay";
  root.replaceChildren(element("section", "asked", element("h1", "title", "fowlplay"), form));
  return new Promise(() => {});
}

// Parses a pasted link. Returns its `{secret}` or an error `{message}`.
function readPasted(text) {
  if (SECRET.test(text)) return { secret: text };
  const link = URL.canParse(text) ? new URL(text) : null;
  const secret = link ? secretOf(link.hash) : null;
  if (!secret) return { message: "This is no link to a table: it ends in /join# and 32 letters and digits." };
  if (link.origin !== location.origin) return { message: "This link leads to another address: open it there." };
  return { secret };
}

// Reloads the page after another tab has stored the secret of another link.
window.addEventListener("storage", ({ key }) => key === "fowlplay.secret" && location.reload());

export const NO_LINK = "You need the link to this table: scan its code, or paste it here.";
export const OLD_LINK = "The link that this page was opened with is no longer valid, or belongs to something else than what is served now. Ask for the current one:";

// ---- The links to give to others

// Draws a code to scan. The code is dark on light, also on a dark page.
export function drawCode(rows) {
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return icon(path, size, "code");
}

export const openLinks = () => openLoaded("Links", "/api/links", (links, body) => {
  const draw = ({ watch, record = [], codes }) => {
    const link = (address) => {
      const copyButton = button("Copy", () => copy(address, copyButton), { does: "copy: " + address });
      return element("div", "link", codes[address] ? drawCode(codes[address]) : "", element("code", "", address), copyButton);
    };
    const section = (title, links) => (links.length ? [element("h3", "", title), ...links.map(link)] : []);
    const renew = element("details", "", element("summary", "", "New links"), element("p", "", "The old ones open nothing any more: every phone needs the new one."), button("Make new links", makeNew));
    return [...section("To watch", watch), ...section("To record", record), mayRecord ? renew : ""];
  };
  const makeNew = async () => {
    const response = await ask("/api/links", {});
    if (response.exit !== 0) return body.append(element("p", "hot", response.answer.error.message));
    // This phone continues with the new link.
    storage.set("secret", secretOf(new URL(response.answer.record[0]).hash));
    if (game.name) connect();
    return body.replaceChildren(...draw(response.answer));
  };
  return draw(links);
});
