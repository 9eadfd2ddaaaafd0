// The page itself: what is always there, and the screen that belongs to the address.
import { h, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, connected, get } from "./api.js";
import { attending } from "./attending.js";
import { later } from "./later.js";
import { Wins } from "./live/won.js";
import { Login, Register } from "./pages/access.js";
import { Attend } from "./pages/attend.js";
import { AuctionPage, Auctions } from "./pages/auctions.js";
import { History } from "./pages/history.js";
import { ItemPage, Items, Watching } from "./pages/items.js";
import { Profile } from "./pages/profile.js";
import { Welcome } from "./pages/welcome.js";
import { Nothing } from "./parts.js";
import { go, href, match, place, replace } from "./router.js";
import { end, session } from "./session.js";
import { useSignal } from "./signal.js";

const OPEN = { "/": Welcome, "/login": Login, "/register": Register, "/items/:id": ItemPage };
const PERSONAL = {
  "/attend": Attend, "/auctions": Auctions, "/auctions/:id": AuctionPage, "/items": Items, "/watching": Watching,
  "/me/:kind": History, "/mine/items": later("OwnItems"), "/mine/items/new": later("NewItem"), "/mine/items/:id": later("OwnItem"),
  "/mine/auctions": later("OwnAuctions"), "/mine/auctions/new": later("NewAuction"), "/mine/auctions/:id": later("OwnAuction"), "/profile": Profile,
};
const MENU = [["/auctions", "Auctions"], ["/items", "Explore"], ["/attend", "Attending"], ["/watching", "Watching"], ["/me/bids", "History"],
  ["/mine/items", "Selling"], ["/profile", "Profile"]];
const RETRY_MILLIS = 2000;

function found(screens, path) {
  for (const [pattern, screen] of Object.entries(screens)) {
    const named = match(pattern, path);
    if (named && (named.kind === undefined || ["bids", "purchases", "attendance"].includes(named.kind))) {
      return { screen, named };
    }
  }
  return null;
}

function Screen({ at, known }) {
  const open = found(OPEN, at.path);
  const personal = !open && found(PERSONAL, at.path);
  const stranger = personal && !known;
  useEffect(() => {
    if (stranger) {
      replace("/login", { then: href(at.path, at.query).slice(1) });
    }
  }, [stranger, at.path]);
  if (stranger) {
    return null;
  }
  const it = open || personal;
  return it
    ? h(it.screen, { key: at.path, ...it.named, query: at.query })
    : h(Nothing, { text: "There is nothing at this address." });
}

function Menu({ at, known }) {
  const [open, show] = useState(false);
  const ids = useSignal(attending);
  useEffect(() => show(false), [at]);
  // The token is forgotten here whether or not a server hears of it.
  const logOut = async () => {
    await call("DELETE", "/api/sessions/current").catch(() => undefined);
    end("You are logged out.");
    replace("/login");
  };
  const entry = ([path, text]) => {
    const part = { "/me/bids": "/me/", "/mine/items": "/mine/" }[path] ?? `${path}/`;
    const here = at.path === path || at.path.startsWith(part);
    return h("a", { href: href(path), "aria-current": here ? "page" : undefined }, text,
      path === "/attend" && ids.length > 0 && h("span", { class: "count", "aria-label": `${ids.length} attended` }, ids.length));
  };
  return h("header", { class: "top" },
    h("div", { class: "bar" },
      h("a", { class: "brand", href: href("/") }, "LiveAuction"),
      known && h(Search, { at }),
      known && h("button", { type: "button", class: "menu-button", "aria-expanded": open, "aria-controls": "menu", onClick: () => show(!open) }, "Menu"),
      h("nav", { id: "menu", class: open ? "open" : "", "aria-label": "Main" },
        known
          ? [MENU.map(entry), h("button", { type: "button", class: "quiet", title: known.email, onClick: logOut }, "Log out")]
          : [entry(["/login", "Log in"]), entry(["/register", "Register"])])));
}

/** Words from anywhere; the screen that explores has its own. */
function Search({ at }) {
  const find = (event) => {
    event.preventDefault();
    go("/items", { q: new FormData(event.currentTarget).get("q") });
  };
  return at.path !== "/items" && h("form", { class: "find", role: "search", "aria-label": "Items", onSubmit: find },
    h("input", { type: "search", name: "q", "aria-label": "Find an item", placeholder: "Find an item" }));
}

/** Tells that no server is reached, tries until one is, and tells that too. */
function Connection() {
  const there = useSignal(connected);
  const [back, show] = useState(false);
  const was = useRef(true);
  useEffect(() => {
    const returned = there && !was.current;
    was.current = there;
    show(returned);
    const look = () => get("/api/showcase", { size: 1 }).catch(() => undefined);
    const timer = there ? setTimeout(() => show(false), 4000) : setInterval(look, RETRY_MILLIS);
    addEventListener("online", look);
    return () => {
      removeEventListener("online", look);
      return there ? clearTimeout(timer) : clearInterval(timer);
    };
  }, [there]);
  return h("div", { class: "connection", role: "status" },
    !there && h("p", { class: "lost" }, navigator.onLine ? "The connection is lost. Trying again …" : "You are offline. The connection is lost until you are back."),
    there && back && h("p", { class: "back" }, "Connected again."));
}

function Site() {
  const at = useSignal(place);
  const known = useSignal(session);
  const main = useRef();
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) {
      scrollTo(0, 0);
      main.current.focus({ preventScroll: true });
    }
    first.current = false;
  }, [at.path]);
  const skip = () => main.current.focus();
  return [
    h("button", { type: "button", class: "skip", onClick: skip }, "To the content"),
    h(Menu, { at, known }),
    h(Connection),
    h("main", { ref: main, tabIndex: -1 }, h(Screen, { at, known })),
    h(Wins),
    h("footer", null, h("p", { class: "faint" }, "LiveAuction · prices in euros · ", h("a", { href: "/v3/api-docs" }, "API description"))),
  ];
}

const root = document.getElementById("site");
root.replaceChildren();
render(h(Site), root);
