"use strict";
// Recording by touch: verb, place, card; or typed. What can be done, and with which cards, the server says.

// The step being made.
let made = {};

// A step that is put together in a sheet, for something else than to be recorded: `moves` (what is open there), `root` (where it is
// drawn) and `take` (what becomes of it).
let apart = null;

// What the next touches are about. `game` is the open game: see page.js.
const offered = () => apart?.moves ?? game.moves;

const me = () => {
  const name = apart ? null : kept.get("me." + game.name);
  return game.table.players.includes(name) ? name : null;
};

// Where several choose at once, nothing is chosen on a phone of which nobody has said who plays on it: one player, whose cards are
// sealed, or everybody, whose cards lie face up.
const playsAtOnce = () => game.book.steps.some((kind) => kind.at_once);
const isSaid = () => kept.get("me." + game.name) === "" || me() !== null;

const nameOf = (actor) => actor ?? "The table";
const kindOf = (verb) => game.book.steps.find((kind) => kind.name === verb) || { name: verb, form: "", about: "" };
const stockOf = (verb) => game.book.stocks.find((stock) => stock.kinds.includes(verb));
const offers = ({ actor, verb }) => offered().steps.filter((step) => step.actor === actor && step.parts.verb === verb);

// What several do at the same moment, each without seeing what another does.
const isAtOnce = (kind) => Boolean(kindOf(kind).at_once);
const sameKind = (expects) => expects.length > 1 && expects.every((one) => one.kinds.length === 1 && one.kinds[0] === expects[0].kinds[0]);

// The kind of step that several are asked for together, and who they are; null where one comes after another.
function askedTogether(expects) {
  const players = expects.filter((one) => one.actor !== null);
  const choosing = players.filter((one) => one.kinds.some(isAtOnce));
  if (choosing.length) return { kind: choosing[0].kinds.find(isAtOnce), who: choosing };
  return sameKind(players) && expects.length === players.length ? { kind: players[0].kinds[0], who: players } : null;
}

// The same, where they can choose it by touch.
function together() {
  const asked = askedTogether(offered().expects);
  const steps = asked ? offers({ actor: asked.who[0].actor, verb: asked.kind }) : [];
  return asked && (isAtOnce(asked.kind) || steps.some((step) => !step.parts.place)) ? asked : null;
}

// A card by its code, as it is drawn: one of this stock, if it is in one.
function pictureOf(code, among) {
  const [printed, stands] = code.split("=");
  for (const stock of [among, ...game.book.stocks].filter(Boolean)) {
    const card = stock.cards.find((card) => card.code === printed);
    if (!card) continue;
    const drawn = drawCard(card);
    if (stands) drawn.append(element("b", "stands", "=" + stands));
    return drawn;
  }
  return drawCard({ card: [{ text: code, ink: "strong" }] });
}

// A place as it lies on the table: the top of a discard pile; else the row of the actor's (or the shared) cards that begins with it, or
// with a card of that rank.
function pictureOfPlace({ actor, verb }, place) {
  if (apart || game.table.players.includes(place)) return null;
  if (kindOf(verb).form.includes("PILE")) {
    const pieces = game.table.zones.flatMap(({ line }) => line || []);
    const top = pieces.find((_, nth) => pieces[nth - 1]?.text?.endsWith("pile " + place + ": "));
    return top ? drawText([top]) : null;
  }
  const seat = game.table.players.indexOf(actor);
  const zones = game.table.zones.filter(({ grid, priority }) => grid && (priority.player === seat || priority === "shared"));
  zones.sort((one, other) => (one.priority === "shared") - (other.priority === "shared"));
  for (const { grid, priority } of zones) {
    const isOfRank = (cards) => priority === "shared" && cards?.[0]?.card?.[0].text === place;
    const row = grid.rows.find(([first, second]) => first.map((piece) => piece.text || "").join("").trim() === place || isOfRank(second));
    if (row && row.length > 1) return drawText(row.slice(1, grid.head.length - grid.asides).slice(0, 2).flat());
  }
  return null;
}

// ---- The stages

