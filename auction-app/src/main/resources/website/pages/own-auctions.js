// The auctions of the person: create, edit, consign items, cancel.
import { h } from "preact";
import { useState } from "preact/hooks";
import { call, get, pause, persistently } from "../api.js";
import { money } from "../money.js";
import { Badge, begin, CATEGORIES, count, Empty, Field, Good, Pager, Picture, ProblemNote, Shown, Skeleton, Submit, Tabs, Title, values } from "../parts.js";
import { useAction, useRead } from "../read.js";
import { go, href } from "../router.js";
import { session } from "../session.js";
import { Catalogue, useCatalogue } from "./auctions.js";
import { AttendButton } from "./cards.js";

const FIELDS = ["name", "category", "startsAt"];
const JUST_BEGUN_MILLIS = 90_000;
const LOOKS = 20;
const LOOK_MILLIS = 300;

export function OwnAuctions({ query }) {
  const read = useRead("/api/accounts/me/auctions", { page: query.page, size: 12 });
  const add = h("a", { class: "button primary", href: href("/mine/auctions/new") }, "Create an auction");
  const none = h(Empty, { text: "You run no auction yet. Create one, then consign items of yours to it." }, add);
  return h("div", null,
    h(Title, { text: "My auctions" }, add),
    h(Tabs, { name: "Selling", entries: [["Items", href("/mine/items"), false], ["Auctions", href("/mine/auctions"), true]] }),
    h(Shown, { read, skeleton: h(Skeleton, { kind: "row", count: 4 }), empty: none }, (page) => [
      h("ul", { class: "rows" }, page.items.map((auction) => h("li", { key: auction.id, class: "row" },
        h("div", { class: "grow" },
          h("a", { href: href(`/mine/auctions/${auction.id}`) }, auction.name),
          h("p", { class: "faint" }, `${auction.category} · ${count(auction.lotCount, "lot")} · ${begin(auction)}`)),
        h(Badge, { of: auction.state })))),
      h(Pager, { page, path: "/mine/auctions" })]));
}

/** The instant of a date and time field, which knows whole minutes only: one that has just begun means now. */
function instant(text) {
  const at = new Date(text).getTime();
  const now = Date.now();
  return new Date(at < now && now - at < JUST_BEGUN_MILLIS ? now : at).toISOString();
}

const draft = (form, version) => {
  const given = values(form);
  const startsAt = given.startsAt ? instant(given.startsAt) : null;
  return { ...given, startsAt, ...(version !== undefined && { version }) };
};

export function NewAuction() {
  const action = useAction(async (form) => {
    const auction = await call("POST", "/api/auctions", { body: draft(form) });
    go(`/mine/auctions/${auction.id}`);
  });
  return h("div", { class: "medium" },
    h(Title, { text: "Create an auction" }),
    h(AuctionForm, { action, text: "Create, then consign items" }));
}

export function OwnAuction({ id, query }) {
  const read = useRead(`/api/auctions/${id}`);
  return h(Shown, { read }, (auction) => auction.ownerId === session.get()?.accountId
    ? h(Manage, { auction, read, page: query.page })
    : h("div", null, h(Title, { text: auction.name }),
      h(Empty, { text: "This auction belongs to another account." }, h("a", { class: "button", href: href(`/auctions/${id}`) }, "Look at it"))));
}

function Manage({ auction, read, page }) {
  const path = `/api/auctions/${auction.id}`;
  const open = ["SCHEDULED", "RUNNING"].includes(auction.state);
  const [itemPage, turn] = useState(0);
  const lots = useCatalogue(auction.id, page);
  const items = useRead(open ? "/api/accounts/me/items" : null, { size: 50, page: itemPage });
  const editing = useAction(async (form) => read.set(await call("PUT", path, { body: draft(form, auction.version) })));
  const cancelling = useAction(async () => {
    await call("DELETE", path);
    // Whoever holds the hammer does it, in a moment.
    for (let look = 0; look < LOOKS; look++) {
      const now = await persistently(() => get(path));
      if (now.state === "CANCELLED") {
        read.set(now);
        return;
      }
      await pause(LOOK_MILLIS);
    }
  });
  const again = () => [read, lots, items].forEach((each) => each.again());
  const cancel = () => confirm(`Cancel “${auction.name}”? Its open lot will not be sold.`) && cancelling.run();
  // All at once, so that nothing is pushed away by what comes above it.
  const there = [lots, items].every((each) => each.value || each.problem || (each === items && !open));
  return h("div", { class: "medium" },
    h(Title, { text: auction.name },
      h(AttendButton, { auction }),
      open && h("button", { type: "button", class: "danger", disabled: cancelling.busy, onClick: cancel }, "Cancel the auction")),
    h("p", { class: "facts" }, h(Badge, { of: auction.state }), ` ${auction.category} · ${begin(auction)}`),
    h(ProblemNote, { problem: cancelling.problem }),
    cancelling.done && open && h(Good, null, "It will be cancelled in a moment."),
    !there && h(Skeleton, { kind: "row", count: 4 }),
    there && [
      h("h2", null, "Lots"),
      h(Catalogue, { read: lots, path: `/mine/auctions/${auction.id}` }),
      open && h(Consigning, { path, read: items, again, more: () => turn(itemPage + 1) }),
      auction.state === "SCHEDULED" && [
        h("h2", null, "Description"),
        h(AuctionForm, { key: auction.version, auction, action: editing, text: "Save" }),
        editing.done && h(Good, null, "Saved.")]]);
}

function Consigning({ path, read, again, more }) {
  const action = useAction(async (item) => {
    try {
      await call("POST", `${path}/lots`, { body: { itemId: item.id } });
      return item.title;
    } finally {
      // What stands here is old in any case: refused is what has changed meanwhile.
      again();
    }
  });
  return h("section", null,
    h("h2", null, "Consign an item"),
    h(ProblemNote, { problem: action.problem }),
    action.done && h(Good, null, `${action.value} is in the queue.`),
    h(Shown, { read }, (items) => {
      const drafts = items.items.filter((item) => item.state === "DRAFT");
      const later = (items.page + 1) * items.size < items.total;
      return [
        drafts.length === 0 && h(Empty, { text: later ? "None of these items can be consigned." : "You have no item to consign." },
          h("a", { class: "button", href: href("/mine/items/new") }, "Add an item")),
        drafts.length > 0 && h("ul", { class: "rows" }, drafts.map((item) => h("li", { key: item.id, class: "row" },
          h(Picture, { src: item.thumbnail, alt: "" }),
          h("div", { class: "grow" }, item.title, h("p", { class: "faint" }, `Starts at ${money(item.startingPrice)}`)),
          h("button", { type: "button", disabled: action.busy, onClick: () => action.run(item) }, "Consign", h("span", { class: "aloud" }, ` ${item.title}`))))),
        later && h("button", { type: "button", class: "quiet", onClick: more }, "More of my items")];
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
      h(Field, { label: "Begins", name: "startsAt", type: "datetime-local", start, required: true, hint: "If it has no lots by then, it ends at once.", problem })),
    h(Submit, { action }, text));
}
