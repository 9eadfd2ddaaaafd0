// The first page: what is under the hammer now, for guests and for people who are known.
import { h } from "preact";
import { CATEGORIES, Empty, Field, Pager, ProblemNote, Skeleton, useName, values } from "../parts.js";
import { useRunning } from "../offers.js";
import { go, href } from "../router.js";
import { session } from "../session.js";
import { useSignal } from "../signal.js";
import { LotCard } from "./cards.js";

export const SORTS = [
  { value: "CLOSING", label: "Closing soonest" }, { value: "BIDS", label: "Most bids" }, { value: "CHEAPEST", label: "Lowest price" },
  { value: "DEAREST", label: "Highest price" }, { value: "NAME", label: "Name of the auction" },
];

export function Welcome({ query }) {
  const known = useSignal(session);
  useName("");
  return h("div", null,
    h("section", { class: "hero" },
      h("h1", { tabIndex: -1 }, "Every lot has its moment."),
      h("p", null, "Lots come up one after another. Everyone in the room sees the same price at the same time."),
      h("div", { class: "actions" }, known
        ? [h("a", { class: "button primary", href: href("/auctions") }, "All running auctions"),
          h("a", { class: "button", href: href("/items") }, "Explore items")]
        : [h("a", { class: "button primary", href: href("/register") }, "Register to bid"),
          h("a", { class: "button", href: href("/login") }, "Log in")])),
    h("h2", null, "Under the hammer now"),
    h(Running, { path: "/", query }));
}

/** Cards of the lots under the hammer, which keep themselves new. */
export function Running({ path, query }) {
  const running = useRunning({ category: query.category ?? "", sort: query.sort ?? "CLOSING", page: query.page ?? 0, size: 12 });
  const sort = (event) => go(path, values(event.currentTarget));
  const page = running.value;
  return h("section", { class: "running" },
    h("form", { class: "filters", onChange: sort, onSubmit: (event) => event.preventDefault() },
      h(Field, { label: "Category", name: "category", value: query.category ?? "", options: [{ value: "", label: "Any" }, ...CATEGORIES] }),
      h(Field, { label: "Order", name: "sort", value: query.sort ?? "CLOSING", options: SORTS })),
    running.problem && h(ProblemNote, { problem: running.problem }),
    !page && !running.problem && h(Skeleton, { kind: "tall card", count: 8 }),
    page && page.items.length === 0 && h(Empty, { text: "No auction is running here now." },
      h("a", { class: "button", href: href("/auctions", { state: "SCHEDULED" }) }, "What comes next")),
    page && page.items.length > 0 && h("div", { key: `${page.page} ${query.category} ${query.sort}` },
      h("div", { class: "grid" }, page.items.map((lot) => h(LotCard, { key: lot.auctionId, lot, at: running.at }))),
      h(Pager, { page, path, query })));
}
