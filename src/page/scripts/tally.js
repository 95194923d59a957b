// Rounds counted by hand: how an evening of them stands, and the form for one. The parts of the players are built by tapping.
import { drawChart } from "./charts.js";
import { button, capitalize, element, field, formOf, input, resultArea, select, setLabel, submitRow } from "./dom.js";
import { createKey, createRequestKeys, requestGame } from "./net.js";
import { refresh } from "./page.js";
import { explainConflict, explainRejection, letStandForm } from "./responses.js";
import { closeSheets, drawSums, drawTally, openSheet } from "./sheets.js";
import { game } from "./state.js";
import { createBuilder } from "./table_builder.js";

// Draws an evening of scores: who leads, the sum of each player with the points of the last round, the course of the sums, and the
// points of each round. At the end of a game all but the last stands above.
export function drawEvening({ counted: { shown, chart }, ended, in_force: { target } }) {
  if (ended || !shown.rounds.length) return drawSums(shown);
  const leaders = shown.players.flatMap(({ leads }, seat) => (leads ? [seat] : []));
  const sums = shown.players.map(({ name, total, besides, rounds, leads }, seat) => {
    const last = rounds.slice(-1).map((round) => element("span", "faint", round.name + " ", element("b", "", round.points)));
    return element("section", "tally p" + seat + (leads ? " wins" : ""), element("header", "", element("h3", "", name), element("b", "count", besides ?? total), ...last));
  });
  return [element("div", "evening", element("h2", "won" + (leaders.length === 1 ? " p" + leaders[0] : ""), shown.headline), element("div", "totals", ...sums), ...drawChart(chart && { ...chart, unit: chart.unit + (target ? ", " + target + " win" : "") }, "How the score went"), ...drawSums(shown))];
}

// Creates a button that fills in the tally from the recorded moves. The tally may reveal covered cards, so all phones are notified.
function drawFillIn(builder) {
  const fillButton = button("Fill in what the moves left lying", async () => {
    const response = await requestGame("show");
    if (!response.answer.tally) return fillButton.replaceWith(element("p", "faint", response.answer.error?.message ?? "No moves are recorded of this round."));
    return builder.load(response.answer.tally.map((text, nth) => game.table.players[nth] + ": " + text));
  });
  return element("div", "", fillButton, element("p", "faint", "Everybody is told that you looked."));
}

// Draws the result of a count: the winner or leader, the sums, and the items of the round.
function drawCount({ complete, shown }) {
  const words = (complete ? "The game is over: " : "") + shown.headline + ".";
  return [element("p", "", element("b", "good", words)), ...drawSums(shown), element("div", "tallies", ...shown.rounds.at(-1).tallies.map(drawTally))];
}

// Opens the form for the current round. After a conflict the form opens again with `earlierTexts`.
export async function openTally(earlierTexts = null) {
  const { version } = game;
  const storageKey = ["counted." + game.name, version];
  const builder = createBuilder((body) => requestGame("places", { of: "tally", ...body }), () => storageKey);
  const { node: result, show, clear } = resultArea();
  const firsts = game.moves?.next_round?.first || [];
  const firstSelect = firsts.length > 1 ? select(firsts, firsts[0]) : null;
  const keyOf = createRequestKeys();
  const reopen = async (parts) => {
    await refresh();
    closeSheets();
    openTally(parts);
  };
  const explainUncounted = ({ status, answer }, parts) => {
    if (status === 409) return [...explainConflict(answer), element("div", "choices", button("Open it anew", () => reopen(parts)))];
    const illegalPart = answer.error.verdict === "illegal" ? parts.findIndex((part) => answer.error.text.startsWith(part.split(":")[0] + ":")) : -1;
    const letStand = illegalPart < 0 ? [] : [letStandForm(async (reason) => (await builder.load(parts.with(illegalPart, parts[illegalPart] + " ! " + reason))) && form.requestSubmit())];
    return [...explainRejection(answer.error), ...letStand];
  };
  // `done` gets the response to a count, or to its preview.
  const count = async (body, done) => {
    const response = await requestGame("tally", body);
    if (response.exit === 0) return done(response.answer);
    inDetail.open = true;
    return show(...explainUncounted(response, body.players));
  };
  const totals = element("div", "totals");
  const inDetail = element("details", "", element("summary", "", "Count what lies there instead"));
  const form = formOf("stack", async () => {
    const built = await builder.parts();
    if (!built) return undefined;
    // What breaks a tie stands behind the total.
    const withTotal = (part) => {
      const [name, besides] = [nameOfPart(part), part.replace(/^[^:]*: ?(= -?\d+(; )?)?/, "")];
      const total = [...totals.querySelectorAll("input")].find((points) => points.name === name)?.value;
      return total ? name + ": = " + total + (besides && "; " + besides) : part;
    };
    const players = built.map(withTotal);
    const body = { version, players, ...(firstSelect ? { first: firstSelect.value } : {}) };
    const write = () => count({ key: keyOf(body), ...body }, () => {
      closeSheets();
      return refresh();
    });
    return count({ key: createKey(), ...body, preview: true }, (sheet) => {
      result.replaceChildren(...drawCount(sheet), element("div", "choices", button("Write it", write, { className: "main" })));
      result.scrollIntoView({ block: "start" });
    });
  }, ...(game.table.counted ? [totals, inDetail]
    : [element("p", "", capitalize(game.table.round) + ". Tap a place, then the cards that lie there."), drawFillIn(builder), builder.node]),
  ...(firstSelect ? [field("Who is first", firstSelect)] : []), submitRow("Count it"));
  form.addEventListener("input", clear);
  if (game.table.counted) inDetail.append(builder.node);
  openSheet(game.table.counted ? capitalize(game.table.round) : "Score by hand", form, result);
  if (!(await builder.load(earlierTexts)) || !game.table.counted) return;
  if (builder.texts().some((part) => !part.endsWith(":"))) inDetail.open = true;
  // A field for the points of each player.
  totals.replaceChildren(...builder.texts().map((part) => {
    const name = nameOfPart(part);
    const points = setLabel(input("", { name, type: "number", min: -9999, max: 9999, placeholder: "points" }), "points of " + name);
    return element("label", "tally p" + game.table.players.indexOf(name), element("b", "", name), points);
  }));
}

const nameOfPart = (part) => part.slice(0, part.indexOf(":"));
