"use strict";
// Talking to the server: what is asked, what happens at the table, and a step that waits for the network.

// The server can't be reached, or did not answer in time. Whether it did what it was asked is not known.
class Unreachable extends Error {}

const PATIENCE = 12000; // milliseconds

// A key by which the server knows a request that is sent again. (Plain HTTP has no randomUUID.)
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The keys of what a form asks: as long as the words are the same it is the same request, else another one.
function keysOfForm() {
  let key = null;
  let asked = null;
  return (body) => {
    const words = JSON.stringify(body);
    if (words !== asked) [key, asked] = [newKey(), words];
    return key;
  };
}

const addressOf = (name, what) => "/api/games/" + encodeURIComponent(name) + "/" + what;

// Asks; with a body it is a POST. The answer: `{status, version, exit, answer}`.
async function ask(path, body) {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), PATIENCE);
  const options = { cache: "no-store", credentials: "omit", headers: authorization(), signal: ended.signal };
  if (body) Object.assign(options, { method: "POST", headers: { ...options.headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  try {
    const response = await fetch(path, options);
    const text = await response.text();
    if (response.status === 401) return askForLink(OLD_LINK);
    if (response.status === 503) throw new Unreachable(text);
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    const told = isJson ? JSON.parse(text) : { exit: 2, answer: { error: { message: text } } };
    return { status: response.status, ...told };
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(String(error));
  } finally {
    clearTimeout(timer);
  }
}

// ---- What happens, as it happens

const stream = { name: null, hear: null, connection: null, isOpen: false, pause: 1000, timer: 0, silence: 0 };
const LONGEST_PAUSE = 15000; // milliseconds
const SILENCE = 40000; // milliseconds; the server is heard of every fifteen seconds

// Listens to a game; `hear(kind, what)` is told `open`, `lost`, and what the server tells.
function listen(name, hear) {
  Object.assign(stream, { name, hear, pause: 1000 });
  connect();
}

function disconnect() {
  clearTimeout(stream.timer);
  clearTimeout(stream.silence);
  stream.connection?.abort();
  Object.assign(stream, { connection: null, isOpen: false });
}

function stopListening() {
  disconnect();
  stream.name = null;
}

// Listens until the stream ends. It is fetched as all else is, for an EventSource can't show the secret.
async function connect() {
  disconnect();
  if (!stream.name) return;
  const connection = new AbortController();
  stream.connection = connection;
  // A network may go away without a word.
  const heard = () => {
    clearTimeout(stream.silence);
    stream.silence = setTimeout(lost, SILENCE);
  };
  heard();
  try {
    const response = await fetch(addressOf(stream.name, "events"), { cache: "no-store", credentials: "omit", headers: authorization(), signal: connection.signal });
    if (response.status === 401) return askForLink(OLD_LINK);
    if (response.ok) await readEvents(response.body, connection, heard);
  } catch {
    // Cut off: as if it had ended.
  }
  return connection === stream.connection ? lost() : undefined;
}

// Reads server-sent events: each a few lines, an empty one behind them.
async function readEvents(body, connection, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  stream.isOpen = true;
  stream.pause = 1000;
  stream.hear("open");
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || connection !== stream.connection) return;
    heard();
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [kind, data] = ["event: ", "data: "].map((name) => event.split("\n").find((line) => line.startsWith(name))?.slice(name.length));
      if (kind && kind !== "alive" && data) stream.hear(kind, JSON.parse(data));
    }
  }
}

// The server can't be heard, or did not answer: another connection is tried in a moment.
function lost() {
  if (!stream.name) return;
  disconnect();
  stream.hear("lost");
  stream.timer = setTimeout(connect, stream.pause);
  stream.pause = Math.min(2 * stream.pause, LONGEST_PAUSE);
}

// A phone that slept may not have noticed that the connection is gone.
const wake = () => {
  if (stream.name && document.visibilityState === "visible") connect();
};
document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("pageshow", (event) => event.persisted && wake());
window.addEventListener("offline", () => stream.name && stream.hear("lost"));

// ---- What this phone remembers

// Private windows may refuse to keep anything; then it is forgotten with the page.
const forgetful = new Map();
const kept = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem("fowlplay." + key)) ?? forgetful.get(key) ?? null;
    } catch {
      return forgetful.get(key) ?? null;
    }
  },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem("fowlplay." + key);
      else localStorage.setItem("fowlplay." + key, JSON.stringify(value));
      forgetful.delete(key);
    } catch {
      forgetful.set(key, value);
    }
  },
};

// ---- A step on its way

const waitingStep = (name) => kept.get("waiting." + name);
let sending = false;

// Sends the step that waits, once: it keeps its key until it is answered. Gives the answer; null where it still waits.
async function sendWaiting(name) {
  const step = waitingStep(name);
  if (!step || sending) return null;
  sending = true;
  try {
    const answer = await ask(addressOf(name, step.path), step.body);
    kept.set("waiting." + name, null);
    return { ...answer, step };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return null;
  } finally {
    sending = false;
  }
}

function keepWaiting(name, path, body) {
  kept.set("waiting." + name, { path, body: { key: newKey(), ...body } });
}
