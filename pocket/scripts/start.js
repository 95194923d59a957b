"use strict";
// Starts the worker before the page is read: loading the module takes longest. `host.js` goes on with `pocket`.
{
  const folder = document.currentScript.src;
  const addresses = { worker: new URL("worker.js", folder).href, serviceWorker: new URL("../../sw.js", folder).href };
  // The only addresses from which scripts are started.
  const rules = { createScriptURL: (name) => addresses[name] };
  const policy = window.trustedTypes?.createPolicy("pocket", rules) ?? rules;
  window.pocket = { policy, worker: new Worker(policy.createScriptURL("worker")) };
}
