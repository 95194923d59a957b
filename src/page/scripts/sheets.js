// Sheets over the table: the menu, the log, explanations, the score, memory, the rules.
import { change, drawInLine, openAmend, openDispute, openRound, preview, targetInWords } from "./corrections.js";
import { button, capitalize, closeButton, copy, displayText, element, field, formOf, grid, icon, input, nameOfButton, prose, resultArea, select, sentence, setLabel, submitRow, withRole } from "./dom.js";
import { openAgain, openHead, openPutAway } from "./head.js";
import { ruleInput } from "./home.js";
import { hostItems, isAlone } from "./host.js";
import { markLastMove, placesOfCards, slideCards } from "./last_move.js";
import { addressOf, ask, MAX_LABEL, ownLabel, requestGame, storage } from "./net.js";
import { drawLines, notify } from "./page.js";
import { openPosition } from "./position.js";
import { drawPicker, hasDraft, ownPlayer, send, stepBack, stockOf } from "./record.js";
import { openStatistics, share } from "./reports.js";
import { actorPrefix, drawClause, drawLegal, drawLine, drawSentence, explainError } from "./responses.js";
import { addressAt, game, mayRecord } from "./state.js";
import { drawCard, drawTable } from "./table.js";
import { openTally } from "./tally.js";

// Opens a sheet over the page and returns its body. The title is a text or an element. Escape closes the sheet.
export function openSheet(drawnTitle, ...content) {
  const sheet = element("dialog", "sheet");
  const body = element("div", "body", ...content);
  body.tabIndex = 0;
  const head = element("h2", "", drawnTitle);
  const title = nameOfButton(head);
  const close = closeButton(() => sheet.close(), "close: " + title);
  sheet.append(element("header", "", head, close), body);
  setLabel(sheet, title);
  sheet.addEventListener("close", () => sheet.remove());
  // A tap beside the sheet closes it.
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
  body.focus();
  catchBackButton();
  return body;
}

// Lets the open sheets show what was recorded since.
export function followInSheets() {
  for (const body of document.querySelectorAll("dialog[open] > .body")) body.follow?.();
}

export function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
}

// Pushes the address to the history once more, so that the phone's back button first closes the upper sheet, or undoes the choice under way.
let pushedHash = null;
export function catchBackButton() {
  if (pushedHash === location.hash) return;
  pushedHash = location.hash;
  history.pushState(null, "");
}
window.addEventListener("popstate", () => {
  const isPushed = pushedHash === location.hash;
  pushedHash = null;
  if (!isPushed) return;
  const sheets = document.querySelectorAll("dialog[open]");
  sheets[sheets.length - 1]?.close();
  if (sheets.length > 1) catchBackButton();
  if (sheets.length) return;
  if (game.view && hasDraft()) stepBack();
  else history.back();
});

// Opens a sheet and draws the response to a request in it. `path` is an address, or a request about the open game. `draw` gets the
// response and the sheet's body.
export async function openLoaded(title, path, draw) {
  const body = openSheet(title, element("p", "faint", "One moment…"));
  const { exit, answer } = await (path.startsWith("/") ? ask(path) : requestGame(path));
  body.replaceChildren(...(exit === 2 ? explainError(answer.error) : draw(answer, body)));
  return body;
}

// The icons of the menu's groups.
export const ICONS = {
  Look: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z",
  "Judge and record": "M12 3v18M8 21h8M5 6h14M5 6l-3 8a3 3 0 0 0 6 0zM19 6l-3 8a3 3 0 0 0 6 0z",
  Mend: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  Phones: "M7 3h10v18H7zM11 18h2",
};

