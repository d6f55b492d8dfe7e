r"""What is each stage of the search worth? Leave out one at a time: laws lost, and seconds gained.

Each search runs in a process of its own with one thread. A stage that was not due in the whole
search is not left out of it: nothing would change. What is in the file is not run again.

    python benchmarks/discovery_stages.py run --noise 0,0.01 --each 10 --max-time 8 --out stages.csv
    python benchmarks/discovery_stages.py summarise stages.csv
"""

import argparse
import itertools
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from discovery import some
from discovery_places import ENVIRONMENT
from discovery_problems import SETS, is_set, problems
from discovery_results import Results
from discovery_runs import Fit

SETS_OF_DEVELOPMENT = "random,handbook,engineering,quadratics,feynman-wide"
ROWS = {"handbook": 100, "engineering": 200, "quadratics": 300}  # as in the docs; else 1000
KEY = ("set", "problem", "noise", "rows", "max_time", "without")
COLUMNS = (*KEY, "found", "verdict", "seconds", "due")
WHOLE = ""
sets = some(SETS, is_set)
HEAD = """\
| stage left out | noise | due in | laws lost | gained | called lost | gained | false | seconds |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def main() -> None:
    options = _parser().parse_args()
    if options.command == "summarise":
        print(table([row for file in options.files for row in _results(file).rows]))
        return
    os.environ |= ENVIRONMENT  # of the processes: this one computes nothing
    from discovery_changed import Change, changed

    results = _results(options.out)
    known = {tuple(row[name] for name in KEY): row for row in results.rows}
    for number, fit in enumerate(fits := planned(options), 1):
        waiting = [WHOLE]
        while waiting:
            without = waiting.pop(0)
            key = _key(fit, without)
            if key not in known:
                found = changed(fit, Change(without=without))
                known[key] = dict(zip(KEY, key, strict=True)) | {
                    "found": str(found["found"]), "verdict": found["verdict"],
                    "seconds": f"{found['seconds']:.3f}", "due": ";".join(found["due"]),
                }  # fmt: skip
                results.append(known[key])
                print(f"{number}/{len(fits)} {' '.join(key[:3])} without {without or 'nothing'}: "
                      f"{found['found']}, {found['seconds']:.2f} s",
                      file=sys.stderr, flush=True)  # fmt: skip
            if without == WHOLE:
                due = filter(None, known[key]["due"].split(";"))
                waiting = [name for name in due if _is_wanted(name, options)]
    print(table(list(known.values())))


def _is_wanted(name: str, options: argparse.Namespace) -> bool:
    if options.only:
        return name in options.only
    return options.structures or name.isidentifier()  # a structure's name is words


def planned(options: argparse.Namespace) -> list[Fit]:
    """List the searches of the whole strategy: of each set so many problems, evenly spread."""
    chosen = [p for name in options.set for p in spread(problems(name), options.each)]
    return [
        Fit(set=problem.set, problem=problem.id, klass=problem.klass, method="nalm", noise=noise,
            seed=0, rows=ROWS.get(problem.set, 1000), max_time=options.max_time)
        for problem, noise in itertools.product(chosen, options.noise)
    ]  # fmt: skip


def spread(items: Sequence, count: int | None) -> list:
    """Choose so many items, evenly spread over all; all if there is no count."""
    if count is None or count >= len(items):
        return list(items)
    return [items[(2 * k + 1) * len(items) // (2 * count)] for k in range(count)]


def table(rows: Iterable[dict[str, str]]) -> str:
    """Write what was lost and gained by leaving out each stage, per noise, as Markdown."""
    searches: dict[tuple[str, ...], dict[str, dict[str, str]]] = defaultdict(dict)
    for row in rows:
        searches[tuple(row[name] for name in KEY[:-1])][row["without"]] = row
    lines = []
    for noise in sorted({key[2] for key in searches}, key=float):
        group = [each for key, each in searches.items() if key[2] == noise and WHOLE in each]
        whole = [each[WHOLE] for each in group]
        found, called, false = (sum(map(is_so, whole)) for is_so in (_found, _called, _false))
        lines.append(f"| none | {float(noise):.0%} | {len(group)} | {found} found | | {called} "
                     f"called | | {false} | {sum(map(_seconds, whole)):.0f} in all |")  # fmt: skip
        names = sorted({name for each in group for name in each} - {WHOLE})
        lines.extend(_line(name, noise, group) for name in names)
    return "\n".join([HEAD, *lines])


def _line(name: str, noise: str, group: Sequence[dict[str, dict[str, str]]]) -> str:
    pairs = [(each[WHOLE], each[name]) for each in group if name in each]
    counts = [
        sum(is_so(one) and not is_so(other) for one, other in order)
        for is_so in (_found, _called)
        for order in (pairs, [(other, one) for one, other in pairs])
    ]
    false = sum(_false(other) for _, other in pairs) - sum(_false(one) for one, _ in pairs)
    gained = sum(_seconds(one) - _seconds(other) for one, other in pairs)
    cells = (len(pairs), *counts, f"{false:+d}", f"{gained:+.0f}")
    return f"| `{name}` | {float(noise):.0%} | {' | '.join(map(str, cells))} |"


def _found(row: dict[str, str]) -> bool:
    return row["found"] == "True"


def _called(row: dict[str, str]) -> bool:
    return _found(row) and row["verdict"] == "law"


def _false(row: dict[str, str]) -> bool:
    return not _found(row) and row["verdict"] == "law"


def _seconds(row: dict[str, str]) -> float:
    return float(row["seconds"])


def _key(fit: Fit, without: str) -> tuple[str, ...]:
    values = asdict(fit) | {"without": without}
    return tuple(str(values[name]) for name in KEY)


def _results(path: Path) -> Results:
    return Results(path, key=KEY, columns=COLUMNS)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="search, append to a file, and print the table")
    command.add_argument("--set", type=sets, default=sets(SETS_OF_DEVELOPMENT),
                         help=", ".join(SETS))  # fmt: skip
    command.add_argument("--each", type=int, help="problems of each set; all by default")
    command.add_argument("--noise", type=lambda text: [float(each) for each in text.split(",")],
                         default=[0.0, 0.01])  # fmt: skip
    command.add_argument(
        "--max-time", type=float, default=8.0, help="processor seconds of a search"
    )
    command.add_argument("--only", type=lambda text: text.split(","), default=[],
                         help="leave out these stages only, by their class")  # fmt: skip
    command.add_argument("--structures", action="store_true",
                         help="leave out each structure of the random starts, too")  # fmt: skip
    command.add_argument("--out", type=Path, required=True, help="CSV")
    command = commands.add_parser("summarise", help="print the table of some files")
    command.add_argument("files", type=Path, nargs="+")
    return parser


if __name__ == "__main__":
    main()
