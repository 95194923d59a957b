// The head of a log (title, place, names, seats), and putting away a log that was begun by mistake.
import { change, preview } from "./corrections.js";
import { element, field, formOf, input, resultArea, setLabel, submitRow } from "./dom.js";
import { storage } from "./net.js";
import { gripButton } from "./seats.js";
import { closeSheets, openLoaded, openSheet } from "./sheets.js";
import { game } from "./state.js";

const HEAD_FIELDS = { title: ["Title"], place: ["Place", { of: "names" }], date: ["Date", { type: "date" }], notes: ["Notes"] };

// Draws the input for a player's name, and a button that moves the seat.
function drawSeatRow(name) {
  const nameInput = setLabel(input(name, { of: "names", required: true, maxLength: 40 }), "name of " + name);
  const row = element("li", "", element("div", "seat", nameInput));
  const seatsNow = () => [...row.parentElement.children];
  const grip = gripButton(row, seatsNow, (from, to) => seatsNow()[to][from < to ? "after" : "before"](row));
  setLabel(grip, name + ": one seat forward");
  row.firstChild.append(grip);
  return { row, name, input: nameInput };
}

export const openHead = () => openLoaded("Names, title, seats", "head", (head) => {
  const fields = Object.entries(HEAD_FIELDS).map(([key, [label, options]]) => ({ key, label, input: input(head[key] ?? "", options) }));
  const seats = head.players.map(drawSeatRow);
  const list = element("ol", "seats", ...seats.map(({ row }) => row));
  // Somebody joins an evening of scores with the round that is counted next.
  const newcomer = head.kept ? input("", { of: "names", maxLength: 40 }) : null;
  const newcomerFields = newcomer ? [field("Who joins in the next " + game.book.round, newcomer)] : [];
  const { node: result, clear } = resultArea();
  const form = formOf("stack", () => {
    const joined = newcomer?.value.trim();
    const joinChanges = joined ? [["joined." + joined, String(game.table.counted.shown.rounds.length + 1)]] : [];
    const fieldChanges = fields.map(({ key, input }) => [key, input.value.trim()]).filter(([key, value]) => value !== (head[key] ?? ""));
    const nameChanges = seats.map(({ name, input }) => ["player." + name, input.value.trim()]).filter((_, nth) => seats[nth].input.value.trim() !== seats[nth].name);
    const order = [...list.children].map((row) => seats.find((seat) => seat.row === row));
    const seatChanges = order.some((seat, nth) => seat !== seats[nth]) ? [["seats", order.map(({ input }) => input.value.trim()).join(",")]] : [];
    const changes = Object.fromEntries([...fieldChanges, ...nameChanges, ...seatChanges, ...joinChanges]);
    if (!Object.keys(changes).length) return closeSheets();
    return preview("head", { changes }, result);
  }, ...fields.map(({ label, input }) => field(label, input)), element("fieldset", "", element("legend", "", "Players, clockwise"), list), ...newcomerFields, submitRow("What would change?"), result);
  form.addEventListener("input", clear);
  return [form];
});

// Opens the form that puts an unfinished game away. The game is then listed apart, and can be opened again.
export function openPutAway() {
  const reason = input("begun by mistake", { required: true });
  const form = formOf("stack", () => {
    closeSheets();
    change("head", { changes: { closed: reason.value.trim() } });
  }, element("p", "", "Nothing is deleted. The game is listed under “put away”, and can be opened again there."), field("Why", reason), submitRow("Put it away"));
  openSheet("Put this game away", form);
}

export const openAgain = () => change("head", { changes: { closed: "" } });

// Updates the player set on this phone if that player, and no other, was renamed.
export function followRename({ players: oldPlayers }, { players }) {
  const ownName = storage.get("me." + game.name);
  const seat = ownName ? oldPlayers.indexOf(ownName) : -1;
  const isRenamed = players.length === oldPlayers.length && players.every((name, nth) => (name === oldPlayers[nth]) !== (nth === seat));
  if (seat >= 0 && isRenamed) storage.set("me." + game.name, players[seat]);
}
