// Exploring items, and one item with its pictures.
import { h } from "preact";
import { useState } from "preact/hooks";
import { money } from "../money.js";
import { Badge, CATEGORIES, Empty, Field, ids, Pager, Picture, ProblemNote, Shown, Title, values } from "../parts.js";
import { useRead } from "../read.js";
import { go, href } from "../router.js";
import { session } from "../session.js";
import { ItemCard } from "./cards.js";

export function Items({ query }) {
  const read = useRead("/api/items", { ...query, size: 12 });
  const { problem } = read;
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
      h("button", { type: "submit" }, "Search")),
    problem && h(ProblemNote, { problem, shown: ["q", "minPrice", "maxPrice"], again: read.again }),
    !problem && h(Shown, { read, empty: h(Empty, { text: "No item fits. Fewer words find more." }) }, (page) => [
      h("div", { class: "grid", key: ids(page) }, page.items.map((item) => h(ItemCard, { key: item.id, item }))),
      h(Pager, { page, path: "/items", query })]));
}

export function ItemPage({ id }) {
  const read = useRead(`/api/items/${id}`);
  return h(Shown, { read }, (item) => h("div", { class: "item-page" },
    h(Gallery, { key: item.id, item }),
    h("div", null,
      h(Title, { text: item.title },
        item.sellerId === session.get()?.accountId && item.state === "DRAFT" && h("a", { class: "button", href: href(`/mine/items/${item.id}`) }, "Edit")),
      h("p", { class: "facts" }, h(Badge, { of: item.state }), ` ${item.category}`),
      h("p", { class: "price" }, h("span", { class: "faint" }, "Starts at"), h("strong", null, money(item.startingPrice))),
      h("dl", null,
        fact("Maker", item.manufacturer), fact("Condition", item.condition), fact("Made", item.dateOfOrigin)),
      h("p", { class: "prose" }, item.description))));
}

const fact = (name, value) => value ? [h("dt", null, name), h("dd", null, value)] : null;

function Gallery({ item }) {
  const [chosen, choose] = useState(0);
  const image = item.images[chosen];
  if (!image) {
    return h(Picture, { alt: "", kind: "wide" });
  }
  const large = image.full ?? image.preview ?? image.thumbnail;
  return h("div", { class: "gallery" },
    h("a", { href: large, target: "_blank", rel: "noopener", "aria-label": "The picture in full size" },
      h(Picture, { src: image.full ?? image.preview ?? image.thumbnail, alt: `${item.title}, picture ${chosen + 1} of ${item.images.length}`, kind: "wide" })),
    item.images.length > 1 && h("div", { class: "thumbs" }, item.images.map((other, n) =>
      h("button", { type: "button", key: other.id, "aria-pressed": n === chosen, "aria-label": `Picture ${n + 1}`, onClick: () => choose(n) },
        h("img", { src: other.thumbnail ?? other.preview, alt: "" })))));
}
