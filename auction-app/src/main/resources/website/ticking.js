// Time that passes on the screen.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { countdown, remaining } from "./clock.js";

/** The page's own clock, read again after each period. */
function useNow(period) {
  const [now, tick] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => tick(performance.now()), period);
    return () => clearInterval(timer);
  }, [period]);
  return now;
}

/** What is left until a deadline of {@link deadline}. */
export function Countdown({ until, phase }) {
  const left = remaining(until, useNow(100));
  return h("span", { class: "countdown", role: "timer", "aria-live": "off" },
    h("strong", null, left === 0 ? "…" : countdown(left)),
    h("span", { class: "faint" }, phase === "OPEN" ? " to last call" : " to the hammer"));
}
