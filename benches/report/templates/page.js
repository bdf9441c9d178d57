"use strict";
// Sorting, filtering and highlighting. Everything a page says, it says without
// this script; what works only with it, it adds or reveals itself.
(() => {
  const tools = document.querySelector("form.tools");
  const status = tools?.querySelector("[role=status]");
  const announce = (sentence) => {
    if (status) status.textContent = sentence;
  };

  // The column at which each header cell begins, some of which span several.
  function columns(head) {
    const taken = [...head.rows].map(() => []);
    const begins = new Map();
    [...head.rows].forEach((row, y) => {
      let x = 0;
      for (const cell of row.cells) {
        while (taken[y][x]) x += 1;
        begins.set(cell, x);
        for (const below of taken.slice(y, y + cell.rowSpan)) {
          for (let i = 0; i < cell.colSpan; i += 1) below[x + i] = true;
        }
      }
    });
    return begins;
  }

  // What a row is sorted by in a column: a number as the page computed it, never
  // as it is written there. Nothing where there is no figure.
  function key(row, column, kind) {
    const cell = row.cells[column];
    if (kind === "text") return cell?.textContent;
    return cell?.dataset.value === undefined ? undefined : Number(cell.dataset.value);
  }

  // Rows without a key stay last either way.
  function compare(a, b, direction) {
    if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
    const order = typeof a === "number" ? a - b : a.localeCompare(b, "en");
    return direction === "descending" ? -order : order;
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    const original = [...body.rows];
    for (const [header, column] of columns(table.tHead)) {
      const kind = header.dataset.sort;
      if (!kind || original.length < 2) continue;
      const name = header.innerText.replace(/\s+/g, " ");
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", () => {
        const next = { ascending: "descending", descending: undefined };
        const now = header.getAttribute("aria-sort");
        const direction = now ? next[now] : "ascending";
        for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
        const rows = [...original];
        if (direction) {
          header.setAttribute("aria-sort", direction);
          const keys = new Map(rows.map((row) => [row, key(row, column, kind)]));
          rows.sort((a, b) => compare(keys.get(a), keys.get(b), direction));
        }
        body.append(...rows);
        announce(direction ? `Sorted by ${name}, ${direction}.` : "In the original order.");
      });
    }
  }

  for (const table of document.querySelectorAll("table:has(th[data-sort])")) makeSortable(table);
  if (!tools) return;

  const { highlight, interface: interfaces } = tools.elements;
  const options = [...highlight.options].slice(1);
  const parts = [...document.querySelectorAll("[data-variant]")];
  const variants = (part) => part.dataset.variant.split(" ");

  function filter() {
    const wanted = interfaces?.value;
    const others = options.filter((option) => wanted && option.dataset.interface !== wanted);
    const out = new Set(others.map((option) => option.value));
    for (const part of parts) part.classList.toggle("out", variants(part).some((id) => out.has(id)));
    // A sentence goes with the variants that it names.
    for (const sentence of document.querySelectorAll("[data-names]")) {
      sentence.classList.toggle("out", sentence.dataset.names.split(" ").some((id) => out.has(id)));
    }
    announce(wanted ? `Only interface ${wanted} is shown.` : "Everything is shown.");
  }

  function mark() {
    const id = highlight.value;
    let count = 0;
    for (const part of parts) {
      const same = id !== "" && variants(part).includes(id);
      part.classList.toggle("lit", same);
      part.classList.toggle("faded", id !== "" && !same);
      count += same;
    }
    const name = highlight.selectedOptions[0].text;
    announce(id ? `${name} is highlighted in ${count} places.` : "Nothing is highlighted.");
  }

  // Pressing a row or what a plot shows of a variant chooses it, and again lets go.
  document.addEventListener("click", (event) => {
    const part = event.target.closest("tr[data-variant], g[data-variant]");
    if (!part || event.target.closest("a, button") || String(getSelection())) return;
    const [id] = variants(part);
    highlight.value = highlight.value === id ? "" : id;
    mark();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || highlight.value === "") return;
    highlight.value = "";
    mark();
  });
  highlight.addEventListener("change", mark);
  interfaces?.addEventListener("change", filter);
  tools.addEventListener("submit", (event) => event.preventDefault());
  tools.hidden = false;
  document.documentElement.classList.add("scripted");
})();
