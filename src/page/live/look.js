"use strict";
// Sheets over the table: the menu, the log, explanations, the score, memory, the rules.

// Opens a sheet over the page and returns its body. The title is a text or an element. Escape closes the sheet.
function openSheet(drawnTitle, ...content) {
  const sheet = element("dialog", "sheet");
  const body = element("div", "body", ...content);
  body.tabIndex = 0;
  const head = element("h2", "", drawnTitle);
  const title = nameOfButton(head);
  const close = button("×", () => sheet.close(), { className: "close", name: "close: " + title });
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

function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
}

// Pushes the address to the history once more, so that the phone's back button closes a sheet first.
let notedHash = null;
function catchBackButton() {
  if (notedHash === location.hash) return;
  notedHash = location.hash;
  history.pushState(null, "");
}
window.addEventListener("popstate", () => {
  const isHere = notedHash === location.hash;
  notedHash = null;
  if (!isHere) return;
  if (document.querySelector("dialog[open]")) closeSheets();
  else history.back();
});

// Opens a sheet and draws the response to a request in it. `what` is an address, or a request about the open game. `draw` gets the
// response and the sheet's body.
async function openLoaded(title, what, draw) {
  const body = openSheet(title, element("p", "faint", "One moment…"));
  const { exit, answer } = await (what.startsWith("/") ? ask(what) : requestGame(what));
  body.replaceChildren(...(exit === 2 ? explainError(answer.error) : draw(answer, body)));
  return body;
}

// The icons of the menu's groups.
const SIGNS = {
  Look: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z",
  "Judge and record": "M12 3v18M8 21h8M5 6h14M5 6l-3 8a3 3 0 0 0 6 0zM19 6l-3 8a3 3 0 0 0 6 0z",
  Mend: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  Phones: "M7 3h10v18H7zM11 18h2",
};

function openMenu() {
  // Actions that the server would refuse are not offered.
  const { closed, complete, halted } = game.table;
  const isOpen = !closed && !halted;
  const isPlayed = isOpen && !complete;
  const buzz = storage.get("buzz");
  // The menu's items: group, whether the item is offered, label, explanation, action.
  const all = [
    ["Look", true, "Rules", "as they read at this table", openRules],
    ["Look", mayRecord, "Back through the game", "the table as it stood, line by line", openPast],
    ["Look", mayRecord, "Memory", "what is covered now; everybody is told", openMemory],
    ["Look", mayRecord, "Statistics", "who won what, over all games here", openStatistics],
    ["Judge and record", mayRecord && !complete && !halted, "Was that legal?", "a dispute about a move, here and now", () => openDispute(null)],
    ["Judge and record", mayRecord && isPlayed, "A hand is shown", "cards seen in a hand", openShows],
    ["Judge and record", mayRecord && isOpen, "A note", "words to remember, in the log", openNote],
    ["Judge and record", mayRecord && isPlayed && !game.table.counted, "The table as it lies", "go on from here, without the turns", openPosition],
    ["Judge and record", mayRecord && isPlayed, "Score by hand", "count what lies there, and end the round", openTally],
    ["Mend", mayRecord, "Redo", "bring back what was taken back last", () => change("redo", {})],
    ["Mend", mayRecord, "Table rules", "how this table plays", openTableRules],
    ["Mend", mayRecord, "Names, title, seats", "what the log says of the game", openHead],
    ["Mend", mayRecord && Boolean(closed), "Open it again", "it is put away: " + closed, openAgain],
    ["Mend", mayRecord && !closed && !complete, "Put it away", "a game that nobody will finish", openPutAway],
    ["Phones", true, "Links", "to join, and codes to scan", openLinks],
    ["Phones", mayRecord, "Report", "the whole game on one page, to share", () => share(addressOf(game.name, "report"))],
    ["Phones", mayRecord, "This phone’s name", "what the others read: " + (ownWord(game.name) || "nothing yet"), openWord],
    ["Phones", mayRecord && me() !== null && Boolean(navigator.vibrate), buzz ? "Vibrate no more" : "Vibrate", "when it is the turn of " + me(), () => storage.set("buzz", buzz ? null : true)],
  ];
  const entry = ([, , label, about, act]) => button([element("b", "", label), element("span", "faint", about)], () => {
    closeSheets();
    act();
  });
  const group = ([title, path]) => {
    const entries = all.filter(([of, isOffered]) => of === title && isOffered);
    return entries.length ? element("section", "", element("h3", "", sign(path), title), element("div", "entries", ...entries.map(entry))) : "";
  };
  openSheet(game.view.title.textContent, element("div", "menu", ...Object.entries(SIGNS).map(group)));
}

