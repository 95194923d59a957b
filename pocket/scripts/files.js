// Logs as files: one is saved or shared, all of them as an archive, and some are opened.
import { button, element, prose } from "./dom.js";
import { drawHomeSection, freeName, listGames, today } from "./home.js";
import { askWorker } from "./host.js";
import { openStatistics, shareFile } from "./reports.js";
import { closeSheets, openSheet } from "./sheets.js";
import { game } from "./state.js";

const EXTENSION = ".toml";
const logFile = ({ name, text }) => new File([text], name + EXTENSION, { type: "application/toml" });
const readLogs = () => askWorker({ ask: "logs" });
const textOf = async (name) => (await readLogs()).find((log) => log.name === name)?.text ?? null;

export const saveLog = async () => shareFile(logFile({ name: game.name, text: await textOf(game.name) }));

// Draws what can be done with the logs of this phone. `note` is a notice above it.
export function drawFiles(note) {
  const chooser = Object.assign(element("input", ""), { type: "file", accept: EXTENSION, multiple: true, hidden: true });
  chooser.addEventListener("change", async () => {
    const files = [...chooser.files];
    chooser.value = "";
    for (const file of files) await openFile(file.name, await file.text(), files.length === 1);
    if (files.length > 1) listGames();
  });
  return drawHomeSection("join files", "On this phone", note, element("p", "", "The games are kept on this phone alone. Save them from time to time."),
    element("div", "choices", button("Open a log", () => chooser.click()), button("Save all logs", saveAll), button("Statistics", openStatistics)), chooser);
}

async function saveAll() {
  const logs = await readLogs();
  if (!logs.length) return openSheet("Save all logs", element("p", "", "There is no game on this phone yet."));
  return shareFile(new File([archiveOf(logs)], "fowlplay " + today() + ".zip", { type: "application/zip" }));
}

// Adds a log from a file, and opens it if it `isAlone`.
export async function openFile(fileName, text, isAlone) {
  const name = fileName.endsWith(EXTENSION) ? fileName.slice(0, -EXTENSION.length) : fileName;
  const add = async (as, replaces) => {
    const { status, body } = await askWorker({ ask: "add", name: as, text, replaces });
    const { answer } = JSON.parse(body);
    closeSheets();
    if (status === 200 && isAlone) location.hash = encodeURIComponent(as);
    else if (status !== 200) openSheet(fileName + " was not opened", ...answer.errors.map(drawError));
  };
  const present = await textOf(name);
  if (present === null) return add(name, null);
  if (present === text) return isAlone && (location.hash = encodeURIComponent(name));
  const free = await freeName(name);
  return new Promise((done) => {
    const choose = (label, as, replaces, look) => button(label, () => add(as, replaces).then(done), look);
    const sheet = openSheet("There is a game “" + name + "” already", element("p", "", "The file says something else than the game on this phone."),
      element("div", "choices", choose("Keep both", free, null, { className: "main" }), choose("Replace the game", name, present)));
    sheet.parentElement.addEventListener("close", done);
  });
}

const drawError = ({ line, column, message }) => prose("p", "", (line ? "line " + line + ", column " + column + ": " : "") + message);

// ---- An archive in the format ZIP, of files that are not compressed

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});
const checksum = (bytes) => ~bytes.reduce((sum, byte) => CRC_TABLE[(sum ^ byte) & 255] ^ (sum >>> 8), -1) >>> 0;

// Writes numbers as bytes, the least first; a number comes with its count of bytes.
const writeNumbers = (...numbers) => Uint8Array.from(numbers.flatMap(([number, count]) => Array.from({ length: count }, (_, nth) => Math.floor(number / 256 ** nth) & 255)));

function archiveOf(logs) {
  const [parts, directory] = [[], []];
  const sizeOf = (all) => all.reduce((sum, { length }) => sum + length, 0);
  for (const { name, text, changed } of logs) {
    const [path, content] = [name + EXTENSION, text].map((words) => new TextEncoder().encode(words));
    const time = new Date(changed);
    const [day, clock] = [((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate(), (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1)];
    // Version 2.0, names in UTF-8, not compressed.
    const about = [[20, 2], [0x800, 2], [0, 2], [clock, 2], [day, 2], [checksum(content), 4], [content.length, 4], [content.length, 4], [path.length, 2], [0, 2]];
    directory.push(writeNumbers([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [sizeOf(parts), 4]), path);
    parts.push(writeNumbers([0x04034b50, 4], ...about), path, content);
  }
  const end = writeNumbers([0x06054b50, 4], [0, 4], [logs.length, 2], [logs.length, 2], [sizeOf(directory), 4], [sizeOf(parts), 4], [0, 2]);
  return new Blob([...parts, ...directory, end]);
}
