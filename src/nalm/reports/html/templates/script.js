"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, attributes = {}, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };

  // ── Light or dark ──────────────────────────────────────────────────────────────────────────────
  const themes = ["automatic", "light", "dark"];
  const themeButton = document.getElementById("theme");
  const remembered = (value) => {
    try { // a page that is a file may have no storage
      if (value !== undefined) localStorage.setItem("nalm-theme", value);
      return localStorage.getItem("nalm-theme");
    } catch { return value ?? null; }
  };
  const setTheme = (name) => {
    const theme = themes.includes(name) ? name : "automatic";
    if (theme === "automatic") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    themeButton.textContent = `Theme: ${theme}`;
    themeButton.value = theme;
  };
  setTheme(remembered());
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => {
    const next = themes[(themes.indexOf(themeButton.value) + 1) % themes.length];
    remembered(next);
    setTheme(next);
  });

  // ── Sorting ────────────────────────────────────────────────────────────────────────────────────
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    if (cell.dataset.v === undefined) return cell.textContent.trim();
    return cell.dataset.v === "" ? NaN : Number(cell.dataset.v);
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
    return words.compare(String(a), String(b));
  };
  const sortBy = (table, column, descending) => {
    const body = table.tBodies[0];
    const lines = [...body.rows].filter((row) => !row.classList.contains("detail"));
    const keyed = lines.map((row) => ({ row, value: valueOf(row, column) }));
    const missing = ({ value }) => Number.isNaN(value); // always last
    keyed.sort((a, b) => missing(a) - missing(b) || (descending ? -1 : 1) * compare(a.value, b.value));
    for (const { row } of keyed) {
      const detail = row.nextElementSibling?.classList.contains("detail") ? row.nextElementSibling : null;
      body.append(row, ...(detail ? [detail] : []));
    }
    table.dataset.sorted = "";
    all("thead th", table).forEach((head, k) => {
      head.setAttribute("aria-sort", k !== column ? "none" : descending ? "descending" : "ascending");
    });
  };
  const makeSortable = (table) => {
    all("thead th", table).forEach((head, column) => {
      const button = make("button", { type: "button" }, head.textContent);
      head.replaceChildren(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        sortBy(table, column, head.getAttribute("aria-sort") === "ascending");
      });
    });
  };

  // ── What is wider than its place ───────────────────────────────────────────────────────────────
  const hint = (box) => {
    const beyond = box.scrollWidth - box.clientWidth;
    const sides = { left: box.scrollLeft > 1, right: box.scrollLeft < beyond - 1 };
    box.toggleAttribute("data-wide", beyond > 1);
    box.dataset.more = Object.keys(sides).filter((side) => beyond > 1 && sides[side]).join(" ");
    if (!box.dataset.more) delete box.dataset.more;
  };
  const measure = (box) => {
    box.classList.remove("whole");
    hint(box);
    // A head can stick to the window only where no box scrolls around its table.
    if (box.matches(".scroll")) box.classList.toggle("whole", box.scrollWidth <= box.clientWidth);
  };
  const resized = new ResizeObserver((entries) => requestAnimationFrame(() => {
    for (const { target } of entries) measure(target); // the hint may change the size again
  }));
  const watch = (box) => {
    measure(box);
    resized.observe(box);
    box.addEventListener("scroll", () => hint(box), { passive: true });
    addEventListener("resize", () => measure(box));
  };
  all(".scroll, figure, .equation").forEach(watch);

  // ── Runs ───────────────────────────────────────────────────────────────────────────────────────
  const parsed = new Map();
  const runsOf = (id) => {
    if (!parsed.has(id)) parsed.set(id, JSON.parse(document.getElementById(`${id}-runs`).textContent));
    return parsed.get(id);
  };
  const precise = (value) => {
    if (value === null) return "–";
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
    return value === 0 ? "0" : value.toExponential(2).replace("e+", "e");
  };
  const number = (value, text) => ({ text, value });
  const runCells = ([seed, solved, solvedAt, test, sparsity, seconds, diverged, key]) => [
    number(seed, String(seed)),
    { text: solved === null ? "–" : solved ? "yes" : "no", kind: solved ? "" : "no" },
    number(solvedAt, solvedAt === null ? "–" : solvedAt.toLocaleString("en")),
    number(test, precise(test)),
    number(sparsity, precise(sparsity)),
    number(seconds, seconds.toFixed(2)),
    { text: diverged ? "yes" : "no", kind: diverged ? "" : "no" },
    { text: key, kind: "key" },
  ];
  const runTable = (id, settings) => {
    const data = runsOf(id);
    const chosen = settings.map((k) => data.settings[k]);
    // Columns that tell the runs of the list apart; the others go into its caption.
    const names = ["Unit", "Task", "Varied", "Range", "Tested on"];
    const varied = names.map((_, k) => k).filter((k) => new Set(chosen.map((s) => s[k])).size > 1);
    const fixed = names.map((_, k) => k).filter((k) => !varied.includes(k) && chosen[0][k]);
    const table = make("table");
    const head = table.createTHead().insertRow();
    const heads = ["Seed", "Solved", "Solved at step", "Test error", "Sparsity error", "Seconds", "Diverged", "Key"];
    const numeric = new Set(["Seed", "Solved at step", "Test error", "Sparsity error", "Seconds"]);
    for (const name of [...varied.map((k) => names[k]), ...heads]) {
      head.append(make("th", { scope: "col", ...(numeric.has(name) && { class: "n" }) }, name));
    }
    const body = table.createTBody();
    let count = 0;
    for (const k of settings) {
      for (const run of data.runs[k]) {
        const row = body.insertRow();
        for (const column of varied) row.append(make("td", {}, data.settings[k][column]));
        for (const { text, value, kind } of runCells(run)) {
          const isNumber = value !== undefined;
          row.append(make("td", isNumber ? { class: "n", "data-v": value ?? "" } : { class: kind }, text));
        }
        count += 1;
      }
    }
    const about = fixed.map((k) => `${names[k].toLowerCase()} ${chosen[0][k]}`).join(", ");
    const title = `${count.toLocaleString("en")} ${count === 1 ? "run" : "runs"}${about && `: ${about}`}`;
    table.createCaption().append(make("span", {}, title));
    makeSortable(table);
    const list = make("div", { class: "list", tabindex: "0", role: "region", "aria-label": "Runs" });
    list.append(table);
    return list;
  };
  const toggleLine = (row, open) => {
    const button = row.querySelector("button.opens");
    const wanted = open ?? button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(wanted));
    row.classList.toggle("open", wanted);
    const shown = row.nextElementSibling?.classList.contains("detail") ? row.nextElementSibling : null;
    if (!wanted) shown?.remove();
    if (!wanted || shown) return;
    const detail = make("tr", { class: "detail" });
    const cell = make("td", { colspan: row.cells.length });
    cell.append(runTable(row.closest("table").dataset.of, row.dataset.settings.split(",").map(Number)));
    detail.append(cell);
    row.after(detail);
    watch(cell.querySelector(".list"));
    try { // a page in a frame may have no address
      history.replaceState(null, "", `#${row.id}`);
    } catch { return; }
  };
  for (const row of all("tr[data-settings]")) {
    const place = row.querySelector(".opens");
    if (!place) continue;
    const label = `List the runs of ${row.cells[0].textContent.trim()}`;
    place.replaceWith(make("button", { type: "button", class: "opens", "aria-expanded": "false", title: label }, place.textContent));
    row.classList.add("live");
    row.addEventListener("click", () => {
      if (String(getSelection()) === "") toggleLine(row); // selecting a number does not open it
    });
  }
  for (const details of all("details.runs")) {
    details.addEventListener("toggle", () => {
      if (!details.open || details.querySelector(".list")) return;
      const id = details.dataset.of;
      details.append(runTable(id, runsOf(id).settings.map((_, k) => k)));
      watch(details.querySelector(".list"));
    });
  }
  const followHash = () => {
    if (location.hash === "#missing") document.querySelector("#missing details").open = true;
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (row?.matches("tr.live")) {
      toggleLine(row, true);
      row.scrollIntoView({ block: "center" });
    }
  };
  all("table[data-sortable]").forEach(makeSortable);
  addEventListener("hashchange", followHash);
  followHash();

  // ── Search and contents ────────────────────────────────────────────────────────────────────────
  const search = document.getElementById("search");
  if (!search) return;
  search.parentElement.hidden = false;
  const chapters = all(".chapter");
  const contents = document.querySelector(".contents details");
  if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
  const find = () => {
    const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = new Set();
    for (const chapter of chapters) {
      const found = terms.every((term) => chapter.dataset.words.includes(term));
      chapter.hidden = !found;
      if (found) matching.add(chapter.id);
    }
    for (const entry of all("[data-entry]")) entry.hidden = !matching.has(entry.dataset.entry);
    for (const group of all(".part:has(.chapter)")) group.hidden = !group.querySelector(".chapter:not([hidden])");
    for (const item of all(".contents .paper")) item.hidden = !item.querySelector("li:not([hidden])");
    document.getElementById("found").textContent = terms.length ? `${matching.size} of ${chapters.length} experiments` : "";
  };
  search.addEventListener("input", find);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input")) return;
    event.preventDefault();
    contents.open = true;
    search.focus();
  });
  const links = new Map(all(".contents li[data-entry] a").map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-20% 0px -75% 0px" });
  for (const chapter of chapters) observer.observe(chapter);
})();