// Asks for the label of this phone, which other phones see. No log has the label.
function openWord() {
  const word = input(storage.get("word") ?? "", { of: "names", maxLength: MAX_WORD, placeholder: me() ?? "as in Ada’s phone" });
  const form = formOf("stack", () => {
    storage.set("word", word.value.trim() || null);
    closeSheets();
    drawLines();
  }, element("p", "", "The others read it at the last line, and where something is taken back. It is not in the log."), field("Name", word), element("button", "main", "Keep it"));
  openSheet("This phone’s name", form);
  word.focus();
}

// ---- The log and its lines

const BY = { undo: "taken back", redo: "brought back" };

const openLog = async () => {
  const body = await openLoaded("The log", "log", drawLog);
  body.querySelector("ol > li:last-child")?.scrollIntoView({ block: "end" });
};

// Draws a round, with a button to change its first player and its tally.
function drawRound(round, nth) {
  const words = [round.first + " " + game.book.first, ...(round.tally || []).flatMap((part) => [" · ", ...inPieces(part)])];
  return element("li", "", button([element("span", "at", String(nth + 1)), " ", element("span", "text", ...words)], () => openRound(nth + 1, round), { className: "line" }));
}

function drawLog({ lines, rounds, corrections }) {
  const items = lines.map(({ at, text, kind }) => {
    const words = [element("span", "at", at), " ", element("span", "text", lineInPieces(text)), kind ? element("b", "hot", " " + kind) : ""];
    return element("li", "", button(words, () => openLine(at, text), { className: "line" }));
  });
  const mended = corrections.map(({ at, was, now, by }) => element("li", "", element("span", "at", placeInWords(at)), " ",
    was === null ? "" : element("s", "", ...inLine(was)), " ", ...inLine(now ?? ""), element("b", "faint", " " + (by ? BY[by] : now === null ? "taken out" : "changed"))));
  const begun = rounds.length ? [element("h3", "", "Rounds"), element("ul", "lines rounds", ...rounds.map(drawRound))] : [];
  const none = game.table.counted ? "" : element("p", "faint", "No line is recorded yet.");
  return [...begun, ...(items.length ? [element("h3", "", "Lines"), element("ol", "lines", ...items)] : [none]), ...(mended.length ? [element("h3", "", "Corrections"), element("ul", "lines", ...mended)] : [])];
}

// Fetches the line at a line reference.
async function lineAt(at) {
  const response = await requestGame("log");
  return response.answer.lines?.find((line) => line.at === at);
}

async function openLineAt(at) {
  const line = await lineAt(at);
  if (line) openLine(at, line.text);
}

// Whether a line reference comes after another one.
function isBehind(place, other) {
  const [[round, line], [otherRound, otherLine]] = [place, other].map((one) => one.split(".").map(Number));
  return round === otherRound ? line > otherLine : round > otherRound;
}

// Opens a line with its consequences and the actions on it. After an impossible line there are none.
function openLine(at, text) {
  const { halted } = game.table;
  const choices = halted && isBehind(at, halted)
    ? [button("Mend " + halted + " first", () => {
      closeSheets();
      openLineAt(halted);
    }, { className: "main" })]
    : [
      button("Was that legal?", () => openDispute(at, text)),
      button("Change this line", () => openAmend(at, text), { className: "main" }),
      button("Put a line before it", () => openAmend("+" + at, "")),
      button("Take it out", () => amend(["-" + at]), { className: "danger" }),
    ];
  openLoaded(element("span", "", at + "  ", lineInPieces(text)), "why?at=" + at, ({ steps }) => [...steps.flatMap(drawExplained), element("div", "choices", ...choices)]);
}

function drawExplained({ step, read_back, tellings: all, verdict }) {
  const parts = [element("p", "", element("b", "", ...(read_back ? inPieces(read_back) : [lineInPieces(step)])))];
  const clauses = new Set();
  parts.push(element("ul", "tellings", ...all.map((telling) => {
    if (telling.clause) clauses.add(telling.clause);
    const by = [telling.clause, telling.rule].filter(Boolean).join(", ");
    return element("li", "", ...inPieces(telling.text), by ? element("span", "faint", " ", element("span", "cited", "(" + by + ")")) : "");
  })));
  if (verdict) parts.push(...drawVerdict(verdict));
  parts.push(...[...clauses].map(clause));
  return parts;
}

function drawVerdict({ verdict, kind, clause: id, message, alternatives = [], hints = [], elsewhere = [] }) {
  const word = verdict || kind || "legal";
  const parts = [element("p", "", element("b", word === "legal" ? "good" : "hot", word + ": "), ...inPieces(message))];
  if (id) parts.push(clause(id));
  return [...parts, ...drawLegal({ alternatives, hints }), ...linksToOtherLines(elsewhere)];
}

const changeButton = (at) => button("change " + at, async () => {
  const line = await lineAt(at);
  closeSheets();
  if (line) openAmend(at, line.text);
});

