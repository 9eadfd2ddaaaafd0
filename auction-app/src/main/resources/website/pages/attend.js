// Up to three auctions side by side.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { attend, attending, MOST, stopAttending } from "../attending.js";
import { leaveAuction, Stall } from "../live/stall.js";
import { Empty, ProblemNote, Title } from "../parts.js";
import { href, replace } from "../router.js";
import { useSignal } from "../signal.js";

/** @param query.join an auction to attend, for who had to log in first */
export function Attend({ query }) {
  const ids = useSignal(attending);
  const [problem, show] = useState(null);
  useEffect(() => {
    if (/^\d{1,15}$/.test(query.join ?? "")) {
      attend(Number(query.join));
      replace("/attend");
    }
  }, [query.join]);
  const leave = async (id) => {
    show(null);
    try {
      await leaveAuction(id);
      stopAttending(id);
    } catch (failure) {
      show(failure);
    }
  };
  const more = h("a", { class: "button", href: href("/auctions", { state: "RUNNING" }) }, "Find an auction");
  return h("div", null,
    h(Title, { text: "Attending" }, ids.length > 0 && ids.length < MOST && more),
    h(ProblemNote, { problem }),
    ids.length === 0
      ? h(Empty, { text: `You attend no auction. Up to ${MOST} fit on this screen side by side.` }, more)
      : h("div", { class: `stalls of${ids.length}` }, ids.map((id) => h(Stall, { key: id, id, leave: () => leave(id) }))));
}
