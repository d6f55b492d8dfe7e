"""Does a cohort take its run-steps faster here than in another checkout?

Each checkout has a process of its own, and they take turns of a thousand steps and an evaluation,
on one thread, so that the ratio means something on a machine whose speed changes.

    git worktree add FOLDER REVISION
    python benchmarks/in_turns.py FOLDER --unit NAUNMU --inputs 100 --runs 7
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, cast

HERE = Path(__file__).resolve().parent.parent
TURN = 1000
"""Steps between two evaluations of the cohort that is measured."""


def take_turns(checkout: Path, unit: str, inputs: int, runs: int) -> None:
    """Take a turn for each line that is read, and write how many µs a run-step took."""
    import torch

    import nalm
    import throughput

    if not Path(nalm.__file__).is_relative_to(checkout):
        raise SystemExit(f"nalm should be imported from {checkout}, found {nalm.__file__}.")
    torch.set_num_threads(1)
    iterator = iter(throughput.cohort(unit, inputs, runs, "cpu"))
    next(iterator)  # the evaluation before the first step
    next(iterator)  # whatever is done once
    print("ready", flush=True)
    for _ in sys.stdin:
        started = time.perf_counter()
        next(iterator)
        print((time.perf_counter() - started) / TURN / runs * 1e6, flush=True)


def process(checkout: Path, arguments: list[str]) -> subprocess.Popen[str]:
    """Start the process of a checkout, and wait until it has compiled."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, __file__, str(checkout), *arguments, "--worker"]
    pipe = subprocess.PIPE
    child = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)
    if cast("IO[str]", child.stdout).readline().strip() != "ready":
        raise SystemExit(f"{checkout}: its process ended before it could be measured.")
    return child


def turn(child: subprocess.Popen[str]) -> float:
    """Let a process take a turn, and return how many µs a run-step took."""
    stdin, stdout = cast("IO[str]", child.stdin), cast("IO[str]", child.stdout)
    stdin.write("\n")
    stdin.flush()
    return float(stdout.readline())


def main() -> None:
    """Read the options and print one line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--unit", default="NAUNMU")
    parser.add_argument("--inputs", type=int, default=100)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        take_turns(options.other, options.unit, options.inputs, options.runs)
        return
    names = ("unit", "inputs", "runs")
    arguments = [text for name in names for text in (f"--{name}", str(getattr(options, name)))]
    children = [process(checkout.resolve(), arguments) for checkout in (options.other, HERE)]
    other, here = zip(*[map(turn, children) for _ in range(options.rounds)], strict=True)
    for child in children:
        cast("IO[str]", child.stdin).close()
    ratio = statistics.median(before / after for before, after in zip(other, here, strict=True))
    print(
        f"{options.unit}, {options.inputs} inputs, {options.runs} runs: "
        f"{statistics.median(other):.2f} us a run-step there, {statistics.median(here):.2f} here, "
        f"{ratio:.2f} times as fast"
    )


if __name__ == "__main__":
    main()