export function openMenu() {
  // Actions that the server would refuse are not offered.
  const { closed, complete, halted } = game.table;
  const isOpen = !closed && !halted;
  const isPlayed = isOpen && !complete;
  const buzz = storage.get("buzz");
  // The menu's items: group, whether the item is offered, label, explanation, action.
  const items = [
    ["Look", true, "Rules", "as they read at this table", openRules],
    ["Look", mayRecord, "Back through the game", "the table as it stood, line by line", openPast],
    ["Look", mayRecord, "Memory", "what is covered now; everybody is told", openMemory],
    ["Look", mayRecord, "Statistics", "who won what, over all games here", openStatistics],
    ["Judge and record", mayRecord && !complete && !halted, "Was that legal?", "a dispute about a move, here and now", () => openDispute(null)],
    ["Judge and record", mayRecord && isPlayed, "A hand is shown", "cards seen in a hand", openShows],
    ["Judge and record", mayRecord && isOpen, "A note", "words to remember, in the log", openNote],
    ["Judge and record", mayRecord && isPlayed, "The table decides", "points given or taken, with a reason", openDecision],
    ["Judge and record", mayRecord && isPlayed && !game.table.counted, "The table as it lies", "go on from here, without the turns", openPosition],
    ["Judge and record", mayRecord && isPlayed, "Score by hand", "count what lies there, and end the round", openTally],
    ["Mend", mayRecord, "Redo", "bring back what was taken back last", () => change("redo", {})],
    ["Mend", mayRecord, "Table rules", "how this table plays", openTableRules],
    ["Mend", mayRecord, "Names, title, seats", "what the log says of the game", openHead],
    ["Mend", mayRecord && Boolean(closed), "Open it again", "it is put away: " + closed, openAgain],
    ["Mend", mayRecord && !closed && !complete, "Put it away", "a game that nobody will finish", openPutAway],
    ["Phones", mayRecord, "Report", "the whole game on one page, to share", () => share(addressOf(game.name, "report"))],
    ...hostItems().map((item) => ["Phones", ...item]),
    ["Phones", mayRecord && ownPlayer() !== null && Boolean(navigator.vibrate), buzz ? "Vibrate no more" : "Vibrate", "when it is the turn of " + ownPlayer(), () => storage.set("buzz", buzz ? null : true)],
  ];
  const drawItemButton = ([, , label, about, act]) => button([element("b", "", label), element("span", "faint", about)], () => {
    closeSheets();
    act();
  });
  const drawGroup = ([title, path]) => {
    const offered = items.filter(([group, isOffered]) => group === title && isOffered);
    return offered.length ? element("section", "", element("h3", "", icon(path), title), element("div", "entries", ...offered.map(drawItemButton))) : "";
  };
  openSheet(game.view.title.textContent, element("div", "menu", ...Object.entries(ICONS).map(drawGroup)));
}

// Asks for the label of this phone, which other phones see. The label is in no log.
export function openLabel() {
  const label = input(storage.get("word") ?? "", { of: "names", maxLength: MAX_LABEL, placeholder: ownPlayer() ?? "as in Ada’s phone" });
  const form = formOf("stack", () => {
    storage.set("word", label.value.trim() || null);
    closeSheets();
    drawLines();
  }, element("p", "", "The others read it at the last line, and where something is taken back. It is not in the log."), field("Name", label), submitRow("Keep it"));
  openSheet("This phone’s name", form);
}

// ---- The log and its lines

const UNDO_REDO_WORDS = { undo: "taken back", redo: "brought back" };

export const openLog = async () => {
  const body = await openLoaded("The log", "log", drawLog);
  body.querySelector("ol > li:last-child")?.scrollIntoView({ block: "end" });
};

// Draws a round, with a button to change its first player and its tally.
function drawRound(round, nth) {
  const words = [round.first + " " + game.book.first, ...(round.tally || []).flatMap((part) => [" · ", ...drawSentence(part)])];
  return element("li", "", button([element("span", "at", String(nth + 1)), " ", element("span", "text", ...words)], () => openRound(nth + 1, round), { className: "line" }));
}

// Draws a line of the log. On a phone that records, the line is a button that opens the line.
export function drawListedLine({ at, text, kind }) {
  const parts = [element("span", "at", at), " ", element("span", "text", drawLine(text)), kind ? element("b", "hot", " " + kind) : ""];
  return element("li", "", mayRecord ? button(parts, () => openLine(at, text), { className: "line" }) : element("span", "line", ...parts));
}

