// The first screen with its list of games, and the setup of a new game.
import { button, capitalize, choiceRow, displayText, drawing, element, field, formOf, icon, input, prose, select, setLabel, showIn, submitRow, withRole } from "./dom.js";
import { drawHost } from "./host.js";
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
let isPutAwayOpen = false;

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
function coverOf(entry) {
  const cards = entry?.cover.length ? entry.cover.map(drawCard) : [1, 2, 3].map(() => element("span", "card covered"));
  return Object.assign(element("span", "cover", ...cards), { ariaHidden: "true" });
}

// Draws a game of the list: its players with their totals, and its last line.
function drawListedGame(entry, ...more) {
  const isPast = entry.complete || entry.closed;
  const drawPlayer = (name, seat) => {
    const isMarked = isPast ? entry.winners.includes(name) : entry.acting.includes(name);
    const mark = isMarked ? element("span", "mark", isPast ? "won" : "’s turn") : "";
    return element("span", "standing p" + seat, element("bdi", isMarked ? "strong" : "", name), mark, element("b", "points", entry.totals[seat] ?? ""));
  };
  const state = entry.closed ? "put away" : entry.complete ? "over" : "going on";
  const about = [entry.title ? titleOf(entry.game) : "", entry.name.startsWith(entry.date) ? "" : entry.date, entry.name, state];
  const link = element("a", "game " + (isPast ? "past" : "present"),
    element("b", "", entry.title || titleOf(entry.game)),
    ...entry.players.map(drawPlayer),
    entry.words ? element("span", "last", drawLine(entry.last, new Map(parseWords(entry.words)))) : "",
    element("span", "faint", about.filter(Boolean).join(" · ")), ...more);
  link.href = "#" + encodeURIComponent(entry.name);
  return link;
}

const drawList = (games) => element("ul", "games", ...games.map((entry) => element("li", "", drawListedGame(entry))));

export const drawHomeSection = (className, title, ...children) => element("section", className, element("h2", "", title), ...children);

// Draws the first screen: about fowlplay, the latest unfinished game, new games, what the host has, all other games.
export async function listGames() {
  document.title = "fowlplay";
  const [response] = await Promise.all([ask("/api/games"), mayRecord ? readLibrary() : null]);
  if (game.name) return undefined;
  const openedGame = game;
  setTimeout(() => openedGame === game && pollGames(response), LIST_INTERVAL);
  if (!Array.isArray(response.answer)) return showError(response.answer.error.message, listGames);
  const [present, away] = [false, true].map((isAway) => response.answer.filter((entry) => Boolean(entry.closed) === isAway));
  // Unfinished games come first.
  present.sort((a, b) => a.complete - b.complete);
  const latest = mayRecord && present[0]?.complete === false ? present.shift() : null;
  const parts = [element("header", "about", drawing("piece-bullfinch", "logo bullfinch"), element("div", "", element("h1", "", "fowlplay"), element("p", "", "Play with real cards: fowlplay is the referee, and keeps the score.")))];
  if (latest) parts.push(drawHomeSection("on", "Go on with the last game", drawListedGame(latest, element("b", "resume", "Go on"))));
  if (mayRecord) parts.push(drawHomeSection("new", "New game", element("div", "tiles", ...(library ?? []).map(tileOf), disputeTile())));
  parts.push(drawHost());
  if (present.length) parts.push(element("section", "others", ...[[latest ? "Also going on" : "Going on", false], ["Over", true]].flatMap(([title, isOver]) => {
    const listed = present.filter(({ complete }) => complete === isOver);
    return listed.length ? [element("h2", "", title), drawList(listed)] : [];
  })));
  else if (!mayRecord) parts.push(element("p", "faint none", "No game goes on: the next one is shown here as soon as it is begun."));
  if (away.length) parts.push(drawPutAway(away));
  root.replaceChildren(element("div", "all", element("div", "home" + (latest ? " goes-on" : ""), ...parts)));
  return fit();
}

