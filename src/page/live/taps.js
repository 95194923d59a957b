"use strict";
// Ignores accidental taps: on a button that has just appeared, and the second tap of a double tap.

const APPEAR_GUARD = 350; // milliseconds
// A second tap at the same place counts as a double tap for longer.
const SAME_PLACE = { time: 700, distance: 24 }; // milliseconds, CSS pixels

const CONTROLS = "button, a[href], summary";
const taps = { seen: new Map(), last: null, ignored: 0 };

// The identity of a button, which it keeps when it is drawn again: its area, the heading above it, and what it does.
function identityOf(control) {
  const area = control.closest("dialog, .panel, .answer, .waiting, header, section, main");
  const heading = [...(area?.querySelectorAll("h2") || [])].map((one) => one.textContent).join();
  return [area?.className, heading, control.dataset.does || control.getAttribute("aria-label") || control.textContent].join("\n");
}

// When each button was first drawn.
function noteControls() {
  const now = performance.now();
  const controls = [...document.querySelectorAll(CONTROLS)].map(identityOf);
  taps.seen = new Map(controls.map((identity) => [identity, taps.seen.get(identity) ?? now]));
}
new MutationObserver(noteControls).observe(document.body, { childList: true, subtree: true });

// Whether a tap on a button was intended.
function isIntended(control, { clientX, clientY }) {
  const now = performance.now();
  const { last } = taps;
  const identity = identityOf(control);
  const since = now - (last?.at ?? -Infinity);
  const isSamePlace = Boolean(last) && Math.hypot(clientX - last.x, clientY - last.y) < SAME_PLACE.distance;
  const isSame = identity === last?.identity;
  const isSeen = now - (taps.seen.get(identity) ?? now) >= APPEAR_GUARD;
  taps.last = { at: now, x: clientX, y: clientY, identity };
  // Steppers may be tapped as fast as one likes.
  if (isSame && control.dataset.repeats !== undefined) return true;
  return isSeen && !(isSame && since < APPEAR_GUARD) && !(!isSame && isSamePlace && since < SAME_PLACE.time);
}

// Clicks from the keyboard and from scripts have no detail, and pass.
document.addEventListener("click", (event) => {
  const control = event.detail > 0 && event.target.closest(CONTROLS);
  if (!control || isIntended(control, event)) return;
  taps.ignored += 1;
  // Shows that the tap was ignored.
  control.animate([{ opacity: 0.3 }, { opacity: 1 }], APPEAR_GUARD);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
