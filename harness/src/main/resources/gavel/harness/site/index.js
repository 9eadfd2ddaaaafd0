"use strict";
// Sorts and filters the table. Everything it shows is already in the page; it only ever sets text.
const table = document.querySelector("table.sortable");
const body = table.tBodies[0];
const rows = [...body.rows];
const heads = [...table.tHead.rows[0].cells];
const key = (row, column) => {
  const cell = row.cells[column];
  return "v" in cell.dataset ? Number(cell.dataset.v) : cell.classList.contains("n") ? -Infinity : cell.textContent;
};
function sort(column) {
  const rising = heads[column].getAttribute("aria-sort") === "descending";
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", rising ? "ascending" : "descending");
  const sign = rising ? 1 : -1;
  const sorted = [...rows].sort((a, b) => {
    const x = key(a, column);
    const y = key(b, column);
    return sign * (typeof x === "number" ? x - y || 0 : x.localeCompare(y, "en"));
  });
  body.replaceChildren(...sorted);
}
heads.forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  button.addEventListener("click", () => sort(column));
  head.replaceChildren(button);
});
heads[0].setAttribute("aria-sort", "descending");

const form = document.createElement("form");
form.className = "filter";
const told = document.createElement("p");
told.className = "lead";
told.setAttribute("role", "status");
function field(name, control) {
  const label = document.createElement("label");
  label.append(name + " ", control);
  control.addEventListener("input", filter);
  form.append(label);
  return control;
}
const text = field("Search", document.createElement("input"));
text.type = "search";
const first = (cell) => cell.firstChild.textContent;
const choices = [["Configuration", 1], ["Machine", 2], ["Ended", 3]].map(([name, column]) => {
  const select = document.createElement("select");
  select.append(new Option("all", ""));
  [...new Set(rows.map((row) => first(row.cells[column])))].sort().forEach((value) => select.append(new Option(value, "=" + value)));
  field(name, select);
  return [select, column];
});
function filter() {
  const wanted = text.value.toLowerCase();
  let shown = 0;
  for (const row of rows) {
    const matches = row.textContent.toLowerCase().includes(wanted)
      && choices.every(([select, column]) => select.value === "" || select.value === "=" + first(row.cells[column]));
    row.hidden = !matches;
    shown += matches ? 1 : 0;
  }
  told.textContent = shown === rows.length ? "" : shown + " of " + rows.length + " results";
}
form.addEventListener("submit", (event) => event.preventDefault());
table.parentElement.before(form, told);