const tileOf = (entry) => button([coverOf(entry), element("b", "", shortTitle(entry)), element("span", "faint", playersAndTime(entry))], () => beginGame(entry.game), { className: "tile", does: "new: " + entry.game });

// Draws the tile that opens a dispute without a log.
function disputeTile() {
  const cover = element("span", "cover", icon(ICONS["Judge and record"]));
  return button([cover, element("b", "", "Was that legal?"), element("span", "faint", "a dispute, without a log")], openSettle, { className: "tile", does: "settle" });
}

function drawPutAway(games) {
  const node = element("details", "away", element("summary", "", "Put away: " + games.length), drawList(games));
  node.open = isPutAwayOpen;
  node.addEventListener("toggle", () => (isPutAwayOpen = node.open));
  return node;
}

// Reloads the list, as another phone may have begun a game. Redraws only if the list has changed and no dialog is open.
async function pollGames(drawnResponse) {
  const openedGame = game;
  const isKnown = ({ name, version }) => drawnResponse.answer.some((entry) => entry.name === name && entry.version === version);
  const isHidden = document.visibilityState !== "visible" || document.querySelector("dialog[open]");
  const response = isHidden ? UNREACHED : await ask("/api/games");
  if (openedGame !== game) return;
  // A screen for watching opens the game that has changed.
  const changedGame = mayRecord || !Array.isArray(response.answer) ? null : response.answer.find((entry) => !entry.closed && !isKnown(entry));
  if (changedGame) location.hash = encodeURIComponent(changedGame.name);
  else if (Array.isArray(response.answer) && JSON.stringify(response.answer) !== JSON.stringify(drawnResponse.answer)) await listGames();
  else setTimeout(() => openedGame === game && pollGames(drawnResponse), LIST_INTERVAL);
}

// The players of all games here, those of the latest games first.
let lastPlayers = [];

// Makes a name unique among the logs by adding a number.
export async function freeName(name) {
  const { answer } = await ask("/api/games");
  const games = Array.isArray(answer) ? answer : [];
  lastPlayers = [...new Set(games.flatMap(({ players }) => players))];
  const takenNames = new Set(games.map((entry) => entry.name.normalize().toLowerCase()));
  let free = name;
  for (let nth = 2; takenNames.has(free.normalize().toLowerCase()); nth += 1) free = name + " " + nth;
  return free;
}

// The date of today, as in `2026-01-31`.
export const today = () => new Date().toLocaleDateString("sv");

// Turns `emu-ranchers` into "Emu Ranchers".
export const titleOf = (name) => name.split("-").map((word) => (word === "and" ? word : capitalize(word))).join(" ");

// Creates the input for the value of a table rule.
export const ruleInput = (rule, value) => Array.isArray(rule.values) ? select(rule.values, value) : input(value, rule.values ? { type: "number", min: rule.values.least, max: rule.values.most } : { of: "lines", placeholder: rule.form });

// Opens the setup form of a game.
export async function beginGame(name) {
  const body = openSheet("New game", element("p", "", "One moment…"));
  const entry = (await readLibrary())?.find(({ game }) => game === name);
  return entry ? drawSetup(entry, body) : body.replaceChildren(...explainError(UNREACHED.answer.error));
}

// Opens a new game, and shows the sentences about what the server chose.
export async function openNewGame(name, chosen) {
  closeSheets();
  location.hash = encodeURIComponent(name);
  await show();
  if (chosen.length) openSheet("Before you deal", ...chosen.map((words) => prose("p", "", words)), choiceRow(button("All right", closeSheets, { className: "main" })));
}

