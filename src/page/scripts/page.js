// The live page: the open game with its table, the banner, the last lines. The address names the game: `#NAME`.
import "./tap_guard.js";
import { change, targetInWords, UNDO_REDO_LABELS } from "./corrections.js";
import { button, displayText, element, icon, prose, setLabel, withRole } from "./dom.js";
import { followRename } from "./head.js";
import { listGames } from "./home.js";
import { isAlone, ready } from "./host.js";
import { markLastMove, placesOfCards, slideCards } from "./last_move.js";
import { ask, asks, isSending, listen, ownLabel, pendingRequest, requestGame, stopListening, storage, stream, UNREACHED } from "./net.js";
import { draft, drawPanel, drawPending, hasChosen, hasDraft, keepFocus, ownPlayer, sealKey, sendNow, setDraft, sheetPicker, stepBack } from "./record.js";
import { actorPrefix, closeAnswerButton, drawLine, drawReadBack, drawTellings } from "./responses.js";
import { animation, drawRoundEnd, followRematch, stopCounting } from "./round_end.js";
import { closeSheets, drawListedLine, drawRuleBook, drawVerdict, followInSheets, openLog, openMenu, openScore, showMoment } from "./sheets.js";
import { game, mayRecord, onlyGame, parseAddress, root, setGame, setLink } from "./state.js";
import { drawTable } from "./table.js";
import { drawEvening } from "./tally.js";

export async function show() {
  const { name, at } = parseAddress();
  if (name !== game.name) await goTo(name);
  if (at && game.name === name && game.table) showMoment(at);
}

async function goTo(name) {
  stopListening();
  stopCounting();
  closeSheets();
  setGame({ name: name || null });
  setDraft({});
  document.body.classList.remove("choosing");
  if (name) await openGame(name);
  else await listGames();
}

export function showError(message, retry) {
  root.replaceChildren(element("p", "trouble", displayText(message)), button("Try again", retry, { className: "main" }));
}

// Shows why there is no table. The page recovers by itself when there is one.
function showTrouble(status, title, parts, ...choices) {
  const allGamesButton = button("All games", () => (location.hash = ""), { className: choices.length ? "" : "main" });
  game.view.whole[0].querySelector(".tools").hidden = true;
  setStatus(status);
  root.replaceChildren(game.view.whole[0], element("section", "trouble", element("h2", "", title), ...parts, element("div", "choices", ...choices, onlyGame ? "" : allGamesButton)));
}

// Shows that the address is outdated, as no game here has this name.
const showMissing = () => showTrouble("gone", "There is no game “" + game.name + "” here", [element("p", "", "The link is outdated: the game was renamed or moved, or it is kept elsewhere.")]);

// Shows the errors in the log of the open game.
function showUnreadable({ errors = [] }) {
  const excerpt = ({ text, wrong }) => {
    if (!text) return "";
    const at = wrong ? text.indexOf(wrong) : -1;
    return element("pre", "", ...(at < 0 ? [text] : [text.slice(0, at), element("mark", "", wrong), text.slice(at + wrong.length)]));
  };
  const drawPosition = ({ line, column }) => (line ? element("b", "place", "line " + line + ", column " + column) : "");
  const items = errors.map((error) => element("li", "", drawPosition(error), excerpt(error), prose("p", "", error.message)));
  const advice = "Mend the file where it was changed, and save it: this page then goes on by itself. Nothing else was lost.";
  showTrouble("unreadable", game.name + ".toml can’t be read", [element("ol", "", ...items), element("p", "", advice)], button("Try again", refresh, { className: "main" }));
}

// ---- The open game

