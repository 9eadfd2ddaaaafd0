// The items of the person: the list, and one to add or edit.
import { h } from "preact";
import { call } from "../api.js";
import { forApi, parse } from "../money.js";
import { CATEGORIES, CONDITIONS, Empty, Field, Good, Pager, ProblemNote, Shown, Submit, Tabs, Title, values } from "../parts.js";
import { useAction, useRead } from "../read.js";
import { go, href } from "../router.js";
import { Problem } from "../api.js";
import { ItemCard } from "./cards.js";
import { Pictures } from "./pictures.js";

export function OwnItems({ query }) {
  const read = useRead("/api/accounts/me/items", { page: query.page, size: 12 });
  const add = h("a", { class: "button primary", href: href("/mine/items/new") }, "Add an item");
  return h("div", null,
    h(Title, { text: "My items" }, add),
    h(Tabs, { name: "Selling", entries: [["Items", href("/mine/items"), true], ["Auctions", href("/mine/auctions"), false]] }),
    h(Shown, { read, empty: h(Empty, { text: "You sell nothing yet. Add an item, then consign it to one of your auctions." }, add) }, (page) => [
      h("div", { class: "grid" }, page.items.map((item) =>
        h(ItemCard, { key: item.id, item, to: item.state === "DRAFT" ? `/mine/items/${item.id}` : undefined }))),
      h(Pager, { page, path: "/mine/items" })]));
}

/** The body of an item from its form; the starting price must be an amount. */
function draft(form, version) {
  const given = values(form);
  const price = parse(given.startingPrice);
  if (price === null) {
    throw new Problem(400, "The item is not complete.", [{ field: "startingPrice", message: "an amount looks like 125 or 125.50" }]);
  }
  return { ...given, dateOfOrigin: given.dateOfOrigin || null, startingPrice: forApi(price), ...(version !== undefined && { version }) };
}

export function NewItem() {
  const action = useAction(async (form) => {
    const item = await call("POST", "/api/items", { body: draft(form) });
    go(`/mine/items/${item.id}`);
  });
  return h("div", { class: "medium" },
    h(Title, { text: "Add an item" }),
    h(ItemForm, { action, text: "Add, then pictures" }));
}

export function OwnItem({ id }) {
  const read = useRead(`/api/items/${id}`);
  return h(Shown, { read }, (item) => h(Edit, { item, set: read.set }));
}

function Edit({ item, set }) {
  const action = useAction(async (form) => {
    const changed = await call("PUT", `/api/items/${item.id}`, { body: draft(form, item.version) });
    set({ ...item, ...changed });
  });
  const removal = useAction(async () => {
    await call("DELETE", `/api/items/${item.id}`);
    go("/mine/items");
  });
  const withdraw = () => confirm(`Withdraw “${item.title}”? This cannot be undone.`) && removal.run();
  return h("div", { class: "medium" },
    h(Title, { text: item.title },
      h("button", { type: "button", class: "danger", disabled: removal.busy, onClick: withdraw }, "Withdraw")),
    h(ProblemNote, { problem: removal.problem }),
    h(Pictures, { item, onAdded: (image) => { item.images = [...item.images, image]; set({ ...item }); } }),
    h("h2", null, "Description"),
    h(ItemForm, { key: item.version, item, action, text: "Save" }),
    action.done && h(Good, null, "Saved."));
}

const FIELDS = ["title", "description", "manufacturer", "condition", "category", "dateOfOrigin", "startingPrice"];

function ItemForm({ item = {}, action, text }) {
  const { problem } = action;
  const submit = (event) => {
    event.preventDefault();
    action.run(event.currentTarget);
  };
  const own = (name, choices) => (item[name] && !choices.includes(item[name]) ? [item[name], ...choices] : choices);
  return h("form", { onSubmit: submit },
    h(ProblemNote, { problem, shown: FIELDS }),
    h(Field, { label: "Title", name: "title", start: item.title ?? "", maxLength: 200, required: true, problem }),
    h(Field, { label: "Description", name: "description", type: "textarea", start: item.description ?? "", maxLength: 4000, problem }),
    h("div", { class: "pair" },
      h(Field, { label: "Category", name: "category", start: item.category, options: own("category", CATEGORIES), problem }),
      h(Field, { label: "Condition", name: "condition", start: item.condition ?? "good", options: own("condition", CONDITIONS), problem })),
    h("div", { class: "pair" },
      h(Field, { label: "Maker", name: "manufacturer", start: item.manufacturer ?? "", maxLength: 120, problem }),
      h(Field, { label: "Made on", name: "dateOfOrigin", type: "date", start: item.dateOfOrigin ?? "", problem })),
    h(Field, { label: "Starting price", name: "startingPrice", inputMode: "decimal", start: item.startingPrice?.toFixed(2) ?? "", required: true, problem }),
    h(Submit, { action }, text));
}
