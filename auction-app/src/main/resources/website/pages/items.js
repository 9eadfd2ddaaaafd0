// Exploring items, the watch list, and one item with its pictures and its lot.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dateTime } from "../clock.js";
import { money, parse } from "../money.js";
import { useOffers } from "../offers.js";
import { Badge, CATEGORIES, count, Empty, Field, ids, Pager, Picture, ProblemNote, Shown, Skeleton, Title, values } from "../parts.js";
import { useRead } from "../read.js";
import { go, href } from "../router.js";
import { session } from "../session.js";
import { useSignal } from "../signal.js";
import { knowWatched, watched } from "../watching.js";
import { AttendButton, ItemCard, Standing, WatchButton } from "./cards.js";

const SORTS = [
  { value: "", label: "Best match" },
  { value: "OLDEST", label: "Listed first" }, { value: "NEWEST", label: "Listed last" },
  { value: "CHEAPEST", label: "Lowest starting price" }, { value: "DEAREST", label: "Highest starting price" },
];

/** What is wrong with the bounds of prices before the server is asked; null when nothing is. */
function wrongPrices({ minPrice = "", maxPrice = "" }) {
  const given = { minPrice, maxPrice };
  const errors = Object.keys(given)
    .filter((field) => given[field] !== "" && parse(given[field]) === null)
    .map((field) => ({ field, message: "an amount looks like 125 or 125.50" }));
  if (errors.length === 0 && minPrice !== "" && maxPrice !== "" && parse(minPrice) > parse(maxPrice)) {
    errors.push({ field: "minPrice", message: "must not be above maxPrice" });
  }
  return errors.length ? { message: "", errors } : null;
}

/** Amounts as the API reads them, whatever separators they were typed with. */
const plain = (query) => ({
  ...query,
  ...Object.fromEntries(["minPrice", "maxPrice"].filter((field) => query[field]).map((field) => [field, (parse(query[field]) / 100).toFixed(2)])),
});

/** Without words every item matches as well as another: the one listed first comes first. */
const order = ({ sort, q }) => sort || (q ? "MATCH" : "OLDEST");

export function Items({ query }) {
  const wrong = wrongPrices(query);
  const read = useRead(wrong ? null : "/api/items", wrong ? undefined : { ...plain(query), sort: order(query), size: 12 });
  const offers = useOffers("items", (read.value?.items ?? []).map((item) => item.id));
  const problem = wrong ?? read.problem;
  const search = (event) => {
    event.preventDefault();
    go("/items", values(event.currentTarget));
  };
  return h("div", null,
    h(Title, { text: "Explore" }),
    h("form", { class: "filters", role: "search", onSubmit: search, key: JSON.stringify(query) },
      h(Field, { label: "Words", name: "q", type: "search", start: query.q ?? "", problem }),
      h(Field, { label: "Category", name: "category", start: query.category ?? "", options: [{ value: "", label: "Any" }, ...CATEGORIES] }),
      h(Field, { label: "Price from", name: "minPrice", inputMode: "decimal", start: query.minPrice ?? "", problem }),
      h(Field, { label: "Price to", name: "maxPrice", inputMode: "decimal", start: query.maxPrice ?? "", problem }),
      h(Field, { label: "Order", name: "sort", start: query.sort ?? "", options: SORTS }),
      h("button", { type: "submit" }, "Search")),
    problem && !wrong && h(ProblemNote, { problem, shown: ["q", "minPrice", "maxPrice"], again: read.again }),
    !problem && h(Shown, { read, skeleton: h(Skeleton, { kind: "wide card" }), empty: h(Empty, { text: "No item matches. Try fewer words." }) }, (page) => h("div", { key: ids(page) },
      h("div", { class: "grid" }, page.items.map((item) => h(ItemCard, { key: item.id, item, lot: offers.value?.[item.id], at: offers.at }))),
      h(Pager, { page, path: "/items", query }))));
}

export function Watching() {
  const all = useSignal(watched);
  useEffect(() => { knowWatched(); }, []);
  const offers = useOffers("items", all ?? []);
  const there = all && (all.length === 0 || offers.value);
  const lots = (all ?? []).map((id) => offers.value?.[id]).filter(Boolean);
  return h("div", null,
    h(Title, { text: "Watching" }),
    !there && h(Skeleton, { kind: "wide card" }),
    there && lots.length === 0 && h(Empty, { text: "You watch nothing yet. Press ☆ at an item to find it here." },
      h("a", { class: "button", href: href("/items") }, "Explore items")),
    there && h("div", { class: "grid" }, lots.map((lot) => h(ItemCard, { key: lot.itemId, item: { ...lot, id: lot.itemId }, lot, at: offers.at }))));
}

