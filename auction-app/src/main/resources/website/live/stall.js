// One attended auction on the screen: the lot, its price, its clock, and the way to bid.
import { h } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { call } from "../api.js";
import { mayHaveArrived } from "../bids.js";
import { deadline } from "../clock.js";
import { cents, minimumBid, money, ofCents, parse } from "../money.js";
import { Badge, count, Picture, ProblemNote, Skeleton } from "../parts.js";
import { href } from "../router.js";
import { session } from "../session.js";
import { Countdown } from "../ticking.js";
import { bid, told } from "./bidding.js";
import { follow } from "./follow.js";
import { win } from "./won.js";

const mayBid = (lot) => ["OPEN", "LAST_CALL"].includes(lot.phase);

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
  useWins(id, state);
  const name = auction?.name ?? `Auction ${id}`;
  return h("section", { class: "stall", "aria-label": name },
    h("header", null,
      h("h2", null, h("a", { href: href(`/auctions/${id}`) }, name)),
      h("button", { type: "button", class: "quiet", onClick: leave, "aria-label": `Leave ${name}` }, "Leave")),
    trouble && h("div", { class: "note warn", role: "status" }, "Reconnecting. The price below may be out of date."),
    problem && h(ProblemNote, { problem, again: () => again((n) => n + 1) }),
    !view && !problem && h(Skeleton, { count: 1, kind: "stall" }),
    view && h(Lot, { ...state, id }),
    view && h(Hammer, { key: (over(view) ? view.lot : hammer)?.id, lot: over(view) ? view.lot ?? hammer : hammer }));
}

/** Celebrates each lot that was seen under the hammer here and went to this person. */
function useWins(id, { view, current, hammer }) {
  const open = useRef(new Map());
  useEffect(() => {
    const lot = view?.lot;
    if (lot && mayBid(lot)) {
      open.current.set(lot.id, current?.lot?.id === lot.id ? current.lot.thumbnail : open.current.get(lot.id) ?? null);
    }
    const me = session.get()?.accountId;
    const mine = [lot, hammer].find((each) => each?.phase === "SOLD" && each.leaderId === me && open.current.has(each.id));
    if (mine) {
      win({ auctionId: id, lotId: mine.id, itemId: mine.itemId, title: mine.title, price: mine.price, thumbnail: mine.thumbnail ?? open.current.get(mine.id) });
      open.current.delete(mine.id);
    }
  }, [view, current, hammer]);
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
  const openNow = mayBid(lot);
  return h("div", { class: `lot ${lot.phase.toLowerCase()} ${leads ? "leads" : ""}` },
    h(LotPicture, { key: lot.id, title: lot.title, small: here ? current.lot.thumbnail : null, large: item?.images?.[0]?.preview }),
    h("div", { class: "what" },
      h("h3", null, h("a", { href: href(`/items/${lot.itemId}`) }, lot.title)),
      h("p", { class: "faint" }, item ? [item.category, item.manufacturer].filter(Boolean).join(" · ") : " ")),
    h("div", { class: "state" }, h(Badge, { of: lot.phase }), openNow && h(Countdown, { until, phase: lot.phase })),
    h("p", { class: "price" },
      h("span", { class: "faint" }, lot.bidCount === 0 ? "Starts at" : "Price"),
      h("strong", null, money(lot.price ?? lot.minimumBid)),
      h("span", { class: "faint" }, count(lot.bidCount, "bid"))),
    h("p", { class: "leader" }, lot.leaderId === null ? "Nobody has bid yet."
      : leads ? h("strong", { class: "you" }, "You lead.") : `Bidder ${lot.leaderId} leads.`),
    h("p", { class: "aloud", "aria-live": "polite" }, aloud(lot, leads)),
    h(Bidding, { key: lot.id, id, lot, revision: view.revision, leads, openNow, own: item?.sellerId === session.get()?.accountId }));
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

function Bidding({ id, lot, revision, leads, openNow, own }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, tell] = useState(null);
  const [most, setMost] = useState(null);
  const alive = useRef(true);
  useEffect(() => () => { alive.current = false; }, []);
  const minimum = lot.minimumBid === null ? minimumBid(cents(lot.price)) : cents(lot.minimumBid);

  const offer = async (amount) => {
    setBusy(true);
    tell(null);
    let result;
    try {
      const answer = await bid(id, lot.id, amount);
      result = { ...told(answer.outcome, ofCents(amount), answer), led: answer.outcome === "ACCEPTED" ? answer.revision : Infinity, after: answer.revision };
      setText("");
      if (!["ACCEPTED", "OUTBID", "ALREADY_LEADING"].includes(answer.outcome)) {
        setMost(null);
      }
    } catch (problem) {
      setMost(null);
      result = { good: false, text: mayHaveArrived(problem) ? "It is not known whether your bid arrived. Look at your bids." : problem.message };
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
  const impossible = busy || leads || !openNow || own;
  // What was answered may be newer than what is shown; until that has come, nobody knows what the next bid would be.
  const waits = revision < (outcome?.after ?? 0);
  const tooFar = most !== null && !leads && !waits && minimum > most;
  useEffect(() => {
    if (most !== null && !impossible && !waits && minimum <= most) {
      offer(minimum);
    }
  }, [most, impossible, waits, minimum]);
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
    h(Maximum, { id, minimum, most, set: setMost }),
    h("p", { class: `outcome ${news ? (news.good ? "good" : "bad") : ""}`, role: "status" },
      tooFar ? `Others bid more than your maximum of ${ofCents(most)}.` : news?.text ?? (lot.phase === "LAST_CALL" ? "A bid now opens the lot again." : "")));
}

/**
 * Bids of this page on the person's behalf, each the least that leads, up to an amount the server never learns. They are bids like those made
 * by hand: the page must stay open.
 */
function Maximum({ id, minimum, most, set }) {
  const [text, setText] = useState("");
  const [problem, show] = useState(null);
  const start = (event) => {
    event.preventDefault();
    const amount = parse(text);
    show(amount === null ? "An amount looks like 125 or 125.50." : amount < minimum ? `The least is ${ofCents(minimum)}.` : null);
    set(amount !== null && amount >= minimum ? amount : null);
  };
  if (most !== null) {
    return h("p", { class: "maximum" }, h("span", null, `Bids for you up to ${ofCents(most)} while this page is open.`),
      h("button", { type: "button", class: "quiet", onClick: () => set(null) }, "Stop"));
  }
  return h("details", { class: "maximum" },
    h("summary", null, "Bid for me up to a maximum"),
    h("form", { onSubmit: start },
      h("label", { class: "aloud", for: `maximum-${id}` }, "Your maximum"),
      h("input", {
        id: `maximum-${id}`, inputMode: "decimal", autocomplete: "off", placeholder: "Your maximum", value: text,
        "aria-invalid": problem ? "true" : undefined, "aria-describedby": `maximum-${id}-about`, onInput: (event) => setText(event.currentTarget.value),
      }),
      h("button", { type: "submit", disabled: text === "" }, "Start")),
    h("p", { id: `maximum-${id}-about`, class: problem ? "complaint" : "hint" }, problem ?? "This page bids the least that leads, as long as it is open."));
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
