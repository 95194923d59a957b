"use strict";
// The list of games, and a new one.

// How often the list is loaded again.
const LIST_INTERVAL = 4000; // milliseconds
let isAwayOpen = false;

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
  const card = (one) => {
    const isPast = one.complete || one.closed;
    const player = (name, seat) => {
      const isMarked = isPast ? one.winners.includes(name) : one.acting.includes(name);
      const mark = isMarked ? element("span", "mark", isPast ? "won" : "’s turn") : "";
      return element("span", "standing p" + seat, element("bdi", isMarked ? "strong" : "", name), mark, element("b", "points", one.totals[seat] ?? ""));
    };
    const state = one.closed ? "put away" : one.complete ? "over" : "going on";
    const about = [one.title ? titleOf(one.game) : "", one.name.startsWith(one.date) ? "" : one.date, one.name, state];
    const link = element("a", "game " + (isPast ? "past" : "present"),
      element("b", "", one.title || titleOf(one.game)),
      ...one.players.map(player),
      one.words ? element("span", "last", drawLine(one.last, one.words)) : "",
      element("span", "faint", about.filter(Boolean).join(" · ")));
    link.href = "#" + encodeURIComponent(one.name);
    return element("li", "", link);
  };
  const list = (games, ...first) => element("ul", "games", ...first, ...games.map(card));
  const [open, away] = [false, true].map((isAway) => listed.answer.filter((one) => Boolean(one.closed) === isAway));
  // Tables that go on come first.
  open.sort((one, other) => one.complete - other.complete);
  const putAway = element("details", "away", element("summary", "", "Put away: " + away.length), list(away));
  putAway.open = isAwayOpen;
  putAway.addEventListener("toggle", () => (isAwayOpen = putAway.open));
  const head = element("header", "bar", element("div", "names", element("h1", "title", "fowlplay")));
  head.append(element("div", "tools", button("Links", openLinks, { className: "tool wide" }), ...(mayRecord ? [button("Was that legal?", openSettle, { className: "tool wide" }), button("New game", () => beginGame(), { className: "main" })] : [])));
  const none = "There is no game " + (away.length ? "that goes on." : "here yet.");
  // A television shows first how to join.
  const [link] = joinLinks.watch;
  const join = mayRecord || !joinLinks.codes[link] ? [] : [element("li", "join", drawCode(joinLinks.codes[link]), element("span", "", "Scan it to watch on a phone, too"))];
  root.replaceChildren(head, element("div", "all", ...(open.length + join.length ? [list(open, ...join)] : []), ...(open.length ? [] : [element("p", "faint", none)]), ...(away.length ? [putAway] : [])));
  return fit();
}

// Another phone may have begun a game. The list is drawn again only if it has changed and no dialog is open.
async function pollGames(shown) {
  const asked = game;
  const isKnown = ({ name, version }) => shown.answer.some((one) => one.name === name && one.version === version);
  const isHidden = document.visibilityState !== "visible" || document.querySelector("dialog[open]");
  const listed = isHidden ? null : await request("/api/games").catch(() => null);
  if (asked !== game) return;
  // A screen that only shows goes where something happens.
  const played = mayRecord || !Array.isArray(listed?.answer) ? null : listed.answer.find((one) => !one.closed && !isKnown(one));
  if (played) location.hash = encodeURIComponent(played.name);
  else if (Array.isArray(listed?.answer) && JSON.stringify(listed.answer) !== JSON.stringify(shown.answer)) await listGames();
  else setTimeout(() => asked === game && pollGames(shown), LIST_INTERVAL);
}

// Who played here, the latest first.
let lastPlayers = [];

