// The elements that several scripts use: buttons, inputs, forms and grids. Those that reports use, too, are in `table.js`.
import { element, overflowObserver, setLabel, svgElement } from "./table.js";

export { displayText, drawing, element, prose, sentence, setLabel, svgElement } from "./table.js";

// Creates a button; `label` is a node, a text or a list. `does` identifies a button with an ambiguous label. `name` is the accessible
// name. A button that `repeats` may be tapped at any speed.
export function button(label, act, { className = "", title, pressed, does, name, repeats } = {}) {
  const node = element("button", className, ...[label].flat());
  node.type = "button";
  if (title) node.title = title;
  if (does) node.dataset.does = does;
  if (name) setLabel(node, name);
  if (repeats) node.dataset.repeats = "";
  if (pressed !== undefined) node.ariaPressed = String(pressed);
  node.addEventListener("click", act);
  return node;
}

// The accessible name of a button: its label, otherwise its content.
export function nameOfButton(node) {
  if (!(node instanceof Element)) return node.textContent;
  if (node.getAttribute("aria-hidden")) return "";
  return node.getAttribute("aria-label") || [...node.childNodes].map(nameOfButton).join(" ").trim();
}

// Creates the button that goes back in the panel.
export const backButton = (act) => button("‹", act, { className: "back", title: "back", name: "back" });

// Creates the button that closes an area; `name` is the accessible name.
export const closeButton = (act, name) => button("×", act, { className: "close", name });

// Creates a row of the panel's choices.
export const choiceRow = (...children) => element("div", "stage choices", ...children);

export const heading = (...words) => element("h2", "", ...words);

// Creates an input with its label.
export const field = (label, input) => element("label", "field", element("span", "", label), input);

// Attributes for a phone's keyboard. Sentences are corrected; names are only capitalised; lines of the notation are left as typed.
const KEYBOARDS = {
  sentences: { autocapitalize: "sentences" },
  names: { autocapitalize: "words", autocorrect: "off", spellcheck: "false" },
  lines: { autocapitalize: "none", autocorrect: "off", spellcheck: "false" },
};

// Creates an input; `of` is a key of KEYBOARDS. With `rows` the input is a textarea.
export function input(value = "", { of = "sentences", ...more } = {}) {
  const node = element(more.rows ? "textarea" : "input", "");
  for (const [name, setting] of Object.entries(KEYBOARDS[of])) node.setAttribute(name, setting);
  return Object.assign(node, more.rows ? {} : { type: "text" }, { autocomplete: "off", value, ...more });
}

// Creates a list to select from; `write` turns a value into its text.
export function select(values, chosen, write = String) {
  const option = (value) => Object.assign(element("option", "", write(value)), { value, selected: String(value) === String(chosen) });
  return element("select", "", ...values.map(option));
}

// Creates a form. Submitting calls `act`.
export function formOf(className, act, ...children) {
  const form = element("form", className, ...children);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(event);
  });
  return form;
}

// Creates the button that submits a form, on a ground of its own.
export const submitRow = (label) => element("div", "submit", element("button", "main", label));

// Creates an element with a role; the other arguments are those of `element`.
export const withRole = (role, ...args) => Object.assign(element(...args), { role });

// Shows parts in an element, and scrolls to it.
export function showIn(node, ...parts) {
  node.replaceChildren(...parts);
  node.scrollIntoView({ block: "nearest" });
}

// Creates an area for results, and functions that show and clear them.
export function resultArea() {
  const node = withRole("alert", "div", "told");
  return { node, show: (...parts) => showIn(node, ...parts), clear: () => node.replaceChildren() };
}

// Creates a table with a head. Headings are the cells of the head and the first cell of each row, unless they are empty.
export function grid(className, head, rows) {
  const row = (tag) => (cells) => element("tr", "", ...cells.map((cell, nth) => element(cell === "" || (nth && tag !== "th") ? "td" : "th", "", cell)));
  const node = element("div", "wide", element("table", className, element("thead", "", row("th")(head)), element("tbody", "", ...rows.map(row("td")))));
  overflowObserver.observe(node);
  return node;
}

// Draws a square icon.
export const icon = (path, size = 24, className = "sign") => svgElement("svg", { viewBox: `0 0 ${size} ${size}`, class: className, "aria-hidden": "true" }, svgElement("path", { d: path }));

// Whether a point is in a rectangle.
export const isWithin = ({ left, right, top, bottom }, x, y) => left <= x && x <= right && top <= y && y <= bottom;

export const capitalize = (words) => words[0].toUpperCase() + words.slice(1);

// Copies a text and returns whether that succeeded. Without a secure connection there is no clipboard API: then the text is copied from
// an input that is put after `beside`.
export async function copy(text, beside) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const copyInput = input(text, { className: "unseen" });
    beside.after(copyInput);
    copyInput.select();
    const isCopied = document.execCommand("copy");
    copyInput.remove();
    beside.focus();
    return isCopied;
  }
}
