"use strict";
// A round counted by hand, typed or by touch. The typed line is the value; the pickers read and write it.

// The numbers that a card of three suits can stand for.
const WILD = [2, 3, 4, 5, 6, 7, 8, 9];

// Parses a player's line into the parts of a tally; null if it can't be parsed. A reason at its end is kept.
function tallyOf(text) {
  const parts = game.book.tally_parts;
  const [said, reason] = text.split(/(?= ! )/);
  const has = parts.map(({ cards, apart }) => (cards === undefined ? 0 : apart ? [[]] : []));
  for (const [nth, section] of said.split(";").map((section) => section.trim().replaceAll("−", "-")).entries()) {
    if (!section) continue;
    const [first, ...rest] = section.split(/\s+/);
    const named = parts.findIndex(({ count, mark }) => (count || mark) === first.toLowerCase());
    const at = named < 0 ? nth : named;
    const part = parts[at];
    if (!part || (named < 0 && !part.cards && part.count !== "")) return null;
    if (part.cards) has[at] = part.apart ? section.split("|").map((group) => group.trim().split(/\s+/).filter(Boolean)) : [first, ...rest];
    else has[at] = part.mark ? 1 : Number(named < 0 ? first : rest[0]);
    if (Number.isNaN(has[at])) return null;
  }
  return { has, reason: reason || "" };
}

// The line for these parts. A part without a word of its own keeps its place.
function lineOf({ has, reason }) {
  const sections = game.book.tally_parts.map(({ cards, apart, count, mark }, nth) => {
    if (cards) return apart ? has[nth].map((group) => group.join(" ")).join(" | ").trim() : has[nth].join(" ");
    if (mark) return has[nth] ? mark : null;
    return has[nth] ? (count + " " + has[nth]).trim() : count ? null : "";
  });
  return sections.filter((section) => section !== null).join("; ").replace(/[;\s]+$/, "") + reason;
}

// The pickers for one player: cards from a grid, counts with a stepper.
function tallyPickers(name, line) {
  const root = element("div", "parts");
  // The part whose grid is open.
  let open = null;
  const draw = () => {
    const tally = tallyOf(line.value);
    const focused = root.contains(document.activeElement) ? nameOfButton(document.activeElement) : null;
    const write = (nth, value) => {
      tally.has[nth] = value;
      setLine(line, lineOf(tally));
    };
    const named = (node, words) => {
      setLabel(node, name + ": " + words);
      return node;
    };
    const stepper = (nth, what) => {
      const step = (label, by, words) => {
        const node = named(button(label, () => write(nth, Math.max(0, tally.has[nth] + by))), words + " " + what);
        node.dataset.repeats = "";
        return node;
      };
      return element("div", "stepper", element("span", "", what), step("−", -1, "fewer"), element("output", "", String(tally.has[nth])), step("+", 1, "more"));
    };
    const mark = (nth, what) => named(button(what, () => write(nth, tally.has[nth] ? 0 : 1), { pressed: Boolean(tally.has[nth]), className: "minor" }), what);
    const pickers = (nth, { what, cards, apart, only }) => {
      const stock = stockOf(cards);
      const groups = apart ? tally.has[nth] : [tally.has[nth]];
      const put = (groups) => write(nth, apart ? groups : groups[0]);
      const without = (group, at) => put(groups.map((cards, other) => (other === group ? cards.filter((_, place) => place !== at) : cards)));
      const add = (code) => put(groups.map((cards, other) => (other === groups.length - 1 ? [...cards, code] : cards)));
      const lying = groups.map((group, number) => element("div", "chosen-cards", ...group.map((code, at) => unpick(code, () => without(number, at), stock, name + (apart ? ", " + (number + 1) : "") + ": "))));
      const toggle = named(button(open === nth ? "Done" : "Add " + what, () => {
        open = open === nth ? null : nth;
        draw();
      }), (open === nth ? "done with " : "add ") + what);
      const title = element("span", "faint", what);
      if (open !== nth) return [element("div", "part", title, ...lying, toggle)];
      const choices = stock.cards.filter(({ code }) => !only.length || only.includes(code));
      const grid = gridOf(choices, ({ code, card }) => (card.length === 4 ? askNumber(code) : add(code)));
      // A card of three suits stands for a number.
      const askNumber = (code) => grid.replaceWith(element("div", "choices", element("span", "", "It stands for"), ...WILD.map((number) => button("=" + number, () => add(code + "=" + number)))));
      const another = apart && groups.at(-1).length ? [named(button("The next one", () => put([...groups, []])), "the next one of the " + what)] : [];
      // What is added lies below the grid, which stays where it is.
      return [element("div", "part", title, grid, ...lying, element("div", "choices", ...another, toggle))];
    };
    root.replaceChildren(...(tally ? game.book.tally_parts.flatMap((part, nth) => (part.cards ? pickers(nth, part) : [part.mark ? mark(nth, part.what) : stepper(nth, part.what)])) : []));
    if (focused) [...root.querySelectorAll("button")].find((one) => nameOfButton(one) === focused)?.focus();
  };
  line.addEventListener("input", draw);
  draw();
  return root;
}

