// The parts pages are made of.
import { h } from "preact";
import { useEffect, useId } from "preact/hooks";
import { dateTime } from "./clock.js";
import { href } from "./router.js";
import { inWords } from "./words.js";

export const PHASES = {
  OPEN: "Open", LAST_CALL: "Last call", SOLD: "Sold", PASSED: "Not sold", QUEUED: "To come",
  SCHEDULED: "To come", RUNNING: "Running", COMPLETE: "Over", CANCELLED: "Cancelled", WON: "Won", LEADING: "You lead",
  DRAFT: "With you", CONSIGNED: "In auction", WITHDRAWN: "Withdrawn",
  ACCEPTED: "Accepted", OUTBID: "Outbid", ALREADY_LEADING: "Already leading",
  INSUFFICIENT_CREDIT: "Not enough credit", LOT_CLOSED: "Lot was closed",
};

export const CATEGORIES = ["Furniture", "Clocks and watches", "Jewellery", "Paintings and prints", "Sculpture", "Books and maps",
  "Coins and medals", "Musical instruments", "Ceramics and glass", "Textiles", "Arms and armour", "Science and cameras"];
const NOT_FOUND = 404;
export const CONDITIONS = ["mint", "excellent", "good", "fair", "restored"];

/** 1 lot, 2 lots. */
export const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const Badge = ({ of }) => h("span", { class: `badge ${of.toLowerCase()}` }, PHASES[of] ?? of);

/** When an auction begins, or began. */
export const begin = (auction) => `${auction.state === "SCHEDULED" ? "begins" : "began"} ${dateTime(auction.startsAt)}`;

/** What the window is called while a screen is shown. */
export function useName(text) {
  useEffect(() => { document.title = text ? `${text} · LiveAuction` : "LiveAuction"; }, [text]);
}

/** The heading of a screen, and the name of the window. */
export function Title({ text, children }) {
  useName(text);
  return h("div", { class: "title" }, h("h1", { tabIndex: -1 }, text), children && h("div", { class: "actions" }, children));
}

/** What went wrong. Fields that the page shows tell their part themselves. */
export function ProblemNote({ problem, shown = [], again }) {
  if (!problem) {
    return null;
  }
  const errors = problem.errors ?? [];
  const rest = errors.filter((error) => !shown.includes(error.field));
  return h("div", { class: "note bad", role: "alert" },
    h("p", null, errors.length > rest.length ? "Please correct the marked fields." : problem.message),
    rest.length > 0 && h("ul", null, rest.map((error) => h("li", null, inWords(error.message)))),
    again && h("button", { type: "button", class: "quiet", onClick: again }, "Try again"));
}

export const Good = ({ children }) => h("div", { class: "note good", role: "status" }, children);

export const Empty = ({ text, children }) => h("div", { class: "empty" }, h("p", null, text), children);

/** Grey shapes where something will be, in its size, so that nothing jumps. */
export const Skeleton = ({ count = 6, kind = "card" }) =>
  h("div", { class: kind === "row" ? "rows" : "grid", role: "status", "aria-label": "Loading" },
    Array.from({ length: count }, () => h("div", { class: `skeleton ${kind}` })));

/** The page for what does not exist. */
export const Nothing = ({ text }) =>
  h("div", null, h(Title, { text: "Not found" }), h(Empty, { text }, h("a", { class: "button", href: href("/") }, "To the start page")));

/** One state of a read after the other: waiting, failed, nothing there, there. */
export function Shown({ read, empty, skeleton, children }) {
  if (read.problem?.status === NOT_FOUND) {
    return h(Nothing, { text: read.problem.message });
  }
  if (read.problem) {
    return h(ProblemNote, { problem: read.problem, again: read.again });
  }
  if (read.value === undefined) {
    return skeleton ?? h(Skeleton);
  }
  return empty && read.value.items?.length === 0 ? empty : children(read.value);
}

/** A labelled field with the server's complaint about it. It begins with `start`; from then on what was typed is its own. */
export function Field({ label, name, problem, hint, type = "text", options, start, ...more }) {
  const id = useId();
  const wrong = problem?.errors?.find((error) => error.field === name);
  const complaint = wrong && inWords(wrong.message);
  const common = {
    id, name,
    "aria-invalid": complaint ? "true" : undefined,
    "aria-describedby": complaint || hint ? `${id}-about` : undefined,
    ...more,
  };
  const choice = (option) => {
    const value = option.value ?? option;
    return h("option", { value, defaultSelected: value === start }, option.label ?? option);
  };
  const control = options
    ? h("select", common, options.map(choice))
    : type === "textarea" ? h("textarea", { rows: 5, defaultValue: start, ...common }) : h("input", { type, defaultValue: start, ...common });
  return h("div", { class: "field" }, h("label", { for: id }, label), control,
    (complaint || hint) && h("p", { id: `${id}-about`, class: complaint ? "complaint" : "hint" }, complaint ?? hint));
}

export const Submit = ({ action, children }) =>
  h("button", { type: "submit", class: "primary", disabled: action.busy }, action.busy ? "One moment …" : children);

/** A picture in a box of its own size, whether it has come or not. */
export const Picture = ({ src, alt, kind = "thumb" }) =>
  h("div", { class: `picture ${kind}` }, src
    ? h("img", { src, alt, loading: kind === "thumb" || kind === "cover" ? "lazy" : undefined, decoding: "async" })
    : h("span", { class: "no-picture" }, "No picture"));

/** The key of what shows this page: another page is something else, so that nothing moves from where it was before. */
export const ids = (page) => page.items.map((item) => item.id ?? item.auctionId).join();

export function Pager({ page, path, query }) {
  const last = Math.max(0, Math.ceil(page.total / page.size) - 1);
  if (last === 0 && page.page === 0) {
    return null;
  }
  const to = (number) => href(path, { ...query, page: number || undefined });
  return h("nav", { class: "pager", "aria-label": "Pages" },
    page.page > 0 ? h("a", { class: "button quiet", href: to(page.page - 1), rel: "prev" }, "Previous") : h("span"),
    h("span", { class: "faint" }, `Page ${page.page + 1} of ${last + 1}`),
    page.page < last ? h("a", { class: "button quiet", href: to(page.page + 1), rel: "next" }, "Next") : h("span"));
}

/** Links to parts of one subject, of which one is shown. */
export const Tabs = ({ name, entries }) =>
  h("nav", { class: "tabs", "aria-label": name }, entries.map(([text, address, here]) =>
    h("a", { href: address, "aria-current": here ? "page" : undefined }, text)));

/** Reads a form into an object of strings. */
export const values = (form) => Object.fromEntries(new FormData(form));
