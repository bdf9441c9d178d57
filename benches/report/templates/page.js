// Sorts and filters tables, and keeps that in the address. Without it every page reads as well.
"use strict";
const state = new URLSearchParams(location.hash.slice(1));
const target = document.getElementById(location.hash.slice(1));
if (target instanceof HTMLDetailsElement) target.open = true;
const keep = (key, value) => {
  if (value) state.set(key, value); else state.delete(key);
  history.replaceState(null, "", state.size ? "#" + state : location.pathname);
};
const value = (row, column) => {
  const cell = row.cells[column];
  return cell?.dataset.sort === undefined ? cell?.textContent.trim() ?? "" : Number(cell.dataset.sort);
};
// Bars by a column: opened by their head, or by sorting the table.
const show = (id) => {
  const part = document.getElementById(id);
  if (!part) return;
  part.open = true;
  keep("bars", id);
};
for (const part of document.querySelectorAll("#bars details"))
  part.querySelector("summary").addEventListener("click", () => keep("bars", part.id));
const chosen = state.get("bars");
if (document.getElementById(chosen)?.parentElement.id === "bars") show(chosen);
for (const table of document.querySelectorAll("table[data-tool]")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const sort = (column, down) => {
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [value(a, column), value(b, column)];
      if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
      return (typeof x === "number" ? x - y : x.localeCompare(y)) * (down ? -1 : 1);
    });
    body.append(...rows);
    heads.forEach((head, place) => {
      if (place === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    keep("sort-" + table.id, column + (down ? "-" : "+"));
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      sort(column, head.getAttribute("aria-sort") === "ascending");
      if (head.dataset.bars) show(head.dataset.bars);
    };
  });
  const form = document.createElement("form");
  form.className = "tools";
  const label = document.createElement("label");
  const input = document.createElement("input");
  label.append("Show rows with ", input);
  form.append(label);
  form.onsubmit = (event) => event.preventDefault();
  table.parentElement.before(form);
  const filter = () => {
    const wanted = input.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    keep("only-" + table.id, input.value);
  };
  input.oninput = filter;
  const sorted = state.get("sort-" + table.id);
  const only = state.get("only-" + table.id);
  if (sorted) sort(parseInt(sorted), sorted.endsWith("-"));
  if (only) { input.value = only; filter(); }
}
