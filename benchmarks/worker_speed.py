"""How much faster are two workers of one thread than one?

Runs the same command with one worker and with two, in turns, each into a store of its own, and
compares the wall-clock time from the command to its last run. A first round, in which programs are
compiled and kept, does not count. It says something on cores that do nothing else, so the load of
the machine before each run stands beside it.

    python benchmarks/worker_speed.py --seeds 8 --rounds 3     # a quarter of an hour on two cores
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = "from nalm.cli import main; main()"


def seconds(experiment: str, *, seeds: int, workers: int) -> float:
    """Return the seconds of a training in processes of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--seeds", seeds, "--workers", workers, "--store", Path(folder, "runs.db")]
        load, started = os.getloadavg()[0], time.monotonic()
        subprocess.run(
            [sys.executable, "-c", COMMAND, "run", experiment, *map(str, words), "--quiet"],
            check=True,
        )
        taken = time.monotonic() - started
    print(f"{workers} workers: {taken:.0f} s, load {load:.1f} before", flush=True)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--experiment", default="mistry2021division/fig6")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--workers", type=int, nargs=2, default=(1, 2))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    fewer, more = zip(
        *(
            [seconds(options.experiment, seeds=options.seeds, workers=w) for w in options.workers]
            for _ in range(1 + options.rounds)
        ),
        strict=True,
    )
    ratios = [one / two for one, two in zip(fewer, more, strict=True)][1:]
    print(
        f"{statistics.median(ratios):.2f} times as fast, of {', '.join(f'{r:.2f}' for r in ratios)}"
    )


if __name__ == "__main__":
    main()
