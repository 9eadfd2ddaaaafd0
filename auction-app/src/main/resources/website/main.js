// The page itself: what is always there, and the screen that belongs to the address.
import { h, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, connected, get } from "./api.js";
import { attending } from "./attending.js";
import { Login, Register } from "./pages/access.js";
import { Attend } from "./pages/attend.js";
import { AuctionPage, Auctions } from "./pages/auctions.js";
import { History } from "./pages/history.js";
import { ItemPage, Items } from "./pages/items.js";
import { NewAuction, OwnAuction, OwnAuctions } from "./pages/own-auctions.js";
import { NewItem, OwnItem, OwnItems } from "./pages/own-items.js";
import { Profile } from "./pages/profile.js";
import { Welcome } from "./pages/welcome.js";
import { Nothing } from "./parts.js";
import { href, match, place, replace } from "./router.js";
import { end, session } from "./session.js";
import { useSignal } from "./signal.js";

const OPEN = { "/": Welcome, "/login": Login, "/register": Register };
const PERSONAL = {
  "/attend": Attend, "/auctions": Auctions, "/auctions/:id": AuctionPage, "/items": Items, "/items/:id": ItemPage,
  "/me/:kind": History, "/mine/items": OwnItems, "/mine/items/new": NewItem, "/mine/items/:id": OwnItem,
  "/mine/auctions": OwnAuctions, "/mine/auctions/new": NewAuction, "/mine/auctions/:id": OwnAuction, "/profile": Profile,
};
const MENU = [["/auctions", "Auctions"], ["/items", "Explore"], ["/attend", "Attend"], ["/me/bids", "History"],
  ["/mine/items", "My items"], ["/mine/auctions", "My auctions"], ["/profile", "Profile"]];
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
    const here = at.path === path || at.path.startsWith(`${path}/`) || (path === "/me/bids" && at.path.startsWith("/me/"));
    return h("a", { href: href(path), "aria-current": here ? "page" : undefined }, text,
      path === "/attend" && ids.length > 0 && h("span", { class: "count", "aria-label": `${ids.length} attended` }, ids.length));
  };
  return h("header", { class: "top" },
    h("div", { class: "bar" },
      h("a", { class: "brand", href: href("/") }, "LiveAuction"),
      known && h("button", { type: "button", class: "menu-button", "aria-expanded": open, "aria-controls": "menu", onClick: () => show(!open) }, "Menu"),
      h("nav", { id: "menu", class: open ? "open" : "", "aria-label": "Main" },
        known
          ? [MENU.map(entry), h("button", { type: "button", class: "quiet", title: known.email, onClick: logOut }, "Log out")]
          : [entry(["/login", "Log in"]), entry(["/register", "Register"])])));
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
    const timer = there
      ? setTimeout(() => show(false), 4000)
      : setInterval(() => get("/api/auctions", { size: 1 }).catch(() => undefined), RETRY_MILLIS);
    return () => (there ? clearTimeout(timer) : clearInterval(timer));
  }, [there]);
  return h("div", { class: "connection", role: "status" },
    !there && h("p", { class: "lost" }, "The connection is lost. Trying again …"),
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
    h("footer", null, h("p", { class: "faint" }, "LiveAuction · ", h("a", { href: "/v3/api-docs" }, "API description"))),
  ];
}

const root = document.getElementById("site");
root.replaceChildren();
render(h(Site), root);
