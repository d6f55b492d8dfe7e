// Search, filter and sort the tables that scripts in the page put into window.nalmTables.
(() => {
  const SHOWN = 100; // rows at first, and more at a press

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  // Numbers sort by size and stand before words; "0.36 (0.2 to 0.6)" counts as 0.36.
  const key = (text) => (/^[-+.\d]/.test(text) ? parseFloat(text) : NaN);
  const compare = (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y) || a.localeCompare(b);
    return x - y || a.localeCompare(b);
  };

  const show = (place, { columns, filters, rows }) => {
    const state = { sorted: -1, down: false, shown: SHOWN };
    const search = make("input", { type: "search", placeholder: "Search" });
    search.setAttribute("aria-label", "Search the table");
    const selects = filters.map((name) => {
      const select = make("select", { name });
      select.setAttribute("aria-label", name);
      return select;
    });
    const found = make("p", { className: "found" });
    found.setAttribute("role", "status");
    const heads = columns.map((name, column) => {
      const button = make("button", { type: "button", textContent: name });
      button.addEventListener("click", () => {
        state.down = state.sorted === column && !state.down;
        state.sorted = column;
        draw();
      });
      return make("th", { scope: "col" }, button);
    });
    const body = make("tbody");
    // With a class, the theme leaves the table alone.
    const table = make("table", { className: "rows" }, make("thead", {}, make("tr", {}, ...heads)), body);
    const frame = make("div", { className: "frame", tabIndex: 0 }, table);
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", `Table ${place.dataset.table}`);
    const more = make("button", { type: "button", className: "more", textContent: "Show more" });
    const at = filters.map((name) => columns.indexOf(name));
    const texts = rows.map((row) => row.join(" ").toLowerCase());

    const matches = (row, index, except) => {
      const words = search.value.toLowerCase().split(/\s+/);
      return (
        words.every((word) => texts[index].includes(word)) &&
        selects.every((s, i) => i === except || !s.value || row[at[i]] === s.value.slice(1))
      );
    };

    // A choice offers only what the other choices leave. The "=" tells an empty cell from "all".
    const offer = (select, i) => {
      const chosen = select.value;
      const left = rows.filter((row, index) => matches(row, index, i)).map((row) => row[at[i]]);
      const values = [...new Set(left)].sort(compare);
      const option = (value) => make("option", { value: "=" + value, textContent: value || "–" });
      const all = make("option", { value: "", textContent: `${filters[i]}: all` });
      select.replaceChildren(all, ...values.map(option));
      select.value = chosen;
      if (select.selectedIndex < 0) select.value = "";
    };

    const draw = () => {
      selects.forEach(offer);
      const left = rows.filter((row, index) => matches(row, index, -1));
      if (state.sorted >= 0) {
        const sign = state.down ? -1 : 1;
        left.sort((a, b) => sign * compare(a[state.sorted], b[state.sorted]));
      }
      heads.forEach((head, column) => {
        head.ariaSort = column !== state.sorted ? "none" : state.down ? "descending" : "ascending";
      });
      const line = (row) =>
        make("tr", {}, ...row.map((text, column) => {
          const cell = make("td", { textContent: text });
          cell.dataset.column = columns[column];
          if (columns[column] === "verdict") cell.dataset.verdict = text;
          return cell;
        }));
      body.replaceChildren(...left.slice(0, state.shown).map(line));
      const number = (n) => n.toLocaleString("en");
      found.textContent = `${number(left.length)} of ${number(rows.length)} rows`;
      more.hidden = left.length <= state.shown;
    };

    const anew = () => {
      state.shown = SHOWN;
      draw();
    };
    search.addEventListener("input", anew);
    selects.forEach((select) => select.addEventListener("change", anew));
    more.addEventListener("click", () => {
      state.shown += 5 * SHOWN;
      draw();
    });
    place.append(make("div", { className: "choose" }, search, ...selects), found, frame, more);
    draw();
  };

  for (const place of document.querySelectorAll(".data-table")) {
    show(place, window.nalmTables[place.dataset.table]);
  }
})();
