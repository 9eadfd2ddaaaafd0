// Who is logged in. It is kept for all tabs, so a logout in one of them is seen by the others at once.
import { signal } from "./signal.js";

const KEY = "liveauction.session";

function stored() {
  try {
    const session = JSON.parse(localStorage.getItem(KEY));
    return session && Date.parse(session.expiresAt) > Date.now() ? session : null;
  } catch {
    return null;
  }
}

/** {token, accountId, expiresAt, email}, or null. */
export const session = signal(stored());
/** Why the person has to log in again; null when he knows. */
export const farewell = signal(null);

export function begin(opened) {
  localStorage.setItem(KEY, JSON.stringify(opened));
  farewell.set(null);
  session.set(opened);
}

export function end(reason = null) {
  localStorage.removeItem(KEY);
  farewell.set(reason);
  session.set(null);
}

/** Ends the session only if it is still the one that was refused. */
export function refused(token) {
  if (session.get()?.token === token) {
    end("Your session has ended. Please log in again.");
  }
}

addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) {
    const now = stored();
    if (now?.token !== session.get()?.token) {
      farewell.set(now ? null : "You logged out in another tab.");
      session.set(now);
    }
  }
});
