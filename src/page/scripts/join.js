"use strict";
// Moves the secret of a link from the address to the storage before anything is painted, so that no history keeps the secret. A secret
// that would replace another one waits for `takeLink`, which asks whether it is valid. If the storage refuses, `takeLink` keeps the secret
// for this page alone.
{
  const secret = location.hash.slice(1);
  if (location.pathname === "/join" && /^[0-9a-f]{32}$/.test(secret)) {
    try {
      if (localStorage.getItem("fowlplay.secret") === null) localStorage.setItem("fowlplay.secret", JSON.stringify(secret));
      else sessionStorage.setItem("fowlplay.offered", JSON.stringify(secret));
      history.replaceState(null, "", "/");
    } catch {
      // The secret stays in the address until `takeLink` runs.
    }
  }
}
