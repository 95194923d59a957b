// Changes of the log (undo, redo, amendments with a preview), and disputes, which judge a move without recording it.
import { button, displayText, element, field, formOf, input, resultArea, select, showIn, submitRow, withRole } from "./dom.js";
import { createKey, requestGame } from "./net.js";
import { say } from "./page.js";
import { clearDraft, dimmer, drawPicker, send, setSheetPicker, splitWords, stockOf } from "./record.js";
import { actorPrefix, drawLine, drawPart, drawSentence, explainError, explainRejection, letStandForm, offerRetry, partsOf, spokenText } from "./responses.js";
import { closeSheets, drawVerdict, mendButton, openSheet } from "./sheets.js";
import { game } from "./state.js";
import { createBuilder } from "./table_builder.js";

export const UNDO_REDO_LABELS = { undo: "Taken back: ", redo: "Brought back: " };
export const REPEAT_GUARD = 700; // milliseconds

// Words for the target of a correction: a line, a table rule, or a key of the head.
export function targetInWords(at) {
  if (at.startsWith("head.player.")) return "name";
  const [, presence, name] = at.match(/^head\.(joined|left)\.(.*)$/) ?? [];
  if (presence) return name + (presence === "joined" ? " joined in " : " left after ") + game.book.round;
  const [, round, key] = at.match(/^(\d+)\.(first|tally|0)$/) ?? [];
  if (key === "0") return game.book.round + " " + round + " put in";
  if (round) return "round " + round + (key === "first" ? ", who " + game.book.first : "");
  return at.replace(/^(?:rules|deck|head)\./, "").replaceAll("_", " ");
}

// Draws several lines in one, separated by a slash.
export const drawInLine = (lines) => lines.split("\n").flatMap((line, nth) => [nth ? " / " : "", drawLine(line)]);

// Draws a change in words, with the cards of lines. `usual` is the default of a table rule, which counts if the log has no value.
function drawChange({ at, was, now, usual: fallback = "nothing" }) {
  const inWords = (value) => (at === "head.seats" ? value.replaceAll("; ", ", ") : (value ?? fallback).replaceAll("\n", " / "));
  const drawValue = (value) => (/^\d/.test(at) ? drawInLine(value ?? fallback) : [inWords(value)]);
  return [targetInWords(at) + ": ", ...drawValue(was), " → ", ...drawValue(now)];
}

// Draws the changes of a response, with a button that undoes them.
export function drawChanged({ path }, { lines = [], changes = [], changed = [] }) {
  const drawnChanges = lines.length ? lines.map(({ line, text }) => (line === 0 ? ["the round that begins with " + text] : [drawLine(text)])) : [...changes, ...changed].map(drawChange);
  const paragraphs = drawnChanges.length ? drawnChanges.map((drawn) => [UNDO_REDO_LABELS[path] || "Changed: ", ...drawn]) : [["Done."]];
  const [label, inverse] = path === "undo" ? ["Redo", "redo"] : ["Undo", "undo"];
  return [...paragraphs.map((parts) => element("p", "", ...parts)), element("div", "choices", button(label, () => change(inverse, inverse === "undo" ? { input: true } : {})))];
}

// Changes the log. Ignores a change that is repeated before the first one is done, or within REPEAT_GUARD after that.
export async function change(path, body) {
  const { changed } = game;
  if (changed?.path === path && (!changed.done || performance.now() - changed.done < REPEAT_GUARD)) return;
  const current = { path, done: 0 };
  game.changed = current;
  await send(path, { version: game.version, ...body });
  current.done = performance.now();
}

// ---- Disputes and amendments

// A form for a line, picked or typed. `act` gets the line, and the element for its result. A picked step replaces the first step of the
// line, or with `isJudged` the whole line, and is submitted at once.
function lineForm(label, value, { act, submitLabel, at, isJudged = false }) {
  const line = input(value, { of: "lines", required: true, placeholder: displayText("as in " + exampleOf()) });
  const result = withRole("status", "div", "told");
  const root = element("div", "panel apart");
  const form = formOf("stack", () => act(line.value.trim(), result), field(label, line), submitRow(submitLabel));
  line.addEventListener("input", () => result.replaceChildren());
  const take = (step) => {
    line.value = isJudged ? step : [step, ...line.value.split("; ").slice(1)].join("; ");
    result.replaceChildren();
    clearDraft();
    form.requestSubmit();
  };
  const asks = ["moves?in_view=true" + (at ? "&at=" + at : ""), ...(at ? ["show?at=" + at] : [])];
  Promise.all(asks.map((ask) => requestGame(ask))).then(([moves, shown]) => {
    const { open, memory } = shown?.answer.zones ?? { open: game.table.zones, memory: [] };
    const piles = memory.filter(({ line }) => /\bpile\b/.test(line?.[0].text));
    openSheetPicker(moves, root, take, { zones: open, piles });
  });
  return { form: element("div", "mends", root, form, result), line };
}

