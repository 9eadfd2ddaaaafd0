// The auctions of the person: create, edit, consign items, cancel.
import { h } from "preact";
import { useState } from "preact/hooks";
import { call } from "../api.js";
import { money } from "../money.js";
import { Badge, CATEGORIES, count, Empty, Field, Good, ProblemNote, Shown, Submit, Title, values } from "../parts.js";
import { useAction, useRead } from "../read.js";
import { go, href } from "../router.js";
import { session } from "../session.js";
import { AttendButton } from "./cards.js";

const FIELDS = ["name", "category", "startsAt"];

// The API has no list of one's own auctions, so those made or opened in this browser are remembered.
const key = () => `liveauction.auctions.${session.get()?.accountId}`;

function remembered() {
  try {
    const ids = JSON.parse(localStorage.getItem(key()));
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

function remember(id) {
  localStorage.setItem(key(), JSON.stringify([id, ...remembered().filter((other) => other !== id)].slice(0, 50)));
}

export function OwnAuctions() {
  const ids = remembered();
  const add = h("a", { class: "button primary", href: href("/mine/auctions/new") }, "Create an auction");
  const open = (event) => {
    event.preventDefault();
    const { number } = values(event.currentTarget);
    go(`/mine/auctions/${number}`);
  };
  return h("div", { class: "medium" },
    h(Title, { text: "My auctions" }, add),
    h("p", { class: "hint" }, "Here are the auctions you made or opened in this browser. Others open by their number."),
    ids.length === 0
      ? h(Empty, { text: "You run no auction yet." })
      : h("ul", { class: "rows" }, ids.map((id) => h(Remembered, { key: id, id }))),
    h("form", { class: "filters", onSubmit: open },
      h(Field, { label: "Number of an auction", name: "number", inputMode: "numeric", pattern: "[0-9]+", required: true }),
      h("button", { type: "submit" }, "Open")));
}

function Remembered({ id }) {
  const read = useRead(`/api/auctions/${id}`);
  return h("li", { class: "row" }, h(Shown, { read, skeleton: h("span", { class: "faint" }, `Auction ${id} …`) }, (auction) => [
    h("div", { class: "grow" }, h("a", { href: href(`/mine/auctions/${id}`) }, auction.name),
      h("p", { class: "faint" }, `${auction.category} · ${count(auction.lotCount, "lot")}`)),
    h(Badge, { of: auction.state })]));
}

const draft = (form, version) => {
  const given = values(form);
  const startsAt = given.startsAt ? new Date(given.startsAt).toISOString() : null;
  return { ...given, startsAt, ...(version !== undefined && { version }) };
};

export function NewAuction() {
  const action = useAction(async (form) => {
    const auction = await call("POST", "/api/auctions", { body: draft(form) });
    remember(auction.id);
    go(`/mine/auctions/${auction.id}`);
  });
  return h("div", { class: "medium" },
    h(Title, { text: "Create an auction" }),
    h(AuctionForm, { action, text: "Create, then consign items" }));
}

export function OwnAuction({ id }) {
  const read = useRead(`/api/auctions/${id}`);
  return h(Shown, { read }, (auction) => auction.ownerId === session.get()?.accountId
    ? h(Manage, { auction, read })
    : h(Empty, { text: "This auction belongs to somebody else." }, h("a", { class: "button", href: href(`/auctions/${id}`) }, "Look at it")));
}

function Manage({ auction, read }) {
  remember(auction.id);
  const path = `/api/auctions/${auction.id}`;
  const editing = useAction(async (form) => read.set(await call("PUT", path, { body: draft(form, auction.version) })));
  const cancelling = useAction(async () => { await call("DELETE", path); read.again(); });
  const open = ["SCHEDULED", "RUNNING"].includes(auction.state);
  const cancel = () => confirm(`Cancel “${auction.name}”? Its open lot is not sold then.`) && cancelling.run();
  return h("div", { class: "medium" },
    h(Title, { text: auction.name },
      h(AttendButton, { auction }),
      open && h("button", { type: "button", class: "danger", disabled: cancelling.busy, onClick: cancel }, "Cancel the auction")),
    h("p", { class: "facts" }, h(Badge, { of: auction.state }), ` ${count(auction.lotCount, "lot")} · `, h("a", { href: href(`/auctions/${auction.id}`) }, "Catalogue")),
    h(ProblemNote, { problem: cancelling.problem }),
    cancelling.done && open && h(Good, null, "It will be cancelled in a moment."),
    open && h(Consigning, { auction, onConsigned: read.again }),
    auction.state === "SCHEDULED" && [
      h("h2", null, "Description"),
      h(AuctionForm, { key: auction.version, auction, action: editing, text: "Save" }),
      editing.done && h(Good, null, "Saved.")]);
}

function Consigning({ auction, onConsigned }) {
  const [page, turn] = useState(0);
  const read = useRead("/api/accounts/me/items", { size: 50, page });
  const action = useAction(async (item) => {
    await call("POST", `/api/auctions/${auction.id}/lots`, { body: { itemId: item.id } });
    read.again();
    onConsigned();
    return item.title;
  });
  return h("section", null,
    h("h2", null, "Consign an item"),
    h(ProblemNote, { problem: action.problem }),
    action.done && h(Good, null, `${action.value} is in the queue.`),
    h(Shown, { read }, (items) => {
      const drafts = items.items.filter((item) => item.state === "DRAFT");
      const later = (items.page + 1) * items.size < items.total;
      return [
        drafts.length === 0 && h(Empty, { text: later ? "None of these items is free." : "You have no item that is free." },
          h("a", { class: "button", href: href("/mine/items/new") }, "Add an item")),
        drafts.length > 0 && h("ul", { class: "rows" }, drafts.map((item) => h("li", { key: item.id, class: "row" },
          h("div", { class: "grow" }, item.title, h("p", { class: "faint" }, `Starts at ${money(item.startingPrice)}`)),
          h("button", { type: "button", disabled: action.busy, onClick: () => action.run(item) }, "Consign", h("span", { class: "aloud" }, ` ${item.title}`))))),
        later && h("button", { type: "button", class: "quiet", onClick: () => turn(page + 1) }, "More of my items")];
    }));
}

/** A date and time field speaks the person's own time, without a zone. */
function localTime(instant) {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function AuctionForm({ auction = {}, action, text }) {
  const { problem } = action;
  const submit = (event) => {
    event.preventDefault();
    action.run(event.currentTarget);
  };
  const start = localTime(auction.startsAt ?? Date.now() + 5 * 60_000);
  const choices = auction.category && !CATEGORIES.includes(auction.category) ? [auction.category, ...CATEGORIES] : CATEGORIES;
  return h("form", { onSubmit: submit },
    h(ProblemNote, { problem, shown: FIELDS }),
    h(Field, { label: "Name", name: "name", start: auction.name, maxLength: 200, required: true, problem }),
    h("div", { class: "pair" },
      h(Field, { label: "Category", name: "category", start: auction.category, options: choices, problem }),
      h(Field, { label: "Begins", name: "startsAt", type: "datetime-local", start, required: true, problem })),
    h(Submit, { action }, text));
}
