"""What it costs to train a cohort in segments on a worker, beside training it here.

.venv/bin/python benchmarks/segments.py            # about two minutes
"""

import time

import torch

from nalm.backends import Backend, Dask, Serial
from nalm.experiments import Options, plan
from nalm.experiments._execution._segment import Segment, Start, train_segment
from nalm.experiments.catalogue import entries

SECONDS = 5.0
SEGMENTS = 8


def main():
    torch.set_num_threads(1)
    runs = entries()["mistry2021division/fig6"].where({"unit": "NMRU"}).runs()
    (cohort,) = plan(runs, set())
    for name, backend in (("here", Serial()), ("on a worker", Dask.local(1))):
        with backend:
            overhead, speed = measure(backend, cohort)
        print(f"{name}: {speed:,.0f} run-steps/s, {1000 * overhead:.0f} ms more for each segment")


def measure(backend: Backend, cohort):
    """Return the seconds of a segment besides its training, and the run-steps a second of this.

    The first segment sets the cohort up and compiles it, so it is not counted.
    """
    part, overheads, start = None, [], None
    for _ in range(1 + SEGMENTS):
        segment = Segment(
            key=cohort.key,
            options=Options(),
            evaluations=len(part.state["rows"]) if part else 0,
            seconds=SECONDS,
            start=None if part else Start(plan=cohort, state=None),  # the worker has it in memory
        )
        began, before = time.monotonic(), part.seconds if part else 0.0
        backend.submit(train_segment, segment)
        part = backend.next().result()
        start = start or (part.steps_taken.sum(), part.seconds)
        overheads.append(time.monotonic() - began - (part.seconds - before))
    steps, seconds = part.steps_taken.sum() - start[0], part.seconds - start[1]
    return sum(overheads[1:]) / SEGMENTS, steps / seconds


if __name__ == "__main__":
    main()
