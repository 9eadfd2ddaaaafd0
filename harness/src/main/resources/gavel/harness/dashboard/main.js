// Follows the run: one event a second with everything but the time lines, which grow by one point with each.
import { Chart, decades, linear } from "./chart.js";
import { showFinished } from "./finished.js";
import { $, headOf, showClock, showHead, showLatency, showMachine, showProbes, showSteps, showTiles, showWay, tierStyle } from "./live.js";
import { bytes, capital, clock, count, decimal, latency, percent, spaced } from "./words.js";

const MOST_POINTS = 3600;
let frame = null;
let points = [];
let fetching = false;
let cursor = null;
let ahead = 0;

const now = () => Date.now() + ahead;
const tiers = () => frame?.load?.machine.tiers ?? [];
const cores = () => frame?.load?.machine.cores ?? 1;
const operations = () => frame?.load?.operations ?? [];
const limitOf = (i) => operations()[i]?.limitMillis || Infinity;

/** Shared pages count for each process of a tier: the sum may be more than the machine has in use. */
const memoryTold = (p) => Math.max(p.memoryUsedBytes, p.tierBytes.reduce((a, b) => a + b, 0));

/** The five operations with the largest value so far, always in the order of their names: a colour stays with its operation. */
function nearest(value) {
  return operations().map((operation, i) => [operation.name, i, Math.max(0, ...points.map((p) => value(p, i) || 0))])
    .filter(([, , most]) => most > 0).sort((a, b) => b[2] - a[2]).slice(0, 5).sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

const charts = [
  {
    title: "Users", scale: linear(1), tick: count,
    series: () => [{ style: "s1", of: (p) => p.users, text: (p) => count(p.users) }],
  },
  {
    title: "Operations a second", scale: linear(1), tick: count,
    series: () => [
      { style: "s1", of: (p) => p.perSecond, text: (p) => decimal(p.perSecond) },
      { style: "s2", of: (p) => p.badPerSecond, text: (p) => decimal(p.badPerSecond) + " late or failed" },
    ],
  },
  {
    title: "p99 by operation", scale: decades(1000, 100000), tick: latency,
    series: () => nearest((p, i) => p.p99Micros[i] / 1000 / limitOf(i)).map(([name, i], n) => ({
      style: "s" + (n + 1), name, of: (p) => (p.p99Micros[i] >= 0 ? p.p99Micros[i] : null), text: (p) => `${name} ${latency(p.p99Micros[i])}`,
    })),
  },
  {
    title: "Failed a second, by operation", scale: linear(3), tick: count,
    series: () => nearest((p, i) => p.failed[i]).map(([name, i], n) => ({
      style: "s" + (n + 1), name, of: (p) => p.failed[i] ?? null, text: (p) => `${name} ${count(p.failed[i])}`,
    })),
  },
  {
    title: "Largest latency of 5 s, of its limit", scale: decades(0.001, 10), limit: 1,
    tick: (share) => (100 * share >= 1 ? count(100 * share) : (100 * share).toFixed(1)) + " %",
    series: () => [{ style: "s1", of: (p) => (p.ofLimit < 0 ? null : p.ofLimit), text: (p) => percent(p.ofLimit) + " of the limit" }],
  },
  {
    title: "CPU by tier", scale: () => linear(1)([1]), tick: (share) => Math.round(100 * share) + " %", stacked: true,
    series: () => [
      ...tiers().map((tier, i) => ({
        style: tierStyle(i),
        of: (p) => (p.busyShare < 0 ? null : (p.tiers[i] ?? 0) / cores()),
        text: cursor === null ? null : (p) => `${spaced(tier.name)} ${percent((p.tiers[i] ?? 0) / cores())}`,
      })),
      {
        style: "others", of: (p) => (p.busyShare < 0 ? null : Math.max(0, p.busyShare - p.tiers.reduce((a, b) => a + b, 0) / cores())),
        text: cursor === null ? (p) => percent(p.busyShare) + " busy" : null,
      },
    ],
  },
  {
    title: "Memory by tier", scale: () => linear(1 << 20)(points.map(memoryTold)), tick: bytes, stacked: true,
    series: () => [
      ...tiers().map((tier, i) => ({
        style: tierStyle(i),
        of: (p) => (p.busyShare < 0 ? null : p.tierBytes[i] ?? 0),
        text: cursor === null ? null : (p) => `${spaced(tier.name)} ${bytes(p.tierBytes[i] ?? 0)}`,
      })),
      {
        style: "others", of: (p) => (p.busyShare < 0 ? null : Math.max(0, p.memoryUsedBytes - p.tierBytes.reduce((a, b) => a + b, 0))),
        text: cursor === null ? (p) => bytes(p.memoryUsedBytes) + " in use" : null,
      },
    ],
  },
].map((options) => new Chart($("charts"), { ...options, time: clock, point: (at) => { cursor = at; drawCharts(); } }));

function drawCharts() {
  const load = frame?.load;
  const search = frame?.subject.severalLoads;
  const shown = load ? points.filter((point) => search || point.load === load.number) : [];
  $("charts").hidden = !shown.length;
  if (!shown.length) return;
  const start = shown[0].atMillis - 1000;
  const timed = shown.map((point) => ({ ...point, at: (point.atMillis - start) / 1000 }));
  const planned = !search && load.phases ? Object.values(load.phases).reduce((sum, seconds) => sum + seconds, 0) : 30;
  const bands = [];
  for (const point of timed) {
    if (point.phase !== "MEASURE") continue;
    const last = bands.at(-1);
    if (last && last.load === point.load) last.to = point.at;
    else bands.push({ from: point.at - 1, to: point.at, load: point.load });
  }
  const view = { points: timed, bands, cursor, label: clock, seconds: Math.max(planned, timed.at(-1).at) };
  charts.forEach((chart) => chart.draw(view));
}

async function fetchPoints() {
  if (fetching) return;
  fetching = true;
  try {
    const answer = await fetch("/lines").catch(() => null);
    if (answer?.ok) points = await answer.json();
  } finally {
    fetching = false;
  }
  drawCharts();
}

function grow(point) {
  if (!point) return;
  const last = points.at(-1)?.number ?? 0;
  if (point.number === last + 1) {
    points.push(point);
    if (points.length > MOST_POINTS) points.shift();
  } else if (point.number !== last) {
    fetchPoints();
  }
}

function show(next) {
  const before = frame;
  frame = next;
  ahead = frame.nowMillis - Date.now();
  const live = frame.subject.kind !== "results";
  $("hero").hidden = !live;
  $("columns").hidden = !live;
  document.title = live ? `${capital(headOf(frame))} · ${frame.subject.name || "Gavel"}` : "Gavel: finished runs";
  if (!before || (frame.ending && !before.ending)) showFinished(live);
  if (!live) return;
  grow(frame.load?.point);
  showHead(frame, now());
  showWay(frame, points);
  showTiles(frame);
  const measured = Boolean(frame.ending?.operations.length);
  const operations = measured ? frame.ending.operations : frame.load?.operations ?? [];
  $("latency").hidden = $("cpu").hidden = !operations.length;
  if (operations.length) {
    showLatency(operations, measured);
    showMachine(measured ? frame.ending.machine : frame.load.machine);
  }
  showSteps(frame, now());
  showProbes(frame.probes);
  drawCharts();
  $("stopping").hidden = !secret || Boolean(frame.ending) || frame.over;
  $("actions").hidden = !frame.ending;
  if (frame.ending) {
    $("report").href = `/results/${frame.ending.result}/report.html`;
    $("later").textContent = `The report: results/${frame.ending.result}/report.html. To see it here: ./gavel report --dashboard`;
  }
}

function connection(kind, words) {
  const element = $("connection");
  element.className = "connection " + kind;
  element.textContent = words;
}

function lost(closed) {
  if (closed) {
    connection("lost", "too many pages watch; close one and reload");
  } else if (!frame || frame.over) {
    connection("", "the command has ended");
    $("report").hidden = true;
    $("later").hidden = false;
  } else {
    connection("lost", "connection lost, trying again …");
  }
}

// The terminal's address ends with what it takes to stop the command; it is kept out of the address that somebody copies.
const secret = new URLSearchParams(location.hash.slice(1)).get("stop") ?? sessionStorage.getItem("stop");
if (location.hash) {
  sessionStorage.setItem("stop", secret ?? "");
  history.replaceState(null, "", "/");
}
$("stop").addEventListener("click", () => $("ask").showModal());
$("ask-no").addEventListener("click", () => $("ask").close());
$("ask-yes").addEventListener("click", async () => {
  $("ask").close();
  $("stop").disabled = true;
  const answer = await fetch("/stop", { method: "POST", headers: { "X-Gavel-Stop": secret } }).catch(() => null);
  $("stop").textContent = answer?.status === 202 ? "Stopping …" : "It cannot be stopped from here: press Ctrl-C in its terminal";
});

const events = new EventSource("/live");
events.onmessage = (event) => {
  const next = JSON.parse(event.data);
  $("report").hidden = false;
  $("later").hidden = true;
  connection(next.over ? "" : "live", next.over ? "the command has ended" : next.ending || next.subject.kind === "results" ? "connected" : "live");
  show(next);
};
events.onerror = () => lost(events.readyState === EventSource.CLOSED);
setInterval(() => {
  if (!frame || frame.over) return;
  showClock(frame, now());
  showSteps(frame, now());
}, 1000);
addEventListener("resize", drawCharts);
fetchPoints();
