// Auctions and items in lists.
import { h } from "preact";
import { attend, attending, MOST } from "../attending.js";
import { money } from "../money.js";
import { Badge, begin, count, Picture } from "../parts.js";
import { go, href } from "../router.js";
import { useSignal } from "../signal.js";

/** Joins an auction and goes to where it is shown; says why not when three are attended already. */
export function AttendButton({ auction, kind = "primary" }) {
  const ids = useSignal(attending);
  if (!["RUNNING", "SCHEDULED"].includes(auction.state)) {
    return null;
  }
  const full = ids.length >= MOST && !ids.includes(auction.id);
  const open = () => { attend(auction.id); go("/attend"); };
  return h("button", { type: "button", class: kind, disabled: full, onClick: open, title: full ? "Leave an auction first" : undefined },
    full ? `${MOST} attended already` : ids.includes(auction.id) ? "Go there" : "Attend", h("span", { class: "aloud" }, ` ${auction.name}`));
}

export const AuctionCard = ({ auction }) =>
  h("article", { class: "card auction" },
    h("div", { class: "between-ends" }, h(Badge, { of: auction.state }), h("span", { class: "faint" }, auction.category)),
    h("h3", null, h("a", { href: href(`/auctions/${auction.id}`) }, auction.name)),
    h("p", { class: "faint" }, `${count(auction.lotCount, "lot")} · ${begin(auction)}`),
    h(AttendButton, { auction, kind: "secondary" }));

export const ItemCard = ({ item, at = `/items/${item.id}` }) =>
  h("article", { class: "card item" },
    h(Picture, { src: item.thumbnail, alt: "" }),
    h("div", null,
      h("h3", null, h("a", { href: href(at) }, item.title)),
      h("p", { class: "faint" }, [item.category, item.manufacturer].filter(Boolean).join(" · ")),
      h("p", null, h("span", { class: "faint" }, "Starts at "), h("strong", null, money(item.startingPrice)), " ", h(Badge, { of: item.state }))));