async function openGame(name) {
  const [status, turn, note] = ["status", "turn", "note"].map((name) => withRole("status", "p", name));
  const [waiting, answer] = ["waiting", "answer"].map((name) => withRole("status", "section", name));
  const named = (className, label) => setLabel(element("section", className), label);
  const [ending, table, lastLines, panel] = [named("ending", "the end"), named("table", "the table"), named("said", "the last lines"), named("panel", "what is played")];
  const view = { title: element("h1", "title"), status, turn, note, waiting, answer, ending, table, lastLines, panel };
  view.waiting.hidden = true;
  view.panel.hidden = true;
  game.view = view;
  const tools = element("div", "tools");
  if (mayRecord) {
    tools.append(
      button("↶", () => change("undo", { input: true }), { className: "tool", title: "Undo", name: "Undo" }),
      button("↷", () => change("redo", {}), { className: "tool redo", title: "Redo", name: "Redo" }),
    );
  }
  tools.append(speakerButton(), button("More", openMenu, { className: "tool wide" }));
  const back = button("‹", () => (location.hash = ""), { className: "tool back", title: "All games", name: "all games" });
  const bar = element("header", "bar", ...(onlyGame ? [] : [back]), element("div", "names", view.title, view.status), tools);
  view.banner = element("div", "banner", view.turn, ...(mayRecord ? [bannerButton("Score", "M5 20V10M12 20V4M19 20v-7", openScore), bannerButton("Log", "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01", openLog)] : []));
  const side = element("div", "side", view.note, view.waiting, view.panel);
  const lies = element("div", "lies", view.ending, view.table, view.lastLines);
  lies.tabIndex = 0;
  // A picker or a response makes the table smaller, and may push the acting player's zone out of view.
  new ResizeObserver(showActing).observe(lies);
  Object.assign(view, { lies, whole: [bar, view.banner, element("div", "room", lies, side)] });
  root.replaceChildren(...view.whole);
  // A tap on points says what they are for, as the button in the banner does.
  if (mayRecord) view.table.addEventListener("click", ({ target }) => target.closest(".score") && openScore());
  arrange();
  view.title.textContent = displayText(name);
  setStatus("joining");
  await refresh();
  if (game.name !== name) return;
  listen(name, onEvent);
}

// A button of the banner that opens a sheet.
const bannerButton = (label, path, act) => button([icon(path), element("b", "", label)], act, { className: "tool", title: label });

// Scrolls to the zone of the acting player, if it has cards.
function showActing() {
  const table = game.view?.table;
  if (!table) return;
  const zone = table.querySelector(".zone.acting:has(table)");
  if (!zone) return;
  zone.style.scrollMarginTop = `calc(${table.querySelector(".stays")?.offsetHeight ?? 0}px + .3rem)`;
  zone.scrollIntoView({ block: "nearest" });
}

// Puts the last lines beside the table on a broad screen, otherwise below the table. A response opens below the panel on a broad screen,
// otherwise between table and panel, so the panel never moves.
export const broadScreen = matchMedia("(min-width: 60rem)");
const roomyScreen = matchMedia("(min-width: 48rem)");
function arrange() {
  const { view } = game;
  if (!view) return;
  (broadScreen.matches ? view.panel : view.table).after(view.lastLines);
  (broadScreen.matches ? view.panel : view.lies).after(view.answer);
}
broadScreen.addEventListener("change", () => {
  arrange();
  if (game.view && game.table) draw(game);
});

// Keeps the score and the shared piles in view above the zones of the players on a phone.
function keepInView(table) {
  const zones = table.querySelector(".zones");
  const keptZones = broadScreen.matches || !zones ? [] : zones.querySelectorAll(".standing, .shared:not(:has(table))");
  if (keptZones.length) zones.before(element("div", "stays", ...keptZones));
}

const STATUS = { joining: "joining…", live: "live", lost: "reconnecting…", gone: "the log is gone", unreadable: "can’t be read" };

function setStatus(status) {
  const { view } = game;
  if (!view || view.status.dataset.is === status) return;
  view.status.dataset.is = status;
  view.status.textContent = STATUS[status];
  view.status.hidden = isAlone && status === "live";
}

