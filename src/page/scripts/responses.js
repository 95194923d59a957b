// Draws the responses to requests: a step read back, a foul, a conflict with another phone, an error.
import { drawChanged, explainRefusal, preview } from "./corrections.js";
import { button, capitalize, closeButton, element, formOf, input, prose, sentence, setLabel } from "./dom.js";
import { refresh, say } from "./page.js";
import { clearDraft, drawRequest, keepFocus, pictureOfPlace, send, splitWords } from "./record.js";
import { linksToOtherLines, openLineAt } from "./sheets.js";
import { game } from "./state.js";
import { drawCoded } from "./table.js";

export function drawAnswer({ status, exit, answer, request }) {
  const { answer: root } = game.view;
  // A sealed choice may be a foul, too.
  const error = answer.error || answer.verdict;
  const isFoul = exit === 1 || Boolean(answer.verdict);
  const parts = isFoul ? drawFoul(error, request) : exit === 0 ? drawDone(answer, request) : status === 409 ? offerRetry(answer, request) : drawError(error, request);
  root.className = "answer " + (isFoul ? "foul" : exit === 0 ? "done" : "asks");
  root.role = isFoul ? "alert" : "status";
  root.replaceChildren(...parts, ...(parts.length ? [closeAnswerButton(root)] : []));
  const typed = request.body.lines?.[0] ?? request.body.step;
  if (typed) game.typed = exit === 0 || isAlreadyRecorded(error) ? "" : typed;
  say(spokenText(root));
}

const isAlreadyRecorded = (error) => error?.message === "already recorded";

// The text of a response for reading aloud, without its buttons.
export const spokenText = (root) => [...root.querySelectorAll("p, li")].map((part) => part.textContent).join(". ");

export const closeAnswerButton = (root) => closeButton(() => root.replaceChildren(), "close the answer");

// Whether a request records a line or seals a choice, rather than changing earlier parts of the log.
const isStep = ({ path }) => path === "record" || path === "seal";

// Whether a change has a preview.
const isPreviewed = ({ path }) => path === "amend" || path === "rule" || path === "head";

// Draws the response to this phone's own recording, once, together with the new table.
export function drawReadBack() {
  const { recorded } = game;
  game.recorded = null;
  if (recorded) drawAnswer(recorded);
}

export const isRecorded = ({ exit, request }) => exit === 0 && isStep(request);

const drawDone = (answer, request) => (isStep(request) ? drawRecorded(answer) : drawChanged(request, answer));

// Draws recorded steps and the revokes that they proved. After the last step of a round only the revokes are drawn, as the end of the
// round is displayed.
function drawRecorded({ entered, proved = [] }) {
  const steps = (game.table.ended ? [] : entered) ?? [];
  const parts = steps.map((step) => {
    const overruled = step.overruled ? element("span", "faint", " let stand") : "";
    const line = element("p", "", element("span", "", step.actor ? step.actor + ": " : ""), ...drawSentence(step.read_back), overruled);
    return [line, drawTellings(step.tellings)];
  });
  const revokes = proved.map((finding) => element("p", "hot", "A revoke is proved: ", ...drawSentence(finding.message || "")));
  return [...parts.flat(), ...revokes];
}

export const drawTellings = (tellings = []) => element("ul", "tellings", ...tellings.map((telling) => element("li", "", ...drawSentence(typeof telling === "string" ? telling : telling.text || telling.message || ""))));

// The server's texts that name cards or players, split into parts. Each card has its face.
export const parseWords = ({ texts, cards } = { texts: {} }) => Object.entries(texts).map(([text, parts]) => [text, parts.map((part) => (part.word ? { ...part, face: { ...cards[part.card], stands: part.stands } } : part))]);
export const partsOf = (text, words) => (words ?? game.words)?.get(text) ?? [text];

// Draws a part of a sentence or line. Cards are drawn.
export const drawPart = (part) => (part.word ? [drawCoded(part.word, part.face)] : part.name ? [element("bdi", "", part.name)] : sentence(part));
export const drawSentence = (text, words) => partsOf(text, words).flatMap(drawPart);
export const drawLine = (line, words) => element("span", "step", ...drawSentence(line, words));
export const drawProse = (name, className, words) => element(name, className, ...drawSentence(words));

// The player at the beginning of a line, as `Ada: `; empty if there is none.
export const actorPrefix = (line) => partsOf(line).slice(0, 1).map(({ name }) => (name ? name + ": " : "")).join("");

// The picture of the place that a step names, or null.
function targetOf(line) {
  const actor = actorPrefix(line);
  const [verb] = splitWords(line.slice(actor.length));
  const places = partsOf(line).filter((part) => !part.word && !part.name).flatMap(splitWords).filter(Boolean);
  const pictures = places.map((word) => pictureOfPlace({ actor: actor.slice(0, -2) || null, verb }, word));
  return pictures.find((picture) => picture?.querySelector(".card")) ?? null;
}

// Draws a fault in two parts: the step (if there is one) and its place, the message, and the clause with its text; and what can be done
// instead, the alternatives and the table rules that would allow the step. `again` records an alternative. `back` is an optional button.
export function explainFault(error, line, again, { target, back } = {}) {
  const picture = line ? element("p", "refused large", drawLine(line)) : "";
  if (target) picture.append(" ", element("span", "target", target));
  const reason = element("p", "", element("b", "hot", error.verdict + ": "), drawProse("span", "", error.message));
  if (error.clause) reason.append(" ", element("span", "faint cited", "(" + error.clause + ")"));
  const clause = error.says ? prose("p", "clause", error.says) : "";
  const houseRule = error.house_rule ? element("p", "faint", error.house_rule) : "";
  return [element("div", "", picture, reason, clause), element("div", "ways", ...drawLegal(error, again, back), houseRule, ...linksToOtherLines(error.elsewhere))];
}

