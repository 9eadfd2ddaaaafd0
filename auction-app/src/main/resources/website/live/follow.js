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
 * {trouble} or {hammer}. A view that is older than one told before is never told.
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
  tell({ auction, current });
  see(view);
  lot = view.lot;

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
    if (before && before.id !== lot?.id) {
      hammered(before, next.revision, read).then(
        (hammer) => abort.aborted || tell({ hammer }),
        () => abort.aborted || tell({ hammer: { ...before, phase: null } }),
      );
    }
    if (lot && lot.id !== before?.id) {
      tell({ current: await read("/lots/current", revision) });
    }
    if (["COMPLETE", "CANCELLED"].includes(next.state)) {
      return;
    }
  }
}

/** How the lot ended, from the catalogue: the last bids may not have been seen. Without an entry, the lot as it was last seen. */
async function hammered(before, after, read) {
  for (let page = 0; ; page++) {
    const lots = await read("/lots", after, { size: 100, page });
    const found = lots.items.find((lot) => lot.id === before.id);
    if (found || (page + 1) * lots.size >= lots.total) {
      return found ?? { ...before, phase: null };
    }
  }
}
