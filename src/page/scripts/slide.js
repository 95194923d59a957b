// Slides elements to where they lie after a change.
const SLIDE = { duration: 350, easing: "ease-out" }; // milliseconds

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// Slides a node to its place from a rectangle where it lay, or in from above if there is none.
export function slideFrom(node, from) {
  if (reducedMotion.matches) return;
  const { left, top } = node.getBoundingClientRect();
  const start = from ? `translate(${from.left - left}px, ${from.top - top}px)` : "translateY(-1.5rem)";
  node.animate([{ transform: start, opacity: from ? 1 : 0 }, {}], SLIDE);
}

// Makes a change, and slides nodes from their places before it.
export function slideWhile(nodes, change) {
  const places = [...nodes].map((node) => [node, node.getBoundingClientRect()]);
  change();
  for (const [node, place] of places) slideFrom(node, place);
}
