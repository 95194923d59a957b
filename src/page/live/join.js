"use strict";
// Runs before anything is painted: the secret of the link that opened the page is stored, and leaves the address, so that no history
// keeps it. Where nothing can be stored, `takeLink` keeps it for this page alone.
{
  const secret = location.hash.slice(1);
  if (location.pathname === "/join" && /^[0-9a-f]{32}$/.test(secret)) {
    try {
      localStorage.setItem("fowlplay.secret", JSON.stringify(secret));
      history.replaceState(null, "", "/");
    } catch {
      // It stays in the address until then.
    }
  }
}
