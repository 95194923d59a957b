// The first screen with its list of games, and the setup of a new game.
import { button, capitalize, choiceRow, displayText, drawing, element, field, formOf, icon, input, prose, select, setLabel, showIn, withRole } from "./dom.js";
import { drawCode, openLinks } from "./link.js";
import { ask, createRequestKeys, storage, UNREACHED } from "./net.js";
import { fit, show, showError } from "./page.js";
import { openSettle } from "./position.js";
import { drawLine, explainError, parseWords } from "./responses.js";
import { gripButton, makeDraggable, seatName } from "./seats.js";
import { closeSheets, ICONS, openSheet } from "./sheets.js";
import { game, joinLinks, mayRecord, root } from "./state.js";
import { drawCard } from "./table.js";

// The interval for reloading the list of games.
const LIST_INTERVAL = 4000; // milliseconds
let isAwayOpen = false;

// The games that can be played here, with their covers. The list is constant while the server runs.
let library = null;
export async function readLibrary() {
  library ??= (await ask("/api/rules")).answer.games ?? null;
  return library;
}

export const rangeText = ([least, most]) => (least === most ? String(least) : least + " to " + most);
const playersAndTime = ({ players, minutes }) => rangeText(players) + " players" + (minutes ? "\u00a0· " + (minutes[0] === minutes[1] ? "about " : "") + rangeText(minutes) + " min" : "");
const shortTitle = ({ title }) => title.split(" – ")[0];

// Draws a few cards of a game, or face-down cards if its cover has none.
function coverOf(one) {
  const cards = one?.cover.length ? one.cover.map(drawCard) : [1, 2, 3].map(() => element("span", "card covered"));
  return Object.assign(element("span", "cover", ...cards), { ariaHidden: "true" });
}

// Draws a game of the list: its players with their totals, and its last line.
function drawListedGame(one, ...more) {
  const isPast = one.complete || one.closed;
  const player = (name, seat) => {
    const isMarked = isPast ? one.winners.includes(name) : one.acting.includes(name);
    const mark = isMarked ? element("span", "mark", isPast ? "won" : "’s turn") : "";
    return element("span", "standing p" + seat, element("bdi", isMarked ? "strong" : "", name), mark, element("b", "points", one.totals[seat] ?? ""));
  };
  const state = one.closed ? "put away" : one.complete ? "over" : "going on";
  const about = [one.title ? titleOf(one.game) : "", one.name.startsWith(one.date) ? "" : one.date, one.name, state];
  const link = element("a", "game " + (isPast ? "past" : "present"),
    element("b", "", one.title || titleOf(one.game)),
    ...one.players.map(player),
    one.words ? element("span", "last", drawLine(one.last, new Map(parseWords(one.words)))) : "",
    element("span", "faint", about.filter(Boolean).join(" · ")), ...more);
  link.href = "#" + encodeURIComponent(one.name);
  return link;
}

const drawList = (games) => element("ul", "games", ...games.map((one) => element("li", "", drawListedGame(one))));

const drawPartOfHome = (className, title, ...children) => element("section", className, element("h2", "", title), ...children);

// Draws the first screen: about fowlplay, the latest unfinished game, new games, how to join, all other games.
export async function listGames() {
  document.title = "fowlplay";
  const [listed] = await Promise.all([ask("/api/games"), mayRecord ? readLibrary() : null]);
  if (game.name) return undefined;
  const openedGame = game;
  setTimeout(() => openedGame === game && pollGames(listed), LIST_INTERVAL);
  if (!Array.isArray(listed.answer)) return showError(listed.answer.error.message, listGames);
  const [present, away] = [false, true].map((isAway) => listed.answer.filter((one) => Boolean(one.closed) === isAway));
  // Unfinished games come first.
  present.sort((one, other) => one.complete - other.complete);
  const last = mayRecord && present[0]?.complete === false ? present.shift() : null;
  const parts = [element("header", "about", drawing("piece-bullfinch", "logo bullfinch"), element("div", "", element("h1", "", "fowlplay"), element("p", "", "Play with real cards: fowlplay is the referee, and keeps the score.")))];
  if (last) parts.push(drawPartOfHome("on", "Go on with the last game", drawListedGame(last, element("b", "resume", "Go on"))));
  if (mayRecord) parts.push(drawPartOfHome("new", "New game", element("div", "tiles", ...(library ?? []).map(tileOf), disputeTile())));
  parts.push(drawJoin());
  if (present.length) parts.push(drawPartOfHome("others", last ? "Other games" : "Games", drawList(present)));
  else if (!mayRecord) parts.push(element("p", "faint none", "No game goes on: the next one is shown here as soon as it is begun."));
  if (away.length) parts.push(drawPutAway(away));
  root.replaceChildren(element("div", "all", element("div", "home" + (last ? " goes-on" : ""), ...parts)));
  return fit();
}

