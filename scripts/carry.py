"""Fill the gaps of docs/reproductions.md with what new runs say, where older stores are gone.

.venv/bin/python scripts/reproductions.py new.db > new.md
.venv/bin/python scripts/carry.py docs/reproductions.md new.md > both.md
.venv/bin/python scripts/carry.py docs/reproductions.md > recounted.md

A cell or a number that the first page has stays; one that it lacks, or has of fewer runs, is taken
from the second, which must then have those runs too. An experiment of which the second has all runs
is taken from it whole, and so are one of the catalogue that the first does not have, and the
published numbers of such a one. Of an experiment that has changed, and so has other runs, take both
out of the first page before. The rate of all ranges is pooled anew, the numbers of
runs are added, verdicts are given by the rule of today and counted, and what is not trained yet is
listed anew. Of one page, nothing but that is done.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from page_tables import PUBLISHED, RATE, TRAINED, UNTRAINED, cells_of, line_of, solved_of
from recount import recount
from untrained import relisted

from nalm.experiments.catalogue import entries
from nalm.statistics import success_rate

RUNS = re.compile(r"(\d+)( of \d+ runs)(?:, (\d+) diverged)?")
WHOLE = re.compile(r"(\d+) of \1\b")
NUMBERS = re.compile(r"### (\S+): published numbers")


def carry(old: str, new: str) -> str:
    """Return the old page with its gaps filled, and the introduction of the new one.

    Args:
        old: A page of `reproductions.py`.
        new: Another: of runs that the first does not have, or of all runs of a cell and more.

    Raises:
        ValueError: The new page has a row that the old one lacks, or a trained section, unless of
            an experiment of the catalogue; or a rate of no more runs than the old one has.
    """
    there, here = (_sections(page.rstrip()) for page in (old, new))
    whole = {name: blocks for name, blocks in here.items() if _is_whole(blocks)}
    whole |= {name: here[name] for name in here.keys() - there.keys() if _is_known(name)}
    unknown = here.keys() - there.keys() - whole.keys()
    if unknown:
        raise ValueError(f"Expected sections of the old page, found also {sorted(unknown)}.")
    here.pop(PUBLISHED, None)  # only counts, which are made anew
    merged = [
        whole[name] if name in whole else _merge(there[name], here.get(name, []))
        for name in _in_order(there, whole.keys() - there.keys())
    ]
    page = "\n\n".join(block for blocks in merged for block in blocks)
    return relisted(new[: new.index(TRAINED)] + recount(page) + "\n")


def _sections(page: str) -> dict[str, list[str]]:
    """Split what is trained and what is published by headings, and these by empty lines."""
    found: dict[str, list[str]] = {}
    name = ""
    for block in page[page.index(TRAINED) :].split("\n\n"):
        if block.startswith("#"):
            name = block
        found.setdefault(name, []).append(block)
    return found


def _is_known(name: str) -> bool:
    """Say whether a section is one of published numbers, or of an experiment of the catalogue."""
    return bool(NUMBERS.match(name)) or _place(name)[1] >= 0


def _is_whole(blocks: Sequence[str]) -> bool:
    """Say whether a section is of an experiment with all its runs."""
    counts = (RUNS.search(each) for each in blocks if each.startswith("`nalm report"))
    return any(bool(count and WHOLE.match(count[0])) for count in counts)


def _in_order(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """Put new sections where the catalogue has them: trained ones, and then published numbers."""
    names = list(old)
    for name in sorted(new, key=_place):
        end = next(at for at, each in enumerate(names) if each in (UNTRAINED, PUBLISHED))
        later = (
            at
            for at, each in enumerate(names)
            if bool(NUMBERS.match(each)) == bool(NUMBERS.match(name))
            and _place(each) > _place(name)
        )
        names.insert(next(later, len(names) if NUMBERS.match(name) else end), name)
    return names


def _place(name: str) -> tuple[str, int]:
    """Return where a section belongs: published numbers stand paper by paper, by their keys."""
    catalogue = entries()
    published = NUMBERS.match(name)
    if published:
        experiments = [*catalogue, published[1]]  # of one that is no more, the last
        return published[1].split("/")[0], experiments.index(published[1])
    titles = [f"### {entry.title}" for entry in catalogue.values()]
    return "", titles.index(name) if name in titles else -1


def _merge(old: list[str], new: list[str]) -> list[str]:
    tables = {block.partition("\n")[0]: block for block in new if block.startswith("| ")}
    runs = next((block for block in new if block.startswith("`nalm report")), "")
    replaced = sum(_replaced(block, tables.get(block.partition("\n")[0], "")) for block in old)
    merged = []
    for block in old:
        head = block.partition("\n")[0]
        if head in tables:
            merged.append(_filled(block, tables[head]))
        elif block.startswith("`nalm report"):
            merged.append(_added(block, runs, less=replaced))
        else:
            merged.append(block)
    return merged


def _replaced(old: str, new: str) -> int:
    """Count the runs of a table whose rates another replaces."""
    given = {row[0]: row for row in map(cells_of, new.split("\n")[2:])}
    rows = [row for row in map(cells_of, old.split("\n")) if row[0] in given and row[0] != "all"]
    pairs = [pair for row in rows for pair in zip(row, given[row[0]], strict=True)]
    return sum(solved_of(was)[1] for was, now in pairs if RATE.match(was) and RATE.match(now))


def _filled(old: str, new: str) -> str:
    """Fill the gaps of a table."""
    head, line, *rows = map(cells_of, old.split("\n"))
    given = {row[0]: row for row in map(cells_of, new.split("\n")[2:])}
    unknown = given.keys() - {row[0] for row in rows}
    if unknown:
        raise ValueError(f"Expected rows of the old page, found also {sorted(unknown)}.")
    merged = []
    for row in rows:
        other = given.get(row[0])
        if other is None:
            merged.append(row)
        elif "verdict" in head:
            place = head.index("runs")
            has_more = _count(other[place]) > _count(row[place])
            merged.append(other if has_more or WHOLE.match(other[place]) else row)
        else:
            pairs = zip(row, other, strict=True)
            merged.append(row if row[0] == "all" else [_choose(*pair) for pair in pairs])
    if merged and merged[-1][0] == "all":
        before, after = zip(*rows, strict=True), zip(*merged, strict=True)
        merged[-1] = [
            now[-1] if was[:-1] == now[:-1] else _pooled(now[:-1])
            for was, now in zip(before, after, strict=True)
        ]
    return "\n".join(map(line_of, [head, line, *merged]))


def _count(text: str) -> int:
    """Return how many runs a number is of; 0 where it is computed."""
    return int(text.partition(" of ")[0]) if " of " in text else 0


def _choose(old: str, new: str) -> str:
    if not _is_rate(new):
        return old
    if _is_rate(old) and solved_of(new)[1] <= solved_of(old)[1]:
        raise ValueError(f"Expected runs that the old page does not have, found {new!r} twice.")
    return new


def _added(old: str, new: str, *, less: int) -> str:
    """Add the numbers of runs of both, less those that are replaced."""
    ours, other = RUNS.search(old), RUNS.search(new)
    if ours is None or other is None:
        return old
    text = f"{int(ours[1]) + int(other[1]) - less}{ours[2]}"
    if ours[3]:
        text += f", {int(ours[3]) + int(other[3] or 0)} diverged"
    return old[: ours.start()] + text + old[ours.end() :]


def _pooled(cells: Sequence[str]) -> str:
    """Write the rate of all ranges."""
    found = [solved_of(cell) for cell in cells if RATE.match(cell)]
    if not found:
        return "–"
    rate = success_rate(sum(solved for solved, _ in found), sum(runs for _, runs in found))
    return f"{rate.estimate:.3f} ({rate.low:.2f}–{rate.high:.2f})"


def _is_rate(cell: str) -> bool:
    """Say whether a cell is a rate: of runs that are solved, or measured as one."""
    try:
        return bool(RATE.match(cell)) or solved_of(cell)[1] > 0
    except ValueError:
        return False


def main() -> None:
    """Print the page of two, or the verdicts of one by the rule of today."""
    pages = [Path(name).read_text(encoding="utf-8") for name in sys.argv[1:]]
    print(carry(*pages) if len(pages) == 2 else relisted(recount(*pages)), end="")


if __name__ == "__main__":
    main()
