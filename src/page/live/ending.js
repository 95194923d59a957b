"use strict";
// The end of a round or of the game: who won; what each player scored, turned over item by item while the points count up; how the
// score went; and what can be done next.

const PACE = { least: 350, most: 900, whole: 16000 }; // milliseconds: of an item, and of all of them
const COUNT_TIME = 350; // milliseconds
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// What is being turned over: the steps that are left, and the timer of the next one.
let counting = null;

function drawEnding(isNew) {
  const { table: { ended }, view: { ending } } = game;
  const identity = JSON.stringify(ended);
  document.body.classList.toggle("ended", Boolean(ended));
  if (ending.identity === identity) return;
  ending.identity = identity;
  finishCounting();
  ending.replaceChildren(...(ended ? endingOf(ended) : []));
  if (!ended) return;
  ending.parentElement.scrollTop = 0;
  if (isNew) countUp();
}

const joined = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

// Who leads after a round, or who won.
function headline({ over, sheet: { players: all, unit = "points" } }) {
  if (over) return game.table.outcome;
  const players = all.filter(({ left }) => left === undefined);
  const most = ({ total, range }) => range?.[1] ?? total;
  const best = Math.max(...players.map(most));
  const [leading, others] = [true, false].map((leads) => players.filter((player) => (most(player) === best) === leads));
  const names = joined(leading.map(({ name }) => name));
  if (!others.length) return "All are level";
  const lead = best - Math.max(...others.map(most));
  if (leading.length > 1) return names + " lead";
  return names + " leads by " + lead + " " + (lead === 1 ? unit.replace(/s$/, "") : unit);
}

function endingOf(ended) {
  const { name, over, sheet: { players, tiebreak, notes = [], unit } } = ended;
  const last = roundsOf(players) - 1;
  // Who has left has no such round.
  const tallies = players.flatMap((player, seat) => (player.rounds[last] || player.left === undefined ? [tallyOfPlayer(player, seat, last, unit)] : []));
  const hint = element("p", "faint skip", "Tap to see all at once");
  hint.hidden = true;
  return [
    ...(over && mayRecord ? [] : [element("p", "faint", over ? "The game is over" : name + " is over")]),
    element("h2", "won", headline(ended)),
    ...whyOf([tiebreak, ...notes].filter(Boolean)),
    hint,
    element("div", "tallies", ...tallies),
    ...chartOf(ended),
    element("div", "choices", ...nextChoices(ended)),
  ];
}

// Why it stands like this: what decides, and what the last step said. A screen that only shows has nobody who could open it.
function whyOf(notes) {
  const decides = notes.map((note) => element("p", "", note));
  if (!mayRecord) return decides;
  const said = game.table.last.flatMap((step) => step.tellings);
  const parts = [...decides, ...(said.length ? [tellings(said)] : [])];
  return parts.length ? [element("details", "", element("summary", "", "Why?"), ...parts)] : [];
}

// A player's items of the last round. The steps that turn them over are kept with the element.
function tallyOfPlayer(player, seat, last, unit) {
  const round = player.rounds[last] ?? { items: [] };
  const isExact = typeof player.total === "number" && typeof round.total === "number";
  const final = unit ? pointsText(round) : pointsText(player);
  const count = element("b", "count", final);
  const [paid, unpaid] = [true, false].map((pays) => round.items.filter((item) => (item.points !== 0) === pays));
  const items = paid.map(itemOf);
  const earlier = unit || !last ? [] : [earlierItem(player.rounds.slice(0, last))];
  const nothing = unpaid.length ? [element("p", "faint", "Nothing for " + unpaid.map(({ label }) => label).join(", "))] : [];
  const head = element("header", "", element("h3", "", player.name), count);
  if (unit) head.append(element("span", "faint", pointsText(player) + " " + unit));
  if (player.winner) head.append(element("span", "good", "wins"));
  const root = element("section", "tally p" + seat + (player.winner ? " wins" : ""), head, element("ul", "items", ...earlier, ...items.map(({ node }) => node)), ...nothing);
  root.count = { node: count, final, before: isExact ? (unit ? 0 : player.total - round.total) : null };
  root.steps = items.flatMap(({ steps }) => steps);
  return root;
}

