// Charts: lines over a game or over many games, and rows with a drawing each. The server computes what is drawn.
import { element, setLabel, svgElement } from "./dom.js";

const CHART = [600, 160]; // width and height, in units of the view box

// Draws a chart: a line for each player, ticks at the side, rounds below. Returns no element if there is no chart.
export function drawChart(chart, label) {
  if (!chart) return [];
  const { ticks, rounds = [], lines, keys, unit } = chart;
  const [width, height] = CHART;
  const drawTick = ({ text, at }) => svgElement("line", { x1: 0, x2: width, y1: at * height, y2: at * height, class: text === "0" ? "zero" : "grid" });
  const drawRoundStart = ({ at }) => svgElement("line", { x1: at * width, x2: at * width, y1: 0, y2: height, class: "grid" });
  const drawLine = (points, nth) => svgElement("polyline", { points: points.map(([x, y]) => (x * width).toFixed(1) + "," + (y * height).toFixed(1)).join(" "), class: keys[nth].class });
  const svg = svgElement("svg", { viewBox: "0 0 " + width + " " + height, preserveAspectRatio: "none", class: "course", role: "img" },
    ...ticks.map(drawTick), ...rounds.slice(1).map(drawRoundStart), ...lines.map(drawLine));
  setLabel(svg, label + ": " + keys.map(({ name, value }) => name + " " + value).join(", "));
  const drawMark = (className, side) => ({ text, at }) => {
    const node = element("span", className, text);
    node.style[side] = 100 * at + "%";
    return node;
  };
  const legend = keys.map((key) => element("span", "key " + key.class, key.name + " " + key.value));
  const roundMarks = rounds.length === 1 ? [element("span", "round", "turn by turn")] : shortened(rounds).map(drawMark("round", "left"));
  return [element("figure", "", element("figcaption", "", element("span", "faint", unit), ...legend),
    element("div", "plot", svg, ...ticks.map(drawMark("tick", "top"))), element("div", "along", ...roundMarks))];
}

// Of many rounds the numbers alone, of very many only some.
const shortened = (rounds) => (rounds.length < 5 ? rounds : rounds
  .map(({ text, at }) => ({ text: text.replace(/^.* /, ""), at }))
  .filter((_, nth) => nth % Math.ceil(rounds.length / 12) === 0));

// Draws a chart of the statistics with its title: lines, or rows with a drawing each.
export function drawTitled({ title, legend, chart, rows, scale, rest }) {
  const content = chart ? drawChart(chart, title) : [drawRows(rows, scale), ...(rest ? [element("p", "legend", rest)] : [])];
  return drawFolded(title, [element("p", "legend", legend), ...content]);
}

// Draws a part with its title, folded where the screen is narrow.
export const drawFolded = (title, content) => Object.assign(element("details", "", element("summary", "", element("h4", "", title)), ...content), { open: innerWidth >= 768 });

function drawRows(rows, scale) {
  const drawRow = ({ class: className, name, drawing: { label, bars }, figure, level, other }) => {
    const svg = svgElement("svg", { viewBox: "0 0 1000 20", preserveAspectRatio: "none", role: "img" }, ...bars.map((bar) => svgElement("rect", bar)));
    return element("tr", className ?? "", element("th", "", name), element("td", "", setLabel(svg, label)),
      element("td", "figure", figure, ...(level ? [element("span", "level", level)] : [])), ...(other ? [element("td", "other", other)] : []));
  };
  const ends = scale ? [element("tr", "scale", element("td", ""), element("td", "", element("div", "", ...scale.map((end) => element("span", "", end)))), element("td", ""))] : [];
  return element("table", "bars", element("tbody", "", ...rows.map(drawRow), ...ends));
}
