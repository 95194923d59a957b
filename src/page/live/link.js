"use strict";
// The link: its secret is stored for this origin, and sent with every request. The link that was opened last counts.

const SECRET = /^[0-9a-f]{32}$/;

const authorization = () => ({ Authorization: "Bearer " + storage.get("secret") });

// The secret in the fragment of a link.
const secretOf = (hash) => (SECRET.test(hash.slice(1)) ? hash.slice(1) : null);

// Stores the secret of the link that opened the page, and removes it from the address. Returns what is wrong with a link that was cut off.
function takeLink() {
  if (location.pathname !== "/join") return null;
  const { secret, message } = readPasted(location.href);
  const isGiven = location.hash !== "";
  if (secret) storage.set("secret", secret);
  history.replaceState(null, "", "/");
  return isGiven ? message : null;
}

// Asks for a link. With a new one the page is loaded again, so the promise never resolves; a pending request stays stored.
function askForLink(words) {
  stopListening();
  closeSheets();
  game = { name: null };
  const line = input("", { of: "lines", inputMode: "url", placeholder: displayText(location.origin + "/join#…"), required: true });
  const wrong = withRole("alert", "p", "hot");
  const form = formOf("stack", () => {
    const { secret, message } = readPasted(line.value.trim());
    if (!secret) return wrong.replaceChildren(message);
    storage.set("secret", secret);
    if (location.pathname !== "/") history.replaceState(null, "", "/");
    return location.reload();
  }, prose("p", "", words), field("The link", line), element("button", "main", "Open it"), wrong);
  document.title = "fowlplay";
  root.replaceChildren(element("section", "asked", element("h1", "title", "fowlplay"), form));
  line.focus();
  return new Promise(() => {});
}

function parseUrl(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

// The secret of a pasted link, or an error message.
function readPasted(text) {
  if (SECRET.test(text)) return { secret: text };
  const link = parseUrl(text);
  const secret = link ? secretOf(link.hash) : null;
  if (!secret) return { message: "This is no link to a table: it ends in /join# and 32 letters and digits." };
  if (link.origin !== location.origin) return { message: "This link leads to another address: open it there." };
  return { secret };
}

// Another tab has opened another link.
window.addEventListener("storage", ({ key }) => key === "fowlplay.secret" && location.reload());

const NO_LINK = "You need the link to this table: scan its code, or paste it here.";
const OLD_LINK = "The link that this page was opened with is no longer valid, or belongs to something else than what is served now. Ask for the current one:";

// ---- The links to give to others

// A code to scan, dark on light on a dark page, too.
function drawCode(rows) {
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svgElement("svg", { viewBox: `0 0 ${size} ${size}`, class: "code", "aria-hidden": "true" }, svgElement("path", { d: path }));
}

// Copies a text, also where the page has no safe connection and so no clipboard of its own; whether that was done.
async function copy(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const line = input(text, { className: "unseen" });
    beside.after(line);
    line.select();
    const isCopied = document.execCommand("copy");
    line.remove();
    beside.focus();
    return isCopied;
  }
}

const openLinks = () => openLoaded("Links", "/api/links", (links, body) => {
  const draw = ({ watch, record = [], codes }) => {
    const link = (address) => {
      const copying = button("Copy", () => copy(address, copying), { does: "copy: " + address });
      return element("div", "link", codes[address] ? drawCode(codes[address]) : "", element("code", "", address), copying);
    };
    const section = (title, links) => (links.length ? [element("h3", "", title), ...links.map(link)] : []);
    const renew = element("details", "", element("summary", "", "New links"), element("p", "", "The old ones open nothing any more: every phone needs the new one."), button("Make new links", makeNew));
    return [...section("To watch", watch), ...section("To record", record), mayRecord ? renew : ""];
  };
  const makeNew = async () => {
    const response = await ask("/api/links", {});
    if (response.exit !== 0) return body.append(element("p", "hot", response.answer.error.message));
    // This phone goes on with the new one.
    storage.set("secret", secretOf(new URL(response.answer.record[0]).hash));
    if (game.name) connect();
    return body.replaceChildren(...draw(response.answer));
  };
  return draw(links);
});