const tileOf = (one) => button([coverOf(one), element("b", "", shortTitle(one)), element("span", "faint", playersAndTime(one))], () => beginGame(one.game), { className: "tile", does: "new: " + one.game });

// A tile that opens a dispute at a table without a log.
function disputeTile() {
  const cover = element("span", "cover", icon(ICONS["Judge and record"]));
  return button([cover, element("b", "", "Was that legal?"), element("span", "faint", "a dispute, without a log")], openSettle, { className: "tile", does: "settle" });
}

// Draws how other phones join: the code to scan, and its address. A phone that only watches has a link for watching.
function drawJoin() {
  const links = (mayRecord && joinLinks.record) || joinLinks.watch;
  const isFar = (link) => !/^(localhost|127\.)/.test(new URL(link).hostname);
  const link = links.find(isFar) ?? links[0];
  const words = mayRecord ? "Scan it with another phone to play along" : "Scan it to watch on a phone, too";
  const near = "This address works on this machine alone: phones can join a server that was started with `--lan`.";
  return drawPartOfHome("join", "Join",
    joinLinks.codes[link] ? drawCode(joinLinks.codes[link]) : "",
    element("div", "", element("p", "", words), isFar(link) ? element("p", "faint", new URL(link).host) : prose("p", "faint", near), button("Links", openLinks)));
}

function drawPutAway(games) {
  const node = element("details", "away", element("summary", "", "Put away: " + games.length), drawList(games));
  node.open = isAwayOpen;
  node.addEventListener("toggle", () => (isAwayOpen = node.open));
  return node;
}

// Reloads the list, as another phone may have begun a game. Redraws only if the list has changed and no dialog is open.
async function pollGames(shown) {
  const openedGame = game;
  const isKnown = ({ name, version }) => shown.answer.some((one) => one.name === name && one.version === version);
  const isHidden = document.visibilityState !== "visible" || document.querySelector("dialog[open]");
  const listed = isHidden ? UNREACHED : await ask("/api/games");
  if (openedGame !== game) return;
  // A screen for watching opens the game that has changed.
  const played = mayRecord || !Array.isArray(listed.answer) ? null : listed.answer.find((one) => !one.closed && !isKnown(one));
  if (played) location.hash = encodeURIComponent(played.name);
  else if (Array.isArray(listed.answer) && JSON.stringify(listed.answer) !== JSON.stringify(shown.answer)) await listGames();
  else setTimeout(() => openedGame === game && pollGames(shown), LIST_INTERVAL);
}

// The players of all games here, the latest first.
let lastPlayers = [];

// Makes a name unique among the logs by adding a number.
export async function freeName(name) {
  const { answer } = await ask("/api/games");
  const games = Array.isArray(answer) ? answer : [];
  lastPlayers = [...new Set(games.flatMap(({ players }) => players))];
  const takenNames = new Set(games.map((one) => one.name.normalize().toLowerCase()));
  let free = name;
  for (let nth = 2; takenNames.has(free.normalize().toLowerCase()); nth += 1) free = name + " " + nth;
  return free;
}

// The date of today, as in `2026-01-31`.
export const today = () => new Date().toLocaleDateString("sv");

// Turns `emu-ranchers` into "Emu Ranchers".
export const titleOf = (name) => name.split("-").map((word) => (word === "and" ? word : capitalize(word))).join(" ");

// Creates the input for the value of a table rule.
export const ruleInput = (rule, now) => Array.isArray(rule.values) ? select(rule.values, now) : input(now, { type: "number", min: rule.values.least, max: rule.values.most });

// Opens the setup form of a game.
export async function beginGame(name) {
  const body = openSheet("New game", element("p", "", "One moment…"));
  const one = (await readLibrary())?.find(({ game }) => game === name);
  return one ? drawSetup(one, body) : body.replaceChildren(...explainError(UNREACHED.answer.error));
}

// Opens a new game, and shows the settings that the server chose.
export async function openNewGame(name, chosen) {
  closeSheets();
  location.hash = encodeURIComponent(name);
  await show();
  if (chosen.length) openSheet("Before you deal", ...chosen.map((words) => prose("p", "", words)), choiceRow(button("All right", closeSheets, { className: "main" })));
}

