r"""How long does a search take, and how long did another version of this library need for it?

The other version is a directory with its sources. Searches of both take turns, each in a process
of its own, beside as many busy processes as asked for. A row gives the seconds of the fastest round
and how the search ended; the ratio is that of the last column to the first.

    git worktree add ../nalm-before c84938c~
    python benchmarks/discovery_speed.py --problems I.34.14:0,I.12.2:0.01 --busy 1 \
        --against ../nalm-before/src
"""

import argparse
import json
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from discovery_problems import problems

OURS = Path(__file__).resolve().parent.parent / "src"


def main() -> None:
    options = _parser().parse_args()
    if options.search:
        print(json.dumps(search(*options.search, rows=options.rows, limit=options.max_time)))
        return
    sources = [OURS, *options.against]
    print("| problem | noise |" + "".join(f" {each}, s | ends |" for each in sources) + " ratio |")
    print("| --- | ---: |" + " ---: | --- |" * len(sources) + " ---: |")
    with busy(options.busy):
        for problem in options.problems:
            rounds = [[timed(source, problem, options) for source in sources]
                      for _ in range(options.rounds)]  # fmt: skip
            best = [min(times) for times in zip(*rounds, strict=True)]
            cells = "".join(f" {seconds:.1f} | {verdict} |" for seconds, verdict in best)
            ratio = best[-1][0] / best[0][0]
            print(f"| {problem[0]} | {problem[1]} |{cells} {ratio:.2f} |", flush=True)


def search(problem: str, noise: str, *, rows: int, limit: float) -> tuple[float, str]:
    """Return the seconds of one search, imports left out, and its verdict."""
    from nalm import SymbolicRegressor  # of the version whose sources this process is given

    law = next(each for each in problems("feynman") if each.id == problem)
    x, y = law.sample(rows, 0, float(noise))
    model = SymbolicRegressor(max_time=limit, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a search that ends at its limit says so
        begin = time.perf_counter()
        model.fit(x, y)
    return time.perf_counter() - begin, model.discoveries_[0].verdict.name


def timed(source: Path, problem: list[str], options: argparse.Namespace) -> tuple[float, str]:
    """Return what `search` returns in a process that uses these sources."""
    command = [sys.executable, __file__, "--search", *problem, "--rows", str(options.rows),
               "--max-time", str(options.max_time)]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(source.resolve())}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{source}: {done.stderr}")
    seconds, verdict = json.loads(done.stdout)
    return seconds, verdict


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep so many processors busy with something else."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.callback(subprocess.Popen([sys.executable, "-c", "while True: pass"]).kill)
        yield


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", default=[["I.34.14", "0"], ["I.12.2", "0.01"]],
                        type=lambda text: [each.split(":") for each in text.split(",")],
                        help="of the set feynman, each with its noise: I.34.14:0")  # fmt: skip
    parser.add_argument("--against", type=Path, nargs="*", default=[],
                        help="sources of other versions")  # fmt: skip
    parser.add_argument("--busy", type=int, default=0, help="processes beside the search")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--max-time", type=float, default=60.0, help="seconds of a search")
    parser.add_argument("--search", nargs=2, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
