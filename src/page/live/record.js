"use strict";
// Recording by touch: verb, place, card; or typed. What can be done, and with which cards, the server says.

// The step being made.
let made = {};

// What the next touches are about. `game` is the open game: see page.js.
const sameKind = (expects) => expects.length > 1 && expects.every((one) => one.kinds.length === 1 && one.kinds[0] === expects[0].kinds[0]);

const me = () => {
  const name = kept.get("me." + game.name);
  return game.table.players.includes(name) ? name : null;
};

const nameOf = (actor) => actor ?? "The table";
const kindOf = (verb) => game.book.steps.find((kind) => kind.name === verb) || { name: verb, form: "", about: "" };
const stockOf = (verb) => game.book.stocks.find((stock) => stock.kinds.includes(verb));
const offers = ({ actor, verb }) => game.moves.steps.filter((step) => step.actor === actor && step.parts.verb === verb);

// The cards of a stock by their codes, as they are drawn.
function pictureOf(code) {
  for (const stock of game.book.stocks) {
    const card = stock.cards.find((card) => card.code === code);
    if (card) return drawCard(card.card);
  }
  return drawCard([{ text: code, ink: "strong" }]);
}

// A place as it lies on the table: the row of the actor's (or the shared) cards that begins with it.
function pictureOfPlace(actor, place) {
  const seat = game.table.players.indexOf(actor);
  const zones = game.table.zones.filter(({ grid, priority }) => grid && (priority.player === seat || priority === "shared"));
  zones.sort((one, other) => (one.priority === "shared") - (other.priority === "shared"));
  for (const { grid } of zones) {
    const isPlace = ([first, second]) => first.map((piece) => piece.text || "").join("").trim() === place || second?.[0]?.card?.[0].text === place;
    const row = grid.rows.find(isPlace);
    if (row && row.length > 1) return drawText(row.slice(1, grid.head.length - grid.asides).slice(0, 2).flat());
  }
  return null;
}

// ---- The stages

// Draws the panel anew: the stage that the step has come to.
function drawPanel() {
  const panel = game.view.panel;
  const nameOfButton = (button) => button.getAttribute("aria-label") || button.textContent;
  const focused = panel.contains(document.activeElement) && document.activeElement.tagName === "BUTTON" ? nameOfButton(document.activeElement) : null;
  panel.replaceChildren(...stage());
  panel.hidden = !panel.childNodes.length;
  panel.classList.toggle("open", Boolean(made.verb));
  // Who goes by keys goes on where they were, or with the first choice.
  if (focused !== null) {
    const choices = [...panel.querySelectorAll(".stage button")];
    (choices.find((choice) => nameOfButton(choice) === focused) || choices[0])?.focus();
  }
  document.body.classList.toggle("choosing", Boolean(made.verb));
}

function startAgain() {
  made = {};
  drawPanel();
}

function touch(change) {
  made = { ...made, ...change };
  drawPanel();
}

function stage() {
  const { moves } = game;
  if (!moves || waitingStep(game.name)) return [];
  if (game.table.complete || game.table.closed) return [];
  if (game.table.kept === "scores") {
    return [row(button("Count a round", () => openTally(), { className: "main" }))];
  }
  const firsts = moves.next_round?.first || [];
  if (firsts.length > 1 && !made.first) {
    const choices = firsts.map((name) => button(name, () => beginWith(name)));
    return [heading("The next round: who is first?"), row(...choices), typed()];
  }
  if (made.verb === undefined) made = { ...made, ...onlyVerb() };
  if (made.verb === undefined) return [...verbs(), typed()];
  const who = me() ? [whoAmI(me(), [])] : [];
  return [...who, crumbs(), made.place === undefined ? places() : cards(), typed()];
}

async function beginWith(first) {
  const told = await look("moves?first=" + encodeURIComponent(first));
  if (!told || told.exit === 2) return;
  game.moves = { ...told.answer, version: told.version, next_round: game.moves.next_round };
  touch({ first });
}

const heading = (...words) => element("h2", "", ...words);
const row = (...children) => element("div", "stage choices", ...children);

