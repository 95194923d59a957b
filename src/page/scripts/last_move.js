// The cards that were played last: each is marked where it lies, and moves into place when it is new.
import { setLabel } from "./dom.js";
import { isSimultaneous, splitWords } from "./record.js";
import { actorPrefix, partsOf } from "./responses.js";
import { slideFrom } from "./slide.js";
import { keyOf } from "./table.js";

// The place of each card that lies on a table, by its key.
export const placesOfCards = (table) => new Map([...table.querySelectorAll(".card")].map((card) => [card.dataset.key, card.getBoundingClientRect()]));

// The verb of a line, without the player.
const verbOf = (line) => splitWords(line.slice(actorPrefix(line).length))[0];

// The line of the last player, or the lines of all players who chose at once.
function lastMoves(lines) {
  const moves = lines.filter(actorPrefix).reverse();
  const verb = moves.length ? verbOf(moves[0]) : "";
  const end = moves.findIndex((line) => verbOf(line) !== verb);
  return isSimultaneous(verb) ? moves.slice(0, end < 0 ? moves.length : end) : moves.slice(0, 1);
}

// Marks the cards that the last moves among `lines` name, and returns them. Of several copies, the one at the place that the step names
// is marked, otherwise the one before the player, otherwise the only one in the middle of the table.
export function markLastMove(table, players, lines) {
  const markCard = (face, seat, places) => {
    const copies = [...table.querySelectorAll(".card:not(.moved)")].filter((card) => card.dataset.key === keyOf(face) && isInReach(card, seat));
    const isAtPlace = (copy) => places.includes(copy.closest("tr")?.cells[0].textContent);
    const isOwn = (copy) => copy.closest(".zone.p" + seat);
    const groups = [copies.filter((copy) => isOwn(copy) && isAtPlace(copy)), copies.filter(isAtPlace), copies.filter(isOwn), copies.filter((copy) => !copy.closest("td.p" + seat)), copies];
    const [card, ...others] = groups.find((group) => group.length) ?? [];
    if (!card || (others.length && !isOwn(card))) return [];
    card.classList.add("moved");
    setLabel(card, card.ariaLabel + ", played last");
    return [card];
  };
  const markLine = (line) => {
    const [parts, seat] = [partsOf(line), players.indexOf(actorPrefix(line).slice(0, -2))];
    return parts.flatMap((part, nth) => (part.word ? markCard(part.face, seat, placesAround(parts[nth - 1], parts[nth + 1])) : []));
  };
  return lastMoves(lines).flatMap(markLine);
}

// The words around a card that may name its place: `2` in "grow 2 CARD", `1` in "play CARD at 1".
const placesAround = (before, after) => [String(before).trim().split(" ").at(-1), String(after).match(/^ at ([^ ;]+)/)?.[1]];

// Whether a card doesn't lie in the column of another player, whose collection nobody else adds to.
const isInReach = (card, seat) => {
  const cell = card.closest("td");
  return !cell || !/\bp\d/.test(cell.className) || cell.classList.contains("p" + seat);
};

// Slides cards from the places of their keys, or in from above.
export function slideCards(cards, places) {
  for (const card of cards) slideFrom(card, places.get(card.dataset.key));
}
