// One attended auction on the screen: the lot, its price, its clock, and the way to bid.
import { h } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { call } from "../api.js";
import { countdown, deadline, remaining } from "../clock.js";
import { cents, minimumBid, money, ofCents, parse } from "../money.js";
import { Badge, count, Picture, ProblemNote, Skeleton } from "../parts.js";
import { href } from "../router.js";
import { session } from "../session.js";
import { bid, told } from "./bidding.js";
import { follow } from "./follow.js";

const TICK = 100;

function known(before, news) {
  if (news.current && news.current.revision < before.current?.revision) {
    return before;
  }
  if (!news.view) {
    return { ...before, ...news };
  }
  if (before.view && news.view.revision < before.view.revision) {
    return before;
  }
  return { ...before, view: news.view, until: deadline(news.view.lot?.closesInMillis, news.receivedAt) };
}

export function Stall({ id, leave }) {
  const [state, tell] = useReducer(known, {});
  const [round, again] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    tell({ problem: null });
    follow(id, { abort: controller.signal, tell }).catch((problem) => controller.signal.aborted || tell({ problem }));
    return () => controller.abort();
  }, [id, round]);
  const { auction, view, problem, trouble, hammer } = state;
  const name = auction?.name ?? `Auction ${id}`;
  return h("section", { class: "stall", "aria-label": name },
    h("header", null,
      h("h2", null, h("a", { href: href(`/auctions/${id}`) }, name)),
      h("button", { type: "button", class: "quiet", onClick: leave, "aria-label": `Leave ${name}` }, "Leave")),
    trouble && h("div", { class: "note warn", role: "status" }, "Connecting again. The price below may be old."),
    problem && h(ProblemNote, { problem, again: () => again((n) => n + 1) }),
    !view && !problem && h(Skeleton, { count: 1, kind: "stall" }),
    view && h(Lot, { ...state, id }),
    view && h(Hammer, { key: (over(view) ? view.lot : hammer)?.id, lot: over(view) ? view.lot ?? hammer : hammer }));
}

const over = (view) => ["COMPLETE", "CANCELLED"].includes(view.state);

function Lot({ id, view, current, until }) {
  const lot = view.lot;
  if (!lot || over(view)) {
    return h("p", { class: "between" }, over(view) ? "This auction is over." : "No lot is open at the moment.");
  }
  const here = current?.lot?.id === lot.id;
  const item = here ? current.item : null;
  const leads = lot.leaderId !== null && lot.leaderId === session.get()?.accountId;
  const mayBid = ["OPEN", "LAST_CALL"].includes(lot.phase);
  return h("div", { class: `lot ${lot.phase.toLowerCase()} ${leads ? "leads" : ""}` },
    h(LotPicture, { key: lot.id, title: lot.title, small: here ? current.lot.thumbnail : null, large: item?.images?.[0]?.preview }),
    h("div", { class: "what" },
      h("h3", null, h("a", { href: href(`/items/${lot.itemId}`) }, lot.title)),
      h("p", { class: "faint" }, item ? [item.category, item.manufacturer].filter(Boolean).join(" · ") : " ")),
    h("div", { class: "state" }, h(Badge, { of: lot.phase }), mayBid && h(Countdown, { until, phase: lot.phase })),
    h("p", { class: "price" },
      h("span", { class: "faint" }, lot.bidCount === 0 ? "Starts at" : "Price"),
      h("strong", null, money(lot.price ?? lot.minimumBid)),
      h("span", { class: "faint" }, count(lot.bidCount, "bid"))),
    h("p", { class: "leader" }, lot.leaderId === null ? "Nobody has bid yet."
      : leads ? h("strong", { class: "you" }, "You lead.") : `Bidder ${lot.leaderId} leads.`),
    h("p", { class: "aloud", "aria-live": "polite" }, aloud(lot, leads)),
    h(Bidding, { key: lot.id, id, lot, revision: view.revision, leads, mayBid, own: item?.sellerId === session.get()?.accountId }));
}