// A button; `does` says in words what it is for, where its label alone doesn't.
function button(label, act, { className = "", title, pressed, does } = {}) {
  const made = element("button", className, label);
  made.type = "button";
  if (title) made.title = title;
  if (does) made.dataset.does = does;
  if (pressed !== undefined) made.setAttribute("aria-pressed", pressed);
  made.addEventListener("click", act);
  return made;
}

// What was chosen so far, and the way back.
function crumbs() {
  const back = button("‹", stepBack, { className: "back", title: "back" });
  back.setAttribute("aria-label", "back");
  const place = made.place ? [" ", element("span", "place", made.place)] : [];
  const words = element("h2", "", element("bdi", "", nameOf(made.actor)), ": ", made.verb, ...place);
  back.hidden = made.onlyVerb && !made.cards?.length && (made.onePlace || made.place === undefined);
  return element("div", "crumbs", back, words);
}

function stepBack() {
  if (made.cards?.length) return touch({ cards: made.cards.slice(0, -1) });
  if (made.place && !made.onePlace) return touch({ place: undefined });
  startAgain();
}

// Who may do what: a row for each who may.
function verbs() {
  const own = me();
  const all = game.moves.expects;
  const players = all.filter((one) => one.actor !== null);
  const mine = own ? all.filter((one) => one.actor === null || one.actor === own) : all;
  const rows = [];
  if (players.length > 1 || own) rows.push(whoAmI(own, players));
  // The same is open to all at once: whoever comes next is asked at once.
  if (sameKind(players) && all.length === players.length && mine.length && offers({ actor: mine[0].actor, verb: mine[0].kinds[0] }).length) {
    const chosen = game.table.chosen || [];
    const next = mine.find((one) => !chosen.includes(one.actor));
    if (own && !next) return [...rows, element("p", "faint", "Chosen. The others are still choosing."), row(button("Take it back", unseal))];
    const actor = made.actor && mine.some((one) => one.actor === made.actor) ? made.actor : next?.actor;
    if (actor) {
      const tabs = mine.length > 1 ? mine.map((one) => button(one.actor, () => touch({ actor: one.actor }), { className: "tab", pressed: one.actor === actor, does: one.actor })) : [];
      made = { ...made, actor, verb: undefined };
      const chooser = { actor, verb: mine[0].kinds[0] };
      return [...rows, ...(tabs.length ? [element("div", "tabs", ...tabs)] : []), heading(element("bdi", "", actor), ": ", chooser.verb, "…"), deck(chooser)];
    }
  }
  if (own && !mine.some((one) => one.kinds.length)) rows.push(element("p", "faint", "It is not your turn."));
  // What each of several may do besides, as a mulligan, is a row together.
  const together = all.length > players.length && sameKind(mine.filter((one) => one.actor !== null));
  for (const { actor, kinds: all } of together ? mine.filter((one) => one.actor === null) : mine) {
    const kinds = all.filter((kind) => canBeDone(actor, kind));
    const label = (kind) => begun(actor, kind).step || kind;
    const choices = kinds.map((kind) => button(label(kind), () => chooseVerb(actor, kind), { title: kindOf(kind).about, className: "verb", does: nameOf(actor) + ": " + kind }));
    const known = kinds.filter((kind) => stockOf(kind) && offers({ actor, verb: kind }).some((step) => !step.parts.cards.length));
    choices.push(...known.map((kind) => button(kind + " a card that is known", () => touch({ actor, verb: kind, place: null, cards: [] }), { className: "minor", does: nameOf(actor) + ": " + kind + " a card" })));
    choices.push(...kinds.filter((kind) => begun(actor, kind).step).flatMap((kind) => seenChoices(actor, kind)));
    rows.push(heading(element("bdi", "", nameOf(actor))), row(...choices));
  }
  if (together) {
    const each = mine.filter((one) => one.actor !== null).map(({ actor, kinds: [kind] }) => button(actor + ": " + kind, () => chooseVerb(actor, kind), { title: kindOf(kind).about, className: "minor", does: nameOf(actor) + ": " + kind }));
    rows.push(row(...each));
  }
  return rows;
}

