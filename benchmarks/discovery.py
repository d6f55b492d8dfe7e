r"""Which method finds the law behind a table, how often, and how well does it extrapolate?

Every fit and every judgement runs in a process of its own with one thread, which is killed when it
exceeds its time. Each result is appended to the file at once; what is there is not run again.

    python benchmarks/discovery.py run --set feynman --methods nalm,loglog --noise 0,0.01 \
        --seeds 3 --max-time 60 --rows 1000 --jobs 2 --out results.csv
    python benchmarks/discovery.py run --set feynman --workers 2 --out results.csv
    python benchmarks/discovery.py summarise results.csv
    python benchmarks/discovery.py overview docs/discovery-benchmark-tables.md
    python benchmarks/discovery.py plot results.csv --out results.png
"""

import argparse
import itertools
import sys
from contextlib import closing
from pathlib import Path

from discovery_competitors import METHODS
from discovery_overview import overview
from discovery_places import made
from discovery_plot import draw
from discovery_problems import SETS, is_set, problems
from discovery_results import KEY, Results, summary
from discovery_runs import PROCESSOR, Fit
from discovery_tables import Line, read
from nalm.cli._laboratory._workers import Workers

TABLES = "results, or what summarise printed (.md)"


def main() -> None:
    options = _parser().parse_args()
    if options.command == "summarise":
        print(summary(_rows(options.files)))
        return
    if options.command == "overview":
        print(overview(_lines(options.files)))
        return
    if options.command == "plot":
        draw(_lines(options.files), options.out, problems=options.set)
        return
    results = Results(options.out)
    fits = [fit for fit in planned(options) if fit.key not in results.done]
    print(f"{len(fits)} fits, at most {options.max_time:g} s each", file=sys.stderr)
    if not fits:
        return
    workers = Workers(count=options.workers, scheduler_file=options.scheduler_file)
    with closing(made(fits, clock=options.clock, jobs=options.jobs, workers=workers)) as rows:
        for number, row in enumerate(rows, 1):
            results.append(row)
            line = " ".join(str(row[name]) for name in KEY[:5])
            print(f"{number}/{len(fits)} {line}: {row['status']}, strict={row['strict']}, "
                  f"{row['seconds']} s", file=sys.stderr, flush=True)  # fmt: skip


def planned(options: argparse.Namespace) -> list[Fit]:
    """List the fits: problems outermost, so that an interrupted run compares all methods."""
    chosen = [
        problem for name in options.set for problem in problems(name)
        if (not options.problems or problem.id in options.problems)
        and (not options.classes or problem.klass in options.classes)
    ]  # fmt: skip
    return [
        Fit(set=problem.set, problem=problem.id, klass=problem.klass, method=method, noise=noise,
            seed=seed, rows=options.rows, max_time=options.max_time)
        for seed, problem, noise, method
        in itertools.product(range(options.seeds), chosen, options.noise, options.methods)
    ]  # fmt: skip


def _rows(files: list[Path]) -> list[dict[str, str]]:
    return [row for file in files for row in Results(file).rows]


def _lines(files: list[Path]) -> list[Line]:
    """Read tables: pages of them, or what results say."""
    pages = [file for file in files if file.suffix == ".md"]
    texts = [file.read_text(encoding="utf-8") for file in pages]
    texts.append(summary(_rows([file for file in files if file not in pages])))
    return [line for text in texts for line in read(text)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="fit, and append to a file")
    command.add_argument("--set", type=some(SETS, is_set), required=True,
                         help=", ".join(SETS))  # fmt: skip
    command.add_argument("--methods", type=some(METHODS, METHODS.__contains__),
                         default=["nalm", "loglog"],
                         help=", ".join(METHODS))  # fmt: skip
    command.add_argument("--noise", type=lambda text: [float(each) for each in text.split(",")],
                         default=[0.0])  # fmt: skip
    command.add_argument("--seeds", type=int, default=1)
    command.add_argument("--max-time", type=float, default=60.0, help="seconds of a fit")
    command.add_argument("--rows", type=int, default=1000)
    command.add_argument("--problems", type=lambda text: text.split(","), help="only these ids")
    command.add_argument("--classes", help="only these classes, such as AP")
    command.add_argument("--jobs", type=int, default=1, help="fits at the same time")
    command.add_argument("--workers", type=int, help="fits at the same time, by Dask workers here")
    command.add_argument("--scheduler-file", type=Path, help="of the Dask cluster that fits")
    command.add_argument("--clock", choices=("wall", PROCESSOR), default="wall",
                         help="what limits and seconds are counted in")  # fmt: skip
    command.add_argument("--out", type=Path, required=True)
    command = commands.add_parser("summarise", help="print Markdown tables")
    command.add_argument("files", type=Path, nargs="+")
    command = commands.add_parser("overview", help="print a line per table of a page of tables")
    command.add_argument("files", type=Path, nargs="+", help=TABLES)
    command = commands.add_parser("plot", help="draw what is found over the noise")
    command.add_argument("files", type=Path, nargs="+", help=TABLES)
    command.add_argument("--set", choices=SETS, default="feynman")
    command.add_argument("--out", type=Path, required=True, help="PNG, SVG or PDF")
    return parser


def some(allowed, known):
    """Return what reads names with commas between them, and refuses unknown ones."""

    def read(text: str) -> list[str]:
        names = text.split(",")
        unknown = [name for name in names if not known(name)]
        if unknown:
            raise argparse.ArgumentTypeError(f"{unknown} not in {', '.join(allowed)}")
        return names

    return read


if __name__ == "__main__":
    main()