function drawLog({ lines, rounds, corrections }) {
  const roundOf = (line) => line?.at.split(".")[0];
  const hasRounds = roundOf(lines[0]) !== roundOf(lines.at(-1));
  const lineItems = lines.flatMap((line, nth) => {
    const isFirst = hasRounds && roundOf(line) !== roundOf(lines[nth - 1]);
    return [...(isFirst ? [element("li", "faint", capitalize(game.book.round) + " " + roundOf(line))] : []), drawListedLine(line)];
  });
  const hint = lines.length && mayRecord ? [element("p", "faint", "Tap a line to ask why, or to mend it.")] : [];
  const correctionItems = corrections.map(({ at, was, now, by }) => element("li", "", element("span", "at", targetInWords(at)), " ",
    was === null ? "" : element("s", "", ...drawInLine(was)), " ", ...drawInLine(now ?? ""), element("b", "faint", " " + (by ? UNDO_REDO_WORDS[by] : now === null ? "taken out" : "changed"))));
  const roundParts = rounds.length ? [element("h3", "", "Rounds"), element("ul", "lines rounds", ...rounds.map(drawRound))] : [];
  const emptyNote = game.table.counted ? "" : element("p", "faint", "No line is recorded yet.");
  return [...roundParts, ...(lineItems.length ? [...hint, element("ol", "lines", ...lineItems)] : [emptyNote]), ...(correctionItems.length ? [element("h3", "", "Corrections"), element("ul", "lines", ...correctionItems)] : [])];
}

// Fetches the line at a line reference.
async function fetchLine(at) {
  const response = await requestGame("log");
  return response.answer.lines?.find((line) => line.at === at);
}

export async function openLineAt(at) {
  const line = await fetchLine(at);
  if (line) openLine(at, line.text);
}

// Whether the line at `at` comes after the line at `otherAt`.
function isAfter(at, otherAt) {
  const [[round, line], [otherRound, otherLine]] = [at, otherAt].map((lineRef) => lineRef.split(".").map(Number));
  return round === otherRound ? line > otherLine : round > otherRound;
}

// Opens a line with its consequences and the actions on it. A line after an impossible one has no actions but to mend that one.
function openLine(at, text) {
  const { halted } = game.table;
  const choices = halted && isAfter(at, halted)
    ? [button("Mend " + halted + " first", () => {
      closeSheets();
      openLineAt(halted);
    }, { className: "main" })]
    : [
      button("Was that legal?", () => openDispute(at, text)),
      button("Mend", () => openAmend(at, text), { className: "main", does: "mend: " + at }),
    ];
  openLoaded(element("span", "", at + "  ", drawLine(text)), "why?at=" + at, ({ steps }) => [...steps.flatMap(drawExplanation), element("div", "choices", ...choices)]);
}

function drawExplanation({ step, read_back, tellings, verdict }) {
  const parts = [element("p", "", element("b", "", ...(read_back ? drawSentence(read_back) : [drawLine(step)])))];
  const clauses = new Set();
  parts.push(element("ul", "tellings", ...tellings.map((telling) => {
    if (telling.clause) clauses.add(telling.clause);
    const source = [telling.clause, telling.rule].filter(Boolean).join(", ");
    return element("li", "", ...drawSentence(telling.text), source ? element("span", "faint", " ", element("span", "cited", "(" + source + ")")) : "");
  })));
  if (verdict) parts.push(...drawVerdict(verdict));
  parts.push(...[...clauses].map(drawClause));
  return parts;
}

export function drawVerdict({ verdict, kind, clause: id, message, alternatives = [], hints = [], elsewhere = [] }) {
  const label = verdict || kind || "legal";
  const parts = [element("p", "", element("b", label === "legal" ? "good" : "hot", label + ": "), ...drawSentence(message))];
  if (id) parts.push(drawClause(id));
  return [...parts, ...drawLegal({ alternatives, hints }), ...linksToOtherLines(elsewhere)];
}

export const mendButton = (at) => button("Mend " + at, async () => {
  const line = await fetchLine(at);
  closeSheets();
  if (line) openAmend(at, line.text);
});

// Links to the lines that put a card elsewhere, as one of these lines may be wrong.
export function linksToOtherLines(elsewhere = []) {
  const lines = elsewhere.map(({ at, text }) => element("li", "", ...drawSentence(text), ", ", mendButton(at)));
  return lines.length ? [element("p", "faint", "It lies elsewhere. If the log is wrong there:"), element("ul", "tellings", ...lines)] : [];
}

// ---- The score, memory, the game line by line

// Draws the sums, the winner and the notes.
export const drawSums = ({ sums, notes }) => [
  grid("sums", sums.head.map((name, seat) => (seat ? element("span", "p" + (seat - 1), name) : name)), sums.rows),
  ...(game.table.outcome ? [element("p", "", element("b", "good", game.table.outcome + "."))] : []),
  ...notes.map((note) => prose("p", "", note)),
];

