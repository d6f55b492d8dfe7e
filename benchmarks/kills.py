"""Is the table the same where a worker is killed every twenty seconds?

Trains Figure 3 of Mistry et al. on four workers of this machine, of which one is killed again and
again, and in this process. Then it compares the two files: every run is there once, final weights
are equal bit for bit, and so are the numbers of solved runs.

    .venv/bin/python benchmarks/kills.py --seeds 1            # about five minutes on two cores
"""

import argparse
import os
import random
import signal
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import torch

from nalm.backends import Backend, Dask, Serial
from nalm.cli._progress._cost import run_cost
from nalm.experiments import Experiment, execute, summarise
from nalm.experiments.catalogue import entries
from nalm.results import Store


def train(experiment: Experiment, path: Path, backend: Backend) -> float:
    """Train it all, and return the seconds that it took."""
    start = time.monotonic()
    with Store(path) as store:
        for progress in execute(experiment, store, backend=backend, cost=run_cost):
            done = progress.run_steps_done / progress.run_steps
            print(f"\r{time.monotonic() - start:5.0f} s {done:4.0%}", end="", flush=True)
    print()
    return time.monotonic() - start


def kill(backend: Dask, every: float, ended: threading.Event) -> None:
    """Kill a worker after so many seconds, again and again."""
    chance = random.Random(0)
    while not ended.wait(every):
        pids = sorted(backend._client.run(os.getpid, on_error="ignore").values())
        os.kill(chance.choice(pids), signal.SIGKILL)
        print(" killed", flush=True)


def differences(experiment: Experiment, one: Path, other: Path) -> dict[str, float]:
    """Compare two files of the same experiment."""
    keys = [run.key for run in experiment.runs()]
    stores = [Store(path, read_only=True) for path in (one, other)]
    rows = [summarise(experiment, store) for store in stores]
    pairs = list(zip(*(store.load(keys) for store in stores), strict=True))
    weights = [
        a.parameters[name].tobytes() == b.parameters[name].tobytes()
        for a, b in pairs
        for name in b.parameters
    ]
    errors = [(a.trace.test, b.trace.test) for a, b in pairs]
    with closing(sqlite3.connect(one)) as connection:
        count = {t: f"SELECT count(*) FROM {t}" for t in ("run", "checkpoint")}
        found = {t: connection.execute(query).fetchone()[0] for t, query in count.items()}
    return {
        "runs": len(pairs),
        "rows of the file": found["run"],
        "checkpoints left": found["checkpoint"],
        "arrays of weights that differ": weights.count(False),
        "settings whose number of solved runs differs": sum(
            a.solved != b.solved for a, b in zip(*rows, strict=True)
        ),
        "largest relative difference of an error": max(
            float(np.nanmax(np.abs(a - b) / np.maximum(np.abs(b), 1e-30))) for a, b in errors
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--every", type=float, default=20.0, help="seconds from kill to kill")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--segment", type=float, default=10.0, help="seconds of a segment")
    options = parser.parse_args()
    torch.set_num_threads(1)
    experiment = entries()["mistry2021division/fig3"].with_seeds(options.seeds)
    with tempfile.TemporaryDirectory() as folder:
        killed, alone = Path(folder, "killed.db"), Path(folder, "alone.db")
        with Dask.local(options.workers, seconds=options.segment) as backend:
            ended = threading.Event()
            killer = threading.Thread(target=kill, args=(backend, options.every, ended))
            killer.start()
            try:
                seconds = train(experiment, killed, backend)
            finally:
                ended.set()
                killer.join()
        print(f"with kills: {seconds:.0f} s; alone: {train(experiment, alone, Serial()):.0f} s")
        for name, value in differences(experiment, killed, alone).items():
            print(f"{name}: {value:g}")


if __name__ == "__main__":
    main()
