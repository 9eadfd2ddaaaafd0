// What became of a person's bids, lot by lot.
import { cents } from "./money.js";

/** Whether a bid that failed so may have been placed: the answer was lost on its way, or a proxy gave up on it. */
export const mayHaveArrived = (problem) => [0, 502, 504].includes(problem.status);

/**
 * Bids that were read one stretch after the other, by lot: a lot stands where its newest bid was read, with all its bids. Lots of an
 * auction follow each other, so only the first of each may have bids that are not read yet.
 */
export function byLot(stretches) {
  const lots = new Map();
  const firsts = new Map();
  const grouped = stretches.map((bids) => bids.flatMap((bid) => {
    const known = lots.get(bid.lotId);
    const lot = known ?? { lotId: bid.lotId, auctionId: bid.auctionId, bids: [], first: false };
    lot.bids.push(bid);
    lots.set(lot.lotId, lot);
    firsts.set(lot.auctionId, lot);
    return known ? [] : [lot];
  }));
  firsts.forEach((lot) => { lot.first = true; });
  return grouped;
}

/** How many bids of a lot are shown. @param earlier whether there may be some that were not read yet */
export function howMany({ length }, earlier) {
  if (earlier) {
    return length === 1 ? "your latest bid" : `your latest ${length} bids`;
  }
  return length === 1 ? "1 bid" : `${length} bids`;
}

/** The highest that was accepted; the newest where none was. */
export const highest = (bids) =>
  bids.filter((bid) => bid.outcome === "ACCEPTED").sort((a, b) => cents(b.amount) - cents(a.amount))[0] ?? bids[0];

/** What became of a bid of this account: won, led, outbid or refused. */
export function outcome(bid, lot, me) {
  if (bid.outcome !== "ACCEPTED" || !lot) {
    return bid.outcome;
  }
  const last = lot.leaderId === me && cents(lot.price) === cents(bid.amount);
  return !last ? "OUTBID" : lot.phase === "SOLD" ? "WON" : "LEADING";
}
