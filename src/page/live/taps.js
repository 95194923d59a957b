"use strict";
// What a tap is meant for: a button takes none that was made before anybody can have seen it, nor the second of a double tap.

const SEEING = 350; // milliseconds
// A second tap where the first one was is longer held to be of the same double tap.
const SAME_PLACE = { time: 700, distance: 24 }; // milliseconds, CSS pixels

const CONTROLS = "button, a[href], summary";
const taps = { seen: new Map(), last: null, ignored: 0 };

// What a button is, also after it was drawn anew: where it stands, under which heading, and what it does.
function identityOf(control) {
  const area = control.closest("dialog, .panel, .answer, .waiting, header, section, main");
  const heading = [...(area?.querySelectorAll("h2") || [])].map((one) => one.textContent).join();
  return [area?.className, heading, control.dataset.does || control.getAttribute("aria-label") || control.textContent].join("\n");
}

// When each button was first drawn.
function lookAtControls() {
  const now = performance.now();
  const controls = [...document.querySelectorAll(CONTROLS)].map(identityOf);
  taps.seen = new Map(controls.map((identity) => [identity, taps.seen.get(identity) ?? now]));
}
new MutationObserver(lookAtControls).observe(document.body, { childList: true, subtree: true });

// Whether a tap on a button now, at a place on the screen, was meant for it.
function isMeant(control, { clientX, clientY }) {
  const now = performance.now();
  const { last } = taps;
  const identity = identityOf(control);
  const since = now - (last?.at ?? -Infinity);
  const isSamePlace = Boolean(last) && Math.hypot(clientX - last.x, clientY - last.y) < SAME_PLACE.distance;
  const isSame = identity === last?.identity;
  const isSeen = now - (taps.seen.get(identity) ?? now) >= SEEING;
  taps.last = { at: now, x: clientX, y: clientY, identity };
  // A stepper and the like are tapped as fast as one likes.
  if (isSame && control.dataset.repeats !== undefined) return true;
  return isSeen && !(isSame && since < SEEING) && !(!isSame && isSamePlace && since < SAME_PLACE.time);
}

// Keys and scripts press buttons without a tap.
document.addEventListener("click", (event) => {
  const control = event.detail > 0 && event.target.closest(CONTROLS);
  if (!control || isMeant(control, event)) return;
  taps.ignored += 1;
  // Whoever did mean it sees that it was not taken.
  control.animate([{ opacity: 0.3 }, { opacity: 1 }], SEEING);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
