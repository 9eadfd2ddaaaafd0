// Placing a bid so that it is placed once, whatever the network does, and learning what became of it.
import { call, get, pause, persistently } from "../api.js";
import { mayHaveArrived } from "../bids.js";
import { forApi, money } from "../money.js";

const DECIDED_WITHIN_ATTEMPTS = 30;

/** A key the server has never seen from this account. Works without a secure context too. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The decided answer; throws the Problem when the bid was not taken, else that of the attempt which may have been. The same key makes every
 * repetition harmless.
 */
export async function bid(auctionId, lotId, amountInCents) {
  const headers = { "Idempotency-Key": newKey() };
  const body = { lotId, amount: forApi(amountInCents) };
  let doubtful = null;
  const place = () => call("POST", `/api/auctions/${auctionId}/bids`, { body, headers }).catch((problem) => {
    doubtful = mayHaveArrived(problem) ? problem : doubtful;
    throw problem;
  });
  let answer = await persistently(place).catch((problem) => { throw doubtful ?? problem; });
  for (let i = 0; answer.outcome === "PENDING" && i < DECIDED_WITHIN_ATTEMPTS; i++) {
    await pause(1000);
    answer = await persistently(() => get(`/api/bids/${answer.bidId}`));
  }
  return answer;
}

/** What became of a bid, for its bidder: {good, text}. */
export function told(outcome, amount, answer) {
  switch (outcome) {
    case "ACCEPTED": return { good: true, text: `Your bid of ${amount} was accepted.` };
    case "OUTBID": return { good: false, text: `Your bid of ${amount} came too late: the price is ${money(answer.price)}.` };
    case "ALREADY_LEADING": return { good: true, text: "You already lead." };
    case "INSUFFICIENT_CREDIT": return { good: false, text: `Your credit does not cover ${amount}.` };
    case "LOT_CLOSED": return { good: false, text: "The hammer fell before your bid." };
    default: return { good: false, text: `Your bid of ${amount} is still being decided; you will find it among your bids.` };
  }
}
