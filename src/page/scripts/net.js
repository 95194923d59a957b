// The connection to the host: requests, server-sent events, and the request that waits for the network.
import { isAlone, sendRequest } from "./host.js";
import { parseWords } from "./responses.js";
import { game } from "./state.js";

// The error of a request without a response in time. The server may have handled the request.
class Unreachable extends Error {}

const REQUEST_TIMEOUT = 12000; // milliseconds

// Creates an idempotency key, by which the server recognizes a repeated request. (Plain HTTP has no randomUUID.)
export const createKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Creates a function that returns the key for a request of a form. The key changes only with the body.
export function createRequestKeys() {
  let key = null;
  let lastText = null;
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== lastText) [key, lastText] = [createKey(), text];
    return key;
  };
}

export const addressOf = (name, query) => "/api/games/" + encodeURIComponent(name) + "/" + query;

// The label of this phone, which other phones see at its changes: a name, or the player on this phone.
export const MAX_LABEL = 40; // characters
export const ownLabel = (name) => [...(storage.get("word") || storage.get("me." + name) || "")].slice(0, MAX_LABEL).join("").trim();

// The address of a change. The response to a preview includes display texts.
function changeAddressOf(name, query, { preview } = {}) {
  const label = ownLabel(name);
  const parameters = new URLSearchParams({ ...(label && { by: label }), ...(preview && { shown: true }) }).toString();
  return addressOf(name, query) + (parameters && "?" + parameters);
}

const MAX_TEXTS = 5000; // a long game names cards in a few hundred

// Remembers the parts of texts, for drawing them later. The oldest texts are forgotten first.
function rememberWords(words) {
  game.words ??= new Map();
  for (const [text, parts] of parseWords(words)) {
    game.words.delete(text);
    game.words.set(text, parts);
  }
  const texts = game.words.keys();
  while (game.words.size > MAX_TEXTS) game.words.delete(texts.next().value);
}

// Requests of which every phone is told, and the number of those that were sent from here just now.
const ASKS = /\/(show|log|try|why|report)\b|&at=/;
const ASKED_HERE = 2000; // milliseconds
export const asks = { here: 0 };

// Sends a request (POST if there is a body). Returns `{status, version, exit, answer}`.
export async function request(path, body) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT);
  const isAsking = ASKS.test(path);
  asks.here += isAsking;
  const options = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
  try {
    const response = await sendRequest(path, { ...options, signal: timeout.signal });
    const text = await response.text();
    if (response.status === 503) throw new Unreachable(text);
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    const parsed = isJson ? JSON.parse(text) : { exit: 2, answer: { error: { message: text } } };
    rememberWords(parsed.words);
    return { status: response.status, ...parsed };
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(String(error));
  } finally {
    clearTimeout(timer);
    setTimeout(() => (asks.here -= isAsking), ASKED_HERE);
  }
}

// Sends a request, and returns an error response if the server is unreachable.
export const UNREACHED = { status: 0, exit: 2, answer: { error: { message: "There was no answer: try again." } } };
export const ask = (path, body) => request(path, body).catch(() => UNREACHED);

// ---- Server-sent events

export const stream = { name: null, onEvent: null, connection: null, isOpen: false, retryDelay: 1000, timer: 0, silenceTimer: 0 };
const MAX_RETRY_DELAY = 15000; // milliseconds
export const SILENCE_TIMEOUT = 40000; // milliseconds; the server sends an event at least every fifteen seconds

// Listens to a game; calls `onEvent(kind, data)` with `open`, `lost`, and the events of the server.
export function listen(name, onEvent) {
  Object.assign(stream, { name, onEvent, retryDelay: 1000 });
  connect();
}

function disconnect() {
  clearTimeout(stream.timer);
  clearTimeout(stream.silenceTimer);
  stream.connection?.abort();
  Object.assign(stream, { connection: null, isOpen: false });
}

export function stopListening() {
  disconnect();
  stream.name = null;
}

