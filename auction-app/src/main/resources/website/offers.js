// How lots stand, for pages that show many of them. People's pages ask for it; the workload driver does not.
import { useEffect, useState } from "preact/hooks";
import { get } from "./api.js";
import { portions } from "./lists.js";

const SOONEST_MILLIS = 1000;
const LATEST_MILLIS = 4000;
const SETTLED_MILLIS = 60_000;
const AFTER_THE_HAMMER_MILLIS = 300;
// Ids the server takes at once.
const MOST = 50;

/** Soon after the next phase ends, and soon when there is nothing yet; seldom where nothing is under the hammer or about to be. */
function nextLook(lots, ifNone) {
  if (lots.length > 0 && lots.every((lot) => lot.closedAt || lot.auctionState !== "RUNNING")) {
    return SETTLED_MILLIS;
  }
  const left = lots.map((lot) => lot.closesInMillis).filter((millis) => millis !== null);
  const next = lots.length === 0 ? ifNone : Math.min(LATEST_MILLIS, ...left) + AFTER_THE_HAMMER_MILLIS;
  return Math.max(SOONEST_MILLIS, Math.min(LATEST_MILLIS, next));
}

/** Reads at once and again as long as somebody looks. What fails is left as it was: the next time may succeed. */
function useRepeated(read, key) {
  const [state, show] = useState({});
  useEffect(() => {
    const controller = new AbortController();
    let timer;
    const look = async () => {
      let again = LATEST_MILLIS;
      if (!document.hidden) {
        try {
          const value = await read(controller.signal);
          show({ key, value, at: performance.now() });
          again = value.items ? nextLook(value.items, SOONEST_MILLIS) : nextLook(Object.values(value), LATEST_MILLIS);
        } catch (problem) {
          if (!controller.signal.aborted) {
            show((before) => (before.key === key && before.value ? before : { key, problem }));
          }
        }
      }
      if (!controller.signal.aborted) {
        timer = setTimeout(look, again);
      }
    };
    look();
    return () => { controller.abort(); clearTimeout(timer); };
  }, [key]);
  return state.key === key ? state : {};
}

/** {value: {id: lot}, at} of the lots of these auctions, items or lots. */
export function useOffers(kind, ids) {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const by = { auctions: "auctionId", items: "itemId", lots: "lotId" }[kind];
  return useRepeated(async (abort) => {
    const lots = await Promise.all(portions(wanted, MOST).map((some) => get(`/api/showcase/${kind}/${some.join()}`, undefined, abort)));
    return Object.fromEntries(lots.flat().map((lot) => [lot[by], lot]));
  }, `${kind} ${wanted}`);
}

/** A page of the lots under the hammer. Where an auction stood, it stays: cards that change places cannot be pressed. */
export function useRunning(query) {
  const key = JSON.stringify(query);
  const state = useRepeated((abort) => get("/api/showcase", query, abort), key);
  const [order, keep] = useState({});
  const lots = state.value?.items;
  useEffect(() => {
    if (lots) {
      keep((before) => {
        const ids = lots.map((lot) => lot.auctionId);
        const known = before.key === key ? before.ids.filter((id) => ids.includes(id)) : [];
        return { key, ids: [...known, ...ids.filter((id) => !known.includes(id))] };
      });
    }
  }, [state.at]);
  if (!lots) {
    return state;
  }
  const rank = (lot) => {
    const place = order.key === key ? order.ids.indexOf(lot.auctionId) : -1;
    return place < 0 ? lots.length : place;
  };
  const items = order.key === key ? [...lots].sort((a, b) => rank(a) - rank(b)) : lots;
  return { ...state, value: { ...state.value, items } };
}
