// The end of a round or of the game: the winner, the items of each player, the chart of the score, and the next choices. The items are
// turned over one by one while the points count up.
import { drawChart } from "./charts.js";
import { button, displayText, element } from "./dom.js";
import { beginGame, freeName, openNewGame, titleOf, today } from "./home.js";
import { addressOf, ask, createKey, storage } from "./net.js";
import { broadScreen, notify, say, show } from "./page.js";
import { openStatistics, share, sharePicture } from "./reports.js";
import { drawTellings } from "./responses.js";
import { drawItem, nothingFor } from "./sheets.js";
import { reducedMotion, slideWhile } from "./slide.js";
import { game, mayRecord, onlyGame } from "./state.js";

export const PACE = { least: 350, most: 900, whole: 16000 }; // milliseconds: for an item at least and at most, and for all items
const COUNT_TIME = 350; // milliseconds

// The count in progress, or null: its element, the remaining steps, the timer of the next step, and the headline for the end.
export let animation = null;

export function drawRoundEnd(isNew) {
  const { table: { ended }, view: { ending } } = game;
  const identity = JSON.stringify(ended);
  document.body.classList.toggle("ended", Boolean(ended));
  if (ending.identity === identity) return;
  ending.identity = identity;
  stopCounting();
  ending.classList.remove("counting");
  ending.replaceChildren(...(ended ? roundEndParts(ended) : []));
  if (!ended) return;
  ending.parentElement.scrollTop = 0;
  if (isNew) countUp();
  else orderTallies(true);
}

// Puts the winners first, then who has most. During the count everybody stands by seat, so that the order doesn't give the result away.
function orderTallies(isCounted) {
  const list = game.view.ending.querySelector(".tallies");
  const compare = (a, b) => (isCounted && compareRanks(a, b)) || a.seat - b.seat;
  list.append(...[...list.children].sort(compare));
}

// Winners come first, then who has more points.
function compareRanks(a, b) {
  const pointsOf = ({ total }) => Number.parseFloat(String(total).replace("−", "-")) || 0;
  return b.wins - a.wins || pointsOf(b) - pointsOf(a);
}

// The question that stands in place of the headline during the count.
const questionOf = ({ over }) => (over ? "Who wins?" : "Who leads?");

function roundEndParts(ended) {
  const { name, over, shown } = ended;
  const winners = shown.players.flatMap((player, seat) => (player.wins ? [seat] : []));
  const ranked = shown.players.map((player, seat) => ({ ...player, seat })).sort(compareRanks);
  const hint = element("p", "faint skip", "Tap to see all at once");
  hint.hidden = true;
  const tallies = shown.rounds.at(-1).tallies.map((tally) => drawTallyOfEnd(tally, shown.players[tally.seat]));
  return [
    ...(over && mayRecord ? [] : [element("p", "faint", over ? "The game is over" : name + " is over")]),
    element("h2", "won" + (winners.length === 1 ? " p" + winners[0] : ""), shown.headline),
    hint,
    ...explainResult(shown.notes),
    element("p", "scores order", ...ranked.map(({ name: player, total, seat }) => element("span", "score p" + seat, player, " ", element("b", "", total)))),
    element("div", "choices", ...drawNextChoices(ended)),
    element("div", "tallies", ...tallies),
    ...(tallies.some((tally) => tally.querySelector(".pays")) ? [element("p", "faint", "Lifted cards are those that pay.")] : []),
    ...drawChart(ended.chart, "How the score went"),
  ];
}

// Explains the result: the deciding notes, and the consequences of the last step. A screen for watching, where nothing can be opened,
// leaves out the consequences.
function explainResult(notes) {
  const reasons = notes.map((note) => element("p", "decides", note));
  if (!mayRecord) return reasons;
  const sentences = game.table.last.flatMap((step) => step.tellings);
  return [...reasons, ...(sentences.length ? [element("details", "", element("summary", "", "Why?"), drawTellings(sentences))] : [])];
}

// Draws a player's items of the last round, and the points of each round. The steps that turn the items over are stored in the element.
function drawTallyOfEnd({ seat, name, items, nothing }, { total, besides, wins, before, rounds }) {
  const count = element("b", "count", total);
  const head = element("header", "", element("h3", "", name), besides ? element("span", "faint besides", besides) : "", wins ? element("span", "good", "★ wins") : "", count);
  const sums = rounds.map(({ name: round, points }) => element("span", "", round, " ", element("b", "", points)));
  const itemNodes = items.map((item) => drawItem(item, false));
  const root = element("section", "tally p" + seat + (wins ? " wins" : ""), head,
    sums.length ? element("p", "rounds", ...sums) : "",
    element("ul", "items", ...itemNodes),
    nothing.length ? element("p", "faint", nothingFor(nothing)) : "");
  Object.assign(root, { seat, wins, total });
  root.count = { node: count, final: total, before };
  root.steps = items.flatMap(({ steps, value }, nth) => stepsOf(itemNodes[nth], steps, value));
  return root;
}

// The steps that turn an item over: the elements that each turns up, and its points. Eggs are turned up one by one, the sum with the last.
function stepsOf(item, eggs, value) {
  const [label, points, cards] = [item.querySelector(".label"), item.querySelector(".points"), [...item.querySelectorAll(".card")]];
  if (!eggs) return [{ item, nodes: [label, ...cards, points], points: value }];
  return eggs.map((egg, nth) => ({ item, nodes: [...(nth ? [] : [label]), cards[nth], ...(nth + 1 === eggs.length ? [points] : [])], points: egg }));
}

