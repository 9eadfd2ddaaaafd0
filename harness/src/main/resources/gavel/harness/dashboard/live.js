// Shows a frame: what goes on, the figures of the moment, operations, tiers, steps, probes.
import { bytes, capital, clock, count, decimal, latency, limit, percent, took } from "./words.js";

const LEGS = [
  ["RAMP", "ramp", "rampSeconds"],
  ["WARM_UP", "warm-up", "warmUpSeconds"],
  ["MEASURE", "measure", "measureSeconds"],
  ["RAMP_DOWN", "down", "rampDownSeconds"],
];
const OF_A_LOAD = { RAMP: "ramping up", WARM_UP: "warming up", MEASURE: "measuring", HOLD: "waiting for the last answers", RAMP_DOWN: "ramping down", CLIMB: "climbing" };
const LATE_ALLOWED = 0.01;
const BAR_ENDS_AT = 1.5;
/** Fewer completions than these say nothing about one late in a hundred. */
const FEW = 100;

export const $ = (id) => document.getElementById(id);

export function node(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Sets a text only where it is another one: a screen reader is not told what did not change. */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const lateShare = (operation) => (operation.sums.ended ? operation.sums.late / operation.sums.ended : 0);
/** Of what is told by enough samples; the largest of a few is shown, and compared with nothing. */
const ofLimit = (operation) => (operation.judged && operation.p99Micros >= 0 ? operation.p99Micros / 1000 / operation.limitMillis : -1);

/** Whether users are at work now; the frame keeps the last load afterwards. */
function loading(frame) {
  return Boolean(frame.load && frame.load.phase && !frame.ending && !frame.over && frame.doing
    && ["ramp", "warm up", "measure", "wait for the last answers", "ramp down", "search the peak"].includes(frame.doing.title));
}

/** A search has loads without an end beside its climb: while it warms up, and while people rest or come before a probe. */
const prepares = (load) => load.phase === "CLIMB" && load.where !== "climb";

export function headOf(frame) {
  if (frame.ending) return frame.ending.stamp;
  if (frame.over) return "ended";
  if (loading(frame)) return prepares(frame.load) ? "before a measurement" : OF_A_LOAD[frame.load.phase] ?? frame.load.phase.toLowerCase();
  return frame.doing ? frame.doing.title : "working";
}

function nearest(load) {
  return load.operations.filter((operation) => ofLimit(operation) >= 0).sort((a, b) => ofLimit(b) - ofLimit(a))[0];
}

/** Where no percentile is known: the largest of the last seconds, named so. */
function slowest(load) {
  const of = (operation) => operation.maxMicros / 1000 / operation.limitMillis;
  const most = load.operations.filter((operation) => operation.judged && operation.maxMicros >= 0).sort((a, b) => of(b) - of(a))[0];
  return most
    ? tile("largest beside its limit", latency(most.maxMicros), `${most.name}, limit ${limit(most.limitMillis)}; too few samples for a percentile`)
    : tile("nearest to its limit", "–", "no sample yet");
}

function worstLate(load) {
  return load.operations.filter((operation) => operation.judged).sort((a, b) => lateShare(b) - lateShare(a))[0];
}

function soFar(frame) {
  const load = frame.load;
  const near = nearest(load);
  const late = worstLate(load);
  const end = frame.subject.severalLoads ? "" : " The verdict comes after the audit.";
  if (load.phase === "CLIMB" && !prepares(load)) return ["More users join until a limit breaks twice.", false];
  if (!load.counted) {
    return near && ofLimit(near) > 1
      ? [`${near.name} is above its limit; nothing is counted yet.`, true]
      : ["Nothing is counted yet.", false];
  }
  if (late && lateShare(late) > LATE_ALLOWED && late.sums.ended >= FEW) {
    return [`${late.name}: ${percent(lateShare(late))} late or failed so far, 1 % is allowed.${end}`, true];
  }
  if (near && ofLimit(near) > 1) return [`${near.name} is above its limit just now.${end}`, true];
  return [`Every operation is within its limit so far.${end}`, false];
}

export function showHead(frame, now) {
  const ending = frame.ending;
  const running = loading(frame);
  say($("name"), frame.subject.name);
  const stamp = $("stamp");
  say(stamp, capital(headOf(frame)));
  const tone = ending ? ending.tone : "info";
  stamp.className = "stamp " + tone;
  $("head").className = "main " + tone;
  say($("sentence"), ending?.headline || frame.subject.sentence || "A run is being prepared.");
  const headline = $("headline");
  const [words, bad] = ending ? [ending.sentence || frame.subject.sentence, false]
    : frame.over ? ["The command ended without a result.", true]
    : running ? soFar(frame)
    : [frame.subject.severalLoads && frame.load?.where ? frame.load.where : "", false];
  say(headline, running && frame.load.where ? frame.load.where + ". " + words : words);
  headline.className = "headline" + (bad ? " bad" : "");
  showClock(frame, now);
  const notes = $("notes");
  notes.hidden = !ending?.notes.length;
  if (ending) notes.replaceChildren(...ending.notes.map((note) => node("li", "", note)));
}

export function showClock(frame, now) {
  const load = frame.load;
  let text = "";
  if (!frame.ending && loading(frame) && load.phases) {
    const [, , length] = LEGS.find(([phase]) => phase === load.phase) ?? [];
    const earlier = LEGS.slice(0, LEGS.findIndex(([phase]) => phase === load.phase));
    const before = earlier.reduce((sum, [, , key]) => sum + load.phases[key], 0);
    const within = load.second - before;
    text = length && load.phase !== "RAMP_DOWN" && within <= load.phases[length]
      ? `${clock(within)} of ${clock(load.phases[length])}` : "";
  } else if (!frame.ending && frame.doing) {
    text = clock((now - frame.doing.sinceMillis) / 1000);
  }
  say($("clock"), text);
}

/** How far each phase of the load is; ramp-down is counted by itself, because the load is held before it. */
export function showWay(frame, secondsIn) {
  const way = $("way");
  const load = frame.load;
  way.hidden = !load?.phases || Boolean(frame.ending);
  if (way.hidden) return;
  if (way.children.length !== LEGS.length) {
    way.replaceChildren(...LEGS.map(([phase, word]) =>
      node("div", "leg" + (phase === "MEASURE" ? " counted" : ""), node("div", "track", node("div", "fill")), node("span", "word", word))));
  }
  const phase = load.phase === "HOLD" ? "MEASURE" : load.phase;
  const at = LEGS.findIndex(([name]) => name === phase);
  let before = 0;
  LEGS.forEach(([name, , key], i) => {
    const leg = way.children[i];
    const length = load.phases[key];
    const within = name === "RAMP_DOWN" ? secondsIn(name) : load.second - before;
    const share = i < at || (at >= 0 && !loading(frame)) ? 1 : i > at ? 0 : Math.min(1, within / Math.max(1, length));
    leg.style.flexGrow = Math.max(1, length);
    leg.classList.toggle("now", i === at && loading(frame));
    leg.querySelector(".fill").style.width = 100 * share + "%";
    before += length;
  });
}

function tile(name, value, detail, tone) {
  return { name, value, detail, tone: tone ?? "" };
}

function momentary(load, machine) {
  const near = nearest(load);
  const total = (of) => load.operations.reduce((sum, operation) => sum + of(operation.sums), 0);
  const failed = total((sums) => sums.failed);
  const of = load.counted ? "of the measurement" : "so far, not counted";
  return [
    tile("users", count(load.users), load.wanted ? `of ${count(load.wanted)}` : prepares(load) ? "not measured yet" : "climbing"),
    tile("operations a second, mean of 5 s", decimal(load.perSecond), `${count(total((sums) => sums.completed))} ${of}` + (load.held?.sums.completed ? `; ${count(load.held.sums.completed)} held requests apart` : "")),
    near
      ? tile("nearest to its limit", percent(ofLimit(near)), `${near.name}: p99 ${latency(near.p99Micros)} of ${limit(near.limitMillis)}`,
        ofLimit(near) > 1 ? "bad" : ofLimit(near) > 0.8 ? "warn" : "")
      : slowest(load),
    tile("late or failed", count(total((sums) => sums.late)), failed ? `${count(failed)} failed` : of, failed ? "bad" : ""),
    tile("news that was late", count(load.news.late), `of ${count(load.news.pairs)} pairs of bid and follower`),
    tile("CPU of the machine", machine.sampled ? percent(machine.busyShare) : "–", `driver's busiest loop ${percent(load.driver.busyShare)}`,
      machine.busyShare > 0.9 ? "warn" : ""),
  ];
}

export function showTiles(frame) {
  const list = frame.ending?.tiles.length ? frame.ending.tiles : frame.load?.operations.length && !frame.ending ? momentary(frame.load, frame.machine) : [];
  const tiles = $("tiles");
  tiles.hidden = !list.length;
  while (tiles.children.length > list.length) tiles.lastChild.remove();
  list.forEach((one, i) => {
    const element = tiles.children[i] ?? tiles.appendChild(node("div", "tile", node("b"), node("span"), node("small")));
    element.className = "tile " + (one.tone ?? "");
    [one.value, one.name, one.detail].forEach((text, k) => say(element.children[k], text));
  });
}

export function showLatency(operations, ended) {
  say($("latency-hint"), `99th percentile of the ${ended ? "measurement" : "last five seconds"}, or the largest value (max) where so few samples tell none. The upright line is the limit.`);
  const body = $("latency").querySelector("tbody");
  operations.forEach((operation, i) => {
    const row = body.children[i] ?? body.appendChild(node("tr"));
    if (row.dataset.name !== operation.name) {
      row.dataset.name = operation.name;
      row.replaceChildren(node("th"), node("td", "n wide"), node("td", "n"), node("td", "n wide"), node("td", "of"), node("td", "n"));
    }
    const share = ofLimit(operation);
    const known = operation.p99Micros >= 0;
    const late = lateShare(operation);
    const [name, rate, p99, bound, bar, lateCell] = row.children;
    name.scope = "row";
    say(name, operation.name);
    say(rate, operation.perSecond ? decimal(operation.perSecond) : "–");
    say(p99, known ? latency(operation.p99Micros) : operation.maxMicros >= 0 ? "max " + latency(operation.maxMicros) : "–");
    say(bound, operation.judged ? limit(operation.limitMillis) : "–");
    if (operation.judged) {
      const meter = bar.firstChild ?? bar.appendChild(node("div", "", node("div", "fill")));
      meter.className = "meter " + (share < 0 ? "none" : share > 1 ? "over" : share > 0.8 ? "near" : "within");
      meter.firstChild.style.width = (100 * Math.min(Math.max(0, share), BAR_ENDS_AT)) / BAR_ENDS_AT + "%";
      meter.title = share < 0 ? "too few samples for a percentile" : percent(share) + " of its limit";
    } else say(bar, "waits for news");
    say(lateCell, !operation.judged || !operation.sums.ended ? "–" : percent(late));
    bar.classList.toggle("faint", !operation.judged);
    lateCell.classList.toggle("bad", operation.judged && late > LATE_ALLOWED && operation.sums.ended >= FEW);
    row.classList.toggle("quiet", operation.maxMicros < 0);
  });
  while (body.children.length > operations.length) body.lastChild.remove();
}

export function showMachine(machine, ended) {
  const tiers = machine.sampled ? machine.tiers : [];
  say($("cpu").querySelector("h2"), ended ? "Tiers over the measurement" : "Tiers now");
  // In the end shared pages are divided among those that share them, which is too dear for each second.
  say($("memory"), ended ? "Memory" : "Memory (RSS)");
  say($("busy"), machine.sampled ? `${percent(machine.busyShare)} of ${machine.cores} cores` : "not sampled now");
  $("cpu").querySelector("tbody").replaceChildren(...tiers.map((tier) => node("tr", "",
    node("th", "", node("i", "key " + tier.style), tier.words + (tier.instances > 1 ? ` × ${tier.instances}` : "")),
    node("td", "n", tier.cores.toFixed(2)),
    node("td", "n", tier.rssBytes ? bytes(tier.rssBytes) : "–"))));
}

export function showSteps(frame, now) {
  const list = $("steps").querySelector("ol");
  const done = frame.phases.map((phase) => (
    { title: phase.title, took: took(phase.millis), remark: phase.remark, kind: phase.outcome === "done" ? "" : "broken" }));
  if (frame.doing) done.push({ title: frame.doing.title, took: clock((now - frame.doing.sinceMillis) / 1000), remark: "", kind: "now" });
  done.forEach((one, i) => {
    const item = list.children[i] ?? list.appendChild(node("li", "", node("span"), node("span", "took"), node("small")));
    item.className = one.kind;
    say(item.children[0], one.title);
    say(item.children[1], one.took);
    say(item.children[2], one.remark ?? "");
    item.children[2].hidden = !one.remark;
  });
  while (list.children.length > done.length) list.lastChild.remove();
}

export function showProbes(probes) {
  $("probes").hidden = !probes.length;
  const body = $("probes").querySelector("tbody");
  body.replaceChildren(...probes.map((found) => node("tr", "",
    node("th", "", found.number > 0 ? `probe ${found.number}` : "level"),
    node("td", "n", count(found.probe.users)),
    node("td", "", node("span", "badge " + found.probe.outcome.toLowerCase(), found.probe.outcome)),
    node("td", "n", percent(found.probe.worst)),
    node("td", "", found.subject),
    node("td", "n wide", decimal(found.operationsPerSecond)),
    node("td", "n wide", found.p99Millis === null ? "–" : latency(1000 * found.p99Millis)))));
}