async function onEvent(kind, data) {
  if (kind === "open") {
    setStatus("live");
    // The first event tells whether a table that was just fetched is outdated. A later connection may have missed events.
    if (game.isHeard || !game.table) await refresh();
    game.isHeard = true;
    if (pendingRequest(game.name)) await sendNow();
  } else if (kind === "lost") {
    // A log that is gone sends no events, so its status stays.
    if (game.view.status.dataset.is !== "gone") setStatus("lost");
  } else if (kind === "changed") {
    // This phone's own change is fetched with its response.
    const isFetched = refreshInProgress && data.version === game.answered;
    if (!isSending && !isFetched && data.version !== (game.version ?? null)) await refresh();
  } else if (kind === "asked") {
    if (!asks.here) notify("Somebody asked " + data.what + ".");
  } else if (kind === "chosen") {
    if (!isSending && data.players.join() !== (game.table?.chosen ?? []).join()) await refresh();
  } else if (kind === "rematch") {
    // An open sheet stays open; the end of the game offers the rematch.
    if (!game.isRematchAsked) await (document.querySelector("dialog[open]") || !game.table?.ended ? refresh() : followRematch(data.name));
  } else if (kind === "mended") {
    // This phone's own change is shown with its response.
    const isOwn = (isSending && pendingRequest(game.name)?.path === data.what) || data.version === game.answered;
    const [verb, isUndoRedo] = { undo: ["took back", true], redo: ["brought back", true] }[data.what] ?? ["changed", false];
    const prefix = data.by ? data.by + " " + verb + ": " : (UNDO_REDO_LABELS[data.what] ?? "Changed: ");
    const targets = data.at.map(targetInWords).join(", ");
    if (!isOwn) notify(prefix + (data.lines.join(" / ") || (isUndoRedo ? "a change of " + targets : targets)));
  }
}

// Shows a message for some seconds.
export function notify(words) {
  if (!game.view) return;
  const { note } = game.view;
  note.textContent = displayText(words);
  say(words);
  clearTimeout(game.noteTimer);
  game.noteTimer = setTimeout(() => (note.textContent = ""), 8000);
}

// Fetches the table and draws it. During a refresh at most one more is queued.
export let refreshInProgress = null;
let isRefreshQueued = false;
export function refresh() {
  if (refreshInProgress) {
    isRefreshQueued = true;
    return refreshInProgress;
  }
  refreshInProgress = (async () => {
    do {
      isRefreshQueued = false;
      await fetchTable();
    } while (isRefreshQueued);
  })().finally(() => (refreshInProgress = null));
  return refreshInProgress;
}

// Fetches the rule book of this table. Updates an open rule book or form of table rules.
async function readRules() {
  const askedGame = game;
  const response = await requestGame("rules");
  if (response.exit !== 0) return;
  askedGame.book = response.answer;
  if (askedGame !== game) return;
  document.querySelector(".rulebook")?.replaceChildren(...drawRuleBook(game.book));
  document.querySelector("form.tablerules")?.dispatchEvent(new CustomEvent("changed", { detail: game.book.in_force }));
}

async function fetchTable() {
  if (!game.name) return;
  const askedGame = game;
  // The first fetch requests rules and table at once.
  const seal = mayRecord ? sealKey() : null;
  const [table, moves] = await Promise.all([requestGame(seal ? "table?seal=" + encodeURIComponent(seal) : "table"), mayRecord ? requestGame("moves?in_view=true") : UNREACHED, askedGame.book ? null : readRules()]);
  if (table.exit === 0 && JSON.stringify(askedGame.book?.in_force) !== JSON.stringify(table.answer.in_force)) await readRules();
  if (askedGame !== game || !table.status) return;
  if (table.exit === 2) {
    // Without a version, a log that reappears unchanged is drawn again.
    game.version = null;
    if (table.status === 404 && !game.table) showMissing();
    else if (table.status === 404) setStatus("gone");
    else showUnreadable(table.answer);
    return;
  }
  if (!game.view.turn.isConnected) {
    root.replaceChildren(...game.view.whole);
    root.querySelector(".tools").hidden = false;
  }
  const before = { version: game.version, table: game.table, moves: game.moves };
  const isStale = moves.status && moves.version !== table.version;
  game.table = { ...table.answer, last: table.answer.last ?? [] };
  game.version = table.version;
  if (moves.status) game.moves = moves.exit === 0 ? { ...moves.answer, version: moves.version } : null;
  if (isStale) isRefreshQueued = true;
  if (before.table) followRename(before.table, game.table);
  if (game.view.status.dataset.is !== "live" && stream.isOpen) setStatus("live");
  draw(before);
}