// Listens until the stream ends. (An EventSource can't send the secret in a header.)
export async function connect() {
  disconnect();
  if (!stream.name) return;
  const connection = new AbortController();
  stream.connection = connection;
  // A lost network may cause no error.
  const resetSilenceTimer = () => {
    clearTimeout(stream.silenceTimer);
    stream.silenceTimer = setTimeout(reconnect, SILENCE_TIMEOUT);
  };
  resetSilenceTimer();
  try {
    const response = await sendRequest(addressOf(stream.name, "events"), { signal: connection.signal });
    if (response.ok) await readEvents(response.body, connection, resetSilenceTimer);
  } catch {
    // A broken connection is handled like the end of the stream.
  }
  return connection === stream.connection ? reconnect() : undefined;
}

// Reads server-sent events. Each consists of a few lines and an empty one.
async function readEvents(body, connection, resetSilenceTimer) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  stream.isOpen = true;
  stream.retryDelay = 1000;
  stream.onEvent("open");
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || connection !== stream.connection) return;
    resetSilenceTimer();
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [kind, data] = ["event: ", "data: "].map((name) => event.split("\n").find((line) => line.startsWith(name))?.slice(name.length));
      if (kind && kind !== "alive" && data) stream.onEvent(kind, JSON.parse(data));
    }
  }
}

// Tries to connect again after a delay.
export function reconnect() {
  if (!stream.name) return;
  disconnect();
  stream.onEvent("lost");
  stream.timer = setTimeout(connect, stream.retryDelay);
  stream.retryDelay = Math.min(2 * stream.retryDelay, MAX_RETRY_DELAY);
}

// Connects again when the page becomes visible, as a sleeping phone may not notice a broken connection.
const reconnectIfVisible = () => {
  if (stream.name && document.visibilityState === "visible") connect();
};
document.addEventListener("visibilitychange", reconnectIfVisible);
window.addEventListener("online", reconnectIfVisible);
window.addEventListener("pageshow", (event) => event.persisted && reconnectIfVisible());
window.addEventListener("offline", () => stream.name && !isAlone && stream.onEvent("lost"));

// ---- Local storage

// Values that the storage refuses, as in a private window.
const unstoredValues = new Map();
const storageIn = (area) => ({
  get(key) {
    try {
      return JSON.parse(window[area].getItem("fowlplay." + key)) ?? unstoredValues.get(key) ?? null;
    } catch {
      return unstoredValues.get(key) ?? null;
    }
  },
  set(key, value) {
    try {
      if (value === null) window[area].removeItem("fowlplay." + key);
      else window[area].setItem("fowlplay." + key, JSON.stringify(value));
      unstoredValues.delete(key);
    } catch {
      unstoredValues.set(key, value);
    }
  },
});
export const storage = storageIn("localStorage");
// The storage that survives a reload, but not the closing of the page.
export const session = storageIn("sessionStorage");

// ---- The pending request

export const pendingRequest = (name) => storage.get("waiting." + name);
export let isSending = false;

// Sends the pending request, with the same key until there is a response. Returns the response with its `request`, or null if the request
// is still pending.
export async function sendPending(name) {
  const pending = pendingRequest(name);
  if (!pending || isSending) return null;
  isSending = true;
  try {
    const response = await request(changeAddressOf(name, pending.path), pending.body);
    storage.set("waiting." + name, null);
    return { ...response, request: pending };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return null;
  } finally {
    isSending = false;
  }
}

export function storePending(name, path, body) {
  storage.set("waiting." + name, { path, body: { key: createKey(), ...body } });
}

// Sends a request about the open game. Returns UNREACHED if the server is unreachable, or another game was opened in the meantime.
export async function requestGame(query, body) {
  const name = game.name;
  try {
    const response = await request(body ? changeAddressOf(name, query, body) : addressOf(name, query), body);
    return game.name === name ? response : UNREACHED;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (game.name === name) reconnect();
    return UNREACHED;
  }
}
