// The first page: what this is, and what is on now.
import { h } from "preact";
import { Empty, Shown, useName } from "../parts.js";
import { useRead } from "../read.js";
import { href } from "../router.js";
import { session } from "../session.js";
import { useSignal } from "../signal.js";
import { AuctionCard } from "./cards.js";

const STEPS = [
  ["Attend", "Up to three auctions side by side. Every bid of everyone appears as it is made."],
  ["Bid", "One click offers the least that leads. You see at once whether you do."],
  ["Mind the last call", "After a while without a bid comes the last call, then the hammer. A bid opens the lot again."],
];

export function Welcome() {
  const known = useSignal(session);
  useName("");
  return h("div", null,
    h("section", { class: "hero" },
      h("h1", { tabIndex: -1 }, "Every lot has its moment."),
      h("p", null, "Lots come up one after another. Everyone in the room sees the same price at the same time, and the hammer waits for nobody."),
      h("div", { class: "actions" }, known
        ? [h("a", { class: "button primary", href: href("/auctions", { state: "RUNNING" }) }, "All running auctions"),
          h("a", { class: "button", href: href("/items") }, "Explore items")]
        : [h("a", { class: "button primary", href: href("/login") }, "Log in"),
          h("a", { class: "button", href: href("/register") }, "Register")])),
    known ? h(Running) : h("ol", { class: "steps" }, STEPS.map(([title, text]) => h("li", null, h("h2", null, title), h("p", null, text)))));
}

function Running() {
  const read = useRead("/api/auctions", { state: "RUNNING", size: 12 });
  const none = h(Empty, { text: "No auction is running now." },
    h("a", { class: "button", href: href("/auctions", { state: "SCHEDULED" }) }, "What comes next"));
  return h("section", null, h("h2", null, "Running now"),
    h(Shown, { read, empty: none }, (page) => h("div", { class: "grid" }, page.items.map((auction) => h(AuctionCard, { key: auction.id, auction })))));
}