// The players who choose at once may each have a phone of their own.
function whoAmI(own, players) {
  const choose = element("select", "");
  choose.setAttribute("aria-label", "who this phone plays for");
  for (const name of [null, ...game.table.players]) {
    const option = element("option", "", name === null ? "everybody" : "I am " + name);
    option.value = name ?? "";
    option.selected = name === own;
    choose.append(option);
  }
  choose.addEventListener("change", () => {
    kept.set("me." + game.name, choose.value || null);
    startAgain();
  });
  const chosen = (game.table.chosen || []).filter((name) => players.some((one) => one.actor === name));
  const told = chosen.length ? element("span", "chosen", chosen.join(", ") + (chosen.length > 1 ? " have" : " has") + " chosen") : "";
  return element("div", "who", element("label", "", "This phone plays for ", choose), told);
}

// What needs a bird, a pile or an egg that isn't there can't be done; what the table does and what lies covered is not listed.
function canBeDone(actor, verb) {
  const { form } = kindOf(verb);
  return offers({ actor, verb }).length > 0 || !form || (Boolean(stockOf(verb)) && !/^N CARD/.test(form));
}

// What lies face down may be seen all the same, as an egg by who takes it: then its value is asked for.
const valued = () => game.book.steps.find((kind) => kind.form === "NAME = V");

function seenChoices(actor, verb) {
  if (!valued() || !kindOf(verb).form.includes("[= V]")) return [];
  const down = offers({ actor, verb }).filter((step) => step.parts.place && !step.parts.cards.length);
  const ask = ({ step, parts: { place } }) => button(place + " = …", () => touch({ actor, verb, place, seen: step, cards: [] }), { className: "minor", does: step + " =" });
  return down.map(ask);
}

// What is left to choose once the verb is known; or the step, if that is nothing.
function begun(actor, verb) {
  const steps = offers({ actor, verb });
  const stock = stockOf(verb);
  const bare = steps.find((step) => !step.parts.cards.length && !step.parts.place);
  if (!steps.length && !kindOf(verb).form) return { step: verb };
  if (bare && stock) return { step: bare.step };
  if (steps.length === 1 && !(stock && steps[0].parts.cards.length)) return { step: steps[0].step };
  // Nothing lies covered: each step is a choice of its own.
  if (!stock && steps.length) return { actor, verb, place: null, cards: [], onePlace: true };
  if (!steps.length && /^NAME/.test(kindOf(verb).form)) return { actor, verb, places: game.table.players };
  const places = [...new Set(steps.map((step) => step.parts.place))];
  if (places.length > 1) return { actor, verb, places };
  return { actor, verb, onePlace: true, place: places[0] ?? null, cards: [] };
}

function chooseVerb(actor, verb) {
  const next = begun(actor, verb);
  if (next.step) record(actor, next.step);
  else touch(next);
}

// Where there is one thing to do, it is not asked for.
function onlyVerb() {
  const own = me();
  const players = game.moves.expects.filter((one) => one.actor !== null);
  if (sameKind(players)) return null;
  const mine = game.moves.expects.filter((one) => !own || one.actor === null || one.actor === own);
  const all = mine.flatMap(({ actor, kinds }) => kinds.filter((kind) => canBeDone(actor, kind)).map((kind) => begun(actor, kind)));
  return all.length === 1 && !all[0].step ? { ...all[0], onlyVerb: true } : null;
}

function places() {
  const choices = made.places.map((place) => {
    const picture = place === null ? null : pictureOfPlace(made.actor, place);
    const label = element("span", "", place ?? "without a place");
    const choice = button(label, () => touch({ place, cards: [] }), { className: "place", does: place });
    if (picture) choice.append(picture);
    return choice;
  });
  return row(...choices);
}

const words = (step) => step.split(" ");

// The cards to choose from: the deck where a card comes out of a hand or a deck; else what lies open.
function cards() {
  if (made.seen) return deck({ actor: made.actor, verb: valued().name });
  const steps = offers(made).filter((step) => step.parts.place === made.place);
  const stock = stockOf(made.verb);
  const inStock = (code) => stock.cards.some((card) => card.code === code);
  if (stock && (!steps.length || steps.some((step) => step.parts.cards.length && step.parts.cards.every((code) => inStock(code))) || steps.every((step) => !step.parts.cards.length))) {
    return deck(made);
  }
  const all = offers(made).map((step) => {
    const { place, cards } = step.parts;
    const choice = button("", () => record(made.actor, step.step), { className: "open", does: step.step });
    choice.append(...cards.map(pictureOf), cards.length ? "" : made.verb, place ? element("span", "place", (cards.length ? "→ " : " ") + place) : "");
    choice.setAttribute("aria-label", step.step);
    return choice;
  });
  return row(...all, ...seenChoices(made.actor, made.verb));
}