// Links to the lines that put a card elsewhere, as one of these lines may be wrong.
function linksToOtherLines(elsewhere = []) {
  const lines = elsewhere.map(({ at, text }) => element("li", "", ...inPieces(text), ", ", changeButton(at)));
  return lines.length ? [element("p", "faint", "It lies elsewhere. If the log is wrong there:"), element("ul", "tellings", ...lines)] : [];
}

// ---- The score, memory, the game line by line

function grid(className, head, rows) {
  const line = (name) => (cells) => element("tr", "", ...cells.map((cell, nth) => element(cell === "" || (nth && name !== "th") ? "td" : "th", "", cell)));
  const grid = element("div", "wide", element("table", className, element("thead", "", line("th")(head)), element("tbody", "", ...rows.map(line("td")))));
  overflowObserver.observe(grid);
  return grid;
}

// Draws the sums, the winner and the notes.
const drawSums = ({ sums, notes }) => [
  grid("sums", sums.head, sums.rows),
  ...(game.table.outcome ? [element("p", "", element("b", "good", game.table.outcome + "."))] : []),
  ...notes.map((note) => element("p", "", note)),
];

async function openScore() {
  const body = await openLoaded("The score", "score?in_view=true&shown=true", ({ shown }) => [...drawSums(shown), ...shown.rounds.toReversed().flatMap(drawRoundOf(shown))]);
  body.parentElement.classList.add("broad");
}

// Draws the points of each player in a round.
const drawRoundOf = ({ rounds }) => ({ name, tallies }) => {
  const drawn = tallies.filter(({ items, nothing }) => items.length + nothing.length).map(drawTally);
  return [...(rounds.length > 1 && drawn.length ? [element("h3", "", name)] : []), element("div", "tallies", ...drawn)];
};

// Draws a player's items with their cards and clauses. A list of items without points opens below.
function drawTally({ seat, name, points, items, nothing }) {
  const list = (all) => element("ul", "items", ...all.map((item) => drawItem(item, true)));
  const rest = nothing.length ? [element("details", "", element("summary", "", "Nothing for " + nothing.map(({ label }) => label).join(", ")), list(nothing))] : [];
  const head = element("header", "", element("h3", "", name), element("b", "count", points));
  return element("section", "tally p" + seat, head, ...(items.length ? [list(items)] : []), ...rest);
}

// Draws an item of the score, with clause and reason if `isExplained`.
function drawItem({ label, clause, points, why, cards }, isExplained) {
  const drawn = cards.map(({ pays, ...face }) => {
    const card = drawCard(face);
    if (pays) card.classList.add("pays");
    return card;
  });
  const of = element("span", "label", label, ...(isExplained ? [" ", element("span", "faint", clause)] : []));
  const node = element("li", "item", of, element("span", "fan", ...drawn), element("b", "points", points));
  if (isExplained && why) node.append(element("span", "why", ...inPieces(why)));
  else if (why) of.title = displayText(why);
  return node;
}

const openMemory = () => openLoaded("Memory", "show", ({ zones }) => {
  const drawn = element("div", "");
  drawTable(drawn, zones.memory, []);
  return [element("p", "faint", "What was seen and is covered now. Everybody was told that you looked."), drawn];
});

// Shows the table before a line, as a link to a moment asks.
function showMoment(at) {
  // The back button leads to the current table.
  history.replaceState(null, "", addressAt(null));
  closeSheets();
  if (mayRecord) openPast(at);
  else notify("This link leads to an earlier table, which is shown to those who record. Here is the table as it lies now.");
}

