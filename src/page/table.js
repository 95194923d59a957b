"use strict";
// Draws a table from its zones: lines of words and cards, and grids. Text is never parsed as markup.

// The suits of the games, in their order: each is drawn by a symbol of the document, and its name is its ink.
const SUITS = [...document.querySelectorAll(".suits symbol")].map(({ id }) => id.replace("suit-", ""));
const SVG = "http://www.w3.org/2000/svg";

// Invisible characters, and those that change how others are shown, are shown as escapes.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]/gu;
const escaped = (text) => text.replace(INVISIBLE, (char) => "\\u{" + char.codePointAt(0).toString(16) + "}");

// Right-to-left text, as in a name, is isolated so that the text around it keeps its order.
const RIGHT_TO_LEFT = /[RTL](?:[RTL\p{M}\s'’.-]*[RTL])?/u.source.replaceAll("RTL", "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1eeff}");
const isolated = (text) => text.replace(new RegExp(RIGHT_TO_LEFT, "gu"), "\u2068$&\u2069");
const ISOLATED = new RegExp("(\u2068" + RIGHT_TO_LEFT + "\u2069)", "u");

// One apostrophe and one minus sign, whoever wrote the words.
const typeset = (text) => text.replace(/(\p{L})'/gu, "$1’").replace(/(^|[^\p{L}\p{N}.-])-(?=\d)/gu, "$1−");

// Text as it is displayed. Doing it twice changes nothing.
const displayText = (text) => text.split(ISOLATED).map((part, nth) => (nth % 2 ? part : isolated(typeset(escaped(part))))).join("");

// An element; strings become text, with nothing invisible in it.
function element(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children.map((child) => (typeof child === "string" ? displayText(child) : child)));
  return node;
}

// Sets the name for screen readers.
const setLabel = (node, name) => node.setAttribute("aria-label", displayText(name));

function suitSign(suit) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", suit);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#suit-" + suit);
  svg.append(use);
  return svg;
}

// The name of a card for screen readers: `Ace of Waves`, `Pawn of Suns, Waves and Knots`, `Greenfinch 2`.
function nameOfCard({ card: printed, title, rank }) {
  if (title) return title + " " + printed.at(-1).text;
  const [first, ...suits] = printed.map(({ text, ink }) => (SUITS.includes(ink) ? ink : text));
  return suits.length ? (rank || first) + " of " + suits.join(", ").replace(/, ([^,]*)$/, " and $1") : rank || first;
}

// Draws a card: words in their ink, suits as icons.
function drawCard(face) {
  const { card: printed } = face;
  const card = element("span", "card");
  for (const { text, ink } of printed) {
    if (card.childNodes.length) card.append(" ");
    card.append(SUITS.includes(ink) ? suitSign(ink) : element("span", ink || "", text));
  }
  if (!printed.some(({ ink }) => SUITS.includes(ink))) card.classList.add("long");
  if (printed.some(({ text }) => text.length > 3)) card.classList.add("wordy");
  card.setAttribute("role", "img");
  setLabel(card, nameOfCard(face));
  return card;
}

// Draws a line; adjacent cards form a fan.
function drawText(pieces) {
  const line = document.createDocumentFragment();
  let fan = null;
  for (const piece of pieces) {
    if (piece.card) {
      fan ||= line.appendChild(element("span", "fan"));
      fan.append(drawCard(piece));
    } else if (fan && /^=\S+$/.test(piece.text)) {
      // The number that a wild card stands for is drawn on it.
      fan.lastChild.append(element("b", "stands", piece.text));
    } else if (piece.text.trim() || !fan) {
      fan = null;
      line.append(element("span", piece.ink || "", piece.text));
    }
  }
  return line;
}

function drawGrid({ head, rows, asides, players }, acting, zone) {
  const aside = (index) => (index >= head.length - asides ? "aside" : acting.includes(players[index - 1]) ? "acting" : "");
  const cells = (row, name) => row.map((text, index) => element(name, aside(index), drawText(text)));
  const table = element("table", head.length - asides === 2 ? "pairs" : "", element("thead", "", element("tr", "", ...cells(head, "th"))));
  table.append(element("tbody", "", ...rows.map((row) => element("tr", "", ...cells(row, "td")))));
  setLabel(table, [zone, ...head.slice(0, 1).flat().map(({ text }) => text)].join(", "));
  return table;
}

// The names of zones that belong to no player.
const ZONES = { standing: "How it stands", shared: "The middle of the table" };

// Draws zones into `root`; those of one player are grouped, and marked if the player may act.
function drawTable(root, zones, acting) {
  const drawn = element("div", "zones");
  let last = null;
  for (const { priority, line, grid } of zones) {
    const seat = priority.player;
    const kind = seat === undefined ? priority : "player";
    let zone = last && last.key === JSON.stringify(priority) && kind !== "standing" ? last.zone : null;
    if (!zone) {
      zone = drawn.appendChild(element("section", "zone " + kind + (acting.includes(seat) ? " acting" : "")));
      zone.setAttribute("role", "group");
      setLabel(zone, seat === undefined ? ZONES[kind] || kind : line?.[0].text || "");
      last = { key: JSON.stringify(priority), zone };
    }
    if (line) zone.append(element("p", "row", drawText(line)));
    if (grid) zone.append(element("div", "wide", drawGrid(grid, acting, zone.getAttribute("aria-label"))));
  }
  for (const heading of drawn.querySelectorAll(".zone > p:first-child > .strong:first-child")) {
    heading.setAttribute("role", "heading");
    heading.setAttribute("aria-level", "2");
  }
  root.replaceChildren(drawn);
  for (const grid of drawn.querySelectorAll(".wide")) overflowObserver.observe(grid);
}

// A grid that is broader than its zone can be scrolled by keyboard.
const overflowObserver = new ResizeObserver((changed) => {
  for (const { target } of changed) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