// The whole deck as a grid. Nothing in it is marked but what was just touched.
function deck(chooser) {
  const stock = stockOf(chooser.verb);
  const chosen = made.cards || [];
  const grid = element("div", "deck");
  grid.style.setProperty("--columns", Math.min(stock.cards.length, stock.cards.length === 10 ? 5 : 6));
  for (const card of stock.cards) {
    const choice = button(drawCard(card.card), () => touchCard(chooser, card.code), { className: "pick", pressed: chosen.includes(card.code), does: card.code });
    choice.setAttribute("aria-label", choice.firstChild.getAttribute("aria-label"));
    grid.append(choice);
  }
  const below = element("div", "chosen-cards");
  if (chosen.length) {
    below.append(...chosen.map((code, nth) => {
      const away = button(pictureOf(code), () => touch({ ...chooser, cards: chosen.filter((_, other) => other !== nth) }), { className: "pick" });
      away.setAttribute("aria-label", "not " + code);
      return away;
    }));
    if (countOf(chooser) === null) below.append(button("Done", () => finish({ ...made, ...chooser }), { className: "main" }));
  }
  const left = countOf(chooser) > 1 ? element("span", "faint", chosen.length + " of " + countOf(chooser)) : "";
  return element("div", "stage picker", grid, element("div", "below", below, left));
}

// How many cards the step takes; null where that is for the table to say.
function countOf(chooser) {
  const stock = stockOf(chooser.verb);
  const step = offers(chooser).find((step) => step.parts.cards.length);
  return step ? step.parts.cards.length : stock.count;
}

function touchCard(chooser, code) {
  const cards = [...(made.cards || []), code];
  const now = { ...made, ...chooser, cards };
  const count = countOf(chooser);
  if (count !== null && cards.length >= count) return finish(now);
  made = { ...made, actor: chooser.actor, cards };
  drawPanel();
}

// The step is whole: as the server lists it, or (where it is no legal one) with the same words and other cards.
function finish({ actor, verb, place, cards, seen: step }) {
  if (step) return record(actor, step + " = " + cards[0]);
  const steps = offers({ actor, verb }).filter((step) => step.parts.place === (place ?? null));
  const sorted = (codes) => [...codes].sort().join(" ");
  const legal = steps.find((step) => sorted(step.parts.cards) === sorted(cards));
  if (legal) return record(actor, legal.step);
  // A card that stands for another has to say for which.
  const standing = cards.length === 1 ? steps.filter((step) => step.parts.cards[0]?.startsWith(cards[0] + "=")) : [];
  if (standing.length === 1) return record(actor, standing[0].step);
  if (standing.length) {
    const choices = standing.map((step) => button(step.parts.cards[0].slice(cards[0].length), () => record(actor, step.step), { className: "verb", does: step.step }));
    made = { actor, verb, place, cards, places: made.places, onePlace: made.onePlace };
    game.view.panel.replaceChildren(crumbs(), heading("It stands for"), row(...choices));
    return choices[0].focus();
  }
  const like = steps.find((step) => step.parts.cards.length === cards.length);
  if (like) {
    const left = [...like.parts.cards];
    let nth = 0;
    const text = words(like.step).map((word, at) => (at > 0 && word === left[nth] ? cards[nth++] : word));
    return record(actor, text.join(" "));
  }
  const link = /^NAME =/.test(kindOf(verb).form) ? " " + place + " =" : "";
  record(actor, verb + link + " " + cards.join(" "));
}