export async function openScore() {
  const path = "score?in_view=true&shown=true";
  const drawScore = ({ shown }) => [...drawSums(shown), ...shown.rounds.toReversed().flatMap(drawRoundOf(shown))];
  const body = await openLoaded("The score", path, drawScore);
  body.parentElement.classList.add("broad");
  body.follow = async () => {
    const { exit, answer } = await requestGame(path);
    if (exit === 0) body.replaceChildren(...drawScore(answer));
  };
}

// Draws the points of each player in a round.
const drawRoundOf = ({ rounds }) => ({ name, tallies }) => {
  const tallyNodes = tallies.filter(({ items, nothing }) => items.length + nothing.length).map(drawTally);
  return [...(tallyNodes.length ? [element("h3", "", name)] : []), element("div", "tallies", ...tallyNodes)];
};

export const nothingFor = (items) => "Nothing for " + items.map(({ label }) => label).join(", ");

// Draws a player's items with their cards and clauses. A list of items without points opens below.
export function drawTally({ seat, name, points, items, nothing }) {
  const list = (listed) => element("ul", "items", ...listed.map((item) => drawItem(item, true)));
  const zeroItems = nothing.length ? [element("details", "", element("summary", "", nothingFor(nothing)), list(nothing))] : [];
  const head = element("header", "", element("h3", "", name), element("b", "count", points));
  return element("section", "tally p" + seat, head, ...(items.length ? [list(items)] : []), ...zeroItems);
}

// Draws an item of the score, with clause and reason if `isExplained`.
export function drawItem({ label, clause, points, why, cards }, isExplained) {
  const cardNodes = cards.map(({ pays, ...face }) => {
    const card = drawCard(face);
    if (pays) card.classList.add("pays");
    return card;
  });
  const labelNode = element("span", "label", label, ...(isExplained ? [" ", element("span", "faint", clause)] : []));
  const node = element("li", "item", labelNode, element("span", "fan", ...cardNodes), element("b", "points", points));
  if (isExplained && why) node.append(element("span", "why", ...drawSentence(why)));
  else if (why) labelNode.title = displayText(why);
  return node;
}

export const openMemory = () => openLoaded("Memory", "show", ({ zones }) => {
  const tableNode = element("div", "");
  drawTable(tableNode, zones.memory, []);
  return [element("p", "faint", "What was seen and is covered now. Everybody was told that you looked."), tableNode];
});

// Shows the table before the line that a link to a moment names.
export function showMoment(at) {
  // The back button leads to the current table.
  history.replaceState(null, "", addressAt(null));
  closeSheets();
  if (mayRecord) openPast(at);
  else notify("This link leads to an earlier table, which is shown to those who record. Here is the table as it lies now.");
}

// Opens a replay: a slider through the tables after each line, set to the table before the line `at`, or to the current one. The address
// follows the slider.
export async function openPast(at = null) {
  const body = await openLoaded("Back through the game", "log", ({ lines }, sheet) => (lines.length ? drawReplay(lines, at, sheet)
    : [element("p", "faint", "No line is recorded yet" + (at ? ", none at " + at + ": the link is outdated." : "."))]));
  const { name } = game;
  const backToNow = () => game.name === name && history.replaceState(null, "", addressAt(null));
  // A sheet of constant height keeps buttons in place while the table changes.
  body.parentElement.classList.add("broad", "tall");
  body.parentElement.addEventListener("close", backToNow);
  if (!body.isConnected) backToNow();
}

