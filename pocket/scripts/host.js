// The phone itself as the page's host: requests go to the module in a worker, which keeps the logs in a database of the browser.
import { button, element, prose } from "./dom.js";
import { drawFiles, saveLog } from "./files.js";
import { session, storage } from "./net.js";
import { game, root } from "./state.js";

// The worker, which `start.js` has started, and the policy for the addresses of scripts.
const { policy, worker } = window.pocket;
const waiting = new Map();
let asked = 0;

worker.onmessage = ({ data: { nth, answer, error } }) => {
  const { done, failed } = waiting.get(nth);
  waiting.delete(nth);
  if (error === undefined) done(answer);
  else failed(new Error(error));
};
worker.onerror = () => {
  for (const { failed } of waiting.values()) failed(new Error("the worker has failed"));
};

// Asks the worker. If it changed something, the response comes once that is saved, and the open streams are told.
export async function askWorker(question) {
  const nth = (asked += 1);
  const answered = new Promise((done, failed) => waiting.set(nth, { done, failed }));
  worker.postMessage({ nth, question });
  const answer = await answered;
  for (const { log, name, data } of answer?.events ?? []) for (const stream of streams) if (stream.log === log) stream.send(name, data);
  if (answer?.changes?.length && !storage.get("persisted")) askToPersist();
  return answer;
}

// Asks the browser, once, not to delete the logs when it needs room.
async function askToPersist() {
  storage.set("persisted", true);
  await navigator.storage.persist?.();
}

const respond = (body, status = 200) => new Response(body, { status, headers: { "Content-Type": "application/json" } });
const OWN_LINK = JSON.stringify({ version: null, exit: 0, answer: { right: "record", watch: [], codes: {}, only: null } });

// Sends a request as `fetch` does.
export async function sendRequest(path, { body = null, signal }) {
  if (path === "/api/links") return respond(OWN_LINK);
  const [, name] = /^\/api\/games\/([^/]*)\/events$/.exec(path) ?? [];
  if (name) return openStream(decodeURIComponent(name), signal);
  const answer = await askWorker({ ask: "handle", address: path, body });
  return respond(answer.body, answer.status);
}

// ---- Streams of events, as a server sends them

const streams = new Set();
const ALIVE_INTERVAL = 15000; // milliseconds

async function openStream(log, signal) {
  const stream = { log };
  const body = new ReadableStream({
    start(controller) {
      stream.send = (name, data) => controller.enqueue(new TextEncoder().encode("event: " + name + "\ndata: " + JSON.stringify(data) + "\n\n"));
      stream.end = () => controller.error(signal.reason);
    },
  });
  const { status, events } = await askWorker({ ask: "listen", name: log });
  signal.throwIfAborted();
  streams.add(stream);
  const timer = setInterval(stream.send, ALIVE_INTERVAL, "alive", {});
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    streams.delete(stream);
    stream.end();
  });
  for (const { name, data } of events) stream.send(name, data);
  return new Response(body, { status });
}

// ---- The beginning

// Shows why there is no table, and never resolves.
function stop(words, ...choices) {
  worker.terminate();
  root.replaceChildren(element("section", "asked", element("h1", "title", "fowlplay"), prose("p", "", words), element("div", "choices", ...choices)));
  return new Promise(() => {});
}

const goOnHere = () => button("Go on here", () => {
  session.set("take over", true);
  location.reload();
}, { className: "main" });

// Lets another tab record. When that is closed, this one goes on.
function stopForOther() {
  navigator.locks.request("fowlplay", () => location.reload());
  return stop("fowlplay is open in another tab or window, and only one can record.", goOnHere());
}

// Resolves once this tab is the one that records. It is so until another tab takes over.
async function becomeRecorder() {
  const options = session.get("take over") ? { steal: true } : { ifAvailable: true };
  session.set("take over", null);
  const isRecorder = await new Promise((done) => {
    const hold = (lock) => {
      done(Boolean(lock));
      return lock && new Promise(() => {});
    };
    navigator.locks.request("fowlplay", options, hold).catch(stopForOther);
  });
  return isRecorder ? undefined : stopForOther();
}

// Resolves once requests can be sent.
export async function ready() {
  if (!isSecureContext) return stop("A browser keeps games only for an address that begins with `https:`, or for this machine itself (`localhost`). Open fowlplay at such an address.");
  try {
    await becomeRecorder();
    await askWorker({ ask: "begin" });
  } catch (error) {
    return stop("The games on this phone can't be opened (" + error.message + "). A private window keeps none: open fowlplay in a usual one.", button("Try again", () => location.reload(), { className: "main" }));
  }
  window.addEventListener("hashchange", keepScreenOn);
  document.addEventListener("visibilitychange", keepScreenOn);
  keepScreenOn();
  setTimeout(keepFiles, 1000);
  return undefined;
}

// Keeps the screen on while a game is open.
let wakeLock = null;
async function keepScreenOn() {
  await wakeLock?.release();
  const isWanted = location.hash.length > 1 && document.visibilityState === "visible";
  wakeLock = isWanted ? await navigator.wakeLock?.request("screen").catch(() => null) : null;
}

// ---- The files of the app

let newVersion = null;

// Keeps the files for a start without a network, and looks for a new version.
async function keepFiles() {
  const registration = await navigator.serviceWorker?.register(policy.createScriptURL("serviceWorker"), { updateViaCache: "none" }).catch(() => null);
  if (!registration) return;
  const look = () => {
    // The first version is no new one.
    if (!registration.waiting || !registration.active) return;
    newVersion = registration.waiting;
    if (!game.name) document.querySelector(".files")?.replaceWith(drawHost());
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", look));
}

function drawNewVersion() {
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    newVersion.postMessage("take over");
  };
  return element("p", "", "There is a new version of fowlplay. ", button("Load it", take, { className: "main" }));
}

// ---- What only this host has

// Whether no other phone shows these games: then there are no links, nothing is sealed, and this phone plays for everybody.
export const isAlone = true;

// Draws how logs go in and out.
export const drawHost = () => drawFiles(newVersion ? drawNewVersion() : "");

// The entries of the menu that only this host has: whether the entry is offered, label, explanation, action.
export const hostItems = () => [[true, "Save the log", "as a file, for another phone or the command", saveLog]];
