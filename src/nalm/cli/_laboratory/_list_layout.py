"""How a list of experiments is laid out; a name is always whole and on one line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, final

import click

from nalm.cli._laboratory._listed import Listed
from nalm.cli._progress._duration import duration

GAP = "  "
INDENT = "  "


@final
@dataclass(frozen=True, kw_only=True)
class Line:
    """Hold an entry of a list with the state of its runs.

    Args:
        name: What the commands call it.
        entry: What the list says of it.
        wanted: How many different runs it has.
        stored: How many of these the store has.
    """

    name: str
    entry: Listed
    wanted: int = 0
    stored: int = 0

    @property
    def about(self) -> str:
        """Its title and where it is published."""
        return f"{self.entry.title} ({self.entry.source})".strip()

    @property
    def state(self) -> str:
        """How much of it is stored; empty for nothing."""
        if self.stored and self.stored == self.wanted:
            return "complete"
        return f"{self.stored:,} of {self.wanted:,}" if self.stored else ""

    def cost(self) -> tuple[str, str, str]:
        """Return runs, steps and time; the kind of what is not trained for its own sake."""
        if self.entry.kind:
            return self.entry.kind, "", ""
        million = self.entry.run_steps / 1e6
        return f"{self.entry.runs:,}", f"{million:,.1f} M", duration(self.entry.seconds)

    def record(self) -> dict[str, Any]:
        """Return what a program reads."""
        entry = self.entry
        return {
            "name": self.name,
            "title": entry.title,
            "source": entry.source,
            "kind": entry.kind or "experiment",
            "runs": entry.runs,
            "run_steps": entry.run_steps,
            "seconds": entry.seconds,
            "stored": self.stored,
        }


def in_columns(lines: Sequence[Line], *, stored: str = "") -> Iterator[str]:
    r"""Write one line per entry, as long as it has to be: for a file, a pipe or `grep`.

    Args:
        lines: What is listed.
        stored: Heading of the column of stored runs; empty without a store.

    Returns:
        A header and a line for each.

    Example:
        >>> entry = Listed(name="p/w", title="Easy", source="Figure 1", kind="view")
        >>> print(*in_columns([Line(name="p/w", entry=entry)]), sep="\n")
        name  runs  run-steps  time  title and source
        p/w   view                   Easy (Figure 1)
    """
    for (name, *numbers), about in zip(_rows(lines, stored), _abouts(lines), strict=True):
        yield GAP.join([name, *numbers, about])


def on_terminal(lines: Sequence[Line], *, stored: str = "", width: int) -> Iterator[str]:
    """Write each entry as its name with the costs beside it and its title below.

    Where the terminal is too narrow for costs beside the longest name, they come below the title.

    Args:
        lines: What is listed.
        stored: Heading of the column of stored runs; empty without a store.
        width: Columns of the terminal.

    Returns:
        Lines within the width, apart from a name that is longer.
    """
    rows = _rows(lines, stored)
    beside = len(GAP.join(rows[0])) <= width
    if beside:
        yield click.style(GAP.join(rows[0]).rstrip(), underline=True)
    for line, (name, *numbers) in zip(lines, rows[1:], strict=True):
        shown = [name, *numbers] if beside else [line.name]
        yield click.style(GAP.join(shown).rstrip(), bold=True)
        yield from _folded(line.about, width=width)
        if not beside:
            yield from _folded(_in_words(line), width=width)


def _folded(text: str, *, width: int) -> Iterator[str]:
    for part in wrap(text, max(width - len(INDENT), 20)):
        yield INDENT + click.style(part, dim=True)


def _in_words(line: Line) -> str:
    runs, steps, time = line.cost()
    if line.entry.kind:
        return runs
    state = f"; {line.state} stored" if line.stored else ""
    return f"{runs} runs, {steps} steps, {time}{state}"


def _abouts(lines: Sequence[Line]) -> list[str]:
    return ["title and source", *(line.about for line in lines)]


def _rows(lines: Sequence[Line], stored: str) -> list[list[str]]:
    """Return header and lines, each cell as wide as its column."""
    rows = [["name", "runs", "run-steps", "time", *([stored] if stored else [])]]
    rows += [[each.name, *each.cost(), *([each.state] if stored else [])] for each in lines]
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    return [
        [row[0].ljust(first), *(t.rjust(n) for t, n in zip(row[1:], others, strict=True))]
        for row in rows
    ]
