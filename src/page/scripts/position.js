// The form that states the table after unrecorded turns, and the form for a dispute without a log. Both tables are built by tapping.
import { openSheetPicker } from "./corrections.js";
import { button, capitalize, element, field, formOf, input, resultArea, setLabel, submitRow, withRole } from "./dom.js";
import { rangeText, readLibrary, titleOf } from "./home.js";
import { ask, createRequestKeys, requestGame, session, storage, UNREACHED } from "./net.js";
import { refresh } from "./page.js";
import { setSheetPicker } from "./record.js";
import { drawLine, drawProse, drawSentence, drawTellings, explainError, explainFault, explainRejection } from "./responses.js";
import { closeSheets, drawVerdict, openSheet } from "./sheets.js";
import { game } from "./state.js";
import { createBuilder } from "./table_builder.js";

const ABOUT_PLACES = "Tap a place, then the cards that lie there. What you leave out is worked out, or asked for.";

// Opens the form that states the table as it lies, to continue from there.
export async function openPosition() {
  const { node: result, show, clear } = resultArea();
  const storageKey = ["laid." + game.name, game.version];
  const builder = createBuilder((body) => requestGame("places", { of: "position", ...body }), () => storageKey, "as it adds up");
  const about = element("p", "faint", ABOUT_PLACES);
  const keyOf = createRequestKeys();
  // Shows why the stated table was refused, and asks for missing pieces (TB-2).
  const showRefusal = ({ answer: { error } }) => {
    if (error.clause === "TB-2") {
      builder.ask();
      return show(drawProse("p", "", capitalize(error.message) + "."));
    }
    return show(...(error.verdict ? explainFault(error, "") : explainError(error)));
  };
  const record = async (lines) => {
    const body = { version: game.version, lines };
    const response = await requestGame("record", { key: keyOf(body), ...body });
    if (response.exit !== 0) return showRefusal(response);
    closeSheets();
    return refresh();
  };
  // Shows the differences from the log, with a button that records the position.
  const showChange = ({ line, differs }) => show(
    element("p", "", "The table as it would stand in the log:"),
    element("ul", "lines", ...differs.map(({ part, was }) => element("li", "", ...drawSentence(part), was ? element("div", "faint", "was ", ...drawSentence(was)) : ""))),
    element("div", "choices", button("Go on from here", () => record([line]), { className: "main" })));
  const form = formOf("stack", async () => {
    const parts = await builder.parts();
    if (!parts) return undefined;
    const response = await requestGame("position", { parts });
    if (response.exit !== 0) return showRefusal(response);
    const { differs, missing, only } = response.answer;
    if (!differs.length) return show(element("p", "", "The log says the same: nothing is missing, and nothing is written."));
    if (!missing) return showChange(response.answer);
    return show(
      element("p", "", only),
      element("p", "", ...drawSentence(missing.description)),
      element("p", "", "Was it played so?"),
      element("div", "choices",
        button("Yes, record that", () => record([missing.line]), { className: "main" }),
        button("No, take the table as it lies", () => showChange(response.answer))));
  }, about, builder.node, submitRow("What would be recorded?"), result);
  form.addEventListener("input", clear);
  openSheet("The table as it lies", form);
  if (await builder.load() && builder.before()) about.append(" This is the table before " + builder.before() + ", where the turn began.");
}

// A stand-in for the rule book before it is loaded: clauses are cited by id, and cards are shown as typed.
const NO_BOOK = { sections: [], table_clauses: [], steps: [], stocks: [] };

// Creates a row of chips, of which at most one is chosen. `act` gets the value of the tapped chip.
function chipRow(label, act) {
  const row = setLabel(withRole("group", "div", "choices"), label);
  const draw = (values, chosen, write = String) => row.replaceChildren(...values.map((value) => button(write(value), () => act(value), { className: "chip", pressed: value === chosen, does: label + ": " + value })));
  return { node: element("div", "field", element("span", "", label), row), draw };
}