// Opens a slider through the tables before each line, set to `at` or to the current table. The address follows the slider.
async function openPast(at = null) {
  const body = await openLoaded("Back through the game", "log", ({ lines }) => {
    if (!lines.length) return [element("p", "faint", "No line is recorded yet" + (at ? ", none at " + at + ": the link is outdated." : "."))];
    const begin = lines.findIndex((line) => line.at === at);
    const outdated = at && begin < 0 ? [element("p", "hot", "The link is outdated: the log has no line " + at + " any more. Here is the table as it lies now.")] : [];
    const slider = setLabel(input("", { type: "range", min: 0, max: lines.length, value: begin < 0 ? lines.length : begin }), "line of the game");
    // The address is shown before copying, as a browser may ask for permission first, or never respond.
    const link = button("Link to this moment", async () => {
      const address = element("code", "", location.href);
      told.replaceChildren(address);
      if (await copy(location.href, link)) address.before("Copied: ");
    });
    const told = withRole("status", "p", "faint link-text");
    const now = button("Back to now", closeSheets);
    const words = withRole("status", "p", "slid");
    const drawn = element("div", "");
    let timer = 0;
    const move = (by) => {
      slider.value = Number(slider.value) + by;
      const line = lines[slider.value];
      history.replaceState(null, "", addressAt(line?.at));
      link.disabled = !line;
      told.replaceChildren();
      words.replaceChildren(...(line ? [element("span", "faint", Number(slider.value) + 1 + " of " + lines.length + " · "), "before " + line.at + "  ", lineInPieces(line.text)] : ["now, after " + lines.at(-1).at]));
      slider.setAttribute("aria-valuetext", nameOfButton(words));
      clearTimeout(timer);
      if (!line) return drawTable(drawn, game.table.zones, game.table.acting);
      timer = setTimeout(async () => {
        const response = await requestGame("show?at=" + line.at);
        if (response.exit === 0 && lines[slider.value] === line) drawTable(drawn, response.answer.zones.open, []);
      }, 120);
      return undefined;
    };
    slider.addEventListener("input", () => move(0));
    const step = (label, by, name) => button(label, () => move(by), { name, repeats: true });
    move(0);
    return [...outdated, element("div", "slider", step("|◀", -lines.length, "to the first line"), step("◀", -1, "one line back"), slider, step("▶", 1, "one line on"), step("▶|", lines.length, "to the end")), element("div", "choices", now, link), told, words, drawn];
  });
  const { name } = game;
  const backToNow = () => game.name === name && history.replaceState(null, "", addressAt(null));
  // A sheet of constant height keeps buttons in place while the table changes.
  body.parentElement.classList.add("broad", "tall");
  body.parentElement.addEventListener("close", backToNow);
  if (!body.isConnected) backToNow();
}

// ---- The rules, and those of this table

const ruleBook = ({ title, designer, about, sections, steps, in_force: now }) => [
  element("p", "", element("b", "", title), designer ? " by " + designer : ""),
  element("p", "faint", about),
  ...sections.flatMap((section) => [element("h3", "", section.title), ...section.clauses.map(({ id, text }) => element("p", "clause", element("b", "", id), " ", ...sentence(text)))]),
  element("h3", "", "How it is typed"),
  ...steps.map(({ name, letter, form, about: what }) => element("p", "", element("b", "", name + (form ? " " + form : "")), letter ? " (" + letter + ")" : "", " ", element("span", "faint", what))),
  element("h3", "", "Table rules"),
  ...Object.entries(now).map(([key, value]) => element("p", "", element("b", "", key), " = " + value)),
];

const openRules = async () => (await openLoaded("Rules", "rules", ruleBook)).classList.add("rulebook");

const openTableRules = () => openLoaded("Table rules", "rules", ({ rules, in_force }) => {
  let now = in_force;
  const { node: result, clear } = toldArea();
  const inputs = rules.map((rule) => ({ rule, input: valueOf(rule, now[rule.key] ?? rule.default) }));
  const differs = ({ rule, input }) => input.value !== String(now[rule.key] ?? rule.default);
  const form = formOf("stack tablerules", () => {
    const differing = inputs.filter(differs).map(({ rule, input }) => [rule.key, input.value]);
    return differing.length ? preview("rule", { rules: Object.fromEntries(differing) }, result) : closeSheets();
  }, ...inputs.map(({ rule, input }) => element("div", "rule", field(rule.key.replaceAll("_", " "), input), element("p", "faint", rule.meaning + " (" + rule.clause + ")"))), element("button", "main", "What would change?"), result);
  form.addEventListener("input", clear);
  // Another phone has changed a rule: the inputs that were edited here stay.
  form.addEventListener("changed", ({ detail }) => {
    const untouched = inputs.filter((one) => !differs(one));
    now = detail;
    for (const { rule, input } of untouched) input.value = now[rule.key] ?? rule.default;
  });
  return [form];
});

// ---- Hands that are shown, notes

const whoActs = () => choice(game.table.players, me() || game.table.players[game.table.acting[0] ?? 0]);

function openShows() {
  const stock = stockOf("shows");
  const who = whoActs();
  const picker = element("div", "");
  const choose = (chosen) => {
    const focused = picker.contains(document.activeElement) ? document.activeElement.dataset.does : null;
    const record = button("Record", () => {
      closeSheets();
      send("record", { lines: [who.value + ": shows " + chosen.join(" ")] });
    }, { className: "main" });
    picker.replaceChildren(...pickerOf(stock, chosen, { count: null, choose, done: record }));
    if (focused) picker.querySelector("[data-does='" + focused + "']").focus();
  };
  choose([]);
  openSheet("A hand is shown", field("Player", who), picker);
}

function openNote() {
  const [who, line] = [whoActs(), input("", { required: true, spellcheck: false })];
  openSheet("A note", formOf("stack", () => {
    closeSheets();
    send("record", { lines: [who.value + ": note " + line.value.trim()] });
  }, field("Player", who), field("Words", line), element("button", "main", "Record")));
  line.focus();
}