// ---- Counting up

// Turns everything face down, then up, item by item. On a broad screen the players alternate.
export function countUp() {
  finishCounting();
  const tallies = [...game.view.ending.querySelectorAll(".tally")];
  const longest = Math.max(0, ...tallies.map(({ steps }) => steps.length));
  const stepsByTally = tallies.map((tally) => tally.steps.map((step) => ({ ...step, tally })));
  const steps = broadScreen.matches ? [...Array(longest).keys()].flatMap((nth) => stepsByTally.flatMap((tallySteps) => tallySteps.slice(nth, nth + 1))) : stepsByTally.flat();
  if (!steps.length || reducedMotion.matches) return;
  orderTallies(false);
  turn(steps.flatMap(({ nodes }) => nodes), false);
  for (const { count: { node, before } } of tallies) {
    if (before === null) turn([node], false);
    else setCount(node, before);
  }
  const { ending } = game.view;
  ending.querySelector(".skip").hidden = false;
  const won = ending.querySelector(".won");
  animation = { ending, steps, timer: 0, won, headline: won.textContent };
  ending.classList.add("counting");
  won.textContent = questionOf(game.table.ended);
  const pace = Math.min(PACE.most, Math.max(PACE.least, PACE.whole / steps.length));
  const next = () => {
    const step = animation.steps.shift();
    if (!step) return finishCounting();
    const { item, nodes, tally: { count }, points } = step;
    turn(nodes, true);
    item.scrollIntoView({ block: "nearest", behavior: "smooth" });
    if (count.before !== null && typeof points === "number") countTo(count.node, Number(count.node.dataset.at) + points);
    animation.timer = setTimeout(next, pace);
    return undefined;
  };
  animation.timer = setTimeout(next, pace);
}

// Turns parts of items up or face down, and hides them from screen readers while they are face down.
function turn(nodes, isUp) {
  for (const node of nodes) {
    node.classList.toggle("up", isUp);
    node.classList.toggle("down", !isUp);
    node.ariaHidden = isUp ? null : "true";
  }
}

function setCount(node, points) {
  node.dataset.at = points;
  node.textContent = displayText(String(points));
}

function countTo(node, to) {
  const from = Number(node.dataset.at);
  node.dataset.at = to;
  const start = performance.now();
  const draw = (now) => {
    if (!animation || node.dataset.at !== String(to)) return;
    const progress = Math.min(1, (now - start) / COUNT_TIME);
    node.textContent = displayText(String(Math.round(from + (to - from) * progress)));
    if (progress < 1) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

export function stopCounting() {
  clearTimeout(animation?.timer);
  animation = null;
}

// Ends the count: shows everything, and scrolls to the winner.
function finishCounting() {
  if (!animation) return;
  const { ending, won, headline } = animation;
  stopCounting();
  won.textContent = headline;
  ending.classList.remove("counting");
  slideWhile(ending.querySelectorAll(".tally"), () => orderTallies(true));
  turn(ending.querySelectorAll(".down"), true);
  for (const { count } of ending.querySelectorAll(".tally")) count.node.textContent = displayText(count.final);
  ending.querySelector(".skip").hidden = true;
  ending.parentElement.scrollTo({ top: 0, behavior: "smooth" });
  say(headline);
}

// A tap or a key skips the rest of the count.
document.addEventListener("pointerdown", finishCounting);
document.addEventListener("keydown", ({ key }) => ["Tab", "Shift"].includes(key) || finishCounting());

// ---- What can be done next

function drawNextChoices({ over, again, rematch: toRematch, evening }) {
  const choices = [];
  if (over && mayRecord) {
    if (again && !onlyGame) choices.push(toRematch ? button("To the rematch", () => followRematch(toRematch), { className: "main" }) : button("Rematch", () => rematch(again), { className: "main" }));
    choices.push(button("Share a picture", sharePicture), button("Share the report", () => share(addressOf(game.name, "report"))));
    if (evening > 1) choices.push(button("Share the evening", () => share(addressOf(game.name, "report?evening=true"))));
    choices.push(button("Statistics", openStatistics));
  }
  const replay = button("Count it again", countUp);
  replay.hidden = reducedMotion.matches;
  return [...choices, replay];
}

// Begins another game with the same players and cards. The first phone that asks begins the game; the others follow.
async function rematch(again) {
  const endedGame = game;
  if (endedGame.isRematchAsked) return undefined;
  endedGame.isRematchAsked = true;
  const date = today();
  const name = await freeName(date + " " + titleOf(again.game));
  const response = await ask("/api/games", { key: createKey(), name, date, after: endedGame.name, ...again });
  endedGame.isRematchAsked = false;
  if (!response.status) return notify(response.answer.error.message);
  if (response.exit === 0) return openNewGame(response.answer.file.replace(/\.toml$/, ""), [...sameCardsNote(again), ...response.answer.chosen]);
  storage.set("players", again.players);
  return beginGame(again.game);
}

// A sentence about the deck that the rematch keeps.
function sameCardsNote({ deck }) {
  const settings = Object.entries(deck).map(([key, value]) => "`" + key + " = " + value + "`");
  return settings.length ? ["The same cards as before: " + settings.join(", ") + "."] : [];
}

// Opens a rematch that another phone has begun.
export async function followRematch(name) {
  const { again } = game.table.ended;
  location.hash = encodeURIComponent(name);
  await show();
  notify(["The rematch has begun.", ...sameCardsNote(again)].join(" ").replaceAll("`", ""));
}
