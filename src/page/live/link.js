"use strict";
// The link: its secret is kept for this address alone, and shown to the server with every request. The link that was opened last counts.

const SECRET = /^[0-9a-f]{32}$/;

const authorization = () => ({ Authorization: "Bearer " + kept.get("secret") });

// What stands behind the # of a link.
const secretOf = (hash) => (SECRET.test(hash.slice(1)) ? hash.slice(1) : null);

// Keeps the secret of the link that the page was opened by. It need not stand in the address.
function takeLink() {
  if (location.pathname !== "/join") return;
  const secret = secretOf(location.hash);
  if (secret) kept.set("secret", secret);
  history.replaceState(null, "", "/");
}

// Asks for a link. What is kept stays until then, a step that waits to be sent too; with another link the page begins anew, so that
// whoever waits for this waits for ever.
function askForLink(words) {
  stopListening();
  closeSheets();
  game = { name: null };
  const line = element("input", "");
  Object.assign(line, { type: "text", inputMode: "url", placeholder: seen(location.origin + "/join#…"), autocomplete: "off", spellcheck: false, required: true });
  line.setAttribute("autocapitalize", "off");
  const wrong = element("p", "hot");
  wrong.setAttribute("role", "alert");
  const form = element("form", "stack", element("p", "", words), field("The link", line), element("button", "main", "Open it"), wrong);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { secret, message } = pasted(line.value.trim());
    if (!secret) return wrong.replaceChildren(message);
    kept.set("secret", secret);
    if (location.pathname !== "/") history.replaceState(null, "", "/");
    return location.reload();
  });
  document.title = "fowlplay";
  root.replaceChildren(element("section", "asked", element("h1", "title", "fowlplay"), form));
  line.focus();
  return new Promise(() => {});
}

function parsed(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

// The secret of a link that was pasted, or what is wrong with it.
function pasted(text) {
  if (SECRET.test(text)) return { secret: text };
  const link = parsed(text);
  const secret = link ? secretOf(link.hash) : null;
  if (link?.pathname.startsWith("/join/")) return { message: "This link is of an earlier version: ask for a new one, which has a # in it." };
  if (!secret) return { message: "This is no link to a table: it ends in /join# and 32 letters and digits." };
  if (link.origin !== location.origin) return { message: "This link leads to another address: open it there." };
  return { secret };
}

// Another page of this browser has opened another link.
window.addEventListener("storage", ({ key }) => key === "fowlplay.secret" && location.reload());

const NO_LINK = "You need the link to this table: scan its code, or paste it here.";
const OLD_LINK = "The link that this page was opened with is no longer valid, or belongs to something else than what is served now. Ask for the current one:";
