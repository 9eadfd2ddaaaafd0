// What the person has done: bids, purchases, attendance, newest first, between two days.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, persistently } from "../api.js";
import { dateTime, startOfDay } from "../clock.js";
import { money } from "../money.js";
import { Badge, Empty, Field, Picture, ProblemNote, Skeleton, Title, values } from "../parts.js";
import { go, href } from "../router.js";

const KINDS = {
  bids: { title: "My bids", none: "No bids in this time.", key: (bid) => bid.bidId, row: BidRow },
  purchases: { title: "Purchases", none: "Nothing bought in this time.", key: (bought) => bought.lotId, row: PurchaseRow },
  attendance: { title: "Attendance", none: "No auctions attended in this time.", key: (visit) => `${visit.auctionId} ${visit.joinedAt}`, row: VisitRow },
};

const auctionLink = (id) => h("a", { href: href(`/auctions/${id}`) }, `Auction ${id}`);

function BidRow({ entry }) {
  return h("li", { class: "row" },
    h("div", { class: "grow" }, auctionLink(entry.auctionId), h("p", { class: "faint" }, `Lot ${entry.lotId} · ${dateTime(entry.placedAt)}`)),
    h("div", { class: "end" }, h(Badge, { of: entry.outcome }), h("strong", null, money(entry.amount))));
}

function PurchaseRow({ entry }) {
  return h("li", { class: "row" },
    h(Picture, { src: entry.thumbnail, alt: "" }),
    h("div", { class: "grow" }, h("a", { href: href(`/items/${entry.itemId}`) }, entry.title),
      h("p", { class: "faint" }, dateTime(entry.closedAt), " · ", auctionLink(entry.auctionId))),
    h("div", { class: "end" }, h("strong", null, money(entry.price))));
}

function VisitRow({ entry }) {
  return h("li", { class: "row" },
    h("div", { class: "grow" }, auctionLink(entry.auctionId),
      h("p", { class: "faint" }, `${dateTime(entry.joinedAt)} – ${entry.leftAt ? dateTime(entry.leftAt) : "still attending"}`)));
}

export function History({ kind, query }) {
  const { title, none, row, key } = KINDS[kind];
  const span = { from: startOfDay(query.from), to: startOfDay(query.to, 1) };
  const stretch = useStretches(`/api/accounts/me/${kind}`, span);
  const choose = (event) => {
    event.preventDefault();
    go(`/me/${kind}`, values(event.currentTarget));
  };
  return h("div", null,
    h(Title, { text: title }),
    h("nav", { class: "tabs", "aria-label": "Histories" }, Object.entries(KINDS).map(([other, { title: text }]) =>
      h("a", { href: href(`/me/${other}`, query), "aria-current": other === kind ? "page" : undefined }, text))),
    h("form", { class: "filters", onSubmit: choose, key: JSON.stringify(query) },
      h(Field, { label: "From", name: "from", type: "date", start: query.from ?? "", problem: stretch.problem }),
      h(Field, { label: "To", name: "to", type: "date", start: query.to ?? "", problem: stretch.problem }),
      h("button", { type: "submit" }, "Show")),
    h(ProblemNote, { problem: stretch.problem, shown: ["from", "to"], again: stretch.more }),
    stretch.items.length > 0 && h("ul", { class: "rows" }, stretch.items.map((entry) => h(row, { key: key(entry), entry }))),
    stretch.busy && h(Skeleton, { kind: "row", count: 4 }),
    !stretch.busy && !stretch.problem && stretch.items.length === 0 && h(Empty, { text: none }),
    stretch.next && !stretch.busy && h("p", { class: "actions" }, h("button", { type: "button", onClick: stretch.more }, "Earlier ones")));
}

/** What was read so far of a collection with cursors. */
function useStretches(path, span) {
  const fresh = { items: [], next: null, busy: true };
  const [state, show] = useState(fresh);
  const key = JSON.stringify([path, span]);
  const load = (before, abort) => persistently(() => get(path, { ...span, cursor: before.next, size: 25 }, abort), { abort }).then(
    (page) => abort?.aborted || show({ items: [...before.items, ...page.items], next: page.next, busy: false }),
    (problem) => abort?.aborted || show({ ...before, busy: false, problem }),
  );
  useEffect(() => {
    const controller = new AbortController();
    show(fresh);
    load(fresh, controller.signal);
    return () => controller.abort();
  }, [key]);
  const more = () => {
    show({ ...state, busy: true, problem: null });
    load(state);
  };
  return { ...state, more };
}