// The line to type in always stands there.
function typed() {
  const line = element("input", "");
  Object.assign(line, { type: "text", placeholder: "or type it", enterKeyHint: "send", autocomplete: "off", spellcheck: false, value: game.typed || "" });
  line.setAttribute("aria-label", "a line to record");
  line.setAttribute("autocapitalize", "off");
  line.addEventListener("input", () => (game.typed = line.value));
  const form = element("form", "typed", line, element("button", "", "Record"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (line.value.trim()) send("record", { lines: [line.value.trim()] });
  });
  return form;
}

// ---- Sending, and what comes of it

function record(actor, step) {
  const players = game.moves.expects.filter((one) => one.actor !== null);
  if (actor !== null && actor === me() && sameKind(players)) return send("seal", { player: actor, step });
  return send("record", { lines: [(actor === null ? "" : actor + ": ") + step] });
}

const unseal = () => send("seal", { player: me(), step: null });

function send(path, body) {
  if (waitingStep(game.name)) return undefined;
  const first = made.first ? { first: made.first } : {};
  keepWaiting(game.name, path, { version: game.moves?.version || game.version, ...first, ...body });
  startAgain();
  drawWaiting();
  return sendNow();
}

async function sendNow() {
  const name = game.name;
  const told = await sendWaiting(name);
  if (game.name !== name) return;
  drawWaiting();
  if (!told) {
    if (waitingStep(name)) lost();
    return;
  }
  drawAnswer(told);
  await refresh();
}

const textOf = ({ body }) => (body.lines ? body.lines.join(" / ") : body.step ? body.player + ": sealed" : body.player + " chooses again");

// A step that was made and is not recorded yet.
function drawWaiting() {
  const step = waitingStep(game.name);
  const { waiting } = game.view;
  waiting.hidden = !step;
  if (step) {
    game.view.answer.replaceChildren();
    waiting.replaceChildren(
      element("p", "", element("b", "", "Waiting to be sent: "), seen(textOf(step))),
      element("div", "choices", button("Send now", sendNow), button("Drop it", () => {
        kept.set("waiting." + game.name, null);
        drawWaiting();
        drawPanel();
      })),
    );
  }
}

function drawAnswer({ status, exit, version, answer, step }) {
  const { answer: root } = game.view;
  // A choice that is held for its player may be a foul, too.
  const error = answer.error || answer.verdict;
  const isFoul = exit === 1 || Boolean(answer.verdict);
  const shown = isFoul ? foul(error, step) : exit === 0 ? entered(answer) : status === 409 ? faster(answer, step) : refused(error, step);
  root.className = "answer " + (isFoul ? "foul" : exit === 0 ? "done" : "asks");
  root.setAttribute("role", isFoul ? "alert" : "status");
  root.replaceChildren(...shown, ...(shown.length ? [closing(root)] : []));
  game.answered = version;
  if (exit === 0) game.typed = "";
  else if (step?.body.lines) game.typed = step.body.lines[0];
  say(spoken(root));
}

// What is read aloud of an answer: its words without its buttons.
const spoken = (root) => [...root.querySelectorAll("p, li")].map((part) => part.textContent).join(". ");

function closing(root) {
  const close = button("×", () => root.replaceChildren(), { className: "close" });
  close.setAttribute("aria-label", "close");
  return close;
}

function entered({ entered: steps = [], proved = [] }) {
  const told = steps.map((step) => {
    const overruled = step.overruled ? element("span", "faint", " let stand") : "";
    const said = element("p", "", element("bdi", "", step.actor ? step.actor + ": " : ""), seen(step.read_back), overruled);
    return [said, tellings(step.tellings)];
  });
  const revokes = proved.map((finding) => element("p", "hot", "A revoke is proved: " + (finding.message || "")));
  return [...told.flat(), ...revokes];
}

const tellings = (all = []) => element("ul", "tellings", ...all.map((telling) => element("li", "", seen(typeof telling === "string" ? telling : telling.text || telling.message || ""))));

