// The module in a worker, and the database of its logs. A response is passed on when what it changed is saved. If it can't be saved, or the
// module fails, the module begins anew with what is saved.
"use strict";

const KEPT_REQUESTS = 256; // of which a repeated one gets the same response

// Loads the module. On a host it is compressed, for some hosts compress nothing; the service worker keeps it as it is.
async function loadModule() {
  const file = await fetch("fowlplay.module");
  if (!file.ok) throw new Error("fowlplay.module: " + file.status);
  const type = "application/wasm";
  if (file.headers.get("Content-Type") === type) return WebAssembly.compileStreaming(file);
  const plain = file.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "Content-Type": type } }));
}

const openDatabase = () => new Promise((done, failed) => {
  const opening = indexedDB.open("fowlplay", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("logs", { keyPath: "name" });
    opening.result.createObjectStore("served", { autoIncrement: true });
    opening.result.createObjectStore("own");
  };
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => failed(opening.error);
});

const loaded = Promise.all([loadModule(), openDatabase()]);
let exported = null;

// Runs a transaction; `act` gets the stores, and may return a request. Resolves with its result once everything is on disk.
const transact = async (mode, act) => {
  const [, database] = await loaded;
  return new Promise((done, failed) => {
    const transaction = database.transaction(["logs", "served", "own"], mode, { durability: "strict" });
    const request = act(...["logs", "served", "own"].map((name) => transaction.objectStore(name)), transaction);
    transaction.oncomplete = () => done(request?.result);
    transaction.onabort = () => failed(transaction.error ?? new DOMException("fowlplay goes on in another tab", "AbortError"));
  });
};

// The name of this worker. One that takes over from another tab writes its own into the database, and the other one saves nothing more.
const recorder = crypto.randomUUID();
let hasTakenOver = false;

async function takeOver() {
  await transact("readwrite", (logs, served, own) => {
    own.put(recorder, "recorder");
    own.add(crypto.randomUUID(), "version key").onerror = (event) => event.preventDefault(); // It has one already.
  });
  hasTakenOver = true;
}

// Begins with what is saved.
async function begin() {
  const [compiled] = await loaded;
  // Without room nothing can be written, but everything can be read.
  if (!hasTakenOver) await takeOver().catch(() => {});
  const saved = {};
  await transact("readonly", (logs, served, own) => {
    own.get("version key").onsuccess = ({ target }) => (saved.version_key = target.result ?? "");
    logs.getAll().onsuccess = ({ target }) => (saved.logs = target.result);
    served.getAll().onsuccess = ({ target }) => (saved.served = target.result);
  });
  exported = (await WebAssembly.instantiate(compiled)).exports;
  askModule({ ask: "begin", ...saved });
}

function askModule(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const start = exported.room(bytes.length);
  new Uint8Array(exported.memory.buffer, start, bytes.length).set(bytes);
  const length = exported.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exported.memory.buffer, exported.text(), length)));
}

const save = ({ changes, served: request }) => transact("readwrite", (logs, served, own, transaction) => {
  own.get("recorder").onsuccess = ({ target }) => {
    if (hasTakenOver && target.result !== recorder) return transaction.abort();
    for (const log of changes) logs.put(log);
    if (request) served.add(request).onsuccess = ({ target }) => served.delete(IDBKeyRange.upperBound(target.result - KEPT_REQUESTS));
    return undefined;
  };
});

// The present time, also with its offset from UTC, as in `2026-11-20T19:42:11.250+01:00`.
function readClock() {
  const now = new Date();
  const offset = -now.getTimezoneOffset();
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const local = new Date(now.getTime() + offset * 60000).toISOString().slice(0, 23);
  return { milliseconds: now.getTime(), local: local + (offset < 0 ? "-" : "+") + two(Math.abs(offset) / 60) + ":" + two(Math.abs(offset) % 60) };
}

function failure(error) {
  const isFull = error.name === "QuotaExceededError";
  const why = isFull ? "There is no room left on this phone, and nothing was recorded: delete something else, and do it again."
    : "This failed (" + error.message + "), and nothing was recorded: do it again.";
  const body = JSON.stringify({ version: null, exit: 2, answer: { error: { message: why }, errors: [{ message: why }] } });
  return { status: isFull ? 507 : 500, body, changes: [], events: [] };
}

async function answerTo(question) {
  if (question.ask === "logs") return transact("readonly", (logs) => logs.getAll());
  try {
    if (question.ask === "begin") return await begin();
    const answer = askModule({ ...question, clock: readClock() });
    if (answer.changes.length) await save(answer);
    return answer;
  } catch (error) {
    if (question.ask === "begin") throw error;
    await begin();
    return failure(error);
  }
}

// Questions are answered one after another: none sees what is not saved yet.
let last = Promise.resolve();
self.onmessage = ({ data: { nth, question } }) => {
  last = last.then(() => answerTo(question)).then((answer) => postMessage({ nth, answer }), (error) => postMessage({ nth, error: error.message }));
};