const REPLAY_PACE = 1400; // milliseconds for a line
const REPLAY_KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function drawReplay(loggedLines, at, sheet) {
  let lines = loggedLines;
  const index = lines.findIndex((line) => line.at === at);
  const outdatedNote = at && index < 0 ? [element("p", "hot", "The link is outdated: the log has no line " + at + " any more. Here is the table as it lies now.")] : [];
  const slider = setLabel(input("", { type: "range", min: 0, max: lines.length, value: index < 0 ? lines.length : index }), "lines done");
  // The address is shown before copying, as a browser may ask for permission first, or never respond.
  const link = button("Link to this moment", async () => {
    const address = element("code", "", location.href);
    message.replaceChildren(address);
    if (await copy(location.href, link)) address.before("Copied: ");
  }, { className: "minor" });
  const message = withRole("status", "p", "faint link-text");
  const caption = withRole("status", "p", "slid");
  const tableNode = element("div", "");
  let [timer, player] = [0, 0];
  const done = () => Number(slider.value);
  const drawAt = (count, zones, acting, isNext) => {
    const placesBefore = isNext ? placesOfCards(tableNode) : null;
    drawTable(tableNode, zones, acting);
    const moved = markLastMove(tableNode, game.table.players, lines.slice(0, count).map(({ text }) => text));
    if (placesBefore) slideCards(moved, placesBefore);
  };
  const move = (offset) => {
    slider.value = Math.max(0, Math.min(lines.length, done() + offset));
    const [count, last, next] = [done(), lines[done() - 1], lines[done()]];
    history.replaceState(null, "", addressAt(next?.at));
    link.hidden = !next;
    for (const onButton of [stepOn, toEnd]) onButton.disabled = !next;
    message.replaceChildren();
    const position = element("span", "faint", next ? count + " of " + lines.length + " · " : "now · ");
    if (next) roundSelect.value = roundOf(next);
    caption.replaceChildren(position, ...(last ? [last.at + "  ", drawLine(last.text)] : ["before the first line"]));
    slider.setAttribute("aria-valuetext", nameOfButton(caption));
    clearTimeout(timer);
    if (!next) {
      setPlaying(false);
      return drawAt(count, game.table.zones, game.table.acting, offset === 1);
    }
    timer = setTimeout(async () => {
      const response = await requestGame("show?at=" + next.at);
        const actor = game.table.players.indexOf(actorPrefix(next.text).slice(0, -2));
      if (response.exit === 0 && lines[done()] === next) drawAt(count, response.answer.zones.open, [actor], offset === 1);
    }, offset === 1 ? 0 : 120);
    return undefined;
  };
  const setPlaying = (isPlaying) => {
    clearInterval(player);
    player = isPlaying ? setInterval(() => (sheet.isConnected ? move(1) : setPlaying(false)), REPLAY_PACE) : 0;
    playButton.textContent = isPlaying ? "Pause" : "Play";
  };
  const play = () => {
    const isStarting = !player;
    if (isStarting && done() === lines.length) move(-Infinity);
    setPlaying(isStarting);
  };
  const playButton = button("Play", play, { className: "main", does: "replay: play" });
  const stepButton = (label, offset, name) => button(label, () => {
    setPlaying(false);
    move(offset);
  }, { name, repeats: true });
  const [stepOn, toEnd] = [stepButton("›", 1, "one line on"), stepButton("▶|", Infinity, "to the end")];
  slider.addEventListener("input", () => {
    setPlaying(false);
    move(0);
  });
  const roundOf = (line) => line.at.split(".")[0];
  const roundSelect = setLabel(select([...new Set(lines.map(roundOf))], "", (round) => capitalize(game.book.round) + " " + round), "go to the beginning of");
  roundSelect.hidden = roundSelect.options.length < 2;
  roundSelect.addEventListener("change", () => {
    slider.value = lines.findIndex((line) => roundOf(line) === roundSelect.value);
    slider.dispatchEvent(new Event("input"));
  });
  sheet.addEventListener("keydown", (event) => {
    const offset = REPLAY_KEYS[event.key];
    if (event.key === "u") return closeSheets();
    if (offset === undefined || event.target === slider) return undefined;
    event.preventDefault();
    setPlaying(false);
    return move(offset);
  });
  // What others record is added; a replay that stands at the end goes on with it.
  sheet.follow = async () => {
    const response = await requestGame("log");
    if (response.exit !== 0) return;
    const isAtEnd = done() === lines.length;
    ({ lines } = response.answer);
    slider.max = lines.length;
    move(isAtEnd ? Infinity : 0);
  };
  move(0);
  return [
    ...outdatedNote,
    element("div", "replay", element("div", "slider", stepButton("|◀", -Infinity, "to the beginning"), stepButton("‹", -1, "one line back"), playButton, stepOn, toEnd, slider),
      element("div", "replayed", caption, element("span", "", roundSelect, isAlone ? "" : link)), message), tableNode,
  ];
}

