// Follows the run: one event a second with everything but the time lines, which grow by one with each.
import { showFinished } from "./finished.js";
import { drawLines, fetchLines, follow, secondsIn } from "./lines.js";
import { $, headOf, showClock, showHead, showLatency, showMachine, showProbes, showSteps, showTiles, showWay } from "./live.js";
import { capital } from "./words.js";

let frame = null;
let ahead = 0;

const now = () => Date.now() + ahead;

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
  follow(frame);
  showHead(frame, now());
  showWay(frame, secondsIn);
  showTiles(frame);
  const measured = Boolean(frame.ending?.operations.length);
  const operations = measured ? frame.ending.operations : frame.load?.operations ?? [];
  $("latency").hidden = !operations.length;
  if (operations.length) showLatency(operations, measured);
  const machine = measured ? frame.ending.machine : frame.machine;
  $("cpu").hidden = !machine.tiers.length;
  showMachine(machine, measured);
  showSteps(frame, now());
  showProbes(frame.probes);
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
// Another command may answer now at the same address: its time lines are others.
events.onopen = fetchLines;
events.onerror = () => lost(events.readyState === EventSource.CLOSED);
setInterval(() => {
  if (!frame || frame.over) return;
  showClock(frame, now());
  showSteps(frame, now());
}, 1000);
for (const change of ["resize", "scroll", "visibilitychange"]) addEventListener(change, drawLines, { passive: true });
fetchLines();
