"use strict";
// What comes of a step that was sent: read back, a foul, somebody who was faster, a question.

function drawAnswer({ status, exit, version, answer, step }) {
  const { answer: root } = game.view;
  // A choice that is held for its player may be a foul, too.
  const error = answer.error || answer.verdict;
  const isFoul = exit === 1 || Boolean(answer.verdict);
  const shown = isFoul ? foul(error, step) : exit === 0 ? done(answer, step) : status === 409 ? faster(answer, step) : refused(error, step);
  root.className = "answer " + (isFoul ? "foul" : exit === 0 ? "done" : "asks");
  root.setAttribute("role", isFoul ? "alert" : "status");
  root.replaceChildren(...shown, ...(shown.length ? [closing(root)] : []));
  game.answered = version;
  const asked = step.body.lines?.[0] ?? step.body.step;
  if (asked) game.typed = exit === 0 || isKnown(error) ? "" : asked;
  say(spoken(root));
}

const isKnown = (error) => error?.message === "already recorded";

// What is read aloud of an answer: its words without its buttons.
const spoken = (root) => [...root.querySelectorAll("p, li")].map((part) => part.textContent).join(". ");

function closing(root) {
  const close = button("×", () => root.replaceChildren(), { className: "close" });
  call(close, "close the answer");
  return close;
}

// Whether a line is recorded or a choice sealed, rather than the log changed.
const isStep = ({ path }) => path === "record" || path === "seal";

// Whether it is told what a change would do before it is made.
const isPreviewed = ({ path }) => path === "amend" || path === "rule";

const done = (answer, step) => (isStep(step) ? entered(answer) : changed(step, answer));

function entered({ entered: steps = [], proved = [] }) {
  const told = steps.map((step) => {
    const overruled = step.overruled ? element("span", "faint", " let stand") : "";
    const said = element("p", "", element("span", "", step.actor ? step.actor + ": " : ""), step.read_back, overruled);
    return [said, tellings(step.tellings)];
  });
  const revokes = proved.map((finding) => element("p", "hot", "A revoke is proved: " + (finding.message || "")));
  return [...told.flat(), ...revokes];
}

const tellings = (all = []) => element("ul", "tellings", ...all.map((telling) => element("li", "", typeof telling === "string" ? telling : telling.text || telling.message || "")));

// The player that a line begins with, as `Ada: `; nothing where it names none.
const actorOf = (line) => game.table.players.map((name) => name + ": ").find((actor) => line.startsWith(actor)) || "";

// What a rule stands against: what is wrong, by which clause, what would be legal; `again` does that instead.
function broken(error, line, again) {
  const parts = [element("p", "", element("b", "hot", error.verdict + ": "), line), element("p", "", error.message), clause(error.clause)];
  for (const { key, value, legal_under } of error.rules || []) parts.push(element("p", "faint", `decided by the table rule ${key} = ${value}; under ${legal_under.join(" or ")} it would be legal`));
  const hint = (text) => element("span", "hint", text);
  const legal = [...(error.alternatives || []).map((text) => (again ? button(text, () => again(text)) : hint(text))), ...(error.hints || []).map(hint)];
  if (legal.length) parts.push(element("p", "faint", "Legal instead:"), element("div", "choices", ...legal));
  return [...parts, ...lyingElsewhere(error.elsewhere)];
}

// A foul is taken back, or let stand.
function foul(error, step) {
  if (!isStep(step)) return unchanged(error, step.path, askedBy(step));
  const { player, step: sealed } = step.body;
  const line = error.text || player + ": " + sealed;
  // What another player may do instead names that player.
  const again = (text) => (player && !actorOf(text) ? send("seal", { player, step: text }) : send("record", { lines: [actorOf(text) ? text : actorOf(line) + text] }));
  const parts = broken(error, line, again);
  parts.push(element("div", "choices", button("Take it back", startOver, { className: "main" })));
  if (error.verdict === "illegal") parts.push(letStand((reason) => (player ? again(sealed + " ! " + reason) : send("record", { lines: [error.let_stand + " ! " + reason] }))));
  return parts;
}

function startOver() {
  game.view.answer.replaceChildren();
  game.typed = "";
  startAgain();
}

function letStand(act) {
  const reason = element("input", "");
  Object.assign(reason, { type: "text", placeholder: "reason", required: true, autocomplete: "off" });
  call(reason, "why it is let stand");
  const form = element("form", "typed", reason, element("button", "", "Let it stand"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (reason.value.trim()) act(reason.value.trim());
  });
  return form;
}

function clause(id) {
  const found = game.book.sections.flatMap((section) => section.clauses).concat(game.book.table_clauses).find((clause) => clause.id === id);
  return found ? element("p", "clause", element("b", "", id), " ", found.text) : element("p", "clause", id || "");
}

// Somebody was faster: what they recorded.
function overtaken({ error, since = [] }) {
  const lines = since.map(({ at, text }) => element("li", "", element("span", "at", at), " ", text));
  const parts = [element("p", "", isKnown(error) ? "Already recorded, by somebody else." : capitalized(error.message) + ".")];
  if (lines.length) parts.push(element("ol", "lines", ...lines));
  return parts;
}

// What a step asked for, without the version that it was made for.
const askedBy = ({ body: { version: _version, key: _key, ...body } }) => body;

// The same, and the step again; what a change further back would do now is told anew.
function faster(answer, step) {
  const parts = overtaken(answer);
  if (isKnown(answer.error)) return parts;
  const body = askedBy(step);
  parts.push(element("p", "", isStep(step) ? "Not recorded: " : "Not done: ", element("b", "", textOf(step))));
  const anew = async () => {
    await refresh();
    preview(step.path, body);
  };
  if (isStep(step)) parts.push(element("div", "choices", button("Record it now", () => send(step.path, body), { className: "main" }), button("Drop it", startOver)));
  else if (isPreviewed(step)) parts.push(element("div", "choices", button("What would change now?", anew, { className: "main" })));
  return parts;
}

// What could not be understood, and what was expected; of what can be meant in several ways each is offered, and `again` takes it.
function unread(error, again) {
  const parts = [element("p", "", error?.message || "It could not be done.")];
  if (error?.expected) parts.push(element("p", "faint", "Expected: " + error.expected));
  if (error?.options) parts.push(element("div", "choices", ...error.options.map((text) => button(text, () => again(text)))));
  return parts;
}

// What a rule stands against, or what could not be understood.
const refusedBy = (error, again) => (error.verdict ? broken(error, error.text) : unread(error, again));

// What could not be understood of a line that was to be recorded, or a question with its answers.
function refused(error, step) {
  const { player } = step.body;
  const parts = unread(error, (text) => (player ? send("seal", { player, step: text.slice(actorOf(text).length) }) : send("record", { lines: [text] })));
  const players = (error?.players || []).map((first) => button(first, () => send("record", { lines: step.body.lines, first })));
  if (players.length) parts.push(element("div", "choices", ...players));
  for (const finding of error?.findings || []) parts.push(element("p", "faint", finding.round + "." + finding.line + " " + finding.message));
  return parts;
}
