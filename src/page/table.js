// Draws a table from its zones: lines of words and cards, and grids. Text is never parsed as markup.

// The suits of the games, in order. Each suit is a symbol of the document; its name is also its ink.
export const SUITS = [...document.querySelectorAll(".suits symbol")].map(({ id }) => id.replace("suit-", ""));

// Characters that are shown as escapes: control characters, direction marks, noncharacters.
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/gu;
const escapeUnsafe = (text) => text.replace(UNSAFE, (char) => "\\u{" + char.codePointAt(0).toString(16) + "}");

// Right-to-left text, as in a name. It is isolated to keep the order of the text around it.
const RIGHT_TO_LEFT = /[RTL](?:[RTL\p{M}\s\u200c\u200d'’.-]*[RTL])?/u.source.replaceAll("RTL", "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1eeff}");
const isolateRightToLeft = (text) => text.replace(new RegExp(RIGHT_TO_LEFT, "gu"), "\u2068$&\u2069");
const ISOLATED_PART = new RegExp("(\u2068" + RIGHT_TO_LEFT + "\u2069)", "u");

// Normalises apostrophes and minus signs.
const typeset = (text) => text.replace(/(\p{L})'/gu, "$1’").replace(/(^|[^\p{L}\p{N}.-])-(?=\d)/gu, "$1−");

// Prepares a text for display. Idempotent.
export const displayText = (text) => text.split(ISOLATED_PART).map((part, nth) => (nth % 2 ? part : isolateRightToLeft(typeset(escapeUnsafe(part))))).join("");

// Creates an element. Strings become text, with invisible characters escaped.
export function element(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children.map((child) => (typeof child === "string" ? displayText(child) : child)));
  return node;
}

// Splits a sentence of the program into parts of an element. Backticks mark text that can be typed.
export function sentence(words) {
  const parts = words.split("`");
  return parts.length % 2 ? parts.map((part, nth) => (nth % 2 ? element("code", "", part) : part)) : [words];
}
export const prose = (name, className, words) => element(name, className, ...sentence(words));

// Gives an element a name for screen readers.
export const setLabel = (node, name) => Object.assign(node, { ariaLabel: displayText(name) });

export function svgElement(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Creates a reference to a drawing of the document.
export const drawing = (id, className) => svgElement("svg", { class: className, "aria-hidden": "true" }, svgElement("use", { href: "#" + id }));

// The drawings of cards, by their keys. The server computes the same keys (`key_of` in `card_svg.rs`).
const CARDS = new Map([...document.querySelectorAll(".cards > .card")].map((card) => [card.dataset.key, card]));
export const keyOf = ({ card: printed, title, stands }) => (title ? [title, printed.at(-1).text.split(" ")[0]] : printed.map(({ text, ink }) => (SUITS.includes(ink) ? ink : text))).concat(stands ? "=" + stands : []).join(" ");

// Draws a card, with the number that a wild card stands for. If the document has no drawing of the card, draws its words, and the
// picture of its title if there is one.
export function drawCard(face) {
  const original = CARDS.get(keyOf(face));
  if (!original) return drawWords(face);
  const card = original.cloneNode(true);
  for (const shapes of card.querySelectorAll("g")) shapes.replaceWith(svgElement("use", { href: "#" + shapes.id }));
  return card;
}

function drawWords({ card: printed, title = "" }) {
  const piece = title.toLowerCase().replaceAll(" ", "-");
  const words = title ? printed.at(-1).text : printed.map(({ text }) => text).join(" ");
  const parts = document.getElementById("piece-" + piece) ? [drawing("piece-" + piece, "picture " + piece)] : [];
  return setLabel(Object.assign(element("span", parts.length ? "card named" : "card", ...parts, element("span", "words", words)), { role: "img" }), words);
}

// Draws a card in a line of words. Its code stays there, invisible, for copying and searching; its printed words are not text.
export function drawCoded(word, face) {
  const card = drawCard(face);
  for (const words of card.querySelectorAll(".words")) {
    words.dataset.text = words.textContent;
    words.replaceChildren();
  }
  const code = Object.assign(element("span", "code-text"), { textContent: word, ariaHidden: "true" });
  return element("span", "coded", code, card);
}

// ---- Lines of a zone

// Keeps a name and its number in one line.
const joinNumbers = (text) => text.replace(/ ([+−-]?\d+)(?= · |$)/g, "\u00a0$1");

// Draws each player's points in the player's colour.
function drawScores({ about, now, scores }) {
  const chips = element("span", "scores", about ? element("span", now ? "faint at-present" : "faint", (now ? "now" : about) + ":") : "", ...scores.map(({ name, points }, seat) => element("span", "score p" + seat, element("bdi", "", name), " ", element("b", "", points))));
  if (about) chips.title = about;
  return setLabel(Object.assign(chips, { role: "group" }), about || "points");
}

// Draws a line. Adjacent cards form a fan, and cards joined by a plus stay together.
export function drawText(pieces) {
  const line = document.createDocumentFragment();
  let [fan, pair] = [null, null];
  // Points are drawn below their line.
  const chips = pieces.filter((piece) => piece.scores).map(drawScores);
  for (const [nth, piece] of pieces.entries()) {
    if (piece.scores || (piece.text === " · " && pieces[nth + 1]?.scores)) {
      fan = null;
    } else if (piece.card) {
      fan ||= line.appendChild(element("span", "fan"));
      const stands = pieces[nth + 1]?.text?.match(/^=(\S+)$/)?.[1];
      (pair || fan).append(Object.assign(drawCard({ ...piece, stands }), { drawn: piece }));
      pair = null;
    } else if (fan && piece.text === "+") {
      fan.append((pair = element("span", "pair", fan.lastChild, "+")));
    } else if (piece.taken_by) {
      fan = null;
      line.append(Object.assign(element("span", "pile", element("span", "covered"), piece.text), { drawn: piece }));
    } else if ((piece.text.trim() && !/^=\S+$/.test(piece.text)) || !fan) {
      fan = null;
      line.append(prose("span", (piece.ink || "") + (/^ *\(\d/.test(piece.text) ? " amount" : ""), joinNumbers(piece.text)));
    }
  }
  line.append(...chips.flatMap((chip) => [" ", chip]));
  return line;
}

// Whether a row has a strong text that ends in "now".
const isNow = (row) => row.flat().some(({ text, ink }) => ink === "strong" && text?.endsWith(" now"));

function drawGrid({ head, rows, asides, players }, acting, zone) {
  const columnClass = (index) => (index >= head.length - asides ? "aside" : acting.includes(players[index - 1]) ? "acting p" + players[index - 1] : players[index - 1] === undefined ? "" : "p" + players[index - 1]);
  const heads = head.map((texts) => texts.map(({ text }) => text).join(""));
  const cells = (row, tag) => row.map((text, index) => {
    const cell = element(tag, columnClass(index), drawText(text));
    if (cell.className === "aside") cell.dataset.head = heads[index];
    return cell;
  });
  const table = element("table", head.length - asides === 2 ? "pairs" : "", element("thead", "", element("tr", "", ...cells(head, "th"))));
  table.append(element("tbody", "", ...rows.map((row) => Object.assign(element("tr", isNow(row) ? "now" : "", ...cells(row, "td")), { drawn: row }))));
  // The style sheet lays out slots, perches and the collecting order as on the table.
  table.dataset.of = heads[0];
  return setLabel(table, [zone, ...head.slice(0, 1).flat().map(({ text }) => text)].join(", "));
}

// The names of zones that belong to no player.
const ZONES = { standing: "How it stands", shared: "The middle of the table" };

// Draws zones into `root`. The zones of one player are grouped, and marked if the player may act.
export function drawTable(root, zones, acting) {
  const zoneList = element("div", "zones");
  let previous = null;
  for (const { priority, line, grid } of zones) {
    const seat = priority.player;
    const kind = seat === undefined ? priority : "player";
    let zone = previous && previous.key === JSON.stringify(priority) && kind !== "standing" ? previous.zone : null;
    if (!zone) {
      zone = zoneList.appendChild(element("section", "zone " + kind + (seat === undefined ? "" : " p" + seat) + (acting.includes(seat) ? " acting" : "")));
      zone.role = "group";
      setLabel(zone, seat === undefined ? ZONES[kind] || kind : line?.[0].text || "");
      previous = { key: JSON.stringify(priority), zone };
    }
    if (line) zone.append(element("p", "row", drawText(line)));
    if (grid) zone.append(element("div", "wide", drawGrid(grid, acting, zone.getAttribute("aria-label"))));
  }
  for (const heading of zoneList.querySelectorAll(".zone > p:first-child > .strong:first-child")) {
    Object.assign(heading, { role: "heading", ariaLevel: "2" });
  }
  root.replaceChildren(zoneList);
  for (const grid of zoneList.querySelectorAll(".wide")) overflowObserver.observe(grid);
}

// Makes an element that overflows its frame scrollable by keyboard.
export const overflowObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
