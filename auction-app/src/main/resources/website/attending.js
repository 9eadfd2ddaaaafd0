// Which auctions are on the screen: at most three, and the same after a reload.
import { signal } from "./signal.js";

export const MOST = 3;
const KEY = "liveauction.attending";

function stored() {
  try {
    const ids = JSON.parse(sessionStorage.getItem(KEY));
    return Array.isArray(ids) ? ids.filter(Number.isInteger).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export const attending = signal(stored());

function keep(ids) {
  sessionStorage.setItem(KEY, JSON.stringify(ids));
  attending.set(ids);
}

export function attend(id) {
  const ids = attending.get();
  if (!ids.includes(id) && ids.length < MOST) {
    keep([...ids, id]);
  }
}

export function stopAttending(id) {
  keep(attending.get().filter((other) => other !== id));
}
