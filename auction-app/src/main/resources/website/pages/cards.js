// Lots, auctions and items in lists.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { attend, attending, MOST } from "../attending.js";
import { ahead, dateTime, deadline } from "../clock.js";
import { money } from "../money.js";
import { Badge, begin, count, Picture } from "../parts.js";
import { go, href } from "../router.js";
import { session } from "../session.js";
import { useSignal } from "../signal.js";
import { Countdown } from "../ticking.js";
import { knowWatched, watch, watched } from "../watching.js";

/** Whoever comes earlier waits in an empty room. */
const EARLIEST_MILLIS = 2 * 3600_000;

/** Joins an auction and goes to where it is shown; says why not when three are attended already, and when it begins when that is far ahead. */
export function AttendButton({ auction, kind = "primary", text = "Attend" }) {
  const ids = useSignal(attending);
  const known = useSignal(session);
  const early = auction.state === "SCHEDULED" && Date.parse(auction.startsAt) - Date.now() > EARLIEST_MILLIS;
  if (early) {
    return h("span", { class: "faint later" }, `Begins ${ahead(auction.startsAt, Date.now())}`);
  }
  if (!["RUNNING", "SCHEDULED"].includes(auction.state)) {
    return null;
  }
  const there = ids.includes(auction.id);
  const full = ids.length >= MOST && !there;
  const open = () => {
    if (!known) {
      go("/login", { then: `/attend?join=${auction.id}` });
      return;
    }
    attend(auction.id);
    go("/attend");
  };
  return h("button", { type: "button", class: kind, disabled: full, onClick: open, title: full ? "Leave an auction first" : undefined },
    full ? `${MOST} attended already` : there ? "Go there" : text, h("span", { class: "aloud" }, ` ${auction.name}`));
}

const auctionOf = (lot) => ({ id: lot.auctionId, name: lot.auction, state: lot.auctionState, startsAt: lot.startsAt });

/** How a lot ended, or stands, in one line of a fixed height. */
export function Standing({ lot, at }) {
  const me = useSignal(session)?.accountId;
  if (!lot) {
    return h("p", { class: "standing" }, " ");
  }
  const mine = me !== undefined && lot.leaderId === me;
  const open = lot.closesInMillis !== null;
  const price = h("strong", null, money(lot.price ?? lot.startingPrice));
  if (open) {
    return h("p", { class: `standing ${lot.phase.toLowerCase()}` },
      h("span", null, price, h("span", { class: "faint" }, ` ${mine ? "you lead" : count(lot.bidCount, "bid")}`)),
      h(Countdown, { until: deadline(lot.closesInMillis, at), phase: lot.phase }));
  }
  const said = { SOLD: mine ? "You won it for " : "Sold for ", PASSED: "Not sold at ", QUEUED: "Starts at " }[lot.phase];
  return h("p", { class: "standing" }, h("span", null, h("span", { class: "faint" }, said), price));
}

/** A lot under the hammer, for guests too. The picture is the way to it. */
export const LotCard = ({ lot, at }) =>
  h("article", { class: "card lot-card" },
    h("a", { class: "cover-link", href: href(`/items/${lot.itemId}`), tabIndex: -1, "aria-hidden": "true" }, h(Picture, { src: lot.preview, alt: "", kind: "cover" })),
    h(Badge, { of: lot.phase }),
    h("div", { class: "body" },
      h("h3", null, h("a", { href: href(`/items/${lot.itemId}`) }, lot.title)),
      h("p", { class: "faint one-line" }, h("a", { href: href(`/auctions/${lot.auctionId}`) }, lot.auction)),
      h(Standing, { lot, at }),
      h("div", { class: "between-ends" },
        h("span", { class: "faint" }, `Lot ${lot.position} of ${lot.lotCount}`),
        h(AttendButton, { auction: auctionOf(lot) }))));

/** @param lot of the auction, what is to be seen of it; undefined until it is known, or where there is none */
export const AuctionCard = ({ auction, lot, at }) =>
  h("article", { class: "card lot-card" },
    h("a", { class: "cover-link", href: href(`/auctions/${auction.id}`), tabIndex: -1, "aria-hidden": "true" }, h(Picture, { src: lot?.preview, alt: "", kind: "cover" })),
    h(Badge, { of: auction.state }),
    h("div", { class: "body" },
      h("h3", null, h("a", { href: href(`/auctions/${auction.id}`) }, auction.name)),
      h("p", { class: "faint one-line" }, `${count(auction.lotCount, "lot")} · ${begin(auction)}`),
      auction.state === "RUNNING" ? h(Standing, { lot, at })
        : h("p", { class: "standing" }, h("span", { class: "faint one-line" }, lot ? auction.state === "SCHEDULED" ? `First: ${lot.title}` : `Last: ${lot.title}, ${money(lot.price)}` : " ")),
      ["RUNNING", "SCHEDULED"].includes(auction.state) && h("div", { class: "between-ends" }, h("span"), h(AttendButton, { auction, kind: "secondary" }))));

/** @param lot the item is or was offered in; undefined until it is known, or where there is none */
export const ItemCard = ({ item, lot, at, to = `/items/${item.id}` }) =>
  h("article", { class: "card item" },
    h(Picture, { src: item.thumbnail, alt: "" }),
    h("div", { class: "body" },
      h("h3", null, h("a", { href: href(to) }, item.title)),
      h("p", { class: "faint one-line" }, [item.manufacturer, item.category].filter(Boolean).join(" · ")),
      lot ? h(Standing, { lot, at }) : h("p", { class: "standing" }, h("span", { class: "faint" }, "Starts at "), h("strong", null, money(item.startingPrice)))),
    h("div", { class: "foot between-ends" },
      lot?.closesInMillis != null ? h(AttendButton, { auction: auctionOf(lot), text: "Bid now" })
        : h("span", { class: "faint one-line" }, where(item, lot)),
      item.state !== "DRAFT" && h(WatchButton, { id: item.id, title: item.title })));

/** What becomes of an item that is not under the hammer. */
function where(item, lot) {
  if (!lot) {
    return h(Badge, { of: item.state });
  }
  return lot.closedAt ? dateTime(lot.closedAt)
    : lot.auctionState === "RUNNING" ? `Lot ${lot.position}, later today` : `Lot ${lot.position}, ${ahead(lot.startsAt, Date.now()) ?? "soon"}`;
}

export function WatchButton({ id, title }) {
  const ids = useSignal(watched);
  const known = useSignal(session);
  const [problem, show] = useState(null);
  useEffect(() => { knowWatched(); }, [known]);
  if (!known) {
    return null;
  }
  const on = ids?.includes(id) ?? false;
  const change = () => watch(id, !on).then(() => show(null), show);
  return h("button", { type: "button", class: "quiet watch", "aria-pressed": on, disabled: ids === null, title: problem?.message, onClick: change },
    h("span", { class: "star", "aria-hidden": "true" }, problem ? "!" : on ? "★" : "☆"), on ? "Watched" : "Watch", h("span", { class: "aloud" }, ` ${title}`));
}