// ---- The rules, and those of this table

export const drawRuleBook = ({ title, designer, about, sections, steps, in_force: now }) => [
  element("p", "", element("b", "", title), designer ? " by " + designer : ""),
  element("p", "faint", about),
  ...sections.flatMap((section) => [element("h3", "", section.title), ...section.clauses.map(({ id, text }) => element("p", "clause", element("b", "", id), " ", ...sentence(text)))]),
  element("h3", "", "How it is typed"),
  ...steps.map(({ name, letter, form, about }) => element("p", "", element("b", "", name + (form ? " " + form : "")), letter ? " (" + letter + ")" : "", " ", element("span", "faint", about))),
  element("h3", "", "Table rules"),
  ...Object.entries(now).map(([key, value]) => element("p", "", element("b", "", key), " = " + value)),
];

export const openRules = async () => (await openLoaded("Rules", "rules", drawRuleBook)).classList.add("rulebook");

export const openTableRules = () => openLoaded("Table rules", "rules", ({ rules, in_force, deck_keys }) => {
  let now = in_force;
  const { node: result, clear } = resultArea();
  const cardsInPlay = deck_keys.map(({ key, question, words, form, now: value }) => ({ key, meaning: question, values: words.length ? words : null, form, default: value ?? "" }));
  const inputs = [...rules, ...cardsInPlay].map((rule) => ({ rule, input: ruleInput(rule, now[rule.key] ?? rule.default) }));
  const differs = ({ rule, input }) => input.value !== String(now[rule.key] ?? rule.default);
  const form = formOf("stack tablerules", () => {
    const differing = inputs.filter(differs).map(({ rule, input }) => [rule.key, input.value]);
    return differing.length ? preview("rule", { rules: Object.fromEntries(differing) }, result) : closeSheets();
  }, ...inputs.map(({ rule, input }) => element("div", "rule", field(rule.key.replaceAll("_", " "), input), element("p", "faint", rule.meaning + (rule.clause ? " (" + rule.clause + ")" : "")))), submitRow("What would change?"), result);
  form.addEventListener("input", clear);
  // Another phone has changed a rule: the inputs that were edited here stay.
  form.addEventListener("changed", ({ detail }) => {
    const unedited = inputs.filter((ruleField) => !differs(ruleField));
    now = detail;
    for (const { rule, input } of unedited) input.value = now[rule.key] ?? rule.default;
  });
  return [form];
});

// ---- Hands that are shown, notes, points by the table's decision

const actorSelect = () => select(game.table.players, ownPlayer() || game.table.players[game.table.acting[0] ?? 0]);

export function openShows() {
  const stock = stockOf("shows");
  const playerSelect = actorSelect();
  const picker = element("div", "");
  const choose = (chosen) => {
    const focused = picker.contains(document.activeElement) ? document.activeElement.dataset.does : null;
    const record = button("Record", () => {
      closeSheets();
      send("record", { lines: [playerSelect.value + ": shows " + chosen.join(" ")] });
    }, { className: "main" });
    picker.replaceChildren(...drawPicker(stock, chosen, { count: null, choose, done: record }));
    if (focused) picker.querySelector("[data-does='" + focused + "']").focus();
  };
  choose([]);
  openSheet("A hand is shown", field("Player", playerSelect), picker);
}

function openNote() {
  const [playerSelect, line] = [actorSelect(), input("", { required: true, spellcheck: false })];
  openSheet("A note", formOf("stack", () => {
    closeSheets();
    send("record", { lines: [playerSelect.value + ": note " + line.value.trim()] });
  }, field("Player", playerSelect), field("Words", line), submitRow("Record")));
}

function openDecision() {
  const [playerSelect, direction] = [actorSelect(), select(["takes points", "gives points"], "takes points")];
  const [points, reason] = [input("", { type: "number", inputMode: "numeric", min: 1, max: 9999, required: true }), input("", { required: true, spellcheck: false })];
  openSheet("The table decides", formOf("stack", () => {
    const sign = direction.value.startsWith("takes") ? "-" : "+";
    closeSheets();
    send("record", { lines: ["adjust " + playerSelect.value + " " + sign + points.value + " " + reason.value.trim()] });
  }, field("Player", playerSelect), field("The table", direction), field("Points", points), field("Why", reason), submitRow("Record")));
}
