// Screens that few visits need, which come in a script of their own when one of them is looked at.
import { h } from "preact";
import { useEffect } from "preact/hooks";
import { ProblemNote, Skeleton } from "./parts.js";
import { signal, useSignal } from "./signal.js";

const screens = signal(null);
const failed = signal(false);
let asked = false;

/** Called by the other script: its screens by name. */
export function arrived(them) {
  screens.set(them);
}

function ask() {
  if (asked) {
    return;
  }
  asked = true;
  failed.set(false);
  const script = document.createElement("script");
  script.type = "module";
  script.src = document.querySelector("script[src$='/app.js']").src.replace(/app\.js$/, "more.js");
  script.addEventListener("error", () => {
    script.remove();
    asked = false;
    failed.set(true);
  });
  document.head.append(script);
}

/** The screen of this name in the other script. */
export function later(name) {
  return function Later(props) {
    const there = useSignal(screens);
    const wrong = useSignal(failed);
    useEffect(ask, []);
    if (there) {
      return h(there[name], props);
    }
    return wrong ? h(ProblemNote, { problem: { message: "This page could not be loaded." }, again: ask }) : h(Skeleton, { kind: "row", count: 4 });
  };
}
