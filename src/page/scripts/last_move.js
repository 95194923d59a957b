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

// Marks the cards that the last moves among `lines` name, and returns them. Of several copies, the one before the player is marked.
export function markLastMove(table, players, lines) {
  const cardOf = (line) => ({ face }) => {
    const copies = [...table.querySelectorAll(".card:not(.moved)")].filter((card) => card.dataset.key === keyOf(face));
    const card = copies.find((copy) => copy.closest(".zone.p" + players.indexOf(actorPrefix(line).slice(0, -2)))) ?? copies.at(-1);
    if (!card) return [];
    card.classList.add("moved");
    setLabel(card, card.ariaLabel + ", played last");
    return [card];
  };
  return lastMoves(lines).flatMap((line) => partsOf(line).filter((part) => part.word).flatMap(cardOf(line)));
}

// Slides cards from the places of their keys, or in from above.
export function slideCards(cards, places) {
  for (const card of cards) slideFrom(card, places.get(card.dataset.key));
}
