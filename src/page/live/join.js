"use strict";
// Moves the secret of a link from the address to the storage before anything is painted, so that no history keeps the secret. If the
// storage refuses, `takeLink` keeps the secret for this page alone.
{
  const secret = location.hash.slice(1);
  if (location.pathname === "/join" && /^[0-9a-f]{32}$/.test(secret)) {
    try {
      localStorage.setItem("fowlplay.secret", JSON.stringify(secret));
      history.replaceState(null, "", "/");
    } catch {
      // The secret stays in the address until `takeLink` runs.
    }
  }
}
