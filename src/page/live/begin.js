"use strict";
// The list of games, and a new one.

// How often the list is loaded again.
const LIST_INTERVAL = 4000; // milliseconds

async function listGames() {
  document.title = "fowlplay";
  let listed;
  try {
    listed = await request("/api/games");
  } catch {
    return showError("The server can't be reached.", listGames);
  }
  if (game.name) return undefined;
  const asked = game;
  setTimeout(() => asked === game && pollGames(listed), LIST_INTERVAL);
  if (!Array.isArray(listed.answer)) return showError(listed.answer.error.message, listGames);
  const cards = listed.answer.map((one) => {
    const state = one.closed ? "closed" : one.complete ? "over" : "going on";
    const link = element("a", "game " + (one.complete || one.closed ? "past" : "present"),
      element("b", "", (one.title || titleOf(one.game))),
      element("span", "", one.players.join(", ")),
      element("span", "faint", [one.title ? titleOf(one.game) : "", one.date, one.name, state].filter(Boolean).join(" · ")));
    link.href = "#" + encodeURIComponent(one.name);
    return element("li", "", link);
  });
  const head = element("header", "bar", element("div", "names", element("h1", "title", "fowlplay")));
  if (mayRecord) head.append(element("div", "tools", button("New game", beginGame, { className: "main" })));
  const list = cards.length ? element("ul", "games", ...cards) : element("p", "faint", "There is no game here yet.");
  root.replaceChildren(head, list);
  return undefined;
}

// Another phone may have begun a game. The list is drawn again only if it has changed and no dialog is open.
async function pollGames(shown) {
  const asked = game;
  const isHidden = document.visibilityState !== "visible" || document.querySelector("dialog[open]");
  const listed = isHidden ? null : await request("/api/games").catch(() => null);
  if (asked !== game) return;
  if (Array.isArray(listed?.answer) && JSON.stringify(listed.answer) !== JSON.stringify(shown.answer)) await listGames();
  else setTimeout(() => asked === game && pollGames(shown), LIST_INTERVAL);
}

// A name that no log here has, with a number if need be.
async function freeName(name) {
  const listed = await request("/api/games").catch(() => null);
  const taken = new Set((Array.isArray(listed?.answer) ? listed.answer : []).map((one) => one.name.toLowerCase()));
  let free = name;
  for (let nth = 2; taken.has(free.toLowerCase()); nth += 1) free = name + " " + nth;
  return free;
}

// `emu-ranchers`: Emu Ranchers
const titleOf = (name) => name.split("-").map((word) => (word === "and" ? word : capitalized(word))).join(" ");

const field = (label, input) => element("label", "field", element("span", "", label), input);

function input(value = "", more = {}) {
  const node = element("input", "");
  Object.assign(node, { type: "text", autocomplete: "off", value, ...more });
  return node;
}

function choice(values, chosen, write = String) {
  const node = element("select", "");
  for (const value of values) {
    const option = element("option", "", write(value));
    option.value = value;
    option.selected = String(value) === String(chosen);
    node.append(option);
  }
  return node;
}

// The input for the value of a table rule.
const valueOf = (rule, now) => Array.isArray(rule.values) ? choice(rule.values, now) : input(now, { type: "number", min: rule.values.least, max: rule.values.most });

async function beginGame() {
  const body = openSheet("New game", element("p", "", "One moment…"));
  const known = await request("/api/rules").catch(() => null);
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
  const response = await request("/api/rules/" + one.game).catch(() => null);
  if (!response) return;
  const book = response.answer;
  const [least, most] = one.players;
  const names = element("div", "players");
  const known = storage.get("players") || [];
  for (let nth = 0; nth < most; nth += 1) {
    const player = input(known[nth] || "", { placeholder: "player " + (nth + 1) + (nth < least ? "" : ", if any"), maxLength: 40, required: nth < least });
    setLabel(player, "player " + (nth + 1));
    names.append(player);
  }
  const today = new Date().toLocaleDateString("sv");
  const name = input(await freeName(today + " " + one.title.split(" – ")[0]), { required: true, maxLength: 100 });
  const variant = book.variants.length ? choice(["", ...book.variants.map((variant) => variant.name)], "", (value) => value || "as the rules say") : null;
  const scores = input("", { type: "checkbox" });
  // The value of a rule that nobody chose: what the variant sets, or the default.
  const usual = (rule) => String(book.variants.find((one) => one.name === variant?.value)?.sets[rule.key] ?? rule.default);
  const rules = book.rules.map((rule) => ({ rule, input: valueOf(rule, rule.default), shown: usual(rule) }));
  variant?.addEventListener("change", () => {
    for (const one of rules) {
      if (one.input.value === one.shown) one.input.value = usual(one.rule);
      one.shown = usual(one.rule);
    }
  });
  const deck = book.deck.map((key) => ({ key, input: input("") }));
  const error = element("div", "answer asks");
  error.setAttribute("role", "alert");
  const keyOf = requestKeys();
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
    storage.set("players", players);
    const differing = rules.filter(({ rule, input }) => input.value !== usual(rule)).map(({ rule, input }) => [rule.key, input.value]);
    const said = deck.filter(({ input }) => input.value.trim()).map(({ key, input }) => [key, input.value.trim()]);
    const body = { name: name.value.trim(), game: one.game, players, variant: variant?.value || null, rules: Object.fromEntries(differing), deck: Object.fromEntries(said), scores: scores.checked, date: today };
    const begun = await request("/api/games", { key: keyOf(body), ...body }).catch(() => null);
    if (begun?.exit === 0) {
      closeSheets();
      location.hash = encodeURIComponent(name.value.trim());
      await show();
      const { chosen } = begun.answer;
      if (chosen.length) openSheet("Before you deal", ...chosen.map((words) => element("p", "", words)));
      return;
    }
    const parts = begun ? explainError(begun.answer.error) : [element("p", "", "The server can't be reached: try again.")];
    if (begun?.status === 409) {
      const free = await freeName(name.value.trim());
      if (free !== name.value.trim()) parts.push(element("div", "choices", button("Begin “" + free + "”", () => {
        name.value = free;
        form.requestSubmit();
      }, { className: "main" })));
    }
    error.replaceChildren(...parts);
    error.scrollIntoView({ block: "nearest" });
  });
  rest.replaceChildren(form);
  names.firstChild.focus();
}
