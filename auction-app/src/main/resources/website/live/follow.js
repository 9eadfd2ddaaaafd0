// Following one auction: join it, look at it, then ask for whatever is newer than what was seen, again and again.
import { get, pause, persistently, call } from "../api.js";

const QUIET_PAUSE = 1000;

/** Waits while nobody looks: a hidden page would only keep a connection busy. */
function visible(abort) {
  if (!document.hidden) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden || abort.aborted) {
        document.removeEventListener("visibilitychange", look);
        resolve();
      }
    };
    document.addEventListener("visibilitychange", look);
    abort.addEventListener("abort", look, { once: true });
  });
}

/**
 * Runs until it is aborted or the auction is over. Whatever it learns goes to `tell`: {auction}, {current}, {view, receivedAt},
 * {trouble} or {hammer}, the lot before and how it ended. A view that is older than one told before is never told.
 */
export async function follow(id, { abort, tell }) {
  const path = `/api/auctions/${id}`;
  const read = (what, after, more) => persistently(() => get(path + what, { ...more, after }, abort), { attempts: 1000, abort });
  let revision = 0;
  let lot = null;
  let lost = false;

  const see = (view) => {
    if (view.revision < revision) {
      return;
    }
    revision = view.revision;
    tell({ view, receivedAt: performance.now() });
  };

  const joined = await persistently(() => call("PUT", `${path}/attendance`, { abort }), { attempts: 1000, abort });
  revision = joined.revision;
  const [auction, current, view] = await Promise.all([
    read("", revision), read("/lots/current", revision), read("/live", Math.max(0, revision - 1)),
  ]);
  tell({ auction, current, hammer: current.previous });
  see(view);
  lot = view.lot;

  // Not waited for: the next news may come before.
  const turnTo = (before) => read("/lots/current", revision).then(
    (turned) => abort.aborted || tell({ current: turned, hammer: ended(before, turned.previous) }),
    () => abort.aborted || tell({ hammer: ended(before, null) }),
  );
  if (current.lot?.id !== lot?.id) {
    turnTo(current.lot);
  }

  while (!abort.aborted && ["SCHEDULED", "RUNNING"].includes(auction.state)) {
    await visible(abort);
    let next;
    try {
      // After trouble one below what was seen, so that the answer comes at once instead of with the next bid.
      next = await get(`${path}/live`, { after: lost ? Math.max(0, revision - 1) : revision }, abort);
      lost = false;
      tell({ trouble: null });
    } catch (problem) {
      if (abort.aborted) {
        return;
      }
      if (!problem.passing) {
        throw problem;
      }
      lost = true;
      tell({ trouble: problem.message });
      await pause(QUIET_PAUSE, abort);
      continue;
    }
    if (next === null) {
      continue;
    }
    const before = lot;
    lot = next.lot;
    see(next);
    if (before?.id !== lot?.id) {
      turnTo(before);
    }
    if (["COMPLETE", "CANCELLED"].includes(next.state)) {
      return;
    }
    if (revision === 0) {
      // It has not begun, and what comes after nothing is answered at once, time and again.
      await pause(QUIET_PAUSE, abort);
    }
  }
}

/** The lot before with its end where that is known, else as it was last seen: bids just before the hammer may not have been. */
function ended(seen, previous) {
  return !seen || previous?.id === seen.id ? previous : { ...seen, phase: null };
}