// What a button is called: its label, or what is in it, pictures by their names.
function nameOfButton(node) {
  if (!(node instanceof Element)) return node.textContent;
  if (node.getAttribute("aria-hidden")) return "";
  return node.getAttribute("aria-label") || [...node.childNodes].map(nameOfButton).join(" ").trim();
}

// Draws the panel anew: the stage that the step has come to.
function drawPanel() {
  const panel = apart?.root ?? game.view.panel;
  const focused = panel.contains(document.activeElement) && document.activeElement.tagName === "BUTTON" ? nameOfButton(document.activeElement) : null;
  panel.replaceChildren(...stage());
  panel.hidden = !panel.childNodes.length;
  // Who goes by keys goes on where they were, or with the first choice.
  if (focused !== null) {
    const choices = [...panel.querySelectorAll(".stage button")];
    (choices.find((choice) => nameOfButton(choice) === focused) || choices[0])?.focus();
  }
  document.body.classList.toggle("choosing", !apart && isBegun());
}

// Whether somebody has begun to choose; what is the only thing to do comes by itself.
const isBegun = () => Boolean(made.cards?.length || (made.verb && (!made.onlyVerb || (made.place && !made.onePlace))));

function startAgain() {
  made = {};
  drawPanel();
}

function touch(change) {
  made = { ...made, ...change };
  drawPanel();
}

function stage() {
  if (apart) return choosing();
  const { moves } = game;
  if (!moves || waitingStep(game.name)) return [];
  if (game.table.complete || game.table.closed) return [];
  if (game.table.counted) {
    return [row(button("Count a round", () => openTally(), { className: "main" }))];
  }
  const firsts = moves.next_round?.first || [];
  if (firsts.length > 1 && !made.first) {
    const choices = firsts.map((name) => button(name, () => beginWith(name)));
    return [heading("The next round: who is first?"), row(...choices), typed()];
  }
  if (playsAtOnce() && !isSaid()) return [...whoPlays(), typed()];
  return [...(asksWho() ? [whoAmI()] : []), ...choosing(), typed()];
}

function choosing() {
  if (made.verb === undefined) made = { ...made, ...onlyVerb() };
  if (made.verb === undefined) return verbs();
  return [crumbs(), made.place === undefined ? places() : cards()];
}

async function beginWith(first) {
  const told = await look("moves?in_view=true&first=" + encodeURIComponent(first));
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
  call(back, "back");
  const place = made.place ? [" ", element("span", "place", made.place)] : [];
  const words = element("h2", "", element("bdi", "", nameOf(made.actor)), ": ", made.verb, ...place);
  return element("div", "crumbs", back, words);
}

// The last choice is taken back; before the first one, all that is open is listed.
function stepBack() {
  if (made.cards?.length) return touch({ cards: made.cards.slice(0, -1) });
  if (made.place && !made.onePlace) return touch({ place: undefined });
  made = { listed: true };
  return drawPanel();
}

const isMine = (one) => me() === null || one.actor === null || one.actor === me();

// Who may do what: a row for each who may. What is asked of several together comes first.
function verbs() {
  const asked = together();
  const all = offered().expects;
  const mine = all.filter(isMine);
  if (asked) return [...chooser(asked), ...besides(mine.map((one) => ({ ...one, kinds: one.kinds.filter((kind) => kind !== asked.kind) })))];
  const rows = [];
  if (me() && !mine.some((one) => one.kinds.length)) rows.push(element("p", "faint", "It is not your turn."));
  // What each of several may do besides the table, as a mulligan, is a row together.
  const players = mine.filter((one) => one.actor !== null);
  const isBesides = sameKind(players) && players.length < mine.length;
  for (const { actor, kinds: all } of isBesides ? mine.filter((one) => one.actor === null) : mine) {
    const kinds = all.filter((kind) => canBeDone(actor, kind));
    const choices = kinds.map((kind) => button(begun(actor, kind).step || kind, () => chooseVerb(actor, kind), { title: kindOf(kind).about, className: "verb", does: nameOf(actor) + ": " + kind }));
    const known = kinds.filter((kind) => stockOf(kind) && offers({ actor, verb: kind }).some((step) => !step.parts.cards.length));
    choices.push(...known.map((kind) => button(kind + " a card that is known: all will see it", () => touch({ actor, verb: kind, place: null, cards: [] }), { className: "minor", does: nameOf(actor) + ": " + kind + " a card" })));
    choices.push(...kinds.filter((kind) => begun(actor, kind).step).flatMap((kind) => seenChoices(actor, kind)));
    for (const choice of choices) call(choice, nameOf(actor) + ": " + choice.textContent);
    rows.push(heading(element("bdi", "", nameOf(actor))), row(...choices));
  }
  return [...rows, ...(isBesides ? besides(players) : [])];
}