// Draws the alternatives and hints. Alternatives are buttons if `again` is given. `back` is an optional button.
export function drawLegal({ alternatives = [], hints = [] }, again, back) {
  const choice = (text) => {
    if (!again) return element("span", "hint open large", drawLine(text));
    return button(drawLine(text), () => again(text), { className: "open large", does: text });
  };
  const ways = alternatives.map(choice);
  const others = hints.flatMap((text, nth) => [nth ? ", " : "", ...drawSentence(text)]);
  return [
    ways.length || others.length ? element("p", "faint", "Legal instead: ", ...others) : "",
    ways.length || back ? element("div", "choices", ...ways, back || "") : "",
  ];
}

// Draws a foul, which was not recorded. The player goes back, records an alternative, or lets the step stand.
function drawFoul(error, request) {
  if (!isStep(request)) return explainRefusal(error, request.path, bareBody(request));
  const { player, step: sealed } = request.body;
  const line = error.text || player + ": " + sealed;
  // Alternatives without a player are for the player of the line.
  const again = (text) => (player && !actorPrefix(text) ? send("seal", { player, step: text }) : send("record", { lines: [actorPrefix(text) ? text : actorPrefix(line) + text] }));
  const parts = explainFault(error, line, again, { target: targetOf(line), back: button("Choose again", startOver, { className: "main" }) });
  if (error.verdict === "illegal") parts[1].append(letStandForm((reason) => (player ? again(sealed + " ! " + reason) : send("record", { lines: [error.let_stand + " ! " + reason] }))));
  return parts;
}

function startOver() {
  keepFocus(() => {
    game.view.answer.replaceChildren();
    game.typed = "";
    clearDraft();
  });
}

export function letStandForm(act) {
  const reason = setLabel(input("", { placeholder: "the table’s reason", required: true }), "why it is let stand");
  return formOf("typed", () => reason.value.trim() && act(reason.value.trim()), reason, element("button", "", "Let it stand"));
}

export function drawClause(id) {
  const clause = game.book.sections.flatMap((section) => section.clauses).concat(game.book.table_clauses).find((clause) => clause.id === id);
  return clause ? element("p", "clause", element("b", "", id), " ", ...sentence(clause.text)) : element("p", "clause", id || "");
}

// Draws a conflict: the lines that another phone recorded in the meantime.
export function explainConflict({ error, since = [] }) {
  const lines = since.map(({ at, text }) => element("li", "", element("span", "at", at), " ", drawLine(text)));
  const parts = [element("p", "", isAlreadyRecorded(error) ? "Already recorded." : capitalize(error.message) + ".")];
  if (lines.length) parts.push(element("ol", "lines", ...lines));
  return parts;
}

// The body of a request without its version and key.
const bareBody = ({ body: { version: _version, key: _key, ...body } }) => body;

// Draws a conflict with a button that sends the step again, or previews the change again.
export function offerRetry(answer, request) {
  const parts = explainConflict(answer);
  if (isAlreadyRecorded(answer.error)) return parts;
  const body = bareBody(request);
  const label = answer.error.message.startsWith("it may be done already") ? "Asked for: " : isStep(request) ? "Not recorded: " : "Not done: ";
  parts.push(element("p", "", label, element("b", "", drawRequest(request))));
  const previewAgain = async () => {
    await refresh();
    preview(request.path, body);
  };
  if (isStep(request)) {
    // Where the player's turn was recorded meanwhile, the step is hardly wanted any more.
    const actor = body.player ? body.player + ": " : actorPrefix(body.lines[0]);
    const isTurnTaken = (answer.since ?? []).some(({ text }) => actorPrefix(text) === actor);
    const choice = (label, act, isMain) => button(label, act, { className: isMain ? "main" : "" });
    parts.push(element("div", "choices", choice("Record it now", () => send(request.path, body), !isTurnTaken), choice("Drop it", startOver, isTurnTaken)));
  }
  if (isPreviewed(request)) parts.push(element("div", "choices", button("What would change now?", previewAgain, { className: "main" })));
  return parts;
}

// Draws an error and the expected input. If a line is ambiguous, `again` gets the chosen reading; without `again` the readings are only shown.
export function explainError(error, again) {
  const parts = [drawProse("p", "", error?.message || "It could not be done.")];
  if (error?.expected) parts.push(prose("p", "faint", "Expected: " + error.expected));
  const choice = (text) => (again ? button(drawLine(text), () => again(text), { does: text }) : element("span", "hint", drawLine(text)));
  const [, wrong, meant] = (again && error.text && error.message.match(/^`([^`]+)`.* did you mean `([^`]+)`/)) || [];
  const options = error?.options ?? (meant ? [error.text.replace(wrong, meant)] : []);
  if (options.length) parts.push(element("div", "choices", ...options.map(choice)));
  return parts;
}

export const explainRejection = (error, again) => (error.verdict ? explainFault(error, error.text) : explainError(error, again));

// Draws an error in a line to record, with buttons for the player if the server asks for one.
function drawError(error, request) {
  const { player } = request.body;
  const parts = explainError(error, (text) => (player ? send("seal", { player, step: text.slice(actorPrefix(text).length) }) : send("record", { lines: [text] })));
  const players = (error?.players || []).map((first) => button(first, () => send("record", { lines: request.body.lines, first })));
  if (players.length) parts.push(element("div", "choices", ...players));
  if (error?.halted) parts.push(element("div", "choices", button("Mend " + error.halted, () => openLineAt(error.halted))));
  for (const finding of error?.findings || []) parts.push(element("p", "faint", finding.round + "." + finding.line + " ", ...drawSentence(finding.message)));
  return parts;
}
