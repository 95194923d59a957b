// The report of a game and the statistics of all games, to view and to share.
import { button, element, grid } from "./dom.js";
import { titleOf } from "./home.js";
import { addressOf, ask } from "./net.js";
import { notify } from "./page.js";
import { openLoaded } from "./sheets.js";
import { game } from "./state.js";

// Opens the phone's share dialog for a file, or saves the file if there is no such dialog.
function shareFile(file) {
  const shareable = { files: [file], title: document.title };
  if (navigator.canShare?.(shareable)) return navigator.share(shareable).catch(() => {});
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

const roundToTenth = (number) => String(Math.round(number * 10) / 10);

// Draws the statistics of one game, a row for each player.
function drawFigures({ game: name, games, players }) {
  const row = ({ name, games, wins, totals, rating }) => {
    const { average, best } = totals[0] ?? {};
    const margin = rating ? " ± " + roundToTenth(rating.margin) : "";
    return [name, String(games), String(wins), average === undefined ? "" : roundToTenth(average), best === undefined ? "" : String(best), rating ? roundToTenth(rating.value) + margin : ""];
  };
  const ranked = players.filter(({ games }) => games > 0).sort((a, b) => b.wins - a.wins || a.games - b.games);
  return [element("h3", "", titleOf(name) + ": " + games + (games === 1 ? " game" : " games")), grid("sums figures", ["", "games", "won", "average", "best", "rating"], ranked.map(row))];
}

export const openStatistics = () => openLoaded("Statistics", "/api/stats", ({ by_game: games }, body) => {
  const playedGames = games.filter(({ players }) => players.some(({ games }) => games > 0));
  const emptyNote = playedGames.length ? [] : [element("p", "faint", "No game was played to its end yet.")];
  body.parentElement.classList.add("broad");
  return [...emptyNote, ...playedGames.flatMap(drawFigures), element("div", "choices", button("Save them as a page", () => share("/api/stats/page")))];
});
