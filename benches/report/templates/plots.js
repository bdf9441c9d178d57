// Reading plots: the title of the mark at the pointer, or of the one that the arrow keys lead
// to, stands below its plot. A plot is one stop of the tab key, however many marks it has.
(() => {
  // In a plot's own units: so near to a mark the pointer means it, and so far apart are the
  // points by which that is told.
  const NEAR = 20;
  const STEP = 5;

  // Points along the outline of a mark.
  function outline(mark) {
    const length = mark.getTotalLength();
    const count = Math.ceil(length / STEP);
    return Array.from({ length: count + 1 }, (_, i) => mark.getPointAtLength((i * length) / count));
  }

  // The marks of a plot by series, each series in its order, the topmost first.
  function series(svg) {
    const groups = new Map();
    for (const title of svg.querySelectorAll("path > title")) {
      const mark = title.parentElement;
      const group = mark.closest(".series") ?? mark.parentElement;
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push({ mark, text: title.textContent, points: outline(mark) });
    }
    const start = ([{ points }]) => points[0];
    return [...groups.values()].sort((a, b) => start(a).y - start(b).y || start(a).x - start(b).x);
  }

  function distance({ points }, { x, y }) {
    return Math.min(...points.map((point) => Math.hypot(point.x - x, point.y - y)));
  }

  function least(marks, key) {
    return marks.reduce((best, one) => (key(one) < key(best) ? one : best));
  }

  function makeReadable(svg) {
    const line = document.createElement("p");
    line.setAttribute("role", "status");
    const place = document.createElement("div");
    place.className = "reading";
    place.append(line);
    svg.after(place);
    svg.tabIndex = 0;
    let all;
    let current;
    // Folded away, marks have no place yet.
    const known = () => (all ??= series(svg));

    function read(one) {
      current?.mark.classList.remove("read");
      one?.mark.classList.add("read");
      current = one;
      line.textContent = one?.text ?? "";
    }

    // The mark that a key leads to: along a series and on to the next one, or to the nearest
    // of another series.
    function led(key) {
      const marks = known().flat();
      const at = marks.indexOf(current);
      if (at < 0) return marks[0];
      const row = known().findIndex((one) => one.includes(current));
      const beside = (by) => {
        const next = known()[row + by];
        return next && least(next, (one) => Math.abs(one.points[0].x - current.points[0].x));
      };
      const steps = {
        ArrowRight: () => marks[at + 1],
        ArrowLeft: () => marks[at - 1],
        ArrowDown: () => beside(1),
        ArrowUp: () => beside(-1),
        Home: () => marks[0],
        End: () => marks.at(-1),
      };
      return steps[key]() ?? current;
    }

    svg.addEventListener("keydown", (event) => {
      if (event.key === "Escape") read();
      if (!/^(Arrow|Home$|End$)/.test(event.key)) return;
      event.preventDefault();
      read(led(event.key));
    });
    svg.addEventListener("focus", () => {
      if (!current && svg.matches(":focus-visible")) line.textContent = "The arrow keys read the marks.";
    });
    svg.addEventListener("blur", () => read());
    svg.addEventListener("pointermove", (event) => {
      const to = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const one = least(known().flat(), (mark) => distance(mark, to));
      read(distance(one, to) <= NEAR ? one : undefined);
    });
    svg.addEventListener("pointerleave", () => read());
  }

  for (const svg of document.querySelectorAll("figure svg:has(path > title)")) makeReadable(svg);
})();
