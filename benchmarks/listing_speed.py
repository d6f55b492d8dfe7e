"""How long does `nalm list` take beside a store of many runs?

Fills a store with runs of the catalogue, each with a trace of fifty evaluations, and calls the
command in processes of their own.

    python benchmarks/listing_speed.py --runs 22000
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from nalm.experiments import Experiment
from nalm.experiments.catalogue import entries
from nalm.results import Store, StoredRun, Trace
from nalm.training import Run

COMMAND = "from nalm.cli import main; main()"
COHORT = 225


def runs() -> Iterator[Run]:
    """Yield the runs of the catalogue, each once."""
    seen: set[str] = set()
    for entry in entries().values():
        for run in entry.runs() if isinstance(entry, Experiment) else ():
            if run.key not in seen:
                yield run
            seen.add(run.key)


def stored(run: Run) -> StoredRun:
    """Return a run as if it had been trained."""
    error = np.random.RandomState(run.seed).rand(50)
    return StoredRun(
        key=run.key,
        description=run.description(),
        seed=run.seed,
        trace=Trace(step=np.arange(50), validation=error, test=error, sparsity=error),
        parameters={"weight": error},
        seconds=1.0,
        diverged=False,
    )


def seconds(folder: Path) -> tuple[float, float]:
    """Return the wall-clock and the processor time of a call in a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    words = [sys.executable, "-c", COMMAND, "list"]
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, nargs="*", default=[0, 22_000])
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print("| runs in the store | wall-clock, s | processor, s |\n| ---: | ---: | ---: |")
    for count in options.runs:
        with tempfile.TemporaryDirectory() as folder:
            wanted = islice(runs(), count)
            while chunk := [stored(run) for run in islice(wanted, COHORT)]:
                with Store(Path(folder, "nalm.db")) as store:
                    store.add(chunk)
            times = [seconds(Path(folder)) for _ in range(options.repeats)]
        walls, processor = zip(*times, strict=True)
        print(f"| {count:,} | {min(walls):.2f} | {min(processor):.2f} |", flush=True)


if __name__ == "__main__":
    main()
