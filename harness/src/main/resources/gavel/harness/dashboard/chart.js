// Time lines as SVG, drawn anew for each second at the width they have.
import { node } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";
/** As the style sheet has it: a drawing of another shape would be made smaller, and stand beside the pointer. */
const HEIGHT = 160;
const LEFT = 58;
const RIGHT = 8;
const TOP = 18;
const BOTTOM = 20;
const LETTER = 6.2;
/** No name ends with one of these. */
const JOINING = new Set(["the", "of", "or", "and", "before", "after", "through", "for"]);
/** Seconds without a value that a line does not go across. */
const GAP = 4;

function shape(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/** The nearest of 1, 2, 5 times a power of ten that makes about so many steps. */
function step(range, about) {
  const rough = range / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/** Of time: what people divide minutes and hours by. */
function timeStep(seconds, about) {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
  return steps.find((one) => seconds / one <= about) ?? 86400 * Math.ceil(seconds / 86400 / about);
}

function steps(high, about) {
  const one = step(high, about);
  const ticks = [];
  for (let n = 0; n * one <= high * 1.0001; n++) ticks.push(n * one);
  return ticks;
}

/** As many of its first words as there is room for; none where a clock was set back, and a phase ends before it begins. */
function fitting(name, letters) {
  const words = name.split(" ");
  while (words.length && (words.join(" ").length > letters || JOINING.has(words.at(-1)))) words.pop();
  return words.join(" ");
}

export const linear = (atLeast) => (values) => {
  const highest = values.reduce((a, b) => Math.max(a, b), atLeast);
  const top = Math.ceil(highest / step(highest, 3) - 1e-9) * step(highest, 3);
  return { ticks: steps(top, 3), share: (value) => value / top };
};

/** Of bytes: steps are powers of two. */
export const amounts = (values) => {
  const highest = values.reduce((a, b) => Math.max(a, b), 1024);
  const one = 2 ** Math.ceil(Math.log2(highest / 4));
  const top = Math.ceil(highest / one) * one;
  const ticks = [];
  for (let tick = 0; tick <= top; tick += top > 3 * one ? 2 * one : one) ticks.push(tick);
  return { ticks, share: (value) => value / top };
};

/** Whole decades, so that what is far below a limit is seen as well as what is above it. */
export const decades = (low, high) => (values) => {
  const top = Math.max(high, 10 ** Math.ceil(Math.log10(values.reduce((a, b) => Math.max(a, b), low))));
  const ticks = [];
  for (let tick = low; tick <= top * 1.0001; tick *= 10) ticks.push(tick);
  return { ticks, share: (value) => Math.log(Math.max(low, value) / low) / Math.log(top / low) };
};

/**
 * One time line with its key below it.
 * options: title, scale, tick (text of a tick), series(points): [{style, name, of(point) or null, text(value)}], stacked, limits(): [value], none (said where there is nothing), optional (not shown then), point(at)
 */
export class Chart {
  constructor(parent, options) {
    this.options = options;
    this.title = node("figcaption", "", options.title);
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "chart");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", options.title);
    this.key = node("p", "legend");
    this.figure = node("figure", "", this.title, this.svg, this.key);
    parent.append(this.figure);
    this.svg.addEventListener("pointermove", (event) => options.point(this.timeAt(event)));
    this.svg.addEventListener("pointerdown", (event) => options.point(this.timeAt(event)));
    this.svg.addEventListener("pointerleave", () => options.point(null));
  }

  timeAt(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - RIGHT);
    return this.from + Math.min(1, Math.max(0, share)) * (this.to - this.from);
  }

  /** points, bands [{from, to}] that are measured, and phases with their names; from, to and cursor (or null) in seconds of the same clock; label writes one of them */
  draw({ points, bands, phases, from, to, cursor, label }) {
    this.from = from;
    this.to = to;
    const width = this.svg.clientWidth || 400;
    const right = width - RIGHT;
    const bottom = HEIGHT - BOTTOM;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.svg.replaceChildren();
    const x = (at) => LEFT + ((at - from) / (to - from)) * (right - LEFT);
    for (const band of bands) {
      const begin = x(Math.max(from, band.from));
      shape(this.svg, "rect", { class: "band measured", x: begin, y: TOP, width: Math.max(0, x(Math.min(to, band.to)) - begin), height: bottom - TOP });
    }
    for (const phase of phases.filter((one) => one.to > from)) this.phase(phase, x(Math.max(from, phase.from)), x(phase.to), bottom);
    const series = this.options.series(points).filter((one) => points.some((point) => one.of(point) !== null));
    this.figure.hidden = !series.length && Boolean(this.options.optional);
    const limits = this.options.limits?.() ?? [];
    const scale = this.options.scale([...this.values(points, series), ...limits]);
    const y = (value) => bottom - Math.min(1.02, Math.max(0, scale.share(value))) * (bottom - TOP);
    for (const tick of scale.ticks) {
      shape(this.svg, "line", { class: "grid", x1: LEFT, x2: right, y1: y(tick), y2: y(tick) });
      shape(this.svg, "text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, this.options.tick(tick));
    }
    const every = timeStep(to - from, width > 500 ? 8 : 5);
    for (let at = Math.ceil(from / every) * every; at <= to; at += every) {
      const at0 = x(at);
      shape(this.svg, "text", { x: at0, y: HEIGHT - 4, "text-anchor": at0 > right - 20 ? "end" : "middle" }, label(at));
    }
    if (this.options.stacked) this.stack(points, series, x, y);
    else for (const one of series) this.curve(points, one, x, y);
    for (const limit of limits) {
      shape(this.svg, "line", { class: "bound", x1: LEFT, x2: right, y1: y(limit), y2: y(limit) });
    }
    this.tell(points, series, cursor, x, bottom);
  }

  phase({ name }, begin, end, bottom) {
    shape(this.svg, "line", { class: "grid", x1: begin, x2: begin, y1: TOP, y2: bottom });
    const words = fitting(name, (end - begin) / LETTER);
    if (words) shape(this.svg, "text", { class: "phase", x: (begin + end) / 2, y: TOP - 6, "text-anchor": "middle" }, words);
  }

  /** All that the axis must hold: of a stack, its height. */
  values(points, series) {
    if (!this.options.stacked) return series.flatMap((one) => points.map(one.of).filter((value) => value !== null));
    return points.map((point) => series.reduce((sum, one) => sum + (one.of(point) ?? 0), 0));
  }

  curve(points, one, x, y) {
    let path = "";
    let last = null;
    for (const point of points) {
      const value = one.of(point);
      if (value === null) { last = null; continue; }
      const joined = last !== null && point.at - last <= point.seconds + GAP;
      path += `${joined ? "L" : "M"}${x(point.at).toFixed(1)} ${y(value).toFixed(1)}`;
      if (!joined) path += "h0.1";
      last = point.at;
    }
    shape(this.svg, "path", { class: "line " + one.style, d: path });
  }

  /** In pieces: nothing is drawn for a time nobody looked. */
  stack(points, series, x, y) {
    const pieces = [];
    for (const point of points) {
      if (series.every((one) => one.of(point) === null)) continue;
      const last = pieces.at(-1)?.at(-1);
      if (last && point.at - last.at <= point.seconds + GAP) pieces.at(-1).push(point);
      else pieces.push([point]);
    }
    for (const piece of pieces) {
      const sums = piece.map(() => 0);
      for (const one of series) {
        const lower = piece.map((point, i) => [x(point.at), y(sums[i])]);
        piece.forEach((point, i) => { sums[i] += one.of(point) ?? 0; });
        const upper = piece.map((point, i) => [x(point.at), y(sums[i])]);
        const outline = [...upper, ...lower.reverse()].map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`);
        shape(this.svg, "path", { class: "area " + one.style, d: "M" + outline.join("L") + "Z" });
      }
    }
  }

  /** The key, with the values under the pointer or the newest. */
  tell(points, series, cursor, x, bottom) {
    let shown = points.at(-1);
    if (cursor !== null && points.length) {
      shown = points.reduce((a, b) => (Math.abs(b.at - cursor) < Math.abs(a.at - cursor) ? b : a));
      // The nearest may be of minutes before: then there is none of this moment.
      if (Math.abs(shown.at - cursor) > shown.seconds + GAP) shown = null;
      else shape(this.svg, "line", { class: "cursor", x1: x(shown.at), x2: x(shown.at), y1: TOP, y2: bottom });
    }
    const texts = series.map((one) => {
      const value = shown ? one.of(shown) : null;
      return [one.name, value === null ? "–" : one.text(value)].filter(Boolean).join(" ");
    });
    if (!series.length || !this.key.children.length) this.key.replaceChildren(series.length ? "" : this.options.none ?? "");
    while (this.key.children.length > series.length) this.key.lastChild.remove();
    series.forEach((one, i) => {
      const entry = this.key.children[i] ?? this.key.appendChild(node("span", "", node("i"), document.createTextNode("")));
      entry.firstChild.className = "key " + one.style;
      if (entry.lastChild.data !== texts[i]) entry.lastChild.data = texts[i];
    });
    this.svg.setAttribute("aria-label", this.options.title + ": " + (texts.join(", ") || "no figure yet"));
  }
}