// Fields for questions (`{key, values, now}`) that depend on earlier answers. A field stays as long as its question, to keep the focus.
// `create` returns the `{node, input}` of a question.
function dynamicFields(create) {
  const root = element("div", "stack");
  let fields = new Map();
  const update = (questions) => {
    const identities = questions.map(({ key, values }) => JSON.stringify([key, values]));
    const next = new Map(questions.map((question, nth) => [identities[nth], fields.get(identities[nth]) ?? create(question)]));
    if (identities.join() !== [...fields.keys()].join()) {
      const focused = document.activeElement;
      root.replaceChildren(...[...next.values()].map(({ node }) => node));
      if (root.contains(focused)) focused.focus();
    }
    fields = next;
    for (const [nth, { now }] of questions.entries()) {
      const { input } = fields.get(identities[nth]);
      if (now === undefined || input === document.activeElement) continue;
      // A field that the user has emptied stays empty.
      if (input.type === "number" && !input.value) input.placeholder = now;
      else input.value = now;
    }
  };
  return { root, update };
}

async function drawSetup(one, body) {
  const [least, most] = one.players;
  const names = element("div", "players");
  const storedNames = storage.get("players") || [];
  const inputs = Array.from({ length: most }, (_, nth) => {
    const placeholder = "player " + (nth + 1) + (nth < least ? "" : ", if any");
    return setLabel(input(storedNames[nth] || "", { of: "names", placeholder, maxLength: 40, required: nth < least }), "player " + (nth + 1));
  });
  const seatedNow = () => inputs.map((player) => player.value.trim());
  const playersNow = () => seatedNow().filter(Boolean);
  const seat = (seated) => {
    for (const [nth, player] of inputs.entries()) player.value = seated[nth];
    names.dispatchEvent(new Event("input"));
  };
  const seatsNow = () => [...names.children];
  const move = (from, to) => {
    const seated = seatedNow();
    seated.splice(to, 0, ...seated.splice(from, 1));
    seat(seated);
  };
  for (const player of inputs) {
    const place = element("div", "seat", player);
    place.append(gripButton(place, seatsNow, move));
    names.append(place);
  }
  // Earlier players are seated by a tap, at the first free seat, or by dragging.
  const replaced = new Set();
  const chips = element("div", "choices chips");
  const chipOf = (name) => {
    const seatAt = (place) => seat(seatName(seatedNow(), name, place));
    const chip = button(name, () => {
      const free = seatedNow().indexOf("");
      if (free >= 0) seatAt(free);
    }, { className: "chip", does: "seat: " + name });
    makeDraggable(chip, seatsNow, (place) => {
      // The replaced player can be seated again.
      replaced.add(seatedNow()[place]);
      seatAt(place);
    });
    return chip;
  };
  const drawSeats = () => {
    const seated = seatedNow();
    for (const [nth, place] of seatsNow().entries()) setLabel(place.querySelector(".grip"), seated[nth] + ": one seat forward");
    const others = [...new Set([...replaced, ...lastPlayers])].filter((name) => name && !seated.includes(name));
    chips.replaceChildren(...others.slice(0, 8).map(chipOf));
  };
  names.addEventListener("input", drawSeats);
  const date = today();
  const name = input(await freeName(date + " " + shortTitle(one)), { of: "names", required: true, maxLength: 100 });
  const scores = input("", { type: "checkbox" });
  const [wrong, error] = [1, 2].map(() => withRole("alert", "div", "answer asks"));

  // The answers so far. The server decides which questions they lead to; no question depends on the deck.
  const draft = { variant: {}, rules: {}, deck: {} };
  const create = ({ of, key, label, about, values, least, most, now, form, needed }) => {
    const node = values ? select(values.map(({ value }) => value), draft[of][key] ?? now, (value) => values.find((one) => one.value === value).text)
      : input(now ?? "", form ? { of: "lines", placeholder: displayText("as in " + form) } : { type: "number", min: least, max: most });
    // A single value leaves nothing to choose.
    node.disabled = values?.length === 1;
    node.required = Boolean(needed);
    const answer = () => {
      const value = node.value.trim();
      if (value) draft[of][key] = value;
      else delete draft[of][key];
    };
    // The `change` event may come too late for a tap on Begin.
    node.addEventListener("input", answer);
    node.addEventListener("change", () => {
      answer();
      if (of !== "deck") loadQuestions();
    });
    return { node: element("div", "rule", field(label, node), about ? element("p", "faint", about) : ""), input: node };
  };
  const asks = { needed: dynamicFields(create), variant: dynamicFields(create), rules: dynamicFields(create), cards: dynamicFields(create) };
  const first = element("select", "");
  let isDrawn = false;
  let drawnPlayer = null;
  first.addEventListener("change", () => (isDrawn = first.value === ""));
  const updateFirst = () => {
    const players = playersNow();
    const selected = isDrawn ? "" : players.includes(first.value) ? first.value : players[0] ?? "";
    first.replaceChildren(...select([...players, ""], selected, (player) => player || "draw one at random").children);
    first.value = selected;
  };
  const chosenRules = element("div", "faint");
  const more = (label, { root }) => element("details", "", element("summary", "", label), root);
  const [tableRules, cardsInPlay] = [more("Table rules", asks.rules), more("Which cards are in play, if that is known", asks.cards)];
  const firstField = field("Who begins?", first);
  let questions = 0;
  let players = 0;
  const loadQuestions = async () => {
    const nth = (questions += 1);
    players = Math.max(least, playersNow().length);
    const body = { game: one.game, players: Array.from({ length: players }, (_, seat) => "player " + (seat + 1)), variant: draft.variant.variant, rules: draft.rules, scores: scores.checked };
    const response = await ask("/api/setup", body);
    if (nth !== questions) return;
    if (response.exit !== 0) {
      const usual = button("Take the usual rules", () => {
        for (const answers of [draft.variant, draft.rules]) for (const key of Object.keys(answers)) delete answers[key];
        loadQuestions();
      });
      wrong.replaceChildren(...explainError(response.answer.error), element("div", "choices", usual));
      return;
    }
    wrong.replaceChildren();
    const openedGame = response.answer;
    firstField.firstChild.textContent = openedGame.first;
    for (const [group, { update }] of Object.entries(asks)) update(openedGame.fields.filter((one) => one.group === group));
    for (const [node, { root }] of [[tableRules, asks.rules], [cardsInPlay, asks.cards]]) node.hidden = !root.childNodes.length;
    chosenRules.replaceChildren(...openedGame.chosen.map((words) => prose("p", "", words)));
  };
  scores.addEventListener("change", loadQuestions);
  names.addEventListener("input", () => {
    updateFirst();
    if (Math.max(least, playersNow().length) !== players) loadQuestions();
  });
  updateFirst();
  drawSeats();
  await loadQuestions();

  const keyOf = createRequestKeys();
  const begin = async () => {
    const players = playersNow();
    storage.set("players", players);
    if (isDrawn && !players.includes(drawnPlayer)) drawnPlayer = players[crypto.getRandomValues(new Uint32Array(1))[0] % players.length];
    const body = { name: name.value.trim(), game: one.game, players, first: isDrawn ? drawnPlayer : first.value || null, variant: draft.variant.variant ?? null, rules: draft.rules, deck: draft.deck, scores: scores.checked, date };
    const response = await ask("/api/games", { key: keyOf(body), ...body });
    if (response.exit === 0) {
      const drawnFirst = isDrawn ? ["Drawn: " + drawnPlayer + firstField.firstChild.textContent.slice("Who".length, -1) + "."] : [];
      await openNewGame(name.value.trim(), [...drawnFirst, ...response.answer.chosen]);
      return;
    }
    const parts = explainError(response.answer.error);
    if (response.status === 409) {
      const free = await freeName(name.value.trim());
      if (free !== name.value.trim()) parts.push(element("div", "choices", button("Begin “" + free + "”", () => {
        name.value = free;
        form.requestSubmit();
      }, { className: "main" })));
    }
    showIn(error, ...parts);
  };
  const form = formOf("stack", begin,
    element("fieldset", "", element("legend", "", "Players, clockwise"), names, chips),
    firstField, asks.needed.root, field("Name of the log", name), asks.variant.root,
    field("Keep the scores only", scores),
    chosenRules, tableRules, wrong, cardsInPlay,
    element("p", "faint", "Is it under way already? Begin it here all the same, and then say how it lies: More, “The table as it lies”."),
    element("button", "main", "Begin"), error);
  form.addEventListener("input", () => error.replaceChildren());
  body.replaceChildren(element("div", "chosen", coverOf(one), element("div", "", element("b", "", shortTitle(one)), element("p", "faint", playersAndTime(one)), element("p", "", one.about))), form);
  inputs[0].focus();
}
