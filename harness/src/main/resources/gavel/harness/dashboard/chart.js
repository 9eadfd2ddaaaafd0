// Time lines as SVG, drawn anew for each second at the width they have.
const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 176;
const LEFT = 46;
const RIGHT = 6;
const TOP = 10;
const BOTTOM = 22;

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

function steps(high, about) {
  const one = step(high, about);
  const ticks = [];
  for (let n = 0; n * one <= high * 1.0001; n++) ticks.push(n * one);
  return ticks;
}

export const linear = (atLeast) => (values) => {
  const highest = Math.max(atLeast, ...values);
  const top = Math.ceil(highest / step(highest, 3) - 1e-9) * step(highest, 3);
  return { ticks: steps(top, 3), share: (value) => value / top };
};

/** Whole decades, so that what is far below a limit is seen as well as what is above it. */
export const decades = (low, high) => (values) => {
  const top = Math.max(high, 10 ** Math.ceil(Math.log10(Math.max(low, ...values))));
  const ticks = [];
  for (let tick = low; tick <= top * 1.0001; tick *= 10) ticks.push(tick);
  return { ticks, share: (value) => Math.log(Math.max(low, value) / low) / Math.log(top / low) };
};

/**
 * One time line.
 * options: title, scale, tick (text of a tick), series(points): [{style, of(point) or null, text(point)}], stacked, limit
 */
export class Chart {
  constructor(parent, options) {
    this.options = options;
    this.card = document.createElement("figure");
    this.card.className = "card chart";
    this.card.style.margin = 0;
    const head = document.createElement("div");
    head.className = "between";
    const title = document.createElement("h2");
    title.textContent = options.title;
    this.values = document.createElement("span");
    this.values.className = "values";
    head.append(title, this.values);
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("role", "img");
    this.card.append(head, this.svg);
    parent.append(this.card);
    this.svg.addEventListener("pointermove", (event) => options.point(this.timeAt(event)));
    this.svg.addEventListener("pointerdown", (event) => options.point(this.timeAt(event)));
    this.svg.addEventListener("pointerleave", () => options.point(null));
  }

  timeAt(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - RIGHT);
    return Math.min(1, Math.max(0, share)) * this.seconds;
  }

  /** points with `at` in seconds; bands [{from, to}] that are measured; seconds the axis is long; cursor in seconds or null */
  draw({ points, bands, seconds, cursor, label }) {
    this.seconds = seconds;
    const width = this.svg.clientWidth || 600;
    const right = width - RIGHT;
    const bottom = HEIGHT - BOTTOM;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.svg.replaceChildren();
    const x = (at) => LEFT + (at / seconds) * (right - LEFT);
    for (const band of bands) {
      const from = x(band.from);
      shape(this.svg, "rect", { class: "measured", x: from, y: TOP, width: Math.max(0, x(band.to) - from), height: bottom - TOP });
    }
    const series = this.options.series(points);
    const scale = this.options.scale(series.flatMap((one) => points.map(one.of).filter((value) => value !== null)));
    const y = (value) => bottom - Math.min(1.02, Math.max(0, scale.share(value))) * (bottom - TOP);
    for (const tick of scale.ticks) {
      shape(this.svg, "line", { class: "grid-line", x1: LEFT, x2: right, y1: y(tick), y2: y(tick) });
      shape(this.svg, "text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, this.options.tick(tick));
    }
    const every = step(seconds, width > 500 ? 8 : 4);
    const round = every > 20 ? Math.ceil(every / 30) * 30 : every;
    for (let at = 0; at <= seconds; at += Math.max(1, round)) {
      shape(this.svg, "text", { x: x(at), y: HEIGHT - 4, "text-anchor": at === 0 ? "start" : "middle" }, label(at));
    }
    if (this.options.stacked) this.stack(points, series, x, y);
    else for (const one of series) this.curve(points, one, x, y);
    if (this.options.limit) {
      const at = y(this.options.limit);
      shape(this.svg, "line", { class: "limit", x1: LEFT, x2: right, y1: at, y2: at });
    }
    this.tell(points, series, cursor, x, bottom);
  }

  curve(points, one, x, y) {
    let path = "";
    let pen = false;
    let last = null;
    for (const point of points) {
      const value = one.of(point);
      pen = pen && value !== null && point.at - last < 5;
      if (value !== null) path += `${pen ? "L" : "M"}${x(point.at).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = value !== null;
      last = point.at;
    }
    shape(this.svg, "path", { class: "curve " + one.style, d: path });
  }

  stack(points, series, x, y) {
    const known = points.filter((point) => series.every((one) => one.of(point) !== null));
    const sums = known.map(() => 0);
    for (const one of series) {
      const lower = known.map((point, i) => [x(point.at), y(sums[i])]);
      known.forEach((point, i) => { sums[i] += one.of(point); });
      const upper = known.map((point, i) => [x(point.at), y(sums[i])]);
      const outline = [...upper, ...lower.reverse()].map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`);
      if (outline.length) shape(this.svg, "path", { class: "area " + one.style, d: "M" + outline.join("L") + "Z" });
    }
  }

  tell(points, series, cursor, x, bottom) {
    if (!points.length) return;
    let shown = points.at(-1);
    let when = "";
    if (cursor !== null) {
      shown = points.reduce((a, b) => (Math.abs(b.at - cursor) < Math.abs(a.at - cursor) ? b : a));
      when = this.options.time(shown.at) + "  ";
      shape(this.svg, "line", { class: "cursor", x1: x(shown.at), x2: x(shown.at), y1: TOP, y2: bottom });
    }
    const text = series.filter((one) => one.text && one.of(shown) !== null).map((one) => one.text(shown)).join(" · ");
    this.values.textContent = when + text;
    this.svg.setAttribute("aria-label", this.options.title + ": " + text);
  }
}
