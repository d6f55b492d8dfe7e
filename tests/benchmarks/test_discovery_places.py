import os
import signal
from dataclasses import asdict

import pytest

import discovery_runs
from discovery_places import made
from discovery_runs import Fit
from nalm.backends import Dask, Serial
from nalm.cli._laboratory._workers import Workers

HERE = Workers()
FITS = [
    Fit(set="feynman", problem=problem, klass="A", method="loglog", noise=noise, seed=0, rows=100,
        max_time=20.0)
    for problem in ("I.12.1", "I.13.12") for noise in (0.0, 0.1)
]  # fmt: skip


class Opened(Workers):
    """Workers that a test has opened itself."""

    def __init__(self, backend):
        super().__init__(count=1)
        object.__setattr__(self, "backend", backend)

    def open(self):
        return self.backend


def sorted_rows(rows):
    """Leave out what no two fits have in common, and the order."""
    kept = ({name: each for name, each in row.items() if name != "seconds"} for row in rows)
    return sorted(kept, key=lambda row: (row["problem"], row["noise"]))


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    monkeypatch.setattr(os, "environ", os.environ.copy())


@pytest.mark.parametrize("workers", [HERE, Opened(Serial())], ids=["threads", "workers"])
def test_each_fit_is_made_once_in_either_place(workers, monkeypatch):
    def run(fit, *, clock):
        return asdict(fit) | {"clock": clock, "threads": os.environ["OMP_NUM_THREADS"]}

    monkeypatch.setattr(discovery_runs, "run", run)
    monkeypatch.setattr("discovery_places.run", run)
    rows = sorted_rows(made(FITS, clock="processor", jobs=2, workers=workers))
    wanted = [asdict(fit) | {"clock": "processor", "threads": "1"} for fit in FITS]
    assert rows == sorted_rows(wanted)


@pytest.mark.slow
def test_workers_that_are_killed_leave_the_same_rows():
    found = []
    with Dask.local(2) as backend:
        for row in made(FITS, clock="wall", jobs=1, workers=Opened(backend)):
            if not found:  # the other worker is in the middle of a fit
                for pid in backend._client.run(os.getpid).values():
                    os.kill(pid, signal.SIGKILL)
            found.append(row)
    alone = made(FITS, clock="wall", jobs=2, workers=HERE)
    assert sorted_rows(found) == sorted_rows(alone)
    assert {row["status"] for row in found} == {"ok"}
