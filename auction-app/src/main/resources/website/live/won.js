// Winning: what, for how much, and where it is now. It stays until the person has seen it.
import { h } from "preact";
import { money } from "../money.js";
import { Picture } from "../parts.js";
import { href } from "../router.js";
import { signal, useSignal } from "../signal.js";

const MOST_SHOWN = 3;
const wins = signal([]);

/** @param lot {auctionId, lotId, itemId, title, price, thumbnail} */
export function win(lot) {
  if (!wins.get().some((other) => other.lotId === lot.lotId)) {
    wins.set([lot, ...wins.get()].slice(0, MOST_SHOWN));
  }
}

const forget = (lot) => wins.set(wins.get().filter((other) => other !== lot));

export function Wins() {
  const lots = useSignal(wins);
  return h("div", { class: "wins", role: "status" }, lots.map((lot) => h("article", { key: lot.lotId, class: "card win" },
    h(Picture, { src: lot.thumbnail, alt: "" }),
    h("div", { class: "body" },
      h("h2", null, "You won"),
      h("p", { class: "name" }, h("a", { href: href(`/items/${lot.itemId}`) }, lot.title)),
      h("p", { class: "price" }, h("strong", null, money(lot.price))),
      h("p", { class: "faint" }, "It is yours now, among ", h("a", { href: href("/me/purchases"), onClick: () => forget(lot) }, "your purchases"), "."),
      h("button", { type: "button", class: "quiet", onClick: () => forget(lot) }, "Close", h("span", { class: "aloud" }, ` ${lot.title}`))))));
}
