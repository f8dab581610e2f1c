"use strict";
// Sorting by a column, filtering rows and choosing the theme. All of it is extra: the page is complete without script.
const keyOf = cell => {
  const value = cell.dataset.v;
  return value !== undefined && value !== "" && !Number.isNaN(Number(value)) ? Number(value) : cell.textContent;
};
// What has no number ("n/a") stays below whatever has one, in both directions.
const before = (a, b, ascending) => {
  const numberA = typeof a === "number", numberB = typeof b === "number";
  if (numberA !== numberB) return numberA ? -1 : 1;
  const order = numberA ? a - b : a.localeCompare(b, document.documentElement.lang, {numeric: true});
  return ascending ? order : -order;
};
function sortBy(table, column, header) {
  const ascending = header.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows, (row, at) => ({row, at, key: keyOf(row.cells[column])}));
  rows.sort((x, y) => before(x.key, y.key, ascending) || x.at - y.at);
  const sorted = document.createDocumentFragment();
  for (const entry of rows) sorted.append(entry.row);
  body.append(sorted);
}
function addFilter(table) {
  const field = document.createElement("input");
  field.type = "search";
  field.className = "tool";
  field.placeholder = document.body.dataset.filter;
  field.setAttribute("aria-label", document.body.dataset.filter);
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const row of table.tBodies[0].rows) row.hidden = !Array.from(row.cells, cell => cell.textContent.toLowerCase()).some(text => text.includes(wanted));
  });
  table.before(field);
}
for (const table of document.querySelectorAll("table")) {
  Array.from(table.tHead.rows[0].cells, (header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sortBy(table, column, header));
    header.append(button);
  });
  if (table.tBodies[0].rows.length > 12) addFilter(table);
}
const head = document.querySelector("header");
if (head) {
  const root = document.documentElement;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tool";
  const label = () => { button.textContent = dark() ? document.body.dataset.light : document.body.dataset.dark; };
  button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; label(); });
  label();
  head.append(button);
}
