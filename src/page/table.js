"use strict";
// Draws what lies on a table from its zones: lines, and rows of words and cards. Nothing in it is ever read as markup.

const SUITS = { M: "Moons", S: "Suns", W: "Waves", L: "Leaves", Y: "Wyrms", K: "Knots" };
const SVG = "http://www.w3.org/2000/svg";

// What can't be seen, or changes what is seen of the rest, is shown as an escape.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]/gu;
const seen = (text) => text.replace(UNSEEN, (char) => "\\u{" + char.codePointAt(0).toString(16) + "}");

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

// What is printed on a card: words in their ink, suits as signs.
function drawCard(printed) {
  const card = element("span", "card");
  const name = [];
  for (const { text, ink } of printed) {
    if (name.length) card.append(" ");
    name.push(SUITS[ink] || text);
    card.append(SUITS[ink] ? suitSign(ink) : element("span", ink || "", text));
  }
  if (!printed.some(({ ink }) => SUITS[ink])) card.classList.add("long");
  if (printed.some(({ text }) => text.length > 3)) card.classList.add("wordy");
  card.setAttribute("role", "img");
  call(card, name.join(" "));
  return card;
}

// A line: cards that follow one another are fanned.
function drawText(pieces) {
  const line = document.createDocumentFragment();
  let fan = null;
  for (const piece of pieces) {
    if (piece.card) {
      fan ||= line.appendChild(element("span", "fan"));
      fan.append(drawCard(piece.card));
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

function drawGrid({ head, rows, asides, players }, acting) {
  const aside = (index) => (index >= head.length - asides ? "aside" : acting.includes(players[index - 1]) ? "acting" : "");
  const cells = (row, name) => row.map((text, index) => element(name, aside(index), drawText(text)));
  const table = element("table", head.length - asides === 2 ? "pairs" : "", element("thead", "", element("tr", "", ...cells(head, "th"))));
  table.append(element("tbody", "", ...rows.map((row) => element("tr", "", ...cells(row, "td")))));
  return table;
}

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
      last = { key: JSON.stringify(priority), zone };
    }
    if (line) zone.append(element("p", "row", drawText(line)));
    if (grid) zone.append(element("div", "wide", drawGrid(grid, acting)));
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
