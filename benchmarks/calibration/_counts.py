"""What the study counts, as Markdown."""

from collections.abc import Callable, Iterable, Mapping

from calibration._tables import KINDS, STUDIES

Row = Mapping[str, str]
HEAD = """\
| tables | how many | found | called LAW | of these wrong | found and called LAW |
| --- | ---: | ---: | ---: | ---: | ---: |"""


def page(rows: Iterable[Row], study: str = "small") -> str:
    """Write three tables: by kind, by rows and noise, and why what is right is no law.

    Args:
        rows: As `judged` returns them, or as a file of them has them.
        study: Of which they are.
    """
    rows, known = [row for row in rows if row["status"] == "ok"], STUDIES[study]
    size = {f"{low} to {high} rows": _between("rows", low, high + 1) for low, high in known.rows}
    (least, most), middle = known.noise, known.middle
    noise = {
        f"noise {100 * least:g}% to {100 * middle:g}%": _between("noise", 0, middle),
        f"noise {100 * middle:g}% to {100 * most:g}%": _between("noise", middle, 1),
    }
    kinds = {kind: _is("kind", kind) for kind in KINDS}
    klasses = {"law inside the class": _is("klass", "I"), "outside": _is("klass", "O")}
    both = {
        f"{one}, {other}": _both(first, second)
        for one, first in size.items() for other, second in noise.items()
    }  # fmt: skip
    groups = {"all": lambda row: True, **size, **kinds, **klasses, **both}
    chosen = {name: [row for row in rows if test(row)] for name, test in groups.items()}
    lines = [_line(name, some) for name, some in chosen.items() if some]
    return "\n".join([HEAD, *lines, "", *_reasons(rows)])


def _line(name: str, rows: list[Row]) -> str:
    found = [row for row in rows if row["right"] == "True"]
    laws = [row for row in rows if row["verdict"] == "law"]
    wrong = sum(row["right"] != "True" for row in laws)
    right = len(laws) - wrong
    cells = (
        len(rows), _share(len(found), len(rows)), len(laws), _bounded(wrong, len(laws)),
        _share(right, len(found)),
    )  # fmt: skip
    return f"| {name} | {' | '.join(map(str, cells))} |"


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.1%})" if whole else "–"


def _bounded(part: int, whole: int) -> str:
    """Write a share with the upper end of its interval: few laws say little of it."""
    if not whole:
        return "–"
    from nalm.statistics import success_rate  # loads torch, which no process that searches needs

    return f"{part} ({part / whole:.1%}, at most {success_rate(part, whole).high:.0%})"


def _reasons(rows: list[Row]) -> Iterable[str]:
    refused = [row for row in rows if row["right"] == "True" and row["verdict"] != "law"]
    counts = {row["reason"]: 0 for row in refused}
    for row in refused:
        counts[row["reason"]] += 1
    yield "| why the law's form was not called LAW | tables |"
    yield "| --- | ---: |"
    for reason in sorted(counts, key=lambda each: -counts[each]):
        yield f"| `{reason.upper()}` | {counts[reason]} |"


def _is(column: str, value: str) -> Callable[[Row], bool]:
    return lambda row: row[column] == value


def _between(column: str, low: float, high: float) -> Callable[[Row], bool]:
    return lambda row: low <= float(row[column]) < high


def _both(one: Callable[[Row], bool], other: Callable[[Row], bool]) -> Callable[[Row], bool]:
    return lambda row: one(row) and other(row)
