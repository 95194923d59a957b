"use strict";
// The link: its secret is stored for this origin, and sent with every request. The link that was opened last counts.

const SECRET = /^[0-9a-f]{32}$/;

const authorization = () => ({ Authorization: "Bearer " + storage.get("secret") });

// The secret in the fragment of a link.
const secretOf = (hash) => (SECRET.test(hash.slice(1)) ? hash.slice(1) : null);

// Stores the secret of the link that opened the page, and removes it from the address.
function takeLink() {
  if (location.pathname !== "/join") return;
  const secret = secretOf(location.hash);
  if (secret) storage.set("secret", secret);
  history.replaceState(null, "", "/");
}

// Asks for a link. With a new one the page is loaded again, so the promise never resolves; a pending request stays stored.
function askForLink(words) {
  stopListening();
  closeSheets();
  game = { name: null };
  const line = element("input", "");
  Object.assign(line, { type: "text", inputMode: "url", placeholder: displayText(location.origin + "/join#…"), autocomplete: "off", spellcheck: false, required: true });
  line.setAttribute("autocapitalize", "off");
  const wrong = element("p", "hot");
  wrong.setAttribute("role", "alert");
  const form = element("form", "stack", element("p", "", words), field("The link", line), element("button", "main", "Open it"), wrong);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { secret, message } = readPasted(line.value.trim());
    if (!secret) return wrong.replaceChildren(message);
    storage.set("secret", secret);
    if (location.pathname !== "/") history.replaceState(null, "", "/");
    return location.reload();
  });
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
  if (link?.pathname.startsWith("/join/")) return { message: "This link is of an earlier version: ask for a new one, which has a # in it." };
  if (!secret) return { message: "This is no link to a table: it ends in /join# and 32 letters and digits." };
  if (link.origin !== location.origin) return { message: "This link leads to another address: open it there." };
  return { secret };
}

// Another tab has opened another link.
window.addEventListener("storage", ({ key }) => key === "fowlplay.secret" && location.reload());

const NO_LINK = "You need the link to this table: scan its code, or paste it here.";
const OLD_LINK = "The link that this page was opened with is no longer valid, or belongs to something else than what is served now. Ask for the current one:";
