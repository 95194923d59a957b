// Recording by touch (verb, place, cards) or by typing. The server lists the open steps and their cards.
import { drawInLine } from "./corrections.js";
import { backButton, button, capitalize, choiceRow, element, formOf, heading, input, nameOfButton, select, setLabel, withRole } from "./dom.js";
import { isAlone } from "./host.js";
import { pendingRequest, reconnect, requestGame, sendPending, storage, storePending } from "./net.js";
import { broadScreen, draw, notify, refresh } from "./page.js";
import { drawAnswer, drawLine, drawProse, drawReadBack, isRecorded } from "./responses.js";
import { catchBackButton, openLineAt, openLog } from "./sheets.js";
import { game, root } from "./state.js";
import { drawOptions, isCard, offerOnTable, openPieces } from "./table_actions.js";
import { drawCard, drawText, SUITS } from "./table.js";
import { openTally } from "./tally.js";

// The step that is being chosen.
export let draft = {};
export const setDraft = (next) => (draft = next);

// A picker in a sheet, whose step is not recorded: `moves` (the open steps), `root` (its element), `take` (called with the step), `zones`
// (what lies open) and `piles` (what is covered, if that may be seen).
export let sheetPicker = null;
export const setSheetPicker = (next) => (sheetPicker = next);
const pickerRoot = () => sheetPicker?.root ?? game.view.panel;

// The open steps for the picker.
const openMoves = () => sheetPicker?.moves ?? game.moves;

export const ownPlayer = () => {
  const name = sheetPicker || isAlone ? null : storage.get("me." + game.name);
  return game.table.players.includes(name) ? name : null;
};

// Whether players of this game choose at once. If so, a phone first asks who plays on it: one player, whose cards are sealed, or
// everybody, whose cards lie face up.
export const hasSimultaneousChoices = () => game.book.steps.some((kind) => kind.at_once);
export const isPlayerSet = () => isAlone || storage.get("me." + game.name) === "" || ownPlayer() !== null;

export const nameOf = (actor) => actor ?? "The table";
// The description of a verb in the rule book.
const kindOf = (verb) => game.book.steps.find((kind) => kind.name === verb) || { name: verb, form: "", about: "" };
export const stockOf = (verb) => game.book.stocks.find((stock) => stock.kinds.includes(verb));
export const openSteps = ({ actor, verb }) => openMoves().steps.filter((step) => step.actor === actor && step.parts.verb === verb);

// Whether a player has made a simultaneous choice that, as far as this phone knows, still holds.
export const hasChosen = (name) => Boolean(game.table.chosen?.includes(name)) && !(game.table.choose_again && name === ownPlayer());

// The key of this phone's sealed choice, by which the server tells it alone whether the choice still holds.
export const sealKey = () => storage.get("seal." + game.name + "." + storage.get("me." + game.name));

// Whether a verb is a simultaneous choice, hidden from the other players.
export const isSimultaneous = (kind) => Boolean(kindOf(kind).at_once);
// Whether several players are asked for one and the same verb.
const isSameKind = (expects) => expects.length > 1 && expects.every(({ kinds }) => kinds.length === 1 && kinds[0] === expects[0].kinds[0]);

// The verb that several players are asked for together, and these players. Null if the players act in turn.
function simultaneousRequest(expects) {
  const players = expects.filter(({ actor }) => actor !== null);
  const choosing = players.filter(({ kinds }) => kinds.some(isSimultaneous));
  if (choosing.length) return { kind: choosing[0].kinds.find(isSimultaneous), players: choosing };
  return isSameKind(players) && expects.length === players.length ? { kind: players[0].kinds[0], players } : null;
}

// The result of `simultaneousRequest` if its step can be chosen by touch, otherwise null.
function simultaneousChoice() {
  const request = simultaneousRequest(openMoves().expects);
  const steps = request ? openSteps({ actor: request.players[0].actor, verb: request.kind }) : [];
  return request && (isSimultaneous(request.kind) || steps.some((step) => !step.parts.place)) ? request : null;
}

// Draws a card by its code; prefers cards of the stock `among`.
export function pictureOf(code, among) {
  const [printed, stands] = code.split("=");
  const card = [among, ...game.book.stocks].flatMap((stock) => stock?.cards ?? []).find((listed) => listed.code === printed);
  return drawCard(card ? { ...card, stands } : { card: [{ text: code, ink: "strong" }] });
}

