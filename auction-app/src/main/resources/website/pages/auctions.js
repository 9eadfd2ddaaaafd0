// Finding auctions, and one auction with its catalogue.
import { h } from "preact";
import { money } from "../money.js";
import { Badge, begin, CATEGORIES, count, Empty, Field, ids, Pager, PHASES, Picture, Shown, Skeleton, Title, values } from "../parts.js";
import { useRead } from "../read.js";
import { go, href } from "../router.js";
import { AttendButton, AuctionCard } from "./cards.js";

const STATES = ["RUNNING", "SCHEDULED", "COMPLETE", "CANCELLED"];

export function Auctions({ query }) {
  const read = useRead("/api/auctions", { ...query, size: 12 });
  const search = (event) => {
    event.preventDefault();
    go("/auctions", values(event.currentTarget));
  };
  return h("div", null,
    h(Title, { text: "Auctions" }),
    h("form", { class: "filters", role: "search", onSubmit: search, key: JSON.stringify(query) },
      h(Field, { label: "Words", name: "q", type: "search", start: query.q ?? "", problem: read.problem }),
      h(Field, { label: "State", name: "state", start: query.state ?? "", options: [{ value: "", label: "Any" }, ...STATES.map((state) => ({ value: state, label: PHASES[state] }))] }),
      h(Field, { label: "Category", name: "category", start: query.category ?? "", options: [{ value: "", label: "Any" }, ...CATEGORIES] }),
      h("button", { type: "submit" }, "Search")),
    h(Shown, { read, empty: h(Empty, { text: "No auction fits." }) }, (page) => [
      h("div", { class: "grid", key: ids(page) }, page.items.map((auction) => h(AuctionCard, { key: auction.id, auction }))),
      h(Pager, { page, path: "/auctions", query })]));
}

export function AuctionPage({ id, query }) {
  const read = useRead(`/api/auctions/${id}`);
  return h(Shown, { read }, (auction) => h("div", null,
    h(Title, { text: auction.name }, h(AttendButton, { auction })),
    h("p", { class: "facts" }, h(Badge, { of: auction.state }), ` ${auction.category} · ${begin(auction)}`),
    h("h2", null, "Catalogue"),
    h(Lots, { id, page: query.page })));
}

export const useCatalogue = (id, page) => useRead(`/api/auctions/${id}/lots`, { page, size: 20 });

const Lots = ({ id, page }) => h(Catalogue, { read: useCatalogue(id, page), path: `/auctions/${id}` });

export function Catalogue({ read, path }) {
  return h(Shown, { read, skeleton: h(Skeleton, { kind: "row" }), empty: h(Empty, { text: "No lots yet." }) }, (lots) => [
    h("ul", { class: "rows" }, lots.items.map((lot) => h("li", { key: lot.id, class: "row" },
      h(Picture, { src: lot.thumbnail, alt: "" }),
      h("div", { class: "grow" },
        h("a", { href: href(`/items/${lot.itemId}`) }, lot.title),
        h("p", { class: "faint" }, `Lot ${lot.position} · ${count(lot.bidCount, "bid")}`)),
      h("div", { class: "end" }, h(Badge, { of: lot.phase }), h("strong", null, money(lot.price ?? lot.startingPrice)))))),
    h(Pager, { page: lots, path })]);
}
