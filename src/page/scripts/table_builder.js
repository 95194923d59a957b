// A table that is built by tapping, place by place. The server lists the places and the cards that can lie there. The server also
// converts places to text, and typed text to places.
import { button, element, field, input, setLabel, showIn, withRole } from "./dom.js";
import { session } from "./net.js";
import { drawCardGrid } from "./record.js";
import { explainRejection } from "./responses.js";
import { drawCard } from "./table.js";

const NOTHING = { gone: false, cards: [], more: null };
const PAD = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "⌫"];

// Creates a table to build. `ask` requests its places. `storageKey` returns `[key, about]`: the table is stored under `key`, and restored
// while `about` is unchanged. `unstated` stands for a number that is not given.
export function createBuilder(ask, storageKey = () => [null, null], unstated = "?") {
  const zones = element("div", "zones building");
  const dock = element("div", "dock");
  const message = withRole("alert", "div", "told");
  const lines = element("div", "stack");
  const textForm = element("details", "as-text", element("summary", "", "As text"), lines, message);
  // A button that drops the restored table.
  const dropButton = button("Drop what was laid, and begin anew", () => {
    session.set(storageKey()[0], null);
    load();
  }, { className: "as-text minor" });
  // The server's latest response, the place that is being filled (`{part, nth, group}`), and whether typed text is newer than the drawn
  // table.
  let state = null;
  let openPlace = null;
  let isTyped = false;
  let timer = 0;
  let requests = 0;
  let texts = [];

  const placesOf = ({ of }) => state.places[of === null ? "table" : "player"];
  const ownerOf = ({ of }) => of ?? "the table";
  const cardsOf = (place, group) => state.decks[place.decks[Math.min(group, place.decks.length - 1)]];
  const groupOf = ({ part, nth, group }) => part.said[nth]?.[group] ?? NOTHING;
  const isOpen = (part, nth, group) => openPlace?.part === part && openPlace.nth === nth && openPlace.group === group;

  // Draws a card of a place, with the number that it stands for.
  const picture = (place, group, code) => {
    const face = cardsOf(place, group).find((card) => card.code === code || card.as.some((value) => value.code === code));
    return drawCard(face ? { ...face, stands: face.as.find((value) => value.code === code)?.number } : { card: [{ text: code }] });
  };

  const put = (part, nth, value) => {
    part.said[nth] = value;
    isTyped = false;
    message.replaceChildren();
    zones.dispatchEvent(new Event("input", { bubbles: true }));
    draw();
    clearTimeout(timer);
    timer = setTimeout(write, 200);
  };
  const putGroup = (at, change) => {
    const { part, nth, group } = at;
    const groups = [...(part.said[nth] ?? [])];
    while (groups.length <= group) groups.push(NOTHING);
    groups[group] = { ...groups[group], ...change };
    put(part, nth, groups);
  };
  const select = (at) => {
    openPlace = at && isOpen(at.part, at.nth, at.group) ? null : at;
    draw();
    if (openPlace) zones.querySelector(".heap[aria-pressed=true], .count [aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  };

  // The name of a group of cards in a place, with its number if the place has several.
  const nameOfGroup = ({ each, groups, what }, group) => (each ? each + " " + (group + 1) : groups === 1 ? what : what + " " + (group + 1));

  function heap(part, nth, place, group) {
    const at = { part, nth, group };
    const { gone, cards, more } = groupOf(at);
    const cardNodes = cards.map((code) => picture(place, group, code));
    const words = [gone ? place.gone : "", more === null ? "" : "+" + more].filter(Boolean).map((text) => element("span", "faint", text));
    const label = nameOfGroup(place, group);
    const inside = cardNodes.length ? [element("span", "fan", ...cardNodes)] : [element("span", "empty", part.said[nth] ? "–" : "+")];
    const groupLabel = place.groups === 1 ? [] : [element("span", "faint", place.each ? label : String(group + 1))];
    const contents = cardNodes.map((card) => card.ariaLabel).concat(words.map(({ textContent }) => textContent));
    const name = ownerOf(part) + ", " + label + ": " + (contents.join(", ") || (part.said[nth] ? "nothing" : "not said"));
    return button([...groupLabel, ...inside, ...words], () => select(at), { className: "heap", pressed: isOpen(part, nth, group), does: "place: " + ownerOf(part) + ", " + label, name });
  }

  // A button for a field without cards: a name, a number, or a flag.
  const chip = (part, nth, label, act, pressed, shown = label) => {
    const [owner, { what }] = [ownerOf(part), placesOf(part)[nth]];
    return button(shown, act, { className: "chip", pressed, does: "place: " + owner + ", " + what + ": " + label, name: owner + ", " + what + (label === what ? "" : ": " + shown) });
  };
  const spot = (place, ...content) => element("div", "spot " + place.holds, place.what === place.each + "s" ? "" : element("span", "faint", place.what), element("div", "row", ...content));

  // Draws the stated value of a place, by its kind of value. Returns null if the place is unstated, and offered as a chip.
  const DRAW_BY_KIND = {
    cards: (part, nth, place) => {
      const value = part.said[nth];
      const isAt = openPlace?.part === part && openPlace.nth === nth;
      if (!place.always && !value && !isAt) return null;
      const count = place.groups ?? Math.max(1, value?.length ?? 0, isAt ? openPlace.group + 1 : 0);
      const heaps = Array.from({ length: count }, (_, group) => heap(part, nth, place, group));
      const isNext = place.groups === null && value?.at(-1) && (value.at(-1).cards.length || value.at(-1).gone);
      const next = isNext && !(isAt && openPlace.group >= value.length) ? [button("+", () => select({ part, nth, group: count }), { className: "heap next", does: "place: " + ownerOf(part) + ", another " + place.each, name: ownerOf(part) + ", another " + (place.each || "one") })] : [];
      return spot(place, ...heaps, ...next);
    },
    count: (part, nth, place) => {
      const value = part.said[nth];
      if (!place.always && value === null && !isOpen(part, nth, 0)) return null;
      return spot(place, chip(part, nth, value === null ? "?" : String(value), () => select({ part, nth, group: 0 }), isOpen(part, nth, 0), value === null ? unstated : undefined));
    },
    name: (part, nth, place) => spot(place, ...state.players.map((name) => chip(part, nth, name, () => put(part, nth, part.said[nth] === name ? null : name), part.said[nth] === name))),
    names: (part, nth, place) => {
      const value = part.said[nth];
      if (!value?.length && !isOpen(part, nth, 0)) return null;
      const toggle = (name) => put(part, nth, value?.includes(name) ? value.filter((other) => other !== name) : [...(value ?? []), name]);
      return spot(place, ...state.players.map((name) => chip(part, nth, name, () => toggle(name), Boolean(value?.includes(name)))));
    },
    mark: () => null,
  };

  function zone(part, seat) {
    const places = placesOf(part);
    const drawn = places.map((place, nth) => DRAW_BY_KIND[place.holds](part, nth, place));
    const marks = places.flatMap((place, nth) => (part.said[nth] === true ? [chip(part, nth, place.what, () => put(part, nth, null), true)] : []));
    // Chips for the places that are unstated and rarely needed.
    const unstatedChips = places.flatMap((place, nth) => {
      if (drawn[nth] || part.said[nth]) return [];
      return [chip(part, nth, place.what, () => (place.holds === "mark" ? put(part, nth, true) : select({ part, nth, group: 0 })))];
    });
    const name = part.of === null ? "The middle" : element("bdi", "", part.of);
    const moreButton = button(part.isMore ? "less" : "more", () => {
      part.isMore = !part.isMore;
      draw();
    }, { className: "minor", does: "place: more, " + ownerOf(part), name: (part.isMore ? "less" : "more") + " to say: " + ownerOf(part) });
    moreButton.ariaExpanded = String(Boolean(part.isMore));
    const node = element("section", "zone " + (part.of === null ? "shared" : "player p" + seat), element("div", "crumbs", element("h3", "", name), unstatedChips.length ? moreButton : ""), ...drawn.filter(Boolean));
    if (marks.length) node.append(element("div", "choices", ...marks));
    if (part.also) node.append(element("p", "faint", "also: " + part.also));
    if (part.isMore && unstatedChips.length) node.append(element("div", "choices others", ...unstatedChips));
    return node;
  }

  const UNSTATED = "I don’t know";
  function drawDock() {
    const place = openPlace && placesOf(openPlace.part)[openPlace.nth];
    const isIdle = !openPlace || place.holds === "names";
    dock.classList.toggle("idle", isIdle);
    if (isIdle) return dock.replaceChildren(element("p", "faint", "Tap a place: here you say what lies there."));
    const done = button("Done", () => select(null), { className: "main", does: "place: done" });
    const unstate = button(UNSTATED, () => {
      const { part, nth } = openPlace;
      openPlace = null;
      put(part, nth, null);
    }, { className: "minor", does: "place: not said" });
    const head = element("div", "crumbs", element("h3", "", ownerOf(openPlace.part) + ": " + nameOfGroup(place.holds === "cards" ? place : { what: place.what, groups: 1 }, openPlace.group)), unstate, done);
    return dock.replaceChildren(head, ...(place.holds === "cards" ? cardKeys(place) : [numberPad(openPlace, openPlace.part.said[openPlace.nth], (value) => put(openPlace.part, openPlace.nth, value), place)]));
  }

  // Draws a pad for a number. `enter` gets the number, or null if no digit remains. The first digit replaces the earlier number.
  function numberPad(at, value, enter, { words = "", signed }) {
    const oldText = value === null ? "" : String(value);
    const press = (key) => {
      const newText = key === "⌫" ? oldText.slice(0, -1) : key === "±" ? String(-Number(oldText)) : at.isBegun ? oldText + key : key;
      at.isBegun = true;
      enter(newText === "" || newText === "-" ? null : Math.max(-9999, Math.min(9999, Number(newText))));
    };
    const names = { "⌫": "take the last digit away", "±": "less than nothing" };
    const keys = PAD.map((key) => Object.assign(button(key, () => press(key), { does: "pad: " + key, name: names[key] ?? key, repeats: true }), { disabled: key === "±" && !signed }));
    return element("div", "pad", element("output", "", words + (oldText || "?")), ...keys);
  }

  // Draws the cards to put in, dimmed if all copies lie in some place; the cards of the place, removable by a tap; and other statements.
  function cardKeys(place) {
    const at = openPlace;
    const { gone, cards, more } = groupOf(at);
    const laidCards = state.laid.flatMap((part) => placesOf(part).flatMap(({ holds }, nth) => (holds === "cards" && part.said[nth] ? part.said[nth].flatMap((group) => group.cards) : [])));
    const copiesOf = ({ code, as }) => laidCards.filter((laidCode) => laidCode === code || as.some((value) => value.code === laidCode)).length;
    const choices = cardsOf(place, at.group);
    const add = (code) => putGroup(at, { cards: [...cards, code] });
    const grid = drawCardGrid(choices, (card) => (card.as.length ? askNumber(card) : add(card.code)), undefined, (card) => place.copies !== null && copiesOf(card) >= place.copies);
    const askNumber = ({ as }) => grid.replaceWith(element("div", "choices", element("span", "", "It stands for"), ...as.map(({ code, number }) => button(number, () => add(code), { does: "stands: " + number }))));
    const putBackButtons = cards.map((code, nth) => {
      const card = picture(place, at.group, code);
      setLabel(card, "put back " + card.ariaLabel);
      return button(card, () => putGroup(at, { cards: cards.filter((_, index) => index !== nth) }), { className: "pick", does: "put back: " + code });
    });
    const toggleButton = (label, pressed, act) => button(label, act, { className: "chip", pressed, does: "place: " + label });
    const emptyToggle = cards.length || more || gone ? [] : [toggleButton("nothing lies here", Boolean(at.part.said[at.nth]), () => putGroup(at, {}))];
    const toggles = [
      ...(place.gone ? [toggleButton(place.gone, gone, () => putGroup(at, { gone: !gone }))] : []),
      ...(place.more ? [toggleButton(more === null ? "more, covered" : "+" + more + " more", Boolean(at.isCounted), () => {
        Object.assign(at, { isCounted: !at.isCounted, isBegun: false });
        draw();
      })] : []),
      ...emptyToggle,
    ];
    const pad = at.isCounted ? numberPad(at, more, (value) => putGroup(at, { more: value }), { words: "+" }) : grid;
    return [pad, element("div", "chosen-cards slots", ...putBackButtons), element("div", "choices", ...toggles)];
  }

  function draw() {
    const focused = document.activeElement?.dataset.does;
    const scrolled = dock.querySelector(".deck")?.scrollTop ?? 0;
    zones.replaceChildren(...state.laid.map((part, nth) => zone(part, state.players.indexOf(part.of) < 0 ? nth : state.players.indexOf(part.of))));
    drawDock();
    dock.querySelector(".deck")?.scrollTo(0, scrolled);
    const sameButton = focused && [...zones.querySelectorAll("button"), ...dock.querySelectorAll("button")].find((node) => node.dataset.does === focused);
    (sameButton || null)?.focus({ preventScroll: true });
  }

  // Applies a response of the server, or shows its error. Returns whether the response was applied.
  function applyResponse(response, isDrawnAnew) {
    if (response.exit !== 0) {
      textForm.open = true;
      showIn(message, ...explainRejection(response.answer.error));
      return false;
    }
    message.replaceChildren();
    const { answer } = response;
    if (isDrawnAnew || !state) {
      state = { ...answer, players: answer.laid.map(({ of }) => of).filter((of) => of !== null) };
      openPlace = null;
      draw();
      // A table without places is typed.
      textForm.open ||= !state.places.player.length;
    } else state.parts = answer.parts;
    texts = answer.parts;
    drawLines();
    return true;
  }

  function drawLines() {
    const inputs = [...lines.querySelectorAll("input")];
    const namedTexts = texts.map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1).trim()]);
    if (inputs.map(({ name }) => name).join() === namedTexts.map(([name]) => name).join()) {
      for (const [nth, [, text]] of namedTexts.entries()) if (inputs[nth] !== document.activeElement) inputs[nth].value = text;
      return;
    }
    lines.replaceChildren(...namedTexts.map(([name, text]) => {
      const line = input(text, { of: "lines", name });
      line.addEventListener("input", () => (isTyped = true));
      line.addEventListener("change", read);
      return field(name === "table" ? "the table" : name, line);
    }));
  }
  const typedParts = () => [...lines.querySelectorAll("input")].map(({ name, value }) => name + ": " + value.trim());

  const requestTable = async (body, isDrawnAnew) => {
    const nth = (requests += 1);
    clearTimeout(timer);
    const typedText = typedParts().join();
    const response = await ask(body);
    // A newer request or newer typed text makes this response outdated.
    if (nth !== requests || (isTyped && typedParts().join() !== typedText)) return false;
    isTyped &&= response.exit !== 0;
    if (!applyResponse(response, isDrawnAnew)) return false;
    const [key, about] = storageKey();
    if (key && (body.laid || body.parts)) session.set(key, { about, texts });
    return true;
  };
  const write = () => requestTable({ laid: state.laid }, false);
  const read = () => requestTable({ parts: typedParts() }, true);

  // Loads the given texts, otherwise the stored table, otherwise an empty one.
  function load(newTexts) {
    const [key, about] = storageKey();
    const stored = session.get(key);
    const parts = newTexts ?? (JSON.stringify(stored?.about) === JSON.stringify(about) ? stored.texts : undefined);
    dropButton.hidden = Boolean(newTexts) || !parts;
    state = null;
    zones.replaceChildren();
    dock.replaceChildren();
    texts = parts ?? texts;
    drawLines();
    return requestTable(parts ? { parts } : {}, true);
  }

  return {
    node: element("div", "builder", zones, dock, textForm, dropButton),
    load,
    // Returns the parts after the server has parsed them, or null if it can't.
    parts: async () => ((await (isTyped || !state ? read() : write())) ? state.parts : null),
    texts: () => texts,
    // Asks for a piece of a part, or for missing pieces of any part.
    ask: ({ of, piece } = {}) => {
      for (const part of state.laid) {
        part.isMore ||= of === undefined || part.of === of;
        const nth = part.of === of ? placesOf(part).findIndex(({ word, holds }) => word === piece && !["name", "mark"].includes(holds)) : -1;
        openPlace = nth < 0 ? openPlace : { part, nth, group: 0 };
      }
      draw();
    },
    before: () => state?.before ?? null,
  };
}