// The thing that is drawn at a place: the top card of a discard pile, a face-down egg, or a row of the actor's or the shared cards. A row
// is found by its name, a shared row also by the rank of its first card. Null if there is nothing to see.
export function thingAtPlace({ actor, verb }, place) {
  if (game.table.players.includes(place)) return null;
  if (kindOf(verb).form.includes("PILE")) {
    const pieces = game.table.zones.flatMap(({ line }) => line || []);
    return pieces.find((_, nth) => pieces[nth - 1]?.text?.endsWith("pile " + place + ": ")) ?? null;
  }
  const eggOwner = place.match(/^down (.*)$/)?.[1];
  if (eggOwner) return openPieces().find(({ title, card }) => title === "Face-down egg" && card[0].text.startsWith(eggOwner + "'s ")) ?? null;
  const seat = game.table.players.indexOf(actor);
  const zones = game.table.zones.filter(({ grid, priority }) => grid && (priority.player === seat || priority === "shared"));
  zones.sort((a, b) => (a.priority === "shared") - (b.priority === "shared"));
  for (const { grid, priority } of zones) {
    const isOfRank = (cards) => priority === "shared" && cards?.[0]?.card?.[0].text === place;
    const row = grid.rows.find(([first, second]) => first.map((piece) => piece.text || "").join("").trim() === place || isOfRank(second));
    if (row && row.length > 1) return row;
  }
  return null;
}

export function pictureOfPlace(chooser, place) {
  const thing = sheetPicker ? null : thingAtPlace(chooser, place);
  if (!thing) return null;
  if (!Array.isArray(thing)) return drawText([thing]);
  const { head, asides } = game.table.zones.find(({ grid }) => grid?.rows.includes(thing)).grid;
  return drawText(thing.slice(1, head.length - asides).slice(0, 2).flat());
}

// ---- The panel

// Redraws, and keeps the focus on the same control or moves it to the next choice. If there is no choice, the table or sheet gets the
// focus until there is one.
let isFocusLent = false;
export function keepFocus(redraw) {
  const before = document.activeElement ?? document.body;
  const [name, isTyped] = [before.matches("button") ? nameOfButton(before) : null, before.matches(".panel .typed input")];
  redraw();
  const panel = pickerRoot();
  const fallback = sheetPicker ? panel.closest(".body") : game.view.lies;
  const isFocusLost = before !== document.body && !before.isConnected && document.activeElement === document.body;
  if (!isFocusLost && document.activeElement !== fallback) isFocusLent = false;
  if (!isFocusLost && !isFocusLent) return;
  const within = sheetPicker ? panel : root;
  const sameButton = name === null ? null : [...within.querySelectorAll("button")].find((node) => nameOfButton(node) === name && node.checkVisibility());
  const typedInput = isTyped && game.typed ? panel.querySelector(".typed input") : null;
  const next = typedInput ?? sameButton ?? panel.querySelector(".stage button");
  (next ?? fallback)?.focus({ preventScroll: true });
  isFocusLent = !next;
}

// Draws the panel: the next choice of the draft.
export const drawPanel = () => keepFocus(drawChoice);

function drawChoice() {
  const panel = pickerRoot();
  const [height, stage] = [heightOfChoice(panel), stageOf(panel)];
  panel.replaceChildren(...panelContent());
  panel.hidden = !panel.childNodes.length;
  // An unchanged stage keeps its height.
  if (stageOf(panel) !== stage) keepClear(panel, height);
  document.body.classList.toggle("choosing", !sheetPicker && hasDraft());
  if (sheetPicker) return;
  offerOnTable();
  if (hasDraft()) catchBackButton();
}

// The choices so far in words, or null. A change of the text is a change of stage.
const stageOf = (panel) => panel.querySelector(":scope > .crumbs")?.textContent ?? null;

// The height of the verbs or places on offer.
function heightOfChoice(panel) {
  if (!panel.querySelector(":scope > .choices")) return 0;
  const parts = [...panel.querySelectorAll(":scope > :is(h2, .crumbs, .choices)")];
  return Math.max(...parts.map((part) => part.offsetTop + part.offsetHeight)) - Math.min(...parts.map((part) => part.offsetTop));
}

// Makes the name of the step as high as the choice before it, so that no card appears under the finger.
function keepClear(panel, height) {
  const crumbs = panel.querySelector(":scope > .crumbs");
  if (!crumbs) panel.style.removeProperty("--clear");
  else if (height) {
    panel.style.setProperty("--clear", height + "px");
    // On a phone the name is below the cards, and as high as the screen allows.
    const { clientHeight, scrollHeight } = panel.parentElement;
    if (!broadScreen.matches) panel.style.setProperty("--clear", crumbs.offsetHeight + Math.min(0, clientHeight - scrollHeight) + "px");
  }
}