// Opens the picker for a step in a sheet. `take` gets the step; cards that lie elsewhere are dimmed.
export function openSheetPicker({ exit, answer }, root, take, table = { zones: [] }) {
  if (exit !== 0 || !root.isConnected || !answer.expects.length) return;
  setSheetPicker({ moves: answer, root, take, ...table });
  clearDraft();
  root.closest("dialog").addEventListener("close", () => {
    setSheetPicker(null);
    if (game.view) clearDraft();
  });
}

// An example of a line: an open step, otherwise the last line.
function exampleOf() {
  const step = game.moves?.steps[0];
  return step ? step.actor + ": " + step.step : game.table.lines.at(-1)?.text || "";
}

// Opens the form for a dispute, which judges a move at an earlier line or now.
export function openDispute(at, text = "") {
  const judge = async (line, result) => {
    const answer = await requestGame("try", { line, at });
    const again = (text) => take(text, result);
    showIn(result, element("p", answer.exit ? "refused large" : "large", drawLine(line)), ...(answer.exit === 2 ? explainError(answer.answer.error, again) : drawVerdict(answer.answer)), element("p", "faint", "Nothing was recorded."));
    return say(spokenText(result));
  };
  const take = (text, result) => {
    line.value = text;
    judge(text, result);
  };
  const label = at ? "The move, as the table stood before " + at : "The move, as the table stands now";
  const { form, line } = lineForm(label, text.split(" ! ")[0], { act: judge, submitLabel: "Judge it", at, isJudged: true });
  openSheet("Was that legal?", form);
}

// Draws a line whose cards are buttons: a tap on one opens the deck, and the picked card takes its place. `change` gets the new line.
function drawChangeable(text, change, parts = [...partsOf(text)]) {
  const deck = element("div", "panel");
  const actor = parts[0]?.name ? parts[0].name + ": " : "";
  const wordsOf = (some) => some.map((part) => part.word ?? part.name ?? part).join("");
  const drawn = parts.flatMap((part, nth) => {
    const before = wordsOf(parts.slice(0, nth));
    const step = before.slice(actor.length).split("; ").at(-1);
    const [verb, place] = splitWords(step);
    const stock = part.word ? stockOf(verb) : null;
    if (!stock) return drawPart(part);
    const choose = ([code]) => {
      deck.replaceChildren();
      parts[nth] = { word: code, face: stock.cards.find((card) => card.code === code) };
      change(wordsOf(parts), parts);
    };
    return [button(drawPart(part), () => deck.replaceChildren(...drawPicker(stock, [], { count: 1, choose, isDim: dimmer({ actor: parts[0].name, verb, place: place || null }) })), { className: "act", does: "replace: " + nth, name: "another card for " + part.word })];
  });
  const hint = drawn.some((node) => node.matches?.("button")) ? [element("p", "faint", "Tap a card to put another in its place, or choose the step anew.")] : [];
  return [element("p", "large", ...drawn), ...hint, deck];
}

// Opens the form that changes the line at `target`, as `1.4`, or puts a line before it, as `+1.4`.
export function openAmend(target, text) {
  const at = target.replace("+", "");
  const label = at === target ? "What it should say" : "The line that was forgotten, before " + at;
  const { form, line } = lineForm(label, text, { act: (line, result) => amend([target + " " + line], result), submitLabel: "What would change?", at });
  const putBefore = () => {
    closeSheets();
    openAmend("+" + at, "");
  };
  const swap = actorPrefix(text) ? [button("Swap it with another line", () => openSwap(at))] : [];
  const others = [button("Put a line before it", putBefore), ...swap, button("Take it out", () => amend(["-" + at]), { className: "danger" })];
  // The line as it would read.
  const shown = element("div", "mended");
  const show = (now, parts) => {
    if (at === target && now !== shown.text) shown.replaceChildren(...drawChangeable(now, change, parts));
    shown.text = now;
  };
  const change = (now, parts) => {
    line.value = now;
    show(now, parts);
    line.form.requestSubmit();
  };
  for (const kind of ["input", "submit"]) line.form.addEventListener(kind, () => show(line.value));
  show(text);
  openSheet("Mend " + at, shown, form, ...(at === target ? [element("div", "choices", ...others)] : []));
}

// Opens the players' other lines of the round of the line at `at`, to exchange what one of them did with what that line did.
async function openSwap(at) {
  const { answer } = await requestGame("log");
  const roundOf = (lineRef) => lineRef.split(".")[0];
  const others = (answer.lines ?? []).filter((line) => line.at !== at && roundOf(line.at) === roundOf(at) && actorPrefix(line.text));
  const drawChoice = (line) => element("li", "", button([element("span", "at", line.at), " ", element("span", "text", drawLine(line.text))], () => amend(["swap " + at + " " + line.at]), { className: "line", does: "swap with: " + line.at }));
  const hint = others.length ? "Which line? Both keep their player, and what they did changes places." : "There is no other line of a player.";
  closeSheets();
  openSheet("Swap " + at, element("p", "faint", hint), element("ol", "lines", ...others.map(drawChoice)));
}

