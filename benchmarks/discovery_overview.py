"""The tables of the discovery benchmark in one: a line per set and noise."""

from collections.abc import Iterable, Iterator

from discovery_tables import Line

METHODS = ("nalm", "operon", "gplearn", "loglog", "pysindy", "pysindy-told")


def overview(lines: Iterable[Line]) -> str:
    """Collect the shares over all classes in a Markdown table."""
    heads = ["set", "noise", "rows", "nalm", "called laws", *METHODS[1:]]
    marks = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, marks, *_cells(lines)))


def _cells(lines: Iterable[Line]) -> Iterator[list[str]]:
    tables: dict[tuple[str, float, str], dict[str, Line]] = {}
    for line in lines:  # of a method's lines the last is that over all classes
        tables.setdefault((line.set, line.noise, line.rows), {})[line.method] = line
    for (name, noise, rows), found in tables.items():
        shares = [
            f"{found[method].share} % of {found[method].fits}" if method in found else "–"
            for method in METHODS
        ]
        laws = found["nalm"].laws if "nalm" in found else "–"
        yield [f"`{name}`", f"{100 * noise:g} %", rows, shares[0], laws, *shares[1:]]
