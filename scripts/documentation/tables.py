"""Tables that can be searched, filtered and sorted, from files of comma-separated values."""

import csv
import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MARKER = re.compile(r"^<!-- table ([\w./-]+): (.+?) -->$", re.MULTILINE)
"""A line of a page: the file, and its columns; a star follows those to choose from."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """Lines of text, and by which columns a reader chooses among them."""

    name: str
    columns: Sequence[str]
    filters: Sequence[str]
    rows: Sequence[Sequence[str]]

    def script(self) -> str:
        """Return the program that gives the table to a page, which opens from a disk as well."""
        data = {"columns": self.columns, "filters": self.filters, "rows": self.rows}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"(window.nalmTables ??= {{}})[{json.dumps(self.name)}] = {text};\n"

    def place(self, source: str) -> str:
        """Return the HTML that shows the table whose script lies at an address."""
        return (
            f'<div class="data-table" data-table="{html.escape(self.name)}">'
            f'<script src="{html.escape(source)}"></script>'
            "<noscript>This table needs JavaScript.</noscript></div>"
        )


def read_table(path: Path, columns: str, *, name: str) -> Table:
    """Read the columns of a file; numbers get four digits, as in the tables of a report.

    Raises:
        ValueError: The file lacks a column.
    """
    names = [word.removesuffix("*") for word in columns.split()]
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    missing = set(names) - set(rows[0])
    if missing:
        raise ValueError(f"{path.name}: expected the columns {names}, found no {sorted(missing)}.")
    return Table(
        name=name,
        columns=[name.replace("_", " ") for name in names],
        filters=[w.removesuffix("*").replace("_", " ") for w in columns.split() if w[-1] == "*"],
        rows=[[short(row[name]) for name in names] for row in rows],
    )


def short(text: str) -> str:
    """Return a broken number with four digits or as a whole one, and any other text as it is."""
    if not re.fullmatch(r"-?\d+\.\d+(e[+-]\d+)?", text):
        return text
    number = float(text)
    return f"{number:.0f}" if 1e4 <= abs(number) < 1e9 else f"{number:.4g}"