export const draw = (before) => keepFocus(() => drawGame(before));

function drawGame(before) {
  const { table, view } = game;
  const isMyTurn = ownPlayer() !== null && table.acting.includes(table.players.indexOf(ownPlayer())) && !hasChosen(ownPlayer());
  document.title = (isMyTurn ? "Your turn · " : "") + displayText(table.title) + " · fowlplay";
  if (isMyTurn && game.isMyTurn === false && storage.get("buzz")) navigator.vibrate?.(200);
  game.isMyTurn = isMyTurn;
  view.title.textContent = displayText(table.title);
  const chosen = table.chosen || [];
  const acting = table.acting.filter((seat) => !chosen.includes(table.players[seat]));
  const isNew = before.version !== game.version;
  const placesBefore = isNew && before.version ? placesOfCards(view.table) : null;
  if (table.counted) view.table.replaceChildren(...drawEvening(table));
  else drawTable(view.table, table.zones, acting);
  keepInView(view.table);
  const moved = markLastMove(view.table, table.players, table.lines.map(({ text }) => text));
  for (const zone of view.table.querySelectorAll(".zone.acting")) zone.setAttribute("aria-current", "true");
  const turn = displayText(table.turn);
  if (view.turn.textContent !== turn) view.turn.textContent = turn;
  const isOver = table.complete || Boolean(table.closed);
  view.banner.className = "banner" + (isOver ? " over" : acting.length === 1 ? " p" + acting[0] : "");
  drawRoundEnd(isNew && Boolean(before.table) && !before.table.ended);
  drawLines();
  // A response is outdated after another phone's change.
  if (isNew && game.version !== game.answered && !view.answer.classList.contains("replaced")) view.answer.replaceChildren();
  if (isNew && before.moves && !sheetPicker) keepOrDropDraft(before.moves);
  if (game.version === game.answered) drawReadBack();
  drawPending();
  drawReplaced();
  drawBrokenChoice();
  if (!sheetPicker) drawPanel();
  fit();
  if (isNew && !table.ended) showActing();
  if (placesBefore) slideCards(moved, placesBefore);
  if (isNew && before.version) {
    speakOf(before.table, turn);
    followInSheets();
  }
}

// Reports that a step other than the sealed choice was recorded for this phone's player. The report stays until the user closes it.
function drawReplaced() {
  const { table, view } = game;
  const replaced = (table.replaced || []).find(({ player }) => player === ownPlayer());
  const identity = replaced && replaced.at + " " + replaced.text;
  if (!replaced || game.replaced === identity) return;
  game.replaced = identity;
  view.answer.className = "answer asks replaced";
  view.answer.role = "alert";
  const words = "Your sealed card is not played. On another screen this was recorded for you:";
  view.answer.replaceChildren(element("p", "", words), element("p", "", element("b", "", drawLine(replaced.text))), closeAnswerButton(view.answer));
  say(words + " " + replaced.text);
}

// Tells this phone's player that the sealed choice doesn't hold any more.
function drawBrokenChoice() {
  const { table, view } = game;
  const identity = table.choose_again && game.version + " " + table.choose_again;
  if (!identity && game.broken && view.answer.classList.contains("broken")) view.answer.replaceChildren();
  if (!identity || game.broken === identity) return (game.broken = identity);
  game.broken = identity;
  view.answer.className = "answer asks replaced broken";
  view.answer.role = "alert";
  const words = "Something was recorded since you chose, and your card can’t be played any more. Choose again:";
  view.answer.replaceChildren(element("p", "", words), prose("p", "", table.choose_again), closeAnswerButton(view.answer));
  say(words);
}

