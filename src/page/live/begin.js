"use strict";
// The list of games, and a new one.

// What is listed is looked at anew so often.
const NEWS = 4000; // milliseconds

async function listGames() {
  document.title = "fowlplay";
  let listed;
  try {
    listed = await ask("/api/games");
  } catch {
    return trouble("The server can't be reached.", listGames);
  }
  if (game.name) return undefined;
  const asked = game;
  setTimeout(() => asked === game && lookForGames(listed), NEWS);
  if (!Array.isArray(listed.answer)) return trouble(listed.answer.error.message, listGames);
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

// Another phone may have begun a game. The list is drawn anew only if it is another, and nobody is asked anything meanwhile.
async function lookForGames(shown) {
  const asked = game;
  const isHidden = document.visibilityState !== "visible" || document.querySelector("dialog[open]");
  const listed = isHidden ? null : await ask("/api/games").catch(() => null);
  if (asked !== game) return;
  if (Array.isArray(listed?.answer) && JSON.stringify(listed.answer) !== JSON.stringify(shown.answer)) await listGames();
  else setTimeout(() => asked === game && lookForGames(shown), NEWS);
}

// A name that no log here has: with a number behind it where others have it.
async function freeName(name) {
  const listed = await ask("/api/games").catch(() => null);
  const taken = new Set((Array.isArray(listed?.answer) ? listed.answer : []).map((one) => one.name.toLowerCase()));
  let free = name;
  for (let nth = 2; taken.has(free.toLowerCase()); nth += 1) free = name + " " + nth;
  return free;
}

// `emu-ranchers`: Emu Ranchers
const titleOf = (name) => name.split("-").map((word) => (word === "and" ? word : capitalized(word))).join(" ");

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
    call(player, "player " + (nth + 1));
    names.append(player);
  }
  const today = new Date().toLocaleDateString("sv");
  const name = input(await freeName(today + " " + one.title.split(" – ")[0]), { required: true, maxLength: 100 });
  const variant = book.variants.length ? choice(["", ...book.variants.map((variant) => variant.name)], "", (value) => value || "as the rules say") : null;
  const scores = input("", { type: "checkbox" });
  // What holds where nothing is chosen: what the variant sets, or the default.
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
  const keyOf = keysOfForm();
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
    const differing = rules.filter(({ rule, input }) => input.value !== usual(rule)).map(({ rule, input }) => [rule.key, input.value]);
    const said = deck.filter(({ input }) => input.value.trim()).map(({ key, input }) => [key, input.value.trim()]);
    const body = { name: name.value.trim(), game: one.game, players, variant: variant?.value || null, rules: Object.fromEntries(differing), deck: Object.fromEntries(said), scores: scores.checked, date: today };
    const begun = await ask("/api/games", { key: keyOf(body), ...body }).catch(() => null);
    if (begun?.exit === 0) {
      closeSheets();
      location.hash = encodeURIComponent(name.value.trim());
      await show();
      const { chosen } = begun.answer;
      if (chosen.length) openSheet("Before you deal", ...chosen.map((words) => element("p", "", words)));
      return;
    }
    const parts = begun ? unread(begun.answer.error) : [element("p", "", "The server can't be reached: try again.")];
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
