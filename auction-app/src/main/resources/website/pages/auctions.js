// Finding auctions, and one auction with its catalogue.
import { h } from "preact";
import { money } from "../money.js";
import { useOffers } from "../offers.js";
import { Badge, begin, CATEGORIES, count, Empty, Field, ids, Pager, Picture, Shown, Skeleton, Tabs, Title, values } from "../parts.js";
import { useRead } from "../read.js";
import { go, href } from "../router.js";
import { AttendButton, AuctionCard, Standing } from "./cards.js";
import { Running } from "./welcome.js";

const STATES = [["Running", "RUNNING"], ["To come", "SCHEDULED"], ["Over", "COMPLETE"], ["Cancelled", "CANCELLED"]];

/** Running ones as they stand, unless words are looked for; of all others the list with a picture each. */
export function Auctions({ query }) {
  const state = query.state ?? "RUNNING";
  const search = (event) => {
    event.preventDefault();
    go("/auctions", { state, ...values(event.currentTarget) });
  };
  return h("div", null,
    h(Title, { text: "Auctions" }),
    h(Tabs, { name: "States", entries: STATES.map(([text, each]) => [text, href("/auctions", { state: each }), each === state]) }),
    h("form", { class: "filters words", role: "search", onSubmit: search, key: JSON.stringify(query) },
      h(Field, { label: "Words in the name", name: "q", type: "search", start: query.q ?? "" }),
      h("button", { type: "submit" }, "Search")),
    state === "RUNNING" && !query.q ? h(Running, { path: "/auctions", query }) : h(Found, { query: { state, q: query.q, category: query.category, page: query.page } }));
}

function Found({ query }) {
  const read = useRead("/api/auctions", { ...query, size: 12 });
  const offers = useOffers("auctions", (read.value?.items ?? []).map((auction) => auction.id));
  const choose = (event) => go("/auctions", { state: query.state, q: query.q, ...values(event.currentTarget) });
  return h("section", null,
    h("form", { class: "filters", onChange: choose, onSubmit: (event) => event.preventDefault() },
      h(Field, { label: "Category", name: "category", value: query.category ?? "", options: [{ value: "", label: "Any" }, ...CATEGORIES] })),
    h(Shown, { read, skeleton: h(Skeleton, { kind: "tall card", count: 8 }), empty: h(Empty, { text: "No auction matches." }) }, (page) => h("div", { key: ids(page) },
      h("div", { class: "grid" }, page.items.map((auction) => h(AuctionCard, { key: auction.id, auction, lot: offers.value?.[auction.id], at: offers.at }))),
      h(Pager, { page, path: "/auctions", query }))));
}

export function AuctionPage({ id, query }) {
  const read = useRead(`/api/auctions/${id}`);
  const offer = useOffers("auctions", [Number(id)]);
  const lot = offer.value?.[id];
  return h(Shown, { read }, (auction) => h("div", null,
    h(Title, { text: auction.name }, h(AttendButton, { auction })),
    h("p", { class: "facts" }, h(Badge, { of: auction.state }), ` ${auction.category} · ${count(auction.lotCount, "lot")} · ${begin(auction)}`),
    auction.state === "RUNNING" && h("section", { class: "card now", "aria-label": "Under the hammer" },
      h(Picture, { src: lot?.preview, alt: "", kind: "cover" }),
      h("div", { class: "body" },
        h("p", { class: "faint" }, "Under the hammer"),
        h("h2", null, lot ? h("a", { href: href(`/items/${lot.itemId}`) }, lot.title) : " "),
        h(Standing, { lot, at: offer.at }))),
    h("h2", null, "Catalogue"),
    h(Lots, { id, page: query.page })));
}

export const useCatalogue = (id, page) => useRead(`/api/auctions/${id}/lots`, { page, size: 20 });

const Lots = ({ id, page }) => h(Catalogue, { read: useCatalogue(id, page), path: `/auctions/${id}` });

export function Catalogue({ read, path }) {
  return h(Shown, { read, skeleton: h(Skeleton, { kind: "row" }), empty: h(Empty, { text: "No lots yet." }) }, (lots) => h("div", { key: ids(lots) },
    h("ul", { class: "rows" }, lots.items.map((lot) => h("li", { key: lot.id, class: "row" },
      h(Picture, { src: lot.thumbnail, alt: "" }),
      h("div", { class: "grow" },
        h("a", { href: href(`/items/${lot.itemId}`) }, lot.title),
        h("p", { class: "faint" }, `Lot ${lot.position} · ${count(lot.bidCount, "bid")}`)),
      h("div", { class: "end" }, h(Badge, { of: lot.phase }), h("strong", null, money(lot.price ?? lot.startingPrice)))))),
    h(Pager, { page: lots, path })));
}
