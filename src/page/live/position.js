"use strict";
// The table as it lies, where turns were not recorded; and a dispute at a table that kept no log. Each part is a line to type: a
// player's, and the table's. Cards can be put in from a grid.

// A dash that says that no card lies there.
const DASH = /(?<![^\s;|])-(?![^\s;|])/g;

const TABLE = "table";

// A field for a part, with a grid of the game's cards that are put in behind the text.
function partField(name, text = "") {
  const line = input(text, { spellcheck: false });
  line.setAttribute("autocapitalize", "off");
  const node = element("fieldset", "has", field(name === TABLE ? "the table" : name, line));
  const cards = cardsFor(name, line);
  node.append(cards.node);
  return { name, line, node, cards, part: () => name + ": " + line.value.trim() };
}

// The stocks of the open game without those whose cards are all in another one.
function wholeStocks() {
  const namesOf = ({ cards }) => cards.map(({ code, title }) => code + " " + title);
  const isWithin = (one, other) => namesOf(one).every((name) => namesOf(other).includes(name));
  return (game.book?.stocks ?? []).filter((stock, nth, all) => !all.some((other, at) => at !== nth && isWithin(stock, other) && (at < nth || !isWithin(other, stock))));
}

// Grids of the game's cards, which are put into a field where its cursor is, or else for its first dash; and what opens them, once cards
// are known.
function cardsFor(name, line) {
  const grids = element("div", "stack");
  const put = ({ code }) => {
    const [text, cursor] = [line.value, line.selectionStart];
    const dashes = [...text.matchAll(DASH)].map(({ index }) => index);
    const dash = dashes.find((at) => cursor === at || cursor === at + 1) ?? (cursor === text.length ? dashes[0] : undefined);
    const before = (text.slice(0, dash ?? cursor).trimEnd() + " " + code).trimStart();
    line.value = before + text.slice(dash === undefined ? cursor : dash + 1);
    line.setSelectionRange(before.length, before.length);
    line.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const toggle = button("Put cards in", () => {
    const isOpen = grids.childNodes.length > 0;
    grids.replaceChildren(...(isOpen ? [] : wholeStocks().map(({ cards }) => gridOf(cards, put))));
    toggle.textContent = isOpen ? "Put cards in" : "Done";
    setLabel(toggle, name + ": " + toggle.textContent.toLowerCase());
  }, { className: "minor" });
  toggle.dataset.repeats = "";
  setLabel(toggle, name + ": put cards in");
  const update = () => {
    toggle.disabled = !wholeStocks().length;
    if (grids.childNodes.length) toggle.click();
  };
  update();
  return { node: element("div", "", grids, toggle), update };
}

// The fields for all parts, filled with those of a position.
function partFields(names, position = []) {
  const textOf = (name) => position.find((part) => part.startsWith(name + ":"))?.slice(name.length + 1).trim() ?? "";
  return [...names, TABLE].map((name) => partField(name, textOf(name)));
}

// A position as one line: a `"` or `\` within a part gets a `\` before it.
const positionLine = (parts) => "position " + parts.map((part) => '"' + part.replaceAll(/["\\]/g, "\\$&") + '"').join(" ");

const ABOUT_PARTS = "What is open before each player, as when a round is counted by hand; then what lies in the middle. What is not said is worked out, or asked for.";

// Opens the table as it lies, to go on from there.
const openPosition = () => openLoaded("The table as it lies", "show?position=true", ({ position, is_earlier: isEarlier, at }) => {
  const fields = partFields(game.table.players, position ?? []);
  const result = element("div", "told");
  result.setAttribute("role", "alert");
  const form = element("form", "stack",
    element("p", "faint", ABOUT_PARTS + (isEarlier ? " This is the table before " + at + ", where the turn began." : "")),
    ...fields.map(({ node }) => node),
    element("button", "main", "What differs?"), result);
  form.addEventListener("input", () => result.replaceChildren());
  const keyOf = requestKeys();
  const unreachable = () => [element("p", "", "The server can't be reached: try again.")];
  const show = (...nodes) => {
    result.replaceChildren(...nodes);
    result.scrollIntoView({ block: "nearest" });
  };
  const record = async (lines) => {
    const body = { version: game.version, lines };
    const response = await requestGame("record", { key: keyOf(body), ...body });
    if (response?.exit !== 0) return show(...(response ? explainRejection(response.answer.error) : unreachable()));
    closeSheets();
    return refresh();
  };
  // What would be recorded, after what differs from the log.
  const tellChange = ({ position, differs, told }) => show(
    element("p", "", "The table as it would stand in the log:"),
    element("ul", "lines", ...differs.map(({ part, was }) => element("li", "", part, was ? element("div", "faint", "was " + was) : ""))),
    ...told.map((words) => prose("p", "", words)),
    element("div", "choices", button("Go on from here", () => record([positionLine(position)]), { className: "main" })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const response = await requestGame("position", { parts: fields.map(({ part }) => part()) });
    if (response?.exit !== 0) return show(...(response ? explainRejection(response.answer.error) : unreachable()));
    const { differs, missing, only } = response.answer;
    if (!differs.length) return show(element("p", "", "The log says the same: nothing is missing, and nothing is written."));
    if (!missing.length) return tellChange(response.answer);
    return show(
      element("p", "", only),
      element("ul", "lines", ...missing.map(({ description }) => element("li", "", ...inPieces(description)))),
      element("p", "", "Was it played so?"),
      element("div", "choices",
        button("Yes, record that", () => record(missing.map(({ line }) => line)), { className: "main" }),
        button("No, take the table as it lies", () => tellChange(response.answer))));
  });
  return [form];
});

// While no rule book is loaded, clauses are cited by their numbers, and cards stand as they are typed.
const NO_BOOK = { sections: [], table_clauses: [], steps: [], stocks: [] };

// Opens the form for a dispute at a table that kept no log.
async function openSettle() {
  const body = openSheet("Was that legal?", element("p", "", "One moment…"));
  const known = await request("/api/rules").catch(() => null);
  if (!known) return body.replaceChildren(element("p", "", "The server can't be reached."));
  const games = known.answer.games;
  game.book = NO_BOOK;
  const which = choice(games.map((one) => one.game), "", titleOf);
  const names = input((storage.get("players") || []).join(", "), { placeholder: "as in Ada, Bo", required: true });
  const first = element("select", "");
  // What was done before the move stands in lines above it.
  const line = element("textarea", "");
  Object.assign(line, { spellcheck: false, rows: 2 });
  line.setAttribute("autocapitalize", "off");
  const parts = element("div", "stack");
  const result = element("div", "told");
  result.setAttribute("role", "alert");
  const moveCards = cardsFor("the move", line);
  let fields = [];
  let asked = null;
  const playersNow = () => [...new Set(names.value.split(",").map((name) => name.trim()).filter(Boolean))];
  const drawParts = () => {
    const players = playersNow();
    const had = fields.map(({ part }) => part());
    fields = partFields(players, had);
    game.table = { players, zones: [] };
    line.placeholder = "as in " + (players[0] || "Ada") + ": …; empty: what may be done?";
    parts.replaceChildren(...fields.map(({ node }) => node));
    const chosen = first.value;
    first.replaceChildren(...choice(["", ...players], chosen, (name) => name || "as it follows").children);
    // An option that moves from one list to another becomes the one that is chosen.
    first.value = players.includes(chosen) ? chosen : "";
  };
  // The cards depend on the game and on how many play.
  const readBook = async () => {
    const [least, most] = games.find((one) => one.game === which.value).players;
    const count = Math.min(most, Math.max(least, playersNow().length));
    const address = "/api/rules/" + encodeURIComponent(which.value) + "?players=" + count;
    if (asked === address) return;
    asked = address;
    const response = await request(address).catch(() => null);
    if (asked !== address || !body.isConnected) return;
    game.book = response?.exit === 0 ? response.answer : NO_BOOK;
    for (const { update } of [...fields.map(({ cards }) => cards), moveCards]) update();
  };
  names.addEventListener("input", () => {
    drawParts();
    readBook();
  });
  which.addEventListener("change", readBook);
  drawParts();
  readBook();
  const form = element("form", "stack", field("Game", which), field("Players, clockwise", names), element("p", "faint", ABOUT_PARTS), parts,
    field("Who began the round", first), element("fieldset", "has", field("The move (what was done before it: in lines above)", line), moveCards.node), element("button", "main", "Judge it"), result);
  // A move without a name is asked whose it is.
  const askWhose = () => {
    const of = (name) => button(name, () => {
      const lines = line.value.trimEnd().split("\n");
      line.value = [...lines.slice(0, -1), name + ": " + lines.at(-1).trim()].join("\n");
      form.requestSubmit();
    });
    const nobody = Object.assign(element("button", "", "The table's, or all players'"), { name: "nobody" });
    return [element("p", "", "Whose move is it?"), element("div", "row", ...playersNow().map(of), nobody)];
  };
  form.addEventListener("input", () => result.replaceChildren());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const lines = line.value.split("\n").map((one) => one.trim()).filter(Boolean);
    const last = lines.at(-1);
    if (last && !last.includes(":") && event.submitter?.name !== "nobody") return result.replaceChildren(...askWhose());
    const asked = { game: which.value, parts: fields.map(({ part }) => part()), lines, first: first.value || null };
    const response = await request("/api/judge", asked).catch(() => null);
    result.replaceChildren(...(response ? drawJudged(response) : [element("p", "", "The server can't be reached: try again.")]));
    return result.scrollIntoView({ block: "nearest" });
  });
  body.replaceChildren(form);
  return names.focus();
}

// What was judged: the verdict, what the line does or what is open, and what follows from the position.
function drawJudged({ exit, answer }) {
  if (exit === 2 && !answer.verdict) return explainRejection(answer.error);
  const earlier = (answer.earlier || []).map((one) => element("p", "hot", "Before that: ", lineInPieces(one.text || one.step || ""), ": ", ...inPieces(one.message)));
  const open = answer.verdict ? [] : (answer.options || []).flatMap(({ actor, lines }) => lines.map((words) => element("li", "", actor ? actor + ": " : "", ...inPieces(words))));
  return [
    ...earlier,
    ...(answer.verdict === "depends" ? drawDepends(answer) : answer.verdict ? drawVerdict(answer) : []),
    tellings(answer.tellings),
    ...(open.length ? [element("ul", "lines", ...open)] : []),
    ...(answer.follows || []).map((words) => proseInPieces("p", "faint", words + ".")),
    element("p", "faint", "Nothing was recorded."),
  ];
}

// What a verdict depends on: a line for each case, and what is to be added.
function drawDepends({ cases, add }) {
  const words = ({ verdict, clause, message }) => verdict === "legal" || verdict === "depends" ? verdict : verdict + ": " + message + " (" + clause + ")";
  const line = (one, nth) => element("li", "", nth && nth + 1 === cases.length ? "else " : "if " + one.if + ": ", ...inPieces(words(one)));
  return [
    element("p", "", element("strong", "", "It depends"), cases.length ? "" : ", and that has to be said here", "."),
    ...(cases.length ? [element("ul", "lines", ...cases.map(line))] : []),
    proseInPieces("p", "", add[0].toUpperCase() + add.slice(1) + "."),
  ];
}