function setLine(line, text) {
  line.value = text;
  line.dispatchEvent(new Event("input", { bubbles: true }));
}

// A button that fills in what the moves left on the table. Some of it may be covered by now, so everybody is notified.
function fillIn(inputs) {
  const fill = button("Fill in what the moves left lying", async () => {
    const response = await requestGame("show");
    if (!response?.answer.tally) return fill.replaceWith(element("p", "faint", response ? "No moves are recorded of this round." : "The server can't be reached."));
    return inputs.forEach(({ line }, nth) => setLine(line, response.answer.tally[nth]));
  });
  return element("div", "", fill, element("p", "faint", "Everybody is told that you looked."));
}

// What a count comes to: who wins or leads, the sums, and the items of the round.
function drawCount({ complete, shown }) {
  const words = (complete ? "The game is over: " : "") + shown.headline + ".";
  return [element("p", "", element("b", "good", words)), ...drawSums(shown), element("div", "tallies", ...shown.rounds.at(-1).tallies.map(drawTally))];
}

// Opens the form for the current round. After a conflict it is opened again with the earlier input `had`.
function openTally(had = []) {
  const { version } = game;
  const form = element("form", "stack", element("p", "", capitalized(game.table.round)), element("p", "faint", "What each player has of this round, as in: " + game.book.tally));
  const inputs = game.table.players.map((name, nth) => {
    const line = input(had[nth] || "", { spellcheck: false });
    form.append(element("fieldset", "has", field(name, line), tallyPickers(name, line)));
    return { name, line };
  });
  if (!game.table.counted) form.firstChild.after(fillIn(inputs));
  const firsts = game.moves?.next_round?.first || [];
  const first = firsts.length > 1 ? choice(firsts, firsts[0]) : null;
  if (first) form.append(field("Who is first", first));
  const told = element("div", "told");
  told.setAttribute("role", "alert");
  form.append(element("button", "main", "Count it"));
  const keyOf = requestKeys();
  const anew = async () => {
    await refresh();
    closeSheets();
    openTally(inputs.map(({ line }) => line.value));
  };
  const explainUncounted = ({ status, answer }) => {
    if (status === 409) return [...explainConflict(answer), element("div", "choices", button("Open it anew", anew))];
    const parts = explainRejection(answer.error);
    const foul = inputs.find(({ name }) => answer.error.verdict === "illegal" && answer.error.text.startsWith(name + ":"));
    if (foul) parts.push(letStand((reason) => {
      foul.line.value += " ! " + reason;
      form.requestSubmit();
    }));
    return parts;
  };
  // `done` gets the response to a count, or to its preview.
  const count = async (body, done) => {
    const response = await requestGame("tally", body);
    if (response?.exit === 0) return done(response.answer);
    told.replaceChildren(...(response ? explainUncounted(response) : [element("p", "", "The server can't be reached: try again.")]));
    return told.scrollIntoView({ block: "nearest" });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const players = inputs.map(({ name, line }) => name + ": " + line.value.trim());
    const body = { version, players, ...(first ? { first: first.value } : {}) };
    const write = () => count({ key: keyOf(body), ...body }, () => {
      closeSheets();
      return refresh();
    });
    return count({ key: newKey(), ...body, preview: true }, (sheet) => {
      told.replaceChildren(...drawCount(sheet), element("div", "choices", button("Write it", write, { className: "main" })));
      told.scrollIntoView({ block: "start" });
    });
  });
  form.addEventListener("input", () => told.replaceChildren());
  openSheet("Score by hand", form, told);
}