// What may be done, or left out, beside what all wait for.
function besides(expects) {
  const one = ({ actor, kinds }) => kinds.filter((kind) => canBeDone(actor, kind)).map((kind) =>
    button(nameOf(actor) + ": " + (begun(actor, kind).step || kind), () => chooseVerb(actor, kind), { title: kindOf(kind).about, className: "minor", does: nameOf(actor) + ": " + kind }));
  const all = expects.flatMap(one);
  return all.length ? [row(...all)] : [];
}

// Cards that are asked of several together: whoever comes next is asked at once, or who has this phone.
function chooser({ kind, who }) {
  const chosen = (!apart && game.table.chosen) || [];
  const mine = who.filter(isMine);
  const next = mine.find((one) => !chosen.includes(one.actor));
  if (me() && !mine.length) return [element("p", "faint", "The others are still choosing.")];
  if (me() && !next) return [element("p", "faint", "Chosen. The others are still choosing."), row(button("Take it back", unseal))];
  const actor = mine.some((one) => one.actor === made.actor) ? made.actor : (next || mine[0]).actor;
  const tabs = mine.length > 1 ? [element("div", "tabs", ...mine.map((one) => button(one.actor, () => touch({ actor: one.actor, cards: [] }), { className: "tab", pressed: one.actor === actor, does: one.actor })))] : [];
  made = { ...made, actor };
  return [...tabs, heading(element("bdi", "", actor), ": ", kind, "…"), deck({ actor, verb: kind })];
}

// The players who choose at once may each have a phone of their own; who once said so is asked from then on.
const asksWho = () => kept.get("me." + game.name) !== null || playsAtOnce() || game.moves.expects.filter((one) => one.actor !== null).length > 1;

const everybody = () => (playsAtOnce() ? "everybody: cards lie face up" : "everybody");

function playFor(name) {
  kept.set("me." + game.name, name);
  startAgain();
}

function whoPlays() {
  const choice = (name) => button(name || everybody(), () => playFor(name), { className: name ? "verb" : "minor", does: "plays: " + name });
  return [
    heading("Who plays on this phone?"),
    row(...game.table.players.map(choice), choice("")),
    element("p", "faint", "What a player chooses on a phone of their own is shown when the last one has chosen."),
  ];
}

function whoAmI() {
  const choose = element("select", "");
  call(choose, "who this phone plays for");
  for (const name of ["", ...game.table.players]) {
    const option = element("option", "", name === "" ? everybody() : "I am " + name);
    option.value = name;
    option.selected = name === (me() ?? "");
    choose.append(option);
  }
  choose.addEventListener("change", () => playFor(choose.value));
  return element("div", "who", element("label", "", "This phone plays for ", choose));
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
  if (next.step) record(actor, verb, next.step);
  else touch(next);
}

// Where there is one thing to do at the whole table, it is not asked for. What may be left out never is the only one.
function onlyVerb() {
  if (made.listed || together()) return null;
  const all = offered().expects.flatMap((one) => one.kinds.filter((kind) => canBeDone(one.actor, kind)).map((kind) => ({ one, kind })));
  if (all.length !== 1 || !isMine(all[0].one)) return null;
  const next = begun(all[0].one.actor, all[0].kind);
  return next.step ? null : { ...next, onlyVerb: true };
}

