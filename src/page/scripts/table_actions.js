// Buttons on the table: a tap on a card, pile or row begins or completes a step.
import { backButton, button, choiceRow, element, nameOfButton, setLabel, withRole } from "./dom.js";
import { pendingRequest } from "./net.js";
import { canBeDone, chooseVerb, draft, hasSimultaneousChoices, isMine, isPlayerSet, isSimultaneous, nameOf, openSteps, record, stockOf, thingAtPlace, updateDraft } from "./record.js";
import { game } from "./state.js";

// The elements of the table that can be tapped, each with its actions.
function tableActions() {
  const { view, table, moves } = game;
  const isOpen = moves && !pendingRequest(game.name) && !table.complete && !table.closed && !table.halted && !table.counted;
  if (!isOpen || (hasSimultaneousChoices() && !isPlayerSet()) || (moves.next_round?.first.length > 1 && !draft.first)) return new Map();
  const actions = new Map();
  const add = (node, act) => node && actions.set(node, [...(actions.get(node) || []), act]);
  const things = [...view.table.querySelectorAll("tr, .card, .pile")];
  const nodeOf = (thing) => things.find((node) => node.drawn === thing);
  for (const { actor, kinds } of moves.expects.filter(isMine)) {
    for (const verb of kinds.filter((kind) => canBeDone(actor, kind) && !isSimultaneous(kind))) {
      if (draft.verb !== undefined && (draft.verb !== verb || draft.actor !== actor)) continue;
      const steps = openSteps({ actor, verb });
      // A tap on a face-down pile takes a card unseen, or asks which card turned up.
      const unseen = steps.find(({ parts }) => parts.place === null && !parts.cards.length);
      for (const pile of unseen || draft.verb === undefined ? pilesOf(verb) : []) {
        add(nodeOf(pile), { label: unseen?.step ?? verb, actor, act: () => (unseen ? record(actor, verb, unseen.step) : chooseVerb(actor, verb)) });
      }
      const places = [...new Set(steps.map((step) => step.parts.place))];
      for (const place of places.filter((place) => place !== null)) {
        const cardless = steps.filter((step) => step.parts.place === place && !step.parts.cards.length);
        const act = cardless.length === 1 && !stockOf(verb) ? () => record(actor, verb, cardless[0].step) : () => updateDraft({ actor, verb, place, places, cards: [], options: undefined });
        const thing = thingAtPlace({ actor, verb }, place);
        add(thing && nodeOf(thing), { label: verb + " " + place, actor, act });
      }
      // Open cards in the middle are taken by a tap on the card.
      if (stockOf(verb)) continue;
      for (const { step, parts: { place, cards } } of steps.filter(({ parts }) => parts.place === null && parts.cards.length === 1)) {
        for (const piece of openPieces().filter((piece) => isCard(piece, cards[0]))) add(nodeOf(piece), { label: step, actor, place, act: () => record(actor, verb, step) });
      }
    }
  }
  return actions;
}

// The face-down piles that steps with a verb take from.
const pilesOf = (verb) => game.table.zones.flatMap(({ line }) => line ?? []).filter((piece) => piece.taken_by?.includes(verb));

// The pieces of the cards that lie open in the middle of the table, except in grids.
export const openPieces = () => game.table.zones.filter(({ line, priority }) => line && priority === "shared").flatMap(({ line }) => line.filter((piece) => piece.card));

// Whether a drawn piece is the card with this code. Titles are compared, too, as an egg and an adventurer can share a code.
export const isCard = (piece, code, stocks = game.book.stocks) => stocks.some(({ cards }) => cards.some((card) => card.code === code && card.title === piece.title && JSON.stringify(card.card) === JSON.stringify(piece.card)));

// Turns elements of the table into buttons; of a row the first cell is the button. If several steps are possible, a tap lists them.
export function offerOnTable() {
  markChosen();
  for (const oldButton of game.view.table.querySelectorAll(".act")) oldButton.replaceWith(...oldButton.childNodes);
  for (const [node, actions] of tableActions()) {
    const names = actions.map(({ actor, label }) => nameOf(actor) + ": " + label);
    const act = actions.length === 1 ? actions[0].act : () => updateDraft({ verb: undefined, options: actions });
    const cell = node.matches("tr") ? node.firstChild : null;
    const name = [nameOfButton(cell ?? node), ...names].filter(Boolean).join(", ");
    const actButton = button("", act, { className: "act", does: "table: " + names.join(", "), name });
    if (cell) {
      actButton.append(...cell.childNodes);
      cell.append(actButton);
    } else {
      node.replaceWith(actButton);
      actButton.append(node);
    }
  }
}

// Draws a face-down card beside the name of each player whose choice is sealed.
function markChosen() {
  const { view, table } = game;
  for (const name of table.chosen ?? []) {
    const heading = view.table.querySelector(".zone.p" + table.players.indexOf(name) + " [role=heading]");
    if (!heading || heading.parentNode.querySelector(".chosen")) continue;
    heading.after(setLabel(withRole("img", "span", "covered chosen"), "has chosen"));
  }
}

// Draws the steps that are possible with the tapped element.
export function drawOptions() {
  const choices = draft.options.map(({ label, actor, act }) => button(label, act, { className: "verb", does: "option: " + nameOf(actor) + ": " + label }));
  return [element("div", "crumbs", backButton(() => updateDraft({ options: undefined }))), choiceRow(...choices)];
}