// Creates the fields for questions (`{key, values, now}`) that depend on earlier answers. A field is kept as long as its question, to
// keep the focus. `create` returns the `{node, input}` of a question.
function dynamicFields(create) {
  const root = element("div", "stack");
  let fields = new Map();
  const update = (questions) => {
    const identities = questions.map(({ key, values }) => JSON.stringify([key, values]));
    const newFields = new Map(questions.map((question, nth) => [identities[nth], fields.get(identities[nth]) ?? create(question)]));
    if (identities.join() !== [...fields.keys()].join()) {
      const focused = document.activeElement;
      root.replaceChildren(...[...newFields.values()].map(({ node }) => node));
      if (root.contains(focused)) focused.focus();
    }
    fields = newFields;
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

async function drawSetup(entry, body) {
  const [least, most] = entry.players;
  const seatList = element("div", "players");
  const storedNames = storage.get("players") || [];
  const inputs = Array.from({ length: most }, (_, nth) => {
    const placeholder = "player " + (nth + 1) + (nth < least ? "" : ", if any");
    return setLabel(input(storedNames[nth] || "", { of: "names", placeholder, maxLength: 40, required: nth < least }), "player " + (nth + 1));
  });
  const namesNow = () => inputs.map((player) => player.value.trim());
  const playersNow = () => namesNow().filter(Boolean);
  const setNames = (names) => {
    for (const [nth, player] of inputs.entries()) player.value = names[nth];
    seatList.dispatchEvent(new Event("input"));
  };
  const seatsNow = () => [...seatList.children];
  const move = (from, to) => {
    const names = namesNow();
    names.splice(to, 0, ...names.splice(from, 1));
    setNames(names);
  };
  for (const player of inputs) {
    const seatNode = element("div", "seat", player);
    seatNode.append(gripButton(seatNode, seatsNow, move));
    seatList.append(seatNode);
  }
  // Earlier players are seated by a tap, at the first free seat, or by dragging.
  const replacedNames = new Set();
  const chips = element("div", "choices chips");
  const chipOf = (name) => {
    const seatAt = (seat) => setNames(seatName(namesNow(), name, seat));
    const chip = button(name, () => {
      const freeSeat = namesNow().indexOf("");
      if (freeSeat >= 0) seatAt(freeSeat);
    }, { className: "chip", does: "seat: " + name });
    makeDraggable(chip, seatsNow, (seat) => {
      // The replaced player can be seated again.
      replacedNames.add(namesNow()[seat]);
      seatAt(seat);
    });
    return chip;
  };
  const drawSeats = () => {
    const seatedNames = namesNow();
    for (const [nth, seat] of seatsNow().entries()) setLabel(seat.querySelector(".grip"), seatedNames[nth] + ": one seat forward");
    const unseatedNames = [...new Set([...replacedNames, ...lastPlayers])].filter((name) => name && !seatedNames.includes(name));
    chips.replaceChildren(...(unseatedNames.length ? [element("span", "faint", "Played before:")] : []), ...unseatedNames.slice(0, 8).map(chipOf));
  };
  seatList.addEventListener("input", drawSeats);
  const date = today();
  const nameInput = input(await freeName(date + " " + shortTitle(entry)), { of: "names", required: true, maxLength: 100 });
  const scoresInput = input("", { type: "checkbox" });
  const [settingsError, beginError] = [1, 2].map(() => withRole("alert", "div", "answer asks"));

  // The answers so far. The server decides which questions they lead to; no question depends on the deck.
  const draft = { variant: {}, rules: {}, deck: {} };
  const create = ({ of, key, label, about, values, least, most, now, form, needed }) => {
    const node = values ? select(values.map(({ value }) => value), draft[of][key] ?? now, (value) => values.find((choice) => choice.value === value).text)
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
  const fieldGroups = { needed: dynamicFields(create), variant: dynamicFields(create), rules: dynamicFields(create), cards: dynamicFields(create) };
  const firstSelect = element("select", "");
  let isRandomFirst = false;
  let randomFirst = null;
  firstSelect.addEventListener("change", () => (isRandomFirst = firstSelect.value === ""));
  const updateFirst = () => {
    const players = playersNow();
    const selected = isRandomFirst ? "" : players.includes(firstSelect.value) ? firstSelect.value : players[0] ?? "";
    firstSelect.replaceChildren(...select([...players, ""], selected, (player) => player || "draw one at random").children);
    firstSelect.value = selected;
  };
  const chosenRules = element("div", "faint");
  const foldedFields = (label, { root }) => element("details", "", element("summary", "", label), root);
  const [tableRules, cardsInPlay] = [foldedFields("Table rules", fieldGroups.rules), foldedFields("Which cards are in play, if that is known", fieldGroups.cards)];
  const firstField = field("Who begins?", firstSelect);
  let requestCount = 0;
  let playerCount = 0;
  const loadQuestions = async () => {
    const nth = (requestCount += 1);
    playerCount = Math.max(least, playersNow().length);
    const body = { game: entry.game, players: Array.from({ length: playerCount }, (_, seat) => "player " + (seat + 1)), variant: draft.variant.variant, rules: draft.rules, scores: scoresInput.checked };
    const response = await ask("/api/setup", body);
    if (nth !== requestCount) return;
    if (response.exit !== 0) {
      const defaultsButton = button("Take the usual rules", () => {
        for (const answers of [draft.variant, draft.rules]) for (const key of Object.keys(answers)) delete answers[key];
        loadQuestions();
      });
      settingsError.replaceChildren(...explainError(response.answer.error), element("div", "choices", defaultsButton));
      return;
    }
    settingsError.replaceChildren();
    const { answer } = response;
    firstField.firstChild.textContent = answer.first;
    for (const [group, { update }] of Object.entries(fieldGroups)) update(answer.fields.filter((question) => question.group === group));
    for (const [node, { root }] of [[tableRules, fieldGroups.rules], [cardsInPlay, fieldGroups.cards]]) node.hidden = !root.childNodes.length;
    chosenRules.replaceChildren(...answer.chosen.map((words) => prose("p", "", words)));
  };
  scoresInput.addEventListener("change", loadQuestions);
  seatList.addEventListener("input", () => {
    updateFirst();
    if (Math.max(least, playersNow().length) !== playerCount) loadQuestions();
  });
  updateFirst();
  drawSeats();
  await loadQuestions();

  const keyOf = createRequestKeys();
  const begin = async () => {
    const players = playersNow();
    storage.set("players", players);
    if (isRandomFirst && !players.includes(randomFirst)) randomFirst = players[crypto.getRandomValues(new Uint32Array(1))[0] % players.length];
    const body = { name: nameInput.value.trim(), game: entry.game, players, first: isRandomFirst ? randomFirst : firstSelect.value || null, variant: draft.variant.variant ?? null, rules: draft.rules, deck: draft.deck, scores: scoresInput.checked, date };
    const response = await ask("/api/games", { key: keyOf(body), ...body });
    if (response.exit === 0) {
      const drawnFirst = isRandomFirst ? ["Drawn: " + randomFirst + firstField.firstChild.textContent.slice("Who".length, -1) + "."] : [];
      await openNewGame(nameInput.value.trim(), [...drawnFirst, ...response.answer.chosen]);
      return;
    }
    const parts = explainError(response.answer.error);
    if (response.status === 409) {
      const free = await freeName(nameInput.value.trim());
      if (free !== nameInput.value.trim()) parts.push(element("div", "choices", button("Begin “" + free + "”", () => {
        nameInput.value = free;
        form.requestSubmit();
      }, { className: "main" })));
    }
    showIn(beginError, ...parts);
  };
  const form = formOf("stack", begin,
    element("fieldset", "", element("legend", "", "Players, clockwise"), seatList, chips),
    firstField, fieldGroups.needed.root, field("Name of this game", nameInput), fieldGroups.variant.root,
    field("Keep the scores only", scoresInput),
    chosenRules, tableRules, settingsError, cardsInPlay,
    element("p", "faint", "Is it under way already? Begin it here all the same, and then say how it lies: More, “The table as it lies”."),
    submitRow("Begin"), beginError);
  form.addEventListener("input", () => beginError.replaceChildren());
  body.replaceChildren(element("div", "chosen", coverOf(entry), element("div", "", element("b", "", shortTitle(entry)), element("p", "faint", playersAndTime(entry)), element("p", "", entry.about))), form);
}