// Whether the user has begun to choose. The page itself makes a choice without alternatives.
export const hasDraft = () => Boolean(draft.cards?.length || (draft.verb && (!draft.onlyVerb || (draft.place && !draft.onePlace))));

export function clearDraft() {
  draft = {};
  drawPanel();
}

export function updateDraft(change) {
  draft = { ...draft, ...change };
  // A refusal of another step is outdated.
  if (!sheetPicker && game.view.answer.matches(".foul, .asks:not(.replaced)")) game.view.answer.replaceChildren();
  drawPanel();
}

// Draws the explanation that nothing can be recorded after an impossible line.
const drawHalted = (at) => [
  element("p", "", "What line " + at + " says can’t have happened. Change it, take it out, or put a line before it; then the game goes on."),
  choiceRow(button("Mend " + at, () => openLineAt(at), { className: "main" })),
];

function panelContent() {
  if (sheetPicker) return drawChoices();
  const { moves } = game;
  if (!moves || pendingRequest(game.name)) return [];
  if (game.table.complete || game.table.closed) return [];
  if (game.table.halted) return drawHalted(game.table.halted);
  if (game.table.counted) {
    return [choiceRow(button("Count a round", () => openTally(), { className: "main" }), button("Mend a round", openLog))];
  }
  const firsts = moves.next_round?.first || [];
  if (firsts.length > 1 && !draft.first) {
    const choices = firsts.map((name) => button(name, () => beginWith(name)));
    return [heading("The next " + game.book.round + ": who is first?"), choiceRow(...choices), drawLineInput()];
  }
  // The end of a round stays in view until the user asks for the next round.
  if (game.table.ended && !draft.next && draft.verb === undefined && (simultaneousChoice() || draftOfOnlyVerb())) {
    return [choiceRow(button("The next " + game.book.round, () => updateDraft({ next: true }), { className: "main", does: "next" }))];
  }
  if (hasSimultaneousChoices() && !isPlayerSet()) return [...drawPlayerQuestion(), drawLineInput()];
  return [...(isPlayerAsked() ? [drawPlayerSelect()] : []), ...drawChoices(), drawLineInput()];
}

function drawChoices() {
  if (draft.options) return drawOptions();
  if (draft.verb === undefined) draft = { ...draft, ...draftOfOnlyVerb() };
  if (draft.verb === undefined) return drawVerbs();
  // The banner names the table's only step.
  const isInBanner = !sheetPicker && draft.onlyVerb && draft.actor === null;
  const options = hintsOf(draft);
  const hints = (isInBanner ? [] : options.length ? options : [capitalize(kindOf(draft.verb).about)]).map((words) => drawProse("p", "faint", words));
  return [drawCrumbs(), ...hints, draft.place === undefined ? drawPlaces() : drawCards()];
}

// The options for a verb, at the chosen place if there is one, in words such as `Suns, 8 or higher`.
function hintsOf({ actor, verb, place }) {
  const lines = openMoves().options?.find((option) => option.actor === actor)?.lines ?? [];
  const prefix = verb + (place ? " " + place : "") + ": ";
  return lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
}

async function beginWith(first) {
  const response = await requestGame("moves?in_view=true&first=" + encodeURIComponent(first));
  if (response.exit === 2) return;
  game.moves = { ...response.answer, version: response.version, next_round: game.moves.next_round };
  updateDraft({ first });
}

// Draws the choices so far and the back button.
function drawCrumbs() {
  const place = draft.place ? [" ", element("span", "place", draft.place)] : [];
  const words = element("h2", "", element("bdi", "", nameOf(draft.actor)), ": ", draft.verb, ...place);
  const picture = draft.place ? pictureOfPlace(draft, draft.place) : null;
  return element("div", "crumbs", backButton(stepBack), words, picture ? element("span", "acted-on", picture) : "");
}

// Undoes the last choice, or lists everything that is open if only the verb was chosen.
export function stepBack() {
  if (draft.cards?.length) return updateDraft({ cards: draft.cards.slice(0, -1) });
  if (draft.place && !draft.onePlace) return updateDraft({ place: undefined });
  draft = { listed: true };
  return drawPanel();
}

// Whether a step of this actor can be recorded on this phone.
export const isMine = ({ actor }) => ownPlayer() === null || actor === null || actor === ownPlayer();

