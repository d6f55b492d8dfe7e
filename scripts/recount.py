"""The verdicts of docs/reproductions.md: judged by the rule of today, and counted.

A number of fewer than five runs is not judged. Pages that were written before this rule say of such
numbers that they agree or differ; their column of runs, or the interval of a rate, tells which.
"""

import re
from collections.abc import Mapping, Sequence

from page_tables import PUBLISHED, TRAINED, cells_of, line_of, solved_of

from nalm.reports.published._comparison import AGREES, DIFFERS, LEAST_RUNS, TOO_FEW

NONE = "–"
COUNTED = "| paper | published numbers |"
HEADINGS = ("agree", "differ", TOO_FEW, "no verdict")
_JUDGED = re.compile(rf"(<br>paper [^<]*), (?:{AGREES}|{DIFFERS})(?=<|$)")
_RUNS = re.compile(r"(\d+) of (\d+)")


def recount(page: str) -> str:
    """Judge the numbers of a page anew, and count the verdicts of each paper.

    Args:
        page: With what is trained and what is published; what stands before is kept.
    """
    start = page.index(TRAINED)
    middle = page.index(PUBLISHED, start)
    trained = [_trained(line) for line in page[start:middle].split("\n")]
    published = [_published(line) for line in page[middle:].split("\n")]
    counts = "\n".join(count_table(_verdicts(published)))
    blocks = "\n".join(published).split("\n\n")
    counted = [counts if block.startswith(COUNTED) else block for block in blocks]
    return page[:start] + "\n".join(trained) + "\n\n".join(counted)


def count_table(verdicts: Mapping[str, Sequence[str]]) -> list[str]:
    """Write how many numbers of each paper agree.

    Args:
        verdicts: Paper → the verdict of each of its numbers; a dash, or nothing, where there is
            none.
    """
    head = [*cells_of(COUNTED), *HEADINGS]
    lines = [line_of(head), line_of(["---"] * len(head))]
    for paper, those in sorted(verdicts.items()):
        counts = [those.count(word) for word in (AGREES, DIFFERS, TOO_FEW)]
        numbers = (len(those), *counts, len(those) - sum(counts))
        lines.append(line_of([paper, *map(str, numbers)]))
    return lines


def _verdicts(lines: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    paper = ""
    for line in lines:
        if line.startswith("### "):
            paper = line.removeprefix("### ").split("/")[0]
        elif paper and _is_number(line):
            found.setdefault(paper, []).append(cells_of(line)[4])
    return found


def _is_number(line: str) -> bool:
    return line.startswith("| ") and cells_of(line)[0] not in {"number", "---"}


def _published(line: str) -> str:
    if not _is_number(line) or len(cells := cells_of(line)) != 6 or not _is_few(cells[3]):
        return line
    return line_of([*cells[:4], TOO_FEW, ""])


def _is_few(runs: str) -> bool:
    """Say whether a number is of too few runs; one of one run is all that the paper has."""
    found = _RUNS.fullmatch(runs)
    return found is not None and 0 < int(found[1]) < LEAST_RUNS and int(found[2]) > 1


def _trained(line: str) -> str:
    return line_of([_cell(each) for each in cells_of(line)]) if _JUDGED.search(line) else line


def _cell(cell: str) -> str:
    try:
        _, runs = solved_of(cell.partition("<br>")[0])
    except ValueError:  # no rate: what was measured otherwise had no verdict of so few runs
        return cell
    return _JUDGED.sub(rf"\1, {TOO_FEW}", cell) if runs < LEAST_RUNS else cell
