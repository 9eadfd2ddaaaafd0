// The way to the server: JSON in, JSON out, problems as errors that say what is wrong with which field.
import { refused, session } from "./session.js";
import { signal } from "./signal.js";

// A server that is frozen keeps its connections but answers nothing.
const PATIENCE_MILLIS = 12_000;
// Longer than a live request is held, or a bid may take to be decided.
const LONG_PATIENCE_MILLIS = 45_000;

/** Whether the last request reached a server. */
export const connected = signal(true);

addEventListener("offline", () => connected.set(false));

export class Problem extends Error {
  /** @param errors [{field, message}] of the request, where the server named them */
  constructor(status, detail, errors = [], retryAfterMillis = 1000) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.retryAfterMillis = retryAfterMillis;
  }

  /** Whether the same request may succeed a moment later: no server was reached, or it could not do it now. */
  get passing() {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

function address(path, query) {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

async function problemOf(response) {
  let body = {};
  try {
    body = await response.json();
  } catch {
    // A proxy's page instead of a problem document: the status has to do.
  }
  const seconds = Number(response.headers.get("Retry-After")) || 1;
  return new Problem(response.status, body.detail ?? `The server answered ${response.status}.`, body.errors, seconds * 1000);
}

/** What a request that failed on its way is told as: a Problem, unless the page itself ended it. */
function lost(failure, abort) {
  if (abort?.aborted) {
    return failure;
  }
  connected.set(false);
  return new Problem(0, "No server could be reached.");
}

/** The answer itself; throws a Problem for everything but success, and the signal's reason when it was aborted. */
export async function send(method, path, { query, body, headers, abort } = {}) {
  const token = session.get()?.token;
  const isForm = body instanceof FormData;
  const patience = AbortSignal.timeout(method === "GET" && !path.endsWith("/live") ? PATIENCE_MILLIS : LONG_PATIENCE_MILLIS);
  let response;
  try {
    response = await fetch(address(path, query), {
      method,
      cache: "no-store",
      signal: abort ? AbortSignal.any([abort, patience]) : patience,
      headers: {
        Accept: "application/json",
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
  } catch (failure) {
    throw lost(failure, abort);
  }
  connected.set(![502, 504].includes(response.status));
  if (response.ok) {
    return response;
  }
  const problem = await problemOf(response);
  if (problem.status === 401 && token) {
    refused(token);
  }
  throw problem;
}

/** The body of the answer; null when it has none. */
export async function call(method, path, options) {
  const response = await send(method, path, options);
  let text;
  try {
    text = await response.text();
  } catch (failure) {
    throw lost(failure, options?.abort);
  }
  return text ? JSON.parse(text) : null;
}

export const get = (path, query, abort) => call("GET", path, { query, abort });

/** Ends after so long, or when aborted. */
export function pause(millis, abort) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    abort?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

/** Tries until it succeeds or fails for good. Only for requests that may be sent twice. */
export async function persistently(action, { attempts = 8, abort } = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (problem) {
      if (!problem.passing || attempt >= attempts || abort?.aborted) {
        throw problem;
      }
      await pause(Math.min(4000, problem.retryAfterMillis * attempt), abort);
    }
  }
}
