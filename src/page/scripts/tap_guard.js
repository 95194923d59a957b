// Ignores accidental taps: a tap on a button that has just appeared or moved under the finger, and the second tap of a double tap.
import { element, isWithin } from "./dom.js";

const APPEAR_GUARD = 350; // milliseconds
// A second tap at the same place counts as a double tap within this time and distance.
const SAME_PLACE = { time: 700, distance: 24 }; // milliseconds, CSS pixels

const CONTROLS = "button, a[href], summary";
export const taps = { seen: new Map(), last: null, ignored: 0 };

// The identity of a button, which survives redrawing: its area, the heading above, and its action. The classes of a sheet change with
// what is loaded into it.
function identityOf(control) {
  const area = control.closest("dialog, .panel, .answer, .waiting, header, section, main");
  const heading = [...(area?.querySelectorAll("h2") || [])].map((node) => node.textContent).join();
  return [area?.matches("dialog") ? "sheet" : area?.className, heading, control.dataset.does || control.getAttribute("aria-label") || control.textContent].join("\n");
}

// The rectangle of a button, or of the whole row if the button is part of a table row.
const rectOf = (control) => (control.matches("tr .act") ? control.closest("tr") : control).getBoundingClientRect();
const clamp = (least, value, most) => Math.max(least, Math.min(value, most));

// Whether a tap at a point hits a button. A picker or the edge of a scrolling area may cover the button, but not beyond the screen.
function isHit(control, x, y) {
  const topmost = document.elementFromPoint(x, y);
  return !topmost || control.contains(topmost);
}

// Notes the place of each button, since when it can be hit there, and where it could be hit before. Scrolling keeps these times, as the
// user sees the button move.
function noteControls(isScrolled) {
  const now = performance.now();
  const note = (control) => {
    const identity = identityOf(control);
    const [place, earlier] = [rectOf(control), taps.seen.get(identity)];
    const isOpen = isHit(control, (place.left + place.right) / 2, (place.top + place.bottom) / 2);
    const isNear = earlier?.isOpen && Math.hypot(place.left - earlier.place.left, place.top - earlier.place.top) < SAME_PLACE.distance;
    const isKept = earlier && (isScrolled || isNear);
    return [identity, isKept ? { ...earlier, place, isOpen } : { place, isOpen, since: now, before: earlier?.isOpen ? earlier.place : null }];
  };
  taps.seen = new Map([...document.querySelectorAll(CONTROLS)].map(note));
}
new MutationObserver(() => noteControls(false)).observe(document.body, { childList: true, subtree: true });

let scrollTimer = 0;
document.addEventListener("scroll", () => {
  clearTimeout(scrollTimer);
  scrollTimer = setTimeout(() => noteControls(true), 100);
}, { capture: true, passive: true });

// The identities of the buttons at or close to a point.
function identitiesNear(x, y) {
  const isNear = (control) => {
    const { left, right, top, bottom } = rectOf(control);
    const nearest = [clamp(left + 1, x, right - 1), clamp(top + 1, y, bottom - 1)];
    return Math.hypot(nearest[0] - x, nearest[1] - y) < SAME_PLACE.distance && isHit(control, ...nearest);
  };
  return new Set([...document.querySelectorAll(CONTROLS)].filter(isNear).map(identityOf));
}

// Whether a tap on a button was intended. A tap's own time counts: a busy phone may handle it much later.
function isIntended(control, { clientX: x, clientY: y, timeStamp: now }) {
  const { last } = taps;
  const identity = identityOf(control);
  const { since = now, before } = taps.seen.get(identity) ?? {};
  const sinceLast = now - (last?.at ?? -Infinity);
  taps.last = { at: now, x, y, identity, near: identitiesNear(x, y) };
  // Steppers may be tapped at any speed.
  if (identity === last?.identity && sinceLast < APPEAR_GUARD) return control.dataset.repeats !== undefined;
  const isSamePlace = sinceLast < SAME_PLACE.time && Math.hypot(x - last.x, y - last.y) < SAME_PLACE.distance;
  // A button that was not near the last tap has moved under the finger.
  if (isSamePlace && !last.near.has(identity)) return false;
  return now - since >= APPEAR_GUARD || Boolean(before && isWithin(before, x, y));
}

// Draws a ring at the finger for an ignored tap.
function showIgnored(control, { clientX, clientY }) {
  const ring = element("span", "ignored-tap");
  Object.assign(ring.style, { left: clientX + "px", top: clientY + "px" });
  (control.closest("dialog") ?? document.body).append(ring);
  ring.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], SAME_PLACE.time).finished.finally(() => ring.remove());
}

// Clicks from the keyboard and from scripts have no detail, and pass.
document.addEventListener("click", (event) => {
  const control = event.detail > 0 && event.target.closest(CONTROLS);
  if (!control || isIntended(control, event)) return;
  taps.ignored += 1;
  showIgnored(control, event);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