// Opens the form that changes the first player and the tally of a round.
export async function openRound(number, { first, tally }) {
  const { node: result, clear } = resultArea();
  const firstSelect = select(game.table.players, first);
  const builder = tally ? createBuilder((body) => requestGame("places", { of: "tally", ...body })) : null;
  let earlierTexts = [];
  const form = formOf("stack", async () => {
    const parts = builder ? await builder.parts() : [];
    if (!parts) return undefined;
    const tallyEdits = parts.filter((part) => !earlierTexts.includes(part)).map((part) => number + ".tally " + part);
    const edits = [...(firstSelect.value === first ? [] : [number + ".first " + firstSelect.value]), ...tallyEdits];
    return edits.length ? amend(edits, result) : closeSheets();
  }, field("Who really " + game.book.first, firstSelect), builder?.node ?? "", submitRow("What would change?"));
  form.addEventListener("input", clear);
  const forgotten = button("A " + game.book.round + " before it was forgotten", () => {
    closeSheets();
    openForgottenRound(number);
  });
  openSheet("Round " + number, form, result, ...(builder ? [element("div", "choices", forgotten)] : []));
  if (await builder?.load(tally)) earlierTexts = builder.texts();
}

// Opens the form for a round that was forgotten before the round `number`.
function openForgottenRound(number) {
  const { node: result, clear } = resultArea();
  const builder = createBuilder((body) => requestGame("places", { of: "tally", ...body }));
  const form = formOf("stack", async () => {
    const parts = await builder.parts();
    return parts && amend(["+" + number + ".tally " + parts.map((part) => JSON.stringify(part)).join(" ")], result);
  }, builder.node, submitRow("What would change?"));
  form.addEventListener("input", clear);
  openSheet("Forgotten before " + game.book.round + " " + number, form, result);
  builder.load(null);
}

// Previews an amendment, and offers to write it. A refusal is shown in `resultNode`, if that is given and still part of the page.
export const amend = (edits, resultNode) => preview("amend", { edits }, resultNode);

const targetOfEdit = (edit) => edit.split(" ")[0];

// Previews a change of the log, and offers to write it. The change is refused if the log changes in the meantime.
export async function preview(path, body, resultNode = null) {
  const response = await requestGame(path, { version: game.version, key: createKey(), preview: true, ...body });
  // Edits that the server proposes with a refusal, as for the first players of later rounds, are added to the amendment.
  const { error } = response.answer;
  const proposals = path === "amend" && !error?.verdict ? (error?.alternatives || []).filter((edit) => !body.edits.some((given) => targetOfEdit(given) === targetOfEdit(edit))) : [];
  if (proposals.length) return preview(path, { ...body, edits: [...body.edits, ...proposals] }, resultNode);
  if (response.exit !== 0) {
    const parts = response.status === 409 ? offerRetry(response.answer, { path, body }) : explainRefusal(error, path, body, resultNode);
    if (resultNode?.isConnected) return showIn(resultNode, ...parts);
    closeSheets();
    return openSheet("What would change", ...parts);
  }
  closeSheets();
  const write = button("Write it", () => {
    closeSheets();
    change(path, { ...body, version: response.version });
  }, { className: "main" });
  openSheet("What would change", ...drawEffects(response.answer), element("div", "choices", write, button("Leave it as it is", closeSheets)));
  return write.focus();
}

// Draws the reason for a refused change. An amendment that is illegal, or makes later lines illegal, can be let stand with a reason.
export function explainRefusal(error, path, body, resultNode) {
  const findings = error.findings || [];
  const drawMendButton = (finding) => (finding.line > 0 ? [" ", mendButton(finding.round + "." + finding.line)] : []);
  const drawTarget = ({ round, line, text }) => (line > 0 ? [round + "." + line + " ", ...drawSentence(text || "")] : ["round " + round]);
  const items = findings.map((finding) => element("li", "", ...drawTarget(finding), ": ", ...drawSentence(finding.message), ...drawMendButton(finding)));
  // The chosen reading goes into the edit that can be read in several ways. A swap has no text of its own.
  const nth = (error.nth ?? 1) - 1;
  const takeReading = (text) => preview(path, { ...body, edits: body.edits.with(nth, targetOfEdit(body.edits[nth]) + " " + text) }, resultNode);
  const again = body.edits?.some((edit) => targetOfEdit(edit) === "swap") ? undefined : takeReading;
  const parts = [...explainRejection(error, again), ...(items.length ? [element("ul", "tellings", ...items)] : [])];
  const isIllegal = error.verdict === "illegal" || (findings.length > 0 && findings.every(({ kind, line }) => kind === "illegal" && line > 0));
  if (path === "amend" && isIllegal) parts.push(letStandForm((reason) => preview(path, { ...body, overrule: reason }, resultNode)));
  return parts;
}

// Draws the effects of a change: the changes of the log, and the other effects that the server lists.
function drawEffects({ changed, shown = [] }) {
  const section = (title, items) => (items.length ? [element("h3", "", title), element("ul", "lines", ...items.map((parts) => element("li", "", ...parts)))] : []);
  const otherSections = shown.flatMap(({ title, rows }) => section(title, rows.map((row) => drawSentence(row))));
  const emptyNote = changed.length + shown.length ? [] : [element("p", "faint", "Nothing else changes.")];
  return [...section("The log", changed.map(drawChange)), ...otherSections, ...emptyNote];
}
