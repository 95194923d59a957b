// The report of a game and the statistics of all games, to view and to share.
import { drawFolded, drawTitled } from "./charts.js";
import { button, capitalize, element, grid } from "./dom.js";
import { titleOf } from "./home.js";
import { addressOf, ask } from "./net.js";
import { notify } from "./page.js";
import { openLoaded } from "./sheets.js";
import { game } from "./state.js";

// Opens the phone's share dialog for a file, or saves the file if there is no such dialog.
export async function shareFile(file) {
  const shareable = { files: [file], title: document.title };
  // Some browsers share only a few kinds of files.
  const isShared = navigator.canShare?.(shareable) && (await navigator.share(shareable).then(() => true, ({ name }) => name === "AbortError"));
  if (isShared) return undefined;
  const link = element("a", "");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return notify(file.name + " is saved.");
}

// Fetches a page and shares it.
export async function share(path) {
  const { exit, answer: { error, file, html } } = await ask(path);
  return exit === 0 ? shareFile(new File([html], file, { type: "text/html" })) : notify(error.message);
}

// Fetches the picture of the open game, draws it as pixels, which every chat shows, and shares it.
export async function sharePicture() {
  const { exit, answer: { error, file, svg } } = await ask(addressOf(game.name, "report?picture=true"));
  if (exit !== 0) return notify(error.message);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(element("canvas", ""), { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  const pixels = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return shareFile(new File([pixels], file.replace(/svg$/, "png"), { type: "image/png" }));
}

// ---- Statistics

const oneDigit = (number) => number?.toFixed(1) ?? "";
const percent = (wins, games) => Math.round((100 * wins) / games) + " %";

const LATEST = 12;

export const openStatistics = () => openStats(null);

// Opens the statistics of all games here, or those of a player's games: a tab for each game.
const openStats = (player) => openLoaded(player ?? "Statistics", "/api/stats?shown=true" + (player ? "&player=" + encodeURIComponent(player) : ""), ({ in_all: all, by_game: byGame, shown, about }, body) => {
  body.parentElement.classList.add("broad", "stats", ...(about ? ["personal"] : []));
  const figures = byGame.length === 1 ? byGame : [all, ...byGame];
  const played = shown.map((section, nth) => ({ ...section, ...figures[nth] })).filter(({ games }) => games > 0);
  // All games together are those of the only game that was finished.
  const sections = played.length === 2 ? played.slice(1) : played;
  const content = element("div", "");
  const open = (section) => {
    content.replaceChildren(...drawSection(section, about));
    for (const [nth, tab] of tabs.entries()) tab.ariaPressed = String(sections[nth] === section);
  };
  const tabs = sections.map((section) => button(section.title, () => open(section), { className: "chip", pressed: false }));
  if (!sections.length) return [element("p", "faint", "No game was played to its end yet.")];
  open(sections[0]);
  const path = "/api/stats/page" + (player ? "?player=" + encodeURIComponent(player) : "");
  return [tabs.length > 1 ? element("div", "tabs", ...tabs) : element("h3", "", sections[0].title), content, element("div", "choices", button("Save them as a page", () => share(path)))];
});

// Draws the statistics of a game, or of all games. `about` is the player that they are about, or null.
function drawSection({ summary, game, charts, players, best, own }, about) {
  const shownPlayers = players.filter(({ name, games }) => games > 0 && (!about || name === about.name));
  const counts = [...new Set(players.flatMap(({ by_players: results }) => results.map(({ players: count }) => count)))].sort((a, b) => a - b);
  const isMixed = counts.length > 1;
  const part = (heading, nodes) => (nodes.length ? [drawFolded(heading, nodes)] : []);
  const gamesOf = (games) => games.map((played) => drawPlayed(played, about.name));
  const latest = about?.latest.filter((played) => !game || played.game === game).slice(0, LATEST) ?? [];
  return [element("p", "faint", summary + (about ? "" : ". First is who is surely rated highest.")), element("div", "parts",
    element("section", "", drawFigures(shownPlayers, about, isMixed)),
    ...(own ? [...part("By number of players", [drawByPlayers(own.by_players)]), ...part("Best games", gamesOf(own.best_games))]
      : isMixed ? part("By number of players", counts.map((count) => drawTotals(count, shownPlayers)).filter(Boolean)) : []),
    ...charts.map(drawTitled),
    ...part("The best", (own ?? { best }).best.map(drawBest)),
    ...part("Latest games", gamesOf(latest)))];
}

// Draws a row for each player, with points if they can be compared: those of one game with one number of players. A tap on the name
// opens the player's own statistics.
function drawFigures(players, about, isMixed) {
  const hasPoints = !isMixed && players.some(({ totals }) => totals.length);
  const row = ({ name, games, wins, totals, rating }) => {
    const { average, best } = totals[0] ?? {};
    const rated = rating ? element("span", "", oneDigit(rating.value), element("span", "margin", " ± " + oneDigit(rating.margin))) : "";
    const label = about ? name : button(name, () => openStats(name), { className: "minor", does: "player: " + name });
    return [label, String(games), String(wins), ...(hasPoints ? [oneDigit(average), String(best ?? "")] : [percent(wins, games)]), rated];
  };
  return grid("sums figures", ["", "games", "won", ...(hasPoints ? ["average", "best"] : ["rate"]), "rating"], players.map(row));
}

const totalsHead = ["average", "best", "worst"];
const totalsCells = ([totals]) => [oneDigit(totals?.average), String(totals?.best ?? ""), String(totals?.worst ?? "")];

// Draws a player's results by the number of players.
function drawByPlayers(results) {
  const hasPoints = results.some(({ totals }) => totals.length);
  const row = ({ players, games, wins, average_rank: rank, totals }) => [String(players), String(games), String(wins), percent(wins, games), oneDigit(rank), ...(hasPoints ? totalsCells(totals) : [])];
  return grid("sums figures counts", ["players", "games", "won", "rate", "place", ...(hasPoints ? totalsHead : [])], results.map(row));
}

// Draws the points of games with so many players. Returns null if there are none.
function drawTotals(count, players) {
  const rows = players.flatMap(({ name, by_players: results }) => {
    const totals = results.find((result) => result.players === count)?.totals ?? [];
    return totals.length ? [[name, String(totals[0].games), ...totalsCells(totals)]] : [];
  });
  return rows.length ? grid("sums figures", [count + " players", "games", ...totalsHead], rows) : null;
}

// Draws a game of a player: the place, who played, and when.
function drawPlayed({ date, game, players }, name) {
  const own = players.find((player) => player.name === name);
  const place = own.winner ? element("b", "good", "★ won") : element("b", "", own.rank + " of " + players.length);
  const points = players.map(({ name: other, total }) => other + (total === null ? "" : "\u00a0" + total)).join(", ");
  return element("p", "played", place, element("span", "", points), element("span", "faint", [date, titleOf(game)].filter(Boolean).join(" · ")));
}

// Draws the best item of a kind.
function drawBest({ kind, points, label, why, player, date }) {
  const about = [player, date].filter(Boolean).join(", ") + (label === kind ? "" : " (" + label + ")");
  return element("p", "", element("b", "", capitalize(kind) + ": " + points), ", " + about + ". " + capitalize(why));
}
