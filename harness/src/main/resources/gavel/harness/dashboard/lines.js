// The time lines: what each chart shows, of which stretch of the run.
import { Chart, amounts, decades, linear } from "./chart.js";
import { $, node } from "./live.js";
import { bytes, clock, count, decimal, latency, percent, short, tick } from "./words.js";

/** As many as the server keeps, and those since. */
const MOST = 1800;
/** Charts out of sight are drawn that seldom: the browser may share the machine that is measured. */
const SELDOM = 10;
const RANGES = [["All", () => -Infinity], ["This load", (view) => view.loadFrom], ["Last 5 min", (view) => view.end - 300]];

let frame = null;
let points = [];
let ticks = [];
let fetching = false;
let cursor = null;
let range = 0;
let second = 0;

const operations = () => frame?.load?.operations ?? [];
const limitOf = (i) => operations()[i]?.limitMillis || Infinity;
/** What is not known is below zero, and later lists are longer. */
const known = (value) => (value === undefined || value < 0 ? null : value);
const perSecond = (value) => bytes(value) + "/s";

/** The five operations with the largest value so far, always in the order of their names: a colour stays with its operation. */
function nearest(shown, value) {
  return operations().map((operation, i) => [operation.name, i, shown.reduce((most, p) => Math.max(most, value(p, i) || 0), 0)])
    .filter(([, , most]) => most > 0).sort((a, b) => b[2] - a[2]).slice(0, 5).sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** One for each tier that has any. */
function byTier(list, text) {
  return (shown) => (frame?.tiers ?? []).map((tier, i) => ({ style: tier.style, name: tier.words, of: (p) => known(p[list][i]), text }))
    .filter((one) => shown.some((p) => one.of(p) > 0));
}

/** What the machine has in use beside its tiers. */
function others(list, whole, text) {
  return { style: "others", name: "everything else", text, of: (p) => (p.busyShare < 0 ? null : Math.max(0, whole(p) - p[list].reduce((sum, value) => sum + Math.max(0, value), 0))) };
}

const cores = () => frame?.machine.cores ?? 1;
const CHARTS = [
  {
    of: "points", title: "Users", scale: linear(1), tick,
    series: () => [{ style: "s1", name: "", of: (p) => p.users, text: count }],
  },
  {
    of: "points", title: "Operations a second, mean of 5 s", scale: linear(1), tick,
    series: () => [
      { style: "s1", name: "completed", of: (p) => p.perSecond, text: decimal },
      { style: "s2", name: "late or failed", of: (p) => p.badPerSecond, text: decimal },
    ],
  },
  {
    of: "points", title: "p99 of 5 s, the five nearest to their limits", scale: decades(1000, 100000), tick: (micros) => short(latency(micros)),
    limits: () => [...new Set(operations().filter((operation) => operation.judged).map((operation) => 1000 * operation.limitMillis))].slice(0, 3),
    series: (shown) => nearest(shown, (p, i) => p.p99Micros[i] / 1000 / limitOf(i)).map(([name, i], n) => ({
      style: "s" + (n + 1), name, of: (p) => known(p.p99Micros[i]), text: latency,
    })),
  },
  {
    of: "points", title: "Largest latency of 5 s, of its limit", scale: decades(0.001, 10), limits: () => [1],
    tick: (share) => (100 * share >= 1 ? count(100 * share) : (100 * share).toFixed(1)) + " %",
    series: () => [{ style: "s1", name: "", of: (p) => known(p.ofLimit), text: (share) => percent(share) + " of the limit" }],
  },
  {
    of: "points", title: "Failed a second, by operation", scale: linear(3), tick, none: "none",
    series: (shown) => nearest(shown, (p, i) => p.failed[i]).map(([name, i], n) => ({ style: "s" + (n + 1), name, of: (p) => known(p.failed[i]), text: decimal })),
  },
  {
    of: "ticks", title: "CPU by tier, of all cores", scale: () => linear(1)([1]), tick: (share) => Math.round(100 * share) + " %", stacked: true,
    series: (shown) => [...byTier("cores", percent)(shown), others("cores", (p) => p.busyShare * cores(), percent)]
      .map((one) => ({ ...one, of: (p) => (one.of(p) === null ? null : one.of(p) / cores()) })),
  },
  {
    of: "ticks", title: "Memory by tier (RSS: shared pages count for each process)", scale: amounts, tick: bytes, stacked: true,
    series: (shown) => [...byTier("rssBytes", bytes)(shown), others("rssBytes", (p) => p.memoryUsedBytes, bytes)],
  },
  { of: "ticks", title: "Storage read and written, by tier", scale: amounts, tick: perSecond, series: byTier("storage", perSecond), optional: true },
  { of: "ticks", title: "Network received, by tier", scale: amounts, tick: perSecond, series: byTier("network", perSecond), optional: true },
];

function chart(parent, options) {
  return { of: options.of, drawing: new Chart(parent, { ...options, point: (at) => { cursor = at; drawLines(); } }) };
}

const charts = CHARTS.map((options) => chart($("charts"), options));
const servers = [];

/** Servers tell of themselves as soon as they run; one chart for each figure. */
function chartsOfServers() {
  const figures = frame?.figures ?? [];
  const stale = servers.some((one, i) => one.drawing.options.title !== figures[i]?.title);
  if (stale) servers.splice(0).forEach((one) => one.drawing.figure.remove());
  for (let i = servers.length; i < figures.length; i++) {
    const text = figures[i].bytes ? (figures[i].title.endsWith("a second") ? perSecond : bytes) : decimal;
    servers.push(chart($("servers"), {
      of: "ticks", title: figures[i].title, scale: figures[i].bytes ? amounts : linear(1), tick: figures[i].bytes ? text : tick,
      series: () => [{ style: "s1", name: "", of: (p) => known(p.servers[i]), text }],
    }));
  }
  $("servers-title").hidden = !servers.length;
  return servers;
}

RANGES.forEach(([name], i) => {
  const button = $("range").appendChild(node("button", "", name));
  button.type = "button";
  button.addEventListener("click", () => { range = i; drawLines(); });
});

function inSight(figure) {
  const box = figure.getBoundingClientRect();
  return box.bottom > -200 && box.top < innerHeight + 200;
}

function bandsOf(timed) {
  const bands = [];
  for (const point of timed) {
    if (point.phase !== "MEASURE") continue;
    const last = bands.at(-1);
    if (last && last.load === point.load && point.at - last.to <= point.seconds + 5) last.to = point.at;
    else bands.push({ from: point.at - point.seconds, to: point.at, load: point.load });
  }
  return bands;
}

function phasesOf(timed) {
  const phases = [];
  for (const { at, seconds, doing } of timed) {
    if (phases.at(-1)?.name === doing) phases.at(-1).to = at;
    else if (doing) phases.push({ name: doing, from: at - seconds, to: at });
  }
  return phases;
}

export function drawLines() {
  const first = Math.min(points[0]?.atMillis ?? Infinity, ticks[0]?.atMillis ?? Infinity) - 1000;
  $("time").hidden = !Number.isFinite(first);
  if ($("time").hidden || document.hidden) return;
  const timed = (line) => line.map((one) => ({ ...one, at: (one.atMillis - first) / 1000 }));
  const all = { points: timed(points), ticks: timed(ticks) };
  const load = frame?.load;
  const own = load ? all.points.filter((point) => point.load === load.number) : [];
  const end = Math.max(all.points.at(-1)?.at ?? 0, all.ticks.at(-1)?.at ?? 0);
  const loadFrom = own.length ? own[0].at - own[0].seconds : 0;
  const planned = own.length && load.phases && !frame.subject.severalLoads ? Object.values(load.phases).reduce((sum, seconds) => sum + seconds, 0) : 30;
  const from = Math.max(0, RANGES[range][1]({ loadFrom, end }));
  const to = Math.max(end, range === 2 ? from + 300 : loadFrom + planned, from + 30);
  const shown = Object.fromEntries(Object.entries(all).map(([of, line]) => [of, line.filter((one) => one.at >= from)]));
  const bands = bandsOf(all.points);
  const phases = phasesOf(all.ticks);
  [...$("range").children].forEach((button, i) => button.setAttribute("aria-pressed", String(i === range)));
  for (const one of [...charts, ...chartsOfServers()]) {
    // Before the first load there is nothing of one to show.
    one.drawing.figure.hidden = one.of === "points" && !points.length;
    if (one.drawing.figure.hidden) continue;
    if (one.drawn && second % SELDOM && !inSight(one.drawing.figure)) continue;
    one.drawn = true;
    one.drawing.draw({ points: shown[one.of], bands, phases, from, to, cursor, label: clock });
  }
  const at = cursor === null ? null : all.ticks.reduce((a, b) => (a && Math.abs(a.at - cursor) <= Math.abs(b.at - cursor) ? a : b), null);
  $("moment").textContent = at ? `${clock(at.at)} ${at.doing}` : "";
}

export async function fetchLines() {
  if (fetching) return;
  fetching = true;
  try {
    const answer = await fetch("/lines").catch(() => null);
    if (answer?.ok) ({ points, ticks } = await answer.json());
  } finally {
    fetching = false;
  }
  drawLines();
}

/** False where one was missed or there are too many: then all are fetched anew, put together by the server. */
function grown(line, one) {
  if (!one) return true;
  const last = line.at(-1)?.number ?? 0;
  if (one.number === last + 1) line.push(one);
  return one.number <= last + 1 && line.length <= MOST;
}

export function follow(next) {
  frame = next;
  second++;
  // The next of several runs begins with empty lines.
  if (!frame.load) points = [];
  if (!frame.tick) ticks = [];
  const whole = [grown(points, frame.load?.point), grown(ticks, frame.tick)];
  if (whole.includes(false)) fetchLines();
  else drawLines();
}

/** Seconds of the present load in a phase. */
export const secondsIn = (phase) => points.filter((point) => point.load === frame?.load?.number && point.phase === phase).reduce((sum, point) => sum + point.seconds, 0);