// A foul: what is wrong, by which clause, what would be legal; it is taken back, or let stand.
function foul(error, step) {
  const line = step.body.lines ? step.body.lines.length === 1 ? step.body.lines[0] : error.text : step.body.player + ": " + step.body.step;
  const parts = [element("p", "", element("b", "hot", error.verdict + ": "), seen(error.text || line)), element("p", "", seen(error.message)), clause(error.clause)];
  for (const rule of error.rules || []) parts.push(element("p", "faint", "by the table rule " + (rule.key ? rule.key + " = " + rule.value : rule)));
  const actor = (error.text || line).includes(": ") ? (error.text || line).split(": ")[0] + ": " : "";
  const again = (text) => send("record", { lines: [text.startsWith(actor) ? text : actor + text] });
  const legal = [...(error.alternatives || []).map((text) => button(text, () => again(text))), ...(error.hints || []).map((hint) => element("span", "hint", hint))];
  if (legal.length) parts.push(element("p", "faint", "Legal instead:"), element("div", "choices", ...legal));
  parts.push(...lyingElsewhere(error.elsewhere));
  parts.push(element("div", "choices", button("Take it back", startOver, { className: "main" })));
  if (error.verdict === "illegal" && line.includes(";")) parts.push(element("p", "faint", "To let it stand, record the steps one by one."));
  else if (error.verdict === "illegal") parts.push(letStand((reason) => send("record", { lines: [line + " ! " + reason] })));
  return parts;
}

function startOver() {
  game.view.answer.replaceChildren();
  game.typed = "";
  startAgain();
}

function letStand(act) {
  const reason = element("input", "");
  Object.assign(reason, { type: "text", placeholder: "reason", required: true, autocomplete: "off" });
  reason.setAttribute("aria-label", "why it is let stand");
  const form = element("form", "typed", reason, element("button", "", "Let it stand"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (reason.value.trim()) act(reason.value.trim());
  });
  return form;
}

function clause(id) {
  const found = game.book.sections.flatMap((section) => section.clauses).concat(game.book.table_clauses).find((clause) => clause.id === id);
  return found ? element("p", "clause", element("b", "", id), " ", found.text) : element("p", "clause", id || "");
}

// Somebody was faster: what they recorded, and the step again.
function faster({ error, since = [] }, step) {
  const lines = since.map(({ at, text }) => element("li", "", element("span", "at", at), " ", seen(text)));
  const parts = [element("p", "", error.message === "already recorded" ? "Already recorded, by somebody else." : error.message[0].toUpperCase() + error.message.slice(1) + ".")];
  if (lines.length) parts.push(element("ol", "lines", ...lines));
  if (error.message === "already recorded") return parts;
  const { version: _version, key: _key, ...body } = step.body;
  parts.push(element("p", "", "Not recorded: ", element("b", "", seen(textOf(step)))));
  parts.push(element("div", "choices", button("Record it now", () => send(step.path, body), { className: "main" }), button("Drop it", startOver)));
  return parts;
}

// What could not be understood: a question with its answers, or what was expected.
function refused(error, step) {
  const parts = [element("p", "", seen(error?.message || "It could not be done."))];
  if (error?.expected) parts.push(element("p", "faint", "Expected: " + error.expected));
  const options = (error?.options || []).map((text) => button(text, () => send("record", { lines: [text] })));
  const players = (error?.players || []).map((first) => button(first, () => send("record", { lines: step.body.lines, first })));
  if (options.length || players.length) parts.push(element("div", "choices", ...options, ...players));
  for (const finding of error?.findings || []) parts.push(element("p", "faint", finding.round + "." + finding.line + " " + finding.message));
  return parts;
}

// Undo, redo and what else changes the log at its end.
async function change(path, body) {
  const name = game.name;
  try {
    const told = await ask(addressOf(name, path), { version: game.version, key: newKey(), ...body });
    if (told.exit === 0) {
      const lines = (told.answer.lines || []).map((line) => element("p", "", (path === "redo" ? "Brought back: " : "Taken back: ") + seen(line.text || String(line.now ?? line.was ?? ""))));
      game.view.answer.className = "answer done";
      const back = path === "undo" ? [element("div", "choices", button("Redo", () => change("redo", {})))] : [];
      game.view.answer.replaceChildren(...lines, ...back, closing(game.view.answer));
      game.answered = told.version;
      say(spoken(game.view.answer));
    } else {
      drawAnswer({ ...told, step: { path, body: {} } });
    }
    await refresh();
    return told;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    lost();
    return null;
  }
}