function places() {
  const choices = made.places.map((place) => {
    const picture = place === null ? null : pictureOfPlace(made, place);
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
    const choice = button("", () => record(made.actor, made.verb, step.step), { className: "open", does: step.step });
    choice.append(...cards.map((code) => pictureOf(code)), cards.length ? "" : made.verb, place ? element("span", "place", (cards.length ? "→ " : " ") + place) : "");
    call(choice, step.step);
    return choice;
  });
  return row(...all, ...seenChoices(made.actor, made.verb));
}

// A card to choose, with who is on it where only a number is printed.
function pick(card, act, pressed) {
  const choice = button(drawCard(card), act, { className: "pick", pressed, does: card.code });
  if (card.title && card.card.length === 1) {
    const title = choice.appendChild(element("span", "title", card.title));
    title.setAttribute("aria-hidden", "true");
  }
  return choice;
}

// Cards to choose from, side by side. By keys it is one stop, and the arrows go through it.
function gridOf(cards, act, chosen) {
  const grid = element("div", "deck");
  grid.setAttribute("role", "group");
  call(grid, "cards");
  grid.style.setProperty("--columns", Math.min(cards.length, cards.length === 10 ? 5 : 6));
  grid.append(...inOrder(cards).map((card) => pick(card, () => act(card), chosen?.includes(card.code))));
  const stopAt = (stop) => [...grid.children].forEach((choice) => (choice.tabIndex = choice === stop ? 0 : -1));
  stopAt(grid.firstChild);
  grid.addEventListener("focusin", (event) => stopAt(event.target.closest(".pick")));
  grid.addEventListener("keydown", (event) => {
    const choices = [...grid.children];
    const columns = choices.filter((choice) => choice.offsetTop === choices[0].offsetTop).length;
    const at = choices.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, ArrowDown: at + columns, Home: 0, End: choices.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choices[to]?.focus();
  });
  return grid;
}

// A card that was chosen, to be put back.
function unpick(code, act, stock, about = "") {
  const picture = pictureOf(code, stock);
  call(picture, about + "not " + picture.getAttribute("aria-label"));
  return button(picture, act, { className: "pick" });
}

// Cards of one suit stand in one order of suits, whatever their rank.
function inOrder(cards) {
  const suit = ({ card: [, first, second] }) => (first && !second ? Object.keys(SUITS).indexOf(first.ink) : -1);
  const isAlike = (one, other) => one.card[0].text === other.card[0].text && suit(one) >= 0 && suit(other) >= 0;
  return [...cards].sort((one, other) => (isAlike(one, other) ? suit(one) - suit(other) : cards.indexOf(one) - cards.indexOf(other)));
}