// Draws the open verbs, a row for each player. Steps that several players are asked for together come first.
function drawVerbs() {
  const request = simultaneousChoice();
  const ownExpects = openMoves().expects.filter(isMine);
  if (request) return [...drawChooser(request), ...drawOptionalChoices(ownExpects.map(({ actor, kinds }) => ({ actor, kinds: kinds.filter((kind) => kind !== request.kind) })))];
  const rows = [];
  if (ownPlayer() && !ownExpects.some(({ kinds }) => kinds.length)) rows.push(element("p", "faint", "It is not your turn."));
  // Optional steps of players before a step of the table, as a mulligan, share one row.
  const players = ownExpects.filter(({ actor }) => actor !== null);
  const isRowShared = isSameKind(players) && players.length < ownExpects.length;
  for (const { actor, kinds: expectedKinds } of isRowShared ? ownExpects.filter(({ actor }) => actor === null) : ownExpects) {
    const kinds = expectedKinds.filter((kind) => canBeDone(actor, kind));
    const choices = kinds.map((kind) => button(nextStage(actor, kind).step ? drawLine(nextStage(actor, kind).step) : kind, () => chooseVerb(actor, kind), { title: kindOf(kind).about, className: "verb", does: nameOf(actor) + ": " + kind }));
    const kindsWithKnownCard = kinds.filter((kind) => stockOf(kind) && openSteps({ actor, verb: kind }).some((step) => !step.parts.cards.length));
    choices.push(...kindsWithKnownCard.map((kind) => button(kind + " a card that is known: all will see it", () => updateDraft({ actor, verb: kind, place: null, cards: [] }), { className: "minor", does: nameOf(actor) + ": " + kind + " a card" })));
    choices.push(...kinds.filter((kind) => nextStage(actor, kind).step).flatMap((kind) => drawValueChoices(actor, kind)));
    for (const choice of choices) setLabel(choice, nameOf(actor) + ": " + choice.textContent);
    // The banner says whose turn it is.
    if (sheetPicker || ownExpects.length > 1) rows.push(heading(element("bdi", "", nameOf(actor))));
    rows.push(choiceRow(...choices));
  }
  return [...rows, ...(isRowShared ? drawOptionalChoices(players) : [])];
}

// Draws optional steps, which all share one row.
function drawOptionalChoices(expects) {
  const choicesOf = ({ actor, kinds }) => kinds.filter((kind) => canBeDone(actor, kind)).map((kind) =>
    button(nameOf(actor) + ": " + (nextStage(actor, kind).step || kind), () => chooseVerb(actor, kind), { title: kindOf(kind).about, className: "minor", does: nameOf(actor) + ": " + kind }));
  const choices = expects.flatMap(choicesOf);
  return choices.length ? [choiceRow(...choices)] : [];
}

// Draws the picker for cards that several players are asked for together, for the next player or the player on this phone.
function drawChooser({ kind, players }) {
  const ownExpects = players.filter(isMine);
  const next = ownExpects.find(({ actor }) => (sheetPicker || !hasChosen(actor)));
  if (ownPlayer() && !ownExpects.length) return [element("p", "faint", "The others are still choosing.")];
  if (ownPlayer() && !next) return [element("p", "faint", "Chosen. The others are still choosing."), choiceRow(button("Take it back", unseal))];
  const actor = ownExpects.some(({ actor }) => actor === draft.actor) ? draft.actor : (next || ownExpects[0]).actor;
  const tabs = ownExpects.length > 1 ? [element("div", "tabs", ...ownExpects.map(({ actor: player }) => button(player, () => updateDraft({ actor: player, cards: [] }), { className: "tab", pressed: player === actor, does: player })))] : [];
  draft = { ...draft, actor };
  const onOffer = sheetPicker ? [] : openPieces();
  const words = heading(element("bdi", "", actor), ": ", kind, "…");
  return [...tabs, element("div", "offer", words, onOffer.length ? element("span", "acted-on", drawText(onOffer)) : ""), drawDeck({ actor, verb: kind })];
}

// Whether to ask who plays on this phone: players choose or act at once, or the question was answered before.
const isPlayerAsked = () => !isAlone && (storage.get("me." + game.name) !== null || hasSimultaneousChoices() || game.moves.expects.filter(({ actor }) => actor !== null).length > 1);

const everybodyLabel = () => (hasSimultaneousChoices() ? "everybody: cards lie face up" : "everybody");

export function playFor(name) {
  storage.set("me." + game.name, name);
  draft = {};
  // The choice of another player on this phone.
  game.table.choose_again = null;
  draw(game);
  return refresh();
}

