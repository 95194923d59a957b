"use strict";
// The list of games, and a new one.

async function listGames() {
  document.title = "fowlplay";
  let listed;
  try {
    listed = await ask("/api/games");
  } catch {
    return trouble("The server can't be reached.", listGames);
  }
  if (game.name) return undefined;
  if (!Array.isArray(listed.answer)) return trouble(listed.answer.error.message, listGames);
  const cards = listed.answer.map((one) => {
    const state = one.closed ? "closed" : one.complete ? "over" : "going on";
    const link = element("a", "game " + (one.complete || one.closed ? "past" : "present"),
      element("b", "", seen(one.title || titleOf(one.game))),
      element("span", "", element("bdi", "", seen(one.players.join(", ")))),
      element("span", "faint", [one.title ? titleOf(one.game) : "", one.date, seen(one.name), state].filter(Boolean).join(" · ")));
    link.href = "#" + encodeURIComponent(one.name);
    return element("li", "", link);
  });
  const head = element("header", "bar", element("div", "names", element("h1", "title", "fowlplay")));
  if (mayRecord) head.append(element("div", "tools", button("New game", beginGame, { className: "main" })));
  const list = cards.length ? element("ul", "games", ...cards) : element("p", "faint", "There is no game here yet.");
  root.replaceChildren(head, list);
  return undefined;
}

// `emu-ranchers`: Emu Ranchers
const titleOf = (name) => name.split("-").map((word) => (word === "and" ? word : word[0].toUpperCase() + word.slice(1))).join(" ");

const field = (label, input) => element("label", "field", element("span", "", label), input);

function input(value = "", more = {}) {
  const made = element("input", "");
  Object.assign(made, { type: "text", autocomplete: "off", value, ...more });
  return made;
}

function choice(values, chosen, write = String) {
  const made = element("select", "");
  for (const value of values) {
    const option = element("option", "", write(value));
    option.value = value;
    option.selected = String(value) === String(chosen);
    made.append(option);
  }
  return made;
}

// What a table rule may be, as something to choose or to fill in.
const valueOf = (rule, now) => Array.isArray(rule.values) ? choice(rule.values, now) : input(now, { type: "number", min: rule.values.least, max: rule.values.most });

async function beginGame() {
  const body = openSheet("New game", element("p", "", "One moment…"));
  const known = await ask("/api/rules").catch(() => null);
  if (!known) return body.replaceChildren(element("p", "", "The server can't be reached."));
  const which = element("div", "choices");
  const rest = element("div", "");
  for (const one of known.answer.games) {
    const chosen = button(one.title.split(" – ")[0], () => setUp(one, rest, which, chosen), { title: one.about, pressed: false });
    which.append(chosen);
  }
  body.replaceChildren(which, rest);
  return which.firstChild.focus();
}

async function setUp(one, rest, which, chosen) {
  for (const other of which.children) other.setAttribute("aria-pressed", other === chosen);
  const told = await ask("/api/rules/" + one.game).catch(() => null);
  if (!told) return;
  const book = told.answer;
  const [least, most] = one.players;
  const names = element("div", "players");
  const known = kept.get("players") || [];
  for (let nth = 0; nth < most; nth += 1) {
    const player = input(known[nth] || "", { placeholder: "player " + (nth + 1) + (nth < least ? "" : ", if any"), maxLength: 40, required: nth < least });
    player.setAttribute("aria-label", "player " + (nth + 1));
    names.append(player);
  }
  const today = new Date().toLocaleDateString("sv");
  const name = input(today + " " + one.title.split(" – ")[0], { required: true, maxLength: 100 });
  const variant = book.variants.length ? choice(["", ...book.variants.map((variant) => variant.name)], "", (value) => value || "as the rules say") : null;
  const scores = input("", { type: "checkbox" });
  const rules = book.rules.map((rule) => ({ rule, input: valueOf(rule, rule.default) }));
  const deck = book.deck.map((key) => ({ key, input: input("") }));
  const error = element("div", "answer asks");
  error.setAttribute("role", "alert");
  const key = newKey();
  const form = element("form", "stack",
    element("p", "faint", book.about),
    element("fieldset", "", element("legend", "", "Players, clockwise"), names),
    field("Name of the log", name),
    ...(variant ? [field("Variant", variant)] : []),
    field("Keep the scores only", scores),
    element("details", "", element("summary", "", "Table rules"),
      ...rules.map(({ rule, input }) => element("div", "rule", field(rule.key.replaceAll("_", " "), input), element("p", "faint", rule.meaning))),
      ...deck.map(({ key, input }) => field("deck: " + key, input))),
    element("button", "main", "Begin"), error);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const players = [...names.children].map((player) => player.value.trim()).filter(Boolean);
    kept.set("players", players);
    const differing = rules.filter(({ rule, input }) => input.value !== String(rule.default)).map(({ rule, input }) => [rule.key, input.value]);
    const said = deck.filter(({ input }) => input.value.trim()).map(({ key, input }) => [key, input.value.trim()]);
    const body = { key, name: name.value.trim(), game: one.game, players, variant: variant?.value || null, rules: Object.fromEntries(differing), deck: Object.fromEntries(said), scores: scores.checked, date: today };
    const begun = await ask("/api/games", body).catch(() => null);
    if (begun?.exit === 0) {
      closeSheets();
      location.hash = encodeURIComponent(name.value.trim());
    } else error.replaceChildren(element("p", "", begun ? seen(begun.answer.error.message) : "The server can't be reached: try again."));
  });
  rest.replaceChildren(form);
  names.firstChild.focus();
}