// Enlarges the table if there is room. On a tablet the table fills at most the upper half. SPARE is the room for the buttons around
// cards, in pixels.
const ZOOMS = [1.75, 1.6, 1.45, 1.3, 1.15];
const COLUMNS = ["27rem", "19rem", "14rem", "11rem"];
const SPARE = 24;
function enlarge() {
  const { lies, table } = game.view;
  const isFull = (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
  const lowerLimit = () => (broadScreen.matches ? lies.getBoundingClientRect().bottom : innerHeight / 2);
  const hasSpareRoom = () => !mayRecord || table.getBoundingClientRect().bottom + SPARE <= lowerLimit();
  // On a tablet the picker makes what lies above it lower, which shall not draw the table anew in another size.
  const fits = () => hasSpareRoom() && ![...(broadScreen.matches ? [lies] : []), ...lies.querySelectorAll(".wide")].some(isFull);
  const zooms = [...ZOOMS, 1];
  table.classList.add("enlarged");
  const fitting = firstFitting(zooms.length, (nth) => {
    table.style.zoom = zooms[nth];
    return COLUMNS.some((columns) => {
      table.style.setProperty("--least", columns);
      return fits();
    });
  });
  if (fitting === null) resetSize(table);
}

// Finds the first of `count` sizes, in descending order, that fits. `fitsAt` sets a size and checks it. Returns null if none fits.
function firstFitting(count, fitsAt) {
  let [fitting, tooLarge] = [count - 1, -1];
  if (!fitsAt(fitting)) return null;
  while (fitting - tooLarge > 1) {
    const middle = Math.floor((fitting + tooLarge) / 2);
    if (fitsAt(middle)) fitting = middle;
    else tooLarge = middle;
  }
  return fitsAt(fitting) ? fitting : null;
}

export function resetSize(table) {
  table.classList.remove("enlarged");
  table.style.zoom = "";
  table.style.removeProperty("--least");
}

// Fits the page to the screen. A screen for watching is viewed from afar, so everything is as large as possible. If the zones are broad,
// fewer are side by side. Before letters get too small, cards are drawn lower, then the asides of grids are left out, then all lines but the last.
const LEAST_LETTER = 24 / 1080; // of the height of the screen
const page = document.documentElement;
export function fit() {
  page.style.fontSize = "";
  delete document.body.dataset.dense;
  if (!game.view) {
    if (!mayRecord && broadScreen.matches) fillWithList();
    return;
  }
  resetSize(game.view.table);
  if (!roomyScreen.matches) return;
  if (!mayRecord && broadScreen.matches) fillScreen();
  if (!game.table?.ended) enlarge();
}

function fillScreen() {
  const parts = root.querySelectorAll(".lies, .side, .lies .wide");
  const isFull = () => [...parts].some((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1);
  const defaultSize = letterSize();
  const isFilled = () => ["14rem", "19rem", "27rem"].some((columns) => {
    page.style.setProperty("--least", columns);
    return !isFull();
  });
  const fits = (most, least) => fitsBetween(most, least, isFilled);
  const least = LEAST_LETTER * innerHeight;
  for (const dense of ["", "low-cards", "no-asides", "no-asides one-line"]) {
    document.body.dataset.dense = dense;
    if (fits(2.5 * defaultSize, least)) return;
  }
  fits(least, 0.8 * defaultSize);
}

// Enlarges the tiles of a short list of games.
function fillWithList() {
  const list = root.querySelector(".all");
  const defaultSize = letterSize();
  if (list && !fitsBetween(2.5 * defaultSize, defaultSize, () => list.scrollHeight <= list.clientHeight + 1)) page.style.fontSize = "";
}

const letterSize = () => Number.parseFloat(getComputedStyle(page).fontSize);

// Sets the largest letter size between `most` and `least` that fits, in steps of a pixel. Returns whether there is one.
function fitsBetween(most, least, isFitting) {
  return firstFitting(Math.max(1, Math.floor(most - least) + 1), (nth) => {
    page.style.fontSize = most - nth + "px";
    return isFitting();
  }) !== null;
}
window.addEventListener("resize", fit);

// Drops the draft if the steps that are open to its player have changed.
function keepOrDropDraft(before) {
  const openTo = (moves) => JSON.stringify(moves?.expects.filter(({ actor }) => actor === (draft.actor ?? null)));
  if (!draft.first && openTo(before) === openTo(game.moves) && hasDraft()) return;
  if (hasDraft()) notify("What you were choosing was not recorded: something else is open now.");
  setDraft({});
}

function speakOf(before, turn) {
  const { table, view } = game;
  const line = table.lines.at(-1);
  if (line && line.text !== before.lines.at(-1)?.text && !view.answer.childNodes.length) {
    const step = table.last.at(-1);
    // The consequences of an end are read out after the count.
    say([step?.read_back ? actorPrefix(line.text) + step.read_back : line.text, ...(!animation && step?.tellings || [])].join(". "));
  }
  say(table.ended && !animation ? turn + ". " + table.ended.shown.headline : turn);
}

export function drawLines() {
  const { table, view } = game;
  const items = table.lines.map(drawListedLine);
  const parts = [element("h2", "", table.counted ? "Counted last" : "Last lines")];
  if (items.length) parts.push(element("ol", "lines", ...items));
  else if (!table.counted) parts.push(element("p", "faint", "No line is recorded yet."));
  if (table.recorded_by && table.recorded_by !== ownLabel(game.name)) parts.push(element("p", "faint by", "recorded by ", element("bdi", "", table.recorded_by)));
  const sentences = table.last.flatMap((step) => step.tellings);
  if (sentences.length && !table.ended) parts.push(drawTellings(sentences));
  for (const { verdict } of table.last) if (verdict) parts.push(...drawVerdict(verdict));
  if (table.findings) parts.push(element("p", "hot", table.findings === 1 ? "One foul is in the log." : table.findings + " fouls are in the log."));
  view.lastLines.replaceChildren(...parts);
}

// ---- Aloud

const canSpeak = "speechSynthesis" in window;

function speakerButton() {
  const node = button(icon("M4 9v6h4l5 4V5L8 9zM16 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13"), () => {
    const isOn = !storage.get("aloud");
    storage.set("aloud", isOn || null);
    node.ariaPressed = String(isOn);
    if (isOn) say("Aloud. " + game.table.turn);
    else speechSynthesis.cancel();
  }, { className: "tool aloud", title: "Read aloud", pressed: Boolean(storage.get("aloud")), name: "read aloud" });
  node.hidden = !canSpeak;
  return node;
}

export function say(words) {
  if (!canSpeak || !storage.get("aloud") || !words) return;
  const spoken = new SpeechSynthesisUtterance(displayText(words).replaceAll("−", "minus ").replaceAll("·", ",").replace(/[\u2068\u2069]/gu, ""));
  spoken.lang = "en";
  speechSynthesis.speak(spoken);
}

// ---- Escape goes back
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]") || !game.view) return;
  if (hasDraft() || draft.first) {
    stepBack();
    game.view.panel.querySelector("button")?.focus();
  } else game.view.answer.replaceChildren();
});

// ---- The beginning

async function start() {
  await ready();
  const response = await ask("/api/links");
  if (response.exit !== 0) return showError(response.answer.error.message, start);
  setLink(response.answer);
  document.body.dataset.right = response.answer.right;
  if (onlyGame) {
    const { at } = parseAddress();
    history.replaceState(null, "", "#" + encodeURIComponent(onlyGame) + (at ? "?at=" + at : ""));
  }
  window.addEventListener("hashchange", show);
  return show();
}

start();