function drawPlayerQuestion() {
  const choice = (name) => button(name || everybodyLabel(), () => playFor(name), { className: name ? "verb" : "minor", does: "plays: " + name });
  const choices = choiceRow(...game.table.players.map(choice), choice(""));
  choices.classList.add("players-asked");
  return [heading("Who plays on this phone?"), choices, element("p", "faint", "On phones of their own, choices are shown when the last player has chosen.")];
}

function drawPlayerSelect() {
  const choose = setLabel(select(["", ...game.table.players], ownPlayer() ?? "", (name) => (name === "" ? everybodyLabel() : "I am " + name)), "who this phone plays for");
  choose.addEventListener("change", () => playFor(choose.value));
  return element("div", "who", element("label", "", "This phone plays for ", choose));
}

// Whether a verb can be chosen: the server lists a step with the verb, or can't because the cards are hidden.
export function canBeDone(actor, verb) {
  const { form } = kindOf(verb);
  return openSteps({ actor, verb }).length > 0 || !form || (Boolean(stockOf(verb)) && !/^(N CARD|RANK )/.test(form));
}

// The kind of step that opens an egg with a value. Its cards are the values to ask for when a player looks at a face-down egg.
const valuedKind = () => game.book.steps.find((kind) => kind.form === "NAME = V");

function drawValueChoices(actor, verb) {
  if (!valuedKind() || !kindOf(verb).form.includes("[= V]")) return [];
  const down = openSteps({ actor, verb }).filter((step) => step.parts.place && !step.parts.cards.length);
  return down.map(({ step, parts: { place } }) =>
    button([pictureOfPlace({ actor, verb }, place) ?? place, " = …"], () => updateDraft({ actor, verb, place, seen: step, cards: [] }), { className: "minor", does: step + " =" }));
}

// The players named by the forms of a step, as in "`opens Ada = V` or `opens Bo = V`", or all players if the forms name none.
function playersIn(options, verb) {
  const forms = options.join().split("`");
  const named = game.table.players.filter((name) => forms.some((form) => form.startsWith(verb + " " + name + " =")));
  return named.length ? named : game.table.players;
}

// The draft after a verb is chosen, or the complete `step` if nothing is left to choose.
function nextStage(actor, verb) {
  const steps = openSteps({ actor, verb });
  const stock = stockOf(verb);
  const cardless = steps.find((step) => !step.parts.cards.length && !step.parts.place);
  if (!steps.length && !kindOf(verb).form) return { step: verb };
  if (cardless && stock) return { step: cardless.step };
  if (steps.length === 1 && !(stock && steps[0].parts.cards.length)) return { step: steps[0].step };
  // Without hidden cards each step is one choice.
  if (!stock && steps.length) return { actor, verb, place: null, cards: [], onePlace: true };
  if (!steps.length && /^NAME/.test(kindOf(verb).form)) return { actor, verb, places: playersIn(hintsOf({ actor, verb }), verb) };
  const places = [...new Set(steps.map((step) => step.parts.place))];
  if (places.length > 1) return { actor, verb, places };
  return { actor, verb, onePlace: true, place: places[0] ?? null, cards: [] };
}

export function chooseVerb(actor, verb) {
  const next = nextStage(actor, verb);
  if (next.step) record(actor, verb, next.step);
  else updateDraft(next);
}

// The draft for the only open verb, which the page chooses itself. Null if there are other verbs or nothing is left to choose.
function draftOfOnlyVerb() {
  if (draft.listed || simultaneousChoice()) return null;
  const openKinds = openMoves().expects.flatMap(({ actor, kinds }) => kinds.filter((kind) => canBeDone(actor, kind)).map((kind) => ({ actor, kind })));
  if (openKinds.length !== 1 || !isMine(openKinds[0])) return null;
  const next = nextStage(openKinds[0].actor, openKinds[0].kind);
  return next.step ? null : { ...next, onlyVerb: true };
}

function drawPlaces() {
  // Places in the middle of the table are tapped there; a phone has no room to draw them twice.
  const rows = sheetPicker || broadScreen.matches ? [] : [...game.view.table.querySelectorAll(".shared tr")];
  const areSeen = draft.places.every((place) => place !== null && rows.some(({ drawn }) => drawn === thingAtPlace(draft, place)));
  const choices = draft.places.map((place) => {
    const picture = place === null || areSeen ? null : pictureOfPlace(draft, place);
    const label = [element("span", "", place ?? "without a place"), ...(picture ? [element("span", "unseen", ", with "), picture] : [])];
    return button(label, () => updateDraft({ place, cards: [] }), { className: "place", does: place });
  });
  return choiceRow(...choices);
}