// The whole deck as a grid. Nothing in it is marked but what was just touched.
function deck(chooser) {
  const stock = stockOf(chooser.verb);
  const chosen = made.cards || [];
  const grid = gridOf(stock.cards, (card) => touchCard(chooser, card.code), chosen);
  const below = element("div", "chosen-cards");
  if (chosen.length) {
    below.append(...chosen.map((code, nth) => unpick(code, () => touch({ actor: chooser.actor, cards: chosen.filter((_, other) => other !== nth) }), stock)));
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

// The most cards that the step can take, where its form says so: `CARD or N N`.
const mostOf = ({ verb }) => (kindOf(verb).form.includes("…") ? null : kindOf(verb).form.match(/\bN\b/g)?.length ?? null);

function touchCard(chooser, code) {
  const cards = [...(made.cards || []), code];
  const now = { ...made, ...chooser, cards };
  const count = countOf(chooser) ?? mostOf(chooser);
  if (count !== null && cards.length >= count) return finish(now);
  touch({ actor: chooser.actor, cards });
}

// The step is whole: as the server lists it, or (where it is no legal one) with the same words and other cards.
function finish({ actor, verb, place, cards, seen: step }) {
  if (step) return record(actor, verb, step + " = " + cards[0]);
  const steps = offers({ actor, verb }).filter((step) => step.parts.place === (place ?? null));
  const sorted = (codes) => [...codes].sort().join(" ");
  const legal = steps.find((step) => sorted(step.parts.cards) === sorted(cards));
  if (legal) return record(actor, verb, legal.step);
  // A card that stands for another has to say for which.
  const standing = cards.length === 1 ? steps.filter((step) => step.parts.cards[0]?.startsWith(cards[0] + "=")) : [];
  if (standing.length === 1) return record(actor, verb, standing[0].step);
  if (standing.length) {
    const choices = standing.map((step) => button(step.parts.cards[0].slice(cards[0].length), () => record(actor, verb, step.step), { className: "verb", does: step.step }));
    made = { actor, verb, place, cards, places: made.places, onePlace: made.onePlace };
    (apart?.root ?? game.view.panel).replaceChildren(crumbs(), heading("It stands for"), row(...choices));
    return choices[0].focus();
  }
  const like = steps.find((step) => step.parts.cards.length === cards.length);
  if (like) {
    const left = [...like.parts.cards];
    let nth = 0;
    const text = words(like.step).map((word, at) => (at > 0 && word === left[nth] ? cards[nth++] : word));
    return record(actor, verb, text.join(" "));
  }
  const link = /^NAME =/.test(kindOf(verb).form) ? " " + place + " =" : "";
  return record(actor, verb, verb + link + " " + cards.join(" "));
}

// The line to type in always stands there.
function typed() {
  const line = element("input", "");
  Object.assign(line, { type: "text", placeholder: "or type it", enterKeyHint: "send", autocomplete: "off", spellcheck: false, value: game.typed || "" });
  call(line, "a line to record");
  line.setAttribute("autocapitalize", "off");
  line.addEventListener("input", () => (game.typed = line.value));
  const form = element("form", "typed", line, element("button", "", "Record"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (line.value.trim()) recordTyped(line.value.trim());
  });
  return form;
}

// ---- Sending, and what comes of it

// What is chosen at once on one's own phone is sealed until all have chosen, whatever else is open.
function record(actor, verb, step) {
  const line = (actor === null ? "" : actor + ": ") + step;
  if (apart) return apart.take(line);
  if (actor !== null && actor === me() && isAtOnce(verb)) return send("seal", { player: actor, step });
  return send("record", { lines: [line] });
}

// What is typed on one's own phone is sealed as well, however short it is.
function recordTyped(line) {
  const name = me();
  const isOwn = name !== null && line.toLowerCase().startsWith(name.toLowerCase());
  const step = isOwn ? line.slice(name.length).replace(/^[:\s]+/, "") : line;
  const word = words(step)[0].toLowerCase();
  const begins = (kind) => kind === word || kindOf(kind).letter === word || (word.length > 1 && kind.startsWith(word)) || stockOf(kind)?.cards.some((card) => card.code.toLowerCase() === word);
  const choosing = offered().expects.find((one) => name !== null && one.actor === name)?.kinds.filter(isAtOnce) || [];
  return choosing.some(begins) ? send("seal", { player: name, step }) : send("record", { lines: [line] });
}

const unseal = () => send("seal", { player: me(), step: null });

function send(path, body) {
  if (waitingStep(game.name)) return undefined;
  const first = body.lines && made.first ? { first: made.first } : {};
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

// What is sent, in words.
const IN_WORDS = {
  record: ({ lines }) => lines.join(" / "),
  seal: ({ player, step }) => player + (step ? ": sealed" : " chooses again"),
  undo: () => "Undo",
  redo: () => "Redo",
  amend: ({ edits }) => edits.join(" / "),
  rule: ({ rules }) => Object.entries(rules).map((rule) => rule.join(" = ")).join(", "),
};
const textOf = ({ path, body }) => IN_WORDS[path](body);

// A step that was made and is not recorded yet.
function drawWaiting() {
  const step = waitingStep(game.name);
  const { waiting } = game.view;
  waiting.hidden = !step;
  if (step) {
    game.view.answer.replaceChildren();
    waiting.replaceChildren(
      element("p", "", element("b", "", "Waiting to be sent: "), textOf(step)),
      element("div", "choices", button("Send now", sendNow), button("Drop it", () => {
        kept.set("waiting." + game.name, null);
        drawWaiting();
        drawPanel();
      })),
    );
  }
}
