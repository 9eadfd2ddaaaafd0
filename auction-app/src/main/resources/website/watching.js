// Which items the person watches: asked once for a session, changed here and on the server.
import { call, get } from "./api.js";
import { session } from "./session.js";
import { signal } from "./signal.js";

/** Ids of items, the last added first; null as long as it is not known. */
export const watched = signal(null);
let of = null;

/** Asks unless it is known for this session. */
export async function knowWatched() {
  const token = session.get()?.token ?? null;
  if (of === token) {
    return;
  }
  of = token;
  watched.set(null);
  if (token) {
    try {
      watched.set(await get("/api/accounts/me/watched"));
    } catch {
      of = null;
    }
  }
}

export async function watch(itemId, on) {
  await call(on ? "PUT" : "DELETE", `/api/accounts/me/watched/${itemId}`);
  const others = (watched.get() ?? []).filter((id) => id !== itemId);
  watched.set(on ? [itemId, ...others] : others);
}