// What the rounds before the last one brought, with which the points of the last one make the total.
function earlierItem(rounds) {
  const known = rounds.filter(Boolean);
  const sum = (points) => known.reduce((all, round) => all + points(round), 0);
  const ends = [0, 1].map((end) => sum(({ total, range }) => range?.[end] ?? total));
  const label = capitalized(game.book.round) + (rounds.length > 1 ? "s 1 to " + rounds.length : " 1");
  const points = ends[0] === ends[1] ? { points: ends[0] } : { range: ends };
  return element("li", "item earlier", element("span", "label", label), element("b", "points", signedText(points)));
}

const codesOf = (item) => item.cards ?? item.with ?? item.eggs ?? [];

// An item with its cards; and its steps, each with what is turned over and the points for that. Eggs are turned one by one.
function itemOf(item) {
  const cards = codesOf(item).map((code) => {
    const card = pictureOf(code);
    if (item.left?.includes(code)) card.classList.add("pays");
    return card;
  });
  const points = element("b", "points", signedText(item));
  const node = element("li", "item", element("span", "label", item.label), element("span", "fan", ...cards), points);
  node.title = displayText(item.why || "");
  const values = (item.eggs ?? []).map(Number);
  const isEggByEgg = values.length > 1 && values.reduce((sum, value) => sum + value, 0) === item.points;
  const steps = isEggByEgg ? values.map((value, nth) => ({ node: cards[nth], points: value })) : [{ node, points: item.points }];
  return { node, steps };
}

const signedText = (item) => (item.points > 0 ? "+" : "") + pointsText(item);

// ---- Counting up

// Turns everything face down, then item by item up: on a broad screen one of each player after another.
function countUp() {
  finishCounting();
  const tallies = [...game.view.ending.querySelectorAll(".tally")];
  const most = Math.max(0, ...tallies.map(({ steps }) => steps.length));
  const all = tallies.map((tally) => tally.steps.map((step) => ({ ...step, tally })));
  const steps = broad.matches ? [...Array(most).keys()].flatMap((nth) => all.flatMap((one) => one.slice(nth, nth + 1))) : all.flat();
  if (!steps.length || reducedMotion.matches) return;
  for (const { node } of steps) node.classList.add("down");
  for (const { count } of tallies) if (count.before !== null) setCount(count.node, count.before);
  game.view.ending.querySelector(".skip").hidden = false;
  counting = { steps, timer: 0 };
  const pace = Math.min(PACE.most, Math.max(PACE.least, PACE.whole / steps.length));
  const next = () => {
    const step = counting.steps.shift();
    if (!step) return finishCounting();
    const { node, tally: { count }, points } = step;
    turnUp(node);
    node.scrollIntoView({ block: "nearest", behavior: "smooth" });
    if (count.before !== null && typeof points === "number") countTo(count.node, Number(count.node.dataset.at) + points);
    counting.timer = setTimeout(next, pace);
    return undefined;
  };
  counting.timer = setTimeout(next, pace);
}

function turnUp(node) {
  node.classList.remove("down");
  node.classList.add("up");
}

function setCount(node, points) {
  node.dataset.at = points;
  node.textContent = displayText(String(points));
}

