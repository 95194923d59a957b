// Seats, onto which a name is dragged by finger or mouse. The grip of a seat also moves the seat by a tap or a key.
import { button, icon, isWithin } from "./dom.js";

const DRAG_DISTANCE = 8; // CSS pixels; less is a tap

// Lets a node be dragged onto one of the seats. `drop` is called with that seat's number.
export function makeDraggable(node, seatsNow, drop) {
  let start = null;
  let isDragged = false;
  const seatAt = ({ clientX, clientY }) => seatsNow().findIndex((seat) => isWithin(seat.getBoundingClientRect(), clientX, clientY));
  const mark = (target) => seatsNow().forEach((seat, nth) => seat.classList.toggle("target", nth === target));
  const end = (event) => {
    if (event.pointerId !== start?.pointerId) return;
    start = null;
    node.classList.remove("dragged");
    node.style.translate = "";
    mark(-1);
    const seat = seatAt(event);
    if (isDragged && event.type === "pointerup" && seat >= 0) drop(seat);
  };
  node.classList.add("draggable");
  node.addEventListener("pointerdown", (event) => {
    if (start || event.button) return;
    [start, isDragged] = [event, false];
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== start?.pointerId) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    isDragged ||= Math.hypot(x, y) > DRAG_DISTANCE;
    if (!isDragged) return;
    node.classList.add("dragged");
    node.style.translate = x + "px " + y + "px";
    mark(seatAt(event));
  });
  for (const kind of ["pointerup", "pointercancel"]) node.addEventListener(kind, end);
  // A drag is not a tap.
  node.addEventListener("click", (event) => isDragged && event.detail > 0 && event.stopImmediatePropagation(), true);
}

// Creates the grip of a seat. A drag moves the seat to another place. A tap moves the seat one place forward, and the first seat behind
// the last named one. `move` is called with the numbers of the old and the new place.
export function gripButton(seat, seatsNow, move) {
  const moveTo = (to) => {
    move(seatsNow().indexOf(seat), to);
    seatsNow()[to].querySelector(".grip").focus();
  };
  const node = button(icon("M12 3v18M8 7l4-4 4 4M8 17l4 4 4-4"), () => {
    const at = seatsNow().indexOf(seat);
    const takenCount = seatsNow().filter((other) => other.querySelector("input").value.trim()).length;
    moveTo((at || takenCount) - 1);
  }, { className: "grip", title: "Drag it to another seat; a tap moves it one forward", repeats: true });
  makeDraggable(node, seatsNow, moveTo);
  return node;
}

// Puts a name on a seat. An earlier player there moves to the nearest free seat, or is replaced if no seat is free.
export function seatName(names, name, seat) {
  const freeSeats = names.map((earlier, nth) => (earlier ? null : nth)).filter((nth) => nth !== null);
  freeSeats.sort((a, b) => Math.abs(a - seat) - Math.abs(b - seat) || b - a);
  const newNames = [...names];
  if (freeSeats.length) newNames.splice(freeSeats[0], 1);
  newNames.splice(seat, freeSeats.length ? 0 : 1, name);
  return newNames;
}
