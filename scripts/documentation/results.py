"""What docs/reproductions.md says, as tables for the site: published numbers and measured cells."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from page_tables import PUBLISHED, TRAINED, UNTRAINED, cells_of

from documentation.tables import Table

NUMBERS = Path(__file__).parents[2] / "src" / "nalm" / "reports" / "published"
WHERE = ("task", "interpolation", "parameter", "metric")
HEADING = re.compile(r"^### (.+)$", re.MULTILINE)
REPORT = re.compile(r"`nalm report (\S+)`")
CELL = re.compile(r"paper (.+?)(?:, (agrees|differs|too few runs))?$")


def parts(page: str) -> tuple[str, str, str, str]:
    """Return the page before its tables, what was trained, what was not, and what was published."""
    head, rest = page.split(TRAINED)
    trained, rest = rest.split(UNTRAINED)
    untrained, published = rest.split(PUBLISHED)
    return head, trained, untrained, published


def grid_lines(text: str) -> Iterator[list[str]]:
    """Yield the cells of every line of a table but the ruler."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("| ---"):
            yield cells_of(line)


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield heading and text of every experiment."""
    _, *pieces = HEADING.split(text)
    yield from zip(pieces[::2], pieces[1::2], strict=True)


@cache
def published_labels() -> dict[tuple[str, str], tuple[str, str]]:
    """Return unit and place of every published number, by experiment and the page's words."""
    found = {}
    for path in sorted(NUMBERS.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                place = " ".join(filter(None, (row.get(key) for key in WHERE)))
                words = " ".join(filter(None, (row["unit"], place)))
                found[row["experiment"], words] = (row["unit"], place)
    return found


def published_table(published: str) -> Table:
    """Return every published number, ours, and the verdict.

    Raises:
        KeyError: The page has a number that the files of published numbers lack.
    """
    rows = []
    for heading, text in sections(published):
        experiment = heading.removesuffix(": published numbers")
        _, *lines = grid_lines(text)
        for number, *values in lines:
            unit, place = published_labels()[experiment, number]
            theirs, ours, runs, verdict, reason = values
            where = [experiment.split("/")[0], experiment, unit, place]
            rows.append([*where, theirs, ours, verdict, runs, reason])
    columns = ["paper", "experiment", "unit", "number", "published", "here"]
    return Table(
        name="published",
        columns=[*columns, "verdict", "runs", "reason"],
        filters=["paper", "experiment", "unit", "verdict"],
        rows=rows,
    )


def trained_table(trained: str) -> Table:
    """Return every cell of the tables of what was trained."""
    rows = []
    for _, text in sections(trained):
        experiment = REPORT.search(text)[1]
        units: list[str] = []
        for label, *values in grid_lines(text):
            if is_head(label):
                units = values
                continue
            rows += [
                [experiment.split("/")[0], experiment, unit, label, *split_cell(value)]
                for unit, value in zip(units, values, strict=True)
                if value
            ]
    columns = ["paper", "experiment", "unit", "where", "here", "median", "published"]
    return Table(
        name="trained",
        columns=[*columns, "verdict"],
        filters=["paper", "experiment", "unit", "verdict"],
        rows=rows,
    )


def is_head(label: str) -> bool:
    """Say whether a line begins with names of columns."""
    return set(label.split(", ")) <= {"task", "parameter", "range", "extrapolation", "metric"}


def split_cell(cell: str) -> list[str]:
    """Split a cell into ours, the other number of ours, the published one and the verdict."""
    ours, *others = cell.split("<br>")
    found = next((CELL.match(part) for part in others if part.startswith("paper ")), None)
    rest = ", ".join(part for part in others if not part.startswith("paper "))
    return [ours, rest, *((found[1], found[2] or "") if found else ("", ""))]


def experiments_table(trained: str) -> Table:
    """Return what each experiment is, with its command and its note."""
    rows = []
    for title, text in sections(trained):
        paragraph, *_ = text.strip().split("\n", 1)
        experiment = REPORT.search(paragraph)[1]
        note = paragraph.split(": ", 1)[-1]
        rows.append([experiment.split("/")[0], experiment, title, note])
    return Table(
        name="experiments",
        columns=["paper", "experiment", "title", "runs and note"],
        filters=["paper"],
        rows=rows,
    )