export const splitWords = (step) => step.split(" ");

// Draws the cards to choose from: the whole deck if the card comes from a hidden place, otherwise the open cards.
function drawCards() {
  if (draft.seen) return drawDeck({ actor: draft.actor, verb: valuedKind().name });
  const steps = openSteps(draft).filter((step) => step.parts.place === draft.place);
  const stock = stockOf(draft.verb);
  const inStock = (code) => stock.cards.some((card) => card.code === code);
  if (stock && (!steps.length || steps.some((step) => step.parts.cards.length && step.parts.cards.every((code) => inStock(code))) || steps.every((step) => !step.parts.cards.length))) {
    return drawDeck(draft);
  }
  const choices = openSteps(draft).map((step) => {
    const { place, cards } = step.parts;
    const choice = button("", () => record(draft.actor, draft.verb, step.step), { className: "open", does: step.step });
    const picture = place && !cards.length ? pictureOfPlace(draft, place) : null;
    const destination = place ? element("span", "place", (cards.length ? "→ " : "") + place) : "";
    choice.append(...cards.map((code) => pictureOf(code)), cards.length ? "" : draft.verb + (place ? " " : " unseen"), picture ?? destination);
    setLabel(choice, nameOfButton(choice).replace(/\s+/g, " ") + ", " + step.step);
    return choice;
  });
  return choiceRow(...choices, ...drawValueChoices(draft.actor, draft.verb));
}

// Draws a card to choose, with the number of times it was chosen. With `titled` the title is drawn, too.
function cardButton(card, act, { times, titled, dim }) {
  const choice = button(drawCard(card), act, { className: dim ? "pick dim" : "pick", pressed: times === undefined ? undefined : times > 0, does: card.code });
  if (times > 1) choice.dataset.times = times;
  if (titled) choice.append(Object.assign(element("span", "title", card.title), { ariaHidden: "true" }));
  return choice;
}

