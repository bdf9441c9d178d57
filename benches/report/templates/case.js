// The reader's own case: the contenders ranked anew by the figures in the page.
(() => {
  const section = document.querySelector("section.case");
  if (!section) return;
  const data = JSON.parse(section.querySelector("script").textContent);
  section.append(section.querySelector("template").content);
  section.querySelector(".unscripted").remove();
  const form = section.querySelector("form");
  const { study, ws, dep, max, stream, build } = form.elements;
  const fields = Object.entries({ ws, dep, max, stream, build }).filter(([, control]) => control);
  const features = [...form.querySelectorAll("[name=has]")];
  const MOST = 5;

  // The sets of the index are those of the study that is chosen there.
  function offerSets() {
    const known = data[study.value];
    ws.replaceChildren(ws.options[0], ...known.sets.map((bytes) => new Option(size(bytes), bytes / 1024)));
    dep.disabled = !known.waits;
    if (dep.disabled) dep.value = 0;
  }

  function size(bytes) {
    return bytes < 2 ** 20 ? `${bytes / 1024} KiB` : `${bytes / 2 ** 20} MiB`;
  }

  if (study) offerSets();
  const usual = new Map(fields.map(([name, control]) => [name, control.value]));
  const subject = () => study?.value ?? data.study;

  // The address of what is chosen: what is not as usual.
  function address() {
    const parts = fields.filter(([name, control]) => control.value !== usual.get(name) && control.validity.valid);
    const lacking = features.filter((box) => !box.checked).map((box) => box.value);
    return [
      `#${subject()}`,
      ...parts.map(([name, control]) => `${name}=${control.value}`),
      ...(lacking.length ? [`no=${lacking}`] : []),
    ].join("&");
  }

  // Chooses what the address says, if it says a case; tells what it says in vain.
  function restore() {
    const [name, ...parts] = location.hash.slice(1).split("&");
    if (study ? !Object.hasOwn(data, name) : name !== data.study) return undefined;
    form.reset();
    if (study) {
      study.value = name;
      offerSets();
    }
    const vain = [];
    for (const part of parts) {
      const [key, value = ""] = part.split("=");
      const [, control] = fields.find(([known]) => known === key) ?? [];
      if (key === "no") {
        for (const box of features) box.checked = !value.split(",").includes(box.value);
      } else if (control) {
        control.value = control === ws ? nearest(Number(value)) : value;
        if (control.value !== value || !control.validity.valid) vain.push(part);
      }
    }
    // What a list does not offer leaves it empty.
    for (const [, control] of fields) if (control.selectedIndex === -1) control.selectedIndex = 0;
    return vain;
  }

  // The measured size that is nearest.
  function nearest(wanted) {
    const sizes = [...ws.options].map((option) => option.value);
    const distance = (kibibytes) => Math.abs(Math.log2((wanted + 1) / (Number(kibibytes) + 1)));
    return sizes.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  }

  // The largest tables in bytes.
  function budget() {
    const [, digits, unit] = /^(\d+)([KM]?)$/i.exec(max.value.trim()) ?? [];
    return digits ? Number(digits) * { "": 1, K: 2 ** 10, M: 2 ** 20 }[unit.toUpperCase()] : Infinity;
  }

  // The letter of the verdict on one variant against another at an end of a case.
  function letter({ verdicts }, of, against) {
    if (of > against) return verdicts[(of * (of - 1)) / 2 + against];
    const other = verdicts[(against * (against - 1)) / 2 + of];
    return { f: "s", s: "f" }[other] ?? other;
  }

  // Between two ends an order or a tie holds for every mix if it holds at both, and else
  // nothing is claimed.
  function verdict(ends, of, against) {
    const [first, ...others] = ends.map((end) => letter(end, of, against));
    return others.every((other) => other === first) ? first : "u";
  }

  // What is left of the contenders, the fastest first, and why the others are not.
  function rank() {
    const share = Number(dep?.value ?? 0);
    const set = Math.round(Number(ws?.value ?? 0) * 1024);
    const wanted = { build: build?.value ?? data.cases[0].build, stream: stream?.value ?? data.cases[0].stream };
    const isWanted = (one) => one.set === set && one.build === wanted.build && one.stream === wanted.stream;
    const found = data.cases.find(isWanted);
    const mixed = [100 - share, share].map((weight, i) => ({ weight, end: found?.ends[i] }));
    const parts = mixed.filter(({ weight }) => weight > 0);
    const lacking = new Set(features.filter((box) => !box.checked).map((box) => box.value));
    const most = budget();
    const needed = data.builds[wanted.build].filter((feature) => lacking.has(feature));
    const result = { parts, needed, build: wanted.build, rows: [], large: [], lacking: [], unmeasured: [] };
    const isLarge = ({ bytes }) => bytes > most;
    const isLacking = ({ needs }) => needs.some((feature) => lacking.has(feature));
    result.out = [...data.variants, ...data.others].filter((one) => isLarge(one) || isLacking(one));
    for (const [number, variant] of data.variants.entries()) {
      const times = parts.map(({ end }) => end?.times[number]);
      const mix = (i) => parts.reduce((sum, { weight }, part) => sum + weight * times[part][i], 0) / 100;
      if (isLarge(variant)) result.large.push(variant);
      else if (isLacking(variant)) result.lacking.push(variant);
      else if (!times.every(Boolean)) result.unmeasured.push(variant);
      else result.rows.push({ number, variant, time: [0, 1, 2].map(mix) });
    }
    result.rows.sort((a, b) => a.time[0] - b.time[0]);
    const ends = parts.map(({ end }) => end);
    const [first, ...others] = result.rows;
    for (const row of others) row.verdict = verdict(ends, row.number, first.number);
    // Of those that are alike the first, none is slower than another.
    const alike = [];
    for (const row of others.filter(({ verdict }) => verdict === "t" || verdict === "u")) {
      if (alike.every((other) => verdict(ends, row.number, other.number) !== "s")) alike.push(row);
    }
    const ties = alike.filter(({ verdict }) => verdict === "t").length;
    if (first) first.alike = { ties, open: alike.length - ties };
    return result;
  }

  const WORDS = { f: "faster", s: "slower", t: "tie", u: "not resolved", ".": "not compared" };

  function judged(row) {
    if (!row.alike) return WORDS[row.verdict];
    const { ties, open } = row.alike;
    const told = [ties && `ties with ${ties}`, open && `not resolved from ${open}`].filter(Boolean);
    return told.join(", ") || "fastest";
  }

  const inWords = ([value, low, high]) => `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

  // How the times came about.
  function origin({ parts }) {
    const places = parts.map(({ weight, end }) =>
      parts.length > 1 ? `${weight} % of ${end?.place ?? "what was not measured"}` : end?.place);
    return parts.length > 1 ? `Derived: ${places.join(" + ")}` : `Measured: ${places[0]}`;
  }

  function cell(kind, content, className) {
    const made = document.createElement(kind);
    made.append(content);
    if (className) made.className = className;
    return made;
  }

  // A bar as long as the time, with a line over its interval.
  function bar([value, low, high], longest) {
    const made = cell("div", "", "bar");
    for (const [name, time] of Object.entries({ value, low, high })) {
      made.style.setProperty(`--${name}`, `${(Math.max(time, 0) / longest) * 100}%`);
    }
    return made;
  }

  function show(row, longest) {
    const { variant, time } = row;
    const line = document.createElement("tr");
    line.id = `${table.id}-${variant.id}`;
    const link = document.createElement("a");
    // The name of a variant over others may break behind each plus.
    for (const part of variant.name.split(/(?<=\+)/)) link.append(part, document.createElement("wbr"));
    link.href = `#${variant.id}`;
    const name = cell("th", link);
    name.scope = "row";
    const [value, low, high] = time.map((one) => one.toFixed(2));
    const figure = cell("td", value);
    figure.append(cell("small", `${low} to ${high}`), bar(time, longest));
    line.append(name, cell("td", String(variant.bytes)), figure, cell("td", judged(row), "words"));
    return line;
  }

  const [outcome, table, rest] = ["[role=status]", "table", ".scroll + p"].map((part) => section.querySelector(part));
  let result;

  function render(vain = []) {
    if (dep) dep.nextElementSibling.textContent = `${dep.value} %`;
    if (study) return;
    result = rank();
    const shown = result.rows.slice(0, MOST);
    const longest = Math.max(...shown.map((row) => row.time[2]), 0.01);
    table.caption.textContent = `${data.unit}. ${origin(result)}.`;
    table.tBodies[0].replaceChildren(...shown.map((row) => show(row, longest)));
    const [first] = shown;
    const found = first ? `${first.variant.name}: ${inWords(first.time)} ${data.unit}, ${judged(first)}.` : "No contender was measured for this case.";
    const warning = vain.length ? ` Not offered here: ${vain.join(", ")}; the nearest or the usual is shown instead.` : "";
    outcome.textContent = (max.validity.valid ? found : "The size of tables is a number of bytes, such as 4096, 32K or 1M.") + warning;
    const names = (variants) => variants.map((variant) => variant.name).join(", ");
    rest.textContent = [
      result.needed.length && `The build ${result.build} itself needs ${result.needed.join(", ")}.`,
      result.rows.length > MOST && `Below these: ${result.rows.length - MOST}.`,
      result.large.length && `With larger tables: ${result.large.length}.`,
      result.lacking.length && `Need what the processor lacks: ${names(result.lacking)}.`,
      result.unmeasured.length && `Not measured for this case: ${names(result.unmeasured)}.`,
    ].filter(Boolean).join(" ");
    const out = new Set(result.out.map((variant) => variant.id));
    for (const part of document.querySelectorAll(".space-time [data-variant]")) {
      part.classList.toggle("beyond", part.dataset.variant.split(" ").every((id) => out.has(id)));
    }
  }

  // What is shown, to be quoted: each figure with its interval and the lines that cite it.
  function quotation() {
    const line = (row) => {
      const cited = result.parts.map(({ end }) => `  ${end.cite.join(row.variant.name)}`);
      return [`${row.variant.name}: ${inWords(row.time)} ${data.unit}, ${judged(row)}`, ...cited];
    };
    const lines = result.rows.slice(0, MOST).flatMap(line);
    return [`${origin(result)}.`, ...lines, location.href].join("\n");
  }

  form.addEventListener("input", () => render());
  form.addEventListener("change", (event) => {
    if (event.target === study) offerSets();
    render();
    history.replaceState(null, "", address());
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (study) location.href = data[study.value].page + address();
  });
  form.querySelector("button[type=button]")?.addEventListener("click", () => {
    history.replaceState(null, "", address());
    const text = quotation();
    navigator.clipboard.writeText(text).then(
      () => (outcome.textContent = "Copied."),
      () => outcome.replaceChildren("The browser refuses to copy this:", cell("pre", text)),
    );
  });
  function arrive() {
    const vain = restore();
    if (vain) section.scrollIntoView();
    render(vain);
  }
  addEventListener("hashchange", arrive);
  arrive();
})();
