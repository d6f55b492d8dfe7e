"""How many threads take the next steps: all, or one.

The threads of a step meet several times. On a machine that does other work too, one of them is
often not running, and the others wait for it: a step on two threads can then take ten times as
long as on one. So each segment of steps begins with a short trial of both.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

import torch

TRIAL_STEPS = 10
"""Steps of each trial."""

TRIALS_PAY = 20 * TRIAL_STEPS
"""Steps of a segment from which on a trial is worth its time."""

RUNS_PER_THREAD = 8
"""Runs per thread from which on whole runs are dealt to threads, so that their number changes no
result: with fewer, threads may share the sums of one run."""


def take(steps: int, advance: Callable[[int], None], *, runs: int) -> None:
    """Take steps on as many threads as are fastest now.

    Args:
        steps: How many.
        advance: Takes a number of steps.
        runs: Runs of the cohort.
    """
    threads = torch.get_num_threads()
    if steps < TRIALS_PAY or threads == 1 or runs < RUNS_PER_THREAD * threads:
        advance(steps)
        return
    # The trials are steps of the training too, so that they cost only what the slower one loses.
    times = {count: _trial(count, advance) for count in (threads, 1)}
    with _threads(min(times, key=times.__getitem__)):
        advance(steps - len(times) * TRIAL_STEPS)


def _trial(count: int, advance: Callable[[int], None]) -> float:
    with _threads(count):
        started = time.perf_counter()
        advance(TRIAL_STEPS)
        return time.perf_counter() - started


@contextmanager
def _threads(count: int) -> Generator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
