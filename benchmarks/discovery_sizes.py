"""How long does a search of a large table take, and how much memory?

Each table is made and searched in a process of its own with one thread, and all times are of the
processor, the limit too: other work on the machine does not count.

    python benchmarks/discovery_sizes.py --max-time 30
"""

import argparse
import os
import subprocess
import sys

SIZES = (
    ("1,000,000 × 5", 1_000_000, 5, "noise"),
    ("1,000,000 × 10", 1_000_000, 10, "noise"),
    ("300,000 × 8", 300_000, 8, "noise"),
    ("500 × 200", 500, 200, "noise"),
    ("1,000,000 × 5, float32", 1_000_000, 5, "float32"),
    ("1,000 × 8, not of the class", 1_000, 8, "outside"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=30.0)
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only is not None:
        print(measured(*SIZES[options.only], max_time=options.max_time), flush=True)
        return
    print("| table | seconds of `fit` | MB, peak | of these the table | verdict | R² |")
    print("| --- | ---: | ---: | ---: | --- | ---: |", flush=True)
    for number in range(len(SIZES)):
        command = [sys.executable, __file__, "--max-time", str(options.max_time)]
        subprocess.run([*command, "--only", str(number)], check=True,
                       env=os.environ | {"OMP_NUM_THREADS": "1"})  # fmt: skip


def measured(name: str, rows: int, columns: int, kind: str, *, max_time: float) -> str:
    """Search one table, and write its row."""
    import resource
    import time
    import warnings

    time.perf_counter = time.monotonic = time.process_time
    import numpy as np

    from nalm import SymbolicRegressor
    from nalm.errors import UnfinishedWarning

    warnings.simplefilter("ignore", UnfinishedWarning)
    X, y = table(np, rows, columns, kind)
    model = SymbolicRegressor(max_time=max_time, random_state=0)
    SymbolicRegressor(max_time=0.1).fit(X[:20], y[:20])  # imports
    begin = time.process_time()
    model.fit(X, y)
    seconds = time.process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    own = (X.nbytes + y.nbytes) / 2**20
    score = model.score(X, y)
    return (
        f"| {name} | {seconds:.1f} | {peak:.0f} | {own:.0f} | {model.verdict_.name} | {score:.4f} |"
    )


def table(np, rows, columns, kind):
    """Draw a table of five inputs that act, or fewer, and others."""
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 3.0, (rows, columns))
    if kind == "float32":
        X = X.astype(np.float32)
        return X, (np.float32(1.7) * X[:, 0] * X[:, 1] / X[:, 2]).astype(np.float32)
    noise = 0.02 * random.standard_normal(rows)
    if kind == "outside":
        return X, np.arctan(X[:, 0] * X[:, 1]) + np.abs(X[:, 2] - 1.5) + noise
    return X, 2 * X[:, 0] * X[:, 1] + 1.5 * X[:, 2] ** 2 - 0.7 * X[:, columns - 1] + noise


if __name__ == "__main__":
    main()
