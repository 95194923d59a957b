"use strict";
// A round counted by hand. The parts of the players are built by tapping.

// Creates a button that fills in the tally from the recorded moves. The tally may reveal covered cards, so all phones are notified.
function fillIn(built) {
  const fill = button("Fill in what the moves left lying", async () => {
    const response = await requestGame("show");
    if (!response.answer.tally) return fill.replaceWith(element("p", "faint", response.answer.error?.message ?? "No moves are recorded of this round."));
    return built.load(response.answer.tally.map((text, nth) => game.table.players[nth] + ": " + text));
  });
  return element("div", "", fill, element("p", "faint", "Everybody is told that you looked."));
}

// Draws the result of a count: the winner or leader, the sums, and the items of the round.
function drawCount({ complete, shown }) {
  const words = (complete ? "The game is over: " : "") + shown.headline + ".";
  return [element("p", "", element("b", "good", words)), ...drawSums(shown), element("div", "tallies", ...shown.rounds.at(-1).tallies.map(drawTally))];
}

// Opens the form for the current round. After a conflict the form opens again with the earlier texts `had`.
function openTally(had = null) {
  const { version } = game;
  const kept = ["counted." + game.name, version];
  const built = builder((body) => requestGame("places", { of: "tally", ...body }), () => kept);
  const { node: told, show, clear } = toldArea();
  const firsts = game.moves?.next_round?.first || [];
  const first = firsts.length > 1 ? choice(firsts, firsts[0]) : null;
  const keyOf = requestKeys();
  const anew = async () => {
    await refresh();
    closeSheets();
    openTally(built.texts());
  };
  const explainUncounted = ({ status, answer }, parts) => {
    if (status === 409) return [...explainConflict(answer), element("div", "choices", button("Open it anew", anew))];
    const foul = answer.error.verdict === "illegal" ? parts.findIndex((part) => answer.error.text.startsWith(part.split(":")[0] + ":")) : -1;
    const stand = foul < 0 ? [] : [letStand(async (reason) => (await built.load(parts.with(foul, parts[foul] + " ! " + reason))) && form.requestSubmit())];
    return [...explainRejection(answer.error), ...stand];
  };
  // `done` gets the response to a count, or to its preview.
  const count = async (body, done) => {
    const response = await requestGame("tally", body);
    return response.exit === 0 ? done(response.answer) : show(...explainUncounted(response, body.players));
  };
  const form = formOf("stack", async () => {
    const players = await built.parts();
    if (!players) return undefined;
    const body = { version, players, ...(first ? { first: first.value } : {}) };
    const write = () => count({ key: keyOf(body), ...body }, () => {
      closeSheets();
      return refresh();
    });
    return count({ key: newKey(), ...body, preview: true }, (sheet) => {
      told.replaceChildren(...drawCount(sheet), element("div", "choices", button("Write it", write, { className: "main" })));
      told.scrollIntoView({ block: "start" });
    });
  }, element("p", "", capitalized(game.table.round) + ". Tap a place, then the cards that lie there."),
  ...(game.table.counted ? [] : [fillIn(built)]), built.node,
  ...(first ? [field("Who is first", first)] : []), element("button", "main", "Count it"));
  form.addEventListener("input", clear);
  openSheet("Score by hand", form, told);
  built.load(had);
}