/** A thumbnail is enough to know the lot by; who wants to see more asks for it. */
function LotPicture({ title, small, large }) {
  const [wide, widen] = useState(false);
  return large
    ? h("button", { type: "button", class: `look ${wide ? "wide" : ""}`, "aria-pressed": wide, "aria-label": `A larger picture of ${title}`, onClick: () => widen(!wide) },
      h(Picture, { src: wide ? large : small ?? large, alt: "", kind: wide ? "wide" : "thumb" }))
    : h("div", { class: "look" }, h(Picture, { src: small, alt: "" }));
}

/** What a screen reader says at a change; the ticking clock it does not. */
function aloud(lot, leads) {
  const leader = lot.leaderId === null ? "" : leads ? ", you lead" : ", somebody else leads";
  return `${lot.phase === "LAST_CALL" ? "Last call. " : ""}${money(lot.price ?? lot.minimumBid)}${leader}`;
}

function Countdown({ until, phase }) {
  const [now, tick] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => tick(performance.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const left = remaining(until, now);
  return h("span", { class: "countdown", role: "timer", "aria-live": "off" },
    h("strong", null, left === 0 ? "…" : countdown(left)),
    h("span", { class: "faint" }, phase === "OPEN" ? " to last call" : " to the hammer"));
}

function Bidding({ id, lot, revision, leads, mayBid, own }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, tell] = useState(null);
  const alive = useRef(true);
  useEffect(() => () => { alive.current = false; }, []);
  const minimum = lot.minimumBid === null ? minimumBid(cents(lot.price)) : cents(lot.minimumBid);

  const offer = async (amount) => {
    setBusy(true);
    tell(null);
    let result;
    try {
      const answer = await bid(id, lot.id, amount);
      result = { ...told(answer.outcome, ofCents(amount), answer), led: answer.outcome === "ACCEPTED" ? answer.revision : Infinity };
      setText("");
    } catch (problem) {
      result = { good: false, text: problem.status === 0 ? "It is not known whether your bid arrived: look among your bids." : problem.message };
    }
    if (alive.current) {
      setBusy(false);
      tell(result);
    }
  };
  const offerText = (event) => {
    event.preventDefault();
    const amount = parse(text);
    if (amount === null || amount < minimum) {
      tell({ good: false, text: amount === null ? "An amount looks like 125 or 125.50." : `The least is ${ofCents(minimum)}.` });
    } else {
      offer(amount);
    }
  };
  // An accepted bid is good news only until somebody bids more.
  const news = outcome && !leads && revision > outcome.led ? { good: false, text: "You were outbid." } : outcome;
  const impossible = busy || leads || !mayBid || own;
  return h("div", { class: "bidding" },
    // Not disabled, which would take the focus from whoever bids by keyboard.
    h("button", { type: "button", class: "primary bid", "aria-disabled": impossible, onClick: () => impossible || offer(minimum) },
      own ? "This is your item" : leads ? "You lead" : busy ? "Bidding …" : `Bid ${ofCents(minimum)}`),
    h("form", { onSubmit: offerText },
      h("label", { class: "aloud", for: `amount-${id}` }, "Another amount"),
      h("input", {
        id: `amount-${id}`, inputMode: "decimal", autocomplete: "off", placeholder: "Another amount", value: text,
        onInput: (event) => setText(event.currentTarget.value),
      }),
      h("button", { type: "submit", disabled: impossible || text === "" }, "Bid")),
    h("p", { class: `outcome ${news ? (news.good ? "good" : "bad") : ""}`, role: "status" },
      news?.text ?? (lot.phase === "LAST_CALL" ? "A bid now opens the lot again." : "")));
}

function Hammer({ lot }) {
  const mine = lot?.leaderId === session.get()?.accountId && lot?.phase === "SOLD";
  const end = {
    SOLD: () => ` to ${mine ? "you" : `bidder ${lot.leaderId}`} for ${money(lot.price)}.`,
    PASSED: () => ", nobody bid.",
  }[lot?.phase] ?? (() => `, last seen at ${money(lot.price)}.`);
  return h("div", { class: `hammer ${mine ? "won" : ""}`, role: "status" }, lot
    ? [h(Badge, { of: lot.phase ?? "COMPLETE" }), h("p", null, h("span", { class: "name" }, lot.title), end())]
    : h("p", null, "This is the first lot."));
}

/** Leaving is an answer to the person, not a condition of going away: it is asked for, and the page goes on. */
export const leaveAuction = (id) => call("DELETE", `/api/auctions/${id}/attendance`);
