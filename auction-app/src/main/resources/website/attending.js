// Which auctions are on the screen: at most three, and the same after a reload. Whoever logs in next in this tab attends none of them.
import { session } from "./session.js";
import { signal } from "./signal.js";

export const MOST = 3;
const KEY = "liveauction.attending";
let person = session.get()?.accountId ?? null;

function stored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept.person === person ? kept.ids.filter(Number.isInteger).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export const attending = signal(stored());

session.watch((now) => {
  if (now && now.accountId !== person) {
    person = now.accountId;
    attending.set(stored());
  }
});

function keep(ids) {
  sessionStorage.setItem(KEY, JSON.stringify({ person, ids }));
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
