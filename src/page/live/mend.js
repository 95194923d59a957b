"use strict";
// Changing the log: undo, redo, a line further back, told before it is written. And a move put together to be judged, here or there.

const MENDED = { undo: "Taken back: ", redo: "Brought back: " };
const AGAIN = 700; // milliseconds

// What a change did, in words. A table rule that does not stand in the log is as usual.
function changeInWords({ at, was, now, usual = "nothing" }) {
  const what = at.startsWith("rules.") ? at.slice("rules.".length).replaceAll("_", " ") : at;
  return what + ": " + (was ?? usual) + " → " + (now ?? usual);
}
const lineInWords = ({ line, text }) => (line === 0 ? "the round that begins with " + text : text);

// What was changed, and the way back.
function changed({ path }, { lines = [], changes = [], changed = [] }) {
  const all = lines.length ? lines.map(lineInWords) : [...changes, ...changed].map(changeInWords);
  const words = all.length ? all.map((words) => (MENDED[path] || "Changed: ") + words) : ["Done."];
  const [label, other] = path === "undo" ? ["Redo", "redo"] : ["Undo", "undo"];
  return [...words.map((words) => element("p", "", words)), element("div", "choices", button(label, () => change(other, {})))];
}

// Changes the log as it is shown. A second touch before anybody can have read what the first one did is none.
async function change(path, body) {
  const { changed } = game;
  if (changed?.path === path && (!changed.done || performance.now() - changed.done < AGAIN)) return;
  const now = { path, done: 0 };
  game.changed = now;
  await send(path, { version: game.version, ...body });
  now.done = performance.now();
}

// ---- A move to be judged, a line to be changed

// Asks for a line, by touch or typed; `act` gets it, and what tells how that went. Of the steps that the picker gives each takes the
// place of the first in the line: what follows it stays.
function asking(label, value, { act, word, at }) {
  const line = input(value, { required: true, spellcheck: false, placeholder: seen("as in " + exampleOf()) });
  line.setAttribute("autocapitalize", "off");
  const told = element("div", "told");
  told.setAttribute("role", "status");
  const root = element("div", "panel apart");
  const form = element("form", "stack", field(label, line), element("button", "main", word));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(line.value.trim(), told);
  });
  const take = (step) => {
    line.value = [step, ...line.value.split("; ").slice(1)].join("; ");
    told.replaceChildren();
    startAgain();
  };
  putTogether(at, root, take);
  return { form: element("div", "", form, told, root), line };
}

// The picker for a step at a place of the log, or now, that is not recorded but taken.
async function putTogether(at, root, take) {
  const told = await look("moves?in_view=true" + (at ? "&at=" + at : ""));
  if (told?.exit !== 0 || !root.isConnected || !told.answer.expects.length) return;
  apart = { moves: told.answer, root, take };
  startAgain();
  root.closest("dialog").addEventListener("close", () => {
    apart = null;
    if (game.view) startAgain();
  });
}

// What a line looks like: one of those that are open, or else the last.
function exampleOf() {
  const step = game.moves?.steps[0];
  return step ? step.actor + ": " + step.step : game.table.lines.at(-1)?.text || "";
}

// Was that legal? As the table stood before a line, or stands now.
function openDispute(at, text = "") {
  const judge = async (line, told) => {
    const answer = await look("try", { line, at });
    if (!answer) return told.replaceChildren(element("p", "", "The server can't be reached."));
    const again = (text) => take(text, told);
    told.replaceChildren(...(answer.exit === 2 ? unread(answer.answer.error, again) : judged(answer.answer)), element("p", "faint", "Nothing was recorded."));
    told.scrollIntoView({ block: "nearest" });
    return say(spoken(told));
  };
  const take = (text, told) => {
    line.value = text;
    judge(text, told);
  };
  const label = at ? "The move, as the table stood before " + at : "The move, as the table stands now";
  const { form, line } = asking(label, text.split(" ! ")[0], { act: judge, word: "Judge it", at });
  openSheet("Was that legal?", form);
  line.select();
}

function openAmend(spot, text) {
  const place = spot.replace("+", "");
  const label = place === spot ? "What it should say" : "The line that was forgotten, before " + place;
  const { form, line } = asking(label, text, { act: (line, told) => amend([spot + " " + line], told), word: "What would change?", at: place });
  openSheet("Change the log", form);
  line.focus();
}

// A change further back: what it would change is told first, then it is written, if the log is still the one that this was told of.
// What is refused is told where it was asked for.
const amend = (edits, asked) => preview("amend", { edits }, asked);

async function preview(path, body, asked = null) {
  const told = await look(path, { version: game.version, key: newKey(), preview: true, ...body });
  if (told?.exit !== 0) {
    const unreached = () => unread({ message: "The server can't be reached: try again." });
    const parts = !told ? unreached() : told.status === 409 ? faster(told.answer, { path, body }) : unchanged(told.answer.error, path, body, asked);
    if (asked?.isConnected) {
      asked.replaceChildren(...parts);
      return asked.scrollIntoView({ block: "nearest" });
    }
    closeSheets();
    return openSheet("What would change", ...parts);
  }
  closeSheets();
  const write = button("Write it", () => {
    closeSheets();
    change(path, { ...body, version: told.version });
  }, { className: "main" });
  openSheet("What would change", ...changes(told.answer), element("div", "choices", write, button("Leave it as it is", closeSheets)));
  return write.focus();
}

// Why a change was refused. An amendment that breaks a rule, or after which later lines do, is let stand with a reason.
function unchanged(error, path, body, asked) {
  const later = error.findings || [];
  const lines = later.map((finding) => element("li", "", finding.round + "." + finding.line + " ", finding.text || "", ": ", finding.message));
  const again = (text) => preview(path, { ...body, edits: [body.edits[0].split(" ")[0] + " " + text] }, asked);
  const parts = [...refusedBy(error, again), ...(lines.length ? [element("ul", "tellings", ...lines)] : [])];
  const isIllegal = error.verdict === "illegal" || (later.length > 0 && later.every(({ kind, line }) => kind === "illegal" && line > 0));
  if (path === "amend" && isIllegal) parts.push(letStand((reason) => preview(path, { ...body, overrule: reason }, asked)));
  return parts;
}

function changes({ changed, gone, come, scores, winners, effects, marked }) {
  const points = (value) => (Array.isArray(value) ? value.join(" to ") : String(value));
  const section = (title, items) => (items.length ? [element("h3", "", title), element("ul", "lines", ...items.map((item) => element("li", "", item)))] : []);
  const place = (finding) => finding.round + "." + finding.line + " " + finding.text + ": " + finding.message;
  return [
    ...section("The log", changed.map(changeInWords)),
    ...section("The score", scores.map(({ name, now, was }) => name + ": now " + points(now) + ", was " + points(was))),
    ...section("Who wins", winners ? ["now " + (winners.now?.join(", ") || "nobody") + ", was " + (winners.was?.join(", ") || "nobody")] : []),
    ...section("The same words do something else", effects.map((effect) => effect.at ? effect.at + " " + effect.text + ": now " + effect.now + ", was " + effect.was : effect.round + "." + effect.line + " " + (effect.text || effect.step || "") + ": now " + effect.now + ", was " + effect.was)),
    ...section("No foul any more", gone.map(place)),
    ...section("A foul now", come.map(place)),
    ...section("Let stand", marked.map((one) => (typeof one === "string" ? one : one.text ? (one.round ? one.round + "." + one.line + " " : "") + one.text : String(one)))),
    ...(changed.length + scores.length ? [] : [element("p", "faint", "Nothing else changes.")]),
  ];
}