/** For guests too: whoever bids logs in. */
export function ItemPage({ id }) {
  const known = useSignal(session);
  const read = useRead(known ? `/api/items/${id}` : `/api/showcase/item/${id}`);
  const offer = useOffers("items", [Number(id)]);
  const lot = offer.value?.[id];
  // At once with its lot, so that nothing is pushed away by what comes above it.
  const both = offer.value || offer.problem || read.problem ? read : { again: read.again };
  return h(Shown, { read: both }, (item) => h("div", { class: "item-page" },
    h(Gallery, { key: item.id, item }),
    h("div", null,
      h(Title, { text: item.title },
        item.sellerId === known?.accountId && item.state === "DRAFT" && h("a", { class: "button", href: href(`/mine/items/${item.id}`) }, "Edit"),
        item.state !== "DRAFT" && h(WatchButton, { id: item.id, title: item.title })),
      h("p", { class: "facts" }, h(Badge, { of: item.state }), ` ${item.category}`),
      item.state === "DRAFT" ? h("p", null, h("span", { class: "faint" }, "Starts at "), h("strong", null, money(item.startingPrice)))
        : h(Offered, { lot, at: offer.at }),
      h("dl", { class: "about" },
        fact("Maker", item.manufacturer), fact("Condition", item.condition), fact("Made", item.dateOfOrigin?.slice(0, 4)),
        fact("Starting price", money(item.startingPrice))),
      h("p", { class: "prose" }, item.description),
      lot && lot.bidCount > 0 && h(LotBids, { key: lot.lotId, lot }))));
}

const fact = (name, value) => value ? [h("dt", null, name), h("dd", null, value)] : null;

/** Where the item is or was under the hammer, and the way there. */
function Offered({ lot, at }) {
  return h("section", { class: "card offered", "aria-label": "Its auction" }, lot && [
    h(Standing, { lot, at }),
    h("p", null, h("span", { class: "faint" }, `Lot ${lot.position} of ${lot.lotCount} in `), h("a", { href: href(`/auctions/${lot.auctionId}`) }, lot.auction)),
    lot.closedAt ? h("p", { class: "faint" }, dateTime(lot.closedAt))
      : h("div", { class: "actions" }, h(AttendButton, {
        auction: { id: lot.auctionId, name: lot.auction, state: lot.auctionState, startsAt: lot.startsAt },
        text: lot.closesInMillis === null ? "Attend its auction" : "Bid now",
      }))]);
}

/** Who bid what, the last bid first, as everybody in the room has seen it. */
function LotBids({ lot }) {
  const me = session.get()?.accountId;
  const [size, more] = useState(10);
  const read = useRead(`/api/lots/${lot.lotId}/bids`, { size });
  return h("section", null,
    h("h2", null, count(lot.bidCount, "bid")),
    h(Shown, { read, skeleton: h(Skeleton, { kind: "row", count: 3 }) }, (page) => [
      h("ol", { class: "rows" }, page.items.map((bid) => h("li", { class: "row slim" },
        h("span", { class: "grow" }, bid.bidderId === me ? "You" : `Bidder ${bid.bidderId}`, h("span", { class: "faint" }, ` · ${dateTime(bid.decidedAt)}`)),
        h("strong", null, money(bid.amount))))),
      page.total > size && size < 100 && h("p", { class: "actions" }, h("button", { type: "button", class: "quiet", onClick: () => more(100) }, "Earlier bids"))]));
}

function Gallery({ item }) {
  const [chosen, choose] = useState(0);
  const image = item.images[chosen];
  if (!image) {
    return h(Picture, { alt: "", kind: "wide" });
  }
  const large = image.full ?? image.preview ?? image.thumbnail;
  return h("div", { class: "gallery" },
    h("a", { href: large, target: "_blank", rel: "noopener", "aria-label": "The picture in full size" },
      h(Picture, { src: large, alt: `${item.title}, picture ${chosen + 1} of ${item.images.length}`, kind: "wide" })),
    item.images.length > 1 && h("div", { class: "thumbs" }, item.images.map((other, n) =>
      h("button", { type: "button", key: other.id, "aria-pressed": n === chosen, "aria-label": `Picture ${n + 1}`, onClick: () => choose(n) },
        h("img", { src: other.thumbnail ?? other.preview, alt: "" })))));
}
