"use strict";
// The live page: which game is open, the table as it lies, whose turn it is, the last lines. The address is the state: `/#NAME`.

// The open game: what the server told of it last, and where it is drawn.
let game = { name: null };

const root = document.getElementById("page");
const only = document.body.dataset.only;
const mayRecord = document.body.dataset.right === "record";

// The secret of the link is in a cookie now: it need not stand in the address.
if (location.pathname !== "/") history.replaceState(null, "", "/" + (only ? "#" + encodeURIComponent(only) : location.hash));

const openName = () => only || decodeURIComponent(location.hash.slice(1));

async function show() {
  const name = openName();
  if (name === game.name) return;
  stopListening();
  closeSheets();
  game = { name: name || null };
  document.body.classList.remove("choosing");
  if (name) await openGame(name);
  else await listGames();
}

// Asks of the open game; null where nothing came, or another is open by now.
async function look(what, body) {
  const name = game.name;
  try {
    const told = await ask(addressOf(name, what), body);
    return game.name === name ? told : null;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (game.name === name) lost();
    return null;
  }
}

function trouble(message, again) {
  root.replaceChildren(element("p", "trouble", seen(message)), button("Try again", again, { className: "main" }));
}

// ---- The open game

async function openGame(name) {
  const part = (tag, className, label, role) => {
    const made = element(tag, className);
    if (label) made.setAttribute("aria-label", label);
    if (role) made.setAttribute("role", role);
    return made;
  };
  const view = {
    title: part("h1", "title"),
    status: part("p", "status", null, "status"),
    turn: part("p", "turn"),
    table: part("section", "table", "the table"),
    said: part("section", "said", "the last lines"),
    waiting: part("section", "waiting", null, "status"),
    answer: part("section", "answer", null, "status"),
    panel: part("section", "panel", "what is played"),
    note: part("p", "note", null, "status"),
  };
  view.waiting.hidden = true;
  view.panel.hidden = true;
  game.view = view;
  const tools = element("div", "tools");
  if (mayRecord) {
    tools.append(
      button("↶", () => change("undo", {}), { className: "tool", title: "Undo" }),
      button("↷", () => change("redo", {}), { className: "tool redo", title: "Redo" }),
    );
    for (const tool of tools.children) tool.setAttribute("aria-label", tool.title);
  }
  tools.append(speaker(), button("More", openMenu, { className: "tool wide" }));
  const back = button("‹", () => (location.hash = ""), { className: "tool back", title: "All games" });
  back.setAttribute("aria-label", "all games");
  const bar = element("header", "bar", ...(only ? [] : [back]), element("div", "names", view.title, view.status), tools);
  const side = element("div", "side", view.waiting, view.answer, view.panel);
  const lies = element("div", "lies", view.table, view.note, view.said);
  lies.tabIndex = 0;
  root.replaceChildren(bar, view.turn, element("div", "room", lies, side));
  arrange();
  view.title.textContent = name;
  setStatus("joining");
  await refresh();
  if (game.name !== name) return;
  listen(name, heard);
}

// On a broad screen the last lines stand beside the table, else below it.
const broad = matchMedia("(min-width: 60rem)");
function arrange() {
  const { view } = game;
  if (view) (broad.matches ? view.panel : view.note).after(view.said);
}
broad.addEventListener("change", arrange);

const STATUS = { joining: "joining…", live: "live", lost: "reconnecting…", ended: "the server ended", gone: "the log is gone" };

function setStatus(status) {
  const { view } = game;
  if (!view || view.status.dataset.is === status) return;
  view.status.dataset.is = status;
  view.status.textContent = STATUS[status];
}

async function heard(kind, what) {
  if (kind === "open") {
    setStatus("live");
    await refresh();
    if (waitingStep(game.name)) await sendNow();
  } else if (kind === "lost") {
    if (game.view.status.dataset.is !== "ended") setStatus("lost");
  } else if (kind === "changed") {
    // What this phone has just sent is looked at with its answer.
    if (!sending && what.version !== (game.version ?? null)) await refresh();
  } else if (kind === "asked") {
    told("Somebody asked for " + what.what + ".");
  } else if (kind === "chosen") {
    game.table.chosen = what.players;
    if (what.players.length) told(what.players.join(", ") + (what.players.length > 1 ? " have" : " has") + " chosen.");
    await refresh();
  } else if (kind === "ended") {
    setStatus("ended");
  }
}

// Something that is said for a moment.
function told(words) {
  const { note } = game.view;
  note.textContent = words;
  clearTimeout(game.noteTimer);
  game.noteTimer = setTimeout(() => (note.textContent = ""), 8000);
}

// Looks at the table anew; while it is looked at, one more look waits at most.
let looking = null;
let again = false;
function refresh() {
  if (looking) {
    again = true;
    return looking;
  }
  looking = (async () => {
    do {
      again = false;
      await lookAnew();
    } while (again);
  })().finally(() => (looking = null));
  return looking;
}

