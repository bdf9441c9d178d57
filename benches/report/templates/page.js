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
// Bars by a column: chosen above them, or by sorting the table.
const bars = document.getElementById("bars");
const show = (id) => {
  for (const section of bars?.querySelectorAll("section") ?? []) section.hidden = section.id !== id;
  for (const button of bars?.querySelectorAll("button") ?? [])
    button.setAttribute("aria-pressed", button.value === id);
  keep("bars", id);
};
if (bars) {
  const choose = document.createElement("p");
  for (const section of bars.querySelectorAll("section")) {
    const button = document.createElement("button");
    button.type = "button";
    button.value = section.id;
    button.textContent = section.id.slice(3).replaceAll("-", " ");
    button.onclick = () => show(section.id);
    choose.append(button, " ");
  }
  bars.prepend(choose);
  const chosen = state.get("bars");
  show(document.getElementById(chosen)?.parentElement === bars ? chosen : bars.querySelector("section").id);
}
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
