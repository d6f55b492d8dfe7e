r"""How often is a verdict right on tables of laws inside and outside the class that is searched?

Each search runs in a process of its own with one thread, with limits in processor time. Each result
is appended to the file at once; what is there is not run again. Verdicts were mended on some of
tables 0 to 759; those from 1000 on led to mends after they were run.

    nice python benchmarks/discovery_calibration.py run --tables 1000:3000 --out results.csv
    python benchmarks/discovery_calibration.py summarise results.csv

`--study curves` has curves of one input with many rows instead of small tables of all kinds;
`--rows 7:12` only the tables that have so many rows, `--kind rounded` only those of a kind.
"""

import argparse
import os
import sys
from pathlib import Path

from calibration import COLUMNS, KEY, KINDS, STUDIES, judged, page, plan
from discovery_places import ENVIRONMENT
from discovery_results import Results


def main() -> None:
    options = _parser().parse_args()
    first, last = (int(number) for number in options.tables.split(":"))
    if options.command == "summarise":
        rows = [row for file in options.files for row in _results(file).rows]
        rows = [row for row in rows if first <= int(row["number"]) < last]
        rows = [row for row in rows if row["kind"] in options.kind]
        print(page([row for row in rows if int(row["rows"]) in options.rows], options.study))
        return
    os.environ |= ENVIRONMENT  # of the processes: this one computes nothing
    results = _results(options.out)
    tables = [
        each
        for each in plan(last, options.study)[first:]
        if each.rows in options.rows
        and each.kind in options.kind
        and (str(each.number),) not in results.done
    ]
    for number, table in enumerate(tables, 1):
        row = judged(table, options.max_time)
        results.append(row)
        wrong = " WRONG" if row.get("verdict") == "law" and not row["right"] else ""
        print(f"{number}/{len(tables)} {table.law.id}, {table.kind}: {row['status']}, "
              f"{row.get('verdict')}{wrong}", file=sys.stderr, flush=True)  # fmt: skip


def _results(path: Path) -> Results:
    return Results(path, key=KEY, columns=COLUMNS)


def _rows(text: str) -> range:
    fewest, most = (int(number) for number in text.split(":"))
    return range(fewest, most + 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--study", choices=tuple(STUDIES), default="small")
    parser.add_argument("--rows", type=_rows, default="0:1000000", metavar="FEWEST:MOST")
    parser.add_argument("--kind", nargs=1, choices=KINDS, default=KINDS)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="search, and append to a file")
    command.add_argument("--tables", default="1000:2000", metavar="FIRST:LAST")
    command.add_argument("--max-time", type=float, default=8.0,
                         help="processor seconds of a search")  # fmt: skip
    command.add_argument("--out", type=Path, required=True)
    command = commands.add_parser("summarise", help="print Markdown tables")
    command.add_argument("files", type=Path, nargs="+")
    command.add_argument("--tables", default="0:1000000", metavar="FIRST:LAST")
    return parser


if __name__ == "__main__":
    main()
