"use strict";
// Shows the values under the pointer. Everything it shows is already in the page; it only ever sets text.
const WEAK = ["faint", "off"];
const tip = document.getElementById("tip");
function show(plot, chart, data, event) {
  const box = chart.getBoundingClientRect();
  const width = chart.viewBox.baseVal.width;
  const left = Number(chart.dataset.left);
  const right = Number(chart.dataset.right);
  const x = (event.clientX - box.left) / box.width * width;
  const last = data.heads.length - 1;
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  const index = data.heads[0] === "0 %" ? Math.round(share * last) : Math.max(0, Math.round(share * (last + 1)) - 1);
  const cursor = chart.querySelector(".cursor");
  const at = left + (data.heads[0] === "0 %" ? index / last : (index + 1) / (last + 1)) * (right - left);
  cursor.setAttribute("x1", at);
  cursor.setAttribute("x2", at);
  chart.classList.add("live");
  tip.replaceChildren();
  const head = document.createElement("b");
  head.textContent = data.heads[index];
  tip.append(head);
  for (const series of data.series) {
    if (WEAK.includes(series.style)) continue;
    const value = series.values[index];
    if (value === null) continue;
    const row = document.createElement("div");
    const name = document.createElement("span");
    const key = document.createElement("i");
    key.className = "key " + series.style;
    name.append(key, series.name);
    const figure = document.createElement("span");
    figure.textContent = value.toLocaleString("en") + (series.unit ? " " + series.unit : "");
    row.append(name, figure);
    tip.append(row);
  }
  tip.hidden = false;
  const side = event.clientX + 16 + tip.offsetWidth > innerWidth ? event.clientX - 16 - tip.offsetWidth : event.clientX + 16;
  tip.style.left = Math.max(4, side) + "px";
  tip.style.top = Math.max(4, Math.min(event.clientY + 12, innerHeight - tip.offsetHeight - 4)) + "px";
}
// Makes a button of each name in the key: pressed, its curve stands out and is told under the pointer.
function pick(plot, data) {
  for (const one of plot.querySelectorAll(".pick .one")) {
    const name = one.dataset.name;
    const series = data.series.find((each) => each.name === name);
    const paths = [...plot.querySelectorAll("path.line")].filter((path) => path.dataset.name === name);
    const button = document.createElement("button");
    const weak = WEAK.includes(series.style) ? series.style : "faint";
    const strong = WEAK.includes(series.style) ? "picked" : series.style;
    button.type = "button";
    button.append(...one.childNodes);
    const set = (pressed) => {
      const style = pressed ? strong : weak;
      button.setAttribute("aria-pressed", String(pressed));
      button.firstChild.className = "key " + style;
      paths.forEach((path) => path.setAttribute("class", "line " + style));
      series.style = style;
    };
    set(!WEAK.includes(series.style));
    button.addEventListener("click", () => set(button.getAttribute("aria-pressed") !== "true"));
    one.replaceWith(button);
  }
}
for (const plot of document.querySelectorAll(".plot")) {
  const data = JSON.parse(plot.querySelector("script").textContent);
  pick(plot, data);
  for (const chart of plot.querySelectorAll(".chart")) {
    chart.addEventListener("pointermove", (event) => show(plot, chart, data, event));
    chart.addEventListener("pointerdown", (event) => show(plot, chart, data, event));
    chart.addEventListener("pointerleave", () => { tip.hidden = true; chart.classList.remove("live"); });
  }
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
