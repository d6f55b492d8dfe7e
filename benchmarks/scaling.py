"""How does the cost of a run-step change with the number of runs and of inputs?

Prints a Markdown table of µs per run-step, evaluation included, compilation excluded.

    python benchmarks/scaling.py --unit RealNPU
"""

import argparse
import time

from throughput import UNITS, cohort  # before torch: sets the waiting policy of its threads

RUNS = (1, 25, 225, 900)
INPUTS = (2, 10, 100)


def microseconds(unit: str, inputs: int, runs: int, segments: int) -> float:
    """Return the time of a run-step over whole segments of 1000 steps and an evaluation."""
    iterator = iter(cohort(unit, inputs, runs, "cpu"))
    next(iterator)
    times = []
    for _ in range(segments):
        started = time.perf_counter()
        next(iterator)
        times.append(time.perf_counter() - started)
    return min(times) / 1000 / runs * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unit", choices=sorted(UNITS), default="RealNPU")
    parser.add_argument("--segments", type=int, default=3)
    options = parser.parse_args()
    print(f"| {options.unit}: runs |" + "".join(f" {n} inputs |" for n in INPUTS))
    print("| ---: |" + " ---: |" * len(INPUTS))
    for runs in RUNS:
        cells = [microseconds(options.unit, n, runs, options.segments) for n in INPUTS]
        print(f"| {runs} |" + "".join(f" {cell:.2f} |" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