function countTo(node, to) {
  const from = Number(node.dataset.at);
  node.dataset.at = to;
  const since = performance.now();
  const draw = (now) => {
    if (!counting || node.dataset.at !== String(to)) return;
    const part = Math.min(1, (now - since) / COUNT_TIME);
    node.textContent = displayText(String(Math.round(from + (to - from) * part)));
    if (part < 1) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

// Shows everything at once.
function finishCounting() {
  if (!counting) return;
  clearTimeout(counting.timer);
  counting = null;
  const { ending } = game.view;
  for (const node of ending.querySelectorAll(".down")) node.classList.remove("down");
  for (const { count } of ending.querySelectorAll(".tally")) count.node.textContent = displayText(count.final);
  const hint = ending.querySelector(".skip");
  if (hint) hint.hidden = true;
}

// A tap or a key skips what is left.
document.addEventListener("pointerdown", finishCounting);
document.addEventListener("keydown", ({ key }) => ["Tab", "Shift"].includes(key) || finishCounting());

// ---- How the score went

const CHART = { width: 600, height: 150, margin: 6 };

function svgElement(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// A line for each player; nothing if there is nothing to see.
function chartOf({ course, rounds, sheet: { players } }) {
  const all = [0, ...course.flat()];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  if (course.length < 3 || least === most) return [];
  const { width, height, margin } = CHART;
  const x = (nth) => (margin + (nth * (width - 2 * margin)) / (course.length - 1)).toFixed(1);
  const y = (points) => (height - margin - ((points - least) * (height - 2 * margin)) / (most - least)).toFixed(1);
  const across = { x1: 0, x2: width, y1: y(0), y2: y(0), class: "zero" };
  const svg = svgElement("svg", { viewBox: "0 0 " + width + " " + height, preserveAspectRatio: "none", class: "course", role: "img" },
    ...rounds.slice(1).map((nth) => svgElement("line", { x1: x(nth), x2: x(nth), y1: 0, y2: height, class: "zero" })),
    svgElement("line", across),
    ...players.map((_, seat) => svgElement("polyline", { points: course.map((totals, nth) => x(nth) + "," + y(totals[seat])).join(" "), class: "p" + seat })));
  setLabel(svg, "How the score went: " + players.map((player) => player.name + " " + pointsText(player)).join(", "));
  const key = players.map((player, seat) => element("span", "key p" + seat, player.name));
  return [element("figure", "", svg, element("figcaption", "", ...key))];
}

// ---- What can be done next

function nextChoices({ over, again, rematch: toRematch }) {
  const choices = [];
  if (over && mayRecord) {
    if (again && !only) choices.push(toRematch ? button("To the rematch", () => followRematch(toRematch), { className: "main" }) : button("Rematch", () => rematch(again), { className: "main" }));
    choices.push(button("Share the report", () => share(addressOf(game.name, "report"))), button("Statistics", openStatistics));
  }
  const replay = button("Count it again", countUp);
  replay.hidden = reducedMotion.matches;
  return [...choices, replay];
}

// Begins another game of the same players with the same cards. Whoever taps first begins it; the others come along.
async function rematch(again) {
  const asked = game;
  if (asked.isRematchAsked) return undefined;
  asked.isRematchAsked = true;
  const today = new Date().toLocaleDateString("sv");
  const name = await freeName(today + " " + titleOf(again.game));
  const begun = await request("/api/games", { key: newKey(), name, date: today, after: asked.name, ...again }).catch(() => null);
  asked.isRematchAsked = false;
  if (!begun) return notify("The server can't be reached: try again.");
  if (begun.exit === 0) return openBegun(begun.answer.file.replace(/\.toml$/, ""), [...keptOf(again), ...begun.answer.chosen]);
  storage.set("players", again.players);
  return beginGame(again.game);
}

// The cards that are in play again, in a sentence.
function keptOf({ deck }) {
  const kept = Object.entries(deck).map(([key, value]) => "`" + key + " = " + value + "`");
  return kept.length ? ["The same cards as before: " + kept.join(", ") + "."] : [];
}

// Goes on to a rematch that another phone has begun.
async function followRematch(name) {
  const { again } = game.table.ended;
  location.hash = encodeURIComponent(name);
  await show();
  notify(["The rematch has begun.", ...keptOf(again)].join(" ").replaceAll("`", ""));
}
