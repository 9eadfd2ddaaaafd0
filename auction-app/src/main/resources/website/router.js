// Where the person is: #/auctions/12?page=2. The part after # never reaches a server, so any server may serve the page.
import { signal } from "./signal.js";

function read() {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  return { path: path || "/", query: Object.fromEntries(new URLSearchParams(query)) };
}

export const place = signal(read());

addEventListener("hashchange", () => place.set(read()));

export function href(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `#${path}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

export function go(path, query) {
  location.hash = href(path, query);
}

/** Like go, without a step that Back would return to. */
export function replace(path, query) {
  history.replaceState(null, "", href(path, query));
  place.set(read());
}

/** The named parts when a path fits a pattern such as /items/:id, else null. */
export function match(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) {
    return null;
  }
  const found = {};
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i].startsWith(":") && /^\w+$/.test(given[i])) {
      found[wanted[i].slice(1)] = given[i];
    } else if (wanted[i] !== given[i]) {
      return null;
    }
  }
  return found;
}