// Opens the form for a dispute without a log: the game and its players, the table, the move, the verdict.
export async function openSettle() {
  const body = openSheet("Was that legal?", element("p", "", "One moment…"));
  const games = await readLibrary();
  if (!games) return body.replaceChildren(...explainError(UNREACHED.answer.error));
  game.book = NO_BOOK;
  let [gameName, seats] = session.get("laid")?.about ?? [games[0].game, storage.get("players") ?? []];
  let first = null;
  let lastRequest = null;
  let gameOfBuilder = null;
  const players = () => [...new Set(names.value.split(",").map((name) => name.trim()).filter(Boolean))];
  const names = input(seats.join(", "), { of: "names", placeholder: "as in Ada, Bo", required: true });
  const line = input("", { of: "lines", rows: 2, placeholder: "empty: what may be done?" });
  const { node: result, show, clear } = resultArea();
  const picker = element("div", "panel apart");
  const builder = createBuilder((parts) => ask("/api/places", { game: gameName, players: players(), of: "position", ...parts }), () => ["laid", [gameName, players()]]);
  const statedTable = async () => ({ game: gameName, parts: (await builder.parts()) ?? [], first });
  const gameRow = chipRow("Game", (name) => {
    [gameName, first] = [name, null];
    readBook();
  });
  const firstRow = chipRow("Who began the round", (name) => {
    first = name === first ? null : name;
    firstRow.draw(players(), first);
    clearResult();
  });
  // A button that opens the picker for the stated table.
  const pickButton = button("Pick the move", async () => {
    const table = await statedTable();
    if (!table.parts.length) return undefined;
    const response = await ask("/api/moves", table);
    if (response.exit !== 0) return show(...explainError(response.answer.error));
    // If no step is open, the referee's verdict says why.
    if (!response.answer.expects.length) return form.requestSubmit();
    pickButton.hidden = true;
    return openSheetPicker(response, picker, (step) => {
      line.value = [...line.value.trim().split("\n").slice(0, -1), step].join("\n");
      clearResult();
      form.requestSubmit();
    });
  });
  const clearResult = () => {
    clear();
    setSheetPicker(null);
    picker.replaceChildren();
    pickButton.hidden = false;
  };
  // Fetches the rule book: the cards depend on the game and on the number of players.
  const readBook = async () => {
    const seated = players();
    gameRow.draw(games.map((entry) => entry.game), gameName, titleOf);
    firstRow.draw(seated, first);
    clearResult();
    const [least, most] = games.find((entry) => entry.game === gameName).players;
    const isPlayerCountValid = seated.length >= least && seated.length <= most;
    for (const part of [builder.node, firstRow.node, move]) part.hidden = !isPlayerCountValid;
    const [seatedNames, advice] = [seated.join(", "), seated.length > most ? "take out who doesn’t play" : "add who plays, with a comma between"];
    playerCount.textContent = rangeText([least, most]) + " players" + (isPlayerCountValid || !seatedNames ? "" : ", and here are " + seatedNames + ": " + advice + ".");
    const request = JSON.stringify([gameName, seated]);
    if (!isPlayerCountValid || lastRequest === request) return;
    lastRequest = request;
    game.table = { players: seated, zones: [] };
    const response = await ask("/api/rules/" + encodeURIComponent(gameName) + "?players=" + seated.length);
    if (lastRequest !== request || !body.isConnected) return;
    game.book = response.exit === 0 ? response.answer : NO_BOOK;
    // The parts of players who are still chosen are kept.
    const earlierTexts = builder.texts();
    const partOf = (name) => earlierTexts.find((part) => part.startsWith(name + ":")) ?? name + ":";
    const isSameGame = gameOfBuilder === gameName && earlierTexts.length;
    gameOfBuilder = gameName;
    await builder.load(isSameGame ? [...seated, "table"].map(partOf) : undefined);
  };
  const playerCount = element("span", "faint");
  const move = element("fieldset", "stack",
    element("h3", "", "The move"), element("div", "choices", pickButton), picker,
    element("details", "as-text", element("summary", "", "The move as text"), field("What was done before it stands in lines above", line)),
    submitRow("Judge it"), result);
  names.addEventListener("input", readBook);
  // Asks for the player of a move without a name.
  const askWhose = () => {
    const playerButton = (name) => button(name, () => {
      const lines = line.value.trimEnd().split("\n");
      line.value = [...lines.slice(0, -1), name + ": " + lines.at(-1).trim()].join("\n");
      form.requestSubmit();
    });
    const nobody = Object.assign(element("button", "", "The table's, or all players'"), { name: "nobody" });
    return [element("p", "", "Whose move is it?"), element("div", "row", ...players().map(playerButton), nobody)];
  };
  const form = formOf("stack settle", async (event) => {
    const lines = line.value.split("\n").map((text) => text.trim()).filter(Boolean);
    const lastLine = lines.at(-1);
    if (lastLine && !lastLine.includes(":") && event.submitter?.name !== "nobody") return show(...askWhose());
    const table = await statedTable();
    if (!table.parts.length) return undefined;
    const response = await ask("/api/judge", { ...table, lines });
    return show(...(lastLine ? [element("p", response.exit ? "refused large" : "large", drawLine(lastLine))] : []), ...drawJudgement(response));
  }, gameRow.node, field("Players, clockwise", names), playerCount, builder.node, firstRow.node, move);
  form.addEventListener("input", ({ target }) => (target === names ? undefined : clearResult()));
  body.replaceChildren(form);
  return readBook();
}

// Draws the result of a dispute: verdict, consequences and conditions of the line, or the open steps, and conclusions from the position.
function drawJudgement({ exit, answer }) {
  if (exit === 2 && !answer.verdict) return explainRejection(answer.error);
  const earlierFaults = (answer.earlier || []).map(({ text, step, message }) => element("p", "hot", "Before that: ", drawLine(text || step || ""), ": ", ...drawSentence(message)));
  const openSteps = answer.verdict ? [] : (answer.options || []).flatMap(({ actor, lines }) => lines.map((words) => element("li", "", actor ? actor + ": " : "", ...drawSentence(words))));
  return [
    ...earlierFaults,
    ...(answer.verdict ? drawVerdict(answer) : []),
    drawTellings(answer.tellings),
    ...(answer.unless || []).filter(({ told }) => told).map(({ told }) => element("p", "", ...drawSentence(told), ".")),
    ...(openSteps.length ? [element("ul", "lines", ...openSteps)] : []),
    ...(answer.follows || []).map((words) => element("p", "faint", ...drawSentence(words), ".")),
    element("p", "faint", "Nothing was recorded."),
  ];
}
