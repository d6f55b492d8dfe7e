"""Where the fits of the discovery benchmark are made: beside this process, or by Dask workers."""

import os
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from functools import partial

from discovery_runs import Fit, run
from nalm.cli._laboratory._workers import Workers

THREADS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "passive",
}
"""Environment of a fit."""
ENVIRONMENT = THREADS | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
"""The same of one that is started from here, which also has to find what it imports first."""

Row = dict[str, object]


def made(fits: Sequence[Fit], *, clock: str, jobs: int, workers: Workers) -> Generator[Row]:
    """Make fits, and yield their rows as they complete.

    A fit has a process of its own in either place, which is killed when it exceeds its time. One
    whose worker is lost is made again.

    Args:
        fits: To be made.
        clock: What limits and seconds are counted in.
        jobs: Fits at the same time beside this process.
        workers: Who makes them instead.
    """
    os.environ |= ENVIRONMENT  # of the processes: this one computes nothing
    if workers.are_others:
        with workers.open() as backend:
            yield from backend.map(_there, [(asdict(fit), clock, THREADS) for fit in fits])
        return
    with ThreadPoolExecutor(jobs) as pool:
        try:
            pending = [pool.submit(partial(run, clock=clock), fit) for fit in fits]
            yield from (future.result() for future in as_completed(pending))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _there(call: tuple[dict, str, dict]) -> Row:
    """Make a fit on a worker, which has modules of its own: this function is sent by value."""
    import os

    from discovery_runs import Fit, run

    values, clock, environment = call
    os.environ |= environment
    return run(Fit(**values), clock=clock)