// A name that no log here has, with a number if need be.
async function freeName(name) {
  const listed = await request("/api/games").catch(() => null);
  if (Array.isArray(listed?.answer)) lastPlayers = [...new Set(listed.answer.flatMap(({ players }) => players))];
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

// Asks for a new game, or for what has to be known of one of this kind.
async function beginGame(game = null) {
  const body = openSheet("New game", element("p", "", "One moment…"));
  const known = await request("/api/rules").catch(() => null);
  if (!known) return body.replaceChildren(element("p", "", "The server can't be reached."));
  const which = element("div", "tiles");
  const rest = element("div", "");
  for (const one of known.answer.games) {
    const title = one.title.split(" – ")[0];
    const [least, most] = one.players;
    const chosen = button(title, () => setUp(one, rest, which, chosen), { pressed: false });
    const players = least === most ? least + " players" : least + " to " + most + " players";
    const [shortest, longest] = one.minutes ?? [];
    const long = one.minutes ? (shortest === longest ? "about " + longest : shortest + " to " + longest) + " minutes" : null;
    which.append(element("div", "tile", chosen, element("span", "faint", [players, long].filter(Boolean).join(" · ")), element("span", "about", one.about)));
    if (one.game === game) setUp(one, rest, which, chosen);
  }
  body.replaceChildren(which, rest);
  return which.querySelector("button").focus();
}

// Opens a game that was just begun, and tells what was chosen for it.
async function openBegun(name, chosen) {
  closeSheets();
  location.hash = encodeURIComponent(name);
  await show();
  if (chosen.length) openSheet("Before you deal", ...chosen.map((words) => prose("p", "", words)), row(button("All right", closeSheets, { className: "main" })));
}

// Fields for questions (`{key, values, now}`) that depend on earlier answers. A field stays as long as its question does, so that
// nobody loses the focus. `create` gives its `{node, input}`.
function dynamicFields(create) {
  const root = element("div", "stack");
  let fields = new Map();
  const update = (questions) => {
    const identities = questions.map(({ key, values }) => JSON.stringify([key, values]));
    const next = new Map(questions.map((question, nth) => [identities[nth], fields.get(identities[nth]) ?? create(question)]));
    if (identities.join() !== [...fields.keys()].join()) {
      const focused = document.activeElement;
      root.replaceChildren(...[...next.values()].map(({ node }) => node));
      if (root.contains(focused)) focused.focus();
    }
    fields = next;
    for (const [nth, { now }] of questions.entries()) {
      const { input } = fields.get(identities[nth]);
      if (now === undefined || input === document.activeElement) continue;
      // A field that was emptied stays empty.
      if (input.type === "number" && !input.value) input.placeholder = now;
      else input.value = now;
    }
  };
  return { root, update };
}

async function setUp(one, rest, which, chosen) {
  for (const other of which.querySelectorAll("button")) other.setAttribute("aria-pressed", other === chosen);
  which.classList.add("chosen");
  const [least, most] = one.players;
  const names = element("div", "players");
  const known = storage.get("players") || [];
  const inputs = Array.from({ length: most }, (_, nth) => {
    const player = input(known[nth] || "", { placeholder: "player " + (nth + 1) + (nth < least ? "" : ", if any"), maxLength: 40, required: nth < least });
    setLabel(player, "player " + (nth + 1));
    return player;
  });
  const seatedNow = () => inputs.map((player) => player.value.trim());
  const playersNow = () => seatedNow().filter(Boolean);
  const seat = (seated) => {
    for (const [nth, player] of inputs.entries()) player.value = seated[nth];
    names.dispatchEvent(new Event("input"));
  };
  const seatsNow = () => [...names.children];
  const move = (from, to) => {
    const seated = seatedNow();
    seated.splice(to, 0, ...seated.splice(from, 1));
    seat(seated);
  };
  for (const player of inputs) {
    const place = element("div", "seat", player);
    place.append(grip(place, seatsNow, move));
    names.append(place);
  }
  // Who played here last is seated by a tap, at the first free place, or dragged to one.
  const replaced = new Set();
  const chips = element("div", "choices chips");
  const chipOf = (name) => {
    const seatAt = (place) => seat(seatedAt(seatedNow(), name, place));
    const chip = button(name, () => {
      const free = seatedNow().indexOf("");
      if (free >= 0) seatAt(free);
    }, { className: "chip", does: "seat: " + name });
    makeDraggable(chip, seatsNow, (place) => {
      // Whoever has to leave can be seated again.
      replaced.add(seatedNow()[place]);
      seatAt(place);
    });
    return chip;
  };
  const drawSeats = () => {
    const seated = seatedNow();
    for (const [nth, place] of seatsNow().entries()) setLabel(place.querySelector(".grip"), seated[nth] + ": one seat forward");
    const others = [...new Set([...replaced, ...lastPlayers])].filter((name) => name && !seated.includes(name));
    chips.replaceChildren(...others.slice(0, 8).map(chipOf));
  };
  names.addEventListener("input", drawSeats);
  const today = new Date().toLocaleDateString("sv");
  const name = input(await freeName(today + " " + one.title.split(" – ")[0]), { required: true, maxLength: 100 });
  const scores = input("", { type: "checkbox" });
  const [wrong, error] = ["answer asks", "answer asks"].map((className) => element("div", className));
  for (const one of [wrong, error]) one.setAttribute("role", "alert");

  // What was answered so far. What is asked by then the server says; nothing depends on the deck.
  const draft = { variant: {}, rules: {}, deck: {} };
  const labelled = (answers, label, node, key, ...about) => {
    const answer = () => {
      const value = node.value.trim();
      if (value) answers[key] = value;
      else delete answers[key];
    };
    // A tap on Begin may come before any change event.
    node.addEventListener("input", answer);
    node.addEventListener("change", () => {
      answer();
      if (answers !== draft.deck) loadQuestions();
    });
    return { node: element("div", "rule", field(label, node), ...about), input: node };
  };
  const variant = dynamicFields(({ key, values }) => labelled(draft.variant, "Variant", choice(values, "", (value) => value || "as the rules say"), key));
  const rules = dynamicFields((rule) => {
    const node = valueOf(rule, rule.now);
    // At this table there is no other value.
    node.disabled = rule.values.length === 1;
    return labelled(draft.rules, rule.key.replaceAll("_", " "), node, rule.key, element("p", "faint", rule.meaning));
  });
  const needed = dynamicFields(({ key, values, question }) => {
    // Where the question says what the codes mean, as in `Sparrows (SP)`, no code is needed.
    const meanings = new Map([...question.matchAll(/(\p{L}+) \((\w+)\)/gu)].map(([, word, code]) => [code, word]).filter(([code]) => values.includes(code)));
    const node = choice(values, "", (value) => meanings.get(value) ?? (value || "choose"));
    node.required = true;
    return labelled(draft.deck, question.replaceAll(/ \((\w+)\)/g, (whole, code) => (meanings.has(code) ? "" : whole)), node, key);
  });
  const cards = dynamicFields(({ key, question, form }) => labelled(draft.deck, key, input("", { placeholder: displayText("as in " + form) }), key, element("p", "faint", question)));
  const first = element("select", "");
  let isDrawn = false;
  let drawn = null;
  first.addEventListener("change", () => (isDrawn = first.value === ""));
  const updateFirst = () => {
    const players = playersNow();
    const selected = isDrawn ? "" : players.includes(first.value) ? first.value : players[0] ?? "";
    first.replaceChildren(...choice([...players, ""], selected, (player) => player || "draw one at random").children);
    first.value = selected;
  };
  const chosenRules = element("div", "faint");
  const more = (label, { root }) => element("details", "", element("summary", "", label), root);
  const [tableRules, cardsInPlay] = [more("Table rules", rules), more("Which cards are in play, if that is known", cards)];
  const firstField = field("Who begins?", first);
  let questions = 0;
  let players = 0;
  const loadQuestions = async () => {
    const nth = (questions += 1);
    players = Math.max(least, playersNow().length);
    const body = { game: one.game, players: Array.from({ length: players }, (_, seat) => "player " + (seat + 1)), variant: draft.variant.variant, rules: draft.rules, scores: scores.checked };
    const response = await request("/api/setup", body).catch(() => null);
    if (nth !== questions) return;
    if (response?.exit !== 0) {
      const usual = button("Take the usual rules", () => {
        for (const answers of [draft.variant, draft.rules]) for (const key of Object.keys(answers)) delete answers[key];
        loadQuestions();
      });
      const parts = response ? [...explainError(response.answer.error), element("div", "choices", usual)] : [element("p", "", "The server can't be reached: try again.")];
      wrong.replaceChildren(...parts);
      return;
    }
    wrong.replaceChildren();
    const asked = response.answer;
    firstField.firstChild.textContent = asked.first;
    variant.update(asked.variants.length ? [{ key: "variant", values: ["", ...asked.variants], now: draft.variant.variant ?? "" }] : []);
    rules.update(asked.rules);
    needed.update(asked.deck.filter((key) => key.one_of.length).map((key) => ({ ...key, values: ["", ...key.one_of], now: draft.deck[key.key] ?? "" })));
    const open = asked.deck.filter((key) => !key.one_of.length);
    cards.update(open);
    tableRules.hidden = !asked.rules.length;
    cardsInPlay.hidden = !open.length;
    chosenRules.replaceChildren(...asked.chosen.map((words) => prose("p", "", words)));
  };
  scores.addEventListener("change", loadQuestions);
  names.addEventListener("input", () => {
    updateFirst();
    if (Math.max(least, playersNow().length) !== players) loadQuestions();
  });
  updateFirst();
  drawSeats();
  await loadQuestions();

  const keyOf = requestKeys();
  const form = element("form", "stack",
    element("fieldset", "", element("legend", "", "Players, clockwise"), names, chips),
    firstField, needed.root, field("Name of the log", name), variant.root,
    field("Keep the scores only", scores),
    chosenRules, tableRules, wrong, cardsInPlay,
    element("button", "main", "Begin"), error);
  form.addEventListener("input", () => error.replaceChildren());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const players = playersNow();
    storage.set("players", players);
    if (isDrawn && !players.includes(drawn)) drawn = players[crypto.getRandomValues(new Uint32Array(1))[0] % players.length];
    const body = { name: name.value.trim(), game: one.game, players, first: isDrawn ? drawn : first.value || null, variant: draft.variant.variant ?? null, rules: draft.rules, deck: draft.deck, scores: scores.checked, date: today };
    const begun = await request("/api/games", { key: keyOf(body), ...body }).catch(() => null);
    if (begun?.exit === 0) {
      const drawnFirst = isDrawn ? ["Drawn: " + drawn + firstField.firstChild.textContent.slice("Who".length, -1) + "."] : [];
      await openBegun(name.value.trim(), [...drawnFirst, ...begun.answer.chosen]);
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
  inputs[0].focus();
}
