// What the person has done: lots bid for, purchases, attendance, newest first, between two days, with what became of it.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { get, persistently } from "../api.js";
import { byLot, highest, howMany, outcome } from "../bids.js";
import { dateTime, startOfDay } from "../clock.js";
import { money } from "../money.js";
import { useOffers } from "../offers.js";
import { Badge, count, Empty, Field, PHASES, Picture, ProblemNote, Skeleton, Tabs, Title, values } from "../parts.js";
import { go, href } from "../router.js";
import { session } from "../session.js";

const KINDS = {
  bids: { title: "My bids", none: "No bids in this time.", key: (lot) => lot.lotId, row: BidsRow, about: ["lots", (lot) => lot.lotId], together: byLot },
  purchases: { title: "Purchases", none: "Nothing bought in this time.", key: (bought) => bought.lotId, row: PurchaseRow, about: ["auctions", (bought) => bought.auctionId] },
  attendance: {
    title: "Attendance", none: "No auctions attended in this time.", key: (visit) => `${visit.auctionId} ${visit.joinedAt}`,
    row: VisitRow, about: ["auctions", (visit) => visit.auctionId],
  },
};
const STRETCH = 25;

const auctionLink = (id, about) => h("a", { href: href(`/auctions/${id}`) }, about?.auction ?? `Auction ${id}`);

/** @param entry a lot with the person's bids for it, the newest first */
function BidsRow({ entry, about: lot, more }) {
  const me = session.get()?.accountId;
  const { bids } = entry;
  const earlier = more && entry.first;
  const best = highest(bids);
  const became = outcome(best, lot, me);
  const sold = lot?.phase === "SOLD" && became === "OUTBID" ? `, sold for ${money(lot.price)}` : "";
  return h("li", { class: "row" },
    h(Picture, { src: lot?.thumbnail, alt: "" }),
    h("div", { class: "grow" }, lot ? h("a", { href: href(`/items/${lot.itemId}`) }, lot.title) : `Lot ${entry.lotId}`,
      h("p", { class: "faint" }, auctionLink(entry.auctionId, lot), ` · ${dateTime(bids[0].placedAt)}${sold}`),
      (bids.length > 1 || earlier) && h("details", { class: "bids" },
        h("summary", null, howMany(bids, earlier)),
        h("ol", null, bids.map((bid) => h("li", { key: bid.bidId }, h("strong", null, money(bid.amount)), h("span", null, PHASES[outcome(bid, lot, me)]),
          h("span", { class: "faint" }, dateTime(bid.placedAt))))))),
    h("div", { class: "end" }, h(Badge, { of: became }), h("strong", null, money(best.amount))));
}

function PurchaseRow({ entry, about }) {
  return h("li", { class: "row" },
    h(Picture, { src: entry.thumbnail, alt: "" }),
    h("div", { class: "grow" }, h("a", { href: href(`/items/${entry.itemId}`) }, entry.title),
      h("p", { class: "faint" }, auctionLink(entry.auctionId, about), ` · ${dateTime(entry.closedAt)}`)),
    h("div", { class: "end" }, h(Badge, { of: "WON" }), h("strong", null, money(entry.price))));
}

function VisitRow({ entry, about }) {
  return h("li", { class: "row" },
    h(Picture, { src: about?.thumbnail, alt: "" }),
    h("div", { class: "grow" }, auctionLink(entry.auctionId, about),
      h("p", { class: "faint" }, `${dateTime(entry.joinedAt)} – ${entry.leftAt ? dateTime(entry.leftAt) : "still attending"}`)),
    about && h("div", { class: "end" }, h(Badge, { of: about.auctionState }), h("span", { class: "faint" }, count(about.lotCount, "lot"))));
}

export function History({ kind, query }) {
  const { title, none, together = (stretches) => stretches } = KINDS[kind];
  // Days as they are written compare as they follow each other.
  const wrong = query.from && query.to && query.from > query.to ? { message: "", errors: [{ field: "from", message: "must be before 'to'" }] } : null;
  const span = { from: startOfDay(query.from), to: startOfDay(query.to, 1) };
  const stretch = useStretches(wrong ? null : `/api/accounts/me/${kind}`, span);
  const problem = wrong ?? stretch.problem;
  const choose = (event) => {
    event.preventDefault();
    go(`/me/${kind}`, values(event.currentTarget));
  };
  return h("div", null,
    h(Title, { text: title }),
    h(Tabs, { name: "Histories", entries: Object.entries(KINDS).map(([other, { title: text }]) => [text, href(`/me/${other}`, query), other === kind]) }),
    h("form", { class: "filters", onSubmit: choose, key: JSON.stringify(query) },
      h(Field, { label: "From", name: "from", type: "date", start: query.from ?? "", problem }),
      h(Field, { label: "To", name: "to", type: "date", start: query.to ?? "", problem }),
      h("button", { type: "submit" }, "Show")),
    problem && !wrong && h(ProblemNote, { problem, shown: ["from", "to"], again: stretch.more }),
    together(stretch.stretches).map((entries, n) => h(Stretch, { key: n, kind, entries, more: stretch.next })),
    stretch.busy && h(Skeleton, { kind: "row", count: 4 }),
    // A stretch may be empty where there is more: only so many months are looked through at once.
    !stretch.busy && !problem && !stretch.next && stretch.stretches.every((entries) => entries.length === 0) && h(Empty, { text: none },
      h("a", { class: "button", href: href("/auctions") }, "Running auctions")),
    stretch.next && !stretch.busy && h("p", { class: "actions" }, h("button", { type: "button", onClick: stretch.more }, "Earlier ones")));
}

/** Entries that were read together; what they are about is read together, too. */
function Stretch({ kind, entries, more }) {
  const { row, key, about: [what, id] } = KINDS[kind];
  const offers = useOffers(what, entries.map(id));
  // At once with what they are about: names that came later would push away what follows them.
  if (!offers.value && !offers.problem) {
    return entries.length > 0 && h(Skeleton, { kind: "row", count: entries.length });
  }
  return entries.length > 0 && h("ul", { class: "rows" }, entries.map((entry) => h(row, { key: key(entry), entry, about: offers.value?.[id(entry)], more })));
}

/** What was read so far of a collection with cursors. */
function useStretches(path, span) {
  const fresh = { stretches: [], next: null, busy: path !== null };
  const [state, show] = useState(fresh);
  const reading = useRef();
  const key = JSON.stringify([path, span]);
  const load = (before, abort) => persistently(() => get(path, { ...span, cursor: before.next, size: STRETCH }, abort), { abort }).then(
    (page) => abort?.aborted || show({ stretches: [...before.stretches, page.items], next: page.next, busy: false }),
    (problem) => abort?.aborted || show({ ...before, busy: false, problem }),
  );
  useEffect(() => {
    const controller = new AbortController();
    reading.current = controller.signal;
    show(fresh);
    if (path) {
      load(fresh, controller.signal);
    }
    return () => controller.abort();
  }, [key]);
  const more = () => {
    show({ ...state, busy: true, problem: null });
    load(state, reading.current);
  };
  return { ...state, more };
}