async function lookAnew() {
  if (!game.name) return;
  const asked = game;
  const [table, moves, book, why] = await Promise.all([look("table"), mayRecord ? look("moves") : null, asked.book ? null : look("rules"), mayRecord ? look("why") : null]);
  if (asked !== game || !table) return;
  if (table.exit === 2) {
    if (table.status === 404) setStatus("gone");
    else trouble(table.answer.error.message, () => location.reload());
    return;
  }
  const before = { version: game.version, lines: game.table?.lines };
  const isStale = moves && moves.version !== table.version;
  if (book?.exit === 0) game.book = book.answer;
  game.table = table.answer;
  game.version = table.version;
  if (moves) game.moves = moves.exit === 0 ? { ...moves.answer, version: moves.version } : null;
  game.why = why?.exit === 0 ? why.answer : null;
  if (isStale) again = true;
  if (game.view.status.dataset.is !== "live" && stream.source?.readyState === EventSource.OPEN) setStatus("live");
  draw(before);
}

function draw(before) {
  const { table, view } = game;
  document.title = table.title + " · fowlplay";
  view.title.textContent = seen(table.title);
  drawTable(view.table, table.zones, table.acting);
  for (const zone of view.table.querySelectorAll(".zone.acting")) zone.setAttribute("aria-current", "true");
  const acting = view.table.querySelector(".zone.acting");
  if (acting && (before.version !== game.version)) acting.scrollIntoView({ block: "nearest" });
  const turn = turnOf();
  if (view.turn.textContent !== turn) view.turn.textContent = turn;
  view.turn.classList.toggle("over", table.complete || Boolean(table.closed));
  drawLines();
  const isNew = before.version !== game.version;
  // What was answered before somebody else did something is of the past.
  if (isNew && game.version !== game.answered && view.answer.classList.contains("done")) view.answer.replaceChildren();
  // What is being chosen stays, as long as it can be.
  const isOpen = game.moves?.expects.some((one) => one.actor === made.actor && one.kinds.includes(made.verb));
  if (isNew && !isOpen) made = {};
  drawWaiting();
  drawPanel();
  if (isNew && before.version) {
    const last = table.lines.at(-1);
    const readBack = game.why?.steps.at(-1);
    const spokenBefore = before.lines?.at(-1)?.text === last?.text;
    const actor = last?.text.includes(": ") ? last.text.split(": ")[0] + ": " : "";
    if (!spokenBefore && last && !game.view.answer.childNodes.length) say(readBack?.read_back ? actor + readBack.read_back : last.text);
    say(turn);
  }
}

// Whose turn it is, in a sentence.
function turnOf() {
  const { table, moves } = game;
  if (table.closed) return "Closed: " + seen(table.closed);
  if (table.halted) return "Nothing is judged from " + table.halted + " on: mend that line first";
  if (table.complete) return "The game is over";
  const names = table.acting.map((seat) => seen(table.players[seat]));
  if (!names.length) return moves?.next_round?.first.length > 1 ? "The next round: who is first?" : "The table's turn";
  if (moves?.expects.some((one) => one.actor === null)) return "The table's turn: " + moves.expects.find((one) => one.actor === null).kinds.join(", ");
  return names.length > 1 ? names.join(", ") + " choose" : names[0] + "’s turn";
}

function drawLines() {
  const { table, view } = game;
  const items = table.lines.map(({ at, text }) => {
    const words = [element("span", "at", at), " ", element("bdi", "text", seen(text))];
    const line = mayRecord ? button("", () => openLine(at, text), { className: "line" }) : element("span", "line");
    line.append(...words);
    return element("li", "", line);
  });
  const last = game.why?.steps.flatMap((step) => step.tellings.filter((telling) => telling.aloud)) || [];
  const parts = [element("h2", "", "Last lines"), items.length ? element("ol", "lines", ...items) : element("p", "faint", "Nothing is recorded yet.")];
  if (last.length) parts.push(element("ul", "tellings", ...last.map((telling) => element("li", "", seen(telling.text)))));
  if (table.findings) parts.push(element("p", "hot", table.findings === 1 ? "One foul is in the log." : table.findings + " fouls are in the log."));
  view.said.replaceChildren(...parts);
}

// ---- Aloud

const canSpeak = "speechSynthesis" in window;

// A sign on a button.
function sign(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
}

function speaker() {
  const made = button("", () => {
    const on = !kept.get("aloud");
    kept.set("aloud", on || null);
    made.setAttribute("aria-pressed", on);
    if (on) say("Aloud. " + turnOf());
    else speechSynthesis.cancel();
  }, { className: "tool aloud", title: "Read aloud", pressed: Boolean(kept.get("aloud")) });
  made.setAttribute("aria-label", "read aloud");
  made.append(sign("M4 9v6h4l5 4V5L8 9zM16 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13"));
  made.hidden = !canSpeak;
  return made;
}

function say(words) {
  if (!canSpeak || !kept.get("aloud") || !words) return;
  const spoken = new SpeechSynthesisUtterance(words.replaceAll("−", "minus ").replaceAll("·", ","));
  spoken.lang = "en";
  speechSynthesis.speak(spoken);
}

// ---- Keys: Escape goes back.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]") || !game.view) return;
  if (made.verb || made.cards?.length || made.first) {
    stepBack();
    game.view.panel.querySelector("button")?.focus();
  } else game.view.answer.replaceChildren();
});

window.addEventListener("hashchange", show);
show();
