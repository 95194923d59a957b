"use strict";
// Draws what lies on a table from its zones: lines, and rows of words and cards. Nothing in it is ever read as markup.

const SUITS = { M: "Moons", S: "Suns", W: "Waves", L: "Leaves", Y: "Wyrms", K: "Knots" };
const SVG = "http://www.w3.org/2000/svg";

// What can't be seen, or changes what is seen of the rest, is shown as an escape.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]/gu;
const escaped = (text) => text.replace(UNSEEN, (char) => "\\u{" + char.codePointAt(0).toString(16) + "}");

// Words that run from right to left, as a name may: what stands around them keeps its place.
const RIGHT_TO_LEFT = /[RTL](?:[RTL\p{M}\s'’.-]*[RTL])?/u.source.replaceAll("RTL", "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1eeff}");
const isolated = (text) => text.replace(new RegExp(RIGHT_TO_LEFT, "gu"), "\u2068$&\u2069");
const ISOLATED = new RegExp("(\u2068" + RIGHT_TO_LEFT + "\u2069)", "u");

// One apostrophe and one minus sign, whoever wrote the words.
const typeset = (text) => text.replace(/(\p{L})'/gu, "$1’").replace(/(^|[^\p{L}\p{N}.-])-(?=\d)/gu, "$1−");

// Words as they are shown; what is so already stays.
const seen = (text) => text.split(ISOLATED).map((part, nth) => (nth % 2 ? part : isolated(typeset(escaped(part))))).join("");

// An element; words in it are never markup, and nothing in them is unseen.
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.map((child) => (typeof child === "string" ? seen(child) : child)));
  return made;
}

// What a screen reader calls it.
const call = (made, name) => made.setAttribute("aria-label", seen(name));

function suitSign(letter) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", letter);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#suit-" + letter);
  svg.append(use);
  return svg;
}

const RANKS = { A: "Ace", C: "Crown", P: "Pawn", T: "Court", EX: "Excuse" };

// A card as it is read out: `Ace of Waves`, `Pawn of Suns, Waves and Knots`, `Greenfinch 2`.
function nameOfCard({ card: printed, title }) {
  if (title) return title + " " + printed.at(-1).text;
  const [rank, ...suits] = printed.map(({ text, ink }) => SUITS[ink] || RANKS[text] || text);
  return suits.length ? rank + " of " + suits.join(", ").replace(/, ([^,]*)$/, " and $1") : rank;
}

// What is printed on a card: words in their ink, suits as signs.
function drawCard(face) {
  const { card: printed } = face;
  const card = element("span", "card");
  for (const { text, ink } of printed) {
    if (card.childNodes.length) card.append(" ");
    card.append(SUITS[ink] ? suitSign(ink) : element("span", ink || "", text));
  }
  if (!printed.some(({ ink }) => SUITS[ink])) card.classList.add("long");
  if (printed.some(({ text }) => text.length > 3)) card.classList.add("wordy");
  card.setAttribute("role", "img");
  call(card, nameOfCard(face));
  return card;
}

// A line: cards that follow one another are fanned.
function drawText(pieces) {
  const line = document.createDocumentFragment();
  let fan = null;
  for (const piece of pieces) {
    if (piece.card) {
      fan ||= line.appendChild(element("span", "fan"));
      fan.append(drawCard(piece));
    } else if (fan && /^=\S+$/.test(piece.text)) {
      // The number that a wild card stands for belongs to it.
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
  call(table, [zone, ...head.slice(0, 1).flat().map(({ text }) => text)].join(", "));
  return table;
}

// What a zone is called that is nobody's.
const ZONES = { standing: "How it stands", shared: "The middle of the table" };

// Draws zones into `root`; what lies before one player is put together, and marked for those who may act.
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
      call(zone, seat === undefined ? ZONES[kind] || kind : line?.[0].text || "");
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
  for (const grid of drawn.querySelectorAll(".wide")) measured.observe(grid);
}

// What is broader than its zone is scrolled with keys, too.
const measured = new ResizeObserver((changed) => {
  for (const { target } of changed) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
