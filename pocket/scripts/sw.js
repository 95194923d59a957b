// Keeps the files of the app, so that it starts without a network. Another version is loaded as a whole beside this one, and replaces it
// when the page says so, or when the app is closed. Above stand the digest of the version, and its files.
const PREFIX = "fowlplay " + self.registration.scope + " ";
const openCache = () => caches.open(PREFIX + DIGEST);

async function load() {
  const cache = await openCache();
  await cache.addAll([new Request("./", { cache: "no-cache" }), ...FILES]);
  // A later start doesn't decompress the module.
  const module = FILES.find((name) => name.endsWith(".module"));
  const plain = (await cache.match(module)).body.pipeThrough(new DecompressionStream("gzip"));
  await cache.put(module, new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + DIGEST).map((name) => caches.delete(name)));
}

async function respond(request) {
  const cache = await openCache();
  return (await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(load()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => event.request.method === "GET" && event.respondWith(respond(event.request)));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