// Draws a grid of cards to choose from: one tab stop, with arrow keys inside. Cards with `isDim` are dimmed, but can be chosen.
export function drawCardGrid(cards, act, chosen, isDim = () => false) {
  const grid = setLabel(withRole("group", "div", "deck"), "cards");
  grid.style.setProperty("--columns", Math.min(cards.length, cards.length === 10 ? 5 : 6));
  // Titles are drawn if every card has another title.
  const titled = cards.length > 1 && new Set(cards.map(({ title }) => title)).size === cards.length;
  grid.append(...sortCards(cards).map((card) => cardButton(card, () => act(card), { times: chosen && timesIn(chosen, card.code), titled, dim: isDim(card) })));
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

const timesIn = (codes, code) => codes.filter((other) => other === code).length;

// The message for a tap on a card of which all copies are chosen; falsy if copies are left.
const refusalOf = ({ each }, chosen, code) => (each && timesIn(chosen, code) >= each ? (each === 1 ? "It is chosen already." : "All " + each + " are chosen.") : "");

// Draws a grid of cards, and below it the chosen cards, which a tap puts back. Their row has a slot for each of `count` cards, or one
// empty slot if the count is unknown. `choose` is called with the new list of chosen cards.
export function drawPicker(stock, chosen, { count, choose, done, isDim }) {
  const message = withRole("status", "span", "told");
  const grid = drawCardGrid(stock.cards, ({ code }) => {
    const refusal = refusalOf(stock, chosen, code);
    if (refusal) message.textContent = refusal;
    else choose([...chosen, code]);
  }, chosen, isDim);
  if (count === 1) return [grid];
  const putBackButton = (code, nth) => {
    const picture = pictureOf(code, stock);
    setLabel(picture, "not " + picture.ariaLabel);
    return button(picture, () => choose(chosen.filter((_, index) => index !== nth)), { className: "pick" });
  };
  const free = Math.max(0, (count ?? chosen.length + 1) - chosen.length);
  const row = element("div", "chosen-cards slots", ...chosen.map(putBackButton), ...Array.from({ length: free }, () => element("span", "slot")));
  if (done) done.disabled = !chosen.length;
  return [grid, element("div", "below", row, done ?? "", message)];
}

// Sorts cards of equal rank with one suit each by suit. All other cards keep their order.
function sortCards(cards) {
  const suit = ({ card: [, first, second] }) => (first && !second ? SUITS.indexOf(first.ink) : -1);
  const isAlike = (a, b) => a.card[0].text === b.card[0].text && suit(a) >= 0 && suit(b) >= 0;
  return [...cards].sort((a, b) => (isAlike(a, b) ? suit(a) - suit(b) : cards.indexOf(a) - cards.indexOf(b)));
}

// Returns a function that tells whether a card can't be played: it is in no listed step or, if no steps are listed, all its copies lie
// open; in a sheet also if they lie in piles. Only public information is used, so no hand is revealed.
export function dimmer(chooser) {
  const stock = stockOf(chooser.verb);
  const chosen = draft.cards || [];
  const steps = openSteps(chooser).map(({ parts }) => parts).filter(({ place, cards }) => cards.length && place === (chooser.place ?? null) && chosen.every((code) => cards.includes(code)));
  const isIn = (code, { cards }) => cards.some((listed) => listed === code || listed.startsWith(code + "="));
  const isTaken = (code, zones) => {
    const pieces = zones.flatMap(({ line, grid }) => [...(line ?? []), ...(grid?.rows.flat(2) ?? [])]);
    return stock.each && pieces.filter((piece) => piece.card && isCard(piece, code, [stock])).length >= stock.each;
  };
  const { zones, piles = [] } = sheetPicker ?? game.table;
  return ({ code }) => (steps.length ? !steps.some((step) => isIn(code, step)) : isTaken(code, zones)) || isTaken(code, piles);
}

// Draws the whole deck as a picker.
function drawDeck(chooser) {
  const count = countOf(chooser);
  const done = count === null ? button("Done", () => finish({ ...draft, ...chooser }), { className: "main", does: "done" }) : null;
  const choose = (cards) => chooseCards(chooser, cards);
  return element("div", "stage picker", ...drawPicker(stockOf(chooser.verb), draft.cards || [], { count: count ?? dueOf(chooser, draft.cards) ?? mostOf(chooser), choose, done, isDim: dimmer(chooser) }));
}

// The number of cards that the step takes, or null if the player decides.
function countOf(chooser) {
  const stock = stockOf(chooser.verb);
  const step = openSteps(chooser).find((step) => step.parts.cards.length);
  return step ? step.parts.cards.length : stock.count;
}

// The number of cards due in this state, plus the chosen cards that don't count. Null if the state doesn't decide the number.
function dueOf({ actor, verb }, cards = []) {
  const [count, uncounted] = openMoves().expects.find((expected) => expected.actor === actor)?.counts?.[verb] ?? [null];
  return count && count + cards.filter((code) => uncounted.includes(code)).length;
}

// The most cards that the step can take, if its form says so: `CARD or N N`.
const mostOf = ({ verb }) => (kindOf(verb).form.includes("…") ? null : kindOf(verb).form.match(/\bN\b/g)?.length ?? null);

// Sets the chosen cards, and finishes the step with the last card that it can take.
function chooseCards(chooser, cards) {
  const count = countOf(chooser) ?? dueOf(chooser, cards) ?? mostOf(chooser);
  if (count !== null && cards.length >= count) return finish({ ...draft, ...chooser, cards });
  updateDraft({ actor: chooser.actor, cards });
}

// Records the finished step as the server lists it. If these cards are not legal, the step is written like a listed one with as many cards.
function finish({ actor, verb, place, cards, seen: seenStep }) {
  if (seenStep) return record(actor, verb, seenStep + " = " + cards[0]);
  const steps = openSteps({ actor, verb }).filter((step) => step.parts.place === (place ?? null));
  const sorted = (codes) => [...codes].sort().join(" ");
  const legal = steps.find((step) => sorted(step.parts.cards) === sorted(cards));
  if (legal) return record(actor, verb, legal.step);
  // A wild card needs the number that it stands for.
  const wildSteps = cards.length === 1 ? steps.filter((step) => step.parts.cards[0]?.startsWith(cards[0] + "=")) : [];
  if (wildSteps.length === 1) return record(actor, verb, wildSteps[0].step);
  if (wildSteps.length) {
    const choices = wildSteps.map((step) => button(step.parts.cards[0].slice(cards[0].length + 1), () => record(actor, verb, step.step), { className: "verb", does: step.step }));
    draft = { actor, verb, place, cards, places: draft.places, onePlace: draft.onePlace };
    pickerRoot().replaceChildren(drawCrumbs(), heading("It stands for"), choiceRow(...choices));
    return choices[0].focus();
  }
  const similarStep = steps.find((step) => step.parts.cards.length === cards.length);
  if (similarStep) {
    const similarCards = [...similarStep.parts.cards];
    let nth = 0;
    const text = splitWords(similarStep.step).map((word, at) => (at > 0 && word === similarCards[nth] ? cards[nth++] : word));
    return record(actor, verb, text.join(" "));
  }
  const namePart = /^NAME =/.test(kindOf(verb).form) ? " " + place + " =" : "";
  return record(actor, verb, verb + namePart + " " + cards.join(" "));
}

// Draws the input for a typed line, which is always present.
function drawLineInput() {
  const line = setLabel(input(game.typed || "", { of: "lines", placeholder: "or type it", enterKeyHint: "send" }), "a line to record");
  line.addEventListener("input", () => (game.typed = line.value));
  return formOf("typed", () => {
    if (line.value.trim()) return recordTyped(line.value.trim());
    // Chosen cards are recorded first.
    const done = game.view.panel.querySelector("[data-does=done]:enabled");
    if (done) return done.click();
    notify("Nothing is recorded yet: tap what is played, or type it.");
    return line.focus();
  }, line, element("button", "", "Record"));
}

// ---- Sending

// Records a step. On a player's own phone a simultaneous choice is sealed until all have chosen.
export function record(actor, verb, step) {
  const line = (actor === null ? "" : actor + ": ") + step;
  if (sheetPicker) return sheetPicker.take(line);
  if (actor !== null && actor === ownPlayer() && isSimultaneous(verb)) return send("seal", { player: actor, step });
  return send("record", { lines: [line] });
}

// Records a typed line. On a player's own phone a simultaneous choice is sealed, also in its short form.
function recordTyped(line) {
  const name = ownPlayer();
  const [typed, length] = [line.normalize(), name?.normalize().length];
  const isOwn = name !== null && typed.slice(0, length).toLowerCase() === name.normalize().toLowerCase() && /^[:\s]/.test(typed.slice(length));
  const step = isOwn ? typed.slice(length).replace(/^[:\s]+/, "") : line;
  const word = splitWords(step)[0].toLowerCase();
  const begins = (kind) => kind === word || kindOf(kind).letter === word || (word.length > 1 && kind.startsWith(word)) || stockOf(kind)?.cards.some((card) => card.code.toLowerCase() === word);
  const choosing = openMoves().expects.find((one) => name !== null && one.actor === name)?.kinds.filter(isSimultaneous) || [];
  return choosing.some(begins) ? send("seal", { player: name, step }) : send("record", { lines: [line] });
}

const unseal = () => send("seal", { player: ownPlayer(), step: null });

export function send(path, body) {
  if (pendingRequest(game.name)) return undefined;
  const first = body.lines && draft.first ? { first: draft.first } : {};
  storePending(game.name, path, { version: game.moves?.version || game.version, ...first, ...body });
  clearDraft();
  drawPending();
  return sendNow();
}

export async function sendNow() {
  const name = game.name;
  const response = await sendPending(name);
  if (game.name !== name) return;
  drawPending();
  if (!response) {
    if (pendingRequest(name)) reconnect();
    return;
  }
  game.answered = response.version;
  if (response.request.path === "seal" && response.exit === 0) storage.set("seal." + name + "." + response.request.body.player, response.request.body.key);
  if (isRecorded(response)) game.recorded = response;
  else drawAnswer(response);
  await refresh();
  if (game.name === name && game.version === game.answered) drawReadBack();
}

// Words for a request, by its path.
const settingsInWords = (settings) => [Object.entries(settings).map((setting) => setting.join(" = ")).join(", ")];
const REQUEST_WORDS = {
  record: ({ lines }) => drawInLine(lines.join("\n")),
  seal: ({ player, step }) => [player + (step ? ": sealed" : " chooses again")],
  undo: () => ["Undo"],
  redo: () => ["Redo"],
  amend: ({ edits }) => [edits.join(" / ")],
  head: ({ changes }) => settingsInWords(changes),
  rule: ({ rules }) => settingsInWords(rules),
};
export const drawRequest = ({ path, body }) => element("span", "", ...REQUEST_WORDS[path](body));

// Draws the pending request.
export function drawPending() {
  const pending = pendingRequest(game.name);
  const { waiting } = game.view;
  waiting.hidden = !pending;
  if (pending) {
    game.view.answer.replaceChildren();
    waiting.replaceChildren(
      element("p", "", element("b", "", "Waiting to be sent: "), drawRequest(pending)),
      element("div", "choices", button("Send now", sendNow), button("Drop it", () => {
        storage.set("waiting." + game.name, null);
        drawPending();
        drawPanel();
      })),
    );
  }
}
