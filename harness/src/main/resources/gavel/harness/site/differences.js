"use strict";
// Shows by what two results differ. Everything it shows is already in the page; it only ever sets text.
const data = JSON.parse(document.getElementById("data").textContent);
const selects = [document.getElementById("first"), document.getElementById("second")];
const asked = location.hash.slice(1).split(",").map(Number);
selects.forEach((select, side) => {
  data.results.forEach((result, index) => select.append(new Option(result.name, index)));
  select.value = asked[side] in data.results ? asked[side] : Math.min(side, data.results.length - 1);
  select.addEventListener("input", show);
});
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
function report(result) {
  const cell = document.createElement("th");
  const link = element("a", result.name);
  link.href = result.page;
  cell.append(link);
  return cell;
}
const value = (index) => index < 0 ? "absent" : data.values[index];
function show() {
  const [one, other] = selects.map((select) => data.results[Number(select.value)]);
  const table = document.createElement("table");
  const head = document.createElement("tr");
  head.append(element("th", "Name"), report(one), report(other));
  table.createTHead().append(head);
  const body = table.createTBody();
  data.names.forEach((name, index) => {
    if (one.values[index] === other.values[index]) return;
    const row = document.createElement("tr");
    const th = element("th", name);
    th.scope = "row";
    row.append(th, element("td", value(one.values[index])), element("td", value(other.values[index])));
    if (name.endsWith("(fixed by the run rules)")) row.className = "fixed";
    body.append(row);
  });
  const scroll = document.createElement("div");
  scroll.className = "scroll pair";
  scroll.tabIndex = 0;
  scroll.append(table);
  document.getElementById("table").replaceChildren(...(body.rows.length ? [scroll] : []));
  document.getElementById("told").textContent = body.rows.length === 0 ? "Their disclosures are the same." : body.rows.length + " of " + data.names.length + " differ.";
  history.replaceState(null, "", "#" + selects.map((select) => select.value).join(","));
}
document.querySelector("form").hidden = false;
show();
